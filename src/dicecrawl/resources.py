"""Where grammar, content and the pages about messages are kept: the only module that knows.

In a checkout (and so in an editable install) they stand at its top, beside `src/`, the pages in `docs/errors`; in an
installed wheel they lie in `_data/` beside this file. The working folder is never looked at, so a program finds the
same rules wherever it starts.
"""

from __future__ import annotations

from difflib import get_close_matches
from pathlib import Path
from typing import Any

from dicecrawl.errors import ResourceMissing

_PACKAGE = Path(__file__).resolve().parent
_IN_CHECKOUT = {"errors": "docs/errors"}


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


def template_names(game: str) -> tuple[str, ...]:
    """List the kinds of card for which a game has a starter text, sorted."""
    folder = content_root(game) / "templates"
    return tuple(sorted(path.stem for path in folder.glob("*.txt"))) if folder.is_dir() else ()


def template_text(game: str, kind: str) -> str:
    """Read the starter text of a kind of card. Raises ResourceMissing when a game has none for it."""
    names = template_names(game)
    if kind not in names:
        raise ResourceMissing(f"There is no starter text for a {kind!r}. {_advice(kind, names)}")
    return (content_root(game) / "templates" / f"{kind}.txt").read_text(encoding="utf-8")


def demonstration(game: str) -> dict[str, Any]:
    """Read what the demo of a game shows: line-ups, a seed, a sentence. Raises ResourceMissing when it has no demo."""
    import tomllib

    file = content_root(game) / "demo.toml"
    if not file.is_file():
        raise ResourceMissing(f"There is no demo of {game!r}: its content has no file demo.toml.")
    return tomllib.loads(file.read_text(encoding="utf-8"))


def error_codes() -> tuple[str, ...]:
    """List the codes of messages that have a page, sorted: "E010" and so on."""
    return tuple(sorted(path.stem for path in _folder("errors").glob("[A-Z][0-9]*.md")))


def error_page(code: str) -> str:
    """Read the page about a code such as "E010", as Markdown. Raises ResourceMissing when there is none."""
    codes = error_codes()
    wanted = code.upper()
    if wanted not in codes:
        raise ResourceMissing(f"There is no page about {code!r}. {_advice(wanted, codes)}")
    return (_folder("errors") / f"{wanted}.md").read_text(encoding="utf-8")


def _folder(kind: str) -> Path:
    data = _PACKAGE / "_data"
    folder = data / kind if data.is_dir() else _PACKAGE.parents[1] / _IN_CHECKOUT.get(kind, kind)
    if not folder.is_dir():
        raise ResourceMissing(
            f"dicecrawl's {kind} files should be in {folder}, but that folder is missing. Reinstall dicecrawl, "
            f"or in a checkout restore the folder {_IN_CHECKOUT.get(kind, kind)}/."
        )
    return folder


def _advice(name: str, known: tuple[str, ...]) -> str:
    near = get_close_matches(name, known, n=1)
    return f"Did you mean {near[0]!r}?" if near else f"Known: {', '.join(known) or 'none'}."
