"""Scenarios: what is read, what is played, and that nothing an author can write ends in a traceback."""

from __future__ import annotations

from pathlib import Path

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dicecrawl.authoring.scenario import (
    Scenario,
    game_named,
    load_scenarios,
    read_scenarios,
    run_paths,
    run_scenario,
    scenario_files,
)
from dicecrawl.errors import SetupError
from dicecrawl.language.source import Source
from tests.authoring.bad_scenario_files import FILES, game, messages

TESTS = Path(__file__).parents[1]
SHIPPED = scenario_files([TESTS / "content", TESTS / "rulebook"])

WALLBOY = """\
scenario "The Wallboy takes both arrows":
    Rulings: MO-122.
    Rogues: Archer knows "Rain of Arrows"; Knight.
    Enemies: "Goblin Wallboy" Health 1; "Goblin Slinger".
    Turn: Archer.
    Archer uses "Rain of Arrows".
    Dice: 4, 6, 3.
    Then "Goblin Wallboy" is dead. "Goblin Slinger" has 3 Health. Archer has cooldown "Rain of Arrows" 5. Next: Knight.
"""


def only(text: str) -> Scenario:
    """The one scenario of a text that has no mistake."""
    loaded = read_scenarios(Source.of(text, "text"), game())
    assert loaded.text == ""
    [scenario] = loaded.scenarios
    return scenario


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_what_an_author_sees_of_a_mistake(path: Path) -> None:
    seen = messages(path.read_text(encoding="utf-8"), path.stem)
    assert seen == path.with_suffix(".txt").read_text(encoding="utf-8")


def test_a_scenario_tells_its_title_rulings_and_place() -> None:
    scenario = only(WALLBOY)
    report = run_scenario(scenario, game())
    assert (scenario.title, scenario.rulings) == ("The Wallboy takes both arrows", ("MO-122",))
    assert report.passed
    assert report.text == "passed: The Wallboy takes both arrows (text:1)"
    assert len(report.log) > 10


def test_to_run_a_scenario_twice_changes_nothing() -> None:
    scenario = only(WALLBOY)
    first, second = run_scenario(scenario, game()), run_scenario(scenario, game())
    assert first.log == second.log
    assert first.passed
    assert second.passed


@pytest.mark.parametrize(
    "change",
    [
        lambda text: "\ufeff" + text,
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text.replace("    ", "\t"),
        lambda text: text.replace('"Goblin Wallboy"', "“Goblin Wallboy”"),
        lambda text: text.replace('"Goblin Slinger"', "goblin slinger"),
        lambda text: text.replace('"Goblin Slinger" has', "Slinger has"),
        lambda text: text.replace('"Rain of Arrows"', "Rain of Arrows"),
        lambda text: text.replace("Dice: 4, 6, 3.", "Dice: 4 attack, 6 (attack),\n        3 bullshit. # the last one"),
        lambda text: text.replace("Dice: 4, 6, 3.", "Dice: 4. Dice: 6, 3."),
        lambda text: text.replace("Next: Knight.\n", "Next: Knight"),
        lambda text: text.replace("Turn: Archer.", "Turn:\n        Archer."),
        lambda text: text.replace("Knight", "Barbarian"),
    ],
)
def test_other_ways_to_write_the_same(change: object) -> None:
    assert callable(change)
    assert run_scenario(only(change(WALLBOY)), game()).passed


def test_creatures_can_go_by_names_of_their_own() -> None:
    text = WALLBOY.replace("Archer knows", 'Archer as "Robin of the Wood" knows').replace("Turn: Archer", "Turn: Robin")
    text = text.replace("Archer uses", '"Robin of the Wood" uses').replace("Archer has", "Robin has")
    assert run_scenario(only(text), game()).passed


def test_the_battle_begins_with_initiative() -> None:
    text = (
        'scenario "who goes first":\n    Rogues: Knight.\n    Enemies: Giant Rat.\n'
        "    Then Next: nobody.\n    The battle begins.\n    Dice: 2, 2, 3, 5.\n"
        "    Then Next: Giant Rat. The battle goes on.\n"
    )
    assert run_scenario(only(text), game()).passed


def with_dice(scenario: Scenario, more: bool) -> Scenario | None:
    """The scenario with one die more or less in its first step with dice."""
    steps = list(scenario.script.steps)
    for index, step in enumerate(steps):
        if step.dice:
            dice = (*step.dice, step.dice[-1]) if more else step.dice[:-1]
            steps[index] = attrs.evolve(step, dice=dice)
            return attrs.evolve(scenario, script=attrs.evolve(scenario.script, steps=tuple(steps)))
    return None


@pytest.mark.parametrize("more", [False, True])
def test_a_die_too_few_or_too_many_fails_every_scenario(more: bool) -> None:
    tried = 0
    for path in SHIPPED[::3]:
        for scenario in load_scenarios(path, game()).scenarios:
            changed = with_dice(scenario, more)
            if changed is not None:
                tried += 1
                report = run_scenario(changed, game())
                assert not report.passed, scenario.title
                assert any(p.code in ("S302", "S303") for p in report.problems), report.text
    assert tried > 50


def test_a_folder_is_run_in_one_order_and_counted(tmp_path: Path) -> None:
    (tmp_path / "b.scenario").write_text(WALLBOY.replace("Dice: 4, 6, 3", "Dice: 4, 6"), encoding="utf-8")
    (tmp_path / "a.scenario").write_text(WALLBOY, encoding="utf-8")
    (tmp_path / "c.scenario").write_text('scenario "x":\n    Rogues: Knigt.\n', encoding="utf-8")
    (tmp_path / "d.scenario").write_bytes("\ufeffscenario".encode("utf-16"))
    (tmp_path / "e.scenario").write_text("", encoding="utf-8")
    summary = run_paths([tmp_path, tmp_path / "a.scenario"], game())
    assert (summary.passed, summary.failed, len(summary.broken), summary.files, summary.ok) == (1, 1, 2, 5, False)
    assert summary.text.endswith("1 passed, 1 failed, 2 files with mistakes, in 5 files")
    assert "a die is missing: bullshit of Archer" in summary.text
    assert "did you mean 'Knight'?" in summary.text
    assert "save it as UTF-8" in summary.text


def test_all_that_passes_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "a.scenario").write_text(WALLBOY, encoding="utf-8")
    summary = run_paths([tmp_path], game())
    assert summary.ok
    assert summary.text == "1 passed, in 1 file"


def test_a_file_belongs_to_the_game_of_its_pack_or_folder(tmp_path: Path) -> None:
    inside = tmp_path / "mine" / "tests" / "a.scenario"
    inside.parent.mkdir(parents=True)
    (tmp_path / "mine" / "pack.toml").write_text('game = "marching_order"\nname = "Mine"\n', encoding="utf-8")
    assert game_named(inside) == ("marching_order", (tmp_path / "mine").resolve())
    assert game_named(TESTS / "content" / "marching_order" / "x.scenario") == ("marching_order", None)
    (tmp_path / "mine" / "pack.toml").write_text("name = 'Mine'\n", encoding="utf-8")
    with pytest.raises(SetupError, match="names no game"):
        game_named(inside)


WORDS = sorted({word for path in SHIPPED[::5] for word in path.read_text(encoding="utf-8").replace("\n", " \n ").split(" ")})


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_no_text_ends_in_a_traceback(data: st.DataObject) -> None:
    words = WALLBOY.replace("\n", " \n ").split(" ")
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(words) - 1))
        words[at : at + data.draw(st.integers(0, 2))] = data.draw(
            st.lists(st.sampled_from(WORDS) | st.text(max_size=3), max_size=2)
        )
    loaded = read_scenarios(Source.of(" ".join(words), "text"), game())
    assert isinstance(loaded.text, str)
    for scenario in loaded.scenarios:
        assert run_scenario(scenario, game()).text
