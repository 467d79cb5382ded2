"""The table of words: which terminal each form belongs to, read from the `.words` files beside the grammar."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache

from attrs import field, frozen

from dicecrawl.errors import RulesError
from dicecrawl.resources import grammar_text

LITERALS = ("NAME", "STRING", "INT", "ORD", "SIGNED", "DICE", "RANGE", "ATLEAST", "_INF", "X")
PUNCTUATION = {
    ".": "_DOT", ",": "_COMMA", ":": "_COLON", ";": "_SEMI", "(": "_LPAR", ")": "_RPAR", "[": "_LSQB", "]": "_RSQB",
}  # fmt: skip
LAYOUT = ("_INDENT", "_DEDENT", "ERROR")
_ROW = re.compile(r"^(?P<category>\w+)(?: (?P<terminal>\w+))?: (?P<forms>.+)$|^(?P<number>number|ordinal) (?P<row>.+)$")


@frozen(slots=True, eq=False)
class Words:
    """Every word of one game's language.

    `forms` maps a form to its terminal, `lemma` a form to the value that its token carries, `canonical` a terminal to the
    form that is printed, `third` to its he-form; `phrases` lists forms of several words by their first word, longest first.
    """

    forms: Mapping[str, str]
    lemma: Mapping[str, str]
    canonical: Mapping[str, str]
    third: Mapping[str, str]
    category: Mapping[str, str]
    declarations: Mapping[str, str]
    phrases: Mapping[str, tuple[tuple[str, ...], ...]]
    noise: frozenset[str]
    numbers: Mapping[str, int]
    ordinals: Mapping[str, int]
    comma_before: frozenset[str]
    terminals: tuple[str, ...] = field(repr=False)
    plurals: Mapping[str, str] = field(factory=dict)  # a noun's singular form to its plural


@lru_cache(maxsize=32)
def load_words(grammars: tuple[str, ...]) -> Words:
    """The words of these grammars, core first; a later row for a terminal gives its canonical form."""
    forms: dict[str, str] = {}
    lemma: dict[str, str] = {}
    canonical: dict[str, str] = {}
    third: dict[str, str] = {}
    category: dict[str, str] = {}
    declarations: dict[str, str] = {}
    plurals: dict[str, str] = {}
    noise: set[str] = set()
    numbers: dict[str, int] = {}
    ordinals: dict[str, int] = {}
    commas: set[str] = set()
    for grammar in grammars:
        for number, kind, terminal, row in _rows(grammar):
            words = [form.strip() for form in row.split(",")]
            if kind == "noise":
                noise.update(words)
            elif kind == "number":
                numbers.update({word: i for i, word in enumerate(words)})
            elif kind == "ordinal":
                ordinals.update({word: i + 1 for i, word in enumerate(words)})
            elif kind == "comma_before":
                commas.update(words)
            elif kind == "declaration":
                declarations.update(dict.fromkeys(words, terminal))
                canonical[terminal], category[terminal] = words[0], kind
            else:
                many = terminal in ("NOUN", "PURPOSE")
                if not many or terminal not in canonical:
                    canonical[terminal] = words[0]
                category[terminal] = kind
                if kind == "verb" and len(words) > 1:
                    third[terminal] = words[1]
                if many and len(words) > 1:
                    plurals[words[0]] = words[1]
                for word in words:
                    if word in forms and forms[word] != terminal:
                        raise RulesError(f"{grammar}.words:{number}: '{word}' already belongs to {forms[word]}")
                    forms[word] = terminal
                    lemma[word] = words[0] if many else canonical[terminal]
    for form, terminal in forms.items():
        if terminal not in ("NOUN", "PURPOSE"):
            lemma[form] = canonical[terminal]
    return Words(
        forms,
        lemma,
        canonical,
        third,
        category,
        declarations,
        _phrases(forms),
        frozenset(noise),
        numbers,
        ordinals,
        frozenset(commas),
        (*dict.fromkeys((*canonical, *LITERALS, *PUNCTUATION.values(), *LAYOUT)),),
        plurals,
    )


def _rows(grammar: str) -> Iterable[tuple[int, str, str, str]]:
    for number, line in enumerate(grammar_text(f"{grammar}.words").splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        match = _ROW.match(line)
        if match is None:
            raise RulesError(f"{grammar}.words:{number}: a row reads 'category TERMINAL: form, form'")
        if match["number"]:
            yield number, match["number"], "", match["row"]
        else:
            yield number, match["category"], match["terminal"] or "", match["forms"]


def _phrases(forms: Iterable[str]) -> dict[str, tuple[tuple[str, ...], ...]]:
    found: dict[str, list[tuple[str, ...]]] = {}
    for form in forms:
        words = tuple(form.split())
        if len(words) > 1:
            found.setdefault(words[0], []).append(words)
    return {first: tuple(sorted(many, key=lambda p: (-len(p), p))) for first, many in found.items()}
