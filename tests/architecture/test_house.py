"""Small laws of the house: doors open one way, files stay readable, one version everywhere."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from importlib import metadata
from typing import Any

import dicecrawl
from tests.architecture.source import CHECKOUT, PACKAGE, python_files

LONGEST = 500  # lines of one Python file


def project() -> dict[str, Any]:
    return tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def test_imports_go_the_way_the_doors_open() -> None:
    program = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports(no_cache=True))"
    done = subprocess.run([sys.executable, "-c", program], cwd=CHECKOUT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_textual_is_known_to_the_full_screen_alone() -> None:
    imports = re.compile(r"^\s*(from|import) textual\b", re.MULTILINE)
    known = [file for file in python_files(PACKAGE) if imports.search(file.read_text(encoding="utf-8"))]
    assert {file.parent.relative_to(PACKAGE).as_posix() for file in known} == {"cli/fullscreen"}


def test_textual_is_imported_only_when_a_full_screen_opens() -> None:
    rooms = ("playing", "tabletop.play", "fullscreen.opening", "fullscreen.choice", "fullscreen.panels")
    loaded = "".join(f"import dicecrawl.cli.{room}; " for room in rooms)
    program = f"import sys; {loaded}print([name for name in sys.modules if name.split('.')[0] in ('textual', 'rich')])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_no_file_grows_beyond_reading() -> None:
    rooms = [PACKAGE, CHECKOUT / "tests", CHECKOUT / "benchmarks", CHECKOUT / "examples"]
    lengths = {file: len(file.read_text(encoding="utf-8").splitlines()) for file in python_files(*rooms)}
    assert {file.relative_to(CHECKOUT).as_posix(): n for file, n in lengths.items() if n > LONGEST} == {}


def test_one_version_is_told_everywhere() -> None:
    version = project()["version"]
    released = re.findall(r"^## \[(\d[^\]]*)\]", (CHECKOUT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert metadata.version("dicecrawl") == dicecrawl.__version__ == version
    assert released[:1] in ([], [version])
