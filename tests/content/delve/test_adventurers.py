"""Every ability of the four adventurers. Ruling: DV-24 to DV-33."""

from __future__ import annotations

import pytest

from tests.content.delve.table import Table, alone, hurt


def offered(dice: str, **setup: object) -> list[str]:
    """The abilities that these dice allow, without "done"."""
    table = Table(dice, ["stop"], encounter="Giant", **{"party": hurt(), **setup})
    return table.options[:-1]


# -- the Fighter ----------------------------------------------------------------------------------------------


def test_charge_marks_a_box_for_each_6_and_counts_two_at_most() -> None:
    """Ruling: DV-24."""
    table = Table("666234", ["stop", "Charge", "6 6", "Orc 1", "Orc 3"], encounter="3 Orcs")
    assert table.asked_for("dice") == [["6", "6 6"]]
    assert table.opponents == {"Orc 1": 1, "Orc 2": 2, "Orc 3": 1}


def test_both_6s_may_go_to_one_opponent() -> None:
    """Ruling: DV-24."""
    table = Table("666234", ["stop", "Charge", "6 6", "Orc 2", "Orc 2"], encounter="3 Orcs")
    assert table.there("destroyed") == ["Orc 2"]


# -- the Rogue ------------------------------------------------------------------------------------------------


def test_sneak_attack_takes_any_number_of_1s_for_one_opponent() -> None:
    """Ruling: DV-25."""
    table = Table("111123", ["stop", "Sneak Attack", "1 1 1 1"], encounter="Giant")
    assert table.opponents == {"Giant": 5}
    spread = Table("111123", ["stop", "Sneak Attack", "1 1 1 1", "Orc 1"], encounter="3 Orcs")
    assert spread.opponents == {"Orc 2": 2, "Orc 3": 2}


@pytest.mark.parametrize(
    ("dice", "can"),
    [
        ("222335", True),
        ("222333", True),
        ("222233", True),
        ("222224", False),  # five of a kind is no full house
        ("222222", False),
        ("223344", False),
    ],
)
def test_a_full_house_is_three_of_one_face_and_two_of_another(dice: str, can: bool) -> None:
    """Ruling: DV-26."""
    assert ("Crippling Strike" in offered(dice)) is can


def test_with_three_and_three_the_player_picks_the_five_dice() -> None:
    """Ruling: DV-26, DV-27."""
    table = Table("222555", ["stop", "Crippling Strike", "2 2 5 5 5"], encounter="Giant")
    assert table.asked_for("dice") == [["2 2 2 5 5", "2 2 5 5 5"]]
    assert table.opponents == {"Giant": 7}


def test_with_four_and_two_the_fourth_is_the_6th_die() -> None:
    """Ruling: DV-26, DV-27, DV-28."""
    table = Table("444422", ["stop", "Crippling Strike"], encounter="Giant")
    assert table.opponents == {"Giant": 5}


def test_crippling_strike_uses_the_6th_die_up() -> None:
    """Ruling: DV-27, DV-28."""
    table = Table("222336 1", ["stop", "Crippling Strike"], encounter="Giant", opponents=alone("Giant", 7))
    assert table.opponents == {"Giant": 1}  # and no 6 was left for the Fighter to ask about


# -- the Wizard -----------------------------------------------------------------------------------------------


def test_ray_of_frost_takes_two_dice_from_the_opponents_in_all() -> None:
    """Ruling: DV-29."""
    table = Table("222345 1111", ["stop", "Ray of Frost"], encounter="3 Orcs", party=hurt(Cleric=0))
    assert table.thrown("opponents") == 4


def test_they_never_roll_fewer_than_no_dice() -> None:
    """Ruling: DV-29."""
    table = Table("222336 223344", ["stop", "Ray of Frost", "done"], encounter="Giant", opponents=alone("Giant", 1))
    assert table.thrown("opponents") == 0
    assert table.match.state.count("round") == 2


def test_the_frost_is_gone_in_the_next_round() -> None:
    """Ruling: DV-29."""
    table = Table("222334 1 223344 111", ["stop", "Ray of Frost", "stop"], encounter="Giant", opponents=alone("Giant", 3))
    assert table.thrown("opponents") == 1 + 3


def test_fireball_marks_one_box_on_each_or_four_on_one() -> None:
    """Ruling: DV-30."""
    each = Table("333316", ["stop", "Fireball", "1"], encounter="3 Orcs")
    assert each.opponents == {"Orc 1": 1, "Orc 2": 1, "Orc 3": 1}
    one = Table("333316", ["stop", "Fireball", "2"], encounter="Giant")
    assert one.opponents == {"Giant": 5}


def test_four_points_for_one_do_not_move_to_another() -> None:
    """Ruling: DV-30, DV-35."""
    table = Table("333316", ["stop", "Fireball", "2", "Orc 2"], encounter="3 Orcs")
    assert table.opponents == {"Orc 1": 2, "Orc 3": 2}


def test_chain_lightning_marks_the_6th_die_on_each() -> None:
    """Ruling: DV-27, DV-31."""
    table = Table("444442", ["stop", "Chain Lightning"], encounter="3 Orcs")
    assert table.result == "won"
    table = Table("444441 111", ["stop", "Chain Lightning"], encounter="3 Orcs")
    assert table.opponents == {"Orc 1": 1, "Orc 2": 1, "Orc 3": 1}


def test_demise_destroys_everybody_in_the_battle() -> None:
    """Dragon and all. Ruling: DV-31."""
    assert Table("444444", ["stop", "Demise"], encounter="Dragon").result == "won"
    assert Table("444444", ["stop", "Demise"], adventure="Sands of Time", encounter="Time Trap").result == "won"


def test_sets_of_the_wizard_need_their_number_of_dice() -> None:
    """Ruling: DV-31."""
    assert offered("222345", party=hurt(Cleric=0)) == ["Ray of Frost"]
    assert offered("222245", party=hurt(Cleric=0)) == ["Ray of Frost", "Fireball"]
    assert offered("222225") == ["Ray of Frost", "Fireball", "Chain Lightning"]
    assert offered("222222") == ["Ray of Frost", "Fireball", "Chain Lightning", "Demise"]


# -- the Cleric -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dice", "can"),
    [
        ("123466", True),
        ("223455", True),
        ("345611", True),
        ("123566", False),
        ("456123", True),
        ("561233", False),  # 6 and 1 are not neighbours
    ],
)
def test_a_straight_of_4_is_four_neighbouring_faces(dice: str, can: bool) -> None:
    """Ruling: DV-32."""
    assert ("Minor Heal" in offered(dice)) is can


def test_the_dice_outside_a_straight_of_4_are_free() -> None:
    """Ruling: DV-32."""
    table = Table("234566", ["stop", "Minor Heal", "2 3 4 5", "Fighter", "done"], encounter="Giant", party=hurt(Fighter=1))
    assert table.options == ["Charge", "done"]
    assert table.party["Fighter"] == 2


def test_healing_may_be_split_and_given_in_part() -> None:
    """Ruling: DV-33."""
    table = Table("123422", ["stop", "Minor Heal", "Fighter", "Rogue"], encounter="Giant", opponents=alone("Giant"),
                  party=hurt(Fighter=4, Rogue=1))  # fmt: skip
    assert table.party == {"Fighter": 5, "Rogue": 2, "Cleric": 3, "Wizard": 1}
    table = Table("123422", ["stop", "Minor Heal", "done"], encounter="Giant", party=hurt(Fighter=4, Rogue=1))
    assert table.party["Fighter"] == 4


def test_healing_never_exceeds_the_start_and_never_reaches_the_dead() -> None:
    """Ruling: DV-33."""
    table = Table("123422", ["stop", "Minor Heal"], encounter="Giant", party=hurt(Fighter=5, Rogue=0))
    assert table.options == ["Fighter", "done"]
    table = Table("123422", ["stop", "Minor Heal", "Fighter"], encounter="Giant", party=hurt(Fighter=5, Rogue=0))
    assert table.party == {"Fighter": 6, "Rogue": 0, "Cleric": 3, "Wizard": 1}


def test_heal_gives_what_the_6th_die_shows() -> None:
    """Ruling: DV-27, DV-33."""
    table = Table("234563", ["stop", "Heal", "Fighter", "Fighter", "Rogue"], encounter="Giant",
                  party=hurt(Fighter=1, Rogue=1))  # fmt: skip
    assert table.party == {"Fighter": 3, "Rogue": 2, "Cleric": 3, "Wizard": 1}


def test_heal_with_a_1_heals_every_living_adventurer_fully() -> None:
    """Ruling: DV-33."""
    table = Table("123451", ["stop", "Heal"], encounter="Giant", party=hurt(Fighter=1, Rogue=1, Wizard=0))
    assert table.party == {"Fighter": 6, "Rogue": 3, "Cleric": 3, "Wizard": 0}


def test_miracle_raises_the_dead_and_heals_everyone() -> None:
    """Ruling: DV-33."""
    table = Table("123456", ["stop", "Miracle"], encounter="Giant", party=hurt(Fighter=0, Rogue=0, Cleric=1, Wizard=0))
    assert table.party == {"Fighter": 6, "Rogue": 3, "Cleric": 3, "Wizard": 1}
    assert table.there("adventurers") == ["Fighter", "Rogue", "Cleric", "Wizard"]


def test_one_to_six_leaves_the_player_the_choice() -> None:
    """Miracle, Heal with the 6 or with the 1, or Minor Heal. Ruling: DV-33."""
    party = hurt(Fighter=1, Wizard=0)
    table = Table("123456", ["stop"], encounter="Giant", party=party)
    assert [name for name in table.options if "eal" in name or name == "Miracle"] == ["Minor Heal", "Heal", "Miracle"]
    six = Table("123456", ["stop", "Heal", "1 2 3 4 5"], encounter="Giant", party=party)
    assert six.match.state.count("other die") == 6
    one = Table("123456", ["stop", "Heal", "2 3 4 5 6"], encounter="Giant", party=party)
    assert one.party == {"Fighter": 6, "Rogue": 3, "Cleric": 3, "Wizard": 0}


def test_the_dead_cleric_heals_nobody() -> None:
    """Ruling: DV-22."""
    assert offered("123456", party=hurt(Fighter=1, Cleric=0)) == ["Charge", "Sneak Attack"]
