"""The player for whole delves: what it prefers among the things that it could do."""

from __future__ import annotations

import pytest

import dicecrawl as dc
from dicecrawl.core.decisions import Decision, Option
from dicecrawl.core.events import CounterChanged
from dicecrawl.core.state import State
from dicecrawl.games.marching_order import Rogue
from dicecrawl.players.delver import Delver

DOOR, STAIR = Option("passage", "the door", "B"), Option("passage", "the stair", "C")
CHEST, TAP = Option("feature", "the chest", "here"), Option("feature", "the tap", "again")
POTION, OUT = Option("use", "Potion: Knight", "item"), Option("leave", "the delve", "nothing keeps the party")
WELL, HURT, WEAK = 12, 3, 6


def party(health: int = WELL) -> State:
    """A Knight and a Knight, each with so much Health of 12, at the entrance of some delve."""
    game = dc.load("marching_order")
    rogues = [Rogue("Knight", health=health), Rogue("Knight", health=health)]
    return game.new_match(mode="delve", delve="Dinner at Eight", rogues=rogues).state


def chosen(*options: Option, health: int = WELL, delver: Delver | None = None, kind: str = "explore") -> Option:
    """What it does with these options."""
    picks = (delver or Delver())(Decision(0, kind, options, 1, 1), party(health))
    assert len(picks) == 1
    return options[picks[0]]


def test_it_looks_into_everything_once_before_it_goes_on() -> None:
    assert chosen(DOOR, CHEST) == CHEST
    assert chosen(TAP, DOOR) == DOOR


def test_it_goes_where_it_has_been_least() -> None:
    state = party()
    here = state.zone("entered")[0]
    CounterChanged(here, "visit: been B", 2).apply(state)
    CounterChanged(here, "visit: been C", 1).apply(state)
    assert Delver()(Decision(0, "explore", (DOOR, STAIR), 1, 1), state) == (1,)


def test_it_uses_items_when_somebody_is_at_half_and_not_before() -> None:
    assert chosen(POTION, CHEST, DOOR, health=WEAK) == POTION
    assert chosen(POTION, DOOR) == DOOR


@pytest.mark.parametrize(("health", "hurt", "leaves"), [(HURT, 0.4, True), (WEAK, 0.4, False), (WEAK, 0.6, True)])
def test_it_goes_home_when_it_is_hurt(health: int, hurt: float, leaves: bool) -> None:
    assert (chosen(DOOR, OUT, health=health, delver=Delver(hurt=hurt)) == OUT) is leaves


def test_it_does_not_go_home_from_something_that_it_has_not_looked_into() -> None:
    assert chosen(DOOR, OUT, CHEST, health=HURT) == CHEST


def test_it_takes_loot_and_asks_its_fighter_in_battle() -> None:
    leave, take = Option("no", "leave it", "Torch"), Option("entity", 2, "Torch")
    assert chosen(leave, take, kind="loot") == take
    last = Delver(fighter=lambda decision, state: (len(decision.options) - 1,))
    assert chosen(DOOR, STAIR, kind="action", delver=last) == STAIR
