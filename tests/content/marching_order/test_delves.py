"""The delves that come with the game, and a small one walked step by step.

The rates of the guide come from many more games; here a few stated seeds show that nothing breaks and that the first is
easier than the last.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

import dicecrawl as dc
from dicecrawl.authoring.check import check
from dicecrawl.core.definitions import Definition
from dicecrawl.core.events import CounterChanged, DiceRolled
from dicecrawl.core.save import state_digest
from dicecrawl.effects.checks import Make
from dicecrawl.games.marching_order import Rogue
from dicecrawl.games.marching_order.delves.effects import FinishDelve, MakeNote, PartyCoins, PartyFights, PartyItem
from dicecrawl.games.marching_order.words import ASIDE, AWAY, ENEMIES, HOME, ROGUES
from dicecrawl.players.delver import Delver
from tests.games.marching_order.campaign import Campaign

FIRST, DEN, CATACOMBS, LAST = (
    "The Last Will of Wimple Hall",
    "The Copper Kettle",
    "The Knee of Saint Mumm",
    "Dinner at Eight",
)
DELVES = (FIRST, DEN, CATACOMBS, LAST)
TRAITS: dict[str, Any] = {"qualities": [3], "flaws": [4]}
# 450 coins of rogues and 50 of goods: what one player can buy before the first delve. Ruling: MO-148, MO-149
PARTY = (
    Rogue("Barbarian", actions=["I'll See You in Hell, by Crumb"], items=["Torch"], **TRAITS),
    Rogue("Sellsword", actions=["Always Keep a Knife in Your Boot"], items=["Torch"], **TRAITS),
    Rogue("Doctor", actions=["Let Me Patch That Up"], items=["Healing Potion"], **TRAITS),
    Rogue("Archer", actions=["Throwing Stones"], **TRAITS),
)
CELLAR = Path(__file__).parent / "delves" / "cellar.crawl"
KNIGHT = Rogue("Knight", actions=[], items=["Torch", "Torch"])


@lru_cache(maxsize=1)
def game() -> dc.Game:
    return dc.load("marching_order")


def card(name: str) -> Definition:
    return game().card(name, "delve")


def played(delve: str, seed: int) -> dc.Match:
    return game().new_match(mode="delve", delve=delve, rogues=PARTY, seed=seed, players=Delver()).play()


# -- the four that come with the game -------------------------------------------------------------------------


def test_there_are_four_and_nothing_is_wrong_with_them() -> None:
    assert {delve.name for delve in game().library.all("delve")} == set(DELVES)
    report = check(game().ruleset)
    assert report.cards["delve"] == 4
    assert report.problems == ()


@pytest.mark.parametrize("name", DELVES)
def test_each_has_8_to_20_entries_each_with_a_scene_of_a_line_or_two(name: str) -> None:
    entries = card(name).fields["entries"].values()
    assert 8 <= len(entries) <= 20
    for entry in entries:
        assert 20 < len(entry.text) < 140, entry.letter
        assert entry.text.endswith((".", "?", "!"))


def monsters_in(name: str) -> set[str]:
    """Everybody whom a delve sets before the party, in an entry or by what it does there."""
    delve = card(name)
    waiting = {foe for entry in delve.fields["entries"].values() for foe in entry.foes}
    blocks = (node for ability in delve.abilities for node in ability.block.walk())
    return waiting | {foe for node in blocks if isinstance(node, PartyFights) for foes in node.foes for foe in foes.names()}


def test_every_monster_waits_somewhere() -> None:
    assert set().union(*map(monsters_in, DELVES)) == {monster.name for monster in game().library.all("monster")}


@pytest.mark.parametrize("name", DELVES)
def test_each_uses_the_whole_form(name: str) -> None:
    """Light and dark, parts, guarded ways, things to do, fights, notes, loot and a reward at the end. Ruling: MO-168."""
    entries = card(name).fields["entries"].values()
    assert {entry.dark > 0 for entry in entries} == {True, False}
    assert any(entry.part_of for entry in entries)
    assert any(way.guard for entry in entries for way in entry.ways)
    assert any(entry.right_away for entry in entries)
    assert any(entry.after_battle for entry in entries)
    nodes = [node for ability in card(name).abilities for node in ability.block.walk()]
    for kind in (Make, MakeNote, PartyCoins, PartyItem, FinishDelve):
        assert any(isinstance(node, kind) for node in nodes), kind


@pytest.mark.parametrize("name", DELVES)
@pytest.mark.parametrize("seed", range(3))
def test_each_is_played_to_an_end_and_again_from_its_transcript(name: str, seed: int) -> None:
    match = played(name, seed)
    assert match.result in ("won", "lost", "left", "fled")
    again = dc.replay(match.transcript.to_json(), game())
    assert again.log == match.log
    assert state_digest(again.state) == state_digest(match.state)


@pytest.mark.parametrize("name", DELVES)
def test_three_players_with_random_hands_come_to_an_end_and_leave_nobody_behind(name: str) -> None:
    party = [Rogue("Knight", items=["Torch"] * 3), "Wizard", Rogue("Torchbearer", items=["Torch"] * 3), "Construct"]
    for seed in range(3):
        hands = dc.RandomPlayer(seed)
        match = (
            game()
            .new_match(mode="delve", delve=name, rogues=party, seats=3, coins=20, rerolls="mine", seed=seed, players=hands)
            .play()
        )
        assert match.result in ("won", "lost", "left", "fled")
        zones = match.state.zones
        placed = [who for members in zones.values() for who in members]
        assert len(placed) == len(set(placed))
        assert not any(zones.get(zone) for zone in (ROGUES, ENEMIES, ASIDE, AWAY))
        alive = [who for who in match.state.zone(HOME) if match.state[who].seat is not None]
        assert (match.result == "lost") == (not alive)


def test_the_first_is_for_beginners_and_the_last_is_not() -> None:
    """The party of PARTY, 30 seeds each; the guide has the rates of 2,000."""
    finished = {name: sum(played(name, seed).result == "won" for seed in range(30)) for name in (FIRST, LAST)}
    assert finished[FIRST] >= 20
    assert finished[LAST] <= 8


# -- the small cellar, by stated dice -------------------------------------------------------------------------

BLADE = "Dyrnwyn (longsword)"
FIRST_RAT = "61" + "62"  # initiative, the blow that fells the first rat, bullshit
SECOND_RAT = "42" + "6"  # the second one scurries, bullshit, and is felled


def cellar(dice: str = "", *rogues: Rogue, **setup: Any) -> Campaign:
    """The cellar, with one Knight and two torches if nobody else is named."""
    return Campaign(dice, mode="delve", pack=CELLAR, delve="The Toll Cellar", rogues=rogues or (KNIGHT,), **setup)


def marks(campaign: Campaign) -> int:
    """Boxes marked so far."""
    events = (logged.event for logged in campaign.match.log)
    return sum(event.applied for event in events if isinstance(event, CounterChanged) and event.counter == "mark")


def cleared(dice: str = "") -> Campaign:
    """The Knight in the vault; both rats are dead, and 7 coins are found."""
    campaign = cellar("2" + FIRST_RAT + SECOND_RAT + "34" + dice).say("explore", "the grate")
    return campaign.say("action", BLADE).say("target", "Giant Rat").say("action", BLADE)


def test_a_failed_roll_hurts_and_notes_nothing_so_that_the_way_stays_shut() -> None:
    """Where one passage is all there is, nobody is asked. Ruling: MO-168, MO-180."""
    campaign = cleared()
    assert campaign.one("Knight").count("Health") == 11
    assert marks(campaign) == 1
    assert campaign.options("passage") == ["behind the casks", "back up", "the arch"]
    assert campaign.coins() == 7
    rolled = [e.event.why for e in campaign.match.log if isinstance(e.event, DiceRolled)]
    assert rolled[0] == "check"
    campaign.done()


def test_a_note_opens_the_drain_and_a_darker_entry_costs_more() -> None:
    """Light, then what happens right away, then the features. Ruling: MO-166, MO-168, MO-180."""
    campaign = cellar("4").say("explore", "the grate")
    assert campaign.options("passage") == ["the low door", "the drain"]
    campaign.say("explore", "the drain").light()
    assert marks(campaign) == 2
    assert campaign.one("Knight").count("Health") == 11
    assert campaign.options("feature") == ["the box"]
    campaign.done()


def test_a_feature_opens_the_next_ones_gives_loot_and_starts_a_fight() -> None:
    """With one player an item is given away without a die. Ruling: MO-168, MO-169, MO-172, MO-180."""
    campaign = cellar("43" + "616").say("explore", "the grate").say("explore", "the drain").light()
    campaign.say("explore", "the box").say("loot", "Knight")
    assert "Healing Potion" in campaign.things("Knight")
    assert campaign.coins() == 20
    assert campaign.options("feature") == ["what lies under it", "the way home"]
    campaign.say("explore", "what lies under it").say("action", BLADE)
    assert campaign.options("feature") == ["the way home"]
    campaign.say("explore", "the way home")
    assert campaign.match.result == "won"
    campaign.done()


def test_coming_back_from_behind_the_casks_costs_no_light_and_what_was_there_is_gone() -> None:
    """Ruling: MO-166, MO-169."""
    campaign = cleared().say("explore", "behind the casks").say("explore", "the hat")
    assert campaign.options("passage") == ["behind the casks", "back up", "the arch"]  # out of the gap is the only way on
    assert campaign.coins() == 12
    campaign.say("explore", "behind the casks")
    assert campaign.options("passage") == ["behind the casks", "back up", "the arch"]
    assert marks(campaign) == 1
    campaign.done()


def test_what_may_be_done_at_any_time_may_be_done_again() -> None:
    """Ruling: MO-169."""
    campaign = cleared().say("explore", "the broken cask")
    assert campaign.why("the broken cask") == "again"
    campaign.say("explore", "the broken cask")
    hungover = campaign.one("Knight").condition("Hungover")
    assert hungover is not None
    assert hungover.dice == 4


def test_after_a_lost_battle_the_party_is_on_the_stairs_and_the_rat_that_lives_waits() -> None:
    """The dead one stays dead, the new battle has a new initiative, and the dark is paid for again. Ruling: MO-73, MO-166."""
    campaign = (
        cellar("4" + FIRST_RAT + "42" + "3" + "61" + "6" + "34").say("explore", "the grate").say("explore", "the low door")
    )
    campaign.say("action", BLADE).say("target", "Giant Rat").say("action", "Escape")
    assert campaign.options("passage") == ["the low door", "the drain"]
    campaign.say("explore", "the low door").light()
    assert marks(campaign) == 2
    assert campaign.match.state.zone("enemies") == (campaign.one("Giant Rat 2").id,)
    campaign.say("action", BLADE)
    assert campaign.coins() == 7
    campaign.done()


def test_a_party_without_light_loses_2d6_each_and_is_out_with_the_gear_of_the_dead() -> None:
    """Being kept in the delve does not stop it. Ruling: MO-167, MO-174."""
    archer = Rogue("Archer", actions=[], health=7, items=["Bandage"])
    campaign = cellar("2" + "11" + "43", Rogue("Knight", actions=[]), archer).say("marching order", "Knight")
    campaign.say("explore", "the grate").say("who", "Knight").say("explore", "the low door").say("loot", "Knight")
    assert campaign.match.result == "fled"
    assert campaign.one("Knight").count("Health") == 9
    assert campaign.things("Knight") == ["Bandage"]
    campaign.done()


def test_coins_are_divided_and_rounded_up_and_things_go_to_whoever_throws_most() -> None:
    """The winner loses 1 Luck. Ruling: MO-170, MO-171."""
    party = (Rogue("Knight", actions=[], items=["Torch"], seat=0), Rogue("Sellsword", actions=[], seat=1))
    dice = "2" + FIRST_RAT + "6" + "34" + "3" + "25"  # the grate, the rats, 7 coins; the box, and who has it
    campaign = cellar(dice, *party, seats=2).say("marching order", "Knight").say("explore", "the grate").say("who", "Knight")
    campaign.say("action", BLADE).say("target", "Giant Rat")
    campaign.say("action", "Hack and Slash").say("target", "Giant Rat 2")
    assert (campaign.coins(0), campaign.coins(1)) == (4, 4)
    campaign.say("explore", "the arch").light().say("explore", "the box").say("who", "Sellsword")
    campaign.say("loot", "Knight").say("loot", "Sellsword")
    assert campaign.things("Sellsword") == ["Healing Potion"]
    assert (campaign.one("Knight").count("Luck"), campaign.one("Sellsword").count("Luck")) == (1, 0)
    assert (campaign.coins(0), campaign.coins(1)) == (14, 14)
    campaign.done()


def test_nobody_leaves_while_motivated_then_back_out_through_the_dark_vault() -> None:
    """One move and two rounds of battle, then six more moves and the arch. Ruling: MO-104, MO-166, MO-176."""
    campaign = cleared()
    for _ in range(3):
        assert "the delve" not in campaign.options()
        campaign.say("explore", "behind the casks")
        if "out of the gap" in campaign.options():
            campaign.say("explore", "the hat" if "the hat" in campaign.options() else "out of the gap")
    assert "the delve" not in campaign.options()
    campaign.say("explore", "the arch").light()
    assert marks(campaign) == 3
    assert "the delve" in campaign.options()
    campaign.say("explore", "the delve").light()
    assert marks(campaign) == 4
    assert campaign.match.result == "left"
    campaign.done()
