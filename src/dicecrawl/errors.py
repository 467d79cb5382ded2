"""Every exception of the library, one tree. Each says what to change.

An illegal answer to a match is a value (`Refusal`), not an exception: exceptions mean that a contract was broken.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


class DicecrawlError(Exception):
    """The root of every error this library raises."""


class ResourceMissing(DicecrawlError):
    """A grammar or content file that belongs to the package cannot be found."""


class DiceError(DicecrawlError):
    """A die or a pool that cannot be rolled; `position` counts characters from 0 in the text that was given."""

    def __init__(self, message: str, position: int | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.position = position


class ScriptError(DicecrawlError):
    """Scripted dice or answers that do not fit what the game asked for: too few, too many, or impossible."""


class BudgetExceeded(DicecrawlError):
    """Play ran past a stated limit; the message names the budget, the chain of causes and the content line."""


class UnknownName(DicecrawlError):
    """A name that the library does not hold; the message offers the nearest known one."""


class SetupError(DicecrawlError):
    """A match that cannot be set up as asked."""


class PlayerError(DicecrawlError):
    """A player that answers outside the options it was given."""


class RulesError(DicecrawlError):
    """A ruleset or effect that broke a contract of the core; please report it with the transcript."""


class PrintError(DicecrawlError):
    """A tree that the language has no words for; the message names the part of it that cannot be written."""


class SaveError(DicecrawlError):
    """A save or transcript that cannot be read: other version, other content, damaged or unknown keys."""


class ContentError(DicecrawlError):
    """Content that does not pass the checks. `problems` holds every one found, each with its place."""

    def __init__(self, problems: Sequence[Any], rendered: str) -> None:
        super().__init__(rendered)
        self.problems = tuple(problems)


class PluginError(DicecrawlError):
    """An installed game that cannot be used; the message names the package that offers it."""


class MissingExtra(DicecrawlError):
    """A feature that needs an optional package; the message names the extra to install."""
