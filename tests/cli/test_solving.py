"""The command solve: values, tables, a check by play, and what it refuses."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from dicecrawl.analysis.solve_table import load
from tests.analysis.test_solve import SMALL, TINY

DUEL = ("solve", "--pack", str(TINY), "delve", "Tiny Duel")


def test_the_value_is_shown_with_ten_digits_and_its_bound(call: Callable[..., Any]) -> None:
    done = call(*DUEL)
    assert done.code == 0
    once = 22 / 47
    assert f"chance of winning   {once + (1 - once) * once:.10f}" in done.out
    assert "proven within" in done.out
    assert "2 states in 1 fights" in done.out
    assert "Yard" in done.out


def test_it_is_also_data(call: Callable[..., Any]) -> None:
    told = json.loads(call(*DUEL, "--json", "--within", "1", "--within", "50", "--each", "--sim", "200").out)
    assert abs(told["within"]["1"] - 11 / 36) < 1e-12
    assert abs(told["within"]["50"] - told["chance"]) < 1e-9
    assert told["alone"] == [{"encounter": "Yard", "chance": told["chance"], "rounds": told["rounds"]}]
    assert abs(told["played"]["won"] / 200 - told["chance"]) < 0.12


def test_the_table_is_kept(call: Callable[..., Any], tmp_path: Path) -> None:
    path = tmp_path / "duel.npz"
    assert f"The table is in {path}." in call(*DUEL, "--save", str(path)).out
    assert load(path, SMALL).start[0] > 0.5


def test_what_cannot_be_solved_is_said(call: Callable[..., Any]) -> None:
    done = call("solve", "delve", "The Startin Adventure")
    assert done.code == 1
    assert "did you mean 'The Starting Adventure'?" in done.err
    done = call("solve", "--pack", str(TINY), "delve", "Tiny Prayer")
    assert "'Prayer' is for the party and against opponents at once" in done.err
