"""Mistakes in scenarios about Delve are told with their place and what to write instead."""

from __future__ import annotations

import pytest

from dicecrawl.authoring.scenario import read_scenarios, run_scenario
from dicecrawl.language.source import Source
from tests.content.delve.table import GAME

SHEET = '    Adventure: "The Starting Adventure".\n'


def told(text: str) -> str:
    """What is wrong with a scenario, read or played."""
    file = read_scenarios(Source.of(f'scenario "of a test":\n{text}', "test.scenario"), GAME)
    return file.text or "\n".join(run_scenario(scenario, GAME).text for scenario in file.scenarios)


@pytest.mark.parametrize(
    ("text", "code", "place", "advice"),
    [
        ("    A round is played.\n", "S107", "2:5", "write for example: Adventure: NAME."),
        ('    Adventure: "The Starting Adventur".\n    A round is played.\n', "S201", "2:16", "'The Starting Adventure'"),
        (f"{SHEET}    Encounter: Dragn.\n    A round is played.\n", "S201", "3:16", "Dragon"),
        (f"{SHEET}    Opponents: Dragon.\n    A round is played.\n", "S204", "3:16", "write Encounter: NAME."),
        (
            f'{SHEET}    Party: Fighter carries "Black Arrow".\n    A round is played.\n',
            "S204",
            "3:12",
            "Treasures: Black Arrow.",
        ),
        (f"{SHEET}    Party: Fighter as Bob.\n    A round is played.\n", "S204", "3:12", "boxes, and conditions"),
        (f"{SHEET}    Party: Fighter Boxes 9.\n    A round is played.\n", "S204", "3:12", "0 to 6 boxes"),
        (
            f"{SHEET}    Encounter: Giant.\n    Opponents: Giant Boxes 0.\n    A round is played.\n",
            "S204",
            "4:16",
            "1 to 9 boxes",
        ),
        (f"{SHEET}    Turn: Fighter.\n", "S1", "3:5", "The encounter begins."),
        (f"{SHEET}    The player wins.\n", "S112", "3:16", "keeps"),
        (f"{SHEET}    The player keeps all.\n", "S109", "3:5", "such as The encounter begins."),
        (f"{SHEET}    A round is played.\n", "S302", "3:5", "a die is missing: roll"),
        (f"{SHEET}    A round is played.\n    Dice: 1, 1, 1, 1, 1, 1.\n", "S303", "3:5", "The player keeps 1, 1."),
        (f"{SHEET}    A round is played.\n    Dice: 1, 1, 2, 1, 1, 1.\n    The player keeps 3.\n", "S304", "5:5", "1, 1, 1"),
        (f"{SHEET}    The encounter begins.\n    The player keeps all.\n", "S304", "4:5", "the player was asked nothing"),
        (f"{SHEET}    The encounter begins.\n    Then the player carries Bandits.\n", "S301", "4:5", "they carry nothing"),
    ],
)
def test_a_mistake_is_told_with_its_place_and_what_to_write(text: str, code: str, place: str, advice: str) -> None:
    message = told(text)
    assert f"[{code}" in message
    assert f"test.scenario:{place}" in message, message
    assert advice in message, message


def test_each_die_is_kept_once() -> None:
    text = f"{SHEET}    A round is played.\n    Dice: 1, 1, 2, 3, 4, 5.\n    The player keeps 1, 1, 1.\n"
    assert "'1' is not among what the player can choose now" in told(text)
