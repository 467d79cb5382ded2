"""What dicecrawl keeps to start quickly is kept beside pytest's own cache while it is tested, not where the user's is.

This is set before anything is collected, since some tests load cards while they are collected. Processes inherit it, those
of xdist and those that tests start, so all of them share one folder; it stays for the next run.
"""

from __future__ import annotations

import os
import tempfile

import pytest

from dicecrawl.language.cache import VARIABLE


def pytest_configure(config: pytest.Config) -> None:
    """Name the folder; a worker of xdist has it from the process that started it."""
    if hasattr(config, "workerinput"):
        return
    kept: pytest.Cache | None = getattr(config, "cache", None)  # None: pytest runs without its cache
    os.environ[VARIABLE] = tempfile.mkdtemp(prefix="dicecrawl-") if kept is None else str(kept.mkdir("dicecrawl"))
