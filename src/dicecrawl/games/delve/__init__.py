"""Delve: The Dice Game, as a ruleset: a value that the core plays and the language reads.

Source: Delve: The Dice Game, by Drew Chamberlain. Rulings: DV-1 to DV-63 in docs/rulings.
"""

from __future__ import annotations

from dicecrawl.core.context import Context
from dicecrawl.core.definitions import Ability
from dicecrawl.core.ruleset import Ruleset
from dicecrawl.effects.families import FAMILIES
from dicecrawl.effects.flow import Block
from dicecrawl.effects.nesting import loose_ends, nest, unnest
from dicecrawl.games.delve import cards, effects, patterns, rules, setup, solving, standing, words
from dicecrawl.games.delve.card_checks import check as check_cards
from dicecrawl.games.delve.phases import PHASES
from dicecrawl.games.delve.setup import Adventurer, Opponent
from dicecrawl.games.delve.staging import STAGING


def no_reactions(ctx: Context, ability: Ability) -> None:
    """Nobody reacts: there are no reactions in this game."""


RULESET = Ruleset(
    name="delve",
    title="Delve: The Dice Game",
    version="0.1.0",
    grammars=("core", "delve"),
    effects=(*FAMILIES, cards, effects, patterns, standing),
    kinds=words.KINDS,
    stats=(),
    counters=(words.BOXES,),
    tags=("Helpful", "Harmful", "Neutral"),
    life=words.BOXES,
    purses=(),
    nouns=rules.NOUNS,
    answers=rules.ANSWERS,
    arithmetic=("set", "add", "times", "halve", "less"),
    halve=lambda number: -(-number // 2),
    phases=PHASES,
    setup=setup.setup,
    specs=(Adventurer, Opponent),
    order=rules.order,
    board=rules.board,
    choose_one=rules.choose_one,
    stack=rules.stack,
    create=setup.create,
    arena=setup.arena,
    react=no_reactions,
    block=Block,
    nest=nest,
    unnest=unnest,
    loose_ends=loose_ends,
    settle=rules.SETTLE,
    carried=rules.carried,
    checks=(check_cards,),
    creatures=words.CREATURES,
    staging=STAGING,
    milestones=("encounter began",),
    knobs=words.KNOBS,
    solving=solving.model,
    conditions_outlast_death=True,
)

__all__ = ["RULESET", "Adventurer", "Opponent"]
