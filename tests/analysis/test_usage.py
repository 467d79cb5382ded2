"""The report of what random play reaches: complete, additive, and honest about rules that are only asked."""

from __future__ import annotations

import json
from collections import Counter

import pytest

import dicecrawl as dc
from dicecrawl.analysis.simulate import factory_of
from dicecrawl.analysis.usage import Reached, Usage, Watched, Watching, place_of, sentences, usage
from dicecrawl.core.context import Context
from dicecrawl.core.dice import ScriptedDice, SeededDice
from dicecrawl.errors import SetupError
from dicecrawl.games.marching_order import Rogue


@pytest.fixture(scope="module")
def game() -> dc.Game:
    return dc.load("marching_order")


@pytest.fixture(scope="module")
def found(game: dc.Game) -> Usage:
    return usage(game, runs=60, seed="usage")


def test_every_ability_row_and_condition_has_an_entry(game: dc.Game, found: Usage) -> None:
    elsewhere = game.ruleset.elsewhere  # what no battle reaches
    cards = [card for kind in game.library.kinds() if kind not in elsewhere for card in game.library.all(kind)]
    abilities = [ability for card in cards for ability in card.abilities if ability.kind not in elsewhere]
    assert len(found.of("ability", "row")) == len(abilities)
    assert [entry.card for entry in found.of("condition")] == [card.name for card in game.library.all("condition")]
    rows = sum(len(list(card.of_kind("action", "bullshit"))) for card in game.library.all("monster"))
    assert len(found.of("row")) == rows


def test_sentences_stand_in_the_content_each_once(game: dc.Game, found: Usage) -> None:
    texts = " ".join(" ".join(parsed.source.text.split()) for parsed in game.library.parsed.values())
    for entry in found.of("sentence"):
        assert entry.name
        assert entry.name in texts
    places = Counter((entry.card, entry.place, entry.name) for entry in found.of("sentence"))
    assert set(places.values()) == {1}


def test_most_is_reached_within_a_few_battles(found: Usage) -> None:
    reached = {sort: sum(e.times > 0 for e in found.of(sort)) / len(found.of(sort)) for sort in ("ability", "row", "sentence")}
    assert min(reached.values()) > 0.75


def test_counts_of_abilities_are_those_of_the_log(game: dc.Game) -> None:
    state = game.battle(["Knight", "Archer"], ["Giant Rat", "Imp"]).state
    run = Watched(game.ruleset, game.library, state, SeededDice(3), {0: dc.GreedyPlayer()})
    while run.step():
        pass
    reached = Reached()
    run.count(reached)
    started = Counter(
        (entry.cause.definition, entry.event.ability)  # type: ignore[attr-defined]
        for entry in run.log
        if type(entry.event).__name__ == "ActionStarted"
    )
    assert reached.actions == started
    for card, name in started:
        ability = game.card(card).ability(name)
        if ability is not None:
            assert reached.places[place_of(ability.span)] == started[card, name]


def test_watching_changes_nothing(game: dc.Game) -> None:
    seen, unseen = (
        kind(game.ruleset, game.library, game.battle(["Wizard", "Knight"], ["Imp", "Goblin Wallboy"]).state, SeededDice(9),
             {0: dc.RandomPlayer(9)})
        for kind in (Watched, type(game.battle(["Knight"], ["Imp"])._run))
    )  # fmt: skip
    for run in (seen, unseen):
        while run.step():
            pass
    assert seen.log == unseen.log


@pytest.mark.parametrize(("attacked", "counts"), [("front", True), ("back", False)])
def test_a_rule_counts_when_it_changes_an_answer(game: dc.Game, attacked: str, counts: bool) -> None:
    """The Knight in front is protected: it is asked whoever is attacked, and bears on attacks on the Knight alone."""
    where = place_of(next(iter(game.card("Protected").rules)).span)
    state = game.battle([Rogue("Knight", conditions=[("Protected", 2, 3)]), "Archer"], ["Living Statue"]).state
    run = Watched(game.ruleset, game.library, state, ScriptedDice([1]))
    target = f"Target the rogue at the {attacked} of the marching order."
    game.effect(f"{target} Make a Physical Attack Roll vs their Defense.").tree.perform(Context(run, 3, "action"))
    assert (where in run.changed) == counts
    assert run.performed[where] == 0


def test_pieces_may_be_added_in_any_order_and_by_any_number_of_workers(game: dc.Game) -> None:
    watching = Watching("w", factory_of("random"), 3)
    pieces = [watching(game, range(start, start + 3)) for start in (0, 3, 6)]
    forwards, backwards = Reached(), Reached()
    for piece in pieces:
        forwards.add(piece)
    for piece in reversed(pieces):
        backwards.add(piece)
    assert forwards == backwards == watching(game, range(9))
    one, two = (json.dumps(usage(game, runs=12, seed="w", most=3, workers=w).to_dict()) for w in (1, 2))
    assert one == two


def test_why_something_was_not_reached_is_said_where_it_is_known(game: dc.Game, found: Usage) -> None:
    frightened = next(entry for entry in found.of("condition") if entry.card == "Frightened")
    assert (frightened.times, frightened.why) == (0, "whoever gains it has Terrified")
    grappled = next(entry for entry in found.of("condition") if entry.card == "Grappled")
    assert (grappled.times, grappled.why) == (0, "given by a delve")
    single = usage(game, runs=1, seed="usage", most=1)
    absent = [entry for entry in single.never if entry.why == "its card was never in play"]
    assert {entry.kind for entry in absent} >= {"rogue", "monster"}


def test_every_rule_of_every_card_has_a_sentence_in_the_report(game: dc.Game, found: Usage) -> None:
    places = {(entry.card, entry.place) for entry in found.of("sentence")}
    for kind in game.library.kinds():
        for card in game.library.all(kind):
            for rule in card.rules:
                parts = list(sentences(rule)) or [rule]
                assert any((card.name, str(part.span)) in places for part in parts)


def test_it_shows_itself_and_its_rows_are_plain(found: Usage) -> None:
    assert "60 battles of marching_order over random line-ups, seed usage, random players:" in found.text()
    assert "sentences that never came about:" in str(found)
    assert found.text(ascii=True).isascii()
    assert len(found.text(every=True).splitlines()) > len(found.entries)
    assert "<th>why not</th>" in found._repr_html_()
    assert "<i" not in found._repr_html_()
    assert found._repr_markdown_().count("\n| ") == len(found.never) + 2
    assert {tuple(row) for row in found.to_rows()} == {("sort", "kind", "card", "name", "times", "place", "why")}
    assert json.loads(json.dumps(found.to_dict()))["all"]["condition"] == 49


@pytest.mark.parametrize("wrong", [{"runs": 0}, {"workers": 0}, {"players": "clever"}, {"players": "lookahead"}])
def test_impossible_wishes_are_refused(game: dc.Game, wrong: dict[str, object]) -> None:
    with pytest.raises(SetupError):
        usage(game, **wrong)  # type: ignore[arg-type]
