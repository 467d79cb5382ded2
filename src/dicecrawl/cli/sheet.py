"""A play sheet on the screen: boxes to mark, the dice on the table, and what has just happened."""

from __future__ import annotations

from collections.abc import Sequence

from dicecrawl.core.events import (
    ActionStarted,
    Announced,
    ConditionGained,
    CounterChanged,
    DamageDealt,
    DiceRolled,
    EntityAdded,
    EntityMoved,
    EntityRemoved,
    Event,
    Logged,
)
from dicecrawl.core.state import Entity, State

SIDES = 6
_MOST_ALONE = 8  # opponents that each get a line; more of them share one


def sheet(state: State, life: str) -> list[str]:
    """The party, what it has found, the opponents, and the dice."""
    people = [entity for entity in state.entities.values() if entity.kind == "adventurer"]
    foes = [state[who] for who in state.zone("opponents")]
    width = max((len(entity.label) for entity in (*people, *foes)), default=0)
    lines = [_boxes(entity, life, width, state.where(entity.id) == "dead") for entity in people]
    found = [entity.label for entity in state.entities.values() if entity.kind == "treasure"]
    if found:
        lines.append(f"Found: {', '.join(found)}.")
    here = [state[who].label for who in state.zone("encounter")]
    if here:
        lines.append(f"-- {here[-1]}, round {max(1, state.count('round'))} --")
    if len(foes) <= _MOST_ALONE:
        lines += [_boxes(entity, life, width, False) for entity in foes]
    else:
        lines.append(f"{len(foes)} opponents: {' '.join('[ ]' * entity.count(life) for entity in foes)}")
    waiting = len(state.zone("waiting"))
    if waiting:
        lines.append(f"{waiting} more wait.")
    dice = [face for face in range(1, SIDES + 1) for _ in range(state.count(f"showing {face}"))]
    if dice:
        lines.append(f"Dice: {' '.join(map(str, dice))}   (roll {state.count('rolls')})")
    return lines


def _boxes(entity: Entity, life: str, width: int, dead: bool) -> str:
    full, left = entity.limits.get(life, entity.count(life)), entity.count(life)
    suffers = "".join(f"  {condition.name}" for condition in entity.conditions)
    return f"{entity.label:<{width}}  {'[x]' * (full - left)}{'[ ]' * left}{'  dead' if dead else ''}{suffers}"


class Telling:
    """Tells events in a few words, dice of one throw together."""

    def __init__(self, state: State, life: str) -> None:
        self.state = state  # follows the log
        self.life = life
        self._thrown: list[int] = []
        self._why = ""

    def hear(self, logged: Logged) -> list[str]:
        """The lines that an event completes."""
        event = logged.event
        if isinstance(event, DiceRolled) and event.why == self._why:
            self._thrown.append(event.face)
            event.apply(self.state)
            return []
        lines = self._dice()
        if isinstance(event, DiceRolled):
            self._why, self._thrown = event.why, [event.face]
        told = self._told(event)
        event.apply(self.state)
        return [*lines, *([told] if told else [])]

    def finish(self) -> list[str]:
        """What is left to tell."""
        return self._dice()

    def _dice(self) -> list[str]:
        thrown, why = self._thrown, self._why
        self._thrown, self._why = [], ""
        names = {"roll": "You roll", "opponents": "They roll", "throw": "Thrown", "table": "On the table"}
        return [f"{names.get(why, why)}: {' '.join(map(str, thrown))}"] if thrown else []

    def _told(self, event: Event) -> str | None:
        name = self._name
        match event:
            case Announced(what="encounter began", word=word, number=number):
                return f"\n{number}. {word}"
            case Announced(what="result", word=word):
                return f"\nThe adventure is {word}."
            case ActionStarted(who=who, ability=ability):
                return f"{name(who)}: {ability}."
            case DamageDealt(target=target, amount=amount) if amount:
                return f"{name(target)} loses {_boxes_of(amount)}."
            case CounterChanged(who=int(who), counter=counter, by=by) if counter == self.life and by > 0:
                return f"{name(who)} gets {_boxes_of(by)} back."
            case ConditionGained(who=who, condition=condition):
                return f"{name(who)}: {condition.name}."
            case EntityRemoved(who=who, reason=reason) if reason in ("died", "destroyed"):
                return f"{name(who)} {'dies' if reason == 'died' else 'is destroyed'}."
            case EntityMoved(who=who, reason=reason):
                return f"{name(who)}: {reason}."
            case EntityAdded(entity=entity) if entity.kind == "treasure":
                return f"Found: {entity.label}."
        return None

    def _name(self, who: int) -> str:
        return self.state[who].label


def _boxes_of(number: int) -> str:
    return f"{number} box{'es' if number != 1 else ''}"


def told_keep(faces: Sequence[int], dice: int) -> str:
    """An answer about what to keep, for reading."""
    if len(faces) == dice:
        return "stop"
    return f"keep {' '.join(map(str, sorted(faces)))}" if faces else "keep nothing"
