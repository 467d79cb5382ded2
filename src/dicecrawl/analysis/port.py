"""A loaded game as analysis and authoring see it: they stand below `game` and may not know its class."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from dicecrawl.core.definitions import Definition
    from dicecrawl.core.nodes import Effect
    from dicecrawl.core.ruleset import Ruleset
    from dicecrawl.language.library import Library
    from dicecrawl.match import Match


class ReadSentence(Protocol):
    """A free sentence that was read."""

    @property
    def tree(self) -> Effect:
        """What it does."""
        ...

    @property
    def english(self) -> str:
        """Its full form."""
        ...


class LoadedGame(Protocol):
    """A game with its cards: `dicecrawl.Game` is one."""

    @property
    def ruleset(self) -> Ruleset:
        """Its rules."""
        ...

    @property
    def library(self) -> Library:
        """Its cards."""
        ...

    def card(self, name: str, kind: str | None = None) -> Definition:
        """A card by name."""
        ...

    def with_texts(self, texts: Mapping[str, str]) -> LoadedGame:
        """The same game with other texts in place of some of its files."""
        ...

    def effect(self, text: str) -> ReadSentence:
        """A free sentence."""
        ...

    @property
    def battle(self) -> Callable[..., Match]:
        """A battle of two lineups, set up with options and not yet begun."""
        ...

    @property
    def new_match(self) -> Callable[..., Match]:
        """A match set up in the game's own terms and not yet begun."""
        ...
