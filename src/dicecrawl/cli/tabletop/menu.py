"""The answers of a question as a menu: in groups, numbered, and typed by number or by name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from difflib import get_close_matches

from attrs import frozen

from dicecrawl.core.decisions import Decision, Option

_GROUPS = {
    "action": "Actions",
    "common": "Always",
    "item": "Items",
    "end": "End a condition",
    "offer": "Offered",
    "feature": "Here",
    "passage": "Ways on",
    "back": "Ways on",
    "use": "Use",
    "buy": "The store",
    "service": "Services",
    "recruit": "Rogues for hire",
    "upkeep": "Owed",
    "upgrade": "For the Rogue of everybody",
    "gamble": "The gambling hall",
    "delve": "Delves",
}
_MERGED = ("buy", "service", "upkeep", "upgrade")  # kinds that are offered once for each Rogue, as "what: whom"
_NOT_TOLD = (
    "ready", "always", "here", "may", "not known", "in reach", "carried",
    "nothing must be bought", "nothing keeps the party",
)  # fmt: skip


@frozen(slots=True)
class Entry:
    """A numbered line: one answer, or one for each of several creatures. `picks` are names with option indices."""

    label: str
    note: str
    picks: tuple[tuple[str, int], ...]


@frozen(slots=True)
class Menu:
    """Entries in groups, each group with its heading; the numbers run through all of them from 1."""

    groups: tuple[tuple[str, tuple[Entry, ...]], ...]

    @property
    def entries(self) -> tuple[Entry, ...]:
        """All entries in the order of their numbers."""
        return tuple(entry for _, entries in self.groups for entry in entries)


def menu_of(decision: Decision, name: Callable[[Option], str]) -> Menu:
    """The menu of a decision; `name` says what an option is called."""
    groups: dict[str, dict[str, Entry]] = {}
    for index, option in enumerate(decision.options):
        label, whom = name(option), ""
        if option.kind in _MERGED:
            label, _, whom = label.partition(": ")
        entries = groups.setdefault(_GROUPS.get(option.kind, ""), {})
        key = f"{option.kind} {label}" if whom else f"{index}"
        known = entries.get(key)
        picks = (*(known.picks if known else ()), (whom, index))
        entries[key] = Entry(label, note_of(decision, option), picks)
    return Menu(tuple((heading, tuple(entries.values())) for heading, entries in groups.items()))


def note_of(decision: Decision, option: Option) -> str:
    """What stands behind an answer."""
    if option.kind in ("entity", "yes", "no") or option.why in _NOT_TOLD:
        return ""
    if option.kind == "passage":
        return f"to {option.why}"
    return option.why


def read(text: str, menu: Menu, least: int, most: int) -> tuple[int, ...] | Entry | str:
    """The option indices that a typed answer stands for; an entry whose "for whom" is still open; or what to say about it."""
    if most <= 1:
        found = _one(text, menu) if text else None if least == 0 else "Type the number or the name of an answer."
        if found is None:
            return ()
        return (found,) if isinstance(found, int) else found
    picks: list[int] = []
    for part in filter(None, (part.strip() for part in text.split(","))):
        one = _one(part, menu)
        if not isinstance(one, int):
            return one if isinstance(one, str) else f"'{part}': say for whom."
        picks.append(one)
    if not picks and least:
        return f"Type {least} numbers or names, parted by commas."
    return tuple(picks)


def _one(text: str, menu: Menu) -> int | Entry | str:
    wanted = _plain(text)
    entries = menu.entries
    if text.isdecimal() and text.isascii():
        at = int(text)
        return _settled(entries[at - 1]) if 1 <= at <= len(entries) else f"There is no {text}: type 1 to {len(entries)}."
    whole: dict[str, list[int | Entry]] = {}
    for number, entry in enumerate(entries, 1):
        whole.setdefault(_plain(entry.label), []).append(_settled(entry))
        for whom, index in entry.picks:
            if whom:
                whole.setdefault(_plain(f"{entry.label} {whom}"), []).append(index)
                whole.setdefault(_plain(f"{number} {whom}"), []).append(index)
    found = _fitting(wanted, whole)
    if len(found) == 1:
        return found[0]
    if found:
        return f"'{text}' fits several: type a number."
    near = get_close_matches(wanted, [name for name in whole if not name[:1].isdigit()], 1, 0.6)
    return f"'{text}' is none of the answers." + (f" Did you mean '{near[0]}'?" if near else " ? shows what can be typed.")


def _fitting(wanted: str, names: dict[str, list[int | Entry]]) -> Sequence[int | Entry]:
    if wanted in names:
        return names[wanted]
    found: list[int | Entry] = []
    for name, meant in names.items():
        if name.startswith(wanted) and wanted:
            found.extend(one for one in meant if one not in found)
    open_ = [one for one in found if isinstance(one, Entry)]
    covered = {index for entry in open_ for _, index in entry.picks}
    return [*open_, *(one for one in found if not isinstance(one, Entry) and one not in covered)]


def _settled(entry: Entry) -> int | Entry:
    return entry.picks[0][1] if len(entry.picks) == 1 else entry


def _plain(text: str) -> str:
    words = text.casefold().replace(":", " ").replace(",", " ").split()
    return " ".join(word for word in words if word != "for")
