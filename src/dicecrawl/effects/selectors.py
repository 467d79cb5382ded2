"""Words that pick out creatures: who, how many, how, and where.

The subject of the verb is the one who looks: `ally`, `enemy` and every distance are seen from there. Who can be chosen at
all is the question `Candidates`; who is in reach whatever the words ask for, `ReachedAnyway`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar, cast

from dicecrawl.core.context import OneOf, entity_options
from dicecrawl.core.decisions import Decision
from dicecrawl.core.nodes import CardLookup, Fault, Node, Selector, node
from dicecrawl.core.questions import Candidates, Decoys, ReachedAnyway, StandIns
from dicecrawl.effects.wheres import AtRandom, Closest, EachOther, Where

if TYPE_CHECKING:
    from dicecrawl.core.context import Context


# -- how many -------------------------------------------------------------------------------------------------


@node
class Quantity(Node):
    """How many of the candidates."""

    def least(self, found: int) -> int:
        """At least so many of `found`."""
        return min(1, found)

    def most(self, found: int) -> int:
        """At most so many of `found`."""
        return min(1, found)


@node
class Every(Quantity):
    """All of them."""

    word: str = "every"

    def least(self, found: int) -> int:
        return found

    def most(self, found: int) -> int:
        return found


@node
class AnyOne(Quantity):
    """One, freely chosen."""

    word: str = "any"


@node
class Another(Quantity):
    """One that was not chosen before."""


@node
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


@node
class UpTo(Quantity):
    """From one to so many."""

    word: str = "up to"
    number: int = 1

    def most(self, found: int) -> int:
        return min(self.number, found)


# -- the whole phrase -----------------------------------------------------------------------------------------


@node
class Sel(Selector):
    """A noun phrase: how many, of what quality, of which side, where."""

    quantity: Quantity | None
    qualities: tuple[Where, ...]
    noun: str
    wheres: tuple[Where, ...] = ()

    def candidates(self, ctx: Context) -> tuple[int, ...]:
        placed = ctx.placed if self._lasting() else None
        if placed is None:
            return self._candidates(ctx)
        key = (id(self), ctx.actor, ctx.subject, ctx.purpose)
        known = placed.get(key)
        if known is None:  # kept with the phrase itself, so that no other one can come by its id
            known = placed[key] = (self, self._candidates(ctx))
        return cast("tuple[int, ...]", known[1])

    def _lasting(self) -> bool:
        """Whether its candidates stay the same until somebody moves, comes, goes or is changed."""
        if isinstance(self.quantity, Another):
            return False
        for wheres in (self.qualities, self.wheres):
            for where in wheres:
                if not where.lasting:
                    return False
        return True

    def _candidates(self, ctx: Context) -> tuple[int, ...]:
        noun, viewer = ctx.game.nouns[self.noun], ctx.subject
        legal = ctx.value(Candidates(viewer, ctx.purpose))
        found = self._standing(ctx, [who for who in legal if noun(ctx, viewer, who)], True)
        if isinstance(self.quantity, Another):
            found = [who for who in found if who not in ctx.they]
        if any(isinstance(q, Closest) for q in self.qualities) and found:
            away = {who: ctx.distance(ctx.subject, who) for who in found}
            near = min((d for d in away.values() if d is not None), default=None)
            found = [who for who in found if away[who] == near]
        together = self._together()
        if together is not None:
            found = [who for who in found if any(together.near(ctx, who, other) for other in found)]
        return (*found, *self._decoys(ctx, found))

    def _decoys(self, ctx: Context, found: list[int]) -> tuple[int, ...]:
        decoys = ctx.value(Decoys())
        if not decoys or ctx.seat_of(ctx.subject) is None or isinstance(self.quantity, Every):
            return ()
        if any(isinstance(q, AtRandom | Closest) for q in self.qualities):
            return ()
        fitting = (who for who in decoys if who != ctx.subject and who not in found and self._described(ctx, who, True))
        return tuple(who for who in fitting if stand_ins(ctx, who))

    def _together(self) -> EachOther | None:
        for where in self.wheres:
            if isinstance(where, EachOther):
                return where
        return None

    def anybody(self, ctx: Context) -> bool:
        if self._together() is not None or (self._lasting() and ctx.placed is not None):
            return bool(self.candidates(ctx))
        apart = ctx.they if isinstance(self.quantity, Another) else ()
        for who in ctx.value(Candidates(ctx.subject, ctx.purpose)):
            if who not in apart and self._described(ctx, who, True):
                return True
        return bool(self._decoys(ctx, []))

    def fits(self, ctx: Context, who: int) -> bool:
        return self._described(ctx, who, False)

    def _described(self, ctx: Context, who: int, reaching: bool) -> bool:
        return ctx.game.nouns[self.noun](ctx, ctx.subject, who) and bool(self._standing(ctx, [who], reaching))

    def _standing(self, ctx: Context, found: list[int], reaching: bool) -> list[int]:
        """Those of `found` who are as the words say; of places and ranges some need not care, where others reach out."""
        there, anyhow = found, found
        for wheres in (self.qualities, self.wheres):
            for where in wheres:
                there = where.among(ctx, there)
                if not where.placed:
                    anyhow = where.among(ctx, anyhow)
        if not reaching or len(there) == len(anyhow) or not ctx.depends(ReachedAnyway):
            return there
        return [who for who in anyhow if who in there or ctx.value(ReachedAnyway(ctx.subject, who))]

    def wanted(self, found: int) -> int:
        return (self.quantity or AnyOne()).most(found)

    def needed(self) -> int:
        return self.quantity.number if isinstance(self.quantity, ThisMany) else 1

    def picks_randomly(self) -> bool:
        return any(isinstance(q, AtRandom) for q in self.qualities)

    def pick(self, ctx: Context) -> tuple[int, ...]:
        found, quantity, together = self.candidates(ctx), self.quantity or AnyOne(), self._together()
        if together is None:
            return aimed_at(ctx, choose_among(ctx, found, quantity, self.picks_randomly()))
        chosen: tuple[int, ...] = ()
        while len(chosen) < quantity.most(len(found)):
            left = tuple(w for w in found if w not in chosen and all(together.near(ctx, w, other) for other in chosen))
            if not left:
                break
            chosen = (*chosen, *choose_among(ctx, left, AnyOne(), self.picks_randomly()))
        return aimed_at(ctx, tuple(who for who in found if who in chosen))


@node
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
        return aimed_at(ctx, choose_among(ctx, self.candidates(ctx), AnyOne(), False))


def stand_ins(ctx: Context, decoy: int) -> tuple[int, ...]:
    """Those of whom one is hit when a decoy is chosen, as far as they can be targeted."""
    legal = ctx.value(Candidates(ctx.subject, ctx.purpose))
    return tuple(who for who in ctx.value(StandIns(decoy)) if who in legal)


def aimed_at(ctx: Context, chosen: tuple[int, ...]) -> tuple[int, ...]:
    """Those chosen, with somebody else for each decoy, as the subject's player likes. Ruling: MO-124."""
    decoys = ctx.value(Decoys())
    if not decoys or not any(who in decoys for who in chosen):
        return chosen
    aims: list[int] = []
    for who in chosen:
        others = (w for w in stand_ins(ctx, who) if w not in chosen and w not in aims) if who in decoys else (who,)
        aims.extend(choose_among(ctx, tuple(others), AnyOne(), False))
    order = ctx.value(Candidates(ctx.subject, ctx.purpose))
    return tuple(who for who in order if who in aims)


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


@node
class WhoFailed(Selector):
    """Those of a side who failed the roll just made."""

    refers: ClassVar[tuple[str, ...]] = ("roll",)
    whom: Selector
    word: str = "fail"

    def pick(self, ctx: Context) -> tuple[int, ...]:
        check = ctx.check
        return (check.roller,) if check is not None and check.roller is not None and not check.success else ()


@node
class WhoSucceeded(Selector):
    """Those of a side who made the roll just made."""

    refers: ClassVar[tuple[str, ...]] = ("roll",)
    whom: Selector
    word: str = "succeed"

    def pick(self, ctx: Context) -> tuple[int, ...]:
        check = ctx.check
        return (check.roller,) if check is not None and check.roller is not None and check.success else ()
