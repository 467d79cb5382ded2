"""Two parties against the same enemies, or one party in two hands: the same dice for both, game by game.

Game k of both sides is played with the same stream of dice, so luck that both share drops out of the difference; its
interval is that of paired games.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from attrs import define, field, frozen

from dicecrawl.analysis.distribution import markdown, percent
from dicecrawl.analysis.intervals import LEVEL, Interval, Mean, Rate
from dicecrawl.analysis.simulate import Batch, Progress, Tally, factory_of
from dicecrawl.analysis.workers import each, ranges
from dicecrawl.core.budget import Limits
from dicecrawl.errors import DicecrawlError, SetupError
from dicecrawl.players import PlayerFactory

if TYPE_CHECKING:
    from dicecrawl.analysis.port import LoadedGame


@frozen(slots=True)
class Comparison:
    """How `a` and `b` did in the same games: each one's rate of wins, and the difference with its paired interval.

    `only_a` games were won by `a` alone, `only_b` by `b` alone. `rounds` is how many more rounds `a` took on average.
    """

    game: str
    seed: int | str
    names: tuple[str, str]
    enemies: tuple[str, ...]
    a: Rate
    b: Rate
    only_a: int
    only_b: int
    undecided: tuple[int, int]
    difference: Interval
    rounds: Interval

    @property
    def games(self) -> int:
        """How many games each of them played."""
        return self.a.trials

    @property
    def verdict(self) -> str:
        """What may be said: which of them wins more often, or that it may be chance."""
        if self.difference.holds(0):
            return "the difference may be chance"
        better, worse = self.names if self.difference.estimate > 0 else (self.names[1], self.names[0])
        return f"{better} wins more often than {worse}"

    def text(self, *, ascii: bool = False) -> str:
        """A report for a terminal; with `ascii` it holds no other character."""
        rows = self._rows()
        broad = max(len(name) for name, _ in rows)
        told = "\n".join([self._head(), *(f"  {name:<{broad}}  {value}" for name, value in rows), f"  {self.verdict}"])
        return told.encode("ascii", "replace").decode() if ascii else told

    def __str__(self) -> str:
        return self.text()

    def _repr_html_(self) -> str:
        rows = "".join(f"<tr><th>{escape(name)}</th><td>{escape(value)}</td></tr>" for name, value in self._rows())
        return f"<table><caption>{escape(self._head())}</caption><tbody>{rows}</tbody></table><p>{escape(self.verdict)}</p>"

    def _repr_markdown_(self) -> str:
        rows = [f"| {markdown(name)} | {markdown(value)} |" for name, value in self._rows()]
        return "\n".join([markdown(self._head()), "", "| | |", "| --- | --- |", *rows, "", markdown(self.verdict)])

    def to_rows(self) -> list[dict[str, Any]]:
        """One row for each of the two and one for the difference, for a data frame of any library."""
        bounds = [
            (self.names[0], "won", self.a.interval),
            (self.names[1], "won", self.b.interval),
            (f"{self.names[0]} - {self.names[1]}", "won", self.difference),
            (f"{self.names[0]} - {self.names[1]}", "rounds", self.rounds),
        ]
        return [{"who": w, "what": what, "value": i.estimate, "low": i.low, "high": i.high} for w, what, i in bounds]

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON; figures are cut to nine digits, so that every machine writes the same."""
        return {
            "game": self.game,
            "seed": self.seed,
            "games": self.games,
            "names": list(self.names),
            "enemies": list(self.enemies),
            "won": [self.a.hits, self.b.hits],
            "undecided": list(self.undecided),
            "only": [self.only_a, self.only_b],
            "difference": _rounded(self.difference),
            "rounds": _rounded(self.rounds),
            "verdict": self.verdict,
        }

    def _head(self) -> str:
        return f"{self.games:,} battles each of {self.game}, seed {self.seed}, against {', '.join(self.enemies)}:"

    def _rows(self) -> list[tuple[str, str]]:
        def points(interval: Interval) -> str:
            low, high = (f"{100 * bound:+.2f}" for bound in (interval.low, interval.high))
            return f"{100 * interval.estimate:+.2f} points ({low} to {high}, {100 * interval.level:g} %)"

        rows = []
        for name, rate, undecided in zip(self.names, (self.a, self.b), self.undecided, strict=True):
            rest = f", {undecided} undecided" if undecided else ""
            rows.append((name, f"won {percent(rate.value)} ({rate.hits:,} of {rate.trials:,}{rest})"))
        rows.append(("difference", points(self.difference)))
        rows.append(("won alone", f"{self.only_a:,} and {self.only_b:,}"))
        rows.append(("rounds", f"{self.rounds.estimate:+.2f} ({self.rounds.low:+.2f} to {self.rounds.high:+.2f})"))
        return rows


def compare(
    game: LoadedGame,
    a: Iterable[Any],
    b: Iterable[Any],
    enemies: Iterable[Any],
    *,
    runs: int = 1000,
    seed: int | str = 0,
    players: str | PlayerFactory | tuple[str | PlayerFactory, str | PlayerFactory] = "greedy",
    names: tuple[str, str] | None = None,
    workers: int = 1,
    etn: int = 4,
    seats: int = 1,
    coins: int = 0,
    limits: Limits | None = None,
    level: float = LEVEL,
    progress: Progress | None = None,
) -> Comparison:
    """Play `runs` battles with each of two parties against the same enemies and the same dice, and compare.

    `players` play for both, or a pair plays for one each; the rest is as in `simulate`.
    Raises `SetupError` for impossible setups.
    """
    if runs < 2 or workers < 1:
        raise SetupError(f"a comparison needs 2 runs and 1 worker or more, not {runs} and {workers}")
    setup = {"etn": etn, "seats": seats, "coins": coins}
    hands = players if isinstance(players, tuple) else (players, players)
    foes = list(enemies)
    one, other = (
        Batch(list(party), foes, seed, factory_of(hand), setup, limits) for party, hand in zip((a, b), hands, strict=True)
    )
    lines = [_labels(game, batch) for batch in (one, other)]
    total, done = Paired(), 0
    for piece in each(game, PlayBoth(one, other), ranges(runs, workers), workers):
        total.add(piece)
        done += piece.games
        if progress is not None:
            progress(done, runs)
    won, wins = Mean(runs, total.only[0] - total.only[1], sum(total.only), level), total.won
    rounds = Mean(runs, total.rounds, total.rounds_squared, level)
    return Comparison(
        game.ruleset.name,
        seed,
        names or _names(lines, hands),
        lines[0][1],
        Rate(wins[0], runs, level),
        Rate(wins[1], runs, level),
        total.only[0],
        total.only[1],
        (total.undecided[0], total.undecided[1]),
        won.interval,
        rounds.interval,
    )


# -- one batch of pairs ----------------------------------------------------------------------------------------------------


@define(slots=True)
class Paired:
    """Pairs of games, added up in whole numbers."""

    games: int = 0
    won: list[int] = field(factory=lambda: [0, 0])
    only: list[int] = field(factory=lambda: [0, 0])
    undecided: list[int] = field(factory=lambda: [0, 0])
    rounds: int = 0
    rounds_squared: int = 0

    def count(self, one: Tally, other: Tally) -> None:
        """Count one pair in."""
        self.games += 1
        for place, (ours, theirs) in enumerate(((one, other), (other, one))):
            self.won[place] += ours.won
            self.only[place] += ours.won and not theirs.won
            self.undecided[place] += 1 - ours.won - ours.lost
        apart = one.rounds.total - other.rounds.total
        self.rounds += apart
        self.rounds_squared += apart * apart

    def add(self, more: Paired) -> None:
        """Count all of another sum in."""
        self.games += more.games
        for ours, theirs in ((self.won, more.won), (self.only, more.only), (self.undecided, more.undecided)):
            for place in (0, 1):
                ours[place] += theirs[place]
        self.rounds += more.rounds
        self.rounds_squared += more.rounds_squared


@frozen(slots=True)
class PlayBoth:
    """The task of playing some games with both."""

    one: Batch
    other: Batch

    def __call__(self, game: LoadedGame, games: range) -> Paired:
        """These games, added up."""
        paired = Paired()
        for k in games:
            tallies = []
            for batch in (self.one, self.other):
                tally = Tally()
                try:
                    tally.count(batch.match(game, k).play())
                except DicecrawlError as fault:
                    fault.add_note(f"this was game {k} of seed {batch.seed!r}")
                    raise
                tallies.append(tally)
            paired.count(tallies[0], tallies[1])
        return paired


def _labels(game: LoadedGame, batch: Batch) -> list[tuple[str, ...]]:
    """The labels of both lines as they are set up."""
    state = game.battle(batch.rogues, batch.enemies, limits=batch.limits, **batch.setup).state
    sides: dict[str, list[str]] = {}
    for entity in state.entities.values():
        if entity.counters:
            sides.setdefault(entity.side, []).append(entity.label)
    return [tuple(labels) for labels in sides.values()]


def _names(lines: Sequence[Sequence[tuple[str, ...]]], hands: tuple[Any, Any]) -> tuple[str, str]:
    """What tells the two apart: their creatures, or else who plays them."""
    parties = [", ".join(line[0]) for line in lines]
    if parties[0] != parties[1]:
        return parties[0], parties[1]
    told = [hand if isinstance(hand, str) else getattr(hand, "__name__", type(hand).__name__) for hand in hands]
    return (told[0], told[1]) if told[0] != told[1] else ("a", "b")


def _rounded(interval: Interval) -> dict[str, float]:
    return {name: round(figure, 9) for name, figure in interval.to_dict().items()}
