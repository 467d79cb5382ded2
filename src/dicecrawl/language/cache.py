"""A place for what is costly to work out and can be thrown away: plain data in the user's cache folder.

Entries are JSON under a key that holds everything they depend on, so that a stale one is simply never found. A cache
that cannot be read or written is not used, and nothing else changes. The variable DICECRAWL_CACHE names another folder;
"off" turns the cache off.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

VARIABLE = "DICECRAWL_CACHE"
OFF = ("off", "0", "no", "none", "")
KEPT = 12
"""How many entries of one kind stay when another one is written."""


def cache_folder() -> Path | None:
    """The folder for entries, whether it exists or not; None when the cache is off or the user has no home."""
    named = os.environ.get(VARIABLE)
    if named is not None:
        return None if named.strip().lower() in OFF else Path(named)
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA")
    elif sys.platform == "darwin":
        base = "~/Library/Caches"
    else:
        base = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    try:
        return Path(base).expanduser() / "dicecrawl" if base else None
    except RuntimeError:  # nobody's home is known
        return None


def key_of(*parts: str) -> str:
    """A key for an entry that depends on these texts."""
    return sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:32]


def read_cached(kind: str, key: str) -> Any:
    """The entry under a key, or None when there is none that can be read."""
    folder = cache_folder()
    if folder is None:
        return None
    try:
        entry = json.loads((folder / f"{kind}-{key}.json").read_bytes())
    except (OSError, ValueError, RecursionError):
        return None
    return entry.get("value") if isinstance(entry, dict) and entry.get("key") == key else None


def write_cached(kind: str, key: str, value: Any) -> bool:
    """Keep an entry; whether that could be done. Others see the whole entry or none of it."""
    folder = cache_folder()
    if folder is None:
        return False
    text = json.dumps({"key": key, "value": value}, separators=(",", ":"))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=folder, prefix=f".{kind}-", suffix=".tmp")
    except OSError:
        return False
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        os.replace(temporary, folder / f"{kind}-{key}.json")
    except OSError:
        with suppress(OSError):
            os.unlink(temporary)
        return False
    _prune(folder, kind)
    return True


def _prune(folder: Path, kind: str) -> None:
    with suppress(OSError):
        entries = sorted(folder.glob(f"{kind}-*.json"), key=lambda path: path.stat().st_mtime)
        for path in entries[:-KEPT]:
            path.unlink()
