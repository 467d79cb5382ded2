"""Writes docs/reference/events.md from the events, questions and errors and their docstrings.

Run it after a change to one of them: python docs/generate/events.py. A test compares the page with what this makes.
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import attrs

from dicecrawl import errors
from dicecrawl.core import events, questions

PAGE = Path(__file__).parents[1] / "reference" / "events.md"

INTRO = """\
<!-- Made by docs/generate/events.py from core/events.py, core/questions.py and errors.py. Change those, not this page. -->

# Events, questions, errors

Made from the code, for looking things up; how they play together is told in [how it is built](../design.md).

## Events

The closed list of what can happen. `match.log` holds each as `Logged(event, cause, replaced)`: the event as it came out, the
sentence that caused it (`cause.definition`, `cause.span.file`, `cause.span.line`), and the event it replaced, if a rule
changed it. Ids are numbers; `match.state[id].label` is a name.
"""

QUESTIONS = """\
## Questions

What rules may ask, and modifiers may answer. "number": set, add, times, halve, less; "yes": allow, forbid; "set": add,
remove, only.
"""

ERRORS = """\
## Errors

Every exception derives from `DicecrawlError` and says what to change. An illegal answer to a match is no exception: it comes
back as a `Refusal`.
"""


def told(cls: type) -> str:
    """The docstring in one line."""
    text = " ".join(inspect.cleandoc(cls.__doc__ or "").split()).replace("|", "\\|")
    return re.sub(r"\((MO-(\d+))\)", r"([\1](../rulings/marching_order.md#mo-\2))", text)


def fields(cls: type) -> str:
    """The names of its fields."""
    return ", ".join(f"`{field.name}`" for field in attrs.fields(cls))


def table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> Iterator[str]:
    """A table."""
    yield f"| {' | '.join(head)} |"
    yield f"|{'---|' * len(head)}"
    for row in rows:
        yield f"| {' | '.join(row)} |"
    yield ""


def page() -> str:
    """The whole page."""
    parts = [INTRO]
    named = [(f"`{cls.__name__}`", fields(cls), told(cls)) for cls in events.EVENTS]
    parts.extend(table(("Event", "Fields", "What happened"), named))
    parts.append(QUESTIONS)
    asked = [cls for cls in vars(questions).values() if isinstance(cls, type) and issubclass(cls, questions.Question)]
    rows = [(f"`{cls.__name__}`", fields(cls), cls.sort, told(cls)) for cls in asked if cls is not questions.Question]
    parts.extend(table(("Question", "Fields", "Answer", "What it asks"), sorted(rows)))
    parts.append(ERRORS)
    raised = [cls for cls in vars(errors).values() if isinstance(cls, type) and issubclass(cls, errors.DicecrawlError)]
    parts.extend(table(("Error", "What it says"), [(f"`{cls.__name__}`", told(cls)) for cls in raised]))
    return "\n".join(parts).rstrip() + "\n"


def main() -> int:
    """Write the page."""
    PAGE.write_text(page(), encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
