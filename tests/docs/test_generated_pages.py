"""The pages that scripts make say what the tree says now."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from types import ModuleType

import pytest

GENERATE = Path(__file__).resolve().parents[2] / "docs" / "generate"
SCRIPTS = sorted(path for path in GENERATE.glob("*.py") if path.stem != "cards")


def script(path: Path) -> ModuleType:
    """A script of docs/generate as a module."""
    spec = importlib.util.spec_from_file_location(f"docs_generate_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("path", SCRIPTS, ids=[path.stem for path in SCRIPTS])
def test_the_page_is_what_its_script_makes(path: Path) -> None:
    module = script(path)
    shown = module.PAGE.read_text(encoding="utf-8")
    assert shown == module.page(), f"the page is out of date: run python docs/generate/{path.name}"


def test_the_pages_of_cards_are_what_their_script_makes() -> None:
    module = script(GENERATE / "cards.py")
    made = module.pages()
    shown = {path.relative_to(module.CARDS).as_posix() for path in (module.CARDS / module.FOLDER).rglob("*.md")}
    assert shown == set(made) - {"index.md"}
    stale = [name for name, text in made.items() if (module.CARDS / name).read_text(encoding="utf-8") != text]
    assert stale == [], "these pages are out of date: run python docs/generate/cards.py"


def test_the_duels_that_are_kept_are_those_of_the_cards() -> None:
    module = script(GENERATE / "cards.py")
    kept = json.loads(module.FIGURES.read_text(encoding="utf-8"))
    assert (kept["fights"], kept["seed"]) == (module.FIGHTS, module.SEED)
    assert list(kept["duels"]) == [str(duel) for duel in module.every_duel()]


@pytest.mark.parametrize(("kind", "card"), [("monster", "Goblin Juicer"), ("rogue", "Archer"), ("monster", "Imp")])
def test_the_duels_are_what_is_fought(kind: str, card: str) -> None:
    module = script(GENERATE / "cards.py")
    for duel in module.duels(module.game().card(card, kind)):
        assert module.fought(duel) == module.figures()[str(duel)], "fight anew: python docs/generate/cards.py --figures"


def test_every_rule_of_the_grammar_stands_on_the_page_of_forms() -> None:
    module = script(GENERATE / "words.py")
    rules = {module.piece(rule.name) for grammar in ("core", "marching_order") for rule in module.rules(grammar, "")}
    missing = {rule for rule in rules - {"start", "sentences", "error"} if f"| *{rule}* |" not in module.page()}
    assert missing == set()
    assert len(rules) > 80


def test_every_ruling_of_marching_order_is_held_by_a_test() -> None:
    text = script(GENERATE / "rulings.py").page()
    entries = {int(entry.split(" ", 1)[0].removeprefix("MO-")): entry for entry in text.split("\n### ")[1:]}
    assert set(entries) == {*range(1, 182)}
    bare = {number for number, entry in entries.items() if "no test of its own" in entry}
    assert bare == {number for number, entry in entries.items() if "- **Waits for:**" in entry}
    assert bare == set()


def test_every_register_says_what_its_script_makes() -> None:
    module = script(GENERATE / "rulings.py")
    for register in module.GAMES:
        shown = module.page_of(register).read_text(encoding="utf-8")
        assert shown == module.page(register), "a register is out of date: run python docs/generate/rulings.py"


def test_every_ruling_of_delve_is_held_by_a_test() -> None:
    text = script(GENERATE / "rulings.py").page("DV")
    entries = {int(entry.split(" ", 1)[0].removeprefix("DV-")): entry for entry in text.split("\n### ")[1:]}
    assert set(entries) == {*range(1, 64)}
    assert [number for number, entry in entries.items() if "no test of its own" in entry] == []
