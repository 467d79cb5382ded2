"""Many battles and how they went: win rates with intervals, rounds, survivors, and what each creature did.

Game k of a batch depends on (seed, k) only, bots draw from streams of their own, and games are added up in whole numbers:
so a batch gives the same digits over any number of workers, on any machine and Python version. No game is kept.
"""

from __future__ import annotations

import html
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from attrs import define, field, frozen

from dicecrawl.analysis.distribution import markdown, percent
from dicecrawl.analysis.intervals import LEVEL, Interval, Mean, Rate
from dicecrawl.analysis.workers import each, ranges
from dicecrawl.core.budget import Limits
from dicecrawl.core.dice import SeededDice
from dicecrawl.core.events import DamageDealt, EntityRemoved
from dicecrawl.errors import DicecrawlError, SetupError
from dicecrawl.players import PlayerFactory, player

if TYPE_CHECKING:
    from dicecrawl.analysis.port import LoadedGame
    from dicecrawl.match import Match

Progress = Callable[[int, int], None]
"""Called with the games played so far and the games wanted."""

_BAR = 20


@frozen(slots=True)
class CreatureReport:
    """What one creature did over all games: `deaths` of the games it was in, `damage` it dealt in each (points)."""

    name: str
    side: str
    deaths: Rate
    damage: Mean

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return {
            "name": self.name,
            "side": self.side,
            "games": self.deaths.trials,
            "deaths": self.deaths.hits,
            "death_rate": _rounded(self.deaths.interval.to_dict()),
            "damage": _mean(self.damage),
        }


@frozen(slots=True)
class Simulation:
    """How `games` battles of the same setup went. Undecided ones reached the cap of rounds and count as neither.

    `rounds` are those begun; `survivors` those of the players' side that had not died, of `party` that began.
    """

    game: str
    seed: int | str
    players: str
    rogues: tuple[str, ...]
    enemies: tuple[str, ...]
    setup: Mapping[str, int]
    won: Rate
    lost: Rate
    undecided: Rate
    rounds: Mean
    survivors: Mean
    creatures: tuple[CreatureReport, ...]

    @property
    def games(self) -> int:
        """How many battles were played."""
        return self.won.trials

    @property
    def win_rate(self) -> Interval:
        """The share of games won, with its Wilson interval."""
        return self.won.interval

    def text(self, *, ascii: bool = False, bars: bool = True) -> str:
        """A report for a terminal; with `ascii` it holds no other character, without `bars` it is narrow."""
        block = "#" if ascii else "█"
        lines = [self._head(), f"  {', '.join(self.rogues)}", f"  against {', '.join(self.enemies)}", ""]
        for name, rate in self._rates():
            bar = block * round(_BAR * rate.hits / rate.trials) if bars else ""
            lines.append(f"  {name:<10} {rate.hits:>8,}  {_share(rate):<30}  {bar}".rstrip())
        lines.extend(f"  {name:<10} {value}" for name, value in self._means())
        widest = max(len(creature.name) for creature in self.creatures)
        lines.extend(["", f"  {'creature':<{widest}}  {'died':>8}  {'damage dealt':>12}"])
        lines.extend(
            f"  {c.name:<{widest}}  {percent(c.deaths.value):>8}  {float(c.damage.value):>12.2f}" for c in self.creatures
        )
        told = "\n".join(lines)
        return told.encode("ascii", "replace").decode() if ascii else told

    def __str__(self) -> str:
        return self.text()

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><th>{html.escape(name)}</th><td>{html.escape(value)}</td></tr>"
            for name, value in [
                *((n, f"{r.hits:,}: {_share(r)}") for n, r in self._rates()),
                *self._means(),
            ]
        )
        creatures = "".join(
            f"<tr><td>{html.escape(c.name)}</td><td>{percent(c.deaths.value)}</td><td>{float(c.damage.value):.2f}</td></tr>"
            for c in self.creatures
        )
        caption = html.escape(f"{self._head()} {', '.join(self.rogues)} against {', '.join(self.enemies)}")
        head = "<tr><th>creature</th><th>died</th><th>damage dealt</th></tr>"
        return (
            f"<table><caption>{caption}</caption><tbody>{rows}</tbody></table>"
            f"<table><thead>{head}</thead><tbody>{creatures}</tbody></table>"
        )

    def _repr_markdown_(self) -> str:
        lineups = f"{', '.join(self.rogues)} against {', '.join(self.enemies)}"
        lines = [f"{markdown(self._head())} {markdown(lineups)}", "", "| | |", "| --- | --- |"]
        lines.extend(f"| {name} | {rate.hits:,}: {_share(rate)} |" for name, rate in self._rates())
        lines.extend(f"| {name} | {value} |" for name, value in self._means())
        lines.extend(["", "| creature | died | damage dealt |", "| --- | ---: | ---: |"])
        lines.extend(
            f"| {markdown(c.name)} | {percent(c.deaths.value)} | {float(c.damage.value):.2f} |" for c in self.creatures
        )
        return "\n".join(lines)

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON; figures are cut to nine digits, so that every machine writes the same."""
        return {
            "game": self.game,
            "seed": self.seed,
            "players": self.players,
            "rogues": list(self.rogues),
            "enemies": list(self.enemies),
            "setup": dict(self.setup),
            "games": self.games,
            **{name: {"games": rate.hits, **_rounded(rate.interval.to_dict())} for name, rate in self._rates()},
            "rounds": _mean(self.rounds),
            "survivors": _mean(self.survivors),
            "creatures": [creature.to_dict() for creature in self.creatures],
        }

    def to_rows(self) -> list[dict[str, Any]]:
        """One row a figure, for a data frame of any library: who, what, value, low, high."""
        means = [("rounds", self.rounds), ("survivors", self.survivors)]
        figures: list[tuple[str, str, Rate | Mean]] = [
            *(("", name, rate) for name, rate in self._rates()),
            *(("", name, mean) for name, mean in means),
            *((c.name, what, f) for c in self.creatures for what, f in (("died", c.deaths), ("damage", c.damage))),
        ]
        return [_row(who, what, figure) for who, what, figure in figures]

    def _head(self) -> str:
        battles = "1 battle" if self.games == 1 else f"{self.games:,} battles"
        level = f"{100 * self.won.level:g} %"
        return f"{battles} of {self.game}, seed {self.seed}, {self.players} players, bounds that hold {level}:"

    def _rates(self) -> list[tuple[str, Rate]]:
        return [("won", self.won), ("lost", self.lost), ("undecided", self.undecided)]

    def _means(self) -> list[tuple[str, str]]:
        party = len(self.rogues)
        return [("rounds", _told(self.rounds)), ("survivors", f"{_told(self.survivors)} of {party}")]


def simulate(
    game: LoadedGame,
    rogues: Iterable[Any],
    enemies: Iterable[Any],
    *,
    runs: int = 1000,
    seed: int | str = 0,
    players: str | PlayerFactory = "greedy",
    workers: int = 1,
    etn: int = 4,
    seats: int = 1,
    coins: int = 0,
    limits: Limits | None = None,
    level: float = LEVEL,
    progress: Progress | None = None,
) -> Simulation:
    """Play `runs` battles of one setup and report how they went.

    `players` is a name (see `dicecrawl.players.player`) or a factory that makes a player from a text (one a seat and
    game); `workers` above 1 plays in that many processes, which changes no digit. `level` is that of the intervals.
    Raises `SetupError` for impossible setups and `DicecrawlError` where a factory cannot be sent to the workers.
    """
    if runs < 1 or workers < 1:
        raise SetupError(f"runs and workers must be 1 or more, not {runs} and {workers}")
    setup = {"etn": etn, "seats": seats, "coins": coins}
    batch = Batch(list(rogues), list(enemies), seed, factory_of(players), setup, limits)
    # Names and numbers are checked here once, before any worker starts.
    start = game.battle(batch.rogues, batch.enemies, limits=limits, **setup).state
    total = Tally()
    done = 0
    for piece in each(game, PlayGames(batch), ranges(runs, workers), workers):
        total.add(piece)
        done += piece.games
        if progress is not None:
            progress(done, runs)
    sides = _lineup(start.entities.values())
    party, foes = [tuple(labels) for labels in [*sides.values(), [], []][:2]]
    known = {label: side for side, labels in sides.items() for label in labels}
    return Simulation(
        game.ruleset.name,
        seed,
        players if isinstance(players, str) else getattr(players, "__name__", type(players).__name__),
        party,
        foes,
        setup,
        Rate(total.won, runs, level),
        Rate(total.lost, runs, level),
        Rate(runs - total.won - total.lost, runs, level),
        Mean(runs, total.rounds.total, total.rounds.squares, level),
        Mean(runs, total.survivors.total, total.survivors.squares, level),
        tuple(
            CreatureReport(label, tallied.side, Rate(tallied.deaths, tallied.games, level), tallied.damage.mean(level))
            for label, tallied in sorted(
                total.creatures.items(), key=lambda pair: (_place(known, pair[0]), pair[1].side, *_numbered(pair[0]))
            )
        ),
    )


def factory_of(players: str | PlayerFactory) -> PlayerFactory:
    """The factory that a name stands for. Raises `SetupError` for an unknown name."""
    return player(players) if isinstance(players, str) else players


# -- one batch ---------------------------------------------------------------------------------------------------------


@frozen(slots=True)
class Batch:
    """What every game of a batch shares."""

    rogues: list[Any]
    enemies: list[Any]
    seed: int | str
    factory: PlayerFactory
    setup: Mapping[str, int]
    limits: Limits | None

    def match(self, game: LoadedGame, k: int) -> Match:
        """Game number `k`, set up."""
        dice = SeededDice.for_game(self.seed, k)
        players = {seat: self.factory(f"{self.seed}, game {k}, seat {seat}") for seat in range(self.setup["seats"])}
        return game.battle(self.rogues, self.enemies, dice=dice, players=players, limits=self.limits, **self.setup)


@define(slots=True)
class Sum:
    """Whole numbers, added up with their squares."""

    count: int = 0
    total: int = 0
    squares: int = 0

    def add(self, value: int) -> None:
        """Count one value in."""
        self.count += 1
        self.total += value
        self.squares += value * value

    def merge(self, other: Sum) -> None:
        """Count all of another sum in."""
        self.count += other.count
        self.total += other.total
        self.squares += other.squares

    def mean(self, level: float) -> Mean:
        """The mean of what was counted."""
        return Mean(self.count, self.total, self.squares, level)


@define(slots=True)
class CreatureTally:
    """What one creature did, added up."""

    side: str
    games: int = 0
    deaths: int = 0
    damage: Sum = field(factory=Sum)


@define(slots=True)
class Tally:
    """Any number of games, added up in whole numbers: the order of adding changes nothing."""

    games: int = 0
    won: int = 0
    lost: int = 0
    rounds: Sum = field(factory=Sum)
    survivors: Sum = field(factory=Sum)
    creatures: dict[str, CreatureTally] = field(factory=dict)

    def count(self, match: Match) -> None:
        """Count one finished game in."""
        state = match.state
        died: set[int] = set()
        dealt: dict[int, int] = {}
        for logged in match.log:
            event = logged.event
            if isinstance(event, DamageDealt):
                if event.dealer is not None:
                    dealt[event.dealer] = dealt.get(event.dealer, 0) + event.amount
            elif isinstance(event, EntityRemoved) and event.reason == "died":
                died.add(event.who)
        self.games += 1
        self.won += state.result == "won"
        self.lost += state.result == "lost"
        self.rounds.add(state.count("round"))
        creatures = [entity for entity in state.entities.values() if match.ruleset.life in entity.counters]
        home = creatures[0].home
        self.survivors.add(sum(c.home == home and c.seat is not None and c.id not in died for c in creatures))
        for creature in creatures:
            tallied = self.creatures.setdefault(creature.label, CreatureTally(creature.home))
            tallied.games += 1
            tallied.deaths += creature.id in died
            tallied.damage.add(dealt.get(creature.id, 0))

    def add(self, other: Tally) -> None:
        """Count all of another tally in."""
        self.games += other.games
        self.won += other.won
        self.lost += other.lost
        self.rounds.merge(other.rounds)
        self.survivors.merge(other.survivors)
        for label, theirs in other.creatures.items():
            ours = self.creatures.setdefault(label, CreatureTally(theirs.side))
            ours.games += theirs.games
            ours.deaths += theirs.deaths
            ours.damage.merge(theirs.damage)


@frozen(slots=True)
class PlayGames:
    """The task of playing some games of a batch."""

    batch: Batch

    def __call__(self, game: LoadedGame, games: range) -> Tally:
        """These games, added up."""
        return play_games(game, self.batch, games)


def play_games(game: LoadedGame, batch: Batch, games: range) -> Tally:
    """Play these games one after another, keeping none."""
    tally = Tally()
    for k in games:
        try:
            tally.count(batch.match(game, k).play())
        except DicecrawlError as fault:
            fault.add_note(f"this was game {k} of seed {batch.seed!r}")
            raise
    return tally


# -- figures -----------------------------------------------------------------------------------------------------------


def _lineup(entities: Iterable[Any]) -> dict[str, list[str]]:
    """The labels of those who began, by side, in order; cards that are no creatures stand in no line."""
    sides: dict[str, list[str]] = {}
    for entity in entities:
        if entity.counters:
            sides.setdefault(entity.side, []).append(entity.label)
    return sides


def _place(known: Sequence[str] | Mapping[str, str], label: str) -> int:
    """Those who began come first, in their order."""
    names = list(known)
    return names.index(label) if label in names else len(names)


def _numbered(label: str) -> tuple[str, int]:
    """A label as it is counted: the ninth of a name comes before the tenth."""
    name, _, number = label.rpartition(" ")
    return (name, int(number)) if number.isdecimal() else (label, 0)


def _share(rate: Rate) -> str:
    bounds = rate.interval
    return f"{percent(rate.value)} ({100 * bounds.low:.2f} to {100 * bounds.high:.2f})"


def _told(mean: Mean) -> str:
    if mean.count < 2:
        return f"{float(mean.value):g}"
    bounds, digits = mean.interval, mean.interval.digits
    return f"{bounds.estimate:.{digits}f} ({bounds.low:.{digits}f} to {bounds.high:.{digits}f})"


def _row(who: str, what: str, figure: Rate | Mean) -> dict[str, Any]:
    """A row of a data frame; a single value has no bounds."""
    if isinstance(figure, Mean) and figure.count < 2:
        return {"who": who, "what": what, "value": float(figure.value), "low": None, "high": None}
    bounds = figure.interval
    return {"who": who, "what": what, "value": bounds.estimate, "low": bounds.low, "high": bounds.high}


def _mean(mean: Mean) -> dict[str, Any]:
    if mean.count < 2:
        return {"estimate": round(float(mean.value), 9)}
    return _rounded(mean.interval.to_dict())


def _rounded(figures: dict[str, Any]) -> dict[str, Any]:
    return {name: round(figure, 9) for name, figure in figures.items()}
