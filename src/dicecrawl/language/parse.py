"""Tokens to nodes: a driver of ours on Lark's tables, which goes on after a fault.

Values are built as the text is read. When a token cannot come, `recovery` says what is wrong and how the tokens should
be read instead; the driver goes back to where that stretch begins. A sentence that had to be given up stands in the
tree as an Error node. Work is bounded: `ParseLimits` first, then at most so many problems for one text.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from typing import Any

from attrs import frozen

from dicecrawl.core.nodes import Node, Span
from dicecrawl.language.automaton import Automaton, States
from dicecrawl.language.build import Builder, token_value
from dicecrawl.language.grammar import SHIFT, Tables
from dicecrawl.language.headings import lone_heading
from dicecrawl.language.lexer import Lexed, Token, tokenize
from dicecrawl.language.limits import ParseLimits, bounded_literals, too_deep, too_much
from dicecrawl.language.mending import give_up
from dicecrawl.language.problems import Problem
from dicecrawl.language.recovery import diagnose, quiet
from dicecrawl.language.scene import Edit, Guide, Scene
from dicecrawl.language.signs import faults_of
from dicecrawl.language.source import Source

KEPT = 6
"""How many tokens back the parser can go to repair a text."""

CALM = 3
"""Tokens that must be read after a fault before another one in the same sentence is reported."""


ENDS = frozenset({"_DOT", "_INDENT", "_DEDENT", "ERROR"})
"""Tokens after which a new sentence begins."""


@frozen(slots=True, eq=False)
class Parsed:
    """What a text says, as far as it could be read: declarations, what is wrong, and the words that carry no meaning.

    For a free text `declarations` holds its sentences. `problems` stand in the order of the text. `lost_names` are those
    of cards that could not be told apart: they exist, though nobody knows as what.
    """

    source: Source
    declarations: tuple[Node, ...]
    problems: tuple[Problem, ...]
    lexed: Lexed
    lost_names: tuple[str, ...] = ()


class Parser:
    """Parses texts of one game's language."""

    def __init__(self, builder: Builder, limits: ParseLimits | None = None, names: Iterable[str] = ()) -> None:
        self.names = tuple(names)  # that the game has, for "did you mean"
        self.builder = builder
        self.tables: Tables = builder.tables
        self.limits = limits or ParseLimits()
        self.automaton = Automaton(self.tables)
        self.guarded = self._guarded()
        self.sentence_kinds = frozenset(p.symbols[0] for p in self.tables.productions if p.origin == "sentence")
        self._guide: Guide | None = None

    def _guarded(self) -> frozenset[str]:
        """The rules that can be an Error node instead."""
        found = {"error"}
        grows = True
        while grows:
            more = {p.origin for p in self.tables.productions if len(p.symbols) == 1 and p.symbols[0] in found and p.inlines}
            grows = not more <= found
            found |= more
        return frozenset(found)

    @property
    def guide(self) -> Guide:
        """What recovery knows of the grammar; made at the first fault."""
        if self._guide is None:
            self._guide = Guide(self.automaton, self.names)
        return self._guide

    def parse(self, source: Source) -> Parsed:
        """Read a whole file of declarations."""
        return self._parse(source, "start")

    def parse_sentences(self, source: Source) -> Parsed:
        """Read a free text: sentences without a card around them; the last may lack its full stop."""
        return self._parse(source, "sentences")

    def _parse(self, source: Source, start: str) -> Parsed:
        refused = too_much(source, self.limits)
        if refused is not None:
            return Parsed(source, (), (refused,), Lexed())
        lexed = tokenize(source, self.tables.words, cards=start == "start", depth=self.limits.depth)
        if lexed.too_deep is not None:
            return Parsed(source, (), (too_deep(source, lexed.too_deep, self.limits, "blocks"),), lexed)
        problems = faults_of(source, lexed) + bounded_literals(source, lexed.tokens, self.limits)
        run = _Run(self, source, list(lexed.tokens), start)
        declarations = run.read()
        problems.extend(run.problems)
        problems.sort(key=lambda p: (p.span.start, p.code))
        return Parsed(source, declarations, tuple(problems[: self.limits.problems + 1]), lexed, tuple(run.lost_names))


Value = tuple[Any, Token | None, Token | None, bool]
"""A value, its first and last written token, and whether it rests on a guess."""


class _Run:
    """One text being read."""

    def __init__(self, parser: Parser, source: Source, tokens: list[Token], start: str) -> None:
        self.parser = parser
        self.source = source
        self.tokens = tokens
        self.actions, self.productions = parser.tables.actions, parser.tables.productions
        self.start = start
        self.end = parser.tables.starts[start][1]
        self.states: States = [parser.tables.starts[start][0]]
        self.values: list[Value] = [(None, None, None, False)]
        self.trail: deque[tuple[int, States, list[Value]]] = deque(maxlen=KEPT)
        self.problems: list[Problem] = []
        self.lost_names: list[str] = []
        self.scene: Scene | None = None
        self.calm = 0  # tokens still to be read before the next report
        self.last_sign = ""  # the last sign without meaning that was reported
        self.quiet_line = 0  # a line on which nothing more is reported

    def read(self) -> tuple[Node, ...]:
        """Everything that could be read."""
        index, stuck, tokens = 0, 0, self.tokens
        while index < len(tokens):
            token = tokens[index]
            if index and tokens[index - 1].type == "_OTHERWISE" and token.line > tokens[index - 1].line:
                index = self._alone(index)
                token = tokens[index]
            self.trail.append((index, self.states, self.values))
            self.states, self.values = list(self.states), list(self.values)
            if self._feed(token):
                index, stuck = index + 1, 0
                self.calm = 0 if token.type in ENDS else max(0, self.calm - 1)
                continue
            _, self.states, self.values = self.trail.pop()
            if self._closes(index):
                continue
            stuck += 1
            if len(self.problems) >= self.parser.limits.problems or stuck > 4 * KEPT:
                self._stop(token)
                return self._salvage()
            index = self._recover(index)
        return tuple(_flat(self.values[-1][0]))

    def _feed(self, token: Token) -> bool:
        actions, productions, states, values = self.actions, self.productions, self.states, self.values
        while True:
            action = actions[states[-1]].get(token.type)
            if action is None:
                return False
            kind, target = action
            if kind == SHIFT:
                states.append(target)
                written = token if token.end > token.start else None
                values.append((token_value(token.type, token.value), written, written, token.guessed))
                return True
            production = productions[target]
            count = len(production.symbols)
            parts = values[-count:] if count else []
            if count:
                del states[-count:]
                del values[-count:]
            states.append(actions[states[-1]][production.origin][1])
            values.append(self._reduced(production, parts))
            if token.type == "$END" and states[-1] == self.end:
                return True

    def _reduced(self, production: Any, parts: Sequence[Value]) -> Value:
        origin: str = production.origin
        if len(parts) == 1 and production.inlines and not parts[0][3] and isinstance(parts[0][0], Node):
            return parts[0]  # an only child stands for the whole
        first = last = None
        guessed = False
        for part in parts:
            if part[1] is not None:
                first = first or part[1]
                last = part[2]
            guessed = guessed or part[3]
        if origin.startswith("__"):  # a repetition: linked, not copied, so that long texts take linear time
            return _Link(parts, production.kept), first, last, guessed
        if guessed and origin in self.parser.guarded:
            return self._given_up(parts, first, last), first, last, False
        if guessed and "block" in production.symbols:  # what stands under a doubtful heading is to be believed
            guessed = False
            if origin in self.parser.sentence_kinds:
                return parts[production.symbols.index("block")][0], first, last, False
        values = [list(_flat(p[0])) if isinstance(p[0], _Link) else p[0] for p in parts]
        return self.parser.builder.make(production, values, span_of(self.source, first, last)), first, last, guessed

    def _given_up(self, parts: Sequence[Value], first: Token | None, last: Token | None) -> Node:
        span = span_of(self.source, first, last)
        error: Any = self.parser.builder.shapes["error"].cls
        given_up: Node = error(self.source.raw[span.start : span.end], span=span)
        return given_up

    def _closes(self, index: int) -> bool:
        """What an author may leave out: the last full stop of a block or text; and the end of a block never begun."""
        token, automaton = self.tokens[index], self.parser.automaton
        if token.type not in ("_DEDENT", "$END"):
            return False
        if automaton.step(self.states, "_DOT") is not None:
            at = self.tokens[index - 1].end
            self.tokens.insert(index, Token("_DOT", ".", at, at, *self.source.place(at)))
            return True
        if token.type == "_DEDENT" and automaton.step(self.states, "$END") is not None:
            del self.tokens[index]
            return True
        return False

    def _alone(self, index: int) -> int:
        """Look at "otherwise" with nothing else on its line: read on, it would take one sentence of its block."""
        found = lone_heading(self._sees(), index)
        if found is None or found[1] is None:
            return index
        self.problems.append(found[0])
        return self._apply(found[1], index)

    # ---- faults -----------------------------------------------------------------------------------------------

    def _sees(self) -> Scene:
        if self.scene is None:
            self.scene = Scene(
                self.parser.guide,
                self.source,
                self.tokens,
                self._before,
                cards=self.start == "start",
                limits=self.parser.limits,
            )
        return self.scene

    def _recover(self, index: int) -> int:
        scene = self._sees()
        token = self.tokens[index]
        edit: Edit | None
        sign = str(token.value) if token.type == "BAD_CHAR" else ""
        if token.line == self.quiet_line or (self.calm and sign in ("", self.last_sign)):
            edit = quiet(scene, index)
        else:
            self.last_sign = sign
            problem, edit = diagnose(scene, index)
            self.problems.append(problem)
            if problem.code == "E001" and not (edit is not None and edit.tokens):
                self.quiet_line = token.line
        if edit is None:
            edit = give_up(scene, index)
        if any(token.guessed and token.type.startswith("_D_") for token in edit.tokens):
            self.lost_names.extend(scene.heading_name(index))
        self.calm = CALM
        return self._apply(edit, index)

    def _before(self, index: int) -> States | None:
        if index == (self.trail[-1][0] + 1 if self.trail else 0):
            return self.states
        return next((states for at, states, _ in self.trail if at == index), None)

    def _apply(self, edit: Edit, index: int) -> int:
        if edit.start < index:
            while True:
                at, self.states, self.values = self.trail.pop()
                if at == edit.start:
                    break
        if edit.depth is not None:
            self.states, self.values = self.states[: edit.depth], self.values[: edit.depth]
        if edit.closes is not None:
            at = self.tokens[edit.closes - 1].end
            self.tokens.insert(edit.closes, Token("_DEDENT", "", at, at, *self.source.place(at)))
        self.tokens[edit.start : edit.stop] = edit.tokens
        return edit.start

    def _stop(self, token: Token) -> None:
        message = f"this text has {len(self.problems)} mistakes or more; what follows was not read"
        span = self.source.span(token.start, token.end)
        self.problems.append(
            Problem("E019", message, span, "reading stops here", ("help: mend the first ones and check again",))
        )

    def _salvage(self) -> tuple[Node, ...]:
        for value in self.values[1:2]:
            if isinstance(value[0], _Link):
                return tuple(_flat(value[0]))
        return ()


class _Link:
    """A repetition as it grows: what came before, and what was added."""

    __slots__ = ("added", "before")

    def __init__(self, parts: Sequence[Value], kept: Sequence[bool]) -> None:
        values = [p[0] for p, keep in zip(parts, kept, strict=True) if keep]
        grows = bool(values) and isinstance(values[0], _Link)
        self.before: _Link | None = values[0] if grows else None
        self.added: list[Any] = values[1:] if grows else values


def _flat(value: Any) -> list[Any]:
    """The values of a repetition, in order."""
    if not isinstance(value, _Link):
        return list(value)
    parts: list[list[Any]] = []
    link: _Link | None = value
    while link is not None:
        parts.append([v for added in link.added for v in (_flat(added) if isinstance(added, _Link | list) else (added,))])
        link = link.before
    return [v for part in reversed(parts) for v in part]


def span_of(source: Source, first: Token | None, last: Token | None) -> Span:
    """The stretch from one token to another."""
    if first is None or last is None:
        return Span(source.name)
    return Span(source.name, first.start, max(first.end, last.end), first.line, first.column)
