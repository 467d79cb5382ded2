"""The gambling hall, by stated dice: an unused die fails. Source: Marching Order, Quasar Gambling Hall."""

from __future__ import annotations

import pytest

import dicecrawl as dc
from dicecrawl.core.events import Announced, Answered, CounterChanged, DiceRolled
from dicecrawl.games.marching_order.hall.secrets import hides
from tests.games.marching_order.campaign import Campaign

PARTY = ("Knight", "Barbarian", "Archer", "Torchbearer")  # 450 of 500 coins
TRAITS = "11" * 4


def hall(dice: str = "", **setup: object) -> Campaign:
    """One player in town with 50 coins."""
    return Campaign(TRAITS + dice.replace(" ", ""), **setup).found(*PARTY)


def hacking(dice: str, **setup: object) -> Campaign:
    return hall(dice, **setup).say("town", "Hack-and-Slash")


def delving(dice: str) -> Campaign:
    return hall(dice).say("town", "Delvers Dice")


def told(campaign: Campaign) -> list[str]:
    """What the story says of the games."""
    events = (logged.event for logged in campaign.match.log)
    return [event.word for event in events if isinstance(event, Announced) and event.what == "hall"]


# -- hack-and-slash -------------------------------------------------------------------------------------------


def test_sixes_are_worth_5_each_and_the_price_is_not_returned() -> None:
    """Ruling: MO-159, MO-160."""
    game = hacking("662345")
    assert (game.coins(), game.why("cash out")) == (40, "10 coins")
    game.say("hack", "cash out")
    assert game.coins() == 50
    assert told(game)[0] == "hack 6 6 2 3 4 5; slash none; 2 set aside, worth 10 coins"
    game.done()


def test_each_one_brings_in_a_slash_die_from_the_next_roll_on_and_stays_in_the_pool() -> None:
    """Ruling: MO-159: two ones stay and bring two dice; the six leaves; other slash faces do nothing."""
    game = hacking("116234" + "11234 65")
    assert game.why("roll again") == "5 hack and 2 slash dice"
    game.say("hack", "roll again")
    assert game.why("roll again") == "5 hack and 4 slash dice"
    assert game.why("cash out") == "5 coins"
    game.done()


def test_there_are_never_more_slash_dice_than_six() -> None:
    """Ruling: MO-159."""
    game = hacking("111111" + "111111 222222")
    assert game.why("roll again") == "6 hack and 6 slash dice"
    game.say("hack", "roll again")
    assert game.why("roll again") == "6 hack and 6 slash dice"
    game.done()


def test_a_slash_die_that_shows_1_loses_everything_even_with_the_last_six() -> None:
    """Ruling: MO-160."""
    game = hacking("666661" + "6 1")
    game.say("hack", "roll again")
    assert (game.asked.kind, game.coins()) == ("town", 40)
    game.done()


def test_all_sixes_pay_at_once() -> None:
    """Ruling: MO-160."""
    game = hacking("666666")
    assert (game.asked.kind, game.coins()) == ("town", 70)
    game.done()


def lucky(dice: str) -> Campaign:
    """The same for a player who is asked about Luck; nothing is spent before the game."""
    game = Campaign(TRAITS + dice.replace(" ", ""), rerolls="mine")
    for name in PARTY:
        if game.asked.kind == "recruit":
            game.say("recruit", name)
        keep(game)
        if game.asked.kind == "learn":
            game.say("learn", game.options()[0])
    return game.say("town", "Hack-and-Slash")


def keep(game: Campaign, but: str = "") -> Campaign:
    """Keep each die about which the player is asked, up to one that shows what `but` says."""
    while game.asked.kind == "luck reroll" and not (but and but in game.asked.options[0].why):
        game.say("luck reroll", "keep it")
    return game


def test_a_point_of_luck_may_reroll_one_die() -> None:
    """Ruling: MO-25, MO-160: the slash die that shows 1 falls again before it ends the game."""
    game = keep(lucky("666661" + "5 1" + "4")).say("hack", "roll again")
    keep(game, "a die for slash shows 1")
    before = game.one("Barbarian").count("Luck")
    game.say("luck reroll", "Barbarian")
    assert game.one("Barbarian").count("Luck") == before - 1
    assert keep(game).why("cash out") == "25 coins"
    game.done()


def test_luck_that_is_kept_loses_the_game() -> None:
    """Ruling: MO-160."""
    game = keep(keep(lucky("666661" + "5 1")).say("hack", "roll again"))
    assert (game.asked.kind, game.coins()) == ("town", 40)
    game.done()


def test_it_is_played_once_in_each_rest_phase() -> None:
    """Ruling: MO-160; the hall is open before the first delve, too."""
    game = hacking("666666")
    assert "Hack-and-Slash" not in game.options("gamble")
    assert "Delvers Dice" in game.options("gamble")


def test_who_cannot_pay_is_not_offered_a_game() -> None:
    game = Campaign("11" * 4, coins=459).found(*PARTY)
    assert game.coins() == 9
    assert game.options("gamble") == []


# -- delvers' dice --------------------------------------------------------------------------------------------


def test_a_match_takes_the_top_and_uncovers_the_floor_below_for_the_next_roll_only() -> None:
    """Ruling: MO-161, MO-162: the 5 below the top 5 lay covered when the dice were rolled."""
    game = delving("1111 222 55 5" + "555555" + "55666" + "666" + "66" + "6")
    assert told(game)[:2] == [
        "5 / 5 5 / 2 2 2 / 1 1 1 1; thrown 5 5 5 5 5 5; 0 coins so far",
        ". / 5 5 / 2 2 2 / 1 1 1 1; thrown 5 5 6 6 6; 2 coins so far",
    ]
    assert game.coins() == 40 + 2 + 3 + 3
    game.done()


def test_no_match_costs_a_rogue_die() -> None:
    """Ruling: MO-162."""
    game = delving("1111 222 33 4" + "666666" + "66666" + "6666" + "666" + "66" + "6")
    assert game.coins() == 40
    game.done()


def test_floors_pay_2_3_4_and_6_from_the_top_down() -> None:
    """Ruling: MO-161, MO-162: along the left edge, each die lies under one die alone; then nothing matches any more."""
    game = delving("6111 511 41 3" + "322222" + "42222" + "5222" + "622" + "22" + "2")
    assert told(game)[-1] == "Player 1 takes 15 coins"
    assert game.coins() == 40 + 2 + 3 + 4 + 6
    game.done()


def test_the_player_chooses_between_equal_dice() -> None:
    """Ruling: MO-162: one 3 is thrown; a 3 lies open on the third floor and another on the second."""
    game = delving("4444 311 53 6" + "622222" + "52222" + "3222" + "222" + "22" + "2")
    assert game.options() == ["floor 2, die 1: 3", "floor 3, die 2: 3"]
    assert game.why("floor 2, die 1: 3") == "4 coins"
    game.say("delve die", "floor 2, die 1: 3")
    assert game.coins() == 40 + 2 + 3 + 4
    game.done()


# -- piss on our graves ---------------------------------------------------------------------------------------


def two(dice: str) -> Campaign:
    """Two players with 50 coins each, in town, the first one's turn."""
    return Campaign("11" * 4 + dice.replace(" ", ""), seats=2).found("Knight", "Torchbearer", "Archer", "Archer")


def graves(dice: str, stake: str = "5") -> Campaign:
    game = two(dice).say("town", "Piss-on-our-Graves")
    return game.say("stake", stake).say("join", "join")


HANDS = "111112 345666"


def test_stakes_are_equal_from_5_to_25_and_joining_is_free() -> None:
    """Ruling: MO-163."""
    game = two("").say("town", "Piss-on-our-Graves")
    assert (game.options()[0], game.options()[-1]) == ("5", "25")
    game.say("stake", "20").say("join", "stay out")
    assert (game.asked.kind, game.coins(0), game.coins(1)) == ("town", 50, 50)
    assert "Piss-on-our-Graves" in game.options("gamble")  # any number of times


def test_one_player_alone_cannot_play() -> None:
    """Ruling: MO-163."""
    assert "Piss-on-our-Graves" not in hall().options("gamble")


def test_ties_for_the_highest_die_are_rolled_again_and_the_bullshit_die_shows_the_goal() -> None:
    """Ruling: MO-163: even is six of a kind, odd a straight."""
    game = graves(HANDS + "33 25" + "2" + "1234")
    assert (game.asked.kind, game.asked.seat) == ("graves", 1)
    assert told(game) == ["the pot holds 10 coins; the goal is all of a kind"]
    assert (game.coins(0), game.coins(1)) == (45, 45)
    game.done()


def test_all_dice_of_a_number_are_given_for_as_many_and_six_of_a_kind_wins_the_pot() -> None:
    """Ruling: MO-163, MO-164: the second player has the last 1."""
    game = graves("111112 145666" + "62" + "2" + "3333", stake="25")
    game.say("graves", "ask for a number").say("ask for", "1").say("give back", "2")
    assert (game.coins(0), game.coins(1)) == (75, 25)
    assert game.asked.kind == "town"
    game.done()


def test_who_has_none_may_ask_once_in_the_same_way() -> None:
    """Ruling: MO-164: the second player asks for 1s and gives five dice back; then the chart turns the goal."""
    game = graves("111112 345666" + "62" + "2" + "3333" + "4" + "3333")
    game.say("graves", "ask for a number").say("ask for", "1")
    assert (game.asked.kind, game.asked.seat) == ("ask for", 1)
    game.say("ask for", "1")
    listed = game.options()
    assert listed == ["3", "4", "5", "6", "6", "6"]
    assert game.match.answer(0, 1, 2, 3, 4) is None
    assert (game.asked.kind, game.asked.seat) == ("graves", 1)
    hands = [[game.match.state.count(f"hand of seat {seat} {face}") for face in range(1, 7)] for seat in (0, 1)]
    assert hands == [[0, 1, 1, 1, 1, 2], [5, 0, 0, 0, 0, 1]]
    assert told(game)[-1] == "the goal is now a straight"
    game.done()


def test_a_wild_die_is_swapped_and_a_straight_wins_when_it_is_the_goal() -> None:
    """Ruling: MO-163, MO-164."""
    game = graves("123455 111111" + "62" + "1" + "6222")
    game.say("graves", "take a wild die").say("take", "6").say("put down", "5")
    assert (game.coins(0), game.coins(1)) == (55, 45)
    game.done()


def test_only_the_active_player_and_only_the_goal_that_lies_open_count() -> None:
    """Ruling: MO-164: the second player's six 1s win nothing in the first one's turn, nor against a straight."""
    game = graves("122455 111111" + "62" + "1" + "6222" + "6" + "2222" + "335566 111111")
    game.say("graves", "pass")
    assert (game.asked.kind, game.asked.seat) == ("graves", 1)
    game.done()


@pytest.mark.parametrize(("face", "noose", "out"), [("1", "", True), ("2", "35", False), ("2", "31", True)])
def test_the_grave_and_the_noose(face: str, noose: str, out: bool) -> None:
    """Ruling: MO-165: the noose looks for ones only; the stake of who is out stays, and the last one left wins it."""
    game = graves(HANDS + "62" + "2" + "3333" + face + "4444" + noose)
    game.say("graves", "pass")
    if out:
        assert (game.asked.kind, game.coins(0), game.coins(1)) == ("town", 45, 55)
    else:
        assert (game.asked.kind, game.asked.seat) == ("graves", 1)
    game.done()


def test_a_6_has_another_player_roll_anew_with_one() -> None:
    """Ruling: MO-165."""
    game = graves(HANDS + "62" + "2" + "3333" + "6" + "4444" + "222333 444555")
    game.say("graves", "pass")
    hands = [[game.match.state.count(f"hand of seat {seat} {face}") for face in range(1, 7)] for seat in (0, 1)]
    assert hands == [[0, 3, 3, 0, 0, 0], [0, 0, 0, 3, 3, 0]]
    game.done()


# -- secrets --------------------------------------------------------------------------------------------------


def test_nobody_sees_the_dice_of_the_others() -> None:
    """Ruling: MO-163."""
    game = graves(HANDS + "62" + "2" + "3333")
    ruleset, state = game.match.ruleset, game.match.state
    assert ruleset.view is not None
    for seat in (0, 1):
        seen = ruleset.view(state, seat)
        assert [name for name in seen.counters if name.startswith(f"hand of seat {1 - seat}")] == []
        assert sum(n for name, n in seen.counters.items() if name.startswith(f"hand of seat {seat} ")) == 6
        hidden = [logged.event for logged in game.match.log if hides(state, logged.event, seat)]
        assert sum(isinstance(event, DiceRolled) for event in hidden) == 6
        assert all(isinstance(event, DiceRolled | CounterChanged | Answered) for event in hidden)


def test_a_hidden_die_that_falls_again_stays_hidden() -> None:
    """Ruling: MO-25, MO-163: that Luck is spent lies open, but neither face does."""
    game = Campaign("11" * 4 + "111112" + "5" + "345666" + "62" + "2" + "3333", seats=2, rerolls=("mine", "never"))
    for name in ("Knight", "Torchbearer", "Archer", "Archer"):
        if game.asked.kind == "recruit":
            game.say("recruit", name)
        keep(game)
        if game.asked.kind == "learn":
            game.say("learn", game.options()[0])
    game.say("town", "Piss-on-our-Graves").say("stake", "5").say("join", "join")
    keep(game, "shows 2")
    before = len(game.match.log)
    game.say("luck reroll", game.options("entity")[0])
    keep(game)
    state, events = game.match.state, [logged.event for logged in game.match.log[before:]]
    again, counts = [event for event in events if isinstance(event, DiceRolled)][:2]
    assert (again.face, counts.face) == (5, 5)
    assert [[hides(state, event, seat) for event in (again, counts)] for seat in (0, 1)] == [[False, False], [True, True]]
    (spent,) = [event for event in events if isinstance(event, CounterChanged) and event.counter == "Luck"]
    assert not hides(state, spent, 1)
    game.done()


def test_a_game_goes_on_from_a_save_and_replays() -> None:
    game = graves(HANDS + "62" + "2" + "3333" + "4" + "4444" + "4" + "4444")
    resumed = dc.resume(game.match.save(), game.game)
    for match in (game.match, resumed):
        for _ in range(2):
            assert match.answer(0) is None
    assert resumed.log == game.match.log
    assert dc.replay(game.match.transcript.to_json(), game.game).log == game.match.log
