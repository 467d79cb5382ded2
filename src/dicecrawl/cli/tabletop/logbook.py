"""The story so far, for each seat: told while it happens, kept for reading again, and silent about what is still secret."""

from __future__ import annotations

from collections.abc import Callable

from attrs import define, field

from dicecrawl.authoring.story import Story
from dicecrawl.cli.tabletop.drawing import folded
from dicecrawl.cli.tabletop.secrets import seats_of, secret
from dicecrawl.core.events import Announced, Event, Logged
from dicecrawl.match import Match

_LESS = 4  # a scene stands in a little on either side
_OPENED = "What was hidden until now:"


@define
class _Reader:
    """The story as one seat may know it."""

    story: Story
    pages: list[str] = field(factory=list)  # told
    waiting: list[str] = field(factory=list)  # may be told
    hidden: list[Event] = field(factory=list)  # what it may not know yet
    whole: list[str] = field(factory=list)  # the whole story since the first of these
    open: list[str] = field(factory=list)  # what it may know of that

    def may_know(self, lines: list[str]) -> None:
        self.waiting += lines
        if self.hidden:
            self.open += lines

    def reveal(self, heading: list[str]) -> None:
        """What was hidden is not any more: tell what is new of it."""
        late = [line for line in self.whole if line not in self.open]
        self.waiting += [*heading, *late] if late else []
        self.hidden, self.whole, self.open = [], [], []


class Logbook:
    """Follows a match for each of its seats. What a seat may not know is told to it afterwards, once it lies open.

    Which events that are is said by `Showing.hides`. A game that hides something and does not say in which events is
    silent while anything is secret.
    """

    def __init__(self, match: Match, width: int, *, detail: str, ascii: bool) -> None:
        self._match, self._width, self._detail, self._ascii = match, width, detail, ascii
        self.begin()
        match.observers.append(lambda logged: self._fresh.append(logged))

    def begin(self) -> None:
        """Follow the match anew from its start, without telling again what was told."""
        seats = seats_of(self._match.start) if self._match.ruleset.view is not None else ()
        self._readers = {seat: _Reader(self._story()) for seat in seats or (0,)}
        self._whole = self._story() if seats else None
        self._fresh = list(self._match.log)
        self._take_in(whole=False)
        for reader in self._readers.values():
            reader.pages, reader.waiting = reader.waiting, []

    def pages(self, seat: int) -> list[str]:
        """The lines that were told to a seat."""
        return self._reader(seat).pages

    def tell(self, seat: int, *, whole: bool = False, alone: bool = False) -> list[str]:
        """The lines that are new to a seat; `whole` with those of a sentence that may go on.

        Unless that seat looks `alone`, whoever may know the very same lines has read them, too.
        """
        self._take_in(whole=whole)
        listener = self._reader(seat)
        lines = listener.waiting
        for reader in self._readers.values():
            if reader is listener or (not alone and reader.waiting == lines):
                reader.pages, reader.waiting = reader.pages + lines, []
        return lines

    def _reader(self, seat: int) -> _Reader:
        return self._readers.get(seat) or next(iter(self._readers.values()))

    def _story(self) -> Story:
        match = self._match
        return Story(match.ruleset, match.library, match.start, detail=self._detail, ascii=self._ascii)

    def _take_in(self, *, whole: bool) -> None:
        fresh, self._fresh = self._fresh, []
        told = [(logged, self._heard(self._whole, logged) if self._whole is not None else []) for logged in fresh]
        last = self._whole.finish() if self._whole is not None and whole else []
        hides = self._hiding()
        showing = self._match.ruleset.showing
        heading = [_OPENED] if showing is not None and showing.hides is not None else []
        for seat, reader in self._readers.items():
            for logged, lines in told:
                if hides(logged.event, seat):
                    reader.hidden.append(logged.event)
                    reader.story.follow(logged)
                else:
                    reader.may_know(self._heard(reader.story, logged))
                reader.whole += lines if reader.hidden else []
            if whole:
                reader.may_know(reader.story.finish())
                reader.whole += last if reader.hidden else []
                if reader.hidden and not any(hides(event, seat) for event in reader.hidden):
                    reader.reveal(heading)

    def _hiding(self) -> Callable[[Event, int], bool]:
        """Whether something of an event is kept from a seat as things stand now."""
        match, showing = self._match, self._match.ruleset.showing
        if match.ruleset.view is None:
            return lambda _event, _seat: False
        if showing is not None and showing.hides is not None:
            hides = showing.hides
            return lambda event, seat: hides(match.state, event, seat)
        closed = secret(match)
        return lambda _event, _seat: closed

    def _heard(self, story: Story, logged: Logged) -> list[str]:
        lines = story.hear(logged)
        event, showing = logged.event, self._match.ruleset.showing
        if isinstance(event, Announced) and showing is not None:
            scene = showing.scene(self._match.library, story.state, event)
            lines += folded(scene, self._width - _LESS, "    ") if scene else []
        return lines
