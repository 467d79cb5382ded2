"""Words that come to a number."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from dicecrawl.core.context import Die
from dicecrawl.core.nodes import Amount, Node, StatOrCounter, node
from dicecrawl.core.questions import DiceKept, FaceCounted, StatOf

if TYPE_CHECKING:
    from dicecrawl.core.context import Context


def roll_counted(ctx: Context, sides: int, why: str) -> int:
    """A die whose number is used: the lowest of as many as the performer's rules ask for, as far as they let it count.

    Ruling: MO-93.
    """
    action = ctx.mode == "action"
    dice = ctx.value(DiceKept(ctx.doer, action))
    face = min(ctx.roll(Die(sides), why) for _ in range(dice))
    return int(ctx.value(FaceCounted(ctx.doer, action, face)))


@node
class Number(Amount):
    """A plain number."""

    number: int

    def value(self, ctx: Context) -> int:
        return self.number


@node
class Strength(Amount):
    """X: the strength of the condition that the rule belongs to."""

    word: str = "X"

    def value(self, ctx: Context) -> int:
        return ctx.x


@node
class DiceRoll(Amount):
    """Dice to be rolled and added up, such as 2d6 or 1d6+1; never below 0."""

    dice: str
    bonus: str | None = None

    def parts(self) -> tuple[int, int]:
        """How many dice, of how many sides."""
        count, _, sides = self.dice.lower().partition("d")
        return int(count or 1), int(sides)

    def value(self, ctx: Context) -> int:
        count, sides = self.parts()
        total = sum(roll_counted(ctx, sides, "amount") for _ in range(count))
        return max(0, total + (int(self.bonus) if self.bonus else 0))


@node
class HalfRoll(Amount):
    """Half a die roll, rounded up: uniform on 1, 2, 3. Source: Marching Order, Half Roll. Ruling: MO-21."""

    half: str = "half"

    def value(self, ctx: Context) -> int:
        return -(-roll_counted(ctx, 6, "half roll") // 2)


@node
class DamageDone(Amount):
    """The damage that the blow just struck has done, or half of it rounded up. Ruling: MO-31."""

    refers: ClassVar[tuple[str, ...]] = ("damage",)
    half: str | None = None

    def value(self, ctx: Context) -> int:
        return -(-ctx.damage // 2) if self.half else ctx.damage


@node
class Yours(Node):
    """Belonging to you."""

    word: str = "your"

    def owner(self, ctx: Context) -> int | None:
        """Who that is."""
        return ctx.actor


@node
class Theirs(Node):
    """Belonging to the chosen one."""

    refers: ClassVar[tuple[str, ...]] = ("they",)
    word: str = "their"

    def owner(self, ctx: Context) -> int | None:
        """Who that is."""
        return ctx.they[0] if ctx.they else None


@node
class StatOfSomebody(Amount):
    """The value of somebody's stat or counter."""

    whose: Yours | Theirs
    stat: StatOrCounter

    def value(self, ctx: Context) -> int:
        owner = self.whose.owner(ctx)
        return 0 if owner is None else measure(ctx, owner, self.stat.text)


def measure(ctx: Context, who: int, name: str) -> int:
    """The present value of a stat, or of a counter where the game has one of that name (MO-134)."""
    if name in ctx.game.counters:
        return ctx.state[who].count(name)
    return int(ctx.value(StatOf(who, name)))
