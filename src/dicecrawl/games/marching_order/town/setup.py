"""A campaign: players with their coins, before the first Rogue is bought."""

from __future__ import annotations

from collections.abc import Sequence

from dicecrawl.core.definitions import Library
from dicecrawl.core.events import CounterChanged, EntityAdded
from dicecrawl.core.state import Entity, State, Step
from dicecrawl.errors import SetupError
from dicecrawl.games.marching_order.setup import party_state
from dicecrawl.games.marching_order.town import people
from dicecrawl.games.marching_order.town.phases import MOST_VISITS


def campaign(
    library: Library,
    *,
    seats: int = 1,
    coins: int | None = None,
    visits: int = 0,
    rerolls: str | Sequence[str] = "never",
) -> State:
    """The state before the first purchase. `coins` are each player's (None: as the book says, by number of players).

    The campaign ends when every delve is finished, when the players retire, or after so many `visits` to delves (0: no
    limit). Raises `SetupError` for impossible numbers. Source: Marching Order, Starting Your Party. Ruling: MO-148.
    """
    if isinstance(visits, bool) or not isinstance(visits, int) or visits < 0:
        raise SetupError(f"visits is a whole number of 0 or more, not {visits!r}")
    start = people.START.get(seats, 0) if coins is None else coins
    state = party_state(library, (), seats=seats, coins=start, rerolls=rerolls, step=Step("founding", number=0))
    for name, value in (("campaign", 1), (people.PLAYERS, seats), (MOST_VISITS, visits)):
        CounterChanged(None, name, value).apply(state)
    for seat in range(seats):
        EntityAdded(Entity(0, "player", "", f"Player {seat + 1}", "", "", seat), people.PLAYERS).apply(state)
    return state
