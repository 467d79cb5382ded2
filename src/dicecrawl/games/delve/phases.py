"""An adventure of Delve, phase by phase: encounters in their order, and the rounds of each.

A round: the adventurers' dice are rolled and kept, abilities are used with them, the opponents roll once, and the player
places what they rolled. Source: Delve: The Dice Game, Rules. Ruling: DV-14 to DV-22, DV-36 to DV-42, DV-54, DV-59.
"""

from __future__ import annotations

from collections import Counter

from attrs import frozen

from dicecrawl.core.context import Context, Die, Flow
from dicecrawl.core.decisions import Decision, Option
from dicecrawl.core.definitions import Ability, Definition
from dicecrawl.core.events import ActionStarted, Announced, ConditionEnded, EntityAdded, EntityMoved, EntityRemoved
from dicecrawl.core.patterns import Counts, count_faces, faces_of, without
from dicecrawl.core.questions import Knob
from dicecrawl.core.state import Step
from dicecrawl.games.delve.patterns import DicePattern
from dicecrawl.games.delve.questions import DiceRolledBy, RoundsGiven
from dicecrawl.games.delve.rules import able, choose_one_of, dice_shown, lost, place_hits, set_counter, show_dice
from dicecrawl.games.delve.setup import encounter_card, encounter_entity, encounters_of, opponents_of
from dicecrawl.games.delve.words import (
    ADVENTURERS,
    BACK,
    BURROWED,
    DEAD,
    DICE,
    ENCOUNTER,
    FACED,
    FEWER,
    LAST,
    LOST,
    OPPONENTS,
    PAST,
    POINTS,
    ROLLED_TIMES,
    ROLLS,
    ROUND,
    SIDES_OF_DIE,
    SPARE,
    THROWN,
    TO_PLACE,
    USED,
    WAITING,
    against,
)

NONE: Counts = (0,) * SIDES_OF_DIE


# -- encounters -----------------------------------------------------------------------------------------------


def encounter(ctx: Context, step: Step) -> Step:
    """The next encounter begins: its opponents stand there, those that burrowed come back, then its own text happens."""
    card = ctx.cards.get("encounter", encounters_of(ctx.state, ctx.cards)[step.number])
    set_counter(ctx, FACED, step.number)
    set_counter(ctx, ROUND, 0)
    set_counter(ctx, THROWN, 0)
    done = ctx.emit(EntityAdded(encounter_entity(card), ENCOUNTER))
    assert isinstance(done, EntityAdded)
    here = done.entity.id
    ctx = ctx.within(actor=here, subject=here).because(card.span, card.name)
    groups = [(amount.value(ctx), name) for amount, name in card.fields.get("fight", ())]
    first = card.fields.get("begins with")
    for index, opponent in enumerate(opponents_of(ctx.cards, groups)):
        ctx.emit(EntityAdded(opponent, OPPONENTS if first is None or index < first else WAITING))
    if groups:
        for who in ctx.state.zone(BURROWED):
            ctx.emit(EntityMoved(who, OPPONENTS, None, "returned"))
    ctx.emit(Announced("encounter began", here, step.number + 1, card.name))
    if lost(ctx):
        return Step("end")
    return Step("round" if _opposed(ctx) else "encounter end")


def _opposed(ctx: Context) -> bool:
    """Whether opponents are left, in the battle or waiting."""
    return bool(ctx.state.zone(OPPONENTS) or ctx.state.zone(WAITING))


def encounter_end(ctx: Context, step: Step) -> Step:
    """Conditions end with the encounter; boxes stay marked. Ruling: DV-37, DV-43."""
    show_dice(ctx, NONE)
    for who in (*ctx.state.zone(ADVENTURERS), *ctx.state.zone(DEAD)):
        for condition in ctx.state[who].conditions:
            ctx.emit(ConditionEnded(who, condition, "battle"))
    for here in ctx.state.zone(ENCOUNTER):
        ctx.emit(EntityRemoved(here, "left", PAST))
    faced = ctx.state.count(FACED)
    return Step("end") if faced >= ctx.state.count(LAST) else Step("encounter", number=faced + 1)


def end(ctx: Context, step: Step) -> None:
    """Won when the last encounter is behind and nobody waits underground. Ruling: DV-39, DV-62."""
    if lost(ctx):
        result = "lost"
    elif ctx.state.zone(ENCOUNTER):
        result = "undecided"
    else:
        result = "lost" if ctx.state.zone(BURROWED) else "won"
    ctx.emit(Announced("result", word=result))


# -- the adventurers' half of a round -------------------------------------------------------------------------


def new_round(ctx: Context, step: Step) -> Step:
    """The next round begins, unless the encounter has gone on too long to be decided."""
    number = ctx.state.count(ROUND)
    if number >= ctx.limits.rounds:
        return Step("end")
    set_counter(ctx, ROUND, number + 1)
    set_counter(ctx, ROLLED_TIMES, 0)
    set_counter(ctx, FEWER, 0)
    show_dice(ctx, NONE)
    show_dice(ctx, NONE, against)
    for who in ctx.state.zone(ADVENTURERS):
        set_counter(ctx, BACK, 0, who)
        for counter in ctx.state[who].counters:
            if counter.startswith(used("")):
                set_counter(ctx, counter, 0, who)
    return Step("roll")


def roll(ctx: Context, step: Step) -> Step:
    """Roll the dice that are not kept. Ruling: DV-15, DV-50, DV-57."""
    kept = dice_shown(ctx.state)
    faces = [ctx.roll(Die(SIDES_OF_DIE), "roll") for _ in range(ctx.value(Knob(DICE)) - sum(kept))]
    show_dice(ctx, tuple(a + b for a, b in zip(kept, count_faces(faces), strict=True)))
    set_counter(ctx, ROLLED_TIMES, ctx.state.count(ROLLED_TIMES) + 1)
    again = ctx.state.count(ROLLED_TIMES) < ctx.value(Knob(ROLLS)) and sum(dice_shown(ctx.state))
    return Step("keep" if again else "act")


def keep(ctx: Context, step: Step) -> Step:
    """Choose the dice to keep; all of them: stop rolling. Dice kept before may be rolled again. Ruling: DV-15."""
    shown = dice_shown(ctx.state)
    serves = _serves(ctx, shown)
    options = tuple(Option("die", face, serves[face - 1]) for face in faces_of(shown))
    chosen = ctx.choose(Decision(0, "keep", options, 0, len(options), None, ctx.cause))
    kept = count_faces(int(option.value) for option in chosen)
    if kept == shown:
        return Step("act")
    show_dice(ctx, kept)
    return Step("roll")


def _serves(ctx: Context, shown: Counts) -> tuple[str, ...]:
    """For each face the abilities that could use such a die as the dice lie now, each with what it is for."""
    found: list[list[str]] = [[] for _ in range(SIDES_OF_DIE)]
    for offer in offers(ctx, shown):
        for at in range(SIDES_OF_DIE):
            if any(way[at] for way in offer.ways):
                found[at].append(f"{offer.ability.name} for {purpose_of(offer)}")
    return tuple(", ".join(dict.fromkeys(names)) for names in found)


@frozen(slots=True)
class Offer:
    """An ability that can be used with the dice on the table, in one of these ways."""

    who: int
    card: Definition
    ability: Ability
    pattern: DicePattern
    ways: tuple[Counts, ...]


def offers(ctx: Context, shown: Counts) -> list[Offer]:
    """Every ability that somebody may use now: each once a round, with dice that are left. Ruling: DV-17, DV-18, DV-22."""
    found = []
    for who in able(ctx):
        entity = ctx.state[who]
        if entity.count(BACK):
            continue
        card = ctx.cards.get(entity.kind, entity.definition)
        for ability in card.abilities:
            pattern = ability.trigger
            if isinstance(pattern, DicePattern) and not entity.count(used(ability.name)):
                ways = pattern.ways(ctx, who, ability.name, shown)
                if pattern.wants_spare:
                    ways = tuple(way for way in ways if sum(shown) > sum(way))
                if ways:
                    found.append(Offer(who, card, ability, pattern, ways))
    return found


def used(ability: str) -> str:
    """The counter that tells whether an ability was used this round."""
    return f"used {ability}"


def act(ctx: Context, step: Step) -> Step:
    """Choose an ability, or none more. Ruling: DV-16 to DV-21."""
    here = offers(ctx, dice_shown(ctx.state))
    if not here:
        return Step("opponents")
    names = [offer.ability.name for offer in here]
    options = [_option(ctx, offer, names.count(offer.ability.name) > 1) for offer in here]
    options.append(Option("done", "done", "nothing must be used"))
    chosen = ctx.choose(Decision(0, "ability", tuple(options), 1, 1, None, ctx.cause))[0]
    if chosen.kind == "done":
        return Step("opponents")
    carry_out(ctx, here[options.index(chosen)])
    return Step("end") if lost(ctx) else Step("act")


def _option(ctx: Context, offer: Offer, shared: bool) -> Option:
    """An ability as an option, with what it is for; its user is named if several have it."""
    name = offer.ability.name
    called = f"{name}: {ctx.state[offer.who].label}" if shared else name
    return Option("ability", called, purpose_of(offer))


def purpose_of(offer: Offer) -> str:
    """What an ability is for, in a word or two: "damage", "healing", "defence"."""
    return " and ".join(offer.card.fields["purposes"][offer.ability.name]) or "nothing of these"


def carry_out(ctx: Context, offer: Offer) -> None:
    """Choose the dice of an ability, and use it."""
    who = offer.who
    asking = ctx.within(actor=who, subject=who).because(offer.ability.span, offer.card.name)
    shown = dice_shown(ctx.state)
    options = tuple(Option("dice", " ".join(map(str, faces_of(way))), "fits") for way in offer.ways)
    chosen = asking.choose(Decision(0, "dice", options, 1, 1, who, asking.cause))[0]
    taken = offer.ways[options.index(chosen)]
    spare = 0
    if offer.pattern.wants_spare:
        left = faces_of(without(shown, taken))
        others = tuple(Option("die", face, "left over") for face in dict.fromkeys(left))
        spare = int(asking.choose(Decision(0, "other die", others, 1, 1, who, asking.cause))[0].value)
        taken = tuple(number + (face == spare) for face, number in enumerate(taken, 1))
    use(ctx, who, offer.card, offer.ability, taken, spare)


def use(ctx: Context, who: int, card: Definition, ability: Ability, taken: Counts, spare: int) -> None:
    """Use an ability with dice on the table, the spare one (0: none) among them: take them away and do what it says."""
    ctx = ctx.within(actor=who, subject=who, they=(), mode="action", ability=ability.name, flow=Flow())
    ctx = ctx.because(ability.span, card.name)
    show_dice(ctx, without(dice_shown(ctx.state), taken))
    set_counter(ctx, USED, sum(taken))
    set_counter(ctx, SPARE, spare)
    set_counter(ctx, used(ability.name), 1, who)
    ctx.emit(ActionStarted(who, ability.name, "ability"))
    ability.block.perform(ctx)


# -- the opponents' half --------------------------------------------------------------------------------------


def opponents(ctx: Context, step: Step) -> Step:
    """Their one roll, if any are in the battle: a die for each box. Too late is too late. Ruling: DV-36, DV-37, DV-59."""
    foes = ctx.state.zone(OPPONENTS)
    if not foes:
        return Step("round end")
    given = ctx.value(RoundsGiven())
    if given is not None and ctx.state.count(ROUND) >= given:
        set_counter(ctx, LOST, 1)
        return Step("end")
    dice = sum(ctx.value(DiceRolledBy(who)) for who in foes) - ctx.state.count(FEWER)
    faces = Counter(ctx.roll(Die(SIDES_OF_DIE), "opponents") for _ in range(dice))
    show_dice(ctx, tuple(faces[face] for face in range(1, SIDES_OF_DIE + 1)), against)
    return Step("conditions")


def conditions(ctx: Context, step: Step) -> Step:
    """What the opponents' dice give besides hits: each to a living adventurer without it, or all is lost. Ruling: DV-42."""
    here = ctx.state.zone(ENCOUNTER)[0]
    card = encounter_card(ctx.state, ctx.cards)
    if "gives" in card.fields:
        faces, given = card.fields["gives"]
        ctx = ctx.within(actor=here, subject=here).because(given.span, card.name)
        for left in range(sum(ctx.state.count(against(face)) for face in faces), 0, -1):
            set_counter(ctx, TO_PLACE, left)
            free = tuple(w for w in ctx.state.zone(ADVENTURERS) if ctx.state[w].condition(given.name.text) is None)
            if not free:
                set_counter(ctx, LOST, 1)
            else:
                given.gain(ctx, choose_one_of(ctx, free, "condition", given.name.text))
            if lost(ctx):
                return Step("end")
        set_counter(ctx, TO_PLACE, 0)
    return Step("hits")


def hits(ctx: Context, step: Step) -> Step:
    """The hits of their roll, one after another. Ruling: DV-38."""
    card = encounter_card(ctx.state, ctx.cards)
    ctx = ctx.because(card.span, card.name)
    place_hits(ctx, sum(ctx.state.count(against(face)) for face in card.fields.get("hits", ())))
    return Step("end") if lost(ctx) else Step("round end")


def round_end(ctx: Context, step: Step) -> Step:
    """Points that marked no box are forgotten; then what happens at the end of a round. Ruling: DV-34, DV-54, DV-56."""
    for who in ctx.state.zone(OPPONENTS):
        set_counter(ctx, POINTS, 0, who)
    if _opposed(ctx):
        ctx.emit(Announced("round ended", ctx.state.zone(ENCOUNTER)[0], ctx.state.count(ROUND)))
    if lost(ctx):
        return Step("end")
    return Step("round" if _opposed(ctx) else "encounter end")


PHASES = {
    "encounter": encounter,
    "round": new_round,
    "roll": roll,
    "keep": keep,
    "act": act,
    "opponents": opponents,
    "conditions": conditions,
    "hits": hits,
    "round end": round_end,
    "encounter end": encounter_end,
    "end": end,
}
