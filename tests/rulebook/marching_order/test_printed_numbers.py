"""The numbers of every sheet and monster, as the rulebook prints them: prices, stats, cooldowns, rows of the action tables.

They were read out of the book and not out of the cards. Source: Marching Order, Rogues Appendix and Monsters Appendix.
"""

from __future__ import annotations

import re

import pytest

import dicecrawl
from dicecrawl.core.definitions import Definition

ROGUE_STATS = ("Physical", "Defense", "Health", "Magic", "Tinker", "Awareness", "Escape", "Luck", "Resolve")
MONSTER_STATS = ("Physical", "Defense", "Health", "Magic", "Resolve")

# Price (-: cannot be bought), stats, and the cooldown of each action in printed order (-: none is printed).
# The Wererat's are those of its Rogue form, with what is missing there by MO-140.
ROGUES = """
Alchemist: 100 | 0 2 8 0 1 1 3 2 1 | - 3 4 5
Archer: 100 | 1 3 10 -2 0 2 2 1 0 | - 0 4 5
Barbarian: 150 | 3 1 16 -2 -1 3 0 2 4 | - 3 4 6
Construct: 0 | 2 3 12 -7 1 -7 2 4 0 | - - - -
Cosmic Marine: 250 | 1 5 9 -3 2 3 -1 1 3 | - 0 3 3 5 5 5
Doctor: 100 | -1 2 12 0 0 2 3 3 4 | - 3 3 3
Knight: 200 | 1 5 12 0 0 0 0 1 4 | - 2 3 4 5 6
Musketeer: 150 | 0 2 10 -1 1 3 1 1 0 | - 0 4 5
Sellsword: 100 | 1 4 10 -2 0 1 2 1 0 | - 2 5 6
Thief: 150 | 0 2 7 1 2 1 2 1 1 | - 3 4 4
Torchbearer: 0 | -2 1 5 -1 1 1 3 1 0 | - 2 3 5
Wererat Rogue: - | 1 2 6 -1 -1 1 0 1 0 | - 2 4 4 4 5 4
Wizard: 200 | -2 2 5 3 1 2 2 1 4 | - 2 3 4 5 6
"""

# Stats (-: none), and the rows of the action table.
MONSTERS = """
Dire Wolf: 2 1 5 0 0 | 1-3 4-6
Goblin Juicer: 1 2 4 0 3 | 1-5 6
Goblin Lord: 3 3 12 0 2 | 1-3 4-5 6
Goblin Slinger: 0 2 3 0 1 | 1-4 5-6
Goblin Smasher: 1 2 5 0 1 | 1-4 5-6
Goblin Sneak Thief: 1 2 5 0 2 | 1-2 3-4 5-6
Goblin Wallboy: -1 4 5 0 4 | 1-4 5-6
Imp: 1 3 3 1 2 | 1-3 4-6
Living Statue: 5 5 15 0 0 | 1-5 6
Obscene Skull: -3 6 5 0 0 | 1-2 3-5 6
Ominous Presence: - | 1-6
Diseased Rat: 0 2 2 0 0 | 1-3 4-6
Giant Rat: -1 1 3 0 0 | 1-3 4-6
Zombie Rat: 0 2 4 0 0 | 1-3 4-6
Siegfried von Shadowhammer: 4 4 20 3 4 | 1 2 3 4 5 6
Skeletal Hand: 1 6 1 -6 6 | 1-2 3-4 5-6
Skeleton Abomination: 2 1 14 0 0 | 1-2 3-4 5-6
Skeleton Archer: 2 2 4 -6 6 | 1-3 4-6
Skeleton Warrior: 2 2 7 -6 6 | 1-3 4-6
Giant Spider: 0 2 10 0 0 | 1-4 5-6
Trap Spider: 1 2 3 0 0 | 1-4 5-6
Venom Spider: 1 2 3 0 0 | 1-3 4-6
Wererat Dagger Thrower: 1 1 4 0 1 | 1-3 4-6
Wererat Mutant: 1 1 3 0 1 | 1-4 5-6
Wererat Poisoner: 1 1 3 0 1 | 1-2 3-4 5-6
Wererat Poker: 2 2 6 0 1 | 1-3 4-6
"""


def lines(text: str) -> list[tuple[str, list[str]]]:
    """Name and columns of each line."""
    found = [line.split(":", 1) for line in text.strip().splitlines()]
    return [(name, [column.strip() for column in rest.split("|")]) for name, rest in found]


def card(kind: str, name: str) -> Definition:
    return dicecrawl.load("marching_order").library.get(kind, name)


def faces_of(row: str) -> tuple[int, ...]:
    """The faces of a printed row."""
    first, *last = map(int, re.findall(r"\d", row))
    return tuple(range(first, (last or [first])[0] + 1))


def test_no_card_is_left_out() -> None:
    library = dicecrawl.load("marching_order").library
    for kind, text, count in (("rogue", ROGUES, 13), ("monster", MONSTERS, 26)):
        assert sorted(name for name, _ in lines(text)) == [c.name for c in library.all(kind)]
        assert len(lines(text)) == count


@pytest.mark.parametrize(("name", "columns"), lines(ROGUES))
def test_a_rogues_sheet(name: str, columns: list[str]) -> None:
    price, stats, cooldowns = columns
    sheet = card("rogue", name)
    assert str(sheet.fields.get("price", "-")) == price
    assert sheet.stats == dict(zip(ROGUE_STATS, map(int, stats.split()), strict=True))
    # The book prints 0 for an action without a die; a card may say so or leave it out (MO-79).
    printed = [0 if pips in ("-", "0") else int(pips) for pips in cooldowns.split()]
    assert [ability.cooldown or 0 for ability in sheet.of_kind("action", "reaction")] == printed
    assert [ability.basic for ability in sheet.of_kind("action", "reaction")].count(True) == 1
    kept = name == "Wererat Rogue"  # it keeps the traits it had, and adds two flaws
    assert [face for ability in sheet.of_kind("quality") for face in ability.faces] == ([] if kept else [1, 2, 3, 4, 5, 6])
    assert [face for ability in sheet.of_kind("flaw") for face in ability.faces] == ([1, 2] if kept else [1, 2, 3, 4, 5, 6])


@pytest.mark.parametrize(("name", "columns"), lines(MONSTERS))
def test_a_monster(name: str, columns: list[str]) -> None:
    stats, rows = columns
    monster = card("monster", name)
    assert monster.stats == ({} if stats == "-" else dict(zip(MONSTER_STATS, map(int, stats.split()), strict=True)))
    assert [ability.faces for ability in monster.of_kind("action")] == [faces_of(row) for row in rows.split()]
    assert [ability.faces for ability in monster.of_kind("bullshit")] == [(1,), (6,)]
