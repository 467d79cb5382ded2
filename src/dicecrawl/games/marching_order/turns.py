"""Actions in Marching Order: what a creature may do, doing it, and the words that order one.

Source: Marching Order, Combat. Ruling: MO-16, MO-42, MO-64 to MO-68, MO-75, MO-77, MO-85.
"""

from __future__ import annotations

from typing import Any

import attrs
from attrs import frozen

from dicecrawl.core.context import Context, Die, Flow
from dicecrawl.core.decisions import FRIENDS_ONLY, Decision, Option
from dicecrawl.core.definitions import Ability, Definition, Library
from dicecrawl.core.events import ActionStarted, CounterChanged, EntityAdded, EntityRemoved, RuleLifted
from dicecrawl.core.nodes import Effect, Name, first_of
from dicecrawl.core.questions import Offering
from dicecrawl.core.rules import Bearing
from dicecrawl.core.state import State, Waiting
from dicecrawl.effects.aims import Target
from dicecrawl.effects.amounts import Number
from dicecrawl.effects.change import EndThis
from dicecrawl.effects.checks import Make, VsNumber
from dicecrawl.effects.cooldowns import cooldown_of
from dicecrawl.effects.flow import MAY, Block, Clause
from dicecrawl.effects.places import Place
from dicecrawl.effects.pronouns import Exactly
from dicecrawl.effects.standing import ActionOffered, OfferToEnd
from dicecrawl.games.marching_order.words import ASIDE, AWAY, GONE, ROGUES

LAST = 1_000  # the precedence of a card that names none


@frozen(slots=True)
class Offer:
    """One thing a creature may do as its action."""

    option: Option
    card: str  # the card whose text it is
    block: Effect
    kind: str  # "action", "common", "item", "end", "offer"
    ability: Ability | None = None
    bearing: Bearing | None = None


def act(ctx: Context, who: int) -> bool:
    """One whole action: a rule may take its place, a player picks one, anybody else rolls its table.

    Gives False when something ended the creature's acting for this turn. Ruling: MO-64, MO-85, MO-102.
    """
    if not ctx.present(who) or not ctx.allowed("act", who):
        return True
    waiting = _for_this_action(ctx, who)
    going = _act(as_performer(ctx, who, "action"), who)
    _used_up(ctx, waiting)
    return going


def _for_this_action(ctx: Context, who: int) -> list[Waiting]:
    """The rules that wait for the very next action of a creature, which begins now; not what is part of one (MO-27)."""
    if ctx.mode == "action" and ctx.doer == who:
        return []
    return [waiting for waiting in ctx.state.waiting if waiting.owner == who and waiting.until == "next action"]


def _used_up(ctx: Context, rules: list[Waiting]) -> None:
    """Lift the rules that waited for an action, used or not. Ruling: MO-27."""
    for rule in rules:
        if any(rule.serial == other.serial for other in ctx.state.waiting):
            ctx.emit(RuleLifted(rule))


def _act(ctx: Context, who: int) -> bool:
    imposed = _impose(ctx, who)
    if imposed is not None:
        return imposed
    if not _opening(ctx, who):
        return False
    if not ctx.present(who):
        return True
    card = card_of(ctx, who)
    if ctx.state[who].kind == "rogue" and not card.fields.get("rolls for actions"):
        offers = offers_for(ctx, who)
        options = tuple(offer.option for offer in offers)
        chosen = ctx.choose(Decision(ctx.seat_of(who), "action", options, 1, 1, who))
        return carry_out(ctx, who, offers[options.index(chosen[0])])
    return table(ctx, who)


def as_performer(ctx: Context, who: int, mode: str) -> Context:
    """A fresh scope in which `who` carries something out."""
    return ctx.within(
        actor=who,
        performer=None,
        subject=who,
        they=(),
        check=None,
        damage=0,
        bearing=None,
        event=None,
        offered=None,
        mode=mode,
        scale="",
        flow=Flow(),
    )


def _impose(ctx: Context, who: int) -> bool | None:
    """Carry out the rule that takes the place of every action, of several the one whose card comes first (MO-85).

    None when there is no such rule, else False when something ended the creature's acting for this turn.
    """
    from dicecrawl.games.marching_order.effects import InsteadOfAction

    found: list[tuple[int, int, Bearing, Effect]] = []
    for condition in ctx.state[who].conditions:
        card = ctx.cards.get("condition", condition.name)
        for rule in card.rules:
            if isinstance(rule, InsteadOfAction):
                bearing = Bearing(who, rule, card.name, condition=condition)
                found.append((card.fields.get("precedence", LAST), len(found), bearing, rule.then))
    if not found:
        return None
    _, _, bearing, block = min(found)
    inner = ctx.within(bearing=bearing, flow=Flow()).because(block.span, bearing.definition)
    inner.emit(ActionStarted(who, bearing.definition, "imposed"))
    block.perform(inner)
    return not inner.flow.halted


def _opening(ctx: Context, who: int) -> bool:
    """What the creature's card has it do before every action; False when that ended its acting. Ruling: MO-76."""
    from dicecrawl.games.marching_order.effects import BeforeAction

    card = card_of(ctx, who)
    for rule in card.rules:
        if isinstance(rule, BeforeAction) and ctx.present(who):
            inner = ctx.within(bearing=Bearing(who, rule, card.name), flow=Flow()).because(rule.span, card.name)
            rule.then.perform(inner)
            if inner.flow.halted:
                return False
    return True


def table(ctx: Context, who: int) -> bool:
    """Roll the action table and do what its row says. Ruling: MO-63.

    A Rogue that rolls for its actions has as many rows as it owns actions, in the order of its sheet. Ruling: MO-126.
    """
    card = card_of(ctx, who)
    if card.fields.get("rolls for actions"):
        owned = [ability for ability in card.of_kind("action") if ability.name in ctx.state[who].cards]
        return perform(ctx, who, card.name, owned[_numbered(ctx, len(owned))], "action")
    face = ctx.roll(Die(6), "action table")
    for ability in card.of_kind("action"):
        if face in ability.faces:
            return perform(ctx, who, card.name, ability, "action")
    return True


def _numbered(ctx: Context, n: int) -> int:
    """Which of up to six actions the table gives; the die is rolled even for a single one. Ruling: MO-10, MO-126."""
    while True:
        face = ctx.roll(Die(6), "action table")
        if n <= 3:
            return (face - 1) * n // 6
        if face <= n:
            return face - 1


def perform(ctx: Context, who: int, card: str, ability: Ability, kind: str, scale: str = "") -> bool:
    """Carry out an ability as an action, a trait, a reaction; its cooldown die is set before its effects (MO-77).

    Gives False when something ended the creature's acting for this turn.
    """
    inner = ctx.within(ability=ability.name, scale=scale, flow=Flow()).because(ability.span, card)
    inner.emit(ActionStarted(who, ability.name, kind))
    if ability.cooldown:
        counter = cooldown_of(ability.name)
        inner.emit(CounterChanged(who, counter, ability.cooldown - inner.state[who].count(counter)))
    ability.block.perform(inner)
    return not inner.flow.halted


# -- what a Rogue may do (MO-66) ------------------------------------------------------------------------------


def offers_for(ctx: Context, who: int) -> list[Offer]:
    """Everything the creature may do as its action now: owned actions, what everybody can do, items, ending conditions."""
    entity = ctx.state[who]
    card = card_of(ctx, who)
    offers = [
        Offer(Option("action", ability.name, _why(ctx, ability.block)), card.name, ability.block, "action", ability)
        for ability in card.of_kind("action")
        if ability.name in entity.cards and _ready(ctx, who, ability) and ability.block.possible(ctx)
    ]
    for common in ctx.cards.all("common"):
        if common.name.casefold() == entity.kind:
            offers.extend(
                Offer(Option("common", a.name, "always"), common.name, a.block, "common", a)
                for a in common.of_kind("action")
                if not a.basic and a.block.possible(ctx)
            )
    offers.extend(items_for(ctx, who))
    offers.extend(_endings(ctx, who))
    offers.extend(_offered(ctx, who))
    return offers


def _why(ctx: Context, block: Effect) -> str:
    """Why an action is listed: it is ready, though perhaps only friends stand where it could strike (MO-57)."""
    first = first_of(block, Target)
    return FRIENDS_ONLY if first is not None and first.harms_only_friends(ctx) else "ready"


def _ready(ctx: Context, who: int, ability: Ability) -> bool:
    if ctx.state[who].count(cooldown_of(ability.name)) > 0:
        return False
    if ability.guard is not None and not ability.guard.holds(ctx):
        return False
    return ability.basic or ctx.allowed("special", who)


def items_for(ctx: Context, who: int) -> list[Offer]:
    """The items that the creature may use now, each kind once. Ruling: MO-67."""
    offers = []
    seen = set()
    for item in ctx.game.carried(ctx.state, who):
        card = ctx.cards.get("item", ctx.state[item].definition)
        if card.name in seen:
            continue
        seen.add(card.name)
        for ability in card.of_kind("action"):
            block = _no_ability(ability.block)
            if block.possible(ctx):
                bearing = Bearing(who, OfferToEnd(Exactly(()), "", ""), card.name, card=item)
                option = Option("item", card.name, "carried")
                offers.append(Offer(option, card.name, block, "item", ability, bearing))
    return offers


def _no_ability(block: Effect) -> Effect:
    """The text of an item: it is no ability, so its help reaches those whom no ability may help. Ruling: MO-67, MO-112."""
    if not isinstance(block, Block):
        return block
    sentences = []
    for sentence in block.sentences:
        if isinstance(sentence, Clause):
            verbs = tuple(
                attrs.evolve(verb, purpose="neutral") if isinstance(verb, Target) and verb.purpose == "beneficial" else verb
                for verb in sentence.verbs
            )
            sentence = attrs.evolve(sentence, verbs=verbs)
        sentences.append(sentence)
    return attrs.evolve(block, sentences=tuple(sentences))


def _endings(ctx: Context, who: int) -> list[Offer]:
    """Conditions that this creature may end, on itself or next to it, by spending its action."""
    offers = []
    for bearer in ctx.game.board(ctx.state) + ctx.state.zone(ASIDE):
        for condition in ctx.state[bearer].conditions:
            card = ctx.cards.get("condition", condition.name)
            for rule in card.rules:
                if not isinstance(rule, OfferToEnd) or (bearer != who and ctx.distance(who, bearer) != 1):
                    continue
                if rule.who.fits(ctx.within(actor=bearer, subject=bearer), who):
                    bearing = Bearing(bearer, rule, card.name, condition=condition)
                    option = Option("end", f"{card.name} on {ctx.state[bearer].label}", "next to it")
                    offers.append(Offer(option, card.name, EndThis(), "end", None, bearing))
    return offers


def _offered(ctx: Context, who: int) -> list[Offer]:
    """What a creature in the battle lets this one do to it by spending its action. Ruling: MO-66, MO-124, MO-125."""
    found: list[tuple[str, int, ActionOffered]] = []
    for bearer in ctx.value(Offering()):
        card = card_of(ctx, bearer)
        seen = ctx.within(actor=bearer, subject=bearer)
        rules = (rule for rule in card.rules if isinstance(rule, ActionOffered))
        found.extend((rule.called or card.name, bearer, rule) for rule in rules if rule.who.fits(seen, who))
    names = [name for name, _, _ in found]
    offers = []
    for name, bearer, rule in found:
        told = name if names.count(name) == 1 else f"{name}: {ctx.state[bearer].label}"
        bearing = Bearing(bearer, rule, card_of(ctx, bearer).name)
        offers.append(Offer(Option("offer", told, "its card says so"), bearing.definition, rule.block, "offer", None, bearing))
    return offers


def carry_out(ctx: Context, who: int, offer: Offer) -> bool:
    """Do what was chosen; an item is used up first. Gives False when something ended the creature's acting."""
    if offer.kind == "action" and offer.ability is not None:
        return perform(ctx, who, offer.card, offer.ability, "action")
    name = str(offer.option.value)
    if offer.kind == "item" and offer.bearing is not None and offer.bearing.card is not None:
        ctx.emit(EntityRemoved(offer.bearing.card, "used", "used"))
    span = offer.ability.span if offer.ability is not None else offer.block.span
    inner = ctx.within(bearing=offer.bearing, ability=name, flow=Flow())
    if offer.kind == "offer" and offer.bearing is not None:
        inner = inner.within(actor=offer.bearing.owner, performer=who, they=(who,))
    inner = inner.because(span, offer.card)
    inner.emit(ActionStarted(who, name, offer.kind))
    offer.block.perform(inner)
    return not inner.flow.halted


# -- ordered by a card ----------------------------------------------------------------------------------------


def act_by_name(ctx: Context, who: int, name: str, full: bool) -> None:
    """The action of that name on the creature's card, owned or not, cooldown untouched. Ruling: MO-65."""
    card = card_of(ctx, who)
    ability = card.ability(name)
    if ability is None or not ctx.present(who) or not ctx.allowed("act", who) or _bound(ctx, who):
        return
    waiting = _for_this_action(ctx, who)
    free = attrs.evolve(ability, cooldown=None)
    perform(as_performer(ctx, who, "action"), who, card.name, free, "action", "full" if full else "")
    _used_up(ctx, waiting)


def basic_attack(ctx: Context, who: int, named: tuple[int, ...] | None) -> None:
    """The creature's basic attack, against those named whatever the range, or as its own text targets. Ruling: MO-16."""
    if not ctx.present(who) or not ctx.allowed("act", who) or _bound(ctx, who):
        return
    found = _basic(ctx, who)
    if found is not None:
        card, ability = found
        waiting = _for_this_action(ctx, who)
        block = ability.block if named is None else _aimed(ability.block, named)
        perform(as_performer(ctx, who, "action"), who, card.name, attrs.evolve(ability, block=block), "action")
        _used_up(ctx, waiting)


def _bound(ctx: Context, who: int) -> bool:
    """Whether a rule that takes the place of every action has now taken that of one which somebody ordered.

    What a creature does within its own action has passed that already. Ruling: MO-64, MO-85, MO-100.
    """
    if ctx.mode == "action" and ctx.doer == who:
        return False
    return _impose(as_performer(ctx, who, "action"), who) is not None


def can_attack(ctx: Context, who: int, named: tuple[int, ...] | None) -> bool:
    """Whether a basic attack of the creature would have a target. Ruling: MO-42."""
    found = _basic(ctx, who)
    if found is None or not ctx.allowed("act", who):
        return False
    block = found[1].block if named is None else _aimed(found[1].block, named)
    return block.possible(as_performer(ctx, who, "action"))


def _basic(ctx: Context, who: int) -> tuple[Definition, Ability] | None:
    """A creature's own basic attack, or that of its kind where its basic action is none."""
    own = card_of(ctx, who)
    kind = ctx.state[who].kind
    for card in (own, *(common for common in ctx.cards.all("common") if common.name.casefold() == kind)):
        for ability in card.abilities:
            if ability.basic and any(isinstance(node, Make) and node.attack for node in ability.block.walk()):
                return card, ability
    return None


def _aimed(block: Effect, named: tuple[int, ...]) -> Effect:
    """The block with its first target replaced by those named."""
    if not isinstance(block, Block) or not block.sentences:
        return block
    first, *rest = block.sentences
    if isinstance(first, Clause) and first.verbs and isinstance(first.verbs[-1], Target):
        aimed = attrs.evolve(first.verbs[-1], links=(Exactly(named),))
        first = attrs.evolve(first, verbs=(*first.verbs[:-1], aimed))
    return attrs.evolve(block, sentences=(first, *rest))


def react(ctx: Context, ability: Ability) -> None:
    """Offer a reaction: its owner knows it, its die is free, nothing forbids it. Ruling: MO-75."""
    who = ctx.actor
    entity = ctx.state[who]
    if entity.seat is None or ability.name not in entity.cards or ctx.state[who].count(cooldown_of(ability.name)) > 0:
        return
    if not ctx.allowed("react", who) or (ability.guard is not None and not ability.guard.holds(ctx)):
        return
    decision = Decision(entity.seat, "reaction", MAY, 1, 1, who, ctx.cause)
    if ctx.choose(decision)[0].value == "yes":
        perform(ctx.within(bearing=None), who, entity.definition, ability, "reaction")


# -- escaping (MO-68, MO-118) ---------------------------------------------------------------------------------


def may_escape(ctx: Context, who: int) -> bool:
    """Whether it stands last in its line as it counts it, or counts as if."""
    return Place("back").is_at(ctx.within(subject=who), who)


def escape(ctx: Context, who: int) -> None:
    """From the last place: a Rogue by an Escape Roll against the encounter's number, an enemy at once."""
    if not may_escape(ctx, who):
        return
    entity = ctx.state[who]
    if entity.side != ROGUES:
        ctx.emit(EntityRemoved(who, "escaped", GONE))
        return
    roll = Make(stat=Name("Escape"), against=VsNumber(Number(ctx.state.count("etn"))))
    check = roll.outcome(ctx.within(actor=who, subject=who, they=(), mode="action"))
    if check.success:
        ctx.emit(EntityRemoved(who, "escaped", AWAY))


# -- entities -------------------------------------------------------------------------------------------------


def card_of(ctx: Context, who: int) -> Definition:
    """The card of a creature."""
    entity = ctx.state[who]
    return ctx.cards.get(entity.kind, entity.definition)


def creature_kind(library: Library, name: str) -> str:
    """Which kind of creature has a card of that name or is called so; monsters first."""
    return next((kind for kind in ("monster", "rogue") if library.find(kind, name) is not None), "monster")


def label(state: State, name: str) -> str:
    """A name that nobody in this battle has yet: the card's own, or with a number."""
    taken = {entity.label for entity in state.entities.values()}
    if name not in taken:
        return name
    number = 2
    while f"{name} {number}" in taken:
        number += 1
    return f"{name} {number}"


def mark_acted(ctx: Context, who: int, acted: bool) -> None:
    """Note whether a creature has had its turn this round: a newcomer has not, one that returns has (MO-59, MO-87)."""
    wanted = ctx.state.count("round") if acted else ctx.state.count("round") - 1
    now = ctx.state[who].count("acted")
    if now != wanted:
        ctx.emit(CounterChanged(who, "acted", wanted - now, floor=None))


def choose_place(ctx: Context, chooser: int, side: str) -> int:
    """Where in a line a newcomer stands, as the chooser's player likes. Ruling: MO-87."""
    options = tuple(Option("place", i, "a space of the line") for i in range(len(ctx.state.zone(side)) + 1))
    decision = Decision(ctx.seat_of(chooser), "place", options, 1, 1, ctx.subject, ctx.cause)
    return int(ctx.choose(decision)[0].value)


def replace(ctx: Context, old: int, name: str) -> None:
    """A new creature at full Health in somebody's place, with its acted mark. Ruling: MO-145."""
    entity = ctx.state[old]
    row = ctx.state.zone(entity.side)
    home = entity.home
    index = row.index(old) if old in row and home == entity.side else 0
    library = ctx.cards
    kind = creature_kind(library, name)
    new: Any = ctx.game.create(library, kind, name, home, label(ctx.state, name))
    acted = entity.count("acted")
    ctx.emit(EntityRemoved(old, "replaced", GONE))
    done = ctx.emit(EntityAdded(new, home, index))
    if isinstance(done, EntityAdded) and acted:
        ctx.emit(CounterChanged(done.entity.id, "acted", acted))
