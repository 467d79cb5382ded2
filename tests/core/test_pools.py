"""Rolling pools: the order of a roll, what is kept, and what is refused. Dice are scripted; leftovers fail."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dicecrawl.core.dice import Dice, ScriptedDice, SeededDice, enumerate_leaves
from dicecrawl.core.pools import (
    LIMITS,
    AnyPool,
    Explode,
    Keep,
    Limits,
    Of,
    Pool,
    PoolSum,
    Reroll,
    Rolled,
    Term,
    When,
    Which,
    check,
    terms_of,
)
from dicecrawl.errors import BudgetExceeded, DiceError

HIGHEST, LOWEST = Which.HIGHEST, Which.LOWEST
GONE = When.UNTIL_GONE


class NoDice:
    """A source that nobody may ask."""

    def draw(self, sides: int, /) -> int:
        raise AssertionError(f"a d{sides} was drawn")

    def pick(self, n: int, /) -> int | None:
        raise AssertionError(f"one of {n} was picked")


def rolled(pool: Pool, *faces: int) -> Rolled:
    dice = ScriptedDice(faces)
    result = pool.roll(dice)
    dice.finish()
    return result


# --- the order of a roll ---


def test_dice_are_added_and_the_bonus_once():
    assert rolled(Pool(3, 6, bonus=2), 4, 1, 6) == Rolled(13, (4, 1, 6), ((4,), (1,), (6,)), (4, 1, 6))


def test_keep_the_highest_three_of_four():
    result = rolled(Pool(4, 6, Keep(HIGHEST, 3)), 2, 5, 1, 6)
    assert (result.total, result.kept, result.naturals) == (13, (2, 5, 6), (2, 5, 1, 6))


def test_keep_the_worse_of_two():
    assert rolled(Pool(2, 6, Keep(LOWEST)), 5, 3).total == 3


def test_among_equals_the_earlier_dice_are_kept():
    exploding = Pool(3, 6, Keep(HIGHEST, 2), explode=Explode((6,)))
    # 4, 6 and then 6's second die 1 makes 7; 4; the later 4 is left out.
    assert rolled(exploding, 4, 6, 4, 1).kept == (4, 7)


@pytest.mark.parametrize("which", Which)
def test_keep_three_of_two_keeps_both(which: Which):
    assert rolled(Pool(2, 6, Keep(which, 3)), 5, 3).total == 8


def test_reroll_once_lets_the_second_face_stand():
    result = rolled(Pool(3, 6, reroll=Reroll((1,))), 1, 4, 1, 1, 6)
    assert (result.total, result.kept, result.naturals) == (11, (1, 4, 6), (1, 4, 1, 1, 6))


def test_reroll_until_gone_goes_on():
    result = rolled(Pool(2, 6, reroll=Reroll((1, 2), GONE)), 1, 6, 2, 1, 5)
    assert (result.total, result.kept, result.naturals) == (11, (5, 6), (1, 6, 2, 1, 5))


def test_dice_explode_after_all_dice_were_rolled_left_to_right():
    result = rolled(Pool(3, 6, explode=Explode((6,))), 6, 2, 6, 6, 3, 1)
    assert result.chains == ((6, 6, 3), (2,), (6, 1))
    assert result.kept == (15, 2, 7)
    assert result.total == 24


def test_a_die_brought_by_an_explosion_has_its_own_reroll():
    result = rolled(Pool(1, 6, reroll=Reroll((1,)), explode=Explode((6,))), 1, 6, 1, 6, 1, 1)
    assert result.chains == ((6, 6, 1),)
    assert result.naturals == (1, 6, 1, 6, 1, 1)


def test_explosions_end_where_it_is_stated():
    assert rolled(Pool(1, 6, explode=Explode((6,), times=2)), 6, 6, 6).total == 18


def test_a_total_explodes_as_a_whole():
    result = rolled(Pool(2, 6, explode=Explode((12,), Of.TOTAL), bonus=1), 6, 6, 6, 6, 2, 3)
    assert (result.total, result.kept) == (30, (6, 6, 6, 6, 2, 3))


def test_a_total_explodes_at_most_so_often():
    assert rolled(Pool(2, 6, explode=Explode((12,), Of.TOTAL, times=1)), 6, 6, 6, 6).total == 24


def test_the_worse_of_two_dice_counts_for_explosions_as_well():
    # MO-93: two dice, the lower face counts, also for explosions; each explosion die is again the worse of two.
    worse = Pool(2, 6, Keep(LOWEST), explode=Explode((5, 6), Of.TOTAL))
    assert rolled(worse, 6, 5, 6, 2).kept == (5, 2)


def test_half_of_every_counted_die_can_be_taken():
    # MO-93: halve each counted face, rounding up; explosions look at the face before halving.
    result = rolled(Pool(1, 6, explode=Explode((5, 6))), 5, 3)
    assert [-(-face // 2) for face in result.chains[0]] == [3, 2]


def test_no_dice_draw_nothing():
    assert Pool(0, 6).roll(NoDice()) == Rolled(0, (), (), ())
    assert Pool(0, 6, Keep(HIGHEST, 3), Reroll((1,)), Explode((6,)), 4).roll(NoDice()).total == 4


def test_one_sided_dice_draw_nothing():
    dice = SeededDice(1)
    assert Pool(5, 1).roll(dice).total == 5
    assert dice.position == 0


# --- sums ---


def test_a_sum_is_rolled_left_to_right():
    dice = ScriptedDice([3, 4, 2])
    result = (Pool(2, 6) - Pool(1, 4) + 5).roll(dice)
    dice.finish()
    assert result.total == 3 + 4 - 2 + 5
    assert result.naturals == (3, 4, 2)


def test_minus_one_d6_is_minus_one_d6():
    minus = -Pool(1, 6)
    assert minus == PoolSum((Term(-1, Pool(1, 6)),))
    assert {value.total for _, value in enumerate_leaves(minus.roll, most=6)} == {-1, -2, -3, -4, -5, -6}


def test_a_single_pool_stays_a_pool():
    assert 3 + Pool(2, 6) - 1 == Pool(2, 6, bonus=2)
    minus = -Pool(2, 6, bonus=3)
    assert -minus == Pool(2, 6, bonus=3)


def test_the_bonuses_of_a_sum_are_one_bonus():
    assert Pool(1, 6, bonus=2) - Pool(1, 4, bonus=3) == PoolSum((Term(1, Pool(1, 6)), Term(-1, Pool(1, 4))), -1)
    assert PoolSum([Term(1, Pool(1, 6, bonus=2))]) == PoolSum((Term(1, Pool(1, 6)),), 2)
    assert 10 - Pool(1, 6, bonus=1) == PoolSum((Term(-1, Pool(1, 6)),), 9)


def test_pools_can_be_summed_up():
    assert sum([Pool(1, 6), Pool(1, 8), Pool(2, 4)]) == Pool(1, 6) + Pool(1, 8) + Pool(2, 4)


@pytest.mark.parametrize("other", [1.5, "2d6", None])
def test_only_pools_and_numbers_are_added(other: object):
    with pytest.raises(DiceError, match="Only pools"):
        Pool(1, 6) + other  # type: ignore[operator]


# --- what no table could roll ---


@pytest.mark.parametrize(
    ("build", "told"),
    [
        (lambda: Pool(-1, 6), "The number of dice must be a whole number of 0 or more, not -1"),
        (lambda: Pool(1, 0), "The number of sides must be a whole number of 1 or more, not 0"),
        (lambda: Pool(0, 0), "sides"),
        (lambda: Pool(1, -6), "sides"),
        (lambda: Pool(2.0, 6), "whole number"),  # type: ignore[arg-type]
        (lambda: Pool(True, 6), "whole number"),
        (lambda: Pool(1, 6, bonus=0.5), "bonus"),  # type: ignore[arg-type]
        (lambda: Keep(HIGHEST, 0), "dice to keep"),
        (lambda: Explode((6,), times=0), "explosions in a row"),
        (lambda: Pool(1, 6, reroll=Reroll(())), "nothing does nothing"),
        (lambda: Pool(1, 6, reroll=Reroll((7,))), "d6 has no face 7"),
        (lambda: Pool(1, 6, reroll=Reroll((0, 1))), "d6 has no face 0"),
        (lambda: Pool(1, 6, explode=Explode((7,))), "d6 has no face 7"),
        (lambda: Pool(1, 6, reroll=Reroll(range(1, 7), GONE)), "Rerolling 1-6 until gone never ends"),
        (lambda: Pool(1, 1, reroll=Reroll((1,), GONE)), "never ends"),
        (lambda: Pool(1, 6, explode=Explode(range(1, 7))), "Exploding on 1-6 never ends"),
        (lambda: Pool(1, 6, reroll=Reroll(range(1, 6), GONE), explode=Explode((6,))), "Exploding on 6 never ends"),
        (lambda: Pool(2, 6, explode=Explode((13,), Of.TOTAL)), r"add up to 2\.\.12"),
        (lambda: Pool(2, 6, explode=Explode((), Of.TOTAL)), "nothing does nothing"),
        (lambda: Pool(2, 6, explode=Explode(range(2, 13), Of.TOTAL)), "never ends"),
        (lambda: Pool(2, 6, Keep(LOWEST), explode=Explode(range(1, 7), Of.TOTAL)), "never ends"),
        (lambda: Pool(2, 6, reroll=Reroll((2, 3, 4, 5), GONE), explode=Explode((2, 7, 12), Of.TOTAL)), "never ends"),
        (lambda: Pool(0, 6, explode=Explode((0,), Of.TOTAL)), "never ends"),
        (lambda: Term(2, Pool(1, 6)), "sign"),
        (lambda: Reroll(("1",)), "whole number"),  # type: ignore[arg-type]
        (lambda: Limits(dice=0), r"Limits\.dice"),
        (lambda: Limits(digits=5_000), "at most 4,000"),
        (lambda: Limits(nesting=1_000), "at most 100"),
    ],
)
def test_what_no_table_could_roll_is_refused_when_it_is_built(build: Callable[[], object], told: str):
    with pytest.raises(DiceError, match=told):
        build()


def test_what_looks_endless_but_ends_is_allowed():
    Pool(1, 6, reroll=Reroll(range(1, 7)))
    Pool(1, 6, explode=Explode(range(1, 7), times=2))
    Pool(2, 6, explode=Explode(range(2, 12), Of.TOTAL))
    Pool(2, 6, reroll=Reroll((2, 3, 4, 5), GONE), explode=Explode((2, 12), Of.TOTAL))


@pytest.mark.parametrize(
    ("pool", "told"),
    [
        (Pool(99_999, 99_999), r"99,999 dice.*1,000.*Limits\.dice"),
        (Pool(100_000_000, 20), r"100,000,000 dice.*Limits\.dice"),
        (Pool(500, 6) + Pool(500, 8) + Pool(500, 10), r"1,500 dice.*Limits\.dice"),
        (-Pool(1001, 6), r"1,001 dice"),
        (Pool(1, 10**30, Keep(HIGHEST), explode=Explode((5,))), r"sides.*Limits\.sides"),
        (Pool(1, 6) + Pool(1, 1001), r"1,001 sides"),
    ],
    ids=str,
)
def test_too_much_is_refused_before_the_first_die(pool: AnyPool, told: str):
    with pytest.raises(DiceError, match=told):
        pool.roll(NoDice())
    with pytest.raises(DiceError, match=told):
        check(pool)


def test_limits_can_be_set():
    many = Pool(500, 6) + Pool(501, 8)
    assert many.roll(SeededDice(1), Limits(dice=1001)).total > 1001
    with pytest.raises(DiceError):
        many.roll(SeededDice(1), LIMITS)
    with pytest.raises(DiceError, match="at most 3 are allowed"):
        Pool(4, 6).roll(NoDice(), Limits(dice=3))


class OnlySixes:
    def draw(self, sides: int, /) -> int:
        return sides

    def pick(self, n: int, /) -> int | None:
        return None


@pytest.mark.parametrize(
    "pool",
    [
        Pool(1, 6, explode=Explode((6,))),
        Pool(2, 6, explode=Explode((12,), Of.TOTAL)),
        Pool(1, 6, reroll=Reroll((6,), GONE)),
    ],
    ids=str,
)
def test_a_broken_source_ends_in_a_budget_and_not_in_a_hang(pool: Pool):
    with pytest.raises(BudgetExceeded, match=r"more than 1,000 times in a row \(`Limits\.again`\)"):
        pool.roll(OnlySixes())


# --- odds and play agree ---


def test_rerolling_until_gone_has_finitely_many_leaves():
    pool = Pool(1, 6, reroll=Reroll((1, 2), GONE))
    leaves = list(enumerate_leaves(pool.roll, most=4))
    assert [(weight, result.total) for weight, result in leaves] == [(Fraction(1, 4), face) for face in (3, 4, 5, 6)]


# --- properties ---

FACES = st.sets(st.integers(1, 6), min_size=1, max_size=3)
POOLS = st.builds(
    Pool,
    st.integers(0, 6),
    st.just(6),
    st.none() | st.builds(Keep, st.sampled_from(Which), st.integers(1, 4)),
    st.none() | st.builds(Reroll, FACES.filter(lambda faces: faces <= {1, 2, 3}), st.sampled_from(When)),
    st.none() | st.builds(Explode, FACES.map(sorted).map(lambda faces: faces[:2]), times=st.none() | st.integers(1, 3)),
    st.integers(-5, 5),
)


@given(POOLS, st.integers(0, 2**64 - 1))
def test_every_roll_adds_up(pool: Pool, key: int):
    result = pool.roll(SeededDice(key))
    assert result.total == sum(result.kept) + pool.bonus
    assert len(result.chains) == pool.count
    assert len(result.kept) == (pool.count if pool.keep is None else min(pool.count, pool.keep.number))
    counted = [face for chain in result.chains for face in chain]
    assert len(counted) <= len(result.naturals)
    for face in counted:
        assert face in result.naturals
    if pool.reroll is None:
        assert sorted(counted) == sorted(result.naturals)
    values = [sum(chain) for chain in result.chains]
    if pool.keep is not None:
        ordered = sorted(values, reverse=pool.keep.which is HIGHEST)
        assert sorted(result.kept) == sorted(ordered[: pool.keep.number])


@given(POOLS, st.integers(0, 2**64 - 1))
def test_the_naturals_are_exactly_what_was_drawn(pool: Pool, key: int):
    source = SeededDice(key)
    result = pool.roll(source)
    assert len(result.naturals) == source.position
    replay = ScriptedDice(result.naturals)
    assert pool.roll(replay) == result
    replay.finish()


@given(st.lists(st.tuples(st.sampled_from([1, -1]), POOLS), max_size=4), st.integers(-5, 5))
def test_sums_do_not_depend_on_how_they_are_put_together(parts: list[tuple[int, Pool]], bonus: int):
    total: AnyPool = PoolSum((), bonus)
    for sign, pool in parts:
        total = total + pool if sign > 0 else total - pool
    assert total.bonus == bonus + sum(sign * pool.bonus for sign, pool in parts)
    assert total.count == sum(pool.count for _, pool in parts)
    assert [(term.sign, term.pool.count) for term in terms_of(total)] == [(sign, pool.count) for sign, pool in parts]


def test_a_pool_is_a_source_of_nothing_but_its_dice():
    def run(dice: Dice) -> int:
        return Pool(2, 4, Keep(HIGHEST)).roll(dice).total

    assert sum(weight * total for weight, total in enumerate_leaves(run, most=16)) == Fraction(50, 16)
