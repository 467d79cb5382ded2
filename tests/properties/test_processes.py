"""A save goes on in another process, and Python's hash seed changes nothing: random fights, played on elsewhere."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import hypothesis.strategies as st
from hypothesis import given, settings

from tests.architecture.source import CHECKOUT
from tests.properties.child import ended
from tests.properties.fights import FIGHTS, Fight, fights

SEVERAL = st.lists(st.tuples(fights(), st.integers(-1, 12)), min_size=6, max_size=6)  # -1: not begun


def elsewhere(jobs: list[Any], hash_seed: str) -> subprocess.Popen[str]:
    """A new process that goes on with these saves."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.properties.child"],
        cwd=CHECKOUT,
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )
    assert process.stdin is not None
    process.stdin.write(json.dumps(jobs))
    process.stdin.flush()
    return process


def told(process: subprocess.Popen[str]) -> Any:
    out, err = process.communicate(timeout=120)
    assert process.returncode == 0, err
    return json.loads(out)


def job(fight: Fight, save: str) -> list[Any]:
    return [save, fight.answers.numbers, fight.answers.more]


@settings(FIGHTS, max_examples=2)  # the first is always the simplest there is
@given(SEVERAL)
def test_a_save_goes_on_in_a_new_process_with_any_hash_seed_as_it_would_have_here(several: list[tuple[Fight, int]]) -> None:
    matches = [(fight, fight.begin() if moment < 0 else fight.reached(moment)) for fight, moment in several]
    jobs = [[match.save(), fight.answers.numbers, fight.answers.more] for fight, match in matches]
    processes = [elsewhere(jobs, seed) for seed in ("0", "1", "2")]
    here = [ended(fight.finished(match)) for fight, match in matches]
    assert [told(process) for process in processes] == [here] * 3
