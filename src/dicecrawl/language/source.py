"""A content file as the language sees it: plain characters, one for each of the author's, so that places never shift.

Typographic quotes, dashes, minus signs and odd blanks mean their plain forms; decimal digits of any script mean 0 to 9.
A byte order mark at the start is dropped, line ends may be of any kind. Other number signs (such as a raised 2) are
refused where they stand.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right

from attrs import field, frozen

from dicecrawl.core.nodes import Span

TAB = 4
"""Columns from one tab stop to the next, so that a file indented with tabs reads like one indented with blanks."""

_LINE_END = re.compile("\n")
_PLAIN = {
    "\u201c": '"', "\u201d": '"', "\u201e": '"', "\u201f": '"', "\u00ab": '"', "\u00bb": '"',
    "\u2018": "'", "\u2019": "'", "\u201a": "'", "\u201b": "'", "\u02bc": "'",
    "\u2010": "-", "\u2011": "-", "\u2012": "-", "\u2013": "-", "\u2014": "-", "\u2212": "-", "\ufe63": "-", "\uff0d": "-",
    "\u00a0": " ", "\u2007": " ", "\u202f": " ", "\u2009": " ", "\u2003": " ", "\u2002": " ", "\u3000": " ",
    "\uff0b": "+", "\u2028": "\n", "\u2029": "\n", "\u0085": "\n",
}  # fmt: skip


def plain(text: str) -> str:
    """The text with one plain character for each typographic one."""
    if text.isascii():
        return text
    return text.translate({ord(char): _plain(char) for char in set(text) if char >= "\x80"})


def _plain(char: str) -> str:
    if char in _PLAIN:
        return _PLAIN[char]
    return str(unicodedata.digit(char)) if unicodedata.category(char) == "Nd" else char


def same_name(text: str) -> str:
    """The form under which names meet: composed, plain signs, case-blind without regard to locale, single blanks."""
    return " ".join(unicodedata.normalize("NFC", plain(text)).casefold().split())


@frozen(slots=True, eq=False)
class Source:
    """One text: `name` as messages show it, `raw` as written, `text` with plain characters and \\n line ends."""

    name: str
    raw: str
    text: str
    starts: tuple[int, ...] = field(repr=False)

    @classmethod
    def of(cls, raw: str, name: str = "text") -> Source:
        """A source from text."""
        body = raw[1:] if raw.startswith("\ufeff") else raw
        body = body.replace("\r\n", "\n").replace("\r", "\n")
        text = plain(body)
        starts = (0, *(found.end() for found in _LINE_END.finditer(text)))
        return cls(name, body, text, starts)

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset, both from 1; a tab reaches to the next multiple of `TAB` columns."""
        line = bisect_right(self.starts, offset)
        start = self.starts[line - 1]
        if "\t" not in self.text:
            return line, offset - start + 1
        return line, len(self.text[start:offset].expandtabs(TAB)) + 1

    def span(self, start: int, end: int) -> Span:
        """The stretch between two offsets."""
        return Span(self.name, start, end, *self.place(start))

    def line(self, number: int) -> str:
        """A line as the author wrote it, without its end."""
        start = self.starts[number - 1]
        end = self.starts[number] - 1 if number < len(self.starts) else len(self.raw)
        return self.raw[start:end]
