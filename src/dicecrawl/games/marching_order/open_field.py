"""The open field in which odds are asked: range and place do not matter there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dicecrawl.core.nodes import Standing, node
from dicecrawl.core.questions import Change, Question, ReachedAnyway
from dicecrawl.core.rules import Modifier
from dicecrawl.core.state import State

if TYPE_CHECKING:
    from dicecrawl.core.context import Context

OPEN_FIELD = "open field"
"""The counter of the game that says so."""


@node
class RangeIsOff(Modifier):
    """Everybody reaches everybody."""

    def asks(self) -> tuple[type[Question], ...]:
        return (ReachedAnyway,)

    def change(self, ctx: Context, question: Any) -> Change:
        return Change("allow")

    def lasting(self) -> bool:
        return True


RULES: tuple[Standing, ...] = (RangeIsOff(),)


def rules(state: State) -> tuple[Standing, ...]:
    """The rule, in an open field."""
    return RULES if state.count(OPEN_FIELD) else ()
