"""Measure ratios, and print them in a table: `make bench`, or `python -m benchmarks.run` from the top of the checkout.

Every figure compares two things in this one run, measured by turns, the best of several rounds: ratios travel between
machines, seconds do not. Where two sides must agree, that is checked before anything is timed.
"""

from __future__ import annotations

import gc
import os
import pstats
import subprocess
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Callable, Iterator
from cProfile import Profile
from pathlib import Path
from typing import Any, NamedTuple

import attrs

import dicecrawl as dc
from benchmarks import fixed, twin
from dicecrawl.core.dice import SeededDice
from dicecrawl.core.events import Event, Logged
from dicecrawl.language.cache import VARIABLE

BATTLES = 40  # of one measurement
ROUNDS = 5  # of which the best counts
SRC = Path(dc.__file__).resolve().parent


class Figure(NamedTuple):
    """One line of the table: what was compared, what came out, and what it should come to ("" when nothing is asked)."""

    name: str
    value: str
    goal: str = ""
    reached: bool | None = None


def main() -> None:
    """Measure everything and print the table."""
    game = dc.load("marching_order")
    print(f"dicecrawl {dc.__version__}, Python {sys.version.split()[0]}, best of {ROUNDS} rounds by turns\n")
    figures: list[Figure] = []
    for part in (battles, choices, loading, importing, reading, odds, processes, sizes):
        for figure in part(game):
            figures.append(figure)
            verdict = {None: "", True: "  reached", False: "  NOT reached"}[figure.reached]
            goal = f"  (to reach: {figure.goal})" if figure.goal else ""
            print(f"  {figure.name:<62} {figure.value:>14}{goal}{verdict}", flush=True)
    print("\n  where the time of a battle goes, by room:")
    for room, share in rooms(game):
        print(f"    {room:<20} {100 * share:5.1f} %")


# -- what is measured --------------------------------------------------------------------------------------------------


def battles(game: dc.Game) -> Iterator[Figure]:
    """The engine beside the twin, with the log kept and thrown away, and beside a loop that only counts."""
    for k in range(BATTLES):
        ours, theirs = fixed.outcome(fixed.battle(game, k).play()), twin.play(SeededDice.for_game(0, k).draw)
        assert ours == theirs, f"battle {k}: the engine came to {ours}, the twin to {theirs}"

    def engine() -> None:
        for k in range(BATTLES):
            fixed.battle(game, k).play()

    def without_log() -> None:
        for k in range(BATTLES):
            match = fixed.battle(game, k)
            match._run.log = Nothing()
            match.play()

    def by_hand() -> None:
        for k in range(BATTLES):
            twin.play(SeededDice.for_game(0, k).draw)

    logs = [fixed.battle(game, k).play().log for k in range(BATTLES)]
    made = [[(type(e.event), parts(e.event), e.cause) for e in log] for log in logs]

    def events_alone() -> None:
        for events in made:
            log = []
            for kind, values, cause in events:
                log.append(Logged(kind(*values), cause, None))

    kept, thrown, hand, counted, alone = by_turns(engine, without_log, by_hand, yardstick, events_alone)
    yield Figure("fixed battle: engine without log / hand-written twin", f"{thrown / hand:.1f}", "12", thrown / hand <= 12)
    yield Figure("fixed battle: engine with log / hand-written twin", f"{kept / hand:.1f}", "14", kept / hand <= 14)
    yield Figure("fixed battle: log kept / thrown away", f"{kept / thrown:.2f}")
    yield Figure("fixed battle: its events made and logged, nothing else / twin", f"{alone / hand:.1f}")
    yield Figure("battles in the time of a million steps of a bare loop", f"{BATTLES * counted / kept:.1f}")


def parts(event: Event) -> list[Any]:
    """What an event is made of."""
    return [getattr(event, f.name) for f in attrs.fields(type(event))]


def choices(game: dc.Game) -> Iterator[Figure]:
    """Every decision answered at once by a player, or asked, suspended and answered later."""
    few = max(1, BATTLES // 4)

    def direct() -> None:
        for k in range(few):
            fixed.battle(game, k).play()

    def suspended() -> None:
        for k in range(few):
            waiting = fixed.battle(game, k)
            match = dc.Match(game.ruleset, game.library, waiting.start, SeededDice.for_game(0, k), setup=waiting.setup)
            while (decision := match.advance()) is not None:
                match.answer(*fixed.nearest(decision, match.state))

    at_once, later = by_turns(direct, suspended)
    yield Figure("choices: suspended and answered / answered at once", f"{later / at_once:.2f}")


def loading(game: dc.Game) -> Iterator[Figure]:
    """All content in a fresh process: with an empty cache, and with a filled one."""
    load = "import time, dicecrawl as dc\nt = time.perf_counter()\ndc.load('marching_order')\nprint(time.perf_counter() - t)"
    cold, warm = [], []
    for _ in range(3):
        with tempfile.TemporaryDirectory() as cache:
            cold.append(float(python(load, {VARIABLE: cache})))
            warm.append(float(python(load, {VARIABLE: cache})))
    ratio = min(warm) / min(cold)
    yield Figure("content: warm load / cold load", f"{ratio:.2f}", "0.2", ratio <= 0.2)
    measure = (
        "import tracemalloc\nimport dicecrawl as dc\ntracemalloc.start()\ng = dc.load('marching_order')\n"
        "print(tracemalloc.get_traced_memory()[0])"
    )
    held = int(python(measure, {})) / 1024
    cards = sum(len(game.library.all(kind)) for kind in game.library.kinds())
    yield Figure("content: memory held for a card", f"{held / cards:.0f} KiB")


def importing(game: dc.Game) -> Iterator[Figure]:
    """`import dicecrawl` beside an import of what it stands on."""

    def seconds(modules: str) -> float:
        program = f"import time\nt = time.perf_counter()\nimport {modules}\nprint(time.perf_counter() - t)"
        return min(float(python(program, {})) for _ in range(ROUNDS))

    ratio = seconds("dicecrawl") / seconds("lark, attrs, cattrs")
    yield Figure("import dicecrawl / import lark, attrs, cattrs", f"{ratio:.2f}", "1.25", ratio <= 1.25)


def reading(game: dc.Game) -> Iterator[Figure]:
    """Reading card texts, beside splitting the same texts into words."""
    from dicecrawl.language.library import parser_for

    parser = parser_for(game.ruleset)
    sources = [parsed.source for parsed in game.library.parsed.values()]

    def parse() -> None:
        for source in sources:
            parser.parse(source)

    def split() -> None:
        for source in sources:
            for line in source.text.splitlines():
                line.split()

    parsing, splitting = by_turns(parse, split)
    sentences = sum(source.text.count(". ") + source.text.count(".\n") for source in sources)
    yield Figure("texts: reading them / splitting them into words", f"{parsing / splitting:.0f}")
    yield Figure("texts: sentences read in the time of one battle", f"{sentences / parsing * one_battle(game):.0f}")


def odds(game: dc.Game) -> Iterator[Figure]:
    """Exact odds of a sentence, in battles."""
    sentence = game.effect("Make a Physical Attack Roll vs Defense; gain Stunned(1)")

    def count() -> None:
        for _ in range(20):
            sentence.odds("Barbarian", "Living Statue")

    [counting] = by_turns(count)
    yield Figure("odds: sentences counted out in the time of one battle", f"{20 * one_battle(game) / counting:.1f}")


def processes(game: dc.Game) -> Iterator[Figure]:
    """Two workers beside one, over enough battles that starting them hardly counts."""
    runs = 400
    sides = (list(fixed.REACH), list(fixed.ENEMIES))
    started = time.perf_counter()
    one = game.simulate(*sides, runs=runs).to_dict()
    alone = time.perf_counter() - started
    started = time.perf_counter()
    two = game.simulate(*sides, runs=runs, workers=2).to_dict()
    together = time.perf_counter() - started
    assert one == two, "two workers gave another result than one"
    yield Figure(f"workers: two / one over {runs} battles (of {os.cpu_count()} cores)", f"{together / alone:.2f}")


def sizes(game: dc.Game) -> Iterator[Figure]:
    """How large a save is, and whether battles leave anything behind."""
    match = fixed.battle(game, 0).play()
    kib = len(match.save().encode()) / 1024
    yield Figure("size: a save of a whole battle, without its log", f"{kib:.1f} KiB", "64", kib < 64)
    held = []
    tracemalloc.start()
    for part in range(3):
        for k in range(30 * part, 30 * part + 30):
            fixed.battle(game, k).play()
        gc.collect()
        held.append(tracemalloc.get_traced_memory()[0])
    tracemalloc.stop()
    grown = (held[2] - held[1]) / 30
    yield Figure("size: what a battle leaves behind", f"{grown:.0f} bytes", "0", grown < 100)


def rooms(game: dc.Game) -> list[tuple[str, float]]:
    """The share of time by room; a profiler makes small functions look larger than they are."""
    profile = Profile()
    profile.enable()
    for k in range(10):
        fixed.battle(game, k).play()
    profile.disable()
    spent: dict[str, float] = {}
    for (file, _, _), (_, _, own, _, _) in pstats.Stats(profile).stats.items():  # type: ignore[attr-defined]
        spent[room_of(file)] = spent.get(room_of(file), 0.0) + own
    total = sum(spent.values())
    return sorted(((room, own / total) for room, own in spent.items()), key=lambda pair: -pair[1])


def room_of(file: str) -> str:
    """The room that a file belongs to; what attrs makes belongs to the class it was made for."""
    if "attrs generated" in file:
        return "classes made by attrs"
    path = Path(file)
    if path.is_relative_to(SRC):
        return path.relative_to(SRC).parts[0].removesuffix(".py")
    return "Python itself" if file.startswith(("~", "<")) or "lib" in path.parts else "the player"


# -- how it is measured ------------------------------------------------------------------------------------------------


def by_turns(*programs: Callable[[], None]) -> list[float]:
    """Processor seconds of each program, the best of several rounds in which all take their turn."""
    best = [float("inf")] * len(programs)
    for _ in range(ROUNDS):
        for index, program in enumerate(programs):
            gc.collect()
            started = time.process_time()
            program()
            best[index] = min(best[index], time.process_time() - started)
    return best


def one_battle(game: dc.Game) -> float:
    """Processor seconds of one fixed battle."""

    def play() -> None:
        for k in range(10):
            fixed.battle(game, k).play()

    return by_turns(play)[0] / 10


def yardstick() -> None:
    """A million steps of a loop that does nothing but count: what this Python does on this machine."""
    count = 0
    for step in range(1_000_000):
        count += step & 3


def python(program: str, environment: dict[str, str]) -> str:
    """What a program prints in a fresh process."""
    found = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path)), **environment}
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, env=found)
    return done.stdout.strip()


class Nothing(list[Any]):
    """A log that keeps nothing."""

    def append(self, item: Any) -> None:
        """Forget it."""


if __name__ == "__main__":
    main()
