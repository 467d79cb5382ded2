"""Single situations of Delve on the table: an encounter, or a round of one, in an author's words. Ruling: DV-62."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dicecrawl.core.definitions import Library
from dicecrawl.core.staging import Cast, Lines, Named, Staging
from dicecrawl.core.state import State
from dicecrawl.errors import SetupError
from dicecrawl.games.delve.setup import Adventurer, Opponent, setup
from dicecrawl.games.delve.words import ADVENTURERS, BOXES, BURROWED, DEAD, DESTROYED, OPPONENTS, WAITING

_PLACES = {OPPONENTS: "battle", WAITING: "waiting", BURROWED: "burrowed"}


def cast(creature: Cast, zone: str) -> Any:
    """The spec that an adventure is set up with; raises `SetupError` for what nobody has in this game."""
    if creature.carries:
        raise SetupError(f"{creature.card} is given a treasure: write instead Treasures: {', '.join(creature.carries)}.")
    if creature.knows is not None or creature.traits or creature.cooldowns or creature.player or creature.name:
        raise SetupError(f"{creature.card} is given more than there is here: boxes, and conditions with 'with'")
    boxes = creature.counters.get(BOXES)
    return Adventurer(creature.card, boxes) if zone == ADVENTURERS else Opponent(creature.card, boxes, _PLACES[zone])


def situation(library: Library, lines: Lines, said: Mapping[str, Any]) -> State:
    """The beginning of an encounter, or with opponents the round of one that comes next."""
    opponents = [foe for zone in _PLACES for foe in lines.get(zone, ())]
    if opponents and "encounter" not in said and "begin" not in said:
        raise SetupError("nothing says which encounter these opponents belong to: write Encounter: NAME.")
    return setup(library, party=lines.get(ADVENTURERS), opponents=opponents or None, **said)


STAGING = Staging(
    lines={"Party": ADVENTURERS, "Opponents": OPPONENTS, "Waiting": WAITING, "Burrowed": BURROWED},
    numbers={"Round": "round"},
    cards={
        "Adventure": Named("adventure", "adventure"),
        "Encounter": Named("encounter", "encounter"),
        "Begin with": Named("begin", "encounter"),
        "Treasures": Named("treasures", "treasure", several=True),
    },
    needed=("Adventure",),
    cast=cast,
    setup=situation,
    pauses=("encounter", "round"),
    begins={
        "the encounter begins": "encounter",
        "the next encounter begins": "encounter",
        "a round is played": "round",
        "the next round is played": "round",
    },
    answers={"uses": ("ability",), "keeps": ("keep",)},
    fates=(DEAD, DESTROYED, WAITING, BURROWED),
)
