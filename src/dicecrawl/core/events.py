"""The closed list of things that can happen; applying an event is the only way in which the state changes.

An event is a fact in the past tense with ids and numbers, never prose. `apply` writes it into a state and returns the
event as it really came out (a heal that stopped at the maximum says so). Applying the events of a log in turn to the
state the game started from gives every state it went through.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import Any, ClassVar

import attrs
from attrs import field, frozen

from dicecrawl.core.state import Cause, Condition, Entity, State, Step, Waiting, sealed, write

__all__ = ["EVENTS", "Cause", "Event", "Logged"]

NO_CAUSE = Cause()
"""The cause of what no sentence of a card does."""


@frozen(slots=True)
class Event:
    """Something that happened."""

    rewrites: ClassVar[bool] = False  # whether the rules in force may be others afterwards

    def apply(self, state: State) -> Event:
        """Write it into the state; returns what really happened."""
        return self


@frozen(slots=True)
class Logged:
    """An event with the sentence that caused it and, when a replacement changed it, the event it replaced."""

    event: Event
    cause: Cause
    replaced: Event | None = None


@frozen(slots=True)
class StepEnded(Event):
    """A phase ended and `following` is next (None: the game is over)."""

    phase: str
    who: int | None = None
    following: Step | None = None

    def apply(self, state: State) -> Event:
        write(state, "step", self.following)
        return self


@frozen(slots=True)
class TurnBegan(Event):
    """A turn began, number `turn` of the game, in this `round`.

    The game's counters "turn" and "turn of" and the creature's own "acted" say so.
    """

    who: int
    turn: int
    round: int

    def apply(self, state: State) -> Event:
        write(state, "counters", MappingProxyType({**state.counters, "turn": self.turn, "turn of": self.who}))
        entity = state[self.who]
        write(entity, "counters", MappingProxyType({**entity.counters, "acted": self.round}))
        return self


@frozen(slots=True)
class TurnEnded(Event):
    """A turn ended; the counter "turn of" is 0 until the next one."""

    who: int

    def apply(self, state: State) -> Event:
        write(state, "counters", MappingProxyType({**state.counters, "turn of": 0}))
        return self


@frozen(slots=True)
class Answered(Event):
    """A seat (None: chance decides for nobody's creature) chose `picks` among the options of a decision."""

    seat: int | None
    kind: str
    picks: tuple[int | str, ...]


@frozen(slots=True)
class DiceRolled(Event):
    """One die fell: the face that counts, and the natural one before any reroll. `why` says what for."""

    who: int | None
    sides: int
    face: int
    natural: int
    why: str


@frozen(slots=True)
class CheckBegan(Event):
    """A roll was called for and its die not yet thrown; `roller` is None for a roll that nobody makes."""

    roller: int | None
    stat: str | None
    attack: bool
    target: int | None
    bonus: int = 0  # what rules that came before the die added to it


@frozen(slots=True)
class CheckMade(Event):
    """A roll came to `total` against `number`; ties succeed. The margin of an attack is its base damage.

    `thrown` is the part of the total that the dice gave, `exploding` the natural faces that were rolled again and added,
    `action` says whether it was made in its roller's action. A roll without a number is an amount and cannot fail.
    """

    roller: int | None
    stat: str | None
    attack: bool
    target: int | None
    natural: int
    total: int
    number: int | None
    thrown: int = 0
    exploding: tuple[int, ...] = ()
    action: bool = False

    @property
    def success(self) -> bool:
        """Whether the total reached the number."""
        return self.number is None or self.total >= self.number

    @property
    def margin(self) -> int:
        """Total minus number; negative when it failed."""
        return self.total - (self.number or 0)


@frozen(slots=True)
class Targeted(Event):
    """An ability of `actor` is aimed at `target`; `index` counts the aims of one sentence from 0.

    `halts` says that a rule ended the actor's acting at this moment.
    """

    actor: int
    target: int
    attack: bool
    purpose: str  # "negative", "beneficial" or "neutral"
    index: int = 0
    halts: bool = False


@frozen(slots=True)
class ActionStarted(Event):
    """`who` began to carry out an ability ("action", "reaction", "trait", ...)."""

    who: int
    ability: str
    kind: str


@frozen(slots=True)
class StatChanged(Event):
    """A stat went up or down by a number until something restores it."""

    who: int
    stat: str
    by: int
    rewrites: ClassVar[bool] = True

    def apply(self, state: State) -> Event:
        _count(state[self.who], f"stat {self.stat}", self.by, None)
        return self


@frozen(slots=True)
class DamageDealt(Event):
    """Damage reached a target: `base` before any change, `amount` in the end; its counter stops at 0."""

    dealer: int | None
    target: int
    base: int
    amount: int
    counter: str
    attack: bool = False

    def apply(self, state: State) -> Event:
        if self.amount > 0:
            _count(state[self.target], self.counter, -self.amount, 0)
        return self


@frozen(slots=True)
class CounterChanged(Event):
    """A counter changed by `applied`, where `by` was asked for. `who` is an entity, or None for one of the game.

    It stops at `floor` (None: no floor) and, unless `over` says otherwise, at the entity's limit for that counter, which
    a counter called "limit" and its name raises.
    """

    who: int | None
    counter: str
    by: int
    applied: int = 0
    floor: int | None = 0
    over: bool = False

    def apply(self, state: State) -> Event:
        if self.who is None:
            now = state.count(self.counter)
            new = now + self.by if self.floor is None else max(self.floor, now + self.by)
            write(state, "counters", MappingProxyType({**state.counters, self.counter: new}))
            applied = new - now
        else:
            applied = _count(state[self.who], self.counter, self.by, self.floor, self.over)
        return CounterChanged(self.who, self.counter, self.by, applied, self.floor, self.over)


@frozen(slots=True)
class TagChanged(Event):
    """A tag or a known ability was put on or taken off: `field` is "tags" or "cards"."""

    who: int
    field: str
    name: str
    on: bool
    rewrites: ClassVar[bool] = True

    def apply(self, state: State) -> Event:
        entity = state[self.who]
        kept = tuple(name for name in getattr(entity, self.field) if name != self.name)
        write(entity, self.field, (*kept, self.name) if self.on else kept)
        return self


@frozen(slots=True)
class ConditionGained(Event):
    """A creature has a condition, new or renewed: `condition` is how it stands now."""

    who: int
    condition: Condition
    renewed: bool = False
    rewrites: ClassVar[bool] = True

    def apply(self, state: State) -> Event:
        new = attrs.evolve(self.condition, age=_serial(state, self.condition.age))
        entity = state[self.who]
        renewed = any(c.age == new.age for c in entity.conditions)
        others = tuple(c for c in entity.conditions if c.age != new.age)
        write(entity, "conditions", tuple(sorted((*others, new), key=lambda c: c.age)))
        return attrs.evolve(self, condition=new, renewed=renewed)


@frozen(slots=True)
class ConditionTicked(Event):
    """A condition counted down, or remembers something; `condition` is how it stands now."""

    who: int
    condition: Condition

    def apply(self, state: State) -> Event:
        entity = state[self.who]
        changed = tuple(self.condition if c.age == self.condition.age else c for c in entity.conditions)
        write(entity, "conditions", changed)
        write(state, "version", state.version + 1)
        return self


@frozen(slots=True)
class ConditionEnded(Event):
    """A condition left a creature; `reason` is "time", "removed", "used", "battle" or "death"."""

    who: int
    condition: Condition
    reason: str
    rewrites: ClassVar[bool] = True

    def apply(self, state: State) -> Event:
        entity = state[self.who]
        write(entity, "conditions", tuple(c for c in entity.conditions if c.age != self.condition.age))
        return self


def _fields(entity: Entity) -> tuple[Any, ...]:
    """What an entity is, for comparing logs; in play an entity is itself whatever it has become."""
    return attrs.astuple(entity, recurse=False)


@frozen(slots=True)
class EntityAdded(Event):
    """A new entity entered a zone at an index (None: the end). Its id is given when it enters."""

    entity: Entity = field(eq=_fields, hash=False)
    zone: str
    index: int | None = None
    rewrites: ClassVar[bool] = True

    def apply(self, state: State) -> Event:
        entity = attrs.evolve(self.entity, id=self.entity.id or state.next_id)  # a shell of the state's own
        write(state, "next_id", max(state.next_id, entity.id + 1))
        write(state, "entities", sealed({**state.entities, entity.id: entity}))
        _place(state, entity.id, self.zone, self.index)
        return attrs.evolve(self, entity=attrs.evolve(entity))


@frozen(slots=True)
class EntityMoved(Event):
    """An entity stands at an index of a zone (None: its end); `side` says for whom it now fights, if that changed."""

    who: int
    zone: str
    index: int | None
    reason: str
    side: str | None = None
    mover: int | None = None  # whose doing it was
    rewrites: ClassVar[bool] = True

    def apply(self, state: State) -> Event:
        _place(state, self.who, self.zone, self.index)
        if self.side is not None:
            write(state[self.who], "side", self.side)
        return self


@frozen(slots=True)
class ZoneArranged(Event):
    """A zone has a new order of the same entities: shuffled, reversed, or two that changed places."""

    zone: str
    order: tuple[int, ...]
    reason: str
    movers: tuple[int, ...] = ()
    rewrites: ClassVar[bool] = True

    def apply(self, state: State) -> Event:
        write(state, "zones", sealed({**state.zones, self.zone: self.order}))
        return self


@frozen(slots=True)
class EntityRemoved(Event):
    """An entity left play for the zone `to`; `reason` is "died", "escaped", "left", "replaced", "used".

    One that died loses its conditions, unless it `keeps` them, and every rule that it had set up for later.
    """

    who: int
    reason: str
    to: str
    keeps: bool = False
    rewrites: ClassVar[bool] = True

    def apply(self, state: State) -> Event:
        _place(state, self.who, self.to, None)
        if self.reason == "died":
            if not self.keeps:
                write(state[self.who], "conditions", ())
            write(state, "waiting", tuple(w for w in state.waiting if w.owner != self.who))
        return self


@frozen(slots=True)
class EntityForgotten(Event):
    """Something that had left play is no part of the game any more: nothing remembers it, and no rule asks after it."""

    who: int
    rewrites: ClassVar[bool] = True

    def apply(self, state: State) -> Event:
        write(state, "zones", sealed({name: tuple(i for i in ids if i != self.who) for name, ids in state.zones.items()}))
        write(state, "entities", sealed({i: entity for i, entity in state.entities.items() if i != self.who}))
        write(state, "waiting", tuple(w for w in state.waiting if w.owner != self.who))
        for entity in state.entities.values():
            if any(condition.cause == self.who for condition in entity.conditions):
                freed = tuple(attrs.evolve(c, cause=None) if c.cause == self.who else c for c in entity.conditions)
                write(entity, "conditions", freed)
        return self


@frozen(slots=True)
class RuleSet(Event):
    """A rule for later was set up."""

    waiting: Waiting
    rewrites: ClassVar[bool] = True

    def apply(self, state: State) -> Event:
        new = attrs.evolve(self.waiting, serial=_serial(state, self.waiting.serial))
        write(state, "waiting", (*state.waiting, new))
        return attrs.evolve(self, waiting=new)


@frozen(slots=True)
class RuleLifted(Event):
    """A rule that was set up for later is over."""

    waiting: Waiting
    rewrites: ClassVar[bool] = True

    def apply(self, state: State) -> Event:
        write(state, "waiting", tuple(w for w in state.waiting if w.serial != self.waiting.serial))
        return self


@frozen(slots=True)
class Announced(Event):
    """A fact for whoever reads the log, with no change of its own except `result`, which ends the game."""

    what: str
    who: int | None = None
    number: int | None = None
    word: str = ""

    def apply(self, state: State) -> Event:
        if self.what == "result":
            write(state, "result", self.word)
        return self


def _serial(state: State, given: int) -> int:
    """A serial number: the one it has, or else (0) the next."""
    number = given or state.next_serial
    write(state, "next_serial", max(state.next_serial, number + 1))
    return number


def _count(entity: Entity, counter: str, by: int, floor: int | None, over: bool = False) -> int:
    now = entity.counters.get(counter, 0)
    new = now + by
    limit = entity.limits.get(counter)
    if limit is not None and by > 0 and not over:
        limit += entity.counters.get(f"limit {counter}", 0)
        new = max(now, min(new, limit))
    if floor is not None and by < 0:
        new = min(now, max(new, floor))
    if new != now or counter not in entity.counters:
        write(entity, "counters", MappingProxyType({**entity.counters, counter: new}))
    return new - now


def _place(state: State, who: int, zone: str, index: int | None) -> None:
    zones: dict[str, tuple[int, ...]] = {
        name: tuple(i for i in ids if i != who) if who in ids else ids for name, ids in state.zones.items()
    }
    there = zones.get(zone, ())
    at = len(there) if index is None else max(0, min(index, len(there)))
    zones[zone] = (*there[:at], who, *there[at:])
    write(state, "zones", MappingProxyType(zones))


EVENTS: tuple[type[Event], ...] = tuple(
    sorted((c for c in Event.__subclasses__() if globals().get(c.__name__) is c), key=lambda c: c.__name__)
)  # attrs makes a slotted class anew, and the first one may live on among the subclasses

WRITING = frozenset(cls for cls in EVENTS if cls.apply is not Event.apply)
"""The events that write into the state; after the others every answer stays what it was."""


def bump(state: State) -> None:
    """Note that the rules in force may have changed."""
    write(state, "version", state.version + 1)


def event_fields(event: Event) -> dict[str, Any]:
    """The fields of an event by name, for readers of logs."""
    return {f.name: getattr(event, f.name) for f in attrs.fields(type(event))}
