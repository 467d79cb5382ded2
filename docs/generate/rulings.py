"""Fills the "Held by" lines of docs/rulings/marching_order.md with the scenarios and tests that name each ruling.

A scenario names rulings in a line that begins with "Rulings:", a test in Python anywhere (MO-12). Run it after a change to
either: python docs/generate/rulings.py. A test compares the page with what this makes. The other lines are written by hand.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[2]
PAGE = CHECKOUT / "docs" / "rulings" / "marching_order.md"
NOT_TESTS_OF_RULES = ("docs", "architecture")
BESIDE_THE_CARDS = "content/marching_order/"
MOST = 4
"""Files that one ruling names; beyond these the rest is counted."""

BY_THE_CARDS = 1  # which text wins was settled when the cards were written
_ENTRY = re.compile(r"^### MO-(?P<number>\d+) .*$", re.MULTILINE)
_HELD = re.compile(r"^- \*\*Held by:\*\*.*$", re.MULTILINE)
_WAITS = "- **Waits for:**"
_NUMBER = re.compile(r"MO-(\d+)")


def held_by() -> dict[int, list[str]]:
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
        for number in _NUMBER.findall(text):
            found.setdefault(int(number), {})[shown.as_posix().removeprefix(BESIDE_THE_CARDS)] = None
    return {number: list(files) for number, files in found.items()}


def held_line(number: int, files: list[str], waits: bool) -> str:
    """What stands behind "Held by"."""
    if number == BY_THE_CARDS:
        return "- **Held by:** the wording of the cards themselves."
    if not files:
        return "- **Held by:** not yet visible." if waits else "- **Held by:** no test of its own yet."
    more = f" and {len(files) - MOST} more" if len(files) > MOST else ""
    return f"- **Held by:** {', '.join(f'`{name}`' for name in files[:MOST])}{more}"


def page() -> str:
    """The page with its lines filled in."""
    text, files = PAGE.read_text(encoding="utf-8"), held_by()
    starts = [found.start() for found in _ENTRY.finditer(text)]
    parts = [text[: starts[0]]]
    for start, end in zip(starts, [*starts[1:], len(text)], strict=True):
        entry = text[start:end]
        number = int(_NUMBER.findall(entry)[0])
        before, after = _HELD.split(entry, maxsplit=1)
        parts.extend((before, held_line(number, files.get(number, []), _WAITS in entry), after))
    return "".join(parts)


def main() -> int:
    """Write the page, and say which rulings nothing holds."""
    text = page()
    PAGE.write_text(text, encoding="utf-8", newline="\n")
    bare = [entry.split(" ", 1)[0] for entry in text.split("\n### ")[1:] if "no test of its own yet" in entry]
    print(f"{len(bare)} rulings have no test of their own: {', '.join(bare)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
