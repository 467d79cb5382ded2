"""Every `crawl` block of README.md and docs/ is read beside the shipped cards: what the pages show is what works.

A fence says what its block is. `crawl`: cards, as a file holds them. `crawl sentences`: each line at the margin is what
one ability does. `crawl rules`: each line at the margin is a rule of a card. `wrong` and codes after it: the block is
meant to be wrong and has exactly these problems; else it has none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import pytest
from attrs import frozen

from dicecrawl.language.library import Loaded, load_library, parser_for, read_folder
from dicecrawl.language.render import render_all
from dicecrawl.language.source import Source
from dicecrawl.plugins import ruleset_of
from dicecrawl.resources import content_root

CHECKOUT = Path(__file__).resolve().parents[2]
PAGES = [CHECKOUT / "README.md", *sorted((CHECKOUT / "docs").rglob("*.md"))]
BLOCK = re.compile(r"^(?P<indent> *)```crawl\b(?P<info>[^\n]*)\n(?P<text>.*?)^(?P=indent)```", re.MULTILINE | re.DOTALL)
INFO = re.compile(r"(?P<kind>sentences|rules)?(?: *wrong(?P<codes>(?: +[EW]\d{3})+))?(?: *title=\"[^\"]*\")?")

CARD = """\
monster "Example {number}":
    Stats Physical +0, Defense 1, Health 5, Magic +0, Resolve +0.
    Source "Docs", "examples".
    Action 1-6 "Bite": Nothing happens.
    Bullshit 1 "Example":
{text}
"""
RULE = """\
condition "Example {number}" [X]:
    Tags Harmful.
    Source "Docs", "examples".
    Given by "an example".
{text}
"""


@frozen
class CrawlBlock:
    """One block: where it stands, what its fence says, and its text."""

    page: str
    line: int
    info: str
    text: str

    @property
    def place(self) -> str:
        """Page and line."""
        return f"{self.page}:{self.line}"


def crawl_blocks(page: str, name: str) -> Iterator[CrawlBlock]:
    """The blocks of one page, without the indentation of their fence."""
    for found in BLOCK.finditer(page):
        indent = len(found["indent"])
        text = "".join(line[indent:] if line.strip() else "\n" for line in found["text"].splitlines(keepends=True))
        yield CrawlBlock(name, page.count("\n", 0, found.start()) + 1, found["info"].strip(), text)


def as_cards(kind: str | None, text: str) -> str:
    """A block as a file of cards: sentences and rules get one card for each line at the margin."""
    if kind is None:
        return text
    parts = [part.rstrip() for part in re.split(r"^(?=\S)", text, flags=re.MULTILINE)]
    parts = [part for part in parts if part.strip() and not part.startswith("#")]
    frame, depth = (RULE, 4) if kind == "rules" else (CARD, 8)
    indented = ("\n".join(" " * depth + line for line in part.splitlines()) for part in parts)
    return "\n".join(frame.format(number=i, text=part) for i, part in enumerate(indented, 1))


@lru_cache(maxsize=1)
def shipped() -> tuple[Source, ...]:
    """The cards that come with the game."""
    return tuple(read_folder(content_root("marching_order"), "marching_order/"))


def read_beside_the_shipped_cards(text: str, name: str) -> Loaded:
    """The game's own cards and this text."""
    ruleset = ruleset_of("marching_order")
    return load_library(ruleset, [*shipped(), Source.of(text, name)], parser_for(ruleset))


BLOCKS = [
    block for page in PAGES for block in crawl_blocks(page.read_text(encoding="utf-8"), page.relative_to(CHECKOUT).as_posix())
]


@pytest.mark.parametrize("block", BLOCKS, ids=[block.place for block in BLOCKS])
def test_a_crawl_block_has_the_problems_that_its_fence_names_and_no_others(block: CrawlBlock) -> None:
    info = INFO.fullmatch(block.info)
    assert info is not None, f"{block.place}: a fence reads 'crawl', 'crawl sentences' or 'crawl rules', then 'wrong E101'"
    read = read_beside_the_shipped_cards(as_cards(info["kind"], block.text), block.place)
    expected = set((info["codes"] or "").split())
    found = {problem.code for problem in read.problems}
    assert found == expected, f"{block.place}\n\n{render_all(read.problems, read.sources)}"


def test_blocks_are_found_with_their_page_and_line_and_without_the_indentation_of_a_list() -> None:
    page = "# A page\n\n```crawl wrong E101\nabc\n```\n\n- a list\n\n    ```crawl rules\n    a\n\n        b\n    ```\n"
    first, second = crawl_blocks(page, "page.md")
    assert (first.place, first.info, first.text) == ("page.md:3", "wrong E101", "abc\n")
    assert (second.place, second.info, second.text) == ("page.md:9", "rules", "a\n\n    b\n")


def test_sentences_and_rules_get_a_card_for_each_line_at_the_margin() -> None:
    text = "# one card each\nYou lose 1 Health.\nIf you have Stunned:\n    You gain 1 Health.\n"
    cards = as_cards("sentences", text)
    assert cards.count("monster ") == 2
    assert "            You gain 1 Health." in cards
    assert as_cards("rules", "+X to Magic.\n").count("condition ") == 1
    assert as_cards(None, text) == text


def test_a_mistake_in_a_block_is_found() -> None:
    read = read_beside_the_shipped_cards(as_cards("sentences", "You gain Stunnd (1).\n"), "page.md:1")
    assert [problem.code for problem in read.problems] == ["E101"]
