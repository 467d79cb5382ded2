"""Checks of meaning: what parses and binds, yet cannot be meant."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from dicecrawl.language.problems import Problem

if TYPE_CHECKING:
    from dicecrawl.core.ruleset import Ruleset
    from dicecrawl.language.library import Library


def check_library(library: Library) -> Iterator[Problem]:
    """Everything that is wrong with a library as a whole."""
    yield from ()


def loose_ends(ruleset: Ruleset, tree: Any) -> Iterator[Problem]:
    """Pronouns and "if successful" that point to nothing."""
    for end in sorted(ruleset.loose_ends(tree)):
        yield Problem("E120", f"nobody is meant by {end!r}", tree.span)
