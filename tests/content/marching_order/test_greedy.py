"""What the greedy player makes of an action that could now strike none but friends (MO-57: it is legal, not sensible)."""

from __future__ import annotations

import dicecrawl as dc
from dicecrawl.core.context import Context
from dicecrawl.core.decisions import FRIENDS_ONLY, Decision
from dicecrawl.core.run import Run
from dicecrawl.games.marching_order.turns import offers_for

GAME = dc.load("marching_order")
STATE = GAME.ruleset.setup(GAME.library, ["Knight", "Barbarian"], ["Giant Rat", "Giant Rat"])


def reasons(who: int) -> dict[int | str, str]:
    """Why each action of a rogue is listed."""
    ctx = Context(Run(GAME.ruleset, GAME.library, STATE.clone(), dc.ScriptedDice([])), who, "action")
    return {offer.option.value: offer.option.why for offer in offers_for(ctx, who)}


def test_an_action_says_when_only_friends_are_in_reach() -> None:
    assert reasons(2)["Axe Big"] == FRIENDS_ONLY, "behind the Knight the axe reaches the Knight alone"
    assert reasons(1)["Dyrnwyn (longsword)"] == "ready", "the Knight in front reaches the rats too"


def test_the_greedy_player_would_rather_do_anything_else() -> None:
    options = (dc.Option("action", "Axe Big", FRIENDS_ONLY), dc.Option("common", "Skip", "always"))
    assert dc.GreedyPlayer()(Decision(0, "action", options, 1, 1, 2), STATE) == (1,)
