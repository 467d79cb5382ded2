"""What a page shows as output is what comes out; `shown` says how a page shows it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs.shown import CHECKOUT, PAGES, commands, commands_shown, printing, python_shown


def named(pages: list[Path]) -> list[str]:
    """The pages as their tests are called."""
    return [page.relative_to(CHECKOUT).as_posix() for page in pages]


WITH_OUTPUT = [page for page in PAGES if any(shown for _, shown in printing(page.read_text(encoding="utf-8")))]
WITH_COMMANDS = [page for page in PAGES if "```console\n" in page.read_text(encoding="utf-8")]


@pytest.mark.parametrize("page", WITH_OUTPUT, ids=named(WITH_OUTPUT))
def test_python_prints_what_the_page_shows(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for block, shown, now in python_shown(page):
        assert now == shown, f"{page.name}:{block.line} prints something else"


@pytest.mark.parametrize("page", WITH_COMMANDS, ids=named(WITH_COMMANDS))
def test_commands_print_what_the_page_shows(page: Path, tmp_path: Path) -> None:
    for block, command, shown, now in commands_shown(page, tmp_path):
        assert now == shown, f"{page.name}:{block.line}: $ {command}"


def test_output_is_found_only_right_after_its_block() -> None:
    page = "```python\nprint(1)\n```\n\n```text\n1\n```\n\n```python\nx = 2\n```\n\nand then\n\n```text\nno\n```\n"
    assert [(block.text, shown) for block, shown in printing(page)] == [("print(1)\n", "1\n"), ("x = 2\n", "")]


def test_commands_are_found_with_their_output() -> None:
    assert commands("$ a b\none\n\ntwo\n\n$ c\n$ d\nthree\n") == [("a b", "one\n\ntwo"), ("c", ""), ("d", "three")]
