"""Run by .ci/run with the wheel's own interpreter in an empty folder, without extras: is everything on board?

Not a pytest module: pytest is not installed there.
"""

from __future__ import annotations

import subprocess
import sys
from importlib import metadata
from pathlib import Path

import dicecrawl
from dicecrawl import resources


def main() -> None:
    assert not list(Path.cwd().iterdir()), "start this in an empty folder"
    package = Path(dicecrawl.__file__).resolve()
    assert Path(sys.prefix).resolve() in package.parents, f"{package} is not the installed package"

    assert {"core.lark", "core.words"} <= set(resources.grammar_names())
    assert all(resources.grammar_text(name) for name in resources.grammar_names())
    games = {entry.name for entry in metadata.entry_points(group="dicecrawl.games")}
    assert games == set(resources.content_names()), f"games {games}, content {resources.content_names()}"

    done = subprocess.run([sys.executable, "-m", "dicecrawl", "demo"], capture_output=True, text=True, check=False)
    assert done.returncode == 2, done
    assert done.stderr == 'The command line needs click and rich: pip install "dicecrawl[cli]"\n', done.stderr

    assert not list(Path.cwd().iterdir()), "something was written into the working folder"
    print("the wheel alone: ok")


if __name__ == "__main__":
    main()
