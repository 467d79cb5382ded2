"""Another play sheet is text: it loads, is played and is refused without a line of Python."""

from __future__ import annotations

from pathlib import Path

import pytest

import dicecrawl as dc
from dicecrawl.authoring.check import check
from dicecrawl.errors import ContentError, SetupError, UnknownName
from dicecrawl.games.delve import Adventurer, Opponent
from tests.content.delve.table import GAME, SANDS, START, Table, alone

SHEET = Path(__file__).parent / "sheets" / "cellar.crawl"
OWN = dc.load("delve", SHEET)


def cellar(dice: str, answers: list[str], **setup: object) -> Table:
    """A table of the adventure in the sheet."""
    return Table(dice, answers, game=OWN, adventure="The Cellar", **setup)


def test_the_sheet_has_nothing_wrong() -> None:
    assert check(GAME.ruleset, [SHEET]).problems == ()


def test_its_party_and_opponents_come_as_it_says() -> None:
    table = cellar("", [])
    assert table.party == {"Bard": 4, "Fighter": 2}
    assert (table.there("opponents"), table.there("waiting")) == (["Rat 1", "Rat 2"], ["Rat 3", "Giant"])


def test_its_abilities_are_played() -> None:
    table = cellar("553221 12", ["stop", "Lullaby", "2 2", "Ballad", "3", "Bard", "done"], opponents=alone("Rats", 1, 3),
                   party=[Adventurer("Bard", 1), "Fighter"])  # fmt: skip
    assert table.party["Bard"] == 2
    assert table.thrown("opponents") == 2
    assert table.asked_for("other die") == [["1", "3"]]


def test_its_waves_come_when_it_says() -> None:
    table = cellar("111345 11" * 1 + "111345 11" + "111345 111", ["stop"] * 3, encounter="Cellar", party=["Fighter"])
    assert (table.there("opponents"), table.match.state.count("round")) == (["Rat 1", "Rat 2", "Rat 3", "Giant"], 4)


def test_its_treasure_bends_the_rules() -> None:
    table = cellar("543211 22 3 5", ["keep 5 4 3 2", "keep 5 4 3 2 2", "keep 5 4 3 2 2", "Lullaby"], begin="Barrel")
    assert table.there("encounter") == ["Cellar"]
    assert table.thrown("roll") == 10  # four rolls, since the wine was found on the way


def test_an_unknown_adventure_encounter_or_adventurer_gets_the_nearest_name() -> None:
    with pytest.raises(UnknownName, match="did you mean 'Sands of Time'"):
        GAME.new_match(adventure="Sand of Time")
    with pytest.raises(UnknownName, match="has no encounter 'Dragon'; it has 'Raiders'"):
        GAME.new_match(adventure=SANDS, encounter="Dragon")
    with pytest.raises(UnknownName, match="did you mean 'Fighter'"):
        GAME.new_match(adventure=START, party=["Figther"])


@pytest.mark.parametrize(
    ("setup", "told"),
    [
        ({}, "needs adventure to be set up"),
        ({"adventure": START, "rogues": []}, "is not set up with 'rogues'; it takes adventure, encounter"),
        ({"adventure": START, "party": []}, "at least one adventurer"),
        ({"adventure": START, "party": [Adventurer("Fighter", 7)]}, "Fighter can have 0 to 6 boxes left, not 7"),
        ({"adventure": START, "party": [Adventurer("Fighter", 0)]}, "somebody of the party must be alive"),
        ({"adventure": START, "encounter": "Giant", "begin": "Dragon"}, "give one of them"),
        ({"adventure": START, "opponents": [Opponent("Orcs", 3)]}, "Orcs can have 1 to 2 boxes left, not 3"),
        ({"adventure": START, "opponents": [Opponent("Orcs", where="there")]}, "in battle, waiting or burrowed"),
        ({"adventure": START, "opponents": []}, "at least one opponent"),
        ({"adventure": START, "round": 2}, "can only be that of a situation"),
        ({"adventure": "The Cellar", "party": ["Wizard"]}, "gives Wizard no boxes"),
    ],
)
def test_what_cannot_be_set_up_says_why(setup: dict[str, object], told: str) -> None:
    with pytest.raises(SetupError, match=told):
        OWN.new_match(**setup)


BAD = {
    "Boxes 0.": ("E184", "write 1 box or more"),
    "Hits on 7.": ("E180", "no die can show 7"),
    "Hits on 5-4.": ("E180", "no face of a die is meant"),
    "Gives Stunned on 0.": ("E180", "no die can show 0"),
    "Gives Stunned [2] on 1.": ("E102", "takes no strength"),
    "Fight 0 Orcs.": ("E183", "at least one of 'Orcs'"),
    "Fight 2 Orks.": ("E105", "did you mean 'Orcs'"),
    "Begins with 0 opponents.": ("E183", "nobody would be in the battle"),
    "Begins with 2 opponents.": ("E183", "begins with opponents and has none"),
    "Requires the Paladin.": ("E105", "no adventurer is called 'Paladin'"),
    '+1 to "Rolls a round".': ("E103", "did you mean 'Rolls per round'"),
    "When it begins, throw 6 dice that hit on 8.": ("E180", "no die can show these faces"),
    'Ability "Stab" needs up to 2 dice showing 7: Destroy every opponent.': ("E180", "no die can show 7"),
    'Ability "Stab" needs 0 of a kind: Destroy every opponent.': ("E181", "there is no set of 0 dice"),
    'Ability "Stab" needs a straight of 7: Destroy every opponent.': ("E181", "from 1 to 6"),
    'Ability "Stab" needs a full house: Heal damage equal to the other die.': ("E185", "no other die"),
    '"Chrage" has no limit against the Giant.': ("E106", "did you mean 'Charge'"),
    "The Ankhegg cannot burrow.": ("E105", "did you mean 'Ankheg'"),
    "Party Fighter 0.": ("E184", "Fighter would be out from the start"),
    "Party Fighter 2, Fighter 3.": ("E182", "in the party twice"),
    "Encounters Drgon.": ("E105", "did you mean 'Dragon'"),
    "When it begins, find the Black Arow.": ("E105", "did you mean 'Black Arrow'"),
}


@pytest.mark.parametrize("line", BAD)
def test_impossible_content_is_refused_with_its_line_and_advice(line: str, tmp_path: Path) -> None:
    code, told = BAD[line]
    path = tmp_path / "bad.crawl"
    path.write_text(f'encounter Trouble:\n    Source "A bad sheet".\n    {line}\n', encoding="utf-8")
    with pytest.raises(ContentError) as refused:
        dc.load("delve", path)
    (problem,) = refused.value.problems
    assert (problem.code, problem.span.line) == (code, 1 if "has none" in told else 3)
    assert told in str(refused.value)


@pytest.mark.parametrize(
    ("card", "code"),
    [
        ("opponent Ghost", "E186"),
        ("adventure Nothing", "E187"),
        ("adventurer Idler", "E188"),
    ],
)
def test_a_card_that_lacks_what_it_must_have_is_refused(card: str, code: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.crawl"
    path.write_text(f'{card}:\n    Source "A bad sheet".\n', encoding="utf-8")
    with pytest.raises(ContentError) as refused:
        dc.load("delve", path)
    assert {problem.code for problem in refused.value.problems} == {code}
