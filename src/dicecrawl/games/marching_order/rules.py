"""The standing rules of Marching Order: who stands where, what counts as adjacent, what stacks, who dies, when it is over."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import attrs

from dicecrawl.core.context import Context, Die
from dicecrawl.core.definitions import Definition
from dicecrawl.core.events import CounterChanged, DamageDealt, EntityRemoved, Event
from dicecrawl.core.questions import (
    Candidates,
    Decoys,
    Distances,
    FillsSpaces,
    FreeSlots,
    Question,
    ReachedAnyway,
    Spaces,
    StandIns,
    StandsAt,
    StatOf,
    Unseen,
)
from dicecrawl.core.state import Condition, Entity, State
from dicecrawl.games.marching_order.words import ASIDE, DEAD, ENEMIES, HEALTH, HERE, HOME, ITEM_SLOTS, ROGUES, SLOTS, SPACES


def other_side(side: str) -> str:
    """The side across the battle line."""
    return ENEMIES if side == ROGUES else ROGUES


def active_first(state: State) -> tuple[str, str]:
    """The two sides, the active one first."""
    return (ENEMIES, ROGUES) if state.count("active") else (ROGUES, ENEMIES)


def order(state: State) -> tuple[int, ...]:
    """Everyone in the battle: the active side first, front to back, then the other, then those who stand aside.

    In town it is everyone at home.
    """
    first, second = active_first(state)
    here = (*state.zone(first), *state.zone(second), *state.zone(ASIDE))
    return here if state.zone(HERE) else (*here, *state.zone(HOME))


def board(state: State) -> tuple[int, ...]:
    """Everyone in a line."""
    first, second = active_first(state)
    return (*state.zone(first), *state.zone(second))


def carried(state: State, who: int) -> tuple[int, ...]:
    """The items of a Rogue."""
    return state.zone(f"items of {who}")


def is_players(entity: Entity) -> bool:
    """Whether it is a Rogue of the players, led by one of them or, as the Construct, by dice. Ruling: MO-109, MO-134."""
    return entity.seat is not None or (entity.kind == "rogue" and entity.home == ROGUES)


# -- nouns (MO-40, MO-41) -------------------------------------------------------------------------------------


def _ally(ctx: Context, viewer: int, who: int) -> bool:
    return who != viewer and ctx.state[who].side == ctx.state[viewer].side


def _enemy(ctx: Context, viewer: int, who: int) -> bool:
    return ctx.state[who].side != ctx.state[viewer].side


def _creature(ctx: Context, viewer: int, who: int) -> bool:
    return who != viewer


def _rogue(ctx: Context, viewer: int, who: int) -> bool:
    if ctx.state[viewer].kind == "monster":
        return _enemy(ctx, viewer, who)
    return ctx.state[who].side == ctx.state[viewer].side


NOUNS: Mapping[str, Callable[[Context, int, int], bool]] = {
    "ally": _ally,
    "enemy": _enemy,
    "creature": _creature,
    "rogue": _rogue,
}


# -- printed answers ------------------------------------------------------------------------------------------


def stat(ctx: Context, question: StatOf) -> int:
    """The stat on the card or in its present form, with what has changed it; without it +0. Ruling: MO-24, MO-141."""
    entity = ctx.state[question.who]
    card = ctx.cards.get(entity.kind, entity.definition)
    printed = card.stats.get(question.stat, 0)
    for form, values in card.fields.get("forms", {}).items():
        if form in entity.tags:
            printed = values.get(question.stat, printed)
    return int(printed) + entity.count(f"stat {question.stat}")


def candidates(ctx: Context, question: Candidates) -> tuple[int, ...]:
    """Everyone in a line, the viewer's enemies first, front to back; and the viewer. Ruling: MO-44."""
    side = ctx.state[question.viewer].side
    found = (*ctx.state.zone(other_side(side)), *ctx.state.zone(side))
    return found if question.viewer in found else (*found, question.viewer)


def spaces(ctx: Context, question: Spaces) -> tuple[tuple[int, ...], ...]:
    """The spaces of a side: one for each creature, and the empty ones up to the fourth if somebody fills them."""
    row = _counted(ctx, question.side, ctx.value(Unseen(question.viewer)))
    fillers = tuple(who for who in row if ctx.value(FillsSpaces(who)))
    filled: list[tuple[int, ...]] = [(who,) for who in row]
    while fillers and len(filled) < SPACES:
        filled.append(fillers)
    return tuple(filled)


def distances(ctx: Context, question: Distances) -> Mapping[int, int]:
    """Steps in the one row that both lines make; the battle line is no space. Ruling: MO-39."""
    state, viewer = ctx.state, question.viewer
    side, unseen = state[viewer].side, ctx.value(Unseen(viewer))
    own, other = _places(ctx, side, unseen), _places(ctx, other_side(side), unseen)
    here = own.get(viewer)
    if here is None:
        return {viewer: 0}
    return {who: abs(here - there) for who, there in own.items()} | {who: here + there - 1 for who, there in other.items()}


def _counted(ctx: Context, side: str, unseen: tuple[int, ...]) -> tuple[int, ...]:
    """A line without those who take up no space for whoever counts. Ruling: MO-96."""
    row = ctx.state.zone(side)
    return tuple(who for who in row if who not in unseen) if unseen else row


def _places(ctx: Context, side: str, unseen: tuple[int, ...]) -> dict[int, int]:
    """Spaces from the battle line, counted from 1; a creature aside stands where its rule says. Ruling: MO-99."""
    row = _counted(ctx, side, unseen)
    places = {who: place for place, who in enumerate(row, 1)}
    for who in ctx.state.zone(ASIDE):
        stands = ctx.value(StandsAt(who)) if ctx.state[who].side == side else None
        if stands is not None:
            places[who] = len(row) + 1 if stands else 1
    return places


def free_slots(ctx: Context, question: FreeSlots) -> int:
    """Slots that items may still fill: what the sheet has and rules add, less what is carried. Ruling: MO-150."""
    who = question.who
    entity = ctx.state[who]
    card = ctx.cards.get(entity.kind, entity.definition)
    carried_now = (ctx.cards.get("item", ctx.state[item].definition) for item in carried(ctx.state, who))
    used = sum(int(item.fields.get("slots", 1)) for item in carried_now)
    return int(card.fields.get("slots", ITEM_SLOTS)) + int(ctx.value(StatOf(who, SLOTS))) - used


ANSWERS: Mapping[type[Question], Callable[[Context, Any], Any]] = {
    StatOf: stat,
    Candidates: candidates,
    Spaces: spaces,
    Distances: distances,
    FreeSlots: free_slots,
}

LASTING = frozenset({Candidates, Decoys, Distances, FillsSpaces, ReachedAnyway, Spaces, StandIns, StandsAt, Unseen})
"""What places, sides and rules in force decide, and nothing else: no counter, no die, no question of whose turn it is."""


# -- dice, stacking, death, ending ----------------------------------------------------------------------------


def choose_one(ctx: Context, n: int) -> int:
    """One of n at random, front first, by the book's own table of d6. Ruling: MO-8."""
    if n <= 3:
        return (ctx.roll(Die(6), "random") - 1) * n // 6
    while n <= 6:
        face = ctx.roll(Die(6), "random")
        if face <= n:
            return face - 1
    block = 36 // n
    while True:
        first = ctx.roll(Die(6), "random")
        value = 6 * (first - 1) + ctx.roll(Die(6), "random") - 1
        if value < block * n:
            return value // block


def stack(old: Condition, new: Condition, card: Definition) -> Condition:
    """The same condition again: dice are added (endless wins), the higher strength counts, the age stays. Ruling: MO-82."""
    endless = old.dice is None or new.dice is None
    dice = None if endless else (old.dice or 0) + (new.dice or 0)
    levels = [level for level in (old.strength, new.strength) if level is not None]
    strength = max(levels, default=None)
    return attrs.evolve(old, dice=dice, strength=strength, last=False, turn=new.turn)


def _hurt(ctx: Context, event: DamageDealt) -> None:
    if event.amount > 0:
        _die(ctx, event.target)


def _lost(ctx: Context, event: CounterChanged) -> None:
    if event.counter == HEALTH and event.applied < 0 and event.who is not None:
        _die(ctx, event.who)


def _die(ctx: Context, who: int) -> None:
    """A creature at 0 Health dies at once. Ruling: MO-33."""
    if ctx.state[who].count(HEALTH) <= 0 and ctx.present(who):
        ctx.emit(EntityRemoved(who, "died", DEAD))


SETTLE: Mapping[type[Event], Callable[[Context, Any], None]] = {DamageDealt: _hurt, CounterChanged: _lost}


def outcome(state: State) -> str | None:
    """ "won", "lost" or None while the battle goes on. Ruling: MO-72."""
    here = [state[who] for who in order(state)]
    if not any(entity.side == ROGUES and entity.seat is not None for entity in here):
        return "lost"
    if not any(ENEMIES in (entity.home, entity.side) for entity in here):
        return "won"
    return None
