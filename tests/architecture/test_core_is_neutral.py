"""Core, effects and language know no game, so the next rulebook needs no change there (HOUSE_STYLE.md, The rooms)."""

from __future__ import annotations

import re
import tomllib

import pytest

from tests.architecture.source import CHECKOUT, PACKAGE, Word, python_files, words

GAMES = ("Marching Order", "Delve", "Rogue Dungeon", "Underfeast")
NEUTRAL = [PACKAGE / room for room in ("core", "effects", "language", "players")]


def games_named(source: str) -> list[str]:
    return [f"line {word.line}: {word.text}" for word in words(source) if any(names(word, game) for game in GAMES)]


def names(word: Word, game: str) -> bool:
    """Whether an identifier or a string speaks of a game: its title, or its package. A delve is also a common word."""
    package = game.lower().replace(" ", "_")
    if word.is_name:
        plain = re.sub(r"(?<=[a-z])(?=[A-Z])|[.]", "_", word.text).lower()
        return re.search(rf"(^|_){package}(_|$)", plain) is not None
    return re.search(rf"\b{game}\b|(^|[./:]){package}($|[./:])", word.text) is not None


def test_the_shared_rooms_name_no_game() -> None:
    files = python_files(*NEUTRAL)
    assert files, "no source was found, so nothing was tested"
    found = {file.relative_to(CHECKOUT).as_posix(): games_named(file.read_text(encoding="utf-8")) for file in files}
    assert {file: lines for file, lines in found.items() if lines} == {}


def test_every_game_of_the_package_is_watched_for() -> None:
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert {name.replace("_", " ").title() for name in project["entry-points"]["dicecrawl.games"]} <= set(GAMES)


@pytest.mark.parametrize(
    "line",
    [
        "game = 'a battle of Marching Order'",
        "game = 'delve'",
        "path = 'content/rogue_dungeon/rooms'",
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


@pytest.mark.parametrize("line", ["'''Source: Marching Order, Combat.'''", "# Delve", "delvers = 'the second delve'"])
def test_credits_and_common_words_are_let_through(line: str) -> None:
    assert games_named(line) == []
