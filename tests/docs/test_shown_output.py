"""What a page shows as output is what comes out.

A `text` block right after a Python block is what that block prints. In a `console` block each line that begins with `$ `
is a command and the lines after it are its output, both streams as a terminal shows them; a block with a title before
it is the file of that name. Commands of one page run one after another in one folder.
"""

from __future__ import annotations

import io
import os
import re
import shlex
import subprocess
import sys
from contextlib import redirect_stdout
from pathlib import Path

import pytest
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


def named(pages: list[Path]) -> list[str]:
    """The pages as their tests are called."""
    return [page.relative_to(CHECKOUT).as_posix() for page in pages]


WITH_OUTPUT = [page for page in PAGES if any(shown for _, shown in printing(page.read_text(encoding="utf-8")))]
WITH_COMMANDS = [page for page in PAGES if "```console\n" in page.read_text(encoding="utf-8")]


@pytest.mark.parametrize("page", WITH_OUTPUT, ids=named(WITH_OUTPUT))
def test_python_prints_what_the_page_shows(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    namespace: dict[str, object] = {"__name__": "__main__"}
    for block, shown in printing(page.read_text(encoding="utf-8")):
        out = io.StringIO()
        with redirect_stdout(out):
            exec(compile(block.text, f"{page.name}:{block.line}", "exec"), namespace)
        if shown:
            assert out.getvalue() == shown, f"{page.name}:{block.line} prints something else"


@pytest.mark.parametrize("page", WITH_COMMANDS, ids=named(WITH_COMMANDS))
def test_commands_print_what_the_page_shows(page: Path, tmp_path: Path) -> None:
    for block in blocks(page.read_text(encoding="utf-8")):
        title = TITLE.search(block.info)
        if title is not None:
            file = tmp_path / title["name"]
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(block.text, encoding="utf-8", newline="\n")
        elif block.language == "console":
            for command, shown in commands(block.text):
                assert run(command, tmp_path) == shown, f"{page.name}:{block.line}: $ {command}"


def test_output_is_found_only_right_after_its_block() -> None:
    page = "```python\nprint(1)\n```\n\n```text\n1\n```\n\n```python\nx = 2\n```\n\nand then\n\n```text\nno\n```\n"
    assert [(block.text, shown) for block, shown in printing(page)] == [("print(1)\n", "1\n"), ("x = 2\n", "")]


def test_commands_are_found_with_their_output() -> None:
    assert commands("$ a b\none\n\ntwo\n\n$ c\n$ d\nthree\n") == [("a b", "one\n\ntwo"), ("c", ""), ("d", "three")]
