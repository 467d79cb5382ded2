"""The loop at the table: tell what happened, draw what lies open, ask, and take the answer."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from dicecrawl.cli.ask import Stopped
from dicecrawl.cli.screen import Screen
from dicecrawl.cli.tabletop import commands, drawing
from dicecrawl.cli.tabletop.menu import Entry, Menu, read
from dicecrawl.cli.tabletop.questions import DECLINED, WITHIN
from dicecrawl.cli.tabletop.records import save
from dicecrawl.cli.tabletop.sitting import Sitting

if TYPE_CHECKING:
    from dicecrawl.core.decisions import Decision
    from dicecrawl.core.showing import Sheet, Table
    from dicecrawl.game import Game
    from dicecrawl.match import Match


class Tabletop(Sitting):
    """One game at the terminal, for all its players, prompt by prompt."""

    def __init__(self, game: Game, match: Match, screen: Screen, *, detail: str = "full") -> None:
        self.screen = screen
        self.width = screen.width = min(screen.width or drawing.WIDTH, 120)
        super().__init__(game, match, width=self.width, detail=detail, ascii=screen.ascii)
        self.told: set[tuple[str, str]] = set()  # answers whose text was shown
        self._shown: tuple[object, ...] = ()  # what was drawn last
        self._sheets: tuple[Sheet, ...] = ()  # the party as it was drawn last

    def play(self, place: str | None) -> None:
        """Play until the end, or until the players stop; then save, if there is a place for it."""
        self.say(commands.GREETING)
        try:
            decision = self.match.advance()
            while decision is not None:
                if self.turn_to(decision):
                    self.hand_over()
                self.say(*self.tell(whole=decision.kind not in WITHIN))
                if self.mine:
                    self.say(*drawing.folded(f"Only you see: {', '.join(self.mine)}.", self.width))
                self.draw(decision)
                self.ask(decision)
                decision = self.match.decision
        except Stopped:
            self.say(*self.tell())
            self.say("Stopped." if place else "Stopped; nothing was saved.")
        finally:
            self.say(*self.tell())
            if place is not None:
                save(self.match, place)
                self.screen.show(f"saved to {place}")

    # -- writing --------------------------------------------------------------------------------------------------

    def say(self, *lines: str) -> None:
        """Write lines."""
        for line in lines:
            self.screen.say(line)

    def hand_over(self) -> None:
        """Before another player sees or shows secrets, the keyboard changes hands."""
        self.clear()
        self.read(f"Player {self.seat + 1}, press Enter when nobody else looks")
        self.clear()
        self._shown, self._sheets = (), ()

    def clear(self) -> None:
        """Take what is on the screen away, where there is one."""
        if self.screen.interactive:
            click.clear()

    # -- drawing --------------------------------------------------------------------------------------------------

    def draw(self, decision: Decision) -> None:
        """Draw what matters for a question and was not drawn before."""
        table = self.table()
        self.say("")
        if table.sides:
            lines = drawing.battle(table, self.width)
            if self._shown != tuple(lines):
                self.say(*lines)
            self._shown = tuple(lines)
        elif table.ground is not None and decision.kind == "explore":
            seen = (table.ground.name, *(spot.letter for spot in table.ground.spots))
            if self._shown != seen:
                self.say(*drawing.ground(table.ground, self.width), "")
            self._shown = seen
            self.say(*drawing.where(table, self.width))
            if self._sheets != table.party:
                self.say(*(line for sheet in table.party for line in drawing.brief(sheet, self.width, self.seats)))
            self._sheets = table.party
        elif table.ground is None and decision.kind in ("town", "party", "recruit", "learn"):
            self.draw_town(table)
        self.draw_menu(decision)

    def draw_town(self, table: Table) -> None:
        """The sheets of whoever is asked, whenever they have changed, and the purse."""
        mine = [sheet for sheet in (*table.party, *table.lost) if sheet.owner in (self.seat, None)]
        dead = {sheet.who for sheet in table.lost}
        for sheet in mine:
            if sheet not in self._shown:
                lines = drawing.full(sheet, self.width, self.seats, None)
                self.say(*([f"{lines[0]}  DEAD", *lines[1:]] if sheet.who in dead else lines))
        self._shown = tuple(mine)

    def draw_menu(self, decision: Decision) -> None:
        """The question and its answers."""
        for line in self.asked(decision):
            self.say(*drawing.folded(line, self.width))
        self.say(*self.menu_lines(decision, self.menu(decision), every=False))
        if decision.kind == "action":
            self.say(*drawing.resting(self.table(), decision.actor, self.width))

    def menu_lines(self, decision: Decision, menu: Menu, *, every: bool) -> list[str]:
        """The answers, numbered; a text is shown once, or with `every` again."""
        table, lines, number = self.table(), [], 0
        broad = min(34, max((len(entry.label) for entry in menu.entries), default=0))
        for heading, entries in menu.groups:
            if heading and len(menu.groups) > 1:
                lines.append(f" {heading}")
            for entry in entries:
                number += 1
                whom = f", for {', '.join(who for who, _ in entry.picks)}" if entry.picks[0][0] else ""
                text = f"{entry.label:<{broad}}  {self.note(decision, entry, table)}{whom}".rstrip()
                lines += drawing.folded(text, self.width, f"  {number:>2}  ", "        ")
                about = self.about(decision, entry, goods=every)
                kind = decision.options[entry.picks[0][1]].kind
                if about and (every or (kind, about) not in self.told):
                    self.told.add((kind, about))
                    lines += drawing.folded(about, self.width, "        ")
        return lines

    # -- asking ---------------------------------------------------------------------------------------------------

    def ask(self, decision: Decision) -> None:
        """Ask until an answer is accepted or taken back. Raises `Stopped`."""
        menu = self.menu(decision)
        several = f", {decision.least} to {decision.most} of them" if decision.most > 1 else ""
        labels = {entry.label.casefold() for entry in menu.entries}
        while True:
            text = self.read(f"1-{len(menu.entries)}{several}, or ?")
            if text.casefold() not in labels:
                done = commands.command(self, decision, text)
                if done == "again":
                    return
                if done:
                    continue
            picks = read(text or DECLINED.get(decision.kind, ""), menu, decision.least, decision.most)
            if isinstance(picks, Entry):
                picks = self.ask_for_whom(picks)
            if isinstance(picks, str):
                self.say(*drawing.folded(picks, self.width))
                continue
            refusal = self.match.answer(*picks)
            if refusal is None:
                return
            self.say(f"{refusal.reason}.")

    def ask_for_whom(self, entry: Entry) -> tuple[int, ...] | str:
        """The second half of an answer that is offered for several."""
        self.say(f"{entry.label}: for whom?")
        self.say(*(f"  {number:>2}  {whom}" for number, (whom, _) in enumerate(entry.picks, 1)))
        each = Menu((("", tuple(Entry(whom, "", ((whom, index),)) for whom, index in entry.picks)),))
        while True:
            text = self.read(f"1-{len(entry.picks)}, or Enter for none of them")
            if not text:
                return "Then for nobody. Type another answer, or l to see them again."
            found = read(text, each, 1, 1)
            if isinstance(found, tuple):
                return found
            self.say(str(found))

    def read(self, prompt: str) -> str:
        """A line that is typed; in a transcript it stands behind its prompt. Raises `Stopped` at the end of input."""
        try:
            typed = str(click.prompt(prompt, default="", show_default=False, prompt_suffix=" > ")).strip()
        except click.Abort as ended:
            if isinstance(ended.__context__, EOFError):
                self.say("")
                raise Stopped from ended
            raise
        if not (hasattr(sys.stdin, "isatty") and sys.stdin.isatty()):
            self.screen.show(typed)
        return typed
