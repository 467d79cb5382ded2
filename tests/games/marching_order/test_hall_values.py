"""What the games of the hall are worth, set against small ones by hand and against games that the engine plays."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import sqrt

import pytest

import dicecrawl as dc
from dicecrawl.core.decisions import Decision
from dicecrawl.core.dice import SeededDice
from dicecrawl.games.marching_order.hall.cards import Hacking, Storey
from dicecrawl.games.marching_order.hall.values import Delving, Hack, worth
from tests.games.marching_order.campaign import Campaign

GAMES = 1_500


@pytest.fixture(scope="module")
def town() -> dc.Match:
    """A party in town, before any game."""
    return Campaign("11" * 4).found("Knight", "Barbarian", "Archer", "Torchbearer").match


def played(town: dc.Match, name: str, answer: Callable[[Decision], list[int]]) -> tuple[float, float]:
    """What the engine's games of that name pay in the mean, and the standard error of that."""
    paid = []
    for k in range(GAMES):
        match = dc.Match(town.ruleset, town.library, town.state.clone(), SeededDice.for_game("hall", k))
        decision = match.advance()
        assert decision is not None
        match.answer(next(i for i, option in enumerate(decision.options) if option.value == name))
        while match.decision is not None and match.decision.kind != "town":
            match.answer(*answer(match.decision))
        paid.append(match.state.count("Coins of seat 0") - town.state.count("Coins of seat 0") + 10)
    mean = sum(paid) / GAMES
    return mean, sqrt(sum((one - mean) ** 2 for one in paid) / GAMES / (GAMES - 1))


def test_one_hack_and_one_slash_die_by_hand() -> None:
    """With the slash die in play, 5/36 win, 25/36 lie there again; without it 1/6 win, 1/6 bring it in."""
    small = Hack(Hacking(1, 1, 5))
    assert small.rolled(1, 1) == Fraction(25, 11)
    assert small.rolled(1, 0) == (Fraction(5, 6) + Fraction(1, 6) * Fraction(25, 11)) * 3
    assert small.rolls_again(1, 1)


def test_who_has_much_to_lose_stops_earlier() -> None:
    game = Hack(Hacking(6, 6, 5))
    assert [[game.rolls_again(hack, slash) for slash in range(7)].count(True) for hack in range(6, -1, -1)] == [
        7, 4, 2, 1, 1, 1, 0,
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("floors", "dice", "pays"),
    [
        ((Storey(1, 2),), 1, Fraction(2, 6)),
        ((Storey(1, 2),), 2, 2 * (Fraction(11, 36) + Fraction(25, 36) * Fraction(1, 6))),
        ((Storey(2, 3), Storey(1, 2)), 1, Fraction(2, 6)),
        ((Storey(2, 3), Storey(1, 2)), 0, Fraction(0)),
    ],
)
def test_small_pyramids_by_hand(floors: tuple[Storey, ...], dice: int, pays: Fraction) -> None:
    assert Delving(floors).worth(dice) == pays


def test_hack_and_slash_as_the_engine_plays_it(town: dc.Match) -> None:
    """Ruling: MO-159, MO-160."""
    card = town.library.get("game", "Hack-and-Slash")
    best = Hack(card.fields["hacking"])

    def answer(decision: Decision) -> list[int]:
        hack, _, _, slash, *_ = decision.options[1].why.split()
        return [int(best.rolls_again(int(hack), int(slash)))]

    found = worth(card)
    assert found is not None
    mean, error = played(town, card.name, answer)
    assert abs(mean - float(found.pays)) < 4 * error
    assert found.gain < 0


def test_delvers_dice_as_the_engine_plays_it(town: dc.Match) -> None:
    """Ruling: MO-161, MO-162: the lowest floor first is close to the best choice, and no better."""
    card = town.library.get("game", "Delvers Dice")
    found = worth(card)
    assert found is not None
    mean, error = played(town, card.name, lambda decision: list(range(decision.least)))
    assert abs(mean - float(found.pays)) < 4 * error
    assert found.gain > 0


def test_other_cards_have_no_worth(town: dc.Match) -> None:
    assert worth(town.library.get("game", "Piss-on-our-Graves")) is None
