"""Broken texts and what an author sees of each; run as a script, it writes the messages anew, for review in the diff."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from dicecrawl.language.files import read_file
from dicecrawl.language.library import parser_for
from dicecrawl.language.parse import Parsed, Parser
from dicecrawl.language.render import render_all
from dicecrawl.language.source import Source
from dicecrawl.plugins import ruleset_of

FOLDER = Path(__file__).parent / "bad"
FILES = sorted(FOLDER.glob("*.crawl"))


@lru_cache(maxsize=1)
def parser() -> Parser:
    """The parser of the game whose cards the tests break."""
    return parser_for(ruleset_of("marching_order"))


def parsed(path: Path) -> Parsed:
    """A broken file, as far as it can be read."""
    source = read_file(path, path.name)
    assert isinstance(source, Source), source
    return parser().parse(source)


def messages(path: Path) -> str:
    """What an author sees of it."""
    found = parsed(path)
    return render_all(found.problems, {path.name: found.source}) + "\n"


if __name__ == "__main__":
    for file in FILES:
        file.with_suffix(".txt").write_text(messages(file), encoding="utf-8")
