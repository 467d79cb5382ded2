"""What holds in every fight: the same faces and answers give the same game, and nothing impossible ever stands there.

These are laws of the design (DESIGN.md), tried on random fights over all content.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import hypothesis.strategies as st
from hypothesis import given, settings

import dicecrawl as dc
from dicecrawl.core.events import (
    ActionStarted,
    CheckMade,
    ConditionGained,
    DiceRolled,
    EntityRemoved,
    Logged,
    StepEnded,
)
from dicecrawl.core.save import state_to_dict
from dicecrawl.core.state import State
from dicecrawl.games.marching_order.words import DEAD, GONE, LINE, ROGUES
from dicecrawl.language.library import load_library
from dicecrawl.language.source import Source
from tests.properties.fights import FIGHTS, ROUNDS, Fight, fights, game, log_lines, state_of

MOMENTS = st.integers(0, 25)  # a decision, counted from 0


def same(one: dc.Match, other: dc.Match) -> bool:
    return one.log == other.log and state_of(one) == state_of(other) and one.transcript == other.transcript


# -- the same game again ------------------------------------------------------------------------------------------------------


@FIGHTS
@given(fights())
def test_a_transcript_played_again_gives_an_equal_state_and_an_identical_log(fight: Fight) -> None:
    match = fight.played()
    assert match.over
    text = match.transcript.to_json()
    assert dc.Transcript.from_json(text) == match.transcript
    assert same(dc.replay(text, game()), match)


@FIGHTS
@given(fights())
def test_answering_by_hand_and_having_players_gives_the_same_game(fight: Fight) -> None:
    assert same(fight.finished(fight.begin()), fight.played())


@FIGHTS
@given(fights(), MOMENTS)
def test_a_save_in_mid_decision_goes_on_as_if_nothing_had_been(fight: Fight, moment: int) -> None:
    match = fight.reached(moment)
    text = match.save()
    again = dc.resume(text, game())
    assert again.save() == text
    assert again.decision == match.decision
    assert same(again, match)
    assert same(fight.finished(again), fight.finished(match))


@FIGHTS
@given(fights(), MOMENTS, st.integers(1, 4))
def test_undo_leads_back_to_where_one_was_and_on_the_same_way(fight: Fight, moment: int, back: int) -> None:
    match = fight.reached(moment)
    given_so_far = len(match.transcript.answers)
    steps = min(back, given_so_far)
    assert [match.undo() for _ in range(steps)] == [True] * steps
    before = fight.reached(given_so_far - steps)
    assert match.decision == before.decision
    assert same(match, before)
    assert same(fight.finished(match), fight.finished(before))


@FIGHTS
@given(fights(), MOMENTS, st.integers(0, 2**32))
def test_a_clone_played_on_with_other_dice_leaves_the_match_alone(fight: Fight, moment: int, seed: int) -> None:
    match = fight.reached(moment)
    untouched = fight.reached(moment)
    copy = match.clone(dc.SeededDice(seed))
    assert copy.decision == match.decision
    assert same(copy, match)
    fight.finished(copy)
    assert same(match, untouched)
    assert same(fight.finished(match), fight.finished(untouched))


@FIGHTS
@given(fights(), MOMENTS, st.lists(st.integers(-3, 12), max_size=4))
def test_a_refused_answer_changes_nothing(fight: Fight, moment: int, picks: list[int]) -> None:
    match = fight.reached(moment)
    if match.decision is None or match.decision.refuse(picks) is None:
        picks = [99]
    heard: list[Logged] = []
    match.observers.append(heard.append)
    before = (state_of(match), match.log, match.save(), match.decision)
    assert isinstance(match.answer(*picks), dc.Refusal)
    assert (state_of(match), match.log, match.save(), match.decision) == before
    assert heard == []


# -- where the content stands --------------------------------------------------


def renamed(order: list[int]) -> dc.Game:
    """The shipped texts in another order and under other names: every card in a file of another name."""
    texts = [parsed.source.raw for _, parsed in sorted(game().library.parsed.items())]
    sources = [Source.of(texts[n], f"{position:04d}.crawl") for position, n in enumerate(order)]
    return dc.Game(game().ruleset, load_library(game().ruleset, sources).demand())


@settings(FIGHTS, max_examples=3)
@given(st.data())
def test_content_in_other_files_and_another_order_plays_the_same(data: st.DataObject) -> None:
    elsewhere = renamed(data.draw(st.permutations(range(len(game().library.parsed)))))
    assert elsewhere.library.digest == game().library.digest
    for _ in range(4):
        fight = data.draw(fights())
        here, there = fight.played(), fight.played(elsewhere)
        assert log_lines(there) == log_lines(here)
        assert state_of(there) == state_of(here)
        assert there.transcript == here.transcript
        assert same(dc.replay(here.transcript, elsewhere), there)


# -- what may never be --------------------------------------------------


class Witness:
    """Follows a match event by event on a state of its own, and looks at that after each."""

    def __init__(self, start: State) -> None:
        self.state = start
        self.heard: list[Logged] = []
        self.ages: set[int] = set()
        self.removed: Counter[int] = Counter()

    def __call__(self, logged: Logged) -> None:
        event = logged.event
        if isinstance(event, ConditionGained):
            assert event.renewed == (event.condition.age in {c.age for c in self.state[event.who].conditions})
            assert event.renewed or event.condition.age not in self.ages, "two conditions share an age"
            self.ages.add(event.condition.age)
        if isinstance(event, ActionStarted):
            assert self.state.where(event.who) not in (DEAD, GONE, None), "one who is not in the battle acts"
        if isinstance(event, EntityRemoved):
            assert self.state.where(event.who) not in (DEAD, GONE), "removed twice"
        event.apply(self.state)
        self.heard.append(logged)
        self.look()
        if isinstance(event, StepEnded):
            fallen = [e.label for e in self.state.entities.values() if "Health" in e.limits and not e.count("Health")]
            dead = [self.state[who].label for who in self.state.zone(DEAD)]
            assert set(fallen) <= set(dead), "a step ended with somebody at 0 Health who had not died"

    def look(self) -> None:
        state = self.state
        standing = [who for ids in state.zones.values() for who in ids]
        assert len(standing) == len(set(standing)), "somebody is in two zones, or twice in one"
        assert set(standing) == set(state.entities), "somebody is nowhere, or nobody is somewhere"
        assert len(state.zone(ROGUES)) <= LINE
        for who, entity in state.entities.items():
            assert entity.id == who
            for counter, limit in entity.limits.items():
                assert 0 <= entity.count(counter) <= limit, f"{entity.label} has {entity.count(counter)} {counter}"
            assert all(pips >= 0 for name, pips in entity.counters.items() if name.startswith("cooldown "))
            ages = [condition.age for condition in entity.conditions]
            assert ages == sorted(set(ages))
            assert all(c.dice is None or c.dice >= 0 for c in entity.conditions)


@settings(FIGHTS, max_examples=40)
@given(fights())
def test_nothing_impossible_stands_on_the_table_after_any_event(fight: Fight) -> None:
    match = fight.begin(dict.fromkeys(range(fight.seats), fight.answers.anew()))
    witness = Witness(match.state.clone())
    witness.look()
    match.observers.append(witness)
    match.play()
    assert tuple(witness.heard) == match.log
    # The events alone lead to the end; only the count of changes that rules must notice is kept elsewhere.
    assert {**state_to_dict(witness.state), "version": match.state.version} == state_of(match)


@settings(FIGHTS, max_examples=10)
@given(fights(most=3))
def test_an_observer_of_a_match_answered_by_hand_hears_of_each_event_once(fight: Fight) -> None:
    match = fight.begin()
    witness = Witness(match.state.clone())
    match.observers.append(witness)
    fight.finished(match)
    assert tuple(witness.heard) == match.log


@settings(FIGHTS, max_examples=40)
@given(fights())
def test_every_fight_ends_step_by_step_each_within_its_budget(fight: Fight) -> None:
    match = fight.played()
    assert match.result in ("won", "lost", "undecided")
    assert match.state.count("round") <= ROUNDS.rounds
    assert match.result != "undecided" or match.state.count("round") == ROUNDS.rounds
    events: list[Any] = [entry.event for entry in match.log]
    sizes, began = [], 0
    for number, event in enumerate(events):
        if isinstance(event, StepEnded):
            sizes.append(number - began)
            began = number
    assert began == len(events) - 1, "something happened after the last step"
    assert max(sizes) < dc.Limits().events / 2, "one step used more than half of what it may"


@settings(FIGHTS, max_examples=15)
@given(fights())
def test_the_log_tells_every_face_both_natural_and_counted_and_every_sum_is_the_one_it_led_to(fight: Fight) -> None:
    match = fight.played()
    rolled = [entry.event for entry in match.log if isinstance(entry.event, DiceRolled)]
    assert tuple(die.natural for die in rolled) == match.transcript.faces
    assert all(1 <= die.face <= die.sides for die in rolled)
    for entry in match.log:
        if isinstance(entry.event, CheckMade):
            assert entry.event.success == (entry.event.total >= entry.event.number)
