"""What every way of playing at a terminal shares: who looks, what that seat sees, what it is asked and can be told."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from dicecrawl.cli.ask import sentence
from dicecrawl.cli.tabletop import drawing
from dicecrawl.cli.tabletop.chances import Acting, chances
from dicecrawl.cli.tabletop.logbook import Logbook
from dicecrawl.cli.tabletop.menu import Entry, Menu, menu_of
from dicecrawl.cli.tabletop.questions import WITHIN, begun, condition_of, name_of, question
from dicecrawl.cli.tabletop.secrets import kept, private, seats_of, seen_by
from dicecrawl.cli.tabletop.texts import Texts
from dicecrawl.core.context import Context
from dicecrawl.core.dice import RecordedDice
from dicecrawl.core.events import Answered
from dicecrawl.core.run import Run

if TYPE_CHECKING:
    from dicecrawl.core.decisions import Decision
    from dicecrawl.core.showing import Sheet, Table
    from dicecrawl.core.state import State
    from dicecrawl.game import Game
    from dicecrawl.match import Match


class Sitting:
    """One game and whoever sits before the screen: `seat` looks now, and `mine` is what only that seat sees."""

    def __init__(self, game: Game, match: Match, *, width: int, detail: str, ascii: bool) -> None:
        self.game, self.match = game, match
        self.texts = Texts(game)
        self.logbook = Logbook(match, width, detail=detail, ascii=ascii)
        self.seats = max(1, len(seats_of(match.start)))
        self.seat = 0
        self.mine: list[str] = []
        self.acting: Acting | None = None
        self._hidden_from: int | None = None  # the seat whose secrets were last on the screen

    # -- whose turn it is -----------------------------------------------------------------------------------------

    def turn_to(self, decision: Decision) -> bool:
        """Let the seat that is asked look; gives whether the keyboard must change hands before anything is shown."""
        self.seat = decision.seat or 0
        several = self.seats > 1 and self.match.ruleset.view is not None
        hiding = several and private(self.match, self.seat)
        over = self._hidden_from not in (None, self.seat) or (hiding and self._hidden_from != self.seat)
        self._hidden_from = self.seat if hiding else None
        self.mine = kept(self.match, self.seat) if hiding else []
        if decision.kind == "action":
            self.acting = Acting(decision, self.seen().clone())
        return over

    def tell(self, *, whole: bool = True) -> list[str]:
        """The lines of the story that whoever looks has not been told."""
        return self.logbook.tell(self.seat, whole=whole, alone=self._hidden_from is not None)

    # -- what lies open -------------------------------------------------------------------------------------------

    def seen(self) -> State:
        """The state as whoever looks may see it."""
        return seen_by(self.match, self.seat)

    def table(self) -> Table:
        """What lies open for whoever looks."""
        showing = self.match.ruleset.showing
        assert showing is not None
        run = Run(self.match.ruleset, self.match.library, self.seen().clone(), RecordedDice(()))
        return showing.table(Context(run), self.match.log)

    def party(self, width: int) -> list[str]:
        """The sheets of everybody, with the texts of what they can do."""
        table = self.table()
        sheets = (*table.party, *table.lost)
        return [line for sheet in sheets for line in drawing.full(sheet, width, self.seats, self.texts.ability)]

    def map(self, width: int) -> list[str]:
        """The map so far."""
        ground = self.table().ground
        return drawing.ground(ground, width) if ground is not None else ["There is no map here."]

    def creatures(self) -> tuple[Sheet, ...]:
        """Everybody who can be seen, each once."""
        table = self.table()
        everybody = (*table.party, *table.lost, *table.aside, *(sheet for _, line in table.sides for sheet in line))
        return tuple({sheet.who: sheet for sheet in everybody}.values())

    def look(self, name: str, width: int) -> list[str]:
        """A creature by its name or a word of it, or else a card, an ability or a condition."""
        creatures, wanted = self.creatures(), name.casefold()
        exact = [sheet for sheet in creatures if sheet.name.casefold() == wanted]
        found = next(iter(exact or [sheet for sheet in creatures if wanted in sheet.name.casefold().split()]), None)
        lines = []
        if found is not None:
            lines = drawing.full(found, width, self.seats, self.texts.ability)
            if found.abilities:
                return lines
            name = self.seen()[found.who].definition
        return [*lines, *self.texts.look(name)]

    def odds(self, decision: Decision) -> Iterator[str]:
        """The odds of each attack that is offered now; they may be asked of another thread."""
        return chances(self.game, decision, self.seen().clone(), self.match.log, self.acting)

    # -- what is asked --------------------------------------------------------------------------------------------

    def menu(self, decision: Decision) -> Menu:
        """The answers of a question."""
        state = self.seen()
        return menu_of(decision, lambda option: name_of(option, state, self.match.ruleset))

    def asked(self, decision: Decision) -> list[str]:
        """The sentence of a card that asks, where one does, and the question."""
        told = sentence(decision, self.match) if decision.kind in WITHIN and decision.event is None else ""
        doing = f'{begun(decision, self.match.log)}"{told}"' if told else ""
        player = f"Player {self.seat + 1}: " if self.seats > 1 else ""
        purse = f" ({self.table().purses[self.seat]} coins)" if decision.kind in ("town", "recruit") else ""
        return [*([doing] if doing else []), f"{player}{question(decision, self.seen())}{purse}"]

    def note(self, decision: Decision, entry: Entry, table: Table) -> str:
        """What stands behind an answer: what is left of it, why it is offered."""
        option = decision.options[entry.picks[0][1]]
        return condition_of(decision, option, self.seen(), table, self.match.ruleset.life) or entry.note

    def about(self, decision: Decision, entry: Entry, *, goods: bool) -> str:
        """The text of an answer; with `goods` also of what is for sale."""
        option = decision.options[entry.picks[0][1]]
        return self.texts.about(decision, option, self.seen()) or (self.texts.goods(option) if goods else "")

    # -- taking back ----------------------------------------------------------------------------------------------

    def undo(self) -> str:
        """Take the last answer back; gives what to say about it, "" where there is none."""
        if not self.match.undo():
            return ""
        self.logbook.begin()
        waiting = self.match.decision
        given = sum(isinstance(logged.event, Answered) for logged in self.match.log)
        whose = f" Player {(waiting.seat or 0) + 1} chooses anew." if waiting is not None and self.seats > 1 else ""
        stand = "1 answer stands" if given == 1 else f"{given} answers stand"
        return f"Taken back; {stand}.{whose}"
