"""Line-ups as they are typed: names, numbers, traits, what is carried and what is left."""

from __future__ import annotations

from typing import Any

import pytest

import dicecrawl as dc
from dicecrawl.cli.lineup import lineup
from dicecrawl.errors import SetupError, UnknownName
from dicecrawl.games.marching_order import Enemy, Rogue


@pytest.fixture(scope="module")
def game() -> dc.Game:
    return dc.load("marching_order")


@pytest.mark.parametrize(
    ("text", "specs"),
    [
        ("Knight", ["Knight"]),
        ("Knight, Archer", ["Knight", "Archer"]),
        (" Knight ;Archer, ", ["Knight", "Archer"]),
        ("2 Knight, Archer", ["Knight", "Knight", "Archer"]),
        ("2x Knight", ["Knight", "Knight"]),
        ("2 × Knight", ["Knight", "Knight"]),
        ('"Knight", “Archer”', ["Knight", "Archer"]),
        ("knight", ["knight"]),
        ("Knight Q1 F2", [Rogue("Knight", qualities=[1], flaws=[2])]),
        ("Knight quality 1 quality 3", [Rogue("Knight", qualities=[1, 3])]),
        ("2 Knight q1", [Rogue("Knight", qualities=[1])] * 2),
        ("Knight Health 4", [Rogue("Knight", health=4)]),
        ("Knight health 4 luck 0", [Rogue("Knight", health=4, luck=0)]),
        ("Knight with Bandage and Healing Potion", [Rogue("Knight", items=["Bandage", "Healing Potion"])]),
        ("Knight Q2 with Bandage + Caltrops", [Rogue("Knight", qualities=[2], items=["Bandage", "Caltrops"])]),
        ('"Knight" Q1', [Rogue("Knight", qualities=[1])]),
        ("Knigt", ["Knigt"]),
    ],
)
def test_the_party(game: dc.Game, text: str, specs: list[Any]) -> None:
    assert lineup(game, text, 0) == specs


def test_the_other_side(game: dc.Game) -> None:
    assert lineup(game, "2 Giant Rat Health 2, Imp", 1) == [Enemy("Giant Rat", 2), Enemy("Giant Rat", 2), "Imp"]


@pytest.mark.parametrize(
    ("text", "side", "advice"),
    [
        ("", 0, "at least one name"),
        (" , ;", 0, "at least one name"),
        ("0 Knight", 0, "1 to 40 can"),
        ("99999999999 Knight", 0, "1 to 40 can"),
        ("30 Imp, 30 Imp", 1, "too long"),
        ("Imp Q1", 1, "an enemy"),
        ('"Knight" nonsense', 0, "no trait, counter or 'with'"),
    ],
)
def test_slips_are_told(game: dc.Game, text: str, side: int, advice: str) -> None:
    with pytest.raises(SetupError, match=advice):
        lineup(game, text, side)


@pytest.mark.parametrize("text", ["Knigt Q1", "Knight with Bandag", "Knight Q1 nonsense"])
def test_unknown_names_are_left_to_the_setup_which_gives_the_nearest(game: dc.Game, text: str) -> None:
    with pytest.raises(UnknownName):
        game.battle(lineup(game, text, 0), ["Imp"])


def test_a_trait_that_is_not_there_is_told(game: dc.Game) -> None:
    with pytest.raises(SetupError, match="no quality numbered 9"):
        game.battle(lineup(game, "Knight Q9", 0), ["Imp"])
