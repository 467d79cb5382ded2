"""What a step of a scenario left behind: the state before and after, its events, and what the game had offered."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TypeVar

from attrs import frozen

from dicecrawl.core.context import Context
from dicecrawl.core.decisions import Decision, Option
from dicecrawl.core.definitions import Library
from dicecrawl.core.events import EntityRemoved, Event, Logged
from dicecrawl.core.ruleset import Ruleset
from dicecrawl.core.state import State
from dicecrawl.effects.cooldowns import is_cooldown
from dicecrawl.errors import UnknownName
from dicecrawl.language.source import same_name

E = TypeVar("E", bound=Event)
_WORD = re.compile(r"[\w'*-]+")


def creature_of(name: str, labels: Mapping[str, str]) -> tuple[str, ...]:
    """The labels that a name can mean: the very label, or else a card's name, or else whole words of a label.

    `labels` gives the name of the card for each label. More than one means that the name is ambiguous.
    """
    wanted = same_name(name)
    for label in labels:
        if same_name(label) == wanted:
            return (label,)
    cards = tuple(label for label, card in labels.items() if same_name(card) == wanted)
    if cards:
        return cards
    return tuple(label for label in labels if has_words(label, name))


def has_words(text: str, words: str) -> bool:
    """Whether some whole words stand one after another in a text."""
    return f" {_words(words)} " in f" {_words(text)} "


def _words(text: str) -> str:
    return " ".join(_WORD.findall(same_name(text)))


def option_label(option: Option, state: State) -> str:
    """How a scenario names an option: a creature by its label, a space by its number from the front."""
    if option.kind == "entity":
        return state[int(option.value)].label
    if option.kind == "place":
        return f"space {int(option.value) + 1}"
    if option.kind == "condition":
        return option.why
    value = str(option.value)
    return value.partition(" ")[2] if option.kind == "cooldown" and is_cooldown(value) else value


@frozen(slots=True)
class Asked:
    """A decision that was put to a player, with the labels of its options at that moment."""

    decision: Decision
    labels: tuple[str, ...]


@frozen(slots=True, eq=False)
class After:
    """The table after a step. `ctx` looks at it with the eyes of nobody; `following` is who is next and the result."""

    ruleset: Ruleset
    library: Library
    ctx: Context
    before: State
    log: tuple[Logged, ...]  # of this step
    history: tuple[Logged, ...]  # of the whole scenario
    asked: tuple[Asked, ...]
    following: tuple[int | None, str | None]

    @property
    def state(self) -> State:
        """How things stand now."""
        return self.ctx.state

    def who(self, name: str) -> int:
        """The creature of that name; raises `UnknownName` when there is none or more than one."""
        return find(self.state, self.ruleset, name)

    def label(self, who: int) -> str:
        """What a creature is called."""
        return self.state[who].label

    def events(self, kind: type[E]) -> list[E]:
        """The events of that kind, as they came out."""
        return [logged.event for logged in self.log if isinstance(logged.event, kind)]

    def originally(self, kind: type[E]) -> list[E]:
        """The events of that kind, as they were before any rule changed them."""
        first = [logged.replaced or logged.event for logged in self.log]
        return [event for event in first if isinstance(event, kind)]

    def offered(self, who: int, verb: str) -> tuple[str, ...]:
        """The labels that a creature was offered when it had to use, target or choose something."""
        found: list[str] = []
        for asked in self.asked:
            if asked.decision.actor in (who, None) and (asked.decision.kind in self._uses()) == (verb == "use"):
                found.extend(asked.labels)
        return tuple(found)

    def _uses(self) -> tuple[str, ...]:
        """The kinds of decision in which somebody chooses what to use."""
        return self.ruleset.staging.answers.get("uses", ()) if self.ruleset.staging is not None else ()

    def fate(self, who: int) -> str:
        """Where somebody is: "in the battle", "hidden" (in it, but in no line), or how it went: "dead", "left", ..."""
        return fate(self.state, self.ruleset, self.history, who)

    def standing(self, who: int) -> str:
        """Where somebody is and what it has left, for a message."""
        left = f"it has {self.state[who].count(self.ruleset.life)} {self.ruleset.life}"
        found = self.fate(who)
        for zone in self.state.zones:
            row = self.state.zone(zone)
            if who in row and who in self.ruleset.board(self.state):
                return f"{left} and stands at space {row.index(who) + 1} of the {zone}"
        fates = self.ruleset.staging.fates if self.ruleset.staging is not None else ()
        return f"it is {found}, {left}" if found in ("hidden", "dead", "replaced", *fates) else f"it has {found}, {left}"

    def changes(self) -> list[str]:
        """What is other than before: lines, counters that cards know, conditions, rules that wait."""
        now, was = self.state, self.before
        told = []
        for zone in sorted({*now.zones, *was.zones}):
            if now.zone(zone) != was.zone(zone):
                names = ", ".join(self.label(i) for i in now.zone(zone))
                told.append(f"{zone}: {names or 'nobody'}")
        for who, entity in now.entities.items():
            old = was.entities.get(who)
            for name in sorted({*entity.counters, *(old.counters if old is not None else ())}):
                counts = name in self.ruleset.counters or is_cooldown(name) or name.startswith("stat ")
                before = old.count(name) if old is not None else 0
                if counts and entity.count(name) != before:
                    told.append(f"{entity.label}: {name} {before} -> {entity.count(name)}")
            if old is not None and entity.conditions != old.conditions:
                told.append(f"{entity.label}: {', '.join(c.name for c in entity.conditions) or 'no conditions'}")
        owned = [n for n in sorted({*now.counters, *was.counters}) if n.startswith(tuple(self.ruleset.purses))]
        changed = [name for name in owned if now.count(name) != was.count(name)]
        told.extend(f"{name}: {was.count(name)} -> {now.count(name)}" for name in changed)
        if len(now.waiting) != len(was.waiting):
            told.append(f"rules that wait: {len(was.waiting)} -> {len(now.waiting)}")
        return told


def creatures(state: State, ruleset: Ruleset) -> dict[str, str]:
    """The label of every creature that is or was in play, with the name of its card."""
    return {e.label: e.definition for e in state.entities.values() if ruleset.is_creature(e.kind, e.counters)}


def find(state: State, ruleset: Ruleset, name: str) -> int:
    """The creature that a name means; raises `UnknownName` when there is none or more than one."""
    labels = creatures(state, ruleset)
    meant = creature_of(name, labels)
    if len(meant) != 1:
        if meant:
            raise UnknownName(f"'{name}' can mean {' or '.join(meant)}: write the whole name")
        raise UnknownName(f"nobody called '{name}' has come into play; there are {', '.join(labels)}")
    everybody = (e for e in state.entities.values() if ruleset.is_creature(e.kind, e.counters))
    return next(e.id for e in everybody if e.label == meant[0])


def fate(state: State, ruleset: Ruleset, log: tuple[Logged, ...], who: int) -> str:
    """See `After.fate`; the log has to reach back to the start."""
    if who in ruleset.board(state):
        return "in the battle"
    if who in ruleset.order(state):
        return "hidden"
    for logged in reversed(log):
        event = logged.event
        if isinstance(event, EntityRemoved) and event.who == who:
            return "dead" if event.reason == "died" else event.reason
    where = state.where(who)
    return where if where is not None and ruleset.staging is not None and where in ruleset.staging.fates else "gone"
