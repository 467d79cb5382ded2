"""The card of a delve: lettered entries, each with its scene, what happens right away, enemies, features and passages.

Every block of an entry becomes an ability of the delve's card, called by its letter and its name, so that the log tells
which sentence of which entry was carried out. Source: Marching Order, Reading a Delve Entry. Ruling: MO-168.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from attrs import field, frozen

from dicecrawl.core.definitions import Ability
from dicecrawl.core.nodes import CardLookup, CreatureNames, Declaration, Effect, Entry, Fault, Node, Span, Test, node
from dicecrawl.effects.cards import Flavour, OnlyIf

RIGHT_AWAY, AFTER_BATTLE, FEATURE = "right away", "after battle", "feature"


def block_name(letter: str, name: str) -> str:
    """How a block of an entry is called among the abilities of the delve."""
    return f"{letter}: {name}"


@frozen(slots=True)
class Thing:
    """A feature of an entry: something to do there, once unless it can be done at any time."""

    name: str
    again: bool
    guard: Test | None


@frozen(slots=True)
class Way:
    """A passage to another entry."""

    label: str
    to: str
    guard: Test | None
    span: Span = field(eq=False, repr=False)


@frozen(slots=True)
class EntryCard:
    """One entry as it is played. `foes` are card names in the order of the line, `etn` the number to escape."""

    letter: str
    title: str
    text: str
    part_of: str | None
    dark: int
    foes: tuple[str, ...]
    etn: int
    right_away: bool
    after_battle: bool
    things: tuple[Thing, ...]
    ways: tuple[Way, ...]
    span: Span = field(eq=False, repr=False)


@node
class Delve(Declaration):
    """An adventure of lettered entries; it begins at the first one."""

    kind: ClassVar[str] = "delve"
    items: tuple[Node, ...] = ()


@node
class Part(Entry):
    """A line or headed block of an entry."""


@node
class PartOf(Part):
    """The entry is a part of another one: coming back from it costs no light. Ruling: MO-166."""

    letter: str


@node
class Dark(Part):
    """So many torch boxes are marked on coming here; 1 if no number is said. Ruling: MO-166."""

    boxes: int = 1

    def faults(self, card: CardLookup) -> Iterator[Fault]:
        if self.boxes < 1:
            yield Fault("E190", "a dark entry costs at least one torch box", "leave the line out for a lit one")


@node
class Foe(Node):
    """So many enemies of a name."""

    number: int | None
    name: CreatureNames

    def faults(self, card: CardLookup) -> Iterator[Fault]:
        if self.number is not None and self.number < 1:
            yield Fault("E191", f"there must be at least one {self.name.text}", "leave it out, or write 1 or more")

    def names(self) -> tuple[str, ...]:
        """The enemies one by one."""
        return (self.name.text,) * (1 if self.number is None else self.number)


@node
class Fight(Part):
    """The enemies, front to back, and the number to escape from them."""

    foes: tuple[Foe, ...]
    etn: int


@node
class RightAway(Part):
    """What happens on coming here for the first time; "you" is the Rogue in front. On a whole card: on entering a delve."""

    block: Effect

    def write(self, card: Any) -> None:
        card.abilities.append(Ability(RIGHT_AWAY, RIGHT_AWAY, self.block, span=self.span))


@node
class AfterBattle(Part):
    """What happens when the battle of this entry has been won for the first time; "you" is the Rogue in front."""

    block: Effect


@node
class Feature(Part):
    """Something that the party may do here; "you" is the Rogue who does it. Ruling: MO-169, MO-180."""

    name: str
    anytime: str | None
    guard: OnlyIf | None
    block: Effect


@node
class Passage(Part):
    """A way to another entry."""

    label: str
    to: str
    guard: OnlyIf | None


@node
class Room(Entry):
    """One lettered entry of a delve."""

    several: ClassVar[bool] = True
    letter: str
    title: str | None
    parts: tuple[Node, ...]

    def faults(self, card: CardLookup) -> Iterator[Fault]:
        once: dict[type, Node] = {}
        names: dict[str, Node] = {}
        for part in self.parts:
            if isinstance(part, Feature):
                first = names.setdefault(part.name, part)
                what = f"entry {self.letter} has two features called '{part.name}'"
            elif isinstance(part, Passage):
                continue
            else:
                first, what = once.setdefault(type(part), part), f"this line stands twice in entry {self.letter}"
            if first is not part:
                yield Fault("E111", what, "the second one", at=part.span, also=first.span, also_label="the first one")

    def write(self, card: Any) -> None:
        rooms: dict[str, EntryCard] = card.fields.setdefault("entries", {})
        card.fields.setdefault("entry list", []).append(self)
        text, part_of, dark, etn = "", None, 0, 0
        foes: tuple[str, ...] = ()
        right_away = after_battle = False
        things: list[Thing] = []
        ways: list[Way] = []
        for part in self.parts:
            if isinstance(part, Flavour):
                text = part.text
            elif isinstance(part, PartOf):
                part_of = part.letter
            elif isinstance(part, Dark):
                dark = part.boxes
            elif isinstance(part, Fight):
                foes, etn = tuple(name for foe in part.foes for name in foe.names()), part.etn
            elif isinstance(part, RightAway):
                right_away = True
                self._add(card, RIGHT_AWAY, RIGHT_AWAY, part.block, part.span)
            elif isinstance(part, AfterBattle):
                after_battle = True
                self._add(card, AFTER_BATTLE, AFTER_BATTLE, part.block, part.span)
            elif isinstance(part, Feature):
                things.append(Thing(part.name, part.anytime is not None, part.guard.test if part.guard else None))
                self._add(card, FEATURE, part.name, part.block, part.span)
            elif isinstance(part, Passage):
                ways.append(Way(part.label, part.to, part.guard.test if part.guard else None, part.span))
        rooms.setdefault(
            self.letter,
            EntryCard(
                self.letter, self.title or "", text, part_of, dark, foes, etn,
                right_away, after_battle, tuple(things), tuple(ways), self.span,
            ),
        )  # fmt: skip

    def _add(self, card: Any, kind: str, name: str, block: Effect, span: Span) -> None:
        card.abilities.append(Ability(kind, block_name(self.letter, name), block, span=span))


@node
class StandsForMark(Entry):
    """The item is used up in place of marking one torch box of the party. Ruling: MO-151."""

    def write(self, card: Any) -> None:
        card.fields["stands for a mark"] = True
