"""Words for places in a line: front, back, middle, behind, in front of.

No word reads a list index: a line is the question `Spaces`, so that creatures which fill several spaces, or none, count
as the rules say.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from dicecrawl.core.nodes import Node, Selector, node
from dicecrawl.core.questions import Spaces, StandsAt

if TYPE_CHECKING:
    from dicecrawl.core.context import Context


@node
class Line(Node):
    """A side's line: yours, theirs, or that of a noun."""

    whose: str | None = None


@node
class Place(Node):
    """The front, the middle or the back of a line; without a line, that of whoever is meant."""

    word: str
    line: Line | None = None

    def is_at(self, ctx: Context, who: int) -> bool:
        """Whether `who` stands there: one that fills several spaces at the first, one outside where its rule says.

        Ruling: MO-45 for the middle, MO-99, MO-123.
        """
        row = spaces(ctx, side_of_line(ctx, self.line, who))
        if self.word == "middle":
            return any(who in space for space in row[1:-1])
        line = tuple(dict.fromkeys(i for space in row for i in space))
        if who in line:
            return line[0 if self.word == "front" else -1] == who
        stands = ctx.value(StandsAt(who))
        return stands is not None and bool(stands) == (self.word == "back")

    def index(self, ctx: Context, who: int) -> int | None:
        """Where `who` is put to stand there: an index into the line without it, None for the end."""
        others = [i for space in spaces(ctx, side_of_line(ctx, self.line, who)) for i in space if i != who]
        if self.word == "front":
            return 0
        if self.word == "middle" and len(others) >= 2:
            return 1
        return None

    def indices(self, ctx: Context, who: int) -> tuple[int | None, ...]:
        """Every index that will do: the middle is all that is neither first nor last, and the back if there is none.

        Ruling: MO-45, MO-143.
        """
        others = len(ctx.state.zone(self.side(ctx, who))) - 1
        if self.word == "middle" and others >= 2:
            return tuple(range(1, others))
        return (self.index(ctx, who),)

    def side(self, ctx: Context, who: int) -> str:
        """The side whose line it is."""
        return side_of_line(ctx, self.line, who)


@node
class Directly(Node):
    """With nobody between."""

    word: str = "directly"


@node
class PlaceBeside(Node):
    """The place directly behind or in front of somebody. Ruling: MO-53."""

    directly: Directly | None
    way: str
    whom: Selector

    def index(self, ctx: Context, who: int) -> int | None:
        """An index into the line, None for its end."""
        for other in self.whom.pick(ctx):
            row = ctx.state.zone(ctx.state[other].side)
            if other in row:
                return row.index(other) + (1 if self.way == "behind" else 0)
        return None

    def indices(self, ctx: Context, who: int) -> tuple[int | None, ...]:
        """The one index."""
        return (self.index(ctx, who),)

    def side(self, ctx: Context, who: int) -> str:
        """The side whose line it is."""
        return ctx.state[self.whom.pick(ctx)[0]].side


@node
class Way(Node):
    """Forward (towards the battle line) or backward."""

    word: str


@node
class EitherWay(Node):
    """Forward or backward, as the performer's player likes. Ruling: MO-51."""


@node
class RandomWay(Node):
    """A random direction: 1-3 forward, 4-6 backward. Ruling: MO-9."""


def spaces(ctx: Context, side: str) -> tuple[tuple[int, ...], ...]:
    """The spaces of a side's line as the subject counts them, front first."""
    return tuple(ctx.value(Spaces(side, ctx.subject)))


def side_of_line(ctx: Context, line: Line | None, who: int) -> str:
    """Whose line is meant: yours (the actor's), a noun's as the actor sees it, or else that of `who` itself."""
    if line is None or line.whose in (None, "their"):
        return ctx.state[who].side
    if line.whose == "your":
        return ctx.state[ctx.actor].side
    noun = ctx.game.nouns[line.whose]
    for other in ctx.game.board(ctx.state):
        if noun(ctx, ctx.actor, other):
            return ctx.state[other].side
    return ctx.state[who].side
