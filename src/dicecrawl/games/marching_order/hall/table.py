"""The table of the gambling hall: which game is played there, what was thrown, and who takes the coins.

Players may spend Luck on its dice as on any others. Source: Marching Order, Quasar Gambling Hall. Ruling: MO-25, MO-163.
"""

from __future__ import annotations

from collections.abc import Iterable

from dicecrawl.core.context import Context, Die
from dicecrawl.core.definitions import Definition
from dicecrawl.core.events import Announced, CounterChanged, EntityAdded, EntityForgotten
from dicecrawl.core.state import Entity, State, Step
from dicecrawl.games.marching_order.delves.loot import purse
from dicecrawl.games.marching_order.hall.cards import SIDES

TABLE = "gaming table"  # the zone of the game that is played
PLAYERS = "players"  # the zone of the players
TOLD = "hall"  # what is announced of a game


def open_table(ctx: Context, seat: int, card: Definition) -> None:
    """A player sits down to a game."""
    ctx.emit(EntityAdded(Entity(0, "game", card.name, card.name, "", "", seat), TABLE))


def close_table(ctx: Context, seat: int) -> Step:
    """The game is over; its player is back in town."""
    for who in ctx.state.zone(TABLE):
        ctx.emit(EntityForgotten(who))
    return Step("town", number=seat)


def at_table(ctx: Context) -> tuple[Context, Definition]:
    """The game that is played, and a scope in which everything happens because of its card."""
    card = ctx.cards.get("game", ctx.state[ctx.state.zone(TABLE)[0]].definition)
    return ctx.because(card.span, card.name), card


def player(state: State, seat: int) -> int:
    """The entity that stands for a player."""
    return next(who for who in state.zone(PLAYERS) if state[who].seat == seat)


def throw(ctx: Context, seat: int, dice: int, why: str) -> list[int]:
    """Dice of a player."""
    inner = ctx.within(subject=player(ctx.state, seat))
    return [inner.roll(Die(SIDES), why) for _ in range(dice)]


def tell(ctx: Context, word: str) -> None:
    """Say how a game stands, for the story."""
    ctx.emit(Announced(TOLD, word=word))


def win(ctx: Context, seat: int, coins: int) -> None:
    """Coins for a player."""
    tell(ctx, f"{ctx.state[player(ctx.state, seat)].label} takes {coins} coins")
    if coins:
        ctx.emit(CounterChanged(None, purse(seat), coins))


def shown(faces: Iterable[int]) -> str:
    """Dice as a story shows them."""
    return " ".join(map(str, faces)) or "none"
