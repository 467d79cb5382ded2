"""Standing rules in words: bonuses, scales, "cannot", and whatever else answers a question.

Each class bears on questions only; none asks which other rule is there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import frozen

from dicecrawl.core.nodes import Amount, ConditionOrCounter, Entry, Node, Selector, Standing, StatOrKnob, TagName
from dicecrawl.core.questions import (
    ActionsInTurn,
    Allowed,
    Candidates,
    Change,
    DamageOf,
    DiceKept,
    ExtraTargets,
    FillsSpaces,
    Gain,
    Knob,
    Question,
    RollBonus,
    StandsAt,
    StatOf,
)
from dicecrawl.core.rules import Modifier
from dicecrawl.effects.places import Line, Place

if TYPE_CHECKING:
    from dicecrawl.core.context import Context


# -- bonuses --------------------------------------------------------------------------------------------------


@frozen(slots=True)
class Bonused(Node):
    """What a bonus goes to."""

    def asks(self) -> tuple[type[Question], ...]:
        """The questions it bears on."""
        return ()

    def meant(self, owner: int, question: Any) -> bool:
        """Whether this one is meant."""
        return False


@frozen(slots=True)
class ToStat(Bonused):
    """To a stat, for own rolls and as a target number, or to a named number of the rules. Ruling: MO-22, MO-92."""

    stat: StatOrKnob

    def asks(self) -> tuple[type[Question], ...]:
        return (StatOf, Knob)

    def meant(self, owner: int, question: StatOf | Knob) -> bool:
        if isinstance(question, Knob):
            return question.name == self.stat.text
        return question.who == owner and question.stat == self.stat.text


@frozen(slots=True)
class ToAttacks(Bonused):
    """To every attack roll of the owner, in whatever it is made. Ruling: MO-120."""

    whose: str
    attack: str

    def asks(self) -> tuple[type[Question], ...]:
        return (RollBonus,)

    def meant(self, owner: int, question: RollBonus) -> bool:
        return question.roller == owner and question.attack


@frozen(slots=True)
class ToActionRolls(Bonused):
    """To every roll that the owner makes in an action. Ruling: MO-101."""

    whose: str
    action: str

    def asks(self) -> tuple[type[Question], ...]:
        return (RollBonus,)

    def meant(self, owner: int, question: RollBonus) -> bool:
        return question.roller == owner and question.action


@frozen(slots=True)
class ToDamage(Bonused):
    """To each damage that the owner deals. Ruling: MO-28, MO-91."""

    who: str

    def asks(self) -> tuple[type[Question], ...]:
        return (DamageOf,)

    def meant(self, owner: int, question: DamageOf) -> bool:
        return question.dealer == owner


@frozen(slots=True)
class Bonus(Modifier):
    """A number added while the rule is in force; X is the strength of its condition."""

    by: str
    to: Bonused

    def asks(self) -> tuple[type[Question], ...]:
        return self.to.asks()

    def change(self, ctx: Context, question: Any) -> Change | None:
        if not self.to.meant(ctx.actor, question):
            return None
        if self.by[1:] == "X":
            return Change("add", ctx.x if self.by[0] == "+" else -ctx.x)
        return Change("add", int(self.by))


# -- damage ---------------------------------------------------------------------------------------------------


@frozen(slots=True)
class Dealt(Node):
    """Damage that the owner deals. Ruling: MO-107."""

    who: str

    def meant(self, owner: int, question: DamageOf) -> bool:
        """Whether this damage is meant."""
        return question.dealer == owner


@frozen(slots=True)
class Taken(Node):
    """Damage that the owner takes. Ruling: MO-110."""

    who: str

    def meant(self, owner: int, question: DamageOf) -> bool:
        """Whether this damage is meant."""
        return question.target == owner


@frozen(slots=True)
class DealtInAttacks(Node):
    """Damage of the owner's attack rolls. Ruling: MO-30."""

    whose: str
    attack: str

    def meant(self, owner: int, question: DamageOf) -> bool:
        """Whether this damage is meant."""
        return question.dealer == owner and question.attack


@frozen(slots=True)
class Scale(Node):
    """Halved, doubled or tripled."""

    word: str

    def change(self, ctx: Context) -> Change:
        """What it does to the damage."""
        return {"doubled": Change("times", 2), "tripled": Change("times", 3)}.get(self.word, Change("halve"))


@frozen(slots=True)
class ReducedBy(Node):
    """Less by an amount, after everything else. Ruling: MO-28."""

    amount: Amount

    def change(self, ctx: Context) -> Change:
        """What it does to the damage."""
        return Change("less", self.amount.value(ctx))


@frozen(slots=True)
class DamageScaled(Modifier):
    """Damage that is more or less while the rule is in force."""

    which: Dealt | Taken | DealtInAttacks
    scale: Scale | ReducedBy

    def asks(self) -> tuple[type[Question], ...]:
        return (DamageOf,)

    def change(self, ctx: Context, question: DamageOf) -> Change | None:
        return self.scale.change(ctx) if self.which.meant(ctx.actor, question) else None


# -- what cannot be -------------------------------------------------------------------------------------------


@frozen(slots=True)
class Forbidden(Node):
    """Something that cannot be."""

    def asks(self) -> tuple[type[Question], ...]:
        """The questions it bears on."""
        return (Allowed,)

    def change(self, ctx: Context, whom: tuple[int, ...], question: Any) -> Change | None:
        """What it does to this one, for those whom the rule binds."""
        if question.who in whom and self.meant(ctx, question):
            return Change("forbid")
        return None

    def meant(self, ctx: Context, question: Allowed) -> bool:
        """Whether this is the thing."""
        return False


@frozen(slots=True)
class GainThat(Forbidden):
    """Gaining a condition or any of a counter (healing is gaining Health). Ruling: MO-90, MO-119."""

    name: ConditionOrCounter

    def asks(self) -> tuple[type[Question], ...]:
        return (Allowed, Gain)

    def change(self, ctx: Context, whom: tuple[int, ...], question: Any) -> Change | None:
        if question.who not in whom:
            return None
        if isinstance(question, Gain):
            return Change("set", 0) if question.counter == self.name.text else None
        return Change("forbid") if question.what == "gain" and question.name == self.name.text else None


@frozen(slots=True)
class GainConditions(Forbidden):
    """Gaining any condition. Ruling: MO-103."""

    def meant(self, ctx: Context, question: Allowed) -> bool:
        return question.what == "gain"


@frozen(slots=True)
class GainTagged(Forbidden):
    """Gaining a condition with a tag. Ruling: MO-123."""

    tag: TagName

    def meant(self, ctx: Context, question: Allowed) -> bool:
        return question.what == "gain" and self.tag.text in question.tags


@frozen(slots=True)
class TakeActions(Forbidden):
    """Taking any action."""

    action: str

    def meant(self, ctx: Context, question: Allowed) -> bool:
        return question.what == "act"


@frozen(slots=True)
class TakeReactions(Forbidden):
    """Using a reaction."""

    reaction: str

    def meant(self, ctx: Context, question: Allowed) -> bool:
        return question.what == "react"


@frozen(slots=True)
class TakeSpecialActions(Forbidden):
    """Using reactions, and in one's own turn any action but the basic one and those that everybody has. Ruling: MO-27."""

    special: str

    def meant(self, ctx: Context, question: Allowed) -> bool:
        own_turn = ctx.state.count("turn of") == question.who
        return question.what == "react" or (question.what == "special" and own_turn)


@frozen(slots=True)
class BeTargeted(Forbidden):
    """Being chosen by others, at all or for effects of a kind. Ruling: MO-99, MO-112."""

    purpose: str | None = None

    def asks(self) -> tuple[type[Question], ...]:
        return (Candidates,)

    def change(self, ctx: Context, whom: tuple[int, ...], question: Candidates) -> Change | None:
        if self.purpose is not None and question.purpose != self.purpose:
            return None
        hidden = tuple(who for who in whom if who != question.viewer)
        return Change("remove", hidden) if hidden else None


@frozen(slots=True)
class BeMoved(Forbidden):
    """Being moved by others. Ruling: MO-123."""

    def meant(self, ctx: Context, question: Allowed) -> bool:
        return question.what == "move" and question.by != question.who


@frozen(slots=True)
class TargetWith(Forbidden):
    """Choosing somebody for effects of a kind. Ruling: MO-95."""

    whom: Selector
    purpose: str

    def asks(self) -> tuple[type[Question], ...]:
        return (Candidates,)

    def change(self, ctx: Context, whom: tuple[int, ...], question: Candidates) -> Change | None:
        if question.viewer not in whom or question.purpose != self.purpose:
            return None
        return Change("remove", self.whom.pick(ctx))


@frozen(slots=True)
class RedirectAttacks(Forbidden):
    """Turning attacks to oneself. Ruling: MO-111."""

    def meant(self, ctx: Context, question: Allowed) -> bool:
        return question.what == "redirect"


@frozen(slots=True)
class Cannot(Modifier):
    """Somebody cannot do, gain or be something while the rule is in force."""

    who: Selector
    what: Forbidden

    def asks(self) -> tuple[type[Question], ...]:
        return self.what.asks()

    def change(self, ctx: Context, question: Any) -> Change | None:
        return self.what.change(ctx, self.who.pick(ctx), question)


@frozen(slots=True)
class CooldownsKept(Modifier):
    """Nothing lowers the owner's cooldown dice during the owner's turn. Ruling: MO-105."""

    your: str
    whose_turn: str
    turn: str

    def asks(self) -> tuple[type[Question], ...]:
        return (Allowed,)

    def change(self, ctx: Context, question: Allowed) -> Change | None:
        own_turn = ctx.state.count("turn of") == ctx.actor
        if question.what == "reduce cooldown" and question.who == ctx.actor and own_turn:
            return Change("forbid")
        return None


# -- targeting and places -------------------------------------------------------------------------------------


@frozen(slots=True)
class CountsEverywhere(Modifier):
    """The owner fills every empty space of its line. Ruling: MO-123."""

    who: str
    word: str
    line: Line

    def asks(self) -> tuple[type[Question], ...]:
        return (FillsSpaces,)

    def change(self, ctx: Context, question: FillsSpaces) -> Change | None:
        return Change("allow") if question.who == ctx.actor else None


@frozen(slots=True)
class CountsAt(Modifier):
    """For its own doing the owner counts as standing somewhere, although it stands outside. Ruling: MO-99."""

    who: str
    place: Place

    def asks(self) -> tuple[type[Question], ...]:
        return (StandsAt,)

    def change(self, ctx: Context, question: StandsAt) -> Change | None:
        return Change("set", 1 if self.place.word == "back" else 0) if question.who == ctx.actor else None


# -- dice and turns -------------------------------------------------------------------------------------------


@frozen(slots=True)
class KeepsLowest(Modifier):
    """Where one die counts in an action, so many are rolled and the lowest is kept. Ruling: MO-93."""

    who: str
    dice: int
    whose: str
    action: str

    def asks(self) -> tuple[type[Question], ...]:
        return (DiceKept,)

    def change(self, ctx: Context, question: DiceKept) -> Change | None:
        return Change("set", self.dice) if question.who == ctx.actor and question.action else None


@frozen(slots=True)
class ActionsEachTurn(Modifier):
    """The owner takes so many actions in its own turn. Ruling: MO-114."""

    who: str
    actions: int
    action: str
    word: str
    turn: str

    def asks(self) -> tuple[type[Question], ...]:
        return (ActionsInTurn,)

    def change(self, ctx: Context, question: ActionsInTurn) -> Change | None:
        return Change("set", self.actions) if question.who == ctx.actor else None


@frozen(slots=True)
class ExtraTargetsRule(Modifier):
    """The owner's action may have so many more targets next to its first."""

    number: int

    def asks(self) -> tuple[type[Question], ...]:
        return (ExtraTargets,)

    def change(self, ctx: Context, question: ExtraTargets) -> Change | None:
        return Change("set", self.number) if question.who == ctx.actor else None


@frozen(slots=True)
class SkipsTurn(Modifier):
    """The owner's own turn ends after its first phase, in which the conditions act. Ruling: MO-115."""

    who: str
    whose: str
    turn: str

    def asks(self) -> tuple[type[Question], ...]:
        return (Allowed,)

    def change(self, ctx: Context, question: Allowed) -> Change | None:
        return Change("forbid") if question.what == "turn" and question.who == ctx.actor else None


@frozen(slots=True)
class OfferToEnd(Standing):
    """Those named may spend an action to end the condition. Ruling: MO-66, MO-88."""

    who: Selector
    may: str
    action: str


@frozen(slots=True)
class Lasts(Entry):
    """How many turns a condition lasts when its giver does not say. Ruling: MO-117."""

    amount: Amount

    def write(self, card: Any) -> None:
        card.fields["lasts"] = self.amount
