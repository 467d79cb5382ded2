"""Are the seeded dice fair? Public case S5: chi-square over 20 seeds, 600,000 draws of each die; seeds are fixed."""

from __future__ import annotations

from collections import Counter
from math import erfc, exp, pi, sqrt

import pytest

from dicecrawl.core.dice import SeededDice

SEEDS = range(20)
DRAWS_PER_SEED = 30_000


def chi_square_tail(x: float, freedom: int) -> float:
    """P(chi-square with `freedom` degrees > x), by the closed forms for even and odd degrees."""
    if freedom % 2 == 0:
        term = total = exp(-x / 2)
        for k in range(1, freedom // 2):
            term *= x / 2 / k
            total += term
        return total
    total = erfc(sqrt(x / 2))
    term = sqrt(2 * x / pi) * exp(-x / 2)
    for k in range(1, (freedom + 1) // 2):
        total += term
        term *= x / (2 * k + 1)
    return total


def p_value(counts: list[int]) -> float:
    expected = sum(counts) / len(counts)
    return chi_square_tail(sum((n - expected) ** 2 for n in counts) / expected, len(counts) - 1)


def look_uniform(p_values: list[float]) -> bool:
    """Kolmogorov-Smirnov: the largest gap to the diagonal stays below the 1 % point (asymptotic, Stephens)."""
    n = len(p_values)
    ordered = sorted(p_values)
    gap = max(max((i + 1) / n - p, p - i / n) for i, p in enumerate(ordered))
    return gap * (sqrt(n) + 0.12 + 0.11 / sqrt(n)) < 1.628


def d6_table_of_three(dice: SeededDice) -> int:
    """The book's table for three candidates: 1-2, 3-4, 5-6 (MO-8)."""
    return (dice.draw(6) + 1) // 2


ROLLS = {
    "d6": (6, lambda dice: dice.draw(6)),
    "d10": (10, lambda dice: dice.draw(10)),
    "d20": (20, lambda dice: dice.draw(20)),
    "table of 3": (3, lambda dice: dice.draw(3)),
    "d6 as table of 3": (3, d6_table_of_three),
}


def test_the_yardstick_knows_published_points():
    for x, freedom, tail in [
        (3.841, 1, 0.05),
        (5.991, 2, 0.05),
        (11.070, 5, 0.05),
        (21.666, 9, 0.01),
        (36.191, 19, 0.01),
    ]:
        assert chi_square_tail(x, freedom) == pytest.approx(tail, rel=2e-3)


def test_the_yardstick_sees_a_loaded_die():
    counts = [5_000] * 5 + [5_400]
    assert p_value(counts) < 0.001
    assert not look_uniform([0.01 * k for k in range(20)])


@pytest.mark.parametrize("name", ROLLS)
def test_faces_are_equally_likely(name: str):
    sides, roll = ROLLS[name]
    by_seed = []
    everything = Counter[int]()
    for seed in SEEDS:
        dice = SeededDice(seed)
        counts = Counter(roll(dice) for _ in range(DRAWS_PER_SEED))
        everything.update(counts)
        by_seed.append(p_value([counts[face] for face in range(1, sides + 1)]))
    assert sum(everything.values()) == 600_000
    assert set(everything) == set(range(1, sides + 1))
    assert look_uniform(by_seed), sorted(by_seed)
    assert 0.001 < p_value([everything[face] for face in range(1, sides + 1)]) < 0.999


def test_one_die_says_nothing_about_the_next():
    dice = SeededDice("pairs")
    pairs = Counter((dice.draw(6), dice.draw(6)) for _ in range(90_000))
    assert 0.001 < p_value([pairs[a, b] for a in range(1, 7) for b in range(1, 7)]) < 0.999


def test_games_of_a_batch_say_nothing_about_each_other():
    openings = Counter((SeededDice.for_game(5, k).draw(6), SeededDice.for_game(5, k + 1).draw(6)) for k in range(18_000))
    assert 0.001 < p_value([openings[a, b] for a in range(1, 7) for b in range(1, 7)]) < 0.999
