"""Core, effects and language know no game, so the next rulebook needs no change there (HOUSE_STYLE.md, The rooms)."""

from __future__ import annotations

import re
import tomllib

import pytest

from tests.architecture.source import CHECKOUT, PACKAGE, python_files, words

GAMES = ("marching order", "delve", "rogue dungeon", "underfeast")
NEUTRAL = [PACKAGE / room for room in ("core", "effects", "language", "players")]


def games_named(source: str) -> list[str]:
    found = []
    for word in words(source):
        # MarchingOrder, marching_order and "Marching Order" are one name; a "delver" is not Delve.
        spaced = re.sub(r"(?<=[a-z])(?=[A-Z])|[_.\-]", " ", word.text).lower()
        found += [f"line {word.line}: {word.text}" for game in GAMES if re.search(rf"\b{game}\b", spaced)]
    return found


def test_the_shared_rooms_name_no_game() -> None:
    files = python_files(*NEUTRAL)
    assert files, "no source was found, so nothing was tested"
    found = {file.relative_to(CHECKOUT).as_posix(): games_named(file.read_text(encoding="utf-8")) for file in files}
    assert {file: lines for file, lines in found.items() if lines} == {}


def test_every_game_of_the_package_is_watched_for() -> None:
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert {name.replace("_", " ") for name in project["entry-points"]["dicecrawl.games"]} <= set(GAMES)


@pytest.mark.parametrize(
    "line",
    [
        "game = 'Marching Order'",
        "marching_order = 1",
        "class RogueDungeonRoll: ...",
        "from dicecrawl.games import delve",
        "import dicecrawl.games.underfeast",
        "f(delve=1)",
        "match.underfeast",
    ],
)
def test_the_name_of_a_game_is_caught(line: str) -> None:
    assert len(games_named(line)) == 1


@pytest.mark.parametrize("line", ["'''Source: Marching Order, Combat.'''", "# Delve", "delvers = 'order of marching'"])
def test_credits_and_common_words_are_let_through(line: str) -> None:
    assert games_named(line) == []
