"""The words that only Marching Order has: its cards, granted actions, escaping, leaving, summoning, changing sides."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, ClassVar

import attrs

from dicecrawl.core.context import entity_options
from dicecrawl.core.decisions import Decision
from dicecrawl.core.events import ConditionGained, ConditionTicked, EntityAdded, EntityMoved, EntityRemoved, Event
from dicecrawl.core.nodes import (
    AbilityName,
    CardLookup,
    CounterName,
    CreatureName,
    Declaration,
    Effect,
    Entry,
    Fault,
    Node,
    Selector,
    Standing,
    node,
)
from dicecrawl.core.questions import Allowed
from dicecrawl.core.state import sealed
from dicecrawl.effects.change import ConditionRef, EndThis
from dicecrawl.effects.forbidden import Forbidden
from dicecrawl.effects.patterns import Pattern
from dicecrawl.effects.places import Line, Place, PlaceBeside
from dicecrawl.effects.wheres import Where
from dicecrawl.games.marching_order import turns
from dicecrawl.games.marching_order.rules import is_players
from dicecrawl.games.marching_order.words import ASIDE, AWAY, CALLED_BY, GONE, LINE, ROGUES

if TYPE_CHECKING:
    from dicecrawl.core.context import Context


# -- cards ----------------------------------------------------------------------------------------------------


@node
class Rogue(Declaration):
    """A rogue's sheet."""

    kind: ClassVar[str] = "rogue"
    items: tuple[Node, ...] = ()


@node
class Monster(Declaration):
    """A monster's card."""

    kind: ClassVar[str] = "monster"
    items: tuple[Node, ...] = ()


@node
class ItemCard(Declaration):
    """An item."""

    kind: ClassVar[str] = "item"
    items: tuple[Node, ...] = ()


@node
class Common(Declaration):
    """What every creature of a kind can do."""

    kind: ClassVar[str] = "common"
    items: tuple[Node, ...] = ()


@node
class Price(Entry):
    """Coins it costs."""

    coins: int

    def write(self, card: Any) -> None:
        card.fields["price"] = self.coins


@node
class RisingPrice(Entry):
    """Coins it costs, and how much more each further one. Ruling: MO-139."""

    coins: int
    more: int

    def write(self, card: Any) -> None:
        card.fields["price"] = self.coins
        card.fields["price rises by"] = self.more


@node
class UpkeepCost(Entry):
    """Coins to be paid for it in every rest phase. Ruling: MO-128."""

    coins: int

    def write(self, card: Any) -> None:
        card.fields["upkeep"] = self.coins


@node
class Boxes(Entry):
    """Boxes to be marked off before it is used up. Ruling: MO-151, MO-166."""

    boxes: int

    def write(self, card: Any) -> None:
        card.fields["boxes"] = self.boxes


@node
class OnlyWithPlayers(Entry):
    """It is brought only by so many players. Ruling: MO-125, MO-148."""

    players: int

    def write(self, card: Any) -> None:
        card.fields["players"] = self.players


@node
class RollsForActions(Entry):
    """Dice choose among the actions that it owns; no player decides for it. Ruling: MO-125, MO-126."""

    def write(self, card: Any) -> None:
        card.fields["rolls for actions"] = True


@node
class EscapesAlong(Entry):
    """It gets away when the other Rogues do. Ruling: MO-125."""

    def write(self, card: Any) -> None:
        card.fields["escapes along"] = True


@node
class Shared(Entry):
    """Every player may spend that counter of it. Ruling: MO-127."""

    whose: str
    counter: CounterName

    def write(self, card: Any) -> None:
        card.fields["shared"] = (*card.fields.get("shared", ()), self.counter.text)


@node
class Precedence(Entry):
    """Which of several rules that take the place of an action does: the lowest, then those without. Ruling: MO-85."""

    rank: int

    def write(self, card: Any) -> None:
        card.fields["precedence"] = self.rank


@node
class Slots(Entry):
    """Item slots that an item takes, or that a Rogue has. Ruling: MO-150."""

    slots: int

    def write(self, card: Any) -> None:
        card.fields["slots"] = self.slots


@node
class InsteadOfAction(Standing):
    """What is done with every action of the bearer. Ruling: MO-85, MO-118."""

    then: Effect


@node
class BeforeAction(Standing):
    """What is done before every action of the creature, as a part of it. Ruling: MO-76."""

    then: Effect


# -- actions --------------------------------------------------------------------------------------------------


@node
class TakeAction(Effect):
    """Take one whole action at once: a player picks, a monster rolls its table. Ruling: MO-64."""

    action: str

    def perform(self, ctx: Context) -> None:
        turns.act(ctx, ctx.subject)

    def tone(self, card: CardLookup) -> str:
        return "beneficial"


@node
class TakeNamedAction(Effect):
    """Take an action of that name, owned or not, whatever its cooldown die says. Ruling: MO-65."""

    name: AbilityName
    action: str
    full: str | None = None

    def perform(self, ctx: Context) -> None:
        turns.act_by_name(ctx, ctx.subject, self.name.text, self.full is not None)

    def tone(self, card: CardLookup) -> str:
        return "beneficial"


@node
class BasicAttack(Effect):
    """Make the basic attack, against somebody whatever the range if the text names them. Ruling: MO-16."""

    basic: str
    attack: str
    whom: Selector | None = None

    def perform(self, ctx: Context) -> None:
        named = self.whom.pick(ctx.within(purpose="negative")) if self.whom is not None else None
        turns.basic_attack(ctx, ctx.subject, named)

    def possible(self, ctx: Context) -> bool:
        named = self.whom.candidates(ctx.within(purpose="negative")) if self.whom is not None else None
        return turns.can_attack(ctx, ctx.subject, named)

    def tone(self, card: CardLookup) -> str:
        return "attack"


@node
class UseItems(Effect):
    """Use up to so many items, one after the other, at least one. Ruling: MO-139."""

    word: str
    number: int

    def perform(self, ctx: Context) -> None:
        who = ctx.subject
        for used in range(self.number):
            offers = turns.items_for(ctx, who) if ctx.present(who) else []
            options = tuple(offer.option for offer in offers)
            decision = Decision(ctx.seat_of(who), "item", options, min(used == 0, len(options)), 1, who, ctx.cause)
            chosen = ctx.choose(decision)
            if not chosen:
                return
            turns.carry_out(ctx, who, offers[options.index(chosen[0])])

    def possible(self, ctx: Context) -> bool:
        return bool(turns.items_for(ctx, ctx.subject))


# -- coming and going -----------------------------------------------------------------------------------------


@node
class LeaveCombat(Effect):
    """Leave the battle, for good or until it is won. Ruling: MO-69, MO-70."""

    back: str | None = None

    def perform(self, ctx: Context) -> None:
        if ctx.present(ctx.subject):
            ctx.emit(EntityRemoved(ctx.subject, "left", AWAY if self.back else GONE))

    def tone(self, card: CardLookup) -> str:
        return "negative"


@node
class AttemptEscape(Effect):
    """Try to get away: a Rogue by an Escape Roll against the encounter's number, an enemy at once. Ruling: MO-68, MO-118."""

    def perform(self, ctx: Context) -> None:
        turns.escape(ctx, ctx.subject)

    def possible(self, ctx: Context) -> bool:
        return turns.may_escape(ctx, ctx.subject)


@node
class StepOut(Effect):
    """Step out of the line and remember the place; still in the battle. Ruling: MO-99."""

    line: Line

    def perform(self, ctx: Context) -> None:
        who = ctx.subject
        row = ctx.state.zone(ctx.state[who].side)
        bearing = ctx.bearing
        if who in row and bearing is not None and bearing.condition is not None:
            now = next(c for c in ctx.state[who].conditions if c.age == bearing.condition.age)
            ctx.emit(ConditionTicked(who, attrs.evolve(now, memory=row.index(who))))
            ctx.emit(EntityMoved(who, ASIDE, None, "stepped out"))


@node
class JoinCause(Effect):
    """Stand in the line of whoever caused it, at a place that its player chooses, and fight there. Ruling: MO-55, MO-87."""

    def perform(self, ctx: Context) -> None:
        condition = ctx.bearing.condition if ctx.bearing is not None else None
        cause = condition.cause if condition is not None else None
        if cause is None or ctx.state[cause].side == ctx.state[ctx.subject].side:
            return
        side = ctx.state[cause].side
        if not make_room(ctx, side, cause):
            EndThis().perform(ctx)
            return
        index = turns.choose_place(ctx, cause, side)
        ctx.emit(EntityMoved(ctx.subject, side, index, "joined", side))
        turns.mark_acted(ctx, ctx.subject, False)


@node
class ReturnHome(Effect):
    """Stand at the front of the line one came with, and fight there again; those summoned meanwhile come along.

    Ruling: MO-87, MO-146.
    """

    def perform(self, ctx: Context) -> None:
        entity = ctx.state[ctx.subject]
        if ctx.present(ctx.subject) and entity.side != entity.home:
            side = entity.side
            ctx.emit(EntityMoved(ctx.subject, entity.home, 0, "returned", entity.home))
            turns.mark_acted(ctx, ctx.subject, True)
            for other in ctx.game.board(ctx.state):
                called = ctx.state[other]
                if called.count(CALLED_BY) == ctx.subject and called.side == side:
                    ctx.emit(EntityMoved(other, entity.home, None, "returned", entity.home))


@node
class Summon(Effect):
    """Put a new creature in the line of the summoner. Ruling: MO-53, MO-55, MO-146."""

    name: CreatureName
    place: Place | PlaceBeside
    given: ConditionRef | None = None

    def faults(self, card: CardLookup) -> Iterator[Fault]:
        if self.given is not None:
            yield from self.given.faults_in_giving(card)

    def perform(self, ctx: Context) -> None:
        summoner = ctx.state[ctx.subject]
        if not make_room(ctx, summoner.side, ctx.subject):
            return
        index = self.place.index(ctx, ctx.subject)
        library = ctx.cards
        kind = turns.creature_kind(library, self.name.text)
        new = ctx.game.create(library, kind, self.name.text, summoner.side, turns.label(ctx.state, self.name.text))
        if summoner.side != summoner.home:
            new = attrs.evolve(new, counters=sealed({**new.counters, CALLED_BY: summoner.id}))
        done = ctx.emit(EntityAdded(new, summoner.side, index))
        if self.given is not None and isinstance(done, EntityAdded):
            self.given.gain(ctx, done.entity.id)

    def tone(self, card: CardLookup) -> str:
        return "neutral"


@node
class Replace(Effect):
    """Stand a new creature in somebody's place; it has acted if the old one had. Ruling: MO-145."""

    whom: Selector
    name: CreatureName

    def perform(self, ctx: Context) -> None:
        for old in self.whom.pick(ctx):
            turns.replace(ctx, old, self.name.text)


def make_room(ctx: Context, side: str, adder: int) -> bool:
    """Whether one more can stand in a line.

    In a full line of Rogues the player whose effect adds one decides: one that is nobody's leaves for it, or it does not
    come. Ruling: MO-55.
    """
    if side != ROGUES:
        return True
    counted = [e.id for e in ctx.state.entities.values() if e.side == ROGUES and ctx.present(e.id) and e.kind != "item"]
    if len(counted) < LINE:
        return True
    removable = (w for w in counted if not is_players(ctx.state[w]))
    nobodys = entity_options(removable, "makes room")
    decision = Decision(ctx.seat_of(adder), "make room", nobodys, 0, min(1, len(nobodys)), adder, ctx.cause)
    leaving = ctx.choose(decision)
    for option in leaving:
        ctx.emit(EntityRemoved(int(option.value), "left", GONE))
    return bool(leaving)


@node
class Nobodys(Where):
    """Of no player. Ruling: MO-134."""

    placed: ClassVar[bool] = False
    word: str

    def holds(self, ctx: Context, who: int) -> bool:
        return not is_players(ctx.state[who])


@node
class AllHaveThis(Pattern):
    """Every Rogue of the players in the battle has the condition that the rule belongs to, and there are two or more.

    It is looked at whenever somebody gets the condition or is gone; "they" are all of them. Ruling: MO-109.
    """

    def events(self) -> tuple[type[Event], ...]:
        return (ConditionGained, EntityRemoved)

    def match(self, ctx: Context, event: Event) -> tuple[int, ...] | None:
        condition = ctx.bearing.condition if ctx.bearing is not None else None
        everyone = (ctx.state[who] for who in ctx.game.order(ctx.state))
        party = [entity for entity in everyone if is_players(entity)]
        if condition is None or len(party) < 2 or all(entity.id != ctx.actor for entity in party):
            return None
        if any(entity.condition(condition.name) is None for entity in party):
            return None
        return tuple(entity.id for entity in party)


@node
class RollBullshit(Forbidden):
    """Rolling the bullshit die. Ruling: MO-61, MO-103."""

    def meant(self, ctx: Context, question: Allowed) -> bool:
        return question.what == "roll bullshit"


@node
class LeaveTheDelve(Forbidden):
    """Leaving the delve by choice. Ruling: MO-104."""

    def meant(self, ctx: Context, question: Allowed) -> bool:
        return question.what == "leave the delve"
