"""Content files from the disk: found in one fixed order, read as UTF-8, and told apart when they are something else."""

from __future__ import annotations

import codecs
from collections.abc import Iterable
from pathlib import Path

from attrs import frozen

from dicecrawl.core.nodes import Span
from dicecrawl.errors import ResourceMissing
from dicecrawl.language.packs import agree
from dicecrawl.language.problems import Problem
from dicecrawl.language.source import Source

SUFFIX = ".crawl"

MOST_BYTES = 4_000_000
"""A larger file is not opened: no text that the language takes is so long."""

_OTHER_MARKS = (codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


@frozen(slots=True, eq=False)
class Files:
    """What could be read, and a problem for each file that could not."""

    sources: tuple[Source, ...]
    problems: tuple[Problem, ...]


def content_files(root: Path) -> tuple[Path, ...]:
    """Every content file below a folder, whatever the case of its ending, sorted by its path with forward slashes."""
    found = (path for path in root.rglob("*") if path.suffix.lower() == SUFFIX and path.is_file())
    return tuple(sorted(found, key=lambda path: path.relative_to(root).as_posix()))


def gather(root: Path, shown: str, packs: Iterable[Path]) -> dict[Path, str]:
    """The files of a game and of further packs (folders or single files) with the names that messages show for them.

    A file that is named twice, or belongs to the game already, counts once, under the name given last. Raises
    `ResourceMissing` for a pack that is not there, `SetupError` for two packs of one name or one for another game.
    """
    packs = tuple(packs)
    agree(shown, ((pack, name) for pack, name in ((root, shown), *((p, p.as_posix()) for p in packs)) if pack.is_dir()))
    files = {path.resolve(): f"{shown}/{path.relative_to(root).as_posix()}" for path in content_files(root)}
    for pack in packs:
        if pack.is_file():
            files[pack.resolve()] = pack.as_posix()
        elif pack.is_dir():
            files.update((path.resolve(), path.as_posix()) for path in content_files(pack))
        else:
            raise ResourceMissing(f"there is no file or folder {str(pack)!r}: name a pack or a {SUFFIX} file")
    return files


def read_files(files: Iterable[tuple[Path, str]]) -> Files:
    """Read files, each given with the name under which messages show it."""
    sources: list[Source] = []
    problems: list[Problem] = []
    for path, shown in files:
        source = read_file(path, shown)
        if isinstance(source, Source):
            sources.append(source)
        else:
            problems.append(source)
    return Files(tuple(sources), tuple(problems))


def read_file(path: Path, shown: str) -> Source | Problem:
    """One file, or what is wrong with it as a whole."""
    try:
        size = path.stat().st_size
        if size > MOST_BYTES:
            return _unreadable(shown, f"this file has {size:,} bytes; at most {MOST_BYTES:,} are read", "split it")
        data = path.read_bytes()
    except OSError as fault:
        return _unreadable(shown, f"this file cannot be read: {fault.strerror or fault}", "see who may read it")
    return read_bytes(data, shown)


def read_bytes(data: bytes, shown: str) -> Source | Problem:
    """The text that bytes hold in UTF-8, or what is wrong with them as a whole."""
    if data.startswith(_OTHER_MARKS) or data[:100].count(0) > 10:
        return _unreadable(shown, "this file is no UTF-8 text: it looks like UTF-16 or UTF-32", "save it as UTF-8")
    try:
        return Source.of(data.decode("utf-8"), shown)
    except UnicodeDecodeError as fault:
        line = data.count(b"\n", 0, fault.start) + 1
        byte = data[fault.start]
        return _unreadable(shown, f"this file is no UTF-8 text: line {line} holds the byte {byte:#04x}", "save it as UTF-8")


def _unreadable(shown: str, message: str, advice: str) -> Problem:
    return Problem("E005", message, Span(shown), advice)
