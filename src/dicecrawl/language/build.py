"""Productions to nodes: the rule's name is the class's name, and the children fill its fields by their types, in order."""

from __future__ import annotations

import types
from collections.abc import Iterable, Mapping
from types import ModuleType
from typing import Any, Union, get_args, get_origin, get_type_hints

import attrs
from attrs import frozen

from dicecrawl.core.nodes import Node, Span
from dicecrawl.errors import RulesError
from dicecrawl.language.grammar import STARTS, Production, Tables

NUMBERS = frozenset({"INT", "ORD"})


@frozen(slots=True, eq=False)
class Slot:
    """A field as the builder sees it."""

    name: str
    accepts: tuple[type, ...]
    many: bool
    optional: bool
    names: str  # the kind of name it holds, "" for none


@frozen(slots=True, eq=False)
class Shape:
    """A node class with its slots in grammar order."""

    cls: type[Node]
    slots: tuple[Slot, ...]


def camel(name: str) -> str:
    """take_damage -> TakeDamage"""
    return "".join(part.capitalize() for part in name.split("_"))


def snake(name: str) -> str:
    """TakeDamage -> take_damage"""
    return "".join(f"_{c.lower()}" if c.isupper() else c for c in name).lstrip("_")


def shapes_of(tables: Tables, modules: Iterable[ModuleType]) -> Mapping[str, Shape]:
    """The node class for every name a production can make; raises `RulesError` when one is missing."""
    known: dict[str, type[Node]] = {}
    for module in modules:
        known.update(
            (name, value)
            for name, value in vars(module).items()
            if isinstance(value, type) and issubclass(value, Node) and value.__module__ == module.__name__
        )
    known.setdefault("Name", _name_class())
    shapes: dict[str, Shape] = {}
    missing: list[str] = []
    for production in tables.productions:
        made = production.makes
        if made in shapes or made.startswith("_") or made in STARTS or (production.inlines and len(production.symbols) == 1):
            continue
        cls = known.get(camel(made))
        if cls is None:
            if not production.inlines:
                missing.append(made)
            continue
        shapes[made] = shape_of(cls)
    if missing:
        raise RulesError(f"the grammar has rules without a node class: {', '.join(sorted(set(missing)))}")
    return shapes


def _name_class() -> type[Node]:
    from dicecrawl.core.nodes import Name

    return Name


def shape_of(cls: type[Node]) -> Shape:
    """The slots of a node class, from the types of its fields."""
    hints = get_type_hints(cls, include_extras=True)
    slots = []
    for f in attrs.fields(cls):
        if f.name == "span" or f.metadata.get("bound"):
            continue
        slots.append(_slot(f.name, hints[f.name]))
    return Shape(cls, tuple(slots))


def _slot(name: str, hint: Any) -> Slot:
    kind, hint = _unnamed(hint)
    many = get_origin(hint) is tuple
    if many:
        inner_kind, hint = _unnamed(get_args(hint)[0])
        kind = kind or inner_kind
    accepts: list[type] = []
    optional = False
    options = get_args(hint) if get_origin(hint) in (Union, types.UnionType) else (hint,)
    for option in options:
        inner_kind, option = _unnamed(option)
        kind = kind or inner_kind
        if option is type(None):
            optional = True
        else:
            accepts.append(option)
    return Slot(name, tuple(accepts), many, optional, kind)


def _unnamed(hint: Any) -> tuple[str, Any]:
    metadata = getattr(hint, "__metadata__", None)
    if metadata is None:
        return "", hint
    return str(metadata[0].kind), hint.__origin__


class Builder:
    """Makes the value of a production from the values of its symbols."""

    def __init__(self, tables: Tables, modules: Iterable[ModuleType]) -> None:
        self.tables = tables
        self.shapes = shapes_of(tables, modules)
        self.error = self.shapes["error"].cls if "error" in self.shapes else None  # stands for what could not be read

    def make(self, production: Production, values: list[Any], span: Span) -> Any:
        """A node, a list of nodes for an inlined rule, or an only child."""
        children: list[Any] = []
        for symbol, kept, value in zip(production.symbols, production.kept, values, strict=True):
            if not kept:
                continue
            if symbol.startswith("_") or isinstance(value, list):
                children.extend(value)
            else:
                children.append(value)
        origin = production.origin
        if origin.startswith("_") or origin in STARTS:
            return children
        if production.inlines and len(children) == 1 and isinstance(children[0], Node):
            return children[0]
        shape = self.shapes[production.makes]
        if self.error is not None and not any(issubclass(self.error, kind) for s in shape.slots for kind in s.accepts):
            children = [child for child in children if not isinstance(child, self.error)]
        return fill(shape, children, span)


def token_value(type_: str, value: str | int) -> str | int:
    """What a kept token leaves in the tree: a number or a word."""
    return int(value) if type_ in NUMBERS else value


def fill(shape: Shape, children: list[Any], span: Span) -> Node:
    """A node whose slots take the children one after another, each as many as it accepts."""
    left = list(children)
    values: dict[str, Any] = {}
    defaults = attrs.fields_dict(shape.cls)
    needed = [not s.many and not s.optional and defaults[s.name].default is attrs.NOTHING for s in shape.slots]
    for at, slot in enumerate(shape.slots):
        if slot.many:
            taken = []
            while left and isinstance(left[0], slot.accepts):
                taken.append(left.pop(0))
            values[slot.name] = tuple(taken)
        elif left and isinstance(left[0], slot.accepts) and (needed[at] or len(left) > sum(needed[at:])):
            values[slot.name] = left.pop(0)
        elif slot.optional:
            values[slot.name] = None
        elif needed[at]:
            raise RulesError(f"{shape.cls.__name__} has no {slot.name}: its grammar rule and its fields do not agree")
    if left:
        raise RulesError(f"{shape.cls.__name__} has no field for {left[0]!r}: its grammar rule and its fields do not agree")
    return shape.cls(**values, span=span)
