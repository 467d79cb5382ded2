"""The wheel and the sdist carry all that the checkout has, and the wheel needs nothing from outside itself."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path
from typing import Any

CHECKOUT = Path(__file__).resolve().parents[2]


def files_under(folder: str) -> set[str]:
    """The files below a top-level folder, as paths from the checkout, without what tools leave behind."""
    found = {path.relative_to(CHECKOUT) for path in (CHECKOUT / folder).rglob("*") if path.is_file()}
    left_behind = ("__pycache__", ".")  # .mypy_cache and its like
    return {path.as_posix() for path in found if not any(part.startswith(left_behind) for part in path.parts)}


def test_the_wheel_holds_the_code_the_grammar_the_content_and_the_type_marker(built: Any) -> None:
    wanted = {path.removeprefix("src/") for path in files_under("src")}
    wanted |= {f"dicecrawl/_data/{path}" for path in files_under("grammar") | files_under("content")}
    wanted |= {f"dicecrawl/_data/{path.removeprefix('docs/')}" for path in files_under("docs/errors")}
    with zipfile.ZipFile(built.wheel) as archive:
        held = set(archive.namelist())
    assert not wanted - held
    assert "dicecrawl/py.typed" in held
    assert any(name.endswith("core.lark") for name in held)
    assert any(name.endswith(".crawl") for name in held)


def test_the_wheel_holds_nothing_but_the_package_and_its_metadata(built: Any) -> None:
    with zipfile.ZipFile(built.wheel) as archive:
        tops = {name.split("/")[0] for name in archive.namelist()}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"dicecrawl"}


def test_the_sdist_holds_what_a_wheel_is_built_from_and_the_tests(built: Any) -> None:
    wanted = files_under("src") | files_under("grammar") | files_under("content") | files_under("tests")
    wanted |= {"pyproject.toml", "README.md", "LICENSE", "NOTICE", "CHANGELOG.md", "Makefile"}
    with tarfile.open(built.sdist) as archive:
        held = {name.partition("/")[2] for name in archive.getnames()}
    assert not wanted - held


def test_the_unpacked_wheel_reads_its_own_grammar_and_content_from_any_folder(built: Any, tmp_path: Path) -> None:
    # A grammar/ and a content/ in the working folder must be passed over.
    for decoy in ("grammar", "content"):
        (tmp_path / decoy).mkdir()
    program = (
        "import dicecrawl.resources as r\n"
        "print(r.__file__)\n"
        "print(*r.grammar_names())\n"
        "print(len(r.grammar_text('core.lark')))\n"
        "print(*[r.content_root(game) for game in r.content_names()])\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(built.unpacked)}
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    source, names, length, roots = done.stdout.splitlines()
    assert Path(source) == built.unpacked / "dicecrawl" / "resources.py"
    assert set(names.split()) == {path.removeprefix("grammar/") for path in files_under("grammar")}
    assert int(length) == len((CHECKOUT / "grammar" / "core.lark").read_text(encoding="utf-8"))
    assert roots.split() == [str(built.unpacked / "dicecrawl/_data/content" / game.name) for game in packs()]


def packs() -> list[Path]:
    return sorted(path.parent for path in (CHECKOUT / "content").glob("*/pack.toml"))
