"""Random fights: hypothesis draws who fights, the seed and every answer together, so that a failure shrinks to a short one.

The line-ups come from all content that is shipped, so a new card is tried without a new test.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import hypothesis.strategies as st
from attrs import field, frozen
from hypothesis import HealthCheck, settings

import dicecrawl as dc
from dicecrawl.core.dice import mix
from dicecrawl.core.events import Logged
from dicecrawl.core.save import digest_of, plain, state_to_dict
from dicecrawl.core.state import State
from dicecrawl.games.marching_order import Enemy, Rogue

ROUNDS = dc.Limits(rounds=8)  # enough for most fights to be decided, and a bound for the rest

FIGHTS = settings(max_examples=25, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))


@lru_cache(maxsize=1)
def game() -> dc.Game:
    """Marching Order with the content that is shipped."""
    return dc.load("marching_order")


@frozen
class Answers:
    """A player that reads its answers off a list of numbers, and then off a stream of `more` (0: always 0)."""

    numbers: tuple[int, ...]
    more: int = 0
    given: list[int] = field(factory=list)

    def __call__(self, decision: dc.Decision, state: State) -> tuple[int, ...]:
        self.given.append(1)
        return self.answer(len(self.given) - 1, decision)

    def anew(self) -> Answers:
        """The same answers, from the first on."""
        return Answers(self.numbers, self.more)

    def answer(self, number: int, decision: dc.Decision) -> tuple[int, ...]:
        """The answer to decision so-and-so, counted from 0."""
        if number < len(self.numbers):
            drawn = self.numbers[number]
        else:
            drawn = mix(self.more + number) % 100 if self.more else 0
        count = decision.least + drawn % (decision.most - decision.least + 1)
        first, many = drawn // 3, len(decision.options)
        return tuple((first + i) % many for i in range(min(count, many)))


@frozen
class Fight:
    """A fight that can be begun as often as one likes, always the same."""

    rogues: tuple[Rogue, ...]
    enemies: tuple[Enemy, ...]
    seed: int
    seats: int
    coins: int
    answers: Answers

    def begin(self, players: dict[int, dc.Player] | None = None, of: dc.Game | None = None, **options: Any) -> dc.Match:
        """The battle, set up and not yet begun; without players it waits at every decision."""
        return (of or game()).battle(
            self.rogues,
            self.enemies,
            **{"seed": self.seed, "limits": ROUNDS, **options},
            players=players,
            seats=self.seats,
            coins=self.coins,
        )

    def played(self, of: dc.Game | None = None) -> dc.Match:
        """The battle as players give the drawn answers."""
        answers = self.answers.anew()
        return self.begin(dict.fromkeys(range(self.seats), answers), of).play()

    def decisions(self, match: dc.Match) -> Iterator[dc.Decision]:
        """Each decision that the match waits at; after the caller has looked, the drawn answer is given."""
        match.advance()
        while match.decision is not None:
            decision = match.decision
            yield decision
            if match.decision == decision:
                assert match.answer(*self.answers.answer(len(match.transcript.answers), decision)) is None

    def finished(self, match: dc.Match) -> dc.Match:
        """The match, with the drawn answers given to the end."""
        for _ in self.decisions(match):
            pass
        return match

    def reached(self, decision: int) -> dc.Match:
        """The match as it waits at decision so-and-so, counted from 0, or over when there are not so many."""
        match = self.begin()
        for number, _ in enumerate(self.decisions(match)):
            if number == decision:
                break
        return match


def state_of(match: dc.Match) -> dict[str, Any]:
    """The state as plain data, to be compared."""
    return state_to_dict(match.state)


def log_lines(match: dc.Match) -> list[str]:
    """The log, an event a line, as text that is the same on every machine and Python: see `log_digest`."""
    return [log_line(logged) for logged in match.log]


def log_line(logged: Logged) -> str:
    """An event with its fields, the card and owner that caused it, and what it replaced; no places in files."""
    told = [type(logged.event).__name__, plain(logged.event), logged.cause.definition, logged.cause.owner]
    if logged.replaced is not None:
        told += [type(logged.replaced).__name__, plain(logged.replaced)]
    return json.dumps(told, sort_keys=True)


def log_digest(match: dc.Match) -> str:
    """A short name for a log."""
    return digest_of("\n".join(log_lines(match)))


# -- drawing ----------------------------------------------------------------------------------------------------------------


def _names(kind: str) -> list[str]:
    return [card.name for card in game().library.all(kind)]


@st.composite
def conditions(draw: st.DrawFn) -> tuple[tuple[str, int | None, int | None], ...]:
    """At most one condition that somebody suffers from the start."""
    if draw(st.integers(0, 4)):
        return ()
    card = draw(st.sampled_from(game().library.all("condition")))
    if "means" in card.fields:
        return ()
    return ((card.name, draw(st.integers(1, 3)) if card.strength else None, draw(st.integers(1, 3))),)


@st.composite
def rogues(draw: st.DrawFn, seats: int) -> Rogue:
    """A Rogue of any kind, with any traits and items."""
    card = game().library.get("rogue", draw(st.sampled_from(_names("rogue"))))
    traits = {kind: sorted({f for a in card.of_kind(kind) for f in a.faces}) for kind in ("quality", "flaw")}
    drawn = {kind: draw(st.lists(st.sampled_from(n), max_size=2, unique=True)) if n else [] for kind, n in traits.items()}
    return Rogue(
        card.name,
        qualities=drawn["quality"],
        flaws=drawn["flaw"],
        items=draw(st.lists(st.sampled_from(_names("item")), max_size=2, unique=True)),
        health=draw(st.none() | st.integers(1, card.stats["Health"])),
        seat=None if "rolls for actions" in card.fields else draw(st.integers(0, seats - 1)),
        conditions=draw(conditions()),
    )


@st.composite
def enemies(draw: st.DrawFn) -> Enemy:
    """An enemy of any kind."""
    card = game().library.get("monster", draw(st.sampled_from(_names("monster"))))
    if "Health" not in card.stats:
        return Enemy(card.name)
    return Enemy(card.name, draw(st.none() | st.integers(1, card.stats["Health"])), conditions=draw(conditions()))


@st.composite
def fights(draw: st.DrawFn, most: int = 5) -> Fight:
    """Any fight of up to so many on each side."""
    seats, party, foes = draw(st.integers(1, 2)), draw(st.integers(1, most)), draw(st.integers(1, most))
    return Fight(
        tuple(draw(st.lists(rogues(seats), min_size=party, max_size=party))),
        tuple(draw(st.lists(enemies(), min_size=foes, max_size=foes))),
        draw(st.integers(0, 2**32)),
        seats,
        draw(st.integers(0, 40)),
        Answers(tuple(draw(st.lists(st.integers(0, 99), max_size=20))), draw(st.integers(0, 2**32))),
    )
