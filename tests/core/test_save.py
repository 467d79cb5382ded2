"""Snapshots, transcripts and saves as text: they read back equal, and whatever is wrong with one is said in plain words."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import attrs
import pytest
from attrs import frozen

from dicecrawl.core import save
from dicecrawl.core.budget import Limits
from dicecrawl.core.dice import EnumeratingDice, RecordedDice, ScriptedDice, SeededDice
from dicecrawl.core.events import ConditionGained, CounterChanged, EntityMoved, RuleSet
from dicecrawl.core.save import (
    SAVE,
    TRANSCRIPT,
    VERSION,
    Saved,
    StoredDice,
    Transcript,
    plain,
    plain_setup,
    read,
    same_state,
    setup_from_plain,
    state_digest,
    state_from_dict,
    state_to_dict,
    write_text,
)
from dicecrawl.core.state import Condition, State, Waiting
from dicecrawl.errors import SaveError
from tests.core.toy import CHIPS, ROW, Cards, Stone, lay, stone

RECORD = Transcript("stones", {"stones": ["Flint"]}, (1, 2, 3), ((0,), (1, 2), ()), Limits(rounds=7), None, "1", "abc")
SAVED = Saved(RECORD, StoredDice.of(SeededDice(2**63 + 5)), 12, "digest", ((6, 6), (3, 20)))


def board() -> State:
    state = lay(Cards({("stone", "Flint"): stone("Flint")}), ["Flint", Stone("Flint", 3, None)])
    for event in (
        ConditionGained(1, Condition("Sore", 2, 3, 2, turn=4, memory=1)),
        ConditionGained(1, Condition("Wet", last=True)),
        CounterChanged(2, "b", 1),
        CounterChanged(2, "a", 1),
        CounterChanged(None, "round", 4),
        RuleSet(Waiting("key", 1, "used", 3, (2, 1), 4, definition="Flint")),
        EntityMoved(1, "hidden", None, "hides"),
    ):
        event.apply(state)
    return state


# -- snapshots --------------------------------------------------------------------------------------------------------------


def test_a_snapshot_is_plain_json_and_reads_back_equal() -> None:
    state = board()
    text = json.dumps(state_to_dict(state))
    back = state_from_dict(json.loads(text))
    assert state_to_dict(back) == state_to_dict(state)
    assert same_state(back, state)
    assert back[1].conditions == state[1].conditions
    assert back.waiting == state.waiting
    assert back.step == state.step
    assert list(back[2].counters) == [CHIPS, "b", "a"]  # their order decides in which order dice go down


def test_a_snapshot_shares_nothing_with_the_state() -> None:
    state = board()
    data = state_to_dict(state)
    CounterChanged(2, CHIPS, -1).apply(state)
    assert data != state_to_dict(state)
    data["zones"][ROW].append(99)
    assert 99 not in state.zone(ROW)


def test_equal_states_have_equal_names_and_the_order_of_counters_counts() -> None:
    one, other = board(), board()
    assert state_digest(one) == state_digest(other)
    CounterChanged(2, "c", 1).apply(one)
    assert state_digest(one) != state_digest(other)
    first, second = State("x"), State("x")
    for state, names in ((first, "ab"), (second, "ba")):
        for name in names:
            CounterChanged(None, name, 1).apply(state)
    assert first.counters == second.counters
    assert not same_state(first, second)


def spoilt(*path: Any, value: Any) -> dict[str, Any]:
    data = json.loads(json.dumps(state_to_dict(board())))
    part = data
    for key in path[:-1]:
        part = part[key]
    part[path[-1]] = value
    return data


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (spoilt("luck", value=1), "luck"),
        (spoilt("entities", 0, "luck", value=1), "luck"),
        (spoilt("step", "luck", value=1), "luck"),
        (spoilt("entities", 0, "conditions", 0, "luck", value=1), "luck"),
        (spoilt("entities", 0, "counters", CHIPS, value="6"), "'6'"),
        (spoilt("entities", 0, "counters", value=[]), "is not an object"),
        (spoilt("entities", 0, "label", value=6), "6 is not text"),
        (spoilt("entities", 0, "conditions", 1, "last", value=1), "1 is not true or false"),
        (spoilt("entities", 0, "tags", value="flat"), "'flat' is not a list"),
        (spoilt("next_id", value=True), "True"),
        (spoilt("next_id", value=1.0), "1.0"),
        (spoilt("next_id", value=None), "None"),
        (spoilt("game", value=None), "None"),
        (spoilt("entities", 1, "id", value=1), "same id"),
        (spoilt("entities", value={}), "must be a list"),
        (spoilt("entities", value=[1]), "must be a list"),
    ],
)
def test_a_snapshot_with_anything_strange_in_it_is_refused(data: dict[str, Any], told: str) -> None:
    with pytest.raises(SaveError, match="cannot be read") as caught:
        state_from_dict(data)
    assert told in str(caught.value)


# -- setups -----------------------------------------------------------------------------------------------------------------


@frozen
class Foreign:
    name: str


def test_specs_become_their_fields_under_their_name_and_come_back() -> None:
    setup = {"stones": ["Flint", Stone("Slate", 3, None)], "etn": 4, "dark": True, "note": None}
    kept = plain_setup(setup, [Stone])
    assert kept == {
        "stones": ["Flint", {"spec": "Stone", "card": "Slate", "chips": 3, "seat": None}],
        "etn": 4,
        "dark": True,
        "note": None,
    }
    assert setup_from_plain(json.loads(json.dumps(kept)), [Stone]) == setup


@pytest.mark.parametrize(
    ("entry", "told"),
    [
        ({"spec": "Pebble", "card": "Flint"}, "knows no spec 'Pebble'; it knows Stone"),
        ({"card": "Flint"}, "knows no spec None"),
        ({"spec": "Stone", "card": "Flint", "colour": "red"}, "colour"),
        ({"spec": "Stone", "card": "Flint", "chips": "6"}, "'6'"),
        ({"spec": "Stone"}, "card"),
    ],
)
def test_an_unknown_spec_or_key_is_refused_with_its_place(entry: dict[str, Any], told: str) -> None:
    with pytest.raises(SaveError, match="stones") as caught:
        setup_from_plain({"stones": [entry]}, [Stone])
    assert told in str(caught.value)


@pytest.mark.parametrize("value", [Foreign("x"), [Foreign("x")], 1.5, {1: 2}, {1, 2}, b"x", object()])
def test_what_json_cannot_keep_exactly_is_refused_at_once(value: Any) -> None:
    with pytest.raises(SaveError, match="cannot be kept"):
        plain_setup({"stones": value}, [Stone])


# -- dice -------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", [0, 1, 2**53 + 1, 2**64 - 1])
def test_seeded_dice_go_on_where_they_stood(key: int) -> None:
    dice = SeededDice(key)
    for _ in range(7):
        dice.draw(6)
    stored = json.loads(json.dumps(plain(StoredDice.of(dice))))
    again = StoredDice(**{**stored, "left": tuple(stored["left"])}).restored()
    assert [again.draw(20) for _ in range(20)] == [dice.draw(20) for _ in range(20)]


def test_scripted_dice_keep_what_is_left_of_the_script() -> None:
    dice = ScriptedDice([1, 2, 3])
    dice.draw(6)
    again = StoredDice.of(dice).restored()
    assert [again.draw(6), again.draw(6)] == [2, 3]


def test_other_sources_say_that_they_cannot_be_kept() -> None:
    for dice in (RecordedDice([1]), EnumeratingDice(deepest=1, least=save_least())):
        with pytest.raises(SaveError, match=f"dice of the type {type(dice).__name__} cannot be taken up again"):
            StoredDice.of(dice)


def save_least() -> Any:
    from fractions import Fraction

    return Fraction(0)


@pytest.mark.parametrize(
    "stored",
    [
        StoredDice("another generator", "0" * 16),
        StoredDice(SeededDice.algorithm, "no number"),
        StoredDice(SeededDice.algorithm, "f" * 17),
        StoredDice(SeededDice.algorithm, "0", -1),
        StoredDice("stated faces", left=(0,)),
    ],
)
def test_dice_that_cannot_be_taken_up_are_a_save_error(stored: StoredDice) -> None:
    with pytest.raises(SaveError, match="the dice of this save cannot be taken up again"):
        stored.restored()


# -- text -------------------------------------------------------------------------------------------------------------------


def test_a_save_and_a_transcript_read_back_equal_and_a_save_is_a_transcript_too() -> None:
    assert Transcript.from_json(RECORD.to_json()) == RECORD
    assert Saved.from_json(SAVED.to_json()) == SAVED
    assert Transcript.from_json(SAVED.to_json()) == RECORD


def test_the_text_is_one_line_of_plain_ascii_with_a_versioned_header() -> None:
    named = attrs.evolve(RECORD, setup={"stones": ["Pétra “Ω” \ud800 🪨"]})
    text = named.to_json()
    assert text.isascii()
    assert text.count("\n") == 1
    document = json.loads(text)
    assert (document["format"], document["version"]) == (TRANSCRIPT, VERSION)
    assert Transcript.from_json(text) == named


def test_blanks_and_a_byte_order_mark_around_and_between_change_nothing() -> None:
    spread = "\ufeff  " + json.dumps(json.loads(SAVED.to_json()), indent=4, sort_keys=True) + "\r\n"
    assert Saved.from_json(spread) == SAVED


def test_a_transcript_is_no_save() -> None:
    with pytest.raises(SaveError, match=r"a transcript, not a save: play it with dicecrawl\.replay"):
        Saved.from_json(RECORD.to_json())


def edited(change: Callable[[dict[str, Any]], Any], *, resealed: bool = True) -> str:
    """The text of the save after a change, with a fitting checksum if `resealed`."""
    document = json.loads(SAVED.to_json())
    change(document)
    if resealed:
        body = {k: v for k, v in document.items() if k not in ("format", "version", "checksum")}
        document["checksum"] = save._checksum(document.get("format", ""), document.get("version", 0), body)
    return json.dumps(document)


WHOLE = SAVED.to_json().strip()

WRONG = {
    "empty": ("", "it is not JSON"),
    "prose": ("Once upon a time", "it is not JSON"),
    "a word": ('"save"', "a save is a JSON object"),
    "a list": ("[1, 2]", "a save is a JSON object"),
    "half": (WHOLE[: len(WHOLE) // 2], "cut short"),
    "one sign short": (WHOLE[:-1], "cut short"),
    "the first sign": (WHOLE[:1], "cut short"),
    "cut in a word": (WHOLE[:30], "cut short"),
    "two in one": (WHOLE + WHOLE, "it is not JSON"),
    "foreign": ('{"format": "chess", "version": 1}', "its format is 'chess'"),
    "no format": ("{}", "its format is None"),
    "a key twice": ('{"format": 1, "format": 2}', "a key stands twice"),
    "no number": ('{"format": NaN}', "NaN is no number"),
    "too deep": ('{"format": ' + "[" * 100_000, "no save"),
    "too long a number": ('{"format": ' + "9" * 10_000 + "}", "no save"),
    "no version": (edited(lambda d: d.pop("version"), resealed=False), "no version number but None"),
    "a word as version": (edited(lambda d: d.update(version="1"), resealed=False), "no version number but '1'"),
    "true as version": (edited(lambda d: d.update(version=True), resealed=False), "no version number but True"),
    "from tomorrow": (edited(lambda d: d.update(version=VERSION + 1), resealed=False), "install a newer dicecrawl"),
    "from long ago": (edited(lambda d: d.update(version=-3)), "no longer reads"),
    "an edited face": (edited(lambda d: d["transcript"]["faces"].append(6), resealed=False), "changed after it was written"),
    "no checksum": (edited(lambda d: d.pop("checksum"), resealed=False), "changed after it was written"),
    "an unknown key": (edited(lambda d: d.update(cheat=True)), "cheat"),
    "an unknown key within": (edited(lambda d: d["transcript"].update(cheat=True)), "cheat"),
    "a missing key": (edited(lambda d: d.pop("log")), "log"),
    "a wrong type": (edited(lambda d: d.update(log="many")), "'many'"),
    "a face of text": (edited(lambda d: d["transcript"].update(faces=["6"])), "'6'"),
    "a pair of three": (edited(lambda d: d.update(again=[[1, 2, 3]])), "3 entries, not 2"),
}


@pytest.mark.parametrize("case", WRONG, ids=str)
def test_whatever_is_wrong_with_a_save_is_said_in_plain_words(case: str) -> None:
    text, told = WRONG[case]
    with pytest.raises(SaveError) as caught:
        Saved.from_json(text)
    assert told in str(caught.value)


def test_a_save_cut_anywhere_is_never_believed() -> None:
    for length in range(len(WHOLE)):
        with pytest.raises(SaveError):
            Saved.from_json(WHOLE[:length])


def test_a_save_changed_anywhere_is_never_believed() -> None:
    for place in range(0, len(WHOLE), 7):
        changed = "0" if WHOLE[place] != "0" else "1"
        with pytest.raises(SaveError):
            Saved.from_json(WHOLE[:place] + changed + WHOLE[place + 1 :])


# -- older versions -----------------------------------------------------------------------------------------------------------


def old_text(version: int, body: dict[str, Any]) -> str:
    return json.dumps(
        {"format": TRANSCRIPT, "version": version, **body, "checksum": save._checksum(TRANSCRIPT, version, body)}
    )


def test_an_older_version_is_brought_up_step_by_step(monkeypatch: pytest.MonkeyPatch) -> None:
    def rename(body: dict[str, Any]) -> dict[str, Any]:  # what a version -1 called dice, version 0 calls faces
        return {**{k: v for k, v in body.items() if k != "dice"}, "faces": body["dice"]}

    def add(body: dict[str, Any]) -> dict[str, Any]:  # version 0 had no answers
        return {**body, "answers": []}

    monkeypatch.setitem(save.MIGRATIONS, (TRANSCRIPT, -1), rename)
    monkeypatch.setitem(save.MIGRATIONS, (TRANSCRIPT, 0), add)
    text = old_text(-1, {"game": "stones", "setup": {}, "dice": [4, 5]})
    assert Transcript.from_json(text) == Transcript("stones", {}, (4, 5), ())


def test_an_older_version_is_checked_before_it_is_touched(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(body: dict[str, Any]) -> dict[str, Any]:
        raise AssertionError("a damaged file was migrated")

    monkeypatch.setitem(save.MIGRATIONS, (TRANSCRIPT, 0), never)
    text = old_text(0, {"game": "stones", "setup": {}, "faces": [4], "answers": []})
    with pytest.raises(SaveError, match="changed after it was written"):
        Transcript.from_json(text.replace("[4]", "[5]"))


def test_this_version_needs_no_migration() -> None:
    assert not [key for key in save.MIGRATIONS if key[1] >= VERSION]
    assert read(SAVED.to_json())["format"] == SAVE


# -- files ------------------------------------------------------------------------------------------------------------------


def test_a_file_is_written_whole(tmp_path: Path) -> None:
    path = tmp_path / "game.save"
    write_text(path, "first\n")
    write_text(str(path), "second\n")
    assert path.read_bytes() == b"second\n"
    assert os.listdir(tmp_path) == ["game.save"]


def test_a_file_that_cannot_be_written_leaves_the_old_one_and_no_scraps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.save"
    write_text(path, "first\n")

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(SaveError, match=r"game\.save cannot be written: No space left on device"):
        write_text(path, "second\n")
    assert path.read_text(encoding="utf-8") == "first\n"
    assert os.listdir(tmp_path) == ["game.save"]


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(SaveError, match="cannot be written"):
        write_text(tmp_path / "nowhere" / "game.save", "text")


def test_a_new_file_may_be_read_like_any_other(tmp_path: Path) -> None:
    write_text(tmp_path / "game.save", "text")
    (tmp_path / "plain").write_text("text", encoding="utf-8")
    modes = {stat.S_IMODE((tmp_path / name).stat().st_mode) for name in ("game.save", "plain")}
    assert len(modes) == 1
