"""Every message has a page, and every page shows a text with that message beside one without."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parents[2]
SOURCES = sorted((CHECKOUT / "src" / "dicecrawl").rglob("*.py"))
PAGES = {page.stem: page.read_text(encoding="utf-8") for page in sorted((CHECKOUT / "docs" / "errors").glob("[EW]*.md"))}
FENCE = re.compile(r"^```crawl([^\n]*)$", re.MULTILINE)

WITHOUT_EXAMPLE = {
    "E004": "a character that was lost",
    "E005": "the encoding of a file",
    "E006": "a text that is too large",
    "E007": "a text that is too deep",
    "E009": "a second byte order mark",
    "E017": "a text without sentences",
    "E018": "a text that is no card",
    "E019": "very many mistakes",
}
"""Codes whose fault cannot be shown in a block of a page; tests/language holds an example of each."""


def codes() -> set[str]:
    """Every code that the source can report."""
    found = (re.findall(r'"([EW]\d{3})"', source.read_text(encoding="utf-8")) for source in SOURCES)
    return {code for many in found for code in many}


def test_every_code_has_a_page_and_every_page_a_code() -> None:
    assert codes() == set(PAGES)


@pytest.mark.parametrize("code", PAGES)
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
