"""Commands that count: odds and sim."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from dicecrawl.cli.choice import chosen, game_options, mentioning_packs, split_game
from dicecrawl.cli.players import player_option
from dicecrawl.cli.screen import Screen

if TYPE_CHECKING:
    from dicecrawl.analysis.odds import Odds
    from dicecrawl.game import Game


@click.command("odds")
@click.argument("words", nargs=-1, required=True, metavar="[GAME] WHAT")
@game_options
@click.option("--actor", metavar="NAME", help="Who performs it; for CARD: ABILITY that card, if none is named.")
@click.option("--target", metavar="NAME", help="Whom it is done to.")
@click.option("--health", type=click.IntRange(1), help="Health the target has left; all, if none is named.")
@click.option("--rolls", type=click.IntRange(1, 10), default=3, show_default=True, help="Rolls, where dice are kept.")
@click.option("--json", "as_json", is_flag=True, help="Write the chances as JSON, as exact fractions.")
def odds_command(
    words: tuple[str, ...],
    game: str | None,
    packs: tuple[str, ...],
    actor: str | None,
    target: str | None,
    health: int | None,
    rolls: int,
    as_json: bool,
) -> None:
    """Exact odds of an ability, a sentence or some dice.

    WHAT is "CARD: ABILITY", the name of an ability, a sentence in quotes, or dice such as "4d6 keep highest 3". All but
    dice need a --target; a sentence needs an --actor, too. Where abilities need patterns of dice, WHAT may be a whole
    card and no target is needed: the answer is how likely each can be used, after each of several --rolls.
    """
    screen = Screen()
    game, [what] = split_game(words, game, 1)
    if actor is None and target is None and _dice(screen, what, as_json):
        return
    with mentioning_packs(game, packs):
        loaded = chosen(game, packs)
        if target is None and (_patterns(screen, loaded, what, rolls, as_json) or _worth(screen, loaded, what, as_json)):
            return
        if target is None:
            raise click.UsageError("name a target: --target NAME")
        odds = _odds_of(loaded, what, actor, target, health)
    if as_json:
        screen.data(odds.to_dict())
    else:
        screen.say(str(odds))


def _patterns(screen: Screen, game: Game, what: str, rolls: int, as_json: bool) -> bool:
    """Show how likely dice allow an ability or those of a card, if they need patterns of dice."""
    from dicecrawl.analysis.dice_needed import dice_odds, needs_dice
    from dicecrawl.authoring.explain import find
    from dicecrawl.core.definitions import Definition

    found = find(game, what)
    card, abilities = found if isinstance(found, tuple) else (found, None)
    chosen_ones = None if abilities is None else [abilities]
    if not isinstance(card, Definition) or not needs_dice(card, chosen_ones):
        return False
    odds = dice_odds(game, card, chosen_ones, rolls=rolls)
    if as_json:
        screen.data(odds.to_dict())
    else:
        screen.say(odds.text(ascii=screen.ascii))
    return True


def _worth(screen: Screen, game: Game, what: str, as_json: bool) -> bool:
    """Show what a card is worth that is played for coins."""
    from dicecrawl.authoring.explain import find
    from dicecrawl.core.definitions import Definition

    card = find(game, what)
    found = game.ruleset.worth(card) if isinstance(card, Definition) and game.ruleset.worth is not None else None
    if found is None:
        return False
    if as_json:
        told = {"card": found.card, "pays": str(found.pays), "price": found.price, "gain": str(found.gain), "play": found.play}
        screen.data(told)
    else:
        rows = (("pays in the mean", found.pays), ("price", found.price), ("gain in the mean", found.gain))
        lines = [f"{found.card}, {found.play}", *(f"  {name:<18}{float(number):>9.4f}" for name, number in rows)]
        screen.say("\n".join([*lines, "  answer              exact"]))
    return True


def _odds_of(game: Game, what: str, actor: str | None, target: str, health: int | None) -> Odds:
    from dicecrawl.analysis.odds import odds
    from dicecrawl.authoring.explain import find
    from dicecrawl.core.definitions import Definition

    found = find(game, what, actor)
    if isinstance(found, Definition):
        known = ", ".join(f"'{found.name}: {ability.name}'" for ability in found.abilities if ability.name)
        raise click.UsageError(f"'{what}' is a whole card; ask for one of {known or 'another card: it has no abilities'}")
    if isinstance(found, tuple):
        card, ability = found
        mode = "action" if ability.kind == "action" else "trait"
        by = actor if actor is not None else card.name
        return odds(game, ability.block, by, target, title=ability.name, health=health, mode=mode)
    if actor is None:
        raise click.UsageError("name who does it: --actor NAME")
    return game.effect(what).odds(actor, target, health=health)


def _dice(screen: Screen, text: str, as_json: bool) -> bool:
    """Show a pool of dice, if the text is one."""
    from dicecrawl.analysis.pool_odds import distribution
    from dicecrawl.errors import DiceError
    from dicecrawl.game import pool

    if not any(sign.isdigit() for sign in text) or text.strip()[:1] not in "0123456789d(+-":
        return False
    try:
        dice = pool(text)
    except DiceError as wrong:
        raise click.UsageError(str(wrong)) from wrong
    spread = distribution(dice)
    if as_json:
        screen.data({"dice": text, **spread.to_dict()})
    else:
        screen.say(f"{text}\n{spread.text(ascii=screen.ascii)}")
    return True


@click.command("sim")
@click.argument("words", nargs=-1, metavar="[GAME]")
@game_options
@click.option("--rogues", metavar="NAMES", help="One side, front to back, parted by commas.")
@click.option("--enemies", metavar="NAMES", help="The other side.")
@click.option("--delve", metavar="NAME", help="Go through this delve with --rogues, instead of a battle.")
@click.option("--adventure", metavar="NAME", help="Play this adventure, in a game that has them.")
@click.option("--campaign", "visits", type=click.IntRange(1), metavar="N", help="Play campaigns of N visits to delves.")
@click.option("--runs", type=click.IntRange(1), default=1000, show_default=True, help="Battles to fight.")
@click.option("--seed", default="0", show_default=True, help="A number or a word; the same seed, the same battles.")
@click.option("--workers", type=click.IntRange(1, 64), default=1, show_default=True, help="Processes; changes no digit.")
@player_option()
@click.option("--etn", type=click.IntRange(0), default=4, show_default=True, help="The number to escape.")
@click.option("--coins", type=click.IntRange(0), default=0, show_default=True, help="Each player's purse.")
@click.option("--seats", type=click.IntRange(1), default=1, show_default=True, help="How many players.")
@click.option("--rounds", type=click.IntRange(1), default=200, show_default=True, help="The cap: then undecided.")
@click.option("--json", "as_json", is_flag=True, help="Write the result as JSON.")
def sim_command(
    words: tuple[str, ...],
    game: str | None,
    packs: tuple[str, ...],
    rogues: str | None,
    enemies: str | None,
    delve: str | None,
    adventure: str | None,
    visits: int | None,
    runs: int,
    seed: str,
    workers: int,
    player: str,
    etn: int,
    coins: int,
    seats: int,
    rounds: int,
    as_json: bool,
) -> None:
    """Fight many battles and see the win rate, with bounds that hold the truth 95 times of 100.

    With --delve, --adventure or --campaign whole delves, adventures or campaigns are played, and it is told where they
    ended and who died by what.
    """
    from dicecrawl.analysis.simulate import simulate
    from dicecrawl.cli.lineup import lineup
    from dicecrawl.core.budget import Limits

    screen = Screen()
    game, _ = split_game(words, game, 0)
    found = chosen(game, packs)
    if delve or adventure or visits:
        longer: dict[str, Any] = {"seats": seats, "coins": coins} if delve else {"seats": seats} if visits else {}
        if delve:
            longer |= {"mode": "delve", "delve": delve, "rogues": lineup(found, _named(rogues, "--rogues"), 0)}
        elif visits:
            longer |= {"mode": "campaign", "visits": visits}
        else:
            longer["adventure"] = adventure
        if player == "greedy" and not adventure:
            player = "delver"

        def play(progress: Callable[[int, int], None] | None) -> Any:
            return found.runs(
                runs=runs, seed=seed_of(seed), players=player, workers=workers,
                limits=Limits(rounds=rounds), progress=progress, **longer,
            )  # fmt: skip

        report = with_bar(play, runs)
        if as_json:
            screen.data(report.to_dict())
        else:
            screen.say(report.text(ascii=screen.ascii))
        return
    sides = [
        lineup(found, _named(text, name), number)
        for number, (text, name) in enumerate(((rogues, "--rogues"), (enemies, "--enemies")))
    ]

    def run(progress: Callable[[int, int], None] | None) -> Any:
        return simulate(
            found,
            *sides,
            runs=runs,
            seed=seed_of(seed),
            players=player,
            workers=workers,
            etn=etn,
            coins=coins,
            seats=seats,
            limits=Limits(rounds=rounds),
            progress=progress,
        )

    result = with_bar(run, runs)
    if as_json:
        screen.data(result.to_dict())
    else:
        screen.say(result.text(ascii=screen.ascii, bars=screen.width is None or screen.width >= 76))


def seed_of(text: str) -> int | str:
    """A seed as it was written: a whole number counts as a number, anything else as a word."""
    digits = text.removeprefix("-")
    return int(text) if digits.isdecimal() and digits.isascii() and len(digits) < 20 else text


def with_bar(run: Callable[[Callable[[int, int], None] | None], Any], wanted: int) -> Any:
    """Show a bar while it runs, on a terminal only and not for a moment's work."""
    import sys

    if not sys.stderr.isatty() or wanted < 50:
        return run(None)
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    columns = (TextColumn("{task.completed:,.0f} of {task.total:,.0f} battles"), BarColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("battles", total=wanted)
        return run(lambda done, total: bar.update(task, completed=done, total=total))


def _named(text: str | None, option: str) -> str:
    if text is None:
        raise click.UsageError(f"Missing option '{option}'.")
    return text
