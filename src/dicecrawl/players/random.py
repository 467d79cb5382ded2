"""A player that picks any legal answer. Its randomness is its own stream, never the match's dice."""

from __future__ import annotations

from dicecrawl.core.decisions import Decision
from dicecrawl.core.dice import Dice, SeededDice
from dicecrawl.core.state import State


class RandomPlayer:
    """Chooses uniformly: how many first, then which."""

    def __init__(self, seed: int | str = 0) -> None:
        self.dice: Dice = SeededDice(seed, "random player")

    def __call__(self, decision: Decision, state: State) -> tuple[int, ...]:
        """Any legal answer."""
        wanted = decision.least + self.dice.draw(decision.most - decision.least + 1) - 1
        left = list(range(len(decision.options)))
        picks = [left.pop(self.dice.draw(len(left)) - 1) for _ in range(min(wanted, len(left)))]
        return tuple(sorted(picks))
