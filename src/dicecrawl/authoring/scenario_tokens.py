"""A scenario file as words and sentences, each with its place; nothing here knows what any of them mean.

A file is a row of scenarios. `scenario "..."` starts at column 1, its sentences stand indented below, each ends with a
full stop (the last may lack it). A line that stands deeper than the first one only continues the sentence above it.
"""

from __future__ import annotations

import re

from attrs import field, frozen

from dicecrawl.core.nodes import Span
from dicecrawl.errors import DicecrawlError
from dicecrawl.language.problems import Problem
from dicecrawl.language.source import Source, same_name
from dicecrawl.language.spelling import steps_apart, tolerance

_TOKEN = re.compile(
    r"""(?P<blank>[ \t\n]+|\#[^\n]*)
      | "(?P<text>[^"\n]*)"
      | (?P<open>"[^\n]*)
      | (?P<number>[+-]?\d+)
      | (?P<own>'s(?!\w))
      | (?P<word>[^\W\d_](?:[\w-]*\w)?)
      | (?P<sign>[.,;:()\[\]∞])
      | (?P<bad>.)""",
    re.VERBOSE,
)

HEADER = "scenario"


@frozen(slots=True)
class Token:
    """One word, number, quoted text or sign. `opens` says that it is the first of its line."""

    kind: str  # "word", "text", "number", "sign", "own" (the 's of an owner)
    text: str
    span: Span
    opens: bool


class Unreadable(DicecrawlError):
    """A sentence of a scenario that could not be read; it never leaves the reader.

    `told` is False for what only follows from an earlier mistake, `check` True where no step can have begun.
    """

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem
        self.told = True
        self.check = False


@frozen(slots=True)
class Draft:
    """One scenario as written: its title and its sentences, each without its full stop."""

    title: Token
    sentences: tuple[tuple[Token, ...], ...]


def nearest(word: str, known: object) -> str:
    """What to write instead: the nearest of the known words, or all of them when there are few."""
    names = [str(k) for k in known]  # type: ignore[attr-defined]
    wanted = same_name(word)
    apart = {name: steps_apart(wanted, same_name(name), tolerance(wanted)) for name in names}
    near = sorted((steps, name) for name, steps in apart.items() if steps is not None)
    if near:
        return f"did you mean '{near[0][1]}'?"
    parts = [name for name in names if wanted and wanted in same_name(name)]
    if parts:
        return f"did you mean '{parts[0]}'?"
    return f"known here: {', '.join(names)}" if 0 < len(names) <= 12 else ""


def joined(first: Span, last: Span) -> Span:
    """The stretch from one to another of the same line; of several lines, the first one's."""
    end = last.end if last.line == first.line else first.end
    return Span(first.file, first.start, end, first.line, first.column)


def tokenize(source: Source, problems: list[Problem]) -> list[Token]:
    """Every token of a file; signs that mean nothing here become problems."""
    tokens: list[Token] = []
    last_line = 0
    for match in _TOKEN.finditer(source.text):
        kind = match.lastgroup or "bad"
        if kind == "blank":
            continue
        span = source.span(match.start(), match.end())
        opens, last_line = span.line != last_line, span.line
        text = match.group(kind)
        if kind == "open":
            problems.append(Problem("S101", "this quotation mark is never closed", span, 'a " is missing on this line'))
            inside = text[1:].rstrip()
            tokens.append(Token("text", inside.removesuffix("."), span, opens))
            if inside.endswith("."):
                tokens.append(Token("sign", ".", span, False))
        elif kind == "bad":
            ends = text in "!?"
            shown = text if text.isprintable() else f"U+{ord(text):04X}"
            advice = "a full stop ends a sentence" if ends else "remove it"
            problems.append(Problem("S101", f"the sign {shown!r} means nothing in a scenario", span, advice))
            if ends:
                tokens.append(Token("sign", ".", span, opens))
        else:
            tokens.append(Token(kind, text, span, opens))
    return tokens


def drafts(source: Source, problems: list[Problem]) -> tuple[Draft, ...]:
    """The scenarios of a file."""
    found: list[Draft] = []
    blocks: list[list[Token]] = []
    for token in tokenize(source, problems):
        if token.opens and token.span.column == 1:
            blocks.append([])
        if not blocks:
            blocks.append([])
        blocks[-1].append(token)
    stray = False
    for index, block in enumerate(blocks):
        if _begins(block):
            draft = _draft(block, index + 1 < len(blocks) and not _begins(blocks[index + 1]), problems)
            found.extend([draft] if draft is not None else [])
        elif not stray:
            _begin_nothing(block[0], bool(found), problems)
        stray = not _begins(block)
    titles: dict[str, Draft] = {}
    for draft in found:
        first = titles.setdefault(same_name(draft.title.text), draft)
        if first is not draft:
            problems.append(
                Problem("S104", f"there are two scenarios called '{draft.title.text}'", draft.title.span, "the second",
                        ("give one of them another title",), also=first.title.span, also_label="the first")
            )  # fmt: skip
    return tuple(found)


def _begins(block: list[Token]) -> bool:
    head = block[0]
    return head.span.column == 1 and head.kind == "word" and same_name(head.text) == HEADER


def _begin_nothing(head: Token, inside: bool, problems: list[Problem]) -> None:
    near = nearest(head.text, [HEADER]) if head.kind == "word" and head.span.column == 1 else ""
    if near.startswith("did"):
        problems.append(Problem("S102", f"'{head.text}' begins no scenario", head.span, near))
        return
    label = "indent it" if inside else 'a scenario begins with: scenario "what it shows":'
    note = "the sentences of a scenario stand indented below its first line"
    problems.append(Problem("S102", f"'{head.text}' begins no scenario", head.span, label, (note,)))


def _draft(block: list[Token], strays: bool, problems: list[Problem]) -> Draft | None:
    head, *rest = block
    if not rest or rest[0].kind != "text" or not rest[0].text.strip():
        where = rest[0].span if rest else head.span
        problems.append(Problem("S102", "a scenario needs a title in quotation marks", where, 'such as "The arrow hits"'))
        return None
    title, *rest = rest
    if not rest or rest[0].text != ":" or rest[0].kind != "sign":
        problems.append(Problem("S102", "a colon is missing after the title", _after(title), "expected ':'"))
    else:
        rest = rest[1:]
    if not rest and not strays:
        problems.append(Problem("S103", f"the scenario '{title.text}' says nothing", title.span, "write its sentences below"))
    return Draft(title, tuple(_sentences(rest, problems)))


def _after(token: Token) -> Span:
    span = token.span
    return Span(span.file, span.end, span.end, span.line, span.column + span.end - span.start)


def _sentences(tokens: list[Token], problems: list[Problem]) -> list[tuple[Token, ...]]:
    found: list[tuple[Token, ...]] = []
    current: list[Token] = []
    margin = min((t.span.column for t in tokens if t.opens), default=0)
    for token in tokens:
        if current and token.opens and token.span.column <= margin:
            place = _after(current[-1])
            problems.append(Problem("S105", "a full stop is missing at the end of this sentence", place, "expected '.'"))
            found.append(tuple(current))
            current = []
        if token.kind == "sign" and token.text == ".":
            if current:
                found.append(tuple(current))
            else:
                problems.append(Problem("S105", "this full stop ends nothing", token.span, "remove it"))
            current = []
        else:
            current.append(token)
    if current:
        found.append(tuple(current))
    return found


class Phrase:
    """One sentence and a finger on its next word. What does not fit raises `Unreadable` with the place."""

    __slots__ = ("at", "tokens")

    def __init__(self, tokens: tuple[Token, ...]) -> None:
        self.tokens = tokens
        self.at = 0

    def peek(self, ahead: int = 0) -> Token | None:
        """The next token, or one further on; None past the end."""
        index = self.at + ahead
        return self.tokens[index] if index < len(self.tokens) else None

    @property
    def done(self) -> bool:
        """Whether nothing is left."""
        return self.at >= len(self.tokens)

    @property
    def span(self) -> Span:
        """The whole sentence, as far as it stands on one line."""
        return joined(self.tokens[0].span, self.tokens[-1].span)

    @property
    def here(self) -> Span:
        """The next token, or the place where one is missing."""
        token = self.peek()
        return token.span if token is not None else _after(self.tokens[-1])

    def since(self, start: int) -> Span:
        """What was read from the token numbered `start` on."""
        return joined(self.tokens[start].span, self.tokens[max(start, self.at - 1)].span)

    def words(self, *wanted: str) -> bool:
        """Read these words if they come next."""
        for ahead, word in enumerate(wanted):
            token = self.peek(ahead)
            if token is None or token.kind != "word" or same_name(token.text) != word:
                return False
        self.at += len(wanted)
        return True

    def any_of(self, *wanted: str) -> str | None:
        """Read one of these words or groups of words if it comes next; gives which."""
        for group in wanted:
            if self.words(*group.split()):
                return group
        return None

    def sign(self, wanted: str) -> bool:
        """Read this sign if it comes next."""
        token = self.peek()
        if token is None or token.kind != "sign" or token.text != wanted:
            return False
        self.at += 1
        return True

    def own(self) -> bool:
        """Read the 's of an owner if it comes next."""
        token = self.peek()
        if token is None or token.kind != "own":
            return False
        self.at += 1
        return True

    def number(self, what: str) -> int:
        """Read a number."""
        token = self.peek()
        if token is None or token.kind != "number":
            raise self.unreadable(f"a number is missing: {what}", "expected a number")
        self.at += 1
        return int(token.text)

    def number_next(self) -> bool:
        """Whether a number comes next."""
        token = self.peek()
        return token is not None and token.kind == "number"

    def expect(self, wanted: str) -> None:
        """Read this sign or word, which has to come."""
        if not (self.sign(wanted) or self.words(*wanted.split())):
            raise self.unreadable(f"expected '{wanted}' here", f"expected '{wanted}'")

    def end(self) -> None:
        """Nothing more may follow."""
        if not self.done:
            token = self.peek()
            assert token is not None
            raise self.unreadable(f"'{token.text}' was not expected here", "the sentence should end before this")

    def unreadable(
        self, message: str, label: str = "", *notes: str, code: str = "S110", span: Span | None = None
    ) -> Unreadable:
        """The exception that says what is wrong at the next word, or at `span`."""
        return Unreadable(Problem(code, message, span or self.here, label, tuple(n for n in notes if n)))


@frozen(slots=True)
class Written:
    """A word or name as the author wrote it, with its place."""

    text: str
    span: Span = field(eq=False)
