"""Words to tokens: lemmas, names, numbers and layout. It never raises: what it does not know becomes a token that no
rule of the grammar takes.

A heading's colon opens a block, indented under it or on the same line; a deeper line that follows no colon merely goes on
with its sentence. Capitalised words in a row make one name, up to a word of the language.
"""

from __future__ import annotations

import re
import unicodedata

from dicecrawl.language.source import Source
from dicecrawl.language.words import PUNCTUATION, Words

_TOKEN = re.compile(
    r"""
    (?P<BLANK>[ \t\f\v]+) | (?P<COMMENT>\#[^\n]*) | (?P<NEWLINE>\n)
  | (?P<STRING>"(?:[^"\\\n]|\\.)*")
  | (?P<DICE>\d*[dD]\d+(?![^\W_])) | (?P<RANGE>\d+[ ]*-[ ]*\d+(?!\w)) | (?P<ORD>\d+(?:st|nd|rd|th)\b) | (?P<ATLEAST>\d+\+)
  | (?P<SIGNED>[+\-][ ]?(?:\d+|X)(?!\w)) | (?P<INT>\d+(?!\w)) | (?P<INF>∞)
  | (?P<WORD>[^\W\d_]+(?:['-][^\W\d_]+)*)
  | (?P<PUNCT>[.,:;()\[\]]) | (?P<BAD>"[^\n]*|\w+|.)
    """,
    re.X,
)
_NEXT_WORD = re.compile(r"[ \t]*\n?[ \t]*([^\W\d_]+(?:['-][^\W\d_]+)*)")
_GLUED = re.compile(r" ([^\W\d_]+(?:['-][^\W\d_]+)*)")
_ENDS_SENTENCE = frozenset({"_DOT", "_COLON", "_INDENT", "_DEDENT"})


class Token:
    """A token: its terminal, the value that the tree keeps, and where it stands."""

    __slots__ = ("column", "end", "line", "start", "type", "value")

    def __init__(self, type_: str, value: str | int, start: int, end: int, line: int, column: int) -> None:
        self.type = type_
        self.value = value
        self.start = start
        self.end = end
        self.line = line
        self.column = column

    def __repr__(self) -> str:
        return f"Token({self.type}, {self.value!r}, {self.line}:{self.column})"


class Lexed:
    """The tokens of a text, and the words that carry no meaning: kept aside, so that nothing is dropped unseen."""

    __slots__ = ("noise", "tokens")

    def __init__(self) -> None:
        self.tokens: list[Token] = []
        self.noise: list[tuple[int, int]] = []


def tokenize(source: Source, words: Words, *, cards: bool = True) -> Lexed:
    """All tokens of a source; the last is $END. Without `cards`, no word begins a declaration."""
    return _Lexer(source, words, cards).run()


class _Lexer:
    def __init__(self, source: Source, words: Words, cards: bool) -> None:
        self.cards = cards
        self.text = source.text
        self.words = words
        self.out = Lexed()
        self.line, self.line_start, self.indent = 1, 0, 0
        self.at_line_start = True
        self.item_indent = 0
        self.blocks: list[tuple[int, int | None]] = []  # (indent of the heading, indent of its block or None)
        self.pending: int | None = None  # indent of a heading whose colon was just read

    def emit(self, type_: str, value: str | int, start: int, end: int) -> None:
        self.out.tokens.append(Token(type_, value, start, end, self.line, start - self.line_start + 1))

    @property
    def last(self) -> str:
        return self.out.tokens[-1].type if self.out.tokens else ""

    def run(self) -> Lexed:
        pos, end = 0, len(self.text)
        while pos < end:
            match = _TOKEN.match(self.text, pos)
            assert match is not None
            pos = self._one(match)
        self._new_line(-1, end)
        while self.blocks:
            self.blocks.pop()
            self.emit("_DEDENT", "", end, end)
        self.emit("$END", "", len(self.text.rstrip()), len(self.text.rstrip()))
        return self.out

    def _one(self, match: re.Match[str]) -> int:
        kind, start, end = str(match.lastgroup), match.start(), match.end()
        if kind == "BLANK":
            if start == self.line_start:
                self.indent = len(match.group().expandtabs(4))
            return end
        if kind == "COMMENT":
            self.out.noise.append((start, end))
            return end
        if kind == "NEWLINE":
            self.line += 1
            self.line_start, self.indent, self.at_line_start = end, 0, True
            return end
        if self.at_line_start:
            self.at_line_start = False
            self._new_line(self.indent, start)
            if not self.out.tokens or self.last in _ENDS_SENTENCE:
                self.item_indent = self.indent
        elif self.pending is not None:
            self.blocks.append((self.pending, None))
            self.pending = None
        if kind == "WORD":
            return self._word(match.group(), start, end)
        self._other(kind, match.group(), start, end)
        return end

    def _new_line(self, indent: int, at: int) -> None:
        if self.pending is not None:
            self.blocks.append((self.pending, indent if indent > self.pending else None))
            self.pending = None
        while self.blocks and indent <= self.blocks[-1][0]:
            self.blocks.pop()
            self.emit("_DEDENT", "", at, at)

    def _other(self, kind: str, text: str, start: int, end: int) -> None:
        if kind == "PUNCT" and text == "," and self.last == "_OTHERWISE":
            self.out.noise.append((start, end))
        elif kind == "PUNCT":
            self.emit(PUNCTUATION[text], text, start, end)
            if text == ":":
                self.emit("_INDENT", "", end, end)
                self.pending = self.item_indent
        elif kind == "STRING":
            self.emit("STRING", unicodedata.normalize("NFC", text[1:-1].replace('\\"', '"')), start, end)
        elif kind == "SIGNED":
            plain = text.replace(" ", "")
            if self.last == "_LSQB" and plain[1:] != "X":
                self.emit("INT", plain[1:], start, end)
            elif self.last == "_LSQB":
                self.emit("X", "X", start, end)
            else:
                self.emit("SIGNED", plain, start, end)
        elif kind == "INF":
            self.emit("_INF", text, start, end)
        elif kind == "BAD":
            self.emit("BAD_STRING" if text[0] == '"' else "BAD_CHAR", text, start, end)
        else:
            self.emit(kind, re.sub(r"\s+", "", text).lower(), start, end)

    def _word(self, word: str, start: int, end: int) -> int:
        words, low = self.words, word.casefold()
        if self.cards and start == self.line_start and low in words.declarations:
            self.emit(words.declarations[low], low, start, end)
            return end
        phrase = self._phrase(low, end)
        if phrase is not None:
            form, stop = phrase
            self._known(form, start, stop)
            lines = self.text.count("\n", start, stop)
            if lines:
                self.line += lines
                self.line_start = self.text.rindex("\n", start, stop) + 1
            return stop
        if low in words.noise:
            self.out.noise.append((start, end))
        elif low in words.forms:
            self._known(low, start, end)
        elif low in words.numbers:
            self.emit("INT", str(words.numbers[low]), start, end)
        elif low in words.ordinals:
            self.emit("ORD", str(words.ordinals[low]), start, end)
        elif word == "X":
            self.emit("X", "X", start, end)
        elif word[0].isupper() or word[0].istitle():
            end = self._name(start, end)
        else:
            self.emit("WORD", word, start, end)
        return end

    def _phrase(self, low: str, end: int) -> tuple[str, int] | None:
        for phrase in self.words.phrases.get(low, ()):
            pos = end
            for wanted in phrase[1:]:
                match = _NEXT_WORD.match(self.text, pos)
                if match is None or match.group(1).casefold() != wanted:
                    break
                pos = match.end()
            else:
                return " ".join(phrase), pos
        return None

    def _known(self, form: str, start: int, end: int) -> None:
        type_ = self.words.forms[form]
        tokens = self.out.tokens
        if type_ in self.words.comma_before and self.last == "_COMMA":
            dropped = tokens.pop()
            self.out.noise.append((dropped.start, dropped.end))
        elif type_ == "_OTHERWISE" and self.last == "_SEMI":
            dropped = tokens.pop()
            self.out.noise.append((dropped.start, dropped.end))
        self.emit(type_, self.words.lemma[form], start, end)

    def _name(self, start: int, end: int) -> int:
        while True:
            match = _GLUED.match(self.text, end)
            if match is None or not match.group(1)[0].isupper() or match.group(1) == "X":
                break
            low = match.group(1).casefold()
            if low in self.words.forms or low in self.words.noise or self._phrase(low, match.end()):
                break
            end = match.end()
        self.emit("NAME", unicodedata.normalize("NFC", self.text[start:end]), start, end)
        return end
