"""Items that are found, dropped and counted: each is a card of its own that its bearer carries."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from dicecrawl.core.context import entity_options
from dicecrawl.core.decisions import Decision, Option
from dicecrawl.core.events import EntityAdded, EntityRemoved
from dicecrawl.core.nodes import CardLookup, Effect, Entry, ItemName, node
from dicecrawl.core.questions import FreeSlots
from dicecrawl.core.state import Entity

if TYPE_CHECKING:
    from dicecrawl.core.context import Context


@node
class OneEach(Entry):
    """Nobody can have a second one."""

    early: ClassVar[bool] = True

    def write(self, card: Any) -> None:
        card.fields["one each"] = True


@node
class FindItem(Effect):
    """Put an item into a free slot; with none, drop another for it or leave it. Ruling: MO-136, MO-150."""

    name: ItemName

    def perform(self, ctx: Context) -> None:
        who = ctx.subject
        card = ctx.cards.get("item", self.name.text)
        held = ctx.game.carried(ctx.state, who)
        doubled = card.fields.get("one each") and any(ctx.state[item].definition == card.name for item in held)
        if not ctx.present(who) or doubled:
            return
        full = int(card.fields.get("slots", 1)) > ctx.value(FreeSlots(who))
        if full and not self._made_room(ctx, who, held):
            return
        entity = ctx.state[who]
        thing = Entity(0, "item", card.name, card.name, entity.side, entity.home, entity.seat)
        ctx.emit(EntityAdded(thing, ctx.game.pack(who)))

    def _made_room(self, ctx: Context, who: int, held: tuple[int, ...]) -> bool:
        options = (Option("no", "leave it", "no slot is free"), *entity_options(held, "drop it"))
        chosen = ctx.choose(Decision(ctx.seat_of(who), "make room", options, 1, 1, who, ctx.cause))[0]
        if chosen.kind != "entity":
            return False
        ctx.emit(EntityRemoved(int(chosen.value), "dropped", "used"))
        return True

    def tone(self, card: CardLookup) -> str:
        return "beneficial"


@node
class DropItem(Effect):
    """Lose an item of that name, as its bearer's player chooses; with none, nothing happens. Ruling: MO-139."""

    name: ItemName

    def perform(self, ctx: Context) -> None:
        who = ctx.subject
        held = tuple(i for i in ctx.game.carried(ctx.state, who) if ctx.state[i].definition == self.name.text)
        if held:
            decision = Decision(ctx.seat_of(who), "drop", entity_options(held), 1, 1, who, ctx.cause)
            for option in ctx.choose(decision):
                ctx.emit(EntityRemoved(int(option.value), "dropped", "used"))

    def tone(self, card: CardLookup) -> str:
        return "negative"
