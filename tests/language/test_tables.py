"""Tables of a grammar: kept between runs as plain data, and built anew whenever what is kept cannot be trusted."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import attrs
import pytest

from dicecrawl.language import cache, grammar
from dicecrawl.language.cache import KEPT, cache_folder, key_of, read_cached, write_cached
from dicecrawl.language.grammar import REDUCE, SHIFT, Tables
from dicecrawl.plugins import ruleset_of

GRAMMARS = ruleset_of("marching_order").grammars


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache of this test alone."""
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path / "cache"))
    return tmp_path / "cache"


def load() -> Tables:
    """The tables, without what this process remembers of them."""
    return grammar.load_tables.__wrapped__(GRAMMARS)


def same(one: Tables, other: Tables) -> bool:
    rules = [[attrs.astuple(production) for production in tables.productions] for tables in (one, other)]
    return one.actions == other.actions and one.starts == other.starts and rules[0] == rules[1]


@pytest.fixture
def never_built(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lark must not be asked."""

    def refuse(*_: Any) -> Any:
        raise AssertionError("the tables were built")

    monkeypatch.setattr(grammar, "_built", refuse)


def test_tables_of_the_cache_are_those_that_were_built(folder: Path, request: pytest.FixtureRequest) -> None:
    built = load()
    assert len(list(folder.iterdir())) == 1
    request.getfixturevalue("never_built")
    assert same(load(), built)


def test_a_warm_start_does_not_import_lark(folder: Path) -> None:
    program = (
        "import sys; from dicecrawl.language.grammar import load_tables; load_tables(tuple(sys.argv[1:]));"
        "print('lark' in sys.modules)"
    )
    runs = [
        subprocess.run([sys.executable, "-c", program, *GRAMMARS], capture_output=True, text=True, check=True) for _ in "ab"
    ]
    assert [run.stdout.strip() for run in runs] == ["True", "False"]
    assert folder.is_dir()


def spoil(content: bytes) -> Any:
    return lambda entry: entry.write_bytes(content)


def change(**parts: Any) -> Any:
    def write(entry: Path) -> None:
        kept = json.loads(entry.read_bytes())
        kept["value"].update(parts)
        entry.write_text(json.dumps(kept), encoding="utf-8")

    return write


@pytest.mark.parametrize(
    "damage",
    [
        spoil(b""),
        spoil(b"\xff\xfe nonsense"),
        spoil(b"[" * 100_000),
        spoil(b"null"),
        spoil(b'{"key": "another", "value": {}}'),
        lambda entry: entry.write_bytes(entry.read_bytes()[:-100]),
        change(rows=None),
        change(symbols=[]),
        change(productions=[["a"]]),
        change(starts=[]),
        change(rows=[[0]]),
    ],
)
def test_a_damaged_entry_is_not_used_and_is_written_anew(folder: Path, damage: Any) -> None:
    built = load()
    (entry,) = folder.iterdir()
    whole = entry.read_bytes()
    damage(entry)
    assert same(load(), built)
    assert entry.read_bytes() == whole


@pytest.mark.parametrize("where", ["off", "", "a file", "below a file"])
def test_without_a_usable_cache_everything_works(where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("in the way")
    place = {"a file": str(tmp_path / "file"), "below a file": str(tmp_path / "file" / "cache")}.get(where, where)
    monkeypatch.setenv(cache.VARIABLE, place)
    assert same(load(), grammar.load_tables(GRAMMARS))
    assert write_cached("tables", "key", 1) is False
    assert read_cached("tables", "key") is None
    assert (tmp_path / "file").read_text() == "in the way"


def test_an_entry_depends_on_the_words_the_rules_and_the_versions(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    load()
    monkeypatch.setattr(grammar, "_versions", lambda: ("another",))
    load()
    assert len(list(folder.iterdir())) == 2
    assert len({key_of("a", "b"), key_of("ab"), key_of("a", "b", ""), key_of("b", "a")}) == 4


def test_the_folder_follows_the_customs_of_the_system(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv(cache.VARIABLE, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "local"))
    for system, expected in (("linux", "xdg/dicecrawl"), ("darwin", "Library/Caches/dicecrawl"), ("win32", "local/dicecrawl")):
        monkeypatch.setattr(sys, "platform", system)
        assert cache_folder() == tmp_path / expected
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert cache_folder() == tmp_path / ".cache" / "dicecrawl"


def test_tests_keep_nothing_among_what_the_user_keeps(monkeypatch: pytest.MonkeyPatch) -> None:
    ours = cache_folder()
    assert ours is not None
    monkeypatch.delenv(cache.VARIABLE)
    assert cache_folder() not in (ours, *ours.parents)


def test_old_entries_make_room(folder: Path) -> None:
    for number in range(KEPT + 5):
        assert write_cached("tables", f"{number}", number)
    assert write_cached("cards", "1", "other")
    assert len(list(folder.glob("tables-*"))) == KEPT
    assert read_cached("cards", "1") == "other"
    assert not list(folder.glob(".*"))


def test_every_build_numbers_states_and_rules_alike(folder: Path) -> None:
    program = (
        "import json, sys; from dicecrawl.language.grammar import _built, _packed;"
        "from dicecrawl.language.words import load_words; names = tuple(sys.argv[1:]);"
        "print(json.dumps(_packed(_built(names, load_words(names)))))"
    )
    seeds = ({**os.environ, "PYTHONHASHSEED": seed} for seed in ("0", "1"))
    runs = [
        subprocess.run([sys.executable, "-c", program, *GRAMMARS], env=env, capture_output=True, check=True) for env in seeds
    ]
    assert runs[0].stdout == runs[1].stdout


def test_what_is_relied_on_in_lark_is_so() -> None:
    """States, shifts and reductions of Lark's `parse_table`, as `grammar` reads them."""
    tables = grammar.load_tables(GRAMMARS)
    assert set(tables.starts) == {"start", "sentences"}
    for row in tables.actions:
        for kind, target in row.values():
            assert kind in (SHIFT, REDUCE)
            assert 0 <= target < (len(tables.actions) if kind == SHIFT else len(tables.productions))
    for production in tables.productions:
        assert len(production.kept) == len(production.symbols)
        assert production.alias != production.origin or production.makes == production.origin
        assert not any(
            kept and symbol.startswith("_") and symbol.isupper()
            for symbol, kept in zip(production.symbols, production.kept, strict=True)
        )
