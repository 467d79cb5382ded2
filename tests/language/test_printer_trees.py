"""print, then parse: an equal tree, for trees of every shape that the grammar allows, and no lie about any other."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st

from dicecrawl.core.definitions import Draft
from dicecrawl.core.nodes import NOWHERE
from dicecrawl.errors import PrintError
from dicecrawl.games.marching_order import RULESET
from dicecrawl.language.library import parser_for
from dicecrawl.language.printer import Printer
from dicecrawl.language.source import Source
from tests.language.grown_trees import Grower, transplanted, trees

PARSER = parser_for(RULESET)
PRINTER = Printer.of(RULESET)
GROWER = Grower(PARSER.builder)
SENTENCES = trees(PARSER.builder, "sentence")

calm = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])


def read(text: str) -> tuple[Any, ...]:
    parsed = PARSER.parse_sentences(Source.of(text))
    assert parsed.problems == (), text
    return parsed.declarations


def nested(sentences: tuple[Any, ...]) -> Any:
    return RULESET.nest(RULESET.block(sentences), lambda kind, name: Draft(kind, name, NOWHERE))


@settings(calm, max_examples=150)
@given(SENTENCES)
def test_a_sentence_is_read_as_the_tree_it_was_written_from(tree: Any) -> None:
    text = PRINTER.sentence(tree)
    assert read(text) == (tree,), text


@settings(calm, max_examples=80)
@given(trees(PARSER.builder, "declaration"))
def test_a_card_is_read_as_the_tree_it_was_written_from(tree: Any) -> None:
    text = PRINTER.declaration(tree)
    parsed = PARSER.parse(Source.of(text))
    assert parsed.problems == (), text
    assert parsed.declarations == (tree,), text


@settings(calm, max_examples=80)
@given(st.lists(SENTENCES, min_size=1, max_size=4))
def test_what_is_performed_is_read_as_what_is_performed(sentences: list[Any]) -> None:
    tree = nested(tuple(sentences))
    text = PRINTER.block(tree)
    assert nested(read(text)) == tree, text


ORDINARY = [
    "Target every ally.",
    "Target a random enemy, or else advance 1 space.",
    "Target an ally, 2 Health.",
    "Target an enemy and make a Magic Attack Roll vs Defense and gain Stunned and 2 Luck.",
    "You may target any ally and gain 1 Luck.",
    "Make a Physical Attack Roll vs Defense; gain Stunned (1).",
    "Make a Physical Attack Roll vs their Defense.",
    "Make a Magic Roll vs TN 2; target an ally; they gain 1 Luck.",
    "They make a Resolve Roll vs TN 3; lose 1 Health.",
    "Every rogue makes a Resolve Roll vs TN 3.",
    "Any rogue who fails gains Shunned (2).",
    "If successful, they gain Stunned (1).",
    "On a failure, lose 1 Health.",
    "Otherwise, they die.",
    "Otherwise: They die. Die.\n",
    "If you do, gain 1 Luck.",
    "If they have Stunned, they die; otherwise, lose 1 Health; die.",
    "If you are at the front: Target an ally. They gain 1 Luck.\n",
    "Gain Health equal to half the damage dealt.",
    "Deal 2 damage.",
    "Lose 1 Luck, Stunned and 2 Health.",
    "The next time an ally dies, target them; they gain 1 Luck.",
    "Roll 1d6:\n    1-3: Make an Attack Roll vs Defense; die.\n    4-6: Make a Resolve Roll vs TN 2. If successful, die.\n",
]


@settings(calm, max_examples=120)
@given(st.lists(st.sampled_from(ORDINARY), min_size=1, max_size=6))
def test_sentences_that_point_back_do_so_in_their_canonical_form(sentences: list[str]) -> None:
    tree = nested(read("\n".join(sentences)))
    text = PRINTER.block(tree)
    assert nested(read(text)) == tree, text
    assert PRINTER.block(nested(read(text))) == text


@settings(calm, max_examples=120)
@given(st.data(), SENTENCES, SENTENCES)
def test_a_tree_that_only_its_types_allow_is_refused_or_told_truly(data: st.DataObject, tree: Any, donor: Any) -> None:
    made = transplanted(data.draw, PARSER.builder, tree, donor)
    try:
        text = PRINTER.sentence(made)
    except PrintError:
        event("refused")
        return
    event("written")
    assert read(text) == (made,), text


@pytest.mark.parametrize("top", ["sentence", "declaration"])
def test_every_production_can_be_written_and_read(top: str) -> None:
    ways = GROWER.ways_up(top)
    written = 0
    for origin in ways:
        for production in GROWER.rules[origin]:
            tree = GROWER.whole(production, ways)
            if top == "sentence":
                assert read(PRINTER.sentence(tree)) == (tree,), production
            else:
                parsed = PARSER.parse(Source.of(PRINTER.declaration(tree)))
                assert (parsed.problems, parsed.declarations) == ((), (tree,)), production
            written += 1
    assert written > 300


def test_whatever_a_rule_can_hold_fits_the_fields_of_its_class() -> None:
    """Each part of each production, written in each way that the grammar has for it, fits into the node it is for."""
    for productions in GROWER.rules.values():
        for production in productions:
            for at, symbol in enumerate(production.symbols):
                for below in GROWER.rules.get(symbol, ()):
                    part = GROWER.shortest(symbol, below)
                    GROWER.shortest(production.origin, production, at=at, part=part)  # raises when it has no field


def test_a_long_card_is_written_in_reasonable_time() -> None:
    lines = "".join(f"    Target an ally. They gain Stunned ({n}).\n" for n in range(300))
    (tree,) = PARSER.parse(Source.of(f"condition Long:\n{lines}")).declarations
    assert PRINTER.declaration(tree).count("\n") == 600


def test_deep_blocks_are_written() -> None:
    text = ""
    for depth in range(38):
        text += f"{'    ' * depth}At upkeep:\n{'    ' * (depth + 1)}Die.\n"
    (tree,) = read(text)
    assert read(PRINTER.sentence(tree)) == (tree,)
