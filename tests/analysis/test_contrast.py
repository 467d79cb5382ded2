"""Two setups on the same dice, and one number over a range: set against the runs of each by itself."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import dicecrawl as dc
from dicecrawl.analysis.sweep import altered
from dicecrawl.errors import ContentError, SetupError, UnknownName
from dicecrawl.games.marching_order import Rogue

LIGHT = [Rogue("Barbarian", items=["Torch"]), Rogue("Sellsword"), Rogue("Archer", items=["Torch"])]
DARK = [Rogue("Barbarian"), Rogue("Sellsword"), Rogue("Archer")]
DELVE: dict[str, Any] = {"mode": "delve", "delve": "The Last Will of Wimple Hall"}
FIGHT: dict[str, Any] = {"enemies": ["Goblin Smasher", "Goblin Slinger"]}


@pytest.fixture(scope="module")
def game() -> dc.Game:
    return dc.load("marching_order")


def test_two_parties_in_a_delve_come_out_as_each_by_itself(game: dc.Game) -> None:
    asked: dict[str, Any] = {"runs": 10, "seed": "x", "players": "delver", "names": ("light", "dark"), **DELVE}
    both = game.contrast({"rogues": LIGHT}, {"rogues": DARK}, **asked)
    alone = [game.runs(rogues=rogues, runs=10, seed="x", players="delver", **DELVE) for rogues in (LIGHT, DARK)]
    assert [both.a.hits, both.b.hits] == [runs.rate("won").hits for runs in alone]
    assert both.only_a - both.only_b == both.a.hits - both.b.hits
    assert both.gains["Coins"].estimate == float(alone[0].gains["Coins"].value - alone[1].gains["Coins"].value)
    assert both.b.hits == 0  # nobody finds the way without light
    assert "light" in both.verdict
    two = game.contrast({"rogues": LIGHT}, {"rogues": DARK}, workers=2, **asked)
    assert two.to_dict() == both.to_dict()


def test_a_version_of_a_card_against_the_shipped_one(game: dc.Game) -> None:
    weaker = altered(game, "Knight", "Health", 1)
    assert isinstance(weaker, dc.Game)
    assert weaker.card("Knight").stats["Health"] == 1
    assert game.card("Knight").stats["Health"] == 12
    found = game.contrast({}, {}, cards_of_b=weaker, runs=20, rogues=["Knight"], **FIGHT)
    assert found.a.hits > found.b.hits
    assert found.difference.low > 0


def test_nothing_against_itself_is_no_difference(game: dc.Game) -> None:
    found = game.contrast({"coins": 5}, {"coins": 5}, runs=6, rogues=["Knight", "Archer"], **FIGHT)
    assert (found.only_a, found.only_b, found.difference.estimate) == (0, 0, 0)
    assert found.verdict == "the difference may be chance"
    assert "won alone" in str(found)
    assert "<th>difference</th>" in found._repr_html_()
    assert found._repr_markdown_().endswith("the difference may be chance")
    assert {row["what"] for row in found.to_rows()} == {"won"}


def test_a_sweep_over_a_card_is_the_runs_of_each_version(game: dc.Game) -> None:
    found = game.sweep("Goblin Smasher.Health", [1, 900], runs=10, rogues=["Knight", "Archer"], **FIGHT)
    each = [altered(game, "Goblin Smasher", "Health", health) for health in (1, 900)]
    assert [runs.to_dict() for runs in found.runs] == [
        one.runs(runs=10, rogues=["Knight", "Archer"], **FIGHT).to_dict() for one in each if isinstance(one, dc.Game)
    ]
    assert found.runs[0].rate("won").hits > found.runs[1].rate("won").hits
    assert found.to_rows()[1]["Goblin Smasher.Health"] == 900
    assert str(found).splitlines()[2].split()[0] == "1"
    assert "<table>" in found._repr_html_()
    assert found._repr_markdown_().count("|---") == 3
    assert [row["value"] for row in found.to_dict()["values"]] == [1, 900]


def test_a_sweep_over_a_word_of_the_setup_tells_how_far_it_is(game: dc.Game) -> None:
    told: list[tuple[int, int]] = []
    found = game.sweep(
        "coins", (0, 10), runs=4, rogues=["Knight"], progress=lambda done, wanted: told.append((done, wanted)), **FIGHT
    )
    assert [runs.setup.rpartition("; ")[2] for runs in found.runs] == ["coins: 0", "coins: 10"]
    assert told[-1] == (8, 8)


@pytest.mark.parametrize(
    ("vary", "over", "fault", "says"),
    [
        ("coins", (), SetupError, "one value or more"),
        ("purse", (1,), SetupError, "purse"),
        ("Giant Rat.Speed", (1,), SetupError, "no number called 'Speed' stands on the card of Giant Rat"),
        ("Giant Rot.Health", (1,), UnknownName, "did you mean 'Giant Rat'"),
        ("Giant Rat.Health", (0,), ContentError, "would be dead from the start"),
    ],
)
def test_what_cannot_be_varied_is_told(
    game: dc.Game, vary: str, over: tuple[int, ...], fault: type[Exception], says: str
) -> None:
    with pytest.raises(fault, match=says):
        game.sweep(vary, over, runs=2, rogues=["Knight"], enemies=["Giant Rat"])


def test_a_comparison_needs_two_runs(game: dc.Game) -> None:
    with pytest.raises(SetupError, match="2 runs"):
        game.contrast({}, {}, runs=1, rogues=["Knight"], **FIGHT)


def test_a_number_with_a_sign_keeps_it_and_other_cards_stay(game: dc.Game, tmp_path: Path) -> None:
    changed = altered(game, "Giant Rat", "Physical", 2)
    assert isinstance(changed, dc.Game)
    assert changed.card("Giant Rat").stats["Physical"] == 2
    assert "Physical +2," in changed.library.sources[changed.card("Giant Rat").span.file].text
    assert changed.card("Imp") == game.card("Imp")
