"""Commands that set something against something else: compare and sweep."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from dicecrawl.cli.choice import chosen, game_options, split_game
from dicecrawl.cli.figures import seed_of, with_bar
from dicecrawl.cli.players import player_option
from dicecrawl.cli.screen import Screen
from dicecrawl.game import Game

MOST_VALUES = 100


def run_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options of everything that plays many matches."""
    for option in (
        click.option("--json", "as_json", is_flag=True, help="Write the result as JSON."),
        player_option(),
        click.option(
            "--workers", type=click.IntRange(1, 64), default=1, show_default=True, help="Processes; changes no digit."
        ),
        click.option("--seed", default="0", show_default=True, help="A number or a word; the same seed, the same dice."),
        click.option("--runs", type=click.IntRange(2), default=1000, show_default=True, help="Matches of each."),
        click.option("--delve", metavar="NAME", help="Go through this delve, instead of a battle."),
        click.option("--enemies", metavar="NAMES", help="The other side of a battle."),
    ):
        command = option(command)
    return command


@click.command("compare")
@click.argument("words", nargs=-1, metavar="[GAME]")
@game_options
@click.option("--a", "party_a", required=True, metavar="NAMES", help="One party, front to back, parted by commas.")
@click.option("--b", "party_b", metavar="NAMES", help="The other party; without it the same one, with --pack-b.")
@click.option("--pack-b", "packs_b", multiple=True, metavar="PATH", help="Cards that the second one is played with, too.")
@run_options
def compare_command(
    words: tuple[str, ...],
    game: str | None,
    packs: tuple[str, ...],
    party_a: str,
    party_b: str | None,
    packs_b: tuple[str, ...],
    enemies: str | None,
    delve: str | None,
    runs: int,
    seed: str,
    workers: int,
    player: str,
    as_json: bool,
) -> None:
    """Play two parties against the same enemies or through the same delve, on the same dice.

    With --pack-b the second one has other cards: a version of a card that you think about. The difference comes with its
    interval.
    """
    from dicecrawl.cli.lineup import lineup

    if party_b is None and not packs_b:
        raise click.UsageError("name what is compared: another party with --b, or other cards with --pack-b")
    game, _ = split_game(words, game, 0)
    found = chosen(game, packs)
    other = chosen(game, (*packs, *packs_b)) if packs_b else None
    second = party_b or party_a
    sides = ({"rogues": lineup(found, party_a, 0)}, {"rogues": lineup(other or found, second, 0)})
    names = (party_a, second) if party_a != second else (party_a, f"{second} with {', '.join(packs_b)}")
    setup, player = _setup(found, enemies, delve, player)

    def run(progress: Callable[[int, int], None] | None) -> Any:
        return found.contrast(
            *sides, cards_of_b=other, names=names, runs=runs, seed=seed_of(seed), players=player, workers=workers,
            progress=progress, **setup,
        )  # fmt: skip

    _show(with_bar(run, runs), as_json)


@click.command("sweep")
@click.argument("words", nargs=-1, metavar="[GAME]")
@game_options
@click.option("--rogues", required=True, metavar="NAMES", help="The party, front to back, parted by commas.")
@click.option("--vary", required=True, metavar="NUMBER", help='What changes: coins, etn, seats, or "CARD.NUMBER".')
@click.option("--over", required=True, metavar="VALUES", help="Its values: 1..6, or 2,4,8.")
@run_options
def sweep_command(
    words: tuple[str, ...],
    game: str | None,
    packs: tuple[str, ...],
    rogues: str,
    vary: str,
    over: str,
    enemies: str | None,
    delve: str | None,
    runs: int,
    seed: str,
    workers: int,
    player: str,
    as_json: bool,
) -> None:
    """Play with one number over a range of values and see how often the party wins with each.

    The number is one of the setup, such as coins, or one that stands on a card, such as "Giant Rat.Health".
    """
    from dicecrawl.cli.lineup import lineup

    game, _ = split_game(words, game, 0)
    found, values = chosen(game, packs), values_of(over)
    setup, player = _setup(found, enemies, delve, player)
    setup["rogues"] = lineup(found, rogues, 0)

    def run(progress: Callable[[int, int], None] | None) -> Any:
        return found.sweep(
            vary, values, runs=runs, seed=seed_of(seed), players=player, workers=workers, progress=progress, **setup
        )

    _show(with_bar(run, runs * len(values)), as_json)


def values_of(text: str) -> list[int]:
    """The values that a text names: a range with both ends, or numbers parted by commas."""
    low, dots, high = text.partition("..")
    try:
        values = list(range(int(low), int(high) + 1)) if dots else [int(value) for value in text.split(",")]
    except ValueError as wrong:
        raise click.UsageError(f"--over {text!r} names no values: write 1..6, or 2,4,8") from wrong
    if not 1 <= len(values) <= MOST_VALUES:
        raise click.UsageError(f"--over {text!r} names {len(values)} values: from 1 to {MOST_VALUES} are played")
    return values


def _setup(game: Game, enemies: str | None, delve: str | None, player: str) -> tuple[dict[str, Any], str]:
    """What both sides share, and who plays."""
    from dicecrawl.cli.lineup import lineup

    if (enemies is None) == (delve is None):
        raise click.UsageError("name what it is played against: either --enemies or --delve")
    if delve is not None:
        return {"mode": "delve", "delve": delve}, "delver" if player == "greedy" else player
    return {"enemies": lineup(game, enemies or "", 1)}, player


def _show(result: Any, as_json: bool) -> None:
    screen = Screen()
    if as_json:
        screen.data(result.to_dict())
    else:
        screen.say(result.text(ascii=screen.ascii))
