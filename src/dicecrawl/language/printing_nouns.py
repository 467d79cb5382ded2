"""Noun phrases as English: one or several, and which article goes before.

Articles are noise to the parser, and singular and plural are the same word, so nothing here can change what a sentence
says.
"""

from __future__ import annotations

from collections.abc import Sequence

from dicecrawl.language.printing_words import ADJECTIVES, SEVERAL, Forms, Piece

_DETERMINERS = frozenset(
    {
        "ALL", "ANY", "NO", "_ANOTHER", "MORE", "UP_TO", "FEWER_THAN", "HALF", "DOUBLE", "TRIPLE", "FULL", "_ONE_OF", "YOUR",
        "THEIR", "_THIS", "_ITS", "INT", "ORD", "X", "DICE", "RANGE", "ATLEAST",
    }
)  # fmt: skip
_SUPERLATIVES = frozenset({"CLOSEST", "OTHER", "FIRST", "LAST"})
_UNIQUE = frozenset({"_LINE", "_CAUSE"})  # there is one of each
_PLACES = frozenset({"FRONT", "BACK", "MIDDLE"})
_OWNED = frozenset({"ATTACK", "ACTION", "_ROLL"})  # what somebody has many of: "in your actions"
_ONE_OF_MANY = frozenset({"creature", "item", "form"})  # kinds of name that are said of one among many: "an Imp"
_MEASURES = frozenset({"_SPACE", "_ROUND"})
_TERMS = frozenset({"NAME", "STRING", "ATTACK"})  # with one of these a roll is a term of the rules: Attack Roll


def settle(pieces: Sequence[Piece], forms: Forms) -> None:
    """Give every noun its number and every noun phrase its article."""
    phrases = _Phrases(pieces, forms)
    for at, piece in enumerate(pieces):
        if piece.title:
            continue
        if piece.terminal == "ALL" and phrases.terminal(at + 1) in ("YOUR", "THEIR"):
            piece.text = forms.ending("ALL", "all")
        if piece.terminal == "_THERE_IS" and phrases.terminal(at + 1) == "FEWER_THAN":
            piece.text = forms.ending("_THERE_IS", "are")
        piece.article = phrases.article(at)


class _Phrases:
    def __init__(self, pieces: Sequence[Piece], forms: Forms) -> None:
        self.pieces = pieces
        self.forms = forms

    def terminal(self, at: int) -> str:
        """The terminal at an index, "" beyond the ends."""
        return self.pieces[at].terminal if 0 <= at < len(self.pieces) else ""

    def category(self, at: int) -> str:
        return self.forms.category(self.terminal(at))

    def article(self, at: int) -> str:
        """The article before the word at an index: "a", "the" or nothing. Settles the number of a phrase's noun."""
        piece = self.pieces[at]
        connected = self.category(at) == "connective" and piece.text.startswith(("end of ", "next "))
        place = piece.terminal in _PLACES or (piece.terminal in ("FIRST", "LAST") and self.terminal(at + 1) == "INT")
        if connected or place:
            return "" if self._determined(at) else "the"
        if not self._inside(at) or self._inside(at - 1):
            return ""
        head = self._head(at)
        if head is not None:
            return self._settled(at, head)
        return "a" if piece.names in _ONE_OF_MANY and not self._determined(at) else ""

    def _inside(self, at: int) -> bool:
        """Whether a word belongs to a noun phrase."""
        if not 0 <= at < len(self.pieces) or self.pieces[at].title:
            return False
        return self.terminal(at) in ADJECTIVES or self._noun(at) or self._alternative(at)

    def _alternative(self, at: int) -> bool:
        """Whether this is the "or" of two stats of one roll: "a Physical or Escape Roll"."""
        between = [self.terminal(i) for i in range(at - 1, at + 2)] == ["NAME", "_OR", "NAME"]
        return between and self.terminal(at + 2) in ("_ROLL", "ATTACK")

    def _noun(self, at: int) -> bool:
        return at < len(self.pieces) and (self.forms.is_noun(self.pieces[at]) or self.terminal(at) in _UNIQUE)

    def _head(self, at: int) -> int | None:
        """The noun of the phrase that begins at an index: the last of those that follow its adjectives."""
        while self.terminal(at) in ADJECTIVES or self._alternative(at):
            at += 1
        head = None
        while self._noun(at):
            head = at
            at += 1
        return head

    def _determined(self, at: int) -> bool:
        """Whether a number, a quantity or an owner stands before."""
        if self.terminal(at - 1) == "HALF":
            return not self._noun(at) or not (self.pieces[at].noun or self.terminal(at + 1) == "_DEALT")
        return self.terminal(at - 1) in _DETERMINERS

    def _settled(self, at: int, head: int) -> str:
        noun = self.pieces[head]
        plural = self.forms.plural(noun.terminal, noun.value) or (self.forms.he("_ROLL") if noun.noun else None)
        if plural is not None and self._is_plural(at, head):
            noun.text = plural
            return ""
        if noun.noun and any(self.terminal(i) in _TERMS for i in range(at, head)):
            for part in self.pieces[at : head + 1]:
                part.text = part.text.title() if part.noun or part.terminal == "ATTACK" else part.text
        if self._determined(at) or noun.text.startswith("the "):
            return ""
        if noun.terminal in _UNIQUE or self.terminal(head + 1) == "_DEALT":
            return "the"
        if plural is None:
            return ""
        return "the" if self._definite(at, head) else "a"

    def _definite(self, at: int, head: int) -> bool:
        if self.terminal(at - 1) == "_THERE_IS" or any(self.terminal(i) == "RANDOM" for i in range(at, head)):
            return False
        marked = any(p.terminal in _SUPERLATIVES or p.names == "ability" for p in self.pieces[at:head])
        return marked or self.terminal(head + 1) in ("_AT", "DIRECTLY")

    def _is_plural(self, at: int, head: int) -> bool:
        noun, own = self.terminal(head), self.terminal(at - 1)
        before = [self.terminal(i) for i in range(at - 3, at)]
        if own in ("INT", "MORE"):
            number = next(p.value for p in reversed(self.pieces[:at]) if p.terminal == "INT")
            return number != 1
        if own in SEVERAL or before == ["HALF", "_ROLL", "_OF"] or "_ONE_OF" in before[1:]:
            return True
        if own in ("YOUR", "THEIR"):
            acts = self.category(head + 1) == "verb" and not self.pieces[head + 1].noun and before[1] != "_OF"
            owned = noun in _OWNED and not acts
            return owned or (noun in _MEASURES and self.terminal(at) in ("NAME", "STRING"))
        if self._determined(at):
            return False
        if noun == "_EFFECT" or (head > at and self._noun(head - 1) and self.category(head + 1) == "modal"):
            return True
        return noun not in _UNIQUE and not self._definite(at, head) and self._forbidden(at)

    def _forbidden(self, at: int) -> bool:
        """Whether "cannot" goes before, in the same sentence."""
        for piece in reversed(self.pieces[:at]):
            if piece.terminal in ("_CANNOT", "_DOT", "LINE"):
                return piece.terminal == "_CANNOT"
        return False
