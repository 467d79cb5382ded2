"""Standing rules in words: bonuses, scales, "cannot", and whatever else answers a question.

Each class bears on questions only; none asks which other rule is there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import field

from dicecrawl.core.context import Die
from dicecrawl.core.nodes import (
    BOUND,
    Amount,
    CounterName,
    Effect,
    Entry,
    Node,
    Selector,
    Standing,
    StatOrKnob,
    node,
)
from dicecrawl.core.questions import (
    ActionsInTurn,
    Allowed,
    Change,
    DamageOf,
    DiceKept,
    Exploding,
    ExtraTargets,
    FaceCounted,
    FillsSpaces,
    Gain,
    Knob,
    Offering,
    Question,
    RollBonus,
    StandsAt,
    StatOf,
    Unseen,
)
from dicecrawl.core.rules import Modifier
from dicecrawl.effects.flow import FaceRange, FacesFrom, OneFace, TwoFaces
from dicecrawl.effects.places import Line, Place

if TYPE_CHECKING:
    from dicecrawl.core.context import Context


# -- bonuses --------------------------------------------------------------------------------------------------


@node
class Bonused(Node):
    """What a bonus goes to."""

    def asks(self) -> tuple[type[Question], ...]:
        """The questions it bears on."""
        return ()

    def meant(self, owner: int, question: Any) -> bool:
        """Whether this one is meant."""
        return False


@node
class ToStat(Bonused):
    """To a stat, for own rolls and as a target number, or to a named number of the rules. Ruling: MO-22, MO-92."""

    stat: StatOrKnob

    def asks(self) -> tuple[type[Question], ...]:
        return (StatOf, Knob)

    def meant(self, owner: int, question: StatOf | Knob) -> bool:
        if isinstance(question, Knob):
            return question.name == self.stat.text
        return question.who == owner and question.stat == self.stat.text


@node
class ToAttacks(Bonused):
    """To every attack roll of the owner, in whatever it is made. Ruling: MO-120."""

    whose: str
    attack: str

    def asks(self) -> tuple[type[Question], ...]:
        return (RollBonus,)

    def meant(self, owner: int, question: RollBonus) -> bool:
        return question.roller == owner and question.attack


@node
class ToActionRolls(Bonused):
    """To every roll that the owner makes in an action. Ruling: MO-101."""

    whose: str
    action: str

    def asks(self) -> tuple[type[Question], ...]:
        return (RollBonus,)

    def meant(self, owner: int, question: RollBonus) -> bool:
        return question.roller == owner and question.action


@node
class ToDamage(Bonused):
    """To each damage that the owner deals. Ruling: MO-28, MO-91."""

    who: str

    def asks(self) -> tuple[type[Question], ...]:
        return (DamageOf,)

    def meant(self, owner: int, question: DamageOf) -> bool:
        return question.dealer == owner


@node
class Bonus(Modifier):
    """A number added while the rule is in force; X is the strength of its condition."""

    by: str
    to: Bonused

    def goes_to(self, stat: str) -> bool:
        """Whether it is a plain number to that stat."""
        return isinstance(self.to, ToStat) and self.to.stat.text == stat and self.by[1:] != "X"

    def asks(self) -> tuple[type[Question], ...]:
        return self.to.asks()

    def change(self, ctx: Context, question: Any) -> Change | None:
        if not self.to.meant(ctx.actor, question):
            return None
        if self.by[1:] == "X":
            return Change("add", ctx.x if self.by[0] == "+" else -ctx.x)
        return Change("add", int(self.by))


@node
class DiceAdded(Modifier):
    """Dice rolled and added to each damage that the owner deals. Ruling: MO-28, MO-29, MO-107."""

    dice: str
    who: str

    def asks(self) -> tuple[type[Question], ...]:
        return (DamageOf,)

    def change(self, ctx: Context, question: DamageOf) -> Change | None:
        if question.dealer != ctx.actor:
            return None
        count, _, sides = self.dice.lower().partition("d")
        return Change("add", sum(ctx.roll(Die(int(sides)), "damage") for _ in range(int(count or 1))))


# -- damage ---------------------------------------------------------------------------------------------------


@node
class Dealt(Node):
    """Damage that the owner deals. Ruling: MO-107."""

    who: str

    def meant(self, owner: int, question: DamageOf) -> bool:
        """Whether this damage is meant."""
        return question.dealer == owner


@node
class Taken(Node):
    """Damage that the owner takes. Ruling: MO-110."""

    who: str

    def meant(self, owner: int, question: DamageOf) -> bool:
        """Whether this damage is meant."""
        return question.target == owner


@node
class DealtInAttacks(Node):
    """Damage of the owner's attack rolls. Ruling: MO-30."""

    whose: str
    attack: str

    def meant(self, owner: int, question: DamageOf) -> bool:
        """Whether this damage is meant."""
        return question.dealer == owner and question.attack


@node
class Scale(Node):
    """Halved, doubled or tripled."""

    word: str

    def change(self, ctx: Context) -> Change:
        """What it does to the damage."""
        return {"doubled": Change("times", 2), "tripled": Change("times", 3)}.get(self.word, Change("halve"))


@node
class ReducedBy(Node):
    """Less by an amount, after everything else. Ruling: MO-28."""

    amount: Amount

    def change(self, ctx: Context) -> Change:
        """What it does to the damage."""
        return Change("less", self.amount.value(ctx))


@node
class DamageScaled(Modifier):
    """Damage that is more or less while the rule is in force."""

    which: Dealt | Taken | DealtInAttacks
    scale: Scale | ReducedBy

    def asks(self) -> tuple[type[Question], ...]:
        return (DamageOf,)

    def change(self, ctx: Context, question: DamageOf) -> Change | None:
        return self.scale.change(ctx) if self.which.meant(ctx.actor, question) else None


@node
class GainScaled(Modifier):
    """What the owner gains of a counter is more or less while the rule is in force. Ruling: MO-113."""

    counter: CounterName
    who: str
    scale: Scale | ReducedBy

    def asks(self) -> tuple[type[Question], ...]:
        return (Gain,)

    def change(self, ctx: Context, question: Gain) -> Change | None:
        meant = question.who == ctx.actor and question.counter == self.counter.text
        return self.scale.change(ctx) if meant else None


# -- cooldown dice -------------------------------------------------------------------------------------------


@node
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


@node
class CountsEverywhere(Modifier):
    """The owner fills every empty space of its line. Ruling: MO-123."""

    who: str
    word: str
    line: Line

    def asks(self) -> tuple[type[Question], ...]:
        return (FillsSpaces,)

    def change(self, ctx: Context, question: FillsSpaces) -> Change | None:
        return Change("allow") if question.who == ctx.actor else None

    def lasting(self) -> bool:
        return True


@node
class NoSpace(Modifier):
    """Nobody else counts the owner when counting spaces. Ruling: MO-96."""

    who: str

    def asks(self) -> tuple[type[Question], ...]:
        return (Unseen,)

    def change(self, ctx: Context, question: Unseen) -> Change | None:
        return Change("add", (ctx.actor,)) if question.viewer != ctx.actor else None

    def lasting(self) -> bool:
        return True


@node
class CountsAt(Modifier):
    """For its own doing the owner counts as standing somewhere, although it stands outside. Ruling: MO-99."""

    who: str
    place: Place

    def asks(self) -> tuple[type[Question], ...]:
        return (StandsAt,)

    def change(self, ctx: Context, question: StandsAt) -> Change | None:
        return Change("set", 1 if self.place.word == "back" else 0) if question.who == ctx.actor else None

    def lasting(self) -> bool:
        return True


# -- dice and turns -------------------------------------------------------------------------------------------


@node
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


@node
class DiceHalved(Modifier):
    """Every die whose number counts is halved, rounded up, in the owner's actions. Ruling: MO-93."""

    who: str
    whose: str
    action: str
    word: str

    def asks(self) -> tuple[type[Question], ...]:
        return (FaceCounted,)

    def change(self, ctx: Context, question: FaceCounted) -> Change | None:
        return Change("halve") if question.who == ctx.actor and question.action else None


@node
class RollsExplode(Modifier):
    """Attack rolls in the owner's actions are rolled again and added on these faces. Ruling: MO-89."""

    your: str
    attack: str
    whose: str
    action: str
    faces: OneFace | FaceRange | FacesFrom | TwoFaces

    def asks(self) -> tuple[type[Question], ...]:
        return (Exploding,)

    def change(self, ctx: Context, question: Exploding) -> Change | None:
        meant = question.roller == ctx.actor and question.action
        return Change("add", self.faces.faces(6)) if meant else None


@node
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


@node
class ExtraTargetsRule(Modifier):
    """The owner's action may have so many more targets next to its first."""

    number: int

    def asks(self) -> tuple[type[Question], ...]:
        return (ExtraTargets,)

    def change(self, ctx: Context, question: ExtraTargets) -> Change | None:
        return Change("set", self.number) if question.who == ctx.actor else None


@node
class SkipsTurn(Modifier):
    """The owner's own turn ends after its first phase, in which the conditions act. Ruling: MO-115."""

    who: str
    whose: str
    turn: str

    def asks(self) -> tuple[type[Question], ...]:
        return (Allowed,)

    def change(self, ctx: Context, question: Allowed) -> Change | None:
        return Change("forbid") if question.what == "turn" and question.who == ctx.actor else None


@node
class OfferToEnd(Standing):
    """Those named may spend an action to end the condition. Ruling: MO-66, MO-88."""

    who: Selector
    may: str
    action: str


@node
class ActionOffered(Modifier):
    """Those named may spend an action on what follows; "they" are whoever does. Ruling: MO-66, MO-124, MO-125."""

    who: Selector
    may: str
    action: str
    block: Effect
    called: str = field(default="", kw_only=True, eq=False, metadata=BOUND)  # the heading under which it stands

    def asks(self) -> tuple[type[Question], ...]:
        return (Offering,)

    def change(self, ctx: Context, question: Offering) -> Change | None:
        return Change("add", (ctx.actor,))


@node
class Lasts(Entry):
    """How many turns a condition lasts when its giver does not say. Ruling: MO-117."""

    amount: Amount

    def write(self, card: Any) -> None:
        card.fields["lasts"] = self.amount
