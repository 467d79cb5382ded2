"""Luck: a player spends a point to have any one die fall again. Source: Marching Order, Stats, Luck. Ruling: MO-25, MO-127.

Players say beforehand for which dice they want to be asked, since being asked for every die of a battle is a nuisance:
"never", "mine" (dice of their own Rogues) or "all".
"""

from __future__ import annotations

from typing import Any

import attrs

from dicecrawl.core.context import Context, Die, entity_options
from dicecrawl.core.decisions import Decision, Option
from dicecrawl.core.events import CounterChanged, DiceRolled, Event
from dicecrawl.core.nodes import Standing, node
from dicecrawl.core.rules import Replacement
from dicecrawl.core.state import State
from dicecrawl.games.marching_order.words import HIDDEN_DIE, HIDDEN_REROLL, LUCK, ROGUES

WISHES = ("never", "mine", "all")


def wish(seat: int) -> str:
    """The counter that says for which dice a player wants to be asked: an index into `WISHES`."""
    return f"rerolls of seat {seat}"


@node
class LuckReroll(Replacement):
    """A die that has fallen may fall again for a point of Luck, as often as somebody pays."""

    def before(self) -> tuple[type[Event], ...]:
        return (DiceRolled,)

    def replace(self, ctx: Context, event: Any) -> Event:
        assert isinstance(event, DiceRolled)
        changed = event
        while True:
            spender = self._spender(ctx, changed)
            if spender is None:
                return changed
            ctx.emit(CounterChanged(spender, LUCK, -1))
            inner = ctx.within(subject=event.who or 0)
            why = HIDDEN_REROLL if event.why == HIDDEN_DIE else "reroll"
            changed = attrs.evolve(changed, face=inner.roll(Die(event.sides), why))

    def _spender(self, ctx: Context, event: DiceRolled) -> int | None:
        """Whose Luck somebody spends on this face; each player is asked once, the front Rogue's owner first."""
        for seat in seats_in_order(ctx.state):
            wants = WISHES[ctx.state.count(wish(seat))]
            mine = event.who is not None and event.who in ctx.state.entities and ctx.state[event.who].seat == seat
            if wants == "never" or (not mine and (wants == "mine" or event.why == HIDDEN_DIE)):
                continue
            lucky = tuple(who for who in ctx.game.order(ctx.state) if may_spend(ctx, seat, who))
            if not lucky:
                continue
            seen = f"a die for {event.why} shows {event.face}"
            options = (Option("no", "keep it", seen), *entity_options(lucky, seen))
            decision = Decision(seat, "luck reroll", options, 1, 1, event.who, ctx.cause, event)
            chosen = ctx.choose(decision)[0]
            if chosen.kind == "entity":
                return int(chosen.value)
        return None


def seats_in_order(state: State) -> tuple[int, ...]:
    """Every player, the owner of the foremost Rogue first, the others after it in their own order."""
    seats = sorted({entity.seat for entity in state.entities.values() if entity.seat is not None})
    front = next((seat for who in state.zone(ROGUES) if (seat := state[who].seat) is not None), None)
    at = seats.index(front) if front is not None else 0
    return (*seats[at:], *seats[:at])


def may_spend(ctx: Context, seat: int, who: int) -> bool:
    """Whether a player can spend Luck of that creature now: of an own Rogue, or from a pool that everybody shares."""
    entity = ctx.state[who]
    if entity.count(LUCK) < 1:
        return False
    shared = LUCK in ctx.cards.get(entity.kind, entity.definition).fields.get("shared", ())
    return entity.seat == seat or shared


RULES: tuple[Standing, ...] = (LuckReroll(),)


def rules(state: State) -> tuple[Standing, ...]:
    """The rule, if somebody wants to be asked."""
    wanted = any(value for name, value in state.counters.items() if name.startswith("rerolls of seat "))
    return RULES if wanted else ()
