"""play --full-screen: panels played with single keys at 80 by 24, read as they stand on the screen."""

from __future__ import annotations

import asyncio
import io
import re
import sys
from collections.abc import Callable
from itertools import groupby
from pathlib import Path
from typing import Any

import attrs
import pytest
from textual import events
from textual.pilot import Pilot

import dicecrawl as dc
from dicecrawl.cli.fullscreen import opening
from dicecrawl.cli.fullscreen.app import FullScreen, PlainFullScreen, play
from dicecrawl.cli.fullscreen.choice import Choice
from dicecrawl.cli.lineup import lineup
from dicecrawl.cli.screen import Screen
from dicecrawl.cli.tabletop.menu import Entry, Menu, menu_of
from dicecrawl.core.decisions import Decision, Option
from dicecrawl.core.events import CounterChanged, Event
from dicecrawl.core.state import State
from dicecrawl.errors import MissingExtra, RulesError, SetupError
from dicecrawl.game import Game
from dicecrawl.match import Match
from dicecrawl.plugins import ruleset_of

WIDTH, HEIGHT = 80, 24
TOWN = ("Sellsword", "", "Archer", "", "Knight", "", "Torchbearer", "")  # a Rogue, and which action it knows
PARTIES = ("Torchbearer", "", "Torchbearer", "", "Archer", "", "Archer", "", "Torchbearer", "", "done", "done")
"""Five Rogues, of whom four may go."""


@pytest.fixture(scope="module")
def game() -> Game:
    return dc.load()


def battle(game: Game) -> Match:
    sides = (lineup(game, "Knight, Archer", 0), lineup(game, "Goblin Slinger", 1))
    return game.battle(*sides, seed=3, rerolls="never")


def answered(match: Match, *names: str) -> Match:
    """The match after these answers by name; one that is not offered stands for the first of them."""
    match.advance()
    for name in names:
        assert match.decision is not None
        offered = [str(option.value) for option in match.decision.options]
        assert match.answer(offered.index(name) if name in offered else 0) is None
    return match


def campaign(game: Game, seats: int = 1) -> Match:
    return game.new_match(mode="campaign", seats=seats, seed=7, rerolls="never")


def text(app: FullScreen) -> str:
    """What stands on the screen."""
    return "\n".join(strip.text.rstrip() for strip in app.screen._compositor.render_strips())


SETTLING, SAME = 4, 4  # looks at the screen until it counts as settled, and how many of them must be alike
Step = str | Callable[[FullScreen], None]


def keys(
    game: Game,
    match: Match,
    *steps: Step,
    size: tuple[int, int] = (WIDTH, HEIGHT),
    program: type[FullScreen] = FullScreen,
) -> str:
    """Play with these keys, looking in between; gives what stands on the screen at the end."""
    app = program(game, match, detail="full", ascii=program is PlainFullScreen, place=None)

    async def run() -> str:
        async with app.run_test(size=size) as pilot:
            for looking, some in groupby(steps, callable):
                if looking:
                    await app.workers.wait_for_complete()
                    await pilot.pause()
                    for look in some:
                        look(app)  # type: ignore[operator]
                else:
                    for key in some:
                        app.post_message(events.Key(str(key), str(key) if len(str(key)) == 1 else None))
                        await pilot.pause()
            assert app.return_value is None
            return await settled(app, pilot)

    return asyncio.run(run())


async def settled(app: FullScreen, pilot: Pilot[None]) -> str:
    """What stands on the screen once it stays the same: some of it is drawn after the rest has found its place."""
    seen = [text(app)]
    while len(seen) < SETTLING or len(set(seen[-SAME:])) > 1:
        await pilot.pause(0.01)
        seen.append(text(app))
        assert len(seen) < 100 * SETTLING, "the screen does not come to rest"
    return seen[-1]


def shows(*parts: str) -> Callable[[FullScreen], None]:
    """A look at the screen: all of this is there."""

    def look(app: FullScreen) -> None:
        for part in parts:
            assert part in text(app), (part, text(app))

    return look


# -- what is drawn -----------------------------------------------------------------------------------------------------


def test_a_battle_opens_with_both_lines_the_story_and_the_answers(game: Game) -> None:
    found = keys(game, battle(game))
    lines = found.splitlines()
    assert len(lines) == HEIGHT
    assert max(map(len, lines)) <= WIDTH
    assert lines[0].startswith(" A battle")
    for part in (
        "front > Knight",
        "Goblin Slinger           3/3",
        "Initiative:",
        "What does Knight do?",
        "> 1 Dyrnwyn",
        "? help",
    ):
        assert part in found, part
    assert "Target a creature 1-2 spaces away." in found  # the text of the answer under the cursor
    assert "PgDn: more of the story" in keys(game, battle(game), size=(80, 20))


def test_the_guide_shows_what_stands_on_the_screen(game: Game) -> None:
    page = (Path(__file__).parents[2] / "docs" / "guides" / "playing.md").read_text(encoding="utf-8")
    shown = page.partition("24 rows:\n\n```text\n")[2].partition("\n```")[0]
    party = lineup(game, "Knight with Torch, Archer with Torch, Wizard", 0)
    match = game.new_match(mode="delve", delve="The Copper Kettle", rogues=party, seed=3, seats=1, rerolls="never")
    found = keys(game, match, "1", "1", "7")
    assert re.sub("[▁▂▃▄▅▆▇█]", " ", found).splitlines() == shown.splitlines()  # without its scroll bar


@pytest.mark.parametrize("size", [(30, 8), (60, 20), (132, 43)])
def test_it_fits_whatever_the_size(game: Game, size: tuple[int, int]) -> None:
    found = keys(game, battle(game), "1", size=size)
    assert found.startswith(" A battle")
    assert max(map(len, found.splitlines())) <= size[0]
    assert size[0] < 60 or "Whom does Knight choose?" in found


def test_without_colour_the_cursor_is_a_sign(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")

    def colourless(app: FullScreen) -> None:
        styles = [segment.style for strip in app.screen._compositor.render_strips() for segment in strip if segment.style]
        assert any(style.reverse for style in styles)
        colours = {colour for style in styles for colour in (style.color, style.bgcolor) if colour is not None}
        assert [colour for colour in colours if not colour.is_default] == []

    assert "> 2 Your Teeth" in keys(game, battle(game), "down", colourless)


def test_a_terminal_of_ascii_gets_ascii(game: Game) -> None:
    found = keys(game, battle(game), "g", program=PlainFullScreen)
    assert found.isascii()
    assert "The story" in found


# -- answers -----------------------------------------------------------------------------------------------------------


def test_answers_are_given_by_number_and_by_cursor(game: Game) -> None:
    by_number, by_cursor = battle(game), battle(game)
    keys(game, by_number, "7")
    assert "Knight uses Focus" in keys(game, by_cursor, "up", "up", "enter")
    assert by_number.transcript.answers == by_cursor.transcript.answers == ((6,),)


def test_a_number_of_two_digits_waits_for_its_second_and_goods_for_their_buyer(game: Game) -> None:
    match = campaign(game)
    found = keys(game, match, shows("Nothing has happened yet."), "1", shows("> 1 Alchemist"), "1")
    assert "PgDn" not in found
    assert match.transcript.answers[0] == (10,)
    assert "Which action does Wizard know?" in found
    shopping = answered(campaign(game, 2), *TOWN)
    before = len(shopping.transcript.answers)
    keys(game, shopping, "1", "enter", shows("for whom? (Esc: back)"), "escape", shows("What do you do in town?"))
    assert len(shopping.transcript.answers) == before


def test_a_number_that_is_no_answer_says_so(game: Game) -> None:
    match = battle(game)
    assert "There is no 9 here." in keys(game, match, "9")
    assert match.transcript.answers == ()


def test_several_are_marked_and_a_refusal_says_why_and_changes_nothing(game: Game) -> None:
    match = answered(campaign(game, 2), *PARTIES)
    assert match.decision is not None
    assert match.decision.most == 2
    before, log = match.transcript, len(match.log)

    def unchanged(app: FullScreen) -> None:
        assert match.transcript == before
        assert len(match.log) == log

    keys(
        game,
        match,
        shows("[ ] Torchbearer", "Space marks, Enter ends: 0 of 2"),
        "1",
        shows("[x] Torchbearer"),
        "enter",
        shows("Choose 2 of the options, not 1."),
        unchanged,
        "down",
        "space",
        "enter",
    )
    assert match.transcript.answers[len(before.answers)] == (0, 1)


def test_what_may_be_left_out_has_a_nought() -> None:
    menu = menu_of(Decision(0, "extra target", (Option("word", "A"), Option("word", "B")), 0, 1), lambda o: str(o.value))
    choice = Choice(Decision(0, "extra target", (Option("word", "A"), Option("word", "B")), 0, 1), menu)
    assert choice.take() == (0,)
    assert choice.digit("0") is True
    assert choice.take() == ()
    choice.move(-1)
    assert choice.take() == (1,)


def test_several_may_be_marked_for_one_of_several_each() -> None:
    decision = Decision(0, "gifts", tuple(Option("word", word) for word in "ABC"), 1, 2)
    menu = Menu((("", (Entry("gift", "", (("Ann", 0), ("Ben", 1))), Entry("rest", "", (("", 2),)))),))
    choice = Choice(decision, menu)
    choice.mark()
    assert choice.whom is not None
    choice.move(1)
    assert choice.take() is None  # marks Ben, and goes back
    assert (choice.whom, choice.marked) == (None, [1])
    choice.go(2)
    choice.mark()
    assert choice.take() == (1, 2)


# -- looking -----------------------------------------------------------------------------------------------------------


def test_odds_are_told_in_the_background_and_put_away_again(game: Game) -> None:
    match = battle(game)
    told = "Goblin Slinger: hits 100.00 %, 2.50 damage on average"
    keys(game, match, "o", shows("Odds", told, "A roll that hits"), "escape", shows("What does Knight do?"))
    assert match.transcript.answers == ()


def test_creatures_cards_and_the_answer_under_the_cursor_can_be_looked_at(game: Game) -> None:
    keys(
        game,
        battle(game),
        *("l", shows("Look at which"), "down", "enter", shows("Knight: Health 12/12"), "escape"),
        *("l", *"aim", "enter", shows("aim"), "escape"),
        *("l", "enter", shows("This answer", "Target a creature 1-2"), "escape"),
        *("l", "x", "escape", shows("What does Knight do?")),
    )


def test_help_party_map_and_story_are_there_to_read(game: Game) -> None:
    keys(
        game,
        battle(game),
        *("question_mark", shows("takes the last answer back"), "escape"),
        *("p", shows("Action: Dyrnwyn"), "escape"),
        *("m", shows("There is no map here."), "escape"),
        *("g", shows("The story", "Initiative:"), "escape"),
        shows("What does Knight do?"),
    )


# -- undo, saving, stopping --------------------------------------------------------------------------------------------


def test_an_answer_is_taken_back(game: Game) -> None:
    match = battle(game)
    found = keys(game, match, "u", shows("There is no answer to take back."), "7", shows("Archer do?"), "u")
    assert "Taken back; 0 answers stand." in found
    assert "What does Knight do?" in found
    assert match.transcript.answers == ()


def test_a_game_is_saved_and_goes_on_elsewhere(game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    match = battle(game)
    keys(game, match, "7", "s", "j", "enter", shows("saved to j", "What does Archer do?"))
    resumed = dc.resume("j", game)
    assert resumed.transcript.answers == match.transcript.answers
    found = keys(game, resumed)
    assert "What does Archer do?" in found
    assert "Knight uses Focus" in found
    (tmp_path / "d").write_text("dear diary", encoding="utf-8")
    assert "Not saved:" in keys(game, match, "s", "d", "enter")
    assert (tmp_path / "d").read_text(encoding="utf-8") == "dear diary"


def test_leaving_asks_first_where_something_would_be_lost(game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    keys(game, battle(game), *("q", shows("will be lost"), "escape"), *("p", "ctrl+c", shows("will be lost"), "escape"))
    keys(game, battle(game), "q", "s", "j", "enter", lambda app: None)
    assert (tmp_path / "j").exists()


def test_the_end_is_told_and_the_story_stays(game: Game) -> None:
    match, whole = battle(game), battle(game)
    whole.advance()
    while not whole.over:
        assert whole.answer(0) is None
    match.advance()
    for picks in whole.transcript.answers[:-1]:
        assert match.answer(*picks) is None

    def over(app: FullScreen) -> None:
        assert match.over
        assert text(app).startswith(" The end")
        shows("The game is over: won.", "The battle is won")(app)

    assert keys(game, match, "1", over, "u").startswith(" A battle")


def test_a_fault_of_the_game_closes_the_screen_and_is_raised(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = battle(game)
    match.advance()

    def broken(*picks: int) -> None:
        raise RulesError("broken")

    async def press(pilot: Pilot[Any]) -> None:
        await pilot.pause()
        pilot.app.simulate_key("7")

    monkeypatch.setattr(match, "answer", broken)
    run = FullScreen.run
    monkeypatch.setattr(FullScreen, "run", lambda app: run(app, headless=True, auto_pilot=press))
    place = tmp_path / "kept.json"
    with pytest.raises(RulesError, match="broken"):
        play(game, match, Screen(), detail="full", place=str(place))
    assert place.exists()


# -- several at one keyboard -------------------------------------------------------------------------------------------


def closed_purses(state: State, seat: int) -> State:
    """A rule that purses are secret, for this test."""
    seen = state.clone()
    for other in range(2):
        if other != seat:
            CounterChanged(None, f"Coins of seat {other}", -seen.count(f"Coins of seat {other}")).apply(seen)
    return seen


def of_others_purses(state: State, event: Event, seat: int) -> bool:
    return isinstance(event, CounterChanged) and event.counter == f"Coins of seat {1 - seat}"


def test_the_hand_over_hides_what_the_other_may_not_see(game: Game) -> None:
    showing = game.ruleset.showing
    assert showing is not None
    telling = attrs.evolve(showing, hides=of_others_purses)
    hiding = Game(attrs.evolve(game.ruleset, view=closed_purses, showing=telling), game.library)
    match = hiding.new_match(mode="campaign", seats=2, seed=7, rerolls="never")

    def covered(seat: int) -> Callable[[FullScreen], None]:
        def look(app: FullScreen) -> None:
            assert f"Player {seat}, press Enter when nobody else looks." in text(app)
            assert "Coins" not in text(app)
            assert "coins" not in text(app)

        return look

    def second(app: FullScreen) -> None:
        found = text(app)
        assert "Only you see: Coins of seat 1 250." in found
        assert "Coins of seat 0" not in found
        assert "Sellsword joins" in found  # what is no secret is told
        assert "pays" not in found  # but not with how many coins

    keys(
        hiding,
        match,
        covered(1),
        "7",  # nothing can be answered before the right one sits there
        covered(1),
        "enter",
        shows("Only you see: Coins of seat 0 250."),
        "8",
        "1",
        shows("pays 100"),
        "2",
        "1",
        covered(2),
        "u",
        covered(2),
        "enter",
        second,
        "g",
        second_story,
        "escape",
    )


def second_story(app: FullScreen) -> None:
    assert "Sellsword joins" in text(app)
    assert "pays" not in text(app)


def test_without_secrets_the_next_question_only_says_whose_it_is(game: Game) -> None:
    found = keys(game, campaign(game, 2), "8", "1", "2", "1")
    assert "Player 2: Whom do you hire? (250 coins)" in found
    assert "press Enter" not in found


# -- opening it --------------------------------------------------------------------------------------------------------


def test_without_a_terminal_it_is_refused_in_one_line(call: Callable[..., Any]) -> None:
    done = call("play", "marching_order", "--full-screen")
    assert done.code == 1
    assert done.out == ""
    assert done.err.count("\n") == 1
    assert "leave it out to play prompt by prompt" in done.err


def test_a_game_without_a_table_says_that_it_has_no_full_screen() -> None:
    with pytest.raises(SetupError, match="leave --full-screen out"):
        opening.check_game(ruleset_of("delve"))


def test_without_textual_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Screen()
    screen.interactive = True
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
    opening.check_terminal(screen)
    monkeypatch.setattr(opening, "find_spec", lambda name: None)
    with pytest.raises(MissingExtra, match=r'pip install "dicecrawl\[tui\]"'):
        opening.check_terminal(screen)


def test_one_battle_is_played_prompt_by_prompt_as_well(call: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("focus\nq\n"))
    done = call("play", "--rogues", "Knight, Archer", "--enemies", "Goblin Slinger", "--rerolls", "never")
    assert "Knight uses Focus" in done.out


@pytest.mark.parametrize(
    "arguments",
    [
        ("--rogues", "Knight"),
        ("--rogues", "Knight", "--enemies", "Giant Rat", "--delve", "The Copper Kettle", "--party", "Archer"),
    ],
)
def test_half_a_battle_is_none(call: Callable[..., Any], arguments: tuple[str, ...]) -> None:
    done = call("play", *arguments)
    assert done.code == 2
    assert "a battle is --rogues NAMES against --enemies NAMES" in done.err
