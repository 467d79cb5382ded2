"""Real faults of neighbours, tried on packs and plugins: doubles, broken games, hostile names in a notebook."""

from __future__ import annotations

from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

import dicecrawl as dc
from dicecrawl import plugins

RAT = 'monster "Giant Rat":\n    Stats Health 3.\n    Source "A test".\n    Action 1-6 "Wait": Nothing happens.\n'


def test_a_pack_that_repeats_a_shipped_card_is_refused_with_both_places(tmp_path: Path) -> None:
    (tmp_path / "rat.crawl").write_text(RAT, encoding="utf-8")
    with pytest.raises(dc.ContentError) as refused:
        dc.load("marching_order", tmp_path)
    assert "declared twice" in str(refused.value)
    assert "rat.crawl:1:9" in str(refused.value)
    assert "monsters/giant_rat.crawl:1:9" in str(refused.value)


def test_two_packs_with_one_monster_are_refused_with_both_places(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        text = RAT.replace("Giant Rat", "Paper Rat")
        (tmp_path / name / "paper.crawl").write_text(text, encoding="utf-8")
    with pytest.raises(dc.ContentError) as refused:
        dc.load("marching_order", tmp_path / "one", tmp_path / "two")
    assert "one/paper.crawl" in str(refused.value)
    assert "two/paper.crawl" in str(refused.value)


def pack(folder: Path, card: str, **said: str) -> Path:
    """A pack of one card, with a pack.toml that says so much of it."""
    folder.mkdir(parents=True)
    (folder / "pack.toml").write_text("".join(f'{key} = "{value}"\n' for key, value in said.items()), encoding="utf-8")
    (folder / "card.crawl").write_text(RAT.replace("Giant Rat", card), encoding="utf-8")
    return folder


def test_a_shipped_card_cannot_be_redefined_and_the_message_says_where_both_stand(tmp_path: Path) -> None:
    mine = pack(tmp_path / "mine", "Giant Rat", game="marching_order", name="Mine")
    with pytest.raises(dc.ContentError) as refused:
        dc.load("marching_order", mine)
    assert str(refused.value).splitlines() == [
        "error[E110]: the monster 'Giant Rat' is declared twice",
        " --> marching_order/monsters/giant_rat.crawl:1:9",
        "  |",
        '1 | monster "Giant Rat":',
        "  |         ^^^^^^^^^^^ the second one",
        f"  = the first one: {mine.as_posix()}/card.crawl:1:9",
        "  = help: give one of them another name, or remove it",
        "",
        "1 error",
    ]


def test_a_pack_cannot_take_the_name_of_the_games_own(tmp_path: Path) -> None:
    mine = pack(tmp_path / "mine", "Paper Rat", name="Marching Order")
    with pytest.raises(dc.SetupError) as refused:
        dc.load("marching_order", mine)
    assert f"marching_order/pack.toml and {mine.as_posix()}/pack.toml" in str(refused.value)


def test_one_pack_given_twice_is_one_pack_and_packs_without_a_name_are_no_doubles(tmp_path: Path) -> None:
    one = pack(tmp_path / "one", "Paper Rat", game="marching_order", name="Bog")
    two, three = pack(tmp_path / "two", "Stone Rat"), pack(tmp_path / "three", "Wood Rat")
    game = dc.load("marching_order", one, tmp_path / "two" / ".." / "one", two, three)
    assert [game.card(f"{of} Rat").stats["Health"] for of in ("Paper", "Stone", "Wood")] == [3, 3, 3]


def test_a_pack_file_that_is_no_toml_is_said_so(tmp_path: Path) -> None:
    mine = pack(tmp_path / "mine", "Paper Rat")
    (mine / "pack.toml").write_text("game = marching_order", encoding="utf-8")
    with pytest.raises(dc.SetupError, match=r"mine/pack\.toml cannot be read: .* It is TOML, with a line game = "):
        dc.load("marching_order", mine)


def test_packs_in_folders_with_blanks_accents_and_capital_endings_are_found(tmp_path: Path) -> None:
    folder = tmp_path / "José Ñ" / "My Packs"
    folder.mkdir(parents=True)
    (folder / "PAPER.CRAWL").write_text(RAT.replace("Giant Rat", "Paper Rat"), encoding="utf-8")
    game = dc.load("marching_order", folder)
    assert game.card("Paper Rat").stats["Health"] == 3


class _Offers:
    """Stands in for the entry points of an environment."""

    def __init__(self, *entries: EntryPoint) -> None:
        self.entries = entries

    def __call__(self) -> tuple[EntryPoint, ...]:
        return self.entries


@pytest.fixture
def offered(monkeypatch: pytest.MonkeyPatch) -> Any:
    def offer(*entries: tuple[str, str]) -> None:
        found = [EntryPoint(name, value, plugins.GROUP) for name, value in entries]
        monkeypatch.setattr(plugins, "entry_points", _Offers(*found))
        plugins.ruleset_of.cache_clear()

    yield offer
    plugins.ruleset_of.cache_clear()


GOOD = ("marching_order", "dicecrawl.games.marching_order:RULESET")


def test_a_game_that_cannot_be_imported_harms_nobody_else(offered: Any) -> None:
    offered(GOOD, ("broken", "no_such_package_anywhere:RULESET"))
    with pytest.warns(UserWarning, match=r"'broken' of an unknown package cannot be imported"):
        assert plugins.games() == ("marching_order",)


def test_a_game_that_is_no_ruleset_is_said_so(offered: Any) -> None:
    offered(("broken", "math:pi"))
    with pytest.raises(dc.PluginError, match="is no Ruleset: math:pi"):
        plugins.ruleset_of("broken")


def test_a_switch_shows_where_a_broken_game_fails(offered: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    offered(("broken", "no_such_package_anywhere:RULESET"))
    monkeypatch.setenv(plugins.RAISE, "1")
    with pytest.raises(ModuleNotFoundError):
        plugins.ruleset_of("broken")


def test_two_games_of_one_name_are_reported(offered: Any) -> None:
    offered(GOOD, (GOOD[0], "math:pi"))
    with pytest.warns(UserWarning, match="both offer a game called 'marching_order'"):
        plugins.games()


def test_a_hostile_name_is_escaped_in_a_notebook(tmp_path: Path) -> None:
    name = "<img src=x onerror=alert(1)> & Sons"
    (tmp_path / "x.crawl").write_text(RAT.replace("Giant Rat", name), encoding="utf-8")
    game = dc.load("marching_order", tmp_path)
    shown = game.effect("Make a Physical Attack Roll vs Defense").odds(actor="Knight", target=name)._repr_html_()
    assert "<img" not in shown
    assert "&lt;img" in shown
