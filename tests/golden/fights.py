"""The fights that are kept: a few to read, and digests of these and some more, the same on every Python and machine.

After a wanted change of rules or content: `python -m tests.golden.fights` writes them anew; read what changed and say in
the commit why.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import dicecrawl as dc
from dicecrawl.core.events import Event, StepEnded, event_fields
from dicecrawl.core.save import state_digest
from dicecrawl.core.state import Condition, Entity, State, Step, Waiting
from dicecrawl.games.marching_order import Rogue
from tests.properties.fights import log_digest

HERE = Path(__file__).parent
DIGESTS = HERE / "digests.json"

_IDS = ("who", "target", "actor", "roller", "dealer", "mover", "owner")
_ROW = ("order", "movers")


@lru_cache(maxsize=1)
def game() -> dc.Game:
    return dc.load("marching_order")


def battle(rogues: list[Any], enemies: list[Any], seed: int, player: dc.Player, **options: Any) -> dc.Match:
    return game().battle(rogues, enemies, seed=seed, players=player, **options)


def the_four(seed: int, player: dc.Player) -> dc.Match:
    """The usual party, a quality and a flaw each, against four goblins."""
    party = [Rogue(name, qualities=[1], flaws=[1]) for name in ("Barbarian", "Knight", "Sellsword", "Archer")]
    return battle(party, ["Goblin Smasher", "Goblin Wallboy", "Goblin Slinger", "Goblin Sneak Thief"], seed, player)


def the_vampire(seed: int, player: dc.Player) -> dc.Match:
    """A knight and a wizard in the vampire's tomb."""
    party = [
        Rogue("Knight", qualities=[2], flaws=[3], items=["Holy Water", "Healing Potion"]),
        Rogue("Wizard", qualities=[2, 4], flaws=[3], items=["Bandage"]),
        Rogue("Archer", qualities=[4], flaws=[6]),
    ]
    return battle(party, ["Dire Wolf", "Siegfried"], seed, player)


def two_players(seed: int, player: dc.Player) -> dc.Match:
    """Two players with two Rogues each against bones, stone and rats."""
    party = [
        Rogue("Sellsword", actions=[], flaws=[4]),
        Rogue("Barbarian", qualities=[5], health=6),
        Rogue("Archer", qualities=[3], items=["Alchemist's Fire", "Caltrops"]),
        Rogue("Wizard", flaws=[1, 2, 4]),
    ]
    foes = ["Living Statue", "Giant Rat", "Skeleton Warrior", "Giant Rat", "Imp"]
    return battle(party, foes, seed, player, seats=2, coins=40)


TO_READ = {
    "four against four goblins": lambda: the_four(2, dc.GreedyPlayer()),
    "in the tomb of the vampire": lambda: the_vampire(5, dc.RandomPlayer(5)),
    "two players against bones and stone": lambda: two_players(3, dc.GreedyPlayer()),
}

KEPT = {
    **TO_READ,
    **{f"the four, seed {seed}": lambda seed=seed: the_four(seed, dc.RandomPlayer(seed)) for seed in range(10, 14)},
    **{f"the vampire, seed {seed}": lambda seed=seed: the_vampire(seed, dc.GreedyPlayer()) for seed in range(10, 14)},
    **{f"two players, seed {seed}": lambda seed=seed: two_players(seed, dc.RandomPlayer(seed)) for seed in range(10, 14)},
}


def file_of(name: str) -> Path:
    return HERE / f"{name.replace(' ', '_')}.txt"


# -- telling ------------------------------------------------------------------------------------------------------------------


def transcript(match: dc.Match) -> str:
    """A match event by event, a line each, with the card that caused it at the end; steps are headings."""
    return "\n".join([*_lines(match), ""])


def _lines(match: dc.Match) -> Iterator[str]:
    past = match.start
    for side in ("rogues", "enemies"):
        yield f"{side}: " + ", ".join(past[who].label for who in past.zone(side))
    yield from _heading(past.step, {})
    for logged in match.log:
        event = logged.event
        labels = {entity.id: entity.label for entity in past.entities.values()}
        if isinstance(event, StepEnded):
            yield from _heading(event.following, labels)
        else:
            cause = f"  [{logged.cause.definition}]" if logged.cause.definition else ""
            instead = f", instead of: {_told(logged.replaced, labels)}" if logged.replaced is not None else ""
            yield _told(event, labels) + instead + cause
        event.apply(past)
    yield ""
    yield f"result: {match.result} after {match.state.count('round')} rounds, {len(match.log)} events"
    yield "rogues left: " + _left(match.state, "rogues")
    yield "enemies left: " + _left(match.state, "enemies")
    yield "faces: " + " ".join(map(str, match.transcript.faces))
    yield "answers: " + " ".join("".join(map(str, picks)) or "-" for picks in match.transcript.answers)


def _heading(step: Step | None, labels: Mapping[int, str]) -> Iterator[str]:
    if step is not None:
        yield ""
        yield f"== {step.phase}" + (f": {labels[step.who]}" if step.who else "")


def _left(state: State, side: str) -> str:
    return ", ".join(f"{state[who].label} {state[who].count('Health')}" for who in state.zone(side)) or "none"


def _told(event: Event, labels: Mapping[int, str]) -> str:
    words = "".join(f" {char.lower()}" if char.isupper() else char for char in type(event).__name__).strip()
    fields = event_fields(event)
    if "natural" in fields and fields["natural"] == fields.get("face"):
        del fields["natural"]
    if "applied" in fields and fields["applied"] == fields["by"]:
        del fields["applied"]
    if fields.get("floor") == 0:
        del fields["floor"]
    parts = [
        _part(name, value, labels)
        for name, value in fields.items()
        if not (value is None or value is False or value in ("", ()))
    ]
    return f"{words}: {', '.join(parts)}"


def _part(name: str, value: Any, labels: Mapping[int, str]) -> str:
    if name in _IDS:
        return labels.get(value, str(value)) if name == "who" else f"{name} {labels.get(value, value)}"
    if name in _ROW:
        return f"{name} " + " | ".join(labels.get(who, str(who)) for who in value)
    if name == "picks":
        return "picks " + " and ".join(labels.get(pick, str(pick)) if isinstance(pick, int) else pick for pick in value)
    match value:
        case Condition():
            strength = f" [{value.strength}]" if value.strength is not None else ""
            dice = f" ({value.dice})" if value.dice is not None else ""
            return f"{value.name}{strength}{dice}" + (", its die is off" if value.last else "")
        case Entity():
            return value.label
        case Waiting():
            return f"{value.key} until {value.until}"
        case True:
            return name
        case str():
            return value
    return f"{name} {value}"


def digests() -> dict[str, dict[str, Any]]:
    """What is kept of each fight."""
    kept = {}
    for name, begin in KEPT.items():
        match = begin().play()
        kept[name] = {
            "result": match.result,
            "events": len(match.log),
            "log": log_digest(match),
            "state": state_digest(match.state),
        }
    return kept


if __name__ == "__main__":
    for name, begin in TO_READ.items():
        file_of(name).write_text(transcript(begin().play()), encoding="utf-8", newline="\n")
    DIGESTS.write_text(json.dumps(digests(), indent=2) + "\n", encoding="utf-8", newline="\n")
