"""From text to nodes: the same tree however a file is saved, free sentences, places, bounds, and no exception ever."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dicecrawl.core.nodes import Node
from dicecrawl.language.files import read_file
from dicecrawl.language.limits import ParseLimits
from dicecrawl.language.parse import Parsed, Parser
from dicecrawl.language.render import render_all
from dicecrawl.language.source import Source
from tests.language.bad_files import parser

CARDS = (Path(__file__).parent / "good" / "cards.crawl").read_text(encoding="utf-8")
IMP = 'monster "Test Imp":\n    Action 1-6 "Poke":\n        '


def parse(text: str) -> Parsed:
    return parser().parse(Source.of(text, "cards.crawl"))


def sentences(text: str) -> Parsed:
    return parser().parse_sentences(Source.of(text, "text"))


def nodes(found: Parsed) -> Iterator[Node]:
    for declaration in found.declarations:
        yield from declaration.walk()


def test_the_sample_cards_have_nothing_wrong() -> None:
    found = parse(CARDS)
    assert render_all(found.problems, {"cards.crawl": found.source}) == "no problems found"
    assert len(found.declarations) == 14


SAVED = {
    "with a byte order mark": CARDS.encode("utf-8-sig"),
    "with CRLF": CARDS.replace("\n", "\r\n").encode(),
    "with CR": CARDS.replace("\n", "\r").encode(),
    "with tabs": CARDS.replace("    ", "\t").encode(),
    "with trailing blanks": CARDS.replace("\n", "  \t\n").encode(),
    "without a last line end": CARDS.rstrip("\n").encode(),
    "with typographic signs": CARDS.replace('"', "”").replace(" -", " −").replace("3-4", "3–4").replace("'", "’").encode(),
    "with no-break blanks": CARDS.replace(" Health ", "\u00a0Health ").encode(),
    "with digits of another script": CARDS.replace("Health 12", "Health １２").encode(),
}


@pytest.mark.parametrize("saved", SAVED.values(), ids=SAVED)
def test_the_same_cards_are_the_same_tree_however_they_are_saved(saved: bytes, tmp_path: Path) -> None:
    file = tmp_path / "cards.crawl"
    file.write_bytes(saved)
    source = read_file(file, "cards.crawl")
    assert isinstance(source, Source)
    found, plain = parser().parse(source), parse(CARDS)
    assert found.problems == ()
    if "’".encode() not in saved:  # names keep their author's spelling
        assert found.declarations == plain.declarations
    places = [(node.span.line, node.span.column) for node in nodes(found)]
    assert places == [(node.span.line, node.span.column) for node in nodes(plain)]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "cp1252"])
def test_another_encoding_is_told_to_be_saved_as_utf_8(encoding: str, tmp_path: Path) -> None:
    file = tmp_path / "cards.crawl"
    file.write_bytes('monster "Protégé":\n    Health.\n'.encode(encoding))
    found = read_file(file, "cards.crawl")
    assert not isinstance(found, Source)
    assert found.code == "E005"
    assert "save it as UTF-8" in render_all([found], {})


def test_a_place_is_the_stretch_of_written_words() -> None:
    text = IMP + "If you have Stunned:\n            Die.\n            Target a random rogue; they die.\n"
    spans = {type(node).__name__: node.span for node in nodes(parse(text))}
    assert text[spans["Sequence"].start : spans["Sequence"].end] == "Target a random rogue; they die"
    assert text[spans["IfThen"].start : spans["IfThen"].end].endswith("they die.")
    assert text[spans["HasCondition"].start : spans["HasCondition"].end] == "you have Stunned"
    assert (spans["Sequence"].line, spans["Sequence"].column) == (5, 13)


@pytest.mark.parametrize("ending", ["", ".", "\n", ".\n\n", "  # and so on"])
def test_the_last_full_stop_of_a_text_may_be_missing(ending: str) -> None:
    text = "Make a Physical Attack Roll vs Defense; gain Stunned(1)"
    found = sentences(text + ending)
    assert found.problems == ()
    (sentence,) = found.declarations
    assert sentence == sentences(text + ".").declarations[0]
    assert found.source.text[sentence.span.start : sentence.span.end].rstrip(".") == text


def test_the_last_full_stop_of_a_block_may_be_missing_and_of_no_other_sentence() -> None:
    block = IMP + "If you have Stunned:\n            You lose 1 Health\n        You gain 1 Health\nitem Torch:\n    Price 3\n"
    assert parse(block).problems == ()
    assert [p.code for p in parse(block.replace("Stunned:", "Stunned, die.")).problems] == ["E020"]


def test_free_sentences_may_have_blocks_and_begin_with_the_word_of_a_card() -> None:
    found = sentences("If you have Stunned:\n    Die.\n    Gain 1 Health.\nTarget a random\nrogue.")
    assert found.problems == ()
    assert len(found.declarations) == 2


@pytest.mark.parametrize(("text", "code"), [("", "E017"), (" \n# nothing\n", "E017"), ('monster "A":\n    Die.', "E018")])
def test_what_is_no_free_text_is_told_so(text: str, code: str) -> None:
    assert [p.code for p in sentences(text).problems] == [code]


def test_a_sentence_that_could_not_be_read_is_an_error_node_and_the_rest_is_read() -> None:
    found = parse(IMP + "Die. They frob the frobs of frobbing. Gain 1 Health.")
    assert [p.code for p in found.problems] == ["E014"]
    (block,) = [node for node in nodes(found) if type(node).__name__ == "Block"]
    assert [type(node).__name__ for node in block.children()] == ["Clause", "Error", "Clause"]


def test_a_card_whose_word_is_missing_is_an_error_node() -> None:
    found = parse('"Test Imp":\n    Action 1-6 "Poke": Die.\nitem Torch:\n    Price 3.\n')
    assert [type(node).__name__ for node in found.declarations] == ["Error", "ItemCard"]


def test_many_threads_may_read_with_one_parser() -> None:
    fresh = Parser(parser().builder)
    broken = CARDS.replace("adjacent", "advacent")
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda _: fresh.parse(Source.of(broken, "cards.crawl")), range(16)))
    assert all(f.problems == found[0].problems and f.declarations == found[0].declarations for f in found)
    assert len(found[0].problems) == broken.count("advacent")


# ---- bounds ---------------------------------------------------------------------------------------------------------

TOO_MUCH = {
    "characters": ("a " * 250_000, "E006"),
    "one line": (IMP + "Die. " * 3_000, "E006"),
    "words": ("a,\n" * 60_000, "E006"),
    "blocks": ("".join("    " * i + "If successful:\n" for i in range(100)), "E007"),
    "blocks of one line": (IMP + "If successful: " * 60, "E007"),
    "brackets": (IMP + "They gain " + "(" * 1_000 + ".", "E007"),
    "digits": (IMP + f"You lose {'9' * 5_000} Health.", "E008"),
    "digits of a range": (IMP + f"Roll 1d6:\n            1-{'9' * 5_000}: Die.", "E008"),
    "dice": (IMP + "Take 99999d99999 damage.", "E008"),
    "sides": (IMP + "Take 1d100000 damage.", "E008"),
    "no sides": (IMP + "Take 1d0 damage.", "E008"),
}


@pytest.mark.parametrize(("text", "code"), TOO_MUCH.values(), ids=TOO_MUCH)
def test_what_is_beyond_a_bound_is_refused_at_once_with_its_place(text: str, code: str) -> None:
    source = Source.of(text, "cards.crawl")
    began = process_time()
    found = parser().parse(source)
    assert process_time() - began < 0.25
    assert [p.code for p in found.problems] == [code]
    assert found.problems[0].span.line > 0
    assert any(char.isdigit() for char in found.problems[0].message + found.problems[0].label)


def test_bounds_can_be_set() -> None:
    small = Parser(parser().builder, ParseLimits(characters=50, digits=2, dice=3))
    assert [p.code for p in small.parse_sentences(Source.of("Die. " * 20)).problems] == ["E006"]
    assert [p.code for p in small.parse_sentences(Source.of("Lose 100 Health.")).problems] == ["E008"]
    assert [p.code for p in small.parse_sentences(Source.of("Take 4d6 damage.")).problems] == ["E008"]
    assert small.parse_sentences(Source.of("Take 3d6 damage.")).problems == ()


def test_after_so_many_mistakes_reading_stops_and_says_so() -> None:
    few = Parser(parser().builder, ParseLimits(problems=5))
    found = few.parse(Source.of(IMP + "Dye.\n        " * 50))
    assert [p.code for p in found.problems] == ["E010"] * 5 + ["E019"]


def cost(text: str) -> float:
    source = Source.of(text)
    began = process_time()
    parser().parse(source)
    return process_time() - began


@pytest.mark.parametrize(
    "line",
    [
        "        Die. Lose 1 Health.\n",
        "        They dye. Lose 1 Helth 2.\n",
        "        Target a rogue or\n",
        '        "\n',
        "    Die\n",
        ": ",
    ],
    ids=["good", "bad", "no full stop", "quotes", "lines", "colons"],
)
def test_the_time_grows_no_faster_than_the_text(line: str) -> None:
    cost(IMP + line * 100)
    short, long = (min(cost(IMP + line * n) for _ in range(3)) for n in (300, 3_000))
    assert long < 40 * max(short, 0.002)


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=200))
def test_any_text_is_read_without_an_exception(text: str) -> None:
    for found in (parse(text), sentences(text), parse(IMP + text)):
        assert "Traceback" not in render_all(found.problems, {found.source.name: found.source})


TERMINAL = re.compile(r"\b_[A-Z]|[A-Z]_[A-Z]|__|\$END|\b(NOUN|TGT|INT|SELF)\b")
SIGNS = [".", ",", ":", ";", "(", ")", "[", "]", '"', '"a b"', "Foo", "Goblin King", "frob", "X", "1", "2-3", "4+", "d6", "+2"]
LAYOUT = ["\n", "\n    ", "\n        ", "\n\n", "\t"]
SOUP = st.lists(st.sampled_from([*sorted(parser().tables.words.forms), *parser().tables.words.declarations, *SIGNS, *LAYOUT]))


@settings(max_examples=200, deadline=None)
@given(SOUP, st.sampled_from(["", IMP, "condition Dazed [X]:\n    "]))
def test_a_soup_of_words_is_read_without_an_exception(words: list[str], head: str) -> None:
    for found in (parse(head + " ".join(words)), sentences(" ".join(words))):
        for problem in found.problems:
            assert 0 <= problem.span.start <= problem.span.end <= len(found.source.text)
            assert problem.message
            assert not TERMINAL.search(" ".join((problem.message, problem.label, *problem.notes)))
        render_all(found.problems, {found.source.name: found.source})


@settings(max_examples=60, deadline=None)
@given(st.randoms(use_true_random=False), st.integers(1, 12))
def test_cards_in_pieces_are_read_without_an_exception(order: random.Random, cuts: int) -> None:
    text = CARDS
    for _ in range(cuts):
        start = order.randrange(len(text))
        end = min(len(text), start + order.randrange(40))
        text = text[:start] + text[end:] if order.random() < 0.5 else text[:end] + text[start:]
    found = parse(text)
    assert len(found.problems) <= parser().limits.problems + 1
