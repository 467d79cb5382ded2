"""What the cards of Delve may answer otherwise than the printed rules."""

from __future__ import annotations

from typing import Any, ClassVar

from attrs import frozen

from dicecrawl.core.questions import Question


@frozen(slots=True)
class DiceNeeded(Question):
    """How many dice a pattern of `number` dice takes, when `who` uses it. Ruling: DV-48."""

    least: ClassVar[int | None] = 1
    who: int
    number: int

    def printed(self) -> int:
        return self.number


@frozen(slots=True)
class Limited(Question):
    """Whether the number of dice that `who` may count for an ability is limited as printed. Ruling: DV-46."""

    sort: ClassVar[str] = "yes"
    default: ClassVar[Any] = True
    who: int
    ability: str


@frozen(slots=True)
class MaySplit(Question):
    """Whether the damage that `who` deals to one opponent may be split among several. Ruling: DV-57."""

    sort: ClassVar[str] = "yes"
    default: ClassVar[Any] = False
    who: int


@frozen(slots=True)
class DamageForBox(Question):
    """How many points of one round it takes to mark a box of `who`. Ruling: DV-34, DV-49."""

    least: ClassVar[int | None] = 1
    default: ClassVar[Any] = 1
    who: int


@frozen(slots=True)
class DiceRolledBy(Question):
    """How many dice are rolled for the opponent `who`: one for each of its unmarked boxes. Ruling: DV-36."""

    least: ClassVar[int | None] = 0
    who: int


@frozen(slots=True)
class WeakestFirst(Question):
    """Whether every hit goes to an adventurer with the fewest boxes left. Ruling: DV-58."""

    sort: ClassVar[str] = "yes"
    default: ClassVar[Any] = False


@frozen(slots=True)
class RoundsGiven(Question):
    """In how many rounds the opponents must be destroyed; None: there is no limit. Ruling: DV-40, DV-59."""

    default: ClassVar[Any] = None
