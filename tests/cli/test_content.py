"""check, test, explain, list, new, games."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dicecrawl import resources

BAT = (
    'monster "Cave Bat":\n'
    "    Stats Physical +1, Defense 1, Health 2, Magic +0, Resolve +0.\n"
    '    Source "Mine", "1".\n'
    '    Action 1-6 "Flap": Target an adjacent rogue. Make a Physical Attack Roll vs their Defense.\n'
)


def test_the_games_own_content_is_checked_without_a_path(call: Callable[..., Any]) -> None:
    done = call("check")
    assert (done.code, done.err) == (0, "")
    assert done.out.endswith("files: no problems found\n")


def test_mistakes_give_exit_code_1_and_show_their_place(
    call: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    pack = tmp_path / "José Ñ" / "My Packs"
    pack.mkdir(parents=True)
    (pack / "BAT.CRAWL").write_text(BAT.replace("adjacent", "advacent"), encoding="utf-8")
    done = call("check", "José Ñ/My Packs")
    assert done.code == 1
    assert "José Ñ/My Packs/BAT.CRAWL:4:34" in done.out
    assert "did you mean 'adjacent'?" in done.out
    [problem] = json.loads(call("check", "José Ñ", "--json").out)["problems"]
    assert problem["code"] == "E010"


def test_warnings_fail_only_when_asked_to(call: Callable[..., Any], tmp_path: Path) -> None:
    bat = tmp_path / "bat.crawl"
    bat.write_text(BAT.replace('    Source "Mine", "1".\n', ""), encoding="utf-8")
    assert call("check", str(bat)).code == 0
    assert call("check", str(bat), "--strict").code == 1


def test_nothing_to_check_is_wrong_use(call: Callable[..., Any], tmp_path: Path) -> None:
    done = call("check", str(tmp_path))
    assert done.code == 2
    assert "no .crawl files" in done.err


SCENARIO = """scenario "A bat dies":
    Rogues: Barbarian.
    Enemies: "Giant Rat"; "Goblin Slinger".
    Turn: Barbarian.
    Barbarian uses "Axe Big".
    Dice: {face}, 3.
    Then "Giant Rat" is dead.
"""


def test_scenarios_pass_and_fail(call: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "good.scenario").write_text(SCENARIO.format(face=6), encoding="utf-8")
    done = call("test", str(tmp_path))
    assert (done.code, done.out) == (0, "1 passed, in 1 file\n")
    monkeypatch.chdir(tmp_path)
    assert "A bat dies" in call("test", "-v").out
    (tmp_path / "bad.scenario").write_text(SCENARIO.format(face=6).replace("is dead", "has 3 Health"), encoding="utf-8")
    failed = call("test", str(tmp_path))
    assert failed.code == 1
    assert "1 passed, 1 failed, in 2 files" in failed.out


def test_a_scenario_in_a_pack_is_played_with_the_cards_of_the_pack(call: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "pack.toml").write_text('game = "marching_order"\n', encoding="utf-8")
    (tmp_path / "bat.crawl").write_text(BAT, encoding="utf-8")
    text = SCENARIO.format(face=6).replace("Giant Rat", "Cave Bat")
    (tmp_path / "bat.scenario").write_text(text, encoding="utf-8")
    assert call("test", str(tmp_path)).code == 0
    outside = tmp_path.parent / f"{tmp_path.name} outside.scenario"
    outside.write_text(text, encoding="utf-8")
    assert call("test", str(outside)).code == 1
    assert call("test", str(outside), "--pack", str(tmp_path)).code == 0


def test_no_scenarios_are_wrong_use(call: Callable[..., Any], tmp_path: Path) -> None:
    assert call("test", str(tmp_path)).code == 2


def test_explaining_a_card_an_ability_and_a_sentence(call: Callable[..., Any]) -> None:
    assert call("explain", "giant rat").out.startswith("Giant Rat (monster)\n")
    assert call("explain", "marching_order", "Imp").out.startswith("Imp (monster)\n")
    assert "1/3 (33.33 %)" in call("explain", "Archer: Rain of Arrows", "--target", "Knight").out
    sentence = "Make a Physical Attack Roll vs Defense; gain Stunned(1)"
    assert "If successful, they gain Stunned (1)." in call("explain", sentence).out


def test_listing_all_cards_or_those_of_a_kind(call: Callable[..., Any]) -> None:
    everything = json.loads(call("list", "--json").out)
    assert "Giant Rat" in everything["monster"]
    for words in (["monster"], ["monsters"], ["marching_order", "Monster"]):
        assert json.loads(call("list", *words, "--json").out) == {"monster": everything["monster"]}
    told = call("list", "rogues").out
    assert told.startswith(f"Rogues ({len(everything['rogue'])})\n")
    assert "  Archer         Physical 1, Defense 3, Health 10" in told


def test_a_new_card_is_written_once_and_passes(call: Callable[..., Any], tmp_path: Path) -> None:
    folder = tmp_path / "my pack"
    done = call("new", "monster", "Cave Bat", str(folder))
    path = folder / "cave_bat.crawl"
    assert (done.code, done.out) == (0, f"wrote {path.as_posix()}\n")
    assert call("check", str(folder)).code == 0
    again = call("new", "monster", "Cave Bat", str(folder))
    assert again.code == 1
    assert "stays as it is" in again.err
    assert "Cave Bat" in call("list", "monsters", "--pack", str(folder)).out
    assert call("fight", "--pack", str(path), "--rogues", "2 Knight", "--enemies", "Cave Bat").code == 0


def test_the_games_are_listed(call: Callable[..., Any]) -> None:
    assert "marching_order  Marching Order" in call("games").out
    assert {game["name"] for game in json.loads(call("games", "--json").out)} == set(resources.content_names())


def test_a_folder_with_a_pack_names_its_own_game(call: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "pack.toml").write_text('game = "marching_order"\n', encoding="utf-8")
    (tmp_path / "bat.crawl").write_text(BAT, encoding="utf-8")
    assert call("explain", str(tmp_path), "Cave Bat").out.startswith("Cave Bat (monster)")
    (tmp_path / "pack.toml").write_text('game = "no_such_game"\n', encoding="utf-8")
    done = call("check", str(tmp_path))
    assert done.code == 1
    assert "no_such_game" in done.err


@pytest.mark.parametrize("name", ["Cave Bat", "Cave Bat: Flap", "Grimp"])
def test_an_unknown_name_may_be_on_a_card_that_was_not_brought(call: Callable[..., Any], tmp_path: Path, name: str) -> None:
    done = call("explain", name)
    assert done.code == 1
    assert "a card of your own is brought with --pack PATH" in done.err
    (tmp_path / "bat.crawl").write_text(BAT, encoding="utf-8")
    brought = call("explain", name, "--pack", str(tmp_path / "bat.crawl"))
    assert "--pack" not in brought.err
    assert brought.code == (1 if name == "Grimp" else 0)


def test_a_name_with_an_ability_is_no_sentence_when_its_card_is_unknown(call: Callable[..., Any]) -> None:
    assert "there is no card called 'Goblin Wallby'; did you mean 'Goblin Wallboy'?" in call(
        "odds", "Goblin Wallby: Fortify", "--target", "Knight"
    ).err  # fmt: skip
