"""Rolls that succeed or fail: d6 plus stat plus bonuses against a stat or a target number; an attack's margin is damage.

Source: Marching Order, Rolls; Attack Roll. Ruling: MO-11 to MO-15, MO-20, MO-28, MO-29.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

import attrs
from attrs import field

from dicecrawl.core.context import Die
from dicecrawl.core.decisions import Decision, Option
from dicecrawl.core.events import CheckBegan, CheckMade, DamageDealt
from dicecrawl.core.nodes import BOUND, Amount, CardLookup, Effect, Fault, Node, Selector, StatName, StatOrCounter, Test, node
from dicecrawl.core.questions import Change, DamageOf, DiceKept, Exploding, FaceCounted, RollBonus
from dicecrawl.effects.aims import Target
from dicecrawl.effects.amounts import Number, Theirs, Yours, measure
from dicecrawl.effects.flow import FaceRange, FacesFrom, OneFace, TwoFaces
from dicecrawl.effects.forms import AsForm, stat_in_form
from dicecrawl.effects.selectors import Sel

if TYPE_CHECKING:
    from dicecrawl.core.context import Context


@node
class VsStat(Node):
    """Against a stat: the target's where the text does not say whose."""

    whose: Yours | Theirs | None
    stat: StatOrCounter

    def number(self, ctx: Context, target: int | None) -> int:
        """The number to reach."""
        owner = target if self.whose is None else self.whose.owner(ctx)
        return 0 if owner is None else measure(ctx, owner, self.stat.text)

    def whom(self, ctx: Context) -> int | None:
        """Whose stat it is, where the text says so."""
        return None if self.whose is None else self.whose.owner(ctx)


@node
class VsNumber(Node):
    """Against a target number (TN)."""

    amount: Amount

    def number(self, ctx: Context, target: int | None) -> int:
        """The number to reach."""
        return self.amount.value(ctx)

    def whom(self, ctx: Context) -> int | None:
        """Nobody's stat."""
        return None


@node
class RollMod(Node):
    """Words that change how a roll counts."""


@node
class DamageScale(RollMod):
    """For half, double, triple or no damage."""

    scale: str

    def change(self) -> Change | None:
        """What it does to the damage; "no" is the roll's own affair."""
        return {"half": Change("halve"), "double": Change("times", 2), "triple": Change("times", 3)}.get(self.scale)


@node
class ExplodingOn(RollMod):
    """These natural faces are rolled again and added, repeating. Ruling: MO-20."""

    faces: OneFace | FaceRange | FacesFrom | TwoFaces


@node
class Plus(Node):
    """A number added to a roll. Ruling: MO-14."""

    text: str


@node
class OrStat(Node):
    """Or another stat, as the roller's player likes; a creature without a player uses the first. Ruling: MO-98."""

    stat: StatName


@node
class Make(Effect):
    """Make a roll. Ties succeed; an attack deals its margin; sentences about its outcome are gathered in `then`."""

    opens: ClassVar[str] = "roll"
    gathers: ClassVar[str] = "then"

    bonus: Plus | None = None
    stat: StatName | None = None
    other: OrStat | None = None
    attack: str | None = None
    form: AsForm | None = None
    against: VsStat | VsNumber | None = None
    mods: tuple[RollMod, ...] = ()
    then: tuple[Effect, ...] = field(default=(), kw_only=True, metadata=BOUND)

    def perform(self, ctx: Context) -> None:
        check = self.outcome(ctx)
        damage = self._damage(ctx, check) if self.attack and check.success else 0
        inner = ctx.within(check=check, damage=damage)
        if self.attack and check.target is not None and ctx.they and check.target not in ctx.they:
            inner.they = (check.target,)
        for sentence in self.then:
            if ctx.flow.stopped or ctx.gone():
                return
            sentence.perform(inner.because(sentence.span))

    def _target(self, ctx: Context) -> int | None:
        named = self.against.whom(ctx) if self.against is not None else None
        if named is not None:
            return named if named != ctx.subject or self.attack else None
        return ctx.they[0] if ctx.they and (self.attack or isinstance(self.against, VsStat)) else None

    def outcome(self, ctx: Context) -> CheckMade:
        """Throw it, without damage or what follows. A rule may turn an attack to another target before its die."""
        roller, target = ctx.subject or None, self._target(ctx)
        stat = self._stat(ctx)
        attack, action = self.attack is not None, ctx.mode == "action" and roller == ctx.doer
        began = ctx.emit(CheckBegan(roller, stat, attack, target))
        added = 0
        if isinstance(began, CheckBegan):
            added = began.bonus
            if began.target is not None and began.target != target:
                target = began.target
                ctx = ctx.within(they=(target,))
        exploding = {face for mod in self.mods if isinstance(mod, ExplodingOn) for face in mod.faces.faces(6)}
        if attack:
            exploding.update(ctx.value(Exploding(roller or 0, action)))
        faces = tuple(sorted(exploding))
        natural, thrown = throw(ctx, roller, attack, action, faces)
        total = thrown + added + (int(self.bonus.text) if self.bonus is not None else 0)
        if stat is not None and roller is not None:
            total += measure(ctx, roller, stat)
            if self.form is not None:
                total += stat_in_form(ctx, roller, stat, self.form.name.text)
        total += ctx.value(RollBonus(roller or 0, stat, attack, action, target))
        number = self.against.number(ctx, target) if self.against is not None else None
        check = CheckMade(roller, stat, attack, target, natural, total, number, thrown, faces, action)
        done = ctx.emit(check)
        return done if isinstance(done, CheckMade) else check

    def _stat(self, ctx: Context) -> str | None:
        if self.stat is None or self.other is None:
            return None if self.stat is None else self.stat.text
        names = (self.stat.text, self.other.stat.text)
        seat = ctx.seat_of(ctx.subject)
        if seat is None:
            return names[0]
        options = tuple(Option("stat", name, "either will do") for name in names)
        return str(ctx.choose(Decision(seat, "stat", options, 1, 1, ctx.subject, ctx.cause))[0].value)

    def _damage(self, ctx: Context, check: CheckMade) -> int:
        scales = [mod for mod in self.mods if isinstance(mod, DamageScale)]
        if check.target is None or check.margin < 1 or any(scale.scale == "no" for scale in scales):
            return 0
        changes = () if ctx.scale == "full" else tuple(c for scale in scales if (c := scale.change()) is not None)
        return strike(ctx, check.roller, check.target, check.margin, True, changes)

    def faults(self, card: CardLookup) -> Iterator[Fault]:
        scales = [mod for mod in self.mods if isinstance(mod, DamageScale)]
        if self.attack and self.against is None:
            yield Fault("E130", "this attack roll has nothing to beat", "add 'vs their Defense'")
        if scales and not self.attack:
            yield Fault("E133", "a roll that is no attack deals no damage", "say 'Attack Roll'", at=scales[0].span)
        if len(scales) > 1:
            yield Fault("E134", "the damage is scaled twice", "keep one of them", at=scales[1].span)
        exploding = {face for mod in self.mods if isinstance(mod, ExplodingOn) for face in mod.faces.faces(6)}
        if exploding >= set(range(1, 7)):
            yield Fault("E135", "this roll explodes on every face and never ends", "leave out at least one face")
        if self.stat is None and isinstance(self.against, VsNumber) and isinstance(self.against.amount, Number):
            bonus = int(self.bonus.text) if self.bonus is not None else 0
            low, high = 1 + bonus, 6 + bonus
            number = self.against.amount.number
            if number <= low or number > high:
                often = "always succeeds" if number <= low else "never succeeds"
                yield Fault("W203", f"this roll {often}", f"it comes to {low} to {high}", severity="warning")

    def implied(self) -> Effect | None:
        """An attack that names no target is aimed at one enemy at any distance, chosen by its performer's player."""
        return Target((Sel(None, (), "enemy"),), implicit=True) if self.attack else None

    def tone(self, card: CardLookup) -> str:
        return "attack" if self.attack else "neutral"


def throw(ctx: Context, roller: int | None, attack: bool, action: bool, exploding: tuple[int, ...]) -> tuple[int, int]:
    """The dice of a roll: the first natural face, and what they come to. A face that explodes adds one more die.

    Ruling: MO-20, MO-89, MO-93.
    """
    ctx = ctx.within(subject=roller or 0)
    who = roller or 0

    def fall() -> int:
        why = "attack" if attack else "check"
        return min(ctx.roll(Die(6), why) for _ in range(ctx.value(DiceKept(who, action))))

    natural = face = fall()
    thrown = int(ctx.value(FaceCounted(who, action, face)))
    while face in exploding:
        face = fall()
        thrown += int(ctx.value(FaceCounted(who, action, face)))
    return natural, thrown


def strike(ctx: Context, dealer: int | None, target: int, base: int, attack: bool, changes: tuple[Change, ...] = ()) -> int:
    """Deal damage of at least 1 from its base, after every rule; gives the final amount. Ruling: MO-28, MO-29, MO-31."""
    if base < 1 or not ctx.present(target) or not ctx.allowed("take damage", target):
        return 0
    amount = ctx.value(DamageOf(dealer, target, attack, base), *changes)
    done = ctx.emit(DamageDealt(dealer, target, base, amount, ctx.game.life, attack))
    return done.amount if isinstance(done, DamageDealt) else 0


@node
class AddToRoll(Effect):
    """Add to the roll that is about to be made."""

    alters: ClassVar[bool] = True
    amount: Amount

    def perform(self, ctx: Context) -> None:
        event = ctx.offered.event if ctx.offered is not None else None
        if ctx.offered is not None and isinstance(event, CheckBegan):
            ctx.offered.event = attrs.evolve(event, bonus=event.bonus + self.amount.value(ctx))


@node
class Reroll(Effect):
    """Throw the dice of the roll anew; the new faces count, stat and bonuses stay. Ruling: MO-27."""

    alters: ClassVar[bool] = True
    word: str

    def perform(self, ctx: Context) -> None:
        event = ctx.offered.event if ctx.offered is not None else None
        if ctx.offered is None or not isinstance(event, CheckMade):
            return
        natural, thrown = throw(ctx, event.roller, event.attack, event.action, event.exploding)
        total = event.total - event.thrown + thrown
        ctx.offered.event = attrs.evolve(event, natural=natural, total=total, thrown=thrown)

    def possible(self, ctx: Context) -> bool:
        return ctx.offered is not None and isinstance(ctx.offered.event, CheckMade)


@node
class RollTotal(Amount):
    """What the roll just made came to, never below 0, or half of it rounded up. Ruling: MO-23."""

    refers: ClassVar[tuple[str, ...]] = ("roll",)
    half: str | None = None

    def value(self, ctx: Context) -> int:
        total = max(0, ctx.check.total) if ctx.check is not None else 0
        return -(-total // 2) if self.half else total


# -- tests about a roll ---------------------------------------------------------------------------------------


@node
class Succeeded(Test):
    """The roll just made succeeded; ties do. Ruling: MO-12."""

    refers: ClassVar[tuple[str, ...]] = ("roll",)
    word: str = "if successful"

    def holds(self, ctx: Context) -> bool:
        return ctx.check is not None and ctx.check.success


@node
class Missed(Test):
    """The roll just made failed."""

    refers: ClassVar[tuple[str, ...]] = ("roll",)
    word: str = "on a failure"

    def holds(self, ctx: Context) -> bool:
        return ctx.check is not None and not ctx.check.success


@node
class TheySucceeded(Test):
    """They made the roll just called for."""

    refers: ClassVar[tuple[str, ...]] = ("roll",)
    whom: Selector
    word: str = "succeed"

    def holds(self, ctx: Context) -> bool:
        return ctx.check is not None and ctx.check.success


@node
class TheyFailed(Test):
    """They failed the roll just called for."""

    refers: ClassVar[tuple[str, ...]] = ("roll",)
    whom: Selector
    word: str = "fail"

    def holds(self, ctx: Context) -> bool:
        return ctx.check is not None and not ctx.check.success
