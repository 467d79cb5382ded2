"""What names, abilities, sentences and codes mean, and the nearest thing where there is none."""

from __future__ import annotations

from fractions import Fraction

import pytest

import dicecrawl as dc
from dicecrawl import resources
from dicecrawl.authoring.explain import explain, explain_code, is_code
from dicecrawl.errors import ContentError, ResourceMissing, UnknownName


@pytest.fixture(scope="module")
def game() -> dc.Game:
    return dc.load("marching_order")


def test_a_card_is_told_with_its_source_its_text_and_its_conditions(game: dc.Game) -> None:
    told = explain(game, "giant RAT")
    assert told.title == "Giant Rat (monster)"
    assert told.source == "Marching Order, Monsters Appendix"
    assert told.place.file == "marching_order/monsters/giant_rat.crawl"
    assert 'Action 4-6 "Skitter Scatter": Switch places with a random ally.' in told.english
    knight = explain(game, "Knight")
    assert ("Stunned", "You skip your turn.") in knight.words
    assert "Conditions it speaks of:\n" in knight.text()


def test_a_card_reads_back_as_the_same_card(game: dc.Game) -> None:
    from dicecrawl.authoring.check import check_texts

    text = explain(game, "Living Statue").english.replace("Living Statue", "Dead Statue")
    assert check_texts(game.ruleset, {"new.crawl": text}).problems == ()


@pytest.mark.parametrize("name", ["Archer: Rain of Arrows", "archer:rain of arrows", "Rain of Arrows"])
def test_an_ability_is_found_with_and_without_its_card(game: dc.Game, name: str) -> None:
    told = explain(game, name, target="Giant Rat")
    assert told.title == "Rain of Arrows (action of Archer, cooldown 5)"
    assert told.english == "Target every enemy.\nMake an Attack Roll vs their Defense for half damage."
    [exact] = told.odds
    assert exact.success == 1
    assert exact.damage.mean == Fraction(9, 6)


def test_the_words_of_a_condition_that_means_another_are_told_too(game: dc.Game) -> None:
    words = dict(explain(game, "You gain Frightened (2).").words)
    assert words["Frightened"] == "Means Terrified [3]."
    assert "Instead of your action" in words["Terrified"]


def test_a_sentence_is_told_in_full(game: dc.Game) -> None:
    told = explain(game, "Make a Physical Attack Roll vs Defense; gain Stunned(1)", actor="Barbarian", target="Giant Rat")
    assert told.english == ("Target an enemy. Make a Physical Attack Roll vs Defense. If successful, they gain Stunned (1).")
    assert told.odds[0].down == 1
    assert "Barbarian against Giant Rat" in told.text()


def test_a_card_against_a_target_lists_what_does_something(game: dc.Game) -> None:
    told = explain(game, "Barbarian", target="Living Statue")
    assert [one.title for one in told.odds][:2] == ["Axe Big", "I'll See You in Hell, by Crumb"]
    assert all(one.success is not None or one.damage.mean for one in told.odds)
    text = told.text()
    assert "Barbarian against Living Statue, exactly:" in text
    assert "  Axe Big  " in text


@pytest.mark.parametrize(
    ("name", "advice"),
    [
        ("Giant Ratt", "did you mean 'Giant Rat'?"),
        ("Archer: Rain", "did you mean 'Rain of Arrows'?"),
        ("Archer: Nothing Like It At All", "it has 'Arrow'"),
        ("xyzzy", "no sentence of this language either"),
        ("", "no sentence of this language either"),
    ],
)
def test_what_is_not_there_gets_the_nearest(game: dc.Game, name: str, advice: str) -> None:
    with pytest.raises(UnknownName) as caught:
        explain(game, name)
    assert advice in str(caught.value)


def test_an_ability_of_several_cards_asks_which(game: dc.Game) -> None:
    with pytest.raises(UnknownName, match="Dire Wolf: Toothy Boys, Diseased Rat: Toothy Boys, Giant Rat: Toothy Boys"):
        explain(game, "Toothy Boys")
    assert explain(game, "Toothy Boys", actor="Giant Rat").title.endswith("of Giant Rat)")


def test_a_sentence_with_a_mistake_shows_it(game: dc.Game) -> None:
    with pytest.raises(ContentError, match="did you mean"):
        explain(game, "Make a Physical Attack Roll vs their Defence and gain Stuned.")


def test_explanations_have_a_plain_form(game: dc.Game) -> None:
    told = explain(game, "Skeleton Warrior")
    assert "∞" in told.text()
    assert told.text(ascii=True).isascii()


def test_codes_look_like_codes() -> None:
    assert [name for name in ("E010", "e010", "S101", "Imp", "E1", "E0100") if is_code(name)] == ["E010", "e010", "S101"]


def test_every_page_can_be_read_and_others_give_the_nearest() -> None:
    codes = resources.error_codes()
    assert codes
    for code in codes:
        assert code in explain_code(code.lower())
    with pytest.raises(ResourceMissing, match="no page about 'E999'"):
        explain_code("E999")
