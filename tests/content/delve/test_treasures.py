"""What is found in the chest and in the fortress. Ruling: DV-44 to DV-51, DV-57, DV-60."""

from __future__ import annotations

import pytest

from tests.content.delve.table import SANDS, Table, alone, hurt


@pytest.mark.parametrize(
    ("treasure", "encounter", "setup"),
    [("Dwarven Throwing Warhammer", "Giant", {"party": hurt(Fighter=6)}), ("Dwarven Throwing Warhammer", "Dragon", {})],
)
def test_the_warhammer_counts_any_number_of_6s_against_the_giant_only(treasure: str, encounter: str, setup: dict) -> None:
    """Ruling: DV-46."""
    table = Table("666612", ["stop", "Charge"], encounter=encounter, treasures=[treasure], **setup)
    assert table.asked_for("dice") == [["6", "6 6", "6 6 6", "6 6 6 6"][: 4 if encounter == "Giant" else 2]]


def test_the_black_arrow_kills_the_dragon_with_three_1s() -> None:
    """Ruling: DV-47."""
    table = Table("111234", ["stop", "Sneak Attack", "1 1 1", "done"], encounter="Dragon", treasures=["Black Arrow"])
    assert table.result == "won"
    two = Table("111234", ["stop", "Sneak Attack", "1 1", "done"], encounter="Dragon", treasures=["Black Arrow"])
    assert two.opponents == {"Dragon": 10}
    plain = Table("111234", ["stop", "Sneak Attack", "1 1 1", "done"], encounter="Dragon")
    assert plain.opponents == {"Dragon": 9}


def test_the_black_arrow_does_not_touch_others() -> None:
    """Ruling: DV-47."""
    table = Table("111234", ["stop", "Sneak Attack", "1 1 1", "done"], encounter="Giant", treasures=["Black Arrow"])
    assert table.opponents == {"Giant": 6}


def test_the_1s_of_the_arrow_are_the_rogues() -> None:
    """Used for the ray they kill nothing, and without the Rogue they are none. Ruling: DV-45, DV-47."""
    ray = Table("111234", ["stop", "Ray of Frost", "done"], encounter="Dragon", treasures=["Black Arrow"])
    assert ray.opponents == {"Dragon": 12}
    dead = Table("111234", ["stop"], encounter="Dragon", treasures=["Black Arrow"], party=hurt(Rogue=0))
    assert dead.options == ["Minor Heal", "Ray of Frost", "done"]


def test_the_staff_needs_one_die_fewer_for_each_ability_of_the_wizard() -> None:
    """Ruling: DV-48."""

    def offered(dice: str) -> list[str]:
        table = Table(dice, ["stop"], encounter="Giant", treasures=["Ancient Staff"], party=hurt(Cleric=0, Rogue=0))
        return table.options[:-1]

    assert offered("224531") == ["Ray of Frost"]
    assert offered("222431") == ["Ray of Frost", "Fireball"]
    assert offered("222241") == ["Ray of Frost", "Fireball", "Chain Lightning"]
    assert offered("222221") == ["Ray of Frost", "Fireball", "Chain Lightning", "Demise"]


def test_with_the_staff_the_player_names_the_6th_die_and_the_other_stays_free() -> None:
    """Ruling: DV-48."""
    table = Table("222261", ["stop", "Chain Lightning", "6"], encounter="Giant", treasures=["Ancient Staff"])
    assert table.asked_for("other die") == [["1", "6"]]
    assert table.opponents == {"Giant": 3}
    assert table.options == ["Sneak Attack", "done"]


def test_with_the_staff_several_abilities_of_the_wizard_combine() -> None:
    """Ruling: DV-17, DV-18, DV-48."""
    table = Table("222244", ["stop", "Ray of Frost", "4 4", "Fireball", "2"], encounter="Giant",
                  treasures=["Ancient Staff"])  # fmt: skip
    assert table.opponents == {"Giant": 5}
    assert table.match.state.count("dice fewer") == 2


def test_the_holy_symbol_lets_one_point_kill_a_skeleton() -> None:
    """Ruling: DV-49."""
    table = Table("611234", ["stop", "Charge", "Skeleton 1", "done"], encounter="6 Skeletons", treasures=["Holy Symbol"],
                  party=hurt(), opponents=alone("Skeletons", number=2))  # fmt: skip
    assert table.opponents == {"Skeleton 2": 1}


def test_it_does_so_only_while_the_cleric_lives() -> None:
    """Ruling: DV-45, DV-49."""
    table = Table("611235", ["stop", "Charge", "Skeleton 1", "done"], encounter="6 Skeletons", treasures=["Holy Symbol"],
                  party=hurt(Cleric=0), opponents=alone("Skeletons", number=2))  # fmt: skip
    assert len(table.opponents) == 2


def test_a_treasure_works_again_when_its_bearer_is_brought_back() -> None:
    """Ruling: DV-45."""
    dead = Table("666612", ["stop"], encounter="Giant", treasures=["Dwarven Throwing Warhammer"], party=hurt(Fighter=0))
    assert "Charge" not in dead.options
    back = Table("123456 123 666612", ["stop", "Miracle", "stop", "Charge"], encounter="Giant", opponents=alone("Giant", 3),
                 treasures=["Dwarven Throwing Warhammer"], party=hurt(Fighter=0))  # fmt: skip
    assert back.asked_for("dice")[-1] == ["6", "6 6", "6 6 6", "6 6 6 6"]


def test_the_blessing_gives_a_fourth_roll() -> None:
    """Ruling: DV-50."""
    table = Table("123456" * 4, ["keep"] * 3, encounter="Giant", treasures=["Divine Blessing"])
    assert (table.thrown("roll"), table.kind) == (24, "ability")


# -- the Fortress ---------------------------------------------------------------------------------------------


def sands(dice: str, answers: list[str], **setup: object) -> Table:
    """A table of the second adventure."""
    return Table(dice, answers, adventure=SANDS, **setup)


@pytest.mark.parametrize(
    ("face", "found"),
    [
        ("1", "Jeweled Scimitar"),
        ("2", "Healing Waters"),
        ("3", "Spell of Confusion"),
        ("4", "Grappling Hook"),
        ("5", "Enchanted Hourglass"),
        ("6", "Bandits"),
    ],
)
def test_one_die_tells_what_is_in_the_fortress(face: str, found: str) -> None:
    """Ruling: DV-57."""
    table = sands(face, [], encounter="Abandoned Fortress")
    assert [e.label for e in table.match.state.entities.values() if e.kind == "treasure"] == [found]


def test_the_scimitar_splits_the_sneak_attack() -> None:
    """Ruling: DV-57."""
    table = sands("111234", ["stop", "Sneak Attack", "1 1 1", "Sphinx 1", "Sphinx 2", "Sphinx 1"], encounter="3 Sphinxes",
                  treasures=["Jeweled Scimitar"])  # fmt: skip
    assert table.opponents == {"Sphinx 1": 1, "Sphinx 2": 2, "Sphinx 3": 3}


def test_the_scimitar_splits_the_crippling_strike() -> None:
    """Ruling: DV-57."""
    table = sands("222334", ["stop", "Crippling Strike", "Sphinx 1", "Sphinx 1", "Sphinx 1", "Sphinx 3"],
                  encounter="3 Sphinxes", treasures=["Jeweled Scimitar"])  # fmt: skip
    assert table.opponents == {"Sphinx 2": 3, "Sphinx 3": 2}


def test_the_scimitar_does_nothing_for_the_wizard() -> None:
    """Ruling: DV-57."""
    table = sands("333312", ["stop", "Fireball", "2", "Sphinx 1", "done"], encounter="3 Sphinxes", party=hurt(),
                  treasures=["Jeweled Scimitar"])  # fmt: skip
    assert table.opponents == {"Sphinx 2": 3, "Sphinx 3": 3}


def test_the_waters_heal_at_once_if_the_cleric_is_alive() -> None:
    """Ruling: DV-57."""
    table = sands("2", [], encounter="Abandoned Fortress", party=hurt(Fighter=1, Rogue=2, Wizard=0))
    assert table.party == {"Fighter": 6, "Rogue": 3, "Cleric": 3, "Wizard": 0}
    dead = sands("2", [], encounter="Abandoned Fortress", party=hurt(Fighter=1, Cleric=0))
    assert dead.party["Fighter"] == 1


def test_confusion_lets_hits_of_the_sphinxes_be_placed_freely() -> None:
    """Ruling: DV-57."""
    table = sands("223344 55", ["stop", "done", "Fighter"], encounter="3 Sphinxes", opponents=alone("Sphinxes", 2),
                  treasures=["Spell of Confusion"])  # fmt: skip
    assert table.asked_for("wound")[0] == ["Fighter", "Rogue", "Cleric", "Wizard"]
    assert table.party["Fighter"] == 5


def test_confusion_holds_for_the_whole_roll_made_while_the_wizard_lived() -> None:
    """Ruling: DV-57."""
    table = sands("223344 55", ["stop", "done", "Wizard"], encounter="3 Sphinxes", opponents=alone("Sphinxes", 2),
                  treasures=["Spell of Confusion"])  # fmt: skip
    assert table.options == ["Fighter", "Rogue", "Cleric"]
    gone = sands("223344 5", ["stop", "done"], encounter="3 Sphinxes", opponents=alone("Sphinxes", 1), party=hurt(Wizard=0),
                 treasures=["Spell of Confusion"])  # fmt: skip
    assert gone.options == ["Rogue", "Cleric"]


def test_the_hook_holds_the_ankheg_if_it_comes_early_enough() -> None:
    """With the sheet's order it has no use. Ruling: DV-57."""
    table = sands("223344 22", ["stop", "done"], begin="Ankheg", opponents=alone("Ankheg", 2), treasures=["Grappling Hook"])
    assert table.there("encounter") == ["Ankheg"]
    assert table.match.state.count("round") == 2
    dead = sands("223344 22", ["stop", "done"], begin="Ankheg", opponents=alone("Ankheg", 2), treasures=["Grappling Hook"],
                 party=hurt(Fighter=0))  # fmt: skip
    assert dead.there("encounter") == ["2 Monstrous Centipedes"]


def test_the_hourglass_gives_six_rounds() -> None:
    """Ruling: DV-57, DV-59."""
    table = sands("223344" * 4, ["stop", "done"] * 4, encounter="Time Trap", treasures=["Enchanted Hourglass"], round=3,
                  opponents=alone("Time Trap"))  # fmt: skip
    assert (table.result, table.match.state.count("round")) == ("lost", 6)


def test_bandits_leave_five_dice() -> None:
    """Ruling: DV-57."""
    table = sands("12345 123", ["keep 1 2"], encounter="3 Sphinxes", treasures=["Bandits"])
    assert table.thrown("roll") == 8


@pytest.mark.parametrize(
    ("dice", "abilities"),
    [
        ("22233", ["Ray of Frost"]),  # no Crippling Strike
        ("44444", ["Ray of Frost", "Fireball"]),  # neither Chain Lightning nor Demise
        ("12345", ["Sneak Attack", "Minor Heal"]),  # no Heal
        ("66123", ["Charge", "Sneak Attack"]),
    ],
)
def test_with_five_dice_nothing_that_needs_six_can_be_used(dice: str, abilities: list[str]) -> None:
    """Ruling: DV-60."""
    table = sands(dice, ["stop"], encounter="3 Sphinxes", treasures=["Bandits"], party=hurt(Fighter=3))
    assert table.options == [*abilities, "done"]


def test_they_are_gone_for_every_later_round() -> None:
    """Ruling: DV-57."""
    table = sands("6 12345", ["stop"], begin="Abandoned Fortress")
    assert table.there("encounter") == ["3 Sphinxes"]
    assert table.thrown("roll") == 5
