"""Patterns of faces: so many alike, straights, full houses, and which dice each of them uses.

Dice that lie on the table are identical, so only how many show each face matters (DV-23). `Counts` is that: place f-1
holds the number of dice that show f. A pattern tells whether it holds, and every way of taking it from the dice, so
that what is left over stays free for another use.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import factorial
from typing import Protocol, TypeAlias

from attrs import field, frozen

from dicecrawl.errors import DiceError

Counts: TypeAlias = tuple[int, ...]


def count_faces(faces: Iterable[int], sides: int = 6) -> Counts:
    """Count the dice that show each face. Raises DiceError for a face that is not on the die."""
    counts = [0] * sides
    for face in faces:
        if not 1 <= face <= sides:
            raise DiceError(f"A d{sides} has no face {face}; name faces of 1..{sides}.")
        counts[face - 1] += 1
    return tuple(counts)


def faces_of(counts: Counts) -> tuple[int, ...]:
    """The dice behind the counts, lowest face first."""
    return tuple(face for face, number in enumerate(counts, 1) for _ in range(number))


def without(counts: Counts, used: Counts) -> Counts:
    """What is left when some dice are used. Raises DiceError when they are not there."""
    if len(counts) != len(used):
        raise DiceError(f"Dice of {len(used)} sides cannot be taken from dice of {len(counts)} sides.")
    left = tuple(have - take for have, take in zip(counts, used, strict=True))
    if any(number < 0 for number in left):
        raise DiceError(f"The dice {list(faces_of(used))} are not all among {list(faces_of(counts))}.")
    return left


def all_counts(dice: int, sides: int = 6) -> Iterator[tuple[Counts, int]]:
    """Every way that `dice` dice can fall as counts, with the number of rolls out of sides**dice that fall so."""
    rolls = factorial(dice)
    for counts in _split(dice, sides):
        ways = rolls
        for number in counts:
            ways //= factorial(number)
        yield counts, ways


def longest_straight(counts: Counts) -> int:
    """The length of the longest run of neighbouring faces; the last face and the first are no neighbours (DV-32)."""
    longest = run = 0
    for number in counts:
        run = run + 1 if number else 0
        longest = max(longest, run)
    return longest


def most_alike(counts: Counts) -> int:
    """How many dice show the commonest face."""
    return max(counts, default=0)


class Pattern(Protocol):
    """Something to look for among dice."""

    def holds(self, counts: Counts) -> bool:
        """Whether the dice hold the pattern, be there more dice than it needs or not."""
        ...

    def ways(self, counts: Counts) -> tuple[Counts, ...]:
        """Every choice of dice that forms the pattern, as counts, lowest faces first; dice beyond it are left out."""
        ...


def _need_size(size: int) -> None:
    if size < 1:
        raise DiceError(f"A pattern needs at least 1 die, not {size}.")


@frozen
class Straight:
    """A run of `length` neighbouring faces, one die each. A longer run holds several (DV-20)."""

    length: int

    def __attrs_post_init__(self) -> None:
        _need_size(self.length)

    def holds(self, counts: Counts) -> bool:
        """Whether the dice hold such a run."""
        return longest_straight(counts) >= self.length

    def ways(self, counts: Counts) -> tuple[Counts, ...]:
        """Every such run."""
        starts = range(len(counts) - self.length + 1)
        return tuple(
            tuple(int(start <= at < start + self.length) for at in range(len(counts)))
            for start in starts
            if all(counts[start : start + self.length])
        )


def _sizes(sizes: Iterable[int]) -> tuple[int, ...]:
    listed = tuple(sorted(sizes, reverse=True))
    if not listed:
        raise DiceError("A set of dice needs at least one size, such as 3 for three of a kind.")
    for size in listed:
        _need_size(size)
    return listed


@frozen
class Alike:
    """Groups of dice that are alike, each group of another face: (4,) is four of a kind, (3, 2) a full house.

    A group may be taken from more dice of its face (DV-20), but two groups never share a face: five of a kind holds no
    full house (DV-26).
    """

    sizes: tuple[int, ...] = field(converter=_sizes)

    def holds(self, counts: Counts) -> bool:
        """Whether the dice hold such groups."""
        # Largest group against commonest face: if any way of handing out faces works, this one does.
        common = sorted(counts, reverse=True)
        return len(self.sizes) <= len(common) and all(have >= size for size, have in zip(self.sizes, common, strict=False))

    def ways(self, counts: Counts) -> tuple[Counts, ...]:
        """Every choice of faces for the groups."""
        found: dict[Counts, None] = {}
        _hand_out(self.sizes, counts, [0] * len(counts), found)
        return tuple(sorted(found, reverse=True))


def of_a_kind(number: int) -> Alike:
    """So many dice of one face, or more."""
    return Alike((number,))


FULL_HOUSE = Alike((3, 2))


def _hand_out(sizes: tuple[int, ...], counts: Counts, used: list[int], found: dict[Counts, None]) -> None:
    if not sizes:
        found[tuple(used)] = None
        return
    for at, have in enumerate(counts):
        if have >= sizes[0] and not used[at]:
            used[at] = sizes[0]
            _hand_out(sizes[1:], counts, used, found)
            used[at] = 0


def _split(dice: int, sides: int) -> Iterator[Counts]:
    if sides == 1:
        yield (dice,)
        return
    for first in range(dice, -1, -1):
        for rest in _split(dice - first, sides - 1):
            yield (first, *rest)
