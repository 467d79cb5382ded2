"""Writes docs/cards/delve.md: the adventurers, adventures, encounters and treasures of Delve, made from content.

Run it after changing a card: python docs/generate/delve_cards.py. A test compares the page with what this makes. What play
is worth is not reckoned here: the guide has it (docs/guides/delve.md).
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import dicecrawl as dc
from dicecrawl.analysis.distribution import markdown
from dicecrawl.core.definitions import Definition
from dicecrawl.core.nodes import Name, Node
from dicecrawl.effects.cards import Called, Source, Tags
from dicecrawl.language.printer import Printer

PAGE = Path(__file__).resolve().parents[1] / "cards" / "delve.md"
SOLVED = "../guides/delve.md#solve-it"
INTRO = f"""\
<!-- Made by docs/generate/delve_cards.py from content/delve. -->

# The cards of Delve

The texts are those that are played, as the language prints them. What each encounter and treasure is worth under the best
play there is stands in the guide: [Solve it]({SOLVED}).
"""
_ABILITY = re.compile(r'"(?P<name>[^"]+)" needs (?P<dice>[^:]+):')


def english(game: dc.Game, node: Node) -> str:
    """A tree in full English, safe in a table."""
    return markdown(Printer.of(game.ruleset).english(node))


def items(card: Definition) -> list[Node]:
    """The lines of a card but its source, its shorter name and its tags."""
    return [item for item in getattr(card.tree, "items", ()) if not isinstance(item, (Source, Called, Tags))]


def text(game: dc.Game, card: Definition) -> str:
    """All that a card says."""
    return " ".join(english(game, item) for item in items(card))


def named(card: Definition) -> set[str]:
    """Every name that a card speaks of."""
    return set() if card.tree is None else {node.text for node in card.tree.walk() if isinstance(node, Name)}


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A Markdown table, ending with an empty line."""
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (head, ["---"] * len(head), *rows)) + "\n"


def adventurers(game: dc.Game) -> Iterator[str]:
    """What each adventurer can do with which dice."""
    printer = Printer.of(game.ruleset)
    yield "## Adventurers\n"
    for card in game.library.all("adventurer"):
        rows = []
        for ability, line in zip(card.abilities, items(card), strict=True):
            found = _ABILITY.search(printer.sentence(game.ruleset.unnest(line)))
            assert found is not None
            rows.append((markdown(ability.name), markdown(found["dice"]), english(game, ability.block)))
        yield f"### {card.name}\n"
        yield table(("Ability", "Dice", "Text"), rows)


def adventures(game: dc.Game) -> Iterator[str]:
    """Each adventure with its encounters in order."""
    yield "## Adventures\n"
    yield f"How likely each encounter is won, alone and from a full party: [Solve it]({SOLVED}).\n"
    for card in game.library.all("adventure"):
        party = ", ".join(f"{name} {boxes}" for name, boxes in card.fields["party"])
        yield f"### {card.name}\n"
        yield f"Party, with its boxes: {party}.\n"
        rows = []
        for name in card.fields["encounters"]:
            encounter = game.card(name, "encounter")
            rows.append((markdown(encounter.name), text(game, encounter)))
        yield table(("Encounter", "Text"), rows)


def opponents(game: dc.Game) -> Iterator[str]:
    """Who is fought."""
    yield "## Opponents\n"
    rows = []
    for card in game.library.all("opponent"):
        more = [english(game, item) for item in items(card)][1:]
        rows.append((markdown(card.name), str(card.stats["Boxes"]), " ".join(more)))
    yield table(("Opponent", "Boxes", "Text"), rows)


def treasures(game: dc.Game) -> Iterator[str]:
    """What is found, and where."""
    yield "## Treasures\n"
    yield f"What each is worth: [Solve it]({SOLVED}).\n"
    rows = []
    for card in game.library.all("treasure"):
        where = [place.name for place in game.library.all("encounter") if card.name in named(place)]
        rows.append((markdown(card.name), ", ".join(where), text(game, card)))
    yield table(("Treasure", "Found in", "Text"), rows)


def conditions(game: dc.Game) -> Iterator[str]:
    """What a card may give besides."""
    yield "## Conditions\n"
    yield table(("Condition", "Text"), [(card.name, text(game, card)) for card in game.library.all("condition")])


def page() -> str:
    """The whole page."""
    game = dc.load("delve")
    parts = [INTRO, *adventurers(game), *adventures(game), *opponents(game), *treasures(game), *conditions(game)]
    return "\n".join(parts).rstrip() + "\n"


def main() -> int:
    """Write the page."""
    PAGE.write_text(page(), encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
