"""Broken scenarios and what an author sees of each; run as a script, it writes the messages anew, for review in the diff."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import dicecrawl
from dicecrawl.authoring.scenario import read_scenarios, run_scenario
from dicecrawl.game import Game
from dicecrawl.language.source import Source

FOLDER = Path(__file__).parent / "bad_scenarios"
FILES = sorted(FOLDER.glob("*.broken"))


@lru_cache(maxsize=1)
def game() -> Game:
    """The game that the broken scenarios are about."""
    return dicecrawl.load("marching_order")


def messages(text: str, name: str) -> str:
    """What an author sees of some scenarios that are not right: mistakes first, then what did not come out."""
    loaded = read_scenarios(Source.of(text, name), game())
    reports = [run_scenario(scenario, game()) for scenario in loaded.scenarios]
    parts = [loaded.text, *(report.text for report in reports if not report.passed)]
    return "\n\n".join(part for part in parts if part) + "\n"


if __name__ == "__main__":
    for file in FILES:
        file.with_suffix(".txt").write_text(messages(file.read_text(encoding="utf-8"), file.stem), encoding="utf-8")
