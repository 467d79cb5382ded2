"""The option that names a player: one of the house, or one of your own as module:function, found where you are."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import click

HOUSE = "greedy, random, lookahead, or module:function"


def player_option(default: str | None = "greedy", *, further: str = "", help: str = "Who plays") -> Callable[[Any], Any]:
    """The option --player, checked at once; `further` is a name that the command understands by itself."""

    def checked(ctx: click.Context, param: click.Parameter, name: str | None) -> str | None:
        from dicecrawl.errors import SetupError
        from dicecrawl.players import player

        if name is None or name == further:
            return name
        if ":" in name and "" not in sys.path:
            sys.path.insert(0, "")  # a module of one's own stands where one is
        try:
            player(name)
        except SetupError as unknown:
            raise click.BadParameter(str(unknown), ctx, param) from unknown
        return name

    known = f"{further}, {HOUSE}" if further else HOUSE
    return click.option(
        "--player",
        metavar="NAME",
        default=default,
        show_default=default is not None,
        callback=checked,
        help=f"{help}: {known}.",
    )
