"""Abilities beside conditions: what the tests try a part of, and this program all of.

    python -m tests.properties.interactions

It plays every ability against every condition on its owner and on everybody else, and every creature and condition in a
battle of two rounds, and says how many meetings there were. The first fault ends it, with a note that says whose it is.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from typing import Any

import dicecrawl as dc
from dicecrawl.analysis.lineups import trait_kinds
from dicecrawl.core.context import Context
from dicecrawl.core.definitions import Ability, Definition
from dicecrawl.core.dice import SeededDice, mix
from dicecrawl.core.events import StepEnded
from dicecrawl.core.run import Run
from dicecrawl.core.state import State
from dicecrawl.games.marching_order import Enemy, Rogue
from tests.properties.fights import game
from tests.properties.invariants import check_log, check_state

ALLIES, FOES = ["Knight", "Wizard"], ["Goblin Smasher", "Skeleton Warrior"]
FURTHER = 3  # every so many interactions, play goes on for some steps, so that conditions act and run out
CREATURES = [card for kind in ("rogue", "monster") for card in game().library.all(kind)]
CONDITIONS = [card for card in game().library.all("condition") if "means" not in card.fields]


def number_of(card: Definition, condition: Definition, own: bool) -> int:
    """A number of its own for a creature, a condition and who has it."""
    return CREATURES.index(card) * 1000 + CONDITIONS.index(condition) * 2 + own


def meetings(card: Definition, every: int = 1) -> Iterator[tuple[Definition, bool, list[int]]]:
    """Condition, whether the creature itself has it, and the numbers of the abilities that meet it: one in `every`.

    Which ones depends on the cards and on nothing else. Abilities that answer something come about in battles only.
    """
    for condition in CONDITIONS:
        for own in (True, False):
            drawn = number_of(card, condition, own)
            numbers = [
                number
                for number, ability in enumerate(card.abilities)
                if ability.trigger is None and (mix(drawn * 100 + number) >> 32) % every == 0
            ]
            if numbers:
                yield condition, own, numbers


def line_up(card: Definition, condition: Definition, own: bool) -> tuple[dc.Match, int]:
    """A battle in which the creature, or everybody but it, has the condition; gives the creature's id as well."""
    suffered = [(condition.name, 2 if condition.strength else None, 2)]
    mine, theirs = (suffered, []) if own else ([], suffered)
    rogues: list[Any] = [Rogue(name, conditions=theirs) for name in ALLIES]
    enemies: list[Any] = [Enemy(name, conditions=theirs) for name in FOES]
    if card.kind == "rogue":
        traits = trait_kinds(card)
        qualities, flaws = traits.get("quality", ()), traits.get("flaw", ())
        rogues.insert(0, Rogue(card.name, name="actor", qualities=qualities, flaws=flaws, conditions=mine))
    else:
        enemies.insert(0, Enemy(card.name, name="actor", conditions=mine))
    number = mix(number_of(card, condition, own)) >> 40
    match = game().battle(rogues, enemies, coins=20, seed=number, players=dc.RandomPlayer(number), limits=dc.Limits(rounds=2))
    return match, next(e.id for e in match.state.entities.values() if e.label == "actor")


def performed(state: State, who: int, ability: Ability, seed: int) -> Run:
    """The state after one ability of the creature; now and then play goes on for some steps."""
    staging = game().ruleset.staging
    assert staging is not None
    assert staging.turns is not None
    turns = staging.turns
    run = Run(game().ruleset, game().library, state.clone(), SeededDice(seed), {0: dc.RandomPlayer(seed)})
    ctx = Context(run)
    turns.enter(ctx, who)
    turns.perform(ctx, who, ability)
    if seed % FURTHER == 0:
        run.emit(ctx, StepEnded("ability", None, turns.between(ctx)))
        for _ in range(6):
            if not run.step():
                break
    return run


def try_abilities(card: Definition, every: int = 1) -> int:
    """Carry out the abilities of a creature against conditions; gives how many meetings there were."""
    met = 0
    for condition, own, numbers in meetings(card, every):
        match, who = line_up(card, condition, own)
        for number in numbers:
            ability = card.abilities[number]
            try:
                run = performed(match.state, who, ability, 1000 * CONDITIONS.index(condition) + 2 * number + own)
                check_state(run.state, game().library, over=check_log(run.log))
            except Exception as fault:
                fault.add_note(f"{ability.name} with {condition.name} on {'its owner' if own else 'everybody else'}")
                raise
            met += 1
    return met


def try_battles(card: Definition, every: int = 1) -> int:
    """Battles of two rounds in which the creature meets each condition, on itself or on everybody else, by turns."""
    fought = 0
    for place, condition in enumerate(CONDITIONS):
        for own in (True, False):
            if (CREATURES.index(card) + 2 * place + own) % every:
                continue
            match, _ = line_up(card, condition, own)
            try:
                match.play()
                check_state(match.state, game().library, over=check_log(match.log))
            except Exception as fault:
                fault.add_note(f"{card.name} and {condition.name}: {match.setup}")
                raise
            fought += 1
    return fought


def main() -> int:
    """Everything against everything."""
    began = time.perf_counter()
    met = sum(try_abilities(card) for card in CREATURES)
    fought = sum(try_battles(card) for card in CREATURES)
    abilities = sum(len(card.abilities) for card in CREATURES)
    print(f"{abilities} abilities of {len(CREATURES)} creatures, {len(CONDITIONS)} conditions: {met:,} meetings and")
    print(f"{fought:,} battles of two rounds, no fault, in {time.perf_counter() - began:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
