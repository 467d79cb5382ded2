"""Every command in a pipe, without colour, on a narrow screen and with a poor encoding. Source: public case S23."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

COMMANDS = {
    "check": ["check"],
    "explain": ["explain", "Skeleton Warrior"],
    "list": ["list"],
    "games": ["games"],
    "fight": ["fight", "--rogues", "Knight, Archer", "--enemies", "2 Skeleton Warrior", "--seed", "3"],
    "odds": ["odds", "Archer: Arrow", "--target", "Imp"],
    "dice": ["odds", "4d6 keep highest 3"],
    "sim": ["sim", "--rogues", "Knight", "--enemies", "Imp", "--runs", "60"],
    "demo": ["demo"],
}


@pytest.mark.parametrize("name", COMMANDS)
def test_in_a_pipe_there_are_no_escape_codes_and_cp1252_says_the_same(spawn: Callable[..., Any], name: str) -> None:
    piped = spawn(*COMMANDS[name])
    assert (piped.code, piped.err) == (0, "")
    assert "\x1b" not in piped.out
    assert piped.out.endswith("\n")
    poor = spawn(*COMMANDS[name], encoding="cp1252", NO_COLOR="1")
    assert (poor.code, poor.err) == (0, "")
    if name != "demo":  # which tells how long it took
        plain = piped.out.replace("∞", "endless").replace("█", "#").replace("─", "-")
        assert poor.out == plain
    assert "?" not in poor.out.replace("What is Best in Life?", "").replace("You Dare to Harm Me?", "")


@pytest.mark.parametrize("name", ["explain", "fight", "sim", "odds", "list", "games"])
def test_at_forty_columns_lines_are_folded(spawn: Callable[..., Any], name: str) -> None:
    narrow = spawn(*COMMANDS[name], COLUMNS="40")
    assert narrow.code == 0
    assert [line for line in narrow.out.splitlines() if len(line) > 40 and " " in line.strip()] == []
    wide = spawn(*COMMANDS[name])
    if name != "sim":  # which leaves its bars out
        assert narrow.out.split() == wide.out.split()


def test_in_a_pipe_lines_are_never_folded(spawn: Callable[..., Any]) -> None:
    done = spawn(*COMMANDS["fight"])
    assert any(len(line) > 100 for line in done.out.splitlines())


def test_a_message_about_strange_signs_fits_a_poor_encoding(spawn: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "rät.crawl").write_text('monster "🐀 Ratte ∞":\n    Nonsense 🐀.\n', encoding="utf-8")
    done = spawn("check", str(tmp_path), encoding="cp1252")
    assert done.code == 1
    assert "rät.crawl:2" in done.out
    ascii_only = spawn("check", str(tmp_path), encoding="ascii")
    assert (ascii_only.code, ascii_only.err) == (1, "")
    assert "rat.crawl:2" in ascii_only.out


def test_a_typed_sign_that_the_encoding_lacks_breaks_nothing(spawn: Callable[..., Any]) -> None:
    done = spawn("explain", "Kn∞ght 🐀", encoding="ascii")
    assert done.code == 1
    assert "no card and no ability" in done.err


def test_json_is_ascii_and_the_same_in_every_encoding(spawn: Callable[..., Any]) -> None:
    told = {spawn("list", "--json", encoding=encoding).out for encoding in ("utf-8", "cp1252", "ascii")}
    assert len(told) == 1
    assert told.pop().isascii()
