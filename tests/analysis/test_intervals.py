"""Intervals: published examples, coverage, and how they are shown."""

from __future__ import annotations

import pickle
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dicecrawl.analysis.distribution import Distribution
from dicecrawl.analysis.intervals import (
    Interval,
    Mean,
    Rate,
    mean_difference,
    paired_difference,
    rate_difference,
)
from dicecrawl.core.dice import SeededDice
from dicecrawl.errors import DicecrawlError


def rounded(interval: Interval, digits: int) -> tuple[float, float]:
    return round(interval.low, digits), round(interval.high, digits)


# --- rates ---


@pytest.mark.parametrize(
    ("hits", "trials", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_wilson_as_published(hits: int, trials: int, low: float, high: float):
    # Newcombe 1998, Two-sided confidence intervals for the single proportion, table I, method 3.
    assert rounded(Rate(hits, trials).interval, 4) == (low, high)


def test_a_rate_never_leaves_0_to_1():
    assert Rate(0, 5).interval.low == 0.0
    assert Rate(5, 5).interval.high == 1.0


def test_rates_of_equal_games_are_equal_however_they_were_split():
    assert Rate(3, 10).merged(Rate(4, 20)) == Rate(7, 30)
    assert Rate(7, 30).value == Fraction(7, 30)


@given(st.integers(1, 500), st.data())
def test_a_rate_lies_within_its_bounds_and_more_level_widens_them(trials: int, data: st.DataObject):
    hits = data.draw(st.integers(0, trials))
    narrow, wide = Rate(hits, trials, 0.9).interval, Rate(hits, trials, 0.99).interval
    assert 0 <= wide.low <= narrow.low <= hits / trials <= narrow.high <= wide.high <= 1


def test_19_of_20_intervals_hold_the_truth():
    held = 0
    for k in range(1000):
        dice = SeededDice.for_game("coverage", k)
        hits = sum(dice.draw(6) >= 5 for _ in range(60))
        held += Rate(hits, 60).interval.holds(1 / 3)
    assert 930 <= held <= 975


@pytest.mark.parametrize(("hits", "trials"), [(0, 0), (-1, 5), (6, 5)])
def test_counts_that_cannot_be_are_refused(hits: int, trials: int):
    with pytest.raises(DicecrawlError, match="at least 1 trial"):
        Rate(hits, trials)


@pytest.mark.parametrize("level", [0, 1, 95, -0.5])
def test_a_level_is_a_share(level: float):
    with pytest.raises(DicecrawlError, match=r"such as 0\.95"):
        Rate(1, 2, level)


# --- means ---


@pytest.mark.parametrize(
    ("count", "level", "t"),
    [
        (2, 0.95, 12.7062),
        (3, 0.95, 4.3027),
        (6, 0.95, 2.5706),
        (11, 0.95, 2.2281),
        (31, 0.95, 2.0423),
        (6, 0.99, 4.0321),
    ],
)
def test_student_as_in_the_tables(count: int, level: float, t: float):
    # Values with a sample variance of `count`, so that the reach of the interval is t itself.
    mean = Mean(count, 0, count * (count - 1), level)
    assert mean.variance == count
    assert round(mean.interval.high, 4) == t


def test_many_values_are_normal():
    count = 1_000_000
    assert round(Mean(count, 0, count * (count - 1)).interval.high, 4) == 1.96


def test_a_mean_of_values():
    mean = Mean.of([1, 2, 3, 4])
    assert (mean.value, mean.variance) == (Fraction(5, 2), Fraction(5, 3))
    assert mean.sd == pytest.approx(1.2910, abs=1e-4)
    assert rounded(mean.interval, 4) == (0.4457, 4.5543)


def test_means_of_equal_games_are_equal_however_they_were_split():
    values = [1, 5, 2, 2, 9, 0, 4]
    assert Mean.of(values[:3]).merged(Mean.of(values[3:])) == Mean.of(values)
    assert Mean.of([0.5, 1.5]).value == 1


def test_equal_values_have_no_width():
    assert str(Mean.of([3, 3, 3])) == "3.00 (3.00 to 3.00, 95 %)"


def test_too_few_values_are_refused():
    with pytest.raises(DicecrawlError, match="at least 1 value"):
        Mean.of([])
    assert Mean.of([4]).value == 4
    with pytest.raises(DicecrawlError, match="at least 2"):
        Mean.of([4]).interval  # noqa: B018


def test_sums_that_no_values_have_are_refused():
    with pytest.raises(DicecrawlError, match="No 2 values"):
        Mean(2, 10, 1)


# --- differences ---


@pytest.mark.parametrize(
    ("left", "right", "low", "high"),
    [
        ((56, 70), (48, 80), 0.0524, 0.3339),
        ((9, 10), (3, 10), 0.1705, 0.8090),
        ((5, 56), (0, 29), -0.0381, 0.1926),
        ((0, 10), (0, 20), -0.1611, 0.2775),
    ],
)
def test_newcombe_as_published(left: tuple[int, int], right: tuple[int, int], low: float, high: float):
    # Newcombe 1998, Interval estimation for the difference between independent proportions, table II, method 10.
    assert rounded(rate_difference(Rate(*left), Rate(*right)), 4) == (low, high)


def test_a_difference_turned_round_changes_its_sign():
    there, back = rate_difference(Rate(7, 30), Rate(9, 20)), rate_difference(Rate(9, 20), Rate(7, 30))
    assert (there.low, there.high) == pytest.approx((-back.high, -back.low))


def test_welch_for_means_that_vary_differently():
    # Values whose answer is known: means 20 and 23, variances 4 and 16, 10 and 20 values, 27.98 degrees of freedom.
    left = Mean(10, 200, 10 * 400 + 9 * 4)
    right = Mean(20, 460, 20 * 529 + 19 * 16)
    apart = mean_difference(left, right)
    assert apart.estimate == -3
    assert apart.high - apart.low == pytest.approx(2 * 2.0485 * (4 / 10 + 16 / 20) ** 0.5, rel=1e-3)
    assert not apart.holds(0)


def test_means_without_any_spread():
    assert rounded(mean_difference(Mean.of([3, 3]), Mean.of([1, 1])), 3) == (2, 2)


def test_pairs_are_compared_game_by_game():
    # The same luck on both sides cancels out: only the steady gain of one remains.
    luck = [SeededDice.for_game("luck", k).draw(20) for k in range(50)]
    gain = paired_difference([roll + 1 for roll in luck], luck)
    assert rounded(gain, 6) == (1, 1)
    assert mean_difference(Mean.of([roll + 1 for roll in luck]), Mean.of(luck)).holds(0)
    with pytest.raises(DicecrawlError, match="as many values"):
        paired_difference([1, 2], [1])


# --- showing ---


def test_an_interval_reads_as_a_sentence_does():
    assert str(Rate(620, 1000)) == "0.62 (0.59 to 0.65, 95 %)"
    assert str(Rate(62_000, 100_000)) == "0.620 (0.617 to 0.623, 95 %)"
    assert str(Rate(1, 2, 0.995)) == "0.50 (0.05 to 0.95, 99.5 %)"
    assert str(Interval(-0.001, -0.004, 0.002, 0.9)) == "-0.001 (-0.004 to 0.002, 90 %)"
    assert str(Interval(-0.001, -0.6, 0.6)) == "0.00 (-0.60 to 0.60, 95 %)"


def test_markdown_html_and_data():
    rate = Rate(620, 1000)
    assert rate._repr_markdown_() == "**0.62** (0.59 to 0.65, 95 %)"
    assert rate._repr_html_() == "0.62 (0.59 to 0.65, 95 %)"
    assert set(rate.to_dict()) == {"hits", "trials", "estimate", "low", "high", "level"}
    assert Mean.of([1, 2]).to_dict()["count"] == 2
    assert pickle.loads(pickle.dumps(rate)) == rate


def test_a_sample_agrees_with_the_exact_odds():
    dice = SeededDice("a sample")
    exact = Distribution(range(1, 21), [1] * 20, 20)
    sample = Mean.of([dice.draw(20) for _ in range(4000)], level=0.999)
    assert sample.interval.holds(float(exact.mean))
    assert sample.sd == pytest.approx(exact.sd, rel=0.03)
