"""Which game a command is about: the one that is named, the one a pack names, or the one there is."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import click

from dicecrawl.authoring.check import pack_of
from dicecrawl.errors import UnknownName
from dicecrawl.game import Game, load
from dicecrawl.plugins import games

DEFAULT = "marching_order"
WITH_ADVENTURES = "delve"


def game_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options --game and --pack."""
    with_pack = click.option(
        "--pack",
        "packs",
        multiple=True,
        metavar="PATH",
        help="A folder of cards of your own, or one file; may be repeated.",
    )(command)
    return click.option("--game", metavar="GAME", help="The game, if no pack names it.")(with_pack)


def split_game(words: Sequence[str], game: str | None, wanted: int) -> tuple[str | None, list[str]]:
    """A leading name of a game, or folder of a pack, and the words behind it; `wanted` words belong to the command."""
    left = list(words)
    if len(left) > wanted and game is None:
        game = left.pop(0)
    if len(left) > wanted:
        raise click.UsageError(f"too many words: {' '.join(left)!r}. Put names of several words in quotes.")
    return game, left


def adventure_named(words: Sequence[str], game: str | None) -> tuple[str, str]:
    """The game and the adventure that are named; the game may be left out."""
    game, left = split_game(words, game, 1)
    if not left or (game is None and left[0] in games()):
        raise click.UsageError("name the adventure, too, in quotes if it has several words")
    return game or WITH_ADVENTURES, left[0]


def game_name(game: str | None, packs: Sequence[str] = ()) -> str:
    """The name of the game that is meant."""
    for place in ([game] if game is not None and _is_pack(game) else []) + list(packs):
        found = pack_of(place) if Path(place).exists() else None
        if found is not None:
            return found[1]
    if game is None:
        return DEFAULT
    known = games()
    if game not in known:
        near = get_close_matches(game, known, 1, 0.5)
        advice = f"did you mean '{near[0]}'?" if near else f"installed are {', '.join(known)}"
        raise click.UsageError(f"there is no game and no pack called '{game}'; {advice}")
    return game


def chosen(game: str | None, packs: Sequence[str] = ()) -> Game:
    """The game that is meant, with its packs."""
    own = [game] if game is not None and _is_pack(game) else []
    return load(game_name(game, packs), *own, *packs)


@contextmanager
def mentioning_packs(game: str | None, packs: Sequence[str]) -> Iterator[None]:
    """A name that is unknown may be that of a card in a pack: say how to bring one, where none was brought."""
    try:
        yield
    except UnknownName as unknown:
        if packs or (game is not None and _is_pack(game)):
            raise
        raise UnknownName(f"{unknown} (a card of your own is brought with --pack PATH)") from unknown


def _is_pack(text: str) -> bool:
    return text not in games() and Path(text).exists()
