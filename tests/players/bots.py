"""Players of one's own, for the tests of names."""

from __future__ import annotations

from collections.abc import Sequence

from dicecrawl.core.decisions import Decision
from dicecrawl.core.state import State


def first(decision: Decision, state: State) -> Sequence[int]:
    """Takes the first of everything."""
    return range(max(1, decision.least))


class Seeded:
    """Remembers what it was made from."""

    def __init__(self, seed: str) -> None:
        self.seed = seed

    def __call__(self, decision: Decision, state: State) -> Sequence[int]:
        return first(decision, state)


class Plain:
    """Is made from nothing."""

    def __call__(self, decision: Decision, state: State) -> Sequence[int]:
        return first(decision, state)


class Dumb:
    """Is no player."""


NUMBER = 3
