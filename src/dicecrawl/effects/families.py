"""Every family of words that the core's grammar has: a ruleset takes them all and adds its own."""

from __future__ import annotations

from dicecrawl.effects import (
    aims,
    amounts,
    belongings,
    cards,
    change,
    checks,
    cooldowns,
    flow,
    forbidden,
    forms,
    move,
    patterns,
    places,
    pronouns,
    rules,
    selectors,
    standing,
    tests,
    wheres,
)

FAMILIES = (
    aims,
    amounts,
    rules,
    belongings,
    cards,
    change,
    checks,
    cooldowns,
    flow,
    forbidden,
    forms,
    move,
    patterns,
    places,
    pronouns,
    selectors,
    standing,
    tests,
    wheres,
)
