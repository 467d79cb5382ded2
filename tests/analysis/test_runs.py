"""Many matches of any sort: the figures are those of the matches, whatever plays them."""

from __future__ import annotations

from collections import Counter

import pytest

import dicecrawl as dc
from dicecrawl.analysis.runs import Runs
from dicecrawl.core.dice import SeededDice
from dicecrawl.core.events import EntityRemoved
from dicecrawl.games.marching_order import Rogue
from dicecrawl.players.delver import Delver

PARTY = [Rogue("Barbarian", items=["Torch"]), Rogue("Sellsword"), Rogue("Archer", items=["Torch"])]
DELVE = "The Last Will of Wimple Hall"
SETUP = {"mode": "delve", "delve": DELVE, "rogues": PARTY}


@pytest.fixture(scope="module")
def game() -> dc.Game:
    return dc.load("marching_order")


@pytest.fixture(scope="module")
def found(game: dc.Game) -> Runs:
    return game.runs(runs=12, seed="runs", players="delver", **SETUP)


def test_the_figures_are_those_of_the_matches(game: dc.Game, found: Runs) -> None:
    results: Counter[str] = Counter()
    deaths: Counter[str] = Counter()
    coins = 0
    for k in range(12):
        dice = SeededDice.for_game("runs", k)
        match = game.new_match(dice=dice, players=Delver(), mode="delve", delve=DELVE, rogues=PARTY).play()
        results[str(match.result)] += 1
        coins += match.state.count("Coins of seat 0")
        for logged in match.log:
            event = logged.event
            if isinstance(event, EntityRemoved) and event.reason == "died" and event.who in match.state.entities:
                deaths[logged.cause.definition] += 1
    assert {name: rate.hits for name, rate in found.outcomes.items()} == dict(results)
    assert sum(found.deaths.values()) == sum(deaths.values())
    assert found.gains["Coins"].total == coins
    assert found.runs == 12
    assert sum(found.ends.values()) == 12 - results["won"]


def test_workers_change_no_digit(game: dc.Game, found: Runs) -> None:
    assert game.runs(runs=12, seed="runs", players="delver", workers=2, **SETUP).to_dict() == found.to_dict()


def test_it_shows_itself_and_turns_into_rows(found: Runs) -> None:
    assert str(found).startswith("12 runs of Marching Order, delve; delve: The Last Will of Wimple Hall; rogues: Barbarian,")
    assert "<table>" in found._repr_html_()
    assert found._repr_markdown_().count("\n") >= 4
    assert {row["what"] for row in found.to_rows()} >= {"outcome", "gain"}
    assert found.rate("nothing of the kind").hits == 0


def test_campaigns_and_other_games_are_counted_too(game: dc.Game) -> None:
    campaigns = game.runs(mode="campaign", runs=2, players="delver", seats=2, visits=1)
    assert campaigns.runs == 2
    sheet = dc.load("delve").runs(adventure="The Starting Adventure", runs=4, players="cautious")
    assert sheet.runs == 4
    assert set(sheet.ends) <= set(dc.load("delve").card("The Starting Adventure").fields["encounters"])


def test_impossible_numbers_are_refused(game: dc.Game) -> None:
    with pytest.raises(dc.SetupError, match="runs and workers must be 1 or more"):
        game.runs(runs=0, **SETUP)
    with pytest.raises(dc.SetupError, match="needs rogues to be set up"):
        game.runs(mode="delve", delve=DELVE, runs=1)
