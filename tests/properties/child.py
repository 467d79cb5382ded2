"""The other process of `test_processes`: goes on with saves that come on standard input and tells how they ended.

Each job is the text of a save with the numbers that its answers are read off.
"""

from __future__ import annotations

import json
import sys

import dicecrawl as dc
from dicecrawl.core.save import state_digest
from tests.properties.fights import Answers, Fight, game, log_digest


def ended(match: dc.Match) -> list[str]:
    """How a match ended: its log, its state, everything it depended on."""
    return [log_digest(match), state_digest(match.state), match.transcript.to_json()]


def gone_on(save: str, numbers: list[int], more: int) -> list[str]:
    """How a save ends when its seats answer by these numbers."""
    match = dc.resume(save, game())
    fight = Fight((), (), 0, 0, 0, Answers(tuple(numbers), more))
    return ended(fight.finished(match))


if __name__ == "__main__":
    json.dump([gone_on(*job) for job in json.load(sys.stdin)], sys.stdout)
