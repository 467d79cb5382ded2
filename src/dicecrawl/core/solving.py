"""How a game of pools is laid out for a solver: situations as plain keys, and what each single step can make of them.

A game gives a `PoolModel` that answers by running its own phases and nodes. What is done with the answers, and how fast,
is the solver's affair (`analysis.solve`); it knows no game, and the game no arithmetic.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from attrs import frozen

from dicecrawl.core.patterns import Counts

if TYPE_CHECKING:
    from dicecrawl.core.decisions import Option
    from dicecrawl.core.state import State

Party: TypeAlias = tuple[tuple[int, ...], tuple[tuple[str, ...], ...]]
"""Boxes left, and conditions by name, of each adventurer in order; 0 boxes: dead."""

Fighter: TypeAlias = tuple[str, int, int]
"""An opponent as far as it matters: its name, the boxes left, the points of this round that have marked no box yet."""

Treasures: TypeAlias = tuple[str, ...]
"""What the party has found, sorted."""


@frozen(slots=True, order=True)
class Foes:
    """The opponents of a situation; the order of those in battle does not matter, so they are sorted.

    `round` is the number of the round, as far as rules look at it; 0 where none does.
    """

    battle: tuple[Fighter, ...] = ()
    waiting: tuple[Fighter, ...] = ()
    buried: tuple[Fighter, ...] = ()
    round: int = 0


@frozen(slots=True)
class Leaf:
    """Where a step of play leads: to a fight, to the next encounter, or to the end ("fight", "next", "won", "lost")."""

    kind: str
    foes: Foes = Foes()
    party: Party = ((), ())
    treasures: Treasures = ()


@frozen(slots=True)
class Tree:
    """What can come of a step: equal chances, or a free choice, between branches."""

    chance: bool
    branches: tuple[Tree | Leaf, ...]


@frozen(slots=True)
class Throw:
    """A throw of dice against the party: each is a hit with chance `hits`/`sides`."""

    dice: int
    hits: int
    sides: int


@frozen(slots=True, order=True)
class Use:
    """One use of an ability: by whom, which, with how many dice, and what the spare die shows (0: none)."""

    who: int  # place in the party, from 0
    ability: str
    dice: int
    spare: int


@frozen(slots=True)
class Half:
    """The opponents' half of a round, and where it leads when their hits are placed.

    `dice` is how many they roll (None: nobody is there to roll), `late` that it is too late for the party, `leads` what
    follows the round for a party of each class of rules that asks.
    """

    dice: int | None
    late: bool
    leads: Leaf


@frozen(slots=True)
class Look:
    """What a player sees of a state in play.

    `dice` are those on the table, `rolls` how often they have been rolled, `used` the abilities used this round, `fewer` the
    dice that the opponents roll fewer, `hits` what they have rolled, `waits` how much of it (or how many conditions) still
    has to be placed, `thrown` the throws made since the encounter began.
    """

    stage: int
    treasures: Treasures
    foes: Foes
    party: Party
    dice: Counts
    rolls: int
    used: frozenset[tuple[int, str]]
    fewer: int
    hits: int
    waits: int
    thrown: int


class PoolModel(Protocol):
    """A whole adventure. Stages are its encounters, counted from 0; a class is what `rules` gives for a party."""

    stages: tuple[str, ...]
    first: int
    last: int
    people: tuple[str, ...]
    full: tuple[int, ...]  # boxes of each adventurer at the start
    conditions: tuple[str, ...]  # names of the conditions that a fight can give

    @property
    def title(self) -> str:
        """The adventure."""
        ...

    @property
    def alone(self) -> str | None:
        """The encounter that is all there is of it; None for the whole adventure."""
        ...

    def rules(self, treasures: Treasures, boxes: tuple[int, ...]) -> Treasures:
        """The treasures whose rules are in force for a party with these boxes."""
        ...

    def throws(self, stage: int) -> tuple[Throw, ...]:
        """The throws against the party with which an encounter begins; if there are any, nothing else begins it."""
        ...

    def enter(self, stage: int, treasures: Treasures, buried: tuple[Fighter, ...], party: Party) -> Tree | Leaf:
        """How an encounter begins, its throws aside."""
        ...

    def dice(self, stage: int, treasures: Treasures, rules: Treasures) -> tuple[int, int]:
        """How many dice the adventurers roll, how often."""
        ...

    def ways(
        self, stage: int, treasures: Treasures, rules: Treasures, names: tuple[str, ...]
    ) -> Mapping[tuple[int, str], Mapping[Counts, tuple[tuple[Counts, Use], ...]]]:
        """For each ability, by its user's place and its name, for each dice on the table: which dice it can take.

        `names` are those of the opponents in the battle.
        """
        ...

    def strike(self, stage: int, treasures: Treasures, rules: Treasures, foes: Foes, use: Use) -> frozenset[tuple[Foes, int]]:
        """What a use can make of the opponents, each with how many dice fewer they roll; only itself if it is not for that."""
        ...

    def heal(self, use: Use, boxes: tuple[int, ...]) -> frozenset[tuple[int, ...]]:
        """What a use can make of the party's boxes; only themselves if it is not for that."""
        ...

    def half(self, stage: int, treasures: Treasures, rules: Treasures, foes: Foes) -> Half:
        """The opponents' half of a round, their dice not yet thrown, and what follows it."""
        ...

    def faces(self, stage: int) -> tuple[int, int, int, str]:
        """How many faces of the opponents' dice hit, how many give a condition, of how many sides, and which condition."""
        ...

    def weakest(self, stage: int, treasures: Treasures, rules: Treasures, names: tuple[str, ...]) -> bool:
        """Whether hits of these opponents go to the weakest."""
        ...

    def hit(self, weakest: bool, boxes: tuple[int, ...]) -> frozenset[tuple[int, ...]]:
        """What one hit can make of the party's boxes."""
        ...

    def recipe(
        self, stage: int, treasures: Treasures, rules: Treasures, foes: Foes, boxes: tuple[int, ...], use: Use, wanted: Any
    ) -> tuple[Any, ...]:
        """How to answer what a use asks, so that it makes of opponents or party what is wanted: one key for each answer."""
        ...

    def key(self, option: Option, state: State) -> Any:
        """The key of an option, as recipes name it."""
        ...

    def look(self, state: State) -> Look:
        """A state in play."""
        ...

    def able(self, party: Party) -> tuple[bool, ...]:
        """Who of the party may use abilities; nobody: the adventure is lost."""
        ...
