"""From the sentences of a scenario to a script: the line-up first, then steps. All mistakes of a file are found at once.

Names are looked up among the cards of the game and the creatures of the line-up; an unambiguous part of a name in whole
words is enough. What a sentence can say is in `scenario_verbs`.
"""

from __future__ import annotations

from collections.abc import Callable

from attrs import define, field

from dicecrawl.authoring.scenario_after import creatures, has_words
from dicecrawl.authoring.scenario_names import Names
from dicecrawl.authoring.scenario_script import Choice, Entrant, Given, Head, Script, StatedDie, Step
from dicecrawl.authoring.scenario_tokens import Draft, Phrase, Unreadable, nearest
from dicecrawl.core.definitions import Definition, Library
from dicecrawl.core.nodes import Span
from dicecrawl.core.ruleset import Ruleset
from dicecrawl.core.staging import Cast, Named, Staging
from dicecrawl.core.state import State
from dicecrawl.errors import DicecrawlError
from dicecrawl.language.problems import Problem
from dicecrawl.language.source import same_name


@define(slots=True, eq=False)
class OpenStep:
    """A step while its sentences are read."""

    head: Head
    choices: list[Choice] = field(factory=list)
    dice: list[StatedDie] = field(factory=list)
    checks: list[object] = field(factory=list)


def read(draft: Draft, ruleset: Ruleset, library: Library, problems: list[Problem]) -> tuple[Script, State] | None:
    """A scenario as it can be played, with the state it starts from; None when something is wrong with it."""
    reader = Reader(draft, ruleset, library, problems)
    return reader.run()


class Reader:
    """Reads one scenario."""

    def __init__(self, draft: Draft, ruleset: Ruleset, library: Library, problems: list[Problem]) -> None:
        assert ruleset.staging is not None
        self.draft, self.ruleset, self.library = draft, ruleset, library
        self.staging: Staging = ruleset.staging
        self.problems = problems
        self.names = Names(ruleset, library)
        self.rulings: list[str] = []
        self.lines: dict[str, tuple[Entrant, ...]] = {}
        self.numbers: dict[str, int | str] = {}
        self.said: dict[str, str | list[str]] = {}  # the cards that are named, by keyword of the game's setup
        self.headed: set[str] = set()  # every heading so far
        self.acted: list[str] = []
        self.state: State | None = None
        self.steps: list[OpenStep] = []
        self.broken = False  # no line-up: no name is known
        self.lost = False  # a sentence that may have begun a step could not be read

    def run(self) -> tuple[Script, State] | None:
        """See `read`."""
        before = len(self.problems)
        for tokens in self.draft.sentences:
            if self.broken:
                break  # without a line-up no name is known, and every sentence would be blamed
            try:
                self.sentence(Phrase(tokens))
            except Unreadable as unreadable:
                self.lost = self.state is not None and not unreadable.check
                if unreadable.told:
                    self.problems.append(unreadable.problem)
        if not self.broken and self.state is None and self.draft.sentences:
            self._set_up(self.draft.title.span)
        if not self.broken and not self.steps and len(self.problems) == before and self.draft.sentences:
            self._problem(
                "S106", "nothing happens in this scenario", self.draft.title.span, f"add a step, such as {self.example}"
            )
        if len(self.problems) > before or self.state is None:
            return None
        return self._script(), self.state

    def _script(self) -> Script:
        steps = tuple(
            Step(open_.head, tuple(open_.choices), tuple(open_.dice), tuple(open_.checks))  # type: ignore[arg-type]
            for open_ in self.steps
        )
        title = self.draft.title
        return Script(title.text, title.span, tuple(self.rulings), self.lines, self.numbers, tuple(self.acted), steps)

    def _problem(self, code: str, message: str, span: Span, label: str = "", *notes: str) -> None:
        self.problems.append(Problem(code, message, span, label, notes))

    def open(self, head: Head) -> None:
        """Begin the next step."""
        self.steps.append(OpenStep(head))
        self.lost = False

    def under_way(self, phrase: Phrase, what: str) -> OpenStep:
        """The step that still takes choices and dice; a check closes it."""
        if self.steps and not self.steps[-1].checks:
            return self.steps[-1]
        note = "a check closes a step" if self.steps else ""
        missing = phrase.unreadable(
            f"{what} to no step",
            f"begin one before, such as {self.example.replace('...', 'NAME')}",
            note,
            code="S109",
            span=phrase.span,
        )
        missing.told = not self.lost
        raise missing

    @property
    def example(self) -> str:
        """How a step can begin in this game."""
        return "Turn: ..." if self.staging.turns is not None else f"{next(iter(self.staging.begins)).capitalize()}."

    # -- sentences -------------------------------------------------------------------------------------------------

    def sentence(self, phrase: Phrase) -> None:
        """Read one sentence into the script."""
        from dicecrawl.authoring.scenario_verbs import read_step_sentence

        heading = self.heading(phrase)
        if heading is not None and self._set_up_heading(heading, phrase):
            return
        if self.state is None and not self.broken:
            self._set_up(phrase.span)
        if not self.broken:
            read_step_sentence(self, heading, phrase)

    def heading(self, phrase: Phrase) -> str | None:
        """The word or two before a colon at the start of a sentence, if that is how it starts."""
        for count in (1, 2):
            colon = phrase.peek(count)
            if colon is not None and colon.kind == "sign" and colon.text == ":":
                words = [phrase.peek(i) for i in range(count)]
                if all(w is not None and w.kind == "word" for w in words):
                    return " ".join(w.text for w in words if w is not None)
        return None

    def _set_up_heading(self, heading: str, phrase: Phrase) -> bool:
        """Read a heading of the line-up; False when it is another one."""
        name = same_name(heading)
        lines = {same_name(word): (word, zone) for word, zone in self.staging.lines.items()}
        numbers = {same_name(word): keyword for word, keyword in self.staging.numbers.items()}
        words = {same_name(word): meant for word, meant in self.staging.words.items()}
        cards = {same_name(word): meant for word, meant in self.staging.cards.items()}
        if name not in (*lines, *numbers, *words, *cards, "rulings", "ruling", "acted"):
            return False
        if self.state is not None and name != "acted":
            raise phrase.unreadable(f"'{heading}' belongs before everything that happens", "move it up", code="S111")
        phrase.at += len(heading.split()) + 1
        self.headed.add(name)
        if name in lines:
            word, zone = lines[name]
            if zone in self.lines:
                raise phrase.unreadable(f"'{word}' is said twice", "remove one", code="S111", span=phrase.tokens[0].span)
            self.broken = True
            self.lines[zone] = self._line_up(phrase)
            self.broken = False
        elif name in numbers:
            self.numbers[numbers[name]] = phrase.number(heading)
            phrase.end()
        elif name in words:
            keyword, known = words[name]
            said = phrase.any_of(*known)
            if said is None:
                raise phrase.unreadable(f"'{heading}' has no such word", f"expected {', '.join(known)}")
            self.numbers[keyword] = said
            phrase.end()
        elif name in cards:
            self._name_cards(heading, cards[name], phrase)
        elif name == "acted":
            if self.state is None:
                self._set_up(phrase.span)
            if not self.broken:
                self.acted.extend(self.list_of(phrase, self.names.creature))
                phrase.end()
        else:
            self.rulings.extend(self.list_of(phrase, self._ruling))
            phrase.end()
        return True

    def _name_cards(self, heading: str, named: Named, phrase: Phrase) -> None:
        what = f"{'an' if named.kind[0] in 'aeiou' else 'a'} {named.kind}"
        known = self.names.of(named.kind)
        self.broken = True  # without them nothing can be set up
        if named.several:
            self.said[named.keyword] = self.list_of(phrase, lambda p: self.names.one(p, what, known))
        else:
            self.said[named.keyword] = self.names.one(phrase, what, known)
        phrase.end()
        self.broken = False

    def _ruling(self, phrase: Phrase) -> str:
        token = phrase.peek()
        number = token.text.rpartition("-")[2] if token is not None else ""
        if token is None or token.kind != "word" or not number.isdigit() or "-" not in token.text:
            raise phrase.unreadable("the number of a ruling is missing", "such as MO-12")
        phrase.at += 1
        return token.text.upper()

    def list_of(self, phrase: Phrase, one: Callable[[Phrase], str]) -> list[str]:
        """Names joined by commas and "and"."""
        found = [one(phrase)]
        while phrase.sign(",") or phrase.words("and"):
            found.append(one(phrase))
        return found

    # -- the line-up -------------------------------------------------------------------------------------------------

    def _line_up(self, phrase: Phrase) -> tuple[Entrant, ...]:
        found: list[Entrant] = []
        while True:
            found.append(self._entrant(phrase))
            if not (phrase.sign(";") or phrase.sign(",")):
                break
            if phrase.done:
                break
        phrase.end()
        return tuple(found)

    def _entrant(self, phrase: Phrase) -> Entrant:
        start = phrase.at
        card = self._card(phrase)
        details = _Details()
        while self._detail(phrase, card, details):
            pass
        cast = Cast(
            card.name, details.name, details.counters, details.knows, tuple(details.traits), tuple(details.carries),
            details.cooldowns, details.player,
        )  # fmt: skip
        return Entrant(cast, tuple(details.conditions), phrase.since(start))

    def _card(self, phrase: Phrase) -> Definition:
        return self.names.cards[self.names.one(phrase, "a creature", self.names.cards)]

    def _detail(self, phrase: Phrase, card: Definition, details: _Details) -> bool:
        for counter in self.ruleset.counters:
            if phrase.words(same_name(counter)):
                details.counters[counter] = phrase.number(f"how much {counter}")
                return True
        if phrase.words("as"):
            token = phrase.peek()
            if token is None or token.kind not in ("word", "text"):
                raise phrase.unreadable("the name it goes by is missing", "expected a name")
            phrase.at += 1
            details.name = token.text
            return True
        if phrase.words("knows"):
            names = [a.name for a in card.of_kind("action", "reaction")]
            nothing = phrase.words("nothing")
            one: Callable[[Phrase], str] = lambda p: self.names.one(p, f"an action of {card.name}", names, part=True)  # noqa: E731
            details.knows = () if nothing else tuple(self.list_of(phrase, one))
            return True
        if phrase.words("carries"):
            kinds = [k for k in self.library.kinds() if k not in ("condition",)]
            items = [c.name for k in kinds for c in self.library.all(k) if c.name not in self.names.cards]
            details.carries.extend(self.list_of(phrase, lambda p: self.names.one(p, "an item", items)))
            return True
        if phrase.words("with"):
            details.conditions.append(self.names.given(phrase))
            while (comma := phrase.sign(",")) or phrase.words("and"):
                if comma:
                    phrase.words("and")
                details.conditions.append(self.names.given(phrase))
            return True
        if phrase.words("cooldown"):
            ability = self.names.one(phrase, f"an action of {card.name}", [a.name for a in card.abilities], part=True)
            details.cooldowns[ability] = phrase.number("the pips of its die")
            return True
        if phrase.words("player"):
            details.player = phrase.number("the player, counted from 1")
            return True
        return self._traits(phrase, card, details)

    def _traits(self, phrase: Phrase, card: Definition, details: _Details) -> bool:
        kinds = {a.kind for a in card.abilities if a.faces}
        for kind in sorted(kinds):
            plural = f"{kind[:-1]}ies" if kind.endswith("y") else f"{kind}s"
            if not phrase.any_of(kind, plural):
                continue
            while True:
                number = phrase.number(f"which {kind}")
                if not any(number in a.faces for a in card.of_kind(kind)):
                    phrase.at -= 1
                    raise phrase.unreadable(f"{card.name} has no {kind} {number}", numbered(card, kind), code="S203")
                details.traits.append((kind, number))
                after = phrase.peek(1)
                if after is not None and after.kind == "number" and (phrase.sign(",") or phrase.words("and")):
                    continue
                return True
        token = phrase.peek()
        if token is not None and not (token.kind == "sign" and token.text in ",;"):
            words = ["knows", "carries", "with", "cooldown", "player", "as", *sorted(kinds), *self.ruleset.counters]
            raise phrase.unreadable(f"'{token.text}' says nothing about {card.name}", nearest(token.text, words))
        return False

    def _set_up(self, where: Span) -> None:
        """Set the battle up, so that everybody has a name."""
        missing = [word for word in self.staging.needed if same_name(word) not in self.headed]
        if missing:
            self.broken = True
            self._problem(
                "S107",
                f"the line-up is missing: {' and '.join(missing)}",
                where,
                "it comes first",
                f"write for example: {missing[0]}: NAME{'; NAME' if missing[0] in self.staging.lines else ''}.",
            )
            return
        try:
            lines = {zone: [self.staging.cast(e.cast, zone) for e in line] for zone, line in self.lines.items()}
            self.state = self.staging.setup(self.library, lines, {**self.numbers, **self.said})
        except DicecrawlError as error:
            self.broken = True
            entrants = [e for zone in self.staging.lines.values() for e in self.lines.get(zone, ())]
            blamed = [e for e in entrants if has_words(str(error), e.cast.card)] or entrants
            self._problem("S204", str(error), blamed[0].span if blamed else where)
            return
        self.names.cast = creatures(self.state, self.ruleset)


@define(slots=True, eq=False)
class _Details:
    """What a line-up says about one creature, while it is read."""

    name: str | None = None
    counters: dict[str, int] = field(factory=dict)
    knows: tuple[str, ...] | None = None
    traits: list[tuple[str, int]] = field(factory=list)
    carries: list[str] = field(factory=list)
    conditions: list[Given] = field(factory=list)
    cooldowns: dict[str, int] = field(factory=dict)
    player: int | None = None


def numbered(card: Definition, kind: str) -> str:
    """Which numbers the abilities of a kind have on a card."""
    faces = sorted({face for ability in card.of_kind(kind) for face in ability.faces})
    return f"it has {', '.join(map(str, faces))}" if faces else f"it has no {kind} at all"
