"""Playing and advising with a solved adventure: what every choice is worth, and a player that takes the best.

The best choice has the highest chance of winning the adventure; among equal ones it takes the fewest rounds (DV-61).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from attrs import define, field, frozen

from dicecrawl.analysis import solve_kernel as kernel
from dicecrawl.analysis.solve import Solution  # tells what is missing, before NumPy is asked for
from dicecrawl.analysis.solve_layout import Scene
from dicecrawl.analysis.solve_values import EQUAL, Pair, Solver
from dicecrawl.core.decisions import Decision
from dicecrawl.core.patterns import Counts, faces_of, without
from dicecrawl.core.solving import Foes, Leaf, Look, Tree, Use
from dicecrawl.core.state import State
from dicecrawl.errors import PlayerError

_DICE = ("dice", "other die")  # decisions about the dice of an ability, which come before what it asks itself


@frozen(slots=True)
class Advice:
    """One answer: the options it names, the chance of winning with it, and the rounds still to be expected."""

    picks: tuple[int, ...]
    chance: float
    rounds: float


def better(one: Advice | None, other: Advice) -> Advice:
    """The better of two answers; of equal ones the first."""
    if one is None or other.chance > one.chance + EQUAL:
        return other
    if other.chance >= one.chance - EQUAL and other.rounds < one.rounds - 1e-9:
        return other
    return one


@frozen(slots=True)
class Plan:
    """What an ability is to be used for: with which dice, and how to answer what it asks."""

    use: Use
    taken: Counts
    recipe: tuple[Any, ...]


@define(slots=True, eq=False)
class Adviser:
    """Values answers with a solution."""

    solution: Solution
    _solver: Solver = field(init=False)
    _levels: dict[Any, tuple[Any, Any]] = field(factory=dict)
    _best: dict[Any, tuple[Any, Any]] = field(factory=dict)
    _chains: dict[Any, Any] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        self._solver = Solver(self.solution.layout)
        self._solver.worth, self._solver.entries = self.solution.worth, self.solution.entries

    # -- what the dice are worth ----------------------------------------------------------------------------------

    def scene(self, look: Look) -> Scene:
        """The scene of a state."""
        return self.solution.layout.scene(look.stage, look.treasures)

    def outcome(self, look: Look, foes: Foes, fewer: int) -> Pair:
        """What the parties are worth once the adventurers are done."""
        scene = self.scene(look)
        return self._solver.settled(scene, scene.number_of(foes, fewer))

    def after(self, look: Look, foes: Foes, fewer: int, boxes: tuple[int, ...]) -> tuple[float, float]:
        """What this party is worth once the adventurers are done."""
        people = self.scene(look).people
        at = people.number((boxes, look.party[1]))
        v, n = self.outcome(look, foes, fewer)
        return float(v[at]), float(n[at])

    def full(self, look: Look) -> tuple[Any, Any]:
        """What each full dice are worth to this party at the beginning of its actions."""
        scene = self.scene(look)
        at = scene.people.number(look.party)
        key = (look.stage, look.treasures, look.foes, at)
        if key not in self._best:
            laid = scene.lay(look.foes)
            allotment = scene.allotment(laid.names)
            ptr, to = scene.healing(allotment.heals)
            base, local = at - at % scene.people.width, at % scene.people.width
            worth: list[tuple[float, float]] = []
            for u in range(len(allotment.uses)):
                row, heal = allotment.row_of[u], allotment.heal_of[u]
                best: Advice | None = None
                for number in laid.ids[laid.ptr[row] : laid.ptr[row + 1]]:
                    v, n = self._solver.settled(scene, int(number))
                    for q in to[ptr[heal, local] : ptr[heal, local + 1]]:
                        best = better(best, Advice((), float(v[base + q]), float(n[base + q])))
                worth.append((best.chance, best.rounds) if best is not None else (-1.0, 0.0))
            group = scene.groups[at]
            bv, bn = np.zeros(allotment.ptr.shape[1] - 1), np.zeros(allotment.ptr.shape[1] - 1)
            for d in range(len(bv)):
                chosen: Advice | None = None
                for u in allotment.ids[allotment.ptr[group, d] : allotment.ptr[group, d + 1]]:
                    chosen = better(chosen, Advice((), *worth[u]))
                assert chosen is not None, "doing nothing is always a choice"
                bv[d], bn[d] = chosen.chance, chosen.rounds
            self._best[key] = (bv, bn)
        return self._best[key]

    def levels(self, look: Look) -> tuple[Any, Any]:
        """What any dice are worth to this party, by the rolls to come."""
        scene = self.scene(look)
        key = (look.stage, look.treasures, look.foes, look.party)
        if key not in self._levels:
            lattice = scene.lattice
            bv, bn = self.full(look)
            self._levels[key] = kernel.levels(bv, bn, lattice.add, lattice.sub, lattice.full, scene.rolls, EQUAL)
        return self._levels[key]

    # -- answers --------------------------------------------------------------------------------------------------

    def advise(self, decision: Decision, state: State, plan: Plan | None = None) -> list[Advice]:
        """Every sensible answer with its worth, the best first; of dice to keep, each different choice once.

        `plan` is what the ability under way is used for, if that is known. Raises `PlayerError` for a question that a
        solution cannot answer.
        """
        look = self.solution.layout.model.look(state)
        try:
            found = list(self._answers(decision, state, look, plan))
        except (KeyError, ValueError) as unknown:
            raise PlayerError(
                "the solution does not know this situation: it belongs to another adventure, party or treasure"
            ) from unknown
        if not found:
            raise PlayerError(f"the solution has no answer to a {decision.kind} decision")
        best: Advice | None = None
        for one in found:
            best = better(best, one)
        assert best is not None
        found.sort(key=lambda one: (one is not best, -one.chance, one.rounds))
        return found

    def _answers(self, decision: Decision, state: State, look: Look, plan: Plan | None) -> Sequence[Advice]:
        if decision.kind == "keep":
            return self._keep(decision, look)
        if decision.kind == "ability":
            return [advice for advice, _ in self.abilities(decision, state, look)]
        if decision.kind == "wound":
            return self._wound(decision, state, look)
        if decision.kind == "condition":
            return self._condition(decision, state, look)
        if plan is not None and (plan.recipe or decision.kind in _DICE):
            return self._by_plan(decision, state, look, plan)
        return self._on_entering(decision, look)

    def _keep(self, decision: Decision, look: Look) -> list[Advice]:
        scene = self.scene(look)
        v, n = self.levels(look)
        left = scene.rolls - look.rolls
        index = scene.lattice.index
        found = []
        for kept in _parts(look.dice):
            k = index[kept]
            level = 0 if kept == look.dice else left
            found.append(Advice(_picks(decision, kept), float(v[level, k]), float(n[level, k])))
        return found

    # -- abilities ------------------------------------------------------------------------------------------------

    def abilities(self, decision: Decision, state: State, look: Look) -> list[tuple[Advice, Plan | None]]:
        """What each ability is worth, used in its best way and followed by the best others."""
        search = _Search(self, look)
        found: list[tuple[Advice, Plan | None]] = []
        people = self.solution.layout.model.people
        for at, option in enumerate(decision.options):
            if option.kind == "done":
                found.append((Advice((at,), *self.after(look, look.foes, look.fewer, look.party[0])), None))
                continue
            name, _, who = str(option.value).partition(": ")
            places = [place for place, ability in search.ways if ability == name and who in ("", people[place])]
            best: tuple[Advice, Plan] | None = None
            for place in places:
                best = search.use(at, place, name, best)
            if best is not None:
                found.append(best)
        return found

    def _by_plan(self, decision: Decision, state: State, look: Look, plan: Plan) -> list[Advice]:
        """The answer that the plan has; its worth is not asked again."""
        options = decision.options
        if decision.kind == "dice":
            face = plan.use.spare
            bare = tuple(number - (at == face) for at, number in enumerate(plan.taken, 1))
            wanted: Any = " ".join(map(str, faces_of(bare)))
            return [Advice((at,), 1.0, 0.0) for at, option in enumerate(options) if option.value == wanted]
        if decision.kind == "other die":
            return [Advice((at,), 1.0, 0.0) for at, option in enumerate(options) if option.value == plan.use.spare]
        key = self.solution.layout.model.key
        at = next((i for i, option in enumerate(options) if plan.recipe and key(option, state) == plan.recipe[0]), None)
        return [] if at is None else [Advice((at,), 1.0, 0.0)]

    # -- hits and conditions --------------------------------------------------------------------------------------

    def _before(self, look: Look) -> Pair:
        """What a party is worth after the last hit: when the round is over, or after this throw of a beginning."""
        model = self.solution.layout.model
        throws = model.throws(look.stage)
        scene = self.scene(look)
        if not throws:
            return self._solver.leading(scene, scene.number_of(look.foes, look.fewer), None, (None, None))
        return self._solver.entry(look.stage, look.treasures, look.foes.buried, look.thrown)

    def _placed(self, look: Look, weakest: bool) -> Any:
        scene = self.scene(look)
        key = (look.stage, look.treasures, look.foes, look.fewer, look.thrown, weakest)
        if key not in self._chains:
            zv, zn = self._before(look)
            self._chains[key] = kernel.chain(zv, zn, scene.follow[weakest], sum(self.solution.layout.model.full), EQUAL)
        return self._chains[key]

    def _wound(self, decision: Decision, state: State, look: Look) -> list[Advice]:
        scene = self.scene(look)
        boxes = look.party[0]
        fewest = min(left for left in boxes if left)
        weakest = len(decision.options) == sum(left == fewest for left in boxes) and any(left > fewest for left in boxes)
        v, n, _ = self._placed(look, weakest)
        left = min(look.waits - 1, v.shape[0] - 1)
        found = []
        for at, option in enumerate(decision.options):
            place = self.solution.layout.model.people.index(state[int(option.value)].definition)
            after = tuple(number - (i == place) for i, number in enumerate(boxes))
            p = scene.people.number((after, look.party[1]))
            found.append(Advice((at,), float(v[left, p]), float(n[left, p])))
        return found

    def _condition(self, decision: Decision, state: State, look: Look) -> list[Advice]:
        scene = self.scene(look)
        weakest = bool(self.solution.layout.model.weakest(
            look.stage, look.treasures, scene.classes[scene.class_of[scene.people.index[look.party[0]]]],
            tuple(sorted({name for name, _, _ in look.foes.battle})),
        ))  # fmt: skip
        v, n, _ = self._placed(look, weakest)
        left, hits = min(look.waits - 1, len(look.party[0])), min(look.hits, v.shape[0] - 1)
        av, an = kernel.afflicted(v[hits : hits + 1], n[hits : hits + 1], scene.people.afflict, left, EQUAL)
        condition = self.solution.layout.model.faces(look.stage)[3]
        found = []
        for at, option in enumerate(decision.options):
            place = self.solution.layout.model.people.index(state[int(option.value)].definition)
            suffers = tuple((condition,) if i == place else old for i, old in enumerate(look.party[1]))
            p = scene.people.number((look.party[0], suffers))
            found.append(Advice((at,), float(av[left, 0, p]), float(an[left, 0, p])))
        return found

    def _on_entering(self, decision: Decision, look: Look) -> list[Advice]:
        """A choice that an encounter's beginning asks for: it is looked up in what the beginning can lead to."""
        for (stage, treasures, buried), trees in self.solution.layout.trees.items():
            if stage != look.stage or buried != look.foes.buried or not set(treasures) <= set(look.treasures):
                continue
            tree = trees[self.solution.layout.people("").index[look.party[0]]]
            for part in _choices(tree):
                same = all(leaf.treasures == look.treasures for leaf in _ends(part))
                if same and len(part.branches) == len(decision.options):
                    return [Advice((at,), *self._solver.worth_of(stage, branch)) for at, branch in enumerate(part.branches)]
        return []


@define(slots=True, eq=False)
class _Search:
    """Looking for the best way to use what dice are left."""

    adviser: Adviser
    look: Look
    scene: Scene = field(init=False)
    rules: Any = field(init=False)
    ways: Mapping[Any, Any] = field(init=False)
    _known: dict[Any, Advice] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        look = self.look
        self.scene = self.adviser.scene(look)
        self.rules = self.scene.classes[self.scene.class_of[self.scene.people.index[look.party[0]]]]
        self.ways = self.scene.ways(self.rules, tuple(sorted({name for name, _, _ in look.foes.battle})))

    def able(self, place: int) -> bool:
        """Whether somebody may use abilities now."""
        at = self.scene.people.number(self.look.party)
        return bool(self.scene.people.able[at] >> place & 1)

    def use(self, at: int, place: int, name: str, best: tuple[Advice, Plan] | None) -> tuple[Advice, Plan] | None:
        """The best of what was found and of using this ability in any way."""
        look = self.look
        for taken, use in self.ways[place, name].get(look.dice, ()):
            left = without(look.dice, taken)
            used = look.used | {(place, name)}
            for wanted, (foes, fewer, boxes) in self._made(use, look.foes, look.party[0]).items():
                rest = self.rest(left, used, foes, look.fewer + fewer, boxes)
                found = Advice((at,), rest.chance, rest.rounds)
                if best is None or better(best[0], found) is found:
                    model = self.adviser.solution.layout.model
                    recipe = model.recipe(look.stage, look.treasures, self.rules, look.foes, look.party[0], use, wanted)
                    best = (found, Plan(use, taken, recipe))
        return best

    def _made(self, use: Use, foes: Foes, boxes: tuple[int, ...]) -> dict[Any, tuple[Foes, int, tuple[int, ...]]]:
        """What a use can make of it, by what the recipe calls it."""
        healed = self.scene.heal(use, boxes)
        if healed != {boxes} or self.scene.helps(use):
            return {after: (foes, 0, after) for after in healed}
        return {(after, fewer): (after, fewer, boxes) for after, fewer in self.scene.strike(self.rules, foes, use)}

    def rest(self, dice: Counts, used: frozenset[Any], foes: Foes, fewer: int, boxes: tuple[int, ...]) -> Advice:
        """What is still worth doing with these dice, and what it is worth."""
        key = (dice, used, foes, fewer, boxes)
        if key not in self._known:
            best = Advice((), *self.adviser.after(self.look, foes, fewer, boxes))
            for (place, name), table in self.ways.items():
                if (place, name) in used or not self.able(place):
                    continue
                for taken, use in table.get(dice, ()):
                    for after, more, healed in self._made(use, foes, boxes).values():
                        found = self.rest(without(dice, taken), used | {(place, name)}, after, fewer + more, healed)
                        best = better(best, found)
            self._known[key] = best
        return self._known[key]


class OptimalPlayer:
    """Answers every question with the best choice of a solution."""

    def __init__(self, solution: Solution) -> None:
        self.adviser = Adviser(solution)
        self.plan: Plan | None = None

    def __call__(self, decision: Decision, state: State) -> tuple[int, ...]:
        """The best answer. Raises `PlayerError` for a situation that the solution does not know."""
        if decision.kind == "ability":
            look = self.adviser.solution.layout.model.look(state)
            best: tuple[Advice, Plan | None] | None = None
            for found in self.adviser.abilities(decision, state, look):
                if best is None or better(best[0], found[0]) is found[0]:
                    best = found
            assert best is not None, "doing nothing is always a choice"
            self.plan = best[1]
            return best[0].picks
        if decision.kind in ("keep", "wound", "condition"):
            self.plan = None
        picks = self.adviser.advise(decision, state, self.plan)[0].picks
        if self.plan is not None and decision.kind not in _DICE:
            self.plan = Plan(self.plan.use, self.plan.taken, self.plan.recipe[1:])
        return picks


def _parts(counts: Counts) -> list[Counts]:
    """Every choice of dice to keep, all of them first."""
    parts: list[Counts] = [()]
    for number in counts:
        parts = [(*part, kept) for part in parts for kept in range(number, -1, -1)]
    return parts


def _picks(decision: Decision, kept: Counts) -> tuple[int, ...]:
    """The options that name these dice."""
    left = list(kept)
    picks = []
    for at, option in enumerate(decision.options):
        face = int(option.value)
        if left[face - 1]:
            left[face - 1] -= 1
            picks.append(at)
    return tuple(picks)


def _choices(tree: Tree | Leaf | None) -> list[Tree]:
    if not isinstance(tree, Tree):
        return []
    if not tree.chance:
        return [tree]
    return [found for branch in tree.branches for found in _choices(branch)]


def _ends(tree: Tree | Leaf) -> list[Leaf]:
    if isinstance(tree, Leaf):
        return [tree]
    return [leaf for branch in tree.branches for leaf in _ends(branch)]


__all__ = ["Advice", "Adviser", "OptimalPlayer", "Plan", "better"]
