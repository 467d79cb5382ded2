"""Batches of battles: the same digits however they are played, honest counts, and reports that show what they are given."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import warnings
from fractions import Fraction
from typing import Any

import pytest

import dicecrawl as dc
from dicecrawl.analysis import simulate as module
from dicecrawl.analysis.simulate import Simulation, Tally, simulate
from dicecrawl.core.decisions import Decision
from dicecrawl.core.events import EntityRemoved
from dicecrawl.core.state import State
from dicecrawl.errors import BudgetExceeded, DicecrawlError, SetupError, UnknownName

ROGUES, ENEMIES = ["Knight", "Archer"], ["Goblin Smasher", "Goblin Wallboy", "Giant Rat"]


@pytest.fixture(scope="module")
def game() -> dc.Game:
    return dc.load("marching_order")


def as_json(simulation: Simulation) -> str:
    return json.dumps(simulation.to_dict())


def first_option(seed: str) -> Any:
    """A player factory that stands in a module, so that it can be sent to another process."""

    def player(decision: Decision, state: State) -> tuple[int, ...]:
        return tuple(range(decision.least))

    return player


# -- the same digits ---------------------------------------------------------------------------------------------------


def test_any_number_of_workers_gives_the_same_bytes(game: dc.Game) -> None:
    one, two, three = (
        as_json(game.simulate(ROGUES, ENEMIES, runs=40, seed="w", players="random", workers=w)) for w in (1, 2, 3)
    )
    assert one == two == three


def test_hash_seeds_change_nothing() -> None:
    program = (
        "import json, dicecrawl as dc\n"
        f"s = dc.load('marching_order').simulate({ROGUES!r}, {ENEMIES!r}, runs=25, seed=3, players='random')\n"
        "print(json.dumps(s.to_dict()))"
    )
    told = set()
    for seed in ("0", "1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, env=environment, check=False)
        assert done.returncode == 0, done.stderr
        told.add(done.stdout)
    assert len(told) == 1


def test_a_game_depends_on_its_seed_and_number_only(game: dc.Game) -> None:
    batch = module.Batch(ROGUES, ENEMIES, 5, module.factory_of("random"), {"etn": 4, "seats": 1, "coins": 0}, None)
    alone = batch.match(game, 7).play().transcript
    for k in (1, 7, 0):
        again = batch.match(game, k).play().transcript
        assert (again == alone) == (k == 7)


def test_another_seed_gives_other_games(game: dc.Game) -> None:
    one, other = (game.simulate(ROGUES, ENEMIES, runs=20, seed=seed).to_dict() for seed in (1, 2))
    assert one["creatures"] != other["creatures"]


# -- counts ------------------------------------------------------------------------------------------------------------


def test_counts_add_up_and_agree_with_the_games_themselves(game: dc.Game) -> None:
    simulation = simulate(game, ROGUES, ENEMIES, runs=30, seed=9)
    batch = module.Batch(ROGUES, ENEMIES, 9, module.factory_of("greedy"), {"etn": 4, "seats": 1, "coins": 0}, None)
    matches = [batch.match(game, k).play() for k in range(30)]
    assert simulation.games == 30
    assert simulation.won.hits == sum(m.result == "won" for m in matches)
    assert simulation.won.hits + simulation.lost.hits + simulation.undecided.hits == 30
    assert simulation.rounds.value == Fraction(sum(m.state.count("round") for m in matches), 30)
    knight = next(c for c in simulation.creatures if c.name == "Knight")
    died = [
        any(isinstance(e.event, EntityRemoved) and e.event.who == 1 and e.event.reason == "died" for e in m.log)
        for m in matches
    ]
    assert (knight.deaths.hits, knight.deaths.trials) == (sum(died), 30)
    assert simulation.win_rate.low < simulation.win_rate.estimate <= simulation.win_rate.high


def test_the_line_ups_come_first_and_in_order_with_their_labels(game: dc.Game) -> None:
    simulation = game.simulate(["Archer", "Knight"], ["Giant Rat", "Giant Rat"], runs=3)
    assert simulation.rogues == ("Archer", "Knight")
    assert simulation.enemies == ("Giant Rat", "Giant Rat 2")
    assert [c.name for c in simulation.creatures][:4] == ["Archer", "Knight", "Giant Rat", "Giant Rat 2"]


def test_the_cap_of_rounds_counts_as_undecided(game: dc.Game) -> None:
    simulation = game.simulate(["Knight"], ["Living Statue"], runs=8, limits=dc.Limits(rounds=1))
    assert simulation.undecided.hits == 8
    assert (simulation.won.hits, simulation.lost.hits) == (0, 0)
    assert simulation.rounds.value == 1


def test_pieces_may_be_added_in_any_order(game: dc.Game) -> None:
    batch = module.Batch(ROGUES, ENEMIES, 1, module.factory_of("random"), {"etn": 4, "seats": 1, "coins": 0}, None)
    pieces = [module.play_games(game, batch, range(k, k + 4)) for k in (0, 4, 8)]
    forwards, backwards = Tally(), Tally()
    for piece in pieces:
        forwards.add(piece)
    for piece in reversed(pieces):
        backwards.add(piece)
    assert forwards == backwards
    assert forwards == module.play_games(game, batch, range(12))


def test_one_game_has_a_mean_and_no_bounds(game: dc.Game) -> None:
    simulation = game.simulate(ROGUES, ENEMIES, runs=1)
    assert simulation.to_dict()["rounds"] == {"estimate": float(simulation.rounds.value)}
    assert "1 battle of" in simulation.text()


# -- players, progress, faults -----------------------------------------------------------------------------------------


def test_a_factory_makes_one_player_for_each_seat_and_game(game: dc.Game) -> None:
    asked: list[str] = []

    def factory(seed: str) -> dc.Player:
        asked.append(seed)
        return dc.GreedyPlayer()

    simulation = game.simulate(ROGUES, ENEMIES, runs=3, seats=2, seed=4, players=factory)
    assert asked == [f"4, game {k}, seat {seat}" for k in range(3) for seat in range(2)]
    assert simulation.players == "factory"


def test_a_factory_from_a_module_plays_in_workers_too(game: dc.Game) -> None:
    results = [as_json(game.simulate(ROGUES, ENEMIES, runs=6, players=dc.RandomPlayer, workers=w)) for w in (1, 2)]
    assert results[0] == results[1]


def test_a_factory_that_cannot_be_sent_is_refused_with_advice(game: dc.Game) -> None:
    with pytest.raises(DicecrawlError, match=r"top of a module, or use workers=1"):
        game.simulate(ROGUES, ENEMIES, runs=4, players=lambda seed: dc.GreedyPlayer(), workers=2)


def test_progress_is_told_up_to_the_end(game: dc.Game) -> None:
    told: list[tuple[int, int]] = []
    game.simulate(ROGUES, ENEMIES, runs=20, progress=lambda done, wanted: told.append((done, wanted)))
    assert told[-1] == (20, 20)
    assert [done for done, _ in told] == sorted({done for done, _ in told})


@pytest.mark.parametrize(
    ("options", "error", "advice"),
    [
        ({"runs": 0}, SetupError, "1 or more"),
        ({"workers": 0}, SetupError, "1 or more"),
        ({"players": "zzz"}, SetupError, "known are greedy, random"),
        ({"seats": 9}, SetupError, "1 to 4"),
    ],
)
def test_impossible_wishes_are_refused(game: dc.Game, options: dict[str, Any], error: type[Exception], advice: str) -> None:
    with pytest.raises(error, match=advice):
        game.simulate(ROGUES, ENEMIES, **options)


def test_a_misspelt_creature_is_named_before_any_worker_starts(game: dc.Game) -> None:
    with pytest.raises(UnknownName, match="Giant Rat"):
        game.simulate(ROGUES, ["Giant Ratt"], workers=2)


def test_a_fault_names_the_game_it_came_in(game: dc.Game) -> None:
    with pytest.raises(BudgetExceeded) as caught:
        game.simulate(ROGUES, ENEMIES, runs=3, seed=8, limits=dc.Limits(events=2))
    assert caught.value.__notes__ == ["this was game 0 of seed 8"]


@pytest.mark.parametrize("missing", ["multiprocessing", "concurrent.futures"])
def test_without_processes_it_plays_here_with_one_warning(
    game: dc.Game, monkeypatch: pytest.MonkeyPatch, missing: str
) -> None:
    expected = as_json(game.simulate(ROGUES, ENEMIES, runs=6))
    monkeypatch.setitem(sys.modules, missing, None)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        assert as_json(game.simulate(ROGUES, ENEMIES, runs=6, workers=2)) == expected
    assert len(caught) == 1
    assert "playing on in this one" in str(caught[0].message)


def test_serial_batches_import_no_processes() -> None:
    program = (
        "import sys, dicecrawl as dc\n"
        "dc.load('marching_order').simulate(['Knight'], ['Giant Rat'], runs=2)\n"
        "print('multiprocessing' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.stdout == "False\n", done.stderr


def test_games_that_were_played_are_not_kept(game: dc.Game) -> None:
    import gc
    import weakref

    played: list[Any] = []

    def factory(seed: str) -> dc.Player:
        player = dc.RandomPlayer(seed)
        played.append(weakref.ref(player))
        return player

    game.simulate(ROGUES, ENEMIES, runs=12, players=factory)
    gc.collect()
    assert len(played) == 12
    assert [ref for ref in played if ref() is not None] == []


# -- reports -----------------------------------------------------------------------------------------------------------


def test_reports_escape_what_they_are_given(game: dc.Game) -> None:
    from dicecrawl.games.marching_order import Rogue

    hero = "<img src=x onerror=alert(1)> & Sons"
    simulation = game.simulate([Rogue("Knight", name=hero)], ["Giant Rat"], runs=3)
    assert hero in simulation.text()
    assert "<img" not in simulation._repr_html_()
    assert "&lt;img src=x onerror=alert(1)&gt; &amp; Sons" in simulation._repr_html_()
    assert "<img" not in simulation._repr_markdown_()
    assert simulation.to_dict()["rogues"] == [hero]


def test_the_plain_report_is_pure_ascii_and_says_the_same(game: dc.Game) -> None:
    simulation = game.simulate(ROGUES, ENEMIES, runs=10)
    plain = simulation.text(ascii=True)
    assert plain.isascii()
    assert plain == simulation.text().replace("█", "#")
    for word in ("won", "lost", "undecided", "rounds", "survivors", "Goblin Wallboy", "10 battles", "seed 0"):
        assert word in plain


def test_newcomers_are_listed_after_the_line_ups_as_they_are_counted(game: dc.Game) -> None:
    simulation = game.simulate(["Knight"], ["Imp"], runs=60, seed=1)
    imps = [c.name for c in simulation.creatures if c.name.startswith("Imp")]
    assert len(imps) > 2
    assert imps == ["Imp", *(f"Imp {number}" for number in range(2, len(imps) + 1))]
