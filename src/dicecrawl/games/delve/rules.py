"""The standing rules of Delve: who is meant by a word, how a point becomes a mark, who falls, when the adventure is lost.

Source: Delve: The Dice Game, Rules. Ruling: DV-34 to DV-39, DV-42, DV-45.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import attrs

from dicecrawl.core.context import Context, Die
from dicecrawl.core.decisions import Decision, Option
from dicecrawl.core.definitions import Definition
from dicecrawl.core.events import CounterChanged, DamageDealt, EntityRemoved, Event
from dicecrawl.core.patterns import Counts
from dicecrawl.core.questions import Candidates, DamageOf, Question
from dicecrawl.core.state import Condition, State
from dicecrawl.effects.checks import strike
from dicecrawl.games.delve.questions import DamageForBox, DiceRolledBy, WeakestFirst
from dicecrawl.games.delve.words import (
    ADVENTURERS,
    BOXES,
    DEAD,
    DESTROYED,
    ENCOUNTER,
    LOST,
    OPPONENTS,
    POINTS,
    SHEET,
    SIDES_OF_DIE,
    TO_PLACE,
    showing,
)


def order(state: State) -> tuple[int, ...]:
    """Whose rules count: the encounter, the opponents in the battle, the living adventurers, the adventure itself.

    So what a treasure sets comes after what an opponent or an encounter sets.
    """
    return (*state.zone(ENCOUNTER), *state.zone(OPPONENTS), *state.zone(ADVENTURERS), *state.zone(SHEET))


def board(state: State) -> tuple[int, ...]:
    """Everyone who fights."""
    return (*state.zone(OPPONENTS), *state.zone(ADVENTURERS))


def treasures_of(who: int) -> str:
    """The zone of the treasures that somebody carries."""
    return f"treasures of {who}"


def carried(state: State, who: int) -> tuple[int, ...]:
    """The treasures of an adventurer, or of the party as a whole, which the adventure bears. Ruling: DV-45."""
    return state.zone(treasures_of(who))


# -- nouns ----------------------------------------------------------------------------------------------------


def _ally(ctx: Context, viewer: int, who: int) -> bool:
    return who != viewer and ctx.state[who].side == ctx.state[viewer].side


def _enemy(ctx: Context, viewer: int, who: int) -> bool:
    return ctx.state[who].side != ctx.state[viewer].side


def _anybody(ctx: Context, viewer: int, who: int) -> bool:
    return who != viewer


def _of_kind(kind: str) -> Callable[[Context, int, int], bool]:
    return lambda ctx, _viewer, who: ctx.state[who].kind == kind


NOUNS: Mapping[str, Callable[[Context, int, int], bool]] = {
    "ally": _ally,
    "enemy": _enemy,
    "creature": _anybody,
    "adventurer": _of_kind("adventurer"),
    "opponent": _of_kind("opponent"),
}


# -- printed answers ------------------------------------------------------------------------------------------


def candidates(ctx: Context, question: Candidates) -> tuple[int, ...]:
    """Everyone in the battle: no dead adventurer, no opponent that has not entered or has burrowed. Ruling: DV-38, DV-54."""
    return board(ctx.state)


def marks(ctx: Context, question: DamageOf) -> int:
    """The boxes that some points mark, after the points which the same round has brought before. Ruling: DV-34."""
    needed = ctx.value(DamageForBox(question.target))
    before = ctx.state[question.target].count(POINTS)
    return int((before + question.base) // needed - before // needed)


def opponents_dice(ctx: Context, question: DiceRolledBy) -> int:
    """One die for each unmarked box. Ruling: DV-36."""
    return ctx.state[question.who].count(BOXES)


ANSWERS: Mapping[type[Question], Callable[[Context, Any], Any]] = {
    Candidates: candidates,
    DamageOf: marks,
    DiceRolledBy: opponents_dice,
}


# -- counters and dice on the table ---------------------------------------------------------------------------


def set_counter(ctx: Context, counter: str, value: int, who: int | None = None) -> None:
    """Bring a counter to a value."""
    now = ctx.state.count(counter) if who is None else ctx.state[who].count(counter)
    if now != value:
        ctx.emit(CounterChanged(who, counter, value - now, floor=None))


def dice_shown(state: State, counter: Callable[[int], str] = showing) -> Counts:
    """The dice on the table: how many show each face. Ruling: DV-23."""
    return tuple(state.count(counter(face)) for face in range(1, SIDES_OF_DIE + 1))


def show_dice(ctx: Context, counts: Counts, counter: Callable[[int], str] = showing) -> None:
    """Let these dice lie on the table."""
    for face, number in enumerate(counts, 1):
        set_counter(ctx, counter(face), number)


# -- hits -----------------------------------------------------------------------------------------------------


def place_hits(ctx: Context, hits: int) -> None:
    """Each hit marks a box of a living adventurer, one after another. Ruling: DV-38, DV-57, DV-58.

    Whether the weakest must be hit is looked at once, when the dice have fallen.
    """
    weakest = ctx.value(WeakestFirst())
    for left in range(hits, 0, -1):
        if lost(ctx):
            break
        set_counter(ctx, TO_PLACE, left)
        place_hit(ctx, weakest)
    set_counter(ctx, TO_PLACE, 0)


def place_hit(ctx: Context, weakest: bool) -> None:
    """One hit, on whom the player likes, or on one of the weakest."""
    living = ctx.state.zone(ADVENTURERS)
    if weakest:
        fewest = min(ctx.state[who].count(BOXES) for who in living)
        living = tuple(who for who in living if ctx.state[who].count(BOXES) == fewest)
    strike(ctx, None, choose_one_of(ctx, living, "wound"), 1, False)


def choose_one_of(ctx: Context, ids: tuple[int, ...], kind: str, why: str = "") -> int:
    """One of these, chosen by the player."""
    options = tuple(Option("entity", who, why) for who in ids)
    decision = Decision(0, kind, options, 1, 1, None, ctx.cause)
    return int(ctx.choose(decision)[0].value)


# -- falling, losing ------------------------------------------------------------------------------------------


def _hit(ctx: Context, event: DamageDealt) -> None:
    """Points of a round are counted where a box takes several; whoever has no box left falls at once."""
    if event.base and ctx.value(DamageForBox(event.target)) > 1:
        ctx.emit(CounterChanged(event.target, POINTS, event.base))
    if event.amount > 0:
        _fall(ctx, event.target)


def _lost(ctx: Context, event: CounterChanged) -> None:
    if event.counter == BOXES and event.who is not None and event.applied < 0:
        _fall(ctx, event.who)


def _died(ctx: Context, event: EntityRemoved) -> None:
    if event.reason == "died":
        set_counter(ctx, BOXES, 0, event.who)


SETTLE: Mapping[type[Event], Callable[[Context, Any], None]] = {
    DamageDealt: _hit,
    CounterChanged: _lost,
    EntityRemoved: _died,
}


def _fall(ctx: Context, who: int) -> None:
    if ctx.state[who].count(BOXES) <= 0 and ctx.present(who):
        if ctx.state[who].kind == "opponent":
            destroy(ctx, who)
        else:
            ctx.emit(EntityRemoved(who, "died", DEAD, True))


def destroy(ctx: Context, who: int) -> None:
    """An opponent is out of the battle for good."""
    ctx.emit(EntityRemoved(who, "destroyed", DESTROYED))


def able(ctx: Context) -> tuple[int, ...]:
    """The living adventurers who are not kept from using abilities. Ruling: DV-22, DV-43."""
    return tuple(who for who in ctx.state.zone(ADVENTURERS) if ctx.allowed("use abilities", who))


def lost(ctx: Context) -> bool:
    """Whether nobody who lives could use an ability, or something else has decided so. Ruling: DV-39, DV-42, DV-59."""
    return bool(ctx.state.count(LOST)) or not able(ctx)


def stack(old: Condition, new: Condition, card: Definition) -> Condition:
    """The same condition again changes nothing."""
    return attrs.evolve(old, turn=new.turn)


def choose_one(ctx: Context, n: int) -> int:
    """One of n at random: d6 where they can tell, else again. The rulebook has no table of its own."""
    alike = SIDES_OF_DIE // n
    while alike:
        face = ctx.roll(Die(SIDES_OF_DIE), "random")
        if face <= alike * n:
            return (face - 1) // alike
    return ctx.roll(Die(n), "random") - 1
