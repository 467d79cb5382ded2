"""Every message has a page, and every page shows a text with that message beside one without."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

import pytest

import dicecrawl
from dicecrawl.authoring.scenario import read_scenarios, run_scenario
from dicecrawl.language.source import Source

CHECKOUT = Path(__file__).resolve().parents[2]
SOURCES = sorted((CHECKOUT / "src" / "dicecrawl").rglob("*.py"))
PAGES = {page.stem: page.read_text(encoding="utf-8") for page in sorted((CHECKOUT / "docs" / "errors").glob("[EWS]*.md"))}
FENCE = re.compile(r"^```crawl([^\n]*)$", re.MULTILINE)
SCENARIO = re.compile(r"^```text(?: wrong (?P<code>S\d{3}))?\n(?P<text>scenario.*?)^```$", re.MULTILINE | re.DOTALL)

WITHOUT_EXAMPLE = {
    "E004": "a character that was lost",
    "E005": "the encoding of a file",
    "E006": "a text that is too large",
    "E007": "a text that is too deep",
    "E009": "a second byte order mark",
    "E017": "a text without sentences",
    "E018": "a text that is no card",
    "E019": "very many mistakes",
    "S308": "rules that stop a step: no shipped card has such",
}
"""Codes whose fault cannot be shown in a block of a page; tests/language holds an example of each."""


def codes() -> set[str]:
    """Every code that the source can report."""
    found = (re.findall(r'"([EWS]\d{3})"', source.read_text(encoding="utf-8")) for source in SOURCES)
    return {code for many in found for code in many}


def test_every_code_has_a_page_and_every_page_a_code() -> None:
    assert codes() == set(PAGES)


@lru_cache(maxsize=1)
def game() -> dicecrawl.Game:
    """The game that the scenarios of these pages are about."""
    return dicecrawl.load("marching_order")


def codes_of(text: str) -> set[str]:
    """What is wrong with some scenarios: with how they are written, or else with how they come out."""
    read = read_scenarios(Source.of(text, "page"), game())
    played = [run_scenario(scenario, game()) for scenario in read.scenarios]
    return {problem.code for problems in (read.problems, *(report.problems for report in played)) for problem in problems}


@pytest.mark.parametrize("code", [code for code in PAGES if code.startswith("S") and code not in WITHOUT_EXAMPLE])
def test_a_page_about_scenarios_shows_one_with_the_message_and_one_that_passes(code: str) -> None:
    assert PAGES[code].startswith(f"# {code}: ")
    wrong, mended = SCENARIO.finditer(PAGES[code])
    assert (wrong["code"], mended["code"]) == (code, None)
    assert codes_of(wrong["text"]) == {code}
    assert codes_of(mended["text"]) == set()


@pytest.mark.parametrize("code", [code for code in PAGES if not code.startswith("S") or code in WITHOUT_EXAMPLE])
def test_a_page_says_what_it_means_and_shows_a_wrong_and_a_mended_text(code: str) -> None:
    page = PAGES[code]
    assert page.startswith(f"# {code}: ")
    fences = FENCE.findall(page)
    if code in WITHOUT_EXAMPLE:
        assert not any("wrong" in fence for fence in fences)
    else:
        assert len(fences) == 2
        assert f"wrong {code}" in fences[0]
        assert "wrong" not in fences[1]
