"""Every word of a text reaches its tree, or is a declared noise word: nothing an author wrote is dropped unseen.

A word reaches the tree when the tree cannot be written without it. So each node of a parsed text is written again in the
fewest words (`Derivations`, lean), and its own words are compared with the words that stand in its stretch of the text.
What the lexer set aside must be a comment, a noise word or a comma that is decoration; no sign may be left over.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache

from dicecrawl.core.nodes import Node, Span
from dicecrawl.language.build import NUMBERS, Builder
from dicecrawl.language.grammar import Production
from dicecrawl.language.lexer import Token
from dicecrawl.language.parse import Parsed
from dicecrawl.language.printing_derivation import Branch, Derivations, Leaf
from dicecrawl.language.words import LAYOUT, PUNCTUATION, Words

JOINTS = frozenset({"_OF", "_AT", "_AND", "_EQUAL_TO", "_INF", "_FOREVER"})
"""Words that only join, or stand for one another, where the grammar lets them: half a roll (of); summon (at) a place;
a, b and c; damage equal to; endless as a sign or a word."""

_SILENT = frozenset({*PUNCTUATION.values(), *LAYOUT, "$END", *JOINTS})


def lost_words(parsed: Parsed, builder: Builder) -> list[Span]:
    """The words that do not reach the tree, in the order of the text; nothing for a text with mistakes."""
    if any(problem.severity == "error" for problem in parsed.problems):
        return []
    source, lexed = parsed.source, parsed.lexed
    lost = [(start, end) for start, end in lexed.noise if not _is_noise(source.text[start:end], builder.tables.words)]
    taken = sorted([*lexed.noise, *lexed.faults, *((token.start, token.end) for token in lexed.tokens)])
    lost.extend(_gaps(source.text, taken))
    lost.extend(_unsaid(parsed, builder))
    return [source.span(start, end) for start, end in sorted(set(lost))]


def silent_words(builder: Builder) -> frozenset[str]:
    """The words of the grammar that can be left out or changed without changing the tree; all must be `JOINTS`."""
    grammar = _lean(builder)
    found: set[str] = set()
    groups: dict[tuple[str, str], list[Production]] = {}
    for productions in grammar.rules.values():
        for p in productions:
            listed = p.origin.startswith("_") or (p.inlines and sum(p.kept) == 1)
            groups.setdefault((p.origin, "") if listed else ("", p.makes), []).append(p)
    for group in groups.values():
        for at, one in enumerate(group):
            for other in group[at + 1 :]:
                if _same_children(grammar, one, other):
                    found |= set((_own_words(one) - _own_words(other)) + (_own_words(other) - _own_words(one)))
    return frozenset(found) - frozenset(PUNCTUATION.values()) - frozenset(LAYOUT)


@lru_cache(maxsize=16)
def _lean(builder: Builder) -> Derivations:
    return Derivations(builder.tables, builder.shapes, lean=True)


def _same_children(grammar: Derivations, one: Production, other: Production) -> bool:
    """Whether two productions could leave the same children."""
    first, second = _kept(one), _kept(other)
    if len(first) != len(second):
        return False
    names = {"NAME", "STRING"}
    for a, b in zip(first, second, strict=True):
        both = grammar.makes.get(a, set()) & grammar.makes.get(b, set())
        if a != b and not both and not {a, b} <= names:
            return False
    return True


def _kept(production: Production) -> list[str]:
    return [s for s, kept in zip(production.symbols, production.kept, strict=True) if kept]


def _own_words(production: Production) -> Counter[str]:
    return Counter(s for s, kept in zip(production.symbols, production.kept, strict=True) if not kept)


def _is_noise(text: str, words: Words) -> bool:
    """A comment, a sign that is decoration, a noise word, or the "condition:" that announces a name."""
    word = text.casefold()
    announces = word.endswith(":") and words.forms.get(word[:-1].rstrip()) == "_CONDITION"
    return text.startswith("#") or text in (",", ";") or word in words.noise or announces


def _gaps(text: str, taken: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Stretches of a text, other than blanks, that no token and no noise takes."""
    at = 0
    for start, end in (*taken, (len(text), len(text))):
        left = text[at:start]
        if left.strip():
            yield at + len(left) - len(left.lstrip()), at + len(left.rstrip())
        at = max(at, end)


Key = tuple[str, str | int | None]


def _unsaid(parsed: Parsed, builder: Builder) -> Iterator[tuple[int, int]]:
    """Words that the tree can do without, and whole nodes that cannot be written with the words of their text."""
    tokens = [token for token in parsed.lexed.tokens if token.type not in _SILENT]
    starts = [token.start for token in tokens]
    owner: list[Node | None] = [None] * len(tokens)
    said: list[tuple[Node, list[Leaf]]] = []
    for node in parsed.declarations:
        rule = "declaration" if type(node) in _lean(builder).makes["declaration"] else "item"
        _share(_lean(builder).derive(rule, node), [], said)
    for node, _ in said:
        for index in range(bisect_left(starts, node.span.start), bisect_left(starts, node.span.end)):
            owner[index] = node
    own: dict[int, list[Token]] = {}
    for token, whose in zip(tokens, owner, strict=True):
        if whose is None:
            yield token.start, token.end
        else:
            own.setdefault(id(whose), []).append(token)
    for node, leaves in said:
        needed = Counter(_leaf_key(leaf) for leaf in leaves if leaf.terminal not in _SILENT)
        for token in own.get(id(node), ()):
            key = _token_key(token)
            if needed[key]:
                needed[key] -= 1
            else:
                yield token.start, token.end
        if any(needed.values()):
            yield node.span.start, node.span.end


def _share(branch: Branch, parents: list[Leaf], said: list[tuple[Node, list[Leaf]]]) -> None:
    """Give each node its own leaves, parents first; those of a rule that only passes a node on are its parent's."""
    passes_on = any(isinstance(part, Branch) and part.node is branch.node for part in branch.parts)
    leaves = parents if passes_on else []
    if not passes_on:
        said.append((branch.node, leaves))
    for part in branch.parts:
        if isinstance(part, Leaf):
            leaves.append(part)
        else:
            _share(part, leaves, said)


def _leaf_key(leaf: Leaf) -> Key:
    if leaf.terminal in ("NAME", "STRING"):
        return "NAME", leaf.value
    return leaf.terminal, None if leaf.value is None else str(leaf.value)


def _token_key(token: Token) -> Key:
    if token.type in ("NAME", "STRING"):
        return "NAME", token.value
    if token.type in NUMBERS:
        return token.type, str(int(token.value))
    return token.type, None if token.type.startswith("_") else str(token.value)
