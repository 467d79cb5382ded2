"""Keeping a solved adventure in a file, and taking it up again.

The file is NumPy's `.npz`, an ordinary zip archive. `values` and `rounds` are arrays of 64-bit floats, one stretch after
another; `meta` is JSON text in UTF-8 bytes: the format and its version, the game with its rules and content, the adventure,
the bound of the values, and for every stretch what it is about:

- "entries": encounter (counted from 0), treasures found, opponents that are buried; one number for each way in which the
  party can have boxes left, the first adventurer's slowest, from all dead to all boxes.
- "fights": the same encounter and treasures, then the opponents in battle, waiting and buried, each as name, boxes and
  points, and the round, where it matters; the numbers above once for each set of adventurers who suffer the condition that
  the encounter gives: set k holds adventurer i if bit i of k is 1.

`checksum` is SHA-256 over all of it. A file that is damaged, of another version, or made with other rules or cards is
refused. It is written whole or not at all.
"""

from __future__ import annotations

import hashlib
import json
import os
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from dicecrawl.analysis.solve import Solution, Solvable, laid_out
from dicecrawl.core.solving import Foes
from dicecrawl.errors import SaveError

import numpy as np  # isort: skip  # after solve, which says what is missing

if TYPE_CHECKING:
    from dicecrawl.analysis.solve_layout import Layout

FORMAT: Final = "dicecrawl solution"
VERSION: Final = 1


def save(solution: Solution, game: Solvable, path: str | os.PathLike[str]) -> None:
    """Write a solution into a file, whole or not at all. Raises `SaveError` when it cannot be written."""
    model = solution.layout.model
    entries = [[stage, list(treasures), _plain(buried)] for stage, treasures, buried in solution.entries]
    fights = [
        [stage, list(treasures), _plain(foes.battle), _plain(foes.waiting), _plain(foes.buried), foes.round]
        for stage, treasures, foes in solution.worth
    ]
    pairs = [*solution.entries.values(), *solution.worth.values()]
    values = np.concatenate([v for v, _ in pairs]).astype("<f8")
    rounds = np.concatenate([n for _, n in pairs]).astype("<f8")
    meta = {
        "format": FORMAT,
        "version": VERSION,
        "game": game.ruleset.name,
        "rules": game.ruleset.version,
        "content": game.library.digest,
        "adventure": model.title,
        "encounter": model.alone,
        "party": [list(pair) for pair in zip(model.people, model.full, strict=True)],
        "bound": solution.bound.hex(),
        "states": solution.states,
        "turns": solution.turns,
        "entries": entries,
        "fights": fights,
    }
    text = json.dumps(meta, separators=(",", ":")).encode()
    target = Path(path)
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        with part.open("xb") as file:
            checksum = _bytes(_sum(text, values, rounds))
            np.savez_compressed(file, values=values, rounds=rounds, meta=_bytes(text), checksum=checksum)
            file.flush()
            os.fsync(file.fileno())
        part.replace(target)
    except OSError as wrong:
        raise SaveError(f"{target} cannot be written: {wrong.strerror or wrong}") from wrong
    finally:
        part.unlink(missing_ok=True)


def load(path: str | os.PathLike[str], game: Solvable) -> Solution:
    """Take up a solution from a file. Raises `SaveError` for one that is damaged, stale or of another game."""
    target = Path(path)
    try:
        data = target.read_bytes()
    except OSError as wrong:
        raise SaveError(f"{target} cannot be read: {wrong.strerror or wrong}") from wrong
    try:
        with np.load(BytesIO(data), allow_pickle=False) as file:
            text, values, rounds = file["meta"].tobytes(), file["values"], file["rounds"]
            checksum = file["checksum"].tobytes()
    except Exception as wrong:  # a broken archive can fail in any of its parts
        raise SaveError(f"{target} is no solution, or it is cut short: solve again") from wrong
    if checksum != _sum(text, values, rounds):
        raise SaveError(f"{target} is damaged (its checksum does not fit): solve again")
    meta = json.loads(text)
    _refuse_stale(meta, game, target)
    layout = laid_out(game, meta["adventure"], meta["encounter"])
    return _filled(layout, meta, values, rounds)


def _refuse_stale(meta: dict[str, Any], game: Solvable, target: Path) -> None:
    if meta["format"] != FORMAT or meta["version"] != VERSION:
        raise SaveError(f"{target} has version {meta['version']} of its format, this dicecrawl reads {VERSION}: solve again")
    if meta["game"] != game.ruleset.name:
        raise SaveError(f"{target} solves the game {meta['game']!r}, not {game.ruleset.name!r}")
    if meta["rules"] != game.ruleset.version:
        raise SaveError(f"{target} was solved with rules {meta['rules']}, these are {game.ruleset.version}: solve again")
    if meta["content"] != game.library.digest:
        raise SaveError(f"{target} was solved with other cards: load the packs it was solved with, or solve again")


def _filled(layout: Layout, meta: dict[str, Any], values: Any, rounds: Any) -> Solution:
    entries, worth, at = {}, {}, 0

    def stretch(size: int) -> tuple[Any, Any]:
        nonlocal at
        at += size
        return values[at - size : at], rounds[at - size : at]

    for stage, treasures, buried in meta["entries"]:
        entries[stage, tuple(treasures), _keys(buried)] = stretch(layout.people("").size)
    for stage, treasures, battle, waiting, buried, number in meta["fights"]:
        size = layout.scene(stage, tuple(treasures)).people.size
        worth[stage, tuple(treasures), Foes(_keys(battle), _keys(waiting), _keys(buried), number)] = stretch(size)
    return Solution(layout, worth, entries, (), meta["states"], meta["turns"], bound=float.fromhex(meta["bound"]))


def _plain(fighters: Any) -> list[list[Any]]:
    return [list(one) for one in fighters]


def _keys(fighters: Any) -> tuple[Any, ...]:
    return tuple((name, boxes, points) for name, boxes, points in fighters)


def _bytes(data: bytes) -> Any:
    return np.frombuffer(data, np.uint8)


def _sum(text: bytes, values: Any, rounds: Any) -> bytes:
    return hashlib.sha256(text + values.tobytes() + rounds.tobytes()).digest()
