"""Every ability against every condition, and random line-ups with every trait: no fault, and nothing that may never be.

An ability meets a condition twice: once its owner has it, once everybody else. Abilities that answer something come about
in battles of two rounds, in which every creature meets every condition too.
"""

from __future__ import annotations

from typing import Any

import pytest

import dicecrawl as dc
from dicecrawl.analysis.lineups import random_lineups, trait_kinds
from dicecrawl.core.context import Context
from dicecrawl.core.definitions import Definition
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


def meeting(card: Definition, condition: Definition, own: bool) -> tuple[dc.Match, int]:
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
    number = mix(CREATURES.index(card) * 1000 + CONDITIONS.index(condition) * 2 + own) >> 40
    match = game().battle(rogues, enemies, coins=20, seed=number, players=dc.RandomPlayer(number), limits=dc.Limits(rounds=2))
    return match, next(e.id for e in match.state.entities.values() if e.label == "actor")


def performed(state: State, who: int, card: Definition, number: int, seed: int) -> Run:
    """The state after one ability of the creature; now and then play goes on for some steps."""
    staging = game().ruleset.staging
    assert staging is not None
    run = Run(game().ruleset, game().library, state.clone(), SeededDice(seed), {0: dc.RandomPlayer(seed)})
    ctx = Context(run)
    staging.enter(ctx, who)
    staging.perform(ctx, who, card.abilities[number])
    if seed % FURTHER == 0:
        run.emit(ctx, StepEnded("ability", None, staging.between(ctx)))
        for _ in range(6):
            if not run.step():
                break
    return run


@pytest.mark.parametrize("card", CREATURES, ids=lambda card: card.name)
def test_every_ability_against_every_condition(card: Definition) -> None:
    for condition in CONDITIONS:
        for own in (True, False):
            match, who = meeting(card, condition, own)
            for number, ability in enumerate(card.abilities):
                if ability.trigger is not None:
                    continue
                seed = 1000 * CONDITIONS.index(condition) + 2 * number + own
                try:
                    run = performed(match.state, who, card, number, seed)
                    check_state(run.state, game().library, over=check_log(run.log))
                except Exception as fault:
                    fault.add_note(f"{ability.name} with {condition.name} on {'its owner' if own else 'everybody else'}")
                    raise


@pytest.mark.parametrize("card", CREATURES, ids=lambda card: card.name)
def test_every_creature_meets_every_condition_in_battle(card: Definition) -> None:
    for place, condition in enumerate(CONDITIONS):
        match, _ = meeting(card, condition, bool(place % 2))
        try:
            match.play()
            check_state(match.state, game().library, over=check_log(match.log))
        except Exception as fault:
            fault.add_note(f"{card.name} and {condition.name}: {match.setup}")
            raise


def test_random_line_ups_with_every_trait_keep_the_rules() -> None:
    for k in range(120):
        lines = random_lineups(game(), "interactions", k, most=6)
        player = dc.RandomPlayer(k) if k % 2 else dc.GreedyPlayer()
        match = game().battle(lines.rogues, lines.enemies, seed=k, players=player, **lines.setup)
        try:
            while not match.over:
                match.advance(25)
                check_state(match.state, game().library, over=check_log(match.log))
            if k % 4 == 0:
                assert dc.replay(match.transcript, game()).log == match.log
        except Exception as fault:
            fault.add_note(f"line-ups {k}: {lines}")
            raise


def test_the_checks_themselves_find_what_they_look_for() -> None:
    """Each fault made by hand, through the one writer of states."""
    from dicecrawl.core.events import ActionStarted, CounterChanged, EntityRemoved, Logged, StepBegan
    from dicecrawl.core.state import Cause, Condition, sealed, write

    def broken(**fields: Any) -> State:
        state = game().battle(["Knight"], ["Imp"]).state.clone()
        for name, value in fields.items():
            write(state if name == "zones" else state[1], name, value)
        return state

    check_state(broken(), game().library)
    for fields, told in (
        ({"zones": sealed({"rogues": (1, 2), "enemies": (2,)})}, "two places"),
        ({"zones": sealed({"rogues": (1,)})}, "nowhere"),
        ({"counters": sealed({"Health": 99})}, "99 Health of 12"),
        ({"counters": sealed({"Health": 5, "cooldown x": -1})}, "-1 cooldown x"),
        ({"counters": sealed({"Health": 0})}, "without Health"),
        ({"conditions": (Condition("Stunned", dice=1), Condition("Stunned", dice=2, age=1))}, "twice"),
    ):
        with pytest.raises(AssertionError, match=told):
            check_state(broken(**fields), game().library)
    check_state(broken(counters=sealed({"Health": 99})), game().library, over=[1])

    died = EntityRemoved(1, "died", "dead")
    for events, told in (
        ((died, ActionStarted(1, "x", "action")), "is dead and does x"),
        ((died, StepBegan("action", 1)), "is dead and has a turn"),
        ((StepBegan("conditions", 1), StepBegan("conditions", 1)), "second turn"),
    ):
        with pytest.raises(AssertionError, match=told):
            check_log([Logged(event, Cause()) for event in events])
    again = (StepBegan("conditions", 1), CounterChanged(1, "acted", -1, -1), StepBegan("conditions", 1))
    assert check_log([Logged(event, Cause()) for event in again]) == set()
