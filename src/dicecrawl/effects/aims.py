"""Targeting: who an ability is aimed at, fixed before its first die, and what is then done to each.

An aim is a creature and whom it stands in for: two arrows turned aside to one creature stay two. Order: who can be
targeted at all, creatures that draw every attack to themselves, the choice or the dice, one more target where a rule
allows it, then redirections, each on its own. Source: Marching Order, Combat. Ruling: MO-35, MO-44, MO-116, MO-122.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from attrs import field

from dicecrawl.core.context import OneOf, entity_options
from dicecrawl.core.decisions import Decision
from dicecrawl.core.events import Targeted
from dicecrawl.core.nodes import BOUND, CardLookup, Effect, Fault, Node, Selector, node
from dicecrawl.core.questions import (
    Candidates,
    Change,
    Decoys,
    ExtraTargets,
    MustTarget,
    Question,
    ReachedAnyway,
    StandIns,
)
from dicecrawl.core.rules import Modifier
from dicecrawl.effects.pronouns import Exactly, You

if TYPE_CHECKING:
    from dicecrawl.core.context import Context


@node
class Target(Effect):
    """Choose whom what follows is done to: the first link with a candidate; an act as a link ends the ability.

    `body` is what is done to each aim, completely, before the next. `attack` says that it holds an attack roll against
    them, `purpose` what it is for them, `implicit` that the text left it out.
    """

    opens: ClassVar[str] = "they"
    gathers: ClassVar[str] = "body"

    links: tuple[Node, ...]
    body: tuple[Effect, ...] = field(default=(), kw_only=True, metadata=BOUND)
    attack: bool = field(default=False, kw_only=True, metadata=BOUND)
    purpose: str = field(default="neutral", kw_only=True, metadata=BOUND)
    implicit: bool = field(default=False, kw_only=True, metadata=BOUND)

    def perform(self, ctx: Context) -> None:
        if ctx.purpose != self.purpose:
            ctx = ctx.within(purpose=self.purpose)
        aims = self._aims(ctx)
        fixed: list[int] = []
        for index, target in enumerate(aims):
            done = ctx.emit(Targeted(ctx.subject, target, self.attack, self.purpose, index))
            if isinstance(done, Targeted):
                if done.halts:
                    ctx.flow.stopped = ctx.flow.halted = True
                    return
                fixed.append(done.target)
        for target in fixed:
            if ctx.flow.stopped or ctx.gone():
                return
            if ctx.present(target):
                self._strike(ctx.within(they=(target,)))

    def _strike(self, ctx: Context) -> None:
        with ctx.blow():
            for sentence in self.body:
                if ctx.flow.stopped or ctx.gone():
                    return
                sentence.perform(ctx.because(sentence.span))

    def _aims(self, ctx: Context) -> tuple[int, ...]:
        drawn = self._drawn(ctx)
        for link in self.links:
            if isinstance(link, Selector):
                found = link.candidates(ctx)
                if link is not self.links[-1] and len(found) < link.needed():
                    continue
                if found and drawn:
                    return drawn * max(1, link.wanted(len(found)))
                if found:
                    return self._one_more(ctx, link, link.pick(ctx))
            elif isinstance(link, Effect) and not drawn:
                link.perform(ctx)
                ctx.flow.stopped = True
                return ()
        return drawn

    def _drawn(self, ctx: Context) -> tuple[int, ...]:
        """The one creature at whom the attack must be aimed, if any; chance decides between several (MO-116)."""
        if not self.attack:
            return ()
        legal = ctx.value(Candidates(ctx.subject, self.purpose))
        drawing = [who for who in ctx.value(MustTarget(ctx.subject)) if who in legal]
        return (drawing[ctx.roll(OneOf(len(drawing)), "target")],) if drawing else ()

    def _one_more(self, ctx: Context, link: Selector, chosen: tuple[int, ...]) -> tuple[int, ...]:
        """Further targets next to the first, where a rule allows it to an action that chose its target (MO-56).

        Whoever is ordered to attack somebody has that target only (MO-16).
        """
        free = ctx.mode == "action" and not link.picks_randomly() and not isinstance(link, Exactly)
        if not free or len(chosen) != 1:
            return chosen
        extra = ctx.value(ExtraTargets(ctx.subject))
        if not extra:
            return chosen
        near = tuple(
            who
            for who in ctx.value(Candidates(ctx.subject, self.purpose))
            if who not in chosen and who != ctx.subject and ctx.distance(chosen[0], who) == 1
        )
        if not near:
            return chosen
        decision = Decision(
            ctx.seat_of(ctx.subject),
            "extra target",
            entity_options(near, "next to it"),
            0,
            extra,
            ctx.subject,
            ctx.cause,
        )
        more = {option.value for option in ctx.choose(decision)}
        order = ctx.value(Candidates(ctx.subject, self.purpose))
        return tuple(who for who in order if who in chosen or who in more)

    def possible(self, ctx: Context) -> bool:
        if ctx.purpose != self.purpose:
            ctx = ctx.within(purpose=self.purpose)
        if self.attack and any(
            who in ctx.value(Candidates(ctx.subject, self.purpose)) for who in ctx.value(MustTarget(ctx.subject))
        ):
            return True
        for link in self.links:
            if isinstance(link, Selector):
                if link.anybody(ctx):
                    return True
            elif isinstance(link, Effect) and link.possible(ctx):
                return True
        return False

    def harms_only_friends(self, ctx: Context) -> bool:
        """Whether it means harm and could be aimed at nobody but the subject's own side."""
        if ctx.purpose != self.purpose:
            ctx = ctx.within(purpose=self.purpose)
        if self.purpose != "negative" or ctx.value(MustTarget(ctx.subject)):
            return False
        side = ctx.state[ctx.subject].side
        for link in self.links:
            if not isinstance(link, Selector):
                return False
            found = link.candidates(ctx)
            if found:
                return all(ctx.state[who].side == side for who in found)
        return False

    def faults(self, card: CardLookup) -> Iterator[Fault]:
        for link, following in zip(self.links, self.links[1:], strict=False):
            if isinstance(link, You):
                yield Fault("E162", "this 'or else' is never reached: you are always there", "remove it",
                            at=following.span)  # fmt: skip
            elif isinstance(link, Effect):
                yield Fault("E162", "an act ends the ability, so what follows it is never reached", "remove it",
                            at=following.span)  # fmt: skip


# -- choosing a decoy --------------------------------------------------------------------------


@node
class PassesOn(Modifier):
    """A player may choose the owner, at whom nothing can be aimed: one of those named is hit instead. Ruling: MO-124."""

    whom: Selector
    who: str

    def asks(self) -> tuple[type[Question], ...]:
        return (Decoys, StandIns)

    def change(self, ctx: Context, question: Decoys | StandIns) -> Change | None:
        if isinstance(question, Decoys):
            return Change("add", (ctx.actor,))
        if question.who != ctx.actor:
            return None
        return Change("add", tuple(who for who in ctx.game.board(ctx.state) if self.whom.fits(ctx, who)))


# -- rules about who is aimed at ------------------------------------------------------------


@node
class MustTargetOwner(Modifier):
    """Every attack by somebody of that noun is aimed at the owner. Ruling: MO-116."""

    noun: str
    attack: str
    who: str

    def asks(self) -> tuple[type[Question], ...]:
        return (MustTarget,)

    def change(self, ctx: Context, question: MustTarget) -> Change | None:
        noun = ctx.game.nouns[self.noun]
        return Change("add", (ctx.actor,)) if noun(ctx, ctx.actor, question.viewer) else None


@node
class AnyAction(Node):
    """Whoever's action it is."""

    word: str
    action: str

    def meant(self, ctx: Context, viewer: int) -> bool:
        """Whether what `viewer` does is meant."""
        return True


@node
class ActionsOf(Node):
    """Whatever somebody of that noun does: actions, traits and the rest."""

    noun: str
    action: str

    def meant(self, ctx: Context, viewer: int) -> bool:
        """Whether what `viewer` does is meant."""
        return bool(ctx.game.nouns[self.noun](ctx, ctx.actor, viewer))


@node
class ReachedAnyhow(Modifier):
    """Actions may target the owner, whatever their range and its place. Ruling: MO-123."""

    whose: AnyAction | ActionsOf
    may: str
    who: str

    def asks(self) -> tuple[type[Question], ...]:
        return (ReachedAnyway,)

    def change(self, ctx: Context, question: ReachedAnyway) -> Change | None:
        if question.target != ctx.actor or question.viewer == ctx.actor:
            return None
        return Change("allow") if self.whose.meant(ctx, question.viewer) else None

    def lasting(self) -> bool:
        return True
