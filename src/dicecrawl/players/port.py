"""What a player that searches is given by its match: a way to copy the game, and nothing of the game itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Protocol, TypeAlias, runtime_checkable

if TYPE_CHECKING:
    from dicecrawl.core.decisions import Decision, Player
    from dicecrawl.core.dice import Dice
    from dicecrawl.core.ruleset import Ruleset
    from dicecrawl.core.state import State


class Copy(Protocol):
    """A copy of a game, to be played on without touching the game."""

    @property
    def state(self) -> State:
        """The state now."""
        ...

    @property
    def ruleset(self) -> Ruleset:
        """The game being played."""
        ...

    @property
    def result(self) -> str | None:
        """How it ended, None while it goes on."""
        ...

    def advance(self, steps: int | None = None) -> Decision | None:
        """Play on for so many steps of play (None: to the end)."""
        ...


Copies: TypeAlias = "Callable[[Dice, Mapping[int, Player]], Copy]"
"""Copies the game as it stands when the player is asked, with other dice and other players. The first decision of the
copy is the one the player is being asked for."""


@runtime_checkable
class Searching(Protocol):
    """A player that tries things out: when it is seated its match gives it a way to copy the game."""

    def join(self, copies: Copies) -> None:
        """Take a seat at the match that makes these copies."""
        ...
