"""Many matches of any sort: how they ended, where, and by whose doing those of the players died.

A battle of two lines has a report of its own (`simulate`); this one is for adventures, delves and campaigns, and whatever
else a game can be set up for. Match number k depends on (seed, k) alone, so workers change no digit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from html import escape
from typing import TYPE_CHECKING, Any

from attrs import define, field, frozen

from dicecrawl.analysis.distribution import markdown, percent
from dicecrawl.analysis.intervals import LEVEL, Mean, Rate
from dicecrawl.analysis.simulate import Progress, Sum, factory_of
from dicecrawl.analysis.workers import each, ranges
from dicecrawl.core.budget import Limits
from dicecrawl.core.dice import SeededDice
from dicecrawl.core.events import Announced, EntityRemoved
from dicecrawl.errors import SetupError
from dicecrawl.players import PlayerFactory

if TYPE_CHECKING:
    from dicecrawl.analysis.port import LoadedGame
    from dicecrawl.match import Match


@frozen(slots=True)
class Runs:
    """How many matches of one setup went.

    `outcomes` are the shares of each result, `ends` how many that were not won ended at which place, `deaths` how many of
    the players' own died by whose sentence, `gains` what the purses held at the end more than at the start.
    """

    game: str
    seed: int | str
    players: str
    setup: str
    outcomes: Mapping[str, Rate]
    ends: Mapping[str, int]
    deaths: Mapping[str, int]
    gains: Mapping[str, Mean]

    @property
    def runs(self) -> int:
        """How many matches were played."""
        return sum(rate.hits for rate in self.outcomes.values())

    def rate(self, result: str) -> Rate:
        """The share of one result; 0 of all where it never came about."""
        level = next(iter(self.outcomes.values())).level
        return self.outcomes.get(result, Rate(0, self.runs, level))

    def text(self, *, ascii: bool = False) -> str:
        """For a terminal."""
        lines = [self._head()]
        lines.extend(f"  {name:<12} {rate.hits:>7,}  {_share(rate)}" for name, rate in self.outcomes.items())
        lines.extend(f"  {f'{name} won':<12} {_told(mean)}" for name, mean in self.gains.items())
        for title, counted in (("not won at", self.ends), ("died by", self.deaths)):
            lines.extend(f"  {title:<12} {number:>7,}  {name}" for name, number in counted.items())
        told = "\n".join(lines)
        return told.replace("±", "+-") if ascii else told

    def __str__(self) -> str:
        return self.text()

    def _repr_html_(self) -> str:
        rows = "".join(f"<tr><td>{escape(n)}</td><td>{escape(v)}</td></tr>" for n, v in self._rows())
        return f"<table><caption>{escape(self._head())}</caption>{rows}</table>"

    def _repr_markdown_(self) -> str:
        rows = "\n".join(f"| {markdown(n)} | {markdown(v)} |" for n, v in self._rows())
        return f"{markdown(self._head())}\n\n| | |\n| --- | --- |\n{rows}"

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON; figures are cut to nine digits, so that every machine writes the same."""
        return {
            "game": self.game,
            "seed": self.seed,
            "players": self.players,
            "setup": self.setup,
            "runs": self.runs,
            "outcomes": {name: {"runs": rate.hits, **_bounds(rate)} for name, rate in self.outcomes.items()},
            "gains": {
                name: {"mean": _cut(mean.value), **({} if mean.count < 2 else _bounds(mean))}
                for name, mean in self.gains.items()
            },
            "ends": dict(self.ends),
            "deaths": dict(self.deaths),
        }

    def to_rows(self) -> list[dict[str, Any]]:
        """One row a figure, for a data frame of any library: what, name, value."""
        rows: list[dict[str, Any]] = [
            {"what": "outcome", "name": name, "value": _cut(rate.value)} for name, rate in self.outcomes.items()
        ]
        rows.extend({"what": "gain", "name": name, "value": _cut(mean.value)} for name, mean in self.gains.items())
        rows.extend({"what": "end", "name": name, "value": number} for name, number in self.ends.items())
        rows.extend({"what": "death", "name": name, "value": number} for name, number in self.deaths.items())
        return rows

    def _head(self) -> str:
        return f"{self.runs:,} runs of {self.game}, {self.setup}, seed {self.seed}, {self.players} players:"

    def _rows(self) -> list[tuple[str, str]]:
        rows = [(name, f"{rate.hits:,}: {_share(rate)}") for name, rate in self.outcomes.items()]
        rows.extend((f"{name} won", _told(mean)) for name, mean in self.gains.items())
        rows.extend((f"not won at {name}", f"{number:,}") for name, number in self.ends.items())
        rows.extend((f"died by {name}", f"{number:,}") for name, number in self.deaths.items())
        return rows


def play_runs(
    game: LoadedGame,
    *,
    mode: str | None = None,
    runs: int = 1000,
    seed: int | str = 0,
    players: str | PlayerFactory = "greedy",
    workers: int = 1,
    limits: Limits | None = None,
    level: float = LEVEL,
    progress: Progress | None = None,
    **setup: Any,
) -> Runs:
    """Play `runs` matches set up by `mode` and `setup` (see `Game.new_match`) and report how they went.

    `players` and `workers` are as in `simulate`. Raises `SetupError` and `UnknownName` for impossible setups.
    """
    if runs < 1 or workers < 1:
        raise SetupError(f"runs and workers must be 1 or more, not {runs} and {workers}")
    batch = Batch(mode, seed, factory_of(players), setup, limits)
    start = batch.match(game, 0)  # names and numbers are checked here once, before any worker starts
    total = Tally()
    for piece in each(game, PlayRuns(batch), ranges(runs, workers), workers):
        total.merge(piece)
        if progress is not None:
            progress(sum(total.results.values()), runs)
    named = players if isinstance(players, str) else getattr(players, "__name__", type(players).__name__)
    return Runs(
        start.ruleset.title,
        seed,
        named,
        told_setup(mode, setup),
        {name: Rate(number, runs, level) for name, number in _most(total.results).items()},
        _most(total.ends),
        _most(total.deaths),
        {name: gained.mean(level) for name, gained in sorted(total.gains.items())},
    )


def told_setup(mode: str | None, setup: Mapping[str, Any]) -> str:
    """A setup in a few words."""
    told = [] if mode is None else [mode]
    for name, value in setup.items():
        if isinstance(value, list | tuple):
            value = ", ".join(getattr(one, "card", str(one)) for one in value)
        if value is not None:
            told.append(f"{name}: {value}")
    return "; ".join(told)


@frozen(slots=True)
class Batch:
    """What every match of a batch shares."""

    mode: str | None
    seed: int | str
    factory: PlayerFactory
    setup: Mapping[str, Any]
    limits: Limits | None

    def match(self, game: LoadedGame, k: int) -> Match:
        """Match number `k`, set up."""
        seats = range(int(self.setup.get("seats", 1)))
        players = {seat: self.factory(f"{self.seed}, run {k}, seat {seat}") for seat in seats}
        dice = SeededDice.for_game(self.seed, k)
        return game.new_match(mode=self.mode, dice=dice, players=players, limits=self.limits, **self.setup)


@define(slots=True)
class Tally:
    """Any number of matches, added up in whole numbers: the order of adding changes nothing."""

    results: Counter[str] = field(factory=Counter)
    ends: Counter[str] = field(factory=Counter)
    deaths: Counter[str] = field(factory=Counter)
    gains: dict[str, Sum] = field(factory=dict)

    def count(self, match: Match) -> None:
        """Count one match in that is over."""
        result = match.result or "undecided"
        self.results[result] += 1
        place = ""
        seats = {entity.id for entity in match.state.entities.values() if entity.seat is not None}
        for logged in match.log:
            event = logged.event
            if isinstance(event, Announced) and event.what in match.ruleset.milestones:
                place = event.word
            elif isinstance(event, EntityRemoved) and event.reason == "died" and event.who in seats:
                self.deaths[logged.cause.definition or "the rules"] += 1
        if result != "won":
            self.ends[place or "the start"] += 1
        for purse in match.ruleset.purses:
            held = [_held(state.counters, purse) for state in (match.start, match.state)]
            self.gains.setdefault(purse, Sum()).add(held[1] - held[0])

    def merge(self, other: Tally) -> None:
        """Count all of another tally in."""
        self.results.update(other.results)
        self.ends.update(other.ends)
        self.deaths.update(other.deaths)
        for name, gained in other.gains.items():
            self.gains.setdefault(name, Sum()).merge(gained)


@frozen(slots=True)
class PlayRuns:
    """A piece of work: some of the matches of a batch."""

    batch: Batch

    def __call__(self, game: Any, numbers: range) -> Tally:
        """Play them and count."""
        tally = Tally()
        for k in numbers:
            tally.count(self.batch.match(game, k).play())
        return tally


def _held(counters: Mapping[str, int], purse: str) -> int:
    return sum(number for name, number in counters.items() if name.startswith(f"{purse} of seat "))


def _most(counted: Counter[str]) -> dict[str, int]:
    return dict(sorted(counted.items(), key=lambda pair: (-pair[1], pair[0])))


def _share(rate: Rate) -> str:
    bounds = rate.interval
    return f"{percent(rate.value)} ({100 * bounds.low:.2f} to {100 * bounds.high:.2f})"


def _told(mean: Mean) -> str:
    if mean.count < 2:
        return f"{float(mean.value):g}"
    bounds = mean.interval
    return f"{bounds.estimate:.1f} ({bounds.low:.1f} to {bounds.high:.1f})"


def _bounds(figure: Rate | Mean) -> dict[str, float]:
    return {"low": _cut(figure.interval.low), "high": _cut(figure.interval.high)}


def _cut(value: Any) -> float:
    return round(float(value), 9)
