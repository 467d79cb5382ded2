"""Derivations as words: each word in the form that its sentence asks for. Verbs agree with their subject.

Every form of a word is read as the same word, so nothing here can change what a sentence says.
"""

from __future__ import annotations

from collections.abc import Sequence

from dicecrawl.core.nodes import Declaration, Effect, Entry, Selector
from dicecrawl.language.printing_derivation import Branch, Leaf, quoted, spelled
from dicecrawl.language.words import PUNCTUATION, Words

_SIGNS = {terminal: sign for sign, terminal in PUNCTUATION.items()} | {"_INF": "∞"}
_RESUMES = frozenset({"_AND", "_OR_ELSE", "_OTHERWISE", "_SEMI"})  # after these the subject acts again
_PREPOSITIONS = frozenset({"_TO", "_OF", "_WITH", "_BY", "_FROM", "_VS", "_FOR", "_ON"})
ADJECTIVES = frozenset(
    {"RANDOM", "CLOSEST", "OTHER", "ADJACENT", "BASIC", "PURPOSE", "SIGNED", "NAME", "STRING", "_EMPTY", "FIRST", "LAST"}
)
SEVERAL = frozenset({"X", "DICE", "RANGE", "ATLEAST", "_DEALT"})  # numbers that may be more than one


class Piece:
    """A word of the text to be, or a mark of its layout (`LINE`, `_INDENT`, `_DEDENT`).

    `names` is the kind of name it is, `noun` says that a verb's word is used as a noun, `title` that it belongs to the
    head of a card or ability, `block` that a `_INDENT` opens a block of sentences, `gap` that a blank line goes before.
    """

    __slots__ = ("article", "block", "gap", "names", "noun", "terminal", "text", "title", "value")

    def __init__(self, terminal: str, value: str | int | None = None, text: str = "") -> None:
        self.terminal = terminal
        self.value = value
        self.text = text
        self.article = self.names = ""
        self.noun = self.title = self.block = self.gap = False

    def quote(self) -> None:
        """Write a name in quotes."""
        if self.terminal == "NAME":
            self.terminal, self.text = "STRING", quoted(str(self.value))


class Forms:
    """The forms of the words of one language."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.rows: dict[str, list[str]] = {}
        for form, terminal in words.forms.items():
            self.rows.setdefault(terminal, []).append(form)

    def category(self, terminal: str) -> str:
        """The category of a terminal's row, "" for literals and signs."""
        return self.words.category.get(terminal, "")

    def plain(self, terminal: str, value: str | int | None = None) -> str:
        """The form that the table of words names first."""
        if terminal in _SIGNS:
            return _SIGNS[terminal]
        if value is not None:
            return spelled(terminal, value)
        text = self.words.canonical[terminal]
        abbreviation = self.category(terminal) == "noun" and not set("aeiouy") & set(text)
        return text.upper() if abbreviation else text

    def ending(self, terminal: str, end: str) -> str:
        """The form with this ending ("-ing", "-self"), where there is one; else the plain form."""
        return next((form for form in self.rows.get(terminal, ()) if form.endswith(end)), self.plain(terminal))

    def he(self, terminal: str) -> str:
        """The he-form of a verb."""
        return self.words.third.get(terminal, self.words.canonical[terminal])

    def plural(self, terminal: str, value: str | int | None) -> str | None:
        """The plural of a noun, or None when it has none."""
        if isinstance(value, str) and value in self.words.plurals:
            return self.words.plurals[value]
        forms = self.rows.get(terminal, [])
        single = str(value) if value is not None else self.words.canonical.get(terminal, "")
        at = forms.index(single) + 1 if single in forms else len(forms)
        return forms[at] if at < len(forms) and forms[at][:2] == single[:2] else None

    def is_noun(self, piece: Piece) -> bool:
        """Whether a word is a noun where it stands."""
        if piece.noun:
            return True
        is_phrase = self.category(self.words.forms.get(piece.text.split(" ")[0], "")) == "connective"  # "without a player"
        return self.category(piece.terminal) == "noun" and piece.terminal not in ADJECTIVES and not is_phrase


def pieces_of(branch: Branch, forms: Forms) -> list[Piece]:
    """The words of a derivation in order; noun phrases are not settled yet (see `printing_nouns`)."""
    walk = _Walk(forms)
    walk.walk(branch, "", finite=True)
    return walk.out


class _Walk:
    """One way through a derivation.

    A subject is "you" (also when it is left out: ""), "one" or "many"; "one" asks for the he-form.
    """

    def __init__(self, forms: Forms) -> None:
        self.forms = forms
        self.out: list[Piece] = []

    def walk(self, branch: Branch, subject: str, *, finite: bool, title: bool = False) -> None:
        """Append the words of a branch. `finite` says that a verb at its head is what the subject does, and does not
        merely describe what went before.
        """
        own, done, acted, listing, group = subject, not finite, False, False, ""
        for index, part in enumerate(branch.parts):
            if isinstance(part, Leaf):
                piece = self._piece(part, branch, title)
                category = self.forms.category(part.terminal)
                if part.terminal == "_INDENT":
                    listing, piece.block = True, index == 0
                elif part.terminal in _RESUMES:
                    done = not finite
                elif part.terminal == "_COMMA" and not acted:
                    own = ""
                elif category == "modal":
                    own = "many" if own == "one" else own
                elif category == "verb" and self._acts(branch, index):
                    piece.text = self._verb(part.terminal, own, done)
                    done = acted = True
                elif category == "verb":
                    piece.noun = True
                elif part.terminal == "_VS" and self._is_somebody(branch, index + 1):
                    piece.text = self.forms.ending("_VS", "against")
                elif category in ("noun", "pronoun") and not acted and not done:
                    own = self._number([piece]) or own
                self.out.append(piece)
            elif listing:
                group = self._line(branch, part, group)
                self.walk(part, "", finite=True)
            elif isinstance(part.node, Effect):
                self.walk(part, own, finite=not done, title=title)
                acted = True
            else:
                start = len(self.out)
                head = isinstance(branch.node, Entry) and index == 0
                self.walk(part, own if done else "", finite=not done, title=title or head)
                self._name_of_a_card(branch, part)
                if not acted and not done:
                    own = self._number(self.out[start:])
                elif isinstance(branch.node, Effect) or branch.production.origin == "selection":
                    self._reflexive(part, own)

    def _piece(self, leaf: Leaf, branch: Branch, title: bool) -> Piece:
        if leaf.terminal in ("_INDENT", "_DEDENT"):
            return Piece(leaf.terminal)
        piece = Piece(leaf.terminal, leaf.value, self.forms.plain(leaf.terminal, leaf.value))
        heads = self.forms.category(leaf.terminal) in ("head", "declaration")
        piece.title = title or (isinstance(branch.node, Entry | Declaration) and heads)
        if leaf.terminal in ("NAME", "STRING"):
            piece.names = branch.names
        if leaf.terminal == "THEY" and self._is_object():
            piece.text = self.forms.ending("THEY", "them")
        if leaf.terminal == "SELF" and isinstance(branch.node, Effect) and self._is_object():
            piece.text = self.forms.ending("SELF", "it")  # what a rule is about, and nobody's own self
        return piece

    def _is_object(self) -> bool:
        before = self.out[-1].terminal if self.out else ""
        return self.forms.category(before) in ("verb", "place") or before in _PREPOSITIONS

    def _reflexive(self, part: Branch, subject: str) -> None:
        if subject in ("", "you") and [leaf.terminal for leaf in part.leaves()] == ["SELF"]:
            self.out[-1].text = self.forms.ending("SELF", "self")

    def _is_somebody(self, branch: Branch, index: int) -> bool:
        part = branch.parts[index]
        return isinstance(part, Branch) and isinstance(part.node, Selector)

    def _acts(self, branch: Branch, index: int) -> bool:
        """Whether a verb's word is the verb, and not the noun ("a roll"): at the head, or after a subject."""
        leaf = branch.parts[index]
        if not isinstance(leaf, Leaf) or leaf.terminal != "_ROLL" or index == 0:
            return True
        before = branch.parts[index - 1]
        if isinstance(before, Branch):
            return isinstance(before.node, Selector)
        return before.terminal == "SELF" or self.forms.category(before.terminal) == "modal"

    def _verb(self, terminal: str, subject: str, done: bool) -> str:
        if done:
            infinitive = bool(self.out) and self.out[-1].terminal == "_TO"
            return self.forms.plain(terminal) if infinitive else self.forms.ending(terminal, "ing")
        return self.forms.he(terminal) if subject == "one" else self.forms.plain(terminal)

    def _number(self, pieces: Sequence[Piece]) -> str:
        """What these words are as a subject, "" when they are none."""
        last = max((i for i, piece in enumerate(pieces) if piece.terminal == "_OR"), default=-1)
        before: Piece | None = None
        for piece in pieces[last + 1 :]:
            if piece.terminal == "SELF":
                return "you"
            if piece.terminal == "THEY":
                return "many"
            if piece.terminal in ("TGT", "NAME", "STRING") or self.forms.category(piece.terminal) == "noun":
                number = before is not None and before.terminal == "INT" and before.value != 1
                return "many" if number or (before is not None and before.terminal in SEVERAL) else "one"
            if piece.terminal not in ADJECTIVES:
                before = piece
        return ""

    def _name_of_a_card(self, branch: Branch, part: Branch) -> None:
        """The name in the head of a card or of an ability; in quotes unless it is one word that names a card."""
        if isinstance(branch.node, Entry | Declaration) and getattr(branch.node, "name", None) is part.node:
            self.out[-1].title = True
            heads = any(isinstance(p, Leaf) and p.terminal == "_COLON" for p in branch.parts)
            if heads and (isinstance(branch.node, Entry) or " " in self.out[-1].text):
                self.out[-1].quote()

    def _line(self, branch: Branch, part: Branch, group: str) -> str:
        """Begin a line of a list; gives the group of what stands on it: abilities are set apart by their kind."""
        line = Piece("LINE")
        self.out.append(line)
        if not isinstance(branch.node, Declaration):
            return ""
        first = next(part.leaves()).terminal
        new = "line"
        if isinstance(part.node, Entry) and any(isinstance(p, Leaf) and p.terminal == "_COLON" for p in part.parts):
            new = first if self.forms.category(first) == "head" else "action"
        line.gap = group not in ("", new) and {group, new} != {"line"}
        return new
