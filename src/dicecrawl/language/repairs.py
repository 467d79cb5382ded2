"""Small repairs: what a text would need so that it reads on, tried on states alone.

A repair replaces a stretch of tokens. It counts only if the text then reads to the end of its sentence or for several
words, so that a guess that merely moves the fault is never made.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from enum import IntEnum

from attrs import frozen

from dicecrawl.language.automaton import BEFORE_SENTENCE, FULL, NOT_WRITTEN, Automaton, States
from dicecrawl.language.lexer import WORD_PATTERN, Token
from dicecrawl.language.source import Source
from dicecrawl.language.spelling import steps_apart, tolerance
from dicecrawl.language.words import PUNCTUATION, Words

SIGN_OF = {terminal: sign for sign, terminal in PUNCTUATION.items()}
ENOUGH = 4
"""Words that must read after a repair when the sentence does not end before."""

NAMES = frozenset({"NAME", "STRING"})


UNKNOWN = frozenset({"WORD", "NAME", "BAD_CHAR"})
"""Tokens that a misspelt word of the language can end up as."""

Entry = tuple[str, str | None, str]
"""A form, the terminal that it stands for (None: none) and the value of its token."""

_ONE_WORD = re.compile(rf"[ \t]*({WORD_PATTERN})")


class Kind(IntEnum):
    """Sorts of repair, the likelier mistake before the less likely one."""

    SIGN = 0  # a punctuation sign is put in
    WORD_BEFORE = 1  # a word is put in before the name with which the sentence begins
    WORD = 2  # a word is put in
    DROP = 3  # the token that cannot come is left out
    SWAP = 4  # it is taken for another one
    DROP_BEFORE = 5  # the token before it is left out
    SWAP_BEFORE = 6  # the token before it is taken for another one


@frozen(slots=True, eq=False)
class Repair:
    """`tokens[start:stop]` is read as `types`; `reads` tells how far the text then goes."""

    kind: Kind
    start: int
    stop: int
    types: tuple[str, ...]
    reads: int


def repairs(automaton: Automaton, tokens: Sequence[Token], index: int, before: Callable[[int], States | None]) -> list[Repair]:
    """Every small repair that lets the text read on past `index`, the likeliest first."""
    found = [r for r in _candidates(automaton, tokens, index, before) if r.reads >= ENOUGH]
    return sorted(found, key=lambda r: (r.reads < FULL, r.kind, -r.reads, _rank(r)))


def _rank(repair: Repair) -> tuple[int, str]:
    order = ("_DOT", "_COMMA", "_SEMI", "_RPAR", "_RSQB", "_LPAR", "_LSQB", "NAME", "STRING")
    type_ = repair.types[0] if repair.types else ""
    return (order.index(type_) if type_ in order else len(order), type_)


def _candidates(
    automaton: Automaton, tokens: Sequence[Token], index: int, before: Callable[[int], States | None]
) -> Iterator[Repair]:
    states, token = before(index), tokens[index]
    assert states is not None
    runs = automaton.runs
    written = token.type not in NOT_WRITTEN
    for type_ in automaton.accepts(states) - NOT_WRITTEN:
        after = automaton.step(states, type_)
        kind = Kind.SIGN if type_ in SIGN_OF else Kind.WORD
        yield Repair(kind, index, index, (type_,), runs(after, tokens, index))
        if written and type_ != token.type:
            yield Repair(Kind.SWAP, index, index + 1, (type_,), runs(after, tokens, index + 1))
    if written and token.type != "_COLON":
        yield Repair(Kind.DROP, index, index + 1, (), runs(states, tokens, index + 1))
    earlier = before(index - 1)
    if earlier is None or tokens[index - 1].type in NOT_WRITTEN or tokens[index - 1].type in ("_DOT", "_COLON"):
        return
    begins = index < 2 or tokens[index - 2].type in BEFORE_SENTENCE
    if begins and tokens[index - 1].type in NAMES:
        for type_ in automaton.accepts(earlier) - NOT_WRITTEN - NAMES:
            after = automaton.step(earlier, type_)
            yield Repair(Kind.WORD_BEFORE, index - 1, index - 1, (type_,), runs(after, tokens, index - 1))
    yield Repair(Kind.DROP_BEFORE, index - 1, index, (), runs(earlier, tokens, index))
    for type_ in automaton.accepts(earlier) - NOT_WRITTEN:
        if type_ != tokens[index - 1].type:
            after = automaton.step(earlier, type_)
            yield Repair(Kind.SWAP_BEFORE, index - 1, index, (type_,), runs(after, tokens, index))


@frozen(slots=True, eq=False)
class Respelling:
    """`tokens[start:stop]`, written as `text`, was probably meant as `form`, which reads as `token`, None for noise."""

    start: int
    stop: int
    form: str
    type: str | None
    value: str
    steps: int
    reads: int
    alike: bool  # the same letters in another order


class Speller:
    """Finds what a misspelt word or phrase was probably meant to be, among what can stand there."""

    def __init__(self, automaton: Automaton) -> None:
        self.automaton = automaton
        words: Words = automaton.tables.words
        self.words = words
        known: list[tuple[str, str | None, str]] = [(f, t, words.lemma[f]) for f, t in words.forms.items()]
        known += [(word, None, "") for word in sorted(words.noise)]
        known += [(word, "INT", str(number)) for word, number in words.numbers.items()]
        known += [("X", "X", "X")]
        self.known = {part for form, *_ in known for part in form.split()}
        self.single: list[Entry] = [entry for entry in known if " " not in entry[0]]
        self.phrases = [(entry[0].split(), entry) for entry in known if " " in entry[0]]
        self.declarations: list[Entry] = [(word, terminal, word) for word, terminal in words.declarations.items()]

    def respell(
        self,
        source: Source,
        tokens: Sequence[Token],
        start: int,
        index: int,
        states: States,
        *,
        card: bool = False,
        sure: bool = True,
    ) -> Respelling | None:
        """The likeliest meaning of `tokens[start]`, or of a phrase that begins with it, that reads past `index`.

        `card` tells that a declaration could begin here. Without `sure`, the text need not read on.
        """
        accepted = self.automaton.accepts(states)
        unknown = tokens[start].type in UNKNOWN
        typed = list(_typed(source, tokens, start))
        found: list[Respelling] = []
        if not typed:
            return None
        if unknown and typed[0][1] is not None:
            word, stop = typed[0]
            allowed = tolerance(word)
            for meant in (*self.declarations, *self.single) if card else self.single:
                if meant[1] is None or meant[1] in accepted:
                    steps = steps_apart(word, meant[0], allowed)
                    if steps is None and len(typed) > 1 and word + typed[1][0] == meant[0]:
                        stop, steps = typed[1][1], 1
                    self._add(found, tokens, (start, stop or 0), index if sure else None, states, meant, steps)
                    stop = typed[0][1]
        for parts, meant in self.phrases:
            if meant[1] not in accepted:
                continue
            for taken in {len(parts), len(parts) - 1, 1}:
                if taken > len(typed) or typed[taken - 1][1] is None:
                    continue
                steps = self._phrase_steps([word for word, _ in typed[:taken]], parts)
                self._add(found, tokens, (start, typed[taken - 1][1] or 0), index if sure else None, states, meant, steps)
        return min(found, key=lambda r: (r.steps, not r.alike, r.reads < FULL, -r.reads, r.form), default=None)

    def _phrase_steps(self, typed: Sequence[str], parts: Sequence[str]) -> int | None:
        """How far words are from a phrase: word by word, or run together, or with one word lost."""
        if len(typed) == len(parts):
            total = 0
            for word, part in zip(typed, parts, strict=True):
                steps = steps_apart(word, part, 1 if word in self.known else tolerance(word))
                if steps is None:
                    return None
                total += steps
            return total
        if len(typed) == len(parts) - 1 and any([*parts[:i], *parts[i + 1 :]] == list(typed) for i in range(len(parts))):
            return 2
        return steps_apart(" ".join(typed), " ".join(parts), 1)

    def _add(
        self,
        found: list[Respelling],
        tokens: Sequence[Token],
        where: tuple[int, int],
        index: int | None,
        states: States,
        meant: Entry,
        steps: int | None,
    ) -> None:
        form, type_, value = meant
        if not steps:
            return
        start, stop = where
        if type_ == "_OTHERWISE" and tokens[stop].type == "_COMMA":  # that comma says nothing
            stop += 1
        after = self.automaton.step(states, type_) if type_ is not None else states
        reads = self.automaton.runs(after, tokens, stop)
        needed = 0 if index is None else max(index - stop + 1, 0) + (1 if steps == 1 and len(form) > 2 else 2)
        if reads >= needed:
            alike = sorted(str(tokens[start].value).casefold()) == sorted(form)
            found.append(Respelling(start, stop, form, type_, value, steps, reads, alike))


def _typed(source: Source, tokens: Sequence[Token], start: int) -> Iterator[tuple[str, int | None]]:
    """The words from a token on, up to the next sign, each with the index of the token after it (None: inside one)."""
    at, index = tokens[start].start, start
    while match := _ONE_WORD.match(source.text, at):
        at = match.end()
        while index < len(tokens) and tokens[index].end <= at and tokens[index].type not in NOT_WRITTEN:
            index += 1
        inside = index < len(tokens) and tokens[index].start < at
        yield match.group(1).casefold(), None if inside else index
