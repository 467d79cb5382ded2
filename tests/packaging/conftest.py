"""One wheel and one sdist a session, built from the checkout, and the wheel unpacked away from it."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path
from typing import NamedTuple

import pytest

CHECKOUT = Path(__file__).resolve().parents[2]


class Built(NamedTuple):
    wheel: Path
    sdist: Path
    unpacked: Path  # the folder to put on sys.path: a wheel of pure Python is its own installation


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(CHECKOUT)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    [wheel] = folder.glob("*.whl")
    [sdist] = folder.glob("*.tar.gz")
    unpacked = folder / "unpacked"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(unpacked)
    return Built(wheel, sdist, unpacked)
