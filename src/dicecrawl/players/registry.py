"""Players by name: those of the house, and any function or class that can be imported, as "module:name"."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from importlib import import_module
from typing import Any, TypeAlias

from attrs import define, field

from dicecrawl.core.decisions import Player
from dicecrawl.errors import SetupError
from dicecrawl.players.delver import Delver
from dicecrawl.players.greedy import GreedyPlayer
from dicecrawl.players.lookahead import LookAhead
from dicecrawl.players.pool import CautiousPlayer, DamagePlayer
from dicecrawl.players.random import RandomPlayer

PlayerFactory: TypeAlias = Callable[[str], Player]
"""Makes the player of one seat in one game from a text that names both; `RandomPlayer` itself is one."""


def _greedy(seed: str) -> Player:
    return GreedyPlayer()


def _delver(seed: str) -> Player:
    return Delver()


def _damage(seed: str) -> Player:
    return DamagePlayer()


def _cautious(seed: str) -> Player:
    return CautiousPlayer()


PLAYERS: Mapping[str, PlayerFactory] = {
    "greedy": _greedy,
    "random": RandomPlayer,
    "lookahead": LookAhead,
    "delver": _delver,
    "damage": _damage,
    "cautious": _cautious,
}
"""The players that have a name."""


def player(name: str) -> PlayerFactory:
    """What makes players of that name: one of `PLAYERS`, or "module:name".

    The name in a module is a player, that is a function of a decision and a state, or a class whose instances are players;
    a class is made anew for each seat and game, from the text that names them if it takes one.
    Raises `SetupError` for a name that is unknown, cannot be imported or is no player.
    """
    if name in PLAYERS:
        return PLAYERS[name]
    if ":" not in name:
        near = get_close_matches(name, PLAYERS, 1, 0.5)
        advice = f"did you mean {near[0]!r}?" if near else f"known are {', '.join(PLAYERS)};"
        raise SetupError(f"there are no {name!r} players; {advice} one of your own is named as module:function")
    return Imported(name)


@define(slots=True)
class Imported:
    """Makes players from what a module offers. It is kept by its name, so other processes can import it too."""

    name: str
    found: Any = field(init=False, repr=False, eq=False)

    def __attrs_post_init__(self) -> None:
        self.found = _import(self.name)

    def __call__(self, seed: str) -> Player:
        """The player of one seat in one game."""
        found = self.found
        if not inspect.isclass(found):
            return found  # type: ignore[no-any-return]
        made: Any = found(seed) if _takes_one(found) else found()  # type: ignore[call-arg]
        if not callable(made):
            raise SetupError(f"{self.name} makes no player: give its class a method __call__(self, decision, state)")
        return made  # type: ignore[no-any-return]

    def __reduce__(self) -> tuple[Any, ...]:
        return Imported, (self.name,)


def _import(name: str) -> Any:
    module, _, path = name.partition(":")
    try:
        found: Any = import_module(module)
    except Exception as fault:  # whatever a module of the user raises when it is imported
        raise SetupError(
            f"the player {name!r} cannot be imported: {type(fault).__name__}: {fault}. Start where {module!r} can be "
            f"found, or put its folder into PYTHONPATH"
        ) from fault
    for part in path.split("."):
        found = getattr(found, part, None)
    if not callable(found):
        raise SetupError(f"the module {module!r} has no function or class {path!r}, so it is no player")
    return found


def _takes_one(made: type) -> bool:
    """Whether a class can be made from one argument by place."""
    try:
        inspect.signature(made).bind("seed")
    except (TypeError, ValueError):
        return False
    return True
