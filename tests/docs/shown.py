"""What a page shows as output, found and made again.

A `text` block right after a Python block is what that block prints. In a `console` block each line that begins with `$ `
is a command and the lines after it are its output, both streams as a terminal shows them; a block with a title before
it is the file of that name. Commands of one page run one after another in one folder.

After a change that is meant to show: python -m tests.docs.shown docs/guides/balance.md writes what comes out now.
"""

from __future__ import annotations

import io
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import chdir, redirect_stdout
from pathlib import Path
from tempfile import TemporaryDirectory

from attrs import frozen

CHECKOUT = Path(__file__).resolve().parents[2]
PAGES = [CHECKOUT / "README.md", *sorted((CHECKOUT / "docs").rglob("*.md"))]
BLOCK = re.compile(r"^```(?P<info>\w[^\n]*)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
TITLE = re.compile(r'title="(?P<name>[^"]+)"')


@frozen
class Block:
    """A fenced block: its language, the rest of its fence, its text, and what stands before it since the last block."""

    language: str
    info: str
    text: str
    before: str
    line: int


def blocks(page: str) -> list[Block]:
    """The blocks of a page in order."""
    found, end = [], 0
    for match in BLOCK.finditer(page):
        language, _, info = match["info"].partition(" ")
        line = page.count("\n", 0, match.start()) + 1
        found.append(Block(language, info, match["text"], page[end : match.start()], line))
        end = match.end()
    return found


def printing(page: str) -> list[tuple[Block, str]]:
    """Each Python block with the output that the page shows for it, "" where it shows none."""
    found = blocks(page)
    pairs = []
    for number, block in enumerate(found):
        if block.language == "python" and not block.text.startswith("# not run"):
            after = found[number + 1] if number + 1 < len(found) else None
            shown = after is not None and after.language == "text" and not after.before.strip()
            pairs.append((block, after.text if shown and after is not None else ""))
    return pairs


def commands(text: str) -> list[tuple[str, str]]:
    """The commands of a console block, each with its output."""
    parts = re.split(r"^\$ ", text, flags=re.MULTILINE)
    return [(part.partition("\n")[0], part.partition("\n")[2].rstrip("\n")) for part in parts[1:]]


def run(command: str, folder: Path) -> str:
    """What a command prints, errors after the rest, as a terminal of 100 columns without colours shows it."""
    words = shlex.split(command)
    if words[0] == "dicecrawl":
        words[:1] = [sys.executable, "-m", "dicecrawl"]
    plain = {**os.environ, "NO_COLOR": "1", "COLUMNS": "100", "PYTHONIOENCODING": "utf-8", "PYTHONUTF8": "1"}
    done = subprocess.run(words, cwd=folder, env=plain, capture_output=True, text=True, encoding="utf-8", check=False)
    return (done.stdout + done.stderr).rstrip("\n")


def python_shown(page: Path) -> Iterator[tuple[Block, str, str]]:
    """Each Python block whose output a page shows, what it shows, and what comes out."""
    namespace: dict[str, object] = {"__name__": "__main__"}
    for block, shown in printing(page.read_text(encoding="utf-8")):
        out = io.StringIO()
        with redirect_stdout(out):
            exec(compile(block.text, f"{page.name}:{block.line}", "exec"), namespace)
        if shown:
            yield block, shown, out.getvalue()


def commands_shown(page: Path, folder: Path) -> Iterator[tuple[Block, str, str, str]]:
    """Each command that a page shows, run in a folder: its block, itself, what the page shows, and what comes out."""
    for block in blocks(page.read_text(encoding="utf-8")):
        title = TITLE.search(block.info)
        if title is not None:
            file = folder / title["name"]
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(block.text, encoding="utf-8", newline="\n")
        elif block.language == "console":
            for command, shown in commands(block.text):
                yield block, command, shown, run(command, folder)


def refill(page: Path) -> None:
    """Write what comes out now into a page."""
    text = page.read_text(encoding="utf-8")
    page = page.resolve()
    with TemporaryDirectory() as folder, chdir(folder):
        for block, shown, now in python_shown(page):
            head = block.text + "```\n\n```text\n"
            text = _replaced(text, 0, head + shown, head + now)[0]
    at = 0
    with TemporaryDirectory() as folder:
        for _, command, shown, now in commands_shown(page, Path(folder)):
            old, new = (f"$ {command}\n{output}\n" if output else f"$ {command}\n" for output in (shown, now))
            text, at = _replaced(text, at, old, new)
    page.write_text(text, encoding="utf-8", newline="\n")


def _replaced(text: str, start: int, old: str, new: str) -> tuple[str, int]:
    """The text with the next `old` from `start` on as `new`, and where that ends."""
    at = text.index(old, start)
    return text[:at] + new + text[at + len(old) :], at + len(new)


if __name__ == "__main__":
    for name in sys.argv[1:]:
        refill(Path(name))
