"""The words of Marching Order that Python needs: stats, counters, tags, sides and zones."""

from __future__ import annotations

ROGUES, ENEMIES = "rogues", "enemies"
SIDES = (ROGUES, ENEMIES)

ASIDE = "aside"  # out of the line but in the battle: hidden, absorbed
AWAY = "away"  # escaped or gone for now: comes back when the battle is won
GONE = "gone"  # left for good, or replaced
DEAD = "dead"
HERE = "entered"  # the zone of the delve that the party is in
HOME = "at home"  # the zone of Rogues that are in town

HIDDEN_DIE = "hidden die"  # what a die is for that only its own player sees
HIDDEN_REROLL = "hidden reroll"  # the same of a die that falls again

CALLED_BY = "called by"  # the id of whoever summoned a creature while fighting for the other side
HEALTH, LUCK, COINS = "Health", "Luck", "Coins"
SLOTS, TORCH_BOXES = "Slots", "Torch Boxes"  # numbers that cards add to: more slots, more boxes on each torch
STATS = ("Physical", "Defense", "Magic", "Tinker", "Awareness", "Escape", "Resolve")
OWN_NUMBERS = (SLOTS, TORCH_BOXES)
COUNTERS = (HEALTH, LUCK, COINS)
TAGS = ("Helpful", "Harmful", "Neutral", "Moving", "Undead", "Survives", "Battle")
CREATURES = ("rogue", "monster")
KINDS = {
    "rogue": "rogues",
    "monster": "monsters",
    "condition": "conditions",
    "item": "items",
    "common": "rules",
    "delve": "delves",
    "service": "services",
    "game": "games",
}

ITEM_SLOTS = 4  # item slots of a Rogue whose sheet does not say otherwise (MO-150)
LINE = 6  # creatures at most in the line of the Rogues (MO-55)
SPACES = 4  # spaces that a line counts where a creature fills the empty ones (MO-123)
