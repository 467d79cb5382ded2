"""The parsing tables of a game's language, built by Lark under strict mode, and kept between runs.

Lark builds tables only: lexing, driving and recovery are ours. Tables are plain numbers and words, cached under the hash
of grammar and words and the versions of Lark, Python and this program; a warm start does not even import Lark.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from attrs import frozen

from dicecrawl.errors import RulesError
from dicecrawl.language.cache import key_of, read_cached, write_cached
from dicecrawl.language.words import Words, load_words
from dicecrawl.resources import grammar_text

SHIFT, REDUCE = 1, 0
KIND, FORMAT = "tables", "2"  # of cache entries; the format changes when what is packed does
STARTS = ("start", "sentences")
"""What a text can be: a file of declarations, or sentences without a card around them."""


@frozen(slots=True, eq=False)
class Production:
    """A rule of the grammar: what it makes, of which symbols, and how its tree is shaped."""

    index: int
    origin: str
    alias: str  # empty for none
    symbols: tuple[str, ...]
    kept: tuple[bool, ...]  # False: a terminal that says nothing beyond the rule
    inlines: bool  # an only child stands for the whole
    order: int

    @property
    def makes(self) -> str:
        """The name of the node class, in the grammar's spelling."""
        return self.alias or self.origin


@frozen(slots=True, eq=False)
class Tables:
    """LALR tables: for each state, terminal -> (SHIFT, state) or (REDUCE, production), and nonterminal -> state."""

    words: Words
    productions: tuple[Production, ...]
    actions: tuple[dict[str, tuple[int, int]], ...]
    starts: Mapping[str, tuple[int, int]]  # what can be parsed (STARTS) -> its first and its last state


@lru_cache(maxsize=16)
def load_tables(grammars: tuple[str, ...]) -> Tables:
    """The tables for these grammars, core first."""
    words = load_words(grammars)
    key = key_of(grammar_source(grammars, words), *_versions())
    tables = _unpacked(words, read_cached(KIND, key))
    if tables is None:
        packed = _packed(_built(grammars, words))
        write_cached(KIND, key, packed)
        tables = _unpacked(words, packed)
    if tables is None:
        raise RulesError(f"the tables of the grammars {', '.join(grammars)} cannot be unpacked")
    return tables


def _versions() -> tuple[str, ...]:
    """What else the tables depend on: their format here, this program, Lark and Python."""
    from importlib import metadata  # late: it is slow to import, and a game that is never loaded needs none

    found = [FORMAT, sys.version]
    for name in ("dicecrawl", "lark"):
        try:
            found.append(metadata.version(name))
        except metadata.PackageNotFoundError:  # run from its source, or bundled without metadata
            found.append("unknown")
    return tuple(found)


def _packed(raw: dict[str, Any]) -> dict[str, Any]:
    """Tables as plain lists: symbols by number, a row as symbol, action, symbol, action, ..."""
    symbols: dict[str, int] = {}
    rows = [
        [n for symbol, (kind, target) in row.items() for n in (symbols.setdefault(symbol, len(symbols)), target * 2 + kind)]
        for row in raw["actions"]
    ]
    return {"symbols": list(symbols), "rows": rows, "productions": raw["productions"], "starts": raw["starts"]}


def _unpacked(words: Words, packed: Any) -> Tables | None:
    """Tables from plain lists, or None when the lists are none of ours."""
    try:
        symbols = packed["symbols"]
        productions = tuple(
            Production(i, origin, alias, tuple(expansion), tuple(kept), inlines, order)
            for i, (origin, alias, expansion, kept, inlines, order) in enumerate(packed["productions"])
        )
        actions = []
        for row in packed["rows"]:
            read = iter(row)
            actions.append({symbols[symbol]: (code & 1, code >> 1) for symbol, code in zip(read, read, strict=True)})
        starts = {name: (int(first), int(last)) for name, (first, last) in packed["starts"].items()}
    except (TypeError, ValueError, KeyError, IndexError, AttributeError):
        return None
    return Tables(words, productions, tuple(actions), starts)


def grammar_source(grammars: tuple[str, ...], words: Words) -> str:
    """The whole grammar: declared terminals, then each file."""
    declared = "%declare " + " ".join(t for t in words.terminals)
    return "\n".join((declared, *(grammar_text(f"{name}.lark") for name in grammars)))


def _built(grammars: tuple[str, ...], words: Words) -> dict[str, Any]:
    from lark import Lark
    from lark.lexer import Lexer
    from lark.parsers.lalr_analysis import Shift

    class Unused(Lexer):
        """Lark wants a lexer; ours feeds the tables itself."""

        def __init__(self, _conf: Any) -> None:
            pass

        def lex(self, lexer_state: Any, parser_state: Any) -> Any:
            return iter(())

    text = grammar_source(grammars, words)
    lark: Any = Lark(text, parser="lalr", lexer=Unused, start=list(STARTS), strict=True, maybe_placeholders=False)
    table = lark.parser.parser.parser.parse_table
    rules = list(lark.rules)
    number = {id(rule): i for i, rule in enumerate(rules)}
    same = {rule: i for i, rule in enumerate(rules)}
    states = _in_order(table.states, [table.start_states[name] for name in STARTS], Shift)
    ids = {state: i for i, state in enumerate(states)}
    actions: list[dict[str, tuple[int, int]]] = []
    for state in states:
        entry: dict[str, tuple[int, int]] = {}
        for symbol, (action, target) in sorted(table.states[state].items()):
            if action is Shift:
                entry[symbol] = (SHIFT, ids[target])
            else:
                entry[symbol] = (REDUCE, number.get(id(target), same[target]))
        actions.append(entry)
    return {
        "productions": [_row_of(rule) for rule in rules],
        "actions": actions,
        "starts": {name: (ids[table.start_states[name]], ids[table.end_states[name]]) for name in STARTS},
    }


def _row_of(rule: Any) -> tuple[str, str, tuple[str, ...], tuple[bool, ...], bool, int]:
    return (
        str(rule.origin.name),
        str(rule.alias) if rule.alias else "",
        tuple(str(s.name) for s in rule.expansion),
        tuple(not (s.is_term and s.filter_out) for s in rule.expansion),
        bool(rule.options.expand1) and not rule.alias,
        int(rule.order),
    )


def _in_order(rows: Any, starts: list[Any], shift: Any) -> list[Any]:
    """Lark's states from the first on, each by the symbols that lead to it: Lark numbers them anew in every run."""
    found = list(dict.fromkeys(starts))
    seen = set(found)
    for state in found:
        for _, (action, target) in sorted(rows[state].items(), key=lambda item: str(item[0])):
            if action is shift and target not in seen:
                seen.add(target)
                found.append(target)
    return found
