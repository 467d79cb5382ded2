"""The command `dicecrawl`: its commands, opened only when they are used, and what becomes of faults.

Exit codes: 0 done, 1 content or tests failed or something could not be done, 2 wrong use or a missing extra, 130 stopped
by Ctrl-C. Nobody is shown a traceback: set DICECRAWL_TRACEBACK to see where an unexpected fault came from.
"""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Sequence
from importlib import import_module
from io import TextIOWrapper

import click

from dicecrawl.errors import DicecrawlError, MissingExtra

TRACEBACK = "DICECRAWL_TRACEBACK"

COMMANDS = {
    "check": ("content", "Check content files and show every mistake with its line."),
    "test": ("content", "Run *.scenario files."),
    "explain": ("content", "Explain a card, an ability, a sentence or the code of a message."),
    "list": ("content", "List the cards of a game."),
    "new": ("content", "Write a commented starter file for a card of your own."),
    "fight": ("play", "Fight one battle and read how it went."),
    "play": ("playing", "Play a campaign, a delve or an adventure at the terminal."),
    "replay": ("play", "Tell a saved battle again."),
    "odds": ("figures", "Exact odds of an ability, a sentence or some dice."),
    "sim": ("figures", "Fight many battles and see the win rate."),
    "matrix": ("tables", "Fight several parties against several line-ups and see the table."),
    "compare": ("comparing", "Play two parties, or two versions of the cards, on the same dice."),
    "sweep": ("comparing", "Play with one number over a range."),
    "usage": ("tables", "Fight random battles and see what they never reach."),
    "solve": ("solving", "The exact chance of winning an adventure with the best play."),
    "games": ("content", "List the games that are installed."),
    "demo": ("play", "See all of it at once: check, fight, odds, win rate."),
}
"""Each command with the module that holds it and one line about it; a function of that name with `_command` behind it."""


class Commands(click.Group):
    """Imports a command when it is used, so that the help is quick."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands in the order in which one needs them."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name."""
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"dicecrawl.cli.{COMMANDS[cmd_name][0]}")
        command = getattr(module, f"{cmd_name}_command")
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list in the help, without opening any command."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in COMMANDS.items()])

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        """The command of the first argument; an unknown one gives the nearest."""
        from difflib import get_close_matches

        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            near = get_close_matches(args[0], COMMANDS, 1, 0.5)
            advice = f" Did you mean '{near[0]}'?" if near else " See dicecrawl --help."
            raise click.UsageError(f"There is no command '{args[0]}'.{advice}", ctx)
        return super().resolve_command(ctx, args)


@click.group(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Exit codes: 0 done, 1 something is wrong with content or tests, 2 wrong use.",
)
@click.version_option(package_name="dicecrawl", message="dicecrawl %(version)s")
def dicecrawl() -> None:
    """Dice-driven dungeon crawlers, played from rules in plain English."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line and give its exit code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    try:
        with warnings.catch_warnings():
            warnings.showwarning = _warn
            code = _run(sys.argv[1:] if arguments is None else list(arguments))
            sys.stdout.flush()
        return code if isinstance(code, int) else 0
    except click.exceptions.Exit as ended:
        return ended.exit_code
    except click.ClickException as wrong:
        return _shown(wrong)
    except (KeyboardInterrupt, click.Abort):
        return 130
    except BrokenPipeError:
        _close_quietly()
        return 0
    except DicecrawlError as fault:
        return _told(fault)
    except OSError as fault:
        return _complain(f"{fault.strerror or fault}{f': {fault.filename}' if fault.filename else ''}", 1)
    except Exception as fault:
        if os.environ.get(TRACEBACK):
            raise
        return _complain(
            f"an unexpected fault, which is ours and not yours: {type(fault).__name__}: {fault}\n"
            f"Please report it with what you did; {TRACEBACK}=1 shows where it came from.",
            1,
        )


def _run(arguments: list[str]) -> object:
    """Without click's own main, which gives an exit code of its own to a closed pipe."""
    with dicecrawl.make_context("dicecrawl", arguments) as ctx:
        return dicecrawl.invoke(ctx)


def _shown(wrong: click.ClickException) -> int:
    if isinstance(wrong, click.UsageError) and wrong.ctx is not None:
        print(wrong.ctx.get_usage(), file=sys.stderr)
    return _complain(wrong.format_message(), wrong.exit_code)


def _told(fault: DicecrawlError) -> int:
    notes = getattr(fault, "__notes__", ())
    return _complain("\n".join([str(fault), *notes]), 2 if isinstance(fault, MissingExtra) else 1)


def _complain(message: str, code: int) -> int:
    from dicecrawl.cli.screen import Screen

    Screen().complain(f"dicecrawl: {message}")
    return code


def _warn(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: object = None,
    line: str | None = None,
) -> None:
    _complain(f"note: {message}", 0)


def _close_quietly() -> None:
    """Whoever read our output has gone: let nothing complain about it when the program ends."""
    silent = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silent, sys.stdout.fileno())
