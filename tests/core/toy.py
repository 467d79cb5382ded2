"""A game of no rulebook, small enough for one screen: stones in a row that lose chips. It shows that the core knows no
other game, and gives each test of the core exactly the cards and phases it needs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import attrs
from attrs import define, field, frozen

from dicecrawl.core.budget import Limits
from dicecrawl.core.context import Context, Die
from dicecrawl.core.decisions import Decision, Option, Player
from dicecrawl.core.definitions import Definition
from dicecrawl.core.dice import Dice, ScriptedDice
from dicecrawl.core.events import CounterChanged, EntityAdded, EntityRemoved, Event
from dicecrawl.core.nodes import Span, Standing
from dicecrawl.core.questions import Change, Question
from dicecrawl.core.rules import Modifier, Replacement, Trigger
from dicecrawl.core.ruleset import Ruleset
from dicecrawl.core.state import Condition, Entity, State, Step, Waiting, sealed
from dicecrawl.errors import UnknownName
from dicecrawl.match import Match

Act = Callable[[Context], Any]

CHIPS, ROW, BOX = "Chips", "row", "box"
FULL = 6


# -- rules that say what a test wants ---------------------------------------------------------------------------------


@frozen(slots=True)
class Alters(Modifier):
    """Changes every answer to one question; `value` may be a function of the scope."""

    question: type[Question]
    op: str
    value: Any = None

    def asks(self) -> tuple[type[Question], ...]:
        return (self.question,)

    def change(self, ctx: Context, question: Any) -> Change | None:
        return Change(self.op, self.value(ctx, question) if callable(self.value) else self.value)


@frozen(slots=True)
class Rewrites(Replacement):
    """Comes before events of one class."""

    event: type[Event]
    how: Callable[[Context, Any], Event | None]

    def before(self) -> tuple[type[Event], ...]:
        return (self.event,)

    def replace(self, ctx: Context, event: Any) -> Event | None:
        return self.how(ctx, event)


@frozen(slots=True)
class Follows(Trigger):
    """Comes after events of one class, perhaps only when the blow is done."""

    event: type[Event]
    then: Callable[[Context, Any], Any]
    late: bool = False

    def after(self) -> tuple[type[Event], ...]:
        return (self.event,)

    def waits(self) -> bool:
        return self.late

    def follow(self, ctx: Context, event: Any) -> None:
        self.then(ctx, event)


# -- cards ------------------------------------------------------------------------------------------------------------


@define(slots=True, eq=False)
class Cards:
    """The cards of one test."""

    cards: Mapping[tuple[str, str], Definition]
    waiting: Mapping[str, Standing] = field(factory=dict)
    digest: str = "toy cards"

    def get(self, kind: str, name: str) -> Definition:
        card = self.cards.get((kind, name))
        if card is None:
            raise UnknownName(f"there is no {kind} called {name!r}")
        return card

    def find(self, kind: str, name: str) -> Definition | None:
        return self.cards.get((kind, name))

    def all(self, kind: str) -> tuple[Definition, ...]:
        return tuple(card for (its, _), card in sorted(self.cards.items()) if its == kind)

    def kinds(self) -> tuple[str, ...]:
        return tuple(sorted({kind for kind, _ in self.cards}))

    def waiting_rule(self, waiting: Waiting) -> Standing:
        return self.waiting[waiting.key]


def at(line: int) -> Span:
    """A place in a content file that exists only here."""
    return Span("toy.crawl", 0, 1, line, 1)


def stone(name: str, *rules: Standing) -> Definition:
    """A card for stones with some rules."""
    return Definition("stone", name, {"Chips": FULL}, rules=tuple(rules), span=at(1))


def mark(name: str, *rules: Standing) -> Definition:
    """A card for conditions with some rules."""
    return Definition("condition", name, rules=tuple(rules), strength=True, span=at(1))


# -- the game ---------------------------------------------------------------------------------------------------------


@frozen(slots=True)
class Stone:
    """A spec: a stone with so many chips, moved by a seat."""

    card: str
    chips: int = FULL
    seat: int | None = 0


def lay(library: Any, stones: Sequence[Stone | str]) -> State:
    """Stones in a row, front first."""
    state = State("stones", zones=sealed({ROW: (), BOX: ()}), step=Step("act"))
    for number, spec in enumerate(stones, 1):
        spec = Stone(spec) if isinstance(spec, str) else spec
        card = library.get("stone", spec.card)
        chips = sealed({CHIPS: FULL})
        new = Entity(0, "stone", card.name, f"{card.name} {number}", ROW, ROW, spec.seat, chips, chips)
        EntityAdded(attrs.evolve(new, counters=sealed({CHIPS: spec.chips})), ROW).apply(state)
    return state


def crumble(ctx: Context, event: CounterChanged) -> None:
    """A stone without chips goes into the box at once."""
    if event.who is None or event.counter != CHIPS:
        return
    if ctx.state[event.who].count(CHIPS) <= 0 and ctx.present(event.who):
        ctx.emit(EntityRemoved(event.who, "died", BOX))


def add_up(old: Condition, new: Condition, _card: Any) -> Condition:
    """The same mark again: turns add up, the higher strength counts."""
    return attrs.evolve(
        old, dice=(old.dice or 0) + (new.dice or 0), strength=max(old.strength or 0, new.strength or 0), turn=new.turn
    )


def create(library: Any, kind: str, name: str, side: str, label: str) -> Entity:
    card = library.get(kind, name)
    return Entity(0, kind, card.name, label, side, side, None, sealed({CHIPS: FULL}), sealed({CHIPS: FULL}))


def _unused(*_: Any, **__: Any) -> Any:
    raise AssertionError("the toy game has no use for this")


STONES = Ruleset(
    name="stones",
    title="Stones",
    version="1",
    grammars=(),
    effects=(),
    kinds={"stone": "stones", "condition": "conditions"},
    stats=(),
    counters=(CHIPS,),
    tags=(),
    life=CHIPS,
    purses=(),
    nouns={},
    answers={},
    arithmetic=("set", "add", "times", "halve", "less"),
    halve=lambda number: -(-number // 2),
    phases={},
    setup=lay,
    specs=(Stone,),
    order=lambda state: state.zone(ROW),
    board=lambda state: state.zone(ROW),
    choose_one=lambda ctx, n: ctx.roll(Die(n), "one of several") - 1,
    stack=add_up,
    create=create,
    react=_unused,
    block=_unused,
    nest=_unused,
    unnest=_unused,
    loose_ends=_unused,
    settle={CounterChanged: crumble},
    turning=("active",),
)


def match(
    *acts: Act,
    cards: Sequence[Definition] = (),
    stones: Sequence[Stone | str] = ("Flint",),
    faces: Sequence[int] = (),
    dice: Dice | None = None,
    players: Mapping[int, Player] | None = None,
    limits: Limits | None = None,
    waiting: Mapping[str, Standing] | None = None,
    **words: Any,
) -> Match:
    """A match whose every step is one of `acts`, done by the first stone of the row; not yet begun.

    A card that a stone needs and nobody gave has no rules. `words` change the ruleset.
    """
    known = {(card.kind, card.name): card for card in cards}
    for spec in stones:
        name = spec if isinstance(spec, str) else spec.card
        known.setdefault(("stone", name), stone(name))
    library = Cards(known, waiting or {})

    def act(ctx: Context, step: Step) -> Step | None:
        if step.number < len(acts):
            first = next(iter(ctx.state.zone(ROW)), 0)
            acts[step.number](ctx.within(actor=first, subject=first).because(at(step.number + 1), "the test"))
        return Step("act", None, step.number + 1) if step.number + 1 < len(acts) else None

    ruleset = attrs.evolve(STONES, **{"phases": {"act": act}, **words})
    return Match(ruleset, library, lay(library, stones), dice or ScriptedDice(faces), players, limits=limits)


def lose(who: int, chips: int = 1) -> Act:
    """An act: a stone loses chips."""
    return lambda ctx: ctx.emit(CounterChanged(who, CHIPS, -chips))


def ask(kind: str, *values: str, seat: int | None = 0, least: int = 1, most: int = 1) -> Callable[[Context], list[Any]]:
    """An act: a seat chooses among words; gives what it chose."""

    def act(ctx: Context) -> list[Any]:
        options = tuple(Option("word", value, "it is one of the words") for value in values)
        return [option.value for option in ctx.choose(Decision(seat, kind, options, least, most, ctx.actor, ctx.cause))]

    return act
