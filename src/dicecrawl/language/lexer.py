"""Words to tokens: lemmas, names, numbers and layout. It never raises: what it does not know becomes a token that no
rule of the grammar takes.

A heading's colon opens a block, indented under it or on the same line; a deeper line that follows no colon merely goes
on with its sentence. Capitalised words in a row make one name, up to a word of the language. Signs that print nothing
are kept aside as `faults` and read as if they were not there.
"""

from __future__ import annotations

import re
import unicodedata

from dicecrawl.language.source import TAB, Source
from dicecrawl.language.words import PUNCTUATION, Words

GHOSTS = (
    r"\x00-\x08\x0b-\x1f\x7f-\x84\x86-\x9f\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff"
    r"\ufff9-\ufffb\ud800-\udfff"
)
_MARKS = r"\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f"
WORD_PATTERN = rf"(?>[^\W\d_]+(?:(?:[{_MARKS}]+|[{GHOSTS}]+(?=[^\W\d_])|['-](?=[^\W\d_]))[^\W\d_]*)*)(?!\w)"
_TOKEN = re.compile(
    rf"""
    (?P<BLANK>[ \t]+) | (?P<COMMENT>\#[^\n]*) | (?P<NEWLINE>\n)
  | (?P<STRING>"(?:[^"\\\n]|\\.)*")
  | (?P<DICE>\d*[dD]\d+(?!\w)) | (?P<RANGE>\d+[ ]*-[ ]*\d+(?!\w)) | (?P<ORD>\d+(?:st|nd|rd|th)(?!\w))
  | (?P<ATLEAST>\d+\+(?!\w)) | (?P<SIGNED>[+\-][ ]?(?:\d+|X)(?!\w)) | (?P<INT>\d+(?!\w)) | (?P<INF>∞)
  | (?P<LOST>[^\W\d_]*\ufffd[\w\ufffd]*) | (?P<WORD>{WORD_PATTERN})
  | (?P<PUNCT>[.,:;()\[\]]) | (?P<GHOST>[{GHOSTS}]+) | (?P<BAD>"[^\n]*|\w+|.)
    """,
    re.X,
)
_NEXT_WORD = re.compile(rf"[ \t]*\n?[ \t]*({WORD_PATTERN})")
_GLUED = re.compile(rf" +({WORD_PATTERN})")
_GHOST = re.compile(f"[{GHOSTS}]+")
_JOINERS = {ord(sign): "" for sign in "\u200c\u200d"}  # part of how some scripts and pictures are spelled
_ESCAPE = re.compile(r'\\(["\\“”„‟«»])')
_STRING_ENDS = re.compile(r"(?= [\[(])|(?=:(?:\s|$))")
_SENTENCE_ENDS = re.compile(r"(?=[.,;](?:\s|$))")
_ENDS_SENTENCE = frozenset({"_DOT", "_COLON", "_INDENT", "_DEDENT"})


class Token:
    """A token: its terminal, the value that the tree keeps, and where it stands.

    `guessed` marks one that recovery made up without being sure: what is read with it is not to be believed.
    """

    __slots__ = ("column", "end", "guessed", "line", "start", "type", "value")

    def __init__(self, type_: str, value: str | int, start: int, end: int, line: int, column: int) -> None:
        self.type = type_
        self.value = value
        self.start = start
        self.end = end
        self.line = line
        self.column = column
        self.guessed = False

    def __repr__(self) -> str:
        return f"Token({self.type}, {self.value!r}, {self.line}:{self.column})"


class Lexed:
    """The tokens of a text, and what is no part of any sentence: kept aside, so that nothing is dropped unseen.

    `noise` are the stretches without meaning (articles, comments), `faults` those that must not stand in a text. When
    blocks stand too deep inside each other, `too_deep` is the place at which reading stopped.
    """

    __slots__ = ("faults", "noise", "tokens", "too_deep")

    def __init__(self) -> None:
        self.tokens: list[Token] = []
        self.noise: list[tuple[int, int]] = []
        self.faults: list[tuple[int, int]] = []
        self.too_deep: int | None = None


def tokenize(source: Source, words: Words, *, cards: bool = True, depth: int = 1_000) -> Lexed:
    """All tokens of a source; the last is $END. Without `cards`, no word begins a declaration."""
    return _Lexer(source, words, cards, depth).run()


def tokenize_block(source: Source, words: Words, start: int, end: int, heading: int) -> list[Token]:
    """The tokens of a stretch that is the block of a heading with this indent, with the end of the block, without $END."""
    lexer = _Lexer(source, words, True, 1_000)
    lexer.item_indent = lexer.pending = heading
    return lexer.run(start, end).tokens[:-1]


class _Lexer:
    def __init__(self, source: Source, words: Words, cards: bool, depth: int) -> None:
        self.source = source
        self.text = source.text
        self.words = words
        self.cards = cards
        self.depth = depth
        self.out = Lexed()
        self.line, self.line_start, self.indent = 1, 0, 0
        self.shift = 0  # columns that tabs have added on this line
        self.at_line_start = True
        self.item_indent = 0
        self.blocks: list[int] = []  # the indent of each open block's heading
        self.pending: int | None = None  # indent of a heading whose colon was just read

    def emit(self, type_: str, value: str | int, start: int, end: int) -> None:
        self.out.tokens.append(Token(type_, value, start, end, self.line, start - self.line_start + self.shift + 1))

    @property
    def last(self) -> str:
        return self.out.tokens[-1].type if self.out.tokens else ""

    def run(self, start: int = 0, end: int | None = None) -> Lexed:
        pos, end = start, len(self.text) if end is None else end
        if start:
            self._move_to(start)
            self.indent = len(self.text[self.line_start : start].expandtabs(TAB))
        while pos < end and self.out.too_deep is None:
            match = _TOKEN.match(self.text, pos)
            assert match is not None, "the last alternative takes any sign"
            pos = self._one(match)
        last = self.out.tokens[-1].end if self.out.tokens else start
        self._move_to(last)
        self._new_line(-1, last)
        self.emit("$END", "", last, last)
        return self.out

    def _move_to(self, offset: int) -> None:
        self.line, column = self.source.place(offset)
        self.line_start = self.source.starts[self.line - 1]
        self.shift = column - 1 - (offset - self.line_start)

    def _one(self, match: re.Match[str]) -> int:
        kind, start, end = str(match.lastgroup), match.start(), match.end()
        if kind == "BLANK":
            if start == self.line_start:
                self.indent = len(match.group().expandtabs(TAB))
            if "\t" in match.group():
                self._move_to(end)
            return end
        if kind == "COMMENT":
            self.out.noise.append((start, end))
            return end
        if kind == "NEWLINE":
            self.line += 1
            self.line_start, self.indent, self.shift, self.at_line_start = end, 0, 0, True
            return end
        if kind == "GHOST":
            self.out.faults.append((start, end))
            return end
        first = self.at_line_start
        if first:
            self.at_line_start = False
            self._new_line(self.indent, start)
            if not self.out.tokens or self.last in _ENDS_SENTENCE:
                self.item_indent = self.indent
        elif self.pending is not None:
            self._open(start)
        if kind == "WORD":
            return self._word(match.group(), start, end, first and self.indent == 0)
        return self._other(kind, match.group(), start, end)

    def _open(self, at: int) -> None:
        if self.pending is not None:
            self.blocks.append(self.pending)
            self.pending = None
            if len(self.blocks) > self.depth:
                self.out.too_deep = at

    def _new_line(self, indent: int, at: int) -> None:
        self._open(at)
        while self.blocks and indent <= self.blocks[-1]:
            self.blocks.pop()
            self.emit("_DEDENT", "", at, at)

    def _other(self, kind: str, text: str, start: int, end: int) -> int:
        if kind == "PUNCT" and text == "," and self.last == "_OTHERWISE":
            self.out.noise.append((start, end))
        elif kind == "PUNCT" and text == ":" and self._announces():
            self.out.noise.append((self.out.tokens.pop().start, end))
        elif kind == "PUNCT":
            self.emit(PUNCTUATION[text], text, start, end)
            if text == ":":
                self.emit("_INDENT", "", end, end)
                self.pending = self.item_indent
        elif kind == "STRING":
            self._string(start, end)
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
        elif kind == "BAD" and text[0] == '"':
            end = start + _guessed_end(text)
            self.emit("BAD_STRING", self._spelled(start + 1, end).strip(), start, end)
        elif kind in ("BAD", "LOST"):
            self.emit("BAD_CHAR", text, start, end)
        elif kind == "ORD":
            self.emit(kind, text[:-2], start, end)
        else:
            self.emit(kind, re.sub(r"\s+", "", text).lower(), start, end)
        if "\t" in text:  # between quotes: what follows stands further right
            self._move_to(end)
        return end

    def _announces(self) -> bool:
        """Whether the colon just met belongs to "the condition: Name", where it says nothing."""
        if self.last != "_CONDITION" or not self.out.noise:
            return False
        start, end = self.out.noise[-1]
        between = self.text[end : self.out.tokens[-1].start]
        return not between.strip() and self.text[start:end].casefold() == "the"

    def _string(self, start: int, end: int) -> None:
        value = _ESCAPE.sub(r"\1", self._spelled(start + 1, end - 1))
        self.emit("STRING", value, start, end)
        for ghost in _GHOST.finditer(self.text, start, end):
            if ghost.group().translate(_JOINERS):
                self.out.faults.append(ghost.span())
        if "\t" in value:
            self._move_to(end)

    def _spelled(self, start: int, end: int) -> str:
        """A stretch as its author spells it, composed."""
        return unicodedata.normalize("NFC", self.source.raw[start:end])

    def _word(self, word: str, start: int, end: int, declares: bool) -> int:
        words, plain = self.words, word
        if not word.isascii():
            plain = unicodedata.normalize("NFC", _GHOST.sub("", word))
            if plain != word:
                self.out.faults.extend(ghost.span() for ghost in _GHOST.finditer(self.text, start, end))
            if any(unicodedata.category(char)[0] == "N" for char in plain):
                self.emit("BAD_CHAR", word, start, end)
                return end
        elif _GHOST.search(word):
            plain = _GHOST.sub("", word)
            self.out.faults.extend(ghost.span() for ghost in _GHOST.finditer(self.text, start, end))
        low = plain.casefold()
        if self.cards and declares and low in words.declarations:
            self.emit(words.declarations[low], low, start, end)
            return end
        phrase = self._phrase(low, end)
        if phrase is not None:
            form, stop = phrase
            self._known(form, start, stop)
            if "\n" in self.text[end:stop]:
                self._move_to(stop)
            return stop
        if low in words.noise:
            self.out.noise.append((start, end))
        elif low in words.forms:
            self._known(low, start, end)
        elif low in words.numbers:
            self.emit("INT", str(words.numbers[low]), start, end)
        elif low in words.ordinals:
            self.emit("ORD", str(words.ordinals[low]), start, end)
        elif plain == "X":
            self.emit("X", "X", start, end)
        elif plain[0].isupper() or plain[0].istitle():
            end = self._name(start, end)
        else:
            self.emit("WORD", plain, start, end)
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
        comma = type_ in self.words.comma_before and self.last == "_COMMA"
        if comma or (type_ == "_OTHERWISE" and self.last == "_SEMI"):
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
        value = " ".join(self._spelled(start, end).split())
        if _GHOST.search(value):
            value = _GHOST.sub("", value)
        self.emit("NAME", value, start, end)
        return end


def _guessed_end(text: str) -> int:
    """Where a string that is never closed was probably meant to end, in a text that begins with its quote."""
    for ends in (_STRING_ENDS, _SENTENCE_ENDS):
        match = ends.search(text, 1)
        if match is not None:
            return match.start()
    return len(text.rstrip())
