"""What is true now: entities, ordered zones, counters and conditions, as plain data linked by id.

Everything here is frozen: rules read it, and only the events of `events` write it, through `write`. Inside are tuples,
numbers, text and read-only mappings, so a clone copies the outer shells and shares the rest safely.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from attrs import field, frozen

from dicecrawl.core.nodes import Span

NOTHING: Mapping[str, int] = MappingProxyType({})


def sealed(values: Mapping[Any, Any]) -> Mapping[Any, Any]:
    """A read-only copy that keeps the order."""
    return MappingProxyType(dict(values))


@frozen(slots=True)
class Condition:
    """A status on an entity.

    `strength` is its X, `dice` the turns left (None: it does not count down), `last` says that its die is off and it
    ends with this turn, `age` orders conditions by when they were first gained, `turn` is the serial number of the turn
    in which it was gained, `memory` a number it has to keep (the place that was left).
    """

    name: str
    strength: int | None = None
    dice: int | None = None
    cause: int | None = None
    age: int = 0
    turn: int = 0
    last: bool = False
    memory: int | None = None


@frozen(slots=True, eq=False)
class Entity:
    """One thing in play: a creature, an item, a card. `side` is the one it fights for now, `home` the one it came with.

    `counters` hold pips, boxes, coins and cooldown dice by name; `limits` the highest value of those that have one.
    `cards` are the names of the abilities it knows; `seat` is the player who decides for it, None for nobody.
    """

    id: int
    kind: str
    definition: str
    label: str
    side: str
    home: str
    seat: int | None = None
    counters: Mapping[str, int] = NOTHING
    limits: Mapping[str, int] = NOTHING
    tags: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    conditions: tuple[Condition, ...] = ()

    def count(self, counter: str) -> int:
        """The value of a counter, 0 when it has none."""
        return self.counters.get(counter, 0)

    def condition(self, name: str) -> Condition | None:
        """The oldest condition of that name it has, or None."""
        for condition in self.conditions:
            if condition.name == name:
                return condition
        return None


@frozen(slots=True)
class Step:
    """Where play stands: the phase to run next, for whom, and how often it has run this turn."""

    phase: str
    who: int | None = None
    number: int = 0


@frozen(slots=True)
class Waiting:
    """A rule that an effect has set up for later, kept by the key of its sentence.

    It belongs to `owner`, ends when `until` comes ("used", "turn", "next turn", "battle") and remembers the turn in
    which it was made and whom it was about.
    """

    key: str
    owner: int
    until: str
    turn: int
    they: tuple[int, ...] = ()
    strength: int | None = None
    serial: int = 0
    definition: str = ""


@frozen(slots=True, eq=False)
class State:
    """A whole game at one moment."""

    game: str
    entities: Mapping[int, Entity] = field(factory=lambda: sealed({}))
    zones: Mapping[str, tuple[int, ...]] = field(factory=lambda: sealed({}))
    counters: Mapping[str, int] = field(factory=lambda: sealed({}))
    step: Step | None = None
    waiting: tuple[Waiting, ...] = ()
    next_id: int = 1
    next_serial: int = 1
    result: str | None = None
    version: int = 0  # goes up whenever the rules in force may have changed

    def __getitem__(self, who: int) -> Entity:
        return self.entities[who]

    def count(self, counter: str) -> int:
        """A counter of the whole game, 0 when it was never set."""
        return self.counters.get(counter, 0)

    def zone(self, name: str) -> tuple[int, ...]:
        """The ids in a zone, in order; an unknown zone is empty."""
        return self.zones.get(name, ())

    def where(self, who: int) -> str | None:
        """The name of the zone that holds `who`, None when it is in none."""
        for name, ids in self.zones.items():
            if who in ids:
                return name
        return None

    def clone(self) -> State:
        """A copy that shares nothing which can change."""
        return State(
            self.game,
            MappingProxyType({who: copied(entity) for who, entity in self.entities.items()}),
            self.zones,
            self.counters,
            self.step,
            self.waiting,
            self.next_id,
            self.next_serial,
            self.result,
            self.version,
        )


def copied(entity: Entity) -> Entity:
    """A second shell around the same frozen insides."""
    return Entity(
        entity.id,
        entity.kind,
        entity.definition,
        entity.label,
        entity.side,
        entity.home,
        entity.seat,
        entity.counters,
        entity.limits,
        entity.tags,
        entity.cards,
        entity.conditions,
    )


write = object.__setattr__  # the one way to change a frozen shell; only `events` may import it (a test holds this)


@frozen(slots=True)
class Cause:
    """Which sentence of which card made something happen, and whose card it was."""

    definition: str = ""
    span: Span = field(factory=Span)
    owner: int | None = None
