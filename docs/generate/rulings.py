"""Fills the "Held by" lines of the pages in docs/rulings with the scenarios and tests that name each ruling.

A scenario names rulings in a line that begins with "Rulings:", a test in Python anywhere (MO-12). Run it after a change to
either: python docs/generate/rulings.py. A test compares the pages with what this makes. The other lines are written by hand.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[2]
GAMES = {"MO": "marching_order", "DV": "delve"}
"""The registers: how their rulings are numbered, and whose they are."""

PAGE = CHECKOUT / "docs" / "rulings" / "marching_order.md"
NOT_TESTS_OF_RULES = ("docs", "architecture")
MOST = 4
"""Files that one ruling names; beyond these the rest is counted."""

_ENTRY = re.compile(r"^### [A-Z]+-(?P<number>\d+) .*$", re.MULTILINE)
_HELD = re.compile(r"^- \*\*Held by:\*\*.*$", re.MULTILINE)


def page_of(register: str) -> Path:
    """Where a register stands."""
    return CHECKOUT / "docs" / "rulings" / f"{GAMES[register]}.md"


def held_by(register: str) -> dict[int, list[str]]:
    """For each ruling the files that hold it, scenarios first; paths are shown below tests/, or tests/content/<game>/."""
    found: dict[int, dict[str, None]] = {}
    tests = CHECKOUT / "tests"
    scenarios = sorted([*tests.rglob("*.scenario"), *(CHECKOUT / "content").rglob("*.scenario")])
    for path in [*scenarios, *sorted(tests.rglob("test_*.py"))]:
        shown = path.relative_to(tests if tests in path.parents else CHECKOUT)
        if shown.parts[0] in NOT_TESTS_OF_RULES:
            continue
        text = path.read_text(encoding="utf-8")
        if path.suffix == ".scenario":
            text = "\n".join(line for line in text.splitlines() if line.strip(" #").startswith("Rulings:"))
        for number in re.findall(rf"\b{register}-(\d+)", text):
            found.setdefault(int(number), {})[shown.as_posix().removeprefix(f"content/{GAMES[register]}/")] = None
    return {number: list(files) for number, files in found.items()}


def held_line(files: list[str]) -> str:
    """What stands behind "Held by"."""
    if not files:
        return "- **Held by:** no test of its own yet."
    more = f" and {len(files) - MOST} more" if len(files) > MOST else ""
    return f"- **Held by:** {', '.join(f'`{name}`' for name in files[:MOST])}{more}"


def page(register: str = "MO") -> str:
    """A page with its lines filled in."""
    text, files = page_of(register).read_text(encoding="utf-8"), held_by(register)
    starts = [found.start() for found in _ENTRY.finditer(text)]
    parts = [text[: starts[0]]]
    for start, end in zip(starts, [*starts[1:], len(text)], strict=True):
        entry = text[start:end]
        number = int(_ENTRY.match(entry)["number"])  # type: ignore[index]
        before, after = _HELD.split(entry, maxsplit=1)
        parts.extend((before, held_line(files.get(number, [])), after))
    return "".join(parts)


def main() -> int:
    """Write the pages, and say which rulings nothing holds."""
    for register in GAMES:
        text = page(register)
        page_of(register).write_text(text, encoding="utf-8", newline="\n")
        bare = [entry.split(" ", 1)[0] for entry in text.split("\n### ")[1:] if "no test of its own yet" in entry]
        print(f"{GAMES[register]}: {len(bare)} rulings have no test of their own: {', '.join(bare)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
