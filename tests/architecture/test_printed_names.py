"""Python names no card, monster or condition: what is printed lives in content, as text (DESIGN.md, Laws)."""

from __future__ import annotations

import pytest

from tests.architecture.source import CHECKOUT, PACKAGE, printed_names, python_files, words


def content_names() -> set[str]:
    # In rules/ a heading is the word of a side, which a ruleset may know; everywhere else it is a printed card.
    files = sorted(file for file in (CHECKOUT / "content").rglob("*.crawl") if file.parent.name != "rules")
    return {name for file in files for name in printed_names(file.read_text(encoding="utf-8"))}


def uses(source: str, names: set[str]) -> list[str]:
    return [f"line {word.line}: {word.text!r}" for word in words(source) if not word.is_name and word.text in names]


def test_no_string_in_the_source_is_a_printed_name() -> None:
    names = content_names()
    assert names, "no content was found, so nothing was tested"
    files = python_files(PACKAGE)
    found = {file.relative_to(CHECKOUT).as_posix(): uses(file.read_text(encoding="utf-8"), names) for file in files}
    assert {file: lines for file, lines in found.items() if lines} == {}


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ('monster "Giant Rat":', "Giant Rat"),
        ("rogue Barbarian:", "Barbarian"),
        ("condition Terrified [X]:", "Terrified"),
        ("condition On Fire:", "On Fire"),
        ('room "Swinging Blades" Yellow persistent:', "Swinging Blades"),
        ("monster “Goblin Wallboy”:", "Goblin Wallboy"),
        ("item Torch.", "Torch"),
    ],
)
def test_the_name_of_a_declaration_is_read(line: str, name: str) -> None:
    assert printed_names(line) == {name}


@pytest.mark.parametrize("line", ["    Action 1 Stab:", "# monster Rat:", "    monster Rat:", 'Source "Marching Order".'])
def test_other_lines_declare_nothing(line: str) -> None:
    assert printed_names(line) == set()


def test_a_printed_name_is_caught_in_code_but_not_in_a_docstring_or_comment() -> None:
    source = '"""Giant Rat"""\n# Giant Rat\ndef f(x):\n    """Giant Rat"""\n    return x == "Giant Rat"\n'
    assert uses(source, {"Giant Rat"}) == ["line 5: 'Giant Rat'"]
