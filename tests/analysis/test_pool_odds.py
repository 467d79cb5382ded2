"""Exact odds of pools: the public cases, a brute-force twin that rolls every leaf, and icepool."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from time import perf_counter
from typing import Any

import icepool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dicecrawl.analysis.distribution import Distribution
from dicecrawl.analysis.pool_odds import DEPTH, distribution, exact_mean
from dicecrawl.core.dice import SeededDice, enumerate_leaves
from dicecrawl.core.pools import AnyPool, Explode, Keep, Limits, Of, Pool, PoolSum, Reroll, When, Which
from dicecrawl.errors import BudgetExceeded, DiceError

HIGHEST, LOWEST = Which.HIGHEST, Which.LOWEST
ONCE, GONE = When.ONCE, When.UNTIL_GONE
BEST3 = Keep(HIGHEST, 3)
CHARGED = Pool(1, 6, explode=Explode((5, 6)))
EXPLODING = Pool(1, 6, explode=Explode((6,)))


# --- public cases ---


@pytest.mark.parametrize(
    ("pool", "mean"),
    [
        # S3
        (Pool(1, 6, reroll=Reroll((1,), ONCE)), Fraction(47, 12)),
        (Pool(1, 6, reroll=Reroll((1,), GONE)), Fraction(4)),
        (Pool(4, 6, BEST3), Fraction(15869, 1296)),
        # S4: an exploding d6; the same cut at two explosions, as AnyDice does; explosions of a total; Charged (MO-89)
        (EXPLODING, Fraction(21, 5)),
        (Pool(1, 6, explode=Explode((6,), times=2)), Fraction(301, 72)),
        (Pool(2, 6, explode=Explode((6,))), Fraction(42, 5)),
        (Pool(2, 6, explode=Explode((12,), Of.TOTAL)), Fraction(36, 5)),
        (CHARGED, Fraction(21, 4)),
        # S2
        (Pool(0, 6), Fraction(0)),
        (-Pool(1, 6), Fraction(-7, 2)),
        (Pool(2, 6, Keep(LOWEST, 3)), Fraction(7)),
    ],
    ids=str,
)
def test_exact_means(pool: AnyPool, mean: Fraction):
    assert exact_mean(pool) == mean
    assert distribution(pool).mean == mean


@pytest.mark.parametrize(("when", "mean"), [(ONCE, 13.2672), (GONE, 13.4336)])
def test_rerolling_ones_before_keeping_three(when: When, mean: float):
    found = exact_mean(Pool(4, 6, BEST3, Reroll((1,), when)))
    assert round(float(found), 4) == mean


def test_best_of_nine_d20_and_4d6_against_4d6_take_no_time():
    start = perf_counter()
    best = distribution(Pool(9, 20, Keep(HIGHEST)))
    four = distribution(Pool(4, 6))
    duel = four.convolve(four, lambda ours, theirs: (ours > theirs) - (ours < theirs))
    assert perf_counter() - start < 0.5
    assert best.at_most(10) == Fraction(10, 20) ** 9
    assert [best.chance(face) for face in (1, 20)] == [Fraction(1, 20**9), 1 - Fraction(19, 20) ** 9]
    assert duel.chance(0) == Fraction(7553, 93312)
    assert duel.chance(1) == duel.chance(-1)


def test_a_cut_is_stated_with_what_it_leaves_out():
    cut = distribution(EXPLODING, depth=2)
    assert cut.missing == Fraction(1, 6**3)
    assert cut.certainty == "exact within 0.0046"
    assert max(cut) == 17
    assert cut.mean == Fraction(21, 5)
    assert distribution(EXPLODING).missing == Fraction(1, 6 ** (DEPTH + 1))
    assert distribution(Pool(1, 6, explode=Explode((6,), times=2))).missing == 0


def test_charged_face_by_face():
    charged = distribution(CHARGED)
    assert [charged.chance(total) for total in (1, 4, 5, 6, 7)] == [
        Fraction(1, 6), Fraction(1, 6), 0, Fraction(1, 36), Fraction(1, 18),
    ]  # fmt: skip
    assert charged.variance == charged.known_variance


# --- the brute-force twins: the same pool rolled under every leaf, and icepool ---


def by_leaves(pool: AnyPool, most: int = 20_000) -> Distribution[int]:
    leaves = enumerate_leaves(lambda dice: pool.roll(dice).total, most=most)
    return Distribution.of_leaves(leaves)


def of_icepool(die: Any) -> Distribution[int]:
    return Distribution(tuple(die.outcomes()), tuple(die.quantities()), die.denominator())


d6, d20 = icepool.d6, icepool.d20
TWINS: dict[str, tuple[AnyPool, Callable[[], Any]]] = {
    "3d6": (Pool(3, 6), lambda: 3 @ d6),
    "2d6 + 1d8 - 1d4 + 2": (Pool(2, 6) + Pool(1, 8) - Pool(1, 4) + 2, lambda: 2 @ d6 + icepool.d8 - icepool.d4 + 2),
    "best 3 of 4": (Pool(4, 6, BEST3), lambda: d6.highest(4, 3)),
    "worst 2 of 5": (Pool(5, 6, Keep(LOWEST, 2)), lambda: d6.lowest(5, 2)),
    "best of 9d20": (Pool(9, 20, Keep(HIGHEST)), lambda: d20.highest(9, 1)),
    "best 5 of 12d20": (Pool(12, 20, Keep(HIGHEST, 5)), lambda: d20.highest(12, 5)),
    "reroll once, best 3 of 4": (Pool(4, 6, BEST3, Reroll((1,))), lambda: d6.reroll([1], depth=1).highest(4, 3)),
    "reroll until gone, best 3 of 4": (
        Pool(4, 6, BEST3, Reroll((1, 2), GONE)),
        lambda: d6.reroll([1, 2], depth="inf").highest(4, 3),
    ),
    "3d6 exploding twice": (Pool(3, 6, explode=Explode((6,), times=2)), lambda: 3 @ d6.explode([6], depth=2)),
    "reroll, explode and keep": (
        Pool(4, 6, Keep(HIGHEST, 2), Reroll((1,)), Explode((5, 6), times=3)),
        lambda: d6.reroll([1], depth=1).explode([5, 6], depth=3).highest(4, 2),
    ),
    "40d6": (Pool(40, 6), lambda: 40 @ d6),
    "total of 12 explodes": (
        Pool(2, 6, explode=Explode((12,), Of.TOTAL, times=2)),
        lambda: (2 @ d6).explode([12], depth=2),
    ),
}


@pytest.mark.parametrize("name", TWINS)
def test_icepool_counts_the_same(name: str):
    pool, twin = TWINS[name]
    assert distribution(pool) == of_icepool(twin())


FACES = st.sets(st.integers(1, 4), min_size=1, max_size=3)
SMALL = st.builds(
    Pool,
    st.integers(0, 3),
    st.just(4),
    st.none() | st.builds(Keep, st.sampled_from(Which), st.integers(1, 4)),
    st.none() | st.builds(Reroll, FACES, st.sampled_from(When)),
    st.none() | st.builds(Explode, FACES, times=st.just(1)),
    st.integers(-3, 3),
)


@settings(max_examples=60, deadline=None)
@given(SMALL)
def test_counting_and_rolling_every_leaf_agree(pool: Pool):
    if pool.explode is not None and pool.reroll is not None and pool.count > 2:
        pool = Pool(2, pool.sides, pool.keep, pool.reroll, pool.explode, pool.bonus)
    counted = distribution(pool)
    assert counted == by_leaves(pool)
    assert exact_mean(pool) == counted.mean


@settings(max_examples=40, deadline=None)
@given(st.integers(1, 3), st.sets(st.integers(1, 12), min_size=1, max_size=3), st.none() | st.just(1))
def test_exploding_totals_agree_with_every_leaf(keep: int, totals: set[int], bonus: int | None):
    reachable = {total for total in totals if keep <= total <= keep * 4} or {keep}
    pool = Pool(3, 4, Keep(HIGHEST, keep), explode=Explode(reachable, Of.TOTAL, times=1), bonus=bonus or 0)
    assert distribution(pool) == by_leaves(pool)
    assert exact_mean(pool) == distribution(pool).mean


@settings(max_examples=30, deadline=None)
@given(st.lists(st.tuples(st.booleans(), st.integers(1, 2), st.integers(1, 5)), max_size=3), st.integers(-4, 4))
def test_sums_agree_with_every_leaf(parts: list[tuple[bool, int, int]], bonus: int):
    pool: AnyPool = PoolSum((), bonus)
    for plus, count, sides in parts:
        pool = pool + Pool(count, sides) if plus else pool - Pool(count, sides)
    assert distribution(pool) == by_leaves(pool)


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 4), st.integers(2, 8), st.data())
def test_what_is_cut_is_the_chance_of_longer_chains(count: int, sides: int, data: st.DataObject):
    faces = data.draw(st.sets(st.integers(1, sides), min_size=1, max_size=sides - 1))
    depth = data.draw(st.integers(1, 5))
    pool = Pool(count, sides, explode=Explode(faces))
    cut = distribution(pool, depth=depth)
    longer = Fraction(len(faces), sides) ** (depth + 1)
    assert cut.missing == 1 - (1 - longer) ** count
    deeper = distribution(pool, depth=depth + 1)
    assert all(deeper.chance(total) >= chance for total, chance in cut.items())


@pytest.mark.parametrize(
    "pool",
    [EXPLODING, CHARGED, Pool(3, 8, explode=Explode((1, 8)), bonus=-2), Pool(2, 6, explode=Explode((7, 12), Of.TOTAL))],
    ids=str,
)
def test_the_closed_forms_are_the_limit_of_the_cuts(pool: Pool):
    found = distribution(pool, depth=60)
    assert 0 < found.missing < Fraction(1, 10**20)
    assert float(found.kept_mean) == pytest.approx(float(found.mean), rel=1e-12)
    spread = sum(chance * (total - found.mean) ** 2 for total, chance in found.items())
    assert float(spread) == pytest.approx(float(found.variance), rel=1e-12)


@pytest.mark.parametrize("times", [1, 2, 5])
def test_the_closed_forms_with_an_end_are_the_counted_ones(times: int):
    pool = Pool(2, 6, explode=Explode((5, 6), times=times))
    counted = distribution(pool)
    cut = distribution(pool, depth=1)
    assert counted.missing == 0
    assert (cut.mean, cut.variance) == (counted.mean, counted.variance)


def test_play_and_odds_agree():
    pool = Pool(4, 6, BEST3, Reroll((1,)), Explode((6,)))
    dice = SeededDice("play and odds")
    rolls = 20_000
    seen = Counter(pool.roll(dice).total for _ in range(rolls))
    odds = distribution(pool)
    for total, chance in odds.items():
        expected = rolls * float(chance)
        assert abs(seen[total] - expected) < 5 * (expected**0.5 + 1)


# --- no closed form, and too much ---


def test_where_no_closed_form_is_known_the_mean_is_not_made_up():
    kept = Pool(4, 6, BEST3, explode=Explode((6,)))
    with pytest.raises(DiceError, match="kept_mean"):
        exact_mean(kept)
    found = distribution(kept)
    with pytest.raises(DiceError, match="cut off"):
        found.mean  # noqa: B018
    assert found.missing < Fraction(1, 10**15)
    assert "mean of what is left" in found.summary()
    with pytest.raises(DiceError, match="cut off"):
        distribution(kept + Pool(1, 6)).mean  # noqa: B018


def test_keeping_among_dice_that_explode_with_an_end_is_exact():
    kept = Pool(3, 6, Keep(HIGHEST), explode=Explode((6,), times=30))
    assert distribution(kept, depth=30).mean == exact_mean(kept)
    with pytest.raises(DiceError, match="cut off"):
        distribution(kept, depth=5).mean  # noqa: B018


@pytest.mark.parametrize(
    "pool",
    [
        Pool(1000, 1000),
        Pool(1000, 6, Keep(HIGHEST, 500)),
        Pool(1000, 6, explode=Explode((6,))),
        Pool(1, 1000, explode=Explode(range(2, 1001))),
        Pool(500, 6, explode=Explode(range(600, 3001), Of.TOTAL)),
        Pool(10, 1000, Keep(LOWEST, 5)),
    ],
    ids=str,
)
def test_too_much_counting_is_refused_in_time(pool: Pool):
    start = perf_counter()
    with pytest.raises(BudgetExceeded, match=r"more than 3,000,000 steps \(`most`\)"):
        distribution(pool)
    assert perf_counter() - start < 5


def test_a_thousand_dice_are_counted():
    found = distribution(Pool(500, 6) + Pool(500, 6))
    assert found == distribution(Pool(1000, 6))
    assert (found.mean, found.variance) == (3500, 1000 * Fraction(35, 12))
    assert found.chance(1000) == Fraction(1, 6**1000)


def test_bounds_can_be_set_and_are_named():
    with pytest.raises(BudgetExceeded, match="more than 10 steps"):
        distribution(Pool(4, 6), most=10)
    with pytest.raises(DiceError, match=r"Limits\.dice"):
        distribution(Pool(100_000_000, 20))
    with pytest.raises(DiceError, match=r"Limits\.dice"):
        exact_mean(Pool(501, 6) + Pool(500, 6))
    assert exact_mean(Pool(501, 6) + Pool(500, 6), limits=Limits(dice=1001)) == Fraction(7007, 2)
    with pytest.raises(DiceError, match="depth"):
        distribution(EXPLODING, depth=0)


def test_one_sided_dice_and_single_faces():
    assert distribution(Pool(5, 1)) == Distribution.certain(5)
    assert distribution(Pool(3, 6, reroll=Reroll(range(1, 6), GONE))) == Distribution.certain(18)
    assert distribution(PoolSum((), -4)) == Distribution.certain(-4)


@given(st.integers(1, 8), st.integers(1, 8), st.integers(2, 8))
def test_chances_sum_to_one_and_keeping_more_never_lowers_the_total(number: int, count: int, sides: int):
    found = distribution(Pool(count, sides, Keep(HIGHEST, number)))
    assert sum(found.chances.values()) == 1
    assert found.mean <= distribution(Pool(count, sides, Keep(HIGHEST, number + 1))).mean
    low = distribution(Pool(count, sides, Keep(LOWEST, number)))
    # Turn every die over: the highest become the lowest.
    turned = low.map(lambda total: min(number, count) * (sides + 1) - total)
    assert turned == found
    assert sides**count % found.total == 0
