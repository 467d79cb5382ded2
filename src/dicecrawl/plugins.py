"""The games that are installed: found by entry points, loaded one by one, so that a broken one harms nobody else.

A package offers a game by the entry point group `dicecrawl.games`: a name and a `Ruleset` value.
"""

from __future__ import annotations

import os
import warnings
from functools import lru_cache
from typing import TYPE_CHECKING

from dicecrawl.core.ruleset import Ruleset
from dicecrawl.errors import PluginError, UnknownName

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "dicecrawl.games"
RAISE = "DICECRAWL_RAISE_PLUGIN_ERRORS"  # set it to see the traceback of a broken game


def games() -> tuple[str, ...]:
    """The games that can be loaded, by name. A broken one is left out with a warning that names its distribution."""
    found = []
    for name in sorted(_offers()):
        try:
            ruleset_of(name)
        except PluginError as broken:
            warnings.warn(str(broken), stacklevel=2)
        else:
            found.append(name)
    return tuple(found)


@lru_cache(maxsize=32)
def ruleset_of(name: str) -> Ruleset:
    """The ruleset of an installed game. Raises `UnknownName`, or `PluginError` when what is installed is broken."""
    offers = _offers()
    if name not in offers:
        raise UnknownName(f"there is no game called {name!r}; installed are {', '.join(sorted(offers)) or 'none'}")
    entry = offers[name]
    try:
        ruleset = entry.load()
    except Exception as cause:
        if os.environ.get(RAISE):
            raise
        raise PluginError(
            f"the game {name!r} of {_origin(entry)} cannot be imported ({type(cause).__name__}: {cause}); "
            f"update or remove that package, or set {RAISE}=1 to see where it fails"
        ) from cause
    if not isinstance(ruleset, Ruleset):
        raise PluginError(f"the game {name!r} of {_origin(entry)} is no Ruleset: {entry.value} must be one")
    return ruleset


def _offers() -> dict[str, EntryPoint]:
    """Each name with its entry point; of two packages that offer one name, the first by distribution name counts."""
    offers: dict[str, EntryPoint] = {}
    for entry in sorted(entry_points(), key=lambda e: (e.name, _origin(e) != "dicecrawl", _origin(e))):
        first = offers.setdefault(entry.name, entry)
        if first.value != entry.value:
            warnings.warn(
                f"{_origin(first)} and {_origin(entry)} both offer a game called {entry.name!r}; that of "
                f"{_origin(first)} is used",
                stacklevel=3,
            )
    return offers


def entry_points() -> tuple[EntryPoint, ...]:
    """What installed packages offer under the group."""
    from importlib.metadata import entry_points as offered  # late: it costs as much as all the rest of this import

    return tuple(offered(group=GROUP))


def _origin(entry: EntryPoint) -> str:
    return entry.dist.name if entry.dist is not None else "an unknown package"
