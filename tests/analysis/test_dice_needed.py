"""Chances that abilities can be used, set against counts of all 46,656 rolls and against the patterns by themselves."""

from __future__ import annotations

from fractions import Fraction

import pytest

import dicecrawl as dc
from dicecrawl.analysis.dice_needed import dice_odds
from dicecrawl.analysis.keeping import chance
from dicecrawl.core.patterns import FULL_HOUSE, Straight, of_a_kind
from dicecrawl.errors import SetupError, UnknownName

GAME = dc.load("delve")
ALL = 6**6


def chances(card: str) -> dict[str, tuple[Fraction, ...]]:
    return {needed.ability: needed.chances for needed in dice_odds(GAME, GAME.card(card), rolls=2).abilities}


def test_one_roll_is_a_count_of_all_rolls() -> None:
    """The counts stand in no rulebook: they are those of combinatorics. Ruling: DV-20, DV-26, DV-27, DV-32."""
    cards = ("Wizard", "Cleric", "Rogue", "Fighter")
    first = {name: found[0] * ALL for card in cards for name, found in chances(card).items()}
    assert first == {
        "Ray of Frost": 17_136,
        "Fireball": 2_436,
        "Chain Lightning": 186,
        "Demise": 6,
        "Minor Heal": 12_600,
        "Heal": 4_320,
        "Miracle": 720,
        "Sneak Attack": ALL - 5**6,
        "Crippling Strike": chance(FULL_HOUSE, rolls=1) * ALL,
        "Charge": ALL - 5**6,
    }


def test_more_rolls_are_those_of_the_pattern_alone() -> None:
    """The die beside a pattern of five is always there: six are rolled."""
    wizard, cleric = chances("Wizard"), chances("Cleric")
    assert wizard["Fireball"][1] == chance(of_a_kind(4), rolls=2)
    assert wizard["Chain Lightning"][1] == chance(of_a_kind(5), rolls=2)
    assert cleric["Heal"][1] == chance(Straight(5), rolls=2)


def test_with_five_dice_nothing_is_left_beside_five() -> None:
    """Ruling: DV-60."""
    found = dice_odds(GAME, GAME.card("Wizard"), dice=5, rolls=1)
    assert {n.ability: n.chances[0] == 0 for n in found.abilities} == {
        "Ray of Frost": False, "Fireball": False, "Chain Lightning": True, "Demise": True,
    }  # fmt: skip


def test_it_shows_itself_in_every_form() -> None:
    odds = dice_odds(GAME, GAME.card("Wizard"), rolls=1)
    assert "Fireball           5.22 %" in odds.text(ascii=True)
    assert odds._repr_markdown_().splitlines()[-1] == "| Demise | 0.01 % |"
    assert "<th>Fireball</th><td>5.22 %</td>" in odds._repr_html_()
    assert odds.to_dict()["abilities"][1] == {"card": "Wizard", "ability": "Fireball", "chances": ["203/3888"]}


def test_a_card_that_needs_no_dice_is_told() -> None:
    with pytest.raises(SetupError, match="nothing that Dragon can do needs a pattern of dice"):
        dice_odds(GAME, GAME.card("Dragon"))


def test_single_sentences_have_odds_in_delve_too() -> None:
    odds = GAME.effect("Deal 2 damage to one opponent.").odds("Fighter", "Dragon", health=2)
    assert odds.damage.mean == 2
    with pytest.raises(SetupError, match="1 to 12 boxes left, not 13"):
        GAME.effect("Deal 2 damage to one opponent.").odds("Fighter", "Dragon", health=13)
    with pytest.raises(UnknownName, match="Dragon"):
        GAME.effect("Deal 2 damage to one opponent.").odds("Fighter", "Dragn")
