"""Starter files: a commented card of a kind that passes the check, to be changed into one's own. Nothing is overwritten."""

from __future__ import annotations

import unicodedata
from pathlib import Path

from attrs import frozen

from dicecrawl.authoring.check import check_texts
from dicecrawl.core.ruleset import Ruleset
from dicecrawl.errors import ContentError, SetupError
from dicecrawl.language.files import SUFFIX
from dicecrawl.language.packs import PACK
from dicecrawl.language.source import plain
from dicecrawl.resources import template_names, template_text

LONGEST = 60
"""Signs that a name may have: more does not fit a line of a report."""

_DEVICES = {"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(1, 10))}


@frozen(slots=True)
class Starter:
    """A starter file: its kind, the name of its card, where it belongs and what it says."""

    kind: str
    name: str
    path: Path
    text: str

    def write(self) -> Path:
        """Write the file, and folders that are missing. Raises `SetupError` when something stands there already."""
        if self.path.exists():
            raise SetupError(f"{self.path.as_posix()} is there already and stays as it is: choose another name")
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self.path.open("x", encoding="utf-8", newline="\n") as file:
                file.write(self.text)
        except OSError as fault:
            raise SetupError(f"{self.path.as_posix()} cannot be written: {fault.strerror or fault}") from fault
        return self.path


def starter(ruleset: Ruleset, kind: str, name: str, folder: str | Path = ".") -> Starter:
    """The starter of a new card. In a pack it goes to the pack's folder for its kind.

    Raises `SetupError` for a name that cannot be written, `ResourceMissing` for a kind without a starter and
    `ContentError` when the card would not pass the check, for instance because another one is called so.
    """
    kind = kind.lower()
    told = name_checked(name)
    text = template_text(ruleset.name, kind)
    root = Path(folder)
    if (root / PACK).is_file():
        root = root / ruleset.kinds.get(kind, kind)
    path = root / f"{file_name(told)}{SUFFIX}"
    text = text.replace("{name}", told).replace("{file}", _quoted(path.as_posix()))
    report = check_texts(ruleset, {path.as_posix(): text})
    if report.errors:
        raise ContentError(report.errors, report.text())
    return Starter(kind, told, path, text)


def kinds(ruleset: Ruleset) -> tuple[str, ...]:
    """The kinds of card that have a starter."""
    return template_names(ruleset.name)


def name_checked(name: str) -> str:
    """The name with single blanks. Raises `SetupError` for one that a card cannot have."""
    told = " ".join(unicodedata.normalize("NFC", name).split())
    if not told:
        raise SetupError('a card needs a name: write it in quotes, such as "Cave Bat"')
    if len(told) > LONGEST:
        raise SetupError(f"a name has at most {LONGEST} signs, not {len(told)}")
    wrong = sorted({sign for sign in told if plain(sign) == '"' or sign in "\\{}" or not sign.isprintable()})
    if wrong:
        raise SetupError(f"a name cannot hold {' or '.join(map(ascii, wrong))}: leave it out")
    return told


def file_name(name: str) -> str:
    """The name of a card as that of its file: small letters, digits and underscores, and letters of any script."""
    letters = unicodedata.normalize("NFC", name.lower().replace("'", "").replace("’", ""))
    kept = "".join(sign if sign.isalnum() or unicodedata.combining(sign) else " " for sign in letters)
    told = "_".join(kept.split()) or "card"
    return f"{told}_" if told in _DEVICES else told


def _quoted(path: str) -> str:
    return f'"{path}"' if any(sign in path for sign in " '&;()") else path
