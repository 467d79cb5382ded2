"""Starter files pass the check as they are, whatever the name, and never take the place of anything."""

from __future__ import annotations

from pathlib import Path

import pytest

from dicecrawl.authoring.check import check
from dicecrawl.authoring.scaffold import file_name, kinds, starter
from dicecrawl.core.ruleset import Ruleset
from dicecrawl.errors import ContentError, ResourceMissing, SetupError
from dicecrawl.game import load, ruleset_of


@pytest.fixture(scope="module")
def ruleset() -> Ruleset:
    return ruleset_of("marching_order")


@pytest.mark.parametrize("kind", ["condition", "item", "monster", "rogue"])
def test_a_starter_passes_the_check_without_a_warning(ruleset: Ruleset, kind: str, tmp_path: Path) -> None:
    path = starter(ruleset, kind, "Cave Bat", tmp_path).write()
    assert check(ruleset, [path]).problems == ()
    assert path.name == "cave_bat.crawl"
    text = path.read_text(encoding="utf-8")
    assert "{" not in text
    assert any(line.startswith("#") for line in text.splitlines())
    assert load("marching_order", path).card("Cave Bat").kind == kind


def test_there_is_a_starter_for_everything_an_author_writes(ruleset: Ruleset) -> None:
    assert kinds(ruleset) == ("condition", "item", "monster", "rogue")


def test_a_starter_monster_fights_at_once(ruleset: Ruleset, tmp_path: Path) -> None:
    game = load("marching_order", starter(ruleset, "monster", "Cave Bat", tmp_path).write())
    simulation = game.simulate(["Knight", "Archer"], ["Cave Bat", "Cave Bat"], runs=20)
    assert simulation.undecided.hits == 0


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("Grum’shar the Élite", "grumshar_the_élite"),
        ("  Cave   Bat ", "cave_bat"),
        ("Attack", "attack"),
        ("you", "you"),
        ("Con", "con_"),
        ("!?", "card"),
        ("7 of 9", "7_of_9"),
        ("İıß", "i̇ıß"),
    ],
)
def test_names_of_many_kinds_are_taken(ruleset: Ruleset, tmp_path: Path, name: str, file: str) -> None:
    path = starter(ruleset, "monster", name, tmp_path).write()
    assert path.stem == file == file_name(name)
    assert check(ruleset, [path]).exit_code == 0


@pytest.mark.parametrize("name", ["", "   ", 'the "Great"', "“Great”", "x" * 61, "tab\x07bell", "{name}", "back\\slash"])
def test_names_that_no_card_can_have_are_refused(ruleset: Ruleset, tmp_path: Path, name: str) -> None:
    with pytest.raises(SetupError, match="name"):
        starter(ruleset, "monster", name, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_ever_overwritten(ruleset: Ruleset, tmp_path: Path) -> None:
    mine = tmp_path / "cave_bat.crawl"
    mine.write_text("my own work", encoding="utf-8")
    with pytest.raises(SetupError, match="stays as it is"):
        starter(ruleset, "monster", "Cave Bat", tmp_path).write()
    assert mine.read_text(encoding="utf-8") == "my own work"


def test_a_name_that_is_taken_is_refused_with_the_other_place(ruleset: Ruleset, tmp_path: Path) -> None:
    with pytest.raises(ContentError, match=r"giant_rat\.crawl:1"):
        starter(ruleset, "monster", "Giant Rat", tmp_path)


def test_in_a_pack_it_goes_where_its_kind_is_kept(ruleset: Ruleset, tmp_path: Path) -> None:
    (tmp_path / "pack.toml").write_text('game = "marching_order"\n', encoding="utf-8")
    assert starter(ruleset, "monster", "Cave Bat", tmp_path).write() == tmp_path / "monsters" / "cave_bat.crawl"


def test_an_unknown_kind_gives_the_nearest(ruleset: Ruleset, tmp_path: Path) -> None:
    with pytest.raises(ResourceMissing, match="Did you mean 'monster'"):
        starter(ruleset, "monsterr", "Cave Bat", tmp_path)


def test_a_folder_that_cannot_be_made_is_said(ruleset: Ruleset, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(SetupError, match="cannot be written"):
        starter(ruleset, "monster", "Cave Bat", tmp_path / "file").write()
