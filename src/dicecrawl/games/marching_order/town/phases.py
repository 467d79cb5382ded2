"""A campaign between delves: the party is put together, town is visited player by player, and the next delve is chosen.

Source: Marching Order, Starting Your Party; Welcome to Rotbottom; Set Your Marching Order; Rest Phase.
Ruling: MO-125 to MO-128, MO-148 to MO-158, MO-175 to MO-178.
"""

from __future__ import annotations

from dicecrawl.core.context import Context, entity_options
from dicecrawl.core.decisions import Decision, Option
from dicecrawl.core.definitions import Definition
from dicecrawl.core.events import (
    Announced,
    ConditionEnded,
    CounterChanged,
    EntityAdded,
    EntityForgotten,
    EntityMoved,
    RuleLifted,
    TagChanged,
)
from dicecrawl.core.state import Step
from dicecrawl.effects.cooldowns import is_cooldown
from dicecrawl.games.marching_order.delves import loot, place
from dicecrawl.games.marching_order.hall import phases as hall
from dicecrawl.games.marching_order.town import people
from dicecrawl.games.marching_order.town.effects import serve, useful
from dicecrawl.games.marching_order.words import DEAD, HERE, HOME, LUCK, ROGUES

REST, VISITS, MOST_VISITS = "services rest phase", "services visits", "services most visits"
UPGRADE = 50  # coins for one more action of a Rogue that belongs to everybody. Source: Marching Order, Construct


# -- the party ------------------------------------------------------------------------------------------------


def founding(ctx: Context, step: Step) -> Step:
    """Each player buys exactly as many Rogues as march; three players get one more for all of them. Ruling: MO-148."""
    needed = people.MARCHING[ctx.state.count(people.PLAYERS)]
    seat = step.number
    left = needed - len(people.rogues(ctx.state, seat))
    if left > 0:
        options = tuple(Option("recruit", card.name, f"{cost} coins") for card, cost in people.offers(ctx, seat, left - 1))
        chosen = ctx.choose(Decision(seat, "recruit", options, 1, 1, None, ctx.cause))[0]
        _recruit(ctx, seat, str(chosen.value))
        return Step("founding", number=seat)
    if seat + 1 < ctx.state.count(people.PLAYERS):
        return Step("founding", number=seat + 1)
    _common_rogues(ctx)
    return Step("town", number=0)


def _recruit(ctx: Context, seat: int, name: str) -> None:
    cost = people.price(ctx.state, seat, ctx.cards.get("rogue", name))
    people.pay(ctx, seat, cost or 0)
    people.recruit(ctx, seat, name)


def _common_rogues(ctx: Context) -> None:
    """Rogues that nobody owns and that come with so many players: a new one for each that is missing. Ruling: MO-127."""
    for card in ctx.cards.all("rogue"):
        wanted = card.fields.get("players")
        here = any(ctx.state[who].definition == card.name for who in ctx.state.zone(HOME))
        if wanted == ctx.state.count(people.PLAYERS) and not here:
            people.recruit(ctx, None, card.name)


# -- town -----------------------------------------------------------------------------------------------------


def town(ctx: Context, step: Step) -> Step:
    """One thing that a player does in town; the next player follows when it is done."""
    seat = step.number
    options = [
        *_goods(ctx, seat),
        *_services(ctx, seat),
        *_others(ctx, seat),
        *hall.games(ctx, seat, ctx.state.count(REST)),
        Option("done", "done", "nothing must be bought"),
    ]
    chosen = ctx.choose(Decision(seat, "town", tuple(options), 1, 1, None, ctx.cause))[0]
    if chosen.kind == "done":
        follows = seat + 1 < ctx.state.count(people.PLAYERS)
        return Step("town", number=seat + 1) if follows else Step("marching", number=0)
    what, _, label = str(chosen.value).partition(": ")
    if chosen.kind == "buy":
        who = _called(ctx, label)
        people.pay(ctx, seat, int(ctx.cards.get("item", what).fields["price"]))
        loot.give(ctx, who, ctx.cards.get("item", what).name)
    elif chosen.kind == "service":
        who = _called(ctx, label)
        people.pay(ctx, seat, _cost(ctx, seat, what))
        ctx.emit(CounterChanged(who, _had(what), ctx.state.count(REST) + 1 - ctx.state[who].count(_had(what)), floor=None))
        serve(ctx, who, what)
    elif chosen.kind == "recruit":
        _recruit(ctx, seat, what)
    elif chosen.kind == "upkeep":
        who = _called(ctx, label)
        people.pay(ctx, seat, int(_card(ctx, who).fields["upkeep"]))
        ctx.emit(CounterChanged(who, "services owed", -1))
    elif chosen.kind == "upgrade":
        people.pay(ctx, seat, UPGRADE)
        who = _called(ctx, label)
        people.learn(ctx.within(actor=who, subject=who), who)
    elif chosen.kind == "gamble":
        return hall.sit_down(ctx, seat, str(chosen.value), ctx.state.count(REST))
    return Step("town", number=seat)


def _called(ctx: Context, label: str) -> int:
    return next(who for who in (*ctx.state.zone(HOME), *ctx.state.zone(DEAD)) if ctx.state[who].label == label)


def _card(ctx: Context, who: int) -> Definition:
    return ctx.cards.get(ctx.state[who].kind, ctx.state[who].definition)


def _had(service: str) -> str:
    """The counter that says in which rest phase a Rogue last had a service."""
    return f"services had {service}"


def _cost(ctx: Context, seat: int, service: str) -> int:
    price = int(ctx.cards.get("service", service).fields.get("price", 0))
    return price + ctx.state.count(people.dearer(seat)) if price else 0


def _goods(ctx: Context, seat: int) -> list[Option]:
    options: list[Option] = []
    for card in ctx.cards.all("item"):
        price = card.fields.get("price")
        if price is None or price > people.coins(ctx.state, seat):
            continue
        light = ", gives light" if card.fields.get("boxes") else ""
        able = (who for who in people.rogues(ctx.state, seat) if loot.can_carry(ctx, who, card.name))
        options.extend(Option("buy", f"{card.name}: {ctx.state[who].label}", f"{price} coins{light}") for who in able)
    return options


def _services(ctx: Context, seat: int) -> list[Option]:
    """Each service once per rest phase for each Rogue. Ruling: MO-153; before the first delve there was no rest phase."""
    options = []
    for card in ctx.cards.all("service"):
        cost = _cost(ctx, seat, card.name)
        if cost > people.coins(ctx.state, seat):
            continue
        for who in (*people.rogues(ctx.state, seat), *people.dead(ctx.state, seat)):
            fresh = ctx.state[who].count(_had(card.name)) < ctx.state.count(REST) + 1
            if fresh and useful(ctx, who, card.name) and (ctx.state.count(REST) or not card.fields.get("after a delve")):
                options.append(Option("service", f"{card.name}: {ctx.state[who].label}", f"{cost} coins"))
    return options


def _others(ctx: Context, seat: int) -> list[Option]:
    options = [Option("recruit", card.name, f"{cost} coins") for card, cost in people.offers(ctx, seat)]
    for who in people.rogues(ctx.state, seat):
        owed = int(_card(ctx, who).fields.get("upkeep", 0))
        if ctx.state[who].count("services owed") and owed <= people.coins(ctx.state, seat):
            options.append(Option("upkeep", f"upkeep: {ctx.state[who].label}", f"{owed} coins"))
    shared = [who for who in ctx.state.zone(HOME) if ctx.state[who].seat is None and people.unknown_actions(ctx, who)]
    if people.coins(ctx.state, seat) >= UPGRADE:
        options.extend(Option("upgrade", f"upgrade: {ctx.state[who].label}", f"{UPGRADE} coins") for who in shared)
    return options


# -- who goes, and where --------------------------------------------------------------------------------------


def marching(ctx: Context, step: Step) -> Step:
    """Each player says who goes; whoever has no more than march takes all. Ruling: MO-128, MO-178."""
    seat = step.number
    most = people.MARCHING[ctx.state.count(people.PLAYERS)]
    able = tuple(who for who in people.rogues(ctx.state, seat) if not ctx.state[who].count("services owed"))
    chosen = able
    if len(able) > most:
        options = entity_options(able, "at home")
        decision = Decision(seat, "party", options, most, most, None, ctx.cause)
        chosen = tuple(int(option.value) for option in ctx.choose(decision))
    for who in chosen:
        ctx.emit(EntityMoved(who, ROGUES, None, "marches"))
    if seat + 1 < ctx.state.count(people.PLAYERS):
        return Step("marching", number=seat + 1)
    for who in ctx.state.zone(HOME):
        if ctx.state[who].seat is None:
            ctx.emit(EntityMoved(who, ROGUES, None, "marches"))
    return Step("choose delve")


def choose_delve(ctx: Context, step: Step) -> Step:
    """Which delve it is to be, or whether the campaign ends here."""
    if not any(ctx.state[who].seat is not None for who in ctx.state.zone(ROGUES)):
        return Step("retire")
    finished = {ctx.state[who].definition for who in ctx.state.zone(place.DELVES) if ctx.state[who].count(place.FINISHED)}
    cards = ctx.cards.all("delve")
    options = (
        *(Option("delve", card.name, "finished" if card.name in finished else "open") for card in cards),
        Option("retire", "retire", "the campaign ends"),
    )
    chosen = ctx.choose(Decision(place.leader_seat(ctx), "where to", options, 1, 1, None, ctx.cause))[0]
    if chosen.kind == "retire":
        return Step("retire")
    known = next((who for who in ctx.state.zone(place.DELVES) if ctx.state[who].definition == chosen.value), None)
    if known is None:
        ctx.emit(EntityAdded(place.new_delve(ctx.cards, str(chosen.value)), HERE))
    else:
        ctx.emit(EntityMoved(known, HERE, None, "left behind"))
    ctx.emit(CounterChanged(None, VISITS, 1))
    for who in ctx.state.zone(ROGUES):
        _lend(ctx, who)
    return Step("enter")


def _lend(ctx: Context, who: int) -> None:
    """What a Rogue has more of in this delve. Ruling: MO-26."""
    for counter, value in ctx.state[who].counters.items():
        if counter.startswith("next delve ") and value:
            name = counter.removeprefix("next delve ")
            ctx.emit(CounterChanged(who, counter, -value))
            ctx.emit(CounterChanged(who, f"limit {name}", value))
            ctx.emit(CounterChanged(who, name, value, over=True))


# -- the rest phase -------------------------------------------------------------------------------------------


def rest(ctx: Context, step: Step) -> Step:
    """Everybody is back: what lasted for the delve ends; those who have nothing left begin anew. Ruling: MO-175, MO-177."""
    ctx.emit(CounterChanged(None, REST, 1))
    for waiting in ctx.state.waiting:
        ctx.emit(RuleLifted(waiting))
    for who in ctx.state.zone(HOME):
        _recover(ctx, who)
    for who in ctx.state.zone(DEAD):
        if ctx.state[who].seat is None:
            ctx.emit(EntityForgotten(who))
    for seat in people.seats(ctx.state):
        more = ctx.state.count(people.dearer_next(seat)) - ctx.state.count(people.dearer(seat))
        if more:
            ctx.emit(CounterChanged(None, people.dearer(seat), more, floor=None))
        if ctx.state.count(people.dearer_next(seat)):
            ctx.emit(CounterChanged(None, people.dearer_next(seat), -ctx.state.count(people.dearer_next(seat))))
        if not _can_field(ctx, seat):
            start = people.START[ctx.state.count(people.PLAYERS)]
            ctx.emit(CounterChanged(None, loot.purse(seat), start - people.coins(ctx.state, seat), floor=None))
    _common_rogues(ctx)
    delves = ctx.cards.all("delve")
    done = sum(1 for who in ctx.state.zone(place.DELVES) if ctx.state[who].count(place.FINISHED))
    most = ctx.state.count(MOST_VISITS)
    if done == len(delves) or (most and ctx.state.count(VISITS) >= most):
        return Step("retire")
    return Step("town", number=0)


def _can_field(ctx: Context, seat: int) -> bool:
    """Whether a player has, can pay for, can recruit or can bring back anybody for the next delve. Ruling: MO-175."""
    owned, here = people.coins(ctx.state, seat), people.rogues(ctx.state, seat)
    ready = any(not ctx.state[who].count("services owed") or int(_card(ctx, who).fields["upkeep"]) <= owned for who in here)
    raises = [_cost(ctx, seat, card.name) for card in ctx.cards.all("service") if card.fields.get("for the dead")]
    raised = bool(people.dead(ctx.state, seat)) and any(cost <= owned for cost in raises)
    return ready or raised or bool(people.offers(ctx, seat))


def _recover(ctx: Context, who: int) -> None:
    """Conditions end unless their card says they stay, dice and passing losses go, Luck is cut to its maximum."""
    for condition in ctx.state[who].conditions:
        if "Survives" not in ctx.cards.get("condition", condition.name).tags:
            ctx.emit(ConditionEnded(who, condition, "rest"))
    for counter, value in ctx.state[who].counters.items():
        if value and (is_cooldown(counter) or counter.startswith(("stat ", "limit "))):
            ctx.emit(CounterChanged(who, counter, -value, floor=None))
    over = ctx.state[who].count(LUCK) - ctx.state[who].limits.get(LUCK, 0)
    if over > 0:
        ctx.emit(CounterChanged(who, LUCK, -over))
    for known in people.borrowed_traits(ctx, who):
        ctx.emit(TagChanged(who, "cards", known, False))
    if _card(ctx, who).fields.get("upkeep") and not ctx.state[who].count("services owed"):
        ctx.emit(CounterChanged(who, "services owed", 1))


def retire(ctx: Context, step: Step) -> None:
    """The campaign is over: won when every delve was finished. Ruling: MO-176."""
    delves = ctx.cards.all("delve")
    done = sum(1 for who in ctx.state.zone(place.DELVES) if ctx.state[who].count(place.FINISHED))
    ctx.emit(Announced("campaign over", number=done, word=f"{done} of {len(delves)} delves finished"))
    ctx.emit(Announced("result", word="won" if done == len(delves) else "undecided"))


PHASES = {
    "founding": founding,
    "town": town,
    "marching": marching,
    "choose delve": choose_delve,
    "rest": rest,
    "retire": retire,
}
