"""How one battle went: who won, who still stands with how much life, and who fell by whose sentence.

It is read off the log and the state of a match, changes nothing, and keeps nothing of the match.
"""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import TYPE_CHECKING, Any

import attrs
from attrs import define, frozen

from dicecrawl.analysis.distribution import markdown
from dicecrawl.core.events import CounterChanged, DamageDealt, EntityRemoved, Logged
from dicecrawl.core.state import Cause

if TYPE_CHECKING:
    from dicecrawl.core.state import Entity, State
    from dicecrawl.match import Match

STANDING, DIED = "standing", "died"


@frozen(slots=True)
class Fate:
    """What became of one creature.

    `fate` is "standing", or how it went: "died", "escaped", "left", "replaced". `life` is what it has left of `limit`,
    `damage` the points it dealt. Of one that went, `round` says when, `by` whose doing it was (None: its own, or nobody's),
    `card` and `sentence` what did it.
    """

    name: str
    card: str
    side: str
    fate: str
    life: int
    limit: int | None
    damage: int
    round: int | None = None
    by: str | None = None
    cause: str | None = None
    sentence: str | None = None

    @property
    def told(self) -> str:
        """Its end in words, such as: died in round 2 by Imp (Imp: "...")."""
        if self.fate == STANDING:
            return f"{self.life} of {self.limit}" if self.limit is not None else str(self.life)
        by = f" by {self.by}" if self.by else ""
        quoted = f': "{self.sentence}"' if self.sentence else ""
        source = f" ({self.cause}{quoted})" if self.cause else ""
        return f"{self.fate} in round {self.round}{by}{source}"


@frozen(slots=True)
class BattleResult:
    """How a battle went. `result` is "won", "lost" or "undecided" for the players, None while it goes on."""

    game: str
    result: str | None
    rounds: int
    creatures: tuple[Fate, ...]

    @property
    def standing(self) -> tuple[Fate, ...]:
        """Who is still there."""
        return tuple(fate for fate in self.creatures if fate.fate == STANDING)

    @property
    def fallen(self) -> tuple[Fate, ...]:
        """Who died, in the order of the line-ups."""
        return tuple(fate for fate in self.creatures if fate.fate == DIED)

    def text(self, *, ascii: bool = False) -> str:
        """A report for a terminal; with `ascii` it holds no other character."""
        broad = max(len(fate.name) for fate in self.creatures)
        lines = [self._head()]
        for side, fates in self._sides().items():
            lines.append(f"  {side}")
            lines.extend(f"    {fate.name:<{broad}}  {fate.told}; dealt {fate.damage}" for fate in fates)
        told = "\n".join(lines)
        return told.encode("ascii", "replace").decode() if ascii else told

    def __str__(self) -> str:
        return self.text()

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{escape(f.side)}</td><td>{escape(f.name)}</td><td>{escape(f.told)}</td><td>{f.damage}</td></tr>"
            for f in self.creatures
        )
        head = "<tr><th>side</th><th>creature</th><th>fate</th><th>damage dealt</th></tr>"
        return f"<table><caption>{escape(self._head())}</caption><thead>{head}</thead><tbody>{rows}</tbody></table>"

    def _repr_markdown_(self) -> str:
        rows = [f"| {markdown(f.side)} | {markdown(f.name)} | {markdown(f.told)} | {f.damage} |" for f in self.creatures]
        head = ["| side | creature | fate | damage dealt |", "| --- | --- | --- | ---: |"]
        return "\n".join([markdown(self._head()), "", *head, *rows])

    def to_rows(self) -> list[dict[str, Any]]:
        """One row a creature, for a data frame of any library."""
        return [attrs.asdict(fate) for fate in self.creatures]

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return {"game": self.game, "result": self.result, "rounds": self.rounds, "creatures": self.to_rows()}

    def _head(self) -> str:
        rounds = "1 round" if self.rounds == 1 else f"{self.rounds} rounds"
        return f"{self.result.capitalize() if self.result else 'Going on'} after {rounds}"

    def _sides(self) -> Mapping[str, list[Fate]]:
        sides: dict[str, list[Fate]] = {}
        for fate in self.creatures:
            sides.setdefault(fate.side, []).append(fate)
        return sides


def battle_result(match: Match) -> BattleResult:
    """How a match went, or how it stands so far."""
    reader = _Reader()
    for logged in match.log:
        reader.hear(logged)
    state, life = match.state, match.ruleset.life
    here = tuple(match.ruleset.order(state))
    creatures = [entity for entity in state.entities.values() if life in entity.counters]
    fates = tuple(_fate(entity, state, here, life, reader, match.library) for entity in creatures)
    return BattleResult(match.ruleset.name, match.result, state.count("round"), fates)


@define(slots=True)
class _Parting:
    """How somebody went."""

    reason: str
    round: int
    cause: Cause
    dealer: int | None


class _Reader:
    """Follows a log and keeps what a report needs."""

    def __init__(self) -> None:
        self.round = 0
        self.dealt: dict[int, int] = {}
        self.partings: dict[int, _Parting] = {}
        self._blow: tuple[DamageDealt, Cause] | None = None  # the last damage and its sentence

    def hear(self, logged: Logged) -> None:
        """Take in one event."""
        event = logged.event
        if isinstance(event, DamageDealt):
            self._blow = (event, logged.cause)
            if event.dealer is not None:
                self.dealt[event.dealer] = self.dealt.get(event.dealer, 0) + event.amount
        elif isinstance(event, CounterChanged) and event.who is None and event.counter == "round":
            self.round += event.applied
        elif isinstance(event, EntityRemoved):
            dealer = None
            if self._blow is not None and (self._blow[0].target, self._blow[1]) == (event.who, logged.cause):
                dealer = self._blow[0].dealer
            self.partings[event.who] = _Parting(event.reason, self.round, logged.cause, dealer)


def _fate(entity: Entity, state: State, here: tuple[int, ...], life: str, reader: _Reader, library: Any) -> Fate:
    fate = Fate(
        entity.label,
        entity.definition,
        entity.home,
        STANDING,
        entity.count(life),
        entity.limits.get(life),
        reader.dealt.get(entity.id, 0),
    )
    parting = reader.partings.get(entity.id)
    if entity.id in here or parting is None:
        return fate
    cause = parting.cause
    doer = parting.dealer if parting.dealer is not None else cause.owner
    by = state[doer].label if doer is not None and doer in state.entities and doer != entity.id else None
    return attrs.evolve(
        fate,
        fate=parting.reason,
        round=parting.round,
        by=by,
        cause=cause.definition or None,
        sentence=sentence(library, cause),
    )


def sentence(library: Any, cause: Cause) -> str | None:
    """The words of a cause as the content has them, on one line; None when it stands nowhere or the texts are not kept."""
    parsed = getattr(library, "parsed", {}).get(cause.span.file)
    if parsed is None or cause.span.end <= cause.span.start:
        return None
    return " ".join(parsed.source.text[cause.span.start : cause.span.end].split())
