"""One delve with a party that is ready: what simulations play, and what a campaign plays many of."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from dicecrawl.core.definitions import Library
from dicecrawl.core.events import EntityAdded
from dicecrawl.core.state import State, Step
from dicecrawl.errors import SetupError
from dicecrawl.games.marching_order.delves import place
from dicecrawl.games.marching_order.setup import Rogue, party_state
from dicecrawl.games.marching_order.words import HERE


def delve(
    library: Library,
    delve: str,
    rogues: Iterable[Rogue | str],
    *,
    seats: int = 1,
    coins: int = 0,
    rerolls: str | Sequence[str] = "never",
) -> State:
    """The state before a party enters a delve. `rogues` are given front to back, `coins` is each player's purse.

    Raises `SetupError` for a party of nobody or of more than six and for impossible numbers, `UnknownName` for names.
    Source: Marching Order, Delving and How to Play.
    """
    party = [Rogue(r) if isinstance(r, str) else r for r in rogues]
    if not party:
        raise SetupError("a delve needs at least one rogue: name them front to back")
    state = party_state(library, party, seats=seats, coins=coins, rerolls=rerolls, step=Step("enter"))
    EntityAdded(place.new_delve(library, delve), HERE).apply(state)
    return state
