"""A game being played: the five doors behind the context, and the loop that runs phases.

`emit` is the only writer. It offers the event to replacements, applies it, logs it with its cause, lets the ruleset settle
what follows from it, and then runs triggers. To suspend, `choose` raises `Suspended`; whoever plays reruns the step from
the same state with the recorded faces and answers (see `match`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar, cast

from dicecrawl.core.budget import Budget, Limits, exceeded
from dicecrawl.core.context import Context, Die, OneOf
from dicecrawl.core.decisions import Decision, Option, Player
from dicecrawl.core.events import (
    NO_CAUSE,
    WRITING,
    Answered,
    Cause,
    DiceRolled,
    Event,
    Logged,
    StepEnded,
    bump,
)
from dicecrawl.core.rules import Bearing, Modifier, Replacement, RuleBook, Trigger, fold
from dicecrawl.errors import PlayerError, RulesError, ScriptError

if TYPE_CHECKING:
    from dicecrawl.core.definitions import Library
    from dicecrawl.core.dice import Dice
    from dicecrawl.core.questions import Change, Question
    from dicecrawl.core.ruleset import Ruleset
    from dicecrawl.core.state import State


T = TypeVar("T")
_UNKNOWN = object()


class Suspended(BaseException):
    """A decision waits for an answer. Not an Exception, so that no rule can swallow it."""

    def __init__(self, decision: Decision) -> None:
        super().__init__("a decision waits for an answer")
        self.decision = decision


class Run:
    """One game in progress, as effects see it through their context."""

    def __init__(
        self,
        ruleset: Ruleset,
        library: Library,
        state: State,
        dice: Dice,
        players: Mapping[int, Player] | None = None,
        limits: Limits | None = None,
    ) -> None:
        self.ruleset = ruleset
        self.library = library
        self.state = state
        self.dice = dice
        self.players = dict(players or {})
        self.budget = Budget(limits or Limits())
        self.log: list[Logged] = []
        self.faces: list[int] = []  # every die drawn so far
        self.sides: list[int] = []  # and of how many sides each was
        self.answers: list[tuple[int, ...]] = []  # every answer of a seat so far
        self.recorded_faces: list[int] = []  # faces to be used before the dice are asked
        self.recorded_answers: list[tuple[int, ...]] = []
        self.again: list[tuple[int, int]] = []  # face and sides of dice taken back: they fall again while the sides agree
        self._book = RuleBook()
        self._printed, self._lasting, self._settle = ruleset.answers, ruleset.lasting, ruleset.settle
        self._turned: tuple[int, ...] = ()  # what the order turned on when it was last looked at
        self._known: dict[Question, Any] = {}
        self._busy: set[tuple[int, int, int]] = set()
        self._queue: list[tuple[Context, Bearing, Event]] | None = None
        self._present: frozenset[int] | None = None
        self._placed: dict[Any, Any] = {}  # what holds until somebody moves, comes, goes or a rule in force changes
        self._innermost: tuple[Cause, ...] = ()  # the last chain of causes, for the message when it grew too long

    # -- phases -----------------------------------------------------------------------------------------------

    def step(self) -> bool:
        """Run one phase; False when the game is over."""
        step = self.state.step
        if step is None:
            return False
        self.budget.refill()
        if self.budget.steps >= self.budget.limits.steps:
            last = next((logged.cause for logged in reversed(self.log) if logged.cause.definition), None)
            raise exceeded("steps", self.budget.limits.steps, (last,) if last is not None else ())
        self.budget.steps += 1
        self._queue = None
        self._busy.clear()
        counters = self.state.counters
        turned = tuple([counters.get(name, 0) for name in self.ruleset.turning])
        if turned != self._turned:  # another side may be active now, whose rules come first
            self._turned, self._book.version = turned, -1
        ctx = Context(self, step.who or 0)
        try:
            following = self.ruleset.phase(step)(ctx, step)
            self.emit(ctx, StepEnded(step.phase, step.who, following))
        except RecursionError as deep:  # whoever called us had little of the interpreter's stack left
            raise exceeded("depth", len(self._innermost), self._innermost) from deep
        return self.state.step is not None

    def forget(self) -> None:
        """Drop every kept answer, after the state was put back."""
        self._known.clear()
        self._placed.clear()
        self._book.version = -1
        self._present = None
        self._queue = None
        self._busy.clear()

    # -- emit -------------------------------------------------------------------------------------------------

    def emit(self, ctx: Context, event: Event) -> Event | None:
        """Make something happen; see the module."""
        budget = self.budget
        budget.events += 1
        if budget.events > budget.limits.events:
            raise exceeded("events", budget.limits.events, ctx.chain)
        kind, state = type(event), self.state
        book = self._book if self._book.version == state.version else self.book()
        happening = event
        if kind in book.replacements:
            changed = self._replaced(ctx, event)
            if changed is None:
                return None
            happening, kind, book = changed, type(changed), self.book()
        followers = book.triggers.get(kind, ())
        done = happening
        if kind in WRITING:
            done = happening.apply(state)
            self._known.clear()
            if kind.rewrites:
                self._present = None
                self._placed.clear()
                bump(state)
                if len(state.entities) > budget.limits.entities:
                    raise exceeded("entities", budget.limits.entities, ctx.chain)
        chain = ctx.chain
        self.log.append(Logged(done, chain[-1] if chain else NO_CAUSE, event if happening is not event else None))
        if kind in self._settle:
            self._settle[kind](ctx, done)
        if kind.rewrites:
            fresh = self.book().triggers.get(kind, ())
            seen = {bearing.identity for bearing in followers}
            followers = [*followers, *(b for b in fresh if b.identity not in seen)]
        for bearing in followers:
            self._offer(ctx, bearing, done)
        return done

    def _replaced(self, ctx: Context, event: Event) -> Event | None:
        asked: set[tuple[int, int, int]] = set()
        happening: Event | None = event
        while happening is not None:
            for bearing in self.book().replacements.get(type(happening), ()):
                identity = bearing.identity
                if identity in asked or identity in self._busy:
                    continue
                asked.add(identity)
                rule = bearing.rule
                assert isinstance(rule, Replacement)
                self._busy.add(identity)
                try:
                    changed = rule.replace(self.for_rule(ctx, bearing, happening), happening)
                finally:
                    self._busy.discard(identity)
                if changed is not happening:
                    happening = changed
                    break
            else:
                return happening
        return None

    def _offer(self, ctx: Context, bearing: Bearing, event: Event) -> None:
        rule = bearing.rule
        assert isinstance(rule, Trigger)
        if rule.waits() and self._queue is not None:
            self._queue.append((ctx, bearing, event))
        else:
            rule.follow(self.for_rule(ctx, bearing, event), event)

    def for_rule(self, ctx: Context, bearing: Bearing, event: Event | None = None) -> Context:
        """The scope of a standing rule: `you` is its bearer."""
        inner = ctx.within(
            actor=bearing.owner,
            performer=None,
            subject=bearing.owner,
            they=bearing.waiting.they if bearing.waiting is not None else (),
            bearing=bearing,
            event=event,
            offered=None,
            mode="rule",
            scale="",
        )
        return inner.because(bearing.rule.span, bearing.definition)

    # -- waiting triggers -------------------------------------------------------------------------------------

    def hold(self) -> list[tuple[Context, Bearing, Event]] | None:
        """Begin a blow: triggers that wait are kept from now on. Gives what `release` needs."""
        outer = self._queue
        self._queue = []
        return outer

    def release(self, outer: list[tuple[Context, Bearing, Event]] | None) -> None:
        """End a blow: run what waited, in the order of the events."""
        queue, self._queue = self._queue, outer
        for ctx, bearing, event in queue or ():
            rule = bearing.rule
            assert isinstance(rule, Trigger)
            rule.follow(self.for_rule(ctx, bearing, event), event)

    # -- value ------------------------------------------------------------------------------------------------

    def value(self, ctx: Context, question: Question, also: Sequence[Change] = ()) -> Any:
        """The answer after every modifier in force."""
        kind = type(question)
        printed = self._printed.get(kind)
        book = self._book if self._book.version == self.state.version else self.book()
        bearings = book.modifiers.get(kind, ())
        if not bearings and printed is None and not also:  # nothing bears on it: quicker than to look it up
            answer = question.printed()
            return answer if question.least is None or answer is None else max(question.least, answer)
        answers = self._placed if book.placed and kind in self._lasting else self._known
        if question.steady and not also:
            known = answers.get(question, _UNKNOWN)
            if known is not _UNKNOWN:
                return known
        base = printed(ctx, question) if printed is not None else question.printed()
        changes = list(also)
        for bearing in bearings:
            rule = bearing.rule
            assert isinstance(rule, Modifier)
            change = rule.change(self._lightly(ctx, bearing), question)
            if change is not None:
                changes.append(change)
        answer = fold(question, base, changes, self.ruleset.arithmetic, self.ruleset.halve) if changes else base
        if question.least is not None and answer is not None:
            answer = max(question.least, answer)
        if question.steady and not also:
            answers[question] = answer
        return answer

    def _lightly(self, ctx: Context, bearing: Bearing) -> Context:
        inner = ctx.within(actor=bearing.owner, performer=None, subject=bearing.owner, bearing=bearing, mode="rule")
        inner.chain = (*ctx.chain, Cause(bearing.definition, bearing.rule.span, bearing.owner))
        self.check_depth(inner.chain)
        return inner

    def book(self) -> RuleBook:
        """The rules in force."""
        book = self._book
        if book.version != self.state.version:
            book.refresh(self.state, self.ruleset, self.library)
        return book

    def kept(self, reading: Callable[[State], T]) -> T:
        """What a reading of who stands where gives, taken anew when somebody moves, comes, goes or is changed."""
        if reading not in self._placed:
            self._placed[reading] = reading(self.state)
        return cast("T", self._placed[reading])

    def placed(self) -> dict[Any, Any] | None:
        """Where to keep what only places, sides and lasting rules decide; None while something else has a say."""
        return self._placed if self.book().placed else None

    def present(self) -> frozenset[int]:
        """Everyone who is still in the battle."""
        if self._present is None:
            self._present = frozenset(self.ruleset.order(self.state))
        return self._present

    def check_depth(self, chain: tuple[Cause, ...]) -> None:
        """Raise `BudgetExceeded` when sentences cause each other too deeply."""
        self._innermost = chain
        if len(chain) > self.budget.limits.depth:
            raise exceeded("depth", self.budget.limits.depth, chain)

    # -- roll -------------------------------------------------------------------------------------------------

    def roll(self, ctx: Context, pool: Die | OneOf, why: str) -> int:
        """See `Context.roll`."""
        if isinstance(pool, OneOf):
            if pool.n <= 1:
                return 0
            if not self.recorded_faces:
                index = self.dice.pick(pool.n)
                if index is not None:
                    return index
            return self.ruleset.choose_one(ctx, pool.n)
        face = self._draw(ctx, pool.sides)
        done = self.emit(ctx, DiceRolled(ctx.subject or None, pool.sides, face, face, why))
        if not isinstance(done, DiceRolled):
            raise RulesError("a rule prevented a die from falling; a die may only be replaced by another face")
        return done.face

    def _draw(self, ctx: Context, sides: int) -> int:
        self.budget.spend("draws", ctx.chain)
        if sides == 1:
            return 1  # a die of one side draws nothing
        if self.recorded_faces:
            face = self.recorded_faces.pop(0)
        elif self.again and self.again[0][1] == sides:
            face = self.again.pop(0)[0]
        else:
            self.again.clear()
            face = self.dice.draw(sides)
        if not 1 <= face <= sides:
            raise ScriptError(f"a d{sides} cannot show {face}: these dice belong to another game, content or answers")
        self.faces.append(face)
        self.sides.append(sides)
        return face

    # -- choose -----------------------------------------------------------------------------------------------

    def choose(self, ctx: Context, decision: Decision) -> tuple[Option, ...]:
        """See `Context.choose`."""
        options = decision.options
        if len(options) <= decision.least:
            return options
        if decision.most <= 0:
            return ()
        if decision.seat is None:
            return self._by_chance(ctx, decision)
        self.budget.spend("decisions", ctx.chain)
        recorded = bool(self.recorded_answers)
        if recorded:
            picks = self.recorded_answers.pop(0)
        else:
            player = self.players.get(decision.seat)
            if player is None:
                raise Suspended(decision)
            view = self.ruleset.view
            seen = self.state if view is None else view(self.state, decision.seat)
            picks = tuple(player(decision, seen))
        refusal = decision.refuse(picks)
        if refusal is not None:
            what = f"answered {picks!r} to a {decision.kind} decision: {refusal.reason}"
            if recorded:
                raise ScriptError(f"the record {what}; it belongs to another game, content or dice")
            raise PlayerError(f"seat {decision.seat} {what}")
        self.answers.append(picks)
        chosen = tuple(options[i] for i in picks)
        self.emit(ctx, Answered(decision.seat, decision.kind, tuple(o.value for o in chosen)))
        return chosen

    def _by_chance(self, ctx: Context, decision: Decision) -> tuple[Option, ...]:
        """A creature of nobody's: chance chooses among the options, as many as it must (MO-50)."""
        left = list(decision.options)
        chosen: list[Option] = []
        for _ in range(decision.least or min(1, decision.most)):
            index = self.roll(ctx, OneOf(len(left)), decision.kind)
            chosen.append(left.pop(index))
        return tuple(chosen)
