"""What dice an ability needs: so many of a kind, straights, full houses, dice that show a face.

A pattern gives every way of taking it from the dice on the table; what is left over stays free for another ability.
Source: Delve: The Dice Game, Adventurers. Ruling: DV-20, DV-24 to DV-27, DV-32.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from dicecrawl.core import patterns
from dicecrawl.core.nodes import CardLookup, Fault, Node, node
from dicecrawl.core.patterns import Counts
from dicecrawl.games.delve.questions import DiceNeeded, Limited
from dicecrawl.games.delve.words import SIDES_OF_DIE

if TYPE_CHECKING:
    from dicecrawl.core.context import Context


@node
class Spare(Node):
    """One more die of any face, which the ability uses up: "the 6th die". Ruling: DV-27."""


@node
class DicePattern(Node):
    """The dice that an ability needs."""

    def ways(self, ctx: Context, who: int, ability: str, counts: Counts) -> tuple[Counts, ...]:
        """Every choice of dice with which `who` may use the ability, fewest dice first, then lowest faces."""
        return ()

    @property
    def wants_spare(self) -> bool:
        """Whether it takes one more die, of any face."""
        return False


def _alike(face: int, number: int) -> Counts:
    return tuple(number if at == face else 0 for at in range(1, SIDES_OF_DIE + 1))


def _face_faults(face: int) -> Iterator[Fault]:
    if not 1 <= face <= SIDES_OF_DIE:
        yield Fault("E180", f"no die can show {face}", f"write a face from 1 to {SIDES_OF_DIE}")


def _size_faults(number: int, most: int, what: str) -> Iterator[Fault]:
    if not 1 <= number <= most:
        yield Fault("E181", f"there is no {what} of {number} dice", f"write a number from 1 to {most}")


@node
class UpToShowing(DicePattern):
    """Dice of one face, up to a number of them. Ruling: DV-19, DV-24, DV-46."""

    word: str
    most: int
    face: int

    def ways(self, ctx: Context, who: int, ability: str, counts: Counts) -> tuple[Counts, ...]:
        have = counts[self.face - 1]
        most = min(self.most, have) if ctx.value(Limited(who, ability)) else have
        return tuple(_alike(self.face, number) for number in range(1, most + 1))

    def faults(self, card: CardLookup) -> Iterator[Fault]:
        yield from _face_faults(self.face)
        yield from _size_faults(self.most, 1_000, "choice")


@node
class AnyShowing(DicePattern):
    """Any number of dice of one face. Ruling: DV-19, DV-25."""

    face: int

    def ways(self, ctx: Context, who: int, ability: str, counts: Counts) -> tuple[Counts, ...]:
        return tuple(_alike(self.face, number) for number in range(1, counts[self.face - 1] + 1))

    def faults(self, card: CardLookup) -> Iterator[Fault]:
        yield from _face_faults(self.face)


@node
class OfAKind(DicePattern):
    """So many dice of one face. Ruling: DV-20, DV-30, DV-31, DV-48."""

    number: int
    spare: Spare | None = None

    @property
    def wants_spare(self) -> bool:
        return self.spare is not None

    def ways(self, ctx: Context, who: int, ability: str, counts: Counts) -> tuple[Counts, ...]:
        return patterns.of_a_kind(ctx.value(DiceNeeded(who, self.number))).ways(counts)

    def faults(self, card: CardLookup) -> Iterator[Fault]:
        yield from _size_faults(self.number, 1_000, "set")


@node
class StraightOf(DicePattern):
    """So many dice with neighbouring faces. Ruling: DV-32."""

    number: int
    spare: Spare | None = None

    @property
    def wants_spare(self) -> bool:
        return self.spare is not None

    def ways(self, ctx: Context, who: int, ability: str, counts: Counts) -> tuple[Counts, ...]:
        return patterns.Straight(ctx.value(DiceNeeded(who, self.number))).ways(counts)

    def faults(self, card: CardLookup) -> Iterator[Fault]:
        yield from _size_faults(self.number, SIDES_OF_DIE, "straight")


@node
class FullHouse(DicePattern):
    """Three dice of one face and two of another. Ruling: DV-26."""

    spare: Spare | None = None

    @property
    def wants_spare(self) -> bool:
        return self.spare is not None

    def ways(self, ctx: Context, who: int, ability: str, counts: Counts) -> tuple[Counts, ...]:
        return patterns.FULL_HOUSE.ways(counts)
