"""Saving while playing: a file that is no save of this game stays as it is."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from dicecrawl.core.save import Saved
from dicecrawl.errors import SaveError

if TYPE_CHECKING:
    from dicecrawl.match import Match


def check_place(path: str | Path) -> None:
    """Raise `SaveError` where saving would destroy something: a file that is no whole, unchanged save."""
    target = Path(path)
    if target.is_dir():
        raise SaveError(f"{target} is a folder: name a file")
    if not target.exists():
        return
    try:
        Saved.from_json(target.read_text(encoding="utf-8"))
    except (SaveError, ValueError, OSError) as wrong:
        raise SaveError(f"{target} is there already and is no whole save, so it is left alone: choose another name") from wrong


def save(match: Match, path: str | Path) -> None:
    """Write the match into a file, whole or not at all. Raises `SaveError`."""
    check_place(path)
    match.save_to(path)
