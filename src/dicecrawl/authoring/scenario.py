"""Tests in the author's words: `*.scenario` files with stated dice, and what must be so afterwards. No Python needed.

`load_scenarios` reads a file against the cards of a game and gives every mistake in it at once; `run_scenario` plays one
scenario; `run_paths` does both for files and folders. Nothing that an author can write makes any of them raise.
How a scenario is written: docs/guides/scenarios.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Protocol

import attrs
from attrs import field, frozen

from dicecrawl.authoring.check import pack_of
from dicecrawl.authoring.scenario_play import play
from dicecrawl.authoring.scenario_read import read
from dicecrawl.authoring.scenario_script import Script
from dicecrawl.authoring.scenario_tokens import drafts
from dicecrawl.core.definitions import Library
from dicecrawl.core.events import Logged
from dicecrawl.core.ruleset import Ruleset
from dicecrawl.core.state import State
from dicecrawl.errors import RulesError, SetupError
from dicecrawl.language.files import gather, read_file, read_files
from dicecrawl.language.library import load_library, parser_for
from dicecrawl.language.problems import Problem
from dicecrawl.language.render import render, render_all
from dicecrawl.language.source import Source
from dicecrawl.plugins import games, ruleset_of
from dicecrawl.resources import content_root

SUFFIX = ".scenario"


class Played(Protocol):
    """What scenarios are played with: `dicecrawl.Game` is one."""

    @property
    def ruleset(self) -> Ruleset:
        """Its rules."""
        ...

    @property
    def library(self) -> Library:
        """Its cards."""
        ...


@frozen(slots=True, eq=False)
class Scenario:
    """One scenario, read and ready to be run."""

    script: Script
    start: State = field(repr=False)  # as its line-up was set up
    source: Source = field(repr=False)

    @property
    def title(self) -> str:
        """What it shows."""
        return self.script.title

    @property
    def rulings(self) -> tuple[str, ...]:
        """The rulings it stands for."""
        return self.script.rulings


@frozen(slots=True, eq=False)
class ScenarioFile:
    """A file of scenarios: those that could be read, and every problem of those that could not."""

    name: str
    scenarios: tuple[Scenario, ...]
    problems: tuple[Problem, ...]
    source: Source = field(repr=False)

    @property
    def text(self) -> str:
        """The problems, written out with their lines; empty when there is none."""
        return render_all(self.problems, {self.source.name: self.source}) if self.problems else ""


@frozen(slots=True)
class Report:
    """How one scenario came out. `dice` tells what each die of the failed step was for and what came of it."""

    title: str
    place: str  # file:line
    problems: tuple[Problem, ...]
    dice: tuple[str, ...]
    text: str
    log: tuple[Logged, ...] = field(default=(), eq=False, repr=False)
    state: State | None = field(default=None, eq=False, repr=False)

    @property
    def passed(self) -> bool:
        """Whether everything came out as stated."""
        return not self.problems


@frozen(slots=True)
class Summary:
    """How many files and scenarios came out how. `broken` are texts about files with mistakes."""

    reports: tuple[Report, ...]
    broken: tuple[str, ...]
    files: int

    @property
    def passed(self) -> int:
        """Scenarios that came out as stated."""
        return sum(report.passed for report in self.reports)

    @property
    def failed(self) -> int:
        """Scenarios that did not."""
        return len(self.reports) - self.passed

    @property
    def ok(self) -> bool:
        """Whether there is nothing to mend."""
        return not self.failed and not self.broken

    @property
    def text(self) -> str:
        """Everything that has to be mended, then one line that counts."""
        parts = [report.text for report in self.reports if not report.passed]
        return "\n\n".join([*self.broken, *parts, self.line])

    @property
    def line(self) -> str:
        """One line that counts."""
        told = [f"{self.passed} passed"]
        if self.failed:
            told.append(f"{self.failed} failed")
        if self.broken:
            told.append(f"{_count(len(self.broken), 'file')} with mistakes")
        return f"{', '.join(told)}, in {_count(self.files, 'file')}"


def load_scenarios(path: str | Path, game: Played) -> ScenarioFile:
    """Read a file of scenarios against a game's cards. Mistakes come back as problems, a file that cannot be read too."""
    shown = Path(path).as_posix()
    source = read_file(Path(path), shown)
    if isinstance(source, Problem):
        return ScenarioFile(shown, (), (source,), Source.of("", shown))
    return read_scenarios(source, game)


def read_scenarios(source: Source, game: Played) -> ScenarioFile:
    """Read scenarios from a text. Raises `RulesError` for a game that cannot be staged."""
    if game.ruleset.staging is None:
        raise RulesError(f"{game.ruleset.title} does not say how a single situation is put on the table (Ruleset.staging)")
    problems: list[Problem] = []
    found: list[Scenario] = []
    written = drafts(source, problems)
    starts = [draft.title.span.start for draft in written]
    for draft, start, end in zip(written, starts, [*starts, len(source.text) + 1][1:], strict=True):
        scenario = read(draft, game.ruleset, game.library, problems)
        sound = not any(start <= problem.span.start < end for problem in problems)
        if scenario is not None and sound:
            found.append(Scenario(scenario[0], scenario[1], source))
    problems.sort(key=lambda p: (p.span.start, p.code))
    return ScenarioFile(source.name, tuple(found), tuple(problems), source)


def run_scenario(scenario: Scenario, game: Played) -> Report:
    """Play a scenario with a game's rules and cards, and tell how it came out."""
    played = play(scenario.script, game.ruleset, game.library, scenario.start)
    place = f"{scenario.source.name}:{scenario.script.span.line}"
    text = f"passed: {scenario.title} ({place})"
    if played.problems:
        parts = [f"FAILED: {scenario.title} ({place})"]
        parts.extend(render(problem, scenario.source) for problem in played.problems)
        if played.dice:
            line = played.failed.line if played.failed is not None else scenario.script.span.line
            parts.append("\n".join([f"the dice of the step at line {line}:", *played.dice]))
        text = "\n\n".join(parts)
    return Report(scenario.title, place, played.problems, played.dice, text, played.log, played.state)


def run_paths(paths: Iterable[str | Path], game: Played | Mapping[Path, Played]) -> Summary:
    """Run every scenario of some files and folders (searched for `*.scenario`), in one fixed order."""
    reports: list[Report] = []
    broken: list[str] = []
    files = scenario_files(paths)
    for file in files:
        with_game = game[file] if isinstance(game, Mapping) else game
        loaded = load_scenarios(file, with_game)
        if loaded.problems:
            broken.append(loaded.text)
        reports.extend(run_scenario(scenario, with_game) for scenario in loaded.scenarios)
    return Summary(tuple(reports), tuple(broken), len(files))


def game_named(path: str | Path) -> tuple[str, Path | None]:
    """The game that a scenario file is about, and the pack it lies in: that of the nearest pack.toml at or above it, or
    else the installed game that a folder above it is named after, or else the only one there is.

    Raises `SetupError` when none of these is so.
    """
    found = pack_of(path)
    if found is not None:
        return found[1], found[0]
    named = folder_game(path)
    if named is not None:
        return named, None
    installed = games()
    if len(installed) == 1:
        return installed[0], None
    raise SetupError(
        f"{Path(path).as_posix()} does not say which game it is about: put it in a folder named after one "
        f"({', '.join(installed)}), or beside a pack.toml"
    )


def folder_game(path: str | Path) -> str | None:
    """The installed game that a folder above a file is named after, the nearest one first; None when there is none."""
    installed = games()
    return next((folder.name for folder in Path(path).resolve().parents if folder.name in installed), None)


@frozen(slots=True, eq=False)
class OpenGame:
    """The rules and cards that a scenario file is played with."""

    ruleset: Ruleset
    library: Library


def open_game(name: str, pack: Path | None = None) -> OpenGame:
    """A game with its own content and that of a pack, as `game_named` names them.

    Raises `UnknownName` for a game that is not installed and `ContentError` with every problem found in the content.
    """
    ruleset = ruleset_of(name)
    files = read_files(gather(content_root(name), name, [pack] if pack is not None else []).items())
    loaded = load_library(ruleset, files.sources, parser_for(ruleset))
    return OpenGame(ruleset, attrs.evolve(loaded, problems=(*files.problems, *loaded.problems)).demand())


def scenario_files(paths: Iterable[str | Path]) -> tuple[Path, ...]:
    """The scenario files among some files and folders, each once, sorted; a file that is named counts whatever its ending."""
    found: dict[Path, None] = {}
    for path in map(Path, paths):
        if path.is_dir():
            for inner in sorted(path.rglob(f"*{SUFFIX}")):
                if inner.is_file():
                    found.setdefault(inner)
        else:
            found.setdefault(path)
    return tuple(sorted(found))


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'s' if number != 1 else ''}"
