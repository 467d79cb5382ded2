"""What `import dicecrawl` and a core installation without extras may and may not need."""

from __future__ import annotations

import subprocess
import sys

import pytest

HEAVY = (
    "numpy", "matplotlib", "dask", "pygls", "multiprocessing", "click", "rich", "textual", "icepool", "pytest", "hypothesis",
)  # fmt: skip


def run(program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a program in a fresh interpreter, so that what the tests themselves imported does not count."""
    return subprocess.run([sys.executable, "-c", program, *arguments], capture_output=True, text=True, check=False, timeout=60)


def test_importing_dicecrawl_loads_nothing_heavy() -> None:
    done = run(f"import sys, dicecrawl; print(*[name for name in {HEAVY!r} if name in sys.modules])")
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == []


def test_dicecrawl_imports_where_there_are_no_processes_and_no_extras() -> None:
    done = run(f"import sys; sys.modules.update(dict.fromkeys({HEAVY!r})); import dicecrawl; print('imported')")
    assert done.stdout == "imported\n", done.stderr


@pytest.mark.parametrize("missing", ["click", "rich"])
def test_the_command_without_its_extra_says_in_one_line_what_to_install(missing: str) -> None:
    done = run(
        f"import runpy, sys; sys.modules[{missing!r}] = None; runpy.run_module('dicecrawl', run_name='__main__')",
        "--help",
    )
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr == 'The command line needs click and rich: pip install "dicecrawl[cli]"\n'


def test_the_command_with_its_extra_answers_help_with_nothing_heavy() -> None:
    heavy = tuple(name for name in HEAVY if name not in ("click", "rich"))
    done = run(
        "import atexit, runpy, sys\n"
        "sys.argv[0] = 'dicecrawl'\n"
        f"atexit.register(lambda: print('heavy:', *[name for name in {heavy!r} if name in sys.modules]))\n"
        "runpy.run_module('dicecrawl', run_name='__main__')",
        "--help",
    )
    assert done.returncode == 0, done.stderr
    assert "Usage" in done.stdout
    assert done.stdout.splitlines()[-1].split() == ["heavy:"]
