"""The open field in which odds are asked."""

from __future__ import annotations

from fractions import Fraction

import dicecrawl as dc
from dicecrawl.games.marching_order.setup import DEFAULT_ETN

GAME = dc.load("marching_order")


def test_escaping_there_takes_the_number_of_a_battle_that_states_none() -> None:
    """MO-68: d6 + Escape against the encounter's number. The Barbarian has +0, so 4, 5 and 6 get away."""
    odds = GAME.effect("Attempt to escape.").odds(actor="Barbarian", target="Giant Rat")
    assert DEFAULT_ETN == 4
    assert odds.success == Fraction(1, 2)
