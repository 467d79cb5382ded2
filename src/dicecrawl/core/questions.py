"""The questions that rules may ask and modifiers may answer.

No effect asks whether some condition is there: it asks a question, the ruleset gives the printed answer, and every
modifier in force may change it. A number is changed by set, add, multiply, halve and reduce, in the order that the
ruleset states; a yes/no by allow and forbid, and forbid wins; an ordered set by add, remove and keep only.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import Any, ClassVar

from attrs import frozen


@frozen(slots=True)
class Question:
    """Something whose answer standing rules may change."""

    sort: ClassVar[str] = "number"  # or "yes", "set"
    steady: ClassVar[bool] = True  # its answer stays the same until the next event
    default: ClassVar[Any] = 0
    least: ClassVar[int | None] = None  # numbers never come out below this

    def printed(self) -> Any:
        """The answer where the ruleset gives none."""
        return self.default


@frozen(slots=True)
class Change:
    """What one modifier does to an answer.

    For numbers `set`, `add`, `times`, `halve`, `less`; for yes/no `allow`, `forbid`; for sets `add`, `remove`, `only`.
    """

    op: str
    value: Any = None


@frozen(slots=True)
class StatOf(Question):
    """The value of a stat, for own rolls and as a target number."""

    who: int
    stat: str


@frozen(slots=True)
class RollBonus(Question):
    """What is added to a roll besides its stat: `action` says whether it is made in an action."""

    roller: int
    stat: str | None
    attack: bool
    action: bool
    target: int | None


@frozen(slots=True)
class DiceKept(Question):
    """How many dice are rolled where one counts; the lowest is kept. `action`: a die whose number an action uses."""

    who: int
    action: bool
    default: ClassVar[Any] = 1


@frozen(slots=True)
class FaceCounted(Question):
    """What a kept face counts as, before bonuses."""

    who: int
    action: bool
    face: int

    def printed(self) -> int:
        return self.face


@frozen(slots=True)
class Exploding(Question):
    """The faces on which an attack die is rolled again and added."""

    sort: ClassVar[str] = "set"
    roller: int
    action: bool
    default: ClassVar[Any] = ()


@frozen(slots=True)
class DamageOf(Question):
    """The damage that really happens, from its base. Rules may roll dice for it."""

    steady: ClassVar[bool] = False
    least: ClassVar[int | None] = 0
    dealer: int | None
    target: int
    attack: bool
    base: int

    def printed(self) -> int:
        return self.base


@frozen(slots=True)
class Gain(Question):
    """How much of a gain of a counter really comes (healing is a gain of Health)."""

    steady: ClassVar[bool] = False
    least: ClassVar[int | None] = 0
    who: int
    counter: str
    amount: int

    def printed(self) -> int:
        return self.amount


@frozen(slots=True)
class ActionsInTurn(Question):
    """How many actions a creature may take in its own turn."""

    who: int
    default: ClassVar[Any] = 1


@frozen(slots=True)
class Allowed(Question):
    """Whether `who` may `what` ("act", "react", "move", "gain", "lose", "take damage", "redirect", "special" ...).

    `name` is what it is about (a condition, a counter), `by` who does it to them, `tags` the kinds the thing belongs to.
    """

    sort: ClassVar[str] = "yes"
    what: str
    who: int
    name: str = ""
    by: int | None = None
    tags: tuple[str, ...] = ()
    default: ClassVar[Any] = True


@frozen(slots=True)
class Candidates(Question):
    """Who can be targeted by `viewer` with an effect of this purpose ("negative", "beneficial", "neutral")."""

    sort: ClassVar[str] = "set"
    viewer: int
    purpose: str
    default: ClassVar[Any] = ()


@frozen(slots=True)
class MustTarget(Question):
    """Those at whom every attack of `viewer` has to be aimed; empty: free."""

    sort: ClassVar[str] = "set"
    viewer: int
    default: ClassVar[Any] = ()


@frozen(slots=True)
class ReachedAnyway(Question):
    """Whether `target` can be targeted by `viewer` whatever the range and position asked for."""

    sort: ClassVar[str] = "yes"
    viewer: int
    target: int
    default: ClassVar[Any] = False


@frozen(slots=True)
class Distances(Question):
    """How many steps everybody is from `viewer`, by id; those to whom there is no way to count are not in it."""

    viewer: int
    default: ClassVar[Any] = MappingProxyType({})


@frozen(slots=True)
class Spaces(Question):
    """The spaces of a side's line as `viewer` counts them, front first; each is a tuple of ids."""

    sort: ClassVar[str] = "set"
    side: str
    viewer: int
    default: ClassVar[Any] = ()


@frozen(slots=True)
class FillsSpaces(Question):
    """Whether a creature fills every empty space of its line besides its own."""

    sort: ClassVar[str] = "yes"
    who: int
    default: ClassVar[Any] = False


@frozen(slots=True)
class Unseen(Question):
    """Those who take up no space in any line for `viewer`."""

    sort: ClassVar[str] = "set"
    viewer: int
    default: ClassVar[Any] = ()


@frozen(slots=True)
class Decoys(Question):
    """Those whom a player may choose although nothing can be aimed at them: somebody else is hit instead."""

    sort: ClassVar[str] = "set"
    default: ClassVar[Any] = ()


@frozen(slots=True)
class StandIns(Question):
    """Those of whom one is hit instead of `who`."""

    sort: ClassVar[str] = "set"
    who: int
    default: ClassVar[Any] = ()


@frozen(slots=True)
class Offering(Question):
    """Those whose cards let others spend an action on them."""

    sort: ClassVar[str] = "set"
    default: ClassVar[Any] = ()


@frozen(slots=True)
class StandsAt(Question):
    """The place at which a creature outside every line counts itself: "front", "back", or None for nowhere."""

    who: int
    default: ClassVar[Any] = None


@frozen(slots=True)
class ExtraTargets(Question):
    """How many more targets next to the first an action of `who` may have."""

    who: int


@frozen(slots=True)
class FreeSlots(Question):
    """How many more slots of items somebody can carry; below 0 when there are too many."""

    who: int


@frozen(slots=True)
class Knob(Question):
    """A named number of the ruleset that a card may turn: `Ruleset.knobs` has them as printed."""

    name: str
