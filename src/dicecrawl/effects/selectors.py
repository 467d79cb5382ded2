"""Words that pick out creatures: who, how many, how, and where.

The subject of the verb is the one who looks: `ally`, `enemy` and every distance are seen from there. Who can be chosen at
all is the question `Candidates`; who is in reach whatever the words ask for, `ReachedAnyway`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from attrs import frozen

from dicecrawl.core.context import OneOf, entity_options
from dicecrawl.core.decisions import Decision
from dicecrawl.core.nodes import CardLookup, Fault, Node, OwnName, Selector
from dicecrawl.core.questions import Candidates, Distance, ReachedAnyway
from dicecrawl.effects.places import Directly, Line, Place, side_of_line, spaces

if TYPE_CHECKING:
    from dicecrawl.core.context import Context


@frozen(slots=True)
class You(Selector):
    """The one whose card speaks."""

    word: str = "you"

    def pick(self, ctx: Context) -> tuple[int, ...]:
        return (ctx.actor,)


@frozen(slots=True)
class They(Selector):
    """The chosen ones."""

    refers: ClassVar[tuple[str, ...]] = ("they",)
    word: str = "they"

    def pick(self, ctx: Context) -> tuple[int, ...]:
        return ctx.they


@frozen(slots=True)
class TheTarget(Selector):
    """The chosen one, said so."""

    refers: ClassVar[tuple[str, ...]] = ("they",)
    word: str = "the target"

    def pick(self, ctx: Context) -> tuple[int, ...]:
        return ctx.they


@frozen(slots=True)
class ItsCause(Selector):
    """Whoever gave the condition that the rule belongs to."""

    def pick(self, ctx: Context) -> tuple[int, ...]:
        condition = ctx.bearing.condition if ctx.bearing is not None else None
        return () if condition is None or condition.cause is None else (condition.cause,)


@frozen(slots=True)
class Named(Selector):
    """The creature itself, called by the name of its card."""

    name: OwnName

    def pick(self, ctx: Context) -> tuple[int, ...]:
        return (ctx.actor,)


@frozen(slots=True)
class Exactly(Selector):
    """Creatures that an order names, as far as they can be targeted at all; no words of the language (MO-16)."""

    ids: tuple[int, ...]

    def candidates(self, ctx: Context) -> tuple[int, ...]:
        legal = ctx.value(Candidates(ctx.subject, ctx.purpose))
        return tuple(who for who in self.ids if who in legal)

    def pick(self, ctx: Context) -> tuple[int, ...]:
        return self.candidates(ctx)


# -- how many -------------------------------------------------------------------------------------------------


@frozen(slots=True)
class Quantity(Node):
    """How many of the candidates."""

    def least(self, found: int) -> int:
        """At least so many of `found`."""
        return min(1, found)

    def most(self, found: int) -> int:
        """At most so many of `found`."""
        return min(1, found)


@frozen(slots=True)
class Every(Quantity):
    """All of them."""

    word: str = "every"

    def least(self, found: int) -> int:
        return found

    def most(self, found: int) -> int:
        return found


@frozen(slots=True)
class AnyOne(Quantity):
    """One, freely chosen."""

    word: str = "any"


@frozen(slots=True)
class Another(Quantity):
    """One that was not chosen before."""


@frozen(slots=True)
class ThisMany(Quantity):
    """So many, or all if there are fewer."""

    word: str | None = None
    number: int = 1

    def faults(self, card: CardLookup) -> Iterator[Fault]:
        if self.number < 1:
            yield Fault("E161", "this chooses nobody", "write 1 or more")

    def least(self, found: int) -> int:
        return min(self.number, found)

    def most(self, found: int) -> int:
        return min(self.number, found)


@frozen(slots=True)
class UpTo(Quantity):
    """From one to so many."""

    word: str = "up to"
    number: int = 1

    def most(self, found: int) -> int:
        return min(self.number, found)


# -- how ------------------------------------------------------------------------------------------------------


@frozen(slots=True)
class Where(Node):
    """A place or quality that a candidate must have."""

    def holds(self, ctx: Context, who: int) -> bool:
        """Whether `who` is there, seen by the subject."""
        return True


@frozen(slots=True)
class AtRandom(Where):
    """Dice pick, by the rulebook's table."""

    word: str = "random"


@frozen(slots=True)
class Closest(Where):
    """The one with the smallest distance."""

    word: str = "closest"


@frozen(slots=True)
class Other(Where):
    """Not the subject itself."""

    word: str = "other"

    def holds(self, ctx: Context, who: int) -> bool:
        return who != ctx.subject


@frozen(slots=True)
class Adjacent(Where):
    """One space away from the subject, across the battle line too. Ruling: MO-39."""

    word: str = "adjacent"

    def holds(self, ctx: Context, who: int) -> bool:
        return bool(ctx.value(Distance(ctx.subject, who)) == 1)


@frozen(slots=True)
class AdjacentTo(Where):
    """One space away from somebody."""

    word: str
    whom: You | They | TheTarget

    def holds(self, ctx: Context, who: int) -> bool:
        return any(ctx.value(Distance(other, who)) == 1 for other in self.whom.pick(ctx))


@frozen(slots=True)
class Away(Where):
    """At exactly so many spaces, or between two numbers of them, both included."""

    spaces: int | str

    def faults(self, card: CardLookup) -> Iterator[Fault]:
        low, high = self.bounds()
        if low > high:
            yield Fault("E160", "nobody stands that far away: the numbers run backwards", "write the nearer one first")
        elif low < 1:
            yield Fault("E160", "nobody else stands 0 spaces away", "distances begin at 1")

    def bounds(self) -> tuple[int, int]:
        """Nearest and farthest."""
        low, _, high = str(self.spaces).partition("-")
        return int(low), int(high or low)

    def holds(self, ctx: Context, who: int) -> bool:
        low, high = self.bounds()
        away = ctx.value(Distance(ctx.subject, who))
        return away is not None and low <= away <= high


@frozen(slots=True)
class Within(Where):
    """At most so many spaces away, never oneself."""

    word: str
    spaces: int

    def holds(self, ctx: Context, who: int) -> bool:
        away = ctx.value(Distance(ctx.subject, who))
        return away is not None and 1 <= away <= self.spaces


@frozen(slots=True)
class InBand(Where):
    """In the first or last so many spaces of a line. Ruling: MO-47."""

    end: str
    number: int
    line: Line

    def holds(self, ctx: Context, who: int) -> bool:
        row = spaces(ctx, side_of_line(ctx, self.line, who))
        band = row[: self.number] if self.end == "first" else row[max(0, len(row) - self.number) :]
        return any(who in space for space in band)


@frozen(slots=True)
class InMiddle(Where):
    """Neither first nor last in a line. Ruling: MO-45."""

    word: str
    line: Line

    def holds(self, ctx: Context, who: int) -> bool:
        return any(who in space for space in spaces(ctx, side_of_line(ctx, self.line, who))[1:-1])


@frozen(slots=True)
class AtPlace(Where):
    """At the front or the back of a line."""

    place: Place

    def holds(self, ctx: Context, who: int) -> bool:
        return self.place.is_at(ctx, who)


@frozen(slots=True)
class Beside(Where):
    """Behind or in front of somebody on the same side; "directly" means the very next."""

    directly: Directly | None
    way: str
    whom: You | They | TheTarget

    def holds(self, ctx: Context, who: int) -> bool:
        for other in self.whom.pick(ctx):
            if who == other or ctx.state[who].side != ctx.state[other].side:
                continue
            row = [i for space in spaces(ctx, ctx.state[other].side) for i in space]
            if who not in row or other not in row:
                continue
            step = row.index(who) - row.index(other)
            if self.way != "behind":
                step = -step
            if step == 1 or (step > 1 and not self.directly):
                return True
        return False


# -- the whole phrase -----------------------------------------------------------------------------------------


@frozen(slots=True)
class Sel(Selector):
    """A noun phrase: how many, of what quality, of which side, where."""

    quantity: Quantity | None
    qualities: tuple[Where, ...]
    noun: str
    wheres: tuple[Where, ...] = ()

    def candidates(self, ctx: Context) -> tuple[int, ...]:
        found = [who for who in ctx.value(Candidates(ctx.subject, ctx.purpose)) if self._described(ctx, who, True)]
        if isinstance(self.quantity, Another):
            found = [who for who in found if who not in ctx.they]
        if any(isinstance(q, Closest) for q in self.qualities) and found:
            away = {who: ctx.value(Distance(ctx.subject, who)) for who in found}
            near = min((d for d in away.values() if d is not None), default=None)
            found = [who for who in found if away[who] == near]
        return tuple(found)

    def anybody(self, ctx: Context) -> bool:
        apart = ctx.they if isinstance(self.quantity, Another) else ()
        for who in ctx.value(Candidates(ctx.subject, ctx.purpose)):
            if who not in apart and self._described(ctx, who, True):
                return True
        return False

    def fits(self, ctx: Context, who: int) -> bool:
        return self._described(ctx, who, False)

    def _described(self, ctx: Context, who: int, reaching: bool) -> bool:
        if not ctx.game.nouns[self.noun](ctx, ctx.subject, who):
            return False
        for where in self.qualities:
            if not where.holds(ctx, who):
                break
        else:
            for where in self.wheres:
                if not where.holds(ctx, who):
                    break
            else:
                return True
        return reaching and bool(ctx.value(ReachedAnyway(ctx.subject, who)))

    def wanted(self, found: int) -> int:
        return (self.quantity or AnyOne()).most(found)

    def picks_randomly(self) -> bool:
        return any(isinstance(q, AtRandom) for q in self.qualities)

    def pick(self, ctx: Context) -> tuple[int, ...]:
        return choose_among(ctx, self.candidates(ctx), self.quantity or AnyOne(), self.picks_randomly())


@frozen(slots=True)
class OneOfThese(Selector):
    """Several phrases joined by "or": candidates of them all, of which as many are chosen as the first one asks for."""

    options: tuple[Selector, ...]

    def candidates(self, ctx: Context) -> tuple[int, ...]:
        found: list[int] = []
        for option in self.options:
            found.extend(who for who in option.candidates(ctx) if who not in found)
        return tuple(found)

    def anybody(self, ctx: Context) -> bool:
        return any(option.anybody(ctx) for option in self.options)

    def fits(self, ctx: Context, who: int) -> bool:
        return any(option.fits(ctx, who) for option in self.options)

    def wanted(self, found: int) -> int:
        return min(1, found)

    def pick(self, ctx: Context) -> tuple[int, ...]:
        return choose_among(ctx, self.candidates(ctx), AnyOne(), False)


def choose_among(ctx: Context, found: tuple[int, ...], quantity: Quantity, randomly: bool) -> tuple[int, ...]:
    """As many of `found` as wanted, kept in their order: all, by dice, or by the subject's player (MO-8, MO-50)."""
    least, most = quantity.least(len(found)), quantity.most(len(found))
    if least >= len(found):
        return found
    if randomly:
        left, taken = list(found), []
        for _ in range(most):
            index = ctx.roll(OneOf(len(left)), "target")
            taken.append(left.pop(index))
        return tuple(who for who in found if who in taken)
    options = entity_options(found, "in reach")
    decision = Decision(ctx.seat_of(ctx.subject), "target", options, least, most, ctx.subject, ctx.cause)
    chosen = {option.value for option in ctx.choose(decision)}
    return tuple(who for who in found if who in chosen)


@frozen(slots=True)
class WhoFailed(Selector):
    """Those of a side who failed the roll just made."""

    refers: ClassVar[tuple[str, ...]] = ("roll",)
    whom: Selector
    word: str = "fail"

    def pick(self, ctx: Context) -> tuple[int, ...]:
        check = ctx.check
        return (check.roller,) if check is not None and not check.success else ()


@frozen(slots=True)
class WhoSucceeded(Selector):
    """Those of a side who made the roll just made."""

    refers: ClassVar[tuple[str, ...]] = ("roll",)
    whom: Selector
    word: str = "succeed"

    def pick(self, ctx: Context) -> tuple[int, ...]:
        check = ctx.check
        return (check.roller,) if check is not None and check.success else ()
