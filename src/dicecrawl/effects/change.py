"""Gaining and losing: counters, conditions, damage, cooldown dice. Every verb acts on the subject of its clause."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

import attrs
from attrs import field

from dicecrawl.core.decisions import Decision, Option
from dicecrawl.core.events import (
    CheckBegan,
    ConditionEnded,
    ConditionGained,
    ConditionTicked,
    CounterChanged,
    EntityRemoved,
    StatChanged,
    Targeted,
)
from dicecrawl.core.nodes import (
    BOUND,
    Amount,
    CardLookup,
    ConditionName,
    CounterName,
    Effect,
    Fault,
    Node,
    Selector,
    StatOrCounter,
    node,
)
from dicecrawl.core.questions import Allowed
from dicecrawl.core.questions import Gain as GainOf
from dicecrawl.core.state import Condition
from dicecrawl.effects.amounts import Number, Theirs, Yours
from dicecrawl.effects.checks import strike
from dicecrawl.effects.flow import Cost, Tail

if TYPE_CHECKING:
    from dicecrawl.core.context import Context

# -- what can be gained or lost -------------------------------------------------------------------------------


@node
class Duration(Node):
    """For so many of the bearer's own turns."""

    amount: Amount

    def faults(self, card: CardLookup) -> Iterator[Fault]:
        if isinstance(self.amount, Number) and self.amount.number < 1:
            yield Fault("E150", "a condition lasts at least one round", "write (1) or more, or (∞)")

    def dice(self, ctx: Context) -> int | None:
        """The pips of its die."""
        return self.amount.value(ctx)


@node
class Endless(Node):
    """It does not count down."""

    def dice(self, ctx: Context) -> int | None:
        """No die."""
        return None


@node
class Level(Node):
    """The strength of a condition; its sign is decoration (MO-5)."""

    amount: Amount


@node
class Gainable(Tail):
    """Something that a creature can gain or lose."""

    def gain(self, ctx: Context, who: int) -> None:
        """Give it to `who`."""
        raise TypeError(f"{type(self).__name__} does not say how it is gained")

    def lose(self, ctx: Context, who: int) -> None:
        """Take it from `who`."""
        raise TypeError(f"{type(self).__name__} does not say how it is lost")

    def tone(self, card: CardLookup, gaining: bool) -> str:
        """What gaining (or losing) it is for whoever does."""
        return "beneficial" if gaining else "negative"


@node
class ConditionRef(Gainable):
    """A condition, with its strength and how long it lasts where the text says so."""

    name: ConditionName
    level: Level | None = None
    lasts: Duration | Endless | None = None

    def faults_in_giving(self, card: CardLookup) -> Iterator[Fault]:
        """What is wrong with giving it so; taking it away needs no strength."""
        known = card("condition", self.name.text)
        if known is None or "means" in known.fields:
            return
        if known.strength and self.level is None:
            yield Fault("E102", f"'{known.name}' needs a strength", f"write {known.name} [1]", also=known.span,
                        also_label="declared with [X] here", at=self.span)  # fmt: skip
        if not known.strength and self.level is not None:
            yield Fault("E102", f"'{known.name}' takes no strength", "leave out the brackets", at=self.level.span,
                        also=known.span, also_label="declared without [X] here")  # fmt: skip

    def gain(self, ctx: Context, who: int) -> None:
        card = ctx.cards.get("condition", self.name.text)
        meant: ConditionRef | None = card.fields.get("means")
        if meant is not None:
            card = ctx.cards.get("condition", meant.name.text)
        allowed = Allowed("gain", who, card.name, ctx.actor, card.tags)
        if not ctx.present(who) or not ctx.value(allowed):
            return
        level = self.level or (meant.level if meant is not None else None)
        strength = level.amount.value(ctx) if level is not None else None
        dice = self.lasts.dice(ctx) if self.lasts is not None else None
        if self.lasts is None and "lasts" in card.fields:
            dice = card.fields["lasts"].value(ctx)
        new = Condition(card.name, strength, dice, ctx.actor, turn=ctx.state.count("turn"))
        apart = bool(card.fields.get("counts apart"))
        for old in ctx.state[who].conditions:
            if old.name == new.name and (not apart or old.cause == new.cause):
                new = ctx.game.stack(old, new, card)
        ctx.emit(ConditionGained(who, new))

    def lose(self, ctx: Context, who: int) -> None:
        end_all(ctx, who, self.name.text)

    def tone(self, card: CardLookup, gaining: bool) -> str:
        tags = card("condition", self.name.text).tags
        helpful = "Helpful" in tags
        if not helpful and "Harmful" not in tags:
            return "neutral"
        return "beneficial" if helpful == gaining else "negative"


@node
class Counted(Gainable):
    """So much of a counter (Health, Luck, coins), or so many points of a stat; `beyond` lifts the counter's maximum.

    Ruling: MO-26, MO-32 for maximums, MO-129 for stats.
    """

    amount: Amount
    counter: StatOrCounter
    beyond: str | None = None

    def gain(self, ctx: Context, who: int) -> None:
        self._change(ctx, who, 1)

    def lose(self, ctx: Context, who: int) -> None:
        self._change(ctx, who, -1)

    def _change(self, ctx: Context, who: int, sign: int) -> None:
        name = self.counter.text
        if name not in ctx.game.counters:
            if ctx.present(who):
                ctx.emit(StatChanged(who, name, sign * self.amount.value(ctx)))
        elif can_hold(ctx, who, name):
            change_counter(ctx, who, name, sign * self.amount.value(ctx), self.beyond is not None)


@node
class CountedEqual(Gainable):
    """As much of a counter as an amount comes to."""

    counter: CounterName
    amount: Amount

    def gain(self, ctx: Context, who: int) -> None:
        Counted(self.amount, self.counter).gain(ctx, who)

    def lose(self, ctx: Context, who: int) -> None:
        Counted(self.amount, self.counter).lose(ctx, who)


def can_hold(ctx: Context, who: int, counter: str) -> bool:
    """Whether a creature can have that counter: what belongs to players is nothing to a creature without one (MO-41)."""
    return counter not in ctx.game.purses or ctx.seat_of(who) is not None


def holder(ctx: Context, who: int, counter: str) -> tuple[int | None, str]:
    """Where a counter is kept: on the creature, or in its player's purse. As `CounterChanged` names it."""
    seat = ctx.seat_of(who)
    if counter in ctx.game.purses and seat is not None:
        return None, f"{counter} of seat {seat}"
    return who, counter


def counted(ctx: Context, who: int, counter: str) -> int:
    """How much of a counter a creature or its player has."""
    where, name = holder(ctx, who, counter)
    return ctx.state.count(name) if where is None else ctx.state[where].count(name)


def change_counter(ctx: Context, who: int, counter: str, by: int, beyond: bool = False) -> int:
    """Raise or lower a counter; the rules are asked first. Gives what really changed. Ruling: MO-26, MO-32, MO-90."""
    if by > 0:
        by = ctx.value(GainOf(who, counter, by))
    elif by < 0 and not ctx.allowed("lose", who, counter):
        return 0
    if by == 0 or not ctx.present(who):
        return 0
    where, name = holder(ctx, who, counter)
    done = ctx.emit(CounterChanged(where, name, by, over=beyond))
    return done.applied if isinstance(done, CounterChanged) else 0


# -- verbs ----------------------------------------------------------------------------------------------------


@node
class Gain(Effect):
    """Gain it. `elided` says that the verb was left out after "and"."""

    what: Gainable
    elided: bool = field(default=False, kw_only=True, eq=False, metadata=BOUND)

    def faults(self, card: CardLookup) -> Iterator[Fault]:
        if isinstance(self.what, ConditionRef):
            yield from self.what.faults_in_giving(card)

    def perform(self, ctx: Context) -> None:
        self.what.gain(ctx, ctx.subject)

    def tone(self, card: CardLookup) -> str:
        return self.what.tone(card, True)


@node
class Lose(Effect):
    """Lose it. Losing Health is not damage. Ruling: MO-30."""

    what: Gainable
    elided: bool = field(default=False, kw_only=True, eq=False, metadata=BOUND)

    def perform(self, ctx: Context) -> None:
        self.what.lose(ctx, ctx.subject)

    def tone(self, card: CardLookup) -> str:
        return self.what.tone(card, False)


@node
class TakeDamage(Effect):
    """Take damage from whoever's card says so; a condition's damage has no dealer. Ruling: MO-30."""

    amount: Amount

    def perform(self, ctx: Context) -> None:
        from_condition = ctx.bearing is not None and ctx.bearing.condition is not None
        dealer = None if from_condition else ctx.actor
        strike(ctx, dealer, ctx.subject, self.amount.value(ctx), False)

    def tone(self, card: CardLookup) -> str:
        return "negative"


@node
class DealDamage(Effect):
    """Deal damage to somebody, or to the chosen ones."""

    refers: ClassVar[tuple[str, ...]] = ("they",)
    amount: Amount
    whom: Selector | None = None

    def points(self) -> tuple[str, ...]:
        return self.refers if self.whom is None else ()

    def perform(self, ctx: Context) -> None:
        for target in ctx.they if self.whom is None else self.whom.pick(ctx.within(purpose="negative")):
            strike(ctx, ctx.subject, target, self.amount.value(ctx), False)

    def tone(self, card: CardLookup) -> str:
        return "negative"


@node
class EndCondition(Effect):
    """End a condition of that name."""

    name: ConditionName

    def perform(self, ctx: Context) -> None:
        end_all(ctx, ctx.subject, self.name.text)

    def possible(self, ctx: Context) -> bool:
        return ctx.state[ctx.subject].condition(self.name.text) is not None

    def tone(self, card: CardLookup) -> str:
        return ConditionRef(self.name).tone(card, False)


@node
class EndThis(Effect):
    """End the condition that the rule belongs to."""

    def perform(self, ctx: Context) -> None:
        condition = ctx.bearing.condition if ctx.bearing is not None else None
        if condition is None or ctx.bearing is None:
            return
        for now in ctx.state[ctx.bearing.owner].conditions:
            if now.age == condition.age:
                ctx.emit(ConditionEnded(ctx.bearing.owner, now, "removed"))


@node
class EndOne(Effect):
    """End one condition of theirs, as the performer's player chooses. Ruling: MO-131."""

    whose: Yours | Theirs

    def perform(self, ctx: Context) -> None:
        who = self.whose.owner(ctx)
        if who is None:
            return
        here = removable(ctx, who)
        options = tuple(Option("condition", c.age, c.name) for c in here)
        picked = {o.value for o in ctx.choose(Decision(ctx.seat_of(ctx.actor), "condition", options, 1, 1, ctx.actor))}
        for condition in here:
            if condition.age in picked:
                ctx.emit(ConditionEnded(who, condition, "removed"))

    def possible(self, ctx: Context) -> bool:
        who = self.whose.owner(ctx)
        return who is not None and bool(removable(ctx, who))

    def tone(self, card: CardLookup) -> str:
        return "beneficial"


@node
class LowerThis(Effect):
    """Lower the strength of the condition that the rule belongs to; at 0 it ends, used up. Ruling: MO-113."""

    amount: Amount

    def perform(self, ctx: Context) -> None:
        bearing = ctx.bearing
        if bearing is None or bearing.condition is None:
            return
        for now in ctx.state[bearing.owner].conditions:
            if now.age == bearing.condition.age:
                left = (now.strength or 0) - self.amount.value(ctx)
                if left > 0:
                    ctx.emit(ConditionTicked(bearing.owner, attrs.evolve(now, strength=left)))
                else:
                    ctx.emit(ConditionEnded(bearing.owner, now, "used"))


def removable(ctx: Context, who: int) -> tuple[Condition, ...]:
    """The conditions of `who` that can be taken away. Ruling: MO-104, MO-131."""
    return tuple(
        c for c in ctx.state[who].conditions if not ctx.cards.get("condition", c.name).fields.get("cannot be removed")
    )


def end_all(ctx: Context, who: int, name: str, reason: str = "removed") -> None:
    """End every condition of a name that `who` has."""
    for condition in removable(ctx, who):
        if condition.name == name:
            ctx.emit(ConditionEnded(who, condition, reason))


@node
class SetCounter(Effect):
    """Set a counter of somebody's to a number."""

    whose: Yours | Theirs
    counter: CounterName
    amount: Amount

    def perform(self, ctx: Context) -> None:
        who = self.whose.owner(ctx)
        if who is not None:
            now = ctx.state[who].count(self.counter.text)
            ctx.emit(CounterChanged(who, self.counter.text, self.amount.value(ctx) - now, floor=None))


# -- coins and cards ------------------------------------------------------------------------------------------


@node
class Pay(Cost):
    """Pay so much; an action that cannot be paid for is not offered."""

    amount: Amount
    counter: CounterName

    def perform(self, ctx: Context) -> None:
        if self.possible(ctx):
            change_counter(ctx, ctx.subject, self.counter.text, -self.amount.value(ctx))
        else:
            ctx.flow.stopped = True

    def possible(self, ctx: Context) -> bool:
        return counted(ctx, ctx.subject, self.counter.text) >= self.amount.value(ctx)


@node
class Steal(Effect):
    """Take so much from somebody, at most what is there; from a creature without a player nothing. Ruling: MO-137."""

    amount: Amount
    counter: CounterName
    whom: Selector

    def perform(self, ctx: Context) -> None:
        name = self.counter.text
        for victim in self.whom.pick(ctx.within(purpose="negative")):
            if can_hold(ctx, victim, name):
                wanted = self.amount.value(ctx)
                taken = -change_counter(ctx, victim, name, -wanted)
                if taken:
                    where, kept = holder(ctx, ctx.subject, name)
                    ctx.emit(CounterChanged(where, kept, taken))

    def possible(self, ctx: Context) -> bool:
        return bool(self.whom.candidates(ctx.within(purpose="negative")))

    def tone(self, card: CardLookup) -> str:
        return "negative"


@node
class DiscardThis(Cost):
    """Use up the card that speaks."""

    def perform(self, ctx: Context) -> None:
        if ctx.bearing is not None:
            ctx.emit(EntityRemoved(ctx.bearing.card or ctx.actor, "used", "used"))


@node
class Redirect(Effect):
    """Turn the event aside to somebody; range does not matter. Ruling: MO-122."""

    alters: ClassVar[bool] = True
    whom: Selector

    def perform(self, ctx: Context) -> None:
        event = ctx.offered.event if ctx.offered is not None else None
        if ctx.offered is None or not isinstance(event, Targeted | CheckBegan):
            return
        for other in self.whom.pick(ctx)[:1]:
            if ctx.allowed("redirect", other):
                ctx.offered.event = attrs.evolve(event, target=other)

    def possible(self, ctx: Context) -> bool:
        return bool(self.whom.candidates(ctx))
