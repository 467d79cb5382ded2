"""What random play reaches: which abilities, table rows, conditions and sentences came about, and which never did.

A sentence counts when it is performed, a rule that only changes answers when it has changed one (once a battle), an
ability when it is carried out, a condition when somebody gains it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import TYPE_CHECKING, Any, TypeAlias

from attrs import define, field, frozen

from dicecrawl.analysis.distribution import markdown
from dicecrawl.analysis.lineups import random_lineups, staging_of
from dicecrawl.analysis.simulate import Progress, factory_of
from dicecrawl.analysis.workers import each, ranges
from dicecrawl.core.context import Context
from dicecrawl.core.definitions import Definition
from dicecrawl.core.dice import SeededDice
from dicecrawl.core.events import ActionStarted, ConditionGained, EntityAdded
from dicecrawl.core.nodes import Effect, Node, Span
from dicecrawl.core.rules import Bearing, Modifier
from dicecrawl.core.run import Run
from dicecrawl.effects.flow import Block
from dicecrawl.errors import DicecrawlError, SetupError
from dicecrawl.players import PlayerFactory
from dicecrawl.players.port import Searching

if TYPE_CHECKING:
    from dicecrawl.analysis.port import LoadedGame
    from dicecrawl.core.events import Cause, Event
    from dicecrawl.core.questions import Change, Question

Place: TypeAlias = "tuple[str, int, int]"
"""A stretch of a content file: its name, where it starts and where it ends."""

SORTS = ("ability", "row", "condition", "sentence")
_WIDEST = 100


@frozen(slots=True)
class Entry:
    """One thing that play may reach. `times` counts how often it did, `why` says why it may not have, where that is known."""

    sort: str
    kind: str
    card: str
    name: str
    times: int
    place: str
    why: str = ""

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON and data frames."""
        return {
            "sort": self.sort,
            "kind": self.kind,
            "card": self.card,
            "name": self.name,
            "times": self.times,
            "place": self.place,
            "why": self.why,
        }


@frozen(slots=True)
class Usage:
    """What `battles` random battles reached, entry by entry in the order of the cards."""

    game: str
    seed: int | str
    players: str
    battles: int
    entries: tuple[Entry, ...]

    def of(self, *sorts: str) -> tuple[Entry, ...]:
        """The entries of these sorts: "ability", "row", "condition", "sentence"."""
        return tuple(entry for entry in self.entries if entry.sort in sorts)

    @property
    def never(self) -> tuple[Entry, ...]:
        """What was never reached."""
        return tuple(entry for entry in self.entries if not entry.times)

    def text(self, *, ascii: bool = False, every: bool = False) -> str:
        """A report for a terminal: how much was reached, and what never was (`every`: all of it, with its count)."""
        lines = [self._head()]
        lines.extend(f"  {told}" for told in self._counts())
        for sort in SORTS:
            shown = [entry for entry in self.of(sort) if every or not entry.times]
            if shown:
                lines.extend(["", f"{_PLURAL[sort]}{'' if every else ' that never came about'}:"])
                lines.extend(f"  {self._line(entry, every)}" for entry in shown)
        told = "\n".join(lines)
        return told.encode("ascii", "replace").decode() if ascii else told

    def __str__(self) -> str:
        return self.text()

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{escape(e.sort)}</td><td>{escape(e.card)}</td><td>{escape(e.name)}</td><td>{e.times}</td>"
            f"<td>{escape(e.why)}</td></tr>"
            for e in self.entries
        )
        head = "<tr><th>what</th><th>card</th><th>name</th><th>times</th><th>why not</th></tr>"
        counts = "<br>".join(escape(told) for told in self._counts())
        caption = f"<caption>{escape(self._head())}</caption>"
        return f"<p>{counts}</p><table>{caption}<thead>{head}</thead><tbody>{rows}</tbody></table>"

    def _repr_markdown_(self) -> str:
        lines = [markdown(self._head()), "", *(f"- {told}" for told in self._counts())]
        if self.never:
            lines.extend(["", "| never | card | name | why |", "| --- | --- | --- | --- |"])
            lines.extend(f"| {e.sort} | {markdown(e.card)} | {markdown(e.name)} | {e.why} |" for e in self.never)
        return "\n".join(lines)

    def to_rows(self) -> list[dict[str, Any]]:
        """One row an entry, for a data frame of any library."""
        return [entry.to_dict() for entry in self.entries]

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return {
            "game": self.game,
            "seed": self.seed,
            "players": self.players,
            "battles": self.battles,
            "reached": {sort: sum(e.times > 0 for e in self.of(sort)) for sort in SORTS},
            "all": {sort: len(self.of(sort)) for sort in SORTS},
            "entries": self.to_rows(),
        }

    def _head(self) -> str:
        return f"{self.battles:,} battles of {self.game} over random line-ups, seed {self.seed}, {self.players} players:"

    def _counts(self) -> list[str]:
        told = []
        for sort in SORTS:
            found = self.of(sort)
            reached = sum(entry.times > 0 for entry in found)
            told.append(f"{reached:,} of {len(found):,} {_PLURAL[sort]} came about")
        return told

    def _line(self, entry: Entry, every: bool) -> str:
        times = f"{entry.times:>7,}  " if every else ""
        name = entry.name if len(entry.name) <= _WIDEST else f"{entry.name[: _WIDEST - 3]}..."
        what = entry.card if entry.sort == "condition" else f"{entry.card}: {name}"
        return f"{times}{what}{f' ({entry.why})' if entry.why else ''}  <{entry.place}>"


_PLURAL = {"ability": "abilities", "row": "table rows", "condition": "conditions", "sentence": "sentences"}


def usage(
    game: LoadedGame,
    *,
    runs: int = 500,
    seed: int | str = 0,
    players: str | PlayerFactory = "random",
    most: int = 5,
    workers: int = 1,
    progress: Progress | None = None,
) -> Usage:
    """Fight `runs` battles between random line-ups of up to `most` creatures a side, with every trait and thing there is.

    Raises `SetupError` for impossible numbers.
    """
    if runs < 1 or workers < 1:
        raise SetupError(f"runs and workers must be 1 or more, not {runs} and {workers}")
    staging_of(game)
    total, done = Reached(), 0
    for piece in each(game, Watching(seed, factory_of(players), most), ranges(runs, workers), workers):
        total.add(piece)
        done += piece.battles
        if progress is not None:
            progress(done, runs)
    name = players if isinstance(players, str) else getattr(players, "__name__", type(players).__name__)
    return Usage(game.ruleset.name, seed, name, runs, tuple(_entries(game, total)))


# -- watching ------------------------------------------------------------------------------------------------------------


@define(slots=True)
class Reached:
    """What some battles reached, in whole numbers: the order of adding changes nothing."""

    battles: int = 0
    places: Counter[Place] = field(factory=Counter)
    conditions: Counter[str] = field(factory=Counter)
    actions: Counter[tuple[str, str]] = field(factory=Counter)  # the card whose sentence it was, and what was carried out
    cards: Counter[tuple[str, str]] = field(factory=Counter)  # kind and name of everything that was in play

    def add(self, other: Reached) -> None:
        """Count all of another in."""
        self.battles += other.battles
        self.places.update(other.places)
        self.conditions.update(other.conditions)
        self.actions.update(other.actions)
        self.cards.update(other.cards)


@frozen(slots=True)
class Watching:
    """The task of fighting some random battles and noting what they reach."""

    seed: int | str
    factory: PlayerFactory
    most: int

    def __call__(self, game: LoadedGame, battles: range) -> Reached:
        """These battles, added up."""
        reached = Reached()
        for k in battles:
            lines = random_lineups(game, self.seed, k, most=self.most)
            state = game.battle(lines.rogues, lines.enemies, **lines.setup).state
            seats = {entity.seat for entity in state.entities.values() if entity.seat is not None}
            players: dict[int, Any] = {seat: self.factory(f"{self.seed}, game {k}, seat {seat}") for seat in seats}
            if any(isinstance(player, Searching) for player in players.values()):
                raise SetupError("players that search need a match, and usage watches without one: name 'random' or 'greedy'")
            run = Watched(game.ruleset, game.library, state, SeededDice.for_game(self.seed, k), players)
            try:
                while run.step():
                    pass
            except DicecrawlError as fault:
                fault.add_note(f"this was battle {k} of seed {self.seed!r}: {lines}")
                raise
            run.count(reached)
        return reached


class Watched(Run):
    """A run that notes which sentences were performed and which rules changed an answer."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.performed: Counter[Place] = Counter()
        self.changed: set[Place] = set()
        self._consulting = False

    def check_depth(self, chain: tuple[Cause, ...]) -> None:
        """Every sentence that is performed passes here; a rule that is only asked does too, and does not count."""
        super().check_depth(chain)
        if not self._consulting:
            self.performed[place_of(chain[-1].span)] += 1

    def for_rule(self, ctx: Context, bearing: Bearing, event: Event | None = None) -> Context:
        """See `Run.for_rule`."""
        outer, self._consulting = self._consulting, True
        try:
            return super().for_rule(ctx, bearing, event)
        finally:
            self._consulting = outer

    def _lightly(self, ctx: Context, bearing: Bearing) -> Context:
        outer, self._consulting = self._consulting, True
        try:
            return super()._lightly(ctx, bearing)
        finally:
            self._consulting = outer

    def value(self, ctx: Context, question: Question, also: Sequence[Change] = ()) -> Any:
        """See `Run.value`; rules that have not changed anything yet are asked once more than the game asks them."""
        if question not in self._known:
            for bearing in self.book().modifiers.get(type(question), ()):
                rule = bearing.rule
                where = place_of(rule.span)
                if where in self.changed or not isinstance(rule, Modifier):
                    continue
                if rule.change(self._lightly(ctx, bearing), question) is not None:
                    self.changed.add(where)
        return super().value(ctx, question, also)

    def count(self, reached: Reached) -> None:
        """Add what was noted."""
        reached.battles += 1
        reached.places.update(self.performed)
        reached.places.update(self.changed)
        begun = {(entity.kind, entity.definition) for entity in self.state.entities.values()}
        for logged in self.log:
            event = logged.event
            if isinstance(event, ConditionGained):
                reached.conditions[event.condition.name] += 1
            elif isinstance(event, ActionStarted):
                reached.actions[logged.cause.definition, event.ability] += 1
            elif isinstance(event, EntityAdded):
                begun.add((event.entity.kind, event.entity.definition))
        reached.cards.update(begun)


def place_of(span: Span) -> Place:
    """Where a span stands."""
    return span.file, span.start, span.end


# -- what there is to reach -----------------------------------------------------------------------------------------------


def sentences(root: Node) -> Iterator[Node]:
    """Every sentence of a tree that is performed on its own, and every rule in it that changes answers, in order."""
    for node in root.walk():
        if isinstance(node, Modifier):
            yield node
        if not isinstance(node, Effect):
            continue
        parts = node.sentences if isinstance(node, Block) else getattr(node, node.gathers, ()) if node.gathers else ()
        yield from (part for part in parts if isinstance(part, Effect))


def _entries(game: LoadedGame, reached: Reached) -> Iterator[Entry]:
    for kind in game.library.kinds():
        for card in game.library.all(kind) if kind not in game.ruleset.elsewhere else ():
            yield from _of_card(game, card, reached)


def _of_card(game: LoadedGame, card: Definition, reached: Reached) -> Iterator[Entry]:
    absent, seen = "", set[Place]()
    if card.kind == "condition":
        times = reached.conditions[card.name]
        absent = "" if times else _why_not_gained(card)
        yield Entry("condition", card.kind, card.name, card.name, times, str(card.span), absent)
    elif game.ruleset.is_creature(card.kind, card.stats) or card.kind == _belongings(game):
        absent = "" if reached.cards[card.kind, card.name] else "its card was never in play"
    for ability in (ability for ability in card.abilities if ability.kind not in game.ruleset.elsewhere):
        inner = list(_unique(sentences(ability.block), seen))
        counts = [reached.places[place_of(part.span)] for part in inner]
        times = max(reached.places[place_of(ability.span)], reached.actions[card.name, ability.name], *counts, 0)
        sort = "row" if ability.faces and ability.kind in ("action", "bullshit") else "ability"
        name = ability.name or f"{ability.kind} {', '.join(map(str, ability.faces))}"
        yield Entry(sort, card.kind, card.name, name, times, str(ability.span), "" if times else absent)
        yield from _clauses(game, card, inner, reached, absent or ("" if times else "its ability never came about"))
    for rule in card.rules:
        inner = list(_unique(sentences(rule), seen))
        yield from _clauses(game, card, inner, reached, absent)
        if not any(True for _ in sentences(rule)):
            # A rule of another sort, such as one that offers an action: it counts when that is carried out.
            named = {ability.name for ability in card.abilities}
            times = sum(n for (whose, what), n in reached.actions.items() if whose == card.name and what not in named)
            yield Entry("sentence", card.kind, card.name, _text(game, rule), times, str(rule.span), "" if times else absent)


def _why_not_gained(card: Definition) -> str:
    if "means" in card.fields:
        return f"whoever gains it has {card.fields['means'].name.text}"
    given = card.fields.get("given by")
    return f"given by {given}" if given else "nobody gained it"


def _clauses(game: LoadedGame, card: Definition, parts: Iterable[Node], reached: Reached, absent: str) -> Iterator[Entry]:
    for part in parts:
        times = reached.places[place_of(part.span)]
        yield Entry("sentence", card.kind, card.name, _text(game, part), times, str(part.span), "" if times else absent)


def _unique(nodes: Iterable[Node], seen: set[Place]) -> Iterator[Node]:
    """Each place once: a sentence that is joined to another, or a rule in an ability, stands in a card twice."""
    for node in nodes:
        if place_of(node.span) not in seen:
            seen.add(place_of(node.span))
            yield node


def _belongings(game: LoadedGame) -> str | None:
    return staging_of(game).belongings


def _text(game: LoadedGame, node: Node) -> str:
    parsed = game.library.parsed.get(node.span.file)
    return " ".join(parsed.source.text[node.span.start : node.span.end].split()) if parsed is not None else ""
