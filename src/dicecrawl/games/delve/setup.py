"""Setting up Delve: an adventure from its sheet, or any situation in the middle of one.

Source: Delve: The Dice Game, What You Need to Play; the play sheets. Ruling: DV-1 to DV-13, DV-52, DV-62.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from attrs import field, frozen

from dicecrawl.core.definitions import Definition, Library
from dicecrawl.core.events import EntityAdded
from dicecrawl.core.state import Condition, Entity, State, Step, sealed
from dicecrawl.errors import SetupError, UnknownName
from dicecrawl.games.delve.rules import treasures_of
from dicecrawl.games.delve.words import (
    ADVENTURERS,
    BOXES,
    BURROWED,
    DEAD,
    ENCOUNTER,
    FACED,
    LAST,
    OPPONENTS,
    ROUND,
    SHEET,
    WAITING,
)


def _names(value: Iterable[str]) -> tuple[str, ...]:
    return tuple(value)


@frozen(slots=True)
class Adventurer:
    """One of the party as it comes.

    `boxes` are those left (None: as many as the sheet gives; 0: dead), `conditions` names of what it suffers. One that
    the sheet does not know needs its `full` number of boxes.
    """

    card: str
    boxes: int | None = None
    conditions: Sequence[str] = field(default=(), converter=_names)
    full: int | None = None


@frozen(slots=True)
class Opponent:
    """An opponent as it stands: the boxes left (None: all), and whether it is in battle, "waiting" or "burrowed"."""

    card: str
    boxes: int | None = None
    where: str = "battle"


LONE_BOXES = 6  # of an adventurer in an arena, where no sheet says

_PLACES = {"battle": OPPONENTS, "waiting": WAITING, "burrowed": BURROWED}


def setup(
    library: Library,
    adventure: str,
    *,
    encounter: str | None = None,
    begin: str | None = None,
    party: Iterable[Adventurer | str] | None = None,
    treasures: Iterable[str] = (),
    opponents: Iterable[Opponent | str] | None = None,
    round: int = 1,
) -> State:
    """The state before the first encounter of an adventure.

    `encounter` plays that encounter alone, `begin` the adventure from there on; `party` is who comes (None: as on the
    sheet), `treasures` what they have found. `opponents` sets up a situation within the first encounter, whose own text
    has happened already: who is there, in round `round`. Raises `SetupError` or `UnknownName`. Ruling: DV-62.
    """
    if round < 1 or (round > 1 and opponents is None):
        raise SetupError(f"round {round} can only be that of a situation: count from 1, and say with opponents= who is there")
    card = library.get("adventure", adventure)
    listed = card.fields.get("encounters", ())
    first, last = stretch(library, card, encounter, begin)
    state = State(
        "delve",
        zones=sealed({ENCOUNTER: (), OPPONENTS: (), ADVENTURERS: (), SHEET: (), DEAD: (), WAITING: (), BURROWED: ()}),
        counters=sealed({FACED: first, LAST: last}),
        step=Step("encounter", number=first),
    )
    EntityAdded(Entity(0, "adventure", card.name, card.name, ADVENTURERS, ADVENTURERS, 0), SHEET).apply(state)
    _enter_party(state, library, card, party)
    for name in treasures:
        _carry(state, library, name)
    if opponents is not None:
        there = library.get("encounter", listed[first])
        EntityAdded(encounter_entity(there), ENCOUNTER).apply(state)
        _enter_opponents(state, library, opponents)
        return _at(state, Step("round"), {ROUND: round - 1})
    return state


def _at(state: State, step: Step, counters: dict[str, int]) -> State:
    return State(
        state.game, state.entities, state.zones, sealed({**state.counters, **counters}), step,
        next_id=state.next_id, next_serial=state.next_serial, version=state.version,
    )  # fmt: skip


def stretch(library: Library, card: Definition, encounter: str | None, begin: str | None) -> tuple[int, int]:
    """The first and the last encounter to be faced, counted from 0."""
    listed = card.fields.get("encounters", ())
    if encounter is not None and begin is not None:
        raise SetupError("encounter plays one encounter alone and begin the adventure from there on: give one of them")
    wanted = encounter if encounter is not None else begin
    if wanted is None:
        return 0, len(listed) - 1
    found = library.get("encounter", wanted).name
    if found not in listed:
        raise UnknownName(f"{card.name} has no encounter {found!r}; it has {', '.join(map(repr, listed))}")
    at = listed.index(found)
    return at, at if encounter is not None else len(listed) - 1


def _enter_party(state: State, library: Library, card: Definition, party: Iterable[Adventurer | str] | None) -> None:
    sheet = dict(card.fields.get("party", ()))
    specs = [Adventurer(name) for name in sheet] if party is None else list(party)
    if not specs:
        raise SetupError("a party needs at least one adventurer")
    for spec in specs:
        who = Adventurer(spec) if isinstance(spec, str) else spec
        found = library.get("adventurer", who.card)
        full = sheet.get(found.name) if who.full is None else who.full
        if full is None:
            raise SetupError(f"{card.name} gives {found.name} no boxes: say how many it has with full=")
        boxes = full if who.boxes is None else who.boxes
        if not 0 <= boxes <= full or full < 1:
            raise SetupError(f"{found.name} can have 0 to {full} boxes left, not {boxes}")
        names = [library.get("condition", name).name for name in who.conditions]
        suffered = tuple(Condition(name, age=at - len(names)) for at, name in enumerate(names))
        entity = Entity(
            0, "adventurer", found.name, label_of(state, found.name), ADVENTURERS, ADVENTURERS, 0,
            sealed({BOXES: boxes}), sealed({BOXES: full}), conditions=suffered,
        )  # fmt: skip
        EntityAdded(entity, ADVENTURERS if boxes else DEAD).apply(state)
    if not state.zone(ADVENTURERS):
        raise SetupError("somebody of the party must be alive")


def _carry(state: State, library: Library, name: str) -> None:
    card = library.get("treasure", name)
    required = card.fields.get("requires")
    bearers = state.zone(SHEET)
    if required is not None:
        bearers = tuple(e.id for e in state.entities.values() if e.kind == "adventurer" and e.definition == required)
    thing = Entity(0, "treasure", card.name, card.name, ADVENTURERS, ADVENTURERS, 0)
    EntityAdded(thing, treasures_of(next(iter(bearers), 0))).apply(state)


def _enter_opponents(state: State, library: Library, opponents: Iterable[Opponent | str]) -> None:
    specs = [Opponent(spec) if isinstance(spec, str) else spec for spec in opponents]
    counts: dict[str, int] = {}
    for spec in specs:
        name = library.get("opponent", spec.card).name
        counts[name] = counts.get(name, 0) + 1
    left = {name: iter(opponents_of(library, [(number, name)])) for name, number in counts.items()}
    for spec in specs:
        entity = next(left[library.get("opponent", spec.card).name])
        if spec.where not in _PLACES:
            raise SetupError(f"an opponent is in battle, waiting or burrowed, not {spec.where!r}")
        boxes = entity.count(BOXES) if spec.boxes is None else spec.boxes
        if not 1 <= boxes <= entity.count(BOXES):
            raise SetupError(f"{entity.definition} can have 1 to {entity.count(BOXES)} boxes left, not {boxes}")
        EntityAdded(_with_boxes(entity, boxes), _PLACES[spec.where]).apply(state)
    if not state.zone(OPPONENTS) and not state.zone(WAITING):
        raise SetupError("a situation needs at least one opponent in battle or waiting")


def _with_boxes(entity: Entity, boxes: int) -> Entity:
    return Entity(
        entity.id, entity.kind, entity.definition, entity.label, entity.side, entity.home, entity.seat,
        sealed({BOXES: boxes}), entity.limits,
    )  # fmt: skip


def arena(library: Library, actor: str, target: str | None = None, *, health: int | None = None) -> State:
    """A place for asking odds: an adventurer, an opponent if one is named, nobody else and no encounter.

    `health` are the boxes that the opponent has left. Raises `SetupError` or `UnknownName`.
    """
    state = State("delve", zones=sealed({OPPONENTS: (), ADVENTURERS: ()}))
    card = library.get("adventurer", actor)
    full = sealed({BOXES: LONE_BOXES})
    EntityAdded(Entity(0, "adventurer", card.name, card.name, ADVENTURERS, ADVENTURERS, 0, full, full), ADVENTURERS).apply(
        state
    )
    if target is not None:
        foe = next(iter(opponents_of(library, [(1, library.get("opponent", target).name)])))
        boxes = foe.count(BOXES) if health is None else health
        if not 1 <= boxes <= foe.count(BOXES):
            raise SetupError(f"{foe.definition} can have 1 to {foe.count(BOXES)} boxes left, not {boxes}")
        EntityAdded(_with_boxes(foe, boxes), OPPONENTS).apply(state)
    return state


# -- entities -------------------------------------------------------------------------------------------------


def label_of(state: State, name: str) -> str:
    """A name that nobody in this game has yet: the card's own, or with a number."""
    taken = {entity.label for entity in state.entities.values()}
    number, label = 1, name
    while label in taken:
        number += 1
        label = f"{name} {number}"
    return label


def opponents_of(library: Library, groups: Iterable[tuple[int, str]]) -> Iterable[Entity]:
    """Opponents at full boxes, those of one name numbered if there are several. Their ids are given on entering."""
    for number, name in groups:
        card = library.get("opponent", name)
        called = str(card.fields.get("called", card.name))
        for index in range(1, number + 1):
            yield create(library, "opponent", card.name, OPPONENTS, called if number == 1 else f"{called} {index}")


def create(library: Library, kind: str, name: str, side: str, label: str) -> Entity:
    """An opponent or adventurer at full boxes. Its id is given on entering."""
    card = library.get(kind, name)
    full = sealed({BOXES: card.stats[BOXES]}) if BOXES in card.stats else sealed({})
    return Entity(0, kind, card.name, label, side, side, None, full, full)


def encounters_of(state: State, library: Library) -> tuple[str, ...]:
    """The encounters of the adventure, in order."""
    sheet = state[state.zone(SHEET)[0]]
    found: tuple[str, ...] = library.get("adventure", sheet.definition).fields.get("encounters", ())
    return found


def encounter_card(state: State, library: Library) -> Definition:
    """The card of the encounter that is being faced."""
    return library.get("encounter", state[state.zone(ENCOUNTER)[0]].definition)


def encounter_entity(card: Definition) -> Entity:
    """An encounter in play; it bears the rules of its card, and the player decides for it."""
    return Entity(0, "encounter", card.name, card.name, OPPONENTS, OPPONENTS, 0)
