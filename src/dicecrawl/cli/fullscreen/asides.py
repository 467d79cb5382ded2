"""Screens before the game: something to read, a keyboard that changes hands, a name to type, a question before the end."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen, Screen
from textual.widgets import Input, Static
from textual.worker import get_current_worker


class HandOver(Screen[None]):
    """Nothing but whose turn it is, until that player is alone with the screen."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "dismiss", "go on")]

    def __init__(self, seat: int) -> None:
        super().__init__()
        self.told = f"Hand over to player {seat + 1}.\n\nPlayer {seat + 1}, press Enter when nobody else looks."

    def compose(self) -> ComposeResult:
        yield Static(self.told, markup=False, id="hand-over")


class Reading(ModalScreen[None]):
    """Lines to read and to scroll; a function may find them in the background. Esc, Enter or q goes back."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,q,space", "dismiss", "back"),
        Binding("up,k", "by(-1)"),
        Binding("down,j", "by(1)"),
        Binding("pageup", "by(-18)"),
        Binding("pagedown", "by(18)"),
        Binding("home", "top"),
        Binding("end", "end"),
    ]

    def __init__(self, title: str, lines: Iterable[str] | Callable[[], Iterable[str]], *, end: bool = False) -> None:
        super().__init__()
        self._find = lines if callable(lines) else None
        self.lines: list[str] = [] if callable(lines) else list(lines)
        self._title, self._end = title, end

    def compose(self) -> ComposeResult:
        self._scroll = VerticalScroll(Static(markup=False, id="read"), id="reading", can_focus=False)
        self._scroll.border_title = f"{self._title}  (arrows scroll, Esc: back)"
        yield self._scroll

    def on_mount(self) -> None:
        self._show()
        if self._find is not None:
            self.run_worker(self._look, thread=True)
        if self._end:
            self.call_after_refresh(self._scroll.scroll_end, animate=False)

    def _show(self) -> None:
        waiting = ["Looking into it ..."] if self._find is not None else []
        self.query_one("#read", Static).update(Text("\n".join([*self.lines, *waiting])))

    def _look(self) -> None:
        """In a thread of its own: line after line, until nobody wants to know any more."""
        worker = get_current_worker()
        assert self._find is not None
        for line in self._find():
            if worker.is_cancelled:
                return
            self.app.call_from_thread(self._add, line)
        self.app.call_from_thread(self._done)

    def _add(self, line: str) -> None:
        self.lines.append(line)
        self._show()

    def _done(self) -> None:
        self._find = None
        self._show()

    def action_by(self, lines: int) -> None:
        """Scroll."""
        self._scroll.scroll_relative(y=lines, animate=False)

    def action_top(self) -> None:
        """Scroll to the top."""
        self._scroll.scroll_home(animate=False)

    def action_end(self) -> None:
        """Scroll to the end."""
        self._scroll.scroll_end(animate=False)


class Naming(ModalScreen[str | None]):
    """A name to type; None when the player thinks better of it. `offered` can be reached by the arrow keys."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "back"),
        Binding("up", "offer(-1)"),
        Binding("down", "offer(1)"),
    ]

    def __init__(self, asked: str, value: str = "", offered: tuple[str, ...] = ()) -> None:
        super().__init__()
        self._asked, self._value, self._offered, self._at = asked, value, offered, -1

    def compose(self) -> ComposeResult:
        with Vertical(id="naming"):
            yield Static(self._asked, markup=False)
            yield Input(self._value, select_on_focus=False, compact=True)
            if self._offered:
                yield Static(f"Up, down: {', '.join(self._offered)}", markup=False)

    def on_mount(self) -> None:
        self.query_one(Input).focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Give what was typed."""
        self.dismiss(event.value.strip())

    def action_leave(self) -> None:
        """Give nothing."""
        self.dismiss(None)

    def action_offer(self, by: int) -> None:
        """Put the next of the names that are offered into the field."""
        if self._offered:
            self._at = (self._at + by) % len(self._offered) if self._at >= 0 else 0 if by > 0 else -1
            self._at %= len(self._offered)
            field = self.query_one(Input)
            field.value = self._offered[self._at]
            field.cursor_position = len(field.value)


class Stopping(ModalScreen[str]):
    """Asks before a game that is not saved is left: "stop", "save" or ""."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q,y", "dismiss('stop')", "stop"),
        Binding("s", "dismiss('save')", "save"),
        Binding("escape,n,enter", "dismiss('')", "go on"),
    ]

    def compose(self) -> ComposeResult:
        told = "Stop here? What was played since the last save will be lost.\n\nq: stop   s: save first   Esc: go on"
        yield Static(told, markup=False, id="stopping")
