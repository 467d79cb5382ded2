"""compare and sweep: the same figures as in Python, and wrong uses told in a line."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

FIGHT = ["--enemies", "Goblin Smasher, Goblin Slinger", "--runs", "10"]


def test_two_parties(call: Callable[..., Any]) -> None:
    done = call("compare", "--a", "Knight, Archer", "--b", "Knight", *FIGHT)
    assert (done.code, done.err) == (0, "")
    assert done.out.splitlines()[1].startswith("  Knight, Archer  won ")
    told = json.loads(call("compare", "--a", "Knight, Archer", "--b", "Knight", *FIGHT, "--json").out)
    assert told["names"] == ["Knight, Archer", "Knight"]
    assert told["runs"] == 10


def test_another_version_of_a_card(call: Callable[..., Any], tmp_path: Path) -> None:
    pack = tmp_path / "rules.crawl"
    pack.write_text('condition "Of No Use":\n    Source "A test".\n    +1 to Physical.\n', encoding="utf-8")
    done = call("compare", "--a", "Knight", "--pack-b", str(pack), *FIGHT)
    assert done.code == 0, done.err
    assert "the difference may be chance" in done.out


def test_through_a_delve(call: Callable[..., Any]) -> None:
    party = "Barbarian with Torch, Sellsword, Archer with Torch"
    done = call("compare", "--a", party, "--b", "Sellsword, Archer", "--delve", "The Last Will of Wimple Hall", "--runs", "3")
    assert done.code == 0, done.err
    assert "3 runs each of Marching Order, delve; delve: The Last Will of Wimple Hall" in done.out


def test_a_number_over_a_range(call: Callable[..., Any]) -> None:
    done = call("sweep", "--rogues", "Knight", "--vary", "Goblin Smasher.Health", "--over", "1..3", *FIGHT)
    assert (done.code, done.err) == (0, "")
    assert [line.split()[0] for line in done.out.splitlines()[2:]] == ["1", "2", "3"]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["compare", "--a", "Knight", *FIGHT], "--b"),
        (["compare", "--a", "Knight", "--b", "Archer"], "either --enemies or --delve"),
        (["sweep", "--rogues", "Knight", "--vary", "coins", "--over", "many", *FIGHT], "write 1..6, or 2,4,8"),
        (["sweep", "--rogues", "Knight", "--vary", "coins", "--over", "9..1", *FIGHT], "names 0 values"),
        (["sweep", "--rogues", "Knight", "--vary", "coins", "--over", "1..999", *FIGHT], "from 1 to 100"),
    ],
)
def test_wrong_uses_are_told(call: Callable[..., Any], arguments: list[str], says: str) -> None:
    done = call(*arguments)
    assert done.code == 2
    assert says in done.err
