"""pytest and scenarios: what is collected, what a failure shows, and what projects without scenarios pay."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

GOOD = """\
scenario "the rat bites":
    Rogues: Archer.
    Enemies: Giant Rat.
    Turn: Giant Rat.
    Dice: 1, 6, 3.
    Then Archer took 2 damage.
"""


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run pytest on a folder in a process of its own."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments, "."]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=120)


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    (tmp_path / "pack.toml").write_text('game = "marching_order"\n', encoding="utf-8")
    return tmp_path


def test_each_scenario_is_a_test_with_its_title(pack: Path) -> None:
    (pack / "rat.scenario").write_text(GOOD, encoding="utf-8")
    done = run(pack, "-vv")
    assert done.returncode == 0, done.stdout
    assert "rat.scenario::the rat bites PASSED" in done.stdout


def test_a_failure_shows_its_report_and_no_traceback(pack: Path) -> None:
    (pack / "rat.scenario").write_text(GOOD.replace("took 2", "took 3"), encoding="utf-8")
    done = run(pack)
    assert done.returncode == 1
    assert "scenario: the rat bites" in done.stdout
    assert "^^^^^^^^^^^^^^^^^^^^ in fact it took 2 from Giant Rat" in done.stdout
    assert "6  attack of Giant Rat: 5 against 3, a success" in done.stdout
    assert "Traceback" not in done.stdout + done.stderr


def test_a_mistake_is_one_failing_test_beside_the_others(pack: Path) -> None:
    (pack / "rat.scenario").write_text(GOOD + GOOD.replace("bites", "bits").replace("Archer.", "Acher."), encoding="utf-8")
    done = run(pack)
    assert done.returncode == 1
    assert "1 failed, 1 passed" in done.stdout
    assert "did you mean 'Archer'?" in done.stdout
    assert "Traceback" not in done.stdout + done.stderr


def test_the_cards_of_a_pack_are_known_to_its_scenarios(pack: Path) -> None:
    card = 'monster "Cave Bat":\n    Stats Physical +1, Defense 1, Health 2, Magic +0, Resolve +0.\n    Source "a test".\n'
    rows = '    Action 1-6 "Bite": Target a random rogue. Make a Physical Attack Roll vs their Defense.\n'
    (pack / "cave_bat.crawl").write_text(card + rows, encoding="utf-8")
    (pack / "bat.scenario").write_text(GOOD.replace("Giant Rat", "Cave Bat").replace("took 2", "took 4"), encoding="utf-8")
    done = run(pack)
    assert done.returncode == 0, done.stdout


def test_cards_that_cannot_be_read_are_told_and_nothing_else_breaks(pack: Path) -> None:
    (pack / "cave_bat.crawl").write_text('monster "Cave Bat":\n    Stast Physical +1.\n', encoding="utf-8")
    (pack / "bat.scenario").write_text(GOOD, encoding="utf-8")
    done = run(pack)
    assert done.returncode == 1
    assert "Stast" in done.stdout
    assert "Traceback" not in done.stdout + done.stderr


def test_a_project_without_scenarios_opens_nothing(tmp_path: Path) -> None:
    names = ("lark", "attrs", "dicecrawl.game", "dicecrawl.authoring.scenario", "dicecrawl.language")
    program = f"import sys\n\ndef test_nothing():\n    assert [n for n in {names!r} if n in sys.modules] == []\n"
    (tmp_path / "test_nothing.py").write_text(program, encoding="utf-8")
    done = run(tmp_path)
    assert done.returncode == 0, done.stdout
