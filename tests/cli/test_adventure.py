"""The command play: a sheet, answers as one types them, hints, undo, saves."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import dicecrawl as dc
from dicecrawl.analysis.solve import solve
from dicecrawl.analysis.solve_table import save
from dicecrawl.cli.adventure import read
from dicecrawl.core.decisions import Decision, Option
from tests.content.delve.table import GAME, SANDS

KEEP = Decision(0, "keep", tuple(Option("die", face) for face in (1, 4, 6, 6)), 0, 4)
NAMES = ["Charge", "Sneak Attack", "Chain Lightning", "done"]
ABILITY = Decision(0, "ability", tuple(Option("ability", name) for name in NAMES))


@pytest.fixture
def typed(call: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    """Run a command line with these lines typed."""

    def run(lines: str, *arguments: str) -> Any:
        monkeypatch.setattr("sys.stdin", io.StringIO(lines))
        return call(*arguments)

    return run


@pytest.mark.parametrize(
    ("text", "picks"),
    [("6 6", (2, 3)), ("6, 1", (2, 0)), ("keep 4", (1,)), ("all", (0, 1, 2, 3)), ("stop", (0, 1, 2, 3)), ("none", ())],
)
def test_dice_to_keep_are_typed_as_faces(text: str, picks: tuple[int, ...]) -> None:
    assert read(text, KEEP, ["1", "4", "6", "6"]) == picks


@pytest.mark.parametrize(("text", "told"), [("6 6 6", "no 6 left"), ("2", "no 2 left"), ("", "Type the dice")])
def test_dice_that_are_not_there_are_said(text: str, told: str) -> None:
    assert told in str(read(text, KEEP, ["1", "4", "6", "6"]))


@pytest.mark.parametrize(("text", "picks"), [("1", (0,)), ("sneak", (1,)), ("done", (3,)), ("chain", (2,))])
def test_other_answers_are_numbers_or_names(text: str, picks: tuple[int, ...]) -> None:
    assert read(text, ABILITY, NAMES) == picks


@pytest.mark.parametrize(("text", "told"), [("ch", "fits several"), ("fire", "Type the number"), ("", "Type the number")])
def test_what_is_no_answer_is_said(text: str, told: str) -> None:
    assert told in str(read(text, ABILITY, NAMES))


def test_a_sheet_shows_boxes_dice_and_what_waits(typed: Callable[..., Any]) -> None:
    out = typed("q\n", "play", "delve", SANDS, "--encounter", "30 Scorpions", "--seed", "3").out
    assert "Fighter   [ ][ ][ ][ ][ ][ ]" in out or "Fighter     [ ][ ][ ][ ][ ][ ]" in out
    assert "-- 30 Scorpions, round 1 --" in out
    assert "24 more wait." in out
    assert "(roll 1)" in out


def test_a_game_is_stopped_in_mid_round_saved_and_taken_up(typed: Callable[..., Any], tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    first = typed("none\nq\n", "play", "delve", SANDS, "--seed", "5", "--save", str(file))
    assert "Stopped." in first.out
    assert dc.resume(file, GAME).decision is not None
    second = typed("all\nq\n", "play", "delve", "--resume", str(file))
    assert "(roll 2)" in second.out


def test_an_answer_can_be_taken_back_and_its_dice_fall_again(typed: Callable[..., Any]) -> None:
    out = typed("none\nu\nnone\nu\nu\nq\n", "play", "delve", SANDS, "--seed", "5").out
    shown = [line for line in out.splitlines() if line.startswith("Dice:")]
    assert shown[1] == shown[3]
    assert shown[0] == shown[2] == shown[4]
    assert "There is no answer to take back." in out


def test_hints_come_from_a_table_where_there_is_one(typed: Callable[..., Any], tmp_path: Path) -> None:
    table = tmp_path / "trap.npz"
    save(solve(GAME, SANDS, encounter="Time Trap"), GAME, table)
    out = typed("h\nall\nh\nq\n", "play", "delve", SANDS, "--encounter", "Time Trap", "--table", str(table)).out
    assert " rounds  keep " in out or " rounds  stop" in out
    assert "0.8" in out


def test_without_a_table_hints_are_estimates(typed: Callable[..., Any]) -> None:
    out = typed("h\nq\n", "play", "delve", SANDS, "--encounter", "Time Trap", "--seed", "2").out
    assert "Estimated by 24 games each" in out
    assert "about 0." in out


def test_an_adventure_must_be_named(call: Callable[..., Any]) -> None:
    done = call("play", "delve")
    assert (done.code, "name the adventure" in done.err) == (2, True)
    done = call("play", "The Starting Adventur")
    assert "did you mean 'The Starting Adventure'?" in done.err
