"""Several parties against several line-ups: a table of win rates, every cell with its interval.

Each cell is a batch of its own with the same seed, so game k has the same dice everywhere and rows can be compared. All
games are cut into pieces for the workers together, and added up in whole numbers: any number of workers gives the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from typing import TYPE_CHECKING, Any

from attrs import frozen

from dicecrawl.analysis.distribution import markdown, percent
from dicecrawl.analysis.intervals import LEVEL, Rate
from dicecrawl.analysis.simulate import Batch, Progress, Tally, factory_of, play_games
from dicecrawl.analysis.workers import each, ranges
from dicecrawl.core.budget import Limits
from dicecrawl.errors import SetupError
from dicecrawl.players import PlayerFactory

if TYPE_CHECKING:
    from dicecrawl.analysis.port import LoadedGame


@frozen(slots=True)
class Cell:
    """How one party did against one line-up: games won and undecided, and rounds in all."""

    party: str
    lineup: str
    won: Rate
    undecided: int
    rounds: int

    @property
    def mean_rounds(self) -> float:
        """Rounds of a game on average."""
        return self.rounds / self.won.trials


@frozen(slots=True)
class Matrix:
    """A table of parties (rows) against line-ups (columns), `games` fought in each cell."""

    game: str
    seed: int | str
    players: str
    games: int
    parties: tuple[str, ...]
    lineups: tuple[str, ...]
    cells: tuple[Cell, ...]  # row by row

    def cell(self, party: str, lineup: str) -> Cell:
        """One cell. Raises KeyError for names that are not in the table."""
        for cell in self.cells:
            if (cell.party, cell.lineup) == (party, lineup):
                return cell
        raise KeyError(f"there is no cell for {party!r} against {lineup!r}")

    def rows(self) -> list[tuple[str, list[Cell]]]:
        """Each party with its cells."""
        broad = len(self.lineups)
        return [(party, list(self.cells[n * broad : (n + 1) * broad])) for n, party in enumerate(self.parties)]

    def text(self, *, ascii: bool = False) -> str:
        """A table for a terminal: wins in percent and, below, the bounds; with `ascii` it holds no other character."""
        heads = ["", *self.lineups]
        body = [[party, *(percent(cell.won.value) for cell in cells)] for party, cells in self.rows()]
        bounds = [["", *(_bounds(cell) for cell in cells)] for _, cells in self.rows()]
        widths = [max(len(row[at]) for row in [heads, *body, *bounds]) for at in range(len(heads))]

        def line(row: list[str]) -> str:
            cells = (f"{text:>{width}}" for text, width in zip(row[1:], widths[1:], strict=True))
            return "  ".join([f"{row[0]:<{widths[0]}}", *cells]).rstrip()

        lines = [self._head(), "", line(heads)]
        for told, below in zip(body, bounds, strict=True):
            lines.extend([line(told), line(below)])
        lines.extend(f"  {note}" for note in self._notes())
        shown = "\n".join(lines)
        return shown.encode("ascii", "replace").decode() if ascii else shown

    def __str__(self) -> str:
        return self.text()

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{escape(name)}</th>" for name in self.lineups)
        rows = "".join(
            f"<tr><th>{escape(party)}</th>"
            + "".join(f"<td>{percent(c.won.value)}<br><small>{_bounds(c)}</small></td>" for c in cells)
            + "</tr>"
            for party, cells in self.rows()
        )
        notes = "".join(f"<p>{escape(note)}</p>" for note in self._notes())
        caption = f"<caption>{escape(self._head())}</caption>"
        return f"<table>{caption}<thead><tr><th></th>{head}</tr></thead><tbody>{rows}</tbody></table>{notes}"

    def _repr_markdown_(self) -> str:
        head = f"| | {' | '.join(markdown(name) for name in self.lineups)} |"
        rule = f"| --- |{' ---: |' * len(self.lineups)}"
        rows = [
            f"| {markdown(party)} | {' | '.join(f'{percent(c.won.value)} ({_bounds(c)})' for c in cells)} |"
            for party, cells in self.rows()
        ]
        return "\n".join([markdown(self._head()), "", head, rule, *rows, "", *self._notes()]).rstrip()

    def to_rows(self) -> list[dict[str, Any]]:
        """One row a cell, for a data frame of any library."""
        return [
            {
                "party": cell.party,
                "lineup": cell.lineup,
                "games": cell.won.trials,
                "won": cell.won.hits,
                "undecided": cell.undecided,
                "rate": round(float(cell.won.value), 9),
                "low": round(cell.won.interval.low, 9),
                "high": round(cell.won.interval.high, 9),
                "rounds": round(cell.mean_rounds, 9),
            }
            for cell in self.cells
        ]

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON; figures are cut to nine digits, so that every machine writes the same."""
        return {
            "game": self.game,
            "seed": self.seed,
            "players": self.players,
            "games": self.games,
            "level": self.cells[0].won.level,
            "parties": list(self.parties),
            "lineups": list(self.lineups),
            "cells": self.to_rows(),
        }

    def _head(self) -> str:
        level = f"{100 * self.cells[0].won.level:g} %"
        told = f"{self.games:,} battles of {self.game} a cell, seed {self.seed}, {self.players} players"
        return f"{told}: games won, with bounds that hold {level}"

    def _notes(self) -> list[str]:
        undecided = sum(cell.undecided for cell in self.cells)
        return [f"{undecided:,} of {self.games * len(self.cells):,} battles were undecided"] if undecided else []


def matrix(
    game: LoadedGame,
    parties: Mapping[str, Iterable[Any]],
    lineups: Mapping[str, Iterable[Any]],
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
) -> Matrix:
    """Fight `runs` battles of every party with every line-up. Names are the rows and columns of the table.

    The options are those of `simulate`. Raises `SetupError` for an empty table and impossible setups.
    """
    if runs < 1 or workers < 1:
        raise SetupError(f"runs and workers must be 1 or more, not {runs} and {workers}")
    if not parties or not lineups:
        raise SetupError("a table needs at least one party and one line-up: name them")
    setup = {"etn": etn, "seats": seats, "coins": coins}
    factory = factory_of(players)
    batches = tuple(
        Batch(list(party), list(foes), seed, factory, setup, limits) for party in parties.values() for foes in lineups.values()
    )
    for batch in batches:  # names and numbers are checked once, before any worker starts
        game.battle(batch.rogues, batch.enemies, limits=limits, **setup)
    pieces = [(number, games) for number in range(len(batches)) for games in ranges(runs, workers)]
    totals = [Tally() for _ in batches]
    done = 0
    for (number, _), tally in zip(pieces, each(game, PlayCell(batches), pieces, workers), strict=True):
        totals[number].add(tally)
        done += tally.games
        if progress is not None:
            progress(done, runs * len(batches))
    names = [(party, lineup) for party in parties for lineup in lineups]
    return Matrix(
        game.ruleset.name,
        seed,
        players if isinstance(players, str) else getattr(players, "__name__", type(players).__name__),
        runs,
        tuple(parties),
        tuple(lineups),
        tuple(
            Cell(party, lineup, Rate(total.won, runs, level), runs - total.won - total.lost, total.rounds.total)
            for (party, lineup), total in zip(names, totals, strict=True)
        ),
    )


@frozen(slots=True)
class PlayCell:
    """The task of playing some games of some cell."""

    batches: tuple[Batch, ...]

    def __call__(self, game: LoadedGame, piece: tuple[int, range]) -> Tally:
        """These games, added up."""
        number, games = piece
        return play_games(game, self.batches[number], games)


def _bounds(cell: Cell) -> str:
    bounds = cell.won.interval
    return f"{100 * bounds.low:.1f} to {100 * bounds.high:.1f}"
