"""What a party may consist of beyond plain sheets: the Construct, a changed Rogue, slots, and wishes for rerolls."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import pytest

import dicecrawl as dc
from dicecrawl.core.events import ActionStarted
from dicecrawl.errors import ScriptError
from dicecrawl.games.marching_order import Rogue
from dicecrawl.games.marching_order.luck import seats_in_order


@lru_cache(maxsize=1)
def game() -> dc.Game:
    return dc.load("marching_order")


def battle(*rogues: Rogue | str, **options: Any) -> dc.Match:
    return game().battle(rogues, ["Living Statue"], **options)


def seats(match: dc.Match) -> list[int | None]:
    return [match.state[who].seat for who in match.state.zone("rogues")]


def test_the_construct_is_no_players_and_the_others_are_shared_out_without_it() -> None:
    # Ruling: MO-125
    assert seats(battle("Knight", "Construct", "Archer", "Wizard", seats=3)) == [0, None, 1, 2]
    assert seats(battle("Construct", "Knight", "Archer", seats=2)) == [None, 0, 1]
    with pytest.raises(dc.SetupError, match="belongs to no player"):
        battle(Rogue("Construct", seat=0), "Knight")


def test_a_changed_rogue_keeps_traits_luck_and_resolve_and_adds_its_own_flaws() -> None:
    # Ruling: MO-140, MO-142
    changed = Rogue("Wererat Rogue", was="Doctor", qualities=[2], flaws=[6, 1], actions=["Transform"])
    rat = battle(changed).state[1]
    assert rat.limits == {"Health": 6, "Luck": 3}
    assert rat.count("Luck") == 3
    assert rat.count("stat Resolve") == 4
    assert rat.cards == (
        "Pigsticker / Bite / Claw",
        "Transform",
        "quality 2 of Doctor",
        "flaw 6 of Doctor",
        "flaw 1 of Doctor",
        "flaw 1",
        "flaw 2",
    )


def test_made_from_nothing_it_has_the_numbers_of_its_own_sheet() -> None:
    # Ruling: MO-140
    rat = battle("Wererat Rogue").state[1]
    assert (rat.limits, rat.count("stat Resolve")) == ({"Health": 6, "Luck": 1}, 0)
    with pytest.raises(dc.SetupError, match="Wererat Rogue has no quality numbered 1"):
        battle(Rogue("Wererat Rogue", qualities=[1]))


def test_old_and_new_flaws_of_one_number_activate_one_after_the_other() -> None:
    # Ruling: MO-62, MO-142
    dice = dc.ScriptedDice([6, 1, 1])  # initiative, bullshit
    match = battle(Rogue("Wererat Rogue", was="Sellsword", flaws=[5]), dice=dice, players=always("Skip"))
    traits = play_until_trait(match)
    assert traits == ["No! I Don't Want to Change NOW"]
    dice = dc.ScriptedDice([6, 1, 1])
    match = battle(Rogue("Wererat Rogue", was="Archer", flaws=[3, 1]), dice=dice, players=always("Skip"))
    assert play_until_trait(match) == ["Stay Out of My Way", "No! I Don't Want to Change NOW"]


def always(name: str) -> dc.Player:
    """Takes the action of that name, and the first answer to everything else."""

    def player(decision: dc.Decision, state: object) -> tuple[int, ...]:
        values = [option.value for option in decision.options]
        return (values.index(name),) if name in values else (0,)

    return player


def play_until_trait(match: dc.Match) -> list[str]:
    """The traits of the first Rogue's first turn; the dice are used up by then."""
    with pytest.raises(ScriptError):
        match.play()
    started = [logged.event for logged in match.log if isinstance(logged.event, ActionStarted)]
    return [event.ability for event in started if event.kind == "trait"]


@pytest.mark.parametrize(
    ("rogue", "told"),
    [
        (Rogue("Knight", items=["Bandage"] * 5), "Knight has 4 item slots and cannot carry 5"),
        (Rogue("Torchbearer", items=["Torch"] * 7), "Torchbearer has 6 item slots and cannot carry 7"),
        (Rogue("Knight", items=["Backpack", *["Bandage"] * 8]), "Knight has 7 item slots and cannot carry 8"),
        (Rogue("Knight", items=["Backpack", "Backpack"]), "can carry only one Backpack"),
    ],
)
def test_more_than_its_slots_hold_nobody_can_carry(rogue: Rogue, told: str) -> None:
    # Ruling: MO-150
    with pytest.raises(dc.SetupError, match=told):
        battle(rogue)


@pytest.mark.parametrize(
    ("rerolls", "told"),
    [
        ("always", "'never', 'mine' or 'all', not 'always'"),
        (["mine"], "for 1 players, but there are 2"),
        (["mine", "now and then"], "not 'now and then'"),
    ],
)
def test_wishes_for_rerolls_that_mean_nothing_are_refused(rerolls: Any, told: str) -> None:
    # Ruling: MO-25
    with pytest.raises(dc.SetupError, match=told):
        battle("Knight", "Archer", seats=2, rerolls=rerolls)


def test_wishes_are_part_of_the_setup_and_of_every_record() -> None:
    # Ruling: MO-25
    match = battle("Knight", "Archer", seats=2, rerolls=["all", "mine"], seed=3, players=dc.RandomPlayer(3)).play()
    assert match.setup["rerolls"] == ["all", "mine"]
    again = dc.replay(match.transcript.to_json(), game())
    assert [logged.event for logged in again.log] == [logged.event for logged in match.log]
    assert "rerolls" not in battle("Knight").setup


def test_players_are_asked_from_the_front_rogues_owner_on() -> None:
    # Ruling: MO-25
    party = [Rogue("Knight", seat=2), Rogue("Archer", seat=0), Rogue("Wizard", seat=1)]
    assert seats_in_order(battle(*party, seats=3).state) == (2, 0, 1)
