"""Random battles by the thousand: random line-ups with traits and things, played, cloned on the way and played again.

    python -m tests.properties.battles 10000

Each battle has to end, keep what may never be broken, end equally when a clone is played on from somewhere in the middle,
and replay from its transcript, read back from text, to an equal state and log. The first fault ends it.
"""

from __future__ import annotations

import sys
import time
from collections import Counter

from attrs import define, field

import dicecrawl as dc
from dicecrawl.analysis.lineups import LineUps, random_lineups
from dicecrawl.core.save import state_to_dict
from tests.properties.fights import game
from tests.properties.invariants import check_log, check_state

SEED = "random battles"
MOST = 6
"""Creatures on a side, at most."""


@define
class Tally:
    """What was seen."""

    battles: int = 0
    results: Counter[str] = field(factory=Counter)
    events: int = 0
    dice: int = 0
    answers: int = 0
    creatures: Counter[str] = field(factory=Counter)

    def __str__(self) -> str:
        results = ", ".join(f"{count:,} {name}" for name, count in sorted(self.results.items()))
        return (
            f"{self.battles:,} battles ({results}) of {len(self.creatures)} kinds of creature: {self.events:,} events, "
            f"{self.dice:,} dice, {self.answers:,} answers; no fault, every clone and every replay ended equally"
        )


def begun(lines: LineUps, k: int) -> dc.Match:
    """Battle number `k`, not yet played; two of three players choose at random, the third is greedy."""
    player = dc.GreedyPlayer() if k % 3 == 0 else dc.RandomPlayer(k)
    return game().battle(lines.rogues, lines.enemies, seed=k, players=player, **lines.setup)


def same(one: dc.Match, other: dc.Match) -> bool:
    """Whether two matches came to the same end in the same way."""
    return one.log == other.log and state_to_dict(one.state) == state_to_dict(other.state)


def cloned(lines: LineUps, k: int, whole: dc.Match) -> tuple[dc.Match, dc.Match]:
    """The battle again, and a clone taken on the way and played on with the dice and answers of the whole one."""
    match = begun(lines, k)
    match.advance(k % 40)
    faces, answers = len(match.transcript.faces), len(match.transcript.answers)
    dice = dc.RecordedDice(whole.transcript.faces[faces:])
    told = dc.ScriptedPlayer(whole.transcript.answers[answers:])
    copy = match.clone(dice, dict.fromkeys(range(4), told))
    copy.play()
    told.finish()
    assert not dice.left
    return match.play(), copy


def tried(k: int, tally: Tally) -> None:
    """Battle number `k`, with everything that has to hold of it."""
    lines = random_lineups(game(), SEED, k, most=MOST)
    try:
        match = begun(lines, k).play()
        check_state(match.state, game().library, over=check_log(match.log))
        assert match.over
        original, copy = cloned(lines, k, match)
        assert same(copy, match), "a clone came to another end"
        assert same(original, match), "having been cloned changed the battle"
        assert same(dc.replay(match.transcript.to_json(), game()), match), "the transcript led elsewhere"
    except Exception as fault:
        fault.add_note(f"battle {k}: {lines}")
        raise
    tally.battles += 1
    tally.results[str(match.result)] += 1
    tally.events += len(match.log)
    tally.dice += len(match.transcript.faces)
    tally.answers += len(match.transcript.answers)
    tally.creatures.update(entity.definition for entity in match.state.entities.values())


def main() -> int:
    """So many battles as the command line says."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000
    tally, began = Tally(), time.perf_counter()
    for k in range(count):
        tried(k, tally)
        if (k + 1) % 1_000 == 0:
            print(f"{k + 1:,} after {time.perf_counter() - began:.0f} s", flush=True)
    print(tally)
    return 0


if __name__ == "__main__":
    sys.exit(main())
