"""Cards kept between runs: what comes out of the cache is what reading gives, and anything doubtful is read anew."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import attrs
import pytest

import dicecrawl as dc
from dicecrawl.core.definitions import Definition
from dicecrawl.core.nodes import Node
from dicecrawl.errors import ContentError, UnknownName
from dicecrawl.language import cache, library, shelf
from dicecrawl.language.library import Library, Loaded, load_library, reopen_library
from dicecrawl.language.source import Source
from dicecrawl.match import Match

GAMES = ("marching_order", "delve")
BATH = """service "Bath":
    Price 1.

    Action "Bath":
        You gain 1 Health.
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache of this test alone."""
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path / "cache"))
    return tmp_path / "cache"


def kept(folder: Path) -> list[Path]:
    return sorted(folder.glob(f"{shelf.KIND}-*.json"))


def again(game: dc.Game) -> Library:
    """The cards of a game, as the next process would have them."""
    return reopened(game).demand()


def reopened(game: dc.Game) -> Loaded:
    return reopen_library(game.ruleset, tuple(game.library.sources.values()))


def whole(node: Any) -> Any:
    """Everything that a tree says, its places and what binding wrote included."""
    if isinstance(node, Node):
        return (type(node), *(whole(getattr(node, f.name)) for f in attrs.fields(type(node))))
    if isinstance(node, tuple):
        return tuple(whole(inner) for inner in node)
    return attrs.astuple(node) if attrs.has(type(node)) else node


def told(card: Definition) -> Any:
    """Everything that a card says."""
    abilities = [[whole(getattr(a, f.name)) for f in attrs.fields(type(a))] for a in card.abilities]
    return (card, card.span, whole(card.tree), abilities, [whole(rule) for rule in card.rules])


@pytest.mark.parametrize("name", GAMES)
def test_cards_of_the_cache_are_those_that_were_read(folder: Path, name: str) -> None:
    read = dc.load(name)
    assert read.library.shelf is None
    assert len(kept(folder)) == 1
    again = dc.load(name)
    assert again.library.shelf is not None
    assert again.library.digest == read.library.digest
    assert again.library.kinds() == read.library.kinds()
    for kind in read.library.kinds():
        assert [told(card) for card in again.library.all(kind)] == [told(card) for card in read.library.all(kind)]
    assert again.library.waiting == read.library.waiting
    assert again.library.names == read.library.names


def test_a_battle_comes_out_the_same_and_takes_out_only_the_cards_it_needs(folder: Path) -> None:
    def fought() -> Match:
        return dc.load().battle(["Knight", "Archer"], ["Giant Rat"], seed=3, players=dc.GreedyPlayer()).play()

    first, second = fought(), fought()
    assert second.log == first.log
    library = second.library
    assert isinstance(library, Library)
    assert 0 < len(library.cards["monster"]) < len(library.shelf.cards["monster"]) if library.shelf else False


def test_a_rule_that_waits_is_found_by_its_key_alone(folder: Path) -> None:
    read = dc.load().library
    assert len(read.waiting) > 2
    for key, rule in read.waiting.items():
        assert again(dc.load()).rule(key) == rule
    for key in ("", "rogue", "rogue:Nobody:1", "rogue:Knight:999", ":::"):
        assert again(dc.load()).rule(key) is None


def test_names_are_found_as_in_a_fresh_reading(folder: Path) -> None:
    dc.load()
    cards = again(dc.load())
    assert cards.get("rogue", "knight").name == "Knight"
    assert cards.kind_of("giant RAT", cards.kinds()) == "monster"
    with pytest.raises(UnknownName, match=r"did you mean 'Knight'\?"):
        cards.get("rogue", "Knihgt")
    with pytest.raises(UnknownName, match="there is no dragon called 'Knight'; known: none"):
        cards.get("dragon", "Knight")


def test_texts_in_which_something_is_wrong_are_not_kept(folder: Path, tmp_path: Path) -> None:
    pack = tmp_path / "bath.crawl"
    pack.write_text(BATH + "    Prise 3.\n", encoding="utf-8")
    for _ in "ab":
        with pytest.raises(ContentError, match="Prise"):
            dc.load("marching_order", pack)
    assert not kept(folder)
    pack.write_text(BATH, encoding="utf-8")
    told = [[p.code for p in reopened(dc.load("marching_order", pack)).problems] for _ in "ab"]
    assert told == [["W201"], ["W201"]]  # a warning is given each time
    assert not kept(folder)


def test_an_entry_depends_on_texts_names_words_and_code(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = dc.load()
    sources = tuple(game.library.sources.values())
    keys = [shelf._key(game.ruleset, sources), shelf._key(dc.load("delve").ruleset, sources)]
    assert shelf._key(game.ruleset, sources[::-1]) == keys[0]
    first = sources[0]
    keys.append(shelf._key(game.ruleset, (Source.of(first.raw + "\n", first.name), *sources[1:])))
    keys.append(shelf._key(game.ruleset, (Source.of(first.raw, "elsewhere.crawl"), *sources[1:])))
    monkeypatch.setattr(shelf, "grammar_text", lambda name: "other words")
    keys.append(shelf._key(game.ruleset, sources))
    monkeypatch.setattr(shelf, "_code", lambda ruleset: ["another module"])
    keys.append(shelf._key(game.ruleset, sources))
    assert len(set(keys)) == len(keys) == 6


def test_every_module_that_has_a_say_is_looked_at() -> None:
    seen = " ".join(shelf._code(dc.load().ruleset)).replace("\\", "/")
    for part in ("effects/flow.py", "language/bind.py", "games/marching_order/town/effects.py", "core/nodes.py"):
        assert f"dicecrawl/{part} " in seen


def spoil(content: bytes) -> Callable[[Path], None]:
    return lambda entry: entry.write_bytes(content) and None


def change(edit: Callable[[dict[str, Any]], Any]) -> Callable[[Path], None]:
    def write(entry: Path) -> None:
        value = json.loads(entry.read_bytes())
        edit(value["value"])
        entry.write_text(json.dumps(value), encoding="utf-8")

    return write


@pytest.mark.parametrize(
    "damage",
    [
        spoil(b""),
        spoil(b"null"),
        spoil(b"[" * 100_000),
        lambda entry: entry.write_bytes(entry.read_bytes()[:-100]),
        change(lambda value: value.pop("sum")),
        change(lambda value: value.update(cards=7)),
        change(lambda value: value.update(cards=value["cards"].replace("Wizard", "Lizard"))),
    ],
)
def test_a_damaged_entry_is_not_used_and_is_written_anew(folder: Path, damage: Callable[[Path], None]) -> None:
    dc.load("delve")
    (entry,) = kept(folder)
    before = entry.read_bytes()
    damage(entry)
    assert dc.load("delve").library.shelf is None
    assert entry.read_bytes() == before


def test_an_entry_that_names_other_classes_reaches_no_code(folder: Path) -> None:
    """Someone who can write to the cache and knows its sum still gets nothing but words of the game."""
    game = dc.load("delve")
    (entry,) = kept(folder)
    value = json.loads(entry.read_bytes())
    packed = json.loads(value["value"]["cards"])
    packed["classes"][0] = ["os", "system"]
    text = json.dumps(packed)
    value["value"] = {"cards": text, "sum": shelf.sha256(text.encode()).hexdigest()}
    entry.write_text(json.dumps(value), encoding="utf-8")
    assert shelf.read_shelf(game.ruleset, tuple(game.library.sources.values())) is None


def test_without_a_cache_everything_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(cache.VARIABLE, "off")
    assert dc.load("delve").library.shelf is None
    assert dc.load("delve").library.shelf is None


def test_checking_reads_the_texts_whatever_is_kept(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = dc.load("delve")
    asked: list[str] = []
    monkeypatch.setattr(library, "read_shelf", lambda *_: asked.append("the cache"))
    assert not load_library(game.ruleset, tuple(game.library.sources.values())).problems
    assert asked == []
