"""Problems as text that an author can act on: code, place, the line as written, a caret, and how to mend it.

A caret stands under its word on any screen: tabs are repeated above and below, wide signs count two columns, combining
ones none. Signs that would move the cursor or hide text are shown as "·". Plain text unless colour is asked for.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence

from dicecrawl.core.nodes import Span
from dicecrawl.language.problems import Problem
from dicecrawl.language.source import Source

MOST_SHOWN = 50
"""How many problems are written out before the rest is only counted."""

WIDEST = 200
"""Columns of a source line that are shown; of a longer one, the part around the caret."""

_PREFIXES = ("help: ", "note: ")
_COLOURS = {"error": "\x1b[1;31m", "warning": "\x1b[1;33m", "place": "\x1b[1;34m", "off": "\x1b[0m"}


def render_all(
    problems: Iterable[Problem], sources: Mapping[str, Source], *, limit: int = MOST_SHOWN, colour: bool = False
) -> str:
    """Problems by file and place, at most `limit` of them written out, and a line that counts them all."""
    ordered = sorted(dict.fromkeys(problems), key=lambda p: (p.span.file, p.span.start, p.code))
    if not ordered:
        return "no problems found"
    parts = [render(problem, sources.get(problem.span.file), colour=colour) for problem in ordered[:limit]]
    if len(ordered) > limit:
        parts.append(f"and {len(ordered) - limit} more, not shown")
    parts.append(summary(ordered))
    return "\n\n".join(parts)


def summary(problems: Sequence[Problem]) -> str:
    """How many there are, and in how many files."""
    errors = sum(problem.severity == "error" for problem in problems)
    counts = [_count(errors, "error"), _count(len(problems) - errors, "warning")]
    files = len({problem.span.file for problem in problems})
    return " and ".join(c for c in counts if c) + (f" in {files} files" if files > 1 else "")


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'s' if number != 1 else ''}" if number else ""


def render(problem: Problem, source: Source | None, *, colour: bool = False) -> str:
    """One problem; without its source, the line is left out."""
    span, second = problem.span, problem.also
    head = f"{problem.severity}[{problem.code}]"
    lines = [_paint(head, problem.severity, colour) + f": {visible(problem.message)}"]
    shown = source is not None and span.line > 0
    elsewhere = second is not None and (source is None or second.file != span.file)
    numbers = [span.line] + ([second.line] if second is not None and not elsewhere else [])
    width = len(str(max(numbers)))
    gutter = " " * width
    place = f"{span.file}:{span.line}:{span.column}" if span.line else span.file
    lines.append(f"{gutter}{_paint('-->', 'place', colour)} {visible(place)}")
    if source is not None and shown:
        lines.append(f"{gutter} |")
        marks = [(span, "^", problem.label)]
        if second is not None and not elsewhere:
            marks.append((second, "-", problem.also_label))
        lines.extend(_excerpt(source, marks, width, problem.severity, colour))
    elif problem.label:
        lines.append(f"{gutter} = help: {visible(problem.label)}")
    if second is not None and elsewhere:
        lines.append(f"{gutter} = {problem.also_label or 'see also'}: {visible(str(second))}")
    for note in problem.notes:
        text = note if note.startswith(_PREFIXES) else f"help: {note}"
        lines.append(f"{gutter} = {visible(text)}")
    return "\n".join(lines)


def _excerpt(source: Source, marks: list[tuple[Span, str, str]], width: int, severity: str, colour: bool) -> Iterable[str]:
    by_line: dict[int, list[tuple[Span, str, str]]] = {}
    for mark in marks:
        by_line.setdefault(mark[0].line, []).append(mark)
    for number in sorted(by_line):
        line = source.line(number)
        start = source.starts[number - 1]
        left, right = _window(line, marks[0][0].start - start if number == marks[0][0].line else 0)
        text = "".join("\t" if char == "\t" else _visible(char) for char in line[left:right])
        before, after = "..." if left else "", "..." if right < len(line) else ""
        yield f"{number:>{width}} | {before}{text}{after}".rstrip()
        for span, sign, label in by_line[number]:
            first = min(max(span.start - start, left), right)
            stop = min(max(span.end - start, first), right)
            pad = " " * len(before) + "".join(_blank(char) for char in line[left:first])
            pad += " " * (span.start - start - first)
            carets = sign * max(1, sum(columns(char) for char in line[first:stop]))
            yield f"{' ' * width} | {pad}{_paint(carets, severity, colour)} {visible(label)}".rstrip()


def _window(line: str, at: int) -> tuple[int, int]:
    if len(line) <= WIDEST:
        return 0, len(line)
    left = min(max(0, at - WIDEST // 2), len(line) - WIDEST)
    return left, left + WIDEST


def columns(char: str) -> int:
    """How many columns of a screen a sign takes; a tab counts one here."""
    if char < "\x7f":
        return 1
    if unicodedata.category(char) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def visible(text: str) -> str:
    """The text with a dot for each sign that would move the cursor, hide text or fail to print."""
    return "".join(_visible(char) for char in text)


def _visible(char: str) -> str:
    return "·" if (char < " " or char >= "\x7f") and unicodedata.category(char) in ("Cc", "Cf", "Cs") else char


def _blank(char: str) -> str:
    return "\t" if char == "\t" else " " * columns(_visible(char))


def _paint(text: str, kind: str, colour: bool) -> str:
    return f"{_COLOURS.get(kind, '')}{text}{_COLOURS['off']}" if colour else text
