"""Standing rules of Delve in words: what opponents, encounters and treasures answer to the questions of the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dicecrawl.core.nodes import AnyAbility, Selector, node
from dicecrawl.core.questions import Allowed, Change, Question
from dicecrawl.core.rules import Modifier
from dicecrawl.effects.forbidden import Forbidden
from dicecrawl.games.delve.questions import (
    DamageForBox,
    DiceNeeded,
    DiceRolledBy,
    Limited,
    MaySplit,
    WeakestFirst,
)
from dicecrawl.games.delve.questions import RoundsGiven as RoundLimit

if TYPE_CHECKING:
    from dicecrawl.core.context import Context


@node
class RollsDice(Modifier):
    """So many dice are rolled for the owner while it is in the battle, whatever boxes it has left. Ruling: DV-36, DV-59."""

    dice: int

    def asks(self) -> tuple[type[Question], ...]:
        return (DiceRolledBy,)

    def change(self, ctx: Context, question: DiceRolledBy) -> Change | None:
        return Change("set", self.dice) if question.who == ctx.actor else None


@node
class BoxTakes(Modifier):
    """A box of the owner, or of those named, takes so many points in one round. Ruling: DV-34, DV-49."""

    word: str
    whose: Selector | None
    damage: int

    def asks(self) -> tuple[type[Question], ...]:
        return (DamageForBox,)

    def change(self, ctx: Context, question: DamageForBox) -> Change | None:
        meant = question.who == ctx.actor if self.whose is None else self.whose.fits(ctx, question.who)
        return Change("set", self.damage) if meant else None


@node
class NeedsFewer(Modifier):
    """The patterns of somebody's abilities take fewer dice: sets of a kind and straights. Ruling: DV-48."""

    who: Selector
    fewer: int

    def asks(self) -> tuple[type[Question], ...]:
        return (DiceNeeded,)

    def change(self, ctx: Context, question: DiceNeeded) -> Change | None:
        return Change("add", -self.fewer) if self.who.fits(ctx, question.who) else None


@node
class NoLimit(Modifier):
    """Any number of dice counts for an ability while somebody is in the battle. Ruling: DV-46."""

    ability: AnyAbility
    whom: Selector

    def asks(self) -> tuple[type[Question], ...]:
        return (Limited,)

    def change(self, ctx: Context, question: Limited) -> Change | None:
        return Change("forbid") if question.ability == self.ability.text and self.whom.pick(ctx) else None


@node
class RoundsGiven(Modifier):
    """The opponents must be destroyed in so many rounds; or those named. Ruling: DV-57, DV-59."""

    who: str
    rounds: int
    whom: Selector | None = None

    def asks(self) -> tuple[type[Question], ...]:
        return (RoundLimit,)

    def change(self, ctx: Context, question: RoundLimit) -> Change | None:
        return Change("set", self.rounds) if self.whom is None or self.whom.pick(ctx) else None


@node
class HitsTheWeakest(Modifier):
    """Every hit goes to an adventurer with the fewest boxes left. Ruling: DV-58."""

    def asks(self) -> tuple[type[Question], ...]:
        return (WeakestFirst,)

    def change(self, ctx: Context, question: WeakestFirst) -> Change | None:
        return Change("allow")


@node
class HitsAnybody(Modifier):
    """The hits of those named are placed as the player likes, whatever another rule says. Ruling: DV-57."""

    whom: Selector

    def asks(self) -> tuple[type[Question], ...]:
        return (WeakestFirst,)

    def change(self, ctx: Context, question: WeakestFirst) -> Change | None:
        return Change("forbid") if self.whom.pick(ctx) else None


@node
class AttacksSeveral(Modifier):
    """What somebody deals to one opponent may be split among several. Ruling: DV-57."""

    who: Selector
    may: str

    def asks(self) -> tuple[type[Question], ...]:
        return (MaySplit,)

    def change(self, ctx: Context, question: MaySplit) -> Change | None:
        return Change("allow") if self.who.fits(ctx, question.who) else None


@node
class UseAbilities(Forbidden):
    """Using any ability. Ruling: DV-43."""

    def meant(self, ctx: Context, question: Allowed) -> bool:
        return question.what == "use abilities"


@node
class BeBuried(Forbidden):
    """Leaving the battle by digging. Ruling: DV-57."""

    def meant(self, ctx: Context, question: Allowed) -> bool:
        return question.what == "burrow"
