"""Every shipped ability, condition and item is shown by a scenario, and every ruling that the shipped cards can show."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

import pytest

import dicecrawl
from dicecrawl.authoring.scenario import Scenario, load_scenarios, run_scenario, scenario_files
from dicecrawl.core.definitions import Definition
from dicecrawl.core.events import ActionStarted, ConditionGained, EntityRemoved
from dicecrawl.effects.change import DiscardThis
from dicecrawl.game import Game

HERE = Path(__file__).parent
TESTS = HERE.parents[1]
REGISTER = TESTS.parent / "docs" / "rulings" / "marching_order.md"


@lru_cache(maxsize=1)
def game() -> Game:
    """The game, loaded once."""
    return dicecrawl.load("marching_order")


@lru_cache(maxsize=1)
def scenarios() -> tuple[Scenario, ...]:
    """Every scenario about the game."""
    files = scenario_files([HERE, TESTS / "rulebook" / "marching_order"])
    return tuple(scenario for file in files for scenario in load_scenarios(file, game()).scenarios)


@lru_cache(maxsize=1)
def shown() -> frozenset[tuple[str, str]]:
    """What the scenarios show: (card, ability) carried out, ("", condition) gained, ("", item) used up.

    An ability counts only where the scenarios of its own card carry it out: elsewhere it may just come along.
    """
    found: set[tuple[str, str]] = set()
    own = {file_of(card): card.name for kind in ("rogue", "monster") for card in cards(kind)}
    for scenario in scenarios():
        report = run_scenario(scenario, game())
        assert report.state is not None, report.text
        about = own.get(Path(scenario.source.name))
        for event in (logged.event for logged in report.log):
            if isinstance(event, ActionStarted):
                card = report.state[event.who].definition
                found.add((card if about == card else "elsewhere", event.ability))
            elif isinstance(event, ConditionGained):
                found.add(("", event.condition.name))
            elif isinstance(event, EntityRemoved) and event.reason == "used":
                found.add(("", report.state[event.who].definition))
    return frozenset(found)


def cards(kind: str) -> list[Definition]:
    return list(game().library.all(kind))


def file_of(card: Definition) -> Path:
    """Where the scenarios of a card stand: as its own file does below content/."""
    return HERE / Path(card.span.file).relative_to("marching_order").with_suffix(".scenario")


def missing(card: Definition) -> list[str]:
    """The abilities of a card that no scenario carries out. A special only bends rules: a scenario names it in its title."""
    titles = " ".join(scenario.title for scenario in scenarios() if Path(scenario.source.name) == file_of(card))
    left = []
    for ability in card.abilities:
        if ability.kind == "special":
            done = ability.name in titles
        else:
            done = (card.name, ability.name) in shown()
        if not done:
            left.append(f"{card.name}: {ability.kind} {ability.name}")
    return left


@pytest.mark.parametrize("kind", ["rogue", "monster"])
def test_every_ability_is_carried_out_in_a_scenario(kind: str) -> None:
    assert cards(kind)
    assert [ability for card in cards(kind) for ability in missing(card)] == []


def test_what_everybody_can_do_is_done_in_a_scenario() -> None:
    used = {ability for _, ability in shown()}
    actions = [a.name for card in cards("common") for a in card.of_kind("action")]
    assert [name for name in actions if name not in used] == []  # what begins with a delve: tests of delves


def test_every_condition_is_gained_and_every_item_used_in_a_scenario() -> None:
    means = {str(card.fields["means"].name.text) for card in cards("condition") if "means" in card.fields}
    told = {name for card, name in shown() if card == ""} | {
        card.name for card in cards("condition") if "means" in card.fields
    }
    assert means <= told
    of_use = [card for card in cards("item") if tuple(card.of_kind("action")) or spends_itself(card)]
    assert [card.name for card in (*cards("condition"), *of_use) if card.name not in told] == []


def spends_itself(card: Definition) -> bool:
    """Whether a rule of an item uses the item up."""
    return card.tree is not None and any(isinstance(node, DiscardThis) for node in card.tree.walk())


@pytest.mark.parametrize("kind", ["rogue", "monster", "condition", "item", "common"])
def test_every_card_has_its_own_file_of_scenarios(kind: str) -> None:
    battling = [card for card in cards(kind) if kind != "common" or tuple(card.of_kind("action"))]
    assert [file_of(card).name for card in battling if not file_of(card).is_file()] == []


def entries() -> dict[int, str]:
    """The rulings of the register, by number."""
    parts = re.split(r"^### MO-", REGISTER.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    return {int(part.split()[0]): part for part in parts}


def test_every_ruling_that_can_be_seen_is_cited_by_a_scenario() -> None:
    cited = {int(ruling.removeprefix("MO-")) for scenario in scenarios() for ruling in scenario.rulings}
    battles = {*range(1, 148), 150, 151}  # the others are of town and delves
    elsewhere = {number for number, text in entries().items() if "- **Not in a battle:**" in text}
    uncited = sorted(battles - elsewhere - cited)
    assert uncited == [], f"rulings that no scenario cites: {', '.join(f'MO-{n}' for n in uncited)}"
    assert sorted(cited - entries().keys()) == [], "a scenario cites a ruling that the register does not hold"
    assert sorted(cited & elsewhere) == [], "a ruling that does not show in a battle is cited by a scenario of one"
    held = {number for number in elsewhere if re.search(r"- \*\*Held by:\*\*.*test_\w+\.py", entries()[number])}
    assert sorted(elsewhere - held) == [], "a ruling that does not show in a battle has to be held by a test of something else"
