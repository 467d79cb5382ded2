"""Trees as text of the language: the canonical form, which reads as a rulebook does and parses to an equal tree.

The printer is the grammar read backwards (`printing_derivation`), so it knows a word as soon as the parser does. What it
writes is read once more by the lexer before it is given away: the grammar has no conflicts, so a text with the words of a
derivation parses to the tree of that derivation. Comments and blank lines of a file are no part of its tree and are not
kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from types import ModuleType
from typing import Any

import attrs

from dicecrawl.core.nodes import Node
from dicecrawl.core.ruleset import Ruleset
from dicecrawl.errors import PrintError
from dicecrawl.language.build import NUMBERS, shapes_of
from dicecrawl.language.grammar import Tables, load_tables
from dicecrawl.language.lexer import tokenize
from dicecrawl.language.printing_derivation import Branch, Derivations
from dicecrawl.language.printing_layout import lines_of, paragraph_of
from dicecrawl.language.printing_nouns import settle
from dicecrawl.language.printing_words import Forms, Piece, pieces_of
from dicecrawl.language.source import Source


class Printer:
    """Writes the trees of one game's language. Every method raises `PrintError` for a tree that has no words."""

    def __init__(
        self, tables: Tables, modules: Iterable[ModuleType], unnest: Callable[[Any], Any] = lambda node: node
    ) -> None:
        self.derivations = Derivations(tables, shapes_of(tables, modules))
        self.forms = Forms(tables.words)
        self.unnest = unnest

    @staticmethod
    def of(ruleset: Ruleset) -> Printer:
        """The printer of a game."""
        return _printer_of(ruleset)

    def sentence(self, node: Node) -> str:
        """A sentence, a rule or a line of a card, from a surface tree; over several lines when it holds blocks."""
        return self._written(self.derivations.derive("item", node), cards=False)

    def declaration(self, node: Node) -> str:
        """A whole card, from a surface tree; it ends without a line end."""
        return self._written(self.derivations.derive("declaration", node), cards=True)

    def card(self, node: Node) -> str:
        """A whole card, from a tree as it is performed; it ends without a line end."""
        return self.declaration(self.unnest(node))

    def block(self, node: Node) -> str:
        """Sentences on lines of their own, from a tree as it is performed."""
        return "\n".join(self.sentence(sentence) for sentence in _sentences(self.unnest(node)))

    def english(self, node: Node) -> str:
        """A tree as it is performed, as one paragraph for people, with what the text left out: the target of an attack."""
        sentences = _sentences(self.unnest(_said_in_full(node)))
        branches = [self.derivations.derive("item", sentence) for sentence in sentences]
        return " ".join(paragraph_of(self._pieces(branch)) for branch in branches)

    def _pieces(self, branch: Branch) -> list[Piece]:
        pieces = pieces_of(branch, self.forms)
        settle(pieces, self.forms)
        return pieces

    def _written(self, branch: Branch, *, cards: bool) -> str:
        pieces = self._pieces(branch)
        text = lines_of(pieces)
        if self._reads(text, pieces, cards):
            return text
        for piece in pieces:
            piece.quote()
        text = lines_of(pieces)
        if self._reads(text, pieces, cards):
            return text
        raise PrintError(f"this text would not be read as it is meant, which is a mistake of the printer: {text!r}")

    def _reads(self, text: str, pieces: Iterable[Piece], cards: bool) -> bool:
        """Whether the lexer takes the text for these words."""
        tokens = tokenize(Source.of(text), self.derivations.words, cards=cards).tokens[:-1]
        wanted = [piece for piece in pieces if piece.terminal != "LINE"]
        return len(tokens) == len(wanted) and all(
            token.type == piece.terminal
            and (piece.value is None or (int(token.value) if token.type in NUMBERS else token.value) == piece.value)
            for token, piece in zip(tokens, wanted, strict=True)
        )


@lru_cache(maxsize=16)
def _printer_of(ruleset: Ruleset) -> Printer:
    return Printer(load_tables(ruleset.grammars), ruleset.effects, ruleset.unnest)


def _sentences(node: Node) -> tuple[Node, ...]:
    """The sentences of a block, or a single one."""
    found: tuple[Node, ...] = getattr(node, "sentences", (node,))
    return found


def _said_in_full(node: Any) -> Any:
    """The tree with everything said that its text left out (marked `implicit`)."""
    changed: dict[str, Any] = {}
    for f in attrs.fields(type(node)):
        value = getattr(node, f.name)
        new: Any = value
        if isinstance(value, Node):
            new = _said_in_full(value)
        elif isinstance(value, tuple):
            new = tuple(_said_in_full(v) if isinstance(v, Node) else v for v in value)
        elif f.name == "implicit":
            new = False
        if new is not value and new != value:
            changed[f.name] = new
    return attrs.evolve(node, **changed) if changed else node
