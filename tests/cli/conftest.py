"""Running the command line: in this process where only words count, in one of its own where encodings and signals do."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from typing import NamedTuple

import pytest

from dicecrawl.cli import main


class Done(NamedTuple):
    code: int
    out: str
    err: str


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Callable[..., Done]:
    for name in ("COLUMNS", "NO_COLOR"):  # what runs the tests may have set them
        monkeypatch.delenv(name, raising=False)

    def run(*arguments: str) -> Done:
        code = main(list(arguments))
        captured = capsys.readouterr()
        assert "Traceback" not in captured.err
        return Done(code, captured.out, captured.err)

    return run


@pytest.fixture
def spawn() -> Callable[..., Done]:
    """A real process; bytes that are no valid text in `encoding` fail the test."""

    def run(*arguments: str, encoding: str = "utf-8", stdin: str | None = None, **environment: str) -> Done:
        plain = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "COLUMNS", "PYTHONUTF8", "FORCE_COLOR")}
        done = subprocess.run(
            [sys.executable, "-m", "dicecrawl", *arguments],
            capture_output=True,
            input=None if stdin is None else stdin.encode(encoding),
            env={**plain, "PYTHONIOENCODING": encoding, **environment},
            check=False,
            timeout=120,
        )
        assert b"Traceback" not in done.stderr, done.stderr.decode(encoding, "replace")
        return Done(done.returncode, done.stdout.decode(encoding), done.stderr.decode(encoding))

    return run
