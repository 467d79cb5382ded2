"""Writes docs/cards: a page for every rogue, monster and condition of Marching Order, from the cards themselves.

Run it after changing a card: python docs/generate/cards.py. The duels take half a minute and are kept in duels.json:
python docs/generate/cards.py --duels fights them anew. A test compares the pages with what this makes.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

import dicecrawl as dc
from dicecrawl.analysis.distribution import percent
from dicecrawl.analysis.odds import Odds, odds
from dicecrawl.authoring.explain import explain
from dicecrawl.core.definitions import Definition
from dicecrawl.effects.checks import Make
from dicecrawl.errors import BudgetExceeded

DOCS = Path(__file__).parents[1]
CARDS = DOCS / "cards"
DUELS = Path(__file__).with_name("duels.json")
KINDS = {"rogue": "Rogues", "monster": "Monsters", "condition": "Conditions"}
AGAINST = {"rogue": "Skeleton Warrior", "monster": "Knight"}
"""Whom the odds of each kind are against: alone in the open, in reach, at full Health."""

LEAVES = 400
"""Ways for the dice to fall up to which odds are shown; beyond, `dicecrawl odds` tells them."""

FIGHTS, SEED = 200, 0
ALONE = ("Knight", "Skeleton Warrior")
"""Who fights the duels: a monster meets a Knight, a Rogue a Skeleton Warrior, each alone, with everything on their sheets."""


def slug(name: str) -> str:
    """A file name."""
    return re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")


def duel(game: dc.Game, card: Definition) -> dict[str, Any] | None:
    """How often the Rogues win; None where nobody can be fought."""
    rogue, monster = (card.name, ALONE[1]) if card.kind == "rogue" else (ALONE[0], card.name)
    if card.fields.get("rolls for actions"):
        return None
    fought = game.simulate([rogue], [monster], n=FIGHTS, seed=SEED, players="greedy")
    won = fought.won
    return {"won": won.hits, "low": round(float(won.interval.low), 4), "high": round(float(won.interval.high), 4)}


def duels(game: dc.Game) -> dict[str, Any]:
    """All of them, by card."""
    return {f"{card.kind} {card.name}": duel(game, card) for kind in AGAINST for card in game.library.all(kind)}


def given(game: dc.Game) -> dict[str, list[tuple[Definition, str]]]:
    """Who gives each condition: card and ability."""
    found: dict[str, list[tuple[Definition, str]]] = {}
    for kind in ("rogue", "monster", "item", "condition", "common"):
        for card in game.library.all(kind):
            for ability in card.abilities:
                for node in ability.block.walk():
                    name = getattr(node, "name", None)
                    if name is not None and hasattr(node, "lasts") and (card, ability.name) not in found.get(name.text, []):
                        found.setdefault(name.text, []).append((card, ability.name))
    return found


def card_page(game: dc.Game, card: Definition, fought: dict[str, Any], givers: dict[str, list[tuple[Definition, str]]]) -> str:
    """The page of one card."""
    target = AGAINST.get(card.kind)
    told = explain(game, card.name)
    parts = [f"# {card.name}\n", f"A {card.kind} of Marching Order{f' ({told.source})' if told.source else ''}.\n"]
    parts.append(f"```text\n{told.english.rstrip()}\n```\n")
    if target is not None:
        parts.extend(_odds(exact(game, card, target), target))
        parts.extend(_fought(card, fought.get(f"{card.kind} {card.name}")))
    if card.kind == "condition":
        parts.extend(_given(givers.get(card.name, []), card))
    elif told.words:
        parts.append("## Conditions it speaks of\n")
        parts.extend(f"- [{name}](../conditions/{slug(name)}.md)" for name, _ in told.words)
        parts.append("")
    return "\n".join(parts).rstrip() + "\n"


def exact(game: dc.Game, card: Definition, target: str) -> list[Odds]:
    """The odds of every ability with a roll, as far as they are quickly told."""
    found = []
    for ability in card.of_kind("action", "quality", "flaw", "bullshit"):
        if any(isinstance(node, Make) for node in ability.block.walk()):
            mode = "action" if ability.kind == "action" else "trait"
            try:
                found.append(odds(game, ability.block, card.name, target, title=ability.name, mode=mode, most=LEAVES))
            except BudgetExceeded:
                continue
    return found


def _odds(told: list[Odds], target: str) -> list[str]:
    if not told:
        return []
    lines = [f"## Against a {target}\n", "Exact, in the open, within reach, the target at full Health.\n"]
    lines += ["| Ability | Succeeds | Damage on average | Down |", "|---|---:|---:|---:|"]
    for one in told:
        success = "" if one.success is None else percent(one.success)
        lines.append(f"| {one.title} | {success} | {float(one.damage.kept_mean):.3f} | {percent(one.down)} |")
    return [*lines, ""]


def _fought(card: Definition, fought: dict[str, Any] | None) -> list[str]:
    if fought is None:
        return []
    if card.kind == "rogue":
        who = f"Alone against a {ALONE[1]} the {card.name} wins"
    else:
        who = f"A {ALONE[0]} alone beats the {card.name} in"
    rate = fought["won"] / FIGHTS
    share = f"{100 * rate:.0f} %; {100 * fought['low']:.0f} to {100 * fought['high']:.0f} %, 95 %"
    played = f"both played by the greedy player, seed {SEED}"
    return ["## In a duel\n", f"{who} {fought['won']} of {FIGHTS} fights ({share}), {played}.\n"]


def _given(givers: list[tuple[Definition, str]], card: Definition) -> list[str]:
    lines = ["## Who gives it\n"]
    folders = {"rogue": "rogues", "monster": "monsters", "condition": "conditions"}
    for giver, ability in givers:
        name = giver.name
        if giver.kind in folders:
            name = f"[{name}](../{folders[giver.kind]}/{slug(name)}.md)"
        lines.append(f"- {name}{f': {ability}' if ability else ''}")
    if not givers:
        means = card.fields.get("means")
        lines.append(
            f"- it means {means.name.text}" if means is not None else f"- {card.fields.get('given by', 'nobody here')}"
        )
    return [*lines, ""]


def index(game: dc.Game) -> str:
    """The page that leads to all others."""
    lines = [
        "<!-- Made by docs/generate/cards.py from the cards. -->\n",
        "# The cards of Marching Order\n",
        "Every page shows the text that is played, in its full form, with exact odds of what it does.\n",
    ]
    for kind, title in KINDS.items():
        lines.append(f"## {title}\n")
        folder = title.lower()
        lines.extend(f"- [{card.name}](marching_order/{folder}/{slug(card.name)}.md)" for card in game.library.all(kind))
        lines.append("")
    return "\n".join(lines).rstrip() + "\n"


def pages(game: dc.Game | None = None) -> dict[str, str]:
    """Every page by its path below docs/cards."""
    game = game or dc.load("marching_order")
    fought = json.loads(DUELS.read_text(encoding="utf-8"))
    givers = given(game)
    made = {"index.md": index(game)}
    for kind, title in KINDS.items():
        for card in game.library.all(kind):
            made[f"marching_order/{title.lower()}/{slug(card.name)}.md"] = card_page(game, card, fought, givers)
    return made


def main(arguments: list[str]) -> int:
    """Write the pages, and the duels if that is asked."""
    game = dc.load("marching_order")
    if "--duels" in arguments:
        text = json.dumps(duels(game), indent=1, ensure_ascii=False)
        DUELS.write_text(text + "\n", encoding="utf-8", newline="\n")
    for name, text in pages(game).items():
        path = CARDS / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
