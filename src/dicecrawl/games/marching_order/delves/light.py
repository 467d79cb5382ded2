"""Torches: boxes that are marked in the dark, and what happens without light.

Source: Marching Order, Light & Darkness. Ruling: MO-150, MO-151, MO-166, MO-167.
"""

from __future__ import annotations

from dicecrawl.core.context import Context, Die, entity_options
from dicecrawl.core.decisions import Decision
from dicecrawl.core.events import CounterChanged, EntityRemoved
from dicecrawl.core.questions import StatOf
from dicecrawl.games.marching_order.delves import place
from dicecrawl.games.marching_order.words import HEALTH, TORCH_BOXES

MARKED = "mark"


def boxes_left(ctx: Context, owner: int, item: int) -> int:
    """How many marks an item of the party can still stand for."""
    card = ctx.cards.get("item", ctx.state[item].definition)
    if card.fields.get("stands for a mark"):
        return 1
    boxes = int(card.fields.get("boxes", 0))
    return boxes and boxes + int(ctx.value(StatOf(owner, TORCH_BOXES))) - ctx.state[item].count(MARKED)


def lights(ctx: Context) -> dict[int, int]:
    """Every item of the party that can give light, with its marks left."""
    found = {}
    for who in place.party(ctx):
        for item in ctx.game.carried(ctx.state, who):
            left = boxes_left(ctx, who, item)
            if left > 0:
                found[item] = left
    return found


def mark(ctx: Context, boxes: int) -> bool:
    """Mark so many boxes on any torches of the party; gives False, and marks none, when there are too few."""
    if sum(lights(ctx).values()) < boxes:
        return False
    for _ in range(boxes):
        here = lights(ctx)
        options = entity_options(_different(ctx, here), "gives light")
        chosen = ctx.choose(Decision(place.leader_seat(ctx), "torch", options, 1, 1, None, ctx.cause))[0]
        item = int(chosen.value)
        ctx.emit(CounterChanged(item, MARKED, 1))
        if here[item] <= 1:
            ctx.emit(EntityRemoved(item, "used", "used"))
    return True


def _different(ctx: Context, items: dict[int, int]) -> tuple[int, ...]:
    """The first of all that are alike: in the same hands, of one name, with as many marks left."""
    firsts: dict[tuple[str | None, str, int], int] = {}
    for item, left in items.items():
        firsts.setdefault((ctx.state.where(item), ctx.state[item].definition, left), item)
    return tuple(firsts.values())


def flee(ctx: Context) -> None:
    """Everybody stumbles out in the dark, losing 2d6 Health on the way, front to back."""
    for who in place.party(ctx):
        inner = ctx.within(actor=who, subject=who)
        lost = sum(inner.roll(Die(6), "darkness") for _ in range(2))
        ctx.emit(CounterChanged(who, HEALTH, -lost))
    place.write(ctx, place.FLED, 1)
