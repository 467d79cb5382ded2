"""What recovery sees of one text, and how it speaks about it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from attrs import frozen

from dicecrawl.language.advice import AdviceTable
from dicecrawl.language.automaton import NOT_WRITTEN, Automaton, States
from dicecrawl.language.layout import Layout
from dicecrawl.language.lexer import Token
from dicecrawl.language.limits import ParseLimits
from dicecrawl.language.phrases import Phrases
from dicecrawl.language.problems import Problem
from dicecrawl.language.repairs import NAMES, SIGN_OF, Speller
from dicecrawl.language.source import Source, same_name
from dicecrawl.language.spelling import steps_apart, tolerance

BACK = 3
"""How many tokens before the failing one may be blamed for it."""

MOST_NAMES = 2_000
"""How many names of a text are looked at for "did you mean"."""

_NUMBERS = {"INT": "1", "ORD": "1", "RANGE": "1-1", "DICE": "1d6", "SIGNED": "+1", "ATLEAST": "1+"}


@frozen(slots=True, eq=False)
class Edit:
    """`tokens[start:stop]` becomes `tokens`, and reading goes on at `start`.

    With `depth`, the parser first drops what it holds beyond that many states. With `closes`, a block ends before the
    token that had that index.
    """

    start: int
    stop: int
    tokens: tuple[Token, ...] = ()
    depth: int | None = None
    closes: int | None = None


Found = tuple[Problem, Edit | None]
"""A problem, and how reading goes on: None to give up the sentence."""


class Guide:
    """What recovery knows about one grammar; shared by all texts."""

    def __init__(self, automaton: Automaton, names: Iterable[str] = ()) -> None:
        self.names = tuple(names)
        self.automaton = automaton
        self.phrases = Phrases(automaton)
        self.speller = Speller(automaton)
        self.words = automaton.tables.words
        self.advice = AdviceTable(automaton, next(iter(self.words.declarations), ""))
        self.heads = automaton.heads()


class Scene:
    """One text being read. `before(i)` gives the states before `tokens[i]`, as far as they are kept."""

    def __init__(
        self,
        guide: Guide,
        source: Source,
        tokens: list[Token],
        before: Callable[[int], States | None],
        *,
        cards: bool,
        limits: ParseLimits,
    ) -> None:
        self.guide = guide
        self.automaton = guide.automaton
        self.source = source
        self.tokens = tokens
        self.before = before
        self.cards = cards
        self.limits = limits
        self.names: dict[str, str] = {}
        self.layout = Layout(guide.automaton, source, tokens)

    def near_name(self, text: str) -> str | None:
        """The nearest other name that the game has or that this text uses, or None."""
        if not self.names:
            names = [str(token.value) for token in self.tokens if token.type in NAMES and token.end > token.start]
            self.names = {same_name(name): name for name in (*names[:MOST_NAMES], *self.guide.names)}
        wanted, most = same_name(text), tolerance(text)
        found = [
            (steps, name)
            for low, name in self.names.items()
            if (steps := steps_apart(wanted, low, most)) is not None and name != text
        ]
        return min(found)[1] if found else None

    def problem(
        self, code: str, message: str, start: int, end: int, label: str, *notes: str, fix: str | None = None
    ) -> Problem:
        """A problem with a stretch of the text."""
        return Problem(code, message, self.source.span(start, end), label, tuple(n for n in notes if n), fix=fix)

    def at(self, index: int, code: str, message: str, label: str, *notes: str, fix: str | None = None) -> Problem:
        """A problem with a token; one that nobody writes is shown after the word before it."""
        token = self.tokens[index]
        if token.type in NOT_WRITTEN:
            return self.after(index, code, message, label, *notes)
        return self.problem(code, message, token.start, token.end, label, *notes, fix=fix)

    def after(self, index: int, code: str, message: str, label: str, *notes: str, fix: str | None = None) -> Problem:
        """A problem right after the token before."""
        at = self.tokens[index - 1].end if index else 0
        return self.problem(code, message, at, at, label, *notes, fix=fix)

    def text(self, index: int) -> str:
        """A token as its author wrote it."""
        token = self.tokens[index]
        return self.source.raw[token.start : token.end]

    def shown(self, index: int) -> str:
        """A token as a message names it."""
        named = {"_DEDENT": "the end of the block", "$END": "the end of the text", "_INDENT": "a block", "_DOT": "a full stop"}
        return named.get(self.tokens[index].type) or f"'{' '.join(self.text(index).split())}'"

    def expected(self, index: int) -> str:
        """What could stand at a token, in words."""
        states = self.states(index)
        return f"expected {self.guide.phrases.expected(states, self.automaton.accepts(states))}"

    def states(self, index: int) -> States:
        """The states before a token."""
        states = self.before(index)
        assert states is not None, "the states before the failing token are always kept"
        return states

    def token(self, type_: str, value: str | int, start: int, end: int) -> Token:
        """A token for a stretch of the text."""
        return Token(type_, value, start, end, *self.source.place(start))

    def made_up(self, types: Sequence[str], at: int, *, sure: bool) -> tuple[Token, ...]:
        """Tokens for what is missing. Without `sure`, or when nobody can know the name, they are marked as guessed."""
        tokens = []
        for type_ in types:
            named = type_ in NAMES or type_.startswith("_D_")
            value = "" if named else _NUMBERS.get(type_) or self.guide.words.canonical.get(type_) or SIGN_OF.get(type_, "")
            token = self.token(type_, value, at, at)
            token.guessed = named or not sure
            tokens.append(token)
        return tuple(tokens)

    def heading_name(self, index: int) -> list[str]:
        """The name in the heading in which a token stands, if there is one."""
        for token in self.tokens[self.layout.sentence_start(index) :]:
            if token.type in NAMES and token.value:
                return [str(token.value)]
            if token.type in ("_COLON", "_DOT", "$END"):
                break
        return []

    def context(self, index: int) -> str:
        """A note with the words of the sentence so far."""
        start = self.tokens[self.layout.sentence_start(index)].start
        said = " ".join(self.source.raw[start : self.tokens[index - 1].end].split()) if index else ""
        if len(said) > 48:
            said = "..." + said[-48:]
        return f"note: after '{said}'" if said else ""
