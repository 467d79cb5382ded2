"""Moving within a line. A line has no gaps: whoever moves is taken out and put back, the others close up (MO-38)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dicecrawl.core.context import OneOf
from dicecrawl.core.decisions import Decision, Option
from dicecrawl.core.events import EntityMoved, EntityRemoved, ZoneArranged
from dicecrawl.core.nodes import Amount, CardLookup, Effect, Node, Selector, node
from dicecrawl.core.questions import Unseen
from dicecrawl.effects.places import EitherWay, Line, Place, PlaceBeside, RandomWay, Way, side_of_line

if TYPE_CHECKING:
    from dicecrawl.core.context import Context

WAYS = (Option("way", "forward", "towards the battle line"), Option("way", "backward", "away from it"))


def may_move(ctx: Context, who: int) -> bool:
    """Whether the actor may move `who` about."""
    return ctx.allowed("move", who, by=ctx.actor)


def row_of(ctx: Context, who: int) -> tuple[int, ...]:
    """The line in which `who` stands; empty when it stands outside."""
    row = ctx.state.zone(ctx.state[who].side)
    return row if who in row else ()


def seen_by(ctx: Context, who: int) -> tuple[int, ...]:
    """The line of `who` as it counts it: without those who take up no space for it. Ruling: MO-96."""
    unseen = ctx.value(Unseen(who))
    row = row_of(ctx, who)
    return tuple(other for other in row if other not in unseen) if unseen else row


def put(ctx: Context, who: int, side: str, index: int | None) -> None:
    """Put `who` at an index of a line; nothing happens when it already stands there or may not be moved."""
    row = ctx.state.zone(side)
    if who not in row or not may_move(ctx, who):
        return
    at = len(row) - 1 if index is None else max(0, min(index, len(row) - 1))
    if row.index(who) != at:
        ctx.emit(EntityMoved(who, side, at, "moved", mover=ctx.actor))


def swap(ctx: Context, one: int, other: int) -> None:
    """Two of one line change places; partners have no say (MO-54)."""
    row = row_of(ctx, one)
    if one == other or other not in row or not may_move(ctx, one) or not may_move(ctx, other):
        return
    order = tuple({one: other, other: one}.get(who, who) for who in row)
    ctx.emit(ZoneArranged(ctx.state[one].side, order, "switched", (one, other)))


@node
class AtMost(Node):
    """From one to so many, as the performer's player likes. Ruling: MO-51."""

    word: str
    number: int

    def value(self, ctx: Context) -> int:
        """The number chosen."""
        options = tuple(Option("number", n, "or less") for n in range(1, self.number + 1))
        decision = Decision(ctx.seat_of(ctx.doer), "number", options, 1, 1, ctx.subject, ctx.cause)
        return int(ctx.choose(decision)[0].value)


@node
class Move(Effect):
    """Move so many spaces, stopping at the end of the line. Ruling: MO-51."""

    amount: Amount | AtMost
    direction: Way | EitherWay | RandomWay

    def perform(self, ctx: Context) -> None:
        who = ctx.subject
        spaces = self.amount.value(ctx)
        row = seen_by(ctx, who)
        if not row or not spaces:
            return
        step = spaces if self._way(ctx) == "backward" else -spaces
        others = [other for other in row if other != who]
        at = max(0, min(row.index(who) + step, len(others)))
        if at == row.index(who):
            return
        line = [other for other in row_of(ctx, who) if other != who]
        index = line.index(others[at]) if step < 0 else line.index(others[at - 1]) + 1
        put(ctx, who, ctx.state[who].side, index)

    def _way(self, ctx: Context) -> str:
        if isinstance(self.direction, Way):
            return self.direction.word
        if isinstance(self.direction, RandomWay):
            return ("forward", "backward")[ctx.roll(OneOf(2), "direction")]
        decision = Decision(ctx.seat_of(ctx.doer), "direction", WAYS, 1, 1, ctx.subject, ctx.cause)
        return str(ctx.choose(decision)[0].value)

    def tone(self, card: CardLookup) -> str:
        return "moves"


@node
class MoveTo(Effect):
    """Move to a place of the line; where several will do, the player of whoever moves chooses. Ruling: MO-143."""

    place: Place | PlaceBeside

    def perform(self, ctx: Context) -> None:
        who = ctx.subject
        indices = self.place.indices(ctx, who)
        index = indices[0]
        if len(indices) > 1:
            options = tuple(Option("place", i, "a space of the middle") for i in indices if i is not None)
            index = int(ctx.choose(Decision(ctx.seat_of(who), "place", options, 1, 1, who, ctx.cause))[0].value)
        put(ctx, who, ctx.state[who].side, index)

    def tone(self, card: CardLookup) -> str:
        return "moves"


@node
class Advance(Effect):
    """Change places with the one in front, so many times. Ruling: MO-52."""

    amount: Amount

    def perform(self, ctx: Context) -> None:
        for _ in range(self.amount.value(ctx)):
            row = seen_by(ctx, ctx.subject)
            if not row or row[0] == ctx.subject:
                return
            swap(ctx, ctx.subject, row[row.index(ctx.subject) - 1])

    def tone(self, card: CardLookup) -> str:
        return "moves"


@node
class Switch(Effect):
    """Change places with somebody, or the chosen ones with each other."""

    partner: Selector | None = None

    def perform(self, ctx: Context) -> None:
        if self.partner is None:
            if len(ctx.they) == 2:
                swap(ctx, *ctx.they)
            return
        for other in self.partner.pick(ctx)[:1]:
            swap(ctx, ctx.subject, other)

    def possible(self, ctx: Context) -> bool:
        return self.partner is None or self.partner.anybody(ctx)

    def tone(self, card: CardLookup) -> str:
        return "moves"


@node
class SwitchTwo(Effect):
    """Two of those named change places with each other; with fewer, nothing happens."""

    whom: Selector

    def perform(self, ctx: Context) -> None:
        chosen = self.whom.pick(ctx)
        if len(chosen) == 2:
            swap(ctx, *chosen)

    def possible(self, ctx: Context) -> bool:
        return len(self.whom.candidates(ctx)) >= 2


@node
class Reverse(Effect):
    """Turn a whole line round."""

    line: Line

    def perform(self, ctx: Context) -> None:
        side = side_of_line(ctx, self.line, ctx.subject)
        row = ctx.state.zone(side)
        if len(row) > 1:
            ctx.emit(ZoneArranged(side, tuple(reversed(row)), "reversed", row))


@node
class ReturnToPlace(Effect):
    """Stand again where the condition remembers, or last if the line is shorter now. Ruling: MO-99."""

    whose: str = "your"

    def perform(self, ctx: Context) -> None:
        bearing = ctx.bearing
        memory = bearing.condition.memory if bearing is not None and bearing.condition is not None else None
        entity = ctx.state[ctx.subject]
        if ctx.present(ctx.subject) and ctx.subject not in ctx.state.zone(entity.side):
            ctx.emit(EntityMoved(ctx.subject, entity.side, memory, "returned"))


@node
class ReturnTo(Effect):
    """Stand in the line again, at a place of it. Ruling: MO-86."""

    place: Place | PlaceBeside

    def perform(self, ctx: Context) -> None:
        entity = ctx.state[ctx.subject]
        if ctx.present(ctx.subject) and ctx.subject not in ctx.state.zone(entity.side):
            ctx.emit(EntityMoved(ctx.subject, entity.side, self.place.index(ctx, ctx.subject), "returned"))


@node
class Die(Effect):
    """Die, whatever Health is left."""

    def perform(self, ctx: Context) -> None:
        ctx.emit(EntityRemoved(ctx.subject, "died", "dead", ctx.game.conditions_outlast_death))
