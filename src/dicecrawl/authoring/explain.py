"""What a card, an ability, a sentence or a message means: in full canonical English, with its source and its odds."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from difflib import get_close_matches

from attrs import field, frozen

from dicecrawl.analysis.distribution import percent
from dicecrawl.analysis.odds import Odds, odds
from dicecrawl.analysis.port import LoadedGame
from dicecrawl.authoring.plaintext import to_ascii
from dicecrawl.core.definitions import Ability, Definition
from dicecrawl.core.nodes import Effect, Node, Span
from dicecrawl.effects.cards import Source, Tags
from dicecrawl.effects.change import ConditionRef
from dicecrawl.errors import BudgetExceeded, ContentError, UnknownName
from dicecrawl.language.printer import Printer
from dicecrawl.language.source import same_name
from dicecrawl.resources import error_page

_CODE = re.compile(r"[A-Za-z]\d{3}")
_ACTING = ("action", "bullshit", "quality", "flaw")


@frozen(slots=True)
class Explanation:
    """What something means. `words` are the conditions it speaks of, each with what it says; `odds` against a target."""

    title: str
    source: str
    place: Span
    english: str
    words: tuple[tuple[str, str], ...] = ()
    odds: tuple[Odds, ...] = field(default=(), repr=False)
    untold: tuple[tuple[str, str], ...] = ()  # abilities without exact odds, and why

    def text(self, *, ascii: bool = False) -> str:
        """For reading."""
        parts = [self._head(), self.english]
        if self.words:
            parts.append("\n".join(["Conditions it speaks of:", *(f"  {name}: {told}" for name, told in self.words)]))
        if len(self.odds) == 1 and not self.untold:
            parts.append(str(self.odds[0]))
        elif self.odds or self.untold:
            parts.append("\n".join(self._table()))
        told = "\n\n".join(parts)
        return to_ascii(told) if ascii else told

    def __str__(self) -> str:
        return self.text()

    def _head(self) -> str:
        lines = [self.title]
        if self.source:
            lines.append(f"  from {self.source}")
        if self.place.line:
            lines.append(f"  {self.place.file}:{self.place.line}")
        return "\n".join(lines)

    def _table(self) -> Iterator[str]:
        names = [*(odds.title for odds in self.odds), *(name for name, _ in self.untold)]
        widest = max(map(len, names))
        if self.odds:
            yield f"{self.odds[0].actor} against {self.odds[0].target}, exactly:"
        for one in self.odds:
            success = "" if one.success is None else f"{percent(one.success)}"
            damage = f"{float(one.damage.kept_mean):.3f} damage on average"
            yield f"  {one.title:<{widest}}  {success:>9}  {damage}, {percent(one.down)} down"
        for name, why in self.untold:
            yield f"  {name:<{widest}}  {why}"


def explain(game: LoadedGame, name: str, *, target: str | None = None, actor: str | None = None) -> Explanation:
    """A card by its name, an ability as "Archer: Rain of Arrows" or by its own name, or a free sentence.

    With a `target` its exact odds are added; `actor` performs a sentence, or an ability that several cards have.
    Raises `UnknownName` with the nearest name, or `ContentError` for a sentence that cannot be read.
    """
    found = find(game, name, actor)
    if isinstance(found, Definition):
        return _card(game, found, target)
    if isinstance(found, tuple):
        return _ability(game, *found, target=target)
    asked = target is not None and actor is not None
    english = Printer.of(game.ruleset).english(found)
    told = (odds(game, found, str(actor), str(target), title=english),) if asked else ()
    return Explanation("a sentence", "", Span(), english, _words(game, found), told)


def explain_code(code: str) -> str:
    """The page about a message, such as E010, as Markdown. Raises `ResourceMissing` for a code without a page."""
    return error_page(code)


def is_code(name: str) -> bool:
    """Whether a name looks like the code of a message."""
    return _CODE.fullmatch(name.strip()) is not None


def find(game: LoadedGame, name: str, actor: str | None = None) -> Definition | tuple[Definition, Ability] | Effect:
    """The card, the ability or the sentence that a text stands for. Raises as `explain` does."""
    wanted = same_name(name)
    cards = list(_cards(game))
    for card in cards:
        if wanted in _called(card):
            return card
    head, colon, tail = name.partition(":")
    for card in cards:
        if colon and same_name(head) in _called(card):
            return card, _ability_of(card, tail.strip())
    owners = [(card, a) for card in cards for a in card.abilities if a.name and same_name(a.name) == wanted]
    if actor is not None and len(owners) > 1:
        owners = [(card, a) for card, a in owners if same_name(actor) in _called(card)] or owners
    if len(owners) > 1:
        listed = ", ".join(f"{card.name}: {ability.name}" for card, ability in owners)
        raise UnknownName(f"several cards have {name!r}: say {listed}")
    if owners:
        return owners[0]
    try:
        return game.effect(name).tree
    except ContentError as unread:
        if colon and _title(head) and not name.rstrip().endswith("."):
            close = get_close_matches(same_name(head), [same_name(card.name) for card in cards], 1, 0.7)
            known = [card.name for card in cards if same_name(card.name) in close]
            advice = f"; did you mean {known[0]!r}?" if known else ""
            raise UnknownName(f"there is no card called {head.strip()!r}{advice}") from unread
        near = _nearest(game, name)
        if near is None and len(name.split()) > 2:
            raise
        advice = f"did you mean {near!r}?" if near is not None else "it is no sentence of this language either"
        raise UnknownName(f"there is no card and no ability called {name!r}; {advice}") from unread


def names(game: LoadedGame) -> list[str]:
    """Every name that can be asked for: cards, and abilities with and without their card."""
    told: list[str] = []
    for card in _cards(game):
        told.append(card.name)
        told.extend(f"{card.name}: {ability.name}" for ability in card.abilities if ability.name)
        told.extend(ability.name for ability in card.abilities if ability.name)
    return told


def _title(text: str) -> bool:
    """Whether a text of several words is written as a name."""
    words = [word for word in text.split() if word not in ("of", "the", "von", "and")]
    return len(words) > 1 and all(word[:1].isupper() for word in words)


def _cards(game: LoadedGame) -> Iterable[Definition]:
    return (card for kind in game.library.kinds() for card in game.library.all(kind))


def _called(card: Definition) -> tuple[str, ...]:
    short = str(card.fields.get("called", ""))
    return (same_name(card.name), same_name(short)) if short else (same_name(card.name),)


def _ability_of(card: Definition, name: str) -> Ability:
    for ability in card.abilities:
        if same_name(ability.name) == same_name(name):
            return ability
    known = [ability.name for ability in card.abilities if ability.name]
    near = [n for n in known if same_name(name) in same_name(n)] or get_close_matches(name, known, 1, 0.5)
    advice = f"did you mean {near[0]!r}?" if near else f"it has {', '.join(map(repr, known)) or 'none'}"
    raise UnknownName(f"{card.name} has no ability called {name!r}; {advice}")


def _nearest(game: LoadedGame, name: str) -> str | None:
    by_form = {same_name(known): known for known in names(game)}
    near = get_close_matches(same_name(name), list(by_form), 1, 0.7)
    return by_form[near[0]] if near else None


def _card(game: LoadedGame, card: Definition, target: str | None) -> Explanation:
    assert card.tree is not None
    told: list[Odds] = []
    untold: list[tuple[str, str]] = []
    if target is not None:
        for ability in card.abilities:
            if ability.kind in _ACTING and ability.name:
                try:
                    exact = _odds(game, card, ability, target)
                except BudgetExceeded:
                    untold.append((ability.name, "too many ways for the dice to fall: sample it with sim"))
                    continue
                if exact.success is not None or exact.damage.kept_mean or exact.down:
                    told.append(exact)
    english = Printer.of(game.ruleset).card(card.tree)
    words = _words(game, card.tree, besides=card.name)
    return Explanation(f"{card.name} ({card.kind})", _source(card), card.span, english, words, tuple(told), tuple(untold))


def _ability(game: LoadedGame, card: Definition, ability: Ability, *, target: str | None) -> Explanation:
    faces = ability.faces
    on = f" on {faces[0]}" + (f" to {faces[-1]}" if len(faces) > 1 else "") if faces else ""
    title = f"{ability.name} ({ability.kind}{on} of {card.name}"
    title += f", cooldown {ability.cooldown})" if ability.cooldown else ")"
    english = Printer.of(game.ruleset).block(ability.block)
    told = () if target is None else (_odds(game, card, ability, target),)
    return Explanation(title, _source(card), ability.span, english, _words(game, ability.block), told)


def _odds(game: LoadedGame, card: Definition, ability: Ability, target: str) -> Odds:
    mode = "action" if ability.kind == "action" else "trait"
    return odds(game, ability.block, card.name, target, title=ability.name, mode=mode)


def _source(card: Definition) -> str:
    return ", ".join(card.fields.get("source", ()))


def _words(game: LoadedGame, node: Node, besides: str = "") -> tuple[tuple[str, str], ...]:
    """The conditions that a tree speaks of, and those by whose means they work, with what they say."""
    printer = Printer.of(game.ruleset)
    told: dict[str, str] = {}
    waiting = [inner.name.text for inner in node.walk() if isinstance(inner, ConditionRef)]
    while waiting:
        name = waiting.pop(0)
        if name == besides or name in told:
            continue
        tree = game.library.get("condition", name).tree
        items = [item for item in getattr(tree, "items", ()) if not isinstance(item, (Source, Tags))]
        lines = [printer.sentence(game.ruleset.unnest(item)) for item in items]
        told[name] = " ".join(" ".join(lines).split())
        waiting.extend(inner.name.text for item in items for inner in item.walk() if isinstance(inner, ConditionRef))
    return tuple(told.items())
