"""Rolls that succeed or fail: d6 plus stat plus bonuses against a stat or a target number; an attack's margin is damage.

Source: Marching Order, Rolls; Attack Roll. Ruling: MO-11 to MO-15, MO-20, MO-28, MO-29.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from attrs import field, frozen

from dicecrawl.core.context import Die
from dicecrawl.core.events import CheckBegan, CheckMade, DamageDealt
from dicecrawl.core.nodes import BOUND, Amount, CardLookup, Effect, Fault, Node, Selector, StatName, StatOrCounter, Test
from dicecrawl.core.questions import Change, DamageOf, DiceKept, Exploding, FaceCounted, RollBonus
from dicecrawl.effects.aims import Target
from dicecrawl.effects.amounts import Number, Theirs, Yours, measure
from dicecrawl.effects.flow import FaceRange, FacesFrom, OneFace, TwoFaces
from dicecrawl.effects.selectors import Sel

if TYPE_CHECKING:
    from dicecrawl.core.context import Context


@frozen(slots=True)
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


@frozen(slots=True)
class VsNumber(Node):
    """Against a target number (TN)."""

    amount: Amount

    def number(self, ctx: Context, target: int | None) -> int:
        """The number to reach."""
        return self.amount.value(ctx)

    def whom(self, ctx: Context) -> int | None:
        """Nobody's stat."""
        return None


@frozen(slots=True)
class RollMod(Node):
    """Words that change how a roll counts."""


@frozen(slots=True)
class DamageScale(RollMod):
    """For half, double, triple or no damage."""

    scale: str

    def change(self) -> Change | None:
        """What it does to the damage; "no" is the roll's own affair."""
        return {"half": Change("halve"), "double": Change("times", 2), "triple": Change("times", 3)}.get(self.scale)


@frozen(slots=True)
class ExplodingOn(RollMod):
    """These natural faces are rolled again and added, repeating. Ruling: MO-20."""

    faces: OneFace | FaceRange | FacesFrom | TwoFaces


@frozen(slots=True)
class Plus(Node):
    """A number added to a roll. Ruling: MO-14."""

    text: str


@frozen(slots=True)
class Make(Effect):
    """Make a roll. Ties succeed; an attack deals its margin. Sentences about its outcome are gathered in `then`."""

    opens: ClassVar[str] = "roll"
    gathers: ClassVar[str] = "then"

    bonus: Plus | None = None
    stat: StatName | None = None
    attack: str | None = None
    against: VsStat | VsNumber | None = None
    mods: tuple[RollMod, ...] = ()
    then: tuple[Effect, ...] = field(default=(), kw_only=True, metadata=BOUND)

    def perform(self, ctx: Context) -> None:
        check = self.outcome(ctx)
        damage = self._damage(ctx, check) if self.attack and check.success else 0
        inner = ctx.within(check=check, damage=damage)
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
        """Throw it, without damage or what follows."""
        roller, target = ctx.subject, self._target(ctx)
        stat = self.stat.text if self.stat is not None else None
        attack, action = self.attack is not None, ctx.mode == "action" and roller == ctx.actor
        began = ctx.emit(CheckBegan(roller, stat, attack, target))
        added = began.bonus if isinstance(began, CheckBegan) else 0
        natural, total = self._throw(ctx, roller, attack, action)
        total += added + (int(self.bonus.text) if self.bonus is not None else 0)
        if stat is not None:
            total += measure(ctx, roller, stat)
        total += ctx.value(RollBonus(roller, stat, attack, action, target))
        number = self.against.number(ctx, target) if self.against is not None else 0
        check = CheckMade(roller, stat, attack, target, natural, total, number)
        ctx.emit(check)
        return check

    def _throw(self, ctx: Context, roller: int, attack: bool, action: bool) -> tuple[int, int]:
        ctx = ctx.within(subject=roller)
        exploding = {face for mod in self.mods if isinstance(mod, ExplodingOn) for face in mod.faces.faces(6)}
        if attack:
            exploding.update(ctx.value(Exploding(roller, action)))
        natural = face = self._face(ctx, roller, action)
        total = ctx.value(FaceCounted(roller, action, face))
        while face in exploding:
            face = self._face(ctx, roller, action)
            total += ctx.value(FaceCounted(roller, action, face))
        return natural, total

    def _face(self, ctx: Context, roller: int, action: bool) -> int:
        why = "attack" if self.attack else "check"
        return min(ctx.roll(Die(6), why) for _ in range(ctx.value(DiceKept(roller, action))))

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


def strike(ctx: Context, dealer: int | None, target: int, base: int, attack: bool, changes: tuple[Change, ...] = ()) -> int:
    """Deal damage of at least 1 from its base, after every rule; gives the final amount. Ruling: MO-28, MO-29, MO-31."""
    if base < 1 or not ctx.present(target):
        return 0
    amount = ctx.value(DamageOf(dealer, target, attack, base), *changes)
    done = ctx.emit(DamageDealt(dealer, target, base, amount, ctx.game.life, attack))
    return done.amount if isinstance(done, DamageDealt) else 0


@frozen(slots=True)
class AddToRoll(Effect):
    """Add to the roll that is about to be made."""

    amount: Amount

    def perform(self, ctx: Context) -> None:
        ctx.flow.added += self.amount.value(ctx)


# -- tests about a roll ---------------------------------------------------------------------------------------


@frozen(slots=True)
class Succeeded(Test):
    """The roll just made succeeded; ties do. Ruling: MO-12."""

    refers: ClassVar[tuple[str, ...]] = ("roll",)
    word: str = "if successful"

    def holds(self, ctx: Context) -> bool:
        return ctx.check is not None and ctx.check.success


@frozen(slots=True)
class Missed(Test):
    """The roll just made failed."""

    refers: ClassVar[tuple[str, ...]] = ("roll",)
    word: str = "on a failure"

    def holds(self, ctx: Context) -> bool:
        return ctx.check is not None and not ctx.check.success


@frozen(slots=True)
class TheySucceeded(Test):
    """They made the roll just called for."""

    refers: ClassVar[tuple[str, ...]] = ("roll",)
    whom: Selector
    word: str = "succeed"

    def holds(self, ctx: Context) -> bool:
        return ctx.check is not None and ctx.check.success


@frozen(slots=True)
class TheyFailed(Test):
    """They failed the roll just called for."""

    refers: ClassVar[tuple[str, ...]] = ("roll",)
    whom: Selector
    word: str = "fail"

    def holds(self, ctx: Context) -> bool:
        return ctx.check is not None and not ctx.check.success
