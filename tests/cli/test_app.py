"""The command as a whole: its help, its exit codes, and that no fault shows a traceback."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import click
import pytest
from click.testing import CliRunner

from dicecrawl.cli import app
from dicecrawl.errors import MissingExtra, SetupError


def test_every_command_is_in_the_help_and_has_its_own(call: Callable[..., Any]) -> None:
    done = call("--help")
    assert done.code == 0
    for name, (_, line) in app.COMMANDS.items():
        assert f"\n  {name}" in done.out
        assert line in " ".join(done.out.split())
        own = CliRunner().invoke(app.dicecrawl, [name, "--help"])
        assert own.exit_code == 0
        assert own.output.startswith(f"Usage: dicecrawl {name}")


def test_the_version_is_told(call: Callable[..., Any]) -> None:
    import dicecrawl

    assert call("--version").out == f"dicecrawl {dicecrawl.__version__}\n"


@pytest.mark.parametrize(
    ("arguments", "advice"),
    [
        (["chek"], "Did you mean 'check'?"),
        (["xyzzy"], "See dicecrawl --help."),
        (["check", "--nonsense"], "--nonsense"),
        (["check", "no/such/file.crawl"], "does not exist"),
        (["sim", "--rogues", "Knight"], "--enemies"),
        (["sim", "--rogues", "Knight", "--enemies", "Imp", "--runs", "0"], "x>=1"),
        (["fight", "--rogues", "Knight"], "name both sides"),
        (["fight", "marching_ordre", "--rogues", "Knight", "--enemies", "Imp"], "did you mean 'marching_order'?"),
        (["odds", "Archer: Arrow"], "--target"),
        (["odds", "Archer", "--target", "Imp"], "a whole card"),
        (["odds", "Take a Focus", "and", "more"], "too many words"),
        (["list", "monstr"], "no game"),
        (["list", "marching_order", "monstr"], "did you mean 'monster'?"),
        (["explain"], "NAME"),
    ],
)
def test_wrong_use_is_told_with_exit_code_2(call: Callable[..., Any], arguments: list[str], advice: str) -> None:
    done = call(*arguments)
    assert done.code == 2
    assert done.out == ""
    assert advice in done.err
    assert done.err.startswith("Usage: dicecrawl")


@pytest.mark.parametrize(
    ("arguments", "advice"),
    [
        (["fight", "--rogues", "Knigt", "--enemies", "Imp"], "did you mean 'Knight'?"),
        (["sim", "--rogues", "Knight", "--enemies", "Giant Ratt"], "did you mean 'Giant Rat'?"),
        (["explain", "Giant Ratt"], "did you mean 'Giant Rat'?"),
        (["odds", "Archer: Arow", "--target", "Imp"], "did you mean 'Arrow'?"),
        (["new", "monstr", "Cave Bat"], "Did you mean 'monster'?"),
        (["fight", "--rogues", "7 Knight", "--enemies", "Imp"], "at most 6"),
    ],
)
def test_what_cannot_be_done_is_told_with_exit_code_1(call: Callable[..., Any], arguments: list[str], advice: str) -> None:
    done = call(*arguments)
    assert (done.code, done.out) == (1, "")
    assert advice in done.err


@pytest.mark.parametrize(
    ("fault", "code", "told"),
    [
        (SetupError("say this instead"), 1, "dicecrawl: say this instead\n"),
        (MissingExtra("install that"), 2, "dicecrawl: install that\n"),
        (KeyboardInterrupt(), 130, ""),
        (click.Abort(), 130, ""),
        (PermissionError(13, "Permission denied", "secret.txt"), 1, "dicecrawl: Permission denied: secret.txt\n"),
        (ZeroDivisionError("oh"), 1, "which is ours and not yours: ZeroDivisionError: oh"),
    ],
)
def test_faults_become_messages(
    call: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, fault: BaseException, code: int, told: str
) -> None:
    def fail(arguments: list[str]) -> None:
        raise fault

    monkeypatch.setattr(app, "_run", fail)
    done = call("games")
    assert done.code == code
    assert told in done.err
    assert bool(done.err) == bool(told)


def test_notes_of_a_fault_are_told_too(call: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(arguments: list[str]) -> None:
        fault = SetupError("what")
        fault.add_note("and where")
        raise fault

    monkeypatch.setattr(app, "_run", fail)
    assert call("games").err == "dicecrawl: what\nand where\n"


def test_a_developer_can_see_where_a_fault_came_from(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(arguments: list[str]) -> None:
        raise ZeroDivisionError("oh")

    monkeypatch.setattr(app, "_run", fail)
    monkeypatch.setenv(app.TRACEBACK, "1")
    with pytest.raises(ZeroDivisionError):
        app.main(["games"])


def test_a_warning_is_one_line(call: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    import warnings

    def warn(arguments: list[str]) -> None:
        warnings.warn("look out", RuntimeWarning, stacklevel=1)

    monkeypatch.setattr(app, "_run", warn)
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        done = call("games")
    assert (done.code, done.err) == (0, "dicecrawl: note: look out\n")


@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_ends_quietly(workers: str) -> None:
    command = [sys.executable, "-m", "dicecrawl", "sim", "--rogues", "Knight, Archer", "--enemies", "Imp, Imp"]
    process = subprocess.Popen(
        [*command, "--runs", "400000", "--workers", workers],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # tests in the background hand on that it is ignored
    )
    try:
        time.sleep(3)
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does: everybody in the group is told
        out, err = process.communicate(timeout=60)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    assert (process.returncode, out, err.strip()) == (130, b"", b"")


def test_a_pipe_that_closes_early_is_no_error() -> None:
    command = [sys.executable, "-m", "dicecrawl", "fight", "--rogues", "Knight, Archer", "--enemies", "Imp, Imp"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline().startswith(b"Initiative")
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(timeout=60) == 0


def test_help_opens_no_command_and_nothing_heavy() -> None:
    program = (
        "import sys\n"
        "from dicecrawl.cli import main\n"
        "main(['--help'])\n"
        "print([name for name in sys.modules if name.startswith(('rich', 'lark', 'dicecrawl.cli.', 'multiprocessing'))])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.stdout.splitlines()[-1] == "['dicecrawl.cli.app']", done.stderr
