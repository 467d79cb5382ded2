"""Trees grown from the grammar: every choice of a production is drawn, so that failures shrink to the shortest sentence."""

from __future__ import annotations

from typing import Any

import attrs
from hypothesis import strategies as st

from dicecrawl.core.nodes import NOWHERE, Node
from dicecrawl.language.build import Builder, shape_of
from dicecrawl.language.grammar import Production

DEEPEST = 9  # rules inside rules, after which the shortest way out is taken
NAMES = (
    "Stunned", "Giant Rat", "Physical", "of Doom", "Attack", "The End", "Roll", "X", "a", "Anti-Venom", "Alchemist's Fire",
    "Next", "They can't, can they?", 'the "Bold"', "Back\\slash", "Step", "Ünder", "Rat X", "First Aid", "“so called”", "12",
)  # fmt: skip
TEXTS = ("Marching Order", 'a "word"', "\\", "tab\tinside", "# no comment", "two: parts; done.")
LITERALS: dict[str, tuple[str | int, ...]] = {
    "NAME": NAMES,
    "STRING": NAMES + TEXTS,
    "INT": (1, 2, 0, 3, 10, 21),
    "ORD": (1, 2, 3),
    "SIGNED": ("+1", "-2", "+0", "+X", "-X"),
    "DICE": ("d6", "1d6", "2d10"),
    "RANGE": ("1-3", "4-6"),
    "ATLEAST": ("4+", "6+"),
    "X": ("X",),
}


class Grower:
    """Grows trees of one game's language."""

    def __init__(self, builder: Builder) -> None:
        self.builder = builder
        self.words = builder.tables.words
        self.rules: dict[str, list[Production]] = {}
        for production in builder.tables.productions:
            if not {"ERROR", "error"} & set(production.symbols):  # made by recovery, never written
                self.rules.setdefault(production.origin, []).append(production)
        self.height = self._heights()

    def _heights(self) -> dict[str, int]:
        """How many rules inside rules the shortest tree of each rule needs."""
        height: dict[str, int] = {}
        grew = True
        while grew:
            grew = False
            for origin, productions in self.rules.items():
                for p in productions:
                    below = [0 if s not in self.rules else height.get(s, 10**6) for s in p.symbols]
                    found = 1 + max(below, default=0)
                    if found < height.get(origin, 10**6):
                        height[origin] = found
                        grew = True
        return height

    def tall(self, production: Production) -> int:
        return 1 + max((self.height.get(s, 0) for s in production.symbols), default=0)

    def values(self, terminal: str) -> tuple[str | int, ...]:
        """The values that a kept terminal can leave in the tree."""
        if terminal in LITERALS:
            return LITERALS[terminal]
        if terminal in ("NOUN", "PURPOSE"):
            return tuple(dict.fromkeys(self.words.lemma[f] for f, t in self.words.forms.items() if t == terminal))
        return (self.words.canonical[terminal],)

    def grow(self, draw: Any, symbol: str, depth: int = 0) -> Any:
        """What a parse of this symbol could leave in the tree."""
        choices = self.rules[symbol]
        if depth >= DEEPEST:
            least = min(self.tall(p) for p in choices)
            choices = [p for p in choices if self.tall(p) == least]
        production = choices[0] if len(choices) == 1 else draw(st.sampled_from(sorted(choices, key=self.tall)))
        parts = []
        for part, kept in zip(production.symbols, production.kept, strict=True):
            if part in self.rules:
                parts.append(self.grow(draw, part, depth + 1))
            else:
                parts.append(draw(st.sampled_from(self.values(part))) if kept else None)
        return self.builder.make(production, parts, NOWHERE)

    def shortest(self, symbol: str, production: Production | None = None, **parts: Any) -> Any:
        """The shortest tree of a rule, by a production of one's choice; `at` and `part` put a part of one's own in it."""
        chosen = production or min(self.rules[symbol], key=lambda p: (self.tall(p), p.index))
        made = []
        for index, part in enumerate(chosen.symbols):
            if parts and index == parts["at"]:
                made.append(parts["part"])
            elif part in self.rules:
                made.append(self.shortest(part))
            else:
                made.append(self.values(part)[0] if chosen.kept[index] else None)
        return self.builder.make(chosen, made, NOWHERE)

    def ways_up(self, top: str) -> dict[str, list[tuple[Production, int]]]:
        """For each rule how it can stand under `top`: the productions above it, each with its place, nearest first."""
        ways: dict[str, list[tuple[Production, int]]] = {top: []}
        waiting = [top]
        while waiting:
            origin = waiting.pop(0)
            for p in self.rules[origin]:
                for at, symbol in enumerate(p.symbols):
                    if symbol in self.rules and symbol not in ways:
                        ways[symbol] = [(p, at), *ways[origin]]
                        waiting.append(symbol)
        return ways

    def whole(self, production: Production, ways: dict[str, list[tuple[Production, int]]], **parts: Any) -> Any:
        """The shortest whole tree in which a production is used."""
        tree = self.shortest(production.origin, production, **parts)
        for above, at in ways[production.origin]:
            tree = self.shortest(above.origin, above, at=at, part=tree)
        return tree


def transplanted(draw: Any, builder: Builder, tree: Node, donor: Node) -> Node:
    """The tree with one of its parts replaced by a part of another that has a fitting type."""
    places = [
        (node, slot.name, index, graft)
        for node in tree.walk()
        for slot in shape_of(type(node)).slots
        for index, value in enumerate(_values(node, slot.name))
        for graft in donor.walk()
        if isinstance(value, Node) and isinstance(graft, slot.accepts) and graft != value
    ]
    if not places:
        return tree
    host, name, index, graft = draw(st.sampled_from(places))
    return _replaced(tree, host, name, index, graft)


def _values(node: Node, name: str) -> tuple[Any, ...]:
    value = getattr(node, name)
    return value if isinstance(value, tuple) else (value,)


def _replaced(tree: Node, host: Node, name: str, index: int, graft: Node) -> Node:
    changed: dict[str, Any] = {}
    for slot in shape_of(type(tree)).slots:
        values = [_replaced(v, host, name, index, graft) if isinstance(v, Node) else v for v in _values(tree, slot.name)]
        if tree is host and slot.name == name:
            values[index] = graft
        changed[slot.name] = tuple(values) if slot.many else values[0]
    return attrs.evolve(tree, **changed)


def trees(builder: Builder, symbol: str) -> st.SearchStrategy[Any]:
    """A strategy for the trees of a rule."""
    grower = Grower(builder)

    @st.composite
    def one(draw: Any) -> Any:
        return grower.grow(draw, symbol)

    return one()
