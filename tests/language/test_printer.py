"""The printer writes what a rulebook would, and what it writes is read as the same tree."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from dicecrawl.core.definitions import Draft
from dicecrawl.core.nodes import NOWHERE, Name
from dicecrawl.effects.amounts import Number
from dicecrawl.effects.cards import Source as SourceLine
from dicecrawl.effects.change import ConditionRef, Counted, Gain
from dicecrawl.effects.flow import Block, Clause
from dicecrawl.effects.pronouns import Exactly, You
from dicecrawl.effects.selectors import Sel
from dicecrawl.errors import PrintError
from dicecrawl.games.marching_order import RULESET
from dicecrawl.language.library import parser_for
from dicecrawl.language.printer import Printer
from dicecrawl.language.source import Source
from dicecrawl.resources import content_root

PARSER = parser_for(RULESET)
PRINTER = Printer.of(RULESET)
CONTENT = sorted(content_root("marching_order").rglob("*.crawl"), key=lambda path: path.as_posix())

GOOD = sorted((Path(__file__).parent / "good").rglob("*.crawl"))


def read(text: str) -> tuple[Any, ...]:
    """The sentences of a free text."""
    parsed = PARSER.parse_sentences(Source.of(text))
    assert parsed.problems == ()
    return parsed.declarations


def card(text: str) -> Any:
    """The one declaration of a text."""
    parsed = PARSER.parse(Source.of(text))
    assert parsed.problems == ()
    (declaration,) = parsed.declarations
    return declaration


def nested(text: str) -> Any:
    """A free text as it is performed."""
    return RULESET.nest(RULESET.block(read(text)), lambda kind, name: Draft(kind, name, NOWHERE))


SENTENCES = [
    # articles
    ("target adjacent rogue.", "Target an adjacent rogue."),
    ("Target closest enemy up to two spaces away.", "Target the closest enemy up to 2 spaces away."),
    ("Target the rogue at back.", "Target the rogue at the back."),
    ("Target an ally behind you.", "Target an ally behind you."),
    ("Target an ally directly behind you.", "Target the ally directly behind you."),
    ("Make Escape Roll.", "Make an Escape Roll."),
    ("Make a attack roll vs TN 4.", "Make an Attack Roll vs TN 4."),
    ("Make roll vs their Health.", "Make a roll vs their Health."),
    ("Summon Imp at back.", "Summon an Imp at the back."),
    ("Summon Giant Rat directly behind the target.", "Summon a Giant Rat directly behind the target."),
    ("Replace yourself with Imp.", "Replace yourself with an Imp."),
    ("Take Fireball action for full damage.", "Take the Fireball action for full damage."),
    ("Regain Health equal to half damage dealt.", "Gain Health equal to half the damage dealt."),
    ("If there is enemy adjacent to you, die.", "If there is an enemy adjacent to you, die."),
    ("Steal 1d6 Coins from random rogue.", "Steal 1d6 Coins from a random rogue."),
    ("Reverse enemy marching order.", "Reverse the enemy marching order."),
    ("Make Physical or Magic Roll vs TN 4.", "Make a Physical or Magic Roll vs TN 4."),
    ("Make Physical or Escape Attack Roll vs Defense.", "Make a Physical or Escape Attack Roll vs Defense."),
    # one or several
    (
        "If there is fewer than 4 creatures in your line, die.",
        "If there are fewer than 4 creatures in your marching order, die.",
    ),
    ("Target two random enemies, or else yourself.", "Target 2 random enemies, or else yourself."),
    ("Target any one ally.", "Target any 1 ally."),
    ("all allies behind you gain Protected [+1] (2).", "Every ally behind you gains Protected [1] (2)."),
    ("Two random allies gains 1 Luck.", "2 random allies gain 1 Luck."),
    ("Any rogue who fail gain Shunned.", "Any rogue who fails gains Shunned."),
    ("You or an ally may gains 1 Luck.", "You or an ally may gain 1 Luck."),
    ("Move half roll spaces backwards.", "Move half a roll of spaces backward."),
    ("Move your Physical spaces forward.", "Move your Physical spaces forward."),
    ("Move 1 spaces forward.", "Move 1 space forward."),
    ("You has two action every turn.", "You have 2 actions every turn."),
    ("You cannot take action.", "You cannot take actions."),
    ("You cannot gain condition.", "You cannot gain conditions."),
    ("You cannot be targeted by negative effect.", "You cannot be targeted by negative effects."),
    ("Damage of your attack is halved.", "Damage of your attacks is halved."),
    ("Enemy attack must target you, ignoring range.", "Enemy attacks must target you, ignoring range."),
    ("Set all their cooldown dice to 2.", "Set all their cooldown dice to 2."),
    ("End one of their condition.", "End one of their conditions."),
    # he and they
    ("A random ally make basic attack vs you.", "A random ally makes a basic attack against you."),
    ("If you is at the front, die.", "If you are at the front, die."),
    ("They takes 1 damage and lose 1 Luck.", "They take 1 damage and lose 1 Luck."),
    ("A random ally takes 1 damage and lose 1 Luck.", "A random ally takes 1 damage and loses 1 Luck."),
    ("The target gain 1 Luck.", "The target gains 1 Luck."),
    ("When ally behind you die, gain 1 Luck.", "When an ally behind you dies, gain 1 Luck."),
    ("The next time your attack succeed, they die.", "The next time your attack succeeds, they die."),
    ("When this condition end, leave combat.", "When this condition ends, leave combat."),
    # you and yourself, they and them
    ("Deal 1 damage to you.", "Deal 1 damage to yourself."),
    (
        "The next time an ally fails a roll, they may rerolls itself.",
        "The next time an ally fails a roll, they may reroll it.",
    ),
    ("They deal 1 damage to yourself.", "They deal 1 damage to you."),
    ("Deal 2 damage to that creature.", "Deal 2 damage to them."),
    ("Target creature adjacent to they.", "Target a creature adjacent to them."),
    # amounts where they read best
    ("Take damage equal to 3.", "Take 3 damage."),
    ("Take damage equal to your Physical.", "Take damage equal to your Physical."),
    ("Take half roll damage.", "Take half a roll of damage."),
    ("Take damage equal to half a roll of.", "Take half a roll of damage."),
    ("Gain Stunned (half a roll of).", "Gain Stunned (half a roll)."),
    ("Take 2d6 +1 damage.", "Take 2d6+1 damage."),
    # signs that join and part
    ("Gain Stunned and Bleed [2] (1) and 1 Luck and die.", "Gain Stunned, Bleed [2] (1) and 1 Luck and die."),
    ("If they have Stunned, die otherwise lose 1 Luck.", "If they have Stunned, die; otherwise, lose 1 Luck."),
    ("Gain Stunned (forever).", "Gain Stunned (∞)."),
    ("Make an Attack Roll vs Defense exploding on 5 or 6.", "Make an Attack Roll vs Defense, exploding on 5 or 6."),
    ("Die ignoring range.", "Die, ignoring range."),
    ("Target an ally; die; gain 1 Luck.", "Target an ally; die; gain 1 Luck."),
    ("Until end of your next turn, +2 to your attack roll.", "Until the end of your next turn, +2 to your attack rolls."),
    # names
    ('Gain "Stunned".', "Gain Stunned."),
    ('Gain "Attack".', 'Gain "Attack".'),
    ('Gain "of Doom" (1).', 'Gain "of Doom" (1).'),
    ('Gain your Physical "Luck".', 'Gain your Physical "Luck".'),
    ('Gain "the \\"Bold\\"".', 'Gain "the \\"Bold\\"".'),
    # blocks
    ("At upkeep: Die.", "At upkeep: Die."),
    ("At upkeep: Die. Lose 1 Luck.", "At upkeep:\n    Die.\n    Lose 1 Luck."),
    ("If successful: At upkeep: Die.", "If successful:\n    At upkeep: Die."),
    ("Roll 1d6:\n  1-3: Die.\n  4+: Nothing happens.", "Roll 1d6:\n    1-3: Die.\n    4+: Nothing happens."),
]


@pytest.mark.parametrize(("text", "canonical"), SENTENCES, ids=[text for text, _ in SENTENCES])
def test_a_sentence_is_written_as_a_rulebook_would(text: str, canonical: str) -> None:
    (tree,) = read(text)
    assert PRINTER.sentence(tree) == canonical
    assert read(canonical) == (tree,)


def test_a_sentence_too_long_for_its_heading_goes_below_it() -> None:
    long = "Target a random adjacent rogue, or else switch places with the closest ally up to 3 spaces away, or else yourself."
    text = f'monster Imp:\n    Action 1-6 "Do": {long}'
    assert PRINTER.declaration(card(text)) == f'monster Imp:\n    Action 1-6 "Do":\n        {long}'


CARD = """\
monster "Rat, Giant":
    Called Rat.
    Stats Physical -1, Defense 1.
    Tags Undead.
    Source "Marching Order", "Monsters Appendix".

    Special "Wall" when an enemy attack targets an ally behind you: Redirect it to yourself.

    Basic action "Bite":
        Target an adjacent rogue, or else switch places with the ally directly in front of you.
        Make a Physical Attack Roll vs their Defense.
        If successful, they gain Poisoned [1] (2).
    Action 4-6 "Use" [cooldown 3]: Switch places with a random ally.
    Reaction "Squeak" before an ally makes a Resolve Roll: They gain 1 Luck.

    Bullshit 1 "It's over": Die.
    Bullshit 6 "Flee":
        Roll 1d6:
            1-2:
                Lose 2 Health.
                If successful: Leave combat until the end of combat.
            3-6: Nothing happens."""


def test_a_card_is_laid_out_like_the_examples() -> None:
    assert PRINTER.declaration(card(CARD)) == CARD


def test_a_card_with_a_strength_and_rules() -> None:
    text = "condition Terrified [X]:\n    Tags Harmful.\n    +X to Resolve.\n    At upkeep, take X damage."
    assert PRINTER.declaration(card(text.replace("Terrified", '"Terrified"'))) == text


def test_the_language_word_among_names_is_quoted() -> None:
    text = 'common "Rogue":\n    Action "Move": Switch places with an ally 1 space away.'
    assert PRINTER.declaration(card(text)) == text


def test_riders_become_sentences_of_their_own() -> None:
    tree = nested("Target an ally. Make a Physical Attack Roll vs Defense; gain Stunned(1); you gain 1 Luck.")
    assert PRINTER.block(tree).splitlines() == [
        "Target an ally.",
        "Make a Physical Attack Roll vs Defense.",
        "If successful, they gain Stunned (1).",
        "If successful, you gain 1 Luck.",
    ]


def test_verbs_left_out_stay_left_out() -> None:
    tree = nested("They lose 1 Luck, 2 Health and Stunned.")
    assert PRINTER.block(tree) == "They lose 1 Luck, 2 Health and Stunned."
    assert nested(PRINTER.block(tree)) == tree


def test_english_says_what_was_left_out() -> None:
    tree = nested("Make a Physical Attack Roll vs Defense; gain Stunned(1)")
    assert PRINTER.english(tree) == (
        "Target an enemy. Make a Physical Attack Roll vs Defense. If successful, they gain Stunned (1)."
    )
    assert PRINTER.block(tree).startswith("Make a Physical Attack Roll")


def test_english_is_one_paragraph() -> None:
    tree = nested(
        "If they have Stunned: Die. Gain 1 Luck.\nOtherwise, gain 2 Luck. Roll 1d6:\n  1-3: Die.\n  4-6: Gain 1 Luck."
    )
    assert PRINTER.english(tree) == (
        "If they have Stunned: die; gain 1 Luck. Otherwise, gain 2 Luck. Roll 1d6: 1-3: die; 4-6: gain 1 Luck."
    )


def test_otherwise_in_a_block_follows_one_semicolon() -> None:
    tree = nested("At upkeep:\n  If they have Stunned, die.\n  Otherwise, gain 2 Luck.")
    assert PRINTER.english(tree) == "At upkeep: if they have Stunned, die; otherwise, gain 2 Luck."


@pytest.mark.parametrize("path", [*CONTENT, *GOOD], ids=lambda path: path.stem)
def test_every_card_prints_and_reads_back(path: Any) -> None:
    parsed = PARSER.parse(Source.of(path.read_text(encoding="utf-8"), path.name))
    assert parsed.problems == ()
    assert parsed.declarations
    for tree in parsed.declarations:
        again = PARSER.parse(Source.of(PRINTER.declaration(tree)))
        assert again.problems == ()
        assert again.declarations == (tree,)


def test_every_card_as_it_is_performed_prints_and_reads_back(bound: Any) -> None:
    library, rebind = bound
    cards = [definition for kind in library.kinds() for definition in library.all(kind)]
    assert len(cards) == len(CONTENT)
    for definition in cards:
        text = PRINTER.card(definition.tree)
        assert rebind(card(text)) == definition.tree, text
        assert PRINTER.card(rebind(card(text))) == text  # canonical text stays as it is


@pytest.fixture(scope="module")
def bound() -> Any:
    from dicecrawl.language.library import bind_card, load_library, read_folder

    library = load_library(RULESET, read_folder(content_root("marching_order"))).demand()

    def rebind(tree: Any) -> Any:
        problems: list[Any] = []
        again = bind_card(RULESET, tree, library.names, library.get, problems)
        assert problems == []
        return again

    return library, rebind


def test_what_has_no_words_is_refused() -> None:
    stunned = ConditionRef(Name("Stunned"))
    with pytest.raises(PrintError, match="Clause"):  # something gained, and no verb before it
        PRINTER.sentence(Clause(None, None, (stunned,)))
    with pytest.raises(PrintError, match="Exactly"):  # creatures named by their numbers in a state
        PRINTER.sentence(Clause(Exactly((1, 2)), None, (Gain(stunned),)))
    with pytest.raises(PrintError, match="dragon"):  # a noun that this game does not have
        PRINTER.sentence(Clause(Sel(None, (), "dragon"), None, (Gain(stunned),)))
    with pytest.raises(PrintError, match="-1"):  # numbers have no sign
        PRINTER.sentence(Clause(None, None, (Gain(Counted(Number(-1), Name("Luck"))),)))
    with pytest.raises(PrintError, match="Name"):
        PRINTER.sentence(Clause(None, None, (Gain(ConditionRef(Name("two\nlines"))),)))
    with pytest.raises(PrintError, match="Source"):  # empty quotes are a mistake
        PRINTER.sentence(SourceLine(("",)))
    with pytest.raises(PrintError, match="Block"):
        PRINTER.sentence(Block((Clause(You(), None, (Gain(stunned),)),)))


def test_what_binding_has_put_under_a_sentence_is_never_dropped() -> None:
    tree = nested("Target an ally. They gain 1 Luck.")
    with pytest.raises(PrintError, match="binding"):
        PRINTER.sentence(tree.sentences[0])
