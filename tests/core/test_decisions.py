"""Questions to a seat: what counts as an answer, when nobody is asked, and who answers for nobody's creatures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from dicecrawl.core.context import Context, Die, OneOf
from dicecrawl.core.decisions import Decision, Option, Refusal
from dicecrawl.core.dice import enumerate_leaves
from dicecrawl.core.events import Announced, Answered, DiceRolled
from dicecrawl.core.state import State
from dicecrawl.errors import DiceError, PlayerError, ScriptError
from dicecrawl.players import ScriptedPlayer
from tests.core.toy import ask, match

THREE = tuple(Option("word", word) for word in ("red", "green", "blue"))


@pytest.mark.parametrize(
    ("picks", "code"),
    [
        ((), "wrong-number"),
        ((0, 1, 2), "wrong-number"),
        ((0, 0), "twice"),
        ((3,), "no-such-option"),
        ((-1,), "no-such-option"),
        ((True,), "not-an-index"),
        (("red",), "not-an-index"),
        ((1.0,), "not-an-index"),
        ((None,), "not-an-index"),
        (([0],), "not-an-index"),
        ((10**40,), "no-such-option"),
    ],
)
def test_what_is_no_answer_is_refused_with_a_code(picks: Sequence[Any], code: str) -> None:
    refusal = Decision(0, "colour", THREE, 1, 2).refuse(picks)
    assert isinstance(refusal, Refusal)
    assert (refusal.code, bool(refusal)) == (code, False)


def test_a_refusal_says_what_would_do() -> None:
    asked = Decision(0, "colour", THREE, 1, 2)
    assert asked.refuse(()) == Refusal("wrong-number", "choose 1 to 2 of the options, not 0")
    assert Decision(0, "colour", THREE).refuse((0, 1)) == Refusal("wrong-number", "choose 1 of the options, not 2")
    assert asked.refuse((7,)) == Refusal("no-such-option", "options are numbered 0 to 2")
    assert asked.refuse((2, 0)) is None


def test_a_seat_is_asked_and_its_answer_is_in_the_log() -> None:
    chosen: list[Any] = []
    game = match(lambda ctx: chosen.append(ask("colour", "red", "green")(ctx)), players={0: ScriptedPlayer(["green"])}).play()
    assert chosen == [["green"]]
    assert [entry.event for entry in game.log if isinstance(entry.event, Answered)] == [Answered(0, "colour", ("green",))]
    assert game.transcript.answers == ((1,),)


@pytest.mark.parametrize(
    ("values", "least", "most", "got"), [(("red",), 1, 1, ["red"]), ((), 1, 1, []), (("red", "green"), 2, 2, ["red", "green"])]
)
def test_nobody_is_asked_when_there_is_no_choice(values: tuple[str, ...], least: int, most: int, got: list[str]) -> None:
    chosen: list[Any] = []
    game = match(lambda ctx: chosen.append(ask("colour", *values, least=least, most=most)(ctx))).play()
    assert chosen == [got]
    assert game.transcript.answers == ()


def test_nobody_is_asked_to_choose_none_at_all() -> None:
    chosen: list[Any] = []
    match(lambda ctx: chosen.append(ask("colour", "red", "green", least=0, most=0)(ctx))).play()
    assert chosen == [[]]


def test_a_may_is_asked_even_with_one_option() -> None:
    chosen: list[Any] = []
    player = ScriptedPlayer([[]])
    match(lambda ctx: chosen.append(ask("may", "yes", least=0)(ctx)), players={0: player}).play()
    assert (chosen, player.used) == ([[]], 1)


def test_chance_answers_for_what_belongs_to_nobody_without_taking_the_same_twice() -> None:
    chosen: list[Any] = []
    act = ask("colour", "red", "green", "blue", seat=None, least=2, most=2)
    game = match(lambda ctx: chosen.append(act(ctx)), faces=[3, 2]).play()
    assert chosen == [["blue", "green"]]
    assert game.transcript.answers == ()


def test_a_player_that_answers_outside_its_options_is_named_and_nothing_happens() -> None:
    game = match(ask("colour", "red", "green"), players={0: lambda decision, state: (5,)})
    with pytest.raises(PlayerError, match=r"seat 0 answered \(5,\) to a colour decision: options are numbered 0 to 1"):
        game.play()
    assert game.transcript.answers == ()


def test_a_seat_sees_the_view_that_the_game_gives_it() -> None:
    seen: list[State] = []

    def player(decision: Decision, state: State) -> tuple[int, ...]:
        seen.append(state)
        return (0,)

    hidden = State("what seat 0 may see")
    game = match(ask("colour", "red", "green"), players={0: player}, view=lambda state, seat: hidden if seat == 0 else state)
    game.play()
    assert seen == [hidden]


# -- dice through the doors -------------------------------------------------------------------------------------------------


def test_a_die_of_one_side_draws_nothing() -> None:
    found: list[int] = []
    game = match(lambda ctx: found.append(ctx.roll(Die(1), "sure"))).play()
    assert (found, game.transcript.faces) == ([1], ())


def test_one_of_several_goes_by_the_table_of_the_game_and_one_of_one_rolls_nothing() -> None:
    found: list[int] = []

    def act(ctx: Context) -> None:
        found.extend((ctx.roll(OneOf(1), "sure"), ctx.roll(OneOf(3), "which")))

    game = match(act, faces=[3]).play()
    assert (found, game.transcript.faces) == ([0, 2], (3,))


def test_counting_dice_pick_without_the_table_and_leave_no_face() -> None:
    def run(dice: Any) -> int:
        found: list[int] = []
        match(lambda ctx: found.append(ctx.roll(OneOf(3), "which")), dice=dice).play()
        return found[0]

    leaves = [(str(weight), index) for weight, index in enumerate_leaves(run, most=10)]
    assert leaves == [("1/3", 0), ("1/3", 1), ("1/3", 2)]


def test_the_log_has_the_die_its_purpose_and_its_roller() -> None:
    game = match(lambda ctx: ctx.roll(Die(6), "fate"), faces=[4]).play()
    assert DiceRolled(1, 6, 4, 4, "fate") in [entry.event for entry in game.log]


def test_a_die_without_sides_is_an_error_of_the_dice() -> None:
    with pytest.raises(DiceError):
        match(lambda ctx: ctx.roll(Die(0), "nothing")).play()


def test_a_source_that_shows_a_face_the_die_does_not_have_is_caught() -> None:
    class Loaded:
        def draw(self, sides: int, /) -> int:
            return sides + 1

        def pick(self, n: int, /) -> int | None:
            return None

    with pytest.raises(ScriptError, match="a d6 cannot show 7"):
        match(lambda ctx: ctx.roll(Die(6), "fate"), dice=Loaded()).play()


def test_an_announcement_changes_nothing_but_the_log() -> None:
    game = match(lambda ctx: ctx.emit(Announced("hello")))
    before = game.state.clone()
    game.play()
    assert game.state.entities[1].counters == before.entities[1].counters
    assert game.result is None
