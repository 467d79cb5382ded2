"""The hand-written twin of the fixed battle and the engine come to the same end on the same faces."""

from __future__ import annotations

import pytest

import dicecrawl as dc
from benchmarks import fixed, run, twin


@pytest.fixture(scope="module")
def game() -> dc.Game:
    return dc.load("marching_order")


@pytest.mark.parametrize("block", range(6))
def test_engine_and_twin_agree(game: dc.Game, block: int) -> None:
    for k in range(25 * block, 25 * block + 25):
        by_engine = fixed.outcome(fixed.battle(game, k).play())
        assert twin.play(dc.SeededDice.for_game(0, k).draw) == by_engine, f"battle {k}"


def test_the_battles_are_worth_comparing() -> None:
    outcomes = [twin.play(dc.SeededDice.for_game(0, k).draw) for k in range(400)]
    assert len({len(rogues) for _, _, rogues, _, _ in outcomes}) > 2
    assert {rounds for _, rounds, *_ in outcomes} >= set(range(2, 9))
    assert len(set(outcomes)) > 390


def test_a_measurement_takes_the_best_of_all_turns() -> None:
    calls: list[str] = []
    first, second = run.by_turns(lambda: calls.append("a"), lambda: calls.append("b"))
    assert calls == ["a", "b"] * run.ROUNDS
    assert 0 <= first < 1
    assert 0 <= second < 1


@pytest.mark.parametrize(
    ("file", "room"),
    [
        (str(run.SRC / "core" / "run.py"), "core"),
        (str(run.SRC / "match.py"), "match"),
        ("<attrs generated methods dicecrawl.core.events.Logged>", "classes made by attrs"),
        ("~", "Python itself"),
        (fixed.__file__, "the player"),
    ],
)
def test_time_is_told_by_room(file: str, room: str) -> None:
    assert run.room_of(file) == room
