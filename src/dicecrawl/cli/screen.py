"""Where a command writes: plain text that any terminal, pipe or file can take.

What the encoding of the output lacks is written in its nearest plain form. Escape codes go to a terminal only, and not
when NO_COLOR is set. Long lines are folded on a terminal (or when COLUMNS is set), and never in a pipe.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import textwrap
from typing import Any, TextIO

from dicecrawl.authoring.plaintext import fitted

NARROWEST = 20


class Screen:
    """Standard output and standard error."""

    def __init__(self) -> None:
        self.interactive = _is_terminal(sys.stdout)
        self.colour = self.interactive and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
        self.encoding = sys.stdout.encoding or "ascii"
        self.width = self._width()

    def _width(self) -> int | None:
        stated = os.environ.get("COLUMNS", "")
        if stated.isdigit() and int(stated) > 0:
            return max(NARROWEST, int(stated))
        return max(NARROWEST, shutil.get_terminal_size().columns) if self.interactive else None

    @property
    def ascii(self) -> bool:
        """Whether bars and the like have to be drawn with plain signs."""
        return not _can_write("█∞─", self.encoding)

    def say(self, text: str = "") -> None:
        """Write lines, folded where the width is known."""
        for line in text.split("\n"):
            for part in self._folded(line):
                _write(sys.stdout, part)

    def show(self, text: str) -> None:
        """Write lines that are never folded: those with a caret under a word, or with a path to copy."""
        _write(sys.stdout, text)

    def data(self, value: Any) -> None:
        """Write JSON, in ASCII, the same on every system."""
        _write(sys.stdout, json.dumps(value, indent=2, ensure_ascii=True))

    def complain(self, text: str) -> None:
        """Write to standard error."""
        _write(sys.stderr, text)

    def heading(self, text: str) -> None:
        """Write a heading: underlined, so that it shows without colour."""
        self.say(text)
        self.say(("-" if self.ascii else "─") * min(len(text), self.width or len(text)))

    def _folded(self, line: str) -> list[str]:
        if self.width is None or len(line) <= self.width:
            return [line]
        indent = " " * (len(line) - len(line.lstrip(" ")))
        further = f"{indent}    " if len(indent) < self.width // 3 else indent
        return textwrap.wrap(line, self.width, subsequent_indent=further, break_long_words=False, break_on_hyphens=False) or [
            line
        ]


def _write(stream: TextIO, text: str) -> None:
    stream.write(f"{fitted(text, stream.encoding or 'ascii')}\n")
    stream.flush()


def _can_write(text: str, encoding: str) -> bool:
    return fitted(text, encoding) == text


def _is_terminal(stream: TextIO) -> bool:
    return hasattr(stream, "isatty") and stream.isatty()
