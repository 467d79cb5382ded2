"""The words that only entries of delves use: what the party finds and meets, where it goes, what is noted.

Source: Marching Order, Reading a Delve Entry; Loot; Light & Darkness. Ruling: MO-166, MO-168 to MO-172.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from dicecrawl.core.events import CounterChanged
from dicecrawl.core.nodes import Amount, CardLookup, CounterName, Effect, Fault, ItemName, Test, node
from dicecrawl.effects.amounts import Number
from dicecrawl.games.marching_order.delves import light, loot, place
from dicecrawl.games.marching_order.delves.cards import Foe
from dicecrawl.games.marching_order.words import COINS

if TYPE_CHECKING:
    from dicecrawl.core.context import Context


@node
class PartyEffect(Effect):
    """Something that is done to the party or the delve as a whole, so that nobody has to step forward for it."""


@node
class PartyCoins(PartyEffect):
    """Coins are found and shared out. Ruling: MO-170."""

    amount: Amount
    name: CounterName

    def faults(self, card: CardLookup) -> Iterator[Fault]:
        if self.name.text != COINS:
            yield Fault("E192", f"a party cannot find {self.name.text}", f"write: The party finds 2d6 {COINS}.")
        elif isinstance(self.amount, Number) and self.amount.number < 1:
            yield Fault("E192", "nothing would be found", "write 1 coin or more, or leave the sentence out")

    def perform(self, ctx: Context) -> None:
        loot.share_coins(ctx, self.amount.value(ctx))


@node
class PartyItem(PartyEffect):
    """An item is found: whoever wants it rolls for it. Ruling: MO-171, MO-172."""

    name: ItemName

    def perform(self, ctx: Context) -> None:
        loot.found(ctx, self.name.text)


@node
class PartyFights(PartyEffect):
    """Enemies appear; the battle begins when what is being done is finished."""

    foes: tuple[Foe, ...]
    etn: int

    def perform(self, ctx: Context) -> None:
        place.line_up(ctx, tuple(name for foe in self.foes for name in foe.names()), self.etn)


@node
class GoTo(PartyEffect):
    """The party is at another entry when what is being done is finished."""

    letter: str

    def perform(self, ctx: Context) -> None:
        place.send(ctx, self.letter)


@node
class MakeNote(PartyEffect):
    """Something to remember about the delve, for good."""

    what: str

    def perform(self, ctx: Context) -> None:
        here = place.delve_of(ctx.state)
        if here is not None and not ctx.state[here].count(place.noted(self.what)):
            ctx.emit(CounterChanged(here, place.noted(self.what), 1))


@node
class FinishDelve(PartyEffect):
    """What the party came for is done: it leaves, and the delve is finished. Ruling: MO-176."""

    def perform(self, ctx: Context) -> None:
        if place.delve_of(ctx.state) is not None:
            place.write(ctx, place.DONE, 1)
            place.write(ctx, place.FINISHED, 1)


@node
class MarkTorches(PartyEffect):
    """Torch boxes are marked; without light the party flees. Ruling: MO-166, MO-167."""

    boxes: int

    def perform(self, ctx: Context) -> None:
        if not light.mark(ctx, self.boxes):
            light.flee(ctx)


@node
class IsNoted(Test):
    """Whether something was noted about the delve."""

    what: str

    def holds(self, ctx: Context) -> bool:
        return place.is_noted(ctx.state, self.what)


@node
class IsNotNoted(Test):
    """Whether something was not noted about the delve."""

    what: str

    def holds(self, ctx: Context) -> bool:
        return not place.is_noted(ctx.state, self.what)
