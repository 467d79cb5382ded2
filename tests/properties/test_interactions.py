"""Every ability against every condition, and random line-ups with every trait: no fault, and nothing that may never be.

An ability meets a condition twice: once its owner has it, once everybody else. Abilities that answer something come about
in battles of two rounds. Here a stated part of all meetings is tried; `python -m tests.properties.interactions` tries all.
"""

from __future__ import annotations

from typing import Any

import pytest

import dicecrawl as dc
from dicecrawl.analysis.lineups import random_lineups
from dicecrawl.core.definitions import Definition
from dicecrawl.core.state import State
from tests.properties.battles import Tally, tried
from tests.properties.fights import game
from tests.properties.interactions import CONDITIONS, CREATURES, meetings, try_abilities, try_battles
from tests.properties.invariants import check_log, check_state

PART = 6  # one of so many meetings is tried here


def test_the_part_that_is_tried_leaves_no_ability_and_no_condition_out() -> None:
    tried_abilities, tried_conditions = set(), set()
    for card in CREATURES:
        for condition, own, numbers in meetings(card, PART):
            tried_conditions.add((condition.name, own))
            tried_abilities |= {(card.name, number, own) for number in numbers}
    every = [(c.name, n) for c in CREATURES for n, ability in enumerate(c.abilities) if ability.trigger is None]
    assert [one for one in every if not {(*one, True), (*one, False)} <= tried_abilities] == []
    assert tried_conditions == {(condition.name, own) for condition in CONDITIONS for own in (True, False)}


@pytest.mark.parametrize("card", CREATURES, ids=lambda card: card.name)
def test_abilities_against_conditions(card: Definition) -> None:
    assert try_abilities(card, PART) >= len(card.abilities)


@pytest.mark.parametrize("card", CREATURES, ids=lambda card: card.name)
def test_every_creature_meets_conditions_in_battle(card: Definition) -> None:
    assert try_battles(card, PART) == 2 * len(CONDITIONS) // PART


def test_random_battles_end_and_come_out_equally_on_clones_and_from_their_transcripts() -> None:
    """`python -m tests.properties.battles 10000` plays more of them."""
    tally = Tally()
    for k in range(40):
        tried(k, tally)
    assert tally.battles == 40
    assert set(tally.results) == {"won", "lost"}
    assert len(tally.creatures) > 30


def test_random_line_ups_with_every_trait_keep_the_rules() -> None:
    for k in range(60):
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
    from dicecrawl.core.events import ActionStarted, CounterChanged, EntityRemoved, Logged, StepEnded, TurnBegan
    from dicecrawl.core.state import Cause, Condition, Step, sealed, write

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
        ((died, StepEnded("next", following=Step("action", 1))), "is dead and has a turn"),
        ((TurnBegan(1, 1, 1), TurnBegan(1, 2, 1)), "second turn"),
    ):
        with pytest.raises(AssertionError, match=told):
            check_log([Logged(event, Cause()) for event in events])
    again = (TurnBegan(1, 1, 1), CounterChanged(1, "acted", -1, -1), TurnBegan(1, 2, 1))
    assert check_log([Logged(event, Cause()) for event in again]) == set()
