"""How a battle went, as text, Markdown, HTML, dicts and rows."""

from __future__ import annotations

import json

import pytest

import dicecrawl as dc
from dicecrawl.analysis.result import BattleResult, battle_result
from dicecrawl.core.events import EntityRemoved
from dicecrawl.games.marching_order import Enemy, Rogue


@pytest.fixture(scope="module")
def game() -> dc.Game:
    return dc.load("marching_order")


def played(game: dc.Game, *, seed: int = 3) -> tuple[dc.Match, BattleResult]:
    match = game.battle(
        ["Knight", "Archer"], ["Goblin Smasher", "Imp", "Skeleton Warrior"], seed=seed, players=dc.GreedyPlayer()
    ).play()
    return match, battle_result(match)


def test_it_says_who_won_who_stands_and_who_fell(game: dc.Game) -> None:
    for seed in range(8):
        match, result = played(game, seed=seed)
        assert result.result == match.result
        assert result.rounds == match.state.count("round")
        died = {e.event.who for e in match.log if isinstance(e.event, EntityRemoved) and e.event.reason == "died"}
        assert {fate.name for fate in result.fallen} == {match.state[who].label for who in died}
        for fate in result.standing:
            entity = next(e for e in match.state.entities.values() if e.label == fate.name)
            assert (fate.life, fate.limit) == (entity.count("Health"), entity.limits["Health"])
            assert fate.life > 0
        assert len(result.creatures) == len(match.state.entities)


def test_the_fallen_have_a_killer_and_the_very_sentence(game: dc.Game) -> None:
    _, result = played(game)
    smasher = next(fate for fate in result.fallen if fate.name == "Goblin Smasher")
    assert smasher.by in ("Archer", "Knight")
    assert smasher.cause == smasher.by
    assert smasher.sentence is not None
    texts = [parsed.source.text for parsed in game.library.parsed.values()]
    assert any(smasher.sentence in " ".join(text.split()) for text in texts)
    assert smasher.round is not None
    assert 1 <= smasher.round <= result.rounds
    assert f'died in round {smasher.round} by {smasher.by} ({smasher.cause}: "{smasher.sentence}")' in result.text()


def test_who_dies_of_its_own_card_has_no_killer(game: dc.Game) -> None:
    for seed in range(40):
        match = game.battle(["Knight"], ["Giant Rat"], seed=seed, players=dc.GreedyPlayer()).play()
        fate = next(fate for fate in battle_result(match).creatures if fate.name == "Giant Rat")
        if fate.sentence == "Die":
            assert (fate.by, fate.cause, fate.fate) == (None, "Giant Rat", "died")
            return
    pytest.fail("no rat died of its own card in 40 battles")


def test_a_battle_going_on_says_so(game: dc.Game) -> None:
    match = game.battle(["Knight"], ["Giant Rat"])
    match.advance()
    result = battle_result(match)
    assert result.result is None
    assert result.text().startswith("Going on after 1 round")
    assert len(result.standing) == 2


def test_it_shows_itself_and_escapes_what_it_is_given(game: dc.Game) -> None:
    hero = "<img src=x> & |Sons|"
    match = game.battle([Rogue("Knight", name=hero)], [Enemy("Imp", name="é")], players=dc.GreedyPlayer()).play()
    result = game.summary(match)
    assert hero in result.text()
    assert result.text(ascii=True).isascii()
    assert "<img" not in result._repr_html_()
    assert "&lt;img src=x&gt; &amp; |Sons|" in result._repr_html_()
    assert r"&lt;img src=x&gt; &amp; \|Sons\|" in result._repr_markdown_()


def test_rows_and_dicts_are_plain(game: dc.Game) -> None:
    _, result = played(game)
    rows = result.to_rows()
    assert len({tuple(row) for row in rows}) == 1
    assert all(value is None or isinstance(value, str | int) for row in rows for value in row.values())
    assert json.loads(json.dumps(result.to_dict()))["creatures"] == rows
    simulated = game.simulate(["Knight"], ["Imp"], runs=5).to_rows()
    assert {tuple(row) for row in simulated} == {("who", "what", "value", "low", "high")}
    assert {row["what"] for row in simulated} == {"won", "lost", "undecided", "rounds", "survivors", "died", "damage"}
    assert {row["who"] for row in simulated} >= {"", "Knight", "Imp"}
    assert all(row["low"] is None for row in game.simulate(["Knight"], ["Imp"], runs=1).to_rows() if row["what"] == "damage")
