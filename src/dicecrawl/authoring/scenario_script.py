"""What a scenario says once it has been read: a line-up, and steps with their choices, dice and checks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

from attrs import field, frozen

from dicecrawl.core.nodes import Span
from dicecrawl.core.staging import Cast

if TYPE_CHECKING:
    from dicecrawl.authoring.scenario_after import After
    from dicecrawl.core.definitions import Ability

ALL, NOTHING = "all", "nothing"
"""Picks that stand for every option, and for the one that says that no more is wanted."""

ENDLESS = 0
"""Instead of the pips of a condition that does not count down."""


@frozen(slots=True)
class Given:
    """A condition as a scenario names it. `strength` and `dice` are None where the text does not say."""

    name: str
    strength: int | None = None
    dice: int | None = None  # pips; ENDLESS for (∞)
    cause: str | None = None  # the label of whoever caused it
    span: Span = field(default=Span(), eq=False)


@frozen(slots=True)
class Entrant:
    """One creature of a line-up with the conditions it already has."""

    cast: Cast
    conditions: tuple[Given, ...]
    span: Span = field(eq=False)


@frozen(slots=True)
class Choice:
    """What somebody answers when the game asks.

    `who` is None for what the player answers on behalf of nobody in particular. `verb` is "uses", "ends", "keeps",
    "targets", "also targets", "may", "reacts" or "chooses"; `picks` are labels of options.
    """

    who: str | None
    verb: str
    picks: tuple[str, ...]
    span: Span = field(eq=False)

    @property
    def speaker(self) -> str:
        """Who answers, for a message."""
        return self.who or "the player"


@frozen(slots=True)
class StatedDie:
    """One face, and what it is for where the text says so."""

    face: int
    why: str
    span: Span = field(eq=False)


@frozen(slots=True)
class Head:
    """What a step carries out.

    `kind` is "turn", "next turn", "act", "ability", "begin" or "nothing" (it only looks); `ability` belongs to "ability",
    `phase` to "begin": where play must rest before it goes on ("": wherever it stands).
    """

    kind: str
    who: str | None
    span: Span = field(eq=False)
    ability: Ability | None = field(default=None, eq=False)
    phase: str = ""


@frozen(slots=True)
class Check:
    """Something that has to be so after a step."""

    sentence: ClassVar[str] = ""
    span: Span = field(eq=False, kw_only=True)

    def wrong(self, after: After) -> str | None:
        """What is so instead, in a few words; None when it is as it should be."""
        raise TypeError(f"{type(self).__name__} does not say what it looks at")


@frozen(slots=True)
class Step:
    """One thing that happens, with what is answered and rolled meanwhile, and what must be so afterwards."""

    head: Head
    choices: tuple[Choice, ...]
    dice: tuple[StatedDie, ...]
    checks: tuple[Check, ...]


@frozen(slots=True)
class Script:
    """A scenario that was read without a problem."""

    title: str
    span: Span = field(eq=False)
    rulings: tuple[str, ...]
    lines: Mapping[str, tuple[Entrant, ...]]  # zone -> front to back
    numbers: Mapping[str, int | str]  # keyword of the game's setup -> value
    acted: tuple[str, ...]
    steps: tuple[Step, ...]
