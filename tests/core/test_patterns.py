"""Patterns of faces. The numbers over all 46,656 rolls are public case S6, recomputed there by others."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dicecrawl.core.patterns import (
    FULL_HOUSE,
    Alike,
    Counts,
    Pattern,
    Straight,
    all_counts,
    count_faces,
    faces_of,
    longest_straight,
    most_alike,
    of_a_kind,
    without,
)
from dicecrawl.errors import DiceError

ROLLS = st.lists(st.integers(1, 6), max_size=7)

# Over all rolls of six dice; a full house here may leave a die over, as "a triple plus a different pair".
OF_46656 = {
    "straight of 4": (Straight(4), 12_600),
    "straight of 5": (Straight(5), 4_320),
    "straight of 6": (Straight(6), 720),
    "three alike": (of_a_kind(3), 17_136),
    "four alike": (of_a_kind(4), 2_436),
    "five alike": (of_a_kind(5), 186),
    "six alike": (of_a_kind(6), 6),
    "a triple plus a different pair": (FULL_HOUSE, 7_950),
}


@pytest.fixture(scope="module")
def every_roll() -> list[Counts]:
    return [count_faces(faces) for faces in product(range(1, 7), repeat=6)]


@pytest.mark.parametrize("name", OF_46656)
def test_how_many_of_all_46656_rolls_hold_a_pattern(name: str, every_roll: list[Counts]):
    pattern, rolls = OF_46656[name]
    assert sum(pattern.holds(counts) for counts in every_roll) == rolls
    assert sum(ways for counts, ways in all_counts(6) if pattern.holds(counts)) == rolls


def test_counts_weigh_as_much_as_the_rolls_behind_them(every_roll: list[Counts]):
    weighed = dict(all_counts(6))
    assert weighed == Counter(every_roll)
    assert len(weighed) == 462
    assert len(dict(all_counts(5))) == 252


def test_a_straight_of_4_with_a_gap_after_it():
    counts = count_faces([1, 2, 2, 3, 4, 6])
    assert Straight(4).holds(counts)
    assert Straight(4).ways(counts) == ((1, 1, 1, 1, 0, 0),)


def test_no_straight_of_5_across_a_gap():
    counts = count_faces([1, 3, 4, 5, 6, 6])
    assert not Straight(5).holds(counts)
    assert Straight(5).ways(counts) == ()
    assert longest_straight(counts) == 4


def test_six_and_one_are_no_neighbours():
    assert longest_straight(count_faces([5, 6, 1, 2])) == 2


def test_a_straight_of_6_holds_two_straights_of_5():
    assert Straight(5).ways((1,) * 6) == ((1, 1, 1, 1, 1, 0), (0, 1, 1, 1, 1, 1))


def test_five_of_a_kind_is_no_full_house():
    assert not FULL_HOUSE.holds(count_faces([4, 4, 4, 4, 4]))
    assert not FULL_HOUSE.holds(count_faces([4, 4, 4, 4, 4, 2]))


@pytest.mark.parametrize(
    ("faces", "houses"),
    [
        ([2, 2, 2, 2, 5, 5], [(0, 3, 0, 0, 2, 0)]),
        ([2, 2, 2, 5, 5, 5], [(0, 3, 0, 0, 2, 0), (0, 2, 0, 0, 3, 0)]),
        ([2, 2, 2, 5, 5, 1], [(0, 3, 0, 0, 2, 0)]),
        ([1, 1, 2, 2, 3, 3], []),
    ],
)
def test_the_player_picks_which_five_dice_form_the_house(faces: list[int], houses: list[Counts]):
    assert list(FULL_HOUSE.ways(count_faces(faces))) == houses


def test_what_a_pattern_leaves_stays_free():
    counts = count_faces([5, 5, 5, 6, 1, 1])
    (used,) = of_a_kind(3).ways(counts)
    assert faces_of(without(counts, used)) == (1, 1, 6)


def test_most_alike():
    assert most_alike(count_faces([2, 2, 2, 5])) == 3
    assert most_alike(count_faces([])) == 0


@given(ROLLS)
def test_counting_keeps_the_dice(faces: list[int]):
    assert list(faces_of(count_faces(faces))) == sorted(faces)


def holds_by_hand(pattern: Pattern, faces: list[int]) -> set[tuple[int, ...]]:
    """The brute-force twin: look at every subset of the dice."""
    found = set()
    if isinstance(pattern, Straight):
        size, wanted = pattern.length, lambda chosen: list(chosen) == list(range(chosen[0], chosen[0] + len(chosen)))
    else:
        assert isinstance(pattern, Alike)
        size = sum(pattern.sizes)
        sizes = sorted(pattern.sizes)

        def wanted(chosen: tuple[int, ...]) -> bool:
            return sorted(Counter(chosen).values()) == sizes

    for chosen in combinations(sorted(faces), size):
        if wanted(chosen):
            found.add(chosen)
    return found


PATTERNS = st.one_of(
    st.builds(Straight, st.integers(1, 6)),
    st.builds(Alike, st.lists(st.integers(1, 4), min_size=1, max_size=3)),
)


@given(PATTERNS, ROLLS)
def test_a_pattern_agrees_with_a_look_at_every_subset(pattern: Straight | Alike, faces: list[int]):
    counts = count_faces(faces)
    ways = pattern.ways(counts)
    assert {faces_of(used) for used in ways} == holds_by_hand(pattern, faces)
    assert len(set(ways)) == len(ways)
    assert pattern.holds(counts) == bool(ways)
    for used in ways:
        assert sum(without(counts, used)) + sum(used) == len(faces)


@pytest.mark.parametrize("sizes", list(permutations((3, 2, 1))))
def test_the_order_of_groups_says_nothing(sizes: tuple[int, ...]):
    assert Alike(sizes) == Alike((3, 2, 1))


def test_other_dice_than_six_sided():
    assert Straight(3).holds(count_faces([8, 10, 9], sides=10))
    assert sum(ways for _, ways in all_counts(3, sides=10)) == 1000


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        (lambda: count_faces([7]), "no face 7"),
        (lambda: count_faces([0]), "no face 0"),
        (lambda: Straight(0), "at least 1 die"),
        (lambda: Alike(()), "at least one size"),
        (lambda: Alike((3, 0)), "at least 1 die"),
        (lambda: without((1, 0), (0, 1)), r"\[2\] are not all among \[1\]"),
        (lambda: without((1, 0), (1,)), "cannot be taken"),
    ],
)
def test_what_cannot_be_asked_is_refused(fault: object, told: str):
    with pytest.raises(DiceError, match=told):
        fault()  # type: ignore[operator]
