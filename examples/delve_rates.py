"""Plays the four delves of Marching Order with three parties and writes what docs/guides/delve_rates.md shows.

    python examples/delve_rates.py [RUNS [FOLDER]]

RUNS delves are played of each (2,000 if none are named; that takes about an hour on two cores). The tables are printed;
a FOLDER also gets the pictures. Every party costs one player at most 500 coins, as much as the book gives before the first
delve.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

import dicecrawl as dc
from dicecrawl.analysis.runs import Runs
from dicecrawl.games.marching_order import Rogue

DELVES = ("The Last Will of Wimple Hall", "The Copper Kettle", "The Knee of Saint Mumm", "Dinner at Eight")
SEED = "delve rates"
TRAITS: dict[str, Any] = {"qualities": [3], "flaws": [4]}
PARTIES: Mapping[str, Sequence[Rogue]] = {
    "Blades and a bow": (
        Rogue("Barbarian", actions=["I'll See You in Hell, by Crumb"], items=["Torch"], **TRAITS),
        Rogue("Sellsword", actions=["Always Keep a Knife in Your Boot"], items=["Torch"], **TRAITS),
        Rogue("Doctor", actions=["Let Me Patch That Up"], items=["Healing Potion"], **TRAITS),
        Rogue("Archer", actions=["Throwing Stones"], **TRAITS),
    ),
    "Behind the shield": (
        Rogue("Knight", actions=["Break Their Line"], items=["Torch", "Healing Potion"], **TRAITS),
        Rogue("Sellsword", actions=["Always Keep a Knife in Your Boot"], items=["Torch", "Healing Potion"], **TRAITS),
        Rogue("Doctor", actions=["Let Me Patch That Up"], items=["Bandage"], **TRAITS),
        Rogue("Torchbearer"),
    ),
    "Cheap and many bottles": (
        Rogue("Sellsword", actions=["Always Keep a Knife in Your Boot"], items=["Torch", "Healing Potion"], **TRAITS),
        Rogue("Alchemist", actions=[], items=["Torch", "Healing Potion"], **TRAITS),
        Rogue("Doctor", actions=["Let Me Patch That Up"], items=["Bandage"], **TRAITS),
        Rogue("Archer", actions=["Throwing Stones"], **TRAITS),
    ),
}
COLOURS = ("#1b6ca8", "#c0392b", "#27864a")
WIDTH, ROW, LEFT, TOP = 420, 18, 320, 34

Played = dict[tuple[str, str], Runs]


def play(game: dc.Game, runs: int, workers: int = 2) -> Played:
    """Every delve with every party, with the same seeds."""
    found: Played = {}
    for delve in DELVES:
        for party, rogues in PARTIES.items():
            found[delve, party] = game.runs(
                mode="delve", delve=delve, rogues=list(rogues), players="delver", runs=runs, seed=SEED, workers=workers
            )
            print(f"played {delve}: {party}", file=sys.stderr, flush=True)
    return found


def tables(found: Played) -> str:
    """How the delves ended, what was gained, and where they ended, in Markdown."""
    lines = [
        "| delve | party | finished | turned back | fled | nobody came back | coins gained |",
        "|---|---|---|---|---|---|---|",
    ]
    for (delve, party), runs in found.items():
        shares = " | ".join(_share(runs, result) for result in ("won", "left", "fled", "lost"))
        coins = runs.gains["Coins"].interval
        lines.append(f"| {delve} | {party} | {shares} | {coins.estimate:.0f} ({coins.low:.0f} to {coins.high:.0f}) |")
    lines += ["", "| delve | party | most runs that were not finished ended at | most Rogues fell to |", "|---|---|---|---|"]
    for (delve, party), runs in found.items():
        lines.append(f"| {delve} | {party} | {_first(runs.ends)} | {_first(runs.deaths)} |")
    return "\n".join(lines)


def _share(runs: Runs, result: str) -> str:
    rate = runs.rate(result)
    low, high = rate.interval.low, rate.interval.high
    return f"{100 * float(rate.value):.1f} % ({100 * low:.1f} to {100 * high:.1f})"


def _first(counted: Mapping[str, int], most: int = 3) -> str:
    return ", ".join(f"{name} ({number:,})" for name, number in list(counted.items())[:most]) or "none"


def finished(found: Played) -> str:
    """The share of delves that were finished, with its interval: a row each."""
    bars = []
    for (delve, party), runs in found.items():
        rate = runs.rate("won")
        bars.append((f"{delve}: {party}", party, 100 * float(rate.value), 100 * rate.interval.low, 100 * rate.interval.high))
    return _picture("finished, in % of the runs, with 95 % intervals", bars, 100)


def coins(found: Played) -> str:
    """What a delve brought in the mean, with its interval: a row each."""
    bars = []
    for (delve, party), runs in found.items():
        mean = runs.gains["Coins"].interval
        bars.append((f"{delve}: {party}", party, mean.estimate, mean.low, mean.high))
    return _picture("coins gained in the mean, with 95 % intervals", bars, max(bar[4] for bar in bars))


def survival(found: Played) -> str:
    """Of the runs with the first party that were not finished, the share that ended at each entry: a row each."""
    party = next(iter(PARTIES))
    bars = []
    for delve in DELVES:
        runs = found[delve, party]
        for entry, number in runs.ends.items():
            share = 100 * number / runs.runs
            bars.append((f"{delve}: {entry}", party, share, share, share))
    return _picture(f"where runs of '{party}' ended before the delve was finished, in % of all runs", bars, 100)


def _picture(title: str, bars: Sequence[tuple[str, str, float, float, float]], most: float) -> str:
    """Bars with their intervals, as SVG; the same figures always make the same file."""
    parties = list(PARTIES)
    parts = [f'<text x="8" y="18" font-weight="bold">{escape(title)}</text>']
    for tenth in range(0, 11, 2):
        x = LEFT + WIDTH * tenth / 10
        parts.append(f'<path d="M{x:.0f} {TOP}v{ROW * len(bars)}" stroke="#ddd"/>')
        parts.append(f'<text x="{x:.0f}" y="{TOP + ROW * len(bars) + 14}" text-anchor="middle">{most * tenth / 10:.0f}</text>')
    for at, (name, party, value, low, high) in enumerate(bars):
        y, scale = TOP + ROW * at, WIDTH / most if most else 0
        colour = COLOURS[parties.index(party) % len(COLOURS)]
        parts.append(f'<text x="{LEFT - 6}" y="{y + 13}" text-anchor="end">{escape(name)}</text>')
        parts.append(
            f'<path d="M{LEFT} {y + 4}h{max(0.0, value * scale):.1f}v10h-{max(0.0, value * scale):.1f}z" fill="{colour}"/>'
        )
        if low != high:
            x, broad = LEFT + max(0.0, low) * scale, (high - max(0.0, low)) * scale
            parts.append(f'<path d="M{x:.1f} {y + 9}h{broad:.1f}" stroke="#111" stroke-width="2"/>')
    size = f'width="{LEFT + WIDTH + 24}" height="{TOP + ROW * len(bars) + 24}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" font-size="11" fill="#222">'
    return "\n".join([head, '<rect width="100%" height="100%" fill="white"/>', *parts, "</svg>"]) + "\n"


def main() -> None:
    """Print the tables, and draw the pictures where a folder is named."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 2_000
    found = play(dc.load("marching_order"), runs)
    print(tables(found))
    if len(sys.argv) > 2:
        for draw in (finished, coins, survival):
            (Path(sys.argv[2]) / f"delve_rates_{draw.__name__}.svg").write_text(draw(found), encoding="utf-8")


if __name__ == "__main__":
    main()
