"""Every word of a sentence reaches the tree or is a declared noise word, and a word that did not would be noticed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import attrs
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dicecrawl.games.marching_order import RULESET
from dicecrawl.language.build import Builder
from dicecrawl.language.coverage import JOINTS, lost_words, silent_words
from dicecrawl.language.grammar import Production, load_tables
from dicecrawl.language.library import parser_for, read_folder
from dicecrawl.language.parse import Parser
from dicecrawl.language.printer import Printer
from dicecrawl.language.source import Source
from dicecrawl.resources import content_root
from tests.language.grown_trees import trees

PARSER = parser_for(RULESET)
PRINTER = Printer.of(RULESET)
CONTENT = (*read_folder(content_root("marching_order")), *read_folder(Path(__file__).parent / "good", "good/"))


def lost(text: str, parser: Parser = PARSER) -> list[str]:
    """The words of a free text that do not reach its tree."""
    source = Source.of(text)
    parsed = parser.parse_sentences(source)
    assert parsed.problems == ()
    return [source.text[span.start : span.end] for span in lost_words(parsed, parser.builder)]


def broken(origin: str, *symbols: str, dropped: str) -> Parser:
    """A parser that reads the words of a production as before, and forgets one of them."""
    tables = load_tables(RULESET.grammars)

    def forgets(p: Production) -> Production:
        if p.makes != origin or p.symbols != symbols:
            return p
        kept = tuple(k and symbol != dropped for symbol, k in zip(p.symbols, p.kept, strict=True))
        assert kept != p.kept
        return attrs.evolve(p, kept=kept)

    productions = tuple(forgets(p) for p in tables.productions)
    assert productions != tables.productions
    return Parser(Builder(attrs.evolve(tables, productions=productions), RULESET.effects))


@pytest.mark.parametrize("source", CONTENT, ids=lambda source: source.name)
def test_every_word_of_the_content_reaches_its_tree(source: Source) -> None:
    parsed = PARSER.parse(source)
    assert parsed.problems == ()
    assert [source.text[s.start : s.end] for s in lost_words(parsed, PARSER.builder)] == []


def test_no_word_of_the_grammar_is_silent_but_those_that_join() -> None:
    assert silent_words(PARSER.builder) == JOINTS


@settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(st.lists(trees(PARSER.builder, "sentence"), min_size=1, max_size=3))
def test_every_word_of_a_canonical_text_reaches_its_tree(sentences: list[Any]) -> None:
    assert lost("\n".join(PRINTER.sentence(sentence) for sentence in sentences)) == []


def test_noise_synonyms_and_decoration_are_not_missed() -> None:
    assert lost("Then the target also suffers 2 damage, and must immediately receive Stunned (forever).") == []
    assert lost("If they have Stunned, die; otherwise, take damage equal to 3. # and so on") == []
    assert lost("Gain Health equal to half a roll, 1 Luck, and Stunned [+1] (2)") == []
    assert lost("They gain the condition: Stunned (1) and the Condition: Bleed [2].") == []
    assert lost("Take your Physical damage. Take half roll damage. Take 007 damage.") == []


def test_a_word_that_is_read_and_forgotten_is_lost() -> None:
    full = ("_TAKE", "name", "ACTION", "_FOR", "FULL", "_DAMAGE")
    text = "Take the Fireball action for full damage."
    assert lost(text) == []
    assert lost(text, broken("take_named_action", *full, dropped="FULL")) == ["for", "full", "damage"]


def test_a_permission_that_becomes_an_order_is_lost() -> None:
    may = ("subject", "MAY", "_verbs")
    text = "You may die. You die."
    assert lost(text) == []
    assert lost(text, broken("clause", *may, dropped="MAY")) == ["may"]


def test_a_forgotten_quantity_is_lost_wherever_it_stands() -> None:
    any_two = broken("this_many", "ANY", "INT", dropped="ANY")
    assert lost("At upkeep: Roll 1d6:\n  1-6: Target any 2 allies. Die.", any_two) == ["any"]


@pytest.mark.parametrize(
    ("origin", "symbols", "dropped", "silent"),
    [
        ("take_named_action", ("_TAKE", "name", "ACTION", "_FOR", "FULL", "_DAMAGE"), "FULL", {"_FOR", "FULL", "_DAMAGE"}),
        ("clause", ("subject", "MAY", "_verbs"), "MAY", {"MAY"}),
        ("this_many", ("ANY", "INT"), "ANY", {"ANY"}),
        ("damage_done", ("HALF", "_DAMAGE", "_DEALT"), "HALF", {"HALF"}),
        ("make", ("_MAKE", "name", "ATTACK", "_ROLL"), "ATTACK", {"ATTACK"}),
    ],
)
def test_the_grammar_alone_shows_a_word_that_is_forgotten(
    origin: str, symbols: tuple[str, ...], dropped: str, silent: set[str]
) -> None:
    assert silent_words(broken(origin, *symbols, dropped=dropped).builder) - JOINTS == silent


def test_what_the_lexer_sets_aside_must_be_declared() -> None:
    source = Source.of("Target the ally, unless they die.")
    parsed = PARSER.parse_sentences(Source.of("Target the ally."))
    parsed = attrs.evolve(parsed, source=source)
    spans = lost_words(parsed, PARSER.builder)
    assert [source.text[s.start : s.end] for s in spans] == ["unless they die."]
    parsed.lexed.noise.append((source.text.index("unless"), source.text.index("unless") + 6))
    assert "unless" in [source.text[s.start : s.end] for s in lost_words(parsed, PARSER.builder)]


def test_a_text_with_mistakes_has_other_problems_first() -> None:
    parsed = PARSER.parse_sentences(Source.of("Target an advacent ally."))
    assert parsed.problems
    assert lost_words(parsed, PARSER.builder) == []
