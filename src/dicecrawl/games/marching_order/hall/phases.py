"""The hall as part of the town: which games a player can sit down to, and the phases of each.

Source: Marching Order, Quasar Gambling Hall. Ruling: MO-159 to MO-163: two of them once in each rest phase.
"""

from __future__ import annotations

from dicecrawl.core.context import Context
from dicecrawl.core.decisions import Option
from dicecrawl.core.definitions import Definition
from dicecrawl.core.events import CounterChanged
from dicecrawl.core.state import Step
from dicecrawl.games.marching_order.delves.loot import purse
from dicecrawl.games.marching_order.hall import graves
from dicecrawl.games.marching_order.hall.hack import hack
from dicecrawl.games.marching_order.hall.pyramid import delve
from dicecrawl.games.marching_order.hall.table import open_table

QUIET = ("hand of seat", "graves")  # counters that no story tells of
HEADLINES = {"hall": "  {word}"}


def games(ctx: Context, seat: int, rest: int) -> list[Option]:
    """What a player can play now, in rest phase number `rest`."""
    options = []
    for card in ctx.cards.all("game"):
        coins = ctx.state.count(purse(seat))
        if "stakes" in card.fields:
            least, most = card.fields["stakes"]
            others = (other for other in range(ctx.state.count("players")) if other != seat)
            if coins >= least and any(ctx.state.count(purse(other)) >= least for other in others):
                options.append(Option("gamble", card.name, f"{least} to {most} coins"))
        elif coins >= _price(card) and ctx.state.count(_played(seat, card)) < rest + 1:
            options.append(Option("gamble", card.name, f"{_price(card)} coins"))
    return options


def sit_down(ctx: Context, seat: int, name: str, rest: int) -> Step:
    """Pay, and begin."""
    card = ctx.cards.get("game", name)
    open_table(ctx, seat, card)
    if "stakes" in card.fields:
        return Step("graves", number=seat)
    counter = _played(seat, card)
    ctx.emit(CounterChanged(None, counter, rest + 1 - ctx.state.count(counter), floor=None))
    ctx.emit(CounterChanged(None, purse(seat), -_price(card)))
    return Step("hack" if "hacking" in card.fields else "delvers dice", number=seat)


def _price(card: Definition) -> int:
    return int(card.fields.get("price", 0))


def _played(seat: int, card: Definition) -> str:
    """The counter that says in which rest phase a player last played a game."""
    return f"services played {card.name} by seat {seat}"


PHASES = {"hack": hack, "delvers dice": delve, **graves.PHASES}
