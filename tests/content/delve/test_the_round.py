"""The round of Delve: rolling, keeping, using abilities, the opponents' roll. Ruling: DV-14 to DV-23, DV-35 to DV-40."""

from __future__ import annotations

import pytest

from dicecrawl.games.delve import Adventurer
from tests.content.delve.table import SANDS, START, Table, alone, hurt


def test_the_first_roll_has_six_dice_and_two_more_rolls_may_follow() -> None:
    """Ruling: DV-15."""
    table = Table("123456 123456 123456", ["keep", "keep"], encounter="Giant")
    assert table.thrown("roll") == 18
    assert [decision.kind for decision in table.asked] == ["keep", "keep", "ability"]


def test_any_dice_may_be_rolled_again_even_those_kept_before() -> None:
    """Ruling: DV-15."""
    table = Table("661123 45 3333", ["keep 6 6 1 1", "keep 4 5"], encounter="Giant")
    assert table.match.state.count("showing 3") == 4
    assert (table.match.state.count("showing 6"), table.match.state.count("showing 4")) == (0, 1)


def test_the_player_may_stop_after_any_roll() -> None:
    """Keeping all dice is stopping. Ruling: DV-15."""
    assert Table("661123", ["stop"], encounter="Giant").kind == "ability"
    assert Table("661123 4", ["keep 6 6 1 1 2", "stop"], encounter="Giant").kind == "ability"


def test_abilities_come_after_the_last_roll_only() -> None:
    """Nothing but keeping is asked between rolls. Ruling: DV-16."""
    table = Table("666666 6", ["keep 6 6 6 6 6"], encounter="Giant")
    assert [decision.kind for decision in table.asked] == ["keep", "keep"]


def test_each_ability_is_used_once_a_round() -> None:
    """2-2-2-4-4-4 is one ray of frost. Ruling: DV-18."""
    party = hurt(Rogue=0)
    table = Table("222444", ["stop", "Ray of Frost", "2 2 2"], encounter="Giant", party=party)
    assert table.asked_for("dice") == [["2 2 2", "4 4 4"]]
    assert table.asked_for("ability") == [["Ray of Frost", "done"]]  # the other three 4s are worth nothing now


def test_it_can_be_used_again_in_the_next_round() -> None:
    """Ruling: DV-18."""
    table = Table("222445 1111111 222445", ["stop", "Ray of Frost", "stop", "Ray of Frost"], encounter="Giant")
    assert table.match.state.count("round") == 2


def test_abilities_of_several_adventurers_are_used_with_different_dice() -> None:
    """Ruling: DV-17, DV-21."""
    first = Table("661122", ["stop", "Charge", "6 6", "Sneak Attack", "1 1"], opponents=alone("Giant"), encounter="Giant")
    other = Table("661122", ["stop", "Sneak Attack", "1 1", "Charge", "6 6"], opponents=alone("Giant"), encounter="Giant")
    assert first.opponents == other.opponents == {"Giant": 5}


def test_no_ability_is_compulsory_and_fewer_dice_may_be_used() -> None:
    """Ruling: DV-19, DV-40."""
    table = Table("661112", ["stop", "Sneak Attack", "1 1", "done"], encounter="Giant")
    assert table.asked_for("dice") == [["1", "1 1", "1 1 1"]]
    assert table.opponents == {"Giant": 7}
    idle = Table("661112 1", ["stop", "done"], opponents=alone("Giant", 1), encounter="Giant")
    assert idle.opponents == {"Giant": 1}


@pytest.mark.parametrize(
    ("dice", "ways"),
    [("444412", ["4 4 4"]), ("123455", ["1 2 3 4", "2 3 4 5"])],
)
def test_a_smaller_set_may_be_taken_from_a_larger_one(dice: str, ways: list[str]) -> None:
    """Ruling: DV-20."""
    ability = "Ray of Frost" if len(ways) == 1 else "Minor Heal"
    table = Table(dice, ["stop", ability], encounter="Giant", party=hurt(Fighter=3))
    asked = table.asked_for("dice")
    assert asked == ([ways] if len(ways) > 1 else [])
    if len(ways) == 1:
        assert table.match.state.count("showing 4") == 1  # the fourth die stays free


def test_only_the_living_and_unstunned_use_abilities() -> None:
    """Ruling: DV-22."""
    dead = Table("666111", ["stop"], encounter="Giant", party=hurt(Fighter=0))
    assert dead.options == ["Sneak Attack", "Crippling Strike", "Ray of Frost", "done"]
    party = [*hurt()[:3], Adventurer("Wizard", conditions=["Stunned"])]
    stunned = Table("666111", ["stop"], encounter="Monstrous Spider", party=party)
    assert stunned.options == ["Charge", "Sneak Attack", "Crippling Strike", "done"]


def test_whoever_dies_loses_the_abilities_at_once() -> None:
    """Ruling: DV-22."""
    table = Table("222334 6 111134", ["stop", "done", "Wizard", "stop"], opponents=alone("Giant", 1), encounter="Giant")
    assert table.there("dead") == ["Wizard"]
    assert table.options == ["Sneak Attack", "done"]


def test_who_is_resurrected_acts_again_from_the_next_round() -> None:
    """Ruling: DV-22."""
    table = Table("123456 4 661123", ["stop", "Miracle", "Rogue", "stop"], opponents=alone("Giant", 1), encounter="Giant",
                  party=hurt(Fighter=0))  # fmt: skip
    assert table.party["Fighter"] == 6
    assert table.options == ["Charge", "Sneak Attack", "done"]


def test_damage_beyond_the_last_box_is_lost() -> None:
    """Ruling: DV-35."""
    table = Table("111266 5", ["stop", "Sneak Attack", "1 1 1", "Orc 1", "done"],
                  encounter="3 Orcs", opponents=[*alone("Orcs", 1), *alone("Orcs", 1)])  # fmt: skip
    assert table.opponents == {"Orc 2": 1}


def test_the_opponents_roll_one_die_for_each_box() -> None:
    """Ruling: DV-36."""
    table = Table("223344 11111", ["stop"], encounter="3 Orcs", opponents=[*alone("Orcs", 2, 2), *alone("Orcs", 1)])
    assert table.thrown("opponents") == 5


def test_when_all_are_destroyed_they_do_not_roll_and_boxes_stay_marked() -> None:
    """Ruling: DV-37."""
    table = Table("662345 612345", ["stop", "Charge", "6 6", "done"], adventure=START, opponents=alone("Orcs", 1),
                  party=hurt(Fighter=2))  # fmt: skip
    assert table.thrown("opponents") == 0
    assert table.there("encounter") == ["12 Kobolds"]
    assert table.party["Fighter"] == 2


def test_abilities_can_still_be_used_when_nobody_is_left() -> None:
    """The order of a round's abilities does not matter, so one may heal after the last blow. Ruling: DV-21, DV-37."""
    table = Table("123466", ["stop", "Charge", "6", "Minor Heal", "Fighter", "Fighter"], encounter="3 Orcs",
                  opponents=alone("Orcs", 1), party=hurt(Fighter=2))  # fmt: skip
    assert table.party["Fighter"] == 4
    assert table.result == "won"


def test_the_player_places_every_hit_after_seeing_the_whole_roll() -> None:
    """Ruling: DV-38."""
    table = Table("223345 455", ["stop", "done", "Fighter", "Cleric"], encounter="Giant", opponents=alone("Giant", 3))
    assert table.asked_for("wound")[0] == ["Fighter", "Rogue", "Cleric", "Wizard"]
    assert table.party == {"Fighter": 5, "Rogue": 3, "Cleric": 2, "Wizard": 1}
    assert table.kind == "wound"


def test_no_hit_goes_to_the_dead_and_hits_beyond_the_last_box_are_lost() -> None:
    """Ruling: DV-38, DV-39."""
    table = Table("223345 5566", ["stop", "Fighter"], encounter="Giant", opponents=alone("Giant", 4),
                  party=hurt(Fighter=2, Rogue=1, Cleric=0, Wizard=0))  # fmt: skip
    assert table.asked_for("wound") == [["Fighter", "Rogue"], ["Fighter", "Rogue"]]
    table = Table("223345 5566", ["stop", "Fighter", "Fighter"], encounter="Giant", opponents=alone("Giant", 4),
                  party=hurt(Fighter=2, Rogue=1, Cleric=0, Wizard=0))  # fmt: skip
    assert table.result == "lost"
    assert table.there("adventurers") == []


def test_the_adventure_is_won_when_the_last_encounter_is_cleared() -> None:
    """Ruling: DV-39."""
    table = Table("664345", ["stop", "Charge", "6"], begin="Dragon", opponents=alone("Dragon", 1))
    assert table.result is None  # a 6 is left, and the party may heal
    table = Table("664345", ["stop", "Charge", "6", "done"], begin="Dragon", opponents=alone("Dragon", 1))
    assert table.result == "won"


def test_an_encounter_alone_is_won_when_its_opponents_are_destroyed() -> None:
    """Ruling: DV-62."""
    won = Table("613245", ["stop", "Charge", "done"], encounter="3 Orcs", opponents=alone("Orcs", 1))
    assert won.result == "won"
    escaped = Table("223345 5", ["stop", "done", "Fighter"], adventure=SANDS, encounter="Ankheg", opponents=alone("Ankheg", 1))
    assert (escaped.result, escaped.there("burrowed")) == ("lost", ["Ankheg"])


def test_there_is_no_limit_on_rounds() -> None:
    """The party may wait as long as it likes. Ruling: DV-40, DV-63."""
    waiting = Table("223346 1" * 30, ["stop", "done"] * 30, encounter="3 Orcs", opponents=alone("Orcs", 1))
    assert waiting.match.state.count("round") == 31
    assert waiting.result is None
