"""matrix and usage: tables of battles, and what random play never reaches."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

TABLE = """
runs = 12
seed = "table"

[parties]
"Old hands" = "Knight, Archer Q1"
Brutes = "2 Barbarian"

[lineups]
Rats = "3 Giant Rat"
"A statue" = "Living Statue"
"""


@pytest.fixture
def table(tmp_path: Path) -> str:
    file = tmp_path / "table.toml"
    file.write_text(TABLE, encoding="utf-8")
    return str(file)


def test_a_table_of_parties_against_line_ups(call: Callable[..., Any], table: str) -> None:
    done = call("matrix", table)
    assert done.code == 0
    assert "12 battles of marching_order a cell, seed table, greedy players" in done.out
    for name in ("Old hands", "Brutes", "Rats", "A statue"):
        assert name in done.out
    told = json.loads(call("matrix", table, "--as", "json").out)
    assert [(cell["party"], cell["lineup"]) for cell in told["cells"]] == [
        (party, lineup) for party in ("Old hands", "Brutes") for lineup in ("Rats", "A statue")
    ]
    assert all(0 <= cell["low"] <= cell["rate"] <= cell["high"] <= 1 for cell in told["cells"])


def test_workers_change_no_byte(call: Callable[..., Any], table: str) -> None:
    assert call("matrix", table, "--as", "json").out == call("matrix", table, "--as", "json", "--workers", "2").out


def test_it_comes_as_markdown_and_html(call: Callable[..., Any], table: str) -> None:
    assert "| | Rats | A statue |" in call("matrix", table, "--runs", "2", "--as", "markdown").out
    assert "<th>Old hands</th>" in call("matrix", table, "--runs", "2", "--as", "html").out


def test_options_count_for_more_than_the_file(call: Callable[..., Any], table: str) -> None:
    told = json.loads(call("matrix", table, "--runs", "3", "--seed", "5", "--player", "random", "--as", "json").out)
    assert (told["games"], told["seed"], told["players"]) == (3, 5, "random")


@pytest.mark.parametrize(
    ("text", "advice"),
    [
        ("[parties", "is no TOML"),
        ('[parties]\nA = "Knight"', "there is no table [lineups]"),
        ("[party]", "'party' is not known; did you mean 'parties'?"),
        ("runs = true", "'runs' is True, but it should be a whole number"),
        ("parties = 3", "'parties' is 3, but it should be names with line-ups"),
        ("game = 3", "'game' is 3, but it should be a name"),
    ],
)
def test_a_wrong_file_is_a_wrong_use(call: Callable[..., Any], tmp_path: Path, text: str, advice: str) -> None:
    file = tmp_path / "wrong.toml"
    file.write_text(text, encoding="utf-8")
    done = call("matrix", str(file))
    assert done.code == 2
    assert advice in done.err


def test_a_misspelt_creature_is_named(call: Callable[..., Any], tmp_path: Path) -> None:
    file = tmp_path / "names.toml"
    file.write_text('[parties]\nA = "Knigt"\n[lineups]\nB = "Imp"', encoding="utf-8")
    done = call("matrix", str(file))
    assert done.code == 1
    assert "did you mean 'Knight'" in done.err


def test_the_example_can_be_read(call: Callable[..., Any]) -> None:
    example = Path(__file__).parents[2] / "examples" / "parties.toml"
    told = json.loads(call("matrix", str(example), "--runs", "1", "--as", "json").out)
    assert (len(told["parties"]), len(told["lineups"])) == (4, 6)


def test_usage_tells_what_never_came_about(call: Callable[..., Any]) -> None:
    done = call("usage", "--runs", "10")
    assert done.code == 0
    assert "10 battles of marching_order over random line-ups, seed 0, random players" in done.out
    assert "abilities came about" in done.out
    assert "sentences that never came about:" in done.out
    told = json.loads(call("usage", "marching_order", "--runs", "10", "--as", "json").out)
    assert told["reached"]["row"] <= told["all"]["row"]
    assert "| never | card | name | why |" in call("usage", "--runs", "5", "--as", "markdown").out
    assert "<th>why not</th>" in call("usage", "--runs", "5", "--as", "html").out
    assert "Shield Wall" in call("usage", "--runs", "5", "--all").out


def test_a_player_of_ones_own_is_found_where_one_is(
    spawn: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mine.py").write_text("def first(decision, state):\n    return range(max(1, decision.least))\n")
    monkeypatch.chdir(tmp_path)
    done = spawn("sim", "--rogues", "Knight", "--enemies", "Imp", "--runs", "4", "--player", "mine:first")
    assert done.code == 0, done.err
    assert "mine:first players" in done.out
    wrong = spawn("fight", "--rogues", "Knight", "--enemies", "Imp", "--player", "gready")
    assert wrong.code == 2
    assert "did you mean 'greedy'" in wrong.err
