"""Odds of abilities, turns and battles between line-ups, against a brute-force twin, icepool, and each other."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from typing import Any

import icepool
import pytest

import dicecrawl as dc
from dicecrawl.analysis.courses import Stage, TooMany, one_step, policy_of, run_from, state_key, unfold
from dicecrawl.analysis.outlook import Outlook
from dicecrawl.analysis.situations import Search, ability_odds, duel_odds, turn_odds
from dicecrawl.core.budget import Limits
from dicecrawl.core.context import Context
from dicecrawl.core.dice import RecordedDice, enumerate_leaves
from dicecrawl.core.events import StepEnded
from dicecrawl.core.state import State
from dicecrawl.errors import SetupError, UnknownName

ROGUES, ENEMIES = ["Knight", "Archer", "Wizard"], ["Goblin Smasher", "Goblin Slinger", "Giant Rat"]


@pytest.fixture(scope="module")
def game() -> dc.Game:
    return dc.load("marching_order")


def lost(outlook: Outlook, name: str) -> dict[int, Fraction]:
    return dict(outlook.creature(name).lost.weights)


def capped(pool: icepool.Die, most: int) -> dict[int, Fraction]:
    """What a target with so much Health loses to a roll of damage."""
    weights: Counter[int] = Counter()
    for value, weight in pool.items():
        weights[max(0, min(most, value))] += weight
    return {value: Fraction(weight, pool.denominator()) for value, weight in sorted(weights.items()) if weight}


# -- against icepool ---------------------------------------------------------------------------------------------------


def test_an_attack_on_several_targets_agrees_with_icepool(game: dc.Game) -> None:
    outlook = game.odds(ability="Fire! Fire from the Heavens", actor="Wizard", rogues=ROGUES, enemies=ENEMIES)
    assert outlook.answer == "exact"
    for name in ENEMIES:
        card = game.card(name)
        blow = icepool.d6 + 3 - card.stats["Defense"]
        assert lost(outlook, name) == capped(blow, card.stats["Health"])
        down = outlook.creature(name).down
        assert down.value == capped(blow, card.stats["Health"]).get(card.stats["Health"], 0)
    first = icepool.d6 + 3 >= game.card(ENEMIES[0]).stats["Defense"]
    assert outlook.success is not None
    assert outlook.success.value == Fraction(first.probability(True))
    assert outlook.creature("Knight").untouched


def test_a_rider_on_every_target_hangs_on_its_own_roll(game: dc.Game) -> None:
    sentence = (
        "Target every enemy. Make a Magic Attack Roll vs their Defense for half damage. If successful, they gain Stunned (1)."
    )
    outlook = game.odds(ability=sentence, actor="Wizard", rogues=["Wizard"], enemies=["Living Statue", "Knight"])
    for name in ("Living Statue", "Knight"):
        hits = icepool.d6 + 3 - game.card(name).stats["Defense"]
        stunned = outlook.creature(name).conditions.get("Stunned")
        expected = Fraction((hits >= 0).probability(True))
        assert (stunned.value if stunned is not None else 0) == expected
        assert lost(outlook, name) == capped(hits.map(lambda margin: -(-margin // 2)), game.card(name).stats["Health"])


def test_a_turn_by_its_table_agrees_with_icepool(game: dc.Game) -> None:
    """A Giant Rat alone before an Archer bites on 1-3 of its table and once more on the 6 of its trait die."""
    rat, archer = game.card("Giant Rat"), game.card("Archer")
    bite = (icepool.d6 + rat.stats["Physical"] - archer.stats["Defense"]).map(lambda margin: max(0, margin))
    turn = icepool.d6.map(lambda face: bite if face <= 3 else 0) + icepool.d6.map(lambda face: bite if face == 6 else 0)
    outlook = game.turn_odds(actor="Giant Rat", rogues=["Archer"], enemies=["Giant Rat"])
    assert outlook.answer == "exact"
    assert lost(outlook, "Archer") == capped(turn, archer.stats["Health"])
    assert outlook.carried_out["Toothy Boys"].value == Fraction(1, 2)


# -- against the brute-force twin ----------------------------------------------------------------------------------------


def twin(game: dc.Game, start: State, stage: Stage, players: Any, limits: Limits | None = None) -> dict[Any, Fraction]:
    """Every way from the start in one long enumeration, nothing merged and nothing summed up."""

    def whole(dice: Any) -> Any:
        run = run_from(game, start, dice, policy_of(players), limits=limits)
        while True:
            stage.step(run)
            if not stage.going(run.state):
                return state_key(run.state)

    ends: dict[Any, Fraction] = {}
    for weight, key in enumerate_leaves(whole, most=100_000):
        ends[key] = ends.get(key, Fraction(0)) + weight
    return ends


def after_setup(game: dc.Game, state: State, ready: Any) -> State:
    """The state once the game has made it ready; what it gives is the step that comes next, if it is one."""
    run = run_from(game, state, RecordedDice(()), policy_of("greedy"))
    following = ready(Context(run))
    if following is not None:
        run.emit(Context(run), StepEnded("setup", None, following))
    return run.state


@pytest.mark.parametrize(
    ("rogue", "enemy", "opens"),
    [
        ("Barbarian", "Goblin Smasher", "rogues"),
        ("Knight", "Giant Rat", "rogues"),
        ("Barbarian", "Giant Rat", "enemies"),
    ],
)
def test_merging_changes_no_chance_of_a_round(game: dc.Game, rogue: str, enemy: str, opens: str) -> None:
    staging, limits = game.ruleset.staging, Limits(rounds=1)
    assert staging is not None
    turns = staging.turns
    assert turns is not None
    start = game.battle([rogue], [enemy]).state.clone()
    start = after_setup(game, start, lambda ctx: turns.enter(ctx, start.zone(opens)[0]))
    start = after_setup(game, start, turns.between)
    stage = Stage(one_step, lambda state: state.step is not None)
    found = unfold(game, start, stage, policy_of("greedy"), most=4_000, limits=limits)
    assert {state_key(end.state): end.chance for end in found.ends} == twin(game, start, stage, "greedy", limits)
    assert found.missing == 0
    assert found.merged > 0


def test_merging_changes_no_chance_where_chance_chooses(game: dc.Game) -> None:
    staging = game.ruleset.staging
    assert staging is not None
    turns = staging.turns
    assert turns is not None
    start = game.battle(["Barbarian"], ["Giant Rat"]).state.clone()
    start = after_setup(game, start, lambda ctx: turns.turn(ctx, 1))
    stage = Stage(one_step, lambda state: state.step is not None and state.step.phase not in staging.pauses)
    found = unfold(game, start, stage, policy_of("random"), most=4_000)
    assert {state_key(end.state): end.chance for end in found.ends} == twin(game, start, stage, "random")
    assert found.met.keys() >= {"action"}


def test_initiative_is_summed_up_exactly(game: dc.Game) -> None:
    start = game.battle(["Knight"], ["Giant Rat"]).state.clone()
    found = unfold(game, start, Stage(one_step, lambda state: False), policy_of("greedy"), most=36)
    assert sorted(end.chance for end in found.ends) == [Fraction(1, 2), Fraction(1, 2)]
    assert found.missing == 0


def test_a_duel_is_the_mean_of_both_openings(game: dc.Game) -> None:
    either, *both = (
        game.duel_odds(["Barbarian"], ["Goblin Smasher"], rounds=1, opens=opens) for opens in (None, "Rogues", "Enemies")
    )
    assert [outlook.answer for outlook in (either, *both)] == ["exact"] * 3
    for points, weight in either.creature("Barbarian").lost.weights.items():
        assert weight == sum(outlook.creature("Barbarian").lost.weights.get(points, 0) for outlook in both) / 2
    assert sum(figure.value for figure in either.results.values()) == 1


def test_a_situation_that_never_ends_is_refused(game: dc.Game) -> None:
    start = game.battle(["Knight"], ["Giant Rat"]).state.clone()
    with pytest.raises(dc.BudgetExceeded, match="comes back to itself"):
        unfold(game, start, Stage(lambda run: None, lambda state: True), policy_of("greedy"), most=40)


# -- within, and estimated -----------------------------------------------------------------------------------------------


def test_what_is_given_up_is_told_and_bounds_the_truth(game: dc.Game) -> None:
    exact = game.duel_odds(["Barbarian"], ["Goblin Smasher"], rounds=2, opens="Enemies")
    cut = game.duel_odds(["Barbarian"], ["Goblin Smasher"], rounds=2, opens="Enemies", search=Search(least=Fraction(1, 500)))
    assert exact.answer == "exact"
    assert cut.answer.startswith("exact within 0.")
    assert 0 < cut.certainty.missing < Fraction(1, 4)
    for name in ("Barbarian", "Goblin Smasher"):
        for points, figure in cut.creature(name).lost.items():
            assert figure.high is not None
            assert figure.low <= exact.creature(name).lost.weights[points] <= figure.high
        mean = cut.creature(name).lost.mean
        assert mean.high is not None
        assert mean.low <= exact.creature(name).lost.mean.value <= mean.high
    assert sum(cut.creature("Barbarian").lost.weights.values()) + cut.certainty.missing == 1


def test_past_the_bound_it_is_estimated_and_says_so(game: dc.Game) -> None:
    situation: dict[str, Any] = {"rogues": ["Barbarian"], "enemies": ["Goblin Smasher"], "rounds": 2, "opens": "Rogues"}
    exact = game.duel_odds(**situation)
    guess = game.duel_odds(**situation, search=Search(most=50, samples=300, seed="guess"))
    assert guess.answer == "estimated ± 5.6 % (95 %, 300 samples)"
    assert guess.ways == 300
    inside = [
        figure.low <= exact.creature("Barbarian").lost.weights[points] <= (figure.high or 1)
        for points, figure in guess.creature("Barbarian").lost.items()
    ]
    assert sum(inside) >= 0.8 * len(inside)
    again = game.duel_odds(**situation, search=Search(most=50, samples=300, seed="guess"))
    assert again.to_dict() == guess.to_dict()
    with pytest.raises(dc.DicecrawlError, match="estimated from samples"):
        guess.creature("Barbarian").lost.distribution  # noqa: B018
    assert exact.creature("Barbarian").lost.distribution.missing == 0


def test_without_samples_too_many_ways_are_refused(game: dc.Game) -> None:
    with pytest.raises(TooMany, match=r"more than 50 ways to follow \(`most`\)"):
        duel_odds(game, ["Barbarian"], ["Goblin Smasher"], rounds=2, search=Search(most=50, samples=0))


def test_dice_that_explode_for_ever_are_cut_and_it_is_said(game: dc.Game) -> None:
    sentence = "Make a +2 Attack Roll vs Defense, exploding on 6."
    outlook = game.odds(ability=sentence, actor="Knight", rogues=["Knight"], enemies=["Living Statue"])
    assert outlook.answer.startswith("exact within ")
    assert 0 < outlook.certainty.missing < Fraction(1, 10**7)


# -- choices and names -----------------------------------------------------------------------------------------------------


def test_the_target_is_the_one_that_was_named(game: dc.Game) -> None:
    for name in ("Goblin Slinger", "Giant Rat"):
        outlook = ability_odds(game, "I HAVE the Power! Lightning Bolt", "Wizard", ROGUES, ENEMIES, target=name)
        assert [c.name for c in outlook.creatures if not c.untouched] == [name]
        assert outlook.choices == ("target",)


def test_choices_by_chance_are_dice_too(game: dc.Game) -> None:
    outlook = ability_odds(game, "I HAVE the Power! Lightning Bolt", "Wizard", ROGUES, ENEMIES, players="random")
    parts = [ability_odds(game, "I HAVE the Power! Lightning Bolt", "Wizard", ROGUES, ENEMIES, target=n) for n in ENEMIES]
    for name, part in zip(ENEMIES, parts, strict=True):
        assert outlook.creature(name).down.value == part.creature(name).down.value / 3


@pytest.mark.parametrize(
    ("wrong", "error", "advice"),
    [
        ({"actor": "Wizzard"}, UnknownName, "there are Knight, Archer"),
        ({"ability": "Fire"}, UnknownName, "it has 'Sling'"),
        ({"target": "Nobody"}, UnknownName, "nobody in these line-ups"),
        ({"players": "clever"}, SetupError, "name 'greedy' or 'random'"),
        ({"rogues": []}, SetupError, "at least one rogue"),
    ],
)
def test_wrong_names_are_refused_with_those_there_are(
    game: dc.Game, wrong: dict[str, Any], error: type[Exception], advice: str
) -> None:
    asked: dict[str, Any] = {"ability": "Sling", "actor": "Wizard", "rogues": ROGUES, "enemies": ENEMIES}
    with pytest.raises(error, match=advice):
        game.odds(**{**asked, **wrong})


def test_a_battle_is_followed_for_a_round_at_least(game: dc.Game) -> None:
    with pytest.raises(SetupError, match="1 round or more"):
        game.duel_odds(["Knight"], ["Imp"], rounds=0)
    with pytest.raises(SetupError, match="there are Rogues, Enemies"):
        game.duel_odds(["Knight"], ["Imp"], rounds=1, opens="Monsters")


# -- how it is shown ---------------------------------------------------------------------------------------------------------


def test_it_shows_itself_and_escapes_what_it_is_given(game: dc.Game) -> None:
    from dicecrawl.games.marching_order import Enemy

    enemy = Enemy("Giant Rat", name="<b>|rat|</b>")
    outlook = turn_odds(game, "<b>|rat|</b>", ["Archer"], [enemy])
    assert "<b>" in outlook.text()
    assert "<b>" not in outlook._repr_html_()
    assert "&lt;b&gt;" in outlook._repr_html_()
    assert r"\|rat\|" in outlook._repr_markdown_()
    assert outlook.text(ascii=True).isascii()
    for shown in (outlook.text(), outlook._repr_html_(), outlook._repr_markdown_()):
        assert "exact" in shown
        assert "Toothy Boys" in shown
    plain = json.loads(json.dumps(outlook.to_dict()))
    assert plain["answer"] == "exact"
    assert plain["carried_out"]["Toothy Boys"] == {"value": 0.5, "exactly": "1/2"}
    rows = outlook.to_rows()
    assert {"who", "what", "value", "low", "high", "answer"} == set(rows[0])
    assert all(row["low"] <= row["value"] <= row["high"] for row in rows)


def test_states_with_equal_keys_differ_in_serial_numbers_only(game: dc.Game) -> None:
    state = game.battle(["Knight"], ["Giant Rat"], seed=1, players=dc.GreedyPlayer()).play().state
    assert state_key(state) == state_key(state.clone())
    other = game.battle(["Knight"], ["Giant Rat"], seed=2, players=dc.GreedyPlayer()).play().state
    assert state_key(state) != state_key(other)
