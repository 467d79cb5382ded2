"""The words of Delve that Python needs: sides, zones, counters, kinds of card, and the numbers that cards may turn."""

from __future__ import annotations

ADVENTURERS, OPPONENTS = "adventurers", "opponents"  # the two sides, and the zones in which they fight

DEAD = "dead"  # adventurers, who can be resurrected
WAITING = "waiting"  # opponents that have not yet entered the battle
BURROWED = "burrowed"  # opponents that come back with the next ones
DESTROYED = "destroyed"
ENCOUNTER = "encounter"  # the encounter that is being faced
PAST = "past"  # those that were
SHEET = "sheet"  # the adventure, which bears whatever no adventurer has to carry

BOXES = "Boxes"
ROLLS, DICE = "Rolls per round", "Dice"
KNOBS = {ROLLS: 3, DICE: 6}  # Source: Delve: The Dice Game, Rules

KINDS = {
    "adventurer": "adventurers",
    "opponent": "opponents",
    "encounter": "encounters",
    "treasure": "treasures",
    "adventure": "adventures",
    "condition": "conditions",
}

CREATURES = ("adventurer", "opponent")

SIDES_OF_DIE = 6
ROUND, ROLLED_TIMES, FACED, LAST = "round", "rolls", "encounter", "last encounter"  # counters of the whole game
FEWER, USED, SPARE, LOST = "dice fewer", "dice used", "other die", "lost"
TO_PLACE, THROWN = "to place", "throws made"  # hits or conditions that wait for the player; throws of this encounter
POINTS, BACK = "points", "back this round"  # counters of one opponent, of one adventurer


def showing(face: int) -> str:
    """The counter of the adventurers' dice on the table that show a face."""
    return f"showing {face}"


def against(face: int) -> str:
    """The counter of the opponents' dice that show a face."""
    return f"against {face}"
