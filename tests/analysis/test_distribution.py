"""Distributions: exact chances, honest figures, and how they are shown."""

from __future__ import annotations

import json
import pickle
from fractions import Fraction
from math import sqrt

import pytest
from attrs.exceptions import FrozenInstanceError
from hypothesis import given
from hypothesis import strategies as st

from dicecrawl.analysis.distribution import Distribution, percent
from dicecrawl.core.dice import enumerate_leaves
from dicecrawl.errors import DiceError

D6 = Distribution(range(1, 7), [1] * 6, 6)
TWO_D6 = D6.convolve(D6)
CUT = Distribution((1, 2), (1, 1), 4)
NASTY = Distribution(("<img src=x onerror=alert(1)> & Sons", "a|b*c\x1b[31m\n"), (3, 1), 4)


TABLES = st.dictionaries(st.integers(-20, 20), st.integers(1, 9), min_size=1, max_size=8)
DISTRIBUTIONS = TABLES.map(lambda table: Distribution(table, table.values(), sum(table.values())))


# --- chances and figures ---


def test_two_dice():
    assert TWO_D6.chance(7) == Fraction(1, 6)
    assert TWO_D6.chance(13) == 0
    assert TWO_D6.at_least(10) == Fraction(1, 6)
    assert TWO_D6.at_most(3) == Fraction(1, 12)
    assert TWO_D6.where(lambda total: total % 2 == 0) == Fraction(1, 2)
    assert (TWO_D6.mean, TWO_D6.variance) == (7, Fraction(35, 6))
    assert TWO_D6.sd == sqrt(35 / 6)
    assert (TWO_D6.missing, TWO_D6.certainty) == (0, "exact")


def test_outcomes_stand_in_rising_order_and_each_once():
    assert list(Distribution((3, 1, 2), (1, 1, 1), 3)) == [1, 2, 3]
    assert list(TWO_D6.chances) == list(range(2, 13))
    assert len(TWO_D6) == 11


def test_other_outcomes_keep_their_order():
    assert list(Distribution(("miss", "hit"), (1, 5), 6)) == ["miss", "hit"]


def test_outcomes_that_cannot_happen_are_left_out():
    assert list(Distribution((1, 2), (1, 0), 1)) == [1]


def test_equal_chances_are_equal_however_they_were_counted():
    assert Distribution((1, 2), (2, 2), 4) == Distribution((2, 1), (1, 1), 2)
    assert hash(Distribution((1, 2), (2, 2), 4)) == hash(Distribution((1, 2), (1, 1), 2))
    assert Distribution((1, 2), (1, 1), 4) != Distribution((1, 2), (1, 1), 2)


def test_the_median_and_other_quantiles():
    assert [D6.quantile(share) for share in (0, Fraction(1, 6), Fraction(1, 2), Fraction(2, 3), 1)] == [1, 1, 3, 4, 6]


@pytest.mark.parametrize("share", [-0.1, 1.1])
def test_a_quantile_is_a_share(share: float):
    with pytest.raises(DiceError, match=r"0\.\.1"):
        D6.quantile(share)


def test_truth_values_count_as_0_and_1():
    hits = D6.map(lambda face: face >= 5)
    assert hits.mean == Fraction(1, 3)
    assert hits.chance(True) == Fraction(1, 3)


def test_a_half_roll_is_uniform_on_1_2_3():
    assert D6.map(lambda face: -(-face // 2)) == Distribution((1, 2, 3), (1, 1, 1), 3)


def test_4d6_against_4d6():
    four = TWO_D6.convolve(TWO_D6)
    duel = four.convolve(four, lambda ours, theirs: (ours > theirs) - (ours < theirs))
    assert duel.chance(1) == duel.chance(-1)
    assert duel.chance(0) == Fraction(sum(weight**2 for weight in four.weights), 6**8) == Fraction(7553, 93312)


def test_leaves_of_equal_result_are_added_up():
    leaves = enumerate_leaves(lambda dice: dice.draw(6) + dice.draw(6), most=36)
    assert Distribution.of_leaves(leaves) == TWO_D6


def test_chances_can_be_given_as_fractions():
    assert Distribution.of({"hit": Fraction(1, 3), "miss": Fraction(2, 3)}).weights == (1, 2)
    assert Distribution.of({1: Fraction(1, 3)}, missing=Fraction(2, 3)).missing == Fraction(2, 3)
    assert Distribution.certain("done").chance("done") == 1
    with pytest.raises(DiceError, match="sum to 5/6, not to 1"):
        Distribution.of({1: Fraction(1, 3), 2: Fraction(1, 2)})


@pytest.mark.parametrize(
    ("values", "weights", "total"),
    [((1, 1), (1, 1), 2), ((1,), (1, 1), 2), ((1,), (2,), 1), ((1, 2), (3, -1), 2), ((), (), 0)],
)
def test_what_is_no_distribution_is_refused(values: tuple[int, ...], weights: tuple[int, ...], total: int):
    with pytest.raises(DiceError, match="distribution"):
        Distribution(values, weights, total)


def test_words_have_no_mean():
    with pytest.raises(DiceError, match="no number"):
        Distribution.certain("hit").mean  # noqa: B018
    with pytest.raises(DiceError, match="no number"):
        Distribution.certain("hit").quantile(0.5)
    with pytest.raises(DiceError, match="no mean"):
        Distribution((), (), 1).kept_mean  # noqa: B018


# --- what was cut off ---


def test_what_was_cut_off_is_told():
    assert CUT.missing == Fraction(1, 2)
    assert CUT.certainty == "exact within 0.5"
    assert CUT.kept_mean == Fraction(3, 2)
    assert CUT.at_least(1) == Fraction(1, 2)


def test_no_mean_is_made_up():
    with pytest.raises(DiceError, match="kept_mean"):
        CUT.mean  # noqa: B018
    with pytest.raises(DiceError, match="cut off"):
        CUT.variance  # noqa: B018
    known = Distribution((1, 2), (1, 1), 4, known_mean=Fraction(5), known_variance=Fraction(2))
    assert (known.mean, known.variance, known.sd) == (5, 2, sqrt(2))
    only_mean = Distribution((1, 2), (1, 1), 4, known_mean=Fraction(5))
    with pytest.raises(DiceError, match="variance is not known"):
        only_mean.variance  # noqa: B018


def test_a_quantile_is_told_unless_the_cut_could_move_it():
    nearly = Distribution((1, 2, 3), (50, 30, 19), 100)
    assert [nearly.quantile(Fraction(k, 10)) for k in (0, 5, 6, 8, 9)] == [1, 1, 2, 2, 3]
    for share in (Fraction(505, 1000), Fraction(803, 1000), 1):
        with pytest.raises(DiceError, match="cut off"):
            nearly.quantile(share)


def test_a_cut_is_carried_along():
    both = CUT.convolve(D6)
    assert both.missing == Fraction(1, 2)
    assert CUT.map(lambda value: -value).missing == Fraction(1, 2)
    assert CUT.convolve(CUT).missing == Fraction(3, 4)


def test_known_means_add_up_over_a_cut():
    known = Distribution((1, 2), (1, 1), 4, known_mean=Fraction(5), known_variance=Fraction(2))
    both = known.convolve(D6)
    assert (both.mean, both.variance) == (Fraction(17, 2), 2 + Fraction(35, 12))
    assert CUT.convolve(D6).known_mean is None
    assert known.convolve(D6, max).known_mean is None


# --- showing ---


def test_the_table_of_a_die_and_a_half():
    shown = Distribution((1, 2), (1, 3), 4).text(ascii=True)
    assert shown == ("1   25.00 %  1/4  ########\n2   75.00 %  3/4  ########################\nmean 1.75, sd 0.433; exact")


def test_str_has_bars_and_ascii_is_safe():
    assert "█" in str(TWO_D6)
    assert TWO_D6.text(ascii=True).isascii()
    assert NASTY.text(ascii=True).isascii()
    assert "\x1b" not in str(NASTY)


def test_a_long_table_shows_its_likeliest_stretch_and_tells_the_rest():
    long = Distribution(range(101), [1 + min(k, 100 - k) for k in range(101)], 2601)
    lines = long.text(rows=5).splitlines()
    assert [line.split()[0] for line in lines[:5]] == ["48", "49", "50", "51", "52"]
    assert lines[5] == "(48 more outcomes before these: 45.21 %)"
    assert lines[6] == "(48 more outcomes after these: 45.21 %)"
    assert "61 rarer outcomes are not shown" in long._repr_html_()
    assert "61 rarer outcomes are not shown" in long._repr_markdown_()


def test_the_summary_says_how_exact_it_is():
    assert TWO_D6.summary() == "mean 7, sd 2.4152; exact"
    assert CUT.summary() == "mean of what is left 1.5; exact within 0.5"
    assert Distribution((1,), (1,), 2, known_mean=Fraction(3)).summary() == "mean 3; exact within 0.5"
    assert NASTY.summary() == "exact"


def test_html_and_markdown_are_escaped():
    shown = NASTY._repr_html_()
    assert "<img" not in shown
    assert "&lt;img src=x onerror=alert(1)&gt; &amp; Sons" in shown
    marked = NASTY._repr_markdown_()
    assert "<img" not in marked
    assert "a\\|b\\*c?\\[31m?" in marked
    assert all(line.count("|") - line.count("\\|") == 4 for line in marked.splitlines()[:4])


def test_an_empty_distribution_can_be_shown():
    nothing = Distribution((), (), 1)
    assert nothing.text() == "exact within 1"
    assert nothing._repr_html_().startswith("<table>")


@pytest.mark.parametrize(
    ("chance", "shown"),
    [
        (Fraction(0), "0.00 %"),
        (Fraction(1), "100.00 %"),
        (Fraction(1, 6), "16.67 %"),
        (Fraction(1, 10**9), "<0.01 %"),
        (1 - Fraction(1, 10**9), ">99.99 %"),
        (0.5, "50.00 %"),
    ],
)
def test_a_rare_chance_never_looks_like_none(chance: Fraction | float, shown: str):
    assert percent(chance) == shown


def test_data_for_json():
    data = json.loads(json.dumps(Distribution.of({1: Fraction(1, 3), 4: Fraction(2, 3)}).to_dict()))
    assert data == {
        "certainty": "exact",
        "missing": "0",
        "outcomes": [
            {"value": 1, "chance": "1/3", "share": 1 / 3},
            {"value": 4, "chance": "2/3", "share": 2 / 3},
        ],
        "mean": 3.0,
        "sd": sqrt(2),
    }
    assert json.loads(json.dumps(Distribution.certain((1, 2)).to_dict()))["outcomes"][0]["value"] == "(1, 2)"


def test_a_distribution_is_plain_and_frozen():
    assert pickle.loads(pickle.dumps(TWO_D6)) == TWO_D6
    with pytest.raises(FrozenInstanceError):
        TWO_D6.total = 1  # type: ignore[misc]


# --- properties ---


@given(DISTRIBUTIONS, DISTRIBUTIONS)
def test_means_and_variances_add_up(left: Distribution[int], right: Distribution[int]):
    both = left.convolve(right)
    assert both.mean == left.mean + right.mean
    assert both.variance == left.variance + right.variance
    assert sum(both.chances.values()) == 1


@given(DISTRIBUTIONS, DISTRIBUTIONS)
def test_the_order_of_a_sum_says_nothing(left: Distribution[int], right: Distribution[int]):
    assert left.convolve(right) == right.convolve(left)


@given(DISTRIBUTIONS, st.integers(-20, 20))
def test_at_least_and_below_make_one(some: Distribution[int], bound: int):
    assert some.at_least(bound) + some.at_most(bound - 1) == 1


@given(DISTRIBUTIONS, st.fractions(0, 1))
def test_a_quantile_is_the_lowest_that_will_do(some: Distribution[int], share: Fraction):
    found = some.quantile(share)
    assert some.at_most(found) >= share
    below = [value for value in some if value < found]
    if below:
        assert some.at_most(max(below)) < share


@given(DISTRIBUTIONS, st.integers(1, 5))
def test_a_map_keeps_the_chance(some: Distribution[int], modulus: int):
    mapped = some.map(lambda value: value % modulus)
    for rest in range(modulus):
        assert mapped.chance(rest) == some.where(lambda value, rest=rest: value % modulus == rest)
