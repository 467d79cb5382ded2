"""The keywords that `Game` and its sentences hand on to the analyses, with their types; what they mean stands there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TypedDict

from dicecrawl.analysis.simulate import Progress
from dicecrawl.analysis.situations import Search
from dicecrawl.core.budget import Limits
from dicecrawl.core.decisions import Player
from dicecrawl.players import PlayerFactory


class Setup(TypedDict, total=False):
    """How a battle is set up, besides who fights; see `Game.battle`."""

    etn: int
    seats: int
    coins: int


class Batch(Setup, total=False):
    """Many battles; see `dicecrawl.analysis.simulate.simulate`."""

    n: int
    seed: int | str
    workers: int
    limits: Limits | None
    level: float
    progress: Progress | None


class Simulating(Batch, total=False):
    """One party; see `dicecrawl.analysis.simulate.simulate`."""

    players: str | PlayerFactory


class Comparing(Batch, total=False):
    """Two parties; see `dicecrawl.analysis.compare.compare`."""

    players: str | PlayerFactory | tuple[str | PlayerFactory, str | PlayerFactory]
    names: tuple[str, str] | None


class Asking(TypedDict, total=False):
    """Odds of a sentence; see `dicecrawl.analysis.odds.odds`."""

    title: str
    player: Callable[[int], Player] | None
    health: int | None
    most: int
    least: Fraction
    mode: str


class Looking(Setup, total=False):
    """Odds in a whole battle; see `dicecrawl.analysis.situations`."""

    search: Search | None
    rerolls: str | Sequence[str]


class LookingAtAbility(Looking, total=False):
    """Odds of an ability in a battle; see `dicecrawl.analysis.situations.ability_odds`."""

    target: str | None
    players: str | Player | None


class LookingAtTurn(Looking, total=False):
    """Odds of a turn in a battle; see `dicecrawl.analysis.situations.turn_odds`."""

    players: str | Player


class LookingAtDuel(LookingAtTurn, total=False):
    """Odds of some rounds of a battle; see `dicecrawl.analysis.situations.duel_odds`."""

    opens: str | None
