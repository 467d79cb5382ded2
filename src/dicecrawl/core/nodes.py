"""The sorts of node that a sentence becomes, and nothing about any one word.

A node is a frozen attrs class; its fields are its children, in the order in which its grammar rule names them. The rule
and the class share a name, so neither builder nor printer needs a table.

- `Amount.value` gives a number, `Selector.pick` ids in a fixed order, `Test.holds` a yes or no, `Effect.perform` acts.
- `Standing` is a rule that holds while its card is in play: see `rules`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, TypeVar

import attrs
from attrs import field, frozen

if TYPE_CHECKING:
    from attrs import frozen as node

    from dicecrawl.core.context import Context
else:

    def node(cls: type) -> type:
        """Make a class a kind of node: a frozen attrs class that compares, hashes and shows itself as `Node` does.

        There are hundreds; methods of their own would take half of the time in which a game loads.
        """
        return frozen(cls, eq=False, repr=False)


__all__ = [
    "BOUND",
    "NOWHERE",
    "AbilityName",
    "Amount",
    "AnyAbility",
    "CardLookup",
    "ConditionName",
    "ConditionOrCounter",
    "CounterName",
    "CreatureName",
    "CreatureNames",
    "Declaration",
    "Effect",
    "Entry",
    "Fault",
    "FormName",
    "ItemName",
    "N",
    "Name",
    "Names",
    "Node",
    "OwnName",
    "Selector",
    "Span",
    "Standing",
    "StatName",
    "StatOrCounter",
    "StatOrKnob",
    "TagName",
    "Test",
    "fields_of",
    "first_of",
    "node",
    "surface_fields",
]  # fmt: skip


@frozen(slots=True)
class Span:
    """A stretch of a content file: `start` and `end` are offsets into its normalised text; lines and columns from 1."""

    file: str = ""
    start: int = 0
    end: int = 0
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}" if self.file else "(no place)"


NOWHERE = Span()


@frozen(slots=True)
class Fault:
    """Something that a word finds wrong with its own use: what `problems.Problem` says, without a place."""

    code: str
    message: str
    label: str = ""
    notes: tuple[str, ...] = ()
    severity: str = "error"
    at: Span | None = None  # where, if not at the whole phrase
    also: Span | None = None
    also_label: str = ""


CardLookup = Callable[[str, str], Any]
"""Looks a card up by kind and name."""


@node
class Node:
    """A piece of a sentence. Two nodes are equal when they say the same, wherever they stand.

    `refers` are the earlier things its word points back to: "they" (the chosen ones), "roll" (the roll just made),
    "damage" (the damage just dealt). Binding puts a sentence under the one it points back to. `alters` says that the word
    changes or prevents the event which its rule answers, so the rule has to come before it.
    """

    refers: ClassVar[tuple[str, ...]] = ()
    alters: ClassVar[bool] = False

    span: Span = field(default=NOWHERE, eq=False, repr=False, kw_only=True)

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return all(getattr(self, f.name) == getattr(other, f.name) for f in fields_of(type(self)) if f.eq)

    def __hash__(self) -> int:
        return hash((type(self), *(getattr(self, f.name) for f in fields_of(type(self)) if f.eq)))

    def __repr__(self) -> str:
        shown = ", ".join(f"{f.name}={getattr(self, f.name)!r}" for f in fields_of(type(self)))
        return f"{type(self).__qualname__}({shown})"

    def points(self) -> tuple[str, ...]:
        """What this very use of the word points back to: `refers`, unless it says whom it means."""
        return self.refers

    def faults(self, card: CardLookup) -> Iterator[Fault]:
        """What is wrong with this use of the word, its children aside; asked once names are bound."""
        yield from ()

    def children(self) -> tuple[Node, ...]:
        """The nodes directly below, in order."""
        found: list[Node] = []
        for f in fields_of(type(self)):
            value = getattr(self, f.name)
            if isinstance(value, Node):
                found.append(value)
            elif isinstance(value, tuple):
                found.extend(v for v in value if isinstance(v, Node))
        return tuple(found)

    def walk(self) -> list[Node]:
        """This node and all below it, parents first, in the order of the text."""
        found: list[Node] = [self]
        for child in self.children():
            found.extend(child.walk())
        return found


N = TypeVar("N", bound=Node)


def first_of(node: Node, kind: type[N]) -> N | None:
    """The first node of a kind, in the order of the text; None where there is none."""
    if isinstance(node, kind):
        return node
    for child in node.children():
        found = first_of(child, kind)
        if found is not None:
            return found
    return None


@frozen(slots=True)
class Names:
    """Marks a field that holds a `Name` which binding looks up among the names of a kind."""

    kind: str


BOUND: dict[str, bool] = {"bound": True}
"""Marks a field that no grammar rule fills: binding does, from the sentences that follow."""


_FIELDS: dict[type, tuple[Any, ...]] = {}


def fields_of(cls: type) -> tuple[Any, ...]:
    """The attrs fields of a node class without its span, kept after the first look."""
    found = _FIELDS.get(cls)
    if found is None:
        found = tuple(f for f in attrs.fields(cls) if f.name != "span")
        _FIELDS[cls] = found
    return found


def surface_fields(cls: type) -> tuple[Any, ...]:
    """The fields that the text itself fills, in grammar order."""
    return tuple(f for f in fields_of(cls) if not f.metadata.get("bound"))


@node
class Name(Node):
    """A name as the author wrote it; `text` is the card's own spelling once bound."""

    text: str


StatName = Annotated[Name, Names("stat")]
CounterName = Annotated[Name, Names("counter")]
StatOrCounter = Annotated[Name, Names("stat or counter")]
StatOrKnob = Annotated[Name, Names("stat or knob")]
ConditionName = Annotated[Name, Names("condition")]
ConditionOrCounter = Annotated[Name, Names("condition or counter")]
CreatureName = Annotated[Name, Names("creature")]
CreatureNames = Annotated[Name, Names("creature or creatures")]  # or the plural, where several are meant
AbilityName = Annotated[Name, Names("ability")]
TagName = Annotated[Name, Names("tag")]
ItemName = Annotated[Name, Names("item")]
FormName = Annotated[Name, Names("form")]
AnyAbility = Annotated[Name, Names("any ability")]  # of whichever card
OwnName = Annotated[Name, Names("own name")]


@node
class Amount(Node):
    """Something that comes to a number when it is needed."""

    def value(self, ctx: Context) -> int:
        """The number, rolling dice if the words say so."""
        raise TypeError(f"{type(self).__name__} does not say how to come to a number")


@node
class Selector(Node):
    """Words that pick out creatures."""

    def pick(self, ctx: Context) -> tuple[int, ...]:
        """Ids in the order in which they are dealt with."""
        raise TypeError(f"{type(self).__name__} does not say how to pick")

    def candidates(self, ctx: Context) -> tuple[int, ...]:
        """Every id that `pick` could give, without dice and without asking."""
        return self.pick(ctx)

    def anybody(self, ctx: Context) -> bool:
        """Whether there is any candidate."""
        return bool(self.candidates(ctx))

    def wanted(self, found: int) -> int:
        """How many of `found` candidates it takes at the most."""
        return found

    def needed(self) -> int:
        """How many candidates there must be before what follows "or else" is passed over."""
        return 1

    def fits(self, ctx: Context, who: int) -> bool:
        """Whether the words describe `who`, seen by the subject, legal target or not."""
        return who in self.pick(ctx)

    def picks_randomly(self) -> bool:
        """Whether dice do the picking."""
        return False


@node
class Test(Node):
    """A yes or no question about the state or about what has just happened."""

    __test__: ClassVar[bool] = False  # not a pytest class

    def holds(self, ctx: Context) -> bool:
        """Whether it is so now."""
        raise TypeError(f"{type(self).__name__} does not say when it holds")


@node
class Effect(Node):
    """Something a sentence does.

    `opens` is what later sentences can point back to ("they" for a target, "roll" for a roll) and `gathers` the bound
    field in which binding puts them.
    """

    opens: ClassVar[str] = ""
    gathers: ClassVar[str] = ""

    def implied(self) -> Effect | None:
        """The effect that stands before this one although the text does not say it, or None."""
        return None

    def tone(self, card: CardLookup) -> str:
        """What it is for whoever it is done to: "attack", "negative", "beneficial" or "neutral" (MO-84).

        `card(kind, name)` looks a card up.
        """
        return "neutral"

    def rule(self) -> Standing | None:
        """The standing rule that it sets up for later, for effects that wait."""
        return None

    def perform(self, ctx: Context) -> None:
        """Do it, through the doors of the context."""
        raise TypeError(f"{type(self).__name__} does not say what it does")

    def possible(self, ctx: Context) -> bool:
        """Whether it could do anything as its first act: an action whose first effect cannot is not offered (MO-42)."""
        return True


@node
class Standing(Node):
    """A rule that holds while its owner's card is in play."""

    def in_force(self) -> Standing:
        """The modifier, replacement or trigger that it comes to."""
        return self


@node
class Entry(Node):
    """A line or headed part of a card. `early` ones are read before names are looked up: other cards ask for them."""

    early: ClassVar[bool] = False
    several: ClassVar[bool] = False  # whether a card may have more than one such line

    def ability_name(self) -> Name | None:
        """The name of the ability it holds, if any."""
        return None

    def rule_blocks(self) -> tuple[Node, ...]:
        """The blocks in it whose sentences may be rules that always hold."""
        return ()

    def write(self, card: Any) -> None:
        """Put what it says into the draft of the card (`definitions.Draft`)."""
        raise TypeError(f"{type(self).__name__} does not say what it means for its card")


@node
class Declaration(Node):
    """A whole card as written. `kind` is its declaration word."""

    kind: ClassVar[str] = ""

    name: Name
