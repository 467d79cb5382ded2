"""The grammar read backwards: by which productions a node is written, and in which words.

A node class and the productions that make it share a name (see `build`), so nothing here is said twice: the children of
a node are its slots in order, and a production fits when its kept symbols take exactly these children. The grammar has
no conflicts, so the words of a derivation are read as this derivation and no other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, pairwise

import attrs
from attrs import frozen

from dicecrawl.core.nodes import Amount, Node, fields_of
from dicecrawl.errors import PrintError, RulesError
from dicecrawl.language.build import NUMBERS, Shape, fill
from dicecrawl.language.grammar import Production, Tables
from dicecrawl.language.lexer import tokenize
from dicecrawl.language.source import Source

_ENDS_IN_A_NAME = frozenset({"NAME", "STRING", "_DEALT", "_ROLL"})


@frozen(slots=True, eq=False)
class Leaf:
    """A terminal; `value` is what the tree keeps of it, None where it says nothing beyond its rule."""

    terminal: str
    value: str | int | None = None


@frozen(slots=True, eq=False)
class Branch:
    """A node written by a production; lists and helper rules are spread over `parts`.

    `names` is the kind of name that the parent wants here, `cost` how far the wording is from the best one.
    """

    production: Production
    node: Node
    parts: tuple[Leaf | Branch, ...]
    names: str = ""
    cost: int = 0

    def leaves(self) -> Iterator[Leaf]:
        """Every terminal, in order."""
        for part in self.parts:
            if isinstance(part, Leaf):
                yield part
            else:
                yield from part.leaves()

    def last(self) -> str:
        """The last terminal."""
        part: Leaf | Branch = self
        while isinstance(part, Branch):
            part = part.parts[-1]
        return part.terminal


@frozen(slots=True)
class Child:
    """A value that a production must write, and the kind of name that it is."""

    value: Node | str | int
    names: str = ""


Wording = tuple[int, tuple[Leaf | Branch, ...]]
"""A cost and the parts."""


def quoted(text: str) -> str:
    """A text in quotes, as the lexer takes it apart again."""
    return '"' + "".join(f"\\{char}" if char in '"\\“”„‟«»' else char for char in text) + '"'


def spelled(terminal: str, value: str | int) -> str:
    """How a kept terminal is written on its own."""
    if terminal == "ORD":
        number = int(value)
        ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th") if number % 100 not in (11, 12, 13) else "th"
        return f"{number}{ending}"
    return quoted(str(value)) if terminal == "STRING" else str(value)


class Derivations:
    """Finds the best way to write a node.

    `lean` asks for the fewest words instead of the most readable: what the leanest wording lacks does not reach the tree.
    """

    def __init__(self, tables: Tables, shapes: Mapping[str, Shape], *, lean: bool = False) -> None:
        self.tables = tables
        self.words = tables.words
        self.shapes = shapes
        self.lean = lean
        self.rules: dict[str, list[Production]] = {}
        for production in sorted(tables.productions, key=lambda p: (p.order, p.index)):
            self.rules.setdefault(production.origin, []).append(production)
        self.makes = self._what_rules_make()
        self.reads_as = lru_cache(maxsize=4096)(self._reads_as)

    def derive(self, symbol: str, node: Node) -> Branch:
        """The best derivation of a node from a rule; raises `PrintError` when the language has no words for it."""
        search = _Search(self)
        branch = search.one(symbol, Child(node), False)
        if branch is None:
            raise PrintError(search.complaint(symbol, node))
        return branch

    def _what_rules_make(self) -> dict[str, set[type]]:
        """For each rule the classes of what it leaves in the tree."""
        makes: dict[str, set[type]] = {origin: set() for origin in self.rules}
        grew = True
        while grew:
            grew = False
            for origin, productions in self.rules.items():
                found = set(makes[origin])
                for p in productions:
                    if p.origin.startswith("_") or p.inlines:
                        for symbol, kept in zip(p.symbols, p.kept, strict=True):
                            if kept:
                                found |= makes.get(symbol, {int} if symbol in NUMBERS else {str})
                    if p.makes in self.shapes and not p.origin.startswith("_"):
                        found.add(self.shapes[p.makes].cls)
                grew = grew or found != makes[origin]
                makes[origin] = found
        return makes

    def _reads_as(self, terminal: str, value: str | int) -> bool:
        """Whether the lexer takes the spelling of a kept terminal as that terminal and value, and as nothing else."""
        if terminal == "STRING" and not str(value).strip():
            return False  # empty quotes are a mistake
        lexed = tokenize(Source.of(spelled(terminal, value)), self.words, cards=False)
        if len(lexed.tokens) != 2 or lexed.noise or lexed.faults or lexed.tokens[0].type != terminal:
            return False
        read = lexed.tokens[0].value
        return read == value if isinstance(value, str) else terminal in NUMBERS and int(read) == value

    def can_be(self, symbol: str, value: object) -> bool:
        """Whether a kept symbol could stand for a value."""
        if symbol in self.rules:
            return type(value) in self.makes[symbol]
        return isinstance(value, str | int) and not isinstance(value, bool) and self.reads_as(symbol, value)

    def is_noun(self, symbol: str) -> bool:
        """Whether a symbol stands for a noun or a name."""
        return symbol == "name" or self.words.category.get(symbol) == "noun"


class _Search:
    """One search, with what it has found so far."""

    def __init__(self, grammar: Derivations) -> None:
        self.grammar = grammar
        self.found: dict[tuple[str, int, str, bool], Branch | None] = {}
        self.stuck: Node | None = None  # the last node for which nothing fitted: the innermost one comes first

    def complaint(self, symbol: str, node: Node) -> str:
        stuck = self.stuck if self.stuck is not None else node
        return (
            f"the language has no words for {stuck!r} where a {symbol} is wanted: its grammar rule and the values of "
            "its fields do not agree, or it still holds what binding has put under it"
        )

    def one(self, symbol: str, child: Child, before_noun: bool) -> Branch | None:
        """The best derivation of one node; `before_noun` says that a noun follows."""
        key = (symbol, id(child.value), child.names, before_noun)
        if key not in self.found:
            self.found[key] = self._one(symbol, child, before_noun)
            if self.found[key] is None and self.stuck is None and isinstance(child.value, Node):
                self.stuck = child.value
        return self.found[key]

    def _one(self, symbol: str, child: Child, before_noun: bool) -> Branch | None:
        node = child.value
        best: Branch | None = None
        if not isinstance(node, Node) or not self.grammar.can_be(symbol, node):
            return None
        for production in self.grammar.rules[symbol]:
            for children in self._children(production, child):
                wording = self.match(production.symbols, production.kept, children, before_noun)
                if wording is None:
                    continue
                cost, parts = wording
                if len(parts) == 1 and isinstance(parts[0], Branch) and children == (child,):
                    branch = parts[0]
                else:
                    cost += self._own_cost(node, parts, before_noun)
                    branch = Branch(production, node, parts, child.names, cost)
                if best is None or branch.cost < best.cost:
                    best = branch
        return best

    def _children(self, production: Production, child: Child) -> Iterator[tuple[Child, ...]]:
        """What the symbols of a production must leave in the tree to make this node."""
        node = child.value
        if production.inlines:
            yield (child,)
        shape = self.grammar.shapes.get(production.makes)
        if not isinstance(node, Node) or shape is None or type(node) is not shape.cls or not _is_surface(node):
            return
        everything: list[Child] = []
        needed: list[Child] = []
        for slot in shape.slots:
            value = getattr(node, slot.name)
            values = value if slot.many else () if value is None else (value,)
            children = [Child(v, slot.names) for v in values]
            everything.extend(children)
            default = attrs.fields_dict(shape.cls)[slot.name].default
            if slot.many or value != default:
                needed.extend(children)
        for children in (everything, needed):
            alone = production.inlines and len(children) == 1 and isinstance(children[0].value, Node)
            if not alone and _fills(shape, children, node):
                yield tuple(children)
            if len(needed) == len(everything):
                return

    def _own_cost(self, node: Node, parts: Sequence[Leaf | Branch], before_noun: bool) -> int:
        if self.grammar.lean:
            return sum(isinstance(part, Leaf) for part in parts)
        if not isinstance(node, Amount):
            return sum(_two_prepositions(one, other) for one, other in pairwise(parts))
        last = parts[-1]
        end = last.terminal if isinstance(last, Leaf) else last.last()
        if before_noun:  # "damage equal to the other die", not "the other die damage"
            return int(end in _ENDS_IN_A_NAME or self.grammar.words.category.get(end) == "noun")
        return int(end == "_OF")

    def match(
        self, symbols: Sequence[str], kept: Sequence[bool], children: Sequence[Child], before_noun: bool = False
    ) -> Wording | None:
        """The best parts for symbols that together must leave exactly these children."""
        rules = self.grammar.rules
        lists = [k for k, s in enumerate(symbols) if kept[k] and s.startswith("_") and s in rules]
        spare = len(children) - (sum(kept) - len(lists))
        if spare < len(lists) or (not lists and spare):
            return None
        best: Wording | None = None
        for cuts in combinations(range(1, spare), len(lists) - 1) if lists else ((),):
            widths = [b - a for a, b in zip((0, *cuts), (*cuts, spare), strict=True)] if lists else []
            wording = self._laid_out(symbols, kept, children, dict(zip(lists, widths, strict=True)), before_noun)
            if wording is not None and (best is None or wording[0] < best[0]):
                best = wording
        return best

    def _laid_out(
        self,
        symbols: Sequence[str],
        kept: Sequence[bool],
        children: Sequence[Child],
        widths: Mapping[int, int],
        before_noun: bool,
    ) -> Wording | None:
        """The parts when each list takes as many children as `widths` says."""
        starts, at = [], 0
        for k in range(len(symbols)):
            starts.append(at)
            at += widths.get(k, int(kept[k]))
        for k, symbol in enumerate(symbols):
            if kept[k] and k not in widths and not self.grammar.can_be(symbol, children[starts[k]].value):
                return None
        cost = 0
        parts: list[Leaf | Branch] = []
        for k, symbol in enumerate(symbols):
            follows = self.grammar.is_noun(symbols[k + 1]) if k + 1 < len(symbols) else before_noun
            if not kept[k]:
                parts.append(Leaf(symbol))
            elif k in widths:
                spread = self.spread(symbol, children[starts[k] : starts[k] + widths[k]])
                if spread is None:
                    return None
                cost += spread[0]
                parts.extend(spread[1])
            elif symbol in self.grammar.rules:
                branch = self.one(symbol, children[starts[k]], follows)
                if branch is None:
                    return None
                cost += branch.cost
                parts.append(branch)
            else:
                value = children[starts[k]].value
                assert isinstance(value, str | int), "only words and numbers are terminals"
                parts.append(Leaf(symbol, value))
        return cost, tuple(parts)

    def spread(self, symbol: str, children: Sequence[Child]) -> Wording | None:
        """The parts of a list or helper rule, which are spread over the parts of whoever uses it."""
        if any(type(child.value) not in self.grammar.makes[symbol] for child in children):
            return None
        productions = self.grammar.rules[symbol]
        if all(p.symbols[0] != symbol for p in productions):
            found = [self._weighed(self.match(p.symbols, p.kept, children)) for p in productions]
            return min((w for w in found if w is not None), key=lambda w: w[0], default=None)
        best: list[Wording | None] = [(0, ())]
        for end in range(1, len(children) + 1):
            choices: list[Wording] = []
            for p in productions:
                again = p.symbols[0] == symbol
                symbols, kept = (p.symbols[1:], p.kept[1:]) if again else (p.symbols, p.kept)
                lists = any(k and s.startswith("_") and s in self.grammar.rules for s, k in zip(symbols, kept, strict=True))
                starts: Sequence[int] = range(end) if lists else (end - sum(kept),)
                for start in starts:
                    before = best[start] if 0 <= start < end else None
                    if before is None or (start > 0) != again:
                        continue
                    wording = self._weighed(self.match(symbols, kept, children[start:end]))
                    if wording is not None:
                        cost = before[0] + wording[0] + self._joint(symbols, children[end : end + 1])
                        choices.append((cost, (*before[1], *wording[1])))
            best.append(min(choices, key=lambda w: w[0], default=None))
        return best[-1]

    def _weighed(self, wording: Wording | None) -> Wording | None:
        if wording is None or not self.grammar.lean:
            return wording
        return wording[0] + sum(isinstance(part, Leaf) for part in wording[1]), wording[1]

    def _joint(self, symbols: Sequence[str], following: Sequence[Child]) -> int:
        """A comma joins what is followed by more of its kind, "and" the last: a, b and c."""
        if self.grammar.lean or symbols[0] not in ("_COMMA", "_AND"):
            return 0
        if symbols[0] == "_AND":
            return 1
        return 0 if following and self.grammar.can_be(symbols[-1], following[0].value) else 2


def _two_prepositions(one: Leaf | Branch, other: Leaf | Branch) -> bool:
    """at in front of"""
    if not isinstance(one, Leaf) or one.terminal != "_AT" or isinstance(other, Leaf):
        return False
    return next(other.leaves()).terminal in ("DIRECTLY", "BEHIND", "IN_FRONT_OF")


def _is_surface(node: Node) -> bool:
    """Whether nothing stands in the fields that binding fills."""
    return all(
        getattr(node, f.name) == f.default for f in fields_of(type(node)) if f.metadata.get("bound") and f.eq is not False
    )


def _fills(shape: Shape, children: Sequence[Child], node: Node) -> bool:
    """Whether the builder would put these children where the node has them."""
    try:
        made = fill(shape, [child.value for child in children], node.span)
    except RulesError:
        return False
    return all(_same(getattr(made, slot.name), getattr(node, slot.name)) for slot in shape.slots)


def _same(one: object, other: object) -> bool:
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(a is b for a, b in zip(one, other, strict=True))
    return one is other
