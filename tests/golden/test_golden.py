"""The kept fights come out as they did: on this Python, this machine, after this change. See `tests.golden.fights`."""

from __future__ import annotations

import json

import pytest

import dicecrawl as dc
from tests.golden.fights import DIGESTS, HERE, KEPT, TO_READ, digests, file_of, game, transcript

HOW = "if this is wanted: python -m tests.golden.fights, and say why in the commit"


@pytest.mark.parametrize("name", TO_READ)
def test_a_kept_fight_is_told_as_it_was(name: str) -> None:
    told = transcript(TO_READ[name]().play()).splitlines()
    kept = file_of(name).read_text(encoding="utf-8").splitlines()
    for number, (now, then) in enumerate(zip(told, kept, strict=False), 1):
        assert now == then, f"line {number} of {file_of(name).name} has changed; {HOW}"
    assert len(told) == len(kept), HOW


def test_every_kept_digest_is_the_same_on_this_python() -> None:
    assert digests() == json.loads(DIGESTS.read_text(encoding="utf-8")), HOW


def test_nothing_is_kept_that_no_test_reads() -> None:
    assert {path.name for path in HERE.glob("*.txt")} == {file_of(name).name for name in TO_READ}
    assert set(json.loads(DIGESTS.read_text(encoding="utf-8"))) == set(KEPT)


@pytest.mark.parametrize("name", TO_READ)
def test_a_kept_fight_can_be_replayed_from_its_transcript(name: str) -> None:
    match = TO_READ[name]().play()
    assert transcript(dc.replay(match.transcript.to_json(), game())) == transcript(match)
