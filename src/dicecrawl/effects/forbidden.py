"""What cannot be while a rule is in force: gained, taken, targeted, moved. Forbidding beats allowing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dicecrawl.core.nodes import ConditionOrCounter, CounterName, Node, Selector, TagName, node
from dicecrawl.core.questions import Allowed, Candidates, Change, Gain, Question
from dicecrawl.core.rules import Modifier
from dicecrawl.effects.pronouns import You

if TYPE_CHECKING:
    from dicecrawl.core.context import Context


@node
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


@node
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


@node
class GainConditions(Forbidden):
    """Gaining any condition. Ruling: MO-103."""

    def meant(self, ctx: Context, question: Allowed) -> bool:
        return question.what == "gain"


@node
class GainTagged(Forbidden):
    """Gaining a condition with a tag. Ruling: MO-123."""

    tag: TagName

    def meant(self, ctx: Context, question: Allowed) -> bool:
        return question.what == "gain" and self.tag.text in question.tags


@node
class TakeActions(Forbidden):
    """Taking any action."""

    action: str

    def meant(self, ctx: Context, question: Allowed) -> bool:
        return question.what == "act"


@node
class TakeReactions(Forbidden):
    """Using a reaction."""

    reaction: str

    def meant(self, ctx: Context, question: Allowed) -> bool:
        return question.what == "react"


@node
class TakeSpecialActions(Forbidden):
    """Using reactions, and in one's own turn any action but the basic one and those that everybody has. Ruling: MO-27."""

    special: str

    def meant(self, ctx: Context, question: Allowed) -> bool:
        own_turn = ctx.state.count("turn of") == question.who
        return question.what == "react" or (question.what == "special" and own_turn)


@node
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


@node
class BeMoved(Forbidden):
    """Being moved by others. Ruling: MO-123."""

    def meant(self, ctx: Context, question: Allowed) -> bool:
        return question.what == "move" and question.by != question.who


@node
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


@node
class SufferDamage(Forbidden):
    """Taking any damage. Ruling: MO-124."""

    def meant(self, ctx: Context, question: Allowed) -> bool:
        return question.what == "take damage"


@node
class LoseThat(Forbidden):
    """Losing any of a counter. Ruling: MO-124."""

    counter: CounterName

    def meant(self, ctx: Context, question: Allowed) -> bool:
        return question.what == "lose" and question.name == self.counter.text


@node
class RedirectAttacks(Forbidden):
    """Turning attacks to oneself. Ruling: MO-111."""

    def meant(self, ctx: Context, question: Allowed) -> bool:
        return question.what == "redirect"


@node
class Cannot(Modifier):
    """Somebody cannot do, gain or be something while the rule is in force."""

    who: Selector
    what: Forbidden

    def asks(self) -> tuple[type[Question], ...]:
        return self.what.asks()

    def change(self, ctx: Context, question: Any) -> Change | None:
        return self.what.change(ctx, self.who.pick(ctx), question)

    def lasting(self) -> bool:
        """That one cannot be chosen is so as long as the rule is."""
        return isinstance(self.who, You) and isinstance(self.what, BeTargeted)
