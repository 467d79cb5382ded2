"""Tokens to nodes: a driver of ours on Lark's tables."""

from __future__ import annotations

from typing import Any

from attrs import frozen

from dicecrawl.core.nodes import Node, Span
from dicecrawl.language.build import Builder, token_value
from dicecrawl.language.grammar import SHIFT, Tables
from dicecrawl.language.lexer import Lexed, Token, tokenize
from dicecrawl.language.problems import Problem
from dicecrawl.language.source import Source


@frozen(slots=True, eq=False)
class Parsed:
    """What a text says, as far as it could be read: declarations, what is wrong, and the words that carry no meaning.

    For a free text `declarations` holds its sentences.
    """

    source: Source
    declarations: tuple[Node, ...]
    problems: tuple[Problem, ...]
    lexed: Lexed


class Parser:
    """Parses texts of one game's language."""

    def __init__(self, builder: Builder) -> None:
        self.builder = builder
        self.tables: Tables = builder.tables

    def parse(self, source: Source) -> Parsed:
        """Read a whole file of declarations."""
        return self._parse(source, "start")

    def parse_sentences(self, source: Source) -> Parsed:
        """Read a free text: sentences without a card around them; the last may lack its full stop."""
        return self._parse(source, "sentences")

    def _parse(self, source: Source, start: str) -> Parsed:
        lexed = tokenize(source, self.tables.words, cards=start == "start")
        first_state, end_state = self.tables.starts[start]
        states, values = [first_state], [([], None, None)]  # type: list[int], list[Any]
        tokens = list(reversed(lexed.tokens))
        while tokens:
            token = tokens.pop()
            if (
                token.type in ("_DEDENT", "$END")
                and self._step(states, token.type) is None
                and self._step(states, "_DOT")
            ):
                tokens.append(token)
                token = Token("_DOT", ".", token.start, token.start, token.line, token.column)
            while True:
                action = self.tables.actions[states[-1]].get(token.type)
                if action is None:
                    span = Span(source.name, token.start, token.end, token.line, token.column)
                    problem = Problem("E040", f"'{source.raw[token.start : token.end]}' cannot come here", span)
                    return Parsed(source, (), (problem,), lexed)
                kind, target = action
                if kind == SHIFT:
                    states.append(target)
                    values.append((token_value(token.type, token.value), token, token))
                    break
                production = self.tables.productions[target]
                count = len(production.symbols)
                parts = values[len(values) - count :] if count else []
                if count:
                    del states[-count:]
                    del values[-count:]
                first = next((p[1] for p in parts if p[1] is not None), None)
                last = next((p[2] for p in reversed(parts) if p[2] is not None), None)
                node = self.builder.make(production, [p[0] for p in parts], span_of(source, first, last))
                states.append(self.tables.actions[states[-1]][production.origin][1])
                values.append((node, first, last))
                if token.type == "$END" and states[-1] == end_state:
                    return Parsed(source, tuple(node), (), lexed)
        raise AssertionError("the table has no end")

    def _step(self, states: list[int], type_: str) -> list[int] | None:
        """The states after a token, or None when it cannot come."""
        stack = list(states)
        while True:
            action = self.tables.actions[stack[-1]].get(type_)
            if action is None:
                return None
            kind, target = action
            if kind == SHIFT:
                return [*stack, target]
            production = self.tables.productions[target]
            if production.symbols:
                del stack[-len(production.symbols) :]
            stack.append(self.tables.actions[stack[-1]][production.origin][1])
            if type_ == "$END" and stack[-1] in {end for _, end in self.tables.starts.values()}:
                return stack


def span_of(source: Source, first: Token | None, last: Token | None) -> Span:
    """The stretch from one token to another."""
    if first is None or last is None:
        return Span(source.name)
    return Span(source.name, first.start, max(first.end, last.end), first.line, first.column)
