"""Writes docs/reference/codes.md, the list of all codes of messages, from the pages of docs/errors.

Run it after adding a page: python docs/generate/codes.py. A test compares the page with what this makes.
"""

from __future__ import annotations

import sys
from pathlib import Path

DOCS = Path(__file__).parents[1]
PAGE = DOCS / "reference" / "codes.md"

INTRO = """\
<!-- Made by docs/generate/codes.py from the pages of docs/errors. -->

# Codes of messages

Each message about a card or a scenario begins with a code in brackets. Each code has a page: what it means, an example, and
how to mend it. `dicecrawl explain E101` shows the same page in a terminal. Errors (E) keep a card from being played, warnings
(W) do not; messages about scenarios begin with S.
"""
FAMILIES = {
    "E00": "Signs and size",
    "E01": "Words",
    "E02": "Layout and unfinished sentences",
    "E03": "Phrases",
    "E04": "Order of words",
    "E1": "Meaning: names, tables, what nothing refers to",
    "W": "Warnings",
    "S1": "Scenarios: how they are written",
    "S2": "Scenarios: names and numbers",
    "S3": "Scenarios: how they come out",
}


def page() -> str:
    """The whole page."""
    titles = [
        path.read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ") for path in sorted(DOCS.glob("errors/*.md"))
    ]
    parts = [INTRO]
    for start, family in FAMILIES.items():
        parts.append(f"## {family}\n")
        for title in titles:
            if title.startswith(start):
                code, _, told = title.partition(": ")
                parts.append(f"- [{code}](../errors/{code}.md): {told}")
        parts.append("")
    return "\n".join(parts).rstrip() + "\n"


def main() -> int:
    """Write the page."""
    PAGE.write_text(page(), encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
