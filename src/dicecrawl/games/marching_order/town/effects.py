"""The card of a service, and the words that only services use.

Source: Marching Order, Welcome to Rotbottom; Carousing. Ruling: MO-26, MO-153 to MO-158.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, ClassVar

from dicecrawl.core.decisions import Decision, Option
from dicecrawl.core.events import CounterChanged, EntityMoved, TagChanged
from dicecrawl.core.nodes import Amount, CardLookup, CounterName, Declaration, Effect, Entry, Fault, Node, node
from dicecrawl.effects.change import change_counter
from dicecrawl.effects.cooldowns import is_cooldown
from dicecrawl.games.marching_order import turns
from dicecrawl.games.marching_order.town import people
from dicecrawl.games.marching_order.traits import TraitKind
from dicecrawl.games.marching_order.words import HEALTH, HOME

if TYPE_CHECKING:
    from dicecrawl.core.context import Context


@node
class Service(Declaration):
    """Something that the town sells to one Rogue at a time, once in each rest phase."""

    kind: ClassVar[str] = "service"
    items: tuple[Node, ...] = ()


@node
class ForTheDead(Entry):
    """It is done to a dead Rogue. Ruling: MO-155."""

    def write(self, card: Any) -> None:
        card.fields["for the dead"] = True


@node
class AfterADelve(Entry):
    """It is to be had only once somebody is back from a delve. Source: Marching Order, Services, Recoup."""

    def write(self, card: Any) -> None:
        card.fields["after a delve"] = True


@node
class Restore(Effect):
    """Bring a counter back to its limit, from below 0 too. Ruling: MO-153, MO-173."""

    whose: str
    name: CounterName

    def perform(self, ctx: Context) -> None:
        entity = ctx.state[ctx.subject]
        missing = entity.limits.get(self.name.text, 0) - entity.count(self.name.text)
        if missing > 0:
            ctx.emit(CounterChanged(ctx.subject, self.name.text, missing))

    def tone(self, card: CardLookup) -> str:
        return "beneficial"

    def possible(self, ctx: Context) -> bool:
        entity = ctx.state[ctx.subject]
        return entity.count(self.name.text) < entity.limits.get(self.name.text, 0)


@node
class LearnAction(Effect):
    """Learn one of the actions of the own card that are not known yet. Ruling: MO-149, MO-154."""

    word: str

    def perform(self, ctx: Context) -> None:
        people.learn(ctx, ctx.subject)

    def possible(self, ctx: Context) -> bool:
        return bool(people.unknown_actions(ctx, ctx.subject))


@node
class ForgetFlaw(Effect):
    """Be rid of one flaw of the player's choice. Ruling: MO-142, MO-154."""

    trait: TraitKind

    def faults(self, card: CardLookup) -> Iterator[Fault]:
        if self.trait.word != "flaw":
            yield Fault("E200", "nobody forgets a quality", "write: Forget a flaw.")

    def perform(self, ctx: Context) -> None:
        who = ctx.subject
        flaws = people.flaws(ctx, who)
        if flaws:
            options = tuple(Option("flaw", flaw, "known") for flaw in flaws)
            chosen = ctx.choose(Decision(ctx.seat_of(who), "flaw", options, 1, 1, who, ctx.cause))[0]
            ctx.emit(TagChanged(who, "cards", str(chosen.value), False))

    def possible(self, ctx: Context) -> bool:
        return bool(people.flaws(ctx, ctx.subject))


@node
class ComeBackToLife(Effect):
    """Be alive again with full Health and Luck, nothing suffered, nothing carried. Ruling: MO-155."""

    def perform(self, ctx: Context) -> None:
        who = ctx.subject
        for item in ctx.game.carried(ctx.state, who):
            ctx.emit(EntityMoved(item, people.LOST, None, "left behind"))
        ctx.emit(EntityMoved(who, HOME, None, "came back to life"))
        entity = ctx.state[who]
        for counter, limit in entity.limits.items():
            ctx.emit(CounterChanged(who, counter, limit - entity.count(counter), floor=None))
        for counter, value in entity.counters.items():
            if is_cooldown(counter) and value:
                ctx.emit(CounterChanged(who, counter, -value))


@node
class LoseKeeping(Effect):
    """Lose so much of a counter, but keep at least some. Ruling: MO-157."""

    amount: Amount
    name: CounterName
    least: int

    def perform(self, ctx: Context) -> None:
        now = ctx.state[ctx.subject].count(self.name.text)
        lost = min(self.amount.value(ctx), max(0, now - self.least))
        if lost:
            change_counter(ctx, ctx.subject, self.name.text, -lost)

    def tone(self, card: CardLookup) -> str:
        return "negative"


@node
class Dearer(Effect):
    """Every service with a price costs its player more in the next rest phase. Ruling: MO-157."""

    more: int

    def perform(self, ctx: Context) -> None:
        seat = ctx.seat_of(ctx.subject)
        if seat is not None:
            ctx.emit(CounterChanged(None, people.dearer_next(seat), self.more))


@node
class TakeOn(Effect):
    """Have a trait of this very card until the next delve is over; it needs no box. Ruling: MO-158."""

    trait: TraitKind
    number: int

    def perform(self, ctx: Context) -> None:
        name = people.borrowed(self.trait.word, self.number, ctx.cause.definition)
        ctx.emit(TagChanged(ctx.subject, "cards", name, True))

    def tone(self, card: CardLookup) -> str:
        return "negative"


@node
class GainForDelve(Effect):
    """Have more of a counter, and a higher limit of it, while the next delve lasts. Ruling: MO-26."""

    amount: Amount
    name: CounterName

    def perform(self, ctx: Context) -> None:
        ctx.emit(CounterChanged(ctx.subject, people.next_delve(self.name.text), self.amount.value(ctx)))

    def tone(self, card: CardLookup) -> str:
        return "beneficial"


def serve(ctx: Context, who: int, name: str) -> None:
    """Do to a Rogue what the card of a service says."""
    card = ctx.cards.get("service", name)
    for ability in card.of_kind("action"):
        mode = "rule" if card.fields.get("for the dead") else "service"  # the dead are not there, and are served all the same
        inner = turns.as_performer(ctx, who, mode).within(ability=ability.name).because(ability.span, card.name)
        ability.block.perform(inner)


def useful(ctx: Context, who: int, name: str) -> bool:
    """Whether a service could do anything for a Rogue now."""
    card = ctx.cards.get("service", name)
    inner = turns.as_performer(ctx, who, "service")
    if ctx.state[who].count(HEALTH) <= 0:
        return bool(card.fields.get("for the dead"))
    return not card.fields.get("for the dead") and all(a.block.possible(inner) for a in card.of_kind("action"))
