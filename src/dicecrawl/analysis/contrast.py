"""Two setups of any sort, or one setup with two versions of the cards, on the same dice: which of them ends better.

Match number k of both has the same seed, so that what they share cancels out of the difference.
"""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import TYPE_CHECKING, Any

from attrs import define, field, frozen

from dicecrawl.analysis.distribution import markdown, percent
from dicecrawl.analysis.intervals import LEVEL, Interval, Rate
from dicecrawl.analysis.runs import Batch, Tally, told_setup
from dicecrawl.analysis.simulate import Progress, Sum, factory_of
from dicecrawl.analysis.workers import each, ranges
from dicecrawl.core.budget import Limits
from dicecrawl.errors import SetupError
from dicecrawl.players import PlayerFactory

if TYPE_CHECKING:
    from dicecrawl.analysis.port import LoadedGame


@frozen(slots=True)
class Contrast:
    """How often each of two setups was won, and the difference with its paired interval.

    `only_a` matches were won by `a` alone, `only_b` by `b` alone; `gains` is how much more of each purse `a` brought, for
    the purses in which they ever differed.
    """

    game: str
    seed: int | str
    names: tuple[str, str]
    setup: str
    a: Rate
    b: Rate
    only_a: int
    only_b: int
    difference: Interval
    gains: Mapping[str, Interval]

    @property
    def runs(self) -> int:
        """How many matches each of them played."""
        return self.a.trials

    @property
    def verdict(self) -> str:
        """What may be said: which of them is won more often, or that it may be chance."""
        if self.difference.holds(0):
            return "the difference may be chance"
        better, worse = self.names if self.difference.estimate > 0 else self.names[::-1]
        return f"{better} is won more often than {worse}"

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
        """One row a figure, for a data frame of any library."""
        apart = f"{self.names[0]} - {self.names[1]}"
        bounds = [
            (self.names[0], "won", self.a.interval),
            (self.names[1], "won", self.b.interval),
            (apart, "won", self.difference),
            *((apart, purse, gained) for purse, gained in self.gains.items()),
        ]
        return [{"who": w, "what": what, "value": i.estimate, "low": i.low, "high": i.high} for w, what, i in bounds]

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON; figures are cut to nine digits, so that every machine writes the same."""
        return {
            "game": self.game,
            "seed": self.seed,
            "runs": self.runs,
            "names": list(self.names),
            "setup": self.setup,
            "won": [self.a.hits, self.b.hits],
            "only": [self.only_a, self.only_b],
            "difference": _cut(self.difference),
            "gains": {purse: _cut(gained) for purse, gained in self.gains.items()},
            "verdict": self.verdict,
        }

    def _head(self) -> str:
        return f"{self.runs:,} runs each of {self.game}, {self.setup}, seed {self.seed}:"

    def _rows(self) -> list[tuple[str, str]]:
        rows = [
            (name, f"won {percent(rate.value)} ({rate.hits:,} of {rate.trials:,})")
            for name, rate in zip(self.names, (self.a, self.b), strict=True)
        ]
        d = self.difference
        bounds = f"({100 * d.low:+.2f} to {100 * d.high:+.2f}, {100 * d.level:g} %)"
        rows.append(("difference", f"{100 * d.estimate:+.2f} points {bounds}"))
        rows.append(("won alone", f"{self.only_a:,} and {self.only_b:,}"))
        rows.extend((f"{p} more", f"{g.estimate:+.1f} ({g.low:+.1f} to {g.high:+.1f})") for p, g in self.gains.items())
        return rows


def contrast(
    game: LoadedGame,
    a: Mapping[str, Any],
    b: Mapping[str, Any],
    *,
    cards_of_b: LoadedGame | None = None,
    names: tuple[str, str] = ("a", "b"),
    mode: str | None = None,
    runs: int = 1000,
    seed: int | str = 0,
    players: str | PlayerFactory = "greedy",
    workers: int = 1,
    limits: Limits | None = None,
    level: float = LEVEL,
    progress: Progress | None = None,
    **setup: Any,
) -> Contrast:
    """Play `runs` matches of each of two setups on the same dice, and compare how they end.

    `a` and `b` are what each has of its own (`{"rogues": ["Knight"]}`), `setup` what they share, in the words of
    `Game.new_match`; `cards_of_b` is the game with other cards for `b`. The other options are those of `runs`.
    Raises `SetupError` and `UnknownName` for impossible setups.
    """
    if runs < 2 or workers < 1:
        raise SetupError(f"a comparison needs 2 runs and 1 worker or more, not {runs} and {workers}")
    factory = factory_of(players)
    batches = [Batch(mode, seed, factory, {**setup, **own}, limits) for own in (a, b)]
    task = PlayBoth(batches[0], batches[1], cards_of_b)
    for batch, cards in zip(batches, (game, cards_of_b or game), strict=True):
        batch.match(cards, 0)  # names and numbers are checked here once, before any worker starts
    total = Paired()
    for piece in each(game, task, ranges(runs, workers), workers):
        total.merge(piece)
        if progress is not None:
            progress(total.apart.count, runs)
    return Contrast(
        game.ruleset.title,
        seed,
        names,
        told_setup(mode, setup),
        Rate(total.won[0], runs, level),
        Rate(total.won[1], runs, level),
        total.only[0],
        total.only[1],
        total.apart.mean(level).interval,
        {purse: gained.mean(level).interval for purse, gained in sorted(total.gains.items()) if gained.squares},
    )


@define(slots=True)
class Paired:
    """Pairs of matches, added up in whole numbers: the order of adding changes nothing."""

    won: list[int] = field(factory=lambda: [0, 0])
    only: list[int] = field(factory=lambda: [0, 0])
    apart: Sum = field(factory=Sum)
    gains: dict[str, Sum] = field(factory=dict)

    def count(self, one: Tally, other: Tally) -> None:
        """Count one pair in."""
        won = [int(tally.results["won"]) for tally in (one, other)]
        for place in (0, 1):
            self.won[place] += won[place]
            self.only[place] += won[place] > won[1 - place]
        self.apart.add(won[0] - won[1])
        for purse in one.gains:
            self.gains.setdefault(purse, Sum()).add(one.gains[purse].total - other.gains[purse].total)

    def merge(self, more: Paired) -> None:
        """Count all of another sum in."""
        for place in (0, 1):
            self.won[place] += more.won[place]
            self.only[place] += more.only[place]
        self.apart.merge(more.apart)
        for purse, gained in more.gains.items():
            self.gains.setdefault(purse, Sum()).merge(gained)


@frozen(slots=True)
class PlayBoth:
    """A piece of work: some numbers of both batches."""

    one: Batch
    other: Batch
    cards: LoadedGame | None

    def __call__(self, game: LoadedGame, numbers: range) -> Paired:
        """Play them and count."""
        paired = Paired()
        for k in numbers:
            tallies = []
            for batch, cards in ((self.one, game), (self.other, self.cards or game)):
                tally = Tally()
                tally.count(batch.match(cards, k).play())
                tallies.append(tally)
            paired.count(tallies[0], tallies[1])
        return paired


def _cut(interval: Interval) -> dict[str, float]:
    return {name: round(figure, 9) for name, figure in interval.to_dict().items()}
