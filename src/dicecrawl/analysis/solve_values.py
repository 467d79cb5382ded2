"""The values of situations, one after another: rounds of dice, knots that lead back to themselves, entries of encounters.

A party may wait and heal, and stand where it stood. Such a knot is solved by improving a policy and solving its linear
equations, from 0 upwards (DV-63).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from math import comb
from typing import Any

import numpy as np
from attrs import define, field, frozen

from dicecrawl.analysis import solve_kernel as kernel
from dicecrawl.analysis.solve_layout import Laid, Layout, People, Scene, leaves
from dicecrawl.core.solving import Fighter, Foes, Leaf, Treasures, Tree
from dicecrawl.errors import RulesError

Array = Any
Pair = tuple[Array, Array]
Node = tuple[Any, ...]
EntryKey = tuple[int, Treasures, tuple[Fighter, ...]]

EQUAL = 1e-14
"""Chances that differ by no more than this count as equal, and the fewer rounds decide (DV-61).

It is above what rounding can make of a chance in one round.
"""

WEAR = 3e-14
"""By this share of itself a chance is worn down with every round.

Rounding makes the chances of a round sum to 1 within a few 1e-15, so that waiting could seem to gain; wear is larger, so
it never does, and values are never above the true ones. What it takes from a value is at most `WEAR` for each round that
is expected, and is part of what `solve.proven` finds.
"""

MOST_TURNS = 200  # of improving one policy; a handful is usual
_STILL = 2e-14  # values that move less stand still
_ROUNDS = 1e-6  # the same for expected rounds
_PATIENCE = 6  # turns among equal values, after which what rounds could still be saved is left


@frozen(slots=True)
class Progress:
    """How far a solve has come. `phase` is "laying out" or "solving"; `states` are pairs of party and opponents."""

    phase: str
    done: int
    total: int
    states: int
    seconds: float


@define(slots=True, eq=False)
class Solver:
    """One solve under way."""

    layout: Layout
    progress: Callable[[Progress], None] | None = None
    worth: dict[tuple[int, Treasures, Foes], Pair] = field(factory=dict)
    entries: dict[EntryKey, Pair] = field(factory=dict)
    turns: int = 0
    states: int = 0
    under_way: Pair = (None, None)
    _outcomes: dict[tuple[int, Treasures, int], Pair] = field(factory=dict)
    _weights: dict[tuple[int, int, int, int], Array] = field(factory=dict)
    _began: float = field(factory=time.perf_counter)

    def run(self, tasks: list[Node]) -> None:
        """Solve situations and entries that stand so that each comes after what it leads to."""
        for at, node in enumerate(tasks):
            self.solve_node(node)
            self.tell("solving", at + 1, len(tasks))

    def memory(self, tasks: list[Node]) -> int:
        """About how many bytes the values take: themselves, what outcomes are worth, and room to work."""
        return 3 * sum(16 * self._size(node) for node in tasks)

    def _size(self, node: Node) -> int:
        people = self.layout.scene(node[1], node[2]).people if node[0] == "foes" else self.layout.people("")
        return int(people.size)

    def tell(self, phase: str, done: int, total: int) -> None:
        if self.progress is not None:
            self.progress(Progress(phase, done, total, self.states, time.perf_counter() - self._began))

    # -- the order of things --------------------------------------------------------------------------------------

    def order(self) -> list[Node]:
        """Every entry and every situation, each after all it leads to. Raises `RulesError` for situations in a circle."""
        model = self.layout.model
        root: Node = ("entry", model.first, (), ())
        done: dict[Node, bool] = {root: False}
        ordered: list[Node] = []
        stack: list[tuple[Node, Iterator[Node]]] = [(root, iter(self.following(root)))]
        while stack:
            node, rest = stack[-1]
            for other in rest:
                if other == node:
                    continue
                if other not in done:
                    done[other] = False
                    stack.append((other, iter(self.following(other))))
                    break
                if not done[other]:
                    where = model.stages[node[1]]
                    raise RulesError(f"the opponents of {where!r} come back to where they were: play it instead")
            else:
                done[node] = True
                ordered.append(node)
                stack.pop()
                self.tell("laying out", len(ordered), len(done))
        return ordered

    def following(self, node: Node) -> list[Node]:
        """What a situation or an entry leads to."""
        kind, stage, treasures, what = node
        if kind == "foes":
            scene = self.layout.scene(stage, treasures)
            return list(dict.fromkeys(self._node(stage, leaf) for leaf in scene.leads(scene.lay(what)) if _goes_on(leaf)))
        ends = (leaf for tree in self.layout.enter(stage, treasures, what) for leaf in leaves(tree))
        return list(dict.fromkeys(self._node(stage, leaf) for leaf in ends if _goes_on(leaf)))

    def _node(self, stage: int, leaf: Leaf) -> Node:
        if leaf.kind == "fight":
            return ("foes", stage, leaf.treasures, leaf.foes)
        return ("entry", stage + 1, leaf.treasures, leaf.foes.buried)

    def solve_node(self, node: Node) -> None:
        """Give an entry or a situation its value."""
        kind, stage, treasures, what = node
        if kind == "entry":
            self.entries[stage, treasures, what] = self.entry(stage, treasures, what)
        else:
            scene = self.layout.scene(stage, treasures)
            self.worth[stage, treasures, what] = self.situation(scene, scene.lay(what))

    # -- entries --------------------------------------------------------------------------------------------------

    def entry(self, stage: int, treasures: Treasures, buried: tuple[Fighter, ...], thrown: int = 0) -> Pair:
        """Chance and rounds before an encounter begins, by boxes; or after so many of the throws with which it does."""
        people = self.layout.people("")
        v, n = np.zeros(people.width), np.zeros(people.width)
        for at, tree in enumerate(self.layout.enter(stage, treasures, buried)):
            if tree is not None:
                v[at], n[at] = self.worth_of(stage, tree)
        free, weak = self.layout.follow(people)
        for throw in reversed(self.layout.model.throws(stage)[thrown:]):
            weakest = self.layout.model.weakest(stage, treasures, (), ())
            most = min(throw.dice, sum(self.layout.model.full))
            cv, cn, _ = kernel.chain(v, n, weak if weakest else free, most, EQUAL)
            chances = [_binomial(throw.dice, hits, throw.hits / throw.sides) for hits in range(cv.shape[0])]
            v, n = chances @ cv, chances @ cn
        return v, n

    def worth_of(self, stage: int, tree: Tree | Leaf) -> tuple[float, float]:
        """Chance and rounds of what a beginning can lead to, chosen in the best way."""
        if isinstance(tree, Leaf):
            return self._leaf(stage, tree)
        found = [self.worth_of(stage, branch) for branch in tree.branches]
        if tree.chance:
            return sum(v for v, _ in found) / len(found), sum(n for _, n in found) / len(found)
        best = max(v for v, _ in found)
        return best, min(n for v, n in found if v >= best - EQUAL)

    def _leaf(self, stage: int, leaf: Leaf) -> tuple[float, float]:
        if leaf.kind == "fight":
            v, n = self.known(stage, leaf.treasures, leaf.foes)
            at = self.layout.scene(stage, leaf.treasures).people.number(leaf.party)
        elif leaf.kind == "next":
            v, n = self.entries[stage + 1, leaf.treasures, leaf.foes.buried]
            at = self.layout.people("").index[leaf.party[0]]
        else:
            return float(leaf.kind == "won"), 0.0
        return float(v[at]), float(n[at])

    def known(self, stage: int, treasures: Treasures, foes: Foes) -> Pair:
        """What a situation is worth that has been solved."""
        return self.worth[stage, treasures, foes]

    # -- outcomes of the adventurers' half ------------------------------------------------------------------------

    def leading(self, scene: Scene, number: int, foes: Foes | None, here: Pair, inside: slice = slice(None)) -> Pair:
        """What a party is worth when the round is over, by party; `here` stands for the situation under way."""
        people = scene.people
        alive = people.able[inside] != 0
        classes = np.tile(scene.class_of, len(people.suffers))[inside]
        v, n = np.zeros(len(alive)), np.zeros(len(alive))
        for rules, half in enumerate(scene.outcomes[number].halves):
            leaf, meant = half.leads, alive & (classes == rules)
            if leaf.kind == "fight":
                pair = here if leaf.foes == foes else self.known(scene.stage, leaf.treasures, leaf.foes)
                v[meant], n[meant] = pair[0][inside][meant], pair[1][inside][meant]
            elif leaf.kind == "next":
                entry = self.entries[scene.stage + 1, leaf.treasures, leaf.foes.buried]
                v[meant] = np.tile(entry[0], len(people.suffers))[inside][meant]
                n[meant] = np.tile(entry[1], len(people.suffers))[inside][meant]
            else:
                v[meant] = float(leaf.kind == "won")
        return v, n

    def dice(self, scene: Scene, number: int) -> Array:
        """How many dice the opponents roll against each party: see `solve_kernel.rolled`."""
        outcome = scene.outcomes[number]
        by_class = []
        for half in outcome.halves:
            roll = -1 if half.dice is None else max(0, half.dice - outcome.fewer)
            by_class.append(-2 if half.late else roll)
        return np.tile(np.array(by_class, np.int32)[scene.class_of], len(scene.people.suffers))

    def weights(self, scene: Scene) -> Array:
        """Chances of the opponents' roll, by dice, conditions and hits."""
        hit, give, sides = scene.hits
        top = sum(self.layout.model.full)
        most = max((half.dice or 0 for outcome in scene.outcomes for half in outcome.halves), default=0)
        key = (hit, give, sides, most)
        if key not in self._weights:
            table = np.zeros((most + 1, len(self.layout.model.full) + 1 if give else 1, top + 1))
            for dice in range(most + 1):
                for s in range(min(dice, table.shape[1] - 1) + 1):
                    for h in range(min(dice - s, top) + 1):
                        ways = comb(dice, s) * comb(dice - s, h)
                        table[dice, s, h] = (
                            ways * (give / sides) ** s * (hit / sides) ** h * (1 - (hit + give) / sides) ** (dice - s - h)
                        )
            self._weights[key] = table
        return self._weights[key]

    def outcome(
        self, scene: Scene, number: int, foes: Foes | None, here: Pair, where: Array, out: Pair, least: int = 0
    ) -> None:
        """What an outcome is worth to the parties in `where`, into `out`, if at least so many conditions are given."""
        zv, zn = self.leading(scene, number, foes, here)
        dice, weights = self.dice(scene, number), self.weights(scene)
        if least:
            weights = weights.copy()
            weights[:, :least, :] = 0.0
        top = min(sum(self.layout.model.full), max(int(dice.max()), 0))
        most = min(weights.shape[1] - 1, max(int(dice.max()), 0))
        weakest = np.tile(np.array(scene.outcomes[number].weakest)[scene.class_of], len(scene.people.suffers))
        for flag in (False, True):
            meant = where[weakest[where] == flag]
            if len(meant):
                cv, cn, _ = kernel.chain(zv, zn, scene.follow[flag], top, EQUAL)
                av, an = kernel.afflicted(cv, cn, scene.people.afflict, most, EQUAL)
                kernel.rolled(av, an, dice, weights, meant, out[0], out[1])

    def settled(self, scene: Scene, number: int) -> Pair:
        """What an outcome is worth that does not lead back, by party; worked out once."""
        key = (scene.stage, scene.treasures, number)
        if key not in self._outcomes:
            size = scene.people.size
            pair = (np.zeros(size), np.zeros(size))
            everyone = np.flatnonzero(scene.people.able).astype(np.int32)
            self.outcome(scene, number, None, pair, everyone, pair)
            self._outcomes[key] = pair
        return self._outcomes[key]

    # -- a situation ----------------------------------------------------------------------------------------------

    def situation(self, scene: Scene, laid: Laid) -> Pair:
        """Chance and rounds of every party at the beginning of a round against these opponents."""
        people = scene.people
        knot = Knot.of(self, scene, laid)
        v, n = self.under_way = np.zeros(people.size), np.zeros(people.size)
        for where, base in companions(people):
            self.states += len(where)
            self._untie(knot, where, base, (v, n))
        return v, n

    def _untie(self, knot: Knot, where: Array, base: int, here: Pair) -> None:
        """Improve the policy of these parties until it stays as good as it is."""
        v, n = here
        if not knot.back:
            v[where], n[where] = knot.swept(where, base, knot.none, knot.none, np.zeros((0, 0, 0)))
            self.turns += 1
            return
        still = 0
        knot.prepare(where, base)
        for _ in range(MOST_TURNS):
            self.turns += 1
            sv, sn, ends = knot.ways_back(here, where, base)
            backs = np.zeros((len(where), len(knot.back), knot.scene.people.width))
            tv, tn = knot.swept(where, base, sv, sn, backs)
            again = knot.returns(backs, ends, where, base)[:, where - base] * (1.0 - WEAR)
            rest = np.empty((len(where), 2))
            rest[:, 0] = tv - (again * v[where]).sum(axis=1)
            rest[:, 1] = tn - (again * n[where]).sum(axis=1)
            solved = kernel.settle(again, rest)
            moved = np.max(np.abs(solved[:, 0] - v[where]))
            hasted = np.max(np.abs(solved[:, 1] - n[where]))
            v[where], n[where] = solved[:, 0], solved[:, 1]
            still += bool(moved < _STILL)
            if (moved < _STILL and hasted < _ROUNDS) or still > _PATIENCE:
                return
        raise RulesError(f"the values of {knot.scene.model.stages[knot.scene.stage]!r} do not settle")


@define(slots=True, eq=False)
class Knot:
    """A situation that may lead back to itself: what its rows are worth otherwise, and the ways back."""

    solver: Solver
    scene: Scene
    laid: Laid
    back: tuple[int, ...]  # outcomes that lead back
    wv: Array
    wn: Array
    self_ptr: Array
    self_ids: Array
    none: Array
    given: Array = None
    local: tuple[Array, ...] = ()

    @classmethod
    def of(cls, solver: Solver, scene: Scene, laid: Laid, *, apart: bool = True) -> Knot:
        """The knot of a situation whose other outcomes are solved; not `apart`: those that lead back are solved, too."""
        size, foes = scene.people.size, laid.foes
        back = tuple(
            number for number in laid.outcomes
            if apart and any(half.leads.kind == "fight" and half.leads.foes == foes for half in scene.outcomes[number].halves)
        )  # fmt: skip
        others = [number for number in laid.outcomes if number not in back]
        yv, yn = np.zeros((max(len(others), 1), size)), np.zeros((max(len(others), 1), size))
        for at, number in enumerate(others):
            yv[at], yn[at] = solver.settled(scene, number)
        rows = len(laid.ptr) - 1
        known_ptr, known_ids, self_ptr, self_ids = [0], [], [0], []
        for row in range(rows):
            for number in laid.ids[laid.ptr[row] : laid.ptr[row + 1]]:
                if number in back:
                    self_ids.append(back.index(number))
                else:
                    known_ids.append(others.index(number))
            known_ptr.append(len(known_ids))
            self_ptr.append(len(self_ids))
        wv, wn = np.full((rows, size), -1.0), np.zeros((rows, size))
        everyone = np.flatnonzero(scene.people.able).astype(np.int32)
        kernel.merged(_ints(known_ptr), _ints(known_ids), yv, yn, everyone, wv, wn, EQUAL)
        dead = np.flatnonzero(scene.people.able == 0)
        wv[:, dead], wn[:, dead] = 0.0, 0.0
        return cls(solver, scene, laid, back, wv, wn, _ints(self_ptr), _ints(self_ids), np.zeros((1, size)))

    def swept(self, where: Array, base: int, sv: Array, sn: Array, backs: Array) -> tuple[Array, Array]:
        """One round of these parties: see `solve_kernel.sweep`."""
        scene, allotment = self.scene, self.scene.allotment(self.laid.names)
        heal_ptr, heal_to = scene.healing(allotment.heals)
        v, n = kernel.sweep(
            where, base, scene.groups, allotment.ptr, allotment.ids, allotment.row_of, allotment.heal_of, heal_ptr, heal_to,
            self.wv, self.wn, self.self_ptr, self.self_ids, sv, sn, scene.lattice.add, scene.lattice.sub, scene.lattice.full,
            scene.rolls, backs, EQUAL,
        )  # fmt: skip
        return v * (1.0 - WEAR), n

    def best(self, here: Pair, where: Array, base: int) -> Array:
        """What the best choice is worth to these parties, if this situation is worth what `here` says."""
        sv, sn = self.none, self.none
        if self.back:
            self.prepare(where, base)
            sv, sn, _ = self.ways_back(here, where, base)
        return self.swept(where, base, sv, sn, np.zeros((0, 0, 0)))[0]

    def prepare(self, where: Array, base: int) -> None:
        """Note what the ways back are worth as far as conditions are given: that leads to others, who are solved."""
        solver, scene, foes = self.solver, self.scene, self.laid.foes
        size, width = scene.people.size, scene.people.width
        self.given = np.zeros((len(self.back), 2, size))
        self.local = tuple(
            np.ascontiguousarray(np.where(f[base : base + width] >= 0, f[base : base + width] - base, -1), np.int32)
            for f in scene.follow
        )
        weights = solver.weights(scene)
        if weights.shape[1] > 1:
            here = solver.under_way  # whoever has fewer conditions is worth nothing yet, and is not led to
            for s, number in enumerate(self.back):
                rolling = where[solver.dice(scene, number)[where] >= 0]
                solver.outcome(scene, number, foes, here, rolling, (self.given[s, 0], self.given[s, 1]), 1)

    def ways_back(self, here: Pair, where: Array, base: int) -> tuple[Array, Array, list[list[Array]]]:
        """What each way back is worth now, by party, and where hits then lead, placed freely and on the weakest."""
        solver, scene = self.solver, self.scene
        width = scene.people.width
        sv, sn = self.given[:, 0].copy(), self.given[:, 1].copy()
        none_given = np.ascontiguousarray(solver.weights(scene)[:, :1, :])
        inside = slice(base, base + width)
        ends: list[list[Array]] = []
        for s, number in enumerate(self.back):
            zv, zn = solver.leading(scene, number, self.laid.foes, here, inside)
            dice = solver.dice(scene, number)[inside]
            top = min(sum(scene.model.full), max(int(dice.max()), 0))
            weakest = np.array(scene.outcomes[number].weakest)[scene.class_of]
            yv, yn = np.zeros(width), np.zeros(width)
            ends.append([])
            for flag in (False, True):
                meant = (where - base)[weakest[where - base] == flag].astype(np.int32)
                if not len(meant):
                    ends[-1].append(None)
                    continue
                cv, cn, to = kernel.chain(zv, zn, self.local[flag], top, EQUAL)
                kernel.rolled(cv[None], cn[None], dice, none_given, meant, yv, yn)
                ends[-1].append(to)
            sv[s, inside] += yv
            sn[s, inside] += yn
        return sv, sn, ends

    def returns(self, backs: Array, ends: list[list[Array]], where: Array, base: int) -> Array:
        """With which chances each of `where` comes back as which companion, from the ways back it takes."""
        scene, width = self.scene, self.scene.people.width
        again = np.zeros((len(where), width))
        there = np.zeros(width, np.bool_)
        there[where - base] = True
        for s, number in enumerate(self.back):
            outcome = scene.outcomes[number]
            leads = [half.leads.kind == "fight" and half.leads.foes == self.laid.foes for half in outcome.halves]
            comes = there & np.array(leads)[scene.class_of]
            weakest = np.array(outcome.weakest)[scene.class_of]
            for flag in (False, True):
                if ends[s][flag] is not None:
                    kernel.returns(
                        again, np.ascontiguousarray(backs[:, s, :]), where, base, self.solver.dice(scene, number),
                        self.solver.weights(scene), ends[s][flag], weakest == flag, comes,
                    )  # fmt: skip
        return again


def companions(people: People) -> Iterator[tuple[Array, int]]:
    """Parties with the same conditions that are not lost, those with the most conditions first; and where they begin."""
    for mask in sorted(range(len(people.suffers)), key=lambda mask: (-bin(mask).count("1"), mask)):
        base = mask * people.width
        where = (base + np.flatnonzero(people.able[base : base + people.width])).astype(np.int32)
        if len(where):
            yield where, base


def _ints(values: list[int]) -> Array:
    return np.array(values, np.int32)


def _goes_on(leaf: Leaf) -> bool:
    return leaf.kind in ("fight", "next")


def _binomial(dice: int, hits: int, chance: float) -> float:
    return comb(dice, hits) * chance**hits * (1 - chance) ** (dice - hits)
