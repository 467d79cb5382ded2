"""Commands about cards: check, test, explain, list, new, games."""

from __future__ import annotations

from pathlib import Path

import click

from dicecrawl.cli.choice import chosen, game_name, game_options, mentioning_packs, split_game
from dicecrawl.cli.screen import Screen


@click.command("check")
@click.argument("paths", nargs=-1, type=click.Path(exists=True))
@click.option("--game", metavar="GAME", help="The game, if no pack names it.")
@click.option("--json", "as_json", is_flag=True, help="Write the report as JSON.")
@click.option("--strict", is_flag=True, help="Let warnings fail too.")
@click.option("--limit", type=click.IntRange(1), default=50, show_default=True, help="Problems to write out.")
def check_command(paths: tuple[str, ...], game: str | None, as_json: bool, strict: bool, limit: int) -> int:
    """Check content files and show every mistake with its line.

    PATHS are folders or .crawl files; without any, the game's own content is checked.
    """
    from dicecrawl.authoring.check import check
    from dicecrawl.errors import SetupError
    from dicecrawl.plugins import ruleset_of

    screen = Screen()
    try:
        report = check(ruleset_of(game_name(game, paths)), paths)
    except SetupError as nothing:
        raise click.UsageError(str(nothing)) from nothing
    if as_json:
        screen.data(report.to_dict())
    else:
        screen.show(report.text(limit=limit, colour=screen.colour))
    return 1 if report.errors or (strict and report.problems) else 0


@click.command("test")
@click.argument("paths", nargs=-1, type=click.Path(exists=True))
@game_options
@click.option("-v", "--verbose", is_flag=True, help="Name the scenarios that passed, too.")
def test_command(paths: tuple[str, ...], game: str | None, packs: tuple[str, ...], verbose: bool) -> int:
    """Run *.scenario files.

    PATHS are folders or files; without any, the folder one is in. A scenario inside a pack is played with the cards of
    that pack, one in a folder named after a game with those of that game.
    """
    from dicecrawl.authoring.check import pack_of
    from dicecrawl.authoring.scenario import folder_game, run_paths, scenario_files
    from dicecrawl.game import Game

    screen = Screen()
    files = scenario_files(paths or (".",))
    if not files:
        raise click.UsageError(f"there are no *.scenario files in {', '.join(paths) or 'this folder'}")
    loaded: dict[tuple[str | None, tuple[str, ...]], Game] = {}
    played: dict[Path, Game] = {}
    for file in files:
        pack = pack_of(file)
        own = (str(pack[0]),) if pack is not None else ()
        key = (game or (folder_game(file) if pack is None else None), (*own, *packs))
        if key not in loaded:
            loaded[key] = chosen(*key)
        played[file] = loaded[key]
    summary = run_paths(paths or (".",), played)
    if verbose:
        for report in summary.reports:
            if report.passed:
                screen.show(report.text)
    screen.show(summary.text)
    return 0 if summary.ok else 1


@click.command("explain")
@click.argument("words", nargs=-1, required=True, metavar="[GAME] NAME")
@game_options
@click.option("--actor", metavar="NAME", help="Who performs it.")
@click.option("--target", metavar="NAME", help="Add its exact odds against this creature.")
def explain_command(
    words: tuple[str, ...], game: str | None, packs: tuple[str, ...], actor: str | None, target: str | None
) -> None:
    """Explain a card, an ability, a sentence or the code of a message.

    NAME is the name of a card or an ability, "CARD: ABILITY", a sentence in quotes, or a code such as E010.
    """
    from dicecrawl.authoring.explain import explain, explain_code, is_code

    screen = Screen()
    game, [name] = split_game(words, game, 1)
    if is_code(name):
        screen.say(explain_code(name).rstrip())
        return
    with mentioning_packs(game, packs):
        told = explain(chosen(game, packs), name, actor=actor, target=target)
    screen.say(told.text(ascii=screen.ascii))


@click.command("list")
@click.argument("words", nargs=-1, metavar="[GAME] [KIND]")
@game_options
@click.option("--json", "as_json", is_flag=True, help="Write the list as JSON.")
def list_command(words: tuple[str, ...], game: str | None, packs: tuple[str, ...], as_json: bool) -> None:
    """List the cards of a game, or those of one kind."""
    from difflib import get_close_matches

    screen = Screen()
    left = list(words)
    if len(left) == 2 or (len(left) == 1 and game is None and not _is_kind(left[0])):
        game = left.pop(0)
    elif len(left) > 2:
        raise click.UsageError("name at most a game and a kind")
    found = chosen(game, packs)
    kinds = {kind: plural for kind, plural in found.ruleset.kinds.items() if found.library.all(kind)}
    if left:
        wanted = left[0].lower()
        meant = [kind for kind, plural in kinds.items() if wanted in (kind, plural)]
        if not meant:
            near = get_close_matches(wanted, kinds, 1, 0.5)
            advice = f"did you mean '{near[0]}'?" if near else f"there are {', '.join(kinds)}"
            raise click.UsageError(f"no cards are of the kind '{wanted}'; {advice}")
        kinds = {kind: kinds[kind] for kind in meant}
    if as_json:
        screen.data({kind: [card.name for card in found.library.all(kind)] for kind in kinds})
        return
    for number, (kind, plural) in enumerate(kinds.items()):
        cards = found.library.all(kind)
        screen.say(("" if number == 0 else "\n") + f"{plural.capitalize()} ({len(cards)})")
        widest = max(len(card.name) for card in cards)
        for card in cards:
            stats = ", ".join(f"{name} {value:+d}" if value < 0 else f"{name} {value}" for name, value in card.stats.items())
            screen.say(f"  {card.name:<{widest}}  {stats}".rstrip())


def _is_kind(word: str) -> bool:
    from dicecrawl.plugins import games, ruleset_of

    return any(word.lower() in pair for game in games() for pair in ruleset_of(game).kinds.items())


@click.command("new")
@click.argument("kind")
@click.argument("name")
@click.argument("folder", default=".", metavar="[DIR]")
@click.option("--game", metavar="GAME", help="The game, if no pack names it.")
def new_command(kind: str, name: str, folder: str, game: str | None) -> None:
    """Write a commented starter file for a card of your own.

    KIND is a kind of card (monster, rogue, condition, item), NAME its name, DIR the folder for it. The file passes the
    check as it is; nothing is overwritten.
    """
    from dicecrawl.authoring.scaffold import starter
    from dicecrawl.plugins import ruleset_of

    screen = Screen()
    path = starter(ruleset_of(game_name(game, (folder,))), kind, name, folder).write()
    screen.show(f"wrote {path.as_posix()}")


@click.command("games")
@click.option("--json", "as_json", is_flag=True, help="Write the list as JSON.")
def games_command(as_json: bool) -> None:
    """List the games that are installed."""
    from dicecrawl.plugins import games, ruleset_of

    screen = Screen()
    rulesets = [ruleset_of(name) for name in games()]
    if as_json:
        screen.data([{"name": r.name, "title": r.title, "version": r.version} for r in rulesets])
        return
    for ruleset in rulesets:
        screen.say(f"{ruleset.name}  {ruleset.title} {ruleset.version}")
