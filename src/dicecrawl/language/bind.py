"""Names to cards: every name in a tree is looked up, spelled as its card spells it, or reported with the nearest one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

import attrs
from attrs import define, field

from dicecrawl.core.nodes import Name, Node
from dicecrawl.language.build import Shape, shape_of
from dicecrawl.language.problems import Problem
from dicecrawl.language.source import same_name

_SHAPES: dict[type, Shape] = {}

WHAT = {
    "condition": ("E101", "no condition is called"),
    "stat": ("E103", "there is no stat called"),
    "counter": ("E104", "there is no counter called"),
    "stat or knob": ("E103", "there is no stat called"),
    "stat or counter": ("E103", "there is no stat or counter called"),
    "condition or counter": ("E101", "there is no condition or counter called"),
    "creature": ("E105", "no creature is called"),
    "creature or creatures": ("E105", "no creature is called"),
    "ability": ("E106", "this card has no action called"),
    "any ability": ("E106", "no card has an ability called"),
    "tag": ("E107", "there is no tag called"),
    "item": ("E109", "no item is called"),
    "form": ("E113", "no creature has a form called"),
    "own name": ("E108", "nobody here is called"),
}


@define(slots=True)
class Names:
    """The names that a tree may use, by kind; each maps its meeting form to the card's spelling."""

    tables: dict[str, dict[str, str]] = field(factory=dict)

    def add(self, kind: str, names: Iterable[str]) -> None:
        """Make names known."""
        self.tables.setdefault(kind, {}).update({same_name(name): name for name in names})

    def within(self, **more: Sequence[str]) -> Names:
        """These and some more, for one card."""
        new = Names({kind: dict(table) for kind, table in self.tables.items()})
        for kind, names in more.items():
            new.add(kind.replace("_", " "), names)
        return new

    def of(self, kind: str) -> Mapping[str, str]:
        """The names of a kind, or of either of two ("stat or counter")."""
        found: dict[str, str] = {}
        for part in kind.split(" or "):
            found.update(self.tables.get(part, {}))
        return found


def bind_names(node: Any, names: Names, problems: list[Problem]) -> Any:
    """The tree with every name in its card's spelling; unknown ones go into `problems`."""
    cls = type(node)
    shape = _SHAPES.get(cls)
    if shape is None:
        shape = _SHAPES[cls] = shape_of(cls)
    changed: dict[str, Any] = {}
    for slot in shape.slots:
        value = getattr(node, slot.name)
        new: Any
        if isinstance(value, Name):
            new = _looked_up(value, slot.names, names, problems) if slot.names else value
        elif isinstance(value, Node):
            new = bind_names(value, names, problems)
        elif isinstance(value, tuple):
            new = tuple(
                (_looked_up(v, slot.names, names, problems) if slot.names else v)
                if isinstance(v, Name)
                else bind_names(v, names, problems)
                if isinstance(v, Node)
                else v
                for v in value
            )
        else:
            continue
        if new is not value and new != value:
            changed[slot.name] = new
    return attrs.evolve(node, **changed) if changed else node


def _looked_up(name: Name, kind: str, names: Names, problems: list[Problem]) -> Name:
    known = names.of(kind)
    found = known.get(same_name(name.text))
    if found is not None:
        return name if found == name.text else attrs.evolve(name, text=found)
    code, says = WHAT.get(kind) or ("E105", f"no {kind} is called")
    problems.append(unknown(code, f"{says} '{name.text}'", name, known.values()))
    return name


def unknown(code: str, message: str, name: Name, known: Iterable[str]) -> Problem:
    """A problem for a name nobody knows, with the nearest known one."""
    spelled = list(dict.fromkeys(known))
    near = get_close_matches(same_name(name.text), [same_name(k) for k in spelled], 1, 0.6)
    if near:
        best = next(k for k in spelled if same_name(k) == near[0])
        return Problem(code, message, name.span, f"did you mean '{best}'?", fix=best)
    few = sorted(spelled)
    notes = (f"known here: {', '.join(few)}",) if 0 < len(few) <= 12 else ()
    return Problem(code, message, name.span, "not declared anywhere", notes)
