"""The script behind the page of delve rates, played small: every delve with every party, tables and pictures."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

import dicecrawl as dc

SCRIPT = Path(__file__).parents[2] / "examples" / "delve_rates.py"
PAGE = Path(__file__).parents[2] / "docs" / "guides" / "delve_rates.md"


def test_the_script_makes_the_tables_and_pictures_that_the_page_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    spec = importlib.util.spec_from_file_location("delve_rates", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    script = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "delve_rates", script)
    spec.loader.exec_module(script)

    game = dc.load("marching_order")
    for rogues in script.PARTIES.values():
        spent = sum(game.card(rogue.card, "rogue").fields["price"] for rogue in rogues)
        spent += sum(game.card(item, "item").fields["price"] for rogue in rogues for item in rogue.items)
        assert 400 <= spent <= 500
    assert set(script.DELVES) == {card.name for card in game.library.all("delve")}

    found = script.play(game, 2, workers=1)
    table = script.tables(found)
    page = PAGE.read_text(encoding="utf-8")
    for line in table.splitlines():
        row = line.split("|")
        if line.startswith("| delve") or set(line) <= set("|-"):
            assert line in page
        elif line:
            assert f"|{row[1]}|{row[2]}|" in page
    for draw in (script.finished, script.coins, script.survival):
        picture = draw(found)
        assert draw(found) == picture
        assert ElementTree.fromstring(picture).tag.endswith("svg")
        assert f"delve_rates_{draw.__name__}.svg" in page
        assert (PAGE.parent / f"delve_rates_{draw.__name__}.svg").is_file()
