"""The full screen as a program: its look, and what becomes of the game when it is left."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.app import App
from textual.binding import Binding, BindingType
from textual.worker import WorkerFailed

from dicecrawl.cli.fullscreen.asides import Stopping
from dicecrawl.cli.fullscreen.board import Board
from dicecrawl.cli.tabletop.records import save
from dicecrawl.cli.tabletop.sitting import Sitting

if TYPE_CHECKING:
    from dicecrawl.cli.screen import Screen
    from dicecrawl.game import Game
    from dicecrawl.match import Match

_UNFOLDED = 100_000  # the story is folded by its panel, whatever its width is then


class FullScreen(App[Exception]):
    """One game at the terminal, for all its players, on the whole screen."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+c,ctrl+q", "quit", priority=True)]
    ENABLE_COMMAND_PALETTE = False
    CSS = """
    Screen { background: ansi_default; color: ansi_default; }
    VerticalScroll { scrollbar-size-vertical: 1; scrollbar-background: ansi_default; scrollbar-color: ansi_default; }
    Static { width: 100%; height: auto; }
    #heading { text-style: reverse bold; height: 1; }
    #place { height: auto; max-height: 45%; padding: 0 1; }
    #below { height: 1fr; border-top: solid ansi_default; }
    #story { width: 45%; padding: 0 1 0 0; }
    #question { width: 1fr; border-left: solid ansi_default; padding: 0 0 0 1; }
    #asked { max-height: 5; }
    #answers { height: 1fr; min-height: 3; }
    #about { max-height: 5; border-top: dashed ansi_default; }
    #notice { max-height: 3; }
    #keys { text-style: reverse; height: 1; }
    HandOver { align: center middle; }
    #hand-over { width: auto; }
    #reading { border: solid ansi_default; padding: 0 1; background: ansi_default; }
    Naming, Stopping { align: center middle; }
    #naming, #stopping { width: 70; height: auto; border: double ansi_default; padding: 0 1; background: ansi_default; }
    Input { background: ansi_default; color: ansi_default; border: none; height: 1; text-style: underline; }
    """

    def __init__(self, game: Game, match: Match, *, detail: str, ascii: bool, place: str | None) -> None:
        super().__init__(ansi_color=True)  # the terminal's own colours, and none at all with NO_COLOR
        self.sitting = Sitting(game, match, width=_UNFOLDED, detail=detail, ascii=ascii)
        self.board = Board(self.sitting, place)

    def on_mount(self) -> None:
        self.push_screen(self.board)

    async def action_quit(self) -> None:
        """Ctrl-C is q, wherever one is; a second one stops."""
        if isinstance(self.screen, Stopping):
            self.exit()
        else:
            self.board.action_stop()

    def _handle_exception(self, error: Exception) -> None:
        """A fault ends the screen first; it is told on the terminal by whoever tells all others."""
        cause = error.error if isinstance(error, WorkerFailed) else error
        self.exit(cause if isinstance(cause, Exception) else error)


class PlainFullScreen(FullScreen):
    """The same for terminals that can show nothing but ASCII."""

    CSS = (
        FullScreen.CSS.replace(": solid ", ": ascii ")
        .replace(": dashed ", ": ascii ")
        .replace(": double ", ": ascii ")
        .replace("scrollbar-size-vertical: 1", "scrollbar-size-vertical: 0")
    )


def play(game: Game, match: Match, screen: Screen, *, detail: str, place: str | None) -> None:
    """Play on the full screen until the end, or until the players stop; then save, if there is a place for it."""
    app = (PlainFullScreen if screen.ascii else FullScreen)(game, match, detail=detail, ascii=screen.ascii, place=place)
    try:
        fault = app.run()
        if fault is not None:
            raise fault
    finally:
        if place is not None:
            save(match, place)
            screen.show(f"saved to {place}")
    if place is None:
        screen.show(app.board.farewell())
