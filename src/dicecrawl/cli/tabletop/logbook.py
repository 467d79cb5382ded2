"""The story so far: told while it happens, kept for reading again, and silent about what is still secret."""

from __future__ import annotations

from collections.abc import Callable

from dicecrawl.authoring.story import Story
from dicecrawl.cli.tabletop.drawing import folded
from dicecrawl.core.events import Announced, Logged
from dicecrawl.match import Match

_LESS = 4  # a scene stands in a little on either side


class Logbook:
    """Follows a match. `pages` are the lines told so far; what happens while something is secret is told afterwards."""

    def __init__(self, match: Match, width: int, *, detail: str, ascii: bool, secret: Callable[[], bool]) -> None:
        self._match, self._width, self._detail, self._ascii, self._secret = match, width, detail, ascii, secret
        self.begin()
        match.observers.append(self.hear)

    def begin(self) -> None:
        """Follow the match anew from its start, without telling again what was told."""
        match = self._match
        self._story = Story(match.ruleset, match.library, match.start, detail=self._detail, ascii=self._ascii)
        self.pages: list[str] = []
        self._waiting: list[str] = []
        for logged in match.log:
            self.hear(logged)
        self.tell()

    def hear(self, logged: Logged) -> None:
        """Take in one event."""
        lines = self._story.hear(logged)
        event, showing = logged.event, self._match.ruleset.showing
        if isinstance(event, Announced) and showing is not None:
            scene = showing.scene(self._match.library, self._story.state, event)
            lines += folded(scene, self._width - _LESS, "    ") if scene else []
        self._waiting += lines

    def tell(self, *, whole: bool = False) -> list[str]:
        """The lines that are new, unless something is secret now; `whole` with those of a sentence that may go on."""
        if whole:
            self._waiting += self._story.finish()
        if self._secret():
            return []
        lines, self._waiting = self._waiting, []
        self.pages += lines
        return lines
