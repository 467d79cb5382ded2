"""How much text is read at all: stated bounds, checked before the text is worked on, so that a refusal costs nothing.

What is beyond a bound becomes a problem that names the bound and what was found, never an exception or a long wait.
"""

from __future__ import annotations

import re

from attrs import frozen

from dicecrawl.language.lexer import Token
from dicecrawl.language.problems import Problem
from dicecrawl.language.source import Source

_WORDS = re.compile(r"\w+|[^\w\s]")
_BRACKETS = re.compile(r"[(\[]|[)\]]|\n")
_LITERALS = frozenset({"INT", "ORD", "SIGNED", "DICE", "RANGE", "ATLEAST"})
_DIGITS = re.compile(r"\d+")


@frozen(slots=True)
class ParseLimits:
    """Bounds of one text. `problems` is how many mistakes are reported before the rest of a text is left unread."""

    characters: int = 400_000
    line: int = 10_000  # characters of one line
    words: int = 100_000  # words, numbers and signs of a text
    depth: int = 40  # blocks inside blocks, or brackets inside brackets
    digits: int = 6  # of one number
    dice: int = 1_000  # of one literal such as 2d6
    sides: int = 1_000  # of one die
    problems: int = 100


def too_much(source: Source, limits: ParseLimits) -> Problem | None:
    """The first bound of its size that a text breaks, or None."""
    text = source.text
    if len(text) > limits.characters:
        return _refused(
            source,
            0,
            "E006",
            f"this text has {len(text):,} characters; at most {limits.characters:,} are read",
            "split it into several files",
        )
    ends = (*(start - 1 for start in source.starts[1:]), len(text))
    for number, (start, end) in enumerate(zip(source.starts, ends, strict=True), 1):
        if end - start > limits.line:
            return _refused(
                source,
                start,
                "E006",
                f"line {number} has {end - start:,} characters; at most {limits.line:,} are read in one line",
                "break it into several lines",
            )
    for words, match in enumerate(_WORDS.finditer(text), 1):
        if words > limits.words:
            return _refused(
                source,
                match.start(),
                "E006",
                f"this text has more than {limits.words:,} words and signs, which is the most that are read",
                "split it into several files",
            )
    depth = 0
    for match in _BRACKETS.finditer(text):
        sign = match.group()
        depth = 0 if sign == "\n" else depth + 1 if sign in "([" else max(0, depth - 1)
        if depth > limits.depth:
            return too_deep(source, match.start(), limits, "brackets")
    return None


def too_deep(source: Source, at: int, limits: ParseLimits, what: str) -> Problem:
    """More `what` ("blocks", "brackets") inside each other than are read."""
    return _refused(
        source,
        at,
        "E007",
        f"more than {limits.depth} {what} stand inside each other here, which is the most that are read",
        f"write it with fewer {what} inside each other",
    )


def _refused(source: Source, at: int, code: str, message: str, advice: str) -> Problem:
    return Problem(code, message, source.span(at, min(at + 1, len(source.text))), notes=(f"help: {advice}",))


def bounded_literals(source: Source, tokens: list[Token], limits: ParseLimits) -> list[Problem]:
    """Problems for numbers and dice beyond the bounds; their tokens take a small value, so that reading can go on."""
    found: list[Problem] = []
    for token in tokens:
        if token.type not in _LITERALS:
            continue
        value = str(token.value)
        longest = max((len(digits) for digits in _DIGITS.findall(value)), default=0)
        message = ""
        if longest > limits.digits:
            message = f"this number has {longest:,} digits; at most {limits.digits} are read"
        elif token.type == "DICE":
            message = _dice(value, limits)
        if message:
            found.append(Problem("E008", message, source.span(token.start, token.end), "write a smaller number"))
            token.value = _DIGITS.sub("1", value)
        if message and message.startswith("a die"):
            found[-1] = Problem("E008", message, source.span(token.start, token.end), "write dice such as 1d6")
    return found


def _dice(value: str, limits: ParseLimits) -> str:
    count, _, sides = value.lower().partition("d")
    if int(sides) == 0:
        return "a die without sides cannot be rolled"
    if int(count or 1) > limits.dice:
        return f"{int(count):,} dice are asked for; at most {limits.dice:,} are rolled at once"
    if int(sides) > limits.sides:
        return f"a die with {int(sides):,} sides is asked for; at most {limits.sides:,} are allowed"
    return ""
