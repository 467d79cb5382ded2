"""Whether a full screen can be opened here, said before anything is played."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from typing import TYPE_CHECKING

from dicecrawl.errors import MissingExtra, SetupError

if TYPE_CHECKING:
    from dicecrawl.cli.screen import Screen
    from dicecrawl.core.ruleset import Ruleset


def check_terminal(screen: Screen) -> None:
    """Raise `SetupError` or `MissingExtra` with the way out where there is no terminal, or nothing to draw on it with."""
    if not screen.interactive or not sys.stdin.isatty():
        raise SetupError("--full-screen needs a terminal: leave it out to play prompt by prompt, which also works in a pipe")
    if find_spec("textual") is None:
        raise MissingExtra(
            'the full screen needs textual: pip install "dicecrawl[tui]", or leave --full-screen out to play prompt by prompt'
        )


def check_game(ruleset: Ruleset) -> None:
    """Raise `SetupError` for a game that shows no table."""
    if ruleset.showing is None:
        raise SetupError(f"{ruleset.title} has no full screen: leave --full-screen out to play prompt by prompt")
