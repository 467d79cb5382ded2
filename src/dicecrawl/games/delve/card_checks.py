"""What a card of Delve must have: boxes, a party, encounters, opponents that can be met."""

from __future__ import annotations

from collections.abc import Iterator

from dicecrawl.core.definitions import Library
from dicecrawl.core.nodes import Fault, Span
from dicecrawl.games.delve.words import BOXES


def check(library: Library) -> Iterator[tuple[Fault, Span]]:
    """Faults of whole cards, each with its place."""
    for card in library.all("opponent"):
        if BOXES not in card.stats:
            yield Fault("E186", f"'{card.name}' has no boxes", "", ("add a line such as: Boxes 2.",)), card.span
    for card in library.all("adventure"):
        for field, note in (("party", "Party Fighter 6, Wizard 1."), ("encounters", "Encounters Giant, Dragon.")):
            if not card.fields.get(field):
                yield Fault("E187", f"'{card.name}' has no {field}", "", (f"add a line such as: {note}",)), card.span
    for card in library.all("adventurer"):
        if not any(ability.kind == "ability" for ability in card.abilities):
            note = 'add one such as: Ability "Charge" needs up to 2 dice showing 6: ...'
            yield Fault("E188", f"'{card.name}' has no ability", "", (note,)), card.span
    for card in library.all("encounter"):
        fought = sum(amount.number for amount, _ in card.fields.get("fight", ()) if hasattr(amount, "number"))
        first = card.fields.get("begins with")
        if first and "fight" not in card.fields:
            yield Fault("E183", f"'{card.name}' begins with opponents and has none", "add a Fight line"), card.span
        elif first and fought and first > fought:
            yield Fault("E183", f"'{card.name}' has {fought} opponents and begins with {first}", "write fewer"), card.span
