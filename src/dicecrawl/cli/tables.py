"""Commands that fight very many battles: matrix and usage."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import click

from dicecrawl.cli.choice import chosen, game_options, split_game
from dicecrawl.cli.figures import seed_of, with_bar
from dicecrawl.cli.players import player_option
from dicecrawl.cli.screen import Screen

NUMBERS = ("runs", "etn", "coins", "seats", "rounds", "workers")
TEXTS = ("game", "player")
TABLES = ("parties", "lineups")


@click.command("matrix")
@click.argument("file", type=click.Path(exists=True, dir_okay=False))
@game_options
@click.option("--runs", type=click.IntRange(1), help="Battles in each cell; else what the file says, or 1000.")
@click.option("--seed", help="A number or a word; else what the file says, or 0.")
@click.option("--workers", type=click.IntRange(1, 64), help="Processes; changes no digit.")
@player_option(None, help="Who plays; else who the file says, or greedy")
@click.option("--as", "shape", type=click.Choice(["text", "markdown", "html", "json"]), default="text", show_default=True)
def matrix_command(
    file: str,
    game: str | None,
    packs: tuple[str, ...],
    runs: int | None,
    seed: str | None,
    workers: int | None,
    player: str | None,
    shape: str,
) -> None:
    """Fight several parties against several line-ups and see the table of win rates.

    FILE is TOML: a table [parties] and a table [lineups] of names with line-ups as for "sim", and, if you like, game,
    runs, seed, player, etn, coins, seats, rounds.
    """
    from dicecrawl.analysis.matrix import matrix
    from dicecrawl.cli.lineup import lineup
    from dicecrawl.core.budget import Limits

    screen = Screen()
    stated = _read(file)
    found = chosen(game or stated.get("game"), packs)
    sides = [
        {name: lineup(found, text, number) for name, text in stated[table].items()} for number, table in enumerate(TABLES)
    ]
    wanted = runs or stated.get("runs", 1000)

    def run(progress: Callable[[int, int], None] | None) -> Any:
        return matrix(
            found,
            *sides,
            runs=wanted,
            seed=seed_of(seed) if seed is not None else stated.get("seed", 0),
            players=player or stated.get("player", "greedy"),
            workers=workers or stated.get("workers", 1),
            etn=stated.get("etn", 4),
            coins=stated.get("coins", 0),
            seats=stated.get("seats", 1),
            limits=Limits(rounds=stated.get("rounds", 200)),
            progress=progress,
        )

    result = with_bar(run, wanted * len(sides[0]) * len(sides[1]))
    if shape == "json":
        screen.data(result.to_dict())
    elif shape == "text":
        screen.show(result.text(ascii=screen.ascii))
    else:
        screen.show(result._repr_html_() if shape == "html" else result._repr_markdown_())


def _read(file: str) -> dict[str, Any]:
    """The file, checked; what it holds too much or wrongly is a wrong use."""
    try:
        stated = tomllib.loads(Path(file).read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as wrong:
        raise click.UsageError(f"{file} is no TOML: {wrong}") from wrong
    known = (*TABLES, *NUMBERS, *TEXTS, "seed")
    for key, value in stated.items():
        if key not in known:
            near = get_close_matches(key, known, 1, 0.5)
            advice = f"did you mean '{near[0]}'?" if near else f"known are {', '.join(known)}"
            raise click.UsageError(f"{file}: '{key}' is not known; {advice}")
        if not _fits(key, value):
            wanted = "names with line-ups" if key in TABLES else "a name" if key in TEXTS else "a whole number"
            raise click.UsageError(f"{file}: '{key}' is {value!r}, but it should be {wanted}")
    for table in TABLES:
        if not stated.get(table):
            raise click.UsageError(f'{file}: there is no table [{table}]; write lines such as "Name" = "A, B, 2 C" in one')
    return stated


def _fits(key: str, value: Any) -> bool:
    if key in TABLES:
        return isinstance(value, dict) and all(isinstance(text, str) for text in value.values())
    if key in TEXTS:
        return isinstance(value, str)
    number = isinstance(value, int) and not isinstance(value, bool) and (value >= (0 if key in ("etn", "coins") else 1))
    return number or (key == "seed" and isinstance(value, int | str) and not isinstance(value, bool))


@click.command("usage")
@click.argument("words", nargs=-1, metavar="[GAME]")
@game_options
@click.option("--runs", type=click.IntRange(1), default=500, show_default=True, help="Battles to fight.")
@click.option("--seed", default="0", show_default=True, help="A number or a word; the same seed, the same battles.")
@click.option("--workers", type=click.IntRange(1, 64), default=1, show_default=True, help="Processes; changes no digit.")
@click.option("--most", type=click.IntRange(1, 6), default=5, show_default=True, help="Creatures a side at most.")
@player_option("random", help="Who plays, random reaches most")
@click.option("--all", "every", is_flag=True, help="Show everything with its count, not only what never came about.")
@click.option("--as", "shape", type=click.Choice(["text", "markdown", "html", "json"]), default="text", show_default=True)
def usage_command(
    words: tuple[str, ...],
    game: str | None,
    packs: tuple[str, ...],
    runs: int,
    seed: str,
    workers: int,
    most: int,
    player: str,
    every: bool,
    shape: str,
) -> None:
    """Fight battles between random line-ups, with every trait and thing there is, and see what they never reach.

    Told are abilities, table rows, conditions and single sentences.
    """
    from dicecrawl.analysis.usage import usage

    screen = Screen()
    game, _ = split_game(words, game, 0)
    found = chosen(game, packs)

    def run(progress: Callable[[int, int], None] | None) -> Any:
        return usage(found, runs=runs, seed=seed_of(seed), players=player, most=most, workers=workers, progress=progress)

    result = with_bar(run, runs)
    if shape == "json":
        screen.data(result.to_dict())
    elif shape == "text":
        screen.say(result.text(ascii=screen.ascii, every=every))
    else:
        screen.show(result._repr_html_() if shape == "html" else result._repr_markdown_())
