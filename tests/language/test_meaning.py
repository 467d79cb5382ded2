"""Content that parses and cannot be meant: each wrong file beside the shipped cards, with its messages as text.

To see the messages of a new file, run this module as a script: it prints what it finds and writes nothing.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from dicecrawl.language.library import Loaded, load_library, read_folder
from dicecrawl.language.render import render_all
from dicecrawl.language.source import Source
from dicecrawl.plugins import ruleset_of
from dicecrawl.resources import content_root

FOLDER = Path(__file__).parent / "meaning"
SHIPPED = read_folder(content_root("marching_order"))


def loaded(path: Path) -> Loaded:
    """The wrong file together with all that is shipped."""
    source = Source.of(path.read_text(encoding="utf-8"), path.name)
    return load_library(ruleset_of("marching_order"), (*SHIPPED, source))


def messages(path: Path) -> str:
    """What an author sees."""
    found = loaded(path)
    return render_all(found.problems, found.sources)


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.crawl")), ids=lambda p: p.stem)
def test_each_wrong_file_is_told_as_written(path: Path) -> None:
    assert messages(path).strip() == path.with_suffix(".txt").read_text(encoding="utf-8").strip()


def test_shipped_cards_have_nothing_wrong() -> None:
    assert load_library(ruleset_of("marching_order"), SHIPPED).problems == ()


if __name__ == "__main__":
    for file in sorted(FOLDER.glob("*.crawl")):
        print(f"== {file.stem}\n{messages(file)}\n")
