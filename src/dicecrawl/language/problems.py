"""What can be wrong with a content file, as data: a code, a place, words for the author, and how to mend it."""

from __future__ import annotations

from attrs import frozen

from dicecrawl.core.nodes import Span


@frozen(slots=True)
class Problem:
    """One mistake.

    `label` stands beside the caret, `notes` below (each begins with "note: " or "help: "; without, it is help), `fix` is
    the text to put in the place of the span (an empty span: to insert there), `also` a second place that matters with
    its own label. `severity` is "error" or "warning".
    """

    code: str
    message: str
    span: Span
    label: str = ""
    notes: tuple[str, ...] = ()
    severity: str = "error"
    fix: str | None = None
    also: Span | None = None
    also_label: str = ""
