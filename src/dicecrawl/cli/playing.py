"""The command play: a campaign, a delve or a battle at the table, or an adventure with dice to keep."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dicecrawl.cli.choice import DEFAULT, WITH_ADVENTURES, adventure_named, chosen, game_name, game_options, split_game
from dicecrawl.cli.figures import seed_of
from dicecrawl.cli.screen import Screen
from dicecrawl.errors import SetupError

if TYPE_CHECKING:
    from dicecrawl.game import Game
    from dicecrawl.match import Match


@click.command("play")
@click.argument("words", nargs=-1, metavar="[GAME] [ADVENTURE]")
@game_options
@click.option("--players", type=click.IntRange(1, 4), help="How many play, by turns at one keyboard (campaigns and delves).")
@click.option("--delve", metavar="NAME", help="Play this delve alone, with --party.")
@click.option("--party", metavar="NAMES", help="Who goes on the delve, front to back, parted by commas.")
@click.option("--rogues", metavar="NAMES", help="Fight this battle alone: one side, front to back, parted by commas.")
@click.option("--enemies", metavar="NAMES", help="The other side of that battle.")
@click.option("--coins", type=click.IntRange(0), help="Each player's purse; a campaign begins with what the book says.")
@click.option("--rerolls", type=click.Choice(["never", "mine", "all"]), default="mine", show_default=True,
              help="For which dice players are asked whether they spend Luck.")  # fmt: skip
@click.option("--log", "detail", type=click.Choice(["full", "brief"]), default="full", show_default=True,
              help="How much is told about dice.")  # fmt: skip
@click.option("--encounter", metavar="NAME", help="Play this encounter of an adventure alone.")
@click.option("--seed", default="0", show_default=True, help="A number or a word; the same seed, the same dice.")
@click.option("--table", type=click.Path(exists=True, dir_okay=False), help="A table of dicecrawl solve, for hints.")
@click.option("--full-screen", is_flag=True, help="Play in panels with single keys; needs the extra tui and a terminal.")
@click.option("--save", "save", type=click.Path(dir_okay=False), help="Write the game into a file when it ends or stops.")
@click.option("--resume", type=click.Path(exists=True, dir_okay=False), help="Go on with a game that was saved.")
def play_command(
    words: tuple[str, ...],
    game: str | None,
    packs: tuple[str, ...],
    players: int | None,
    delve: str | None,
    party: str | None,
    rogues: str | None,
    enemies: str | None,
    coins: int | None,
    rerolls: str,
    detail: str,
    encounter: str | None,
    seed: str,
    table: str | None,
    full_screen: bool,
    save: str | None,
    resume: str | None,
) -> None:
    """Play a campaign of GAME at the terminal, or one delve or battle of it, or an ADVENTURE with dice to keep.

    `dicecrawl play marching_order` begins a campaign. At every prompt ? tells what can be typed: odds, undo, saving and
    more. Hints of an adventure tell the chance of winning: exactly from a table, otherwise from games played on from here.
    """
    from dicecrawl.cli.fullscreen.opening import check_game, check_terminal
    from dicecrawl.cli.tabletop.records import check_place
    from dicecrawl.save import resume as take_up

    if (rogues is None) != (enemies is None) or (rogues is not None and (delve or party)):
        raise click.UsageError("a battle is --rogues NAMES against --enemies NAMES, without --delve and --party")
    if full_screen:
        check_terminal(Screen())
    if save is not None:
        check_place(save)
    if resume is not None:
        found = _game_of(resume, words, game, packs)
        match = take_up(Path(resume), found)
    elif _has_table(words, game, packs, delve or rogues):
        name, _ = split_game(words, game, 0)
        found = chosen(name or DEFAULT, packs)
        setup: dict[str, Any] = {"seats": players or 1, "rerolls": rerolls, **({} if coins is None else {"coins": coins})}
        if rogues is not None and enemies is not None:
            match = _battle(found, rogues, enemies, seed, setup)
        else:
            match = _begin(found, delve, party, seed, setup)
    else:
        name, adventure = adventure_named(words, game)
        found = chosen(name, packs)
        match = found.new_match(adventure=adventure, encounter=encounter, seed=seed_of(seed))
    if full_screen:
        check_game(found.ruleset)
        from dicecrawl.cli.fullscreen.app import play

        play(found, match, Screen(), detail=detail, place=save)
    elif found.ruleset.showing is not None:
        from dicecrawl.cli.tabletop.play import Tabletop

        Tabletop(found, match, Screen(), detail=detail).play(save)
    else:
        from dicecrawl.cli.adventure import play_adventure

        play_adventure(found, match, table=table, save=save)


def _game_of(file: str, words: tuple[str, ...], game: str | None, packs: tuple[str, ...]) -> Game:
    """The game of a save, unless another one is named."""
    from dicecrawl.core.save import Saved

    name, _ = split_game(words, game, 0)
    if name is None and not packs:
        name = Saved.from_json(Path(file).read_text(encoding="utf-8", errors="replace")).transcript.game
    return chosen(name, packs)


def _has_table(words: tuple[str, ...], game: str | None, packs: tuple[str, ...], single: str | None) -> bool:
    """Whether the game that is meant is one that is played at the table; a lone word may be the name of an adventure."""
    from dicecrawl.plugins import games, ruleset_of

    if single is not None or (not words and game is None and packs):
        return True
    named = game if game is not None else words[0] if words else None
    if named is None:
        raise click.UsageError(
            f"say what to play: dicecrawl play {DEFAULT}, or an adventure by its name (dicecrawl list {WITH_ADVENTURES})"
        )
    if named in games() or Path(named).exists():
        return ruleset_of(game_name(named, packs)).showing is not None
    return False


def _begin(game: Game, delve: str | None, party: str | None, seed: str, setup: dict[str, Any]) -> Match:
    from dicecrawl.cli.lineup import lineup

    if delve is None:
        if party is not None:
            raise click.UsageError("--party goes with --delve NAME; in a campaign the party is hired in town")
        return game.new_match(mode="campaign", seed=seed_of(seed), **setup)
    if party is None:
        raise SetupError('say who goes: --party "NAME, NAME", front to back')
    return game.new_match(mode="delve", delve=delve, rogues=lineup(game, party, 0), seed=seed_of(seed), **setup)


def _battle(game: Game, rogues: str, enemies: str, seed: str, setup: dict[str, Any]) -> Match:
    from dicecrawl.cli.lineup import lineup

    sides = (lineup(game, text, number) for number, text in enumerate((rogues, enemies)))
    return game.battle(*sides, seed=seed_of(seed), **setup)
