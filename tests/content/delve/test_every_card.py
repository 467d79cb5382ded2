"""Every ability, encounter, opponent and treasure of Delve is shown by a scenario, and every scenario comes out as stated."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import pytest

from dicecrawl.authoring.scenario import Report, load_scenarios, run_scenario, scenario_files
from dicecrawl.core.definitions import Definition
from dicecrawl.core.events import ActionStarted
from tests.content.delve.table import GAME

HERE = Path(__file__).parent


@lru_cache(maxsize=1)
def reports() -> tuple[Report, ...]:
    """How every scenario about the game came out."""
    files = [load_scenarios(file, GAME) for file in scenario_files([HERE, HERE.parents[1] / "rulebook" / "delve"])]
    assert [file.text for file in files if file.problems] == []
    return tuple(run_scenario(scenario, GAME) for file in files for scenario in file.scenarios)


def cards(*kinds: str) -> list[Definition]:
    return [card for kind in kinds for card in GAME.library.all(kind)]


def test_every_scenario_comes_out_as_stated() -> None:
    assert [report.text for report in reports() if not report.passed] == []
    assert len(reports()) > 60


@pytest.mark.parametrize("card", cards("adventurer"), ids=lambda card: card.name)
def test_every_ability_is_used(card: Definition) -> None:
    used = {
        event.ability
        for report in reports()
        if report.state is not None
        for event in (logged.event for logged in report.log)
        if isinstance(event, ActionStarted) and report.state[event.who].definition == card.name
    }
    assert {ability.name for ability in card.abilities} <= used


@pytest.mark.parametrize(
    "card", cards("adventure", "encounter", "opponent", "treasure", "condition"), ids=lambda card: f"{card.kind} {card.name}"
)
def test_every_other_card_is_in_play(card: Definition) -> None:
    states = [report.state for report in reports() if report.state is not None]
    found = {(entity.kind, entity.definition) for state in states for entity in state.entities.values()}
    found |= {("condition", c.name) for state in states for entity in state.entities.values() for c in entity.conditions}
    assert (card.kind, card.name) in found
