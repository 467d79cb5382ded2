"""Sentences that answer events: "when", "before", "at upkeep", and those that wait for later."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import field

from dicecrawl.core.context import Flow, Offered
from dicecrawl.core.events import Event, RuleLifted, RuleSet
from dicecrawl.core.nodes import BOUND, Effect, Node, Standing, node
from dicecrawl.core.rules import Replacement, Trigger
from dicecrawl.core.state import Waiting
from dicecrawl.effects.change import EndThis
from dicecrawl.effects.patterns import CauseGone, Pattern
from dicecrawl.effects.standing import ExtraTargetsRule

if TYPE_CHECKING:
    from dicecrawl.core.context import Context


@node
class Follow(Trigger):
    """A rule that follows an event."""

    event: Pattern
    then: Effect

    def after(self) -> tuple[type[Event], ...]:
        return self.event.events()

    def waits(self) -> bool:
        return self.event.late

    def follow(self, ctx: Context, event: Any) -> None:
        they = self.event.match(ctx, event)
        own = self.event.outlives or getattr(event, "who", None) == ctx.actor
        if they is not None and (own or ctx.present(ctx.actor)):
            self.then.perform(ctx.within(they=they or ctx.they, flow=Flow(), damage=getattr(event, "amount", 0)))


@node
class Change(Replacement):
    """A rule that comes before an event and may change it or, with "instead", prevent it."""

    event: Pattern
    then: Effect

    def before(self) -> tuple[type[Event], ...]:
        return self.event.events()

    def replace(self, ctx: Context, event: Any) -> Event | None:
        they = self.event.match(ctx, event)
        if they is None or not ctx.present(ctx.actor):
            return event  # type: ignore[no-any-return]
        offered = Offered(event)
        self.then.perform(ctx.within(they=they, flow=Flow(), offered=offered))
        return offered.event


def alters(then: Node) -> bool:
    """Whether what is done changes or prevents the event that it answers."""
    return any(node.alters for node in then.walk())


def rule_for(event: Pattern, then: Effect, before: bool, where: Node) -> Standing:
    """The rule that answers an event: before it, where the text, the event or what is done says so, else after it."""
    kind = Change if before or event.replaces or alters(then) else Follow
    return kind(event, then, span=where.span)


@node
class When(Standing):
    """When something happens, do this."""

    event: Pattern
    then: Effect

    def in_force(self) -> Standing:
        return rule_for(self.event, self.then, False, self)


@node
class Before(Standing):
    """Before something happens, do this."""

    event: Pattern
    then: Effect

    def in_force(self) -> Standing:
        return rule_for(self.event, self.then, True, self)


@node
class AtUpkeep(Standing):
    """In the conditions phase of the bearer's turn, do this. Ruling: MO-81."""

    then: Effect


# -- rules for later ------------------------------------------------------------------------------------------


@node
class Once(Trigger):
    """A rule that waits for one event and is then used up."""

    event: Pattern
    then: Effect

    def after(self) -> tuple[type[Event], ...]:
        return self.event.events()

    def waits(self) -> bool:
        return self.event.late

    def follow(self, ctx: Context, event: Any) -> None:
        they = _used_up(ctx, self.event, event)
        if they is not None:
            self.then.perform(ctx.within(they=they, flow=Flow()))


@node
class OnceBefore(Replacement):
    """A rule that waits for one event, comes before it and is then used up, whatever it did."""

    event: Pattern
    then: Effect

    def before(self) -> tuple[type[Event], ...]:
        return self.event.events()

    def replace(self, ctx: Context, event: Any) -> Event | None:
        they = _used_up(ctx, self.event, event)
        if they is None:
            return event  # type: ignore[no-any-return]
        offered = Offered(event)
        self.then.perform(ctx.within(they=they, flow=Flow(), offered=offered))
        return offered.event


def _used_up(ctx: Context, pattern: Pattern, event: Any) -> tuple[int, ...] | None:
    """Whom the event that a waiting rule waits for is about, the rule being lifted; None when it is another event."""
    they = pattern.match(ctx, event)
    waiting = ctx.bearing.waiting if ctx.bearing is not None else None
    if they is None or waiting is None or not ctx.present(ctx.actor):
        return None
    if all(other.serial != waiting.serial for other in ctx.state.waiting):
        return None
    ctx.emit(RuleLifted(waiting))
    return they


def set_up(ctx: Context, key: str, until: str) -> None:
    """Set up a rule for later; several copies of the same one do not add up (MO-27)."""
    for other in ctx.state.waiting:
        if other.key == key and other.owner == ctx.actor:
            ctx.emit(RuleLifted(other))
    waiting = Waiting(key, ctx.actor, until, ctx.state.count("turn"), ctx.they, definition=ctx.cause.definition)
    ctx.emit(RuleSet(waiting))


@node
class NextTime(Effect):
    """The next time something happens, do this; it waits until used or until the battle ends. Ruling: MO-27."""

    event: Pattern
    then: Effect
    key: str = field(default="", kw_only=True, eq=False, metadata=BOUND)

    def perform(self, ctx: Context) -> None:
        set_up(ctx, self.key, "used")

    def rule(self) -> Standing:
        kind = OnceBefore if self.event.replaces or alters(self.then) else Once
        return kind(self.event, self.then, span=self.span)


@node
class Period(Node):
    """How long a rule for later holds."""

    word: str


@node
class Until(Effect):
    """Until some time, this rule holds. Ruling: MO-6, MO-27."""

    period: Period
    held: Standing
    key: str = field(default="", kw_only=True, eq=False, metadata=BOUND)

    def perform(self, ctx: Context) -> None:
        set_up(ctx, self.key, self.period.word)

    def rule(self) -> Standing:
        return self.held.in_force()


@node
class NextActionReaches(Effect):
    """The performer's next action may have more targets next to its first, used or not. Ruling: MO-27, MO-56."""

    whose: str
    may: str
    number: int
    word: str
    noun: str
    adjacent: str
    key: str = field(default="", kw_only=True, eq=False, metadata=BOUND)

    def perform(self, ctx: Context) -> None:
        set_up(ctx, self.key, "next action")

    def rule(self) -> Standing:
        return ExtraTargetsRule(self.number, span=self.span)


@node
class EndsWithCause(Standing):
    """The condition ends when its cause dies or leaves. Ruling: MO-86."""

    def in_force(self) -> Standing:
        return Follow(CauseGone(), EndThis(), span=self.span)
