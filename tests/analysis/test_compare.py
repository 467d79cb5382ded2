"""Two parties in the same games: common dice, whole sums, and an interval of paired differences."""

from __future__ import annotations

import json
from typing import Any

import pytest

import dicecrawl as dc
from dicecrawl.analysis.compare import Comparison, compare
from dicecrawl.analysis.intervals import paired_difference
from dicecrawl.analysis.simulate import Batch, factory_of
from dicecrawl.errors import SetupError

ENEMIES = ["Goblin Smasher", "Imp", "Skeleton Warrior"]


@pytest.fixture(scope="module")
def game() -> dc.Game:
    return dc.load("marching_order")


def test_it_agrees_with_the_games_themselves(game: dc.Game) -> None:
    parties = [["Knight", "Archer"], ["Barbarian", "Archer"]]
    found = compare(game, *parties, ENEMIES, runs=20, seed="pairs")
    wins = []
    for party in parties:
        batch = Batch(party, ENEMIES, "pairs", factory_of("greedy"), {"etn": 4, "seats": 1, "coins": 0}, None)
        wins.append([int(batch.match(game, k).play().result == "won") for k in range(20)])
    assert (found.a.hits, found.b.hits) == (sum(wins[0]), sum(wins[1]))
    assert found.only_a == sum(a > b for a, b in zip(*wins, strict=True))
    assert found.only_b == sum(b > a for a, b in zip(*wins, strict=True))
    expected = paired_difference(*wins)
    assert found.difference == expected
    assert found.names == ("Knight, Archer", "Barbarian, Archer")


def test_a_party_against_itself_is_no_different(game: dc.Game) -> None:
    found = compare(game, ["Knight"], ["Knight"], ["Imp"], runs=6)
    assert (found.only_a, found.only_b) == (0, 0)
    assert (found.difference.low, found.difference.estimate, found.difference.high) == (0, 0, 0)
    assert found.verdict == "the difference may be chance"
    assert found.names == ("a", "b")


def test_players_are_compared_by_name(game: dc.Game) -> None:
    found = compare(game, ["Knight", "Archer"], ["Knight", "Archer"], ENEMIES, runs=24, players=("greedy", "random"))
    assert found.names == ("greedy", "random")
    assert found.verdict == "greedy wins more often than random"
    assert found.difference.low > 0


def test_workers_change_no_digit(game: dc.Game) -> None:
    one, two = (compare(game, ["Knight"], ["Archer"], ["Imp"], runs=20, workers=w, players="random") for w in (1, 2))
    assert json.dumps(one.to_dict()) == json.dumps(two.to_dict())


def test_progress_reaches_the_end(game: dc.Game) -> None:
    told: list[tuple[int, int]] = []
    compare(game, ["Knight"], ["Archer"], ["Imp"], runs=4, progress=lambda done, wanted: told.append((done, wanted)))
    assert told[-1] == (4, 4)


@pytest.mark.parametrize("wrong", [{"runs": 1}, {"workers": 0}, {"players": "clever"}, {"seats": 9}])
def test_impossible_wishes_are_refused(game: dc.Game, wrong: dict[str, Any]) -> None:
    with pytest.raises(SetupError):
        compare(game, ["Knight"], ["Archer"], ["Imp"], **wrong)


def test_it_shows_itself_and_escapes_what_it_is_given(game: dc.Game) -> None:
    found: Comparison = game.compare(["Knight"], ["Archer"], ["Imp"], runs=4, names=("<b>ours</b>", "th|irs é"))
    assert "<b>" in str(found)
    assert "<b>" not in found._repr_html_()
    assert r"th\|irs" in found._repr_markdown_()
    assert found.text(ascii=True).isascii()
    rows = found.to_rows()
    assert [row["what"] for row in rows] == ["won", "won", "won", "rounds"]
    assert all(row["low"] <= row["value"] <= row["high"] for row in rows)
