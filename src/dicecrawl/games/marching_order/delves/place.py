"""Where the party is in a delve, and what the delve remembers.

A delve is an entity whose counters are its memory: what was noted, used and won. Counters of a single visit begin with
"visit" and are cleared when the party leaves. Entries are counted from 1 in the order of the card; 0 is outside.
"""

from __future__ import annotations

from dicecrawl.core.context import Context
from dicecrawl.core.definitions import Definition, Library
from dicecrawl.core.events import CounterChanged, EntityAdded, EntityMoved
from dicecrawl.core.state import Entity, State
from dicecrawl.games.marching_order.delves.cards import EntryCard
from dicecrawl.games.marching_order.turns import creature_kind, label
from dicecrawl.games.marching_order.words import ENEMIES, HERE, LINE, ROGUES

DELVES = "delves"  # the zone of all delves that were ever entered
FINISHED = "finished"
ENTRY, CAME_FROM, SENT_TO, FLED = "visit: entry", "visit: came from", "visit: sent to", "visit: fled"
MOVES, DONE = "visit: moves", "visit: done"  # DONE: what the party came for, on this very visit
ETN = "etn"


def noted(what: str) -> str:
    """The counter for something noted."""
    return f"noted {what}"


def used(letter: str, name: str) -> str:
    """The counter for something in an entry that was done, for good."""
    return f"used {letter}: {name}"


def won(letter: str) -> str:
    """The counter for an entry whose enemies are gone for this visit. Ruling: MO-169."""
    return f"visit: won {letter}"


def been(letter: str) -> str:
    """The counter of how often the party came to an entry on this visit."""
    return f"visit: been {letter}"


def first_from(letter: str) -> str:
    """The counter for the entry from which this one was first reached on this visit, plus 1."""
    return f"visit: first from {letter}"


def left_in(letter: str) -> str:
    """The zone of the enemies that are waiting in an entry after the party fled from it. Ruling: MO-73."""
    return f"enemies in {letter}"


def delve_of(state: State) -> int | None:
    """The delve that the party is in."""
    here = state.zone(HERE)
    return here[0] if here else None


def is_noted(state: State, what: str) -> bool:
    """Whether something was noted about the delve that the party is in."""
    here = delve_of(state)
    return here is not None and bool(state[here].count(noted(what)))


def card_here(ctx: Context) -> Definition:
    """The card of the delve that the party is in."""
    return ctx.cards.get("delve", ctx.state[here(ctx)].definition)


def here(ctx: Context) -> int:
    """The delve that the party is in; it must be in one."""
    return ctx.state.zone(HERE)[0]


def entries(card: Definition) -> tuple[EntryCard, ...]:
    """The entries of a delve in the order of its card."""
    return tuple(card.fields["entries"].values())


def number_of(card: Definition, letter: str) -> int:
    """An entry's number, counted from 1."""
    return list(card.fields["entries"]).index(letter) + 1


def entry(ctx: Context) -> EntryCard:
    """The entry where the party is."""
    return entries(card_here(ctx))[count(ctx, ENTRY) - 1]


def count(ctx: Context, counter: str) -> int:
    """A counter of the delve."""
    return ctx.state[here(ctx)].count(counter)


def write(ctx: Context, counter: str, value: int) -> None:
    """Bring a counter of the delve to a value."""
    now = count(ctx, counter)
    if now != value:
        ctx.emit(CounterChanged(here(ctx), counter, value - now, floor=None))


def send(ctx: Context, letter: str) -> None:
    """Remember where the party goes next."""
    if delve_of(ctx.state) is not None:
        write(ctx, SENT_TO, number_of(card_here(ctx), letter))


def line_up(ctx: Context, foes: tuple[str, ...], etn: int) -> None:
    """Put enemies into their line, in the order in which they are named."""
    if ctx.state.count(ETN) != etn:
        ctx.emit(CounterChanged(None, ETN, etn - ctx.state.count(ETN), floor=None))
    for name in foes:
        kind = creature_kind(ctx.cards, name)
        card = ctx.cards.get(kind, name)
        created = ctx.game.create(ctx.cards, kind, name, ENEMIES, label(ctx.state, card.name))
        ctx.emit(EntityAdded(created, ENEMIES))


def bring_back(ctx: Context, letter: str, etn: int) -> None:
    """The enemies that waited in an entry stand there again, as they were. Ruling: MO-73."""
    line_up(ctx, (), etn)
    for who in ctx.state.zone(left_in(letter)):
        ctx.emit(EntityMoved(who, ENEMIES, None, "waited"))


def party(ctx: Context) -> tuple[int, ...]:
    """The living Rogues of the players in the delve, front to back."""
    return tuple(w for w in ctx.state.zone(ROGUES) if ctx.state[w].kind == "rogue" and ctx.state[w].home == ROGUES)


def leader_seat(ctx: Context) -> int:
    """Who speaks for the party: the player of the foremost Rogue that has one."""
    for who in ctx.state.zone(ROGUES):
        seat = ctx.state[who].seat
        if seat is not None:
            return seat
    return 0


def room_in_line(state: State) -> bool:
    """Whether another creature can stand in the line of the Rogues. Ruling: MO-55."""
    return len(state.zone(ROGUES)) < LINE


def new_delve(library: Library, name: str) -> Entity:
    """A delve that nobody has entered yet."""
    card = library.get("delve", name)
    return Entity(0, "delve", card.name, card.name, DELVES, "")
