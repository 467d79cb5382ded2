"""Players by name: those of the house, and those of a module."""

from __future__ import annotations

import json
import pickle
from pathlib import Path

import pytest

import dicecrawl as dc
from dicecrawl.players import PLAYERS, player


@pytest.fixture
def bots(monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.syspath_prepend(str(Path(__file__).parent))
    return "bots"


def test_the_players_of_the_house_have_names() -> None:
    assert list(PLAYERS) == ["greedy", "random", "lookahead", "delver", "damage", "cautious"]
    assert isinstance(player("greedy")("x"), dc.GreedyPlayer)
    assert isinstance(player("random")("x"), dc.RandomPlayer)
    assert isinstance(player("lookahead")("x"), dc.LookAhead)


def test_a_function_is_a_player_and_a_class_makes_them(bots: str) -> None:
    import importlib

    module = importlib.import_module(bots)
    assert player(f"{bots}:first")("a") is module.first
    assert player(f"{bots}:Seeded")("a").seed == "a"  # type: ignore[attr-defined]
    plain = player(f"{bots}:Plain")
    assert plain("a") is not plain("b")


def test_one_of_your_own_plays_in_workers_too(bots: str) -> None:
    game = dc.load("marching_order")
    results = [
        json.dumps(game.simulate(["Knight"], ["Imp"], runs=6, players=f"{bots}:first", workers=workers).to_dict())
        for workers in (1, 2)
    ]
    assert results[0] == results[1]
    assert '"players": "bots:first"' in results[0]


def test_it_is_sent_by_its_name(bots: str) -> None:
    made = player(f"{bots}:Seeded")
    assert pickle.loads(pickle.dumps(made)) == made


@pytest.mark.parametrize(
    ("name", "advice"),
    [
        ("gready", "did you mean 'greedy'"),
        ("zzz", "known are greedy, random, lookahead, delver, damage, cautious; one of your own is named as module:function"),
        ("no_such_module:first", "cannot be imported: ModuleNotFoundError"),
        ("bots:second", "no function or class 'second'"),
        ("bots:NUMBER", "no function or class 'NUMBER'"),
        (":first", "cannot be imported"),
    ],
)
def test_what_is_no_player_is_refused_with_advice(bots: str, name: str, advice: str) -> None:
    with pytest.raises(dc.SetupError, match=advice):
        player(name)


def test_a_class_without_a_call_makes_no_player(bots: str) -> None:
    with pytest.raises(dc.SetupError, match="makes no player"):
        player(f"{bots}:Dumb")("a")
