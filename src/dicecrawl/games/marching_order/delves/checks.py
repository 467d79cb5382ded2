"""The way through a delve, walked by the checker: entries that nobody reaches, passages to nowhere, no way out or to the end.

Source: Marching Order, Reading a Delve Entry. Ruling: MO-168.
"""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches

from dicecrawl.core.definitions import Definition, Library
from dicecrawl.core.nodes import Fault, Node, Span
from dicecrawl.games.marching_order.delves.cards import PartOf, Passage, Room
from dicecrawl.games.marching_order.delves.effects import FinishDelve, GoTo, IsNoted, IsNotNoted, MakeNote


def check(library: Library) -> Iterator[tuple[Fault, Span]]:
    """Faults of every delve, each with its place."""
    for card in library.all("delve"):
        rooms: list[Room] = card.fields.get("entry list", [])
        if not rooms:
            note = 'add one: Entry "A" "The gate": ...'
            yield Fault("E193", f"'{card.name}' has no entries", "", (note,)), card.span
            continue
        yield from _letters(card, rooms)
        yield from _notes(rooms)
        if all(letter in card.fields["entries"] for _, letter in _all_ways(rooms)):
            yield from _walk(card, rooms)


def _letters(card: Definition, rooms: list[Room]) -> Iterator[tuple[Fault, Span]]:
    first: dict[str, Room] = {}
    for room in rooms:
        other = first.setdefault(room.letter, room)
        if other is not room:
            yield (
                Fault("E194", f"two entries are called '{room.letter}'", "give it another letter",
                      also=other.span, also_label="the first one"),
                room.span,
            )  # fmt: skip
    for node, letter in _all_ways(rooms):
        if letter not in first:
            near = get_close_matches(letter, first, 1, 0.6)
            hint = f"did you mean '{near[0]}'?" if near else f"the entries here: {', '.join(first)}"
            yield Fault("E195", f"there is no entry '{letter}' in '{card.name}'", hint), node.span


def _all_ways(rooms: list[Room]) -> list[tuple[Node, str]]:
    found: list[tuple[Node, str]] = []
    for room in rooms:
        for node in room.walk():
            if isinstance(node, Passage | GoTo):
                found.append((node, node.to if isinstance(node, Passage) else node.letter))
            elif isinstance(node, PartOf):
                found.append((node, node.letter))
    return found


def _notes(rooms: list[Room]) -> Iterator[tuple[Fault, Span]]:
    """Something that is asked for must be noted somewhere."""
    noted = {node.what for room in rooms for node in room.walk() if isinstance(node, MakeNote)}
    for room in rooms:
        for node in room.walk():
            if isinstance(node, IsNoted | IsNotNoted) and node.what not in noted:
                near = get_close_matches(node.what, noted, 1, 0.6)
                hint = f"did you mean '{near[0]}'?" if near else "nothing here notes it"
                yield (
                    Fault("E196", f"'{node.what}' is never noted", hint, (f'write somewhere: Note "{node.what}".',)),
                    node.span,
                )


def _leads(room: Room) -> set[str]:
    """Where one can get to from an entry."""
    return {letter for _, letter in _all_ways([room])}


def _walk(card: Definition, rooms: list[Room]) -> Iterator[tuple[Fault, Span]]:
    by_letter = {room.letter: room for room in rooms}
    start = rooms[0].letter
    reached = _reach({start}, {letter: _leads(room) for letter, room in by_letter.items()})
    for room in rooms:
        if room.letter not in reached:
            note = f'lead there from somewhere: Passage "a door" to "{room.letter}".'
            yield Fault("E197", f"nobody can get to entry '{room.letter}'", "", (note,)), room.span
    backwards: dict[str, set[str]] = {letter: set() for letter in by_letter}
    for letter, room in by_letter.items():
        for to in _leads(room):
            backwards[to].add(letter)
    ends = {room.letter for room in rooms if any(isinstance(node, FinishDelve) for node in room.walk())}
    if not ends & reached:
        note = "write in some feature or after some battle: The delve is finished."
        yield Fault("E198", f"'{card.name}' cannot be finished", "", (note,)), card.span
        return
    out = _reach(ends | {start}, backwards)
    for room in rooms:
        if room.letter in reached and room.letter not in out:
            note = f'add a way back or on: Passage "back" to "{start}".'
            yield Fault("E199", f"from entry '{room.letter}' there is no way out or to the end", "", (note,)), room.span


def _reach(found: set[str], leads: dict[str, set[str]]) -> set[str]:
    found = set(found)
    todo = list(found)
    while todo:
        for to in sorted(leads[todo.pop()] - found):
            found.add(to)
            todo.append(to)
    return found
