"""What a player at a table sees, as plain data: sheets, lines, the ground explored so far. Screens draw it.

A game that can be played in the round offers a `Showing`; nothing here knows a rule, and nothing in rules reads it back.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from attrs import frozen

if TYPE_CHECKING:
    from dicecrawl.core.context import Context
    from dicecrawl.core.definitions import Ability, Library
    from dicecrawl.core.events import Announced, Event, Logged
    from dicecrawl.core.state import Condition, State


@frozen(slots=True)
class Known:
    """An ability that a creature has: what it is called on the sheet ("Quality 3"), and the pips left on its die."""

    called: str
    ability: Ability
    waits: int = 0


@frozen(slots=True)
class Carried:
    """A card that somebody carries, and what is left of it, in a few words."""

    who: int
    name: str
    left: str = ""


@frozen(slots=True)
class Sheet:
    """A creature. `numbers` are counters with their highest value (None: no limit), `owner` its seat (None: nobody's).

    `room` is how many slots are filled and how many there are, None for creatures that carry nothing.
    """

    who: int
    name: str
    owner: int | None
    numbers: tuple[tuple[str, int, int | None], ...]
    stats: tuple[tuple[str, int], ...] = ()
    abilities: tuple[Known, ...] = ()
    carries: tuple[Carried, ...] = ()
    room: tuple[int, int] | None = None
    conditions: tuple[Condition, ...] = ()
    notes: tuple[str, ...] = ()


@frozen(slots=True)
class Door:
    """A way out of a spot, by its label, and the letter of the spot it leads to."""

    label: str
    to: str


@frozen(slots=True)
class Spot:
    """A place that has been seen."""

    letter: str
    title: str
    doors: tuple[Door, ...]
    here: bool
    cleared: bool
    part_of: str | None = None


@frozen(slots=True)
class Ground:
    """Where the party is: every spot seen so far, and how many marks of light it has left."""

    name: str
    spots: tuple[Spot, ...]
    light: int


@frozen(slots=True)
class Table:
    """All that lies open. `purses` are coins by seat; `party` are the Rogues in the order of the line, or of their owners.

    `sides` are the two lines of a battle, each front to back, with their headings; `aside` are those out of the lines.
    """

    purses: tuple[int, ...]
    party: tuple[Sheet, ...]
    lost: tuple[Sheet, ...] = ()
    ground: Ground | None = None
    sides: tuple[tuple[str, tuple[Sheet, ...]], ...] = ()
    aside: tuple[Sheet, ...] = ()
    escape: int | None = None
    acting: int | None = None


@frozen(slots=True, eq=False)
class Showing:
    """How a game shows itself. `table` gives what lies open after the events of a log, `scene` what a headline opens on.

    `hides` says whether something of an event is kept from a seat as the state stands now; a game with a `view` that does
    not say so has nothing told to anybody while anything is secret.
    """

    table: Callable[[Context, Sequence[Logged]], Table]
    scene: Callable[[Library, State, Announced], str]
    closed: tuple[str, ...] = ()  # kinds of card that players are not to read before they play them
    hides: Callable[[State, Event, int], bool] | None = None
