"""Checking content: read, bound and checked as for play, with every problem at once and nothing raised for the author.

Files are checked together with their game's own cards and the rest of their pack, since they may name each other's; what
is reported is about the files that were asked for.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from attrs import field, frozen

from dicecrawl.core.nodes import Span
from dicecrawl.core.ruleset import Ruleset
from dicecrawl.errors import ResourceMissing, SetupError
from dicecrawl.language.files import SUFFIX, content_files, gather, read_files
from dicecrawl.language.library import Library, load_library, parser_for
from dicecrawl.language.packs import PACK, stated
from dicecrawl.language.problems import Problem
from dicecrawl.language.render import MOST_SHOWN, render_all
from dicecrawl.language.source import Source
from dicecrawl.resources import content_root


@frozen(slots=True, eq=False)
class CheckReport:
    """What is wrong with some files. `cards` counts what they declare, by kind; `sources` are the texts behind places."""

    files: tuple[str, ...]
    cards: Mapping[str, int]
    problems: tuple[Problem, ...]
    sources: Mapping[str, Source] = field(repr=False)

    @property
    def errors(self) -> tuple[Problem, ...]:
        """What keeps the cards from being played."""
        return tuple(p for p in self.problems if p.severity == "error")

    @property
    def warnings(self) -> tuple[Problem, ...]:
        """What is probably not meant but can be played."""
        return tuple(p for p in self.problems if p.severity != "error")

    @property
    def exit_code(self) -> int:
        """0 when the cards can be played, warnings or not; else 1."""
        return 1 if self.errors else 0

    def text(self, *, limit: int = MOST_SHOWN, colour: bool = False) -> str:
        """Every problem with its line; where the cards can be played, a last line counts them."""
        counted = f"{self._cards()} in {_count(len(self.files), 'file')}"
        if not self.problems:
            return f"{counted}: no problems found"
        told = render_all(self.problems, self.sources, limit=limit, colour=colour)
        return told if self.errors else f"{told}\n{counted} can be played"

    def __str__(self) -> str:
        return self.text()

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON and editors; lines and columns count from 1, `start` and `end` are characters from 0."""
        return {
            "files": list(self.files),
            "cards": dict(self.cards),
            "problems": [
                {
                    "code": p.code,
                    "severity": p.severity,
                    "message": p.message,
                    **_place(p.span),
                    "label": p.label,
                    "notes": list(p.notes),
                    "fix": p.fix,
                    "also": None if p.also is None else {**_place(p.also), "label": p.also_label},
                }
                for p in self.problems
            ],
        }

    def _cards(self) -> str:
        return _count(sum(self.cards.values()), "card")


def check(ruleset: Ruleset, paths: Iterable[str | Path] = ()) -> CheckReport:
    """Check files and folders of a game's content; without any, the game's own.

    Raises `SetupError` when there is nothing to check and `ResourceMissing` for a path that is not there.
    """
    asked = [Path(path) for path in paths]
    root = content_root(ruleset.name)
    files = gather(root, ruleset.name, [*_packs_around(asked), *asked])
    wanted = _asked_for(asked, root)
    about = {files[path] for path in wanted}
    read = read_files(files.items())
    loaded = load_library(ruleset, read.sources, parser_for(ruleset))
    problems = [p for p in (*read.problems, *loaded.problems) if _about(p, about)]
    cards = _declared(loaded.library, about)
    return CheckReport(tuple(sorted(about)), cards, tuple(problems), loaded.sources)


def check_texts(ruleset: Ruleset, texts: Mapping[str, str]) -> CheckReport:
    """Check texts that are in no file yet, by the names under which messages show them, beside the game's own cards."""
    files = read_files(gather(content_root(ruleset.name), ruleset.name, ()).items())
    sources = [*files.sources, *(Source.of(text, name) for name, text in texts.items())]
    loaded = load_library(ruleset, sources, parser_for(ruleset))
    problems = [p for p in loaded.problems if _about(p, set(texts))]
    return CheckReport(tuple(texts), _declared(loaded.library, set(texts)), tuple(problems), loaded.sources)


def pack_of(path: str | Path) -> tuple[Path, str] | None:
    """The nearest folder at or above a path that holds a pack.toml, and the game that it names.

    Raises `SetupError` for a pack.toml that cannot be read or names no game.
    """
    here = Path(path).resolve()
    for folder in (here, *here.parents):
        marker = folder / PACK
        if marker.is_file():
            return folder, _game_named(marker)
    return None


def _game_named(marker: Path) -> str:
    game = stated(marker, marker.as_posix()).get("game")
    if not isinstance(game, str):
        raise SetupError(f'{marker.as_posix()} names no game: add a line such as game = "marching_order"')
    return game


def _packs_around(paths: Iterable[Path]) -> list[Path]:
    """The packs that the paths are parts of, under names that start as the paths do."""
    found = []
    for path in paths:
        if not path.exists():
            raise ResourceMissing(f"there is no file or folder {str(path)!r}")
        pack = pack_of(path)
        if pack is not None:
            inside = path if path.is_dir() else path.parent
            above = [os.pardir] * len(inside.resolve().relative_to(pack[0]).parts)
            found.append(Path(os.path.normpath(Path(inside, *above))))
    return found


def _asked_for(asked: list[Path], root: Path) -> list[Path]:
    found: list[Path] = []
    for path in asked or [root]:
        if path.is_dir():
            found.extend(content_files(path))
        elif path.suffix.lower() == SUFFIX:
            found.append(path)
        else:
            raise SetupError(f"{path.as_posix()} is no content file: those end in {SUFFIX}")
    if not found:
        raise SetupError(f"there are no {SUFFIX} files in {', '.join(path.as_posix() for path in asked)}")
    return [path.resolve() for path in found]


def _about(problem: Problem, files: set[str]) -> bool:
    return problem.span.file in files or (problem.also is not None and problem.also.file in files)


def _declared(library: Library, files: set[str]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for name in files:
        parsed = library.parsed.get(name)
        for declaration in parsed.declarations if parsed is not None else ():
            kind = getattr(declaration, "kind", "")
            if kind:
                counts[kind] = counts.get(kind, 0) + 1
    return dict(sorted(counts.items()))


def _place(span: Span) -> dict[str, Any]:
    return {"file": span.file, "line": span.line, "column": span.column, "start": span.start, "end": span.end}


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'s' if number != 1 else ''}"
