"""Where the numbers of a game came from: the state as it was at each event, asked again.

A log holds facts, not sums. This follows the log with a state of its own, which nobody plays with, and puts the same
questions to it that the rules put: so each part of a sum can be named with the card that gave it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import attrs
from attrs import frozen

from dicecrawl.core.context import Context
from dicecrawl.core.definitions import Ability, Definition, Library
from dicecrawl.core.dice import RecordedDice
from dicecrawl.core.events import CheckMade, DamageDealt, Event, RuleSet, Targeted
from dicecrawl.core.nodes import Node, Span
from dicecrawl.core.questions import Change, DamageOf, DiceKept, FaceCounted, Question, RollBonus, StatOf
from dicecrawl.core.rules import Bearing, Modifier, Replacement, fold
from dicecrawl.core.ruleset import Ruleset
from dicecrawl.core.run import Run
from dicecrawl.core.state import State
from dicecrawl.effects.checks import DamageScale, Make, VsStat
from dicecrawl.errors import ScriptError


@frozen(slots=True)
class Part:
    """One change of a number and the card it came from."""

    source: str
    change: Change


@frozen(slots=True)
class Answer:
    """A question's printed answer, what changed it, and what came out."""

    base: Any
    parts: tuple[Part, ...]
    value: Any


class Reasons:
    """Follows a log and explains its numbers."""

    def __init__(self, ruleset: Ruleset, library: Library, start: State) -> None:
        self.ruleset = ruleset
        self.library = library
        self.state = start.clone()
        self._places: dict[tuple[str, int, int], tuple[Definition, Ability | None, Node]] | None = None
        self._asked: Run | None = None

    def follow(self, event: Event) -> None:
        """Let an event of the log happen here too."""
        if isinstance(event, RuleSet):
            # It keeps the number it was given then.
            waiting = (*self.state.waiting, event.waiting)
            self.state = attrs.evolve(self.state, waiting=waiting)
        else:
            event.apply(self.state)
        self._asked = None

    # -- questions -------------------------------------------------------------------------------------------------------

    def _run(self, faces: Sequence[int] = ()) -> Run:
        if faces:
            return Run(self.ruleset, self.library, self.state.clone(), RecordedDice(faces))
        if self._asked is None:
            self._asked = Run(self.ruleset, self.library, self.state, RecordedDice(()))
        return self._asked

    def ask(self, question: Question, *also: Change, faces: Sequence[int] = ()) -> Answer:
        """The answer to a question now; `faces` are dice that rules threw for it."""
        run = self._run(faces)
        ctx = Context(run, 0)
        printed = self.ruleset.answers.get(type(question))
        base = printed(ctx, question) if printed is not None else question.printed()
        parts = []
        for bearing in run.book().modifiers.get(type(question), ()):
            rule = bearing.rule
            assert isinstance(rule, Modifier)
            change = rule.change(run.for_rule(ctx, bearing), question)
            if change is not None:
                parts.append(Part(bearing.definition, change))
        changes = [*also, *(part.change for part in parts)]
        value = fold(question, base, changes, self.ruleset.arithmetic, self.ruleset.halve)
        if question.least is not None and value is not None:
            value = max(question.least, value)
        return Answer(base, tuple(parts), value)

    def forbidden_by(self, question: Question) -> tuple[str, ...]:
        """The cards that say no to a yes/no question."""
        return tuple(dict.fromkeys(p.source for p in self.ask(question).parts if p.change.op == "forbid"))

    # -- sums ------------------------------------------------------------------------------------------------------------

    def stat(self, who: int, name: str) -> tuple[str, int]:
        """A stat or counter as a sum, such as "3 Physical + 2 Vigorous", and what it comes to."""
        if name in self.ruleset.counters:
            return f"{self.state[who].count(name)} {name}", self.state[who].count(name)
        answer = self.ask(StatOf(who, name))
        terms = [f"{answer.base} {name}"]
        if any(part.change.op not in ("add", "less") for part in answer.parts):
            return f"{answer.value} {name}", answer.value
        terms.extend(signed(_step(part.change), part.source) for part in answer.parts)
        return " ".join(terms), answer.value

    def roll(self, check: CheckMade, faces: Sequence[tuple[int, int]], bonus: int, action: bool) -> str:
        """How a roll came to its total: "4 + 3 Physical = 7". `faces` are pairs, the face that counts and the natural one."""
        terms, total = self._thrown(check, faces, action)
        if bonus:
            terms.append(signed(bonus, "from a rule"))
            total += bonus
        if check.stat is not None and check.roller is not None:
            told, value = self.stat(check.roller, check.stat)
            terms.append(told if not terms else _joined(told))
            total += value
        extra = self.ask(RollBonus(check.roller or 0, check.stat, check.attack, action, check.target))
        for part in extra.parts:
            terms.append(signed(_step(part.change), part.source))
            total += _step(part.change)
        if check.total != total:
            terms.append(signed(check.total - total, "bonus"))
        sum_of = " ".join(terms)
        return sum_of if len(terms) == 1 and sum_of == str(check.total) else f"{sum_of} = {check.total}"

    def _thrown(self, check: CheckMade, faces: Sequence[tuple[int, int]], action: bool) -> tuple[list[str], int]:
        """The dice of a roll, each group of which the lowest counts, and those that exploded after it."""
        kept = max(1, self.ask(DiceKept(check.roller or 0, action)).value)
        terms: list[str] = []
        total = 0
        for first in range(0, len(faces), kept):
            group = faces[first : first + kept]
            face = min(face for face, _ in group)
            told = str(face)
            if len(group) > 1:
                told += f" (lowest of {', '.join(str(f) for f, _ in group)})"
            elif group[0][0] != group[0][1]:
                told += f" (rerolled from {group[0][1]})"
            counted = int(self.ask(FaceCounted(check.roller or 0, action, face)).value)
            if counted != face:
                told = f"{counted} (a rolled {face})"
            terms.append(told if not terms else f"+ {told}")
            total += counted
        return terms, total

    def number(self, check: CheckMade, span: Span) -> str:
        """What a roll was made against: "Defense 1", "Defense 1 + 2 Protected = 3", "TN 4"."""
        make = self.roll_at(span, check)
        against = make.against if make is not None else None
        if not isinstance(against, VsStat):
            return f"TN {check.number}" if not check.attack or against is not None else str(check.number)
        name = against.stat.text
        if check.target is None:
            return f"{name} {check.number}"
        told, value = self.stat(check.target, name)
        if value != check.number:
            return f"{name} {check.number}"
        base, _, rest = told.partition(f" {name}")
        return f"{name} {base}{rest} = {check.number}" if rest else f"{name} {base}"

    def damage(self, event: DamageDealt, span: Span, faces: Sequence[int]) -> str:
        """How damage comes to its amount, asked before it is dealt: "6", or "6 doubled by Potent = 12"."""
        question = DamageOf(event.dealer, event.target, event.attack, event.base)
        scales = self._scales(span, event)
        try:
            answer = self.ask(question, faces=faces)
            scaled = self.ask(question, *(change for _, change in scales), faces=faces).value
        except ScriptError:  # its dice are not among those that are known
            answer, scaled = Answer(event.base, (), None), None
        steps = [_scaled(part.change, f"by {part.source}") for part in answer.parts]
        if scaled == event.amount:
            steps = [*(_scaled(change, f"({word} damage)") for word, change in scales), *steps]
        elif answer.value != event.amount:
            steps = ["changed by a rule"]
        return f"{event.base} {', '.join(steps)} = {event.amount}" if steps else str(event.amount)

    def _scales(self, span: Span, event: DamageDealt) -> list[tuple[str, Change]]:
        if not event.attack:
            return []
        make = self.roll_at(span, None)
        scales = [mod for mod in (make.mods if make is not None else ()) if isinstance(mod, DamageScale)]
        return [(scale.scale, change) for scale in scales if (change := scale.change()) is not None]

    def turned_by(self, aimed: Targeted, done: Targeted) -> str | None:
        """The ability or card by which an attack was turned aside."""
        run = self._run()
        ctx = Context(run, 0)
        for bearing in run.book().replacements.get(Targeted, ()):
            rule = bearing.rule
            if bearing.owner == done.target and isinstance(rule, Replacement) and _answers(run, ctx, bearing, aimed):
                return bearing.ability.name if bearing.ability is not None else bearing.definition
        return None

    # -- the text behind a cause -----------------------------------------------------------------------------------------

    def ability_at(self, span: Span) -> Ability | None:
        """The ability whose text holds this stretch."""
        found = self._index().get(_key(span))
        return found[1] if found is not None else None

    def roll_at(self, span: Span, check: CheckMade | None) -> Make | None:
        """The roll that a sentence calls for."""
        found = self._index().get(_key(span))
        if found is None:
            return None
        makes = [node for node in found[2].walk() if isinstance(node, Make)]
        if check is not None:
            fits = [m for m in makes if (m.stat.text if m.stat else None) == check.stat]
            makes = [m for m in fits if (m.attack is not None) == check.attack] or fits
        return makes[0] if makes else None

    def _index(self) -> dict[tuple[str, int, int], tuple[Definition, Ability | None, Node]]:
        """Every node by where it stands; the outermost of those at one place."""
        if self._places is None:
            self._places = {}
            for kind in self.library.kinds():
                for card in self.library.all(kind):
                    for ability, node in _texts(card):
                        for inner in node.walk():
                            self._places.setdefault(_key(inner.span), (card, ability, inner))
        return self._places


def _texts(card: Definition) -> Iterator[tuple[Ability | None, Node]]:
    for ability in card.abilities:
        yield ability, ability.block
        if ability.trigger is not None:
            yield ability, ability.trigger
    for rule in card.rules:
        yield None, rule


def _key(span: Span) -> tuple[str, int, int]:
    return span.file, span.start, span.end


def _answers(run: Run, ctx: Context, bearing: Bearing, event: Targeted) -> bool:
    pattern = getattr(bearing.rule, "event", None)
    return pattern is not None and pattern.match(run.for_rule(ctx, bearing, event), event) is not None


def signed(number: int, name: str) -> str:
    """A further term of a sum: "+ 2 Vigorous", "- 1 Physical"."""
    return f"{'-' if number < 0 else '+'} {abs(number)} {name}".rstrip()


def _joined(told: str) -> str:
    """A sum as the next term of another."""
    return f"- {told[1:]}" if told.startswith("-") else f"+ {told}"


def _step(change: Change) -> int:
    return -int(change.value) if change.op == "less" else int(change.value)


def _scaled(change: Change, why: str) -> str:
    if change.op == "halve":
        return f"halved {why}"
    if change.op == "times":
        return f"{ {2: 'doubled', 3: 'tripled'}.get(change.value, f'times {change.value}') } {why}"
    if change.op in ("add", "less"):
        return signed(_step(change), why)
    return f"set to {change.value} {why}"
