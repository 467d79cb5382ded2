"""The rulebook's own games, die by die. Source: Delve: The Dice Game, Sample Game. Ruling: DV-1, DV-14, DV-17, DV-20."""

from __future__ import annotations

from tests.content.delve.table import START, Table, alone


def test_the_sample_game() -> None:
    """Two 1's finish an Orc off, the 6 weakens another, and the Fighter marks a box for the 5. Ruling: DV-15, DV-25, DV-36."""
    table = Table(
        "612245 33 11 524",
        ["keep 6 1 2 2", "keep 6 1 2 2", "Sneak Attack", "1 1", "Orc 1", "Charge", "Orc 2", "Fighter"],
        encounter="3 Orcs",
    )
    assert table.opponents == {"Orc 2": 1, "Orc 3": 2}
    assert table.there("destroyed") == ["Orc 1"]
    assert table.party == {"Fighter": 5, "Rogue": 3, "Cleric": 3, "Wizard": 1}
    assert table.thrown("opponents") == 3
    assert table.match.state.count("round") == 2


def test_what_sam_considered() -> None:
    """With 6 1 1 1 2 2 Sam could use the sneak attack, the ray, the charge and the full house too. Ruling: DV-20, DV-27."""
    table = Table("612245 33 11", ["keep 6 1 2 2", "keep 6 1 2 2"], encounter="3 Orcs")
    assert table.kind == "ability"
    assert table.options == ["Charge", "Sneak Attack", "Crippling Strike", "Ray of Frost", "done"]


def test_three_1s_may_be_split_between_uses() -> None:
    """Two for the sneak attack leave one die free, too few for the ray; three for the ray leave none for it."""
    table = Table("111226", ["stop", "Ray of Frost", "Charge", "Orc 1"], encounter="3 Orcs")
    assert table.asked_for("ability")[1] == ["Charge", "done"]


def test_the_example_of_three_5s_a_6_and_two_1s() -> None:
    """Charge for one, sneak attack for two on one opponent, and the ray of frost. Source: Rules. Ruling: DV-17, DV-29."""
    table = Table(
        "555611",
        ["stop", "Charge", "Sneak Attack", "1 1", "Ray of Frost"],
        opponents=alone("Dragon"),
        encounter="Dragon",
        adventure=START,
    )
    assert table.boxes("Dragon") == 9
    assert table.thrown("opponents") == 0


def test_dice_used_for_one_ability_are_gone_for_the_others() -> None:
    """Four 6's of the fireball cannot be applied to the Fighter as well. Source: Rules. Ruling: DV-17."""
    table = Table("666631", ["stop", "Fireball", "2", "Orc 1"], encounter="3 Orcs")
    assert table.asked_for("ability")[-1] == ["Sneak Attack", "done"]
