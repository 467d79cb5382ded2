"""Words for events that rules answer: "when an enemy deals damage to you".

`match` gives whom the event is about besides the owner (they), or None when another event is meant.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import frozen

from dicecrawl.core.events import (
    CheckBegan,
    CheckMade,
    ConditionEnded,
    ConditionGained,
    DamageDealt,
    EntityRemoved,
    Event,
    Targeted,
)
from dicecrawl.core.nodes import Node, Selector, StatName

if TYPE_CHECKING:
    from dicecrawl.core.context import Context


@frozen(slots=True)
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
        """Whether the rule waits until the blow and its riders are done (MO-75)."""
        return False

    def match(self, ctx: Context, event: Any) -> tuple[int, ...] | None:
        """The others it is about, or None."""
        return None


def involved(ctx: Context, *who: int | None) -> tuple[int, ...]:
    """Those of `who` that are not the owner of the rule."""
    return tuple(i for i in who if i is not None and i != ctx.actor)


@frozen(slots=True)
class DealsDamage(Pattern):
    """Somebody deals damage of at least 1, to somebody if the text says so."""

    who: Selector
    whom: Selector | None = None

    def events(self) -> tuple[type[Event], ...]:
        return (DamageDealt,)

    @property
    def waits(self) -> bool:
        return True

    def match(self, ctx: Context, event: DamageDealt) -> tuple[int, ...] | None:
        if event.amount < 1 or event.dealer is None or not self.who.fits(ctx, event.dealer):
            return None
        if self.whom is not None and not self.whom.fits(ctx, event.target):
            return None
        return involved(ctx, event.dealer, event.target)


@frozen(slots=True)
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


@frozen(slots=True)
class Dies(Pattern):
    """Somebody died."""

    who: Selector

    def events(self) -> tuple[type[Event], ...]:
        return (EntityRemoved,)

    def match(self, ctx: Context, event: EntityRemoved) -> tuple[int, ...] | None:
        return involved(ctx, event.who) if event.reason == "died" and self.who.fits(ctx, event.who) else None


@frozen(slots=True)
class WouldDie(Dies):
    """Somebody is about to die."""

    @property
    def replaces(self) -> bool:
        return True


@frozen(slots=True)
class MakesRoll(Pattern):
    """A roll is called for and its die not yet thrown."""

    who: Selector
    stat: StatName | None = None
    attack: str | None = None

    def events(self) -> tuple[type[Event], ...]:
        return (CheckBegan,)

    def match(self, ctx: Context, event: CheckBegan) -> tuple[int, ...] | None:
        if self.stat is not None and event.stat != self.stat.text:
            return None
        if self.attack is not None and not event.attack:
            return None
        return involved(ctx, event.roller) if self.who.fits(ctx, event.roller) else None


@frozen(slots=True)
class FailsRoll(Pattern):
    """Somebody failed a roll."""

    who: Selector
    word: str = "fail"

    def events(self) -> tuple[type[Event], ...]:
        return (CheckMade,)

    def match(self, ctx: Context, event: CheckMade) -> tuple[int, ...] | None:
        return involved(ctx, event.roller) if not event.success and self.who.fits(ctx, event.roller) else None


@frozen(slots=True)
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


@frozen(slots=True)
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


@frozen(slots=True)
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


@frozen(slots=True)
class ThisEnds(Pattern):
    """The condition that the rule belongs to ended."""

    def events(self) -> tuple[type[Event], ...]:
        return (ConditionEnded,)

    def match(self, ctx: Context, event: ConditionEnded) -> tuple[int, ...] | None:
        condition = ctx.bearing.condition if ctx.bearing is not None else None
        if condition is None or ctx.bearing is None or event.who != ctx.bearing.owner:
            return None
        return () if event.condition.age == condition.age else None
