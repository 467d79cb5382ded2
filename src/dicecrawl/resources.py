"""Where grammar and content are kept: the only module that knows.

In a checkout (and so in an editable install) both stand at its top, beside `src/`; in an installed wheel they lie in
`_data/` beside this file. The working folder is never looked at, so a program finds the same rules wherever it starts.
"""

from __future__ import annotations

from difflib import get_close_matches
from pathlib import Path

from dicecrawl.errors import ResourceMissing

_PACKAGE = Path(__file__).resolve().parent


def grammar_names() -> tuple[str, ...]:
    """List the grammar and word files, sorted, as `grammar_text` wants them: "core.lark", "core.words", and so on."""
    return tuple(sorted(path.name for path in _folder("grammar").iterdir() if path.suffix in {".lark", ".words"}))


def grammar_text(name: str) -> str:
    """Read one grammar or word file, such as "core.lark". Raises ResourceMissing when there is none of that name."""
    names = grammar_names()
    if name not in names:
        raise ResourceMissing(f"There is no grammar file {name!r}. {_advice(name, names)}")
    return (_folder("grammar") / name).read_text(encoding="utf-8")


def content_names() -> tuple[str, ...]:
    """List the games whose content travels with the package, sorted, as `content_root` wants them."""
    return tuple(sorted(path.name for path in _folder("content").iterdir() if (path / "pack.toml").is_file()))


def content_root(game: str) -> Path:
    """Find the folder that holds one game's content. Raises ResourceMissing when no content of that game came along."""
    names = content_names()
    if game not in names:
        raise ResourceMissing(f"There is no content for a game {game!r}. {_advice(game, names)}")
    return _folder("content") / game


def _folder(kind: str) -> Path:
    data = _PACKAGE / "_data"
    folder = (data if data.is_dir() else _PACKAGE.parents[1]) / kind
    if not folder.is_dir():
        raise ResourceMissing(
            f"dicecrawl's {kind} files should be in {folder}, but that folder is missing. Reinstall dicecrawl, "
            f"or in a checkout restore the top-level folder {kind}/."
        )
    return folder


def _advice(name: str, known: tuple[str, ...]) -> str:
    near = get_close_matches(name, known, n=1)
    return f"Did you mean {near[0]!r}?" if near else f"Known: {', '.join(known) or 'none'}."
