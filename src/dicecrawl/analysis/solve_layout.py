"""An adventure as arrays: which situations there are, and what each round can make of them.

Everything is asked of the game's `PoolModel`, which runs its own nodes; here answers are only numbered and joined. The
abilities of a round are used one after another on the opponents, each once, on disjoint dice; what is for the party and
what is against the opponents do not touch each other (DV-21), so they are kept apart until the numbers are put together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import product
from typing import Any

import numpy as np
from attrs import define, field

from dicecrawl.core.patterns import Counts, all_counts, without
from dicecrawl.core.solving import Fighter, Foes, Half, Leaf, Party, PoolModel, Treasures, Tree, Use
from dicecrawl.errors import RulesError

Array = Any

Uses = tuple[Use, ...]


@define(slots=True, eq=False)
class Lattice:
    """All multisets of at most so many dice, smallest first, numbered; `add` and `sub` lead from one to the next."""

    dice: int
    sides: int
    keys: tuple[Counts, ...]
    index: dict[Counts, int]
    add: Array  # with one die more, by face; -1 for the full ones
    sub: Array  # with one die fewer, by face; -1 where there is none
    full: int  # the number of the first full one

    @classmethod
    def of(cls, dice: int, sides: int = 6) -> Lattice:
        """The lattice of a pool."""
        keys = tuple(counts for number in range(dice + 1) for counts, _ in all_counts(number, sides))
        index = {counts: at for at, counts in enumerate(keys)}
        add = np.full((len(keys), sides), -1, np.int32)
        sub = np.full((len(keys), sides), -1, np.int32)
        for at, counts in enumerate(keys):
            for face in range(sides):
                more = index.get((*counts[:face], counts[face] + 1, *counts[face + 1 :]), -1)
                add[at, face] = more
                if more >= 0:
                    sub[more, face] = at
        return cls(dice, sides, keys, index, add, sub, len(keys) - sum(1 for _ in all_counts(dice, sides)))


@define(slots=True, eq=False)
class People:
    """Every party there can be, numbered: boxes first, then, `width` further on, the same boxes with other conditions."""

    boxes: tuple[tuple[int, ...], ...]
    index: dict[tuple[int, ...], int]
    suffers: tuple[tuple[tuple[str, ...], ...], ...]  # conditions of everyone, by mask
    able: Array  # bits of those who may use abilities; 0: lost
    afflict: Array  # parties to which one more condition leads, -1 beyond

    @property
    def width(self) -> int:
        """How many parties differ by boxes alone."""
        return len(self.boxes)

    @property
    def size(self) -> int:
        """How many parties there are."""
        return len(self.boxes) * len(self.suffers)

    def party(self, number: int) -> Party:
        """A party by its number."""
        return self.boxes[number % self.width], self.suffers[number // self.width]

    def number(self, party: Party) -> int:
        """The number of a party."""
        return self.suffers.index(party[1]) * self.width + self.index[party[0]]


def people_of(model: PoolModel, condition: str) -> People:
    """The parties of a fight that can give a condition ("": none)."""
    boxes = tuple(product(*(range(number + 1) for number in model.full)))
    index = {one: at for at, one in enumerate(boxes)}
    count = len(model.full)
    masks = range(1 << count) if condition else range(1)
    suffers = tuple(tuple((condition,) if mask >> at & 1 else () for at in range(count)) for mask in masks)
    width = len(boxes)
    able = np.zeros(width * len(suffers), np.int32)
    known: dict[tuple[tuple[bool, ...], int], int] = {}
    for mask in masks:
        for at, one in enumerate(boxes):
            key = (tuple(left > 0 for left in one), mask)
            if key not in known:
                who = model.able((one, suffers[mask])) if any(one) else ()
                known[key] = sum(1 << place for place, yes in enumerate(who) if yes)
            able[mask * width + at] = known[key]
    afflict = np.full((len(able), count), -1, np.int32)
    for mask in masks if condition else ():
        for at, one in enumerate(boxes):
            free = [place for place in range(count) if one[place] and not mask >> place & 1]
            for k, place in enumerate(free):
                afflict[mask * width + at, k] = (mask | 1 << place) * width + at
    return People(boxes, index, suffers, able, afflict)


@define(slots=True, eq=False)
class Allotment:
    """Which abilities each party may use together with each dice, for opponents of some names.

    `uses` are the choices there are, each with its `row` (what is done to the opponents, for its class of rules) and its
    `heal` (what is done for the party); `ptr` and `ids` list the choices by group of parties and by full dice.
    """

    rows: tuple[tuple[int, Uses], ...]  # class of rules, and what is used against the opponents
    heals: tuple[Uses, ...]
    uses: tuple[tuple[int, Uses, Uses], ...]
    row_of: Array
    heal_of: Array
    ptr: Array
    ids: Array


@define(slots=True, eq=False)
class Laid:
    """A situation of opponents: what each row of its allotment can make of them, as numbers of outcomes."""

    foes: Foes
    names: tuple[str, ...]
    ptr: Array
    ids: Array
    outcomes: tuple[int, ...]  # those that occur in `ids`


@define(slots=True, eq=False)
class Outcome:
    """What the opponents' half comes to, for each class of rules: how they roll, and where it leads."""

    halves: tuple[Half, ...]
    fewer: int
    weakest: tuple[bool, ...]


@define(slots=True, eq=False)
class Scene:
    """An encounter with some treasures found: its rules, and every situation of opponents in it."""

    model: PoolModel
    stage: int
    treasures: Treasures
    people: People
    classes: tuple[Treasures, ...]
    class_of: Array  # by boxes
    lattice: Lattice
    rolls: int
    groups: Array  # by party: the row of `Allotment.ptr`
    hits: tuple[int, int, int]
    follow: tuple[Array, Array]  # what one hit leads to, placed freely and on the weakest
    known: dict[tuple[Treasures, Foes, Use], frozenset[tuple[Foes, int]]]
    heal: Callable[[Use, tuple[int, ...]], frozenset[tuple[int, ...]]]
    laid: dict[Foes, Laid] = field(factory=dict)
    outcomes: list[Outcome] = field(factory=list)
    _ways: dict[tuple[Treasures, tuple[str, ...]], Mapping[tuple[int, str], Any]] = field(factory=dict)
    _kind_of: dict[Foes, int] = field(factory=dict)
    _kinds: dict[Any, int] = field(factory=dict)
    _halves: dict[int, tuple[tuple[Half, ...], tuple[bool, ...]]] = field(factory=dict)
    _numbers: dict[tuple[int, int], int] = field(factory=dict)
    _allotments: dict[tuple[str, ...], Allotment] = field(factory=dict)
    _helpful: dict[Use, bool] = field(factory=dict)
    _heals: dict[tuple[Uses, ...], tuple[Array, Array]] = field(factory=dict)

    # -- what can be used -----------------------------------------------------------------------------------------

    def allotment(self, names: tuple[str, ...]) -> Allotment:
        """The choices against opponents of these names."""
        if names not in self._allotments:
            self._allotments[names] = self._allot(names)
        return self._allotments[names]

    def _allot(self, names: tuple[str, ...]) -> Allotment:
        rows: dict[tuple[int, Uses], int] = {}
        heals: dict[Uses, int] = {(): 0}
        uses: dict[tuple[int, Uses, Uses], int] = {}
        ptr: list[list[int]] = []
        ids: list[int] = []
        everyone = 1 << len(self.model.people)
        for number, rules in enumerate(self.classes):
            ways = self.ways(rules, names)
            together = _together(ways, sorted(ways), self.lattice.keys[self.lattice.full :])
            for acting in range(everyone):
                line = []
                for choices in together:
                    line.append(len(ids))
                    for choice in choices:
                        if all(acting >> use.who & 1 for use in choice):
                            against = tuple(use for use in choice if not self.helps(use))
                            helping = tuple(use for use in choice if self.helps(use))
                            rows.setdefault((number, against), len(rows))
                            heals.setdefault(helping, len(heals))
                            ids.append(uses.setdefault((number, against, helping), len(uses)))
                line.append(len(ids))
                ptr.append(line)
        return Allotment(
            tuple(rows), tuple(heals), tuple(uses),
            np.array([rows[n, against] for n, against, _ in uses], np.int32),
            np.array([heals[helping] for _, _, helping in uses], np.int32),
            np.array(ptr, np.int32), np.array(ids, np.int32),
        )  # fmt: skip

    def helps(self, use: Use) -> bool:
        """Whether a use is for the party: it changes a party that has one box each, or one that has lost most of it."""
        if use not in self._helpful:
            self._helpful[use] = self._changes_party(use)
        return self._helpful[use]

    def _changes_party(self, use: Use) -> bool:
        low = tuple(min(1, number) for number in self.model.full)
        alone = tuple(1 if at == use.who else 0 for at in range(len(low)))
        return self.heal(use, low) != {low} or self.heal(use, alone) != {alone}

    def healing(self, heals: tuple[Uses, ...]) -> tuple[Array, Array]:
        """By what is used for the party and by its boxes, the boxes that can come of it."""
        if heals not in self._heals:
            ptr: list[list[int]] = []
            to: list[int] = []
            for uses in heals:
                line = []
                for boxes in self.people.boxes:
                    line.append(len(to))
                    reached = {boxes}
                    for use in uses:
                        reached = {after for before in reached for after in self.heal(use, before)}
                    to.extend(sorted(self.people.index[after] for after in reached))
                line.append(len(to))
                ptr.append(line)
            self._heals[heals] = (np.array(ptr, np.int32), np.array(to, np.int32))
        return self._heals[heals]

    # -- what can be made of the opponents ------------------------------------------------------------------------

    def lay(self, foes: Foes) -> Laid:
        """A situation, laid out once."""
        if foes not in self.laid:
            names = tuple(sorted({name for name, _, _ in foes.battle}))
            allotment = self.allotment(names)
            ptr, ids = [0], []
            struck: dict[tuple[int, Uses], frozenset[tuple[Foes, int]]] = {}
            for number, against in allotment.rows:
                found = self._struck(number, foes, against, struck)
                ids.extend(sorted({self.number_of(after, fewer) for after, fewer in found}))
                ptr.append(len(ids))
            numbers = tuple(dict.fromkeys(ids))
            self.laid[foes] = Laid(foes, names, np.array(ptr, np.int32), np.array(ids, np.int32), numbers)
        return self.laid[foes]

    def _struck(
        self, number: int, foes: Foes, uses: Uses, struck: dict[tuple[int, Uses], frozenset[tuple[Foes, int]]]
    ) -> frozenset[tuple[Foes, int]]:
        if not uses:
            return frozenset({(foes, 0)})
        key = (number, uses)
        if key not in struck:
            rules, last = self.classes[number], uses[-1]
            found = set()
            for before, fewer in self._struck(number, foes, uses[:-1], struck):
                found |= {(after, fewer + more) for after, more in self.strike(rules, before, last)}
            struck[key] = frozenset(found)
        return struck[key]

    def strike(self, rules: Treasures, foes: Foes, use: Use) -> frozenset[tuple[Foes, int]]:
        """`PoolModel.strike`, asked once."""
        if (rules, foes, use) not in self.known:
            self.known[rules, foes, use] = self.model.strike(self.stage, self.treasures, rules, foes, use)
        return self.known[rules, foes, use]

    def ways(self, rules: Treasures, names: tuple[str, ...]) -> Mapping[tuple[int, str], Any]:
        """`PoolModel.ways`, asked once."""
        if (rules, names) not in self._ways:
            self._ways[rules, names] = self.model.ways(self.stage, self.treasures, rules, names)
        return self._ways[rules, names]

    def number_of(self, foes: Foes, fewer: int) -> int:
        """The number of what follows when the opponents stand so: many stands come to the same."""
        if foes not in self._kind_of:
            halves = tuple(self.model.half(self.stage, self.treasures, rules, foes) for rules in self.classes)
            names = tuple(sorted({name for name, _, _ in foes.battle}))
            weakest = tuple(self.model.weakest(self.stage, self.treasures, rules, names) for rules in self.classes)
            for half in halves:
                if half.leads.kind == "fight" and half.leads.treasures != self.treasures:
                    raise RulesError(f"a treasure is found in the middle of {self.model.stages[self.stage]!r}")
            same = (tuple((h.dice, h.late, h.leads.kind, h.leads.foes, h.leads.treasures) for h in halves), weakest)
            if same not in self._kinds:
                self._kinds[same] = len(self._kinds)
            self._kind_of[foes] = self._kinds[same]
            self._halves.setdefault(self._kinds[same], (halves, weakest))
        kind = self._kind_of[foes]
        if (kind, fewer) not in self._numbers:
            self._numbers[kind, fewer] = len(self.outcomes)
            self.outcomes.append(Outcome(self._halves[kind][0], fewer, self._halves[kind][1]))
        return self._numbers[kind, fewer]

    def leads(self, laid: Laid) -> Iterable[Leaf]:
        """Where a situation can lead, itself included."""
        for number in laid.outcomes:
            for half in self.outcomes[number].halves:
                yield half.leads


def _together(
    ways: Mapping[tuple[int, str], Mapping[Counts, tuple[tuple[Counts, Use], ...]]],
    order: list[tuple[int, str]],
    dice: Iterable[Counts],
) -> list[list[Uses]]:
    """For each dice every set of abilities that can be used together, each once, on disjoint dice. Ruling: DV-17, DV-18."""
    known: dict[tuple[int, Counts], frozenset[Uses]] = {}

    def choices(at: int, left: Counts) -> frozenset[Uses]:
        if at == len(order):
            return frozenset({()})
        if (at, left) not in known:
            found = set(choices(at + 1, left))
            for taken, use in ways[order[at]].get(left, ()):
                found |= {(use, *others) for others in choices(at + 1, without(left, taken))}
            known[at, left] = frozenset(found)
        return known[at, left]

    return [sorted(choices(0, counts)) for counts in dice]


@define(slots=True, eq=False)
class Layout:
    """All scenes of an adventure that were asked for, each laid out once."""

    model: PoolModel
    scenes: dict[tuple[int, Treasures], Scene] = field(factory=dict)
    trees: dict[tuple[int, Treasures, tuple[Fighter, ...]], tuple[Tree | Leaf | None, ...]] = field(factory=dict)
    _peoples: dict[str, People] = field(factory=dict)
    _lattices: dict[int, Lattice] = field(factory=dict)
    _healed: dict[tuple[Use, tuple[int, ...]], frozenset[tuple[int, ...]]] = field(factory=dict)
    _struck: dict[int, dict[tuple[Treasures, Foes, Use], frozenset[tuple[Foes, int]]]] = field(factory=dict)
    _follow: list[Array] = field(factory=list)

    def people(self, condition: str) -> People:
        """The parties of fights that give a condition."""
        if condition not in self._peoples:
            self._peoples[condition] = people_of(self.model, condition)
        return self._peoples[condition]

    def heal(self, use: Use, boxes: tuple[int, ...]) -> frozenset[tuple[int, ...]]:
        """`PoolModel.heal`, asked once."""
        key = (use, boxes)
        if key not in self._healed:
            self._healed[key] = self.model.heal(use, boxes)
        return self._healed[key]

    def follow(self, people: People) -> tuple[Array, Array]:
        """The parties to which one hit leads, placed freely and on the weakest; -1 beyond."""
        if not self._follow:
            plain = self.people("")
            for weakest in (False, True):
                table = np.full((plain.width, len(self.model.full)), -1, np.int32)
                for at, boxes in enumerate(plain.boxes):
                    if any(boxes):
                        for k, after in enumerate(sorted(self.model.hit(weakest, boxes))):
                            table[at, k] = plain.index[after]
                self._follow.append(table)
        spread = []
        for table in self._follow:
            masks = range(len(people.suffers))
            all_of = np.concatenate([np.where(table >= 0, table + mask * people.width, -1) for mask in masks])
            all_of[people.able == 0] = -1
            spread.append(np.ascontiguousarray(all_of, np.int32))
        return spread[0], spread[1]

    def scene(self, stage: int, treasures: Treasures) -> Scene:
        """An encounter with some treasures found."""
        key = (stage, treasures)
        if key not in self.scenes:
            hit, give, sides, condition = self.model.faces(stage)
            people = self.people(condition)
            ruled = [self.model.rules(treasures, boxes) if any(boxes) else None for boxes in people.boxes]
            classes = tuple(dict.fromkeys(rules for rules in ruled if rules is not None))
            class_of = np.array([classes.index(rules) if rules is not None else 0 for rules in ruled], np.int32)
            dice = {self.model.dice(stage, treasures, rules) for rules in classes}
            if len(dice) != 1:
                raise RulesError(f"the number of dice or rolls in {self.model.stages[stage]!r} depends on who lives")
            ((number, rolls),) = dice
            if number not in self._lattices:
                self._lattices[number] = Lattice.of(number)
            groups = np.tile(class_of, len(people.suffers)) * (1 << len(self.model.people)) + people.able
            struck = self._struck.setdefault(stage, {})
            self.scenes[key] = Scene(
                self.model, stage, treasures, people, classes, class_of, self._lattices[number], rolls,
                groups.astype(np.int32), (hit, give, sides), self.follow(people), struck, self.heal,
            )  # fmt: skip
        return self.scenes[key]

    def enter(self, stage: int, treasures: Treasures, buried: tuple[Fighter, ...]) -> tuple[Tree | Leaf | None, ...]:
        """How an encounter begins, by boxes; None for a dead party."""
        key = (stage, treasures, buried)
        if key not in self.trees:
            plain = self.people("")
            nobody = plain.suffers[0]
            self.trees[key] = tuple(
                self.model.enter(stage, treasures, buried, (boxes, nobody)) if any(boxes) else None for boxes in plain.boxes
            )
        return self.trees[key]


def leaves(tree: Tree | Leaf | None) -> Iterable[Leaf]:
    """Every end of a tree."""
    if isinstance(tree, Tree):
        for branch in tree.branches:
            yield from leaves(branch)
    elif tree is not None:
        yield tree
