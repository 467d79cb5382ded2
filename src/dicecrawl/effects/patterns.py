"""Words for events that rules answer: "when an enemy deals damage to you".

`match` gives whom the event is about besides the owner (they), or None when another event is meant.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dicecrawl.core.events import (
    CheckBegan,
    CheckMade,
    ConditionEnded,
    ConditionGained,
    CounterChanged,
    DamageDealt,
    EntityRemoved,
    Event,
    Targeted,
)
from dicecrawl.core.nodes import CounterName, Node, Selector, StatName, node

if TYPE_CHECKING:
    from dicecrawl.core.context import Context


@node
class Pattern(Node):
    """An event that a rule answers.

    `replaces` says that the rule comes before it and may change it, `waits` that it comes after the blow is done.
    """

    def events(self) -> tuple[type[Event], ...]:
        """The events to look at."""
        return ()

    @property
    def replaces(self) -> bool:
        """Whether the rule is asked before it happens."""
        return False

    @property
    def waits(self) -> bool:
        """Whether a reaction to it waits until the blow and its riders are done (MO-75)."""
        return False

    @property
    def late(self) -> bool:
        """Whether a rule that follows it waits as a reaction does."""
        return self.waits

    @property
    def outlives(self) -> bool:
        """Whether a rule that follows it is carried out even if its owner is gone by then."""
        return False

    def match(self, ctx: Context, event: Any) -> tuple[int, ...] | None:
        """The others it is about, or None."""
        return None


def involved(ctx: Context, *who: int | None) -> tuple[int, ...]:
    """Those of `who` that are not the owner of the rule."""
    return tuple(i for i in who if i is not None and i != ctx.actor)


@node
class DealsDamage(Pattern):
    """Somebody deals damage of at least 1, to somebody if the text says so."""

    who: Selector
    whom: Selector | None = None

    def events(self) -> tuple[type[Event], ...]:
        return (DamageDealt,)

    @property
    def waits(self) -> bool:
        return True

    @property
    def late(self) -> bool:
        return False  # MO-121: before reactions

    def match(self, ctx: Context, event: DamageDealt) -> tuple[int, ...] | None:
        if event.amount < 1 or event.dealer is None or not self.who.fits(ctx, event.dealer):
            return None
        if self.whom is not None and not self.whom.fits(ctx, event.target):
            return None
        return involved(ctx, event.dealer, event.target)


@node
class TakesDamage(Pattern):
    """Somebody takes damage of at least 1."""

    who: Selector

    def events(self) -> tuple[type[Event], ...]:
        return (DamageDealt,)

    @property
    def waits(self) -> bool:
        return True

    def match(self, ctx: Context, event: DamageDealt) -> tuple[int, ...] | None:
        fits = event.amount >= 1 and self.who.fits(ctx, event.target)
        return involved(ctx, event.target, event.dealer) if fits else None


@node
class Dies(Pattern):
    """Somebody died."""

    who: Selector

    def events(self) -> tuple[type[Event], ...]:
        return (EntityRemoved,)

    def match(self, ctx: Context, event: EntityRemoved) -> tuple[int, ...] | None:
        return involved(ctx, event.who) if event.reason == "died" and self.who.fits(ctx, event.who) else None


@node
class WouldDie(Dies):
    """Somebody is about to die."""

    @property
    def replaces(self) -> bool:
        return True


@node
class MakesRoll(Pattern):
    """A roll is called for and its die not yet thrown; against somebody, if the text says so."""

    who: Selector
    stat: StatName | None = None
    attack: str | None = None
    whom: Selector | None = None

    def events(self) -> tuple[type[Event], ...]:
        return (CheckBegan,)

    def match(self, ctx: Context, event: CheckBegan) -> tuple[int, ...] | None:
        if self.stat is not None and event.stat != self.stat.text:
            return None
        if self.attack is not None and not event.attack:
            return None
        if self.whom is not None and (event.target is None or not self.whom.fits(ctx, event.target)):
            return None
        if event.roller is None or not self.who.fits(ctx, event.roller):
            return None
        return involved(ctx, event.roller)


@node
class FailsRoll(Pattern):
    """Somebody failed a roll."""

    who: Selector
    word: str = "fail"

    def events(self) -> tuple[type[Event], ...]:
        return (CheckMade,)

    def match(self, ctx: Context, event: CheckMade) -> tuple[int, ...] | None:
        if event.success or event.roller is None or not self.who.fits(ctx, event.roller):
            return None
        return involved(ctx, event.roller)


@node
class AttackSucceeds(Pattern):
    """An attack roll against somebody succeeded, from any side. Ruling: MO-94."""

    attack: str
    whom: Selector
    word: str
    even: str | None = None

    def events(self) -> tuple[type[Event], ...]:
        return (CheckMade,)

    @property
    def waits(self) -> bool:
        return True

    @property
    def outlives(self) -> bool:
        return self.even is not None

    def match(self, ctx: Context, event: CheckMade) -> tuple[int, ...] | None:
        if not event.attack or not event.success or event.target is None or not self.whom.fits(ctx, event.target):
            return None
        return involved(ctx, event.roller, event.target)


@node
class RollExplodes(Pattern):
    """The first die of an attack roll in your action showed a face that explodes. Ruling: MO-89."""

    your: str
    attack: str
    whose: str
    action: str

    def events(self) -> tuple[type[Event], ...]:
        return (CheckMade,)

    def match(self, ctx: Context, event: CheckMade) -> tuple[int, ...] | None:
        mine = event.roller == ctx.actor and event.action and event.attack
        return involved(ctx, event.target) if mine and event.natural in event.exploding else None


@node
class WouldTarget(Pattern):
    """Somebody is about to aim something at somebody, in an action. Ruling: MO-102."""

    who: Selector
    whom: Selector

    def events(self) -> tuple[type[Event], ...]:
        return (Targeted,)

    @property
    def replaces(self) -> bool:
        return True

    def match(self, ctx: Context, event: Targeted) -> tuple[int, ...] | None:
        fits = self.who.fits(ctx, event.actor) and self.whom.fits(ctx, event.target)
        return involved(ctx, event.actor) if fits else None


@node
class GainsCounter(Pattern):
    """Somebody gains of a counter, even at its maximum. Ruling: MO-113."""

    who: Selector
    counter: CounterName

    def events(self) -> tuple[type[Event], ...]:
        return (CounterChanged,)

    def match(self, ctx: Context, event: CounterChanged) -> tuple[int, ...] | None:
        is_set = event.floor is None  # brought to a value, which is no gain
        if event.who is None or is_set or event.by < 1 or event.counter != self.counter.text:
            return None
        return involved(ctx, event.who) if self.who.fits(ctx, event.who) else None


@node
class OnlyKinLeft(Pattern):
    """Somebody of the side you came with is gone, and only creatures of your own card are left of it. Ruling: MO-124."""

    def events(self) -> tuple[type[Event], ...]:
        return (EntityRemoved,)

    def match(self, ctx: Context, event: EntityRemoved) -> tuple[int, ...] | None:
        me = ctx.state[ctx.actor]
        if ctx.state[event.who].home != me.home:
            return None
        fellows = [ctx.state[who] for who in ctx.game.order(ctx.state) if ctx.state[who].home == me.home]
        return () if all(fellow.definition == me.definition for fellow in fellows) else None


@node
class AttackTargets(Pattern):
    """An attack by somebody of that noun is aimed at somebody."""

    noun: str
    word: str
    whom: Selector

    def events(self) -> tuple[type[Event], ...]:
        return (Targeted,)

    @property
    def replaces(self) -> bool:
        return True

    def match(self, ctx: Context, event: Targeted) -> tuple[int, ...] | None:
        if not event.attack or not ctx.game.nouns[self.noun](ctx, ctx.actor, event.actor):
            return None
        return involved(ctx, event.actor) if self.whom.fits(ctx, event.target) else None


@node
class YourAttackSucceeds(Pattern):
    """Your attack roll succeeded."""

    whose: str
    attack: str
    word: str

    def events(self) -> tuple[type[Event], ...]:
        return (CheckMade,)

    @property
    def waits(self) -> bool:
        return True

    def match(self, ctx: Context, event: CheckMade) -> tuple[int, ...] | None:
        if not event.attack or not event.success or event.roller != ctx.actor or event.target is None:
            return None
        return (event.target,)


@node
class GainsThis(Pattern):
    """Somebody gained the condition that the rule belongs to (not when it is merely renewed)."""

    who: Selector

    def events(self) -> tuple[type[Event], ...]:
        return (ConditionGained,)

    def match(self, ctx: Context, event: ConditionGained) -> tuple[int, ...] | None:
        condition = ctx.bearing.condition if ctx.bearing is not None else None
        if condition is None or ctx.bearing is None or event.who != ctx.bearing.owner:
            return None
        return () if event.condition.age == condition.age and not event.renewed else None


@node
class ThisEnds(Pattern):
    """The condition that the rule belongs to ended."""

    def events(self) -> tuple[type[Event], ...]:
        return (ConditionEnded,)

    def match(self, ctx: Context, event: ConditionEnded) -> tuple[int, ...] | None:
        condition = ctx.bearing.condition if ctx.bearing is not None else None
        if condition is None or ctx.bearing is None or event.who != ctx.bearing.owner:
            return None
        return () if event.condition.age == condition.age else None


@node
class CauseGone(Pattern):
    """Whoever gave the condition that the rule belongs to died or left. Ruling: MO-86."""

    def events(self) -> tuple[type[Event], ...]:
        return (EntityRemoved,)

    def match(self, ctx: Context, event: EntityRemoved) -> tuple[int, ...] | None:
        condition = ctx.bearing.condition if ctx.bearing is not None else None
        return () if condition is not None and condition.cause == event.who else None
