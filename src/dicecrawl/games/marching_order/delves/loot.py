"""Loot: coins are shared out, items go to whoever wants them most. Source: Marching Order, Loot. Ruling: MO-170 to MO-174."""

from __future__ import annotations

from dicecrawl.core.context import Context, Die, entity_options
from dicecrawl.core.decisions import Decision, Option
from dicecrawl.core.events import CounterChanged, EntityAdded, EntityMoved
from dicecrawl.core.questions import FreeSlots
from dicecrawl.core.state import Entity
from dicecrawl.games.marching_order.words import AWAY, COINS, DEAD, LUCK, ROGUES


def purse(seat: int) -> str:
    """The counter of a player's coins."""
    return f"{COINS} of seat {seat}"


def seats_alive(ctx: Context) -> tuple[int, ...]:
    """Every player with a living Rogue in the delve. Ruling: MO-170."""
    here = (*ctx.state.zone(ROGUES), *ctx.state.zone(AWAY))
    return tuple(sorted({seat for who in here if (seat := ctx.state[who].seat) is not None}))


def share_coins(ctx: Context, coins: int) -> None:
    """Divide by the living players, round up, and give each that much."""
    seats = seats_alive(ctx)
    for seat in seats:
        ctx.emit(CounterChanged(None, purse(seat), -(-coins // len(seats))))


def found(ctx: Context, name: str, thing: int | None = None) -> None:
    """An item is there for the taking: a new one, or one that somebody dead had carried."""
    wanting = []
    for seat in seats_alive(ctx):
        able = tuple(who for who in ctx.state.zone(ROGUES) if ctx.state[who].seat == seat and can_carry(ctx, who, name))
        if able:
            options = (Option("no", "leave it", name), *entity_options(able, name))
            chosen = ctx.choose(Decision(seat, "loot", options, 1, 1, None, ctx.cause))[0]
            if chosen.kind == "entity":
                wanting.append(int(chosen.value))
    if not wanting:
        return
    winner = wanting[0] if len(wanting) == 1 else _contest(ctx, wanting)
    if thing is not None:
        ctx.emit(EntityMoved(thing, ctx.game.pack(winner), None, "looted"))
    else:
        give(ctx, winner, name)


def _contest(ctx: Context, wanting: list[int]) -> int:
    """A die and current Luck each, in marching order, ties again; the winner loses 1 Luck. Ruling: MO-171, MO-173."""
    left = [who for who in ctx.state.zone(ROGUES) if who in wanting]
    while len(left) > 1:
        rolled = {who: ctx.within(actor=who, subject=who).roll(Die(6), "loot") + ctx.state[who].count(LUCK) for who in left}
        left = [who for who in left if rolled[who] == max(rolled.values())]
    ctx.emit(CounterChanged(left[0], LUCK, -1, floor=None))
    return left[0]


def can_carry(ctx: Context, who: int, name: str) -> bool:
    """Whether a Rogue has a free slot for an item and may have another one of its kind. Ruling: MO-150."""
    card = ctx.cards.get("item", name)
    if card.fields.get("one each") and any(ctx.state[i].definition == card.name for i in ctx.game.carried(ctx.state, who)):
        return False
    return int(card.fields.get("slots", 1)) <= int(ctx.value(FreeSlots(who)))


def give(ctx: Context, who: int, name: str) -> None:
    """Put a new item into a Rogue's slots."""
    card, entity = ctx.cards.get("item", name), ctx.state[who]
    thing = Entity(0, "item", card.name, card.name, entity.side, entity.home, entity.seat)
    ctx.emit(EntityAdded(thing, ctx.game.pack(who)))


def gear_of_the_dead(ctx: Context) -> None:
    """What the dead had carried is loot; their coins stay with their players. Ruling: MO-174."""
    for who in ctx.state.zone(DEAD):
        for item in ctx.game.carried(ctx.state, who):
            found(ctx, ctx.state[item].definition, item)
            if item in ctx.game.carried(ctx.state, who):
                ctx.emit(EntityMoved(item, "lost", None, "left behind"))
