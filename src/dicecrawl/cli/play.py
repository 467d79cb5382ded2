"""Commands that play: fight, replay, demo."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dicecrawl.cli.choice import chosen, game_options, split_game
from dicecrawl.cli.figures import seed_of
from dicecrawl.cli.players import player_option
from dicecrawl.cli.screen import Screen
from dicecrawl.errors import SaveError, ScriptError, UnknownName

if TYPE_CHECKING:
    from dicecrawl.core.decisions import Player
    from dicecrawl.game import Game
    from dicecrawl.match import Match


@click.command("fight")
@click.argument("words", nargs=-1, metavar="[GAME]")
@game_options
@click.option("--rogues", metavar="NAMES", help="One side, front to back, parted by commas.")
@click.option("--enemies", metavar="NAMES", help="The other side.")
@click.option("--seed", default="0", show_default=True, help="A number or a word; the same seed, the same dice.")
@player_option(further="ask")
@click.option("--log", "detail", type=click.Choice(["full", "brief"]), default="full", show_default=True)
@click.option("-v", "--verbose", is_flag=True, help="Say which line of which card made each thing happen.")
@click.option("--save", "save", type=click.Path(dir_okay=False), help="Write the battle into a file when it ends or stops.")
@click.option("--resume", type=click.Path(exists=True, dir_okay=False), help="Go on with a battle that was saved.")
@click.option("--etn", type=click.IntRange(0), default=4, show_default=True, help="The number to escape.")
@click.option("--coins", type=click.IntRange(0), default=0, show_default=True, help="Each player's purse.")
@click.option("--seats", type=click.IntRange(1), default=1, show_default=True, help="How many players.")
@click.option("--rerolls", type=click.Choice(["never", "mine", "all"]), default="never", show_default=True,
              help="For which dice players are asked whether they spend Luck.")  # fmt: skip
def fight_command(
    words: tuple[str, ...],
    game: str | None,
    packs: tuple[str, ...],
    rogues: str | None,
    enemies: str | None,
    seed: str,
    player: str,
    detail: str,
    verbose: bool,
    save: str | None,
    resume: str | None,
    etn: int,
    coins: int,
    seats: int,
    rerolls: str,
) -> None:
    """Fight one battle and read how it went.

    NAMES are names of cards; a name may be followed by traits and numbers (Q1 F2, Health 4) and "with" what it carries,
    and a number in front of it means so many. With --player ask you decide yourself.
    """
    from dicecrawl.cli.lineup import lineup

    screen = Screen()
    game, _ = split_game(words, game, 0)
    answering = _player(player, seed)
    if resume is not None:
        match = _resumed(resume, game, packs, answering)
    elif rogues is None or enemies is None:
        raise click.UsageError("name both sides: --rogues NAMES --enemies NAMES")
    else:
        found = chosen(game, packs)
        sides = [lineup(found, text, number) for number, text in enumerate((rogues, enemies))]
        setup: dict[str, Any] = {"etn": etn, "coins": coins, "seats": seats, "rerolls": rerolls}
        match = found.battle(*sides, seed=seed_of(seed), players=answering, **setup)
    _tell_while_playing(match, screen, detail=detail, verbose=verbose, save=save)


def _player(name: str, seed: str) -> Player | None:
    from dicecrawl.players import player

    return None if name == "ask" else player(name)(seed)


def _resumed(file: str, game: str | None, packs: tuple[str, ...], player: Player | None) -> Match:
    from dicecrawl.save import resume

    with _asking_for_packs(packs):
        return resume(Path(file), _game_of(file, game, packs), player)


def _game_of(file: str, game: str | None, packs: tuple[str, ...]) -> Game | None:
    """The game of a record that was played with packs; None: the record knows."""
    from dicecrawl.core.save import Transcript

    if game is None and not packs:
        return None
    return chosen(game or Transcript.from_json(Path(file).read_text(encoding="utf-8")).game, packs)


@contextmanager
def _asking_for_packs(packs: tuple[str, ...]) -> Iterator[None]:
    """Say, where a record names cards that are not there, that its pack may be missing."""
    try:
        yield
    except (SaveError, ScriptError, UnknownName) as missing:
        damaged = isinstance(missing, SaveError) and missing.__cause__ is None and "cards" not in str(missing)
        if not packs and not damaged:
            missing.add_note("If the battle was fought with cards of your own, name them: --pack PATH")
        raise


def _tell_while_playing(match: Match, screen: Screen, *, detail: str, verbose: bool, save: str | None) -> None:
    from dicecrawl.authoring.story import Story
    from dicecrawl.cli.ask import Stopped, play_asking

    def begin() -> Story:
        return Story(match.ruleset, match.library, match.start, detail=detail, verbose=verbose, ascii=screen.ascii)

    story = begin()
    for logged in match.log:
        for line in story.hear(logged):
            screen.say(line)

    def hear(logged: object) -> None:
        for line in story.hear(logged):  # type: ignore[arg-type]
            screen.say(line)

    def forget() -> None:
        """After an answer was taken back: follow the story again, in silence."""
        nonlocal story
        story = begin()
        for logged in match.log:
            story.hear(logged)
        screen.say("Taken back.")

    match.observers.append(hear)
    try:
        if match.advance() is not None:
            play_asking(match, screen, forget)
    except Stopped:
        screen.say("Stopped.")
    finally:
        for line in story.finish():
            screen.say(line)
        if save is not None:
            match.save_to(save)
            screen.show(f"saved to {save}")


@click.command("replay")
@click.argument("file", type=click.Path(exists=True, dir_okay=False))
@game_options
@click.option("--log", "detail", type=click.Choice(["full", "brief"]), default="full", show_default=True)
@click.option("-v", "--verbose", is_flag=True, help="Say which line of which card made each thing happen.")
def replay_command(file: str, game: str | None, packs: tuple[str, ...], detail: str, verbose: bool) -> None:
    """Tell a saved battle again, from its own dice and answers."""
    from dicecrawl.authoring.story import tell
    from dicecrawl.save import replay

    screen = Screen()
    with _asking_for_packs(packs):
        match = replay(Path(file), _game_of(file, game, packs))
    for line in tell(match, detail=detail, verbose=verbose, ascii=screen.ascii):
        screen.say(line)
    if not match.over:
        screen.say("\nThe record ends here.")


@click.command("demo")
@click.argument("words", nargs=-1, metavar="[GAME]")
@click.option("--game", metavar="GAME", help="The game to show.")
def demo_command(words: tuple[str, ...], game: str | None) -> int:
    """See all of it at once: check the cards, fight a battle, odds of a sentence, a win rate."""
    from dicecrawl.authoring.check import check
    from dicecrawl.authoring.story import tell
    from dicecrawl.players import GreedyPlayer
    from dicecrawl.resources import demonstration

    screen = Screen()
    began = time.perf_counter()
    game, _ = split_game(words, game, 0)
    found = chosen(game)
    show = demonstration(found.ruleset.name)

    screen.heading("1. The cards are checked")
    report = check(found.ruleset)
    screen.show(report.text(colour=screen.colour))

    screen.say()
    screen.heading("2. A battle")
    match = found.battle(show["rogues"], show["enemies"], seed=show["seed"], players=GreedyPlayer()).play()
    for line in tell(match, detail="brief", ascii=screen.ascii):
        screen.say(line)

    screen.say()
    screen.heading("3. What a sentence does, exactly")
    sentence = found.effect(show["sentence"])
    screen.say(f"as written:  {show['sentence']}")
    screen.say(f"in full:     {sentence.english}")
    screen.say(str(sentence.odds(show["actor"], show["target"])))

    screen.say()
    screen.heading("4. How often the battle is won")
    simulation = found.simulate(show["rogues"], show["enemies"], runs=show["runs"], seed=show["seed"])
    screen.say(simulation.text(ascii=screen.ascii, bars=screen.width is None or screen.width >= 76))
    screen.say(f"\nAll this took {time.perf_counter() - began:.1f} seconds.")
    return report.exit_code
