"""Single situations of Marching Order on the table: line-ups in an author's words, one turn, one action, one trait."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from dicecrawl.core.staging import Cast, Lines, Staging, Turns
from dicecrawl.core.state import State, Step
from dicecrawl.errors import SetupError
from dicecrawl.games.marching_order import turns
from dicecrawl.games.marching_order.luck import WISHES
from dicecrawl.games.marching_order.phases import set_counter
from dicecrawl.games.marching_order.setup import Enemy, Rogue, battle
from dicecrawl.games.marching_order.words import COINS, ENEMIES, HEALTH, LUCK, ROGUES, SIDES

if TYPE_CHECKING:
    from dicecrawl.core.context import Context
    from dicecrawl.core.definitions import Ability, Library


def cast(creature: Cast, zone: str) -> Any:
    """The spec that a battle is set up with; raises `SetupError` for what only Rogues can have."""
    if zone == ROGUES:
        for kind, _ in creature.traits:
            if kind not in ("quality", "flaw"):
                raise SetupError(f"{creature.card} is a rogue, whose traits are qualities and flaws, not {kind}")
        _only(creature, HEALTH, LUCK)
        fields: dict[str, Any] = {
            "actions": creature.knows,
            "qualities": [number for kind, number in creature.traits if kind == "quality"],
            "flaws": [number for kind, number in creature.traits if kind == "flaw"],
            "items": creature.carries,
            "health": creature.counters.get(HEALTH),
            "luck": creature.counters.get(LUCK),
            "seat": None if creature.player is None else creature.player - 1,
            "name": creature.name,
            "cooldowns": creature.cooldowns,
        }
        return Rogue(creature.card, **fields)
    if creature.knows is not None or creature.traits or creature.carries or creature.cooldowns or creature.player:
        raise SetupError(f"{creature.card} is an enemy: it has its whole card, no player, no items and no cooldown dice")
    _only(creature, HEALTH)
    return Enemy(creature.card, creature.counters.get(HEALTH), creature.name)


def _only(creature: Cast, *counters: str) -> None:
    for name in creature.counters:
        if name not in counters:
            raise SetupError(f"{creature.card} is given {name}, but in a line-up it can have {' and '.join(counters)}")


def enter(ctx: Context, who: int) -> None:
    """A round is under way and the creature's side is the active one; whose turn it is nobody says."""
    side = SIDES.index(ctx.state[who].side)
    if ctx.state.count("round") == 0:
        set_counter(ctx, "round", 1)
        set_counter(ctx, "first", side)
    set_counter(ctx, "active", side)


def turn(ctx: Context, who: int) -> Step:
    """The creature's own turn comes next; if it has had one, a new round has begun."""
    enter(ctx, who)
    if ctx.state[who].count("acted") >= ctx.state.count("round"):
        set_counter(ctx, "round", ctx.state.count("round") + 1)
    return Step("conditions", who)


def acted(ctx: Context, who: int) -> None:
    """The creature has had its turn this round."""
    enter(ctx, who)
    set_counter(ctx, "acted", ctx.state.count("round"), who)


def between(ctx: Context) -> Step:
    """Where play looks for the next creature."""
    return Step("next", number=int(ctx.state.count("active") != ctx.state.count("first")))


def act(ctx: Context, who: int) -> None:
    """One whole action outside the creature's turn. Ruling: MO-64."""
    turns.act(ctx, who)


def perform(ctx: Context, who: int, ability: Ability) -> None:
    """One ability as it is carried out: rows and actions as actions, everything else as a trait."""
    kind = ability.kind if ability.kind in ("action", "reaction") else "trait"
    scope = ctx.within(actor=who, subject=who, mode=kind)
    turns.perform(scope, who, turns.card_of(ctx, who).name, ability, kind)


def setup(library: Library, lines: Lines, said: Mapping[str, Any]) -> State:
    """A battle of these line-ups, not yet begun."""
    return battle(library, lines[ROGUES], lines[ENEMIES], **said)


STAGING = Staging(
    lines={"Rogues": ROGUES, "Enemies": ENEMIES},
    numbers={"ETN": "etn", COINS: "coins", "Players": "seats"},
    words={"Rerolls": ("rerolls", WISHES)},
    needed=("Rogues", "Enemies"),
    cast=cast,
    setup=setup,
    pauses=("next", "round"),
    turns=Turns(turn, between, enter, act, perform, acted),
    answers={"uses": ("action",), "ends": ("action",), "may": ("may",), "reacts": ("reaction",)},
    kinds={ROGUES: "rogue", ENEMIES: "monster"},
    belongings="item",
)
