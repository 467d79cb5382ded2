"""What holds in every game of Delve: it ends, boxes are never negative, and the same faces and answers give the same game."""

from __future__ import annotations

from functools import cache
from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings

import dicecrawl as dc
from dicecrawl.core.events import Answered, CounterChanged, DiceRolled, StepEnded
from dicecrawl.core.save import state_digest, state_to_dict
from dicecrawl.core.state import State
from dicecrawl.games.delve import Adventurer
from dicecrawl.games.delve.words import BOXES, KNOBS

GAMES = settings(deadline=None, max_examples=12)
ADVENTURES = ("The Starting Adventure", "Sands of Time")
ROUNDS = dc.Limits(rounds=40)


@cache
def game() -> dc.Game:
    return dc.load("delve")


@st.composite
def setups(draw: st.DrawFn) -> dict[str, Any]:
    """Any adventure from any encounter on, a party in any shape, any treasures."""
    adventure = draw(st.sampled_from(ADVENTURES))
    card = game().card(adventure, "adventure")
    boxes = {name: draw(st.integers(0, full)) for name, full in card.fields["party"]}
    if not any(boxes.values()):
        boxes["Fighter"] = 1
    treasures = draw(st.lists(st.sampled_from([c.name for c in game().library.all("treasure")]), max_size=3, unique=True))
    return {
        "adventure": adventure,
        "begin": draw(st.sampled_from(card.fields["encounters"])),
        "party": [Adventurer(name, left) for name, left in boxes.items()],
        "treasures": treasures,
    }


def played(setup: dict[str, Any], seed: int) -> dc.Match:
    return game().new_match(**setup, seed=seed, players=dc.RandomPlayer(seed), limits=ROUNDS).play()


def sound(state: State) -> None:
    """No negative boxes, none above the sheet, nobody in two zones, no more dice than there are, the dead apart."""
    standing = [who for ids in state.zones.values() for who in ids]
    assert len(standing) == len(set(standing))
    for entity in state.entities.values():
        assert 0 <= entity.count(BOXES) <= entity.limits.get(BOXES, 0)
    for who in (*state.zone("adventurers"), *state.zone("opponents")):
        assert state[who].count(BOXES) > 0
    for who in state.zone("dead"):
        assert state[who].count(BOXES) == 0
    assert 0 <= sum(state.count(f"showing {face}") for face in range(1, 7)) <= KNOBS["Dice"]


@GAMES
@given(setups(), st.integers(0, 2**32))
def test_every_game_ends_and_every_state_on_the_way_is_sound(setup: dict[str, Any], seed: int) -> None:
    match = played(setup, seed)
    assert match.result in ("won", "lost", "undecided")
    state = match.start
    for logged in match.log:
        logged.event.apply(state)
        assert all(value >= 0 for entity in state.entities.values() for value in entity.counters.values())
        if isinstance(logged.event, StepEnded):
            sound(state)
    final = state_to_dict(state)
    assert {**final, "version": match.state.version} == state_to_dict(match.state)


@GAMES
@given(setups(), st.integers(0, 2**32))
def test_a_transcript_played_again_gives_an_equal_state_and_an_identical_log(setup: dict[str, Any], seed: int) -> None:
    match = played(setup, seed)
    text = match.transcript.to_json()
    again = dc.replay(text, game())
    assert again.log == match.log
    assert state_digest(again.state) == state_digest(match.state)


@GAMES
@given(setups(), st.integers(0, 2**32), st.integers(0, 40))
def test_a_save_in_mid_round_goes_on_as_if_nothing_had_been(setup: dict[str, Any], seed: int, moment: int) -> None:
    player = dc.RandomPlayer(seed)
    match = game().new_match(**setup, seed=seed, limits=ROUNDS)
    match.advance()
    for _ in range(moment):
        if match.decision is None:
            break
        assert match.answer(*player(match.decision, match.state)) is None
    again = dc.resume(match.save(), game())
    assert again.decision == match.decision
    assert state_digest(again.state) == state_digest(match.state)
    if match.decision is not None:
        picks = player(match.decision, match.state)
        assert (match.answer(*picks), again.answer(*picks)) == (None, None)
    assert again.log == match.log


@GAMES
@given(setups(), st.integers(0, 2**32), st.integers(1, 30))
def test_a_clone_shares_nothing_and_undo_takes_one_answer_back(setup: dict[str, Any], seed: int, moment: int) -> None:
    player = dc.RandomPlayer(seed)
    match = game().new_match(**setup, seed=seed, limits=ROUNDS)
    match.advance()
    for _ in range(moment):
        if match.decision is None:
            return
        assert match.answer(*player(match.decision, match.state)) is None
    before, decision, log = state_digest(match.state), match.decision, match.log
    copy = match.clone(dc.SeededDice(seed + 1), {0: dc.RandomPlayer(1)})
    copy.play()
    assert (state_digest(match.state), match.decision, match.log) == (before, decision, log)
    if decision is not None:
        match.answer(*player(decision, match.state))
        assert match.undo()
        assert (state_digest(match.state), match.decision, match.log) == (before, decision, log)


@pytest.mark.parametrize("adventure", ADVENTURES)
def test_rerolled_dice_are_drawn_one_by_one_and_kept_ones_stay(adventure: str) -> None:
    """Every roll draws exactly the dice that were not kept. Ruling: DV-15, DV-23."""
    match = game().new_match(adventure=adventure, seed=5, players=dc.RandomPlayer(5)).play()
    kept = 0
    drawn = 0
    for logged in match.log:
        event = logged.event
        if isinstance(event, DiceRolled) and event.why == "roll":
            drawn += 1
        elif isinstance(event, CounterChanged) and event.counter == "rolls" and event.by > 0:
            assert kept + drawn == 6
            kept = drawn = 0
        elif isinstance(event, Answered) and event.kind == "keep":
            kept = len(event.picks)
            if kept == 6:
                kept = 0
