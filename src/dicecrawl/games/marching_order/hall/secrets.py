"""What a seat may see of a game with hidden dice: its own, never those of the others. Ruling: MO-163."""

from __future__ import annotations

from dicecrawl.core.events import Answered, CounterChanged, DiceRolled, Event
from dicecrawl.core.state import State, sealed
from dicecrawl.games.marching_order.hall.graves import POT
from dicecrawl.games.marching_order.words import HIDDEN_DIE, HIDDEN_REROLL

_OWN = ("give back", "put down")  # decisions that tell of dice which nobody else sees


def view(state: State, seat: int) -> State:
    """The state as a seat sees it."""
    if not state.count(POT):
        return state
    seen = {name: number for name, number in state.counters.items() if not _of_others(name, seat)}
    return State(
        state.game, state.entities, state.zones, sealed(seen), state.step, state.waiting, state.next_id, state.next_serial,
        state.result, state.version,
    )  # fmt: skip


def hides(state: State, event: Event, seat: int) -> bool:
    """Whether an event tells of dice that are hidden from a seat now."""
    if not state.count(POT):
        return False
    if isinstance(event, CounterChanged):
        return event.who is None and _of_others(event.counter, seat)
    if isinstance(event, DiceRolled):
        owner = state.entities.get(event.who or 0)
        return event.why in (HIDDEN_DIE, HIDDEN_REROLL) and owner is not None and owner.seat != seat
    return isinstance(event, Answered) and event.kind in _OWN and event.seat != seat


def _of_others(counter: str, seat: int) -> bool:
    return counter.startswith("hand of seat ") and not counter.startswith(f"hand of seat {seat} ")
