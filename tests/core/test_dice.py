"""The dice port: what each source promises."""

from __future__ import annotations

import subprocess
import sys
from fractions import Fraction
from itertools import pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dicecrawl.core.dice import (
    ALGORITHM,
    MOST_SIDES,
    Dice,
    Drawn,
    EnumeratingDice,
    RecordedDice,
    Recorder,
    ScriptedDice,
    SeededDice,
    enumerate_leaves,
    label_key,
    mix,
)
from dicecrawl.errors import BudgetExceeded, DiceError, ScriptError

GOLDEN_42 = [5, 1, 2, 3, 1, 6, 2, 5, 3, 4, 2, 3]
KEYS = st.integers(0, 2**64 - 1)


def rolls(dice: Dice, sides: int, count: int) -> list[int]:
    return [dice.draw(sides) for _ in range(count)]


# --- seeded: golden values. These never change; a changed one is a new `algorithm`. ---


def test_the_stated_golden_of_key_42():
    assert rolls(SeededDice(42), 6, 12) == GOLDEN_42


def test_the_golden_is_the_same_from_the_top_32_bits_and_from_all_64():
    words = [mix(42 + (k + 1) * 0x9E3779B97F4A7C15) for k in range(12)]
    assert [((z >> 32) * 6 >> 32) + 1 for z in words] == [(z * 6 >> 64) + 1 for z in words] == GOLDEN_42


def test_mix_is_the_published_splitmix64():
    # The first outputs of the reference C program for seed 1234567.
    words = [mix(1234567 + (k + 1) * 0x9E3779B97F4A7C15) for k in range(3)]
    assert words == [6457827717110365317, 3203168211198807973, 9817491932198370423]


def test_labels_are_hashed_by_published_fnv_1a():
    assert label_key("") == 0xCBF29CE484222325
    assert label_key("a") == 0xAF63DC4C8601EC8C
    assert label_key("foobar") == 0x85944171F73967E8


@pytest.mark.parametrize(
    ("dice", "sides", "faces"),
    [
        (SeededDice(0), 6, [6, 3, 1, 6, 1, 2, 2, 5, 2, 6]),
        (SeededDice(2**64 - 1), 20, [18, 19, 5, 9, 15, 17, 19, 6, 16, 1]),
        (SeededDice(-1), 6, [1, 1, 5, 4, 4, 1, 1, 5, 5, 2]),
        (SeededDice("the third delve"), 10, [8, 1, 2, 4, 2, 3, 4, 3, 2, 6]),
        (SeededDice(42, "bots"), 6, [4, 3, 3, 3, 5, 4, 1, 6, 2, 5]),
        (SeededDice.for_game(42, 0), 6, [6, 4, 6, 6, 3, 3, 5, 2, 6, 1]),
        (SeededDice.for_game("Ψ", 7), 12, [3, 9, 10, 5, 1, 2, 1, 8, 10, 6]),
    ],
)
def test_golden_streams_as_a_c_program_gives_them(dice: SeededDice, sides: int, faces: list[int]):
    assert rolls(dice.clone(), sides, len(faces)) == faces


def test_the_hash_seed_of_python_changes_nothing():
    program = (
        "from dicecrawl.core.dice import SeededDice\n"
        "print([SeededDice('seed', 'name').fork('child').draw(20) for _ in range(9)], SeededDice.for_game('s', 3).key)"
    )
    shown = {
        subprocess.run(
            [sys.executable, "-c", program],
            capture_output=True,
            text=True,
            check=True,
            env={"PYTHONHASHSEED": hash_seed, "PYTHONPATH": ":".join(filter(None, sys.path))},
        ).stdout
        for hash_seed in ("0", "1", "2")
    }
    assert len(shown) == 1


# --- seeded: streams ---


def test_game_k_depends_on_the_seed_and_k_only():
    forwards = [rolls(SeededDice.for_game(9, k), 6, 8) for k in range(5)]
    backwards = [rolls(SeededDice.for_game(9, k), 6, 8) for k in reversed(range(5))]
    assert forwards == backwards[::-1]
    assert len({tuple(game) for game in forwards}) == 5


def test_a_fork_does_not_depend_on_what_was_drawn():
    dice = SeededDice(3)
    before = rolls(dice.fork("bots"), 6, 20)
    rolls(dice, 6, 100)
    assert rolls(dice.fork("bots"), 6, 20) == before == rolls(SeededDice(3, "bots"), 6, 20)


def test_forks_differ_by_label_and_by_order():
    dice = SeededDice(3)
    keys = [
        dice.key,
        dice.fork("a").key,
        dice.fork("b").key,
        dice.fork("a").fork("b").key,
        dice.fork("b").fork("a").key,
    ]
    keys.append(dice.fork("a").fork("a").key)
    assert len(set(keys)) == len(keys)


def test_an_integer_seed_is_not_its_text():
    assert rolls(SeededDice(7), 6, 12) != rolls(SeededDice("7"), 6, 12)


@given(KEYS, st.lists(st.integers(2, 20), max_size=30))
def test_a_clone_goes_on_alike_and_shares_nothing(key: int, sides: list[int]):
    dice = SeededDice(key)
    rolls(dice, 6, 5)
    twin = dice.clone()
    ours = [dice.draw(s) for s in sides]
    assert (twin.key, twin.position) == (key, 5)
    assert [twin.draw(s) for s in sides] == ours
    assert dice.position == twin.position == 5 + len(sides)


@given(KEYS, st.integers(0, 1000))
def test_a_stored_stream_is_taken_up_again(key: int, position: int):
    dice = SeededDice.resume(key, position, ALGORITHM)
    z = mix(key + (position + 1) * 0x9E3779B97F4A7C15)
    assert dice.draw(6) == (z * 6 >> 64) + 1


def test_a_stream_of_another_generator_is_refused():
    with pytest.raises(DiceError, match="Replay the recorded faces"):
        SeededDice.resume(42, 0, "mt19937")


@given(KEYS, st.integers(1, MOST_SIDES))
def test_every_face_is_on_the_die(key: int, sides: int):
    assert all(1 <= face <= sides for face in rolls(SeededDice(key), sides, 5))


@pytest.mark.parametrize("sides", [2, 3, 4, 6, 8, 10, 12, 20, 100, 1000])
def test_the_stated_bound_on_unevenness(sides: int):
    # Face f stands for the z with (f-1) * 2**64 <= z * sides < f * 2**64: count them without walking through 2**64.
    edges = [-(-f * 2**64 // sides) for f in range(sides + 1)]
    sizes = [high - low for low, high in pairwise(edges)]
    assert sum(sizes) == 2**64
    assert max(sizes) - min(sizes) <= 1
    for face, (low, high) in enumerate(pairwise(edges), 1):
        assert (low * sides >> 64) + 1 == (high - 1) * sides // 2**64 + 1 == face


@pytest.mark.parametrize("seed", [1.5, None, True, b"x"])
def test_a_seed_is_a_number_or_a_text(seed: object):
    with pytest.raises(DiceError, match="seed"):
        SeededDice(seed)  # type: ignore[arg-type]


def test_a_game_has_a_number_from_0():
    with pytest.raises(DiceError, match="from 0"):
        SeededDice.for_game(1, -1)


# --- every source: dull dice, and picks ---


def sources() -> list[Dice]:
    return [
        SeededDice(1),
        ScriptedDice([4, 4]),
        RecordedDice([4, 4]),
        Recorder(SeededDice(1)),
        EnumeratingDice(deepest=5, least=Fraction(0)),
    ]


@pytest.mark.parametrize("source", sources(), ids=lambda source: type(source).__name__)
@pytest.mark.parametrize("sides", [0, -1, -6])
def test_no_die_has_less_than_one_side(source: Dice, sides: int):
    with pytest.raises(DiceError, match=f"d{sides}"):
        source.draw(sides)
    with pytest.raises(DiceError, match="nothing to pick"):
        source.pick(sides)


@pytest.mark.parametrize("source", sources(), ids=lambda source: type(source).__name__)
def test_a_one_sided_die_draws_nothing(source: Dice):
    assert rolls(source, 1, 20) == [1] * 20
    match source:
        case SeededDice() | RecordedDice():
            assert source.position == 0
        case Recorder():
            assert source.faces == []
        case ScriptedDice() | EnumeratingDice():
            assert source.drawn == ()
        case _:
            raise AssertionError(source)


@pytest.mark.parametrize("source", sources()[:4], ids=lambda source: type(source).__name__)
def test_a_source_for_play_leaves_picks_to_the_table(source: Dice):
    assert source.pick(3) is None


def test_too_many_sides_are_refused():
    with pytest.raises(DiceError, match="too large"):
        SeededDice(1).draw(MOST_SIDES + 1)


# --- scripted ---


def test_a_script_shows_its_faces_in_order():
    dice = ScriptedDice([4, 6, 3])
    assert [dice.draw(6), dice.draw(6), dice.draw(10)] == [4, 6, 3]
    dice.finish()
    assert dice.drawn == (Drawn(4, 6), Drawn(6, 6), Drawn(3, 10))


def test_a_script_that_is_too_short_says_which_die_was_wanted_and_why():
    dice = ScriptedDice([4])
    dice.draw(6)
    dice.about("the damage")
    with pytest.raises(ScriptError) as caught:
        dice.draw(8)
    assert str(caught.value) == (
        "The scripted dice are used up: die 2, a d8 for the damage, is wanted but only 1 die was stated. "
        "Rolled before: 4 on d6. Add a face, or see why one more die is rolled."
    )


def test_a_face_that_is_not_on_the_die_is_refused_and_not_spent():
    dice = ScriptedDice([7])
    with pytest.raises(ScriptError, match=r"face 7 \(die 1\) cannot stand on a d6.*1\.\.6"):
        dice.draw(6)
    assert dice.left == (7,)
    assert dice.draw(8) == 7


def test_faces_left_over_fail_at_the_end():
    dice = ScriptedDice([4, 6, 3])
    dice.about("the check")
    dice.draw(6)
    with pytest.raises(ScriptError, match=r"2 dice of the script never came up: 6, 3\. Rolled before: 4 on d6 \(the check\)"):
        dice.finish()


def test_a_long_story_is_told_from_its_end():
    dice = ScriptedDice([*range(1, 15), 6])
    rolls(dice, 20, 14)
    with pytest.raises(ScriptError, match=r"Rolled before: \.\.\., 3 on d20, "):
        dice.finish()


@pytest.mark.parametrize("faces", [[0], [-1], [2.0], ["3"], [True]])
def test_a_scripted_face_is_a_whole_number(faces: list[int]):
    with pytest.raises(ScriptError, match="Face 1"):
        ScriptedDice(faces)


# --- recorded ---


@given(KEYS, st.lists(st.integers(1, 20), max_size=40))
def test_a_record_replays(key: int, sides: list[int]):
    recorder = Recorder(SeededDice(key))
    shown = [recorder.draw(s) for s in sides]
    assert recorder.faces == [face for face, s in zip(shown, sides, strict=True) if s > 1]
    replay = RecordedDice(recorder.faces)
    assert [replay.draw(s) for s in sides] == shown
    assert replay.left == 0


def test_after_the_record_the_game_goes_on():
    dice = RecordedDice([2, 2], then=SeededDice(42))
    assert rolls(dice, 6, 5) == [2, 2, 5, 1, 2]
    assert dice.position == 2


def test_a_record_that_ends_too_early_is_a_script_error():
    dice = RecordedDice([2])
    dice.draw(6)
    with pytest.raises(ScriptError, match="ends after 1 die"):
        dice.draw(6)


def test_a_record_of_other_rules_is_a_script_error():
    with pytest.raises(ScriptError, match="cannot stand on a d6"):
        RecordedDice([20]).draw(6)


def test_odds_may_follow_a_record():
    def run(dice: Dice) -> tuple[int, int | None, int | None]:
        replay = RecordedDice([6], then=dice)
        while_recorded = replay.pick(2)
        return replay.draw(6), while_recorded, replay.pick(2)

    assert list(enumerate_leaves(run, most=10)) == [(Fraction(1, 2), (6, None, 0)), (Fraction(1, 2), (6, None, 1))]


# --- enumerating ---


def test_leaves_are_all_falls_of_the_dice_in_order():
    leaves = list(enumerate_leaves(lambda dice: (dice.draw(2), dice.draw(3)), most=6))
    assert leaves == [(Fraction(1, 6), pair) for pair in product((1, 2), (1, 2, 3))]


def test_leaves_of_unequal_depth_have_exact_weights():
    leaves = list(enumerate_leaves(lambda dice: dice.draw(6) if dice.draw(2) == 1 else 0, most=100))
    assert leaves == [*((Fraction(1, 12), face) for face in range(1, 7)), (Fraction(1, 2), 0)]


def test_a_pick_is_n_leaves_of_one_nth():
    assert list(enumerate_leaves(lambda dice: dice.pick(3), most=3)) == [(Fraction(1, 3), n) for n in range(3)]


def test_a_run_without_dice_has_one_leaf():
    assert list(enumerate_leaves(lambda dice: "done", most=1)) == [(Fraction(1), "done")]


@given(st.lists(st.integers(1, 5), max_size=4))
def test_weights_sum_to_one_and_every_fall_comes_once(sides: list[int]):
    leaves = list(enumerate_leaves(lambda dice: tuple(dice.draw(s) for s in sides), most=5**4))
    assert sum(weight for weight, _ in leaves) == 1
    assert [faces for _, faces in leaves] == list(product(*(range(1, s + 1) for s in sides)))


def test_the_path_to_a_leaf_can_be_read():
    def run(dice: Dice) -> tuple[Drawn, ...]:
        dice.draw(2)
        dice.pick(2)
        assert isinstance(dice, EnumeratingDice)
        return dice.drawn

    paths = [[shown.face for shown in path] for _, path in enumerate_leaves(run, most=4)]
    assert paths == [[1, 1], [1, 2], [2, 1], [2, 2]]


def test_the_bound_on_leaves_is_named_with_what_was_covered():
    leaves = enumerate_leaves(lambda dice: (dice.draw(6), dice.draw(6)), most=9)
    seen = [next(leaves) for _ in range(9)]
    assert [pair for _, pair in seen][-1] == (2, 3)
    with pytest.raises(BudgetExceeded, match=r"more than 9 ways.*`most`.*0\.25 of the chance"):
        next(leaves)


def test_exactly_as_many_leaves_as_allowed_is_no_fault():
    assert len(list(enumerate_leaves(lambda dice: dice.draw(6), most=6))) == 6


def roll_until_not_one(dice: Dice) -> int:
    while True:
        face = dice.draw(6)
        if face != 1:
            return face


def test_a_run_that_never_ends_is_stopped_and_the_bound_named():
    with pytest.raises(BudgetExceeded, match=r"more than 50 dice \(`deepest`\)"):
        next(enumerate_leaves(roll_until_not_one, most=1000, deepest=50))


def test_rare_courses_can_be_cut_and_what_they_weigh_is_told():
    leaves = enumerate_leaves(roll_until_not_one, most=1000, least=Fraction(1, 6**4))
    found = list(leaves)
    assert leaves.missing == Fraction(1, 6**4)
    assert leaves.seen == len(found) + 1 == 5 * 4 + 1
    assert sum(weight for weight, _ in found) + leaves.missing == 1


@pytest.mark.parametrize("change", ["sides", "fewer"])
def test_a_run_that_is_not_repeatable_is_found_out(change: str):
    runs = 0

    def run(dice: Dice) -> int:
        nonlocal runs
        runs += 1
        if change == "sides":
            return dice.draw(6 if runs == 1 else 8)
        return dice.draw(6) + (dice.draw(6) if runs < 3 else 0)

    with pytest.raises(DiceError, match="depend on its dice alone"):
        list(enumerate_leaves(run, most=100))


@pytest.mark.parametrize("bounds", [{"most": 0}, {"most": 1, "deepest": 0}])
def test_bounds_of_a_search_are_one_or_more(bounds: dict[str, int]):
    with pytest.raises(DiceError, match="1 or more"):
        enumerate_leaves(lambda dice: dice.draw(6), **bounds)
