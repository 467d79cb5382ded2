"""Cooldown dice: which are meant, and lowering, raising and setting them. Source: Marching Order, Cooldown Dice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dicecrawl.core.decisions import Decision, Option
from dicecrawl.core.events import CounterChanged
from dicecrawl.core.nodes import Amount, CardLookup, Effect, Node, node
from dicecrawl.effects.amounts import Theirs, Yours

if TYPE_CHECKING:
    from dicecrawl.core.context import Context


@node
class Cooldowns(Node):
    """Which cooldown dice."""

    whose: Yours | Theirs

    def dice(self, ctx: Context) -> tuple[tuple[int, str], ...]:
        """Owner and counter of each die meant, of those present (MO-78)."""
        who = self.whose.owner(ctx)
        if who is None:
            return ()
        return tuple((who, name) for name, pips in ctx.state[who].counters.items() if is_cooldown(name) and pips > 0)


@node
class AllCooldowns(Cooldowns):
    """All of somebody's cooldown dice."""

    word: str
    whose: Yours | Theirs

    def dice(self, ctx: Context) -> tuple[tuple[int, str], ...]:
        return Cooldowns(self.whose).dice(ctx)


@node
class OneCooldown(Cooldowns):
    """One of somebody's cooldown dice, as the performer's player chooses. Ruling: MO-78."""

    def dice(self, ctx: Context) -> tuple[tuple[int, str], ...]:
        here = Cooldowns(self.whose).dice(ctx)
        options = tuple(Option("cooldown", name, "its die") for _, name in here)
        decision = Decision(ctx.seat_of(ctx.actor), "cooldown", options, 1, 1, ctx.actor, ctx.cause)
        picked = {option.value for option in ctx.choose(decision)}
        return tuple((who, name) for who, name in here if name in picked)


def cooldown_of(ability: str) -> str:
    """The name of the counter that holds an ability's cooldown die."""
    return f"cooldown {ability}"


def is_cooldown(counter: str) -> bool:
    """Whether a counter is a cooldown die."""
    return counter.startswith("cooldown ")


def lower_cooldown(ctx: Context, who: int, counter: str, by: int) -> None:
    """Lower a cooldown die, unless a rule keeps it (MO-105); 0 or less removes it (MO-78)."""
    if by > 0 and ctx.allowed("reduce cooldown", who):
        ctx.emit(CounterChanged(who, counter, -by))


@node
class Reduce(Effect):
    """Lower cooldown dice by pips."""

    which: Cooldowns
    amount: Amount

    def perform(self, ctx: Context) -> None:
        for who, counter in self.which.dice(ctx):
            lower_cooldown(ctx, who, counter, self.amount.value(ctx))

    def tone(self, card: CardLookup) -> str:
        return "beneficial"


@node
class Increase(Effect):
    """Raise cooldown dice that are present by pips."""

    which: Cooldowns
    amount: Amount

    def perform(self, ctx: Context) -> None:
        for who, counter in self.which.dice(ctx):
            ctx.emit(CounterChanged(who, counter, self.amount.value(ctx)))

    def tone(self, card: CardLookup) -> str:
        return "negative"


@node
class SetCooldown(Effect):
    """Set cooldown dice that are present to a number of pips."""

    which: Cooldowns
    amount: Amount

    def perform(self, ctx: Context) -> None:
        wanted = self.amount.value(ctx)
        for who, counter in self.which.dice(ctx):
            now = ctx.state[who].count(counter)
            if wanted < now:
                lower_cooldown(ctx, who, counter, now - wanted)
            elif wanted > now:
                ctx.emit(CounterChanged(who, counter, wanted - now))

    def tone(self, card: CardLookup) -> str:
        return "beneficial"
