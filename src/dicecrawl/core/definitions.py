"""What a card says once it has been read: stats, tags, abilities and rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Protocol

from attrs import Factory, define, field, frozen

from dicecrawl.core.nodes import NOWHERE, Effect, Node, Span, Standing, Test

if TYPE_CHECKING:
    from dicecrawl.core.state import Waiting

NO_STATS: Mapping[str, int] = {}


@frozen(slots=True)
class Ability:
    """One headed part of a card: an action, reaction, trait, special or table row.

    `faces` are the die faces that call for it, `cooldown` the pips its die starts with (None: it has none), `trigger`
    the pattern of the event it answers, `guard` when alone it can be used, `block` what it does.
    """

    kind: str
    name: str
    block: Effect
    faces: tuple[int, ...] = ()
    cooldown: int | None = None
    basic: bool = False
    trigger: Node | None = None
    guard: Test | None = None
    span: Span = field(default=NOWHERE, eq=False, repr=False)


def _standing(card: Definition) -> tuple[tuple[Standing, Ability | None], ...]:
    """What holds while a card is in play: its rules, and the triggers of its abilities, each with its ability."""
    triggers = ((a.trigger, a) for a in card.abilities if isinstance(a.trigger, Standing))
    return (*((rule, None) for rule in card.rules), *triggers)


@frozen(slots=True)
class Definition:
    """A card. `kind` is its declaration word, `fields` what its other lines say (price, called, source, given by...)."""

    kind: str
    name: str
    stats: Mapping[str, int] = field(factory=dict)
    tags: tuple[str, ...] = ()
    abilities: tuple[Ability, ...] = ()
    rules: tuple[Standing, ...] = ()
    strength: bool = False  # whether it takes an [X]
    fields: Mapping[str, Any] = field(factory=dict)
    span: Span = field(default=NOWHERE, eq=False, repr=False)
    tree: Node | None = field(default=None, repr=False)
    standing: tuple[tuple[Standing, Ability | None], ...] = field(
        init=False, eq=False, repr=False, default=Factory(_standing, takes_self=True)
    )

    def of_kind(self, *kinds: str) -> Iterable[Ability]:
        """Its abilities of these kinds, in printed order."""
        return (a for a in self.abilities if a.kind in kinds)

    def ability(self, name: str) -> Ability | None:
        """The ability of that name, or None."""
        for ability in self.abilities:
            if ability.name == name:
                return ability
        return None


@define(slots=True)
class Draft:
    """A card while its lines are being read."""

    kind: str
    name: str
    span: Span
    stats: dict[str, int] = field(factory=dict)
    tags: list[str] = field(factory=list)
    abilities: list[Ability] = field(factory=list)
    rules: list[Standing] = field(factory=list)
    fields: dict[str, Any] = field(factory=dict)
    strength: bool = False

    def finish(self, tree: Node) -> Definition:
        """The card as it stays."""
        return Definition(
            self.kind,
            self.name,
            dict(self.stats),
            tuple(self.tags),
            tuple(self.abilities),
            tuple(self.rules),
            self.strength,
            dict(self.fields),
            self.span,
            tree,
        )


class Library(Protocol):
    """Where the core looks up cards and the sentences that wait."""

    @property
    def digest(self) -> str:
        """A short name for the content: the same texts have the same, whatever their files are called."""
        ...

    def get(self, kind: str, name: str) -> Definition:
        """The card of that kind and name; raises `UnknownName`."""
        ...

    def find(self, kind: str, name: str) -> Definition | None:
        """The card of that kind and name, however it is spelled, or which is also called so; None when there is none."""
        ...

    def all(self, kind: str) -> tuple[Definition, ...]:
        """Every card of a kind, by name."""
        ...

    def kinds(self) -> tuple[str, ...]:
        """The kinds of card there are."""
        ...

    def waiting_rule(self, waiting: Waiting) -> Standing:
        """The rule that a waiting effect set up."""
        ...
