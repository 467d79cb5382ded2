"""Delve's language: its grammar has no conflict, every word counts, every card and every tree prints and reads back."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from dicecrawl.core.definitions import Draft
from dicecrawl.core.nodes import NOWHERE
from dicecrawl.game import loaded
from dicecrawl.games.delve import RULESET
from dicecrawl.language.coverage import JOINTS, lost_words, silent_words
from dicecrawl.language.library import bind_card, parser_for, read_folder
from dicecrawl.language.printer import Printer
from dicecrawl.language.source import Source
from dicecrawl.resources import content_root
from tests.language.grown_trees import trees

PARSER = parser_for(RULESET)
PRINTER = Printer.of(RULESET)
CONTENT = read_folder(content_root("delve"))
LIBRARY = loaded("delve").demand()
CARDS = [card for kind in LIBRARY.kinds() for card in LIBRARY.all(kind)]

calm = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])


def test_all_content_loads_without_a_problem() -> None:
    assert loaded("delve").problems == ()
    assert len(CARDS) == len(CONTENT) == 47


@pytest.mark.parametrize("source", CONTENT, ids=lambda source: source.name)
def test_every_word_of_the_content_reaches_its_tree(source: Source) -> None:
    parsed = PARSER.parse(source)
    assert parsed.problems == ()
    assert [source.text[s.start : s.end] for s in lost_words(parsed, PARSER.builder)] == []


def test_no_word_of_the_grammar_is_silent_but_those_that_join() -> None:
    assert silent_words(PARSER.builder) <= JOINTS


@pytest.mark.parametrize("source", CONTENT, ids=lambda source: source.name)
def test_every_card_prints_and_reads_back(source: Source) -> None:
    for tree in PARSER.parse(source).declarations:
        again = PARSER.parse(Source.of(PRINTER.declaration(tree)))
        assert again.problems == ()
        assert again.declarations == (tree,)


@pytest.mark.parametrize("definition", CARDS, ids=lambda card: f"{card.kind} {card.name}")
def test_every_card_as_it_is_performed_prints_and_reads_back(definition: Any) -> None:
    text = PRINTER.card(definition.tree)
    (tree,) = PARSER.parse(Source.of(text)).declarations
    problems: list[Any] = []
    again = bind_card(RULESET, tree, LIBRARY.names, LIBRARY.get, problems)
    assert (problems, again) == ([], definition.tree)
    assert PRINTER.card(again) == text  # canonical text stays as it is


@settings(calm, max_examples=100)
@given(trees(PARSER.builder, "sentence"))
def test_a_sentence_is_read_as_the_tree_it_was_written_from(tree: Any) -> None:
    text = PRINTER.sentence(tree)
    parsed = PARSER.parse_sentences(Source.of(text))
    assert (parsed.problems, parsed.declarations) == ((), (tree,)), text


@settings(calm, max_examples=60)
@given(trees(PARSER.builder, "declaration"))
def test_a_card_is_read_as_the_tree_it_was_written_from(tree: Any) -> None:
    text = PRINTER.declaration(tree)
    parsed = PARSER.parse(Source.of(text))
    assert (parsed.problems, parsed.declarations) == ((), (tree,)), text


@settings(calm, max_examples=60)
@given(trees(PARSER.builder, "sentence"))
def test_what_is_performed_is_read_as_what_is_performed(sentence: Any) -> None:
    def nested(sentences: tuple[Any, ...]) -> Any:
        return RULESET.nest(RULESET.block(sentences), lambda kind, name: Draft(kind, name, NOWHERE))

    tree = nested((sentence,))
    text = PRINTER.block(tree)
    parsed = PARSER.parse_sentences(Source.of(text))
    assert parsed.problems == (), text
    assert nested(parsed.declarations) == tree, text


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("Deal damage equal to the other die to every opponent.", "Deal damage equal to the other die to every opponent."),
        ("The opponents roll two dice fewer this round.", "The opponents roll 2 dice fewer this round."),
        ("Opponents roll one die fewer this round.", "The opponents roll 1 die fewer this round."),
        ("Deal 3 damage, split among any opponents.", "Deal 3 damage split among opponents."),
        ("Three times, throw six dice that hit on 6.", "3 times, throw 6 dice that hit on 6."),
        ("Heal every adventurer fully.", "Heal every adventurer fully."),
    ],
)
def test_a_sentence_is_written_as_a_rulebook_would(text: str, canonical: str) -> None:
    (tree,) = PARSER.parse_sentences(Source.of(text)).declarations
    assert PRINTER.sentence(tree).strip() == canonical
