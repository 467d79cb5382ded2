"""A sensible player that looks only at its options: attack what is nearly dead, help friends, waste nothing.

It sees options and the state, never rules. It prefers special actions to basic ones and both to moving, aims at the
enemy with the least Health, heals and helps the ally with the least, and takes every "may" and reaction.
"""

from __future__ import annotations

from dicecrawl.core.decisions import FRIENDS_ONLY, Decision, Option
from dicecrawl.core.state import State

_KINDS = {"action": 5, "end": 4, "item": 2, "common": 1}
_LAST = ("Skip", "Escape", "Focus", "Move")


class GreedyPlayer:
    """Scores each option and takes the best; ties go to the first."""

    def __call__(self, decision: Decision, state: State) -> tuple[int, ...]:
        """The best options, as many as are allowed where more is better."""
        if decision.kind == "may" or decision.kind == "reaction":
            return (0,)
        ranked = sorted(range(len(decision.options)), key=lambda i: (-self._worth(decision, i, state), i))
        count = decision.most if decision.kind in ("target", "extra target") else max(decision.least, 1)
        return tuple(sorted(ranked[: min(count, decision.most)]))

    def _worth(self, decision: Decision, index: int, state: State) -> float:
        option = decision.options[index]
        if option.kind == "entity":
            return self._creature(decision, option, state)
        if decision.kind == "action":
            return self._action(option, index)
        return -index

    def _action(self, option: Option, index: int) -> float:
        if option.why == FRIENDS_ONLY:
            return -1.0  # worse than to skip
        worth = float(_KINDS.get(option.kind, 0)) * 10
        if option.kind == "common" and option.value in _LAST:
            worth += _LAST.index(str(option.value))
        if option.kind == "action":
            worth += min(index, 9)  # later on the sheet: longer cooldown, stronger
        return worth

    def _creature(self, decision: Decision, option: Option, state: State) -> float:
        entity = state[int(option.value)]
        actor = state[decision.actor] if decision.actor is not None else None
        health = entity.count("Health")
        hostile = actor is not None and entity.side != actor.side
        return (1000 if hostile else 0) - health
