"""Solved adventures: against hand-made values, a brute-force twin, the engine's own rounds, and games really played."""

from __future__ import annotations

from functools import cache
from math import comb
from pathlib import Path
from random import Random

import pytest

import dicecrawl as dc
from dicecrawl.analysis.solve import Solution, solve
from dicecrawl.analysis.solve_play import Adviser, OptimalPlayer
from dicecrawl.analysis.solve_values import Progress
from dicecrawl.core.solving import Foes
from dicecrawl.errors import BudgetExceeded, PlayerError, SetupError
from tests.analysis.solving import engine_half, engine_roll, sampled, table_half, table_roll
from tests.content.delve.table import GAME, SANDS, START

TINY = Path(__file__).parent / "tiny.crawl"
SMALL = dc.load("delve", TINY)


@cache
def solved(encounter: str | None, adventure: str = START) -> Solution:
    game = SMALL if adventure.startswith("Tiny") else GAME
    return solve(game, adventure, encounter=encounter)


def test_a_fight_that_can_be_worked_out_by_hand() -> None:
    """One hero who hits with every 6 of two dice, one roll a round, against one box that hits on 4 to 6.

    The hero wins a round with 11/36 and is hit with 1/2 otherwise; it has two boxes.
    """
    win, hit = 11 / 36, 0.5
    once = win / (win + (1 - win) * hit)  # with one box: win before the hit
    twice = once + (1 - once) * once  # with two: one hit can be borne, and then it is as with one
    assert solved(None, "Tiny Duel").start[0] == pytest.approx(twice, abs=1e-12)
    rounds = 1 / (win + (1 - win) * hit)
    assert solved(None, "Tiny Duel").start[1] == pytest.approx(rounds + (1 - once) * rounds, rel=1e-9)


def test_waiting_for_ever_is_no_win() -> None:
    """A hero who can only heal never loses and never wins: the least fixed point is 0. Ruling: DV-63."""
    assert solved(None, "Tiny Wait").start[0] == 0.0


def test_throws_at_the_beginning_are_binomial() -> None:
    """Ruling: DV-55."""
    storm = solved("Sandstorm", SANDS).start[0]
    dead = sum(comb(18, hits) * 5 ** (18 - hits) for hits in range(13, 19)) / 6**18
    assert storm == pytest.approx(1 - dead, abs=1e-14)


def test_an_encounter_of_one_round_is_the_chance_of_nine_points() -> None:
    """The Ankheg burrows, and so is not destroyed. Ruling: DV-56, DV-62."""
    assert solved("Ankheg", SANDS).start == pytest.approx((0.0204528960, 1.0), abs=1e-9)


@pytest.mark.parametrize("encounter", ["3 Orcs", "Giant", "Dragon"])
def test_values_lie_between_zero_and_one_and_more_boxes_never_hurt(encounter: str) -> None:
    solution = solved(encounter)
    people = solution.layout.people("")
    for v, n in solution.worth.values():
        assert v.min() >= 0
        assert v.max() <= 1
        assert n.min() >= 0
        for at, boxes in enumerate(people.boxes):
            for place, full in enumerate(solution.layout.model.full):
                if 0 < boxes[place] < full:
                    more = (*boxes[:place], boxes[place] + 1, *boxes[place + 1 :])
                    assert v[people.index[more]] >= v[at] - 1e-12


def test_every_value_is_proven_and_the_proof_is_small() -> None:
    """Values raised by no more than the bound are exceeded by no choice anywhere. Ruling: DV-63."""
    for encounter in ("3 Orcs", "Giant", "Dragon"):
        assert solved(encounter).bound < 1e-11


def brute(rounds: int) -> float:
    """The chance to win the tiny duel within so many rounds, by going through every state."""
    chance = {0: 0.0, 1: 0.0, 2: 0.0}
    for _ in range(rounds):
        chance = {left: 0.0 if left == 0 else 11 / 36 + 25 / 36 * (chance[left] + chance[left - 1]) / 2 for left in chance}
    return chance[2]


def test_the_value_is_the_limit_of_the_values_for_so_many_rounds() -> None:
    """Ruling: DV-63."""
    value = solved(None, "Tiny Duel").start[0]
    within = [brute(rounds) for rounds in (1, 5, 20, 200)]
    assert within == sorted(within)
    assert within[-1] == pytest.approx(value, abs=1e-12)


@pytest.mark.parametrize(
    ("encounter", "adventure"),
    [
        ("Giant", START),
        ("6 Skeletons", START),
        pytest.param("Monstrous Spider", START, marks=pytest.mark.slow),
        ("3 Sphinxes", SANDS),
        ("30 Scorpions", SANDS),
    ],
)
def test_the_engine_and_the_arrays_agree_on_rounds_of_sampled_situations(encounter: str, adventure: str) -> None:
    """What the adventurers can make of it, how many dice come back, and where hits and stuns can go."""
    solution = solved(encounter, adventure)
    model = solution.layout.model
    random = Random(7)
    for situation in sampled(solution, 12, seed=3):
        scene = solution.layout.scene(situation[0], situation[1])
        ends = engine_half(model, situation)
        assert {(scene.number_of(foes, fewer), boxes) for foes, fewer, boxes in ends} == table_half(scene, situation)
        thrown, hits, given, after = engine_roll(model, situation, 0, random)
        half = model.half(situation[0], situation[1], scene.classes[0], situation[2])
        if half.late:
            assert after == {"lost"}
        else:
            assert thrown == half.dice
            assert after == table_roll(scene, model, situation, hits, given)


@pytest.mark.parametrize(("encounter", "adventure", "games"), [("Time Trap", SANDS, 300), ("Raiders", SANDS, 200)])
def test_the_optimal_player_wins_as_often_as_the_value_says(encounter: str, adventure: str, games: int) -> None:
    """Within three standard errors, and with the rounds that were expected. Ruling: DV-61."""
    solution = solved(encounter, adventure)
    player = OptimalPlayer(solution)
    played = [
        GAME.new_match(
            adventure=adventure, encounter=encounter, dice=dc.SeededDice.for_game("solve", k), players=player
        ).play()
        for k in range(games)
    ]
    value, rounds = solution.start
    won = sum(match.result == "won" for match in played) / games
    assert abs(won - value) <= 3 * (value * (1 - value) / games) ** 0.5
    taken = [sum(getattr(e.event, "counter", "") == "round" and e.event.by > 0 for e in match.log) for match in played]
    assert sum(taken) / games == pytest.approx(rounds, rel=0.2)


def test_equal_choices_are_decided_for_fewer_rounds() -> None:
    """With one box left and a 6 on the table, the last blow is struck at once. Ruling: DV-61."""
    solution = solved("Dragon")
    match = GAME.new_match(adventure=START, encounter="Dragon", opponents=["Dragon"], dice=dc.ScriptedDice([6, 1, 1, 1, 2, 3]))
    match.advance()
    decision = match.decision
    assert decision is not None
    advice = Adviser(solution).advise(decision, match.state)
    assert advice[0].chance == max(one.chance for one in advice)
    assert len(advice) == 2 * 4 * 2 * 2  # one 6, three 1s, a 2 and a 3: every choice of dice to keep
    tied = [one for one in advice if one.chance >= advice[0].chance - 1e-14]
    assert advice[0].rounds == min(one.rounds for one in tied)


def test_the_hint_agrees_with_the_value_of_the_situation() -> None:
    """The best keeping of every first roll, weighed, is the value of the round's beginning."""
    from dicecrawl.core.patterns import all_counts, faces_of

    solution = solved("Dragon")
    adviser = Adviser(solution)
    total = 0.0
    for counts, ways in all_counts(6):
        match = GAME.new_match(adventure=START, encounter="Dragon", dice=dc.ScriptedDice(faces_of(counts)))
        decision = match.advance()
        assert decision is not None
        total += adviser.advise(decision, match.state)[0].chance * ways / 6**6
    assert total == pytest.approx(solution.start[0], abs=1e-12)


def test_progress_is_told_and_more_memory_than_given_is_refused_before_solving() -> None:
    told: list[Progress] = []
    solve(SMALL, "Tiny Duel", progress=told.append)
    assert {one.phase for one in told} == {"laying out", "solving"}
    assert told[-1].done == told[-1].total
    with pytest.raises(BudgetExceeded, match=r"may take 0\.0: allow more memory"):
        solve(SMALL, "Tiny Duel", memory=100)


def test_what_cannot_be_solved_says_why() -> None:
    with pytest.raises(SetupError, match="cannot be solved"):
        solve(dc.load("marching_order"), "Anything")
    with pytest.raises(SetupError, match=r"'Prayer' is for the party and against opponents at once .*tiny.crawl"):
        solve(SMALL, "Tiny Prayer")


def test_a_situation_of_another_adventure_is_refused() -> None:
    solution = solved("Dragon")
    match = GAME.new_match(adventure=SANDS, encounter="Raiders", dice=dc.ScriptedDice([1, 6, 1, 1, 1, 2, 3]))
    decision = match.advance()
    assert decision is not None
    with pytest.raises(PlayerError, match="does not know this situation"):
        Adviser(solution).advise(decision, match.state)


def test_the_foes_of_a_situation_are_plain_keys() -> None:
    solution = solved("3 Orcs")
    start = Foes((("Orcs", 2, 0),) * 3)
    full = ((6, 3, 3, 1), ((),) * 4)
    assert solution.fighting(0, (), start, full) == solution.start
