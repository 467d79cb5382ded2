"""Founding a party and what Rotbottom sells. Source: Marching Order, Starting Your Party; Welcome to Rotbottom."""

from __future__ import annotations

import pytest

from tests.games.marching_order.campaign import Campaign

PARTY = ("Knight", "Barbarian", "Archer", "Torchbearer")  # 450 of 500 coins
TRAITS = "11" * 4  # each rolls quality 1 and flaw 1


def four(dice: str = "") -> Campaign:
    """A party for one player, in town with 50 coins."""
    return Campaign(TRAITS + dice).found(*PARTY)


# -- founding -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "coins"), [(1, 500), (2, 250), (3, 150), (4, 150)])
def test_coins_at_the_start_go_by_the_number_of_players(seats: int, coins: int) -> None:
    """Ruling: MO-148."""
    campaign = Campaign(seats=seats)
    assert [campaign.coins(seat) for seat in range(seats)] == [coins] * seats


def test_each_player_buys_as_many_as_march_before_anybody_shops() -> None:
    """Ruling: MO-148."""
    campaign = Campaign("11" * 4, seats=2).found("Knight", "Torchbearer", "Archer", "Archer")
    assert campaign.asked.kind == "town"
    assert (campaign.coins(0), campaign.coins(1)) == (50, 50)
    owners = [(entity.label, entity.seat) for entity in campaign.match.state.entities.values() if entity.kind == "rogue"]
    assert owners == [("Knight", 0), ("Torchbearer", 0), ("Archer", 1), ("Archer 2", 1)]


def test_nobody_is_offered_who_would_leave_too_little_for_the_others() -> None:
    """Ruling: MO-148: four must be bought, and a Torchbearer costs 0, 10, 20 more and more."""
    assert "Cosmic Marine" in Campaign().options()  # 250 of 500, and 0 + 10 + 20 for three Torchbearers
    assert "Cosmic Marine" not in Campaign(coins=279).options()
    assert "Cosmic Marine" in Campaign(coins=280).options()


def test_each_further_torchbearer_costs_10_more_over_the_whole_game() -> None:
    """Ruling: MO-139."""
    campaign = Campaign("11" * 4).found("Torchbearer", "Torchbearer", "Torchbearer", "Torchbearer")
    assert campaign.coins() == 500 - 0 - 10 - 20 - 30
    assert campaign.why("Torchbearer") == "40 coins"


def test_quality_then_flaw_then_an_action_of_the_players_choice() -> None:
    """Ruling: MO-149: a reaction may be picked."""
    campaign = Campaign("35")
    campaign.say("recruit", "Barbarian")
    assert "Come On, You Dog Brothers" in campaign.options()
    campaign.say("learn", "Come On, You Dog Brothers")
    assert campaign.one("Barbarian").cards == ("Axe Big", "quality 3", "flaw 5", "Come On, You Dog Brothers")


def test_three_players_get_the_construct_whose_action_is_picked_and_which_nobody_owns() -> None:
    """Ruling: MO-126, MO-148."""
    campaign = Campaign("11" * 4, seats=3).found("Archer", "Doctor", "Thief")
    assert campaign.asked.kind == "learn"
    campaign.say("learn", campaign.options()[0])
    construct = campaign.one("Construct")
    assert (construct.seat, len(construct.cards)) == (None, 4)
    assert "Construct" not in campaign.options("recruit")


def test_two_players_get_no_construct_and_nobody_can_buy_one_or_a_wererat() -> None:
    """Ruling: MO-140."""
    campaign = Campaign(seats=2)
    assert not {"Construct", "Wererat Rogue"} & set(campaign.options())


# -- the store ------------------------------------------------------------------------------------------------


def test_an_item_costs_its_price_and_takes_its_slots() -> None:
    """Ruling: MO-150, MO-151."""
    campaign = four()
    for _ in range(4):
        campaign.say("town", "Torch: Knight")
    assert campaign.coins() == 10
    assert campaign.things("Knight") == ["Torch"] * 4
    assert "Torch: Knight" not in campaign.options("buy")  # 4 slots
    assert "Torch: Torchbearer" in campaign.options("buy")  # 6 slots


def test_one_backpack_for_each_gives_three_more_slots() -> None:
    """Ruling: MO-150."""
    campaign = four()
    campaign.say("town", "Backpack: Knight")
    assert campaign.coins() == 0
    assert "Backpack: Knight" not in campaign.options("buy")


def test_what_is_not_for_sale_is_not_offered() -> None:
    """Ruling: MO-151."""
    sold = {value.partition(":")[0] for value in four().options("buy")}
    assert sold == {"Alchemist's Fire", "Anti-Venom", "Backpack", "Bandage", "Caltrops", "Healing Potion", "Torch"}


def test_nothing_can_be_sold_or_handed_on() -> None:
    """Ruling: MO-152."""
    campaign = four().say("town", "Torch: Knight")
    assert {option.kind for option in campaign.asked.options} == {"buy", "service", "recruit", "gamble", "done"}


# -- services -------------------------------------------------------------------------------------------------


def back_from_the_hole(dice: str = "", *features: str) -> Campaign:
    """The same party in its first rest phase, after these features of the test's own delve."""
    campaign = four(dice).into_the_hole()
    for feature in features:
        campaign.say("explore", feature)
        if campaign.asked.kind == "who":
            campaign.say("who", "Knight")
    return campaign.say("explore", "the way out")


def test_each_service_once_for_each_rogue_in_a_rest_phase() -> None:
    """Ruling: MO-153."""
    campaign = back_from_the_hole("54", "the spikes")
    campaign.say("town", "Drinks: Knight")
    assert campaign.one("Knight").count("Health") == 12
    assert "Drinks: Knight" not in campaign.options()
    assert "Drinks: Archer" in campaign.options()
    campaign.say("town", "Recoup: Knight")
    campaign.done()


def test_recoup_is_free_heals_a_die_and_brings_luck_back_from_below_0() -> None:
    """Ruling: MO-153, MO-173."""
    campaign = back_from_the_hole("4", "the spikes")
    campaign.say("town", "Recoup: Knight")
    knight = campaign.one("Knight")
    assert (knight.count("Health"), knight.count("Luck")) == (11, knight.limits["Luck"])
    assert campaign.coins() == 50


def test_there_is_no_recoup_before_the_first_delve() -> None:
    assert not any(value.startswith("Recoup") for value in four().options("service"))


def test_training_teaches_an_action_and_a_life_coach_takes_a_flaw() -> None:
    """Ruling: MO-154."""
    campaign = four()
    campaign.say("town", "Training: Knight")
    fresh = campaign.options()[0]
    campaign.say("learn", fresh)
    assert fresh in campaign.one("Knight").cards
    campaign = four()
    campaign.say("town", "Life Coach: Knight")
    assert not [known for known in campaign.one("Knight").cards if known.startswith("flaw")]
    assert "Life Coach: Knight" not in campaign.options()


def test_resurrection_gives_a_rogue_back_without_gear_conditions_or_dice() -> None:
    """Ruling: MO-155."""
    campaign = Campaign(TRAITS, coins=1000).found(*PARTY)
    campaign.say("town", "Torch: Knight").into_the_hole()
    campaign.say("explore", "the curse").say("who", "Knight")
    campaign.say("explore", "the pit").say("who", "Knight")
    campaign.say("loot", "leave it")
    campaign.say("explore", "the way out")
    campaign.say("town", "Resurrection: Knight")
    knight = campaign.one("Knight")
    assert (knight.count("Health"), knight.conditions, campaign.things("Knight")) == (12, (), [])
    assert "quality 1" in knight.cards
    assert campaign.coins() == 1000 - 450 - 10 - 500


def test_the_living_need_no_resurrection() -> None:
    campaign = Campaign(TRAITS, coins=2000).found(*PARTY)
    assert not any(value.startswith("Resurrection") for value in campaign.options("service"))


# -- carousing ------------------------------------------------------------------------------------------------


def carouse(dice: str) -> Campaign:
    """The Knight carouses for 10 of the 50 coins; `dice` are those of the table and of what follows."""
    return four(dice).say("town", "Carousing: Knight")


@pytest.mark.parametrize(
    ("dice", "coins"),
    [("1116", 34), ("114", 40), ("12525", 40 + 7), ("2444", 44), ("444", 40), ("666", 40), ("223", 40)],
    ids=["3: one die more is lost", "6", "8: two dice", "10: one die", "12: blank", "18: blank", "7: nothing"],
)
def test_carousing_and_coins(dice: str, coins: int) -> None:
    """Ruling: MO-156, MO-157."""
    campaign = carouse(dice)
    assert campaign.coins() == coins
    campaign.done()


def test_carousing_never_leaves_a_purse_below_0() -> None:
    """Ruling: MO-157."""
    campaign = Campaign(TRAITS + "1116").found(*PARTY)
    for _ in range(4):
        campaign.say("town", "Torch: Knight")
    campaign.say("town", "Carousing: Archer")
    assert campaign.coins() == 0


def test_carousing_never_kills() -> None:
    """Ruling: MO-157: 4 costs 2 Health, and at least 1 is kept."""
    campaign = carouse("112")
    assert campaign.one("Knight").count("Health") == 10


def test_a_scene_makes_services_dearer_in_the_next_rest_phase_only() -> None:
    """Ruling: MO-157: 5."""
    campaign = carouse("113")
    assert campaign.why("Drinks: Knight") == "10 coins"
    campaign.into_the_hole().say("explore", "the way out")
    assert campaign.why("Drinks: Knight") == "15 coins"
    assert campaign.why("Recoup: Knight") == "0 coins"
    assert campaign.why("Torch: Knight") == "10 coins, gives light"


def test_a_sore_head_is_a_flaw_numbered_6_until_after_the_next_delve() -> None:
    """Ruling: MO-158."""
    campaign = carouse("114")
    assert "flaw 6 of Carousing" in campaign.one("Knight").cards
    campaign.say("town", "done").say("where to", "Test Hole")
    while campaign.asked.kind == "marching order":
        campaign.say("marching order", campaign.options()[0])
    assert "flaw 6 of Carousing" in campaign.one("Knight").cards
    campaign.say("explore", "the way out")
    assert "flaw 6 of Carousing" not in campaign.one("Knight").cards


def test_a_life_coach_takes_a_sore_head_too() -> None:
    """Ruling: MO-158."""
    campaign = Campaign(TRAITS + "114", coins=600).found(*PARTY).say("town", "Carousing: Knight")
    campaign.say("town", "Life Coach: Knight")
    assert campaign.options() == ["flaw 1", "flaw 6 of Carousing"]


def test_a_dose_of_night_owl_needs_a_slot() -> None:
    """Ruling: MO-157: 9."""
    assert carouse("126").things("Knight") == ["Night Owl"]


def test_a_lucky_toe_raises_luck_and_its_limit_for_the_next_delve() -> None:
    """Ruling: MO-26: 11."""
    campaign = carouse("146")
    limit = campaign.one("Knight").limits["Luck"]
    assert campaign.one("Knight").count("Luck") == limit
    campaign.into_the_hole()
    assert campaign.one("Knight").count("Luck") == limit + 1
    campaign.say("explore", "the way out")
    assert campaign.one("Knight").count("Luck") == limit


# -- the rest phase -------------------------------------------------------------------------------------------


def test_conditions_end_with_the_delve_but_for_the_curse() -> None:
    """Ruling: MO-177."""
    campaign = back_from_the_hole("", "the curse")
    assert [condition.name for condition in campaign.one("Knight").conditions] == ["Cursed"]


def test_coins_found_are_the_players_own() -> None:
    """Ruling: MO-170."""
    assert back_from_the_hole("", "the purse").coins() == 90


def test_upkeep_is_owed_in_every_rest_phase_after_the_first_delve_and_keeps_the_rogue_at_home() -> None:
    """Ruling: MO-128."""
    campaign = Campaign("11" * 4, coins=600).found("Cosmic Marine", "Archer", "Archer", "Torchbearer")
    assert not campaign.options("upkeep")
    campaign.into_the_hole().say("explore", "the way out")
    assert campaign.why("upkeep: Cosmic Marine") == "15 coins"
    before = campaign.coins()
    campaign.say("town", "upkeep: Cosmic Marine")
    assert campaign.coins() == before - 15
    assert not campaign.options("upkeep")


def test_who_is_owed_for_does_not_march() -> None:
    """Ruling: MO-128."""
    campaign = Campaign("11" * 4, coins=600).found("Cosmic Marine", "Archer", "Archer", "Torchbearer")
    campaign.into_the_hole().say("explore", "the way out").into_the_hole()
    state = campaign.match.state
    assert [state[who].label for who in state.zone("rogues")] == ["Archer", "Archer 2", "Torchbearer"]


def test_with_more_rogues_than_march_the_player_says_who_goes() -> None:
    """Ruling: MO-178."""
    campaign = Campaign("11" * 5, coins=700).found(*PARTY)
    campaign.say("town", "Archer")
    campaign.say("learn", campaign.options()[0]).say("town", "done")
    campaign.say("party", "Knight", "Archer", "Torchbearer", "Archer 2")
    state = campaign.match.state
    assert [state[who].label for who in state.zone("at home")] == ["Barbarian"]


def test_a_new_construct_comes_for_one_that_fell() -> None:
    """Ruling: MO-127."""
    campaign = Campaign("11" * 5, seats=3).found("Archer", "Doctor", "Thief")
    campaign.say("learn", campaign.options()[0])
    campaign.into_the_hole().say("explore", "the pit").say("who", "Construct").say("explore", "the way out")
    assert campaign.asked.kind == "learn"
    campaign.say("learn", campaign.options()[0])
    assert [e.label for e in campaign.match.state.entities.values() if e.definition == "Construct"] == ["Construct"]


def test_anybody_may_pay_for_an_upgrade_of_the_construct() -> None:
    """Source: Marching Order, Construct. Ruling: MO-126."""
    campaign = Campaign("11" * 4, seats=3, coins=400).found("Archer", "Doctor", "Thief")
    campaign.say("learn", campaign.options()[0])
    campaign.say("town", "done").say("town", "upgrade: Construct")
    campaign.say("learn", campaign.options()[0])
    assert campaign.coins(1) == 400 - 100 - 50
    assert len(campaign.one("Construct").cards) == 5


def test_who_has_nobody_and_nothing_left_begins_anew() -> None:
    """Ruling: MO-175."""
    campaign = Campaign("11" * 4, coins=460).found("Knight", "Barbarian", "Archer", "Torchbearer")
    campaign.say("town", "Torch: Knight").into_the_hole()
    for label in ("Barbarian", "Archer", "Torchbearer"):
        campaign.say("explore", "the pit").say("who", label)
    campaign.say("explore", "the pit")
    assert campaign.coins() == 500
    assert campaign.asked.kind == "town"


def test_the_campaign_is_over_when_the_players_retire() -> None:
    campaign = four().say("town", "done").say("where to", "retire")
    assert (campaign.match.over, campaign.match.result) == (True, "undecided")


def test_a_campaign_of_so_many_visits_ends_after_them() -> None:
    campaign = Campaign(TRAITS, visits=1).found(*PARTY).into_the_hole().say("explore", "the way out")
    assert (campaign.match.over, campaign.match.result) == (True, "undecided")
