"""Creatures with several forms: the stats of each, which one they are in, and changing it.

The form of the moment is a tag of the creature. Its stats stand in for those of the card; what the form does not print
stays as the card prints it. Source: Marching Order, Rogues Appendix. Ruling: MO-140, MO-141.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from dicecrawl.core.decisions import Decision, Option
from dicecrawl.core.events import TagChanged
from dicecrawl.core.nodes import Effect, FormName, Node, Selector, Test, node

if TYPE_CHECKING:
    from dicecrawl.core.context import Context


@node
class AsForm(Node):
    """With the stat that another form has."""

    name: FormName


@node
class IsInForm(Test):
    """Somebody is in a form now."""

    who: Selector
    name: FormName

    def holds(self, ctx: Context) -> bool:
        named = self.who.pick(ctx)
        return bool(named) and all(form_of(ctx, who) == self.name.text for who in named)


@node
class ChangeForm(Effect):
    """Become the form before or after the present one, in the order of the card, as the player likes."""

    def perform(self, ctx: Context) -> None:
        who = ctx.subject
        order = tuple(forms_of(ctx, who))
        now = form_of(ctx, who)
        if now is None:
            return
        at = order.index(now)
        options = tuple(Option("form", name, "one step away") for name in order[max(0, at - 1) : at + 2] if name != now)
        for option in ctx.choose(Decision(ctx.seat_of(who), "form", options, 1, 1, who, ctx.cause)):
            take_form(ctx, who, str(option.value))

    def tone(self, card: Any) -> str:
        return "neutral"


@node
class Become(Effect):
    """Be in a form from now on, from whichever it was."""

    name: FormName

    def perform(self, ctx: Context) -> None:
        take_form(ctx, ctx.subject, self.name.text)


def forms_of(ctx: Context, who: int) -> Mapping[str, Mapping[str, int]]:
    """The stats of each form that the creature's card knows; empty where it has only one."""
    entity = ctx.state[who]
    forms: Mapping[str, Mapping[str, int]] = ctx.cards.get(entity.kind, entity.definition).fields.get("forms", {})
    return forms


def form_of(ctx: Context, who: int) -> str | None:
    """The form that a creature is in, None where its card knows none."""
    tags = ctx.state[who].tags
    return next((name for name in forms_of(ctx, who) if name in tags), None)


def take_form(ctx: Context, who: int, name: str) -> None:
    """Put a creature into a form; nothing happens when it is in it, or its card does not know it."""
    now = form_of(ctx, who)
    if name == now or name not in forms_of(ctx, who):
        return
    if now is not None:
        ctx.emit(TagChanged(who, "tags", now, False))
    ctx.emit(TagChanged(who, "tags", name, True))


def stat_in_form(ctx: Context, who: int, stat: str, name: str) -> int:
    """What another form has more of a stat than the present one."""
    forms = forms_of(ctx, who)
    now = form_of(ctx, who)
    if now is None or name not in forms:
        return 0
    entity = ctx.state[who]
    printed = ctx.cards.get(entity.kind, entity.definition).stats.get(stat, 0)
    return forms[name].get(stat, printed) - forms[now].get(stat, printed)
