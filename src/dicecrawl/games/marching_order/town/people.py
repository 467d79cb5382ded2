"""Who is in town: recruits with their traits and first action, what they learn, the dead, and what the players own.

Source: Marching Order, Starting Your Party. Ruling: MO-125 to MO-128, MO-139, MO-148, MO-149, MO-175, MO-178.
"""

from __future__ import annotations

import attrs

from dicecrawl.core.context import Context, Die
from dicecrawl.core.decisions import Decision, Option
from dicecrawl.core.definitions import Definition
from dicecrawl.core.events import CounterChanged, EntityAdded, TagChanged
from dicecrawl.core.state import State
from dicecrawl.games.marching_order import turns
from dicecrawl.games.marching_order.delves.loot import purse
from dicecrawl.games.marching_order.traits import trait
from dicecrawl.games.marching_order.words import DEAD, HOME, ROGUES

LOST = "lost"
START = {1: 500, 2: 250, 3: 150, 4: 150}  # coins of each player. Source: Marching Order, Get Your Coin
MARCHING = {1: 4, 2: 2, 3: 1, 4: 1}  # Rogues of each player in a delve
PLAYERS = "players"  # the zone of the players, and the counter of how many there are


def seats(state: State) -> range:
    """The players, by number."""
    return range(state.count(PLAYERS))


def coins(state: State, seat: int) -> int:
    """What a player has."""
    return state.count(purse(seat))


def pay(ctx: Context, seat: int, price: int) -> None:
    """Take coins from a player."""
    if price:
        ctx.emit(CounterChanged(None, purse(seat), -price))


def rogues(state: State, seat: int) -> tuple[int, ...]:
    """The living Rogues of a player in town."""
    return tuple(who for who in state.zone(HOME) if state[who].seat == seat)


def dead(state: State, seat: int) -> tuple[int, ...]:
    """The dead Rogues of a player."""
    return tuple(who for who in state.zone(DEAD) if state[who].seat == seat and state[who].kind == "rogue")


def dearer(seat: int) -> str:
    """The counter of how much more each service costs a player in this rest phase."""
    return f"services dearer for seat {seat}"


def dearer_next(seat: int) -> str:
    """The same for the next rest phase."""
    return f"services dearer next for seat {seat}"


def next_delve(counter: str) -> str:
    """The counter of what a Rogue has more of in the next delve."""
    return f"next delve {counter}"


def borrowed(kind: str, number: int, card: str) -> str:
    """How a trait of another card is known."""
    return trait(kind, number, card)


def borrowed_traits(ctx: Context, who: int) -> tuple[str, ...]:
    """The traits that a Rogue has from services."""
    services = {card.name for card in ctx.cards.all("service")}
    return tuple(known for known in ctx.state[who].cards if known.rpartition(" of ")[2] in services and " of " in known)


# -- recruiting -----------------------------------------------------------------------------------------------


def price(state: State, seat: int, card: Definition) -> int | None:
    """What a Rogue costs a player now; None for one that cannot be bought. Ruling: MO-139, MO-140."""
    if "price" not in card.fields or card.fields.get("rolls for actions"):
        return None
    return int(card.fields["price"]) + int(card.fields.get("price rises by", 0)) * state.count(hired(seat, card.name))


def hired(seat: int, name: str) -> str:
    """The counter of how many of a name a player has ever recruited."""
    return f"services hired {name} by seat {seat}"


def offers(ctx: Context, seat: int, more: int = 0) -> list[tuple[Definition, int]]:
    """Whom a player can recruit, with the price; `more` others must still be paid for afterwards. Ruling: MO-148."""
    purse_now = coins(ctx.state, seat)
    found = []
    for card in ctx.cards.all("rogue"):
        cost = price(ctx.state, seat, card)
        if cost is not None and cost + _cheapest(ctx, seat, more, card.name) <= purse_now:
            found.append((card, cost))
    return found


def _cheapest(ctx: Context, seat: int, number: int, after: str) -> int:
    """The least that so many Rogues cost, once one of that name was recruited."""
    costs: list[int] = []
    for card in ctx.cards.all("rogue"):
        cost = price(ctx.state, seat, card)
        if cost is not None:
            rise = int(card.fields.get("price rises by", 0))
            first = cost + (rise if card.name == after else 0)
            costs.extend(first + rise * k for k in range(number))
    return sum(sorted(costs)[:number])


def recruit(ctx: Context, seat: int | None, name: str) -> int:
    """A new Rogue: one quality, one flaw, and an action that its player picks. Ruling: MO-149."""
    card = ctx.cards.get("rogue", name)
    new = ctx.game.create(ctx.cards, "rogue", card.name, ROGUES, turns.label(ctx.state, card.name))
    basic = tuple(a.name for a in card.of_kind("action", "reaction") if a.basic)
    done = ctx.emit(EntityAdded(attrs.evolve(new, seat=seat, cards=basic), HOME))
    assert isinstance(done, EntityAdded)
    who = done.entity.id
    if seat is not None:
        ctx.emit(CounterChanged(None, hired(seat, card.name), 1))
    inner = ctx.within(actor=who, subject=who)
    for kind in ("quality", "flaw"):
        ctx.emit(TagChanged(who, "cards", trait(kind, inner.roll(Die(6), kind)), True))
    learn(inner, who)
    return who


def learn(ctx: Context, who: int) -> None:
    """Pick one more action of the card; for the Construct the first player picks."""
    unknown = unknown_actions(ctx, who)
    if unknown:
        options = tuple(Option("action", name, "not known") for name in unknown)
        seat = ctx.seat_of(who)
        chosen = ctx.choose(Decision(0 if seat is None else seat, "learn", options, 1, 1, who, ctx.cause))[0]
        ctx.emit(TagChanged(who, "cards", str(chosen.value), True))


def unknown_actions(ctx: Context, who: int) -> tuple[str, ...]:
    """The actions and reactions of its card that a Rogue does not know."""
    entity = ctx.state[who]
    card = ctx.cards.get(entity.kind, entity.definition)
    return tuple(a.name for a in card.of_kind("action", "reaction") if a.name not in entity.cards)


def flaws(ctx: Context, who: int) -> tuple[str, ...]:
    """The flaws of a Rogue, as they are known."""
    return tuple(known for known in ctx.state[who].cards if known.startswith(trait("flaw", 0)[:-1]))
