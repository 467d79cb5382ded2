"""Looking ahead: every option tried on copies, with dice of its own and never the match's."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

import dicecrawl as dc
from dicecrawl.core.decisions import Decision, Option
from dicecrawl.core.state import State
from dicecrawl.players import LookAhead
from dicecrawl.players.lookahead import answers, standing

ROGUES, ENEMIES = ["Knight", "Archer"], ["Goblin Smasher", "Skeleton Warrior"]


@pytest.fixture(scope="module")
def game() -> dc.Game:
    return dc.load("marching_order")


def quick(seed: int | str = 0) -> LookAhead:
    return LookAhead(seed, rollouts=2, steps=8)


def test_it_never_touches_the_dice_of_the_match(game: dc.Game) -> None:
    match = game.battle(ROGUES, ENEMIES, seed=5, players=quick()).play()
    record = match.transcript
    scripted = dc.ScriptedPlayer([list(answer) for answer in record.answers])
    again = game.battle(ROGUES, ENEMIES, dice=dc.SeededDice(5), players=scripted).play()
    scripted.finish()
    assert again.transcript == record
    assert again.log == match.log


def test_the_same_seed_gives_the_same_answers(game: dc.Game) -> None:
    one, two = (game.battle(ROGUES, ENEMIES, seed=2, players=quick("s")).play().transcript for _ in range(2))
    assert one == two


def test_its_battles_replay_like_any_other(game: dc.Game) -> None:
    match = game.battle(ROGUES, ENEMIES, seed=3, players=quick()).play()
    assert dc.replay(match.transcript, game).log == match.log


def test_a_copy_begins_with_the_very_decision_that_is_asked(game: dc.Game) -> None:
    """In the middle of a step as well: targets, reactions, and what a trait lets one choose."""
    asked: set[str] = set()

    class Checking(LookAhead):
        def __call__(self, decision: Decision, state: State) -> tuple[int, ...]:
            first: list[Decision] = []

            def note(copied: Decision, seen: State) -> Sequence[int]:
                first.append(copied)
                return dc.GreedyPlayer()(copied, seen)

            assert self._copies is not None
            self._copies(dc.SeededDice(1), {0: note}).advance(1)
            assert first[0] == decision
            asked.add(decision.kind)
            return tuple(dc.GreedyPlayer()(decision, state))

    for seed in range(6):
        game.battle(["Wizard", "Knight", "Archer"], [*ENEMIES, "Goblin Slinger"], seed=seed, players=Checking()).play()
    assert asked >= {"action", "target", "reaction"}


def test_a_match_can_be_played_some_steps_at_a_time(game: dc.Game) -> None:
    whole = game.battle(ROGUES, ENEMIES, seed=6, players=dc.GreedyPlayer()).play()
    parts = game.battle(ROGUES, ENEMIES, seed=6, players=dc.GreedyPlayer())
    while not parts.over:
        before = sum(type(entry.event).__name__ == "StepEnded" for entry in parts.log)
        assert parts.advance(3) is None
        after = sum(type(entry.event).__name__ == "StepEnded" for entry in parts.log)
        assert after - before == 3 or parts.over
    assert parts.log == whole.log


def test_it_sits_beside_a_person(game: dc.Game) -> None:
    match = game.battle(ROGUES, ENEMIES, seed=4, seats=2, players={1: quick()})
    while match.advance() is not None:
        assert match.decision is not None
        assert match.decision.seat == 0
        assert match.answer(*range(max(1, match.decision.least))) is None
    assert match.result is not None
    assert match.undo()
    assert match.decision is not None


def test_it_finds_the_blow_that_its_policy_never_strikes(game: dc.Game) -> None:
    from dicecrawl.games.marching_order import Enemy, Rogue

    def idle(decision: Decision, state: State) -> Sequence[int]:
        for index, option in enumerate(decision.options):
            if option.value == "Skip":
                return (index,)
        return (0,)

    party, foes = [Rogue("Knight", actions=[])], [Enemy("Skeleton Warrior", health=1)]
    for hand, struck in ((idle, False), (LookAhead(1, rollouts=4, steps=6, policy=idle), True)):
        match = game.battle(party, foes, seed=1, players=hand, limits=dc.Limits(rounds=4)).play()
        assert ("Dyrnwyn (longsword)" in [getattr(entry.event, "ability", "") for entry in match.log]) == struck


@pytest.mark.parametrize(
    "foes",
    [
        ["Goblin Smasher", "Goblin Smasher", "Skeleton Warrior", "Skeleton Warrior", "Dire Wolf"],
        ["Skeleton Warrior", "Skeleton Warrior", "Skeleton Warrior", "Skeleton Warrior", "Dire Wolf", "Dire Wolf"],
    ],
    ids=["even", "hard"],
)
def test_it_wins_more_than_its_policy(game: dc.Game, foes: list[str]) -> None:
    wins = {"policy": 0, "search": 0}
    for seed in range(8):
        wins["policy"] += game.battle(ROGUES, foes, seed=seed, players=dc.GreedyPlayer()).play().result == "won"
        wins["search"] += (
            game.battle(ROGUES, foes, seed=seed, players=LookAhead(seed, rollouts=2, steps=16)).play().result == "won"
        )
    assert wins["search"] > wins["policy"]


def test_outside_a_match_it_says_what_it_needs(game: dc.Game) -> None:
    decision = Decision(0, "action", (Option("yes", "yes"), Option("no", "no")))
    with pytest.raises(dc.PlayerError, match="seated in a match"):
        LookAhead()(decision, game.battle(ROGUES, ENEMIES).state)
    with pytest.raises(dc.PlayerError, match="1 or more"):
        LookAhead(rollouts=0)


def test_answers_start_with_the_policys_and_are_all_legal() -> None:
    options = tuple(Option("entity", n) for n in range(4))
    decision = Decision(0, "target", options, 1, 2)
    found = answers(decision, (2,), 30)
    assert found[0] == (2,)
    assert len(found) == len(set(found)) == 4 + 6
    assert all(decision.refuse(answer) is None for answer in found)
    assert answers(decision, (2,), 5) == found[:5]


def test_standing_counts_both_sides_and_the_end(game: dc.Game) -> None:
    match = game.battle(ROGUES, ENEMIES)
    assert standing(match, 0) == 0
    fresh = game.battle(ROGUES, ["Imp"])
    assert standing(fresh, 0) == 2
    won = game.battle(ROGUES, ["Imp"], players=dc.GreedyPlayer(), seed=1).play()
    assert won.result == "won"
    assert standing(won, 0) > 10
