"""The card of a game of dice: what it costs, with how many dice it is played, what it pays.

A card holds the line of one of the three ways to play; which one it is says the line, not the name.
Source: Marching Order, Quasar Gambling Hall. Ruling: MO-159 to MO-165.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from attrs import frozen

from dicecrawl.core.definitions import Library
from dicecrawl.core.nodes import CardLookup, Declaration, Entry, Fault, Node, Span, node
from dicecrawl.effects.flow import FaceRange, FacesFrom, OneFace, TwoFaces

SIDES = 6
MOST_DICE = 12
"""Dice that one line may ask for: more than a table of players has."""


@node
class Game(Declaration):
    """A game of dice."""

    kind: ClassVar[str] = "game"
    items: tuple[Node, ...] = ()


@frozen(slots=True)
class Hacking:
    """Hack dice, slash dice at the most, and what each six pays."""

    hack: int
    slash: int
    pays: int


@frozen(slots=True)
class Storey:
    """A floor of the pyramid: its dice, and what each of them pays."""

    dice: int
    pays: int


@frozen(slots=True)
class Chart:
    """What a face of the chart does: "out", "noose", "turn" or "anew"; `dice` are those of the noose."""

    result: str
    dice: int = 0


def _dice(number: int) -> Iterator[Fault]:
    if not 1 <= number <= MOST_DICE:
        yield Fault("E201", f"nobody can play with {number} dice", f"write a number from 1 to {MOST_DICE}")


@node
class HackAndSlash(Entry):
    """Ruling: MO-159, MO-160."""

    hack: int
    slash: int
    pays: int

    def faults(self, card: CardLookup) -> Iterator[Fault]:
        yield from _dice(self.hack)
        yield from _dice(self.slash)

    def write(self, card: Any) -> None:
        card.fields["hacking"] = Hacking(self.hack, self.slash, self.pays)


@node
class StoreyOf(Node):
    """A floor: so many dice, each of which pays so much."""

    dice: int
    pays: int


@node
class Floors(Entry):
    """The floors from the ground up, each with one die fewer than the one below. Ruling: MO-161."""

    floors: tuple[StoreyOf, ...]

    def faults(self, card: CardLookup) -> Iterator[Fault]:
        yield from _dice(self.floors[0].dice)
        for below, above in zip(self.floors, self.floors[1:], strict=False):
            if above.dice != below.dice - 1 or above.dice < 1:
                note = f"write {below.dice - 1} dice above {below.dice}" if below.dice > 1 else "nothing lies on a single die"
                yield Fault("E201", f"{above.dice} dice cannot lie on {below.dice}", note, at=above.span)

    def write(self, card: Any) -> None:
        card.fields["floors"] = tuple(Storey(floor.dice, floor.pays) for floor in self.floors)


@node
class DelveWith(Entry):
    """The dice that are thrown at the pyramid. Ruling: MO-162."""

    dice: int

    def faults(self, card: CardLookup) -> Iterator[Fault]:
        yield from _dice(self.dice)

    def write(self, card: Any) -> None:
        card.fields["delve with"] = self.dice


@node
class Stakes(Entry):
    """What each player puts in, at the least and at the most; the players agree on it. Ruling: MO-163."""

    least: int
    most: int

    def faults(self, card: CardLookup) -> Iterator[Fault]:
        if not 1 <= self.least <= self.most:
            yield Fault("E201", f"no stake is from {self.least} to {self.most}", "write the smaller number first, from 1 on")

    def write(self, card: Any) -> None:
        card.fields["stakes"] = (self.least, self.most)


@node
class HiddenDice(Entry):
    """The dice that each player hides, and the wild dice in the centre. Ruling: MO-163."""

    hidden: int
    wild: int

    def faults(self, card: CardLookup) -> Iterator[Fault]:
        yield from _dice(self.wild)
        if not 1 <= self.hidden <= SIDES:
            yield Fault("E201", f"no straight has {self.hidden} dice", f"write a number from 1 to {SIDES}")

    def write(self, card: Any) -> None:
        card.fields["hide"] = (self.hidden, self.wild)


@node
class ChartResult(Node):
    """What becomes of a turn that did not win. Ruling: MO-165."""

    def chart(self) -> Chart:
        """As plain data."""
        raise TypeError(f"{type(self).__name__} does not say what it does")


@node
class Out(ChartResult):
    """The player is out; its stake stays in the pot."""

    def chart(self) -> Chart:
        return Chart("out")


@node
class Noose(ChartResult):
    """So many more dice: whoever rolls a 1 is out."""

    dice: int

    def faults(self, card: CardLookup) -> Iterator[Fault]:
        yield from _dice(self.dice)

    def chart(self) -> Chart:
        return Chart("noose", self.dice)


@node
class TurnGoal(ChartResult):
    """The other goal counts from now on."""

    def chart(self) -> Chart:
        return Chart("turn")


@node
class RollAnew(ChartResult):
    """The player and another one roll all their dice anew."""

    def chart(self) -> Chart:
        return Chart("anew")


@node
class ChartRow(Entry):
    """Faces of the chart and what they do."""

    several: ClassVar[bool] = True
    faces: OneFace | FaceRange | FacesFrom | TwoFaces
    result: ChartResult

    def faults(self, card: CardLookup) -> Iterator[Fault]:
        faces = self.faces.faces(SIDES)
        if not faces or not 1 <= min(faces) <= max(faces) <= SIDES:
            yield Fault("E201", "no die can show this", f"write faces from 1 to {SIDES}", at=self.faces.span)

    def write(self, card: Any) -> None:
        chart = dict(card.fields.get("chart", {}))
        chart.update(dict.fromkeys(self.faces.faces(SIDES), self.result.chart()))
        card.fields["chart"] = chart


_WAYS = (("hacking",), ("floors", "delve with"), ("stakes", "hide", "chart"))


def check_games(library: Library) -> Iterator[tuple[Fault, Span]]:
    """Each card of a game is one of the ways to play, and whole."""
    for card in library.all("game"):
        begun = [way for way in _WAYS if any(field in card.fields for field in way)]
        if len(begun) != 1:
            several = "more than one game" if begun else "no game at all"
            note = (
                "write either 'Hack with ...', or 'Floors ...' and 'Delve with ...', or 'Stakes ...', 'Hide ...' and 'On ...'"
            )
            yield Fault("E201", f"'{card.name}' is {several}", note), card.span
        elif missing := [field for field in begun[0] if field not in card.fields]:
            lines = {"floors": "Floors", "delve with": "Delve with", "stakes": "Stakes", "hide": "Hide", "chart": "On"}
            told = ", ".join(f"'{lines[field]} ...'" for field in missing)
            yield Fault("E201", f"'{card.name}' lacks a line of its game", f"add {told}"), card.span
        elif "chart" in card.fields and (open_faces := sorted({*range(1, SIDES + 1)} - {*card.fields["chart"]})):
            told = ", ".join(map(str, open_faces))
            yield (
                Fault("E201", f"'{card.name}' does not say what a {told} does", "add a line such as: On 6, turn the goal."),
                card.span,
            )
