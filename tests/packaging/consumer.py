"""A small program such as a user writes. .ci/run checks its types against the installed wheel, and runs it there."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import dicecrawl as dc


def sentence_and_odds() -> Fraction:
    """The chance that a free sentence succeeds; its damage must be what a loop over the faces says."""
    game: dc.Game = dc.load("marching_order")
    effect = game.effect("Make a Physical Attack Roll vs Defense; gain Stunned(1)")
    odds = effect.odds(actor="Barbarian", target="Giant Rat")

    # Physical +3 against Defense 1: a tie succeeds (MO-12), and the margin is the damage.
    margins = [face + 3 - 1 for face in range(1, 7)]
    damage = {margin: Fraction(count, 6) for margin, count in Counter(margins).items()}
    assert dict(odds.damage.items()) == damage
    assert odds.success is not None
    assert odds.success == Fraction(sum(margin >= 0 for margin in margins), 6)
    return odds.success


def battle() -> str | None:
    """How one battle ends, from its seed."""
    match: dc.Match = dc.load("marching_order").battle(
        ["Knight", "Archer"], ["Goblin Smasher"], seed=7, players=dc.GreedyPlayer()
    )
    return match.play().result


def refused() -> list[str]:
    """What is wrong with a sentence, as the library puts it."""
    try:
        dc.load("marching_order").effect("Make a Physical Atack Roll vs Defense.")
    except dc.ContentError as error:
        return str(error).splitlines()
    raise AssertionError("a misspelt sentence was let through")


if __name__ == "__main__":
    assert sentence_and_odds() == 1
    assert battle() in {"won", "lost"}
    assert refused()[0].startswith("error[")
    print("a consumer of the installed package: ok")
