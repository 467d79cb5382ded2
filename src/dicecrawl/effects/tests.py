"""Words that ask how things stand. Those about a roll are in `checks`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dicecrawl.core.nodes import ConditionName, Selector, Test, node
from dicecrawl.effects.places import Line, Place, side_of_line
from dicecrawl.effects.pronouns import TheTarget, They, You
from dicecrawl.effects.selectors import Sel

if TYPE_CHECKING:
    from dicecrawl.core.context import Context


@node
class AllOf(Test):
    """All of these hold."""

    tests: tuple[Test, ...]

    def holds(self, ctx: Context) -> bool:
        return all(test.holds(ctx) for test in self.tests)


@node
class Did(Test):
    """The "may" just before was taken."""

    who: Selector

    def holds(self, ctx: Context) -> bool:
        return ctx.flow.did


@node
class IsAt(Test):
    """Somebody stands at a place."""

    who: Selector
    place: Place

    def holds(self, ctx: Context) -> bool:
        named = self.who.pick(ctx)
        return bool(named) and all(self.place.is_at(ctx, who) for who in named)


@node
class IsAdjacent(Test):
    """Somebody stands next to somebody."""

    who: Selector
    word: str
    whom: You | They | TheTarget

    def holds(self, ctx: Context) -> bool:
        return any(ctx.distance(other, who) == 1 for who in self.who.pick(ctx) for other in self.whom.pick(ctx))


@node
class HasFewer(Test):
    """Somebody has fewer than so many of a noun."""

    who: Selector
    word: str
    number: int
    noun: str

    def holds(self, ctx: Context) -> bool:
        for who in self.who.pick(ctx):
            inner = ctx.within(subject=who)
            everyone = ctx.game.order(ctx.state)
            found = [other for other in everyone if ctx.game.nouns[self.noun](inner, who, other)]
            return len(found) < self.number
        return False


@node
class FewerInLine(Test):
    """Fewer than so many of a noun stand in a line, yourself included. Ruling: MO-144."""

    word: str
    number: int
    noun: str
    line: Line

    def holds(self, ctx: Context) -> bool:
        row = ctx.state.zone(side_of_line(ctx, self.line, ctx.actor))
        noun = ctx.game.nouns[self.noun]
        return sum(who == ctx.actor or noun(ctx, ctx.actor, who) for who in row) < self.number


@node
class IsNoun(Test):
    """Somebody is an ally, an enemy ... for you."""

    who: Selector
    noun: str

    def holds(self, ctx: Context) -> bool:
        named = self.who.pick(ctx)
        return bool(named) and all(ctx.game.nouns[self.noun](ctx, ctx.actor, who) for who in named)


@node
class HasPlayer(Test):
    """A player decides for somebody."""

    who: Selector

    def holds(self, ctx: Context) -> bool:
        named = self.who.pick(ctx)
        return bool(named) and all(ctx.seat_of(who) is not None for who in named)


@node
class HasCondition(Test):
    """Somebody has a condition."""

    who: Selector
    name: ConditionName

    def holds(self, ctx: Context) -> bool:
        named = self.who.pick(ctx)
        return bool(named) and all(ctx.state[who].condition(self.name.text) is not None for who in named)


@node
class ThereIs(Test):
    """Somebody fits the words."""

    whom: Sel

    def holds(self, ctx: Context) -> bool:
        return self.whom.anybody(ctx)


@node
class ThereIsNo(Test):
    """Nobody fits the words."""

    word: str
    whom: Sel

    def holds(self, ctx: Context) -> bool:
        return not self.whom.anybody(ctx)
