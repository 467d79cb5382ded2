"""A log as a story: worked examples word for word, and sums that come out right in random fights."""

from __future__ import annotations

import random
import re

import pytest

import dicecrawl as dc
from dicecrawl.authoring.plaintext import fitted, to_ascii
from dicecrawl.authoring.story import Story, condition_text, line_up, tell
from dicecrawl.core.events import CheckMade, DamageDealt
from dicecrawl.core.state import Condition
from dicecrawl.games.marching_order import Enemy, Rogue


@pytest.fixture(scope="module")
def game() -> dc.Game:
    return dc.load("marching_order")


def first_turn(
    game: dc.Game, rogues: list[Rogue | str], enemies: list[Enemy | str], answers: list[str], *dice: int, **options: bool
) -> list[str]:
    """The story up to the end of the first turn: after it the dice or the answers run out."""
    match = game.battle(
        rogues, enemies, dice=dc.ScriptedDice(dice), players=dc.ScriptedPlayer(answers), limits=dc.Limits(rounds=1)
    )
    with pytest.raises(dc.ScriptError):
        match.play()
    return tell(match, **options)


# -- worked examples -----------------------------------------------------------------------------------------------------


def test_a_whole_battle_word_for_word(game: dc.Game) -> None:
    match = game.battle(["Barbarian"], ["Giant Rat"], dice=dc.ScriptedDice([6, 1, 4]), players=dc.GreedyPlayer()).play()
    attack = "rolls 4 + 3 Physical = 7 vs Defense 1, 6 damage (Giant Rat: 3 -> dead)"
    assert tell(match) == [
        "Initiative: rogues 6, enemies 1. The rogues go first.",
        "",
        "Round 1: [Barbarian (16) | Giant Rat (3)]",
        "",
        "Barbarian's turn",
        f"  Barbarian uses What is Best in Life? on Giant Rat (cooldown 4): {attack}.",
        "",
        "The battle is won after 1 round: [Barbarian (16) | nobody]",
    ]


def test_a_plain_attack_stands_on_one_line(game: dc.Game) -> None:
    lines = first_turn(game, ["Barbarian"], ["Giant Rat", "Giant Rat"], ["Axe Big"], 6, 1, 4, 2)
    assert (
        "  Barbarian uses Axe Big on Giant Rat: rolls 4 + 3 Physical = 7 vs Defense 1, 6 damage (Giant Rat: 3 -> dead)."
        in lines
    )
    assert "  Bullshit die 2: nothing." in lines


def test_a_miss_a_tie_and_a_penalty(game: dc.Game) -> None:
    axe = ["Axe Big"]
    assert (
        "rolls 1 + 3 Physical = 4 vs Defense 5, misses."
        in first_turn(game, ["Barbarian"], ["Living Statue"], axe, 6, 1, 1, 2)[5]
    )
    assert (
        "rolls 2 + 3 Physical = 5 vs Defense 5, a tie, hits for 0."
        in first_turn(game, ["Barbarian"], ["Living Statue"], axe, 6, 1, 2, 2)[5]
    )
    rat = first_turn(game, ["Barbarian"], ["Giant Rat"], axe, 1, 6, 1, 3, 2)
    assert "rolls 3 - 1 Physical = 2 vs Defense 1, 1 damage (Barbarian: 16 -> 15)." in rat[5]


def test_conditions_are_named_in_the_sums_they_change(game: dc.Game) -> None:
    hero = Rogue("Barbarian", conditions=[("Vigorous", 2, 3), ("Potent", None, 3)])
    foe = Enemy("Living Statue", conditions=[("Protected", 2, 3), ("Shielded", None, 3)])
    [line] = [line for line in first_turn(game, [hero], [foe], ["Axe Big"], 6, 1, 5, 2) if "Axe Big" in line]
    assert (
        "rolls 5 + 3 Physical + 2 Vigorous = 10 vs Defense 5 + 2 Protected = 7, "
        "3 doubled by Potent, halved by Shielded = 3 damage (Living Statue: 15 -> 12)." in line
    )


def test_the_lowest_of_two_dice_is_shown_with_both(game: dc.Game) -> None:
    hero = Rogue("Barbarian", conditions=[("Hungover", None, 3)])
    lines = first_turn(game, [hero], ["Giant Rat", "Giant Rat"], ["Axe Big"], 6, 1, 5, 2, 3)
    assert any("rolls 2 (lowest of 5, 2) + 3 Physical = 5 vs Defense 1, 4 damage" in line for line in lines)


def test_an_attack_that_is_turned_aside_says_from_whom_and_by_what(game: dc.Game) -> None:
    match = game.battle(
        [Rogue("Archer", actions=["Rain of Arrows"])],
        ["Goblin Wallboy", "Goblin Slinger"],
        dice=dc.ScriptedDice([6, 1, 6, 3]),
        players=dc.ScriptedPlayer(["Rain of Arrows"]),
    )
    with pytest.raises(dc.ScriptError):
        match.play()
    story = "\n".join(tell(match))
    assert (
        "Archer uses Rain of Arrows on Goblin Wallboy and Goblin Wallboy "
        "(turned aside from Goblin Slinger by Wall) (cooldown 5)" in story
    )
    assert "rolls 6 vs Goblin Wallboy's Defense 4, 2 halved (half damage) = 1 damage (Goblin Wallboy: 5 -> 4)." in story


def test_conditions_come_count_down_and_go(game: dc.Game) -> None:
    foe = Enemy("Giant Rat", conditions=[("Stunned", None, 1), ("Poisoned", 1, None)])
    lines = first_turn(game, ["Knight"], [foe, "Giant Rat"], [], 1, 6)
    assert lines[4:9] == [
        "Giant Rat's turn",
        "  Poisoned: Giant Rat takes 1 damage (3 -> 2).",
        "  Counting down: Stunned last turn.",
        "  Giant Rat loses this turn (Stunned).",
        "  Stunned on Giant Rat is over.",
    ]
    knight = first_turn(game, [Rogue("Knight", qualities=[1])], ["Giant Rat"], ["Skip"], 6, 1, 1)
    assert '  Knight: Quality 1 "Shield Wall" (bullshit die 1): Knight gains Protected [2] (2).' in knight


def test_moves_draw_the_line_as_it_then_stands(game: dc.Game) -> None:
    lines = first_turn(game, ["Knight", "Archer", "Wizard"], ["Giant Rat", "Goblin Wallboy"], ["Move"], 6, 1, 2)
    assert (
        "  Knight uses Move: Knight and Archer change places: [Wizard, Knight, Archer | Giant Rat, Goblin Wallboy]." in lines
    )


def test_brief_leaves_out_what_changes_nothing(game: dc.Game) -> None:
    full = first_turn(game, ["Barbarian"], ["Giant Rat", "Giant Rat"], ["Axe Big"], 6, 1, 4, 2)
    brief = first_turn(game, ["Barbarian"], ["Giant Rat", "Giant Rat"], ["Axe Big"], 6, 1, 4, 2, detail="brief")
    assert len(brief) < len(full)
    assert not any("nothing" in line or line.endswith("'s turn") for line in brief)
    assert any("6 damage (Giant Rat: 3 -> dead)" in line for line in brief)


def test_verbose_names_the_line_of_the_sentence(game: dc.Game) -> None:
    lines = first_turn(game, ["Barbarian"], ["Giant Rat", "Giant Rat"], ["Axe Big"], 6, 1, 4, 2, verbose=True)
    [line] = [line for line in lines if "Axe Big" in line]
    [file, row] = re.findall(r"<(\S+):(\d+):\d+>$", line)[0]
    assert file.endswith("rogues/barbarian.crawl")
    source = game.library.parsed[file].source
    assert "Make a Physical Attack Roll" in source.line(int(row))


# -- telling as it goes, and pure text -----------------------------------------------------------------------------------


def test_hearing_event_by_event_tells_the_same_story(game: dc.Game) -> None:
    match = game.battle(["Knight", "Archer"], ["Giant Rat", "Goblin Wallboy"], seed=5, players=dc.GreedyPlayer())
    story = Story(match.ruleset, match.library, match.start)
    heard: list[str] = []
    match.observers.append(lambda logged: heard.extend(story.hear(logged)))
    match.play()
    heard.extend(story.finish())
    assert heard == tell(match)
    assert line_up(story.state) == line_up(match.state)


def test_telling_changes_nothing(game: dc.Game) -> None:
    match = game.battle(["Knight", "Wizard"], ["Imp", "Skeleton Warrior"], seed=3, players=dc.GreedyPlayer()).play()
    before = (line_up(match.state, "Health"), len(match.log), match.transcript)
    assert tell(match) == tell(match)
    assert (line_up(match.state, "Health"), len(match.log), match.transcript) == before


def test_an_endless_condition_has_a_plain_form() -> None:
    endless = Condition("Cursed", None, None)
    assert condition_text(endless) == "Cursed (∞)"
    assert to_ascii(condition_text(endless)) == "Cursed (endless)"
    assert condition_text(Condition("Protected", 2, 3)) == "Protected [2] (3)"


@pytest.mark.parametrize(
    ("text", "encoding", "plain"),
    [
        ("Protégé ∞ █", "cp1252", "Protégé endless #"),
        ("Protégé ∞ █", "ascii", "Protege endless #"),
        ("Grum’shar – 🐀", "ascii", "Grum'shar - ?"),
        ("Straße", "ascii", "Strasse"),
        ("plain", "no such encoding", "plain"),
        ("∞", "utf-8", "∞"),
    ],
)
def test_text_fits_into_poor_encodings(text: str, encoding: str, plain: str) -> None:
    assert fitted(text, encoding) == plain


# -- random fights ----------------------------------------------------------------------------------------------------------


def random_fight(game: dc.Game, seed: int) -> dc.Match:
    dice = random.Random(seed)
    names = {kind: [card.name for card in game.library.all(kind)] for kind in ("monster", "item")}
    names["rogue"] = [card.name for card in game.library.all("rogue") if tuple(card.of_kind("quality"))]

    def trait() -> list[int]:
        return [dice.randint(1, 6)]

    rogues = [
        Rogue(dice.choice(names["rogue"]), qualities=trait(), flaws=trait(), items=[dice.choice(names["item"])])
        for _ in range(dice.randint(1, 5))
    ]
    enemies = [dice.choice(names["monster"]) for _ in range(dice.randint(1, 5))]
    return game.battle(rogues, enemies, seed=seed, coins=20, players=dc.RandomPlayer(seed)).play()


SUM = re.compile(r"rolls (.+?) vs (?:.+?'s )?(.+?), (?:misses|hits|succeeds|fails|a tie|\d)")


def value_of(told: str) -> int:
    """What a sum comes to by its own terms, checked against the total it states."""
    terms, _, total = told.partition(" = ")
    terms = re.sub(r"\(.*?\)", "", terms)
    value = sum(int(sign + digits) for sign, digits in re.findall(r"([+-]?) ?(\d+)(?![\d.])", terms))
    assert not total or value == int(total.split()[0]), told
    return value


@pytest.mark.parametrize("seed", range(12))
def test_sums_add_up_and_say_what_the_log_says(game: dc.Game, seed: int) -> None:
    match = random_fight(game, seed)
    story = "\n".join(tell(match))
    assert "somebody" not in story
    made = [logged.event for logged in match.log if isinstance(logged.event, CheckMade)]
    checks = [check for check in made if check.number is not None]
    told = SUM.findall(story)
    assert len(told) == len(checks)
    assert [value_of(total) for total, _ in told] == [check.total for check in checks]
    assert [value_of(number) for _, number in told] == [check.number for check in checks]


@pytest.mark.parametrize("seed", range(12))
def test_health_is_told_without_a_gap(game: dc.Game, seed: int) -> None:
    match = random_fight(game, seed)
    story = Story(match.ruleset, match.library, match.start)
    for logged in match.log:
        lines = story.hear(logged)
        assert all(line == line.rstrip() for line in lines)
    assert {e.id: e.counters for e in story.state.entities.values()} == {
        e.id: e.counters for e in match.state.entities.values()
    }
    assert {e.id: e.conditions for e in story.state.entities.values()} == {
        e.id: e.conditions for e in match.state.entities.values()
    }
    assert dict(story.state.zones) == dict(match.state.zones)
    dealt = [e.event for e in match.log if isinstance(e.event, DamageDealt)]
    text = "\n".join(tell(match))
    assert len(re.findall(r"\d damage[ .;(]", text)) >= sum(event.amount > 0 for event in dealt)
