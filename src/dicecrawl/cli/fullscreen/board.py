"""The board: the place above, the story at the left, the question at the right, and what each key does."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.widgets import Static

from dicecrawl.cli.fullscreen import panels
from dicecrawl.cli.fullscreen.asides import HandOver, Naming, Reading, Stopping
from dicecrawl.cli.fullscreen.choice import Choice
from dicecrawl.cli.fullscreen.panels import Line
from dicecrawl.cli.fullscreen.widgets import Lines, Panel
from dicecrawl.cli.tabletop import drawing
from dicecrawl.cli.tabletop.questions import WITHIN
from dicecrawl.cli.tabletop.records import save
from dicecrawl.errors import SaveError

if TYPE_CHECKING:
    from dicecrawl.cli.tabletop.sitting import Sitting
    from dicecrawl.core.decisions import Decision

KEYS = "? help  o odds  l look  p party  m map  g log  u undo  s save  q stop"
HELP = """\
up, down    move to an answer; Enter gives it
0-9         an answer by its number
Space       marks an answer, where several are wanted; Enter confirms
Esc         back from "for whom?"
PgUp, PgDn  scroll the story; [ and ] scroll what stands above
o           odds of each attack that is offered now
l           look at a creature, a card, an action or a condition
p           the whole party, with what everybody can do and carries
m           the map so far
g           the story so far on the whole screen
u           takes the last answer back; the same dice will fall again
s           writes the game into a file; --resume FILE goes on from there
q           stops""".splitlines()


class Board(Screen[None]):
    """A sitting on the full screen."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "move(-1)"),
        Binding("down,j,tab", "move(1)"),
        Binding("enter", "take"),
        Binding("space", "mark"),
        Binding("escape", "back"),
        Binding("pageup", "scroll_story(-1)"),
        Binding("pagedown", "scroll_story(1)"),
        Binding("[", "scroll_place(-1)"),
        Binding("]", "scroll_place(1)"),
        Binding("question_mark,h,f1", "help"),
        Binding("o", "odds"),
        Binding("l", "look"),
        Binding("p", "party"),
        Binding("m", "map"),
        Binding("g", "log"),
        Binding("u", "undo"),
        Binding("s", "save"),
        Binding("q", "stop"),
    ]

    def __init__(self, sitting: Sitting, place: str | None) -> None:
        super().__init__()
        self.sitting, self._place = sitting, place
        self.choice: Choice | None = None
        self.notice = ""
        self._new = 0  # lines of the story that came with the last answer
        self._saved: int | None = None  # how much had happened at the last save
        self._file = ""  # where that was written

    def compose(self) -> ComposeResult:
        yield Lines(id="heading")
        yield Panel(id="place")
        with Horizontal(id="below"):
            yield Panel(id="story")
            with Vertical(id="question"):
                yield Lines(id="asked")
                yield Panel(id="answers")
                yield Lines(id="about")
                yield Lines(id="notice")
        yield Static(KEYS, markup=False, id="keys")

    def on_mount(self) -> None:
        story = self.query_one("#story", Panel)
        for moving in ("scroll_y", "virtual_size"):
            self.watch(story, moving, self._hint_later)
        self.sitting.match.advance()
        self.turn()

    def on_resize(self) -> None:
        self.draw()

    # -- turns ----------------------------------------------------------------------------------------------------

    def turn(self) -> None:
        """Whatever is asked now, to whoever is asked; secrets wait until the screen has changed hands."""
        decision = self.sitting.match.decision
        self.choice = None
        if decision is not None and self.sitting.turn_to(decision):
            self.app.push_screen(HandOver(self.sitting.seat), lambda _: self.ask(decision))
        else:
            self.ask(decision)

    def ask(self, decision: Decision | None) -> None:
        """Show a question, or how the game has ended."""
        self.choice = Choice(decision, self.sitting.menu(decision)) if decision is not None else None
        told = self.sitting.tell(whole=decision is None or decision.kind not in WITHIN)
        self._new = len(told) or self._new
        self.draw(fresh=bool(told) or not self._new)

    # -- drawing --------------------------------------------------------------------------------------------------

    def draw(self, *, fresh: bool = False) -> None:
        """Draw every panel; a `fresh` story is scrolled to what is new."""
        if self.size.width == 0:
            return
        table, width = self.sitting.table(), self.size.width
        self.query_one("#heading", Lines).put([Line(panels.heading(self.sitting, table, width))])
        lines = [Line(line) for line in panels.place(self.sitting, table, width - 2)]
        here = next((at for at, line in enumerate(lines) if line.text.startswith("  * ")), 0)
        self.query_one("#place", Panel).put(lines, here)
        told = self.query_one("#story", Panel)
        lines = panels.story(self.sitting.logbook.pages(self.sitting.seat), self._new, _left(width) - 2)
        old = next((at for at, line in enumerate(lines) if line.style != "dim" and line.text), len(lines))
        told.put(lines, end=fresh and len(lines) - old <= told.size.height)
        if fresh and len(lines) - old > told.size.height:
            told.call_after_refresh(told.scroll_to, y=old, animate=False)
        self.draw_question()

    def _hint_later(self) -> None:
        self.call_after_refresh(self.hint)

    def hint(self) -> None:
        """Say above the story whether it goes on below."""
        panel = self.query_one("#story", Panel)
        self.query_one("#below").border_title = "PgDn: more of the story" if panel.scroll_y < panel.max_scroll_y else ""

    def draw_question(self) -> None:
        """Draw the question, its answers and the text of the one under the cursor."""
        choice, width = self.choice, self.size.width - _left(self.size.width) - 3
        asked: list[Line] = []
        answers: list[Line] = []
        about: list[Line] = []
        if choice is not None:
            asked = panels.asked(self.sitting, choice, width)
            answers = panels.answers(self.sitting, choice, self.sitting.table(), width)
            about = panels.about(self.sitting, choice, width)
        elif self.sitting.match.over:
            asked = [Line(line, "bold") for line in drawing.folded(panels.ended(self.sitting), width)]
        here = next((at for at, line in enumerate(answers) if line.style == "reverse"), 0)
        self.query_one("#asked", Lines).put(asked)
        self.query_one("#answers", Panel).put(answers, here)
        self.query_one("#about", Lines).put(about)
        notice = drawing.folded(self.notice, width) if self.notice else []
        self.query_one("#notice", Lines).put([Line(line, "bold") for line in notice])

    def say(self, notice: str) -> None:
        """Say something below the question."""
        self.notice = notice
        self.draw_question()

    # -- answering ------------------------------------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        """A digit chooses an answer, as soon as no further digit can belong to it."""
        if self.choice is not None and event.character is not None and event.character in "0123456789":
            event.stop()
            whole = self.choice.digit(event.character)
            self.notice = f"There is no {event.character} here." if whole is None else ""
            if whole and self.choice.several:
                self.choice.mark()
            elif whole:
                self.action_take()
                return
            self.draw_question()

    def on_panel_clicked(self, event: Panel.Clicked) -> None:
        """A click on an answer goes there, and a click on where the cursor is gives it."""
        if self.choice is not None:
            again = self.choice.cursor == event.number
            self.choice.go(event.number)
            if again:
                self.action_mark() if self.choice.several else self.action_take()
            self.say("")

    def action_move(self, by: int) -> None:
        """Move the cursor."""
        if self.choice is not None:
            self.choice.move(by)
            self.say("")

    def action_mark(self) -> None:
        """Mark an answer."""
        if self.choice is not None and self.choice.several:
            self.choice.mark()
            self.say("")

    def action_back(self) -> None:
        """Leave "for whom"."""
        if self.choice is not None:
            self.choice.back()
            self.say("")

    def action_take(self) -> None:
        """Give the answer under the cursor, or those that are marked; what is refused says why and changes nothing."""
        if self.choice is None:
            return
        picks = self.choice.take()
        if picks is None:
            self.say("")
            return
        refusal = self.sitting.match.answer(*picks)
        if refusal is not None:
            self.say(f"{refusal.reason[:1].upper()}{refusal.reason[1:]}.")
            return
        self.notice = ""
        self.turn()

    def action_undo(self) -> None:
        """Take the last answer back."""
        told = self.sitting.undo()
        self.notice = told or "There is no answer to take back."
        if told:
            self._new = 0
            self.turn()
        else:
            self.draw_question()

    # -- looking --------------------------------------------------------------------------------------------------

    def read(self, title: str, lines: Sequence[str], *, end: bool = False) -> None:
        """Show something to read."""
        self.app.push_screen(Reading(title, lines, end=end))

    @property
    def broad(self) -> int:
        """The width of what is read on the whole screen."""
        return max(20, self.size.width - 6)

    def action_help(self) -> None:
        """Tell the keys."""
        self.read("Keys", HELP)

    def action_party(self) -> None:
        """Show every sheet."""
        self.read("The party", self.sitting.party(self.broad))

    def action_map(self) -> None:
        """Show the map."""
        self.read("The map", self.sitting.map(self.broad))

    def action_log(self) -> None:
        """Show the story so far."""
        pages = self.sitting.logbook.pages(self.sitting.seat) or ["Nothing has happened yet."]
        self.read("The story", [line for told in pages for line in drawing.unindented(told, self.broad)], end=True)

    def action_look(self) -> None:
        """Look at something by its name."""

        def look(name: str | None) -> None:
            if name:
                self.read(name, self.sitting.look(name, self.broad))
            elif name == "" and self.choice is not None:
                asked = panels.asked(self.sitting, self.choice, self.broad)
                about = panels.about(self.sitting, self.choice, self.broad)
                self.read("This answer", [line.text for line in (*asked, Line(""), *about)])

        names = tuple(sheet.name for sheet in self.sitting.creatures())
        asked = "Look at which creature, card, action or condition?\n(Enter alone: the answer under the cursor)"
        self.app.push_screen(Naming(asked, offered=names), look)

    def action_odds(self) -> None:
        """Show the odds of every attack that is offered."""
        if self.choice is not None:
            found, width = self.sitting.odds(self.choice.decision), self.broad

            def lines() -> Iterator[str]:
                for line in found:
                    yield from drawing.folded(line.lstrip(), width, " " * (len(line) - len(line.lstrip())), "        ")

            self.app.push_screen(Reading("Odds", lines))

    def action_scroll_story(self, pages: int) -> None:
        """Scroll the story by a page."""
        panel = self.query_one("#story", Panel)
        panel.scroll_relative(y=pages * max(1, panel.size.height - 1), animate=False)

    def action_scroll_place(self, pages: int) -> None:
        """Scroll what stands above."""
        panel = self.query_one("#place", Panel)
        panel.scroll_relative(y=pages * max(1, panel.size.height - 1), animate=False)

    # -- saving and stopping --------------------------------------------------------------------------------------

    def action_save(self) -> None:
        """Ask for a file and write the game into it."""
        self._name_file(lambda: None)

    def _name_file(self, then: Callable[[], None]) -> None:
        def write(place: str | None) -> None:
            if not place:
                return
            try:
                save(self.sitting.match, place)
            except SaveError as wrong:
                self.say(f"Not saved: {wrong}")
                return
            self._saved, self._file = len(self.sitting.match.log), place
            self.say(f"saved to {place}")
            then()

        self.app.push_screen(Naming("Save into which file?", self._place or ""), write)

    def action_stop(self) -> None:
        """Stop, after a question where something would be lost."""
        if self._place is not None or self._saved == len(self.sitting.match.log):
            self.app.exit()
        else:
            self.app.push_screen(Stopping(), self._stop)

    def farewell(self) -> str:
        """What is said on the terminal when the screen has gone."""
        if self._file and self._saved == len(self.sitting.match.log):
            return f"Stopped; saved to {self._file}"
        return (
            f"Stopped; what came after saving to {self._file} was not saved." if self._file else "Stopped; nothing was saved."
        )

    def _stop(self, how: str | None) -> None:
        if how == "stop":
            self.app.exit()
        elif how == "save":
            self._name_file(self.app.exit)


def _left(width: int) -> int:
    """The columns of the story."""
    return width * 45 // 100
