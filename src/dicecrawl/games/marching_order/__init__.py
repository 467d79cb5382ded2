"""Marching Order, as a ruleset: a value that the core plays and the language reads.

Source: Marching Order, by Crumbling Keep. Rulings: MO-1 to MO-181 in docs/rulings.
"""

from __future__ import annotations

from dicecrawl.core.ruleset import Ruleset
from dicecrawl.effects.families import FAMILIES
from dicecrawl.effects.flow import Block
from dicecrawl.effects.nesting import loose_ends, nest, unnest
from dicecrawl.games.marching_order import effects, luck, open_field, rules, setup, traits, turns, words
from dicecrawl.games.marching_order.card_checks import check as check_cards
from dicecrawl.games.marching_order.delves import cards as delve_cards
from dicecrawl.games.marching_order.delves import effects as delve_effects
from dicecrawl.games.marching_order.delves import setup as delve_setup
from dicecrawl.games.marching_order.delves import words as delve_words
from dicecrawl.games.marching_order.delves.checks import check as check_delves
from dicecrawl.games.marching_order.delves.phases import PHASES as DELVE_PHASES
from dicecrawl.games.marching_order.hall import cards as hall_cards
from dicecrawl.games.marching_order.hall import phases as hall
from dicecrawl.games.marching_order.hall import secrets, values
from dicecrawl.games.marching_order.phases import PHASES
from dicecrawl.games.marching_order.setup import Enemy, Rogue
from dicecrawl.games.marching_order.showing import SHOWING
from dicecrawl.games.marching_order.staging import STAGING
from dicecrawl.games.marching_order.town import effects as town_effects
from dicecrawl.games.marching_order.town import setup as town_setup
from dicecrawl.games.marching_order.town.phases import PHASES as TOWN_PHASES

RULESET = Ruleset(
    name="marching_order",
    title="Marching Order",
    version="0.1.0",
    grammars=("core", "marching_order"),
    effects=(*FAMILIES, effects, traits, delve_cards, delve_effects, town_effects, hall_cards),
    kinds=words.KINDS,
    stats=words.STATS,
    creatures=words.CREATURES,
    own_numbers=words.OWN_NUMBERS,
    counters=words.COUNTERS,
    tags=words.TAGS,
    life=words.HEALTH,
    purses=(words.COINS,),
    nouns=rules.NOUNS,
    answers=rules.ANSWERS,
    arithmetic=("set", "add", "times", "halve", "less"),
    halve=lambda number: -(-number // 2),
    phases={**PHASES, **DELVE_PHASES, **TOWN_PHASES, **hall.PHASES},
    setup=setup.battle,
    elsewhere=("delve", "service", "game", "right away"),
    milestones=("delve began", "entry"),
    quiet=(*delve_words.QUIET, *hall.QUIET),
    headlines={**delve_words.HEADLINES, **hall.HEADLINES},
    view=secrets.view,
    worth=values.worth,
    modes={"delve": delve_setup.delve, "campaign": town_setup.campaign},
    specs=(Rogue, Enemy),
    order=rules.order,
    board=rules.board,
    choose_one=rules.choose_one,
    stack=rules.stack,
    create=setup.create,
    react=turns.react,
    block=Block,
    nest=nest,
    unnest=unnest,
    loose_ends=loose_ends,
    rules=lambda state: (*luck.rules(state), *open_field.rules(state)),
    settle=rules.SETTLE,
    turning=("active",),
    lasting=rules.LASTING,
    carried=rules.carried,
    arena=setup.arena,
    showing=SHOWING,
    staging=STAGING,
    checks=(check_cards, check_delves),
)

__all__ = ["RULESET", "Enemy", "Rogue"]
