"""What a noun phrase asks of a candidate: where it stands, how it is picked, what it is or lacks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from dicecrawl.core.nodes import CardLookup, ConditionName, Fault, Node, TagName, node
from dicecrawl.core.questions import Distances, ReachedAnyway
from dicecrawl.effects.places import Directly, Line, Place, side_of_line, spaces
from dicecrawl.effects.pronouns import TheTarget, They, You

if TYPE_CHECKING:
    from dicecrawl.core.context import Context


@node
class Where(Node):
    """A place or quality that a candidate must have."""

    placed: ClassVar[bool] = True  # whether it is about place or range, which some creatures may ignore
    lasting: ClassVar[bool] = True  # whether it can only change when somebody moves, comes, goes or is changed

    def holds(self, ctx: Context, who: int) -> bool:
        """Whether `who` is there, seen by the subject."""
        return True

    def among(self, ctx: Context, found: list[int]) -> list[int]:
        """Those of `found` who are there, in their order."""
        return [who for who in found if self.holds(ctx, who)]


@node
class AtRandom(Where):
    """Dice pick, by the rulebook's table."""

    word: str = "random"


@node
class Closest(Where):
    """The one with the smallest distance."""

    word: str = "closest"


@node
class Other(Where):
    """Not the subject itself."""

    placed: ClassVar[bool] = False
    word: str = "other"

    def holds(self, ctx: Context, who: int) -> bool:
        return who != ctx.subject


@node
class Tagged(Where):
    """With a tag on its card."""

    placed: ClassVar[bool] = False
    tag: TagName

    def holds(self, ctx: Context, who: int) -> bool:
        entity = ctx.state[who]
        return self.tag.text in (*ctx.cards.get(entity.kind, entity.definition).tags, *entity.tags)


@node
class Lacking(Where):
    """Without a condition."""

    placed: ClassVar[bool] = False
    name: ConditionName

    def holds(self, ctx: Context, who: int) -> bool:
        return ctx.state[who].condition(self.name.text) is None


@node
class Adjacent(Where):
    """One space away from the subject, across the battle line too. Ruling: MO-39."""

    word: str = "adjacent"

    def holds(self, ctx: Context, who: int) -> bool:
        return ctx.distance(ctx.subject, who) == 1

    def among(self, ctx: Context, found: list[int]) -> list[int]:
        return _between(ctx, found, 1, 1)


@node
class AdjacentTo(Where):
    """One space away from somebody."""

    lasting: ClassVar[bool] = False
    word: str
    whom: You | They | TheTarget

    def holds(self, ctx: Context, who: int) -> bool:
        return any(ctx.distance(other, who) == 1 for other in self.whom.pick(ctx))


@node
class EachOther(Where):
    """One space away from the others that are chosen with it. Ruling: MO-46."""

    lasting: ClassVar[bool] = False
    word: str
    words: str

    def near(self, ctx: Context, one: int, other: int) -> bool:
        """Whether the two can be chosen together; one that is in reach anyhow can be with anybody."""
        if one == other:
            return False
        anyhow = ctx.depends(ReachedAnyway) and any(ctx.value(ReachedAnyway(ctx.subject, who)) for who in (one, other))
        return anyhow or ctx.distance(one, other) == 1


@node
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
        away = ctx.distance(ctx.subject, who)
        return away is not None and low <= away <= high

    def among(self, ctx: Context, found: list[int]) -> list[int]:
        return _between(ctx, found, *self.bounds())


@node
class Within(Where):
    """At most so many spaces away, never oneself."""

    word: str
    spaces: int

    def holds(self, ctx: Context, who: int) -> bool:
        away = ctx.distance(ctx.subject, who)
        return away is not None and 1 <= away <= self.spaces

    def among(self, ctx: Context, found: list[int]) -> list[int]:
        return _between(ctx, found, 1, self.spaces)


def _between(ctx: Context, found: list[int], low: int, high: int) -> list[int]:
    away = ctx.value(Distances(ctx.subject))
    return [who for who in found if low <= away.get(who, -1) <= high]


@node
class InBand(Where):
    """In the first or last so many spaces of a line. Ruling: MO-47."""

    end: str
    number: int
    line: Line

    def holds(self, ctx: Context, who: int) -> bool:
        row = spaces(ctx, side_of_line(ctx, self.line, who))
        band = row[: self.number] if self.end == "first" else row[max(0, len(row) - self.number) :]
        return any(who in space for space in band)


@node
class InSpace(Where):
    """In the space of that number, counted from the front. Ruling: MO-47."""

    number: int
    line: Line

    def holds(self, ctx: Context, who: int) -> bool:
        row = spaces(ctx, side_of_line(ctx, self.line, who))
        return len(row) >= self.number and who in row[self.number - 1]


@node
class InMiddle(Where):
    """Neither first nor last in a line. Ruling: MO-45."""

    word: str
    line: Line

    def holds(self, ctx: Context, who: int) -> bool:
        return any(who in space for space in spaces(ctx, side_of_line(ctx, self.line, who))[1:-1])


@node
class AtPlace(Where):
    """At the front or the back of a line."""

    place: Place

    def holds(self, ctx: Context, who: int) -> bool:
        return self.place.is_at(ctx, who)


@node
class Beside(Where):
    """Behind or in front of somebody on the same side; "directly" means the very next."""

    lasting: ClassVar[bool] = False
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
