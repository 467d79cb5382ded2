"""The sentences of a story: what was done, all that came of it, and how the lines stand."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from attrs import define, field

from dicecrawl.core.definitions import Library
from dicecrawl.core.events import Event, TagChanged
from dicecrawl.core.nodes import Span
from dicecrawl.core.state import Condition, Entity, State

_WIDEST = 110
"""Up to so many characters an action and all that came of it stand on one line."""


def line_up(state: State, life: str | None = None) -> str:
    """Both lines as they stand, the battle line between them: "[Wizard, Archer, Knight | Giant Rat]".

    With a counter, its value stands behind each name: "Giant Rat (3)". Those who are in the battle but in no line follow.
    """
    sides = sides_of(state)

    def told(who: int) -> str:
        entity = state[who]
        return entity.label if life is None else f"{entity.label} ({entity.count(life)})"

    rows = [[told(who) for who in state.zone(side)] for side in sides]
    if rows:
        rows[0].reverse()
    text = f"[{' | '.join(', '.join(row) or 'nobody' for row in rows)}]"
    aside = [told(who) for who in state.zone("aside")]
    return f"{text} aside: {', '.join(aside)}" if aside else text


def sides_of(state: State) -> list[str]:
    """The zones that are lines of creatures, as the setup named them."""
    homes = dict.fromkeys(entity.home for entity in state.entities.values())
    return [zone for zone in state.zones if zone in homes]


def condition_text(condition: Condition) -> str:
    """A condition with its strength and the turns it has left: "Protected [2] (3)"."""
    strength = f" [{condition.strength}]" if condition.strength is not None else ""
    return f"{condition.name}{strength} ({'∞' if condition.dice is None else condition.dice})"


def tag_text(event: TagChanged, library: Library, entity: Entity) -> str:
    """That somebody is something now, or has learned it; a numbered trait with its name: 'quality 3 "Get in Line"'."""
    if event.field != "cards":
        return f"{'is now' if event.on else 'is no longer'} {event.name}"
    kind, _, number = event.name.partition(" ")
    numbered = library.get(entity.kind, entity.definition).of_kind(kind) if number.isdigit() else ()
    named = next((f' "{ability.name}"' for ability in numbered if int(number) in ability.faces and ability.name), "")
    return f"{'learns' if event.on else 'is rid of'} {event.name}{named}"


@define(slots=True, eq=False)
class Clause:
    """One thing that happened: who did it or had it done, and the words for it."""

    who: int | None
    text: str
    span: Span
    event: Event | None = None
    health: tuple[int, int, int] | None = None  # whose, before, after
    died: bool = False
    notes: list[str] = field(factory=list)


@define(slots=True, eq=False)
class Passage:
    """An action, trait or rule and all that it did."""

    head: str
    who: int | None
    definition: str
    owner: int | None
    span: Span
    kind: str = ""
    targets: list[str] = field(factory=list)
    notes: list[str] = field(factory=list)
    clauses: list[Clause] = field(factory=list)
    aimed: tuple[int, ...] = ()

    def lines(self, name: Callable[[int | None], str], *, split: bool) -> list[tuple[str, Span, int]]:
        """Its lines with the place of their sentence and how far they stand in; `split` keeps what happened apart."""
        head = self._heading()
        told = [self._told(clause, name) for clause in self.clauses]
        if not head and not told:
            return []
        whole = f"{head}: {'; '.join(told)}." if head and told else f"{head}{'; '.join(told)}."
        if len(told) < 2 or (len(whole) <= _WIDEST and not split):
            return [(whole, self.clauses[0].span if told else self.span, 1)]
        lines = [(f"{head}:", self.span, 1)] if head else []
        inner = 2 if head else 1
        return [*lines, *((f"{text}.", clause.span, inner) for clause, text in zip(self.clauses, told, strict=True))]

    def _heading(self) -> str:
        head = self.head
        if head and self.targets:
            head += f" on {listed(self.targets)}"
        return f"{head} ({'; '.join(self.notes)})" if head and self.notes else head

    def _told(self, clause: Clause, name: Callable[[int | None], str]) -> str:
        subject = clause.who
        named = "" if subject is None or (subject == self.who and self.head) else f"{name(subject)} "
        text = f"{named}{clause.text}"
        if clause.health is not None:
            who, before, after = clause.health
            whose = "" if who == subject else f"{name(who)}: "
            text += f" ({whose}{before} -> {'dead' if clause.died else after})"
        return f"{text} ({'; '.join(clause.notes)})" if clause.notes else text


def listed(names: Iterable[str]) -> str:
    """Names in a row: "a, b and c"."""
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last
