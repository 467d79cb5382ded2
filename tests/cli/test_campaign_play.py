"""play marching_order: a campaign and a single delve at the table, typed as players would, read as they would."""

from __future__ import annotations

import io
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import attrs
import click
import pytest
from click.testing import CliRunner

import dicecrawl as dc
from dicecrawl.cli.playing import play_command
from dicecrawl.cli.screen import Screen
from dicecrawl.cli.tabletop.play import Tabletop
from dicecrawl.cli.tabletop.secrets import kept
from dicecrawl.core.events import CounterChanged, Event
from dicecrawl.core.state import State
from dicecrawl.game import Game

WIDTH = 80
CAMPAIGN = ("marching_order", "--players", "2", "--seed", "7", "--rerolls", "never")
FOUNDING = ["sellsword", "1", "archer", "1", "knight", "1", "torchbearer", "1"]  # a Rogue, and which action it knows
SHOPPING = ["torch sellsword", "done", "7 torchbearer", "done"]
KETTLE = ["2", "knight", "sellsword", "archer"]  # where to go, and who walks in which place
DELVE = (
    "--delve",
    "The Copper Kettle",
    "--party",
    "Knight with Torch, Archer with Torch, Wizard",
    "--seed",
    "3",
    "--rerolls",
    "never",
)
LINE = ["knight", "archer"]


@pytest.fixture
def typed(call: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    """Run `dicecrawl play` with these lines typed, through a pipe."""

    def run(lines: list[str], *arguments: str) -> Any:
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        return call("play", *arguments)

    return run


def after(text: str, asked: str) -> str:
    """The text from the last time that something is asked."""
    return text[text.rindex(asked) :]


def readable(text: str) -> bool:
    """Whether it can be read at 80 columns, without colour."""
    assert "\x1b" not in text
    assert [line for line in text.splitlines() if len(line) > WIDTH] == []
    return True


# -- from a new party to the first rest phase ------------------------------------------------------------------------


class Typing(io.RawIOBase):
    """Input that reads the screen: the lines first, then home by the shortest way, until the town asks again."""

    def __init__(self, lines: list[str]) -> None:
        super().__init__()
        self.lines = list(lines)
        self.left = 2_000  # answers at most

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        if not len(buffer):
            return 0
        answer = self.lines.pop(0) if self.lines else self.reading()
        buffer[: len(answer) + 1] = f"{answer}\n".encode()
        return len(answer) + 1

    def reading(self) -> str:
        sys.stdout.flush()
        shown = sys.stdout.buffer.getvalue().decode()  # type: ignore[attr-defined]
        menu = shown.rpartition("?\n")[2]
        self.left -= 1
        if "The delve is over" in shown or self.left == 0:
            return "q"
        names = re.findall(r"^ +\d+  (.+?)(?:  .*)?$", menu, re.MULTILINE)
        wanted = [name for name in names if name in ("leave the delve", "Escape")]
        return wanted[0] if wanted else str(1 + self.left % len(names))


def to_the_rest_phase() -> str:
    """Two players hire, buy, march, and go home at the first chance."""
    found = CliRunner().invoke(play_command, CAMPAIGN, input=Typing([*FOUNDING, *SHOPPING, *KETTLE]))  # type: ignore[arg-type]
    assert found.exception is None
    return found.output


def test_two_players_go_from_a_new_party_to_the_first_rest_phase() -> None:
    text = to_the_rest_phase()
    assert readable(text)
    for part in (
        "Player 1: Whom do you hire? (250 coins)",
        "Player 2: Whom do you hire? (250 coins)",
        "Player 1: What do you do in town?",
        "Sellsword gets: Torch",
        "Player 2: What do you do in town?",
        "Torchbearer gets: Torch",
        "Where do you go?",
        ": Who walks in front?",
        "== The Copper Kettle ==",
        "-- A The mouth of the warren --",
        "Map of The Copper Kettle",
        "The delve is over:",
    ):
        assert part in text, part
    assert "Player 1: What do you do in town?" in after(text, "The delve is over:")


def test_a_prompt_says_whose_it_is_only_when_several_play(typed: Callable[..., Any]) -> None:
    alone = typed(["q"], "marching_order", "--seed", "7").out
    assert "Whom do you hire? (500 coins)" in alone
    assert "Player 1" not in alone


# -- what is drawn -----------------------------------------------------------------------------------------------------


def test_the_map_grows_and_says_where_ways_lead(typed: Callable[..., Any]) -> None:
    lines = [*LINE, "1", *["skip"] * 0, "q"]
    out = typed(lines, *DELVE).out
    assert "A hole in the hill" in out
    first = typed([*LINE, *["1"] * 8, "m", "q"], *DELVE).out
    assert "* A  The mouth of the warren" in first
    assert "the big hole > B?, the delivery hole > C?" in first
    assert readable(first)


def test_the_line_is_drawn_front_to_front_with_health_and_conditions(typed: Callable[..., Any]) -> None:
    out = typed([*LINE, "q"], *DELVE).out
    assert re.search(r"front > Knight +12/12 +Goblin Slinger +3/3", out)
    assert re.search(r"2   Archer +\d+/10", out)
    assert "Motivated (9)" in out


def test_the_text_of_an_action_is_told_once_and_again_on_request(typed: Callable[..., Any]) -> None:
    out = typed([*LINE, "focus", "l", "q"], *DELVE).out
    assert out.count("Reduce all your cooldown dice by 1.") == 2


def test_the_odds_of_each_attack_are_exact_and_the_dice_agree(typed: Callable[..., Any]) -> None:
    out = typed([*LINE, "o", "1", "odds", "q"], *DELVE).out
    # d6 + 1 against Defense 2: never a miss, 0 to 5 damage, at least 3 of them on 4, 5 and 6
    told = "Goblin Slinger: hits 100.00 %, 2.50 damage on average, dead 50.00 % (exact)"
    assert out.count(told) == 3  # of two attacks that are offered, and again where the target is asked for
    assert readable(out)


def test_where_no_attack_is_offered_odds_say_so(typed: Callable[..., Any]) -> None:
    assert "No attack is offered here" in typed(["o", "q"], *DELVE).out


def test_look_shows_sheets_and_cards_but_no_delve(typed: Callable[..., Any]) -> None:
    out = typed(["l knight", "look stunned", "l The Copper Kettle", "l A: the signboard", "l nosuchthing", "q"], *DELVE).out
    assert "Knight: Health 12/12, Luck 1/1" in out
    assert "Stunned (condition)" in out
    assert out.count("That is there to be played, not to be read beforehand.") == 2
    assert "nosuchthing" in out
    assert "signboard:" not in out


def test_the_log_is_the_story_so_far(typed: Callable[..., Any]) -> None:
    out = typed([*LINE, "log", "q"], *DELVE).out
    assert out.count("== The Copper Kettle ==") == 2
    assert out.count("A hole in the hill") == 2


# -- answers -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("", "Type the number or the name of an answer."),
        ("0", "There is no 0: type 1 to"),
        ("99", "There is no 99: type 1 to"),
        ("-1", "'-1' is none of the answers."),
        ("sellsord", "Did you mean 'sellsword'?"),
        ("dragon", "'dragon' is none of the answers."),
        ("²", "'²' is none of the answers."),
        ("a", "'a' fits several: type a number."),
        ("save", "Say into which file: save FILE"),
        ("u", "There is no answer to take back."),
        ("m", "There is no map here."),
        ("?", "take the last answer back"),
    ],
)
def test_what_is_no_answer_is_told_and_asked_again(typed: Callable[..., Any], answer: str, said: str) -> None:
    done = typed([answer, "q"], *CAMPAIGN)
    assert said in done.out
    assert (done.code, done.err) == (0, "")
    assert done.out.endswith("Stopped; nothing was saved.\n")


def test_goods_are_chosen_first_and_then_for_whom(typed: Callable[..., Any]) -> None:
    out = typed([*FOUNDING, "torch", "9", "", "torch", "2", "q"], *CAMPAIGN).out
    assert "Torch: for whom?" in out
    assert "There is no 9: type 1 to 2." in out
    assert "Then for nobody." in out
    assert "Archer gets: Torch" in out


def test_the_party_is_chosen_by_several_answers_parted_by_commas(typed: Callable[..., Any]) -> None:
    lines = ["torchbearer", "1", "torchbearer", "1", "archer", "1", "archer", "1", "torchbearer", "1", "done", "done"]
    out = typed([*lines, "1", "1,1", "1, nobody", "torchbearer 3, 1", "q"], *CAMPAIGN).out
    assert "Who goes on the delve? Choose 2." in out
    assert "choose 2 of the options, not 1." in out
    assert "an option was named twice." in out
    assert "'nobody' is none of the answers." in out
    assert "Where do you go?" in out


def test_at_the_end_of_input_it_stops_cleanly(typed: Callable[..., Any]) -> None:
    for lines in ([], FOUNDING[:3], [*FOUNDING, "torch"]):
        done = typed(lines, *CAMPAIGN)
        assert (done.code, done.err) == (0, "")
        assert done.out.endswith("Stopped; nothing was saved.\n")


def test_luck_is_kept_by_pressing_enter(typed: Callable[..., Any]) -> None:
    out = typed(["knight", "", "", "q"], "marching_order", "--seed", "7").out
    assert out.count("Roll it again for a point of") == 2
    assert "Which action does Knight know?" in out


# -- undo ----------------------------------------------------------------------------------------------------------------


def test_an_answer_is_taken_back_and_the_same_dice_fall_again(typed: Callable[..., Any]) -> None:
    out = typed(["knight", "1", "u", "u", "knight", "1", "q"], *CAMPAIGN).out
    assert out.count("Taken back;") == 2
    learned = re.findall(r"Knight learns (quality \d|flaw \d)", out)
    assert len(learned) >= 4
    assert learned[:2] == learned[-2:]


def test_undo_hands_the_question_back_to_whoever_answered(typed: Callable[..., Any]) -> None:
    out = typed([*FOUNDING[:4], "u", "q"], *CAMPAIGN).out
    assert "Taken back; 3 answers stand. Player 1 chooses anew." in out


# -- saving --------------------------------------------------------------------------------------------------------------


def fighting(typed: Callable[..., Any], *further: str) -> Any:
    return typed([*LINE, "focus", *further], *DELVE)


def test_a_game_is_saved_in_mid_battle_and_goes_on_from_there(typed: Callable[..., Any], tmp_path: Path) -> None:
    file = str(tmp_path / "my game.json")
    first = fighting(typed, f"save {file}", "q")
    assert f"saved to {file}\n" in first.out
    whole = fighting(typed, "2", "1", "1", "q").out
    rest = typed(["2", "1", "1", "q"], "--resume", file).out
    assert after(first.out, "What does").split("\n")[0] == "What does Archer do?"
    assert "What does Archer do?" in rest
    assert after(whole, "Archer uses") == after(rest, "Archer uses")


def test_a_campaign_is_taken_up_by_another_process(spawn: Callable[..., Any], tmp_path: Path) -> None:
    file = str(tmp_path / "campaign.json")
    lines = [*FOUNDING, *SHOPPING, *KETTLE, "1", "1"]
    first = spawn("play", *CAMPAIGN, "--save", file, stdin="\n".join(lines) + "\n")
    assert first.out.endswith(f"Stopped.\nsaved to {file}\n")
    second = spawn("play", "--resume", file, "--save", file, stdin="p\nq\n")
    assert (second.code, second.err) == (0, "")
    asked = [line for line in first.out.splitlines() if line.endswith("?")][-1]
    assert asked in second.out
    assert "Knight (Player 2)" in second.out
    assert dc.resume(file).decision is not None


@pytest.mark.parametrize("harm", ["cut", "edited", "foreign"])
def test_a_harmed_save_is_refused_whole_and_never_overwritten(typed: Callable[..., Any], tmp_path: Path, harm: str) -> None:
    file = tmp_path / "game.json"
    fighting(typed, f"save {file}", "q")
    text = file.read_text(encoding="utf-8")
    harmed = {"cut": text[: len(text) // 2], "edited": text.replace('"seats":1', '"seats":2'), "foreign": "my diary\n"}[harm]
    assert harmed != text
    file.write_text(harmed, encoding="utf-8")
    for arguments in (("--resume", str(file)), ("--resume", str(file), "--save", str(file)), (*DELVE, "--save", str(file))):
        done = typed(["1", "q"], *arguments)
        assert (done.code, done.out) == (1, "")
        assert done.err.startswith("dicecrawl: ")
    told = fighting(typed, f"save {file}", "q").out
    assert "Not saved:" in told
    assert file.read_text(encoding="utf-8") == harmed
    assert list(tmp_path.iterdir()) == [file]


# -- which game, and with what ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "say what to play: dicecrawl play marching_order"),
        (("marching_order", "--party", "Knight"), "--party goes with --delve"),
        (("--delve", "The Copper Kettle"), "say who goes: --party"),
        (("--delve", "The Copper Kettel", "--party", "Knight"), "The Copper Kettle"),
        (("marching_order", "--players", "5"), "5 is not in the range"),
        (("marching_order", "The Copper Kettle"), "too many words"),
    ],
)
def test_what_cannot_be_played_is_told(call: Callable[..., Any], arguments: tuple[str, ...], said: str) -> None:
    done = call("play", *arguments)
    assert done.code in (1, 2)
    assert said in done.err


# -- secrets -----------------------------------------------------------------------------------------------------------------


def closed_purses(state: State, seat: int) -> State:
    """A rule that purses are secret, for this test."""
    seen = state.clone()
    for other in range(2):
        if other != seat:
            CounterChanged(None, f"Coins of seat {other}", -seen.count(f"Coins of seat {other}")).apply(seen)
    return seen


def test_what_is_secret_is_shown_to_its_seat_alone_after_the_keyboard_has_changed_hands(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    game = dc.load()
    assert game.ruleset.showing is not None
    showing = attrs.evolve(game.ruleset.showing, hides=None)  # which events are secret, nobody says
    hiding = Game(attrs.evolve(game.ruleset, view=closed_purses, showing=showing), game.library)
    match = hiding.new_match(mode="campaign", seats=2, seed=7)
    match.advance()
    assert kept(match, 0) == ["Coins of seat 0 250"]
    assert kept(match, 1) == ["Coins of seat 1 250"]
    lines = iter(["", "sellsword", "1", "archer", "1", "", "q"])
    monkeypatch.setattr(click, "prompt", lambda *args, **how: print(args[0]) or next(lines))
    Tabletop(hiding, match, Screen()).play(None)
    out = capsys.readouterr().out
    first, second = out.index("Player 1, press Enter"), out.index("Player 2, press Enter")
    assert first < out.index("Only you see: Coins of seat 0 250.") < second < out.index("Only you see: Coins of seat 1 250.")
    assert "Coins of seat 1" not in out[:second]
    assert "Coins of seat 0" not in out[second:]
    assert "pays" not in out  # what was done with secret coins is not told


def test_each_player_is_told_what_it_may_know_when_its_turn_comes(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def hides(state: State, event: Event, seat: int) -> bool:
        return isinstance(event, CounterChanged) and event.counter == f"Coins of seat {1 - seat}"

    game = dc.load()
    assert game.ruleset.showing is not None
    showing = attrs.evolve(game.ruleset.showing, hides=hides)
    hiding = Game(attrs.evolve(game.ruleset, view=closed_purses, showing=showing), game.library)
    match = hiding.new_match(mode="campaign", seats=2, seed=7, rerolls="never")
    lines = iter(["", "sellsword", "1", "archer", "1", "", "log", "q"])
    monkeypatch.setattr(click, "prompt", lambda *args, **how: print(args[0]) or next(lines))
    Tabletop(hiding, match, Screen()).play(None)
    out = capsys.readouterr().out
    mine, theirs = out.split("Player 2, press Enter")
    assert mine.count("player 1 pays 100 Coins") == 2
    assert theirs.count("Sellsword joins") == theirs.count("Archer joins") == 2  # told, and once more in the log
    assert "pays" not in theirs


def test_it_needs_the_cli_extra_alone() -> None:
    program = "import sys; import dicecrawl.cli.tabletop.play; print([m for m in sys.modules if m in ('rich', 'textual')])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
