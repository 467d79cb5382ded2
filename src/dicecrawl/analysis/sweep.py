"""One number over a range: how often a setup is won with each value, on the same dice.

The number is a keyword of the setup ("coins"), or a number on a card ("Giant Rat.Health"), which is changed in the text.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from attrs import frozen

from dicecrawl.analysis.distribution import markdown, percent
from dicecrawl.analysis.intervals import LEVEL
from dicecrawl.analysis.runs import Runs, play_runs
from dicecrawl.analysis.simulate import Progress
from dicecrawl.core.budget import Limits
from dicecrawl.errors import SetupError
from dicecrawl.players import PlayerFactory

if TYPE_CHECKING:
    from dicecrawl.analysis.port import LoadedGame


@frozen(slots=True)
class Sweep:
    """The runs of each value of a number, in the order of the values."""

    vary: str
    values: tuple[int, ...]
    runs: tuple[Runs, ...]

    def text(self, *, ascii: bool = False) -> str:
        """A table for a terminal; with `ascii` it holds no other character."""
        rows = self._rows()
        broad = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
        lines = ["  " + "  ".join(f"{cell:>{width}}" for cell, width in zip(row, broad, strict=True)) for row in rows]
        told = "\n".join([self._head(), *lines])
        return told.encode("ascii", "replace").decode() if ascii else told

    def __str__(self) -> str:
        return self.text()

    def _repr_markdown_(self) -> str:
        first, *rest = [f"| {' | '.join(map(markdown, row))} |" for row in self._rows()]
        return "\n".join([markdown(self._head()), "", first, "|---" * len(self._rows()[0]) + "|", *rest])

    def _repr_html_(self) -> str:
        rows = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in self._rows())
        return f"<table><caption>{escape(self._head())}</caption>{rows}</table>"

    def to_rows(self) -> list[dict[str, Any]]:
        """One row a value, for a data frame of any library."""
        rows = []
        for value, runs in zip(self.values, self.runs, strict=True):
            won = runs.rate("won").interval
            rows.append({self.vary: value, "won": won.estimate, "low": won.low, "high": won.high})
        return rows

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        played = [{"value": value, **runs.to_dict()} for value, runs in zip(self.values, self.runs, strict=True)]
        return {"vary": self.vary, "values": played}

    def _head(self) -> str:
        first = self.runs[0]
        return f"{self.vary} over {len(self.values)} values, {first.runs:,} runs of {first.game} each, seed {first.seed}:"

    def _rows(self) -> list[tuple[str, ...]]:
        purses = [purse for purse in self.runs[0].gains if any(runs.gains[purse].squares for runs in self.runs)]
        rows: list[tuple[str, ...]] = [(self.vary, "won", "interval", *(f"{purse} won" for purse in purses))]
        for value, runs in zip(self.values, self.runs, strict=True):
            won = runs.rate("won")
            bounds = f"{100 * won.interval.low:.2f} to {100 * won.interval.high:.2f}"
            gained = (f"{float(runs.gains[purse].value):.1f}" for purse in purses)
            rows.append((str(value), percent(won.value), bounds, *gained))
        return rows


def sweep(
    game: LoadedGame,
    vary: str,
    over: Sequence[int],
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
) -> Sweep:
    """Play `runs` matches with each value of a number and report how often they were won.

    `vary` is a keyword of the setup, or "CARD.NUMBER" for a number that stands on a card; the other options are those of
    `runs`. Raises `SetupError` for no values, a number that is not there, and impossible setups.
    """
    values = tuple(over)
    if not values:
        raise SetupError("a sweep needs one value or more")
    card, dot, number = vary.rpartition(".")
    found = []
    for at, value in enumerate(values):

        def done(played: int, _: int, before: int = at * runs) -> None:
            if progress is not None:
                progress(before + played, runs * len(values))

        cards = altered(game, card, number, value) if dot else game
        found.append(
            play_runs(
                cards, mode=mode, runs=runs, seed=seed, players=players, workers=workers, limits=limits, level=level,
                progress=done, **(setup if dot else {**setup, vary: value}),
            )
        )  # fmt: skip
    return Sweep(vary, values, tuple(found))


def altered(game: LoadedGame, card: str, number: str, value: int) -> LoadedGame:
    """The game with another number on a card, as if its text had been written so.

    Raises `UnknownName` for an unknown card, `SetupError` for a number that does not stand on it, and `ContentError` where
    the card cannot have it.
    """
    found = game.card(card)
    source = game.library.sources[found.span.file]
    begins = source.text[found.span.start :]
    ends = re.search(r"\n(?=\S)", begins)
    own = begins if ends is None else begins[: ends.start()]
    stands = re.search(rf"\b{re.escape(number)} ([+-]?\d+)", own, re.IGNORECASE)
    if stands is None:
        raise SetupError(f"no number called {number!r} stands on the card of {found.name}")
    start, end = found.span.start + stands.start(1), found.span.start + stands.end(1)
    written = f"{value:+d}" if stands[1][0] in "+-" else str(value)
    return game.with_texts({source.name: source.text[:start] + written + source.text[end:]})
