"""A question to a seat, with its options; the player port.

Decisions are data: a person, a bot or a script answers with option indices, and the core checks them. Every listed option
is legal. Nobody is asked when there is nothing to choose.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeAlias

from attrs import frozen

if TYPE_CHECKING:
    from dicecrawl.core.events import Cause, Event
    from dicecrawl.core.state import State


@frozen(slots=True)
class Option:
    """One legal answer.

    `kind` says what `value` is ("entity", "action", "item", "yes", ...); `why` says in a word or two why it is listed.
    """

    kind: str
    value: int | str
    why: str = ""


FRIENDS_ONLY = "only friends in reach"
"""Why an option is listed that would harm somebody and can now reach none but its own side."""


@frozen(slots=True)
class Decision:
    """A question to `seat` (None: nobody's, so chance answers): choose `least` to `most` of `options`."""

    seat: int | None
    kind: str
    options: tuple[Option, ...]
    least: int = 1
    most: int = 1
    actor: int | None = None  # whose doing is being decided
    source: Cause | None = None  # the sentence that asks
    event: Event | None = None  # what is about to happen, where that is what the question is about

    def refuse(self, picks: Sequence[int]) -> Refusal | None:
        """Why `picks` is no legal answer, or None when it is one."""
        if any(isinstance(p, bool) or not isinstance(p, int) for p in picks):
            return Refusal("not-an-index", "an answer is a list of option numbers, counted from 0")
        if len(set(picks)) != len(picks):
            return Refusal("twice", "an option was named twice")
        if any(not 0 <= p < len(self.options) for p in picks):
            return Refusal("no-such-option", f"options are numbered 0 to {len(self.options) - 1}")
        if not self.least <= len(picks) <= self.most:
            wanted = str(self.least) if self.least == self.most else f"{self.least} to {self.most}"
            return Refusal("wrong-number", f"choose {wanted} of the options, not {len(picks)}")
        return None


@frozen(slots=True)
class Refusal:
    """An answer that was not accepted and changed nothing."""

    code: str
    reason: str

    def __bool__(self) -> bool:
        return False


Player: TypeAlias = "Callable[[Decision, State], Sequence[int]]"
"""A player is a function from the decision and the state as its seat may see it to option indices."""
