"""fight, replay, demo, and the player at the terminal."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import dicecrawl as dc
from dicecrawl.cli.ask import read_answer, told
from dicecrawl.core.decisions import Decision, Option

FIGHT = ["fight", "--rogues", "Knight, Archer", "--enemies", "Giant Rat, Imp", "--seed", "5"]


def test_a_fight_is_told_to_its_end_and_the_seed_decides(call: Callable[..., Any]) -> None:
    one, again, other = call(*FIGHT), call(*FIGHT), call(*FIGHT[:-1], "6")
    assert (one.code, one.err) == (0, "")
    assert one == again != other
    assert one.out.startswith("Initiative: ")
    assert "\nThe battle is " in one.out
    assert call("fight", "marching_order", *FIGHT[1:]) == one


def test_a_seed_may_be_a_word(call: Callable[..., Any]) -> None:
    assert call(*FIGHT[:-1], "dragon").out != call(*FIGHT[:-1], "wyvern").out


def test_brief_and_verbose(call: Callable[..., Any]) -> None:
    full, brief, verbose = call(*FIGHT), call(*FIGHT, "--log", "brief"), call(*FIGHT, "-v")
    assert len(brief.out) < len(full.out) < len(verbose.out)
    assert "/knight.crawl:" in verbose.out
    assert "/knight.crawl:" not in full.out


@pytest.mark.parametrize("player", ["greedy", "random"])
def test_a_saved_fight_is_told_again_word_for_word(call: Callable[..., Any], tmp_path: Path, player: str) -> None:
    file = str(tmp_path / "my fight.json")
    fought = call(*FIGHT, "--player", player, "--save", file)
    assert fought.out.endswith(f"saved to {file}\n")
    replayed = call("replay", file)
    assert replayed.code == 0
    assert fought.out == f"{replayed.out}saved to {file}\n"


def test_a_fight_with_cards_of_ones_own_is_replayed_with_them(call: Callable[..., Any], tmp_path: Path) -> None:
    call("new", "monster", "Cave Bat", str(tmp_path))
    file, pack = str(tmp_path / "fight.json"), str(tmp_path)
    call("fight", "--pack", pack, "--rogues", "2 Knight", "--enemies", "Cave Bat", "--save", file)
    assert call("replay", file, "--pack", pack).code == 0
    lost = call("replay", file)
    assert lost.code == 1
    assert "--pack PATH" in lost.err


@pytest.mark.parametrize("text", ["", "no json", "{}", '{"format": "dicecrawl save"}', "\x00"])
def test_a_damaged_record_is_told(call: Callable[..., Any], tmp_path: Path, text: str) -> None:
    file = tmp_path / "fight.json"
    file.write_text(text, encoding="utf-8")
    done = call("replay", str(file))
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith("dicecrawl: ")


def test_the_demo_shows_all_four(call: Callable[..., Any]) -> None:
    done = call("demo")
    assert (done.code, done.err) == (0, "")
    for part in ("no problems found", "The battle is ", "in full:", "exact", "won  ", "bounds that hold 95 %", "seconds."):
        assert part in done.out


# -- asking ----------------------------------------------------------------------------------------------------------


def test_a_person_plays_by_numbers_and_names(spawn: Callable[..., Any]) -> None:
    typed = "?\nnonsense\nskip\n" + "7\n1\n" * 200
    done = spawn(*FIGHT, "--player", "ask", stdin=typed)
    assert done.code == 0
    assert "What does Archer do?" in done.out
    assert "u takes the last answer back" in done.out
    assert "'nonsense' is none of them." in done.out
    assert "Archer uses Skip" in done.out
    assert "The battle is " in done.out or "Stopped." in done.out


def test_an_answer_can_be_taken_back(spawn: Callable[..., Any]) -> None:
    done = spawn(*FIGHT, "--player", "ask", stdin="u\nSkip\nu\nFocus\nq\n")
    assert done.code == 0
    assert "There is no answer to take back." in done.out
    assert done.out.count("Taken back.") == 1
    told_last = done.out.rpartition("Taken back.")[2]
    assert "uses Focus" in told_last
    assert done.out.endswith("Stopped.\n")


def test_stopping_saves_and_it_goes_on_from_there(spawn: Callable[..., Any], tmp_path: Path) -> None:
    file = str(tmp_path / "later.json")
    first = spawn(*FIGHT, "--player", "ask", "--save", file, stdin="Skip\nq\n")
    assert first.out.endswith(f"Stopped.\nsaved to {file}\n")
    assert "The record ends here." in spawn("replay", file).out
    second = spawn("fight", "--resume", file, "--player", "greedy")
    assert second.code == 0
    assert "uses Skip" in second.out
    assert "The battle is " in second.out


def test_when_the_input_ends_it_stops(spawn: Callable[..., Any]) -> None:
    done = spawn(*FIGHT, "--player", "ask", stdin="")
    assert (done.code, done.err) == (0, "")
    assert done.out.endswith("Stopped.\n")


@pytest.fixture(scope="module")
def state() -> Any:
    return dc.load("marching_order").battle(["Knight", "Archer"], ["Giant Rat", "Giant Rat"]).state


OPTIONS = (Option("action", "Focus", "ready"), Option("entity", 1), Option("entity", 3), Option("entity", 4))


@pytest.mark.parametrize(
    ("text", "least", "most", "picks"),
    [
        ("1", 1, 1, (0,)),
        ("focus", 1, 1, (0,)),
        ("FO", 1, 1, (0,)),
        ("knight", 1, 1, (1,)),
        ("giant rat", 1, 1, (2,)),
        ("giant rat 2", 1, 1, (3,)),
        ("2, 3", 1, 2, (1, 2)),
        ("", 0, 2, ()),
        (" 4 ", 1, 1, (3,)),
    ],
)
def test_answers_are_read(state: Any, text: str, least: int, most: int, picks: tuple[int, ...]) -> None:
    assert read_answer(text, Decision(0, "target", OPTIONS, least, most), state) == picks


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "Type the number of an answer."),
        ("0", "'0' is none of them."),
        ("5", "'5' is none of them."),
        ("gi", "'gi' fits several: type a number."),
        ("knigth", "'knigth' is none of them. Did you mean 'Knight'?"),
        ("-1", "'-1' is none of them."),
        ("²", "'²' is none of them."),
    ],
)
def test_what_is_no_answer_is_said(state: Any, text: str, said: str) -> None:
    assert read_answer(text, Decision(0, "target", OPTIONS), state) == said


def test_options_are_told_with_what_matters(state: Any) -> None:
    assert told(OPTIONS[0], state, "Health") == "Focus (ready)"
    assert told(OPTIONS[1], state, "Health") == "Knight (Health 12)"
    assert told(Option("yes", "yes", "may"), state, "Health") == "yes"
