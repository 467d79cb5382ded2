"""Setting up a battle: who stands where, what they know and carry, and what they have left."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import attrs
from attrs import field, frozen

from dicecrawl.core.definitions import Definition, Library
from dicecrawl.core.events import CounterChanged, EntityAdded
from dicecrawl.core.state import Condition, Entity, State, Step, sealed
from dicecrawl.effects.standing import Bonus
from dicecrawl.errors import SetupError
from dicecrawl.games.marching_order.luck import WISHES, wish
from dicecrawl.games.marching_order.open_field import OPEN_FIELD
from dicecrawl.games.marching_order.traits import trait
from dicecrawl.games.marching_order.turns import creature_kind, label
from dicecrawl.games.marching_order.words import COINS, ENEMIES, HEALTH, ITEM_SLOTS, LINE, LUCK, ROGUES, SLOTS

DEFAULT_ETN = 4


def _texts(value: Any) -> tuple[str, ...] | None:
    return None if value is None else tuple(str(v) for v in value)


def _numbers(value: Iterable[int]) -> tuple[int, ...]:
    return tuple(value)


def _names(value: Iterable[str]) -> tuple[str, ...]:
    return tuple(value)


def _triples(value: Iterable[tuple[str, int | None, int | None]]) -> tuple[tuple[str, int | None, int | None], ...]:
    return tuple(value)


@frozen(slots=True)
class Rogue:
    """A Rogue as a party brings it.

    `actions` are the names of the non-basic actions it has (None: all), `qualities` and `flaws` the numbers of its
    traits, `items` the names of what it carries, `health` what it has left (None: all), `seat` the player (None: by
    place), `conditions` what it already suffers, as (name, strength, dice). `was` is the Rogue that it was before, whose
    traits, Luck and Resolve it has kept (MO-140).
    """

    card: str
    actions: Sequence[str] | None = field(default=None, converter=_texts)
    qualities: Sequence[int] = field(default=(), converter=_numbers)
    flaws: Sequence[int] = field(default=(), converter=_numbers)
    items: Sequence[str] = field(default=(), converter=_names)
    health: int | None = None
    luck: int | None = None
    seat: int | None = None
    name: str | None = None
    cooldowns: Mapping[str, int] = field(factory=dict)
    conditions: Sequence[tuple[str, int | None, int | None]] = field(default=(), converter=_triples)
    was: str | None = None


@frozen(slots=True)
class Enemy:
    """An enemy with what it has left; a bare name stands for one at full Health."""

    card: str
    health: int | None = None
    name: str | None = None
    conditions: Sequence[tuple[str, int | None, int | None]] = field(default=(), converter=_triples)


def battle(
    library: Library,
    rogues: Iterable[Rogue | str],
    enemies: Iterable[Enemy | str],
    *,
    etn: int = DEFAULT_ETN,
    seats: int = 1,
    coins: int = 0,
    rerolls: str | Sequence[str] = "never",
) -> State:
    """The state before initiative. Lines are given front to back; `coins` is each player's purse, `etn` the number to escape.

    `rerolls` says for which dice players want to be asked whether they spend Luck: "never", "mine" or "all", for everybody
    or one word for each seat (MO-25).
    Raises `SetupError` for an empty side, more than six Rogues, or impossible numbers, `UnknownName` for names.
    Source: Marching Order, Combat. Ruling: MO-55, MO-58.
    """
    party = [Rogue(r) if isinstance(r, str) else r for r in rogues]
    foes = [Enemy(e) if isinstance(e, str) else e for e in enemies]
    if not party or not foes:
        raise SetupError("a battle needs at least one rogue and one enemy: name them front to back")
    if not _number(etn, 0):
        raise SetupError(f"etn is a whole number of 0 or more, not {etn!r}")
    begin = Step("initiative")
    state = party_state(library, party, seats=seats, coins=coins, rerolls=rerolls, step=begin, counters={"etn": etn})
    for foe in foes:
        kind = creature_kind(library, foe.card)
        entity = create(library, kind, foe.card, ENEMIES, foe.name or label(state, library.get(kind, foe.card).name))
        EntityAdded(_with(library, entity, foe.health, foe.conditions), ENEMIES).apply(state)
    return state


def party_state(
    library: Library,
    party: Sequence[Rogue],
    *,
    seats: int,
    coins: int,
    rerolls: str | Sequence[str],
    step: Step,
    counters: Mapping[str, int] | None = None,
) -> State:
    """The state with a party in its line, front to back, and nobody else."""
    if len(party) > LINE:
        raise SetupError(f"at most {LINE} can stand in the line of the Rogues, not {len(party)}: leave some at home")
    if not _number(seats, 1, 4):
        raise SetupError(f"seats must be 1 to 4, one for each player, not {seats!r}")
    if not _number(coins, 0):
        raise SetupError(f"coins are a whole number of 0 or more, not {coins!r}")
    state = State(
        "marching_order",
        counters=sealed({**(counters or {}), **{f"{COINS} of seat {seat}": coins for seat in range(seats)}}),
        zones=sealed({ROGUES: (), ENEMIES: ()}),
        step=step,
    )
    write_wishes(state, rerolls, seats)
    led = sum(not _own_master(library, spec) for spec in party)
    index = 0
    for spec in party:
        if _own_master(library, spec):
            if spec.seat is not None:
                raise SetupError(f"{spec.card} rolls for its actions and belongs to no player: leave out its seat")
            _enter_rogue(state, library, spec, None)
            continue
        seat = index * seats // led if spec.seat is None else spec.seat
        index += 1
        if not _number(seat, 0, seats - 1):
            raise SetupError(f"{spec.card} belongs to seat {seat}, but seats are numbered 0 to {seats - 1}")
        _enter_rogue(state, library, spec, seat)
    return state


def _own_master(library: Library, spec: Rogue) -> bool:
    """Whether no player decides for it. Ruling: MO-125."""
    return bool(library.get("rogue", spec.card).fields.get("rolls for actions"))


def write_wishes(state: State, rerolls: str | Sequence[str], players: int) -> None:
    """Note for which dice players want to be asked; raises `SetupError` for other words and numbers. Ruling: MO-25."""
    wanted = (rerolls,) * players if isinstance(rerolls, str) else tuple(rerolls)
    if len(wanted) != players:
        raise SetupError(f"rerolls are said for {len(wanted)} players, but there are {players}")
    for seat, word in enumerate(wanted):
        if word not in WISHES:
            raise SetupError(f"rerolls are wanted 'never', 'mine' or 'all', not {word!r}")
        if word != "never":
            CounterChanged(None, wish(seat), WISHES.index(word)).apply(state)


def _enter_rogue(state: State, library: Library, spec: Rogue, seat: int | None) -> None:
    card = library.get("rogue", spec.card)
    before = None if spec.was is None else library.get("rogue", spec.was)
    entity = create(library, "rogue", card.name, ROGUES, spec.name or label(state, card.name))
    counters = dict(entity.counters)
    for ability, pips in spec.cooldowns.items():
        if not _number(pips, 0):
            raise SetupError(f"a cooldown die of {card.name} has 0 or more pips, not {pips!r}")
        counters[f"cooldown {_ability(card, ability)}"] = pips
    limits = dict(entity.limits)
    if before is not None:
        limits[LUCK] = counters[LUCK] = before.stats.get(LUCK, 0)
        counters["stat Resolve"] = before.stats.get("Resolve", 0) - card.stats.get("Resolve", 0)
    if spec.luck is not None:
        if type(spec.luck) is not int:  # below 0 too: looting may leave it there (MO-173)
            raise SetupError(f"the Luck of {card.name} is a whole number, not {spec.luck!r}")
        counters[LUCK] = spec.luck
    entity = attrs.evolve(
        entity, seat=seat, cards=_known(card, spec, before), counters=sealed(counters), limits=sealed(limits)
    )
    done = EntityAdded(_with(library, entity, spec.health, spec.conditions), ROGUES).apply(state)
    assert isinstance(done, EntityAdded)
    _load(state, library, done.entity, card, spec.items)


def _load(state: State, library: Library, who: Entity, card: Definition, items: Iterable[str]) -> None:
    """Put items into a Rogue's slots; raises `SetupError` when they do not fit. Ruling: MO-150."""
    room, taken = int(card.fields.get("slots", ITEM_SLOTS)), 0
    held = [library.get("item", item) for item in items]
    for item in held:
        taken += int(item.fields.get("slots", 1))
        room += sum(int(rule.by) for rule in item.rules if isinstance(rule, Bonus) and rule.goes_to(SLOTS))
        if item.fields.get("one each") and held.count(item) > 1:
            raise SetupError(f"{who.label} can carry only one {item.name}")
    for item in held:
        thing = Entity(0, "item", item.name, item.name, ROGUES, ROGUES, who.seat)
        EntityAdded(thing, f"items of {who.id}").apply(state)
    if taken > room:
        raise SetupError(f"{who.label} has {room} item slots and cannot carry {taken} items: leave some at home")


def _known(card: Definition, spec: Rogue, before: Definition | None) -> tuple[str, ...]:
    owned = [a.name for a in card.of_kind("action", "reaction") if a.basic or spec.actions is None]
    for name in spec.actions or ():
        found = _ability(card, name)
        if found not in owned:
            owned.append(found)
    for kind, numbers in (("quality", spec.qualities), ("flaw", spec.flaws)):
        sheet = before or card
        for number in numbers:
            if not any(number in a.faces for a in sheet.of_kind(kind)):
                raise SetupError(f"{sheet.name} has no {kind} numbered {number!r}: they are numbered 1 to 6")
            owned.append(trait(kind, number, before.name if before is not None else None))
        if before is not None:
            owned.extend(trait(kind, face) for a in card.of_kind(kind) for face in a.faces)
    return tuple(owned)


def _ability(card: Definition, name: str) -> str:
    for ability in card.of_kind("action", "reaction"):
        if ability.name.casefold() == name.casefold():
            return ability.name
    known = ", ".join(repr(a.name) for a in card.of_kind("action", "reaction"))
    raise SetupError(f"{card.name} has no action called {name!r}; its actions are {known}")


def _with(
    library: Library, entity: Entity, health: int | None, conditions: Sequence[tuple[str, int | None, int | None]]
) -> Entity:
    counters = dict(entity.counters)
    if health is not None:
        most = entity.limits.get(HEALTH, 0)
        if not _number(health, 1, most):
            raise SetupError(f"{entity.label} has 1 to {most} Health when a battle begins, not {health!r}")
        counters[HEALTH] = health
    first = -len(conditions)
    suffered = tuple(_condition(library, entity, *given, age=first + i) for i, given in enumerate(conditions))
    return attrs.evolve(entity, counters=sealed(counters), conditions=suffered)


def _condition(library: Library, entity: Entity, name: str, strength: int | None, dice: int | None, *, age: int) -> Condition:
    card = library.get("condition", name)
    meant = card.fields.get("means")
    if meant is not None:
        raise SetupError(f"{card.name} is another name for {meant.name.text}: give {entity.label} that, with its strength")
    if card.strength != (strength is not None) or not (strength is None or _number(strength, 0)):
        wants = "a strength of 0 or more" if card.strength else "no strength"
        raise SetupError(f"{card.name} has {wants}, so {entity.label} cannot have it with {strength!r}")
    if not (dice is None or _number(dice, 1)):
        raise SetupError(f"{card.name} lasts 1 or more turns, or without end (None), not {dice!r}")
    return Condition(card.name, strength, dice, age=age)


def _number(value: object, least: int, most: int | None = None) -> bool:
    whole = isinstance(value, int) and not isinstance(value, bool)
    return whole and least <= value and (most is None or value <= most)  # type: ignore[operator]


def create(library: Library, kind: str, name: str, side: str, label: str) -> Entity:
    """A creature at full Health and Luck, with nothing learned and nobody deciding for it. Its id is given on entering."""
    card = library.get(kind, name)
    limits = {counter: card.stats[counter] for counter in (HEALTH, LUCK) if counter in card.stats}
    form = tuple(card.fields.get("forms", ()))[:1]
    return Entity(0, kind, card.name, label, side, side, None, sealed(limits), sealed(limits), form)


def arena(library: Library, actor: str, target: str, *, health: int | None = None) -> State:
    """An open field for asking odds: an actor, its target on the other side, range off, nobody else.

    Range and place do not matter there, no side has to win, and escaping takes the same number as in a battle that
    states none.
    """
    kinds = [creature_kind(library, name) for name in (actor, target)]
    counters = sealed({OPEN_FIELD: 1, "etn": DEFAULT_ETN})
    state = State("marching_order", zones=sealed({ROGUES: (), ENEMIES: ()}), counters=counters)
    first = create(library, kinds[0], actor, ROGUES, library.get(kinds[0], actor).name)
    card = library.get(kinds[0], actor)
    first = attrs.evolve(first, seat=0, cards=tuple(a.name for a in card.of_kind("action", "reaction")))
    EntityAdded(first, ROGUES).apply(state)
    second = create(library, kinds[1], target, ENEMIES, label(state, library.get(kinds[1], target).name))
    EntityAdded(_with(library, second, health, ()), ENEMIES).apply(state)
    return state
