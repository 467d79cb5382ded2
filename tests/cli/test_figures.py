"""odds and sim: exact fractions, and the same bytes for any number of workers."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

SIM = ["sim", "--rogues", "Knight Q1 F1, Archer", "--enemies", "2 Giant Rat, Goblin Slinger", "--runs", "30", "--seed", "7"]


def test_the_odds_of_an_ability(call: Callable[..., Any]) -> None:
    done = call("odds", "Archer: Rain of Arrows", "--target", "Giant Rat", "--json")
    told = json.loads(done.out)
    assert (told["actor"], told["target"], told["success"]) == ("Archer", "Giant Rat", "1")
    assert {int(n): Fraction(p) for n, p in told["damage"].items()} == {
        0: Fraction(1, 6),
        1: Fraction(1, 3),
        2: Fraction(1, 3),
        3: Fraction(1, 6),
    }
    assert "Archer against Giant Rat: Rain of Arrows" in call("odds", "rain of arrows", "--target", "Giant Rat").out


def test_the_odds_of_a_sentence_equal_a_loop_over_faces(call: Callable[..., Any]) -> None:
    sentence = "Make a Physical Attack Roll vs Defense; gain Stunned(1)"
    words = ["odds", "marching_order", sentence, "--actor", "Barbarian", "--target", "Living Statue", "--json"]
    told = json.loads(call(*words).out)
    margins = [face + 3 - 5 for face in range(1, 7)]
    assert Fraction(told["success"]) == Fraction(sum(m >= 0 for m in margins), 6)
    assert {int(n): Fraction(p) for n, p in told["damage"].items()} == {
        n: Fraction(sum(max(m, 0) == n for m in margins), 6) for n in range(5)
    }
    assert Fraction(told["conditions"]["Living Statue Stunned"]) == Fraction(5, 6)


def test_what_the_target_has_left_counts(call: Callable[..., Any]) -> None:
    words = ["odds", "Archer: Rain of Arrows", "--target", "Giant Rat", "--health", "1", "--json"]
    assert json.loads(call(*words).out)["down"] == "5/6"


def test_a_sentence_needs_somebody_to_do_it(call: Callable[..., Any]) -> None:
    done = call("odds", "Make a Physical Attack Roll vs Defense.", "--target", "Imp")
    assert done.code == 2
    assert "--actor" in done.err


def test_a_sentence_with_a_mistake_shows_it(call: Callable[..., Any]) -> None:
    done = call("odds", "Make a Physical Atack Roll vs Defense.", "--actor", "Knight", "--target", "Imp")
    assert done.code == 1
    assert "^^^^^" in done.err


@pytest.mark.parametrize(
    ("dice", "mean"), [("d6", "mean 3.5"), ("4d6 keep highest 3", "mean 12.2446"), ("0d6", "mean 0"), ("2d6+1", "mean 8")]
)
def test_the_odds_of_dice(call: Callable[..., Any], dice: str, mean: str) -> None:
    done = call("odds", dice)
    assert done.code == 0
    assert mean in done.out
    assert json.loads(call("odds", dice, "--json").out)["certainty"] == "exact"


@pytest.mark.parametrize("dice", ["d0", "4d", "99999d99999", "(0 - 5)d10", "d6 reroll 6 or less", "9" * 5000 + "d6"])
def test_dice_that_cannot_be_are_refused_at_once(call: Callable[..., Any], dice: str) -> None:
    done = call("odds", dice)
    assert (done.code, done.out) == (2, "")
    assert len(done.err) < 2000


def test_workers_change_no_byte(call: Callable[..., Any]) -> None:
    told = {call(*SIM, "--json", "--workers", workers).out for workers in ("1", "2")}
    assert len(told) == 1
    data = json.loads(told.pop())
    assert data["won"]["games"] + data["lost"]["games"] + data["undecided"]["games"] == data["games"] == 30
    assert data["rogues"] == ["Knight", "Archer"]
    assert data["seed"] == 7


def test_the_report_is_for_reading(call: Callable[..., Any]) -> None:
    done = call(*SIM)
    assert (done.code, done.err) == (0, "")
    for part in ("30 battles of marching_order", "won", "undecided", "rounds", "survivors", "Goblin Slinger"):
        assert part in done.out


def test_options_reach_the_battles(call: Callable[..., Any]) -> None:
    done = json.loads(call(*SIM, "--rounds", "1", "--etn", "5", "--coins", "3", "--seats", "2", "--json").out)
    assert done["rounds"]["high"] == 1
    assert done["undecided"]["games"] > 20
    assert done["setup"] == {"etn": 5, "seats": 2, "coins": 3}


def test_a_bar_shows_on_a_terminal_only(monkeypatch: pytest.MonkeyPatch) -> None:
    from dicecrawl.cli.figures import with_bar

    seen: list[bool] = []
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    monkeypatch.setenv("TERM", "dumb")
    assert with_bar(lambda progress: seen.append(progress is not None) or "done", 1000) == "done"
    with_bar(lambda progress: seen.append(progress is not None), 10)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: False, raising=False)
    with_bar(lambda progress: seen.append(progress is not None), 1000)
    assert seen == [True, False, False]


def test_the_odds_of_what_needs_a_pattern_of_dice(call: Callable[..., Any]) -> None:
    done = call("odds", "delve", "Cleric", "--rolls", "1")
    assert (done.code, done.err) == (0, "")
    assert done.out.splitlines()[2:] == [
        "  Minor Heal   27.01 %",
        "  Heal          9.26 %",
        "  Miracle       1.54 %",
    ]
    one = call("odds", "delve", "Wizard: Fireball", "--rolls", "1", "--json")
    assert json.loads(one.out)["abilities"] == [{"card": "Wizard", "ability": "Fireball", "chances": ["203/3888"]}]
    wrong = call("odds", "delve", "Firebal")
    assert wrong.code == 1
    assert "did you mean 'Fireball'?" in wrong.err
    assert "name a target" in call("odds", "delve", "Dragon").err
