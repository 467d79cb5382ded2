"""One game as a value: its words, answers, phases and setup. Nothing registers itself and nothing subclasses the core."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from types import ModuleType
from typing import TYPE_CHECKING, Any

from attrs import field, frozen

from dicecrawl.core.questions import Knob, Question

if TYPE_CHECKING:
    from dicecrawl.core.context import Context
    from dicecrawl.core.definitions import Ability, Definition, Library
    from dicecrawl.core.events import Event
    from dicecrawl.core.nodes import Fault, Span, Standing
    from dicecrawl.core.showing import Showing
    from dicecrawl.core.solving import PoolModel
    from dicecrawl.core.staging import Staging
    from dicecrawl.core.state import Condition, Entity, State, Step

Answers = Mapping[type[Question], Callable[["Context", Any], Any]]


def _with_knobs(answers: Answers) -> Answers:
    return {Knob: lambda ctx, question: ctx.game.knobs[question.name], **answers}


@frozen(slots=True)
class Worth:
    """What a card is worth that is played for coins: what it pays in the mean, its price, and the play that this holds for."""

    card: str
    pays: Fraction
    price: int
    play: str

    @property
    def gain(self) -> Fraction:
        """What is left in the mean once the price is paid; below 0 it is a loss."""
        return self.pays - self.price


@frozen(slots=True, eq=False)
class Ruleset:
    """A game.

    `nouns` say who an "ally" or a "rogue" is for a viewer; `answers` give the printed answer to a question before
    modifiers; `arithmetic` is the order in which number changes apply; `phases` each return the step that follows;
    `settle` looks after losses once an event of a type is in; `order` is the order in which owners of rules are asked.
    """

    name: str
    title: str
    version: str
    grammars: tuple[str, ...]  # base names of its grammar and word files, core first
    effects: tuple[ModuleType, ...]  # modules whose node classes its sentences may use
    kinds: Mapping[str, str]  # declaration kind -> what it is called in plural, as folders are
    stats: tuple[str, ...]
    counters: tuple[str, ...]
    tags: tuple[str, ...]
    life: str  # the counter that damage takes
    purses: tuple[str, ...]  # counters that belong to a player, not to a creature
    nouns: Mapping[str, Callable[[Context, int, int], bool]]
    answers: Answers = field(converter=_with_knobs)
    arithmetic: tuple[str, ...]
    halve: Callable[[int], int]
    phases: Mapping[str, Callable[[Context, Step], Step | None]]
    setup: Callable[..., State]
    specs: tuple[type, ...]  # the classes that a setup may be given, besides names and numbers
    order: Callable[[State], Iterable[int]]
    board: Callable[[State], tuple[int, ...]]  # everyone who stands in some line, front to back, active side first
    choose_one: Callable[[Context, int], int]  # the rulebook's own table of dice for "one of n at random"
    stack: Callable[[Condition, Condition, Any], Condition]
    create: Callable[[Library, str, str, str, str], Entity]  # kind, name, side and label to a new entity
    react: Callable[[Context, Ability], None]  # offer a reaction to its owner's player, and carry it out
    block: Callable[[tuple[Any, ...]], Any]  # sentences as one effect
    nest: Callable[..., Any]  # sentences that point back, put under what they point to
    unnest: Callable[[Any], Any]
    loose_ends: Callable[..., list[tuple[str, Any]]]  # words of a tree that point back to nothing
    settle: Mapping[type[Event], Callable[[Context, Any], None]] = field(factory=dict)
    turning: tuple[str, ...] = ()  # counters of the game on which `order` turns, besides who stands where
    lasting: frozenset[type[Question]] = frozenset()  # questions that only places, sides and the rules in force decide
    rules: Callable[[State], Iterable[Standing]] = lambda _state: ()  # rules of the game itself that hold now
    creatures: tuple[str, ...] = ()  # the kinds of card that stand for a creature; none: every card with `life`
    own_numbers: tuple[str, ...] = ()  # further numbers of a creature that cards may add to, asked as stats are
    carried: Callable[[State, int], tuple[int, ...]] = lambda _state, _who: ()  # the cards that somebody carries
    pack: Callable[[int], str] = lambda who: f"items of {who}"  # the zone that they are kept in
    arena: Callable[..., State] | None = None  # a state for asking odds: an actor, its target, nobody else
    checks: tuple[Callable[[Library], Iterable[tuple[Fault, Span]]], ...] = ()  # the game's own checks of content
    view: Callable[[State, int], State] | None = None  # what a seat may see of a state, or of another seat's view of it
    showing: Showing | None = None  # what lies open before the players, for screens
    staging: Staging | None = None  # single situations on the table, for scenarios
    elsewhere: tuple[str, ...] = ()  # kinds of card and of ability that a match as `setup` makes it never reaches
    milestones: tuple[str, ...] = ()  # announcements that tell where a match is: the entry, the encounter
    quiet: tuple[str, ...] = ()  # how counters and reasons begin that no story tells of
    headlines: Mapping[str, str] = field(factory=dict)  # what a story says for an announcement, with {word} and {number}
    modes: Mapping[str, Callable[..., State]] = field(factory=dict)  # further ways to set up a game of it, by name
    knobs: Mapping[str, int] = field(factory=dict)  # named numbers of the rules that a card may turn, as printed
    solving: Callable[[Ruleset, Library, str, str | None], PoolModel] | None = None  # an adventure laid out for a solver
    worth: Callable[[Definition], Worth | None] | None = None  # what a card that is played for coins is worth, exactly
    conditions_outlast_death: bool = False  # whether the dead keep their conditions

    def is_creature(self, kind: str, counters: Mapping[str, int]) -> bool:
        """Whether a card or an entity of that kind, with these stats or counters, is a creature."""
        return kind in self.creatures if self.creatures else self.life in counters

    def phase(self, step: Step) -> Callable[[Context, Step], Step | None]:
        """The phase function of a step."""
        return self.phases[step.phase]
