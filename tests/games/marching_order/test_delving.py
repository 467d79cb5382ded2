"""A delve entry by entry: light, battles, features, loot, the way out. Source: Marching Order, Reading a Delve Entry."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import dicecrawl as dc
from dicecrawl.core.events import CounterChanged, DiceRolled
from dicecrawl.games.marching_order import Rogue
from tests.games.marching_order.campaign import Campaign

KNIGHT = {"card": "Knight", "actions": []}
WON = "616"  # initiative, then a blow that fells the rat


def mine(dice: str = "", *rogues: Rogue, **setup: Any) -> Campaign:
    """The test's own mine, with one Knight and two torches if nobody else is named."""
    party = rogues or (Rogue(**KNIGHT, items=["Torch", "Torch"]),)
    return Campaign(dice, mode="delve", delve="Test Mine", rogues=party, **setup)


def marks(campaign: Campaign) -> list[int]:
    """The marks on every torch that is left."""
    torches = [e for e in campaign.match.state.entities.values() if e.definition == "Torch"]
    return [torch.count("mark") for torch in torches if _held(campaign, torch.id)]


def _held(campaign: Campaign, item: int) -> bool:
    return (campaign.match.state.where(item) or "").startswith("items of")


def fight(campaign: Campaign) -> Campaign:
    """The Knight strikes whoever stands there."""
    return campaign.say("action", "Dyrnwyn (longsword)")


# -- light ----------------------------------------------------------------------------------------------------


def test_a_dark_entry_costs_its_boxes_once_for_the_party_before_anything_else() -> None:
    """Ruling: MO-166, MO-168."""
    campaign = mine("61", Rogue(**KNIGHT, items=["Torch"]), Rogue("Archer", items=["Torch"]))
    campaign.say("marching order", "Knight").say("explore", "the gallery")
    assert campaign.asked.kind == "torch"
    campaign.say("torch", campaign.options()[0])
    assert sorted(marks(campaign)) == [0, 1]
    assert campaign.one("Knight").count("Health") == 11  # then what happens right away, then the battle
    assert campaign.asked.kind == "action"


def test_coming_back_from_a_part_costs_no_light_and_coming_from_another_room_does() -> None:
    """Ruling: MO-166."""
    campaign = mine(WON, Rogue(**KNIGHT, items=["Torch"]))
    fight(campaign.say("explore", "the gallery"))
    assert marks(campaign) == [1]
    campaign.say("explore", "the alcove").say("explore", "B")
    assert marks(campaign) == [1]
    campaign.say("explore", "back").say("explore", "the gallery")
    assert marks(campaign) == [2]
    campaign.done()


def test_a_torch_has_four_boxes_and_six_in_the_hands_of_a_torchbearer() -> None:
    """Ruling: MO-166."""
    for card, boxes in (("Knight", 4), ("Torchbearer", 6)):
        campaign = mine("416" if card == "Knight" else "41", Rogue(card, actions=[], items=["Torch"]))
        campaign.say("explore", "the gallery")
        state = campaign.match.state
        torch = next(e for e in state.entities.values() if e.definition == "Torch")
        assert torch.count("mark") == 1
        from dicecrawl.core.context import Context
        from dicecrawl.games.marching_order.delves.light import boxes_left

        assert boxes_left(Context(campaign.match._run), campaign.one(card).id, torch.id) == boxes - 1


def test_a_full_torch_is_gone_and_a_night_owl_stands_for_one_mark() -> None:
    """Ruling: MO-151, MO-166."""
    campaign = mine(WON, Rogue(**KNIGHT, items=["Night Owl", "Torch"]))
    campaign.say("explore", "the gallery").say("torch", "Night Owl")
    fight(campaign)
    assert campaign.things("Knight") == ["Torch"]
    campaign.say("explore", "down")  # two boxes
    campaign.say("explore", "up")
    campaign.say("explore", "back")
    campaign.say("explore", "the gallery")
    assert campaign.things("Knight") == []


def test_without_light_the_party_flees_marking_nothing_and_losing_2d6_each_front_to_back() -> None:
    """Ruling: MO-167: being kept in the delve does not stop it."""
    campaign = mine("3424", Rogue(**KNIGHT), Rogue("Barbarian", actions=[]))
    campaign.say("marching order", "Knight").say("explore", "the gallery")
    assert (campaign.one("Knight").count("Health"), campaign.one("Barbarian").count("Health")) == (5, 10)
    assert (campaign.match.over, campaign.match.result) == (True, "fled")
    campaign.done()


def test_too_little_light_is_as_none() -> None:
    """Ruling: MO-167: nothing is marked when the marks cannot be made in full."""
    campaign = mine(WON + "11", Rogue(**KNIGHT, items=["Night Owl", "Night Owl"]))
    fight(campaign.say("explore", "the gallery"))
    campaign.say("explore", "down")
    assert campaign.match.result == "fled"
    assert campaign.things("Knight") == ["Night Owl"]


# -- battles --------------------------------------------------------------------------------------------------


def test_a_won_entry_stays_free_and_its_loot_comes_once() -> None:
    """Ruling: MO-169."""
    campaign = fight(mine(WON).say("explore", "the gallery"))
    assert campaign.coins() == 5
    campaign.say("explore", "back").say("explore", "the gallery").light()
    assert campaign.asked.kind == "explore"
    assert campaign.coins() == 5
    assert campaign.one("Knight").count("Health") == 11  # what happened right away happens once
    campaign.done()


def test_a_party_that_ran_is_back_where_it_came_from_and_the_enemy_waits_as_it_was() -> None:
    """Ruling: MO-73, MO-74."""
    campaign = mine("61" + "26" + "566" + "6" + "61").say("explore", "the gallery")
    fight(campaign)  # 2 + 1 against 1 is two of its three Health; the rat's own turn follows
    campaign.say("action", "Escape")
    assert "the shelf" in campaign.options()  # at the lift again
    campaign.say("explore", "the gallery").light()
    assert campaign.asked.kind == "action"
    assert campaign.one("Giant Rat").count("Health") == 1


def test_a_feature_can_start_a_battle() -> None:
    """Ruling: MO-168."""
    campaign = fight(mine(WON + "61").say("explore", "the gallery"))
    campaign.say("explore", "the alcove").say("explore", "the nest")
    assert campaign.asked.kind == "action"
    assert campaign.one("Imp").side == "enemies"
    assert campaign.match.state.count("etn") == 5


# -- features and loot ----------------------------------------------------------------------------------------


def test_a_roll_is_made_by_whom_the_players_pick_and_opens_a_way_for_good() -> None:
    """Ruling: MO-168, MO-180."""
    campaign = mine("3", Rogue(**KNIGHT), Rogue("Alchemist", actions=[])).say("marching order", "Knight")
    assert "the shaft" not in campaign.options("passage")
    campaign.say("explore", "the boards").say("who", "Alchemist")  # 3 + 1 Tinker
    assert "the shaft" in campaign.options("passage")
    assert "the boards" not in campaign.options("feature")
    campaign.done()


def test_what_changes_actions_does_not_touch_a_roll_of_an_entry() -> None:
    """Ruling: MO-180."""
    inspired = Rogue("Alchemist", actions=[], conditions=[("Inspired", 3, 3)])
    campaign = mine("2", inspired).say("explore", "the boards")  # 2 + 1, and no 3 more
    assert "the shaft" not in campaign.options("passage")


def test_luck_counts_for_a_roll_of_an_entry() -> None:
    """Ruling: MO-180."""
    campaign = mine("15", Rogue("Alchemist", actions=[]), rerolls="mine").say("explore", "the boards")
    campaign.say("luck reroll", "Alchemist").say("luck reroll", "keep it")
    assert "the shaft" in campaign.options("passage")
    campaign.done()


def test_a_single_player_gives_what_was_found_to_anybody_without_a_roll() -> None:
    """Ruling: MO-172."""
    campaign = mine("", Rogue(**KNIGHT), Rogue("Barbarian", actions=[])).say("marching order", "Knight")
    campaign.say("explore", "the shelf").say("loot", "Barbarian")
    assert campaign.things("Barbarian") == ["Torch"]
    assert campaign.one("Barbarian").count("Luck") == campaign.one("Barbarian").limits["Luck"]


def two(dice: str) -> Campaign:
    """A Knight of the first player, with 0 Luck at most, and a Barbarian of the second, in the mine."""
    campaign = mine(dice, Rogue(**KNIGHT, seat=0), Rogue("Barbarian", actions=[], seat=1), seats=2)
    return campaign.say("marching order", "Knight")


def test_those_who_want_it_roll_with_their_luck_and_the_winner_loses_one() -> None:
    """Ruling: MO-171."""
    luck = two("").one("Barbarian").count("Luck")
    campaign = two("16").say("explore", "the shelf").say("loot", "Knight").say("loot", "Barbarian")
    assert campaign.things("Barbarian") == ["Torch"]
    assert campaign.one("Barbarian").count("Luck") == luck - 1
    campaign.done()


def test_equal_throws_are_made_again() -> None:
    """Ruling: MO-171."""
    lucks = [two("").one(name).count("Luck") for name in ("Knight", "Barbarian")]
    first, second = 3, 3 + lucks[0] - lucks[1]
    campaign = two(f"{first}{second}61").say("explore", "the shelf").say("loot", "Knight").say("loot", "Barbarian")
    assert campaign.things("Knight") == ["Torch"]
    campaign.done()


def test_whoever_alone_wants_it_has_it_without_a_roll() -> None:
    """Ruling: MO-171, MO-173."""
    campaign = two("").say("explore", "the shelf").say("loot", "leave it").say("loot", "Barbarian")
    assert campaign.things("Barbarian") == ["Torch"]
    assert campaign.one("Barbarian").count("Luck") == campaign.one("Barbarian").limits["Luck"]


def test_the_gear_of_the_dead_is_loot_and_with_nobody_left_it_is_lost() -> None:
    """Ruling: MO-174."""
    campaign = mine("", Rogue(**KNIGHT), Rogue("Archer", actions=[], health=1, items=["Bandage"]))
    campaign.say("marching order", "Knight").say("explore", "the spikes").say("who", "Archer")
    campaign.say("loot", "Knight")
    assert campaign.things("Knight") == ["Bandage"]
    campaign.say("explore", "the spikes").say("explore", "the spikes")
    assert campaign.match.result == "lost"
    assert campaign.things("Knight") == []


# -- staying and leaving --------------------------------------------------------------------------------------


def test_nobody_leaves_before_ten_rounds_and_walking_counts() -> None:
    """Ruling: MO-104, MO-176, MO-181."""
    campaign = mine("6").say("explore", "the boards")
    assert "the delve" not in campaign.options()
    knight = campaign.one("Knight").condition("Motivated")
    assert knight is not None
    assert knight.dice == 10
    campaign.say("explore", "the shaft")
    after = campaign.one("Knight").condition("Motivated")
    assert after is not None
    assert after.dice == 9


def test_the_way_out_is_the_way_in_and_costs_light() -> None:
    """Ruling: MO-166, MO-176."""
    campaign = mine(WON, Rogue(**KNIGHT, items=["Torch"] * 4))
    fight(campaign.say("explore", "the gallery"))
    while "the delve" not in campaign.options() or "down" not in campaign.options():
        campaign.say("explore", "back" if "back" in campaign.options("passage") else "the gallery").light()
    campaign.say("explore", "down").light()
    before = _light(campaign)
    campaign.say("explore", "the delve").light()  # through the gallery, which costs a box, to the lift
    assert campaign.match.result == "left"
    assert _light(campaign) == before + 1


def _light(campaign: Campaign) -> int:
    return sum(
        event.applied
        for event in (entry.event for entry in campaign.match.log)
        if isinstance(event, CounterChanged) and event.counter == "mark"
    )


def test_a_helpful_action_and_an_item_can_be_used_between_battles_and_no_dice_move() -> None:
    """Ruling: MO-83, MO-179."""
    doctor = Rogue("Doctor", items=["Bandage"], cooldowns={})
    campaign = mine("4", Rogue(**KNIGHT, health=5, conditions=[("Weakened", 1, 3)]), doctor).say("marching order", "Knight")
    uses = campaign.options("use")
    assert "Bandage: Doctor" in uses
    assert not any(value.startswith(("Skip", "Focus", "Move", "Escape")) for value in uses)
    campaign.say("explore", "Bandage: Doctor")
    if campaign.asked.kind == "target":
        campaign.say("target", "Knight")
    assert campaign.one("Knight").count("Health") == 7
    weak = campaign.one("Knight").condition("Weakened")
    assert weak is not None
    assert weak.dice == 3
    campaign.done()


def test_a_finished_delve_is_won_and_the_log_names_every_die() -> None:
    """Ruling: MO-176."""
    campaign = mine("6", Rogue("Alchemist", actions=[], items=["Torch"]))
    campaign.say("explore", "the boards").say("explore", "the shaft").say("explore", "the vein")
    assert (campaign.match.result, campaign.match.over) == ("won", True)
    assert [e.event.why for e in campaign.match.log if isinstance(e.event, DiceRolled)] == ["check"]
    campaign.done()


def test_a_delve_is_replayed_from_its_transcript() -> None:
    campaign = fight(mine(WON).say("explore", "the gallery"))
    again = dc.replay(campaign.match.transcript, game=campaign.game)
    assert again.log == campaign.match.log


def test_the_setup_of_a_delve_is_checked() -> None:
    import pytest

    game = dc.load("marching_order")
    with pytest.raises(dc.SetupError, match="at least one rogue"):
        game.new_match(mode="delve", delve="Test Mine", rogues=[])
    with pytest.raises(dc.SetupError, match="has no mode 'siege'"):
        game.new_match(mode="siege")
    with pytest.raises(dc.UnknownName):
        game.new_match(mode="delve", delve="Nowhere at all", rogues=["Knight"])


def test_enemies_may_be_named_in_the_plural(tmp_path: Path) -> None:
    pack = tmp_path / "pack.crawl"
    entry = '    Entry "A":\n        Fight 2 Dire Wolves, 3 Imps, ETN 3.\n        After the battle: The delve is finished.\n'
    pack.write_text(f'delve "Test Pack":\n    Source "A test".\n{entry}', encoding="utf-8")
    card = dc.load("marching_order", pack).card("Test Pack")
    assert card.fields["entries"]["A"].foes == ("Dire Wolf", "Dire Wolf", "Imp", "Imp", "Imp")
