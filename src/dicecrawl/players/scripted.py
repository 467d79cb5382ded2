"""A player that gives the answers it was told, in order, and says so when they do not fit."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from dicecrawl.core.decisions import Decision
from dicecrawl.core.state import State
from dicecrawl.errors import ScriptError


class ScriptedPlayer:
    """Answers by option values or labels (such as "Axe Big", an entity's label, "yes", a die's "6"), or by index.

    Options that are called alike are named once for each: ("6", "6") are two dice.
    """

    def __init__(self, answers: Iterable[int | str | Sequence[int | str]]) -> None:
        self.answers = list(answers)
        self.used = 0

    def __call__(self, decision: Decision, state: State) -> tuple[int, ...]:
        """The next answer of the script; raises `ScriptError` when there is none or it fits no option."""
        if self.used >= len(self.answers):
            raise ScriptError(f"the script has no answer left for a {decision.kind} decision: {shown(decision, state)}")
        answer = self.answers[self.used]
        self.used += 1
        wanted = (answer,) if isinstance(answer, int | str) else tuple(answer)
        picks: list[int] = []
        for one in wanted:
            picks.append(self._index(one, decision, state, picks))
        return tuple(picks)

    def _index(self, wanted: int | str, decision: Decision, state: State, taken: Sequence[int]) -> int:
        if isinstance(wanted, int):
            return wanted
        for index, option in enumerate(decision.options):
            if index not in taken and wanted.casefold() == label(option.kind, option.value, state).casefold():
                return index
        raise ScriptError(f"'{wanted}' is no option of this {decision.kind} decision: {shown(decision, state)}")

    def finish(self) -> None:
        """Raise `ScriptError` when answers are left over."""
        if self.used < len(self.answers):
            left = ", ".join(repr(a) for a in self.answers[self.used :])
            raise ScriptError(f"the game never asked for these answers: {left}")


def label(kind: str, value: int | str, state: State) -> str:
    """How an option is called: an entity by its label."""
    return state[int(value)].label if kind == "entity" else str(value)


def shown(decision: Decision, state: State) -> str:
    """The options of a decision in a line."""
    return ", ".join(repr(label(o.kind, o.value, state)) for o in decision.options)
