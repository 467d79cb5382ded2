"""Trying out everything that can come of a step of play: every face of a die, every choice that leads elsewhere.

Opponents that are alike are tried once, and points that are given one by one in rising order only, since neither changes
what can be reached. Ruling: DV-21, DV-23.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from dicecrawl.core.context import Context
from dicecrawl.core.decisions import Decision, Option
from dicecrawl.core.definitions import Library
from dicecrawl.core.ruleset import Ruleset
from dicecrawl.core.run import Run
from dicecrawl.core.solving import Fighter, Leaf, Tree
from dicecrawl.core.state import Entity, State
from dicecrawl.games.delve.words import BOXES, POINTS

_IN_ORDER = ("heal", "point")  # decisions whose answers commute: they are tried in rising order only

Path = list[tuple[bool, int, int]]
"""Where a run went: by chance or not, which branch, of how many."""


class Explorer(Run):
    """A run that follows a stated path of choices and dice, and notes where it could have gone otherwise."""

    def __init__(self, ruleset: Ruleset, library: Library, state: State, path: tuple[int, ...]) -> None:
        super().__init__(ruleset, library, state, self)
        self.path = path
        self.taken: Path = []
        self.said: list[Any] = []  # the key of every answer that a player would be asked for
        self._last: dict[str, int] = {}

    def _branch(self, chance: bool, number: int) -> int:
        at = len(self.taken)
        branch = self.path[at] if at < len(self.path) else 0
        self.taken.append((chance, branch, number))
        return branch

    def draw(self, sides: int, /) -> int:
        """A die: every face is a branch."""
        return self._branch(True, sides) + 1

    def pick(self, n: int, /) -> int | None:
        """One of n: every one is a branch."""
        return self._branch(True, n)

    def choose(self, ctx: Context, decision: Decision) -> tuple[Option, ...]:
        """A choice: every option that leads elsewhere is a branch."""
        options = self._different(decision)
        chosen = options[self._branch(False, len(options))] if len(options) > 1 else options[0]
        if decision.kind in _IN_ORDER and chosen.kind == "entity":
            self._last[decision.kind] = int(chosen.value)
        if len(decision.options) > decision.least:
            self.said.append(option_key(chosen, self.state))
        return (chosen,)

    def _different(self, decision: Decision) -> list[Option]:
        found: dict[Any, Option] = {}
        for option in decision.options:
            key: Any = option
            if option.kind == "entity":
                if decision.kind in _IN_ORDER and int(option.value) < self._last.get(decision.kind, 0):
                    continue
                who = self.state[int(option.value)]
                if who.kind == "opponent":
                    key = fighter(who)
            found.setdefault(key, option)
        return list(found.values()) or [decision.options[-1]]


def option_key(option: Option, state: State) -> Any:
    """An option as a key: opponents that are alike have the same."""
    if option.kind != "entity":
        return str(option.value)
    who = state[int(option.value)]
    return fighter(who) if who.kind == "opponent" else who.definition


def fighter(entity: Entity) -> Fighter:
    """An opponent as a key."""
    return (entity.definition, entity.count(BOXES), entity.count(POINTS))


def explored(
    ruleset: Ruleset, library: Library, state: State, do: Callable[[Explorer], None]
) -> Iterator[tuple[Explorer, State]]:
    """Everything that can come of doing something from a state: the run of each outcome, and the state it leads to."""
    paths: list[tuple[int, ...]] = [()]
    while paths:
        path = paths.pop()
        run = Explorer(ruleset, library, state.clone(), path)
        do(run)
        yield run, run.state
        for at in range(len(path), len(run.taken)):
            so_far = tuple(branch for _, branch, _ in run.taken[:at])
            paths.extend((*so_far, other) for other in range(1, run.taken[at][2]))


def grown(outcomes: list[tuple[Path, Leaf]], depth: int) -> Tree | Leaf:
    """Paths with their ends as a tree."""
    path, leaf = outcomes[0]
    if len(path) <= depth:
        return leaf
    chance, _, number = path[depth]
    groups: list[list[tuple[Path, Leaf]]] = [[] for _ in range(number)]
    for outcome in outcomes:
        groups[outcome[0][depth][1]].append(outcome)
    return Tree(chance, tuple(grown(group, depth + 1) for group in groups))
