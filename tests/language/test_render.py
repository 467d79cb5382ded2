"""Problems as text: the caret under its word on any screen, nothing hidden, nothing that moves the cursor."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dicecrawl.core.nodes import Span
from dicecrawl.language.problems import Problem
from dicecrawl.language.render import MOST_SHOWN, WIDEST, columns, render, render_all, summary
from dicecrawl.language.source import Source


def problem(source: Source, start: int, end: int, **more: object) -> Problem:
    return Problem("E010", "unknown word", source.span(start, end), "did you mean 'them'?", **more)  # type: ignore[arg-type]


def on_screen(line: str, tab: int = 8) -> int:
    """The column after a line, as a terminal counts."""
    at = 0
    for char in line:
        at = at + tab - at % tab if char == "\t" else at + columns(char)
    return at


def test_a_problem_has_its_place_its_line_a_caret_and_its_notes() -> None:
    source = Source.of("Target a rogue.\nThey gain tem.\n", "imp.crawl")
    shown = render(problem(source, 26, 29, notes=("write it so", "note: because")), source)
    assert shown == (
        "error[E010]: unknown word\n"
        " --> imp.crawl:2:11\n"
        "  |\n"
        "2 | They gain tem.\n"
        "  |           ^^^ did you mean 'them'?\n"
        "  = help: write it so\n"
        "  = note: because"
    )


def test_a_second_place_stands_on_its_own_line_in_the_order_of_the_text() -> None:
    source = Source.of("one\ntwo\nthree\n" * 40, "a")
    shown = render(problem(source, 8, 13, also=source.span(500, 503), also_label="the other"), source)
    lines = shown.splitlines()
    assert [line.split("|")[0].strip() for line in lines[3:]] == ["3", "", str(source.place(500)[0]), ""]
    assert lines[-1].endswith("--- the other")
    assert len({line.index("|") for line in lines[2:]}) == 1


def test_a_second_place_on_the_same_line_has_its_own_marks() -> None:
    source = Source.of("one two", "a")
    shown = render(problem(source, 4, 7, also=source.span(0, 3), also_label="first"), source)
    assert shown.splitlines()[-2:] == ["  |     ^^^ did you mean 'them'?", "  | --- first"]


def test_a_second_place_in_another_file_is_named() -> None:
    source = Source.of("one two", "a")
    other = Source.of("x", "b").span(0, 1)
    assert "= the first one: b:1:1" in render(problem(source, 4, 7, also=other, also_label="the first one"), source)


def test_a_fault_of_the_whole_file_has_no_line() -> None:
    fault = Problem("E005", "this file is no UTF-8 text", Span("a.crawl"), "save it as UTF-8")
    assert render(fault, None) == "error[E005]: this file is no UTF-8 text\n --> a.crawl\n  = help: save it as UTF-8"


@pytest.mark.parametrize(
    "before", ["", "\t", "  \t a\tb ", "龍の子 ", "🐀 (∞) ", "e\u0301\u0302 ", "ｆｕｌｌ", "\x1b[31m", "\u202e"]
)
@pytest.mark.parametrize("tab", [4, 8])
def test_the_caret_stands_under_its_word_on_any_screen(before: str, tab: int) -> None:
    source = Source.of(f"{before}tem.", "a")
    at = source.text.index("tem")
    line, carets = render(problem(source, at, at + 3), source).splitlines()[3:5]
    assert on_screen(line[: line.index("tem")], tab) == on_screen(carets[: carets.index("^")], tab)
    assert carets.count("^") == 3


def test_a_wide_word_has_wide_carets_and_an_empty_stretch_one() -> None:
    source = Source.of("龍龍 x", "a")
    assert render(problem(source, 0, 2), source).count("^") == 4
    assert render(problem(source, 2, 2), source).count("^") == 1


def test_a_very_long_line_is_shown_around_the_caret() -> None:
    source = Source.of("x" * 4_000 + "tem" + "y" * 4_000, "a")
    line, carets = render(problem(source, 4_000, 4_003), source).splitlines()[3:5]
    assert len(line) < WIDEST + 20
    assert line[carets.index("^") : carets.rindex("^") + 1] == "tem"


@given(st.text(max_size=40), st.integers(0, 40), st.integers(0, 5))
def test_no_sign_of_a_text_moves_the_cursor_or_fails_to_print(text: str, start: int, length: int) -> None:
    source = Source.of(text, text)
    start = min(start, len(source.text))
    fault = Problem("E010", text, source.span(start, min(start + length, len(source.text))), text, (text,))
    shown = render(fault, source)
    shown.encode("utf-8")
    assert not [c for c in shown if unicodedata.category(c) in ("Cc", "Cf", "Cs") and c not in "\n\t"]


def test_problems_stand_by_file_and_place_without_doubles_and_with_their_number() -> None:
    first, second = Source.of("a b c", "a"), Source.of("a b c", "b")
    found = [problem(second, 0, 1), problem(first, 4, 5), problem(first, 0, 1, severity="warning"), problem(first, 4, 5)]
    shown = render_all(found, {"a": first, "b": second})
    assert [line for line in shown.splitlines() if "-->" in line] == [" --> a:1:1", " --> a:1:5", " --> b:1:1"]
    assert shown.endswith("\n\n2 errors and 1 warning in 2 files")
    assert summary(found[:1]) == "1 error"
    assert render_all([], {}) == "no problems found"


def test_of_very_many_problems_some_are_shown_and_all_are_counted() -> None:
    source = Source.of("a " * 200, "a")
    shown = render_all([problem(source, i, i + 1) for i in range(200)], {"a": source})
    assert shown.count("error[E010]") == MOST_SHOWN
    assert f"and {200 - MOST_SHOWN} more, not shown" in shown
    assert shown.endswith("200 errors")


def test_colour_is_only_there_when_asked_for_and_changes_no_word() -> None:
    source = Source.of("a b c", "a")
    plain, coloured = (render(problem(source, 2, 3), source, colour=on) for on in (False, True))
    assert "\x1b" not in plain
    for code in ("\x1b[1;31m", "\x1b[1;34m", "\x1b[0m"):
        coloured = coloured.replace(code, "")
    assert coloured == plain
