"""The cards of Delve and their lines: adventurers with abilities, opponents with boxes, encounters, treasures, adventures."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, ClassVar

from dicecrawl.core.definitions import Ability
from dicecrawl.core.nodes import Amount, CardLookup, Declaration, Effect, Entry, Fault, Name, Names, Node, node
from dicecrawl.effects.amounts import Number
from dicecrawl.effects.change import ConditionRef
from dicecrawl.effects.flow import FaceRange, FacesFrom, OneFace, TwoFaces
from dicecrawl.games.delve.effects import OtherDie, OtherDieShows, purposes
from dicecrawl.games.delve.patterns import DicePattern
from dicecrawl.games.delve.words import BOXES, SIDES_OF_DIE

OpponentName = Annotated[Name, Names("opponent")]
AdventurerName = Annotated[Name, Names("adventurer")]
EncounterName = Annotated[Name, Names("encounter")]


@node
class Adventurer(Declaration):
    """An adventurer with its abilities."""

    kind: ClassVar[str] = "adventurer"
    items: tuple[Node, ...] = ()


@node
class Opponent(Declaration):
    """An opponent, or each of several that are alike."""

    kind: ClassVar[str] = "opponent"
    items: tuple[Node, ...] = ()


@node
class Encounter(Declaration):
    """What is met at one place of an adventure."""

    kind: ClassVar[str] = "encounter"
    items: tuple[Node, ...] = ()


@node
class Treasure(Declaration):
    """Something found, good or bad, that bends the rules from then on."""

    kind: ClassVar[str] = "treasure"
    items: tuple[Node, ...] = ()


@node
class Adventure(Declaration):
    """A play sheet: who goes, and what they meet in which order."""

    kind: ClassVar[str] = "adventure"
    items: tuple[Node, ...] = ()


# -- adventures -----------------------------------------------------------------------------------------------


@node
class Member(Node):
    """One of the party, with its boxes."""

    name: AdventurerName
    boxes: int

    def faults(self, card: CardLookup) -> Iterator[Fault]:
        yield from _no_boxes(self.name.text, self.boxes)


@node
class Party(Entry):
    """Who goes on the adventure."""

    members: tuple[Member, ...]

    def faults(self, card: CardLookup) -> Iterator[Fault]:
        names = [member.name.text for member in self.members]
        for at, member in enumerate(self.members):
            if member.name.text in names[:at]:
                yield Fault("E182", f"'{member.name.text}' is in the party twice", "name each adventurer once", at=member.span)

    def write(self, card: Any) -> None:
        card.fields["party"] = tuple((member.name.text, member.boxes) for member in self.members)


@node
class Encounters(Entry):
    """What the party meets, in order. Ruling: DV-52."""

    names: tuple[EncounterName, ...]

    def write(self, card: Any) -> None:
        card.fields["encounters"] = tuple(name.text for name in self.names)


# -- opponents and encounters ---------------------------------------------------------------------------------


@node
class Boxes(Entry):
    """The boxes of one such opponent. Ruling: DV-1 to DV-13."""

    boxes: int

    def faults(self, card: CardLookup) -> Iterator[Fault]:
        yield from _no_boxes("an opponent", self.boxes)

    def write(self, card: Any) -> None:
        card.stats[BOXES] = self.boxes


@node
class Group(Node):
    """So many opponents of a name; dice in the number are rolled when the encounter begins. Ruling: DV-53."""

    amount: Amount
    name: OpponentName

    def faults(self, card: CardLookup) -> Iterator[Fault]:
        if isinstance(self.amount, Number) and self.amount.number < 1:
            yield Fault("E183", f"there must be at least one of '{self.name.text}'", "leave them out, or write 1 or more")


@node
class Fight(Entry):
    """Whom the party fights."""

    groups: tuple[Group, ...]

    def write(self, card: Any) -> None:
        card.fields["fight"] = tuple((group.amount, group.name.text) for group in self.groups)


@node
class BeginsWith(Entry):
    """How many opponents are in the battle from the start; the others wait. Ruling: DV-54."""

    number: int
    noun: str

    def faults(self, card: CardLookup) -> Iterator[Fault]:
        if self.number < 1:
            yield Fault("E183", "nobody would be in the battle", "write 1 or more")

    def write(self, card: Any) -> None:
        card.fields["begins with"] = self.number


Faces = OneFace | FaceRange | FacesFrom | TwoFaces


def faces_of(faces: Faces) -> tuple[int, ...]:
    """The faces meant, each once."""
    return tuple(dict.fromkeys(faces.faces(SIDES_OF_DIE)))


def _no_faces(faces: Faces) -> Iterator[Fault]:
    meant = faces_of(faces)
    impossible = [face for face in meant if not 1 <= face <= SIDES_OF_DIE]
    if impossible or not meant:
        told = f"no die can show {impossible[0]}" if impossible else "no face of a die is meant by this"
        yield Fault("E180", told, f"write faces from 1 to {SIDES_OF_DIE}, the lower one first", at=faces.span)


def _no_boxes(what: str, boxes: int) -> Iterator[Fault]:
    if boxes < 1:
        yield Fault("E184", f"{what} would be out from the start", "write 1 box or more")


@node
class Hits(Entry):
    """The faces of the opponents' dice that hit."""

    faces: OneFace | FaceRange | FacesFrom | TwoFaces

    def faults(self, card: CardLookup) -> Iterator[Fault]:
        yield from _no_faces(self.faces)

    def write(self, card: Any) -> None:
        card.fields["hits"] = faces_of(self.faces)


@node
class Gives(Entry):
    """The faces of the opponents' dice that give an adventurer a condition, once for each die. Ruling: DV-41, DV-42."""

    what: ConditionRef
    faces: OneFace | FaceRange | FacesFrom | TwoFaces

    def faults(self, card: CardLookup) -> Iterator[Fault]:
        yield from _no_faces(self.faces)
        yield from self.what.faults_in_giving(card)

    def write(self, card: Any) -> None:
        card.fields["gives"] = (faces_of(self.faces), self.what)


# -- treasures and abilities ----------------------------------------------------------------------------------


@node
class Requires(Entry):
    """Who carries the treasure; its rules hold while that adventurer lives. Ruling: DV-45."""

    who: AdventurerName

    def write(self, card: Any) -> None:
        card.fields["requires"] = self.who.text


@node
class DiceAbility(Entry):
    """What an adventurer does with dice of a pattern."""

    name: Name
    needs: DicePattern
    block: Effect

    def faults(self, card: CardLookup) -> Iterator[Fault]:
        if not self.needs.wants_spare:
            for node in self.block.walk():
                if isinstance(node, OtherDie | OtherDieShows):
                    advice = "add 'and another die' to what it needs"
                    yield Fault("E185", "this ability has no other die", advice, at=node.span)

    def ability_name(self) -> Name | None:
        return self.name

    def write(self, card: Any) -> None:
        card.abilities.append(Ability("ability", self.name.text, self.block, trigger=self.needs, span=self.span))
        card.fields.setdefault("purposes", {})[self.name.text] = purposes(self.block)
