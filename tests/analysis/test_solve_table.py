"""Solutions in files: what is written comes back, and what is damaged, stale or foreign is refused with a clear word."""

from __future__ import annotations

import time
from pathlib import Path

import numpy as np
import pytest

import dicecrawl as dc
from dicecrawl.analysis.solve import Solution, solve
from dicecrawl.analysis.solve_play import Adviser
from dicecrawl.analysis.solve_table import load, save
from dicecrawl.errors import SaveError
from tests.analysis.test_solve import SMALL, TINY
from tests.content.delve.table import GAME, START


@pytest.fixture(scope="module")
def dragon() -> Solution:
    return solve(GAME, START, encounter="Dragon")


@pytest.fixture
def kept(dragon: Solution, tmp_path: Path) -> Path:
    path = tmp_path / "dragon.npz"
    save(dragon, GAME, path)
    return path


def test_a_solution_comes_back_bit_for_bit(dragon: Solution, kept: Path) -> None:
    again = load(kept, GAME)
    assert (again.start, again.bound, again.states, again.turns) == (dragon.start, dragon.bound, dragon.states, dragon.turns)
    assert again.entries.keys() == dragon.entries.keys()
    assert again.worth.keys() == dragon.worth.keys()
    for key, (v, n) in dragon.worth.items():
        assert np.array_equal(again.worth[key][0], v)
        assert np.array_equal(again.worth[key][1], n)


def test_it_advises_as_before_and_in_no_time_once_it_is_warm(dragon: Solution, kept: Path) -> None:
    match = GAME.new_match(adventure=START, encounter="Dragon", dice=dc.ScriptedDice([6, 1, 1, 2, 3, 4]))
    decision = match.advance()
    assert decision is not None
    warm = Adviser(load(kept, GAME))
    advice = warm.advise(decision, match.state)
    assert advice == Adviser(dragon).advise(decision, match.state)
    began = time.perf_counter()
    for _ in range(20):
        warm.advise(decision, match.state)
    assert (time.perf_counter() - began) / 20 < 0.01


def test_a_damaged_file_is_refused(kept: Path) -> None:
    data = bytearray(kept.read_bytes())
    told = []
    for at in range(40, len(data), max(1, len(data) // 25)):
        broken = bytearray(data)
        broken[at] ^= 0x55
        kept.write_bytes(broken)
        try:
            load(kept, GAME)
        except SaveError as wrong:
            told.append(str(wrong))
        # a changed byte in the zip's own dates and the like changes no number, and is let through
    assert len(told) > 15
    assert all("solve again" in one for one in told)
    kept.write_bytes(data[: len(data) // 2])
    with pytest.raises(SaveError, match="cut short: solve again"):
        load(kept, GAME)


def test_changed_numbers_are_noticed(kept: Path) -> None:
    with np.load(kept) as file:
        parts = dict(file)
    parts["values"] = parts["values"] * 0.5
    np.savez_compressed(kept, **parts)
    with pytest.raises(SaveError, match="damaged"):
        load(kept, GAME)


def test_a_file_of_other_cards_or_another_game_is_refused(kept: Path) -> None:
    with pytest.raises(SaveError, match="other cards: load the packs"):
        load(kept, dc.load("delve", TINY))
    with pytest.raises(SaveError, match="solves the game 'delve', not 'marching_order'"):
        load(kept, dc.load("marching_order"))


def test_what_is_no_solution_is_said(tmp_path: Path) -> None:
    path = tmp_path / "nothing.npz"
    with pytest.raises(SaveError, match="cannot be read: No such file"):
        load(path, GAME)
    path.write_text("nothing", encoding="utf-8")
    with pytest.raises(SaveError, match="no solution"):
        load(path, GAME)


def test_nothing_half_written_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C in the middle of writing leaves no file, and an older one as it was."""
    solution = solve(SMALL, "Tiny Duel")
    path = tmp_path / "duel.npz"
    save(solution, SMALL, path)
    before = path.read_bytes()

    def stopped(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(np, "savez_compressed", stopped)
    with pytest.raises(KeyboardInterrupt):
        save(solution, SMALL, path)
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["duel.npz"]
