"""Content that never comes to an end by itself: each is stopped by a limit, and the error names the chain and the line.

The texts are sound for the language; what is wrong with them shows only in play. None may hang or run out of stack.
"""

from __future__ import annotations

import re
import time

import pytest

import dicecrawl as dc
from dicecrawl.core.events import ConditionGained
from dicecrawl.games.marching_order import Rogue
from dicecrawl.language.library import load_library
from dicecrawl.language.source import Source
from tests.properties.fights import game

HEAD = """\
monster Looper:
    Stats Physical +1, Defense 2, Health 5, Magic +0, Resolve +1.
    Source "Nowhere".
"""

ECHO = """
condition Echo:
    Tags Harmful.
    Source "Nowhere".
"""


def looper(action: str, special: str = "", more: str = "") -> str:
    special = f"    Special Law {special}\n" if special else ""
    return f"{HEAD}{special}    Action 1-6 Again: {action}\n    Bullshit 1-6 Hm: Nothing happens.\n{more}"


WITHOUT_END = {
    "an action that grants itself an action": (looper("Take an action."), "depth", 4),
    "an action that grants itself two": (looper("Take an action. Take an action."), "depth", 4),
    "an action that orders itself by name": (looper('Take the "Again" action.'), "depth", 4),
    "two that order each other": (looper("Target a random ally. They take an action."), "depth", 4),
    "a condition that grants itself when it is gained": (
        looper("You gain Echo (1).", more=f"{ECHO}    When you gain this condition: End this condition.\n"
               "    When this condition ends: You gain Echo (1).\n"),
        "depth",
        11,
    ),
    "a condition that ends and comes back": (
        looper("You gain Echo (1).", more=f"{ECHO}    When this condition ends: You gain Echo (1). End Echo.\n"
               "    At upkeep: End Echo.\n"),
        "depth",
        10,
    ),
    "one that hurts itself when hurt": (
        looper("Take 1 damage.", "when you take damage: You gain 1 Health. Take 1 damage."), "depth", 4
    ),
    "one that rolls again when it fails": (
        looper("Make a Resolve Roll vs TN 99.", "when you fail a roll: Make a Resolve Roll vs TN 99."), "depth", 4
    ),
    "one that rolls before it rolls": (
        looper("Make a Resolve Roll vs TN 9.", "when you make a roll: Make a Resolve Roll vs TN 9."), "depth", 4
    ),
    "summoners that call each other to act": (
        looper("Summon a Looper at the back of your marching order. Target every ally. They take an action."), "depth", 4
    ),
    "one that leaves another behind whenever it dies": (
        looper("Lose 9 Health.", "when you die: Summon a Looper at the front of your marching order."), "entities", 4
    ),
    "one that calls another before it dies": (
        looper("Lose 9 Health.", "when you would die: Summon a Looper at the back of your marching order."), "entities", 4
    ),
    "a summon that summons itself": (
        looper("Summon a Looper at the back of your marching order."), "entities", 4
    ),
    "more actions than there is time for": (
        looper("You gain Echo (∞).", more=f"{ECHO}    You have 99999 actions each turn.\n"), "steps", 4
    ),
}  # fmt: skip


def fought(text: str, limits: dc.Limits | None = None) -> dc.Match:
    shipped = [parsed.source for parsed in game().library.parsed.values()]
    loaded = load_library(game().ruleset, [*shipped, Source.of(text, "bad.crawl")])
    mine = dc.Game(game().ruleset, loaded.demand())
    return mine.battle(["Knight"], ["Looper", "Looper"], seed=1, players=dc.GreedyPlayer(), limits=limits)


@pytest.mark.parametrize("name", WITHOUT_END)
def test_content_without_end_is_stopped_and_its_line_is_named(name: str) -> None:
    text, limit, line = WITHOUT_END[name]
    match = fought(text, dc.Limits(steps=2_000, entities=150))
    began = time.monotonic()
    with pytest.raises(dc.BudgetExceeded) as caught:
        match.play()
    message = str(caught.value)
    assert f"raise Limits({limit}=...)" in message
    assert re.search(rf"(Looper|Echo) at bad\.crawl:{line}:\d+", message), message
    assert time.monotonic() - began < 20


TOLD = {
    "a condition that grants itself when it is gained": (
        "one step of play had sentences cause each other more than 80 deep: Echo at bad.crawl:10:35 -> Echo at bad.crawl:11:5 "
        "-> Echo at bad.crawl:11:31 -> Echo at bad.crawl:10:5 -> Echo at bad.crawl:10:35 -> Echo at bad.crawl:11:5. "
        "Give the last sentence an end (a cooldown, a die, a resource that runs out), or raise Limits(depth=...)."
    ),
    "a summon that summons itself": (
        "the game holds more than 150 entities, those gone included: Looper at bad.crawl:4:5 -> Looper at bad.crawl:4:23. "
        "Give the last sentence an end (a cooldown, a die, a resource that runs out), or raise Limits(entities=...)."
    ),
    "one that hurts itself when hurt": (
        "one step of play had sentences cause each other more than 80 deep: Looper at bad.crawl:4:58 -> "
        "Looper at bad.crawl:4:5 -> Looper at bad.crawl:4:58 -> Looper at bad.crawl:4:5 -> Looper at bad.crawl:4:58 -> "
        "Looper at bad.crawl:4:5. "
        "Give the last sentence an end (a cooldown, a die, a resource that runs out), or raise Limits(depth=...)."
    ),
}


@pytest.mark.parametrize("name", TOLD)
def test_the_message_tells_the_chain_of_causes(name: str) -> None:
    with pytest.raises(dc.BudgetExceeded) as caught:
        fought(WITHOUT_END[name][0], dc.Limits(steps=2_000, entities=150)).play()
    assert str(caught.value) == TOLD[name]


def test_a_condition_that_only_grants_itself_again_is_renewed_once_and_no_more() -> None:
    """It does not come anew while it is there (MO-82), so nothing follows from nothing."""
    more = f"{ECHO}    When you gain this condition: You gain Echo (1).\n"
    match = fought(looper("You gain Echo (1).", more=more), dc.Limits(rounds=3))
    assert match.play().result in ("won", "undecided")
    gained = [entry.event for entry in match.log if isinstance(entry.event, ConditionGained)]
    assert [event.renewed for event in gained[:2]] == [False, True]
    assert gained[1].condition.dice == 2


REFLECTOR = """\
rogue Mirror:
    Price 0.
    Stats Physical +1, Defense 2, Health 9, Magic +0, Tinker +0, Awareness +0, Escape +0, Luck +0, Resolve +1.
    Source "Nowhere".
    Basic action Poke: Target any enemy. Make a Physical Attack Roll vs their Defense.
    Reaction Answer when you take damage: You gain 9 Health. Take 1 damage.
    Quality 1-6 Hm: Nothing happens.
    Flaw 1-6 Hum: Take 1 damage.
"""


def test_a_reaction_to_its_own_damage_is_stopped_and_the_chain_is_told() -> None:
    """The answer hurts the one who gives it, so that each answer calls for the next; a cooldown would end it."""
    shipped = [parsed.source for parsed in game().library.parsed.values()]
    loaded = load_library(game().ruleset, [*shipped, Source.of(REFLECTOR, "bad.crawl")])
    mine = dc.Game(game().ruleset, loaded.demand())
    match = mine.battle([Rogue("Mirror", flaws=[1])], ["Imp"], seed=1, players=dc.GreedyPlayer())
    with pytest.raises(dc.BudgetExceeded) as caught:
        match.play()
    assert str(caught.value) == (
        "one step of play had sentences cause each other more than 80 deep: Mirror at bad.crawl:6:5 -> "
        "Mirror at bad.crawl:6:62 -> Mirror at bad.crawl:6:5 -> Mirror at bad.crawl:6:43. "
        "Give the last sentence an end (a cooldown, a die, a resource that runs out), or raise Limits(depth=...)."
    )
    cooled = REFLECTOR.replace("Reaction Answer when", "Reaction Answer [cooldown 1] when")
    loaded = load_library(game().ruleset, [*shipped, Source.of(cooled, "good.crawl")])
    good = dc.Game(game().ruleset, loaded.demand())
    assert good.battle([Rogue("Mirror", flaws=[1])], ["Imp"], seed=1, players=dc.GreedyPlayer()).play().over


@pytest.mark.parametrize("name", [name for name, (_, limit, _) in WITHOUT_END.items() if limit != "steps"])
def test_the_limits_that_nobody_set_are_enough_too(name: str) -> None:
    with pytest.raises(dc.BudgetExceeded):
        fought(WITHOUT_END[name][0]).play()


def test_endless_rounds_are_no_error_but_an_undecided_battle() -> None:
    match = fought(looper("Nothing happens.", "when you would die: Set your Health to 5 instead."), dc.Limits(rounds=30))
    assert match.play().result == "undecided"
    assert match.state.count("round") == 30


def test_a_stopped_battle_can_still_be_saved_and_shown_to_whoever_mends_the_card() -> None:
    match = fought(looper("Take an action."))
    with pytest.raises(dc.BudgetExceeded) as first:
        match.play()
    mine = dc.Game(match.ruleset, match.library)  # type: ignore[arg-type]
    with pytest.raises(dc.BudgetExceeded) as again:
        dc.resume(match.save(), mine)
    assert str(again.value) == str(first.value)
