"""A match asks, is answered, is taken back and copied, in the toy game of the core's tests."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from dicecrawl.core.context import Context, Die
from dicecrawl.core.decisions import Decision, Refusal
from dicecrawl.core.dice import ScriptedDice, SeededDice
from dicecrawl.core.events import DiceRolled, EntityAdded, Logged
from dicecrawl.core.save import state_to_dict
from dicecrawl.core.state import State
from dicecrawl.errors import RulesError, ScriptError
from dicecrawl.match import Match
from dicecrawl.players import ScriptedPlayer
from tests.core.toy import CHIPS, ROW, Stone, ask, lose, match


def turn(ctx: Context) -> None:
    """A die, a question, as many dice as were chosen, and another question: much to play again for one answer."""
    lose(1, 1)(ctx)
    ctx.roll(Die(6), "before")
    more = ask("how many dice", "none", "one", "two")(ctx)
    for _ in range(["none", "one", "two"].index(more[0])):
        ctx.roll(Die(6), "after")
    ask("colours", "red", "green", "blue", least=0, most=2)(ctx)


def faces(game: Match) -> list[int]:
    return [entry.event.face for entry in game.log if isinstance(entry.event, DiceRolled)]


def everything(game: Match) -> tuple[Any, ...]:
    dice = game._run.dice
    position = dice.position if isinstance(dice, SeededDice) else None
    return state_to_dict(game.state), game.log, game.transcript, game.decision, position


def waiting(seed: int = 5, turns: int = 3) -> Match:
    game = match(*[turn] * turns, dice=SeededDice(seed))
    game.advance()
    return game


# -- asking and answering ---------------------------------------------------------------------------------------------------


def test_a_match_waits_for_a_seat_without_a_player_and_goes_on_when_it_is_answered() -> None:
    game = waiting()
    assert game.decision is not None
    assert (game.decision.kind, game.decision.seat, game.over) == ("how many dice", 0, False)
    assert game.advance() == game.decision  # waiting is no step
    assert game.answer(2) is None
    assert game.decision is not None
    assert game.decision.kind == "colours"
    for _ in range(2):
        game.answer()
        game.answer(0)
    assert game.answer(1, 2) is None
    assert (game.over, game.decision) == (True, None)
    assert game.transcript.answers == ((2,), (), (0,), (), (0,), (1, 2))


@pytest.mark.parametrize("picks", [(), (0, 1), (3,), (-1,), (True,), ("two",), (1.0,), (None,)])
def test_a_refused_answer_changes_nothing(picks: Sequence[Any]) -> None:
    heard: list[Logged] = []
    game = waiting()
    game.observers.append(heard.append)
    before = everything(game)
    assert isinstance(game.answer(*picks), Refusal)
    assert everything(game) == before
    assert heard == []


def test_an_answer_to_nothing_is_refused() -> None:
    game = match(turn, dice=SeededDice(1))
    assert game.answer(0) == Refusal("nothing-asked", "the game is not waiting for an answer")
    assert game.log == ()
    over = match(lose(1)).play()
    assert over.answer(0) == Refusal("nothing-asked", "the game is not waiting for an answer")


def test_play_says_which_seat_has_no_player() -> None:
    with pytest.raises(RulesError, match="seat 0 has no player"):
        match(turn, dice=SeededDice(1)).play()


def test_answers_to_a_waiting_match_and_a_scripted_player_give_the_same_game() -> None:
    by_hand = waiting()
    for picks in ((2,), (), (0,), (2, 0), (1,), (0,)):
        assert by_hand.answer(*picks) is None
    script = ScriptedPlayer(["two", [], "none", ["blue", "red"], "one", "red"])
    by_script = match(*[turn] * 3, dice=SeededDice(5), players={0: script}).play()
    script.finish()
    assert by_hand.log == by_script.log
    assert state_to_dict(by_hand.state) == state_to_dict(by_script.state)
    assert by_hand.transcript == by_script.transcript


def test_an_observer_hears_of_each_event_once_though_steps_are_run_again() -> None:
    heard: list[Logged] = []
    game = match(*[turn] * 3, dice=SeededDice(5))
    game.observers.append(heard.append)
    game.advance()
    while game.decision is not None:
        assert tuple(heard) == game.log  # up to the question, and not one event later
        game.answer(0)
    assert tuple(heard) == game.log


def test_a_seat_that_enters_later_may_be_asked_too() -> None:
    def enter(ctx: Context) -> None:
        ctx.emit(EntityAdded(ctx.game.create(ctx.cards, "stone", "Flint", ROW, "newcomer"), ROW))

    game = match(enter, ask("colour", "red", "green"), stones=[Stone("Flint", seat=None)])
    game.advance()
    assert game.decision is not None
    assert game.answer(1) is None
    assert game.over


# -- undo -------------------------------------------------------------------------------------------------------------------


def test_undo_waits_for_the_same_decision_and_the_dice_fall_again_the_same() -> None:
    game, untouched = waiting(), waiting()
    for each in (game, untouched):
        each.answer(2)
    before = everything(game)
    game.answer(0)
    game.answer(1)
    assert game.undo()
    assert game.undo()
    assert everything(game)[:4] == before[:4]
    for picks in ((1, 2), (2,), (), (2,), ()):
        assert game.answer(*picks) is None
        assert untouched.answer(*picks) is None
    assert game.log == untouched.log
    assert game.over


def test_another_answer_after_undo_meets_the_same_faces_one_after_the_other() -> None:
    game = waiting()
    first, *_ = faces(game)
    game.answer(2)
    fallen = faces(game)
    game.undo()
    assert faces(game) == [first]
    game.answer(1)
    assert faces(game) == fallen[:2]
    game.answer(0)
    assert faces(game) == fallen  # the die that fell for nothing falls for the next thing that is rolled


def test_dice_of_another_kind_are_rolled_fresh_after_undo() -> None:
    def act(ctx: Context) -> None:
        sides = {"small": 4, "big": 20}[ask("die", "small", "big")(ctx)[0]]
        for _ in range(8):
            ctx.roll(Die(sides), "fate")

    game = match(act, dice=SeededDice(11))
    game.advance()
    game.answer(0)
    game.undo()
    game.answer(1)
    drawn = SeededDice(11)
    small = [drawn.draw(4) for _ in range(8)]
    assert faces(game) == [drawn.draw(20) for _ in range(8)]
    game.undo()
    game.answer(1)
    assert len(faces(game)) == 8
    assert faces(game) != small


def test_undo_takes_back_only_what_a_person_answered_and_asks_bots_anew() -> None:
    asked: list[int] = []

    def bot(decision: Decision, state: State) -> tuple[int, ...]:
        asked.append(len(asked))
        return (len(asked) % 2,)

    acts = [ask("person", "red", "green", seat=0), ask("bot", "red", "green", seat=1)]
    game = match(*acts, *acts, stones=[Stone("Flint", seat=0), Stone("Slate", seat=1)], players={1: bot})
    game.advance()
    game.answer(0)
    game.answer(1)
    assert game.over
    assert game.transcript.answers == ((0,), (1,), (1,), (0,))
    assert game.undo()
    assert game.decision is not None
    assert (game.decision.seat, game.transcript.answers) == (0, ((0,), (1,)))
    game.answer(0)
    assert game.transcript.answers == ((0,), (1,), (0,), (1,))
    assert game.undo()
    assert game.undo()
    assert game.transcript.answers == ()
    assert not game.undo()


def test_undo_has_nothing_to_take_back_before_the_first_answer_or_from_bots() -> None:
    assert not match(turn, dice=SeededDice(1)).undo()
    game = match(ask("bot", "red", "green"), players={0: lambda decision, state: (0,)}).play()
    before = everything(game)
    assert not game.undo()
    assert everything(game) == before


def test_undo_leads_back_out_of_an_error_in_the_middle_of_a_step() -> None:
    def risky(ctx: Context) -> None:
        if ask("may", "safe", "unsafe")(ctx) == ["unsafe"]:
            ctx.roll(Die(6), "a die that nobody wrote down")

    game = match(risky, dice=ScriptedDice([]))
    game.advance()
    with pytest.raises(ScriptError):
        game.answer(1)
    with pytest.raises(RulesError, match="middle of a step"):
        game.advance()
    with pytest.raises(RulesError, match="nothing to copy"):
        game.clone(SeededDice(1))
    assert game.undo()
    assert game.answer(0) is None
    assert game.over


def test_an_observer_hears_what_happens_after_undo_and_not_again_what_stood_before() -> None:
    heard: list[Logged] = []
    game = waiting()
    game.answer(2)
    game.observers.append(heard.append)
    game.answer(0)
    game.undo()
    del heard[:]
    at = len(game.log)
    game.answer(1)
    assert tuple(heard) == game.log[at:]


# -- clones -----------------------------------------------------------------------------------------------------------------


def test_a_clone_waits_at_the_same_decision_and_playing_it_on_leaves_the_first_alone() -> None:
    game = waiting()
    game.answer(2)
    before = everything(game)
    copy = game.clone(SeededDice(99))
    assert (copy.decision, copy.log) == (game.decision, game.log)
    assert state_to_dict(copy.state) == state_to_dict(game.state)
    while copy.decision is not None:
        copy.answer(0)
    assert copy.over
    assert everything(game) == before
    assert copy.transcript.answers[:1] == game.transcript.answers
    assert copy.undo()
    assert everything(game) == before


def test_a_clone_with_the_same_dice_goes_the_same_way() -> None:
    game = waiting()
    game.answer(2)
    dice = game._run.dice
    assert isinstance(dice, SeededDice)
    copy = game.clone(dice.clone())
    for each in (game, copy):
        while each.decision is not None:
            each.answer(0)
    assert copy.log == game.log


def test_a_clone_has_only_the_players_it_is_given() -> None:
    first = ScriptedPlayer(["red"])
    game = match(turn, ask("colour", "red", "green"), dice=SeededDice(1), players={})
    game.advance()
    copy = game.clone(SeededDice(2), {0: ScriptedPlayer(["none", [], "red"])})
    assert copy.decision == game.decision
    assert copy.play().over
    assert not game.over
    bots = match(ask("colour", "red", "green"), players={0: first})
    copy = bots.clone(SeededDice(2))
    assert copy.advance() is not None
    assert first.used == 0


def test_a_clone_of_a_match_not_begun_or_over_is_one_too() -> None:
    fresh = match(turn, dice=SeededDice(1))
    copy = fresh.clone(SeededDice(1))
    assert (copy.log, copy.decision) == ((), None)
    copy.advance()
    assert fresh.log == ()
    over = match(lose(1)).play()
    again = over.clone(SeededDice(1))
    assert (again.over, again.log, state_to_dict(again.state)) == (True, over.log, state_to_dict(over.state))


def test_a_match_leaves_the_state_it_started_from_alone() -> None:
    game = match(lose(1, 2))
    start = game.state.clone()
    copy = game.clone(SeededDice(1)).play()
    assert copy.state[1].count(CHIPS) == start[1].count(CHIPS) - 2
    assert state_to_dict(game.state) == state_to_dict(start)
