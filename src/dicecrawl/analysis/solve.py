"""Solving an adventure: the exact chance of winning it from every situation, under the best play there is.

Situations are taken so that each comes after those it leads to, except itself: a party may wait and heal, and stand where
it stood. Such a knot is solved by improving a policy and solving its linear equations, from 0 upwards, so the values are
the least fixed point (DV-63): whoever only waits has won nothing. Among equal chances the fewer rounds count (DV-61).
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from attrs import define

from dicecrawl.core.solving import Fighter, Foes, Party, Treasures
from dicecrawl.errors import BudgetExceeded, MissingExtra, RulesError, SetupError

try:
    import numpy as np

    from dicecrawl.analysis.solve_layout import Layout
    from dicecrawl.analysis.solve_values import WEAR, EntryKey, Knot, Node, Pair, Progress, Solver, companions
except ImportError as missing:
    raise MissingExtra("solving needs NumPy and Numba: install dicecrawl[solve]") from missing

if TYPE_CHECKING:
    from dicecrawl.core.definitions import Library
    from dicecrawl.core.ruleset import Ruleset


class Solvable(Protocol):
    """What is solved: a loaded game."""

    @property
    def ruleset(self) -> Ruleset:
        """Its rules."""
        ...

    @property
    def library(self) -> Library:
        """Its cards."""
        ...


MEMORY = 2 << 30
"""Bytes that a solve may take unless it is told otherwise."""

MARGIN = 1e-13
"""By how much a value is raised for each round expected when it is proven."""

MOST_RAISES = 400
ROUNDING = 5e-15


@define(slots=True, eq=False)
class Solution:
    """The values of an adventure: chance of winning and expected rounds, by encounter, treasures, opponents and party."""

    layout: Layout
    worth: dict[tuple[int, Treasures, Foes], Pair]
    entries: dict[EntryKey, Pair]
    order: tuple[Node, ...] = ()
    states: int = 0
    turns: int = 0
    seconds: float = 0.0
    bound: float = 1.0  # how far a value may be below the truth; see `proven`

    @property
    def start(self) -> tuple[float, float]:
        """Chance and rounds of the whole adventure, from a full party."""
        model = self.layout.model
        return self.entering(model.first, (), (), model.full)

    def entering(
        self, stage: int, treasures: Treasures, buried: tuple[Fighter, ...], boxes: tuple[int, ...]
    ) -> tuple[float, float]:
        """Chance and rounds before an encounter begins. Raises `KeyError` for what the adventure never comes to."""
        v, n = self.entries[stage, treasures, buried]
        at = self.layout.people("").index[boxes]
        return float(v[at]), float(n[at])

    def fighting(self, stage: int, treasures: Treasures, foes: Foes, party: Party) -> tuple[float, float]:
        """Chance and rounds at the beginning of a round. Raises `KeyError` for what the adventure never comes to."""
        v, n = self.worth[stage, treasures, foes]
        at = self.layout.scene(stage, treasures).people.number(party)
        return float(v[at]), float(n[at])


def proven(solution: Solution) -> float:
    """The most by which any value may be below the truth, proven; none is above it.

    Values are raised by `MARGIN` for each round expected, and further wherever the best choice is worth more, until no
    choice anywhere exceeds them. The true values are the least that no choice exceeds (DV-63), so they are not above
    these. What remains is the rounding of a single round, some 1e-15.
    """
    raising, most = Solver(solution.layout), 0.0
    for node in solution.order:
        kind, stage, treasures, what = node
        if kind == "entry":
            raising.solve_node(node)
            continue
        scene = solution.layout.scene(stage, treasures)
        v, n = solution.worth[stage, treasures, what]
        raised = np.where(scene.people.able != 0, v + MARGIN * (n + 1.0), 0.0)
        pair = raising.worth[stage, treasures, what] = raising.under_way = (raised, n)
        knot = Knot.of(raising, scene, scene.lay(what))
        for where, base in companions(scene.people):
            for _ in range(MOST_RAISES):
                exceeds = knot.best(pair, where, base) / (1.0 - WEAR) - raised[where]
                raised[where] += np.maximum(exceeds, 0.0)
                if np.max(exceeds) < ROUNDING or not knot.back:
                    break
            else:
                name = scene.model.stages[stage]
                raise RulesError(f"the values of {name!r} cannot be proven: some choice still exceeds them")
        most = max(most, float(np.max(raised - v)))
    return most


def laid_out(game: Solvable, adventure: str, encounter: str | None = None) -> Layout:
    """An adventure, or one of its encounters alone, as it is asked piece by piece. Raises `SetupError` or `UnknownName`."""
    make = game.ruleset.solving
    if make is None:
        raise SetupError(f"{game.ruleset.title} cannot be solved: it does not lay its adventures out (Ruleset.solving)")
    return Layout(make(game.ruleset, game.library, adventure, encounter))


def solve(
    game: Solvable,
    adventure: str,
    *,
    encounter: str | None = None,
    memory: int = MEMORY,
    progress: Callable[[Progress], None] | None = None,
) -> Solution:
    """Solve an adventure, or one encounter of it alone (DV-62).

    Raises `SetupError` for a game or a sheet that cannot be laid out, and `BudgetExceeded`, before anything is solved, when
    the values would take more than `memory` bytes.
    """
    began = time.perf_counter()
    solver = Solver(laid_out(game, adventure, encounter), progress)
    tasks = solver.order()
    need = solver.memory(tasks)
    if need > memory:
        raise BudgetExceeded(
            f"this solve takes about {need / 2**20:,.1f} MiB and may take {memory / 2**20:,.1f}: allow more memory, or solve "
            f"one encounter alone"
        )
    solver.run(tasks)
    found = Solution(solver.layout, solver.worth, solver.entries, tuple(tasks), solver.states, solver.turns)
    found.bound = proven(found)
    found.seconds = time.perf_counter() - began
    return found
