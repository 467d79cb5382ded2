"""Real faults of neighbours, tried on the rules of battle: timing, stacking, damage, halving, nobody to choose."""

from __future__ import annotations

from typing import Any

import pytest

import dicecrawl as dc
from dicecrawl.core.context import Context
from dicecrawl.core.dice import Dice, ScriptedDice, SeededDice
from dicecrawl.core.run import Run
from dicecrawl.core.state import Step, write
from dicecrawl.games.marching_order import Enemy, Rogue

GAME = dc.load("marching_order")


def first(decision: dc.Decision, state: Any) -> tuple[int, ...]:
    """A player that takes the first options."""
    return tuple(range(max(1, decision.least)))


def skipping(decision: dc.Decision, state: Any) -> tuple[int, ...]:
    """A player that skips every action."""
    for index, option in enumerate(decision.options):
        if option.value == "Skip":
            return (index,)
    return first(decision, state)


def table(rogues: list[Any], enemies: list[Any], dice: Dice, player: Any = first) -> Run:
    """A battle set up and not begun."""
    state = GAME.ruleset.setup(GAME.library, rogues, enemies)
    return Run(GAME.ruleset, GAME.library, state, dice, {0: player})


def do(run: Run, who: int, text: str, they: tuple[int, ...] = ()) -> None:
    """Let somebody carry out a sentence."""
    ctx = Context(run, who, "trait").within(they=they)
    GAME.effect(text).tree.perform(ctx)


def turn(run: Run, who: int) -> None:
    """One whole turn."""
    write(run.state, "step", Step("conditions", who))
    while run.state.step is not None and run.state.step.phase not in ("next", "end"):
        run.step()


# -- S8: how long a condition lasts ---------------------------------------------------------------------------------


@pytest.mark.parametrize("when", ["before its turn", "after its turn"])
def test_a_stun_of_one_costs_exactly_one_action(when: str) -> None:
    run = table(["Knight"], ["Living Statue"], SeededDice(1), skipping)
    if when == "after its turn":
        turn(run, 1)
    before = sum(1 for entry in run.log if type(entry.event).__name__ == "ActionStarted" and entry.event.who == 1)
    do(run, 1, "You gain Stunned (1).")
    turn(run, 1)
    turn(run, 1)
    after = sum(1 for entry in run.log if type(entry.event).__name__ == "ActionStarted" and entry.event.who == 1)
    assert after - before == 1, "MO-80: one turn lost, the next one taken"


def test_a_bleed_of_three_bleeds_three_times() -> None:
    run = table(["Barbarian"], ["Living Statue"], SeededDice(1), skipping)
    do(run, 1, "You gain Bleed [2] (3).")
    for _ in range(5):
        turn(run, 1)
    assert run.state[1].count("Health") == 16 - 3 * 2, "MO-80, MO-88"
    assert run.state[1].condition("Bleed") is None


def test_cooldown_four_is_ready_on_the_fourth_following_turn() -> None:
    run = table([Rogue("Archer")], ["Living Statue"], SeededDice(3), skipping)
    do(run, 1, "You gain Protected [2] (1).")  # something that is no action
    from dicecrawl.core.events import CounterChanged

    Context(run, 1).emit(CounterChanged(1, "cooldown Duck and Cover!", 4))
    left = []
    for _ in range(4):
        turn(run, 1)
        left.append(run.state[1].count("cooldown Duck and Cover!"))
    assert left == [3, 2, 1, 0], "MO-77: free in the fourth following turn"


# -- S9: the same condition twice ---------------------------------------------------------------------------------


def test_a_condition_twice_is_one_with_its_dice_added_and_the_higher_strength() -> None:
    run = table(["Knight"], ["Giant Rat"], SeededDice(1))
    do(run, 1, "You gain Protected [2] (2). You gain Protected [1] (3).")
    (condition,) = run.state[1].conditions
    assert (condition.strength, condition.dice) == (2, 5), "MO-82"
    do(run, 1, "You end Protected.")
    assert run.state[1].conditions == ()
    assert run.value(Context(run, 1), _defense()) == 5, "nothing is left behind"


def _defense() -> Any:
    from dicecrawl.core.questions import StatOf

    return StatOf(1, "Defense")


# -- S10: too little and too much ------------------------------------------------------------------------------------


def test_an_attack_below_defense_never_heals() -> None:
    run = table(["Wizard"], [Enemy("Living Statue", health=9)], ScriptedDice([1]))
    do(run, 1, "Target an enemy. Make a Physical Attack Roll vs their Defense.")
    assert run.state[2].count("Health") == 9


def test_healing_stops_at_the_maximum_and_the_log_shows_both_amounts() -> None:
    run = table([Rogue("Knight", health=11)], ["Giant Rat"], ScriptedDice([]))
    do(run, 1, "Gain 5 Health.")
    event: Any = run.log[-1].event
    assert (event.by, event.applied, run.state[1].count("Health")) == (5, 1, 12)


# -- S11: halves -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("damage", "half"), [(5, 3), (7, 4), (1, 1)])
def test_halves_round_up(damage: int, half: int) -> None:
    run = table([Rogue("Barbarian", conditions=[("Shielded", None, 2)])], ["Giant Rat"], ScriptedDice([]))
    do(run, 1, f"You take {damage} damage.")
    assert run.state[1].count("Health") == 16 - half, "MO-21, MO-110"


def test_a_half_roll_is_uniform_on_one_two_three() -> None:
    seen = []
    for face in range(1, 7):
        run = table([Rogue("Barbarian")], ["Giant Rat"], ScriptedDice([face]))
        do(run, 1, "Lose half a roll of Health.")
        seen.append(16 - run.state[1].count("Health"))
    assert seen == [1, 1, 2, 2, 3, 3]


# -- S13: the Imp that gates in an Imp --------------------------------------------------------------------------------


def test_imps_that_gate_in_imps_end_within_the_budget() -> None:
    match = GAME.battle(["Barbarian"], ["Imp"] * 4, seed=4, players=dc.RandomPlayer(4)).play()
    assert match.over
    assert len(match.state.entities) < 200


# -- S14: nobody to choose --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "sentence",
    [
        "Target a random adjacent ally. They gain 1 Health.",
        "Target 2 random allies. They gain 1 Health.",
        "A random ally takes an action.",
        "Switch places with a random ally.",
    ],
)
def test_nobody_to_choose_is_no_die_and_no_fault(sentence: str) -> None:
    dice = ScriptedDice([])
    run = table(["Knight"], ["Giant Rat"], dice)
    do(run, 1, sentence)
    dice.finish()
    assert all(type(entry.event).__name__ != "DiceRolled" for entry in run.log), "MO-10"


def test_a_single_candidate_is_chosen_without_a_die() -> None:
    dice = ScriptedDice([])
    run = table(["Knight", "Barbarian"], ["Giant Rat"], dice)
    do(run, 1, "Target a random ally. They lose 1 Health.")
    dice.finish()
    assert run.state[2].count("Health") == 15
