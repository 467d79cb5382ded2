"""The page on Python names every kind of decision that the rules ask, and no other."""

from __future__ import annotations

import ast
import re
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[2]
PAGE = CHECKOUT / "docs" / "reference" / "python.md"


def asked() -> set[str]:
    """The kinds that stand in calls of Decision and choose_entities under src/."""
    kinds = set()
    for path in (CHECKOUT / "src").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
                continue
            place = {"Decision": 1, "choose_entities": 2}.get(node.func.id)
            if place is not None and len(node.args) > place:
                kind = node.args[place]
                if isinstance(kind, ast.Constant):
                    kinds.add(str(kind.value))
    return kinds


def told() -> set[str]:
    """The kinds in the page's table."""
    table = PAGE.read_text(encoding="utf-8").partition("| Kind of decision |")[2].partition("\n\n")[0]
    cells = [line.split("|")[1] for line in table.splitlines() if line.startswith("| `")]
    return {kind for cell in cells for kind in re.findall(r"`([^`]+)`", cell)}


def test_the_page_names_every_kind_of_decision() -> None:
    assert told() == asked()
    assert "target" in asked()
