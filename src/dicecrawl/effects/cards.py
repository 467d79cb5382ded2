"""The lines of a card: stats, tags, source, abilities. Each writes what it says into the card's draft."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

import attrs

from dicecrawl.core.context import Offered
from dicecrawl.core.definitions import Ability as AbilityCard
from dicecrawl.core.events import Event
from dicecrawl.core.nodes import CardLookup, Declaration, Effect, Entry, Fault, Name, Node, StatOrCounter, TagName, Test, node
from dicecrawl.core.rules import Replacement, Trigger
from dicecrawl.effects.change import ConditionRef
from dicecrawl.effects.flow import FaceRange, FacesFrom, OneFace, TwoFaces
from dicecrawl.effects.patterns import Pattern
from dicecrawl.effects.rules import alters, rule_for
from dicecrawl.effects.standing import ActionOffered


@node
class Parameter(Node):
    """The [X] of a condition."""

    word: str = "X"


@node
class Condition(Declaration):
    """A condition's card."""

    kind: ClassVar[str] = "condition"
    parameter: Parameter | None = None
    items: tuple[Node, ...] = ()


@node
class Stat(Node):
    """A stat with its value."""

    name: StatOrCounter
    value: int | str


@node
class Stats(Entry):
    """The stat line."""

    stats: tuple[Stat, ...]

    def write(self, card: Any) -> None:
        for stat in self.stats:
            card.stats[stat.name.text] = int(stat.value)


@node
class Form(Entry):
    """A form of the creature and its stats; the first one on the card is the one it starts in."""

    early: ClassVar[bool] = True
    name: Name
    stats: Stats

    def write(self, card: Any) -> None:
        values = {stat.name.text: int(stat.value) for stat in self.stats.stats}
        card.fields["forms"] = {**card.fields.get("forms", {}), self.name.text: values}


@node
class Source(Entry):
    """Book and section that the card comes from."""

    parts: tuple[str, ...]

    def write(self, card: Any) -> None:
        card.fields["source"] = self.parts


@node
class Called(Entry):
    """A shorter name."""

    early: ClassVar[bool] = True
    name: Name

    def write(self, card: Any) -> None:
        card.fields["called"] = self.name.text


@node
class Tags(Entry):
    """Facts about the card that rules ask for."""

    early: ClassVar[bool] = True
    tags: tuple[TagName, ...]

    def write(self, card: Any) -> None:
        card.tags.extend(tag.text for tag in self.tags)


@node
class Flavour(Entry):
    """Words for the reader only."""

    text: str

    def write(self, card: Any) -> None:
        card.fields["text"] = self.text


@node
class GivenBy(Entry):
    """Who gives a condition that no card here gives."""

    text: str

    def write(self, card: Any) -> None:
        card.fields["given by"] = self.text


@node
class Means(Entry):
    """Another name for a condition at a strength. Ruling: MO-97."""

    what: ConditionRef

    def faults(self, card: CardLookup) -> Iterator[Fault]:
        yield from self.what.faults_in_giving(card)

    def write(self, card: Any) -> None:
        card.fields["means"] = self.what


@node
class CountsApart(Entry):
    """It is kept once for each cause. Ruling: MO-82."""

    def write(self, card: Any) -> None:
        card.fields["counts apart"] = True


@node
class CountsTurn(Entry):
    """When gained in the bearer's own turn, that turn counts. Ruling: MO-114."""

    def write(self, card: Any) -> None:
        card.fields["counts turn"] = True


@node
class Heading(Node):
    """What kind of ability it is."""

    words: tuple[str, ...]


@node
class Cooldown(Node):
    """The pips its cooldown die starts with."""

    pips: int


@node
class WhenOccasion(Node):
    """It answers an event, after it."""

    event: Pattern


@node
class BeforeOccasion(Node):
    """It answers an event, before it."""

    event: Pattern


@node
class Reaction(Trigger):
    """An ability that its owner's player may use when its event comes. Ruling: MO-75."""

    event: Pattern
    then: Effect

    def after(self) -> tuple[type[Event], ...]:
        return self.event.events()

    def waits(self) -> bool:
        return self.event.waits

    def follow(self, ctx: Any, event: Any) -> None:
        they = self.event.match(ctx, event)
        ability = ctx.bearing.ability if ctx.bearing is not None else None
        if they is None or ability is None or not ctx.present(ctx.actor):
            return
        amount = getattr(event, "amount", 0)
        ctx.game.react(ctx.within(they=they, damage=amount, mode="reaction"), ability)


@node
class ReactionBefore(Replacement):
    """A reaction that may change the event which it answers. Ruling: MO-75, MO-138."""

    event: Pattern
    then: Effect

    def before(self) -> tuple[type[Event], ...]:
        return self.event.events()

    def replace(self, ctx: Any, event: Any) -> Event | None:
        they = self.event.match(ctx, event)
        ability = ctx.bearing.ability if ctx.bearing is not None else None
        if they is None or ability is None or not ctx.present(ctx.actor):
            return event  # type: ignore[no-any-return]
        offered = Offered(event)
        ctx.game.react(ctx.within(they=they, mode="reaction", offered=offered), ability)
        return offered.event


@node
class OnlyIf(Node):
    """When alone an ability can be used."""

    test: Test


@node
class CannotBeRemoved(Entry):
    """Nothing takes the condition away before its time. Ruling: MO-104."""

    def write(self, card: Any) -> None:
        card.fields["cannot be removed"] = True


@node
class Ability(Entry):
    """A headed part of a card."""

    heading: Heading
    faces: OneFace | FaceRange | FacesFrom | TwoFaces | None
    name: Name | None
    cooldown: Cooldown | None
    guard: OnlyIf | None
    occasion: WhenOccasion | BeforeOccasion | None
    block: Effect

    def ability_name(self) -> Name | None:
        return self.name

    def faults(self, card: CardLookup) -> Iterator[Fault]:
        if self.heading.words[-1] == "reaction" and self.occasion is None:
            note = 'say it before the colon: Reaction "Name" when an enemy deals damage to you: ...'
            yield Fault("E154", "nothing says when this reaction comes", "", (note,), at=self.heading.span)

    def rule_blocks(self) -> tuple[Node, ...]:
        return (self.block,) if self.heading.words[-1] == "special" and self.occasion is None else ()

    def write(self, card: Any) -> None:
        kind = self.heading.words[-1]
        trigger: Node | None = None
        if self.occasion is not None:
            event = self.occasion.event
            if kind == "reaction":
                sort = ReactionBefore if event.replaces or alters(self.block) else Reaction
                trigger = sort(event, self.block, span=self.span)
            else:
                before = isinstance(self.occasion, BeforeOccasion)
                trigger = rule_for(event, self.block, before, self)
        for item in getattr(self.block, "sentences", ()):
            if not isinstance(item, Effect) and kind == "special":
                rule = item.in_force()
                if isinstance(rule, ActionOffered) and self.name is not None:
                    rule = attrs.evolve(rule, called=self.name.text)
                card.rules.append(rule)
        card.abilities.append(
            AbilityCard(
                kind,
                self.name.text if self.name is not None else "",
                self.block,
                self.faces.faces(6) if self.faces is not None else (),
                self.cooldown.pips if self.cooldown is not None else None,
                "basic" in self.heading.words,
                trigger,
                self.guard.test if self.guard is not None else None,
                self.span,
            )
        )
