"""What a card of Marching Order must have: stats, a table that covers its die, traits with numbers."""

from __future__ import annotations

from collections.abc import Iterator

from dicecrawl.core.definitions import Definition, Library
from dicecrawl.core.nodes import Fault, Node, Span
from dicecrawl.effects.flow import Faces, table_faults
from dicecrawl.effects.forbidden import Cannot, SufferDamage
from dicecrawl.games.marching_order.effects import InsteadOfAction
from dicecrawl.games.marching_order.hall.cards import check_games
from dicecrawl.games.marching_order.words import HEALTH


def check(library: Library) -> Iterator[tuple[Fault, Span]]:
    """Faults of every card, each with its place. Ruling: MO-62, MO-63."""
    for kind in library.kinds():
        for card in library.all(kind):
            yield from _headings(card)
    for kind in ("rogue", "monster"):
        for card in library.all(kind):
            if HEALTH not in card.stats:
                if not _bodiless(card):
                    yield Fault("E170", f"'{card.name}' has no Health", "add it to its Stats line"), card.span
            elif card.stats[HEALTH] < 1:
                yield (
                    Fault("E171", f"'{card.name}' would be dead from the start", "Health must be 1 or more"),
                    card.span,
                )
            yield from _rogue(card) if kind == "rogue" else _monster(card)
    yield from _precedence(library)
    yield from check_games(library)


def _bodiless(card: Definition) -> bool:
    """Whether nothing can ever damage it, so that it needs no Health. Ruling: MO-124."""
    return any(isinstance(rule, Cannot) and isinstance(rule.what, SufferDamage) for rule in card.rules)


def _precedence(library: Library) -> Iterator[tuple[Fault, Span]]:
    """Of two conditions that take the place of an action one must come first. Ruling: MO-85."""
    ranks: dict[int, Definition] = {}
    for card in library.all("condition"):
        if not any(isinstance(rule, InsteadOfAction) for rule in card.rules):
            continue
        rank = card.fields.get("precedence")
        if rank is None:
            continue  # it comes after all that say where they stand
        if rank in ranks:
            first = ranks[rank]
            yield (
                Fault("E176", f"'{card.name}' and '{first.name}' have the same precedence", "give it another number",
                      also=first.span, also_label="the first one"),
                card.span,
            )  # fmt: skip
        else:
            ranks[rank] = card


HEADINGS = {
    "rogue": ("action", "reaction", "quality", "flaw", "special"),
    "monster": ("action", "bullshit", "special"),
    "condition": ("special",),
    "item": ("action", "special"),
    "common": ("action", "right away"),
    "service": ("action", "quality", "flaw"),
    "delve": ("right away", "after battle", "feature"),
}
"""The headed parts that play asks each kind of card for."""


def _headings(card: Definition) -> Iterator[tuple[Fault, Span]]:
    for ability in card.abilities:
        if ability.kind not in HEADINGS[card.kind]:
            known = ", ".join(HEADINGS[card.kind])
            yield Fault("E175", f"a {card.kind} has no {ability.kind}", "", (f"it may have: {known}",)), ability.span
        elif ability.kind in ("quality", "flaw", "bullshit") or (ability.kind, card.kind) == ("action", "monster"):
            if not ability.faces:
                note = f"write: {ability.kind.capitalize()} 1 ..."
                yield Fault("E174", f"this {ability.kind} has no number", note), ability.span
            elif ability.kind != "action" and not set(ability.faces) <= set(range(1, 7)):
                yield Fault("E142", f"the bullshit die cannot show {max(ability.faces)}", "it shows 1 to 6"), ability.span


def _monster(card: Definition) -> Iterator[tuple[Fault, Span]]:
    rows = _rows(card, "action")
    if not rows:
        note = 'add rows such as: Action 1-3 "Bite": ...'
        yield Fault("E172", f"'{card.name}' has no action table", "", (note,)), card.span
    for fault in table_faults("1d6", 1, 6, rows):
        yield fault, card.span


def _rogue(card: Definition) -> Iterator[tuple[Fault, Span]]:
    if not any(ability.basic for ability in card.abilities):
        note = 'head one of its actions: Basic action "Name": ...'
        yield Fault("E173", f"'{card.name}' has no basic action", "", (note,)), card.span


def _rows(card: Definition, heading: str) -> tuple[tuple[Faces, Node], ...]:
    found = []
    for item in getattr(card.tree, "items", ()):
        words = getattr(getattr(item, "heading", None), "words", ())
        if words and words[-1] == heading and getattr(item, "faces", None) is not None:
            found.append((item.faces, item.faces))
    return tuple(found)
