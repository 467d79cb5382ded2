"""What may never be, whatever cards meet: read off states and logs, so that any test can ask."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from dicecrawl.core.definitions import Library
from dicecrawl.core.events import (
    ActionStarted,
    ConditionGained,
    CounterChanged,
    DamageDealt,
    EntityAdded,
    EntityMoved,
    EntityRemoved,
    Logged,
    StepEnded,
    TurnBegan,
)
from dicecrawl.core.state import State

DOING = ("conditions", "action", "bullshit")  # the phases in which a creature does something
LINES = ("rogues", "enemies")


def check_state(state: State, library: Library, *, over: Iterable[int] = ()) -> None:
    """Nobody in two places, nobody without one, no number out of bounds. `over` may have more than their limit."""
    placed = [who for ids in state.zones.values() for who in ids]
    assert len(placed) == len(set(placed)), f"somebody stands in two places: {dict(state.zones)}"
    assert set(placed) == set(state.entities), f"somebody stands nowhere: {dict(state.zones)}"
    assert len(state.zone("rogues")) <= 6
    for entity in state.entities.values():
        for counter, limit in entity.limits.items():
            if entity.id not in over:
                assert entity.count(counter) <= limit, f"{entity.label} has {entity.count(counter)} {counter} of {limit}"
        for counter, value in entity.counters.items():
            assert value >= 0 or counter.startswith("stat "), f"{entity.label} has {value} {counter}"
        once = [c.name for c in entity.conditions if not library.get("condition", c.name).fields.get("counts apart")]
        assert len(once) == len(set(once)), f"{entity.label} has a condition twice: {once}"
        for condition in entity.conditions:
            assert condition.dice is None or condition.dice >= 0
        where = state.where(entity.id)
        if where in LINES and "Health" in entity.limits:
            assert entity.count("Health") >= 1, f"{entity.label} stands in its line without Health"
        if where == "dead":
            assert not entity.conditions, f"{entity.label} is dead and has {entity.conditions}"


def check_log(log: Sequence[Logged]) -> set[int]:
    """The dead do nothing and nothing is done to them, and nobody has two turns in a round unless told.

    Gives those whose counters were let go over their limit.
    """
    dead: set[int] = set()
    turns: dict[int, int] = {}  # turns had this round, less those given anew
    over: set[int] = set()
    for logged in log:
        event = logged.event
        if isinstance(event, CounterChanged):
            if event.over and event.who is not None:
                over.add(event.who)
            if event.who is None and event.counter == "round":
                turns.clear()
            elif event.who is not None and event.counter == "acted" and event.applied < 0:
                turns[event.who] = 0
        elif isinstance(event, StepEnded):
            step = event.following
            if step is not None and step.phase in DOING and step.who is not None:
                assert step.who not in dead, f"{step.who} is dead and has a turn"
        elif isinstance(event, TurnBegan):
            turns[event.who] = turns.get(event.who, 0) + 1
            assert turns[event.who] == 1, f"{event.who} has a second turn in a round, and nobody said so"
        elif isinstance(event, ActionStarted):
            assert event.who not in dead, f"{event.who} is dead and does {event.ability}"
        elif isinstance(event, DamageDealt):
            assert event.target not in dead, f"{event.target} is dead and takes damage"
        elif isinstance(event, ConditionGained):
            assert event.who not in dead, f"{event.who} is dead and gains {event.condition.name}"
        elif isinstance(event, EntityRemoved):
            if event.reason == "died":
                dead.add(event.who)
        elif isinstance(event, EntityMoved):
            if event.zone in LINES:
                dead.discard(event.who)
        elif isinstance(event, EntityAdded):
            dead.discard(event.entity.id)
    return over
