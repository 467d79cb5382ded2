"""Limits on what one step of play may do, so that no content can hang a game.

Each limit is counted per step and named in the error, with the chain of causes and the line of the last one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, field, frozen

from dicecrawl.errors import BudgetExceeded

if TYPE_CHECKING:
    from dicecrawl.core.events import Cause


@frozen(slots=True)
class Limits:
    """How much one step may do (events, draws, decisions, depth) and a whole game (entities, steps, rounds).

    A game that comes to its last round is over, undecided; every other limit raises `BudgetExceeded`.
    """

    events: int = 5_000
    draws: int = 5_000
    decisions: int = 1_000
    depth: int = 80  # sentences that cause sentences that cause ...
    entities: int = 1_000  # those gone included
    steps: int = 50_000
    rounds: int = 200


@define(slots=True)
class Budget:
    """What one step has used so far, and how many steps there were."""

    limits: Limits = field(factory=Limits)
    events: int = 0
    draws: int = 0
    decisions: int = 0
    steps: int = 0

    def refill(self) -> None:
        """Start a new step."""
        self.events = self.draws = self.decisions = 0

    def spend(self, what: str, chain: tuple[Cause, ...]) -> None:
        """Count one event, draw or decision; raises `BudgetExceeded` past the limit."""
        used = getattr(self, what) + 1
        setattr(self, what, used)
        if used > getattr(self.limits, what):
            raise exceeded(what, getattr(self.limits, what), chain)


_TOLD = {
    "events": "one step of play made more than {:,} things happen",
    "draws": "one step of play rolled more than {:,} dice",
    "decisions": "one step of play asked for more than {:,} decisions",
    "depth": "one step of play had sentences cause each other more than {:,} deep",
    "entities": "the game holds more than {:,} entities, those gone included",
    "steps": "the game took more than {:,} steps",
}


def exceeded(what: str, limit: int, chain: tuple[Cause, ...]) -> BudgetExceeded:
    """The error for a limit passed, telling the innermost causes last."""
    told: list[str] = []
    for cause in chain[-6:]:
        line = f"{cause.definition or 'the rules'} at {cause.span}"
        if not told or told[-1] != line:
            told.append(line)
    story = " -> ".join(told) or "no sentence of content"
    return BudgetExceeded(
        f"{_TOLD[what].format(limit)}: {story}. "
        f"Give the last sentence an end (a cooldown, a die, a resource that runs out), or raise Limits({what}=...)."
    )
