"""What can be named in a scenario, and how a name is read: an unambiguous part of it in whole words is enough."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from dicecrawl.authoring.scenario_after import creature_of, has_words
from dicecrawl.authoring.scenario_script import ENDLESS, Given
from dicecrawl.authoring.scenario_tokens import Phrase, nearest
from dicecrawl.core.definitions import Ability, Definition, Library
from dicecrawl.core.nodes import Span
from dicecrawl.core.ruleset import Ruleset
from dicecrawl.language.source import same_name

LONGEST_NAME = 8  # words


class Names:
    """What can be named in a scenario: cards of every kind, and the creatures of its line-up."""

    def __init__(self, ruleset: Ruleset, library: Library) -> None:
        self.ruleset = ruleset
        self.library = library
        self.cast: dict[str, str] = {}  # label -> card
        self.cards: dict[str, Definition] = {}
        for kind in library.kinds():
            for card in library.all(kind):
                if ruleset.is_creature(kind, card.stats):
                    self.cards[card.name] = card
                    if "called" in card.fields:
                        self.cards[str(card.fields["called"])] = card

    def of(self, kind: str) -> list[str]:
        """The names of the cards of a kind."""
        return [card.name for card in self.library.all(kind)]

    def creature(self, phrase: Phrase) -> str:
        """Read the name of a creature in play, or of one whose card may still come into play."""
        start = phrase.at
        found = self._longest(phrase, self._creature)
        if not found:
            token = phrase.peek()
            if token is None or token.kind not in ("word", "text"):
                raise phrase.unreadable("the name of a creature is missing", "expected a name", code="S201")
            name, span = self._unknown(phrase)
            raise phrase.unreadable(
                f"nobody is called '{name}' here", nearest(name, [*self.cast, *self.cards]), code="S201", span=span
            )
        label, *others = found
        if others:
            told = " or ".join(found)
            raise phrase.unreadable(f"this can mean {told}", "write the whole name", code="S202", span=phrase.since(start))
        token = phrase.peek()
        if token is not None and token.kind == "number" and f"{label} {token.text}" in self.cast:
            phrase.at += 1
            return f"{label} {token.text}"
        return label

    def _creature(self, text: str) -> tuple[str, ...]:
        """Whom a name can mean: one of the line-up, or a card of which one or several may still come into play."""
        known = {name: card.name for name, card in self.cards.items()}
        found = creature_of(text, self.cast) or creature_of(text, known)
        card, _, number = text.rpartition(" ")
        if not found and card and number.isdigit() and (named := creature_of(card, known)):
            return tuple(f"{name} {number}" for name in named)
        return found

    def card_of(self, label: str) -> Definition:
        """The card of a creature in play or of one to come."""
        name = self.cast.get(label, label)
        return self.cards[name if name in self.cards else name.rpartition(" ")[0]]

    def one(self, phrase: Phrase, what: str, known: Iterable[str], part: bool = False) -> str:
        """Read one of some names; `part` lets whole words of it be enough."""
        names = list(dict.fromkeys(known))

        def look(text: str) -> tuple[str, ...]:
            wanted = same_name(text)
            exact = tuple(name for name in names if same_name(name) == wanted)
            return exact or (tuple(name for name in names if has_words(name, text)) if part else ())

        start = phrase.at
        found = self._longest(phrase, look)
        if not found:
            token = phrase.peek()
            if token is None or token.kind not in ("word", "text"):
                raise phrase.unreadable(f"the name of {what} is missing", f"expected {what}", code="S201")
            name, span = self._unknown(phrase)
            raise phrase.unreadable(f"there is no {_bare(what)} called '{name}'", nearest(name, names), code="S201", span=span)
        meant, *others = found
        if others:
            told = " or ".join(f"'{name}'" for name in found)
            raise phrase.unreadable(f"this can mean {told}", "write more of it", code="S202", span=phrase.since(start))
        return meant

    def _longest(self, phrase: Phrase, look: Callable[[str], tuple[str, ...]]) -> tuple[str, ...]:
        """Read the longest run of words that `look` knows, or a quoted name; nothing when there is none."""
        token = phrase.peek()
        if token is None:
            return ()
        if token.kind == "text":
            found = look(token.text)
            if found:
                phrase.at += 1
            return found
        words: list[str] = []
        best: tuple[int, tuple[str, ...]] | None = None
        for ahead in range(LONGEST_NAME):
            token = phrase.peek(ahead)
            if token is None or token.kind != "word":
                break
            words.append(token.text)
            found = look(" ".join(words))
            if found:
                best = (ahead + 1, found)
        if best is None:
            return ()
        phrase.at += best[0]
        return best[1]

    def _unknown(self, phrase: Phrase) -> tuple[str, Span]:
        """The name that nobody knows, as far as it seems to go."""
        token = phrase.peek()
        assert token is not None
        if token.kind == "text":
            return token.text, token.span
        start = phrase.at
        words = [token.text]
        while (more := phrase.peek(len(words))) is not None and more.kind == "word" and more.text[0].isupper():
            words.append(more.text)
        phrase.at += len(words)
        return " ".join(words), phrase.since(start)

    def condition(self, phrase: Phrase) -> Given:
        """Read a condition with its strength, its pips and whose doing it is, as far as the text says."""
        start = phrase.at
        name = self.one(phrase, "a condition", self.of("condition"))
        strength = dice = None
        if phrase.sign("["):
            strength = abs(phrase.number("the strength of the condition"))
            phrase.expect("]")
        if phrase.sign("("):
            dice = ENDLESS if phrase.sign("∞") else self._turns(phrase)
            phrase.expect(")")
        cause = self.creature(phrase) if phrase.words("from") else None
        means = self.library.get("condition", name).fields.get("means")
        if means is not None:
            level = means.level.amount.number if means.level is not None else None
            name, strength = means.name.text, strength if strength is not None else level
        return Given(name, strength, dice, cause, phrase.since(start))

    def _turns(self, phrase: Phrase) -> int:
        turns = phrase.number("the turns it lasts, or ∞")
        if turns < 1:
            phrase.at -= 1
            raise phrase.unreadable("a condition lasts at least one turn", "from 1 on, or ∞")
        return turns

    def given(self, phrase: Phrase) -> Given:
        """Read a condition that somebody has from the start; it has a strength where its card takes one."""
        found = self.condition(phrase)
        card = self.library.get("condition", found.name)
        if card.strength and found.strength is None:
            message = f"{card.name} needs a strength"
            raise phrase.unreadable(message, f"such as {card.name} [2]", code="S205", span=found.span)
        if found.strength is not None and not card.strength:
            raise phrase.unreadable(
                f"{card.name} takes no strength", f"leave out [{found.strength}]", code="S205", span=found.span
            )
        return found

    def abilities(self, label: str) -> list[Ability]:
        """Everything a creature can carry out: its card's abilities, and what every creature of its kind can do."""
        card = self.card_of(label)
        common = [c for c in self.library.all("common") if same_name(c.name) == card.kind]
        return [*card.abilities, *(ability for c in common for ability in c.abilities)]

    def ability(self, phrase: Phrase, label: str, *more: str) -> str:
        """Read the name of an ability of a creature, of what others let it do to them, or one of some more names."""
        names = [ability.name for ability in self.abilities(label) if ability.name]
        cards = dict.fromkeys((*self.cast.values(), *self.cards))
        names.extend(a.name for card in cards if card in self.cards for a in self.cards[card].of_kind("special") if a.name)
        return self.one(phrase, f"an ability of {label}", [*names, *more], part=True)


def _bare(what: str) -> str:
    return what.removeprefix("a ").removeprefix("an ")
