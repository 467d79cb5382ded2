"""A battle of Marching Order, phase by phase: initiative, rounds, and the three phases of a turn.

Source: Marching Order, Combat; Rogue's Turn; Enemy's Turn. Ruling: MO-58 to MO-64, MO-72, MO-77, MO-80, MO-81, MO-114.
"""

from __future__ import annotations

import attrs

from dicecrawl.core.context import Context, Die
from dicecrawl.core.events import (
    Announced,
    ConditionEnded,
    ConditionTicked,
    CounterChanged,
    EntityMoved,
    EntityRemoved,
    RuleLifted,
    TurnBegan,
    TurnEnded,
)
from dicecrawl.core.questions import ActionsInTurn
from dicecrawl.core.rules import Bearing
from dicecrawl.core.state import Condition, Step
from dicecrawl.effects.cooldowns import is_cooldown, lower_cooldown
from dicecrawl.effects.rules import AtUpkeep
from dicecrawl.games.marching_order import traits, turns
from dicecrawl.games.marching_order.delves.place import delve_of
from dicecrawl.games.marching_order.rules import outcome
from dicecrawl.games.marching_order.words import ASIDE, AWAY, ROGUES, SIDES


def set_counter(ctx: Context, counter: str, value: int, who: int | None = None) -> None:
    """Bring a counter to a value."""
    now = ctx.state.count(counter) if who is None else ctx.state[who].count(counter)
    if now != value:
        ctx.emit(CounterChanged(who, counter, value - now, floor=None))


def over(ctx: Context) -> bool:
    """Whether the battle has been decided."""
    return ctx.kept(outcome) is not None


def initiative(ctx: Context, step: Step) -> Step:
    """One die for each side, ties again; the higher side opens every round. Ruling: MO-58."""
    rogues, enemies = ctx.roll(Die(6), "initiative"), ctx.roll(Die(6), "initiative")
    if rogues == enemies:
        return step
    set_counter(ctx, "first", int(enemies > rogues))
    return Step("round")


def new_round(ctx: Context, step: Step) -> Step:
    """The next round begins, unless the battle has gone on too long to be decided."""
    if over(ctx) or ctx.state.count("round") >= ctx.limits.rounds:
        return Step("end")
    set_counter(ctx, "round", ctx.state.count("round") + 1)
    set_counter(ctx, "active", ctx.state.count("first"))
    return Step("next", number=0)


def next_turn(ctx: Context, step: Step) -> Step:
    """The creature of the active side closest to the battle line that has not acted; looked for anew each time (MO-59)."""
    if over(ctx):
        return Step("end")
    side = SIDES[ctx.state.count("active")]
    waiting = (*ctx.state.zone(side), *(w for w in ctx.state.zone(ASIDE) if ctx.state[w].side == side))
    for who in waiting:
        if ctx.state[who].count("acted") < ctx.state.count("round"):
            return Step("conditions", who)
    if step.number == 0:
        set_counter(ctx, "active", 1 - ctx.state.count("active"))
        return Step("next", number=1)
    return Step("round")


def conditions(ctx: Context, step: Step) -> Step:
    """Conditions act, oldest first; then their dice go down, then cooldown dice. Ruling: MO-80, MO-81."""
    who = step.who or 0
    ctx.emit(TurnBegan(who, ctx.state.count("turn") + 1, ctx.state.count("round")))
    here = ctx.state[who].conditions
    for condition in here:
        if not ctx.present(who):
            break
        _upkeep(ctx, who, condition)
    if ctx.present(who):
        ages = {condition.age for condition in here}
        for condition in ctx.state[who].conditions:
            if condition.age in ages:
                _tick(ctx, who, condition)
        for counter, pips in ctx.state[who].counters.items():
            if is_cooldown(counter) and pips > 0:
                lower_cooldown(ctx, who, counter, 1)
    if not ctx.present(who) or over(ctx) or not ctx.allowed("turn", who):
        return Step("turn end", who)
    return Step("action", who)


def _upkeep(ctx: Context, who: int, condition: Condition) -> None:
    card = ctx.cards.get("condition", condition.name)
    for rule in card.rules:
        if isinstance(rule, AtUpkeep):
            bearing = Bearing(who, rule, card.name, condition=condition)
            rule.then.perform(ctx.under(bearing))


def _tick(ctx: Context, who: int, condition: Condition) -> None:
    if condition.dice is None or condition.last:
        return
    left = condition.dice - 1
    ctx.emit(ConditionTicked(who, attrs.evolve(condition, dice=max(0, left), last=left <= 0)))


def action(ctx: Context, step: Step) -> Step:
    """One action; another one follows while the creature has more this turn. Ruling: MO-114."""
    who = step.who or 0
    going = turns.act(ctx, who)
    if not ctx.present(who) or over(ctx):
        return Step("turn end", who)
    if going and step.number + 1 < ctx.value(ActionsInTurn(who)):
        return Step("action", who, step.number + 1)
    return Step("bullshit", who)


def bullshit(ctx: Context, step: Step) -> Step:
    """One die; every matching trait is carried out, qualities before flaws. Ruling: MO-61, MO-62."""
    who = step.who or 0
    if not ctx.allowed("roll bullshit", who):
        return Step("turn end", who)
    traits.activate(ctx, who, ctx.roll(Die(6), "bullshit"), "quality", "flaw", "bullshit")
    return Step("turn end", who)


def turn_end(ctx: Context, step: Step) -> Step:
    """Conditions whose die is off end now; those that count the turn they came in go down. Ruling: MO-80, MO-114."""
    who = step.who or 0
    turn = ctx.state.count("turn")
    if ctx.present(who):
        for condition in ctx.state[who].conditions:
            card = ctx.cards.get("condition", condition.name)
            if card.fields.get("counts turn") and condition.turn == turn and not condition.last:
                _tick(ctx, who, condition)
        for condition in ctx.state[who].conditions:
            if condition.last and any(c.age == condition.age for c in ctx.state[who].conditions):
                ctx.emit(ConditionEnded(who, condition, "time"))
    for waiting in ctx.state.waiting:
        this_turn = waiting.until == "end of your turn" or waiting.turn < turn
        if waiting.owner == who and waiting.until in ("end of your turn", "end of your next turn") and this_turn:
            ctx.emit(RuleLifted(waiting))
    ctx.emit(TurnEnded(who))
    return Step("end") if over(ctx) else Step("next", number=_half(ctx))


def _half(ctx: Context) -> int:
    """0 while the side that opens the round is active, 1 after that."""
    return int(ctx.state.count("active") != ctx.state.count("first"))


def end(ctx: Context, step: Step) -> Step | None:
    """The battle is over: what ends with it ends, and those who had got away come back if it was won. Ruling: MO-71, MO-83.

    In a delve it goes on there.
    """
    result = ctx.kept(outcome)
    for who in (*ctx.game.order(ctx.state), *ctx.state.zone(AWAY)):
        for condition in ctx.state[who].conditions:
            card = ctx.cards.get("condition", condition.name)
            if "Battle" in card.tags:
                ctx.emit(ConditionEnded(who, condition, "battle"))
    if result == "lost":
        _escape_along(ctx)
    for waiting in ctx.state.waiting:
        ctx.emit(RuleLifted(waiting))
    if result == "won":
        for who in ctx.state.zone(AWAY):
            if ctx.state[who].home == ROGUES:  # an enemy that had changed sides stays away
                ctx.emit(EntityMoved(who, ROGUES, None, "returned"))
    if delve_of(ctx.state) is not None:
        ctx.emit(Announced("battle over", word=result or "undecided"))
        return Step("battle over")
    ctx.emit(Announced("result", word=result or "undecided"))
    return None


def _escape_along(ctx: Context) -> None:
    """Rogues that get away with the others do, if anybody got away alive. Ruling: MO-125."""
    if not any(ctx.state[who].seat is not None for who in ctx.state.zone(AWAY)):
        return
    for who in ctx.game.order(ctx.state):
        if turns.card_of(ctx, who).fields.get("escapes along"):
            ctx.emit(EntityRemoved(who, "escaped", AWAY))


PHASES = {
    "initiative": initiative,
    "round": new_round,
    "next": next_turn,
    "conditions": conditions,
    "action": action,
    "bullshit": bullshit,
    "turn end": turn_end,
    "end": end,
}
