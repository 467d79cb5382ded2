"""Content that never comes to an end by itself: each is stopped by a limit, and the error names the chain and the line.

The texts are sound for the language; what is wrong with them shows only in play. None may hang or run out of stack.
"""

from __future__ import annotations

import re
import time

import pytest

import dicecrawl as dc
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
