"""The players for pools of dice: they see options and the state, and play whole adventures with them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import dicecrawl as dc
from dicecrawl.core.decisions import Decision, Option
from dicecrawl.players.pool import CautiousPlayer, DamagePlayer
from tests.content.delve.table import GAME, SANDS, START, Table, alone, hurt

ADVENTURES = (START, SANDS)


def answer(player: Callable[..., tuple[int, ...]], table: Table) -> list[str]:
    """What the player answers to the question that waits, as labels."""
    decision = table.match.decision
    assert decision is not None
    return [table.options[i] for i in player(decision, table.match.state)]


def test_damage_is_kept_and_the_rest_rolled_again() -> None:
    table = Table("661235", [], encounter="Giant", party=hurt(Cleric=0))
    assert answer(DamagePlayer(), table) == ["1", "6", "6"]


def test_three_alike_are_kept_where_nothing_serves_yet() -> None:
    table = Table("444325", [], encounter="Giant", party=hurt(Wizard=0, Cleric=0))
    assert answer(DamagePlayer(), table) == ["4", "4", "4"]
    nothing = Table("443325", [], encounter="Giant", party=hurt(Wizard=0, Cleric=0))
    assert answer(DamagePlayer(), nothing) == []


def test_the_strongest_blow_comes_first_and_nothing_is_left_unused() -> None:
    table = Table("666612", ["stop"], encounter="Giant")
    assert answer(DamagePlayer(), table) == ["Fireball"]
    table = Table("666123", ["stop"], encounter="Giant", party=hurt(Cleric=0, Wizard=0, Rogue=0))
    assert answer(DamagePlayer(), table) == ["Charge"]


def test_blows_go_to_whoever_is_nearly_out_and_hits_to_whoever_can_bear_them() -> None:
    there = [*alone("Orcs", 2), *alone("Orcs", 1)]
    table = Table("113466", ["stop", "Sneak Attack", "1"], encounter="3 Orcs", opponents=there)
    assert answer(DamagePlayer(), table) == ["Orc 2"]
    table = Table("223344 5", ["stop"], encounter="3 Orcs", opponents=alone("Orcs", 1))
    assert answer(DamagePlayer(), table) == ["Fighter"]


@pytest.mark.parametrize(("opponents", "choice"), [(alone("Giant"), "2"), (alone("Orcs", number=3) * 2, "1")])
def test_one_blow_for_few_and_one_for_each_of_many(opponents: list[Any], choice: str) -> None:
    table = Table("444412", ["stop", "Fireball"], encounter="3 Orcs", opponents=opponents)
    assert answer(DamagePlayer(), table) == [choice]


def test_the_cautious_heal_first_when_they_are_hurt() -> None:
    table = Table("123466", ["stop"], encounter="Giant", party=hurt(Fighter=2))
    assert answer(CautiousPlayer(), table) == ["Minor Heal"]
    assert answer(DamagePlayer(), table) == ["Sneak Attack"]
    well = Table("123466", ["stop"], encounter="Giant")
    assert answer(CautiousPlayer(), well) == ["Sneak Attack"]


def test_the_cautious_keep_a_run_when_they_are_hurt() -> None:
    table = Table("234666", [], encounter="Giant", party=hurt(Fighter=1, Wizard=0))
    assert answer(CautiousPlayer(), table) == ["2", "3", "4"]


def test_every_answer_is_legal_and_every_adventure_ends() -> None:
    for kind in (DamagePlayer, CautiousPlayer):
        for adventure in ADVENTURES:
            for seed in range(10):
                match = GAME.new_match(adventure=adventure, seed=seed, players=kind()).play()
                assert match.result in ("won", "lost")


def test_the_cautious_fare_better_than_the_greedy_and_both_than_chance() -> None:
    """Eighty games of the same seeds each, which encounter they reached."""

    def reached(player: Callable[[int], Any]) -> int:
        games = (GAME.new_match(adventure=START, seed=seed, players=player(seed)).play() for seed in range(80))
        return sum(match.state.count("encounter") + 3 * (match.result == "won") for match in games)

    chance = reached(dc.RandomPlayer)
    greedy = reached(lambda seed: DamagePlayer())
    cautious = reached(lambda seed: CautiousPlayer())
    assert chance < greedy < cautious


def test_other_questions_get_their_best_known_answer() -> None:
    decision = Decision(0, "heal", (Option("entity", 2), Option("entity", 3), Option("done", "done")))
    state = GAME.new_match(adventure=START, party=hurt(Fighter=2, Rogue=1)).state
    assert DamagePlayer()(decision, state) == (1,)
