"""Sheets, battle lines and maps in plain characters, for any width."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Sequence
from itertools import zip_longest

from dicecrawl.authoring.passages import condition_text
from dicecrawl.core.definitions import Ability
from dicecrawl.core.showing import Ground, Sheet, Spot, Table

WIDTH = 80
TOGETHER = "\N{NO-BREAK SPACE}"


def folded(text: str, width: int, first: str = "", further: str | None = None) -> list[str]:
    """A text in lines of at most so many characters, indented."""
    indent = first if further is None else further
    lines = textwrap.wrap(text, width, initial_indent=first, subsequent_indent=indent, break_on_hyphens=False)
    return [line.replace(TOGETHER, " ") for line in lines] or [first.rstrip()]


# -- sheets ---------------------------------------------------------------------------------------------------


def owner(sheet: Sheet, seats: int) -> str:
    """Whose Rogue it is, where that is a question."""
    if sheet.owner is None:
        return " (everybody's)" if sheet.room else ""
    return f" (Player {sheet.owner + 1})" if seats > 1 else ""


def brief(sheet: Sheet, width: int, seats: int, *, slots: bool = True) -> list[str]:
    """A creature in a line or two: what it has left, carries and suffers; without `slots` not how much it can carry."""
    load = _load(sheet) if slots and sheet.room else _things(sheet)
    parts = [_numbers(sheet), *([load] if load else [])]
    if sheet.conditions:
        parts.append(", ".join(map(condition_text, sheet.conditions)))
    return folded(f"{sheet.name}{owner(sheet, seats)}: {'; '.join([*parts, *sheet.notes])}", width, "  ", "      ")


def full(sheet: Sheet, width: int, seats: int, english: Callable[[Ability], str] | None) -> list[str]:
    """A whole sheet; `english` tells the text of an ability, None leaves the texts out."""
    lines = [f"  {sheet.name}{owner(sheet, seats)}: {_numbers(sheet)}"]
    if sheet.stats:
        lines += folded(", ".join(f"{name}{TOGETHER}{value:+d}" for name, value in sheet.stats), width, "      ")
    told = [(known, f"{known.called}: {known.ability.name}") for known in sheet.abilities]
    if english is None:
        known = dict.fromkeys(known.called for known in sheet.abilities)
        named = {called: [k.ability.name for k in sheet.abilities if k.called == called] for called in known}
        lines += [line for called in named for line in folded(f"{called}: {', '.join(named[called])}", width, "      ")]
    else:
        for one, head in told:
            waits = f" (ready in {one.waits})" if one.waits else ""
            lines += folded(f"{head}{waits} - {english(one.ability)}", width, "      ", "          ")
    if sheet.room:
        lines += folded(_load(sheet), width, "      ")
    if sheet.conditions:
        lines += folded(f"suffers {', '.join(map(condition_text, sheet.conditions))}", width, "      ")
    return [*lines, *(f"      {note}" for note in sheet.notes)]


def _numbers(sheet: Sheet) -> str:
    return ", ".join(f"{name} {value}" + (f"/{most}" if most is not None else "") for name, value, most in sheet.numbers)


def _load(sheet: Sheet) -> str:
    assert sheet.room is not None
    used, slots = sheet.room
    return f"carries {_things(sheet) or 'nothing'} ({used} of {slots} slots)"


def _things(sheet: Sheet) -> str:
    return ", ".join(f"{one.name} ({one.left})" if one.left else one.name for one in sheet.carries)


def resting(table: Table, who: int | None, width: int) -> list[str]:
    """What somebody cannot use yet, and for how many turns."""
    waits = [known for sheet in table.party if sheet.who == who for known in sheet.abilities if known.waits]
    told = ", ".join(f"{known.ability.name} ({_counted(known.waits, 'turn', 'turns')})" for known in waits)
    return folded(f"Still resting: {told}", width, " ", "     ") if waits else []


# -- battle lines ---------------------------------------------------------------------------------------------


def battle(table: Table, width: int) -> list[str]:
    """Both lines side by side, the fronts facing each other in the first row; who acts now is marked."""
    label, column = 7, (width - 9) // 2
    left_head, right_head = (_head(name, column) for name, _ in table.sides)
    lines = [_row("", left_head, right_head, label, column)]
    for number, pair in enumerate(zip_longest(*(creatures for _, creatures in table.sides)), 1):
        cells = [_cell(sheet, table.acting, column) if sheet is not None else [] for sheet in pair]
        for at, (left, right) in enumerate(zip_longest(*cells, fillvalue="")):
            lines.append(_row(("front" if number == 1 else str(number)) if at == 0 else "", left, right, label, column))
    for sheet in table.aside:
        told = ", ".join([f"{sheet.name} {_left(sheet)}", *map(condition_text, sheet.conditions)])
        lines += folded(f"out of the lines: {told}", width, "  ", "    ")
    return lines


def _row(label: str, left: str, right: str, label_width: int, column: int) -> str:
    return f"{label:>{label_width - 1}} {left:<{column}}  {right:<{column}}".rstrip()


def _head(name: str, column: int) -> str:
    return f"  {name.capitalize():<{column - 12}}Health"


def _cell(sheet: Sheet, acting: int | None, column: int) -> list[str]:
    mark = ">" if sheet.who == acting else " "
    lines = [f"{mark} {sheet.name:<{column - 12}}{_left(sheet):>6}"]
    conditions = (condition_text(condition).replace(" ", TOGETHER) for condition in sheet.conditions)
    return [*lines, *(folded(", ".join(conditions), column, "      ") if sheet.conditions else [])]


def _left(sheet: Sheet) -> str:
    _, value, most = sheet.numbers[0]
    return f"{value}/{most}" if most is not None else str(value)


# -- the map --------------------------------------------------------------------------------------------------


def ground(place: Ground, width: int) -> list[str]:
    """The map so far: every entry that was seen, with its ways; one that leads to an entry not yet seen has a "?"."""
    seen = {spot.letter for spot in place.spots}
    lines = [f"Map of {place.name}  (* you are here, ? not seen yet)"]
    for spot in place.spots:
        lines += folded(_spot(spot, seen), width, f"  {'*' if spot.here else ' '} ", "        ")
    return lines


def _spot(spot: Spot, seen: Iterable[str]) -> str:
    ways = [f"{door.label} > {door.to}{'' if door.to in seen else '?'}" for door in spot.doors]
    if spot.part_of is not None and not spot.doors:
        ways.append(f"back > {spot.part_of}")
    cleared = " [won]" if spot.cleared else ""
    return f"{spot.letter}  {spot.title}{cleared}: {', '.join(ways) or 'no way on is known'}"


def where(table: Table, width: int) -> list[str]:
    """The spot, the marching order and the light, in a line or two."""
    if table.ground is None:
        return []
    spot = next((spot for spot in table.ground.spots if spot.here), None)
    at = f"{spot.letter}, {spot.title}. " if spot is not None else ""
    row = " < ".join(sheet.name for sheet in reversed(table.party))
    light = "no light" if not table.ground.light else f"light for {_counted(table.ground.light, 'dark entry', 'dark entries')}"
    return folded(f"{at}Marching (front at the right): {row}. You carry {light}.", width, "", "    ")


def _counted(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"


def columns(rows: Sequence[tuple[str, str]], width: int, first: str) -> list[str]:
    """Rows of a name and a note, the notes below each other."""
    broad = min(30, max((len(name) for name, _ in rows), default=0))
    lines = []
    for name, note in rows:
        told = f"{name:<{broad}}  {note}".rstrip() if note else name
        lines += [told] if len(first) + len(told) <= width else folded(" ".join(told.split()), width, first, first + "    ")
    return lines


def unindented(line: str, width: int, further: int = 4) -> list[str]:
    """A line of a story folded to a width, its further lines standing in by so many characters more."""
    indent = " " * (len(line) - len(line.lstrip(" ")))
    return folded(line.strip(), width, indent, indent + " " * further) if len(line) > width else [line]
