"""A player that tries each option: it copies the game, gives the answer there, plays on and counts what is left.

The copies have dice and players of their own, so trying things out moves no die of the match; the same seed at the same
decision gives the same answer. It knows no rule: the game tells it which counter is life and how a battle ended.
"""

from __future__ import annotations

from itertools import chain, combinations, islice

from attrs import define

from dicecrawl.core.decisions import Decision, Player
from dicecrawl.core.dice import SeededDice
from dicecrawl.core.state import State
from dicecrawl.errors import PlayerError
from dicecrawl.players.greedy import GreedyPlayer
from dicecrawl.players.port import Copies, Copy

DECIDED = 10.0  # what winning counts, and losing against one: more than any creature


class LookAhead:
    """Answers by trying: each answer is played on `rollouts` times, `steps` steps of play deep, by `policy` for everyone.

    Answers that do worse drop out on the way. Where the policy's own answer is as good as any, it is taken. `widest` is
    how many answers are tried at most where many can be combined. Raises `PlayerError` outside a match.
    """

    def __init__(
        self,
        seed: int | str = 0,
        *,
        rollouts: int = 6,
        steps: int = 24,
        widest: int = 24,
        policy: Player | None = None,
    ) -> None:
        if rollouts < 1 or steps < 1 or widest < 2:
            raise PlayerError("looking ahead takes 1 or more rollouts and steps, and at least 2 answers to compare")
        self.rollouts = rollouts
        self.steps = steps
        self.widest = widest
        self.policy: Player = policy or GreedyPlayer()
        self._dice = SeededDice(seed, "look-ahead")
        self._asked = 0
        self._copies: Copies | None = None

    def join(self, copies: Copies) -> None:
        """See `Searching`."""
        self._copies = copies

    def __call__(self, decision: Decision, state: State) -> tuple[int, ...]:
        """The answer after which the most is left on its own side, and the least on the other."""
        if self._copies is None:
            raise PlayerError("a player that looks ahead has to be seated in a match: give it in players=")
        self._asked += 1
        left = [_Tried(answer) for answer in answers(decision, tuple(self.policy(decision, state)), self.widest)]
        for number in range(self.rollouts):
            if len(left) == 1:
                break
            for one in left:
                one.total += self._play(self._copies, decision, state, one.answer, number)
            if number % 2 and len(left) > 2:
                ranked = sorted(left, key=lambda one: -one.total)
                kept = {id(one) for one in ranked[: (len(ranked) + 1) // 2]}
                left = [one for one in left if id(one) in kept]
        return max(left, key=lambda one: one.total).answer

    def _play(self, copies: Copies, decision: Decision, state: State, answer: tuple[int, ...], number: int) -> float:
        # The same dice for every answer: what differs is the answer.
        dice = self._dice.fork(f"decision {self._asked}, rollout {number}")
        seat = decision.seat or 0
        seats = {seat, *(entity.seat for entity in state.entities.values() if entity.seat is not None)}
        copy = copies(dice, dict.fromkeys(seats, _First(answer, self.policy)))
        copy.advance(self.steps)
        return standing(copy, seat)


def standing(copy: Copy, seat: int) -> float:
    """How a seat's side stands: 1 for each creature that is there and the share of its life, less the same of the others."""
    state, life = copy.state, copy.ruleset.life
    here = set(copy.ruleset.order(state))
    mine = next((entity.home for entity in state.entities.values() if entity.seat == seat), None)
    worth = {"won": DECIDED, "lost": -DECIDED}.get(copy.result or "", 0.0)
    for entity in state.entities.values():
        if entity.id in here and life in entity.counters:
            share = 1 + entity.count(life) / max(1, entity.limits.get(life, 1))
            worth += share if entity.side == mine else -share
    return worth


def answers(decision: Decision, first: tuple[int, ...], widest: int) -> list[tuple[int, ...]]:
    """Legal answers, `first` at the front, up to `widest` of them: smaller ones before larger."""
    places = range(len(decision.options))
    sizes = range(decision.least, min(decision.most, len(places)) + 1)
    every = chain.from_iterable(combinations(places, size) for size in sizes)
    return [first, *islice((answer for answer in every if answer != first), widest - 1)]


@define(slots=True, eq=False)
class _Tried:
    """An answer and what it came to, over all rollouts."""

    answer: tuple[int, ...]
    total: float = 0.0


class _First:
    """Gives one answer, then plays as the policy does."""

    def __init__(self, answer: tuple[int, ...], policy: Player) -> None:
        self._answer: tuple[int, ...] | None = answer
        self._policy = policy

    def __call__(self, decision: Decision, state: State) -> tuple[int, ...]:
        answer, self._answer = self._answer, None
        return tuple(self._policy(decision, state)) if answer is None else answer
