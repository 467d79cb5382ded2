"""Saves and transcripts of real battles: taken up again, played again, and refused in plain words when they do not fit."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

import attrs
import pytest

import dicecrawl as dc
from dicecrawl.core.save import Saved, StoredDice, Transcript, plain, state_digest, state_to_dict
from dicecrawl.games.marching_order import Enemy, Rogue
from dicecrawl.language.library import load_library
from dicecrawl.language.source import Source
from tests.core.toy import STONES, Cards, ask, lose, match

PARTY = [
    Rogue("Knight", actions=["Break Their Line"], qualities=[1], flaws=[6], items=["Bandage"], seat=0),
    Rogue("Wizard", health=4, seat=1, cooldowns={"Your Mind is Mine": 2}, conditions=[("Poisoned", 1, 2)]),
]
FOES = [Enemy("Goblin Wallboy", health=3), "Goblin Slinger", Enemy("Imp", conditions=[("Stunned", None, 1)])]


@lru_cache(maxsize=1)
def game() -> dc.Game:
    return dc.load("marching_order")


def begun(answers: int = 4, **options: Any) -> dc.Match:
    battle = game().battle(PARTY, FOES, **{"seed": 77, "seats": 2, "coins": 30, "etn": 5, **options})
    battle.advance()
    for _ in range(answers):
        battle.answer(0)
    assert battle.decision is not None
    return battle


def finished(battle: dc.Match) -> dc.Match:
    battle.advance()
    while battle.decision is not None:
        battle.answer(0)
    return battle


def saved(**changes: Any) -> str:
    """The text of a save with some of its parts changed, and a fitting checksum."""
    whole = Saved.from_json(begun().save())
    record = {key: changes.pop(key) for key in list(changes) if key in {f.name for f in attrs.fields(Transcript)}}
    return attrs.evolve(whole, transcript=attrs.evolve(whole.transcript, **record), **changes).to_json()


# -- going on ---------------------------------------------------------------------------------------------------------------


def test_a_save_goes_on_without_naming_the_game_from_text_and_from_a_file(tmp_path: Path) -> None:
    battle = begun()
    battle.save_to(tmp_path / "battle.save")
    for source in (battle.save(), tmp_path / "battle.save", str(tmp_path / "battle.save")):
        again = dc.resume(source)
        assert again.decision == battle.decision
        assert again.log == battle.log
        assert state_to_dict(again.state) == state_to_dict(battle.state)
        assert finished(again).log == finished(begun()).log
    assert (tmp_path / "battle.save").read_text(encoding="utf-8") == battle.save()


def test_the_file_of_a_save_is_only_read_even_when_it_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "battle.save"
    for text in (begun().save(), begun().save()[:-20], "nonsense"):
        path.write_text(text, encoding="utf-8")
        path.chmod(0o444)
        before = (path.read_bytes(), path.stat().st_mtime_ns)
        if text.endswith("}\n"):
            dc.resume(path, game())
        else:
            with pytest.raises(dc.SaveError):
                dc.resume(path, game())
        assert (path.read_bytes(), path.stat().st_mtime_ns) == before
        path.unlink()


def test_the_whole_setup_comes_back() -> None:
    again = dc.resume(begun().save(), game())
    assert again.setup == {"rogues": PARTY, "enemies": FOES, "etn": 5, "seats": 2, "coins": 30}
    limits = dc.Limits(rounds=3, events=900)
    assert dc.resume(begun(limits=limits).save(), game()).transcript.limits == limits


def test_a_save_keeps_no_player_and_takes_new_ones_from_here_on() -> None:
    text = begun().save()
    asked: list[int | None] = []

    def player(decision: dc.Decision, state: Any) -> tuple[int, ...]:
        asked.append(decision.seat)
        return (0,)

    for players in (player, {0: player, 1: player}):
        again = dc.resume(text, game(), players)
        assert again.decision is not None  # it still waits where it was
        assert again.play().over
    assert asked
    assert finished(dc.resume(text, game())).log == again.log
    half = dc.resume(text, game(), {1: player})
    half.advance()
    assert half.over or (half.decision is not None and half.decision.seat == 0)


def test_a_match_not_begun_or_over_can_be_saved_too() -> None:
    fresh = game().battle(PARTY, FOES, seed=77, seats=2, coins=30, etn=5)
    again = dc.resume(fresh.save(), game())
    assert (again.log, again.decision) == ((), None)
    assert finished(again).log == finished(begun()).log
    over = finished(begun())
    again = dc.resume(over.save(), game())
    assert (again.over, again.result, again.log) == (True, over.result, over.log)
    assert again.undo()
    assert not again.over


def test_a_save_after_undo_lets_the_same_dice_fall_again() -> None:
    battle = begun(answers=3)
    battle.answer(0)
    battle.undo()
    again = dc.resume(battle.save(), game())
    assert again.decision == battle.decision
    assert finished(again).log == finished(begun()).log


def test_a_game_stopped_by_an_error_of_its_player_can_still_be_saved_and_taken_up() -> None:
    battle = game().battle(PARTY, FOES, seed=77, seats=2, players=dc.ScriptedPlayer(["Skip"]))
    with pytest.raises(dc.ScriptError):
        battle.play()
    again = dc.resume(battle.save(), game())
    assert again.log == battle.log
    assert again.decision is not None


def test_scripted_dice_are_kept_with_what_is_left_of_them() -> None:
    faces = finished(begun()).transcript.faces
    battle = begun(dice=dc.ScriptedDice(faces), answers=2)
    again = finished(dc.resume(battle.save(), game()))
    assert again.transcript.faces == faces


def test_a_save_is_small_without_its_log_even_after_the_longest_battle() -> None:
    def idle(decision: dc.Decision, state: Any) -> tuple[int, ...]:
        return (len(decision.options) - 1,) if decision.least else ()

    long = game().battle(["Knight"] * 6, ["Goblin Wallboy"] * 3, seed=1, players=idle).play()
    assert long.state.count("round") > 100
    assert len(long.log) > 10_000
    assert len(long.save().encode()) < 64 * 1024
    assert dc.resume(long.save(), game()).result == long.result


def test_a_match_that_no_game_set_up_keeps_the_state_it_started_from() -> None:
    acts = [lose(2, 2), ask("colour", "red", "green"), lose(1, 1)]
    battle = match(*acts, stones=["Flint", "Slate"])
    toys = dc.Game(battle.ruleset, battle.library)  # type: ignore[arg-type]
    battle.advance()
    again = dc.resume(battle.save(), toys)
    assert again.decision == battle.decision
    again.answer(1)
    battle.answer(1)
    assert again.log == battle.log
    assert dc.resume(begun_toy := battle.save(), toys, lambda decision, state: (0,)).save() == begun_toy


# -- refusing ---------------------------------------------------------------------------------------------------------------


def other_content() -> dc.Game:
    texts = [parsed.source for parsed in game().library.parsed.values()]
    more = Source.of(texts[0].raw + "\n# one remark more\n", texts[0].name)
    return dc.Game(game().ruleset, load_library(game().ruleset, [more, *texts[1:]]).demand())


def test_other_content_is_refused_with_what_to_do() -> None:
    with pytest.raises(dc.SaveError, match=r"made with other cards of Marching Order .* load the packs it was played with"):
        dc.resume(begun().save(), other_content())


def test_with_other_cards_it_goes_on_from_the_last_finished_step_with_the_same_dice() -> None:
    battle = begun()
    again = dc.resume(battle.save(), other_content(), other_cards=True)
    assert again.decision == battle.decision
    while battle.decision is not None:
        battle.answer(*range(battle.decision.least))
        again.answer(*range(again.decision.least if again.decision is not None else 0))
    assert state_digest(again.state) == state_digest(battle.state)


def test_with_other_cards_what_is_gone_is_named() -> None:
    texts = [parsed.source for parsed in game().library.parsed.values() if not parsed.source.name.endswith("/imp.crawl")]
    gone = [Source.of(text.raw.replace("Summon an Imp", "Summon a Zombie"), text.name) for text in texts]
    loaded = load_library(game().ruleset, gone)
    fewer = dc.Game(game().ruleset, loaded.library)
    battle = game().battle(["Knight"], ["Imp"], seed=1)
    battle.advance()
    with pytest.raises(dc.SaveError, match="today's cards: they have no monster called 'Imp'"):
        dc.resume(battle.save(), fewer, other_cards=True)


def test_another_game_is_refused_by_name() -> None:
    toys = dc.Game(STONES, Cards({}))  # type: ignore[arg-type]
    with pytest.raises(dc.SaveError, match="a record of the game 'marching_order', but game= is 'stones'"):
        dc.resume(begun().save(), toys)
    with pytest.raises(dc.SaveError, match="of a game that is not here: there is no game called 'chess'"):
        dc.resume(saved(game="chess"))


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"state": "0" * 64}, "comes to another state"),
        ({"log": 3}, "comes to another state"),
        ({"faces": (6, 6, 6)}, "does not replay"),
        ({"faces": (1,)}, "does not replay"),
        ({"answers": ((99,),)}, "options are numbered"),
        ({"answers": ()}, "faces and 0 answers were never called for"),
        ({"dice": StoredDice("dice of tomorrow", "00")}, "dice of tomorrow"),
        ({"ruleset": "0.0.1", "state": ""}, r"made with 0\.0\.1: use that release"),
    ],
    ids=str,
)
def test_a_record_that_does_not_lead_to_its_state_is_refused(changes: dict[str, Any], told: str) -> None:
    with pytest.raises(dc.SaveError, match=told):
        dc.resume(saved(**changes), game())


def test_a_face_no_die_has_is_refused() -> None:
    faces = Saved.from_json(begun().save()).transcript.faces
    with pytest.raises(dc.SaveError, match="a d6 cannot show 9"):
        dc.resume(saved(faces=(*faces[:2], 9, *faces[3:])), game())


def changed_setup(change: Callable[[dict[str, Any]], Any]) -> str:
    setup = plain(Saved.from_json(begun().save()).transcript.setup)
    change(setup)
    return saved(setup=setup)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda s: s.update(weather="rain"), "weather, but a setup has rogues, enemies"),
        (lambda s: s.update(seed=3), "seed"),
        (lambda s: s["rogues"][0].update(hat="red"), "hat"),
        (lambda s: s["rogues"][0].update(spec="Wererat"), "no spec 'Wererat'; it knows Rogue, Enemy"),
        (lambda s: s["rogues"][0].update(qualities=["1"]), "'1' is not a whole number"),
        (lambda s: s["rogues"][1]["conditions"][0].append(4), "4 entries, not 3"),
        (lambda s: s["rogues"][0].pop("card"), "card"),
        (lambda s: s.update(etn="five"), "the setup cannot be read"),
        (lambda s: s.pop("enemies"), "the setup cannot be read"),
    ],
)
def test_a_setup_with_anything_strange_in_it_is_refused(change: Callable[[dict[str, Any]], Any], told: str) -> None:
    with pytest.raises(dc.SaveError) as caught:
        dc.resume(changed_setup(change), game())
    assert told in str(caught.value)


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("", "neither a save"),
        ("no such file.save", "'no such file.save' is neither a save (a JSON object) nor a file"),
        ("a\0b", "neither a save|is no save"),
        ("x" * 100_000, "..."),
        (Path("no such folder") / "battle.save", "cannot be read"),
        ('{"cut', "cut short"),
    ],
)
def test_what_is_no_save_at_all_is_said_to_be_none(source: str | Path, told: str) -> None:
    with pytest.raises(dc.SaveError) as caught:
        dc.resume(source, game())
    assert any(words in str(caught.value) for words in told.split("|"))


def test_a_file_that_is_no_text_and_a_folder_are_refused(tmp_path: Path) -> None:
    (tmp_path / "picture").write_bytes(b"\x89PNG\xff\xfe\x00")
    for path in (tmp_path / "picture", tmp_path):
        with pytest.raises(dc.SaveError):
            dc.resume(path, game())
        with pytest.raises(dc.SaveError):
            dc.resume(str(path), game())


def test_dice_that_cannot_be_kept_say_so_when_saving() -> None:
    over = dc.replay(finished(begun()).transcript, game())
    with pytest.raises(dc.SaveError, match="RecordedDice cannot be taken up again"):
        over.save()


# -- playing again ------------------------------------------------------------------------------------------------------------


def test_a_transcript_is_replayed_as_itself_as_text_from_a_file_and_out_of_a_save(tmp_path: Path) -> None:
    over = finished(begun())
    (tmp_path / "battle.json").write_text(over.transcript.to_json(), encoding="utf-8")
    for source in (over.transcript, over.transcript.to_json(), over.save(), tmp_path / "battle.json"):
        again = dc.replay(source, game())
        assert (again.result, again.log) == (over.result, over.log)
    assert dc.replay(over.transcript).log == over.log


def test_an_unfinished_transcript_is_replayed_to_its_end_and_waits_there() -> None:
    battle = begun()
    again = dc.replay(battle.transcript, game())
    assert (again.decision, again.log) == (battle.decision, battle.log)


def test_a_transcript_outlives_changed_content_where_that_changes_nothing() -> None:
    over = finished(begun())
    assert dc.replay(over.transcript, other_content()).result == over.result


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda t: attrs.evolve(t, faces=(*t.faces, 3)), r"1 of its \d+ faces and 0 of its"),
        (lambda t: attrs.evolve(t, answers=(*t.answers, (0,), (1,))), r"0 of its \d+ faces and 2 of its"),
        (lambda t: attrs.evolve(t, faces=t.faces[:-1]), "The record ends after"),
        (lambda t: attrs.evolve(t, answers=t.answers[:3]), "were never called for"),
        (lambda t: attrs.evolve(t, faces=(12, *t.faces[1:])), "cannot stand on a d6"),
        (lambda t: attrs.evolve(t, answers=((99,), *t.answers[1:])), "options are numbered"),
    ],
)
def test_faces_and_answers_that_do_not_fit_fail_the_replay(change: Callable[[Transcript], Transcript], told: str) -> None:
    over = finished(begun())
    with pytest.raises(dc.ScriptError, match=told):
        dc.replay(change(over.transcript), game())


def test_a_replay_says_when_the_cards_have_changed_since() -> None:
    over = finished(begun())
    wrong = attrs.evolve(over.transcript, faces=(*over.transcript.faces, 1))
    with pytest.raises(dc.ScriptError, match="it was made with others: load the same packs"):
        dc.replay(wrong, other_content())
