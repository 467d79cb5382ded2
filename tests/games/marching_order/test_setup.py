"""Setting up a battle: what a party may bring, and what is refused before the first die."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import pytest

import dicecrawl as dc
from dicecrawl.core.state import Condition
from dicecrawl.games.marching_order import Enemy, Rogue


@lru_cache(maxsize=1)
def game() -> dc.Game:
    return dc.load("marching_order")


def begun(rogue: Rogue | str = "Knight", enemy: Enemy | str = "Imp", **words: Any) -> dc.Match:
    return game().battle([rogue], [enemy], **words)


def test_conditions_from_before_are_older_than_any_and_in_their_order_under_their_printed_names() -> None:
    state = begun(Rogue("Knight", conditions=[("poisoned", 1, 2), ("STUNNED", None, None)])).state
    assert state[1].conditions == (
        Condition("Poisoned", 1, 2, age=-2),
        Condition("Stunned", None, None, age=-1),
    )


def test_what_is_left_from_the_battle_before_comes_along() -> None:
    knight = begun(Rogue("Knight", health=3, luck=-1, cooldowns={"break their line": 2}), Enemy("Imp", health=1)).state
    assert (knight[1].count("Health"), knight[1].count("Luck"), knight[1].count("cooldown Break Their Line")) == (3, -1, 2)
    assert knight[2].count("Health") == 1
    assert knight[1].limits == {"Health": 12, "Luck": 1}


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ({"rogue": Rogue("Knight", health=13)}, "Knight has 1 to 12 Health when a battle begins, not 13"),
        ({"rogue": Rogue("Knight", health=0)}, "1 to 12 Health"),
        ({"rogue": Rogue("Knight", health="5")}, "not '5'"),  # type: ignore[arg-type]
        ({"rogue": Rogue("Knight", health=True)}, "not True"),
        ({"enemy": Enemy("Imp", health=4)}, "Imp has 1 to 3 Health"),
        ({"rogue": Rogue("Knight", luck="1")}, "Luck of Knight is a whole number"),  # type: ignore[arg-type]
        ({"rogue": Rogue("Knight", cooldowns={"Break Their Line": -1})}, "0 or more pips, not -1"),
        ({"rogue": Rogue("Knight", cooldowns={"Breakfast": 1})}, "no action called 'Breakfast'"),
        ({"rogue": Rogue("Knight", qualities=[7])}, "no quality numbered 7"),
        ({"rogue": Rogue("Knight", flaws=["1"])}, "no flaw numbered '1'"),  # type: ignore[list-item]
        ({"rogue": Rogue("Knight", conditions=[("Poisoned", None, 1)])}, "a strength of 0 or more"),
        ({"rogue": Rogue("Knight", conditions=[("Poisoned", -1, 1)])}, "a strength of 0 or more"),
        ({"enemy": Enemy("Imp", conditions=[("Stunned", 2, 1)])}, "Stunned has no strength, so Imp cannot have it with 2"),
        ({"rogue": Rogue("Knight", conditions=[("Frightened", None, 1)])}, "another name for Terrified"),
        ({"rogue": Rogue("Knight", conditions=[("Stunned", None, 0)])}, "1 or more turns, or without end"),
        ({"rogue": Rogue("Knight", seat=1)}, "belongs to seat 1, but seats are numbered 0 to 0"),
        ({"seats": 5}, "seats must be 1 to 4, one for each player, not 5"),
        ({"etn": -1}, "a whole number of 0 or more, not -1"),
        ({"coins": "many"}, "coins are a whole number of 0 or more, not 'many'"),
    ],
)
def test_impossible_numbers_are_refused_with_what_would_do(words: dict[str, Any], told: str) -> None:
    with pytest.raises(dc.SetupError) as caught:
        begun(**words)
    assert told in str(caught.value)


@pytest.mark.parametrize(
    "words",
    [
        {"rogue": Rogue("Knihgt")},
        {"enemy": "Impp"},
        {"rogue": Rogue("Knight", items=["Bandaid"])},
        {"rogue": Rogue("Knight", conditions=[("Stuned", None, 1)])},
    ],
)
def test_unknown_names_are_refused_with_the_nearest(words: dict[str, Any]) -> None:
    with pytest.raises(dc.UnknownName, match="did you mean"):
        begun(**words)


@pytest.mark.parametrize(("rogues", "enemies"), [([], ["Imp"]), (["Knight"], []), (["Knight"] * 7, ["Imp"])])
def test_a_side_is_neither_empty_nor_too_long(rogues: list[str], enemies: list[str]) -> None:
    with pytest.raises(dc.SetupError):
        game().battle(rogues, enemies)
