"""Checks of meaning: what parses and binds, yet cannot be meant.

Each word finds what is wrong with its own use (`Node.faults`); here are the checks that look at whole cards and at the
library: words that point to nobody, sentences that are never reached, tables, conditions that nobody gives.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from dicecrawl.core.nodes import CardLookup, Effect, Entry, Fault, Node, Span, Standing
from dicecrawl.language.problems import Problem

if TYPE_CHECKING:
    from dicecrawl.core.definitions import Definition
    from dicecrawl.core.ruleset import Ruleset
    from dicecrawl.language.library import Library

POINTS = {
    "they": (
        "E120",
        "nobody has been named for this to refer to",
        "add a sentence before it: 'Target a random enemy.'",
    ),
    "roll": ("E131", "nothing has been rolled that this could refer to", "put the roll before this sentence"),
    "damage": ("E132", "no damage has been dealt that this could refer to", "put the attack before this sentence"),
}


def problem(fault: Fault, node: Node) -> Problem:
    """A fault with its place."""
    return Problem(
        fault.code,
        fault.message,
        fault.at or node.span,
        fault.label,
        fault.notes,
        fault.severity,
        also=fault.also,
        also_label=fault.also_label,
    )


def check_tree(ruleset: Ruleset, tree: Node, card: CardLookup) -> Iterator[Problem]:
    """What is wrong with one bound tree, of a card or free-standing."""
    for node in tree.walk():
        for fault in node.faults(card):
            yield problem(fault, node)
    yield from _idle_rules(tree)
    seen: set[tuple[str, int]] = set()
    for what, node in ruleset.loose_ends(tree):
        code, message, note = POINTS[what]
        if (code, node.span.start) not in seen:
            seen.add((code, node.span.start))
            yield Problem(code, message, node.span, "", (note,))


def _idle_rules(tree: Node) -> Iterator[Problem]:
    """Rules among the sentences of something that is done once: nobody would ever ask for them."""
    kept = {id(block) for node in tree.walk() if isinstance(node, Entry) for block in node.rule_blocks()}
    for node in tree.walk():
        if isinstance(node, Effect) and id(node) not in kept:
            for sentence in node.children():
                if isinstance(sentence, Standing) and node.rule() is None:
                    yield Problem(
                        "E153",
                        "this is a rule, and an ability only does things",
                        sentence.span,
                        "it would never be asked for",
                        (
                            "say until when: 'Until the end of combat, ...', or give a condition whose card says it",
                            "for a rule that always holds, put it on the card itself or under a heading such as 'Special:'",
                        ),
                    )


def check_library(library: Library) -> Iterator[Problem]:
    """Everything that is wrong with a library as a whole."""

    for kind in library.kinds():
        for definition in library.all(kind):
            if definition.tree is not None:
                yield from check_tree(library.ruleset, definition.tree, library.find)
            yield from _card(definition)
    yield from _given(library)
    yield from _meanings(library)
    for check in library.ruleset.checks:
        for fault, where in check(library):
            yield Problem(
                fault.code, fault.message, fault.at or where, fault.label, fault.notes, fault.severity,
                also=fault.also, also_label=fault.also_label,
            )  # fmt: skip


def _card(card: Definition) -> Iterator[Problem]:
    items: Iterable[Node] = getattr(card.tree, "items", ())
    once: dict[type, Node] = {}
    for item in items:
        blocks = item.rule_blocks() if isinstance(item, Entry) else ()
        for effect in (item, *(sentence for block in blocks for sentence in block.children())):
            if isinstance(effect, Effect):
                yield Problem(
                    "E151",
                    "this does something, but nothing says when",
                    effect.span,
                    "a card holds rules and headed abilities",
                    ("put it under a heading such as 'Action \"Name\":', or begin with 'When ...' or 'At upkeep, ...'",),
                )
        if isinstance(item, Effect) or (isinstance(item, Entry) and item.several):
            continue
        if not isinstance(item, Standing) and getattr(item, "name", None) is None:
            first = once.setdefault(type(item), item)
            if first is not item:
                yield Problem("E111", "this line stands twice on the card", item.span, "the second one", (),
                              also=first.span, also_label="the first one")  # fmt: skip
    yield from _same_abilities(card)
    if "source" not in card.fields:
        yield Problem("W201", f"'{card.name}' does not say where it comes from", card.span, "", (
            "add a line such as: Source \"My book\", \"page 3\".",), "warning")  # fmt: skip


def _same_abilities(card: Definition) -> Iterator[Problem]:
    seen: dict[tuple[str, str], Span] = {}
    for ability in card.abilities:
        if not ability.name or ability.kind not in ("action", "reaction"):
            continue
        key = (ability.kind, ability.name)
        if key in seen and not ability.faces:
            yield Problem("E112", f"{card.name} has two actions called '{ability.name}'", ability.span, "the second one",
                          (), also=seen[key], also_label="the first one")  # fmt: skip
        seen.setdefault(key, ability.span)


def _given(library: Library) -> Iterator[Problem]:
    given: set[str] = set()
    for kind in library.kinds():
        for card in library.all(kind):
            for node in card.tree.walk() if card.tree is not None else ():
                name = getattr(node, "name", None)
                if name is not None and hasattr(node, "lasts") and hasattr(node, "level"):
                    given.add(name.text)
    for card in library.all("condition"):
        if card.name not in given and "given by" not in card.fields:
            yield Problem("W202", f"nobody gives '{card.name}'", card.span, "", (
                "if a card outside this pack gives it, add a line such as: Given by \"the second delve\".",), "warning",
            )  # fmt: skip


def _meanings(library: Library) -> Iterator[Problem]:
    for card in library.all("condition"):
        meant = card.fields.get("means")
        trail = [card.name]
        while meant is not None:
            name = meant.name.text
            if name in trail:
                yield Problem("E152", f"'{card.name}' means itself in a circle: {' -> '.join([*trail, name])}", card.span)
                break
            trail.append(name)
            other = library.find("condition", name)
            meant = other.fields.get("means") if other is not None else None
