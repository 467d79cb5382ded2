"""What a game offers by keyword is what the analyses take, with the same defaults."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import pytest

import dicecrawl as dc
from dicecrawl.analysis.compare import compare
from dicecrawl.analysis.odds import odds
from dicecrawl.analysis.simulate import simulate
from dicecrawl.analysis.situations import ability_odds, duel_odds, turn_odds
from dicecrawl.game import Sentence

PAIRS: list[tuple[Callable[..., Any], Callable[..., Any]]] = [
    (dc.Game.simulate, simulate),
    (dc.Game.compare, compare),
    (dc.Game.odds, ability_odds),
    (dc.Game.turn_odds, turn_odds),
    (dc.Game.duel_odds, duel_odds),
    (Sentence.odds, odds),
]


def defaults(function: Callable[..., Any]) -> dict[str, Any]:
    """The keywords of a function that may be left out."""
    known = inspect.signature(function).parameters.values()
    return {p.name: p.default for p in known if p.kind is p.KEYWORD_ONLY and p.default is not p.empty}


@pytest.mark.parametrize(("offered", "taken"), PAIRS, ids=[taken.__name__ for _, taken in PAIRS])
def test_keywords_and_their_defaults_are_those_of_the_analysis(offered: Any, taken: Any) -> None:
    wanted = defaults(taken)
    if any(p.kind is p.VAR_KEYWORD for p in inspect.signature(taken).parameters.values()):
        battle = defaults(dc.Game.battle)
        wanted |= {word: battle[word] for word in ("etn", "seats", "coins", "rerolls")}
    assert defaults(offered) == wanted
    assert not any(p.kind is p.VAR_KEYWORD for p in inspect.signature(offered).parameters.values())


def test_a_word_that_no_battle_knows_is_refused_at_once() -> None:
    with pytest.raises(TypeError, match="etm"):
        dc.load().simulate(["Knight"], ["Imp"], etm=3)  # type: ignore[call-arg]
