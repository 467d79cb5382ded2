"""Games of the hall as authors may write them wrong: told with their place and what to write."""

from __future__ import annotations

from pathlib import Path

import pytest

import dicecrawl as dc
from dicecrawl.errors import ContentError

HIDE = "    Hide 6 dice beside 4 wild dice.\n"
HEAD = 'game "Test Game":\n    Price 5.\n    Source "A test".\n'


@pytest.mark.parametrize(
    ("lines", "place", "told"),
    [
        ("    Hack with 0 dice, slash with 6 dice, sixes pay 5.\n", "4:5", "nobody can play with 0 dice"),
        ("    Hack with 6 dice, slash with 99 dice, sixes pay 5.\n", "4:5", "nobody can play with 99 dice"),
        ("    Floors 4 for 6, 2 for 3.\n    Delve with 6 dice.\n", "4:21", "2 dice cannot lie on 4"),
        ("    Floors 1 for 6, 0 for 3.\n    Delve with 6 dice.\n", "4:21", "nothing lies on a single die"),
        ("    Floors 2 for 6, 1 for 3.\n", "1:6", "add 'Delve with ...'"),
        (
            "    Stakes 9 to 5.\n" + HIDE + "    On 1-6, turn the goal.\n",
            "4:5",
            "no stake is from 9 to 5",
        ),
        (
            "    Stakes 5 to 9.\n    Hide 7 dice beside 4 wild dice.\n    On 1-6, turn the goal.\n",
            "5:5",
            "no straight has 7 dice",
        ),
        (
            "    Stakes 5 to 9.\n" + HIDE + "    On 1-5, you are out.\n",
            "1:6",
            "does not say what a 6 does",
        ),
        ("    Stakes 5 to 9.\n" + HIDE + "    On 7, you are out.\n", "6:8", "no die can show this"),
        ("", "1:6", "'Test Game' is no game at all"),
        ("    Delve with 6 dice.\n    Stakes 5 to 9.\n", "1:6", "more than one game"),
    ],
)
def test_a_game_that_cannot_be_played_is_told(lines: str, place: str, told: str, tmp_path: Path) -> None:
    pack = tmp_path / "game.crawl"
    pack.write_text(HEAD + lines, encoding="utf-8")
    with pytest.raises(ContentError) as wrong:
        dc.load("marching_order", pack)
    assert "E201" in str(wrong.value)
    assert f"game.crawl:{place}" in str(wrong.value)
    assert told in str(wrong.value)


def test_another_card_is_another_game(tmp_path: Path) -> None:
    pack = tmp_path / "game.crawl"
    pack.write_text(HEAD + "    Hack with 2 dice, slash with 2 dice, sixes pay 100.\n", encoding="utf-8")
    game = dc.load("marching_order", pack)
    assert game.ruleset.worth is not None
    found = game.ruleset.worth(game.card("Test Game", "game"))
    assert found is not None
    assert (found.pays > 40, found.price) == (True, 5)
