"""Words as lines: blanks, capitals, commas that are decoration, indented blocks."""

from __future__ import annotations

from collections.abc import Sequence

from dicecrawl.language.printing_words import Piece

STEP = " " * 4
WIDTH = 120
_CLOSES = frozenset({"_DOT", "_COMMA", "_COLON", "_SEMI", "_RPAR", "_RSQB"})
_OPENS = frozenset({"_LPAR", "_LSQB"})
_PAUSES = frozenset({"_OR_ELSE", "_IGNORING_RANGE", "_EXPLODE", "BEYOND", "EVEN_DEAD"})  # a comma goes before them


def lines_of(pieces: Sequence[Piece]) -> str:
    """The text, each sentence of a block on its own line; a block of one sentence follows its colon if it fits."""
    inline = _inline_blocks(pieces)
    while True:
        page = _Page(pieces)
        for at, piece in enumerate(pieces):
            if piece.terminal == "_INDENT":
                page.blocks.append(at in inline)
                page.opened[len(page.lines)] = at
            elif piece.terminal == "_DEDENT":
                page.blocks.pop()
            elif piece.terminal != "LINE":
                page.add(at)
            elif not page.blocks or not page.blocks[-1]:
                page.new_line(gap=piece.gap)
            else:
                page.capital = True
        too_long = {page.opened.get(n) for n, line in enumerate(page.lines, 1) if len(line) > WIDTH} & inline
        if not too_long:
            return "\n".join(page.lines)
        inline -= too_long


def paragraph_of(pieces: Sequence[Piece]) -> str:
    """The text on one line; the sentences of an inner block are joined by semicolons."""
    page = _Page(pieces)
    depth = 0
    first = True
    for at, piece in enumerate(pieces):
        if piece.terminal in ("_INDENT", "_DEDENT"):
            depth += 1 if piece.terminal == "_INDENT" else -1
            first = piece.terminal == "_INDENT"
        elif piece.terminal == "LINE":
            page.capital = not depth
            if depth and not first and page.lines[-1].endswith("."):
                page.lines[-1] = f"{page.lines[-1][:-1]};"
            first = False
        else:
            page.add(at)
    return page.lines[-1]


def _inline_blocks(pieces: Sequence[Piece]) -> set[int | None]:
    """Where blocks open that hold one sentence and no block."""
    found: set[int | None] = set()
    opened: list[list[int]] = []  # where, and how many lines and blocks it holds
    for at, piece in enumerate(pieces):
        if piece.terminal == "_INDENT":
            if opened:
                opened[-1][1] += 2
            opened.append([at, 0])
        elif piece.terminal == "LINE" and opened:
            opened[-1][1] += 1
        elif piece.terminal == "_DEDENT":
            where, holds = opened.pop()
            if holds == 1 and pieces[where].block:
                found.add(where)
    return found


class _Page:
    """Lines that grow word by word."""

    def __init__(self, pieces: Sequence[Piece]) -> None:
        self.pieces = pieces
        self.lines = [""]
        self.blocks: list[bool] = []  # the open blocks, and whether each follows its colon
        self.opened: dict[int, int | None] = {}  # the last block that opens on each line, by line number
        self.capital = True
        self.last: Piece | None = None

    def new_line(self, *, gap: bool) -> None:
        """Go to the next line, indented as deep as its block."""
        if self.lines == [""]:
            self.lines = []
        if gap:
            self.lines.append("")
        self.lines.append(STEP * self.blocks.count(False))
        self.capital, self.last = True, None

    def add(self, at: int) -> None:
        """Write a word."""
        piece, last = self.pieces[at], self.last
        text = piece.text
        if piece.terminal == "NAME" and last is not None and last.terminal == "NAME":
            piece.quote()  # two names in a row would be read as one
            text = piece.text
        if piece.article:
            text = f"{_sounded(piece.article, text)} {text}"
        if self.capital and not piece.terminal.startswith("_D_"):
            text = text[:1].upper() + text[1:]
        line = self.lines[-1]
        if last is not None and piece.terminal in _PAUSES:
            line += ","
        elif last is not None and piece.terminal == "_OTHERWISE" and not line.endswith(";"):
            line += ";"
        glued = piece.terminal in _CLOSES or (piece.terminal == "SIGNED" and last is not None and last.terminal == "DICE")
        blank = last is not None and not glued and last.terminal not in _OPENS
        self.lines[-1] = f"{line}{' ' if blank else ''}{text}"
        if piece.terminal == "_OTHERWISE" and self.pieces[at + 1].terminal != "_COLON":
            self.lines[-1] += ","
        self.capital = False
        self.last = piece


def _sounded(article: str, text: str) -> str:
    """ "a" or "an", by the sound of what follows."""
    if article != "a":
        return article
    word = text.lstrip('"').casefold()
    if word.startswith(("uni", "use", "usu", "eu", "one", "once")):
        return "a"
    return "an" if word[:1] in tuple("aeiou") or word.split(" ")[0] in ("8", "11", "18") else "a"
