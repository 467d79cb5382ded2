"""Writes docs/reference/words.md from the grammar, the tables of words and the docstrings of the words' classes.

Run it after a change to one of them: python docs/generate/words.py. A test compares the page with what this makes.
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from attrs import evolve, fields, frozen

from dicecrawl.core.nodes import Node
from dicecrawl.core.ruleset import Ruleset
from dicecrawl.language.build import camel
from dicecrawl.language.grammar import STARTS
from dicecrawl.language.limits import ParseLimits
from dicecrawl.language.words import PUNCTUATION, Words, load_words
from dicecrawl.plugins import ruleset_of
from dicecrawl.resources import grammar_text

PAGE = Path(__file__).parents[1] / "reference" / "words.md"

INTRO = """\
<!-- Made by docs/generate/words.py from grammar/ and the classes of the words. Change those, not this page. -->

# Forms and words

Every form a sentence can take and every word it can use, for {title}. This page is made from the grammar and the
classes that do the work, so it is never out of date. To learn the language, read [the language](language.md); come
here to look something up.

In the column "written", words in `code` stand as they are (any form of the word will do), *pieces* are explained in a row
of their own, [brackets] may be left out, and "..." means that there may be more of the same. Capitals do not matter in
words of the language. Articles and other words without meaning are listed [at the end](#words-without-meaning).
"""

LITERALS = {
    "NAME": "*Name*",
    "STRING": '*"text"*',
    "INT": "*number*",
    "ORD": "*ordinal*",
    "SIGNED": "*signed number*",
    "DICE": "*dice*",
    "RANGE": "*range*",
    "ATLEAST": "*number*`+`",
    "_INF": "`∞`",
    "X": "`X`",
    "NOUN": "*noun*",
    "PURPOSE": "`beneficial` or `negative`",
    "_INDENT": "",
    "_DEDENT": "",
}
CATEGORIES = {
    "declaration": "Declaration words, at the start of a line",
    "head": "Words of a card's lines and headings",
    "verb": "Verbs",
    "modal": "May and cannot",
    "connective": "Connectives",
    "determiner": "How many, how much",
    "noun": "Nouns",
    "pronoun": "Pronouns",
    "place": "Places and directions",
}
_RULE = re.compile(r"^(?:%extend )?[?]?(?P<name>\w+):(?P<body>.*)$")
_SECTION = re.compile(r"^// -+ (?P<title>.+?) -+$")
_PART = re.compile(r"\w+|[()|?*+\[\]]")


@frozen
class Rule:
    """One rule of a grammar as its author wrote it: its alternatives, each with the alias that names its class."""

    section: str
    name: str
    alternatives: tuple[tuple[str, str | None], ...]


def rules(grammar: str, first: str) -> Iterator[Rule]:
    """The rules of one grammar file, under the titles of its comments; `first` is the title at the top."""
    section, name, body = first, "", ""
    for raw in [*grammar_text(f"{grammar}.lark").splitlines(), "end:"]:
        title = _SECTION.match(raw)
        line = re.sub(r"\s*//.*", "", raw)
        found = _RULE.match(line)
        if (found or title) and name:
            yield Rule(section, name, tuple(_alternatives(body)))
            name = ""
        if title:
            section = title["title"].capitalize()
        elif found:
            name, body = found["name"], found["body"]
        elif name:
            body += " " + line.strip()


def _alternatives(body: str) -> Iterator[tuple[str, str | None]]:
    depth, text = 0, ""
    for char in body + "|":
        depth += (char == "(") - (char == ")")
        if char == "|" and depth == 0:
            written, _, alias = text.partition("->")
            yield written.strip(), alias.strip() or None
            text = ""
        else:
            text += char


class Spelling:
    """Spells grammar as an author writes it."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.signs = {terminal: sign for sign, terminal in PUNCTUATION.items()}

    def written(self, expression: str) -> str:
        """A whole alternative."""
        self.parts = _PART.findall(expression)
        text = self._sequence()
        text = re.sub(r"(?<!or) (?=`[.,:;)\]]`)", "", text)
        text = re.sub(r"(?<=`[(\[]`) ", "", text)
        return text.replace("``", "").replace("` `", " ").strip()

    def _sequence(self) -> str:
        found: list[str] = []
        while self.parts and self.parts[0] not in (")", "|", "]"):
            found.append(self._repeated(self._one()))
        text = " ".join(part for part in found if part)
        while self.parts and self.parts[0] == "|":
            self.parts.pop(0)
            text += " or " + self._sequence()
        return text

    def _one(self) -> str:
        part = self.parts.pop(0)
        if part in ("(", "["):
            inner = self._sequence()
            self.parts.pop(0)
            return f"[{inner}]" if part == "[" else f"({inner})"
        if part in LITERALS:
            return LITERALS[part]
        if part in self.signs:
            return f"`{self.signs[part]}`"
        if part in self.words.canonical:
            return f"`{self.words.canonical[part]}`"
        return f"*{piece(part)}*"

    def _repeated(self, text: str) -> str:
        sign = self.parts.pop(0) if self.parts and self.parts[0] in "?*+" else ""
        if not text:
            return ""
        bare = text[1:-1] if sign in ("?", "*") and text.startswith("(") and text.endswith(")") else text
        return {"": text, "?": f"[{bare}]", "*": f"[{bare} ...]", "+": f"{text} ..."}[sign]


def piece(rule: str) -> str:
    """The name of a rule in words."""
    return rule.strip("_").replace("_", " ")


def classes(ruleset: Ruleset) -> dict[str, type[Node]]:
    """The node classes of a game's language by name."""
    return {
        name: value
        for module in ruleset.effects
        for name, value in vars(module).items()
        if isinstance(value, type) and issubclass(value, Node) and value.__module__ == module.__name__
    }


def meaning(cls: type[Node] | None) -> str:
    """What a word's class says about itself to an author, with its rulings as links; talk of fields is left out."""
    text = " ".join(inspect.cleandoc((cls.__doc__ if cls is not None else None) or "").split())
    text = re.sub(r"\s*Source: [^.]*\.", "", text)
    cited = [number for found in re.findall(r"Rulings?: ([^.]*)\.", text) for number in re.findall(r"MO-(\d+)", found)]
    text = re.sub(r"\s*Rulings?: [^.]*\.", "", text)
    kept = [sentence for sentence in re.split(r"(?<=\.) (?=[A-Z`])", text) if "`" not in sentence]
    links = ", ".join(f"[MO-{number}](../rulings/marching_order.md#mo-{number})" for number in cited)
    text = re.sub(r"\(MO-(\d+)\)", r"([MO-\1](../rulings/marching_order.md#mo-\1))", " ".join(kept))
    return f"{text} {links}".strip()


def forms(ruleset: Ruleset, words: Words) -> Iterator[str]:
    """The tables of forms, section by section; what a game adds to a rule of the core stands with it."""
    spelling, known = Spelling(words), classes(ruleset)
    every: dict[str, Rule] = {}
    for grammar in ruleset.grammars:
        for rule in rules(grammar, "Cards" if not every else f"Only in {ruleset.title}"):
            first = every.get(rule.name)
            if first is not None:
                rule = evolve(first, alternatives=(*first.alternatives, *rule.alternatives))
            if rule.name not in (*STARTS, "error"):
                every[rule.name] = rule
    for section in dict.fromkeys(rule.section for rule in every.values()):
        yield f"## {section}\n"
        yield "| Piece | Written | What it does |"
        yield "|---|---|---|"
        for rule in every.values():
            if rule.section == section:
                yield from _rows(rule, spelling, known)
        yield ""


def _rows(rule: Rule, spelling: Spelling, known: dict[str, type[Node]]) -> Iterator[str]:
    plain = [text for text, alias in rule.alternatives if alias is None and re.fullmatch(r"[a-z]\w*", text)]
    plain = [] if camel(rule.name) in known and len(plain) == 1 else [text for text in plain if text != "error"]
    rows: dict[str, list[str]] = {}
    if plain:
        rows[""] = [("one of " if len(plain) > 1 else "") + ", ".join(f"*{piece(name)}*" for name in plain)]
    for text, alias in rule.alternatives:
        if text not in plain and text != "error":
            rows.setdefault(meaning(known.get(camel(alias or rule.name))), []).append(spelling.written(text))
    for number, (says, written) in enumerate(rows.items()):
        yield f"| {f'*{piece(rule.name)}*' if number == 0 else ''} | {'<br>'.join(written)} | {says} |"


def reserved(ruleset: Ruleset, words: Words) -> Iterator[str]:
    """Words that no form uses."""
    used = {part for grammar in ruleset.grammars for rule in rules(grammar, "") for text, _ in rule.alternatives
            for part in _PART.findall(text)}  # fmt: skip
    idle = {words.canonical[terminal] for terminal in words.canonical if terminal not in used}
    if idle:
        yield "## Words kept for later\n"
        yield f"No sentence uses these yet, but a name that contains one must be quoted: {_listed(idle)}.\n"


def vocabulary(words: Words) -> Iterator[str]:
    """Every word, by category: the canonical form first."""
    spelled: dict[str, list[str]] = {}
    for form, terminal in words.forms.items():
        spelled.setdefault(terminal if terminal not in ("NOUN", "PURPOSE") else f"{terminal} {words.lemma[form]}", []).append(
            form
        )
    for category, title in CATEGORIES.items():
        yield f"## {title}\n"
        yield "| Word | Also written |"
        yield "|---|---|"
        rows = [(word, []) for word, terminal in words.declarations.items() if words.category[terminal] == category]
        for terminal, all_forms in spelled.items():
            if words.category[terminal.split()[0]] == category:
                first = words.canonical.get(terminal) or terminal.split(" ", 1)[1]
                rows.append((first, [form for form in all_forms if form != first]))
        for first, others in sorted(rows):
            yield f"| `{first}` | {', '.join(f'`{form}`' for form in others)} |"
        yield ""


def noise(words: Words) -> Iterator[str]:
    """What is read and means nothing, and numbers in words."""
    yield "## Words without meaning\n"
    yield f"These may stand anywhere and say nothing: {_listed(words.noise)}.\n"
    commas = {words.canonical[terminal] for terminal in words.comma_before}
    yield f"A comma before one of these is decoration: {_listed(commas)}.\n"
    yield "## Numbers in words\n"
    yield f"`{'`, `'.join(words.numbers)}` stand for 0 to {max(words.numbers.values())}; "
    yield f"`{'`, `'.join(words.ordinals)}` for a rank.\n"


def _listed(words: frozenset[str] | set[str]) -> str:
    return ", ".join(f"`{word}`" for word in sorted(words))


def names(ruleset: Ruleset) -> Iterator[str]:
    """The names that a game knows without any card."""
    yield "## Names that every card may use\n"
    yield "| What | Names |"
    yield "|---|---|"
    for what, listed in (("Stats", ruleset.stats), ("Counters", ruleset.counters), ("Tags", ruleset.tags)):
        yield f"| {what} | {', '.join(listed)} |"
    yield ""


def limits() -> Iterator[str]:
    """The bounds of one text."""
    bounds = ParseLimits()
    says = {
        "characters": "characters of one file",
        "line": "characters of one line",
        "words": "words, numbers and signs of one file",
        "depth": "blocks inside blocks, or brackets inside brackets",
        "digits": "digits of one number",
        "dice": "dice of one literal such as `2d6`",
        "sides": "sides of one die",
        "problems": "problems reported before the rest of a file is left unread",
    }
    yield "## Limits\n"
    yield "Anything beyond these is refused with its line, and costs no time.\n"
    yield "| At most | Of what |"
    yield "|---|---|"
    for field in fields(ParseLimits):
        yield f"| {getattr(bounds, field.name):,} | {says[field.name]} |"


def page(game: str = "marching_order") -> str:
    """The whole page."""
    ruleset = ruleset_of(game)
    words = load_words(ruleset.grammars)
    parts = [INTRO.format(title=ruleset.title)]
    for part in (
        forms(ruleset, words),
        vocabulary(words),
        noise(words),
        reserved(ruleset, words),
        names(ruleset),
        limits(),
    ):
        parts.extend(part)
    return "\n".join(parts).rstrip() + "\n"


def main() -> int:
    """Write the page."""
    PAGE.write_text(page(), encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
