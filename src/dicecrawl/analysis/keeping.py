"""The best way to keep dice, exactly: roll a pool several times, keep any dice after each, and be worth what lies there.

Dice that lie on the table are identical, so a state is how many show each face (462 for six d6) and a choice is which of
them to keep (924 all told). Values are whole fractions; nothing is rounded and nothing is sampled. Ruling: DV-15, DV-23.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import product

from attrs import field, frozen

from dicecrawl.analysis.distribution import Distribution
from dicecrawl.core.patterns import Counts, Pattern, all_counts
from dicecrawl.errors import BudgetExceeded, DiceError

MOST = 2_000_000
"""Steps that one question may take: about ten seconds."""


def keeping(
    worth: Callable[[Counts], Fraction | int | bool], *, dice: int = 6, rolls: int = 3, sides: int = 6, most: int = MOST
) -> Keeping:
    """The best keeping for a worth of the dice as they lie in the end; ties are decided for keeping more.

    Raises DiceError for fewer than one die, roll or side, and BudgetExceeded when it would take more than `most` steps.
    """
    for name, number in (("dice", dice), ("rolls", rolls), ("sides", sides)):
        if number < 1:
            raise DiceError(f"`{name}` must be 1 or more, not {number}.")
    steps = _states(2 * sides, dice) * rolls
    if steps > most:
        raise BudgetExceeded(f"{dice} dice of {sides} sides take {steps:,} steps, more than {most:,}: ask about fewer dice")
    outcomes = [tuple((counts, ways) for counts, ways in all_counts(n, sides)) for n in range(dice + 1)]
    values: list[Mapping[Counts, Fraction]] = [{counts: Fraction(worth(counts)) for counts, _ in outcomes[dice]}]
    choices: list[Mapping[Counts, Counts]] = []
    keeps = [kept for number in range(dice + 1) for kept, _ in outcomes[number]]
    for _ in range(rolls - 1):
        after = values[-1]
        hoped = {kept: _mean(kept, after, outcomes[dice - sum(kept)], sides) for kept in keeps}
        best = {counts: max(_parts(counts), key=lambda kept: (hoped[kept], sum(kept), kept)) for counts in after}
        choices.append(best)
        values.append({counts: hoped[kept] for counts, kept in best.items()})
    return Keeping(dice, sides, rolls, tuple(values), tuple(choices))


def chance(pattern: Pattern, *, dice: int = 6, rolls: int = 3, sides: int = 6) -> Fraction:
    """The chance that the dice hold a pattern after so many rolls, kept in the best way for it."""
    return keeping(pattern.holds, dice=dice, rolls=rolls, sides=sides).value


@frozen(slots=True, eq=False)
class Keeping:
    """A pool kept in the best way. `values` and `choices` are by the number of rolls that are left, from 0 and from 1."""

    dice: int
    sides: int
    rolls: int
    values: tuple[Mapping[Counts, Fraction], ...] = field(repr=False)
    choices: tuple[Mapping[Counts, Counts], ...] = field(repr=False)

    @property
    def value(self) -> Fraction:
        """The worth that can be hoped for before the first roll."""
        nothing = (0,) * self.sides
        return _mean(nothing, self.values[-1], tuple(all_counts(self.dice, self.sides)), self.sides)

    def of(self, counts: Counts, left: int) -> Fraction:
        """The worth that can be hoped for with these dice on the table and so many rolls left."""
        return self.values[left][counts]

    def keep(self, counts: Counts, left: int) -> Counts:
        """What to keep of these dice with so many rolls left; all of them: stop."""
        return counts if left == 0 else self.choices[left - 1][counts]

    def final(self) -> Distribution[Counts]:
        """How the dice lie in the end."""
        weights = {counts: Fraction(ways, self.sides**self.dice) for counts, ways in all_counts(self.dice, self.sides)}
        for best in reversed(self.choices):
            following: dict[Counts, Fraction] = {}
            for counts, weight in weights.items():
                kept = best[counts]
                number = self.dice - sum(kept)
                for more, ways in all_counts(number, self.sides):
                    lies = tuple(a + b for a, b in zip(kept, more, strict=True))
                    following[lies] = following.get(lies, Fraction(0)) + weight * Fraction(ways, self.sides**number)
            weights = following
        return Distribution.of(weights)

    def distribution(self, of: Callable[[Counts], int]) -> Distribution[int]:
        """How a number read off the dice comes out, when they are kept so."""
        found: dict[int, Fraction] = {}
        final = self.final()
        for counts, weight in zip(final.values, final.weights, strict=True):
            found[of(counts)] = found.get(of(counts), Fraction(0)) + Fraction(weight, final.total)
        return Distribution.of(found)


def _mean(kept: Counts, after: Mapping[Counts, Fraction], outcomes: tuple[tuple[Counts, int], ...], sides: int) -> Fraction:
    total = sum(after[tuple(a + b for a, b in zip(kept, more, strict=True))] * ways for more, ways in outcomes)
    return total / Fraction(sides) ** sum(outcomes[0][0])


def _parts(counts: Counts) -> Iterator[Counts]:
    """Every choice of dice to keep."""
    return product(*(range(number + 1) for number in counts))


def _states(faces: int, dice: int) -> int:
    """How many ways there are to share `dice` dice out among `faces` places."""
    ways = 1
    for k in range(dice):
        ways = ways * (faces + k) // (k + 1)
    return ways
