"""What players of Marching Order have before them: the sheets of their Rogues, both lines, the map they have drawn.

Source: Marching Order, Mapping; Item Slots. Ruling: MO-150, MO-151, MO-168.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from dicecrawl.core.context import Context
from dicecrawl.core.definitions import Definition, Library
from dicecrawl.core.events import Announced, Logged
from dicecrawl.core.nodes import Test
from dicecrawl.core.questions import FreeSlots, StatOf
from dicecrawl.core.showing import Carried, Door, Ground, Known, Sheet, Showing, Spot, Table
from dicecrawl.core.state import State
from dicecrawl.effects.cooldowns import cooldown_of
from dicecrawl.games.marching_order.delves import light, place
from dicecrawl.games.marching_order.delves.cards import EntryCard
from dicecrawl.games.marching_order.delves.loot import purse
from dicecrawl.games.marching_order.hall import secrets
from dicecrawl.games.marching_order.rules import carried
from dicecrawl.games.marching_order.traits import trait
from dicecrawl.games.marching_order.turns import card_of
from dicecrawl.games.marching_order.words import (
    ASIDE,
    AWAY,
    COINS,
    DEAD,
    ENEMIES,
    HEALTH,
    HOME,
    LUCK,
    ROGUES,
    SIDES,
    STATS,
)


def table(ctx: Context, log: Sequence[Logged]) -> Table:
    """What lies open now."""
    state = ctx.state
    fighting = bool(state.zone(ENEMIES)) or _enemies_aside(state)
    here = place.delve_of(state) is not None
    home = sorted(state.zone(HOME), key=lambda who: (state[who].seat is None, state[who].seat or 0))
    march = [*state.zone(ROGUES), *(who for zone in (ASIDE, AWAY) for who in state.zone(zone) if state[who].home == ROGUES)]
    party = march if here else [*march, *home]
    lost = (who for who in state.zone(DEAD) if state[who].seat is not None and state[who].kind == "rogue")
    return Table(
        purses=tuple(state.count(purse(seat)) for seat in range(_seats(state))),
        party=tuple(_sheet(ctx, who) for who in party if state[who].kind == "rogue"),
        lost=tuple(_sheet(ctx, who) for who in lost),
        ground=_ground(ctx, log) if here else None,
        sides=tuple((side, tuple(_sheet(ctx, who) for who in state.zone(side))) for side in SIDES) if fighting else (),
        aside=tuple(_sheet(ctx, who) for who in state.zone(ASIDE)) if fighting else (),
        escape=state.count(place.ETN) if fighting else None,
        acting=state.count("turn of") or None,
    )


def _seats(state: State) -> int:
    return sum(1 for name in state.counters if name.startswith(f"{COINS} of seat "))


def _enemies_aside(state: State) -> bool:
    return any(ENEMIES in (state[who].side, state[who].home) for who in state.zone(ASIDE))


# -- sheets ---------------------------------------------------------------------------------------------------


def _sheet(ctx: Context, who: int) -> Sheet:
    entity = ctx.state[who]
    numbers = [(name, entity.count(name), entity.limits.get(name)) for name in (HEALTH, LUCK) if name in entity.counters]
    if entity.kind != "rogue":
        return Sheet(who, entity.label, entity.seat, tuple(numbers), conditions=entity.conditions)
    card = card_of(ctx, who)
    filled = [ctx.cards.get("item", ctx.state[item].definition) for item in carried(ctx.state, who)]
    used = sum(int(item.fields.get("slots", 1)) for item in filled)
    return Sheet(
        who,
        entity.label,
        entity.seat,
        tuple(numbers),
        tuple((name, int(ctx.value(StatOf(who, name)))) for name in STATS),
        (*_actions(ctx, who, card), *_traits(ctx, who, card)),
        tuple(_carried(ctx, who)),
        (used, used + int(ctx.value(FreeSlots(who)))),
        entity.conditions,
        tuple(_notes(ctx, who, card)),
    )


def _actions(ctx: Context, who: int, card: Definition) -> Iterable[Known]:
    entity = ctx.state[who]
    for ability in card.of_kind("action", "reaction"):
        if ability.name in entity.cards:
            yield Known(ability.kind.capitalize(), ability, entity.count(cooldown_of(ability.name)))


def _traits(ctx: Context, who: int, card: Definition) -> Iterable[Known]:
    lenders = [card, *ctx.cards.all("service"), *(c for c in ctx.cards.all("rogue") if c is not card)]
    for kind in ("quality", "flaw"):
        for lender in lenders:
            for ability in lender.of_kind(kind):
                for number in ability.faces:
                    known = trait(kind, number) if lender is card else trait(kind, number, lender.name)
                    if known in ctx.state[who].cards:
                        yield Known(f"{kind.capitalize()} {number}", ability)


def _carried(ctx: Context, who: int) -> Iterable[Carried]:
    for item in carried(ctx.state, who):
        entity = ctx.state[item]
        left = light.boxes_left(ctx, who, item)
        boxes = ctx.cards.get("item", entity.definition).fields.get("boxes")
        yield Carried(item, entity.label, f"{left} {'mark' if left == 1 else 'marks'} left" if boxes else "")


def _notes(ctx: Context, who: int, card: Definition) -> Iterable[str]:
    if ctx.state[who].count("services owed"):
        yield f"wants {card.fields['upkeep']} coins before it marches"
    if who in ctx.state.zone(AWAY):
        yield "got away from this battle"


# -- the map --------------------------------------------------------------------------------------------------


def _ground(ctx: Context, log: Sequence[Logged]) -> Ground:
    here, card = place.here(ctx), place.card_here(ctx)
    rooms = place.entries(card)
    events = (logged.event for logged in log)
    seen = {event.number for event in events if isinstance(event, Announced) and (event.what, event.who) == ("entry", here)}
    now = place.count(ctx, place.ENTRY)
    spots = tuple(_spot(ctx, room, number == now) for number, room in enumerate(rooms, 1) if number in seen)
    return Ground(card.name, spots, sum(light.lights(ctx).values()))


def _spot(ctx: Context, room: EntryCard, here: bool) -> Spot:
    doors = tuple(Door(way.label, way.to) for way in room.ways if _open(ctx, way.guard))
    return Spot(room.letter, room.title, doors, here, bool(place.count(ctx, place.won(room.letter))), room.part_of)


def _open(ctx: Context, guard: Test | None) -> bool:
    """Whether a way is known: one that has a condition is not on the map until that holds. Ruling: MO-169."""
    front = next(iter(place.party(ctx)), 0)
    return guard is None or (bool(front) and guard.holds(ctx.within(actor=front, subject=front)))


def scene(library: Library, state: State, event: Announced) -> str:
    """The words about a delve when it begins, and about an entry when the party first comes there on this visit."""
    if event.who is None or event.what not in ("delve began", "entry"):
        return ""
    entity = state[event.who]
    card = library.get("delve", entity.definition)
    if event.what == "delve began":
        return str(card.fields.get("text", ""))
    room = place.entries(card)[(event.number or 1) - 1]
    return room.text if entity.count(place.been(room.letter)) <= 1 else ""


SHOWING = Showing(table, scene, closed=("delve",), hides=secrets.hides)
