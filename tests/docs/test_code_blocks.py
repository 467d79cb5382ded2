"""Every Python block of README.md and docs/ runs, page by page and in order: no page promises what is not so.

A block whose first line is `# not run` is left out: it shows a shape, not a program.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parents[2]
PAGES = [CHECKOUT / "README.md", *sorted((CHECKOUT / "docs").rglob("*.md"))]
BLOCK = re.compile(r"^(?P<indent> *)```py(?:thon)?\b[^\n]*\n(?P<code>.*?)^(?P=indent)```", re.MULTILINE | re.DOTALL)


def python_blocks(page: str) -> list[str]:
    """The Python blocks of one page, each padded so that a traceback names the line of the page."""
    blocks = []
    for found in BLOCK.finditer(page):
        indent = len(found["indent"])
        code = "".join(line[indent:] if line.strip() else "\n" for line in found["code"].splitlines(keepends=True))
        if not code.startswith("# not run"):
            blocks.append("\n" * page.count("\n", 0, found.start("code")) + code)
    return blocks


WITH_PYTHON = [page for page in PAGES if python_blocks(page.read_text(encoding="utf-8"))]


@pytest.mark.parametrize("page", WITH_PYTHON, ids=[page.relative_to(CHECKOUT).as_posix() for page in WITH_PYTHON])
def test_the_python_of_a_page_runs(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    namespace: dict[str, object] = {"__name__": "__main__"}
    for block in python_blocks(page.read_text(encoding="utf-8")):
        exec(compile(block, str(page), "exec"), namespace)


def test_blocks_are_found_in_order_with_their_lines_and_without_those_not_run() -> None:
    page = (
        "# A page\n\n```python\na = 1\n```\n\n"
        "```python\n# not run\nboom\n```\n\n"
        "```\nplain\n```\n\n"
        '- a list\n\n    ```python title="x"\n    if a:\n\n        b = 2\n    ```\n'
    )
    assert python_blocks(page) == ["\n" * 3 + "a = 1\n", "\n" * 18 + "if a:\n\n    b = 2\n"]
