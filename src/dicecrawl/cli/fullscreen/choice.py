"""An answer on its way: where the cursor stands, what is marked, for whom; knows keys and no screen."""

from __future__ import annotations

from dicecrawl.cli.tabletop.menu import Entry, Menu
from dicecrawl.core.decisions import Decision

NOBODY = "none of them"


class Choice:
    """The answers of one question as they are chosen among, from 1; an answer that may be left out has a 0."""

    def __init__(self, decision: Decision, menu: Menu) -> None:
        self.decision = decision
        self._groups = menu.groups
        self.several = decision.most > 1
        self.marked: list[int] = []  # options, where several are wanted
        self.whom: Entry | None = None  # the answer whose "for whom" is open
        self.cursor = 1
        self._typed = ""

    @property
    def groups(self) -> tuple[tuple[str, tuple[Entry, ...]], ...]:
        """The answers that can be chosen now, in groups with their headings."""
        if self.whom is None:
            return self._groups
        whom = tuple(Entry(name, "", (("", index),)) for name, index in self.whom.picks)
        return (("", whom),)

    @property
    def entries(self) -> list[Entry]:
        """The answers that can be chosen now, in the order of their numbers."""
        return [entry for _, entries in self.groups for entry in entries]

    @property
    def may_decline(self) -> bool:
        """Whether there is a 0."""
        return self.decision.least == 0 and not self.several and self.whom is None

    @property
    def current(self) -> Entry | None:
        """The answer under the cursor; None on the 0."""
        return self.entries[self.cursor - 1] if self.cursor else None

    def move(self, by: int) -> None:
        """Move the cursor, around the ends."""
        first = 0 if self.may_decline else 1
        self.cursor = first + (self.cursor - first + by) % (len(self.entries) + 1 - first)
        self._typed = ""

    def go(self, number: int) -> bool:
        """Put the cursor on a number; False where there is no such answer."""
        if not (0 if self.may_decline else 1) <= number <= len(self.entries):
            return False
        self.cursor = number
        return True

    def digit(self, digit: str) -> bool | None:
        """Type a digit; gives whether the number is whole, so that no further digit can follow it, None if it is wrong."""
        for typed in (self._typed + digit, digit):
            if self.go(int(typed)):
                whole = int(typed) * 10 > len(self.entries) or typed == "0"
                self._typed = "" if whole else typed
                return whole
        self._typed = ""
        return None

    def mark(self) -> None:
        """Mark the answer under the cursor, or take its mark away; opens "for whom" first where that is a question."""
        found = self._settled()
        if found is not None:
            self.marked = [one for one in self.marked if one != found] if found in self.marked else [*self.marked, found]
            self.back()

    def take(self) -> tuple[int, ...] | None:
        """The picks that Enter gives; None where "for whom" has to be chosen first."""
        if self.several and self.whom is None:
            return tuple(self.marked)
        if self.several:
            self.mark()
            return None
        if self.cursor == 0:
            return ()
        found = self._settled()
        return None if found is None else (found,)

    def back(self) -> bool:
        """Leave "for whom"; False where it was not open."""
        if self.whom is None:
            return False
        entry, self.whom, self._typed = self.whom, None, ""
        self.cursor = self.entries.index(entry) + 1
        return True

    def _settled(self) -> int | None:
        entry = self.current
        if entry is None:
            return None
        (_, index), *others = entry.picks
        if others:
            self.whom, self.cursor, self._typed = entry, 1, ""
            return None
        return index
