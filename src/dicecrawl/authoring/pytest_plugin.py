"""pytest collects `*.scenario` files: each scenario is a test, and a failing one shows its report instead of a traceback.

A project without scenarios pays nothing but this module: the library is opened when the first such file is found.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from dicecrawl.errors import DicecrawlError

if TYPE_CHECKING:
    from dicecrawl.authoring.scenario import Played, Scenario, ScenarioFile

SUFFIX = ".scenario"


class Told(DicecrawlError):
    """Carries the text that a failing scenario shows; it never leaves pytest."""


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Take scenario files."""
    if file_path.suffix != SUFFIX:
        return None
    return File.from_parent(parent, path=file_path)


class File(pytest.File):
    """A file of scenarios. What cannot be read of it is one failing test; the others of the file still run."""

    def collect(self) -> Iterator[pytest.Item]:
        """Its scenarios."""
        game, loaded, trouble = opened(self.path)
        if trouble:
            yield Unread.from_parent(self, name="can be read", trouble=trouble)
        if loaded is not None and game is not None:
            for scenario in loaded.scenarios:
                yield Item.from_parent(self, name=scenario.title, scenario=scenario, game=game)


class Item(pytest.Item):
    """One scenario."""

    def __init__(self, *, scenario: Scenario, game: Played, **more: Any) -> None:
        super().__init__(**more)
        self.scenario, self.game = scenario, game

    def runtest(self) -> None:
        """Play it."""
        from dicecrawl.authoring.scenario import run_scenario

        report = run_scenario(self.scenario, self.game)
        if not report.passed:
            raise Told(report.text)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """The report; only a fault of the library itself shows where it comes from."""
        return str(excinfo.value) if isinstance(excinfo.value, Told) else super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Where it stands."""
        return self.path, self.scenario.script.span.line - 1, f"scenario: {self.name}"


class Unread(pytest.Item):
    """What is wrong with a file before anything is played."""

    def __init__(self, *, trouble: str, **more: Any) -> None:
        super().__init__(**more)
        self.trouble = trouble

    def runtest(self) -> None:
        """Say it."""
        raise Told(self.trouble)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """The problems, with their lines."""
        return str(excinfo.value)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Where it stands."""
        return self.path, 0, "scenarios: can be read"


def opened(path: Path) -> tuple[Played | None, ScenarioFile | None, str]:
    """The game and the scenarios of a file, with what is wrong with either as text."""
    from dicecrawl.authoring.scenario import game_named, load_scenarios

    try:
        game = _game(*game_named(path))
        loaded = load_scenarios(path, game)
    except DicecrawlError as error:
        return None, None, f"{path}: {error}"
    return game, loaded, loaded.text


@lru_cache(maxsize=16)
def _game(name: str, pack: Path | None) -> Played:
    from dicecrawl.authoring.scenario import open_game

    return open_game(name, pack)
