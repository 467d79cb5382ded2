"""Every encounter of both adventures: who is there, what hits, what is special. Ruling: DV-1 to DV-13, DV-34 to DV-59."""

from __future__ import annotations

import pytest

from dicecrawl.games.delve import Adventurer
from tests.content.delve.table import GAME, SANDS, START, Table, alone, hurt


@pytest.mark.parametrize(
    ("adventure", "encounter", "there", "hits"),
    [
        (START, "3 Orcs", {"Orc": (3, 2)}, (5, 6)),  # DV-1
        (START, "12 Kobolds", {"Kobold": (12, 1)}, (6,)),  # DV-2
        (START, "Monstrous Spider", {"Monstrous Spider": (1, 4), "Offspring": (3, 2)}, (5, 6)),  # DV-3, DV-4
        (START, "Giant", {"Giant": (1, 9)}, (4, 5, 6)),  # DV-5
        (START, "6 Skeletons", {"Skeleton": (6, 1)}, (5, 6)),  # DV-6
        (START, "Dragon", {"Dragon": (1, 12)}, (5, 6)),  # DV-7
        (SANDS, "Ankheg", {"Ankheg": (1, 9)}, (5, 6)),  # DV-10
        (SANDS, "2 Monstrous Centipedes", {"Monstrous Centipede": (2, 4)}, (5, 6)),  # DV-11
        (SANDS, "3 Sphinxes", {"Sphinx": (3, 3)}, (5, 6)),  # DV-12
        (SANDS, "Time Trap", {"Time Trap": (1, 12)}, ()),  # DV-13
    ],
)
def test_who_is_there_and_what_hits(
    adventure: str, encounter: str, there: dict[str, tuple[int, int]], hits: tuple[int, ...]
) -> None:
    table = Table("", [], adventure=adventure, encounter=encounter)
    for name, (number, boxes) in there.items():
        found = {label: left for label, left in table.opponents.items() if label.startswith(name)}
        assert (len(found), set(found.values())) == (number, {boxes})
    assert len(table.opponents) == sum(number for number, _ in there.values())
    assert GAME.card(encounter, "encounter").fields.get("hits", ()) == hits


def test_the_parties_of_both_sheets() -> None:
    for adventure in (START, SANDS):
        table = Table("1", [], adventure=adventure)
        assert table.party == {"Fighter": 6, "Rogue": 3, "Cleric": 3, "Wizard": 1}


def test_the_encounters_are_met_in_the_order_listed() -> None:
    """Ruling: DV-52."""
    assert GAME.card(SANDS, "adventure").fields["encounters"] == (
        "Raiders", "30 Scorpions", "Sandstorm", "Ankheg", "2 Monstrous Centipedes", "Abandoned Fortress", "3 Sphinxes",
        "Time Trap",
    )  # fmt: skip
    assert GAME.card(START, "adventure").fields["encounters"] == (
        "3 Orcs", "12 Kobolds", "Monstrous Spider", "Treasure Chest", "Giant", "6 Skeletons", "Dragon",
    )  # fmt: skip


# -- the Spider -----------------------------------------------------------------------------------------------


def spider(dice: str, answers: list[str], **setup: object) -> Table:
    """A round against the Spider with two boxes left, in which the party does nothing."""
    there = {"opponents": alone("Monstrous Spider", 2), "encounter": "Monstrous Spider", **setup}
    return Table(f"223344 {dice}", ["stop", *answers], **there)


def test_every_1_stuns_and_stuns_come_before_hits() -> None:
    """Ruling: DV-41, DV-42."""
    table = spider("51", ["done", "Fighter", "Wizard"], party=hurt())
    assert [d.kind for d in table.asked[1:]] == ["condition", "wound"]
    assert [c.name for c in table.match.state[2].conditions] == ["Stunned"]
    assert table.there("dead") == ["Wizard"]


def test_an_offspring_stuns_as_well() -> None:
    """Ruling: DV-41."""
    table = spider("12", ["done", "Rogue"], opponents=alone("Offspring", 2))
    assert table.match.state[3].condition("Stunned") is not None


def test_nobody_is_stunned_twice() -> None:
    """Ruling: DV-42."""
    table = spider("11", ["done", "Fighter"])
    assert table.options == ["Rogue", "Cleric", "Wizard"]


def test_a_stun_lasts_the_whole_encounter() -> None:
    """The stunned use no ability, take hits and are healed. Ruling: DV-43."""
    table = spider("12 123466 25 666234", ["done", "Fighter", "stop", "Minor Heal", "Fighter", "done", "Fighter", "stop"],
                   party=hurt(Fighter=3))  # fmt: skip
    assert table.asked_for("ability")[0] == ["Sneak Attack", "Minor Heal", "done"]
    assert table.party["Fighter"] == 3  # healed once, hit once
    assert "Charge" not in table.options


def test_stuns_end_with_the_encounter() -> None:
    """Ruling: DV-37, DV-43."""
    party = [Adventurer("Fighter", conditions=["Stunned"]), "Rogue", "Cleric", "Wizard"]
    table = Table("111236 1 661123", ["stop", "Sneak Attack", "1", "stop"], begin="Monstrous Spider", party=party,
                  opponents=alone("Offspring", 1))  # fmt: skip
    assert "Charge" in table.options


def test_when_all_the_living_are_stunned_the_adventure_is_lost() -> None:
    """Ruling: DV-42."""
    stunned = Adventurer("Fighter", conditions=["Stunned"])
    table = spider("15", ["done"], party=[stunned, Adventurer("Rogue", 0), Adventurer("Cleric", 0), "Wizard"])
    assert table.result == "lost"


def test_when_there_are_more_stuns_than_adventurers_it_is_lost() -> None:
    """Ruling: DV-42."""
    table = spider("11", ["done"], party=[Adventurer("Fighter", 0), Adventurer("Rogue", 0), Adventurer("Cleric", 0), "Wizard"])
    assert table.result == "lost"


def test_when_the_last_one_able_to_fight_dies_it_is_lost() -> None:
    """Ruling: DV-42."""
    party = [
        Adventurer("Fighter", conditions=["Stunned"]),
        Adventurer("Rogue", 1),
        Adventurer("Cleric", 0),
        Adventurer("Wizard", 0),
    ]
    assert spider("52", ["done", "Rogue"], party=party).result == "lost"
    assert spider("52 1", ["done", "Fighter"], party=party).result is None


def test_a_stun_stays_on_the_dead_and_miracle_does_not_take_it() -> None:
    """Ruling: DV-43."""
    table = spider("15 123456 22 666111", ["done", "Wizard", "Wizard", "stop", "Miracle", "stop"])
    assert table.there("adventurers") == ["Fighter", "Rogue", "Cleric", "Wizard"]
    assert table.match.state[5].condition("Stunned") is not None
    assert table.options == ["Charge", "Sneak Attack", "Crippling Strike", "done"]


# -- the Chest ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("face", "found"),
    [
        ("1", "Dwarven Throwing Warhammer"),
        ("2", "Black Arrow"),
        ("3", "Ancient Staff"),
        ("4", "Holy Symbol"),
        ("5", "Divine Blessing"),
    ],
)
def test_the_chest_is_opened_with_one_die(face: str, found: str) -> None:
    """Nobody is asked. Ruling: DV-44."""
    table = Table(face, [], encounter="Treasure Chest")
    assert (table.result, table.asked) == ("won", [])
    assert [e.label for e in table.match.state.entities.values() if e.kind == "treasure"] == [found]


def test_nothing_is_rolled_again_when_the_bearer_is_dead() -> None:
    """Ruling: DV-45."""
    table = Table("2", [], encounter="Treasure Chest", party=hurt(Rogue=0))
    assert table.there("treasures of 3") == ["Black Arrow"]


def test_the_blast_glyph_kills_one_whom_the_player_picks() -> None:
    """Ruling: DV-51."""
    table = Table("6", ["Cleric"], encounter="Treasure Chest", party=hurt(Wizard=0))
    assert table.asked_for("target") == [["Fighter", "Rogue", "Cleric"]]
    assert table.party["Cleric"] == 0
    assert (table.there("dead"), table.result) == (["Wizard", "Cleric"], "won")


def test_if_it_was_the_last_one_the_adventure_is_lost() -> None:
    """Ruling: DV-51."""
    table = Table("6", [], encounter="Treasure Chest", party=hurt(Fighter=0, Rogue=0, Wizard=0))
    assert table.result == "lost"


# -- Skeletons and the Dragon -----------------------------------------------------------------------------------


def test_a_skeleton_dies_of_two_points_in_one_round() -> None:
    """From any mixture of abilities; a single point is forgotten. Ruling: DV-34."""
    mixed = ["stop", "Charge", "Skeleton 1", "Sneak Attack", "1", "Skeleton 1", "done"]
    table = Table("611234 5", mixed, encounter="6 Skeletons", opponents=alone("Skeletons", number=2))  # fmt: skip
    assert table.there("destroyed") == ["Skeleton 1"]
    dice = "612345 22 6122345"
    forgotten = Table(dice, ["stop", "Charge", "Skeleton 1", "done", "stop", "Charge", "Skeleton 1", "done"], party=hurt(),
                      encounter="6 Skeletons", opponents=alone("Skeletons", number=2))  # fmt: skip
    assert forgotten.opponents == {"Skeleton 1": 1, "Skeleton 2": 1}


def test_a_fireball_alone_kills_no_skeleton_but_four_points_kill_one() -> None:
    """Ruling: DV-30, DV-34."""
    two = alone("Skeletons", number=2)
    each = Table("333321", ["stop", "Fireball", "1", "done"], encounter="6 Skeletons", opponents=two)
    assert each.opponents == {"Skeleton 1": 1, "Skeleton 2": 1}
    more = Table(
        "333311", ["stop", "Fireball", "1", "Sneak Attack", "1", "Skeleton 2"], encounter="6 Skeletons", opponents=two
    )
    assert more.opponents == {"Skeleton 1": 1}
    one = Table("333321", ["stop", "Fireball", "2", "Skeleton 2"], encounter="6 Skeletons", opponents=two)
    assert one.opponents == {"Skeleton 1": 1}


def test_the_dragon_rolls_six_dice_while_it_is_alive() -> None:
    """However many boxes it has; four with the ray of frost. Ruling: DV-36."""
    table = Table("223344 111111", ["stop"], encounter="Dragon", opponents=alone("Dragon", 1))
    assert table.thrown("opponents") == 6
    frost = Table("222345 1111", ["stop", "Ray of Frost", "done"], encounter="Dragon", opponents=alone("Dragon", 1))
    assert frost.thrown("opponents") == 4


# -- Sands of Time --------------------------------------------------------------------------------------------


def sands(dice: str, answers: list[str], **setup: object) -> Table:
    """A table of the second adventure."""
    return Table(dice, answers, adventure=SANDS, **setup)


def test_one_die_gives_the_number_of_raiders() -> None:
    """Ruling: DV-8, DV-53."""
    assert sands("4", [], encounter="Raiders").opponents == {f"Raider {n}": 3 for n in range(1, 5)}
    assert sands("1", [], encounter="Raiders").opponents == {"Raider": 3}


def test_scorpions_come_in_waves_of_six() -> None:
    """Ruling: DV-9, DV-54."""
    table = sands("", [], encounter="30 Scorpions")
    assert (len(table.opponents), len(table.there("waiting"))) == (6, 24)
    table = sands("223344 111111", ["stop"], encounter="30 Scorpions")
    assert (len(table.opponents), len(table.there("waiting"))) == (12, 18)
    assert set(table.opponents.values()) == {1}


def test_those_who_have_not_entered_cannot_be_touched() -> None:
    """Ruling: DV-54."""
    table = sands("444444", ["stop", "Demise"], encounter="30 Scorpions")
    assert table.thrown("opponents") == 0  # nobody is there to roll, and the next six enter
    assert (len(table.opponents), len(table.there("waiting"))) == (6, 18)
    assert table.match.state.count("round") == 2


def test_the_encounter_ends_when_all_have_entered_and_are_destroyed() -> None:
    """Ruling: DV-54."""
    waits = alone("Scorpions", number=2, where="waiting")
    blows = ["stop", "Charge", "done", "stop", "Charge", "Scorpion 2", "done"]
    table = sands("613245 612345", blows, encounter="30 Scorpions", opponents=[*alone("Scorpions"), *waits])  # fmt: skip
    assert table.opponents == {"Scorpion 3": 1}
    assert table.result is None


def test_the_sandstorm_throws_six_dice_three_times() -> None:
    """Each throw's hits are placed before the next throw; no abilities. Ruling: DV-55."""
    table = sands("612345 112233 661122", ["Fighter", "Rogue", "Rogue"], encounter="Sandstorm")
    assert table.party == {"Fighter": 5, "Rogue": 1, "Cleric": 3, "Wizard": 1}
    assert (table.result, table.thrown("throw")) == ("won", 18)
    first = sands("612345", [], encounter="Sandstorm")
    assert (first.kind, first.thrown("throw")) == ("wound", 6)


def test_the_sandstorm_can_kill() -> None:
    """Ruling: DV-39, DV-55."""
    table = sands("612345", [], encounter="Sandstorm", party=hurt(Fighter=0, Rogue=0, Cleric=0))
    assert table.result == "lost"


def test_the_ankheg_burrows_after_one_round_and_comes_back_with_the_centipedes() -> None:
    """Ruling: DV-56."""
    table = sands("661123 1111111 661134", ["stop", "Charge", "6 6", "done", "stop"], begin="Ankheg")
    assert table.there("encounter") == ["2 Monstrous Centipedes"]
    assert table.opponents == {"Monstrous Centipede 1": 4, "Monstrous Centipede 2": 4, "Ankheg": 7}
    assert table.match.state.count("round") == 1


def test_it_attacks_in_that_round_and_does_not_burrow_again() -> None:
    """Ruling: DV-56."""
    table = sands(
        "223344 22 223344 2222222222 1", ["stop", "done", "stop", "done"], begin="Ankheg", opponents=alone("Ankheg", 2)
    )
    assert table.thrown("opponents") == 2 + 10
    assert "Ankheg" in table.opponents


def test_both_kinds_must_be_destroyed() -> None:
    """Ruling: DV-56."""
    both = [*alone("Monstrous Centipedes", 1), *alone("Ankheg", 1)]
    table = sands("661123", ["stop", "Charge", "6 6", "Monstrous Centipede", "done"], encounter="2 Monstrous Centipedes",
                  opponents=both)  # fmt: skip
    assert table.result == "won"
    one = sands(
        "631123 5", ["stop", "Charge", "Monstrous Centipede", "done"], encounter="2 Monstrous Centipedes", opponents=both
    )
    assert one.opponents == {"Ankheg": 1}


def test_an_ankheg_destroyed_at_once_does_not_come_back() -> None:
    """Ruling: DV-56."""
    table = sands("613345", ["stop", "Charge", "done"], begin="Ankheg", opponents=alone("Ankheg", 1))
    assert table.there("encounter") == ["2 Monstrous Centipedes"]
    assert len(table.opponents) == 2


def test_sphinxes_hit_whoever_has_the_fewest_boxes() -> None:
    """Looked at anew for each hit; ties are the player's choice. Ruling: DV-58."""
    table = sands(
        "223344 5566 1",
        ["stop", "done", "Cleric"],
        encounter="3 Sphinxes",
        opponents=[*alone("Sphinxes", 3), *alone("Sphinxes", 1)],
    )
    assert table.there("dead") == [
        "Wizard",
        "Cleric",
    ]  # the Wizard first; then the Cleric by choice, who is weakest from then on
    assert table.asked_for("wound") == [["Rogue", "Cleric"]]
    assert table.party == {"Fighter": 6, "Rogue": 3, "Cleric": 0, "Wizard": 0}


def test_the_time_trap_never_rolls_and_kills_after_three_rounds() -> None:
    """Ruling: DV-59."""
    table = sands("223344 223344 223344", ["stop"] * 3, encounter="Time Trap", party=hurt(Rogue=0))
    assert (table.result, table.thrown("opponents")) == ("lost", 0)
    assert table.match.state.count("round") == 3


def test_destroyed_in_the_third_round_is_in_time() -> None:
    """Ruling: DV-59."""
    table = sands("623345", ["stop", "Charge", "done"], encounter="Time Trap", opponents=alone("Time Trap", 1), round=3)
    assert table.result == "won"
