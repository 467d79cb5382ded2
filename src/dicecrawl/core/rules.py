"""Standing rules: the three kinds there are, and the order in which their owners are asked.

- A `Modifier` changes the answer to a question.
- A `Replacement` changes an event before it happens. It is offered an event once, and never the events it causes.
- A `Trigger` follows an event. Those that answer a blow wait until the blow and its riders are done (MO-75).

Owners are asked in the order the ruleset states: the active side first, front to back, each card's own rules before its
conditions, older conditions before newer, and rules set up for later at the end.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

from attrs import define, field, frozen

from dicecrawl.core.events import Event
from dicecrawl.core.nodes import Standing, node
from dicecrawl.core.questions import Change, Question

if TYPE_CHECKING:
    from dicecrawl.core.context import Context
    from dicecrawl.core.definitions import Ability, Library
    from dicecrawl.core.ruleset import Ruleset
    from dicecrawl.core.state import Condition, State, Waiting


@node
class Modifier(Standing):
    """A rule that changes an answer."""

    def asks(self) -> tuple[type[Question], ...]:
        """The questions it may bear on."""
        return ()

    def change(self, ctx: Context, question: Any) -> Change | None:
        """What it does to this one; None: nothing."""
        return None

    def lasting(self) -> bool:
        """Whether what it does can only change when somebody moves, comes, goes or a rule in force changes."""
        return False


@node
class Replacement(Standing):
    """A rule that changes an event before it happens."""

    def before(self) -> tuple[type[Event], ...]:
        """The events it may be offered."""
        return ()

    def replace(self, ctx: Context, event: Any) -> Event | None:
        """The event that happens in its place: the same one, another, or None for nothing."""
        return event  # type: ignore[no-any-return]


@node
class Trigger(Standing):
    """A rule that follows an event."""

    def after(self) -> tuple[type[Event], ...]:
        """The events it may follow."""
        return ()

    def waits(self) -> bool:
        """Whether it waits until the blow under way and its riders are done."""
        return False

    def follow(self, ctx: Context, event: Any) -> None:
        """Do what follows, if this event is meant."""


@frozen(slots=True, eq=False)
class Bearing:
    """A rule in force: who bears it, by which card, and through which condition, ability or waiting effect."""

    owner: int
    rule: Standing
    definition: str
    condition: Condition | None = None
    ability: Ability | None = None
    waiting: Waiting | None = None
    card: int | None = None  # the entity that is the card itself, where that is not the owner (an item)

    @property
    def identity(self) -> tuple[int, int, int]:
        """What stays the same while the rule is in force."""
        return (self.owner, id(self.rule), self.condition.age if self.condition else self.card or 0)


@define(slots=True)
class RuleBook:
    """Every rule in force, sorted by what it bears on; made anew when the state's `version` has moved.

    `placed` says that the answers to the ruleset's lasting questions stay the same until then.
    """

    version: int = -1
    placed: bool = False
    modifiers: dict[type, list[Bearing]] = field(factory=dict)
    replacements: dict[type, list[Bearing]] = field(factory=dict)
    triggers: dict[type, list[Bearing]] = field(factory=dict)
    owned: dict[int, Owned] = field(factory=dict)  # the rules of each owner, as long as its cards stay the same

    def refresh(self, state: State, ruleset: Ruleset, library: Library) -> None:
        """Bring it up to the state."""
        if self.version == state.version:
            return
        self.version = state.version
        self.modifiers, self.replacements, self.triggers = {}, {}, {}
        owned: dict[int, Owned] = {}
        for bearing in bearings(state, ruleset, library, self.owned, owned):
            rule = bearing.rule
            if isinstance(rule, Modifier):
                for question in rule.asks():
                    self.modifiers.setdefault(question, []).append(bearing)
            elif isinstance(rule, Replacement):
                for event in rule.before():
                    self.replacements.setdefault(event, []).append(bearing)
            elif isinstance(rule, Trigger):
                for event in rule.after():
                    self.triggers.setdefault(event, []).append(bearing)
        self.owned = owned
        bearing_on = (bearing.rule for kind in ruleset.lasting for bearing in self.modifiers.get(kind, ()))
        self.placed = bool(ruleset.lasting) and all(isinstance(rule, Modifier) and rule.lasting() for rule in bearing_on)


Owned: TypeAlias = "tuple[str, tuple[int, ...], tuple[Condition, ...], list[Bearing]]"
"""The card of an owner, the items it carries, its conditions, and the rules that it bears through them."""


def bearings(
    state: State, ruleset: Ruleset, library: Library, before: Mapping[int, Owned], owned: dict[int, Owned]
) -> Iterator[Bearing]:
    """Every rule in force, in the order in which owners are asked; those of the game itself come last.

    `before` are the rules of each owner as last seen, `owned` takes them as they are now.
    """
    for who in ruleset.order(state):
        entity, items = state.entities[who], ruleset.carried(state, who)
        known = before.get(who)
        same = known is not None and known[0] == entity.definition and known[1] == items and known[2] is entity.conditions
        if known is None or not same:
            known = (entity.definition, items, entity.conditions, list(_borne(state, library, who, items)))
        owned[who] = known
        yield from known[3]
    for waiting in state.waiting:
        yield Bearing(waiting.owner, library.waiting_rule(waiting), waiting.definition, waiting=waiting)
    for rule in ruleset.rules(state):
        yield Bearing(0, rule, ruleset.title)


def _borne(state: State, library: Library, who: int, items: tuple[int, ...]) -> Iterator[Bearing]:
    entity = state[who]
    card = library.get(entity.kind, entity.definition)
    for rule, ability in card.standing:
        yield Bearing(who, rule, card.name, ability=ability)
    for item in items:
        held = library.get(state[item].kind, state[item].definition)
        for rule in held.rules:
            yield Bearing(who, rule, held.name, card=item)
    for condition in entity.conditions:
        for rule in library.get("condition", condition.name).rules:
            yield Bearing(who, rule, condition.name, condition=condition)


def fold(question: Question, base: Any, changes: list[Change], order: tuple[str, ...], halve: Any) -> Any:
    """The answer after all changes."""
    if question.sort == "yes":
        ops = {change.op for change in changes}
        return "forbid" not in ops and (bool(base) or "allow" in ops)
    if question.sort == "set":
        kept = list(base)
        for change in changes:
            if change.op == "add":
                kept.extend(v for v in change.value if v not in kept)
        for change in changes:
            if change.op == "remove":
                kept = [v for v in kept if v not in change.value]
            elif change.op == "only":
                kept = [v for v in kept if v in change.value]
        return tuple(kept)
    answer = base
    for op in order:
        for change in changes:
            if change.op == op:
                answer = _apply(op, answer, change.value, halve)
    if question.least is not None and answer is not None:
        answer = max(question.least, answer)
    return answer


def _apply(op: str, answer: int, value: Any, halve: Any) -> int:
    if op == "set":
        return int(value)
    if op == "add":
        return answer + int(value)
    if op == "times":
        return answer * int(value)
    if op == "halve":
        return int(halve(answer))
    return answer - int(value)
