"""The parser's stack of states without values: what could come next, and how far a text would then be read.

Recovery tries everything here first, so that a repair is only made when the text runs on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dicecrawl.language.grammar import SHIFT, Tables
from dicecrawl.language.lexer import Token

States = list[int]
NOT_WRITTEN = frozenset({"ERROR", "_INDENT", "_DEDENT", "$END"})
"""Terminals that no author writes."""

BEFORE_SENTENCE = frozenset({"_DOT", "_INDENT", "_DEDENT", "ERROR"})
"""Terminals after which a sentence or heading begins."""

FULL = 1_000
"""The answer of `runs` when the text reads on to the end of its sentence."""

_CLOSES = ("_DEDENT", "$END")


class Automaton:
    """Simulates the tables of one grammar."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.ends = {end for _, end in tables.starts.values()}
        self.terminals = frozenset((*tables.words.terminals, "$END"))
        self.first = _first_sets(tables, self.terminals)

    def step(self, states: Sequence[int], type_: str) -> States | None:
        """The states after a token, or None when it cannot come."""
        stack = list(states)
        actions, productions = self.tables.actions, self.tables.productions
        while True:
            action = actions[stack[-1]].get(type_)
            if action is None:
                return None
            kind, target = action
            if kind == SHIFT:
                stack.append(target)
                return stack
            production = productions[target]
            if production.symbols:
                del stack[-len(production.symbols) :]
            stack.append(actions[stack[-1]][production.origin][1])
            if type_ == "$END" and stack[-1] in self.ends:
                return stack

    def steps(self, states: Sequence[int], types: Sequence[str]) -> States | None:
        """The states after several tokens, or None."""
        stack: States | None = list(states)
        for type_ in types:
            if stack is None:
                return None
            stack = self.step(stack, type_)
        return stack

    def accepts(self, states: Sequence[int]) -> frozenset[str]:
        """Every terminal that can come next, but for ERROR."""
        row = self.tables.actions[states[-1]]
        return frozenset(t for t in row if t in self.terminals and t != "ERROR" and self.step(states, t) is not None)

    def shifts_at(self, states: Sequence[int], type_: str) -> int:
        """The state in which a terminal that can come next is taken, after the reductions before it."""
        stack = self.step(states, type_)
        assert stack is not None
        return stack[-2] if len(stack) > 1 else stack[-1]

    def runs(self, states: Sequence[int] | None, tokens: Sequence[Token], index: int, most: int = 8) -> int:
        """How many tokens from `index` on can be read, `most` at the most; FULL when the sentence ends."""
        read = 0
        while states is not None and read < most and index < len(tokens):
            type_ = tokens[index].type
            after = self.step(states, type_)
            if after is None:
                if type_ in _CLOSES and self.step(states, "_DOT") is not None:
                    return FULL
                return read
            if type_ in ("_DOT", *_CLOSES):
                return FULL
            if type_ == "_INDENT":
                first = tokens[index + 1].type
                return FULL if first in _CLOSES or self.step(after, first) is not None else read
            states = after
            read += 1
            index += 1
        return read if states is not None else 0

    def starts_with(self, state: int, type_: str) -> frozenset[str]:
        """The rules that could begin with a terminal in a state."""
        row = self.tables.actions[state]
        return frozenset(name for name in row if name in self.first and type_ in self.first[name])

    def heads(self) -> tuple[tuple[str, ...], ...]:
        """The shortest headings that can open a block, each as terminals without its colon, the shorter first."""
        shortest = self._shortest()
        found: set[tuple[str, ...]] = set()
        for production in self.tables.productions:
            for at, symbol in enumerate(production.symbols[:-1]):
                follows = production.symbols[at + 1]
                if symbol == "_COLON" and (follows == "_INDENT" or self.first.get(follows) == frozenset({"_INDENT"})):
                    found.add(tuple(t for s in production.symbols[:at] for t in shortest[s]))
        return tuple(sorted(found, key=lambda head: (len(head), head)))

    def _shortest(self) -> Mapping[str, tuple[str, ...]]:
        """A shortest way to write each symbol."""
        shortest: dict[str, tuple[str, ...]] = {t: (t,) for t in self.terminals}
        grows = True
        while grows:
            grows = False
            for production in self.tables.productions:
                if all(symbol in shortest for symbol in production.symbols) and "error" not in production.symbols:
                    written = tuple(t for symbol in production.symbols for t in shortest[symbol])
                    known = shortest.get(production.origin)
                    if "ERROR" not in written and (known is None or (len(written), written) < (len(known), known)):
                        shortest[production.origin] = written
                        grows = True
        return shortest


def _first_sets(tables: Tables, terminals: frozenset[str]) -> Mapping[str, frozenset[str]]:
    first: dict[str, set[str]] = {}
    empty = {p.origin for p in tables.productions if not p.symbols}
    grows = True
    while grows:
        grows = False
        for production in tables.productions:
            mine = first.setdefault(production.origin, set())
            before = len(mine)
            for symbol in production.symbols:
                if symbol in terminals:
                    mine.add(symbol)
                    break
                mine |= first.get(symbol, set())
                if symbol not in empty:
                    break
            grows = grows or len(mine) > before
    return {name: frozenset(found) for name, found in first.items()}
