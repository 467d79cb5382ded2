"""Traits: the qualities and flaws of a Rogue, the bullshit rows of a monster, and what sets them off.

A Rogue that was another before keeps that one's traits: they are known as "quality 3 of" its old card.
Source: Marching Order, Rogue's Turn, Bullshit. Ruling: MO-62, MO-142, MO-143.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from dicecrawl.core.definitions import Ability, Definition
from dicecrawl.core.nodes import Effect, Node, node
from dicecrawl.games.marching_order import turns
from dicecrawl.games.marching_order.rules import outcome

if TYPE_CHECKING:
    from dicecrawl.core.context import Context


def trait(kind: str, number: int, card: str | None = None) -> str:
    """How a trait that a Rogue has is known."""
    return f"{kind} {number}" if card is None else f"{kind} {number} of {card}"


def traits_of(ctx: Context, who: int, number: int, *kinds: str) -> Iterator[tuple[Definition, Ability]]:
    """The traits of a creature with that number, each with its card: qualities before flaws, older before newer."""
    entity = ctx.state[who]
    own = turns.card_of(ctx, who)
    for kind in kinds:
        if kind == "bullshit":
            yield from ((own, ability) for ability in own.of_kind(kind) if number in ability.faces)
            continue
        head = trait(kind, number)
        for known in entity.cards:
            if known == head or known.startswith(f"{head} of "):
                card = own if known == head else _lender(ctx, entity.kind, known[len(head) + 4 :])
                yield from ((card, ability) for ability in card.of_kind(kind) if number in ability.faces)


def _lender(ctx: Context, kind: str, name: str) -> Definition:
    """The card of which somebody has a trait: what it was before, or a service. Ruling: MO-140, MO-158."""
    service = next((card for card in ctx.cards.all("service") if card.name == name), None)
    return service or ctx.cards.get(kind, name)


def activate(ctx: Context, who: int, number: int, *kinds: str) -> None:
    """Carry out every trait with that number, unless the battle or the creature ends before."""
    for card, ability in tuple(traits_of(ctx, who, number, *kinds)):
        if ctx.present(who) and ctx.kept(outcome) is None:
            inner = turns.as_performer(ctx, who, "trait")
            turns.perform(inner, who, card.name, ability, "trait")


@node
class TraitKind(Node):
    """Qualities or flaws."""

    word: str


@node
class ActivateTrait(Effect):
    """Carry out every trait of theirs with that number at once."""

    whose: str
    trait: TraitKind
    number: int

    def perform(self, ctx: Context) -> None:
        activate(ctx, ctx.subject, self.number, self.trait.word)
