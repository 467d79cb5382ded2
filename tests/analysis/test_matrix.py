"""Tables of parties against line-ups: each cell is what `simulate` gives, over any number of workers."""

from __future__ import annotations

import json
from typing import Any

import pytest

import dicecrawl as dc
from dicecrawl.analysis.matrix import Matrix, matrix
from dicecrawl.errors import SetupError, UnknownName

PARTIES = {"Old | hands": ["Knight", "Archer"], "<b>Brutes</b>": ["Barbarian"]}
LINEUPS = {"Rats": ["Giant Rat", "Giant Rat"], "Imp": ["Imp"], "Statue": ["Living Statue"]}


@pytest.fixture(scope="module")
def game() -> dc.Game:
    return dc.load("marching_order")


@pytest.fixture(scope="module")
def table(game: dc.Game) -> Matrix:
    return matrix(game, PARTIES, LINEUPS, runs=12, seed="m")


def test_each_cell_is_a_simulation_of_its_own(game: dc.Game, table: Matrix) -> None:
    assert len(table.cells) == 6
    for party, lineup in (("Old | hands", "Statue"), ("<b>Brutes</b>", "Rats")):
        simulated = game.simulate(PARTIES[party], LINEUPS[lineup], runs=12, seed="m")
        cell = table.cell(party, lineup)
        assert (cell.won.hits, cell.undecided) == (simulated.won.hits, simulated.undecided.hits)
        assert cell.mean_rounds == float(simulated.rounds.value)


def test_workers_change_no_byte(game: dc.Game, table: Matrix) -> None:
    other = matrix(game, PARTIES, LINEUPS, runs=12, seed="m", workers=2)
    assert json.dumps(other.to_dict()) == json.dumps(table.to_dict())
    assert other.text() == table.text()


def test_progress_counts_every_battle(game: dc.Game) -> None:
    told: list[tuple[int, int]] = []
    matrix(game, PARTIES, LINEUPS, runs=2, progress=lambda done, wanted: told.append((done, wanted)))
    assert told[-1] == (12, 12)
    assert [done for done, _ in told] == sorted({done for done, _ in told})


def test_it_shows_itself_and_escapes_what_it_is_given(table: Matrix) -> None:
    lines = table.text().splitlines()
    assert "Rats" in lines[2]
    assert lines[3].startswith("Old | hands")
    assert table.text(ascii=True).isascii()
    assert "<b>" not in table._repr_html_()
    assert "&lt;b&gt;Brutes&lt;/b&gt;" in table._repr_html_()
    markdown = table._repr_markdown_()
    assert r"Old \| hands" in markdown
    assert len({line.count("|") - line.count(r"\|") for line in markdown.splitlines() if line.startswith("|")}) == 1
    rows = table.to_rows()
    assert [row["party"] for row in rows] == [name for name in PARTIES for _ in LINEUPS]
    assert all(row["low"] <= row["rate"] <= row["high"] for row in rows)


def test_undecided_battles_are_told(game: dc.Game) -> None:
    capped = matrix(game, {"A": ["Knight"]}, {"B": ["Living Statue"]}, runs=3, limits=dc.Limits(rounds=1))
    assert capped.cells[0].undecided == 3
    assert "3 of 3 battles were undecided" in capped.text()
    assert "3 of 3 battles were undecided" in capped._repr_html_()


@pytest.mark.parametrize(
    ("wrong", "error"),
    [
        ({"runs": 0}, SetupError),
        ({"workers": 0}, SetupError),
        ({"parties": {}}, SetupError),
        ({"lineups": {}}, SetupError),
        ({"lineups": {"x": ["Impp"]}}, UnknownName),
        ({"players": "clever"}, SetupError),
    ],
)
def test_impossible_tables_are_refused(game: dc.Game, wrong: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        matrix(game, **{"parties": PARTIES, "lineups": LINEUPS, "runs": 2, **wrong})


def test_a_cell_that_is_not_there(table: Matrix) -> None:
    with pytest.raises(KeyError, match="no cell for 'Nobody'"):
        table.cell("Nobody", "Rats")
