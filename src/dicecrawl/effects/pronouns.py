"""Words for creatures that need no search: you, they, the target, the cause of a condition, a creature by its own name."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from dicecrawl.core.nodes import OwnName, Selector, node
from dicecrawl.core.questions import Candidates
from dicecrawl.effects.flow import NOBODY

if TYPE_CHECKING:
    from dicecrawl.core.context import Context


@node
class You(Selector):
    """The one whose card speaks."""

    word: str = "you"

    def pick(self, ctx: Context) -> tuple[int, ...]:
        return (ctx.actor,)


@node
class ThisCondition(Selector):
    """No creature: the condition itself is said to do it. Ruling: MO-108."""

    def pick(self, ctx: Context) -> tuple[int, ...]:
        return (NOBODY,)


@node
class They(Selector):
    """The chosen ones."""

    refers: ClassVar[tuple[str, ...]] = ("they",)
    word: str = "they"

    def pick(self, ctx: Context) -> tuple[int, ...]:
        return ctx.they


@node
class TheTarget(Selector):
    """The chosen one, said so."""

    refers: ClassVar[tuple[str, ...]] = ("they",)
    word: str = "the target"

    def pick(self, ctx: Context) -> tuple[int, ...]:
        return ctx.they


@node
class ItsCause(Selector):
    """Whoever gave the condition that the rule belongs to."""

    def pick(self, ctx: Context) -> tuple[int, ...]:
        condition = ctx.bearing.condition if ctx.bearing is not None else None
        return () if condition is None or condition.cause is None else (condition.cause,)


@node
class Named(Selector):
    """The creature itself, called by the name of its card."""

    name: OwnName

    def pick(self, ctx: Context) -> tuple[int, ...]:
        return (ctx.actor,)


@node
class Exactly(Selector):
    """Creatures that an order names, as far as they can be targeted at all; no words of the language (MO-16)."""

    ids: tuple[int, ...]

    def candidates(self, ctx: Context) -> tuple[int, ...]:
        legal = ctx.value(Candidates(ctx.subject, ctx.purpose))
        return tuple(who for who in self.ids if who in legal)

    def pick(self, ctx: Context) -> tuple[int, ...]:
        return self.candidates(ctx)
