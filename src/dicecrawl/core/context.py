"""What a running effect may use: five doors, and the names that its sentence can refer to.

The doors are `state` (read only), `roll`, `choose`, `emit` and `value`. Everything else here is a name in scope: `you`
(`actor`), `they`, the check just made, the damage just dealt, the condition or waiting effect a rule belongs to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar, cast

from dicecrawl.core.decisions import Decision, Option
from dicecrawl.core.events import NO_CAUSE, Cause, CheckMade, Event
from dicecrawl.core.questions import Allowed, Change, Distances, Question
from dicecrawl.core.state import State

if TYPE_CHECKING:
    from dicecrawl.core.budget import Limits
    from dicecrawl.core.definitions import Library
    from dicecrawl.core.nodes import Span
    from dicecrawl.core.rules import Bearing
    from dicecrawl.core.ruleset import Ruleset
    from dicecrawl.core.run import Run

T = TypeVar("T")

_NAMES = (
    "actor",
    "performer",
    "subject",
    "they",
    "check",
    "damage",
    "bearing",
    "event",
    "offered",
    "ability",
    "mode",
    "purpose",
    "scale",
    "chain",
    "flow",
)


class Context:
    """The doors of one run, and the names in scope of one sentence.

    `actor` is the creature whose card speaks, `subject` the one whom the verb is about (0: nobody), `they` the chosen
    ones, `performer` whose action it is where that is not the actor, `mode` what is being carried out ("action", "trait",
    "reaction", "rule"), `offered` the event that a replacement may still change, `chain` the causes from the outermost in.
    """

    __slots__ = ("_run", *_NAMES)

    def __init__(self, run: Run, actor: int = 0, mode: str = "rule", chain: tuple[Cause, ...] = ()) -> None:
        self._run = run
        self.actor = actor
        self.performer: int | None = None
        self.subject = actor
        self.they: tuple[int, ...] = ()
        self.check: CheckMade | None = None
        self.damage = 0
        self.bearing: Bearing | None = None
        self.event: Event | None = None
        self.offered: Offered | None = None
        self.ability = ""
        self.mode = mode
        self.purpose = "neutral"
        self.scale = ""  # a damage scale that overrides the printed one
        self.chain = chain
        self.flow = Flow()

    def within(self, **names: Any) -> Context:
        """The same doors with some names bound otherwise."""
        # Written out name by name: this is the most frequent thing in play, and a loop over names costs six times as much.
        new = Context.__new__(Context)
        new._run = self._run
        new.actor = self.actor
        new.performer = self.performer
        new.subject = self.subject
        new.they = self.they
        new.check = self.check
        new.damage = self.damage
        new.bearing = self.bearing
        new.event = self.event
        new.offered = self.offered
        new.ability = self.ability
        new.mode = self.mode
        new.purpose = self.purpose
        new.scale = self.scale
        new.chain = self.chain
        new.flow = self.flow
        for name, value in names.items():
            setattr(new, name, value)
        return new

    def because(self, span: Span, definition: str | None = None) -> Context:
        """The same scope, one sentence further in; raises `BudgetExceeded` when causes nest too deeply."""
        last = self.cause
        cause = Cause(last.definition if definition is None else definition, span, self.actor)
        new = self.within(chain=(*self.chain, cause))
        self._run.check_depth(new.chain)
        return new

    @property
    def doer(self) -> int:
        """Whose action it is, if it is one: whose dice its modifiers touch and who decides for it."""
        return self.performer or self.actor

    @property
    def cause(self) -> Cause:
        """The sentence being performed."""
        return self.chain[-1] if self.chain else NO_CAUSE

    # -- the five doors ---------------------------------------------------------------------------------------

    @property
    def state(self) -> State:
        """What is true now."""
        return self._run.state

    def roll(self, pool: Die | OneOf, why: str) -> int:
        """Roll a die and give its face, or give the index of one of n at random by the rulebook's own table."""
        return self._run.roll(self, pool, why)

    def choose(self, decision: Decision) -> tuple[Option, ...]:
        """What the seat of the decision chose; nobody is asked when there is no choice."""
        return self._run.choose(self, decision)

    def emit(self, event: Event) -> Event | None:
        """Make something happen; gives what really did, or None when a replacement prevented it."""
        return self._run.emit(self, event)

    def value(self, question: Question, *also: Change) -> Any:
        """The answer to a question after every modifier in force; `also` are changes of the sentence itself."""
        return self._run.value(self, question, also)

    def kept(self, reading: Callable[[State], T]) -> T:
        """See `Run.kept`."""
        return self._run.kept(reading)

    @property
    def placed(self) -> dict[Any, Any] | None:
        """See `Run.placed`."""
        return self._run.placed()

    def allowed(self, what: str, who: int, name: str = "", by: int | None = None, tags: tuple[str, ...] = ()) -> bool:
        """Whether `who` may do that: the question `Allowed`, put in few words."""
        if not self.depends(Allowed):
            return True
        return bool(self._run.value(self, Allowed(what, who, name, by, tags)))

    def depends(self, kind: type[Question]) -> bool:
        """Whether anything bears on questions of a kind; else each has its default answer and need not be asked."""
        return kind in self._run.book().modifiers or kind in self._run.ruleset.answers

    def distance(self, viewer: int, other: int) -> int | None:
        """Steps from one creature to another, None where there is no way to count."""
        return cast("int | None", self._run.value(self, Distances(viewer)).get(other))

    # -- what is fixed ------------------------------------------------------------------------------------------

    @property
    def game(self) -> Ruleset:
        """The game being played, as a value: its nouns, counters, arithmetic."""
        return self._run.ruleset

    @property
    def cards(self) -> Library:
        """Where cards are looked up."""
        return self._run.library

    @property
    def limits(self) -> Limits:
        """What one step may use."""
        return self._run.budget.limits

    # -- scopes ---------------------------------------------------------------------------------------------------

    def under(self, bearing: Bearing, event: Event | None = None) -> Context:
        """The scope of a standing rule: `you` is its bearer."""
        return self._run.for_rule(self, bearing, event)

    @contextmanager
    def blow(self) -> Iterator[None]:
        """While a blow and its riders are done: triggers that answer it wait until the end (MO-75)."""
        outer = self._run.hold()
        yield
        self._run.release(outer)

    # -- small readings of the state that every word needs ----------------------------------------------------

    @property
    def x(self) -> int:
        """The [X] of the condition or waiting effect this rule belongs to; 0 when it has none."""
        bearing = self.bearing
        if bearing is None:
            return 0
        if bearing.condition is not None:
            return bearing.condition.strength or 0
        if bearing.waiting is not None:
            return bearing.waiting.strength or 0
        return 0

    def seat_of(self, who: int) -> int | None:
        """The player who decides for a creature."""
        entity = self.state.entities.get(who)
        return None if entity is None else entity.seat

    def present(self, who: int) -> bool:
        """Whether a creature is still in the battle."""
        return who in self._run.present()

    def gone(self) -> bool:
        """Whether the performer of an ability has died or left, which ends it; standing rules go on (MO-34)."""
        return self.mode != "rule" and self.actor not in self._run.present()


class Die:
    """One die of so many sides."""

    __slots__ = ("sides",)

    def __init__(self, sides: int) -> None:
        self.sides = sides


class OneOf:
    """One of n equal candidates, by the rulebook's table of dice."""

    __slots__ = ("n",)

    def __init__(self, n: int) -> None:
        self.n = n


class Flow:
    """Where an ability or rule stands while it is carried out.

    `stopped` once something has ended it, `halted` when that ends its performer's acting for this turn too, `did` whether
    the last "may" was taken.
    """

    __slots__ = ("did", "halted", "stopped")

    def __init__(self) -> None:
        self.stopped = False
        self.halted = False
        self.did = True


class Offered:
    """An event before it happens, as the sentences so far have left it; None once one said "instead"."""

    __slots__ = ("event",)

    def __init__(self, event: Event) -> None:
        self.event: Event | None = event


def entity_options(ids: Iterable[int], why: str = "") -> tuple[Option, ...]:
    """Options that name entities."""
    return tuple(Option("entity", who, why) for who in ids)
