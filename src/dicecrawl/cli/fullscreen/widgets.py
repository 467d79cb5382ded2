"""Lines on a textual screen: plain text with three styles that read the same without colour."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text
from textual import events
from textual.containers import VerticalScroll
from textual.message import Message
from textual.widgets import Static

from dicecrawl.cli.fullscreen.panels import Line


class Lines(Static):
    """Lines that are drawn anew only when they are others; without any it takes no room."""

    def __init__(self, *, id: str | None = None) -> None:
        self.lines: tuple[Line, ...] = ()
        super().__init__(markup=False, id=id)

    def put(self, lines: Sequence[Line]) -> None:
        """Show these lines."""
        if self.lines != (*lines,):
            self.lines = (*lines,)
            self.update(Text("\n").join(Text(line.text, style=line.style) for line in lines))
        self.display = bool(lines)


class Panel(VerticalScroll, can_focus=False):
    """Lines that can be scrolled; `number` of a line that is clicked is sent as `Clicked`."""

    class Clicked(Message):
        """An answer was clicked."""

        def __init__(self, number: int) -> None:
            super().__init__()
            self.number = number

    def __init__(self, *, id: str) -> None:
        self._text = Lines()
        super().__init__(self._text, id=id)

    def put(self, lines: Sequence[Line], at: int | None = None, *, end: bool = False) -> None:
        """Show these lines, scrolled so that line `at` is seen, or the end."""
        self._text.put(lines)
        if end:
            self.call_after_refresh(self.scroll_end, animate=False)
        elif at is not None:
            self.call_after_refresh(self._to, at)

    def _to(self, at: int) -> None:
        top, height = round(self.scroll_y), self.scrollable_content_region.height
        if at < top or at >= top + height:
            self.scroll_to(y=max(0, at - height // 2), animate=False)

    def on_click(self, event: events.Click) -> None:
        """Tell which answer was clicked."""
        offset = event.get_content_offset(self)
        at = offset.y + round(self.scroll_y) if offset is not None else -1
        number = self._text.lines[at].number if 0 <= at < len(self._text.lines) else None
        if number is not None:
            self.post_message(self.Clicked(number))
