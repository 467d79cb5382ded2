"""A delve, entry by entry: arriving with light, what happens right away, battle, features and passages, and the way out.

A battle in between is played by the phases of `marching_order.phases`; when it is over, "battle over" goes on here.
Source: Marching Order, Reading a Delve Entry; Leaving & Returning to the Delve. Ruling: MO-73, MO-74, MO-166 to MO-176.
"""

from __future__ import annotations

import attrs

from dicecrawl.core.context import Context, Flow, entity_options
from dicecrawl.core.decisions import Decision, Option
from dicecrawl.core.definitions import Ability, Definition
from dicecrawl.core.events import (
    ActionStarted,
    Announced,
    ConditionEnded,
    ConditionTicked,
    EntityForgotten,
    EntityMoved,
    ZoneArranged,
)
from dicecrawl.core.nodes import Test
from dicecrawl.core.state import Step
from dicecrawl.effects.checks import Make
from dicecrawl.effects.flow import Clause
from dicecrawl.effects.forbidden import Cannot
from dicecrawl.effects.pronouns import You
from dicecrawl.games.marching_order import turns
from dicecrawl.games.marching_order.delves import light, loot, place
from dicecrawl.games.marching_order.delves.cards import AFTER_BATTLE, RIGHT_AWAY, EntryCard, Thing, Way, block_name
from dicecrawl.games.marching_order.delves.effects import PartyEffect
from dicecrawl.games.marching_order.delves.place import CAME_FROM, DONE, ENTRY, FLED, MOVES, SENT_TO
from dicecrawl.games.marching_order.effects import LeaveTheDelve
from dicecrawl.games.marching_order.rules import outcome
from dicecrawl.games.marching_order.words import ASIDE, AWAY, DEAD, ENEMIES, GONE, HOME, ROGUES

# -- coming and going -----------------------------------------------------------------------------------------


def enter(ctx: Context, step: Step) -> Step:
    """The party stands before the first entry: what begins with every delve happens."""
    delve = place.card_here(ctx)
    ctx.emit(Announced("delve began", place.here(ctx), word=delve.name))
    for card in (*ctx.cards.all("common"), delve):
        for ability in card.of_kind(RIGHT_AWAY):
            if ability.name == RIGHT_AWAY:
                _carry_out(ctx, _front(ctx), card, ability)
    place.write(ctx, SENT_TO, 1)
    return Step("order" if len(place.party(ctx)) > 1 else "arrive")


def order(ctx: Context, step: Step) -> Step:
    """The players set their marching order anew, front to back. Ruling: MO-74, MO-178."""
    row = list(ctx.state.zone(ROGUES))
    settled: list[int] = []
    while len(row) > 1:
        options = entity_options(row, f"place {len(settled) + 1}")
        decision = Decision(place.leader_seat(ctx), "marching order", options, 1, 1, None, ctx.cause)
        first = int(ctx.choose(decision)[0].value)
        row.remove(first)
        settled.append(first)
    new = (*settled, *row)
    if new != ctx.state.zone(ROGUES):
        ctx.emit(ZoneArranged(ROGUES, new, "chosen"))
    return Step("arrive")


def arrive(ctx: Context, step: Step) -> Step:
    """The party comes to another entry: light first, then what happens right away, then whoever waits there."""
    delve = place.card_here(ctx)
    rooms = place.entries(delve)
    was, now = place.count(ctx, ENTRY), place.count(ctx, SENT_TO)
    room = rooms[now - 1]
    base = rooms[was - 1].part_of or rooms[was - 1].letter if was else ""
    inside = was > 0 and base == (room.part_of or room.letter)
    place.write(ctx, SENT_TO, 0)
    if not inside:
        place.write(ctx, CAME_FROM, place.number_of(delve, base) if base else 0)
    place.write(ctx, ENTRY, now)
    if not place.count(ctx, place.first_from(room.letter)):
        place.write(ctx, place.first_from(room.letter), was + 1)
    place.write(ctx, place.been(room.letter), place.count(ctx, place.been(room.letter)) + 1)
    ctx.emit(Announced("entry", place.here(ctx), now, f"{room.letter} {room.title}".strip()))
    scene = ctx.because(room.span, delve.name)
    if room.dark and not inside and not light.mark(scene, room.dark):
        light.flee(scene)
        return Step("delve over")
    if room.right_away:
        _once(ctx, delve, room, RIGHT_AWAY)
    loot.gear_of_the_dead(ctx)
    if place.count(ctx, FLED) or place.count(ctx, DONE) or not place.party(ctx):
        return Step("delve over")
    if place.count(ctx, SENT_TO):
        return Step("arrive")
    if ctx.state.zone(place.left_in(room.letter)):
        place.bring_back(ctx, room.letter, place.count(ctx, _etn(room)) or room.etn)
    elif room.foes and not place.count(ctx, place.won(room.letter)):
        place.line_up(ctx, room.foes, room.etn)
    return Step("battle" if ctx.state.zone(ENEMIES) else "explore")


def _etn(room: EntryCard) -> str:
    return f"visit: etn {room.letter}"


def delve_over(ctx: Context, step: Step) -> Step | None:
    """The party is out, or dead: what was true of this visit only is forgotten. Ruling: MO-176."""
    delve = place.here(ctx)
    loot.gear_of_the_dead(ctx)
    living = (*place.party(ctx), *(w for w in ctx.state.zone(AWAY) if ctx.state[w].home == ROGUES))
    if place.count(ctx, DONE) and living:
        word = "finished"
    elif not any(ctx.state[who].seat is not None for who in living):
        word = "wiped out"
    else:
        word = "fled" if place.count(ctx, FLED) else "left"
    ctx.emit(Announced("delve over", delve, place.count(ctx, MOVES), word))
    rooms = place.entries(place.card_here(ctx))
    zones = (ROGUES, AWAY, ENEMIES, ASIDE, GONE, DEAD, *(place.left_in(room.letter) for room in rooms))
    for who in [who for zone in zones for who in ctx.state.zone(zone)]:
        if who in living:
            ctx.emit(EntityMoved(who, HOME, None, "left the delve"))
        elif ctx.state[who].kind != "rogue":
            ctx.emit(EntityForgotten(who))
    for counter, value in ctx.state[delve].counters.items():
        if counter.startswith("visit: ") and value:
            place.write(ctx, counter, 0)
    ctx.emit(EntityMoved(delve, place.DELVES, None, "left behind"))
    if ctx.state.count("campaign"):
        return Step("rest")
    ctx.emit(Announced("result", word={"finished": "won", "wiped out": "lost"}.get(word, word)))
    return None


# -- battles in between ---------------------------------------------------------------------------------------


def battle(ctx: Context, step: Step) -> Step:
    """A battle begins: rounds are counted anew, and nobody has acted yet."""
    from dicecrawl.games.marching_order.phases import set_counter

    set_counter(ctx, "round", 0)
    for who in ctx.game.order(ctx.state):
        set_counter(ctx, "acted", 0, who)
    room = place.entry(ctx)
    place.write(ctx, _etn(room), ctx.state.count(place.ETN))
    return Step("initiative")


def battle_over(ctx: Context, step: Step) -> Step:
    """Won: loot, then the entry is free. Else whoever is alive goes back to where the party came from. Ruling: MO-73."""
    delve, room = place.card_here(ctx), place.entry(ctx)
    result = ctx.kept(outcome)
    for who in (*ctx.state.zone(DEAD), *ctx.state.zone(GONE)):
        if ctx.state[who].kind != "rogue":
            ctx.emit(EntityForgotten(who))
    if result == "won":
        place.write(ctx, place.won(room.letter), 1)
        if room.after_battle:
            _once(ctx, delve, room, AFTER_BATTLE)
        return _onward(ctx)
    for who in (*ctx.state.zone(ENEMIES), *ctx.state.zone(ASIDE)):
        if ctx.state[who].home == ENEMIES:
            ctx.emit(EntityMoved(who, place.left_in(room.letter), None, "waits"))
    for who in ctx.state.zone(AWAY):
        if ctx.state[who].home == ROGUES:
            ctx.emit(EntityMoved(who, ROGUES, None, "retreated"))
    if not place.party(ctx):
        return Step("delve over")
    loot.gear_of_the_dead(ctx)
    back = place.count(ctx, CAME_FROM)
    if not back:
        return Step("delve over")
    place.write(ctx, SENT_TO, back)
    return Step("order" if len(place.party(ctx)) > 1 else "arrive")


# -- an entry whose enemies are gone --------------------------------------------------------------------------


def explore(ctx: Context, step: Step) -> Step:
    """One thing that the party does: a feature, an item or a helpful action, a passage, or leaving."""
    delve, room = place.card_here(ctx), place.entry(ctx)
    ways = [way for way in room.ways if _holds(ctx, way.guard)]
    choices: list[tuple[Option, Thing | Way | tuple[int, turns.Offer] | None]] = [
        *(
            (Option("feature", thing.name, "again" if _done(ctx, room, thing) else "here"), thing)
            for thing in room.things
            if (thing.again or not _done(ctx, room, thing)) and _holds(ctx, thing.guard)
        ),
        *((Option("passage", _called(way, ways), way.to), way) for way in ways),
    ]
    if room.part_of is not None and not ways:
        choices.append((Option("back", room.part_of, "it is part of that entry"), None))
    for who, offer in _helps(ctx):
        choices.append((Option("use", f"{offer.option.value}: {ctx.state[who].label}", offer.kind), (who, offer)))
    if may_leave(ctx):
        choices.append((Option("leave", "the delve", "nothing keeps the party"), None))
    if not choices:
        return _stranded(ctx)
    options = tuple(option for option, _ in choices)
    chosen = ctx.choose(Decision(place.leader_seat(ctx), "explore", options, 1, 1, None, ctx.cause))[0]
    what = choices[options.index(chosen)][1]
    if chosen.kind == "leave":
        return _walk_out(ctx)
    if isinstance(what, Thing):
        _do(ctx, delve, room, what)
    elif isinstance(what, tuple):
        turns.carry_out(turns.as_performer(ctx, what[0], "action"), *what)
    else:
        _go(ctx, what.to if isinstance(what, Way) else str(room.part_of))
    return _onward(ctx)


def _called(way: Way, ways: list[Way]) -> str:
    """A passage by its label, and by where it leads if two have the same."""
    return way.label if sum(way.label == other.label for other in ways) == 1 else f"{way.label} ({way.to})"


def _done(ctx: Context, room: EntryCard, thing: Thing) -> bool:
    return bool(place.count(ctx, place.used(room.letter, thing.name)))


def _holds(ctx: Context, guard: Test | None) -> bool:
    front = _front(ctx)
    return guard is None or guard.holds(ctx.within(actor=front, subject=front))


def _do(ctx: Context, delve: Definition, room: EntryCard, thing: Thing) -> None:
    ability = delve.ability(block_name(room.letter, thing.name))
    assert ability is not None
    doer = _front(ctx)
    if needs_somebody(ability):
        options = entity_options(place.party(ctx), thing.name)
        doer = int(ctx.choose(Decision(place.leader_seat(ctx), "who", options, 1, 1, None, ctx.cause))[0].value)
    place.write(ctx, place.used(room.letter, thing.name), 1)
    _carry_out(ctx, doer, delve, ability)


def needs_somebody(ability: Ability) -> bool:
    """Whether its text is about "you", so that one of the party must step forward. Ruling: MO-180."""
    for node in ability.block.walk():
        if isinstance(node, You):
            return True
        if isinstance(node, Clause) and node.subject is None and not all(isinstance(verb, PartyEffect) for verb in node.verbs):
            return True
    return False


def _go(ctx: Context, letter: str) -> None:
    place.write(ctx, MOVES, place.count(ctx, MOVES) + 1)
    place.send(ctx, letter)
    _pass_round(ctx)


def _pass_round(ctx: Context) -> None:
    """What keeps a party in the delve counts down while it walks, so that nobody is caught in empty rooms. Ruling: MO-181."""
    for who in place.party(ctx):
        for condition in ctx.state[who].conditions:
            card = ctx.cards.get("condition", condition.name)
            keeps = any(isinstance(rule, Cannot) and isinstance(rule.what, LeaveTheDelve) for rule in card.rules)
            if keeps and condition.dice is not None:
                if condition.dice > 1:
                    ctx.emit(ConditionTicked(who, attrs.evolve(condition, dice=condition.dice - 1)))
                else:
                    ctx.emit(ConditionEnded(who, condition, "time"))


def _onward(ctx: Context) -> Step:
    """What comes after something was done in an entry."""
    loot.gear_of_the_dead(ctx)
    if not place.party(ctx) or place.count(ctx, FLED) or place.count(ctx, DONE):
        return Step("delve over")
    if place.count(ctx, MOVES) > ctx.limits.rounds:
        return Step("delve over")
    if ctx.state.zone(ENEMIES):
        return Step("battle")
    return Step("arrive" if place.count(ctx, SENT_TO) else "explore")


def _stranded(ctx: Context) -> Step:
    """Nothing is left to do here, and something still keeps the party: it waits until that is over."""
    _pass_round(ctx)
    place.write(ctx, MOVES, place.count(ctx, MOVES) + 1)
    return _onward(ctx)


def may_leave(ctx: Context) -> bool:
    """Whether nothing keeps any of the party in the delve. Ruling: MO-176."""
    return all(ctx.allowed("leave the delve", who) for who in place.party(ctx))


def _walk_out(ctx: Context) -> Step:
    """Back through the entries by which the party came; dark ones cost light. Ruling: MO-166, MO-176."""
    delve = place.card_here(ctx)
    rooms = place.entries(delve)
    now = place.count(ctx, ENTRY)
    walked = {now}
    while now > 1:
        before = place.count(ctx, place.first_from(rooms[now - 1].letter)) - 1
        if before < 1 or before in walked:
            break
        inside = rooms[now - 1].part_of == rooms[before - 1].letter
        now = before
        walked.add(now)
        room = rooms[now - 1]
        scene = ctx.because(room.span, delve.name)
        if room.dark and not inside and not light.mark(scene, room.dark):
            light.flee(scene)
            break
    return Step("delve over")


def _helps(ctx: Context) -> list[tuple[int, turns.Offer]]:
    """Items, and own actions that are no attacks, with which somebody can help the party now. Ruling: MO-179."""
    return [
        (who, offer)
        for who in place.party(ctx)
        if ctx.state[who].seat is not None
        for offer in turns.offers_for(turns.as_performer(ctx, who, "action"), who)
        if offer.kind == "item" or (offer.ability is not None and offer.ability.cooldown)
        if not any(isinstance(node, Make) for node in offer.block.walk())
    ]


# -- carrying out a block -------------------------------------------------------------------------------------


def _front(ctx: Context) -> int:
    here = place.party(ctx)
    return here[0] if here else 0


def _once(ctx: Context, delve: Definition, room: EntryCard, what: str) -> None:
    """Carry out the block of an entry that happens only the first time. Ruling: MO-176."""
    if place.count(ctx, place.used(room.letter, what)):
        return
    place.write(ctx, place.used(room.letter, what), 1)
    ability = delve.ability(block_name(room.letter, what))
    assert ability is not None
    _carry_out(ctx, _front(ctx), delve, ability)


def _carry_out(ctx: Context, who: int, card: Definition, ability: Ability) -> None:
    if not who:
        return
    inner = turns.as_performer(ctx, who, "entry").within(ability=ability.name, flow=Flow())
    inner = inner.because(ability.span, card.name)
    inner.emit(ActionStarted(who, ability.name, ability.kind))
    ability.block.perform(inner)


PHASES = {
    "enter": enter,
    "order": order,
    "arrive": arrive,
    "battle": battle,
    "battle over": battle_over,
    "explore": explore,
    "delve over": delve_over,
}
