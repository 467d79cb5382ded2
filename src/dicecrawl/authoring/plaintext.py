"""Text for terminals that know few signs: each sign in its nearest plain form, never a crash and never nothing."""

from __future__ import annotations

import unicodedata

_PLAIN = {
    "∞": "endless", "█": "#", "▏": "#", "░": ".", "─": "-", "━": "-", "│": "|", "┃": "|", "═": "=",
    "→": "->", "←": "<-", "·": ".", "•": "*", "…": "...", "–": "-", "—": "-", "−": "-", "×": "x",
    "“": '"', "”": '"', "„": '"', "‘": "'", "’": "'", "‚": "'", "«": '"', "»": '"', "\u00a0": " ",
    "≤": "<=", "≥": ">=", "±": "+-", "✓": "ok", "✗": "x", "ß": "ss", "ı": "i", "ø": "o", "Ø": "O", "æ": "ae", "œ": "oe",
}  # fmt: skip


def to_ascii(text: str) -> str:
    """The text in ASCII."""
    return fitted(text, "ascii")


def fitted(text: str, encoding: str) -> str:
    """The text with every sign that `encoding` lacks in its nearest plain form, "?" where there is none."""
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return "".join(_fitted(sign, encoding) for sign in text)
    except LookupError:
        return fitted(text, "ascii")
    return text


def _fitted(sign: str, encoding: str) -> str:
    for form in (sign, _PLAIN.get(sign), _bare(sign)):
        if form is not None and _known(form, encoding):
            return form
    return "?"


def _bare(sign: str) -> str:
    """A letter without its accents."""
    taken_apart = unicodedata.normalize("NFKD", sign)
    return "".join(part for part in taken_apart if not unicodedata.combining(part)) or ""


def _known(text: str, encoding: str) -> bool:
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True
