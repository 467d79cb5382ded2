"""What a pack says of itself in its pack.toml: its name, and the game that it is for.

Two packs of one name, or one for another game, are refused before a card of theirs is read: most often one pack lies on the
disk twice, and every card of it would be reported.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from dicecrawl.errors import SetupError

PACK = "pack.toml"


def stated(marker: Path, shown: str) -> Mapping[str, Any]:
    """What a pack.toml says. Raises `SetupError` when it cannot be read; `shown` is its name in the message."""
    import tomllib

    try:
        return tomllib.loads(marker.read_text(encoding="utf-8-sig"))
    except (OSError, ValueError) as fault:
        raise SetupError(f'{shown} cannot be read: {fault}. It is TOML, with a line game = "..."') from fault


def agree(game: str, folders: Iterable[tuple[Path, str]]) -> None:
    """Refuse two packs of one name, and a pack for another game; a folder without a pack.toml says nothing.

    Folders come with the names that messages show for them; one that is given twice counts once. Raises `SetupError`.
    """
    found: dict[str, tuple[Path, str]] = {}
    for folder, shown in folders:
        marker, place = folder.resolve() / PACK, f"{shown.rstrip('/')}/{PACK}"
        if not marker.is_file():
            continue
        said = stated(marker, place)
        other = said.get("game", game)
        if other != game:
            raise SetupError(f"{place} says that the pack is for the game {other!r}; it cannot be added to {game!r}")
        name = said.get("name")
        if not isinstance(name, str):
            continue
        first, first_place = found.setdefault(name.strip().casefold(), (marker, place))
        if first != marker:
            raise SetupError(
                f"two packs are called {name!r}: {first_place} and {place}. "
                "Leave one of them out, or give it another name in its pack.toml"
            )
