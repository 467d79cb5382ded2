"""The fixed battle that is measured: four rogues with Quality 1 and Flaw 1 each against four goblins, and how it is played.

Everybody makes the basic attack on the nearest enemy in reach, else changes places with the one in front, else does
nothing. No dice are rolled again.
"""

from __future__ import annotations

import dicecrawl as dc
from dicecrawl.core.decisions import Decision
from dicecrawl.core.state import State
from dicecrawl.games.marching_order import Rogue

REACH = {"Barbarian": (1, 1), "Knight": (1, 2), "Sellsword": (1, 2), "Archer": (5, 6)}
"""From how many spaces to how many the basic attack of each reaches."""

ENEMIES = ("Goblin Smasher", "Goblin Wallboy", "Goblin Slinger", "Goblin Sneak Thief")


def nearest(decision: Decision, state: State) -> tuple[int, ...]:
    """The player: creatures are listed nearest first, so the first is always the one it wants."""
    if decision.kind != "action":
        return (0,)
    actor = decision.actor
    assert actor is not None
    place = state.zone("rogues").index(actor) + 1
    low, high = REACH[state[actor].definition]
    wanted = "Skip"
    if any(low <= place + other - 1 <= high for other in range(1, len(state.zone("enemies")) + 1)):
        wanted = ""  # the basic attack: the only action it knows
    elif place > 1:
        wanted = "Move"
    for index, option in enumerate(decision.options):
        if option.value == wanted or (not wanted and option.kind == "action"):
            return (index,)
    raise AssertionError(f"{wanted!r} is not among {decision.options}")


def battle(game: dc.Game, k: int) -> dc.Match:
    """Battle number `k`, set up."""
    rogues = [Rogue(name, actions=[], qualities=[1], flaws=[1]) for name in REACH]
    return game.battle(rogues, ENEMIES, dice=dc.SeededDice.for_game(0, k), players=nearest)


Outcome = tuple[str | None, int, tuple[tuple[str, int], ...], tuple[tuple[str, int], ...], int]
"""Result, rounds, both lines with Health left, and how many dice were rolled."""


def outcome(match: dc.Match) -> Outcome:
    """How a battle of the engine came out."""
    state = match.state
    rogues, enemies = (
        tuple((state[who].label, state[who].count("Health")) for who in state.zone(side)) for side in ("rogues", "enemies")
    )
    return state.result, state.count("round"), rogues, enemies, len(match.transcript.faces)
