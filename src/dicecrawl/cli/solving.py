"""The command solve: the exact chance of winning an adventure under the best play."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from dicecrawl.cli.choice import adventure_named, chosen, game_options
from dicecrawl.cli.screen import Screen

if TYPE_CHECKING:
    from dicecrawl.analysis.solve import Solution
    from dicecrawl.analysis.solve_values import Progress
    from dicecrawl.game import Game


@click.command("solve")
@click.argument("words", nargs=-1, required=True, metavar="[GAME] ADVENTURE")
@game_options
@click.option("--encounter", metavar="NAME", help="Solve this encounter alone.")
@click.option("--each", is_flag=True, help="Solve each encounter alone, too, from a full party.")
@click.option("--within", "limits", type=click.IntRange(1), multiple=True, metavar="ROUNDS",
              help="Also with so many rounds an encounter at the most; may be repeated.")  # fmt: skip
@click.option("--save", "path", type=click.Path(dir_okay=False), metavar="FILE", help="Keep the table in a file.")
@click.option("--memory", type=click.IntRange(1), default=2048, show_default=True, metavar="MIB", help="Memory it may take.")
@click.option("--sim", "games", type=click.IntRange(1), metavar="GAMES", help="Let the best player play so many games.")
@click.option("--json", "as_json", is_flag=True, help="Write the values as JSON.")
def solve_command(
    words: tuple[str, ...],
    game: str | None,
    packs: tuple[str, ...],
    encounter: str | None,
    each: bool,
    limits: tuple[int, ...],
    path: str | None,
    memory: int,
    games: int | None,
    as_json: bool,
) -> None:
    """The exact chance of winning ADVENTURE with the best play there is.

    Ctrl-C leaves no file, or the one that was there.
    """
    from dicecrawl.analysis.solve import solve
    from dicecrawl.analysis.solve_limits import within
    from dicecrawl.analysis.solve_table import save

    screen = Screen()
    name, adventure = adventure_named(words, game)
    found = chosen(name, packs)
    with _bar() as progress:
        solution = solve(found, adventure, encounter=encounter, memory=memory << 20, progress=progress)
    if path is not None:
        save(solution, found, path)
    told = _figures(solution)
    told["within"] = {str(rounds): within(solution, rounds) for rounds in limits}
    if each:
        told["alone"] = [_alone(found, adventure, name, memory) for name in solution.layout.model.stages]
    if games is not None:
        told["played"] = _played(found, adventure, encounter, solution, games)
    if as_json:
        screen.data(told)
    else:
        screen.say(_report(told, path))


def _figures(solution: Solution) -> dict[str, Any]:
    model = solution.layout.model
    chance, rounds = solution.start
    rows = []
    for (stage, treasures, buried), _ in sorted(solution.entries.items(), key=lambda item: item[0]):
        if not buried:
            v, n = solution.entering(stage, treasures, buried, model.full)
            rows.append({"before": model.stages[stage], "found": list(treasures), "chance": v, "rounds": n})
    return {
        "adventure": model.title,
        "encounter": model.alone,
        "chance": chance,
        "rounds": rounds,
        "bound": solution.bound,
        "states": solution.states,
        "situations": len(solution.worth),
        "seconds": round(solution.seconds, 2),
        "memory": _memory(),
        "before": rows,
    }


def _alone(game: Game, adventure: str, name: str, memory: int) -> dict[str, Any]:
    from dicecrawl.analysis.solve import solve

    chance, rounds = solve(game, adventure, encounter=name, memory=memory << 20).start
    return {"encounter": name, "chance": chance, "rounds": rounds}


def _played(game: Game, adventure: str, encounter: str | None, solution: Solution, games: int) -> dict[str, Any]:
    from dicecrawl.analysis.solve_play import OptimalPlayer
    from dicecrawl.core.dice import SeededDice

    player = OptimalPlayer(solution)
    won = 0
    for k in range(games):
        dice = SeededDice.for_game("optimal", k)
        won += game.new_match(adventure=adventure, encounter=encounter, dice=dice, players=player).play().result == "won"
    return {"games": games, "won": won}


def _report(told: dict[str, Any], path: str | None) -> str:
    title = told["adventure"] if told["encounter"] is None else f"{told['encounter']}, alone"
    speed = f"{told['states'] / max(told['seconds'], 0.01):,.0f} a second"
    lines = [
        title,
        f"  chance of winning   {told['chance']:.10f}   (1 - p = {1 - told['chance']:.4e})",
        f"  expected rounds     {told['rounds']:.4f}",
        f"  proven within       {told['bound']:.1e}",
        f"  {told['states']:,} states in {told['situations']:,} fights, {told['seconds']:.1f} s ({speed})",
        f"  {told['memory']:,} MiB of memory",
    ]
    lines += [f"  within {rounds:>3} rounds     {chance:.10f}" for rounds, chance in told["within"].items()]
    if "played" in told:
        games, won = told["played"]["games"], told["played"]["won"]
        error = (told["chance"] * (1 - told["chance"]) / games) ** 0.5
        lines.append(f"  played              {won} of {games:,} won: {won / games:.4f}, standard error {error:.4f}")
    lines += ["", "From a full party, before each encounter:", *_table(told["before"], "before")]
    if "alone" in told:
        lines += ["", "Each encounter alone, from a full party:", *_table(told["alone"], "encounter")]
    if path is not None:
        lines += ["", f"The table is in {path}."]
    return "\n".join(lines)


def _table(rows: list[dict[str, Any]], key: str) -> Iterator[str]:
    names = [" with ".join([row[key], ", ".join(row.get("found", ()))]).removesuffix(" with ") for row in rows]
    width = max(len(name) for name in names)
    for name, row in zip(names, rows, strict=True):
        yield f"  {name:<{width}}   {row['chance']:.10f}   1 - p = {1 - row['chance']:.4e}   {row['rounds']:8.4f} rounds"


def _memory() -> int:
    """The most memory that this process has held, in MiB; 0 where the system does not tell."""
    try:
        import resource
    except ImportError:
        return 0
    held = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return int(held / (2**20 if sys.platform == "darwin" else 2**10))


@contextmanager
def _bar() -> Iterator[Callable[[Progress], None] | None]:
    """A line about how far it has come, on a terminal only."""
    if not sys.stderr.isatty():
        yield None
        return
    last = 0.0

    def tell(progress: Progress) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last < 0.2 and progress.done < progress.total:
            return
        last = now
        speed = progress.states / max(progress.seconds, 0.01)
        text = f"{progress.phase}: {progress.done:,} of {progress.total:,}, {progress.states:,} states, {speed:,.0f} a second"
        sys.stderr.write(f"\r{text}, {_memory():,} MiB   ")
        sys.stderr.flush()

    try:
        yield tell
    finally:
        sys.stderr.write("\r" + " " * 100 + "\r")
