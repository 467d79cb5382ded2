"""Random line-ups: stated by seed and number, legal, and as various as the cards allow."""

from __future__ import annotations

import attrs
import pytest

import dicecrawl as dc
from dicecrawl.analysis.lineups import random_lineups, told, trait_kinds
from dicecrawl.core.staging import Cast
from dicecrawl.errors import SetupError


@pytest.fixture(scope="module")
def game() -> dc.Game:
    return dc.load("marching_order")


def test_a_line_up_depends_on_its_seed_and_number_only(game: dc.Game) -> None:
    again = [str(random_lineups(game, "s", k)) for k in (3, 1, 3)]
    assert again[0] == again[2] != again[1]
    assert str(random_lineups(game, "t", 3)) != again[0]


def test_every_line_up_can_be_fought(game: dc.Game) -> None:
    for k in range(60):
        lines = random_lineups(game, "legal", k, most=6)
        assert 1 <= len(lines.rogues) <= 6
        assert 1 <= len(lines.enemies) <= 6
        state = game.battle(lines.rogues, lines.enemies, **lines.setup).state
        assert len(state.zone("rogues")) == len(lines.rogues)


def test_every_card_and_every_trait_comes_up(game: dc.Game) -> None:
    drawn = [random_lineups(game, "various", k) for k in range(400)]
    cast = [one for lines in drawn for side in lines.casts for one in side]
    for kind in ("rogue", "monster"):
        assert {card.name for card in game.library.all(kind)} <= {one.card for one in cast}
    for card in game.library.all("rogue"):
        offered = {(kind, number) for kind, numbers in trait_kinds(card).items() for number in numbers}
        given = {trait for one in cast if one.card == card.name for trait in one.traits}
        assert given == offered
    carried = {thing for one in cast for thing in one.carries}
    assert carried == {card.name for card in game.library.all("item")}


def test_without_extras_there_are_names_alone(game: dc.Game) -> None:
    lines = random_lineups(game, "bare", 0, fewest=3, most=3, extras=False)
    assert [len(side) for side in lines.casts] == [3, 3]
    assert all(one == Cast(one.card) for side in lines.casts for one in side)
    assert lines.setup == {}


def test_it_is_told_as_one_would_write_it() -> None:
    assert told(Cast("Imp")) == "Imp"
    assert told(Cast("A", traits=(("flaw", 2),), carries=("B", "C"))) == "A flaw 2 with B and C"


def test_a_game_that_stages_nothing_and_bad_sizes_are_refused(game: dc.Game) -> None:
    with pytest.raises(SetupError, match="at least 1"):
        random_lineups(game, "x", 0, fewest=0)
    silent = dc.Game(attrs.evolve(game.ruleset, staging=None), game.library)
    with pytest.raises(SetupError, match="does not say how to set up"):
        random_lineups(silent, "x", 0)
