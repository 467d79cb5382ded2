"""The chance of winning when every encounter may take so many rounds at the most: how much patience is worth.

It grows with the rounds and comes to the value of the solution (DV-63). Rounds that an encounter needs beyond its limit
lose the adventure.
"""

from __future__ import annotations

from attrs import define, field

from dicecrawl.analysis.solve import Solution
from dicecrawl.analysis.solve_layout import Scene
from dicecrawl.analysis.solve_values import Knot, Node, Pair, Solver, companions
from dicecrawl.core.solving import Foes, Treasures
from dicecrawl.errors import SetupError

import numpy as np  # isort: skip  # after solve, which says what is missing


def within(solution: Solution, rounds: int) -> float:
    """The chance of winning with at most so many rounds in each encounter. Raises `SetupError` for fewer than one."""
    if rounds < 1:
        raise SetupError(f"an encounter takes at least one round, so a limit of {rounds} cannot be kept")
    hurried = Hurried(solution.layout, most=rounds)
    for node in solution.order or hurried.order():
        hurried.solve_node(node)
    model = solution.layout.model
    v, _ = hurried.entries[model.first, (), ()]
    return float(v[solution.layout.people("").index[model.full]])


@define(slots=True, eq=False)
class Hurried(Solver):
    """Values by the rounds that are left of an encounter, from 0."""

    most: int = 0
    left: int = 0  # rounds that are left after the one under way
    tables: dict[tuple[int, Treasures, Foes], list[Pair]] = field(factory=dict)
    _found: dict[tuple[int, Treasures, int, int], Pair] = field(factory=dict)

    def solve_node(self, node: Node) -> None:
        """Give an entry or a situation its values."""
        kind, stage, treasures, what = node
        self.left = self.most
        if kind == "entry":
            self.entries[stage, treasures, what] = self.entry(stage, treasures, what)
            return
        scene = self.layout.scene(stage, treasures)
        size = scene.people.size
        table = self.tables[stage, treasures, what] = [(np.zeros(size), np.zeros(size))]
        laid = scene.lay(what)
        for left in range(self.most):
            self.left = left
            v, n = np.zeros(size), np.zeros(size)
            knot = Knot.of(self, scene, laid, apart=False)
            for where, base in companions(scene.people):
                v[where], n[where] = knot.swept(where, base, knot.none, knot.none, np.zeros((0, 0, 0)))
            table.append((v, n))

    def known(self, stage: int, treasures: Treasures, foes: Foes) -> Pair:
        """What a situation is worth with the rounds that are left."""
        return self.tables[stage, treasures, foes][self.left]

    def settled(self, scene: Scene, number: int) -> Pair:
        """What an outcome is worth with the rounds that are left."""
        key = (scene.stage, scene.treasures, number, self.left)
        if key not in self._found:
            size = scene.people.size
            pair = (np.zeros(size), np.zeros(size))
            everyone = np.flatnonzero(scene.people.able).astype(np.int32)
            self.outcome(scene, number, None, pair, everyone, pair)
            self._found[key] = pair
        return self._found[key]
