"""The solver's transitions against the engine's: what a round can come to, choice by choice, is the same in both."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from dicecrawl.analysis.solve import Solution
from dicecrawl.analysis.solve_layout import Scene
from dicecrawl.core.context import Context
from dicecrawl.core.events import CounterChanged
from dicecrawl.core.patterns import Counts, all_counts
from dicecrawl.core.solving import Foes, Party, Treasures
from dicecrawl.core.state import State, Step
from dicecrawl.games.delve.exploring import Explorer
from dicecrawl.games.delve.rules import show_dice
from dicecrawl.games.delve.solving import Model
from dicecrawl.games.delve.words import FEWER, against

Situation = tuple[int, Treasures, Foes, Party, Counts]


def sampled(solution: Solution, number: int, seed: int) -> Iterator[Situation]:
    """Situations of a solved adventure, each with dice on the table."""
    random = Random(seed)
    keys = sorted(solution.worth, key=repr)
    for _ in range(number):
        stage, treasures, foes = random.choice(keys)
        scene = solution.layout.scene(stage, treasures)
        at = random.choice([p for p in range(scene.people.size) if scene.people.able[p]])
        dice = random.choice([counts for counts, _ in all_counts(scene.lattice.dice)])
        yield stage, treasures, foes, scene.people.party(at), dice


def engine_half(model: Model, situation: Situation) -> set[tuple[Foes, int, tuple[int, ...]]]:
    """What the adventurers can make of opponents and party: the phase of play itself, every choice tried."""
    stage, treasures, foes, party, dice = situation
    state = model.situation(stage, treasures, foes, party, Step("act"))
    run = Explorer(model.ruleset, model.library, state, ())
    show_dice(Context(run), dice)
    ends: set[tuple[Foes, int, tuple[int, ...]]] = set()
    seen: set[Any] = set()
    waiting = [run.state]
    while waiting:
        for _, after in model.run(waiting.pop(), lambda run: run.step() and None):
            look = model.look(after)
            assert after.step is not None
            if after.step.phase != "act":
                assert after.step.phase == "opponents"
                ends.add((look.foes, look.fewer, look.party[0]))
            key = (look.foes, look.fewer, look.party, look.dice, look.used)
            if after.step.phase == "act" and key not in seen:
                seen.add(key)
                waiting.append(after)
    return ends


def table_half(scene: Scene, situation: Situation) -> set[tuple[int, tuple[int, ...]]]:
    """The same from the solver's arrays, opponents by the number of what follows."""
    _, _, foes, party, dice = situation
    laid, people = scene.lay(foes), scene.people
    allotment = scene.allotment(laid.names)
    ptr, to = scene.healing(allotment.heals)
    at = people.number(party)
    d = scene.lattice.index[dice] - scene.lattice.full
    found = set()
    for u in allotment.ids[allotment.ptr[scene.groups[at], d] : allotment.ptr[scene.groups[at], d + 1]]:
        row, heal = allotment.row_of[u], allotment.heal_of[u]
        for outcome in laid.ids[laid.ptr[row] : laid.ptr[row + 1]]:
            for boxes in to[ptr[heal, at % people.width] : ptr[heal, at % people.width + 1]]:
                found.add((int(outcome), people.boxes[boxes]))
    return found


def engine_roll(model: Model, situation: Situation, fewer: int, random: Random) -> tuple[int, int, int, set[Any]]:
    """The opponents' half with some roll: how many dice, hits and conditions there were, and all that can come of it."""
    stage, treasures, foes, party, _ = situation
    state = model.situation(stage, treasures, foes, party, Step("opponents"))
    run = Explorer(model.ruleset, model.library, state, tuple(random.randrange(6) for _ in range(100)))
    Context(run).emit(CounterChanged(None, FEWER, fewer))
    run.step()
    thrown = run.taken
    ends = set()
    for _, after in model.run(run.state, _to_the_round_end):
        ends.add("lost" if _is_lost(after) else model.look(after).party)
    card = model.library.get("encounter", model.stages[stage])
    hits = sum(run.state.count(against(face)) for face in card.fields.get("hits", ()))
    given = sum(run.state.count(against(face)) for face in card.fields.get("gives", ((), None))[0])
    return len(thrown), hits, given, ends


def table_roll(scene: Scene, model: Model, situation: Situation, hits: int, given: int) -> set[Any]:
    """The same from the solver's arrays."""
    people = scene.people
    at = people.number(situation[3])
    rules = scene.classes[scene.class_of[at % people.width]]
    names = tuple(sorted({name for name, _, _ in situation[2].battle}))
    follow = scene.follow[model.weakest(situation[0], situation[1], rules, names)]
    reached: set[Any] = {at}
    for table, times in ((people.afflict, given), (follow, hits)):
        for _ in range(times):
            reached = {after for p in reached for after in _step(people, table, p)}
    return {p if p == "lost" else people.party(p) for p in reached}


def _step(people: Any, table: Any, p: Any) -> set[Any]:
    if p == "lost":
        return {p}
    after = {int(q) for q in table[p] if q >= 0}
    return {q if people.able[q] else "lost" for q in after} or {"lost"}


def _to_the_round_end(run: Explorer) -> None:
    while run.state.step is not None and run.state.step.phase in ("conditions", "hits"):
        run.step()


def _is_lost(state: State) -> bool:
    return state.step is None or state.step.phase == "end"
