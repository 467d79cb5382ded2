"""The odds of every attack that is offered now, against everybody it can reach, within a few seconds."""

from __future__ import annotations

import time
from collections.abc import Container, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from attrs import frozen

from dicecrawl.analysis.distribution import percent
from dicecrawl.analysis.odds import Willing
from dicecrawl.analysis.outlook import CreatureOutlook, Outlook
from dicecrawl.analysis.situations import Search, ability_odds_from
from dicecrawl.core.decisions import Decision
from dicecrawl.core.definitions import Ability
from dicecrawl.core.events import ActionStarted
from dicecrawl.core.state import State
from dicecrawl.effects.checks import Make
from dicecrawl.errors import BudgetExceeded

if TYPE_CHECKING:
    from dicecrawl.core.events import Logged
    from dicecrawl.game import Game

SECONDS = 6.0
"""After so long no further attack is looked into."""
SEARCH = Search(most=12_000, samples=300)


class _Looking(Willing):
    """Aims at one creature, and notes whom it could have aimed at first."""

    def __init__(self, target: int) -> None:
        super().__init__(target)
        self.reach: tuple[int, ...] = ()

    def __call__(self, decision: Decision, state: State) -> tuple[int, ...]:
        if decision.kind == "target" and not self.reach:
            self.reach = tuple(int(option.value) for option in decision.options if option.kind == "entity")
        return super().__call__(decision, state)


@frozen(slots=True)
class Acting:
    """A question which action somebody takes, and the state in which it was asked."""

    decision: Decision
    state: State


def chances(game: Game, decision: Decision, state: State, log: Sequence[Logged], acting: Acting | None) -> Iterator[str]:
    """Lines about each attack that is offered; where its target is asked for, about the one that was chosen before.

    `state` is what the player who asks may see.
    """
    if decision.kind in ("target", "extra target") and acting is not None and acting.decision.actor == decision.actor:
        begun = [logged.event for logged in log if isinstance(logged.event, ActionStarted)]
        state, only = acting.state, begun[-1].ability if begun else ""
        decision = acting.decision
    else:
        only = ""
    attacks = list(_attacks(game, decision, state)) if decision.actor is not None and decision.kind == "action" else []
    attacks = [(called, ability) for called, ability in attacks if not only or only in (called, ability.name)]
    if not attacks:
        yield "No attack is offered here: odds are told where somebody chooses an action."
        return
    ends = time.monotonic() + SECONDS
    for called, ability in attacks:
        yield f"  {called}"
        if time.monotonic() > ends:
            yield "    not looked into: the others took too long"
            continue
        try:
            yield from (f"    {line}" for line in _rows(game, decision.actor or 0, ability, state, ends))
        except BudgetExceeded as endless:
            yield f"    no answer: {endless}"
    yield "A roll that hits may still do 0 damage. What you may do is done, and nobody spends Luck."


def _attacks(game: Game, decision: Decision, state: State) -> Iterable[tuple[str, Ability]]:
    """The offered abilities that roll against somebody."""
    entity = state[decision.actor or 0]
    card = game.library.get(entity.kind, entity.definition)
    for option in decision.options:
        found = None
        if option.kind == "action":
            found = card.ability(str(option.value))
        elif option.kind == "item":
            found = next(iter(game.library.get("item", str(option.value)).of_kind("action")), None)
        if found is not None and any(isinstance(node, Make) and node.attack for node in found.block.walk()):
            yield str(option.value), found


def _rows(game: Game, who: int, ability: Ability, state: State, ends: float) -> Iterator[str]:
    first = _Looking(0)
    found = ability_odds_from(game, state, who, ability, players=first, search=SEARCH)
    friends = {creature.id for creature in state.entities.values() if creature.side == state[who].side}
    reach = sorted(first.reach, key=lambda target: target in friends)
    if not reach:
        yield from _told(found, state, [entity.id for entity in state.entities.values() if entity.counters])
    for target in reach:
        if time.monotonic() > ends:
            yield "the others were not looked into: this took too long"
            return
        found = ability_odds_from(game, state, who, ability, players=_Looking(target), search=SEARCH)
        yield from _told(found, state, [target])


def _told(found: Outlook, state: State, whom: Sequence[int]) -> Iterator[str]:
    told = {creature.name: creature for creature in found.creatures}
    for who in whom:
        entity = state[who]
        if entity.label in told:
            parts = list(_parts(told[entity.label], {condition.name for condition in entity.conditions}))
            if found.success is not None and len(whom) == 1:
                parts.insert(0, f"hits {percent(found.success.value)}")
            if parts:
                yield f"{entity.label}: {', '.join(parts)} ({found.answer.split(' (')[0]})"


def _parts(creature: CreatureOutlook, had: Container[str]) -> Iterator[str]:
    mean = creature.damage.mean.value if creature.damage is not None else Fraction(0)
    if mean:
        yield f"{float(mean):.2f} damage on average"
    if creature.down.value:
        yield f"dead {percent(creature.down.value)}"
    if creature.away.value:
        yield f"away {percent(creature.away.value)}"
    for condition, figure in creature.conditions.items():
        if condition not in had:
            yield f"{condition} {percent(figure.value)}"
