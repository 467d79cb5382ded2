"""How a game puts a single situation on the table: who stands where with what, and one turn, action or trait of it.

Scenarios stand on this and on nothing else of a game, so their runner knows none.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from attrs import field, frozen

if TYPE_CHECKING:
    from dicecrawl.core.context import Context
    from dicecrawl.core.definitions import Ability, Library
    from dicecrawl.core.state import State, Step


@frozen(slots=True)
class Cast:
    """One creature of a line-up in words that every game shares.

    `counters` are values by name (Health, Luck), `knows` the names of the abilities it has (None: all), `traits` are
    kind and number ("flaw", 1), `cooldowns` pips by ability, `player` who decides for it, counted from 1 (None: the
    game says).
    """

    card: str
    name: str | None = None
    counters: Mapping[str, int] = field(factory=dict)
    knows: tuple[str, ...] | None = None
    traits: tuple[tuple[str, int], ...] = ()
    carries: tuple[str, ...] = ()
    cooldowns: Mapping[str, int] = field(factory=dict)
    player: int | None = None


@frozen(slots=True, eq=False)
class Turns:
    """How single turns and actions are put on the table, in a game in which creatures take turns.

    `turn` readies the state for a creature's own turn and gives its first step; `between` gives the step at which play
    looks for the next creature. `enter` readies the state for something that a creature does outside any turn: `act` is
    one whole action, `perform` carries out one ability. `acted` marks a creature as having had its turn this round.
    """

    turn: Callable[[Context, int], Step]
    between: Callable[[Context], Step]
    enter: Callable[[Context, int], None]
    act: Callable[[Context, int], None]
    perform: Callable[[Context, int, Ability], None]
    acted: Callable[[Context, int], None]


@frozen(slots=True)
class Named:
    """A heading that names cards: the keyword of `setup`, the kind of card, and whether it takes several."""

    keyword: str
    kind: str
    several: bool = False


Lines = Mapping[str, Sequence[Any]]
"""The line-ups of a situation by zone, each front to back."""


@frozen(slots=True, eq=False)
class Staging:
    """What a game offers to those who set up a situation.

    `lines` are the headings of the line-ups with their zones, `numbers` the headings of further numbers with their
    keywords, `words` those of words with the keyword and what it may be, `cards` those that name cards; `needed` are the
    headings without which there is nothing to set up. `cast` makes what `setup` wants for a creature of a zone; it raises
    `SetupError` for what such a creature cannot have. `setup` gives the state from the line-ups and what else was said.

    `pauses` are the phases in which a situation rests; `begins` is what an author writes to go on to the next of them,
    with the one that must have been reached before ("": wherever play stands).
    `answers` are the kinds of decision that each verb of an author answers, besides those about targets.
    `kinds` is the kind of card that usually stands in each zone, `belongings` the kind that creatures carry.
    """

    lines: Mapping[str, str]
    numbers: Mapping[str, str]
    needed: tuple[str, ...]
    cast: Callable[[Cast, str], Any]
    setup: Callable[[Library, Lines, Mapping[str, Any]], State]
    pauses: tuple[str, ...]
    turns: Turns | None = None
    begins: Mapping[str, str] = field(factory=lambda: {"the battle begins": "", "the battle starts": ""})
    answers: Mapping[str, tuple[str, ...]] = field(factory=dict)
    fates: tuple[str, ...] = ()  # further words for how somebody left the battle, or for the zone where somebody waits
    words: Mapping[str, tuple[str, tuple[str, ...]]] = field(factory=dict)
    cards: Mapping[str, Named] = field(factory=dict)
    kinds: Mapping[str, str] = field(factory=dict)
    belongings: str | None = None
