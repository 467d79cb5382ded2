"""The lines of each panel: where everybody stands, the story, the question with its answers. Knows no screen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from attrs import frozen

from dicecrawl.cli.fullscreen.choice import NOBODY, Choice
from dicecrawl.cli.tabletop import drawing
from dicecrawl.cli.tabletop.sitting import Sitting
from dicecrawl.core.showing import Table

NARROWEST = 50  # columns that both lines need; a window with fewer shows the beginning of each row
LONGEST = 400  # lines of the story that the panel keeps; the key g shows all of it


@frozen(slots=True)
class Line:
    """A line of a panel. `style` is "", "bold", "dim" or "reverse"; `number` is the answer it belongs to."""

    text: str
    style: str = ""
    number: int | None = None


def heading(sitting: Sitting, table: Table, width: int) -> str:
    """Where the party is, and whose turn it is with which purse."""
    ground = table.ground
    spot = next((spot for spot in ground.spots if spot.here), None) if ground is not None else None
    elsewhere = "A battle" if table.sides else "The end" if sitting.match.over else "In town"
    parts = [ground.name if ground is not None else elsewhere]
    parts += [f"{spot.letter} {spot.title}"] if spot is not None else []
    parts += [f"to escape: {table.escape}"] if table.escape is not None else []
    left = " | ".join(parts)
    player = f"Player {sitting.seat + 1}, " if sitting.seats > 1 else ""
    coins = table.purses[sitting.seat] if sitting.seat < len(table.purses) else 0
    right = f"{player}{coins} coins"
    return f" {left[: width - len(right) - 3]:<{width - len(right) - 2}}{right} "


def place(sitting: Sitting, table: Table, width: int) -> list[str]:
    """The battle lines; or else the map, the marching order and the party; or else the Rogues of whoever is asked."""
    if table.sides:
        return drawing.battle(table, max(width, NARROWEST))
    if table.ground is not None:
        party = (line for sheet in table.party for line in drawing.brief(sheet, width, sitting.seats, slots=False))
        return [*drawing.ground(table.ground, width), *drawing.where(table, width), *party]
    mine = [sheet for sheet in table.party if sheet.owner in (sitting.seat, None)]
    lost = ", ".join(sheet.name for sheet in table.lost if sheet.owner == sitting.seat)
    lines = [line for sheet in mine for line in drawing.brief(sheet, width, sitting.seats)]
    return [*(lines or ["  Nobody here is yours."]), *([f"  Dead: {lost}"] if lost else [])]


def story(pages: Sequence[str], new: int, width: int) -> list[Line]:
    """The story so far, folded; what was told before the last answer is dim."""
    lines: list[Line] = []
    for number, page in enumerate(pages[-LONGEST:], max(0, len(pages) - LONGEST)):
        style = "dim" if number < len(pages) - new else "bold" if page.startswith(("==", "--")) else ""
        lines += [Line(line, style) for line in drawing.unindented(page, width, 2)]
    while lines and not lines[0].text:
        del lines[0]
    return lines or [Line("Nothing has happened yet.", "dim")]


def asked(sitting: Sitting, choice: Choice, width: int) -> list[Line]:
    """The question, and below it the sentence of a card that asks."""
    lines = [Line(f"Only you see: {', '.join(sitting.mine)}.", "dim")] if sitting.mine else []
    if choice.whom is not None:
        lines.append(Line(f"{choice.whom.label}: for whom? (Esc: back)", "bold"))
    else:
        *sentence, question = sitting.asked(choice.decision)
        lines += [Line(question, "bold"), *(Line(line) for line in sentence)]
    return list(_folded(lines, width))


def ended(sitting: Sitting) -> str:
    """What stands in the place of a question when there is none."""
    result = f": {sitting.match.result}" if sitting.match.result else ""
    return f"The game is over{result}. u takes back, g tells the story, q stops."


def answers(sitting: Sitting, choice: Choice, table: Table, width: int) -> list[Line]:
    """The answers with their numbers; the one under the cursor is marked by a sign and reversed."""
    lines: list[Line] = []
    groups, number = choice.groups, 0
    broad = min(22, max((len(entry.label) for entry in choice.entries), default=0))
    for head, entries in groups:
        lines += [Line(f" {head}", "dim")] if head and len(groups) > 1 else []
        for entry in entries:
            number += 1
            note = sitting.note(choice.decision, entry, table)
            if len(entry.picks) == 1 and entry.picks[0][0]:  # for whom is a question only where there are several
                note += f", for {entry.picks[0][0]}"
            box = "" if not choice.several else "[x] " if {at for _, at in entry.picks} & {*choice.marked} else "[ ] "
            text = f"{entry.label:<{broad}}  {note}" if note else entry.label
            lines += _answer(number, box, text, choice.cursor == number, width)
    if choice.may_decline:
        lines += _answer(0, "", NOBODY, choice.cursor == 0, width)
    return lines


def _answer(number: int, box: str, text: str, here: bool, width: int) -> Iterable[Line]:
    first = f"{'>' if here else ' '}{number:>2} {box}"
    for line in drawing.folded(text, width, first, " " * (len(first) + 2)):
        yield Line(f"{line:<{width}}" if here else line, "reverse" if here else "", number)


def about(sitting: Sitting, choice: Choice, width: int) -> list[Line]:
    """The text of the answer under the cursor, and how several are chosen."""
    entry = choice.current if choice.whom is None else choice.whom
    text = sitting.about(choice.decision, entry, goods=True) if entry is not None else ""
    lines = [Line(text)] if text else []
    if choice.several:
        lines.append(Line(f"Space marks, Enter ends: {_wanted(choice)}", "dim"))
    return list(_folded(lines, width))


def _wanted(choice: Choice) -> str:
    least, most = choice.decision.least, choice.decision.most
    wanted = str(most) if least == most else f"{least} to {most}"
    return f"{len(choice.marked)} of {wanted}"


def _folded(lines: Iterable[Line], width: int) -> Iterable[Line]:
    for line in lines:
        for part in drawing.folded(line.text, width):
            yield Line(part, line.style, line.number)
