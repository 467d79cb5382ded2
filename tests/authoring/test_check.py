"""Checking files: what is asked for is reported, as it was named, together with all it belongs to."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from dicecrawl.authoring.check import check, check_texts, pack_of
from dicecrawl.core.ruleset import Ruleset
from dicecrawl.errors import ResourceMissing, SetupError
from dicecrawl.game import load, ruleset_of
from dicecrawl.resources import content_root

STATS = "    Stats Physical +1, Defense 1, Health 2, Magic +0, Resolve +0.\n"
BAT = (
    'monster "Cave Bat":\n'
    f"{STATS}"
    '    Source "Mine", "1".\n'
    '    Action 1-6 "Flap": Target an adjacent rogue. Make a Physical Attack Roll vs their Defense.\n'
)


@pytest.fixture(scope="module")
def ruleset() -> Ruleset:
    return ruleset_of("marching_order")


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_the_games_own_content_has_nothing_wrong(ruleset: Ruleset) -> None:
    report = check(ruleset)
    assert report.problems == ()
    assert report.exit_code == 0
    assert str(report).endswith("no problems found")
    assert len(report.files) == len(list(content_root("marching_order").rglob("*.crawl")))


def test_a_good_file_counts_its_cards(ruleset: Ruleset, tmp_path: Path) -> None:
    report = check(ruleset, [write(tmp_path / "bat.crawl", BAT)])
    assert str(report) == "1 card in 1 file: no problems found"
    assert report.cards == {"monster": 1}


def test_three_mistakes_show_in_one_run_under_the_name_that_was_given(
    ruleset: Ruleset, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    broken = BAT.replace("adjacent", "advacent").replace("Source", "Sourse").replace("vs their", "versus them")
    write(tmp_path / "My Packs" / "José Ñ" / "Bat.CRAWL", broken)
    report = check(ruleset, ["My Packs"])
    assert report.exit_code == 1
    assert len(report.errors) == 3
    text = report.text()
    for line in (3, 4):
        assert f"My Packs/José Ñ/Bat.CRAWL:{line}:" in text
    assert "did you mean 'adjacent'?" in text
    assert text.splitlines()[-1] == "3 errors"


@pytest.mark.parametrize("form", ["relative", "absolute", "folder"])
def test_a_file_of_the_game_itself_is_no_double(ruleset: Ruleset, form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(content_root("marching_order"))
    path = {"relative": "monsters/giant_rat.crawl", "folder": "monsters"}.get(form, os.path.abspath("monsters/imp.crawl"))
    report = check(ruleset, [path])
    assert report.problems == ()
    assert len(report.files) == (1 if form != "folder" else len(list(Path("monsters").glob("*.crawl"))))


def test_a_file_is_checked_with_the_rest_of_its_pack_but_reported_alone(ruleset: Ruleset, tmp_path: Path) -> None:
    write(tmp_path / "pack.toml", 'game = "marching_order"\n')
    write(
        tmp_path / "conditions" / "itchy.crawl",
        'condition Itchy:\n    Tags Harmful.\n    Source "Mine".\n    -1 to Defense.\n',
    )
    bat = write(tmp_path / "monsters" / "bat.crawl", BAT + '    Bullshit 1 "Fleas": You gain Itchy (2).\n')
    write(tmp_path / "monsters" / "broken.crawl", "monster Broken:\n    Nonsense.\n")
    assert check(ruleset, [bat]).problems == ()
    assert check(ruleset, [tmp_path]).exit_code == 1


def test_a_card_that_has_anothers_name_shows_both_places(ruleset: Ruleset, tmp_path: Path) -> None:
    report = check(ruleset, [write(tmp_path / "rat.crawl", BAT.replace("Cave Bat", "Giant Rat"))])
    assert [p.code for p in report.errors] == ["E110"]
    assert "marching_order/monsters/giant_rat.crawl:1" in report.text()


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (BAT.encode("utf-16"), "looks like UTF-16"),
        (BAT.encode("utf-16-le"), "looks like UTF-16"),
        (BAT.replace("Flap", "Flâp").encode("latin-1"), "line 4 holds the byte 0xe2"),
        (b"x" * 4_000_001, "4,000,001 bytes"),
    ],
)
def test_a_file_that_is_no_utf8_text_is_told_apart(ruleset: Ruleset, tmp_path: Path, data: bytes, message: str) -> None:
    path = tmp_path / "bat.crawl"
    path.write_bytes(data)
    report = check(ruleset, [path])
    assert [p.code for p in report.errors] == ["E005"]
    assert message in report.text()


def test_marks_line_ends_and_tabs_change_no_place(ruleset: Ruleset, tmp_path: Path) -> None:
    broken = BAT.replace("adjacent", "advacent")
    places = set()
    for name, text in {
        "plain": broken,
        "bom": "\ufeff" + broken,
        "crlf": broken.replace("\n", "\r\n"),
        "cr": broken.replace("\n", "\r"),
        "no end": broken.rstrip("\n"),
        "blanks": broken.replace("\n", "   \n"),
    }.items():
        path = tmp_path / name / "bat.crawl"
        path.parent.mkdir()
        path.write_bytes(text.encode("utf-8"))
        report = check(ruleset, [path])
        places.add(tuple((p.code, p.span.line, p.span.column) for p in report.problems))
    assert len(places) == 1


def test_what_is_not_there_or_no_content_is_said(ruleset: Ruleset, tmp_path: Path) -> None:
    with pytest.raises(ResourceMissing, match="no file or folder"):
        check(ruleset, [tmp_path / "nowhere"])
    with pytest.raises(SetupError, match=r"no \.crawl files"):
        check(ruleset, [tmp_path])
    with pytest.raises(SetupError, match=r"end in \.crawl"):
        check(ruleset, [write(tmp_path / "notes.txt", "hello")])


def test_texts_are_checked_before_they_are_files(ruleset: Ruleset) -> None:
    assert check_texts(ruleset, {"new.crawl": BAT}).problems == ()
    assert check_texts(ruleset, {"new.crawl": BAT.replace("Make", "Mkae")}).exit_code == 1


def test_a_report_is_plain_data_for_editors(ruleset: Ruleset) -> None:
    report = check_texts(ruleset, {"new.crawl": BAT.replace("adjacent", "advacent")})
    [problem] = json.loads(json.dumps(report.to_dict()))["problems"]
    assert (problem["file"], problem["line"], problem["severity"]) == ("new.crawl", 4, "error")
    assert report.sources["new.crawl"].text[problem["start"] : problem["end"]] == "advacent"


def test_warnings_alone_let_the_cards_be_played(ruleset: Ruleset) -> None:
    report = check_texts(ruleset, {"new.crawl": BAT.replace('    Source "Mine", "1".\n', "")})
    assert [p.severity for p in report.problems] == ["warning"]
    assert report.exit_code == 0
    assert len(report.warnings) == 1


@pytest.mark.parametrize(("text", "advice"), [("game = ", "cannot be read"), ("name = 'x'", "names no game")])
def test_a_pack_that_names_no_game_is_said(tmp_path: Path, text: str, advice: str) -> None:
    write(tmp_path / "pack.toml", text)
    with pytest.raises(SetupError, match=advice):
        pack_of(tmp_path)


def test_a_pack_is_found_from_anything_in_it(tmp_path: Path) -> None:
    write(tmp_path / "pack.toml", "\ufeffgame = 'marching_order'\n")
    inside = write(tmp_path / "monsters" / "bat.crawl", BAT)
    assert pack_of(inside) == (tmp_path.resolve(), "marching_order")
    assert pack_of(content_root("marching_order") / "monsters") == (
        content_root("marching_order").resolve(),
        "marching_order",
    )


def test_loading_a_pack_reads_its_files_as_the_check_does(tmp_path: Path) -> None:
    (tmp_path / "bad.crawl").write_bytes(BAT.encode("utf-16"))
    from dicecrawl.errors import ContentError

    with pytest.raises(ContentError, match="UTF-16"):
        load("marching_order", tmp_path)
    with pytest.raises(ResourceMissing, match="nowhere"):
        load("marching_order", tmp_path / "nowhere")
    write(tmp_path / "bad.crawl", BAT)
    assert load("marching_order", tmp_path, tmp_path / "bad.crawl").card("Cave Bat").name == "Cave Bat"


def test_cards_are_counted_only_where_they_can_be_played(ruleset: Ruleset, tmp_path: Path) -> None:
    broken = check(ruleset, [write(tmp_path / "bat.crawl", BAT.replace("adjacent", "advacent"))]).text()
    assert broken.endswith("\n1 error")
    doubtful = check(ruleset, [write(tmp_path / "owl.crawl", BAT.replace("    Source", "    # Source"))]).text()
    assert doubtful.endswith("\n1 warning\n1 card in 1 file can be played")
