"""resources.py in a checkout: it finds the top-level folders and refuses names it does not know."""

from __future__ import annotations

from pathlib import Path

import pytest

from dicecrawl import resources
from dicecrawl.errors import DicecrawlError, ResourceMissing

CHECKOUT = Path(__file__).resolve().parents[2]


def test_the_checkouts_own_folders_are_used_wherever_the_program_is_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "grammar").mkdir()
    (tmp_path / "grammar" / "stray.lark").write_text("")
    monkeypatch.chdir(tmp_path)
    assert "stray.lark" not in resources.grammar_names()
    assert resources.grammar_text("core.lark") == (CHECKOUT / "grammar/core.lark").read_text(encoding="utf-8")
    assert resources.content_root("marching_order") == CHECKOUT / "content/marching_order"


def test_names_come_sorted_and_each_can_be_read() -> None:
    names = resources.grammar_names()
    assert list(names) == sorted(names)
    assert all(resources.grammar_text(name) for name in names)
    assert {"core.lark", "core.words"} <= set(names)


@pytest.mark.parametrize("name", ["../pyproject.toml", "/etc/passwd", "", "core", "CORE.LARK"])
def test_a_grammar_file_is_asked_for_by_its_exact_name(name: str) -> None:
    with pytest.raises(ResourceMissing, match=r"no grammar file .*(Did you mean|Known: )"):
        resources.grammar_text(name)


def test_a_near_miss_gets_the_name_that_was_meant() -> None:
    with pytest.raises(ResourceMissing, match=r"Did you mean 'core\.lark'\?"):
        resources.grammar_text("cor.lark")
    with pytest.raises(ResourceMissing, match=r"Did you mean 'marching_order'\?"):
        resources.content_root("marching-order")


@pytest.mark.parametrize("game", ["..", ".", "", "/"])
def test_content_is_asked_for_by_the_name_of_a_game(game: str) -> None:
    with pytest.raises(ResourceMissing, match="no content for a game"):
        resources.content_root(game)


def test_a_damaged_installation_says_which_folder_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "lib" / "site-packages" / "dicecrawl"
    package.mkdir(parents=True)
    monkeypatch.setattr(resources, "_PACKAGE", package)
    with pytest.raises(DicecrawlError, match=r"grammar files should be in .* Reinstall dicecrawl"):
        resources.grammar_names()
