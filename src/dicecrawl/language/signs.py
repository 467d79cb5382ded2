"""Signs that mean nothing in the language: what they are called, what may have been meant, and words run together."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from attrs import frozen

from dicecrawl.language.lexer import Lexed, Token, tokenize
from dicecrawl.language.problems import Problem
from dicecrawl.language.source import Source
from dicecrawl.language.words import Words

_CONTROLS = (
    "NULL", "START OF HEADING", "START OF TEXT", "END OF TEXT", "END OF TRANSMISSION", "ENQUIRY", "ACKNOWLEDGE", "BELL",
    "BACKSPACE", "CHARACTER TABULATION", "LINE FEED", "LINE TABULATION", "FORM FEED", "CARRIAGE RETURN", "SHIFT OUT",
    "SHIFT IN", "DATA LINK ESCAPE", "DEVICE CONTROL ONE", "DEVICE CONTROL TWO", "DEVICE CONTROL THREE",
    "DEVICE CONTROL FOUR", "NEGATIVE ACKNOWLEDGE", "SYNCHRONOUS IDLE", "END OF TRANSMISSION BLOCK", "CANCEL",
    "END OF MEDIUM", "SUBSTITUTE", "ESCAPE", "INFORMATION SEPARATOR FOUR", "INFORMATION SEPARATOR THREE",
    "INFORMATION SEPARATOR TWO", "INFORMATION SEPARATOR ONE",
)  # fmt: skip
_NUMBERS = ("INT", "DICE", "SIGNED", "RANGE", "NAME")
_HINTS: dict[str, tuple[str, tuple[str, ...]]] = {
    "&": ("write 'and'", ("_AND", "_COMMA")),
    "/": ("write 'or' or 'and'", ("_OR", "_AND")),
    "!": ("end the sentence with a full stop", ("_DOT",)),
    "?": ("end the sentence with a full stop", ("_DOT",)),
    "…": ("end the sentence with a full stop", ("_DOT",)),
    "=": ("leave it out, or write 'equal to'", ("_EQUAL_TO",)),
    "'": ('put names in double quotes: "Name"', ()),
    "`": ('put names in double quotes: "Name"', ()),
    "*": ("leave it out: text has no markup here", ()),
    "-": ("write a range as '1-3', and 4 and above as '4+'", ()),
    "%": ("chances are rolled: write a roll or a table", ()),
    "+": ("write a bonus as in '+2'", ()),
    "{": ("write '[' for a strength, '(' for a duration", ("_LSQB", "_LPAR")),
    "}": ("write ']' for a strength, ')' for a duration", ("_RSQB", "_RPAR")),
}


@frozen(slots=True)
class Said:
    """What is said about a sign, and the terminals that it may stand for."""

    code: str
    message: str
    label: str
    means: tuple[str, ...] = ()


def sign_name(char: str) -> str:
    """The Unicode name of a character, also of those that have none."""
    if ord(char) < 32:
        return _CONTROLS[ord(char)]
    return unicodedata.name(char, "DELETE" if char == "\x7f" else f"U+{ord(char):04X}")


def bad_sign(text: str, after: str = "") -> Said:
    """What to say about a stretch of signs that means nothing, and what comes `after` it."""
    number = next((char for char in text if unicodedata.category(char) in ("No", "Nl")), None)
    if number is not None:
        label = f"write it with the digits 0 to 9: '{plainer}'" if (plainer := _digits(text)) else "write it in words"
        return Said("E003", f"'{number}' ({sign_name(number)}) is not read as a number", label, _NUMBERS)
    if "\ufffd" in text:
        message = "here stands the mark for a character that was lost (U+FFFD): this text is already damaged"
        return Said("E004", message, "write the lost character again")
    if len(text) > 1:
        return Said("E014", f"'{text}' is not a word of this language", "words are made of letters only", ("NAME", "INT"))
    if text == "-" and after[:1].isalpha():
        label = "a range has two numbers, as in '1-3': a spreadsheet may have made a date of it"
        return Said("E002", f"the sign '{text}' has no meaning here", label)
    label, means = _HINTS.get(text, ("remove it", ()))
    name = "" if text.isascii() else f" ({sign_name(text)})"
    quoted = f"'{text}'" if text != "'" else '"' + text + '"'
    return Said("E002", f"the sign {quoted}{name} has no meaning here", label, means)


def ghost(text: str, at_start: bool) -> Said:
    """What to say about signs that print nothing."""
    if at_start and text.startswith("\ufeff"):
        return Said("E009", "a second byte order mark (U+FEFF) stands at the start of this text", "remove it")
    name = sign_name(text[0])
    also = f" and {len(text) - 1} more" if len(text) > 1 else ""
    return Said("E002", f"a character that prints nothing stands here: {name} (U+{ord(text[0]):04X}){also}", "remove it")


def faults_of(source: Source, lexed: Lexed) -> list[Problem]:
    """Problems of the text that no sentence can show: signs that print nothing, lost characters, empty quotes."""
    found: list[Problem] = []
    for start, end in lexed.faults:
        said = ghost(source.text[start:end], start == 0)
        found.append(Problem(said.code, said.message, source.span(start, end), said.label, fix=""))
    empty = [t for t in lexed.tokens if t.type == "STRING" and not str(t.value).strip()]
    message, label = "there is nothing between these quotes", "write the name or text here"
    found.extend(Problem("E047", message, source.span(t.start, t.end), label) for t in empty)
    lost = source.text.find("\ufffd")
    if lost >= 0 and not any(t.type == "BAD_CHAR" and "\ufffd" in str(t.value) for t in lexed.tokens):
        count = source.text.count("\ufffd")
        message = f"{count} characters were lost" if count > 1 else "a character was lost"
        note = "help: write the lost characters again, and save the file as UTF-8"
        found.append(
            Problem(
                "E004",
                f"{message}: this text is already damaged",
                source.span(lost, lost + 1),
                "the mark for a lost character (U+FFFD)",
                (note,),
                "warning",
            )
        )
    return found


def _digits(text: str) -> str:
    """The text with plain digits for raised and circled ones, or nothing when a sign is no whole digit."""
    plain = [str(unicodedata.digit(c)) if unicodedata.digit(c, None) is not None else c for c in text]
    return "".join(plain) if all(unicodedata.category(c) not in ("No", "Nl") for c in plain) else ""


def split_word(words: Words, text: str, token: Token) -> Iterator[tuple[str, tuple[Token, ...]]]:
    """Ways to read a word as two that were run together: how it is written, and its tokens."""
    for at in range(1, min(len(text), 60)):
        left, right = text[:at], text[at:]
        if not _apart(left, right, words):
            continue
        spaced = f"{left} {right}"
        lexed = tokenize(Source.of(spaced), words, cards=False)
        pieces = [t for t in lexed.tokens if t.type != "$END"]
        if any(t.type in ("WORD", "BAD_CHAR", "BAD_STRING") for t in pieces):
            continue
        for piece in pieces:
            piece.start, piece.end = token.start, token.end
            piece.line, piece.column = token.line, token.column
        yield spaced, tuple(pieces)


def _apart(left: str, right: str, words: Words) -> bool:
    if left[-1].isdigit() != right[0].isdigit():
        return True
    known = words.forms.keys() | words.noise | words.numbers.keys()
    low = left.casefold()
    return low in known and (right.casefold() in known or right[0].isupper())
