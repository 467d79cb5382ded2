"""The greedy player: better than chance, and it ends its battles."""

from __future__ import annotations

import dicecrawl as dc
from dicecrawl.analysis.lineups import random_lineups


def test_greedy_wins_more_often_than_chance_over_random_line_ups() -> None:
    """The first 60 of the 1,000 line-ups that the guide measures."""
    game = dc.load("marching_order")
    won = {"greedy": 0, "random": 0}
    undecided = 0
    for k in range(60):
        lines = random_lineups(game, "greedy against random", k)
        for name, hand in (("greedy", dc.GreedyPlayer()), ("random", dc.RandomPlayer(k))):
            match = game.battle(lines.rogues, lines.enemies, seed=k, players=hand, **lines.setup).play()
            won[name] += match.result == "won"
            undecided += name == "greedy" and match.result == "undecided"
    assert won["greedy"] > won["random"] + 6
    assert undecided == 0
