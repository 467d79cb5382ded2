"""Where sentences, lines and blocks begin and end among tokens, also among broken ones."""

from __future__ import annotations

from collections.abc import Sequence

from dicecrawl.language.automaton import BEFORE_SENTENCE, NOT_WRITTEN, Automaton, States
from dicecrawl.language.lexer import Token
from dicecrawl.language.source import TAB, Source


class Layout:
    """Reads the layout of one text."""

    def __init__(self, automaton: Automaton, source: Source, tokens: Sequence[Token]) -> None:
        self.automaton = automaton
        self.source = source
        self.tokens = tokens

    def sentence_start(self, index: int) -> int:
        """The first token of the sentence or heading in which a token stands."""
        while index > 0 and self.tokens[index - 1].type not in BEFORE_SENTENCE:
            index -= 1
        return index

    def first_on_line(self, index: int) -> bool:
        """Whether nothing but blanks and noise stands before a token on its line."""
        token = self.tokens[index]
        if token.type in NOT_WRITTEN or index == 0:
            return index == 0
        earlier = index - 1
        while earlier > 0 and self.tokens[earlier].type in NOT_WRITTEN:
            earlier -= 1
        return self.source.place(max(0, self.tokens[earlier].end - 1))[0] < token.line

    def indent(self, index: int) -> int:
        """Columns of blanks before the line on which a token stands."""
        start = self.source.starts[self.tokens[index].line - 1]
        line = self.source.text[start : self.tokens[index].start].expandtabs(TAB)
        return len(line) - len(line.lstrip(" "))

    def begins_anew(self, index: int) -> bool:
        """Whether a token that is first on its line stands no deeper than its sentence, so that it begins a new one."""
        start = self.sentence_start(index)
        return start < index and self.indent(index) <= self.indent(start)

    def block_end(self, index: int) -> int:
        """The index after a block whose first token this is and whose heading has lost its colon."""
        limit = self.indent(self.sentence_start(index))
        later = index + 1
        while self.tokens[later].type != "$END":
            if self.first_on_line(later) and self.indent(later) <= limit:
                break
            later += 1
        while self.tokens[later - 1].type == "_DEDENT":
            later -= 1
        types = [token.type for token in self.tokens[index:later]]
        return later + types.count("_INDENT") - types.count("_DEDENT")

    def card_end(self, index: int, *, headed: bool = False) -> int:
        """Where the next card begins, or the text ends; `headed`: also a heading that may be a card's."""
        later = index + 1
        while self.tokens[later].type != "$END" and not self.tokens[later].type.startswith("_D_"):
            if headed and self.tokens[later].column == 1 and self.first_on_line(later) and self._has_colon(later):
                break
            later += 1
        return later

    def _has_colon(self, index: int) -> bool:
        line = self.tokens[index].line
        while index < len(self.tokens) and self.tokens[index].line == line:
            if self.tokens[index].type == "_COLON":
                return True
            index += 1
        return False

    def matching(self, index: int) -> int:
        """The token that closes the block which a token opens."""
        depth = 0
        for later in range(index, len(self.tokens)):
            if self.tokens[later].type == "_INDENT":
                depth += 1
            elif self.tokens[later].type == "_DEDENT":
                depth -= 1
                if depth == 0:
                    return later
        return len(self.tokens) - 1

    def give_up(self, index: int, states: States) -> tuple[int, int, bool]:
        """How to give up a sentence: how many states are kept, where reading goes on, and whether a block follows.

        Skips to the end of the sentence, or to the colon of a heading whose block can still be read.
        """
        depth = len(states)
        while depth > 1 and self.automaton.step(states[:depth], "ERROR") is None:
            depth -= 1
        stop = index
        while True:
            token = self.tokens[stop]
            if token.type in ("$END", "_DEDENT"):
                return depth, stop, False
            if token.type == "_COLON" and self.tokens[stop + 1].type == "_INDENT":
                return depth, stop, True
            if stop > index and self.first_on_line(stop) and self.begins_anew(stop):
                return depth, stop, False
            stop += 1
            if token.type == "_DOT":
                return depth, stop, False
