"""What packs say of themselves has to agree before a card of theirs is read."""

from __future__ import annotations

from pathlib import Path

import pytest

import dicecrawl as dc

CARD = 'condition "Test {}":\n    Source "A test".\n    Given by "a test".\n    You skip your turn.\n'


def pack(folder: Path, stated: str, card: str) -> Path:
    folder.mkdir()
    (folder / "pack.toml").write_text(stated, encoding="utf-8")
    (folder / "card.crawl").write_text(CARD.format(card), encoding="utf-8")
    return folder


def test_two_packs_of_one_name_are_refused_with_both_places(tmp_path: Path) -> None:
    one = pack(tmp_path / "one", 'name = "Crabs"\ngame = "marching_order"\n', "One")
    two = pack(tmp_path / "two", 'name = "crabs "\ngame = "marching_order"\n', "Two")
    with pytest.raises(
        dc.SetupError, match=r"two packs are called 'crabs ': .*one/pack\.toml and .*two/pack\.toml\. Leave one"
    ):
        dc.load("marching_order", one, two)


def test_a_pack_for_another_game_is_refused(tmp_path: Path) -> None:
    one = pack(tmp_path / "one", 'name = "Crabs"\ngame = "delve"\n', "One")
    with pytest.raises(
        dc.SetupError, match="says that the pack is for the game 'delve'; it cannot be added to 'marching_order'"
    ):
        dc.load("marching_order", one)


def test_packs_of_two_names_and_the_same_one_twice_are_fine(tmp_path: Path) -> None:
    one = pack(tmp_path / "one", 'name = "Crabs"\n', "One")
    two = pack(tmp_path / "two", 'name = "More Crabs"\n', "Two")
    game = dc.load("marching_order", one, two, one)
    assert game.card("Test One").name == "Test One"
