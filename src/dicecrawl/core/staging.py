"""How a game puts a single situation on the table: who stands where with what, and one turn, action or trait of it.

Scenarios stand on this and on nothing else of a game, so their runner knows none.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from attrs import field, frozen

if TYPE_CHECKING:
    from dicecrawl.core.context import Context
    from dicecrawl.core.definitions import Ability
    from dicecrawl.core.state import Step


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
class Staging:
    """What a game offers to those who set up a situation.

    `lines` are the headings of the line-ups with their zones, in the order in which `setup` takes them, `numbers` the
    headings of further numbers with the keywords of `setup`, `words` those of words with the keyword and what it may be.
    `cast` makes what `setup` wants for a creature of a zone;
    it raises `SetupError` for what such a creature cannot have.

    `turn` readies the state for a creature's own turn and gives its first step; `between` gives the step at which play
    looks for the next creature, and `pauses` are the phases in which it does. `enter` readies the state for something
    that a creature does outside any turn: `act` is one whole action, `perform` carries out one ability. `acted` marks a
    creature as having had its turn this round. `kinds` is the kind of card that usually stands in each zone, `belongings`
    the kind that creatures carry.
    """

    lines: Mapping[str, str]
    numbers: Mapping[str, str]
    cast: Callable[[Cast, str], Any]
    turn: Callable[[Context, int], Step]
    between: Callable[[Context], Step]
    pauses: tuple[str, ...]
    enter: Callable[[Context, int], None]
    act: Callable[[Context, int], None]
    perform: Callable[[Context, int, Ability], None]
    acted: Callable[[Context, int], None]
    words: Mapping[str, tuple[str, tuple[str, ...]]] = field(factory=dict)
    kinds: Mapping[str, str] = field(factory=dict)
    belongings: str | None = None
