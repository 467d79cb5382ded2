"""Exact chances of patterns with the best keeping, against counting by hand and against a brute-force twin."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise, product

import pytest

from dicecrawl.analysis.keeping import chance, keeping
from dicecrawl.core.patterns import FULL_HOUSE, Counts, Pattern, Straight, count_faces, faces_of, of_a_kind
from dicecrawl.errors import BudgetExceeded, DiceError


@pytest.mark.parametrize(
    ("pattern", "rolls"),
    [
        (Straight(4), 12_600),
        (Straight(5), 4_320),
        (Straight(6), 720),
        (of_a_kind(3), 17_136),
        (of_a_kind(4), 2_436),
        (of_a_kind(5), 186),
        (of_a_kind(6), 6),
    ],
)
def test_one_roll_of_six_dice_is_counted_out(pattern: Pattern, rolls: int) -> None:
    """Of the 46,656 rolls of six dice. Ruling: DV-26, DV-32."""
    assert chance(pattern, rolls=1) == Fraction(rolls, 46_656)


def brute(worth: Callable[[Counts], int], dice: int, rolls: int, sides: int) -> Fraction:
    """The same by trying every subset of real dice, one by one, in every order."""

    def after(shown: tuple[int, ...], left: int) -> Fraction:
        if left == 0:
            return Fraction(worth(count_faces(shown, sides)))
        best = Fraction(-1)
        for choice in product((False, True), repeat=dice):
            kept = tuple(face for face, stays in zip(shown, choice, strict=True) if stays)
            best = max(best, thrown(kept, left - 1))
        return best

    def thrown(kept: tuple[int, ...], left: int) -> Fraction:
        key = (tuple(sorted(kept)), left)
        if key not in known:
            faces = list(product(range(1, sides + 1), repeat=dice - len(kept)))
            known[key] = sum((after((*kept, *more), left) for more in faces), Fraction(0)) / len(faces)
        return known[key]

    known: dict[tuple[tuple[int, ...], int], Fraction] = {}
    return thrown((), rolls - 1)


@pytest.mark.parametrize(("dice", "rolls", "sides"), [(3, 2, 4), (3, 3, 4), (4, 2, 3), (4, 3, 3), (2, 4, 6), (3, 1, 6)])
@pytest.mark.parametrize(
    "worth",
    [
        of_a_kind(2).holds,
        Straight(3).holds,
        lambda counts: counts[-1],
        lambda counts: sum(faces_of(counts)),
        lambda counts: 3 * Straight(2).holds(counts) + counts[0] * counts[1],
    ],
    ids=["pair", "straight", "highest faces", "sum", "mixed"],
)
def test_the_best_keeping_is_that_of_the_brute_force_twin(
    worth: Callable[[Counts], int], dice: int, rolls: int, sides: int
) -> None:
    assert keeping(worth, dice=dice, rolls=rolls, sides=sides).value == brute(worth, dice, rolls, sides)


def test_more_rolls_never_hurt_and_patterns_that_need_more_dice_come_less_often() -> None:
    chances = [[chance(of_a_kind(number), rolls=rolls) for rolls in (1, 2, 3, 4)] for number in (3, 4, 5, 6)]
    for line in chances:
        assert line == sorted(line)
    for fewer, more in pairwise(chances):
        assert all(a > b for a, b in zip(fewer, more, strict=True))


def test_each_6_is_kept_on_its_own() -> None:
    """Keeping what counts by itself is binomial: 6 dice, three rolls, each a 6 with 1 - (5/6)**3."""
    kept = keeping(lambda counts: counts[5])
    assert kept.value == 6 * (1 - Fraction(5, 6) ** 3)
    assert kept.keep((1, 1, 1, 1, 1, 1), 2) == (0, 0, 0, 0, 0, 1)
    found = kept.distribution(lambda counts: counts[5])
    assert found.chance(6) == (1 - Fraction(5, 6) ** 3) ** 6
    assert found.mean == kept.value


def test_the_distribution_of_the_kept_dice_has_the_hoped_for_mean() -> None:
    kept = keeping(lambda counts: FULL_HOUSE.holds(counts), dice=5)
    assert kept.distribution(lambda counts: int(FULL_HOUSE.holds(counts))).mean == kept.value == chance(FULL_HOUSE, dice=5)
    assert sum(kept.final().weights) == kept.final().total


def test_equal_hopes_are_decided_for_keeping_more() -> None:
    nothing = keeping(lambda counts: 1)
    assert nothing.keep((2, 0, 1, 1, 1, 1), 2) == (2, 0, 1, 1, 1, 1)
    assert nothing.keep((2, 0, 1, 1, 1, 1), 0) == (2, 0, 1, 1, 1, 1)
    assert nothing.of((2, 0, 1, 1, 1, 1), 1) == 1


@pytest.mark.parametrize(("wrong", "told"), [({"dice": 0}, "dice"), ({"rolls": 0}, "rolls"), ({"sides": 0}, "sides")])
def test_nothing_to_roll_is_refused(wrong: dict[str, int], told: str) -> None:
    with pytest.raises(DiceError, match=told):
        keeping(lambda counts: 1, **wrong)


def test_too_many_dice_are_refused_before_counting() -> None:
    with pytest.raises(BudgetExceeded, match="ask about fewer dice"):
        keeping(lambda counts: 1, dice=20)
