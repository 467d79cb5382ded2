"""Cards as plain data: what texts came to when they were last read, kept in the user's cache, taken out one by one.

An entry depends on the texts and their names, and on every module that has a say in what they mean. It holds trees whose
names are bound and in which nothing is wrong; other readings are not kept.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

from attrs import frozen

from dicecrawl.core import nodes
from dicecrawl.core.definitions import Definition
from dicecrawl.core.nodes import NOWHERE, Declaration, Node, Span
from dicecrawl.core.ruleset import Ruleset
from dicecrawl.language.cache import key_of, read_cached, write_cached
from dicecrawl.language.source import Source
from dicecrawl.resources import grammar_text

KIND, FORMAT = "cards", "1"  # of cache entries; the format changes when what is packed does

Row = list[Any]
"""A node: the number of its class, start, end, line and column of its span, its fields. A tuple stands under "" in a dict."""


@frozen(slots=True, eq=False)
class Shelf:
    """Declarations as they were stored: kind -> name -> file and row. `names` are those that any card may use."""

    cards: dict[str, dict[str, tuple[str, Row]]]
    names: dict[str, dict[str, str]]
    classes: tuple[tuple[type[Node], tuple[str, ...]], ...]

    def take(self, kind: str, name: str) -> Declaration | None:
        """The declaration of a card, made anew; None when there is none."""
        file, row = self.cards.get(kind, {}).get(name, ("", None))
        return None if row is None else self._node(row, file)

    def _node(self, row: Row, file: str) -> Any:
        number, start, end, line, column, *values = row
        cls, fields = self.classes[number]
        span = Span(file, start, end, line, column) if line else NOWHERE
        filled = {name: self._value(value, file) for name, value in zip(fields, values, strict=True)}
        return cls(**filled, span=span)

    def _value(self, value: Any, file: str) -> Any:
        if isinstance(value, list):
            return self._node(value, file)
        return tuple([self._value(v, file) for v in value[""]]) if isinstance(value, dict) else value


def read_shelf(ruleset: Ruleset, sources: Sequence[Source]) -> Shelf | None:
    """What these texts came to when they were last read, or None when that is not known."""
    entry = read_cached(KIND, _key(ruleset, sources))
    try:
        if sha256(entry["cards"].encode()).hexdigest() != entry["sum"]:
            return None
        packed = json.loads(entry["cards"])
        known = {module.__name__: module for module in (nodes, *ruleset.effects)}
        classes = tuple(getattr(known[module], name) for module, name in packed["classes"])
    except (TypeError, ValueError, KeyError, AttributeError, RecursionError):
        return None
    return Shelf(packed["cards"], packed["names"], tuple((cls, _fields(cls)) for cls in classes))


def write_shelf(
    ruleset: Ruleset, sources: Sequence[Source], cards: Iterable[Definition], names: Mapping[str, Mapping[str, str]]
) -> bool:
    """Keep what these texts came to; whether that could be done."""
    classes: dict[type[Node], int] = {}
    packed: dict[str, dict[str, tuple[str, Row]]] = {}
    try:
        for card in cards:
            if card.tree is not None:
                packed.setdefault(card.kind, {})[card.name] = (card.span.file, _row(card.tree, classes))
    except TypeError:
        return False
    stood = [(cls.__module__, cls.__qualname__) for cls in classes]
    if any(module not in {m.__name__ for m in (nodes, *ruleset.effects)} for module, _ in stood):
        return False
    text = json.dumps({"cards": packed, "names": names, "classes": stood}, separators=(",", ":"))
    return write_cached(KIND, _key(ruleset, sources), {"cards": text, "sum": sha256(text.encode()).hexdigest()})


def _row(node: Node, classes: dict[type[Node], int]) -> Row:
    number = classes.setdefault(type(node), len(classes))
    at = node.span
    return [number, at.start, at.end, at.line, at.column, *(_plain(getattr(node, n), classes) for n in _fields(type(node)))]


def _plain(value: Any, classes: dict[type[Node], int]) -> Any:
    if isinstance(value, Node):
        return _row(value, classes)
    if isinstance(value, tuple):
        return {"": [_plain(v, classes) for v in value]}
    if value is None or isinstance(value, str | int):
        return value
    raise TypeError(f"{type(value).__name__} cannot be stored")


def _fields(cls: type[Node]) -> tuple[str, ...]:
    return tuple(f.name for f in nodes.fields_of(cls))


def _key(ruleset: Ruleset, sources: Sequence[Source]) -> str:
    texts = [part for source in sorted(sources, key=lambda s: s.name) for part in (source.name, source.raw)]
    words = [grammar_text(f"{name}.{end}") for name in ruleset.grammars for end in ("lark", "words")]
    return key_of(FORMAT, ruleset.name, *_code(ruleset), *words, *texts)


def _code(ruleset: Ruleset) -> list[str]:
    """Path, size and time of every module that can change what a text means."""
    home = Path(__file__).parents[1]
    paths = [path for path in home.rglob("*.py") if "cli" not in path.parts]
    for module in ruleset.effects:
        path = Path(module.__file__ or "")
        if home not in path.parents:
            paths.extend(path.parent.glob("*.py") if module.__package__ else (path,))
    seen = [(path, path.stat()) for path in sorted(set(paths)) if path.is_file()]
    return [f"{path} {stat.st_size} {stat.st_mtime_ns}" for path, stat in seen]
