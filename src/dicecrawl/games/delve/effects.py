"""What abilities, encounters and treasures of Delve do: mark boxes, heal, raise the dead, bring opponents in and out.

Source: Delve: The Dice Game, Adventurers; The Starting Adventure; Sands of Time.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

from dicecrawl.core.context import Die
from dicecrawl.core.decisions import Decision, Option
from dicecrawl.core.definitions import Definition
from dicecrawl.core.events import Announced, CounterChanged, DamageDealt, EntityAdded, EntityMoved, Event
from dicecrawl.core.nodes import Amount, AnyAbility, CardLookup, Effect, Fault, Name, Names, Node, Selector, Test, node
from dicecrawl.core.questions import Candidates
from dicecrawl.core.rules import Trigger
from dicecrawl.core.state import Entity
from dicecrawl.effects import change
from dicecrawl.effects.change import change_counter
from dicecrawl.effects.checks import strike
from dicecrawl.effects.flow import FaceRange, FacesFrom, OneFace, Row, TwoFaces
from dicecrawl.effects.patterns import Pattern
from dicecrawl.effects.selectors import AnyOne, Sel, ThisMany
from dicecrawl.games.delve.questions import MaySplit
from dicecrawl.games.delve.rules import choose_one_of, destroy, lost, place_hits, set_counter, treasures_of
from dicecrawl.games.delve.words import (
    ADVENTURERS,
    BACK,
    BOXES,
    BURROWED,
    DEAD,
    FEWER,
    LOST,
    OPPONENTS,
    SHEET,
    SIDES_OF_DIE,
    SPARE,
    THROWN,
    USED,
    WAITING,
)

if TYPE_CHECKING:
    from dicecrawl.core.context import Context

FighterName = Annotated[Name, Names("opponent or adventurer")]
TreasureName = Annotated[Name, Names("treasure")]


@node
class Named(Selector):
    """Everybody in the battle who is called so."""

    name: FighterName

    def pick(self, ctx: Context) -> tuple[int, ...]:
        return tuple(who for who in ctx.value(Candidates(ctx.subject, ctx.purpose)) if self.fits(ctx, who))

    def fits(self, ctx: Context, who: int) -> bool:
        return ctx.state[who].definition == self.name.text


# -- amounts and tests ----------------------------------------------------------------------------------------


@node
class DiceUsed(Amount):
    """How many dice the ability was used with."""

    def value(self, ctx: Context) -> int:
        return ctx.state.count(USED)


@node
class OtherDie(Amount):
    """What the die outside the pattern shows: "the 6th die". Ruling: DV-27."""

    def value(self, ctx: Context) -> int:
        return ctx.state.count(SPARE)


@node
class OtherDieShows(Test):
    """The die outside the pattern shows a face. Ruling: DV-33."""

    face: int

    def faults(self, card: CardLookup) -> Iterator[Fault]:
        if not 1 <= self.face <= SIDES_OF_DIE:
            yield Fault("E180", f"no die can show {self.face}", f"write a face from 1 to {SIDES_OF_DIE}")

    def holds(self, ctx: Context) -> bool:
        return ctx.state.count(SPARE) == self.face


# -- damage ---------------------------------------------------------------------------------------------------


def deal_split(ctx: Context, points: int, among: tuple[int, ...]) -> None:
    """Each point goes to one of them who is still in the battle, as the player chooses. Ruling: DV-24, DV-35, DV-57."""
    for _ in range(points):
        left = tuple(who for who in among if ctx.present(who))
        if not left:
            return
        strike(ctx, ctx.subject, choose_one_of(ctx, left, "point"), 1, False)


@node
class DealDamage(change.DealDamage):
    """Deal damage to somebody; to one opponent, it may be split where a rule says so. Ruling: DV-25, DV-28, DV-57."""

    def perform(self, ctx: Context) -> None:
        if self._one(ctx) and self.whom is not None and ctx.value(MaySplit(ctx.subject)):
            deal_split(ctx, self.amount.value(ctx), self.whom.candidates(ctx))
        else:
            change.DealDamage.perform(self, ctx)

    def _one(self, ctx: Context) -> bool:
        quantity = self.whom.quantity if isinstance(self.whom, Sel) else None
        return isinstance(quantity, AnyOne) or (isinstance(quantity, ThisMany) and quantity.number == 1)


@node
class DealSplit(Effect):
    """Deal points of damage one by one. Ruling: DV-24."""

    amount: Amount

    def perform(self, ctx: Context) -> None:
        deal_split(ctx, self.amount.value(ctx), ctx.state.zone(OPPONENTS))

    def tone(self, card: CardLookup) -> str:
        return "negative"


@node
class Destroy(Effect):
    """Take opponents out of the battle, whatever boxes they have left. Ruling: DV-31, DV-47."""

    whom: Selector

    def perform(self, ctx: Context) -> None:
        for who in self.whom.pick(ctx):
            if ctx.present(who) and ctx.state[who].kind == "opponent":
                destroy(ctx, who)

    def tone(self, card: CardLookup) -> str:
        return "negative"


@node
class ThrowHits(Effect):
    """Throw dice of nobody's; those that hit mark boxes of the party. Ruling: DV-55."""

    dice: int
    faces: OneFace | FaceRange | FacesFrom | TwoFaces

    def faults(self, card: CardLookup) -> Iterator[Fault]:
        meant = self.faces.faces(SIDES_OF_DIE)
        if not meant or not all(1 <= face <= SIDES_OF_DIE for face in meant):
            yield Fault("E180", "no die can show these faces", f"write faces from 1 to {SIDES_OF_DIE}", at=self.faces.span)

    def perform(self, ctx: Context) -> None:
        if not lost(ctx):
            meant = self.faces.faces(SIDES_OF_DIE)
            set_counter(ctx, THROWN, ctx.state.count(THROWN) + 1)
            thrown = [ctx.roll(Die(SIDES_OF_DIE), "throw") for _ in range(self.dice)]
            place_hits(ctx, sum(face in meant for face in thrown))


# -- help -----------------------------------------------------------------------------------------------------


def wounds(ctx: Context, who: int) -> int:
    """The boxes that are marked."""
    entity = ctx.state[who]
    return entity.limits.get(BOXES, 0) - entity.count(BOXES)


@node
class Heal(Effect):
    """Heal points, one by one, of living adventurers; not all of them need be given. Ruling: DV-33."""

    amount: Amount

    def perform(self, ctx: Context) -> None:
        for _ in range(self.amount.value(ctx)):
            wounded = [who for who in ctx.state.zone(ADVENTURERS) if wounds(ctx, who) > 0]
            if not wounded:
                return
            options = (*(Option("entity", who, "wounded") for who in wounded), Option("done", "done", "in part"))
            chosen = ctx.choose(Decision(0, "heal", options, 1, 1, ctx.actor, ctx.cause))[0]
            if chosen.kind == "done":
                return
            change_counter(ctx, int(chosen.value), BOXES, 1)

    def tone(self, card: CardLookup) -> str:
        return "beneficial"


@node
class HealFully(Effect):
    """Heal everything. Ruling: DV-33, DV-57."""

    whom: Selector

    def perform(self, ctx: Context) -> None:
        for who in self.whom.pick(ctx):
            if ctx.present(who) and wounds(ctx, who) > 0:
                change_counter(ctx, who, BOXES, wounds(ctx, who))

    def tone(self, card: CardLookup) -> str:
        return "beneficial"


@node
class Resurrect(Effect):
    """Every dead adventurer lives again, with one box; abilities come back with the next round. Ruling: DV-22, DV-33."""

    word: str
    noun: str

    def perform(self, ctx: Context) -> None:
        noun = ctx.game.nouns[self.noun]
        for who in sorted(ctx.state.zone(DEAD)):
            if noun(ctx, ctx.subject, who):
                before = sum(other < who for other in ctx.state.zone(ADVENTURERS))
                ctx.emit(EntityMoved(who, ADVENTURERS, before, "resurrected"))
                ctx.emit(CounterChanged(who, BOXES, 1))
                set_counter(ctx, BACK, 1, who)

    def tone(self, card: CardLookup) -> str:
        return "beneficial"


@node
class FewerDice(Effect):
    """The opponents roll so many dice fewer this round, all together. Ruling: DV-29."""

    number: int

    def perform(self, ctx: Context) -> None:
        ctx.emit(CounterChanged(None, FEWER, self.number))

    def tone(self, card: CardLookup) -> str:
        return "neutral"


# -- coming, going, finding -----------------------------------------------------------------------------------


@node
class BringIn(Effect):
    """More of those who wait enter the battle, or all if there are fewer. Ruling: DV-54."""

    number: int
    word: str
    noun: str

    def perform(self, ctx: Context) -> None:
        for who in ctx.state.zone(WAITING)[: self.number]:
            ctx.emit(EntityMoved(who, OPPONENTS, None, "entered"))


@node
class Burrow(Effect):
    """Leave the battle, with the boxes that are left, until the next opponents come. Ruling: DV-56."""

    def perform(self, ctx: Context) -> None:
        if ctx.present(ctx.subject) and ctx.allowed("burrow", ctx.subject):
            ctx.emit(EntityMoved(ctx.subject, BURROWED, None, "burrowed"))


@node
class LoseAdventure(Effect):
    """The adventure is lost."""

    def perform(self, ctx: Context) -> None:
        set_counter(ctx, LOST, 1)


@node
class Find(Effect):
    """A treasure is found: the adventurer it requires carries it, alive or dead, or else the party. Ruling: DV-44, DV-45."""

    name: TreasureName

    def perform(self, ctx: Context) -> None:
        card = ctx.cards.get("treasure", self.name.text)
        thing = Entity(0, "treasure", card.name, card.name, ADVENTURERS, ADVENTURERS, 0)
        ctx.emit(EntityAdded(thing, treasures_of(carrier(ctx, card.fields.get("requires")))))


def carrier(ctx: Context, required: str | None) -> int:
    """Who bears a treasure: the first adventurer of the party called so, nobody (0) if none is, or else the adventure."""
    if required is None:
        return ctx.state.zone(SHEET)[0]
    party = (e.id for e in ctx.state.entities.values() if e.kind == "adventurer" and e.definition == required)
    return next(party, 0)


# -- how sentences hang together ------------------------------------------------------------------------------


@node
class ChooseOne(Effect):
    """One of several things, told apart by numbers, as the player chooses. Ruling: DV-30."""

    rows: tuple[Row, ...]

    def faults(self, card: CardLookup) -> Iterator[Fault]:
        seen: set[tuple[int, ...]] = set()
        for row in self.rows:
            faces = row.faces.faces(len(self.rows))
            if faces in seen:
                yield Fault("E141", "this number stands twice", "give each thing its own number", at=row.span)
            seen.add(faces)

    def perform(self, ctx: Context) -> None:
        options = tuple(Option("choice", " or ".join(map(str, row.faces.faces(len(self.rows))))) for row in self.rows)
        chosen = ctx.choose(Decision(0, "choice", options, 1, 1, ctx.actor, ctx.cause))[0]
        self.rows[options.index(chosen)].block.perform(ctx)


@node
class Repeated(Effect):
    """The same so many times, one after another. Ruling: DV-55."""

    times: int
    then: Effect

    def perform(self, ctx: Context) -> None:
        for _ in range(self.times):
            if ctx.flow.stopped or ctx.gone():
                return
            self.then.perform(ctx)


@node
class EachRound(Node):
    """Every round."""

    def meant(self, number: int) -> bool:
        """Whether this round is meant."""
        return True


@node
class ThatRound(Node):
    """One round, counted from 1."""

    number: int

    def meant(self, number: int) -> bool:
        """Whether this round is meant."""
        return number == self.number


@node
class AtRoundEnd(Trigger):
    """What happens at the end of rounds that have not ended the encounter. Ruling: DV-54, DV-56."""

    when: EachRound | ThatRound
    then: Effect

    def after(self) -> tuple[type[Event], ...]:
        return (Announced,)

    def follow(self, ctx: Context, event: Announced) -> None:
        if event.what == "round ended" and self.when.meant(event.number or 0):
            self.then.perform(ctx)


# -- events that rules answer ---------------------------------------------------------------------------------


@node
class ItBegins(Pattern):
    """The encounter whose card speaks begins."""

    def events(self) -> tuple[type[Event], ...]:
        return (Announced,)

    def match(self, ctx: Context, event: Announced) -> tuple[int, ...] | None:
        return () if event.what == "encounter began" and event.who == ctx.actor else None


@node
class ItIsFound(Pattern):
    """The treasure whose card speaks is found."""

    def events(self) -> tuple[type[Event], ...]:
        return (EntityAdded,)

    def match(self, ctx: Context, event: EntityAdded) -> tuple[int, ...] | None:
        return () if ctx.bearing is not None and event.entity.id == ctx.bearing.card else None


@node
class AbilityHits(Pattern):
    """An ability used with so many dice or more deals damage to somebody. Ruling: DV-47."""

    ability: AnyAbility
    whom: Selector
    dice: int

    def events(self) -> tuple[type[Event], ...]:
        return (DamageDealt,)

    def match(self, ctx: Context, event: DamageDealt) -> tuple[int, ...] | None:
        used = ctx.ability == self.ability.text and ctx.state.count(USED) >= self.dice
        return (event.target,) if used and self.whom.fits(ctx, event.target) else None


def purposes(effect: Effect) -> tuple[str, ...]:
    """What an ability is for, told from its words: "damage", "healing", "defence"."""
    found: dict[str, None] = {}
    for word in effect.walk():
        if isinstance(word, FewerDice):
            found["defence"] = None
        elif isinstance(word, Effect):
            told = {"negative": "damage", "beneficial": "healing"}.get(word.tone(Definition))
            if told is not None:
                found[told] = None
    return tuple(found)
