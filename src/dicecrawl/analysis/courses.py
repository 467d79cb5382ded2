"""All the ways play can take from one state: followed step by step, with equal states merged after every step.

A state that comes about in several ways is followed once, with the chances of all of them. A step that can come back to
the state it began in (a tie that is rolled again) is summed up exactly. What is given up is counted as `missing`.
Players have to be functions of the decision and the state, since merged ways have no past.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeAlias

from attrs import define, field, frozen

from dicecrawl.core.budget import Limits
from dicecrawl.core.decisions import Decision, Player
from dicecrawl.core.dice import Dice, SeededDice, enumerate_leaves
from dicecrawl.core.run import Run
from dicecrawl.errors import BudgetExceeded, SetupError
from dicecrawl.players import GreedyPlayer, RandomPlayer

if TYPE_CHECKING:
    from dicecrawl.analysis.port import LoadedGame
    from dicecrawl.core.state import Entity, State

TURN = "turn"  # the counter that numbers turns; conditions and waiting rules remember it
NOTHING: tuple[Any, ...] = ()

Policy: TypeAlias = "Callable[[Dice], Player]"
"""Makes the player of every seat for one way, from the dice of that way."""

_GREEDY = GreedyPlayer()


def policy_of(players: str | Player) -> Policy:
    """A policy by name ("greedy", or "random": every answer equally likely), or one player for all."""
    if players == "random":
        return _by_chance
    player = _GREEDY if players == "greedy" else players
    if isinstance(player, str):
        raise SetupError(f"odds know no {player!r} players: name 'greedy' or 'random', or give a function")
    return lambda dice: player


def _by_chance(dice: Dice) -> Player:
    player = RandomPlayer()
    player.dice = dice
    return player


@frozen(slots=True)
class Stage:
    """What happens from a state on: `step` takes one step of play, `going` says whether there is another.

    `note` keeps something of a step that the state does not tell; it is handed what was noted before.
    """

    step: Callable[[Run], None]
    going: Callable[[State], bool]
    note: Callable[[Any, Run], Hashable] = lambda noted, run: NOTHING


class TooMany(BudgetExceeded):
    """There are more ways for the dice to fall than may be tried; sampling still gives an answer."""


def one_step(run: Run) -> None:
    """One phase of the game."""
    run.step()


@define(slots=True, eq=False)
class Course:
    """A state with the chance of coming to it."""

    state: State
    noted: Any
    chance: Fraction


@define(slots=True)
class Courses:
    """Every end that was found, what was given up, and how many ways were tried and merged."""

    ends: list[Course] = field(factory=list)
    missing: Fraction = Fraction(0)
    ways: int = 0
    merged: int = 0
    met: dict[str, None] = field(factory=dict)


class Noticing:
    """A player that notes which kinds of decision it met."""

    def __init__(self, player: Player, met: dict[str, None]) -> None:
        self._player = player
        self._met = met

    def __call__(self, decision: Decision, state: State) -> Any:
        self._met.setdefault(decision.kind)
        return self._player(decision, state)


def unfold(
    game: LoadedGame,
    start: State,
    stage: Stage,
    policy: Policy,
    *,
    most: int,
    least: Fraction = Fraction(0),
    limits: Limits | None = None,
) -> Courses:
    """Follow every way from `start`. Raises `TooMany` when more than `most` ways would have to be tried.

    Ways rarer than `least` are given up.
    """
    found = Courses()
    first = Course(start, NOTHING, Fraction(1))
    rounds: dict[int, dict[Hashable, Course]] = {start.count("round"): {_key(start, NOTHING): first}}
    ends: dict[Hashable, Course] = {}
    while rounds:
        now = min(rounds)
        waiting = rounds.pop(now)
        while waiting:
            following: dict[Hashable, Course] = {}
            for key, course in waiting.items():
                stay = Fraction(0)
                left: list[tuple[Fraction, State, Any]] = []
                for chance, state, noted in _leaves(game, course, stage, policy, found, most, least, limits):
                    new = _key(state, noted)
                    if new == key:
                        stay += chance
                    else:
                        left.append((chance, state, noted))
                if stay == 1:
                    raise BudgetExceeded("this situation comes back to itself for ever: nothing in it ends it")
                for chance, state, noted in left:
                    arrived = Course(state, noted, course.chance * chance / (1 - stay))
                    if not stage.going(state):
                        _merge(ends, arrived, found)
                    elif state.count("round") > now:
                        _merge(rounds.setdefault(state.count("round"), {}), arrived, found)
                    else:
                        _merge(following, arrived, found)
            waiting = following
    found.ends = list(ends.values())
    found.missing = 1 - sum((course.chance for course in found.ends), Fraction(0))
    return found


def _leaves(
    game: LoadedGame,
    course: Course,
    stage: Stage,
    policy: Policy,
    found: Courses,
    most: int,
    least: Fraction,
    limits: Limits | None,
) -> list[tuple[Fraction, State, Any]]:
    def way(dice: Dice) -> tuple[State, Any]:
        run = run_from(game, course.state, dice, policy, found.met, limits)
        stage.step(run)
        return run.state, stage.note(course.noted, run)

    rare = least / course.chance
    if rare > 1:
        return []
    room = most - found.ways
    leaves = enumerate_leaves(way, most=max(1, room), least=rare)
    listed = []
    try:
        for chance, end in leaves:
            listed.append((chance, *end))
    except BudgetExceeded as full:
        if leaves.seen >= room:
            raise TooMany(f"there are more than {most:,} ways to follow (`most`): raise it or `least`, or sample") from full
        raise
    found.ways += leaves.seen
    if found.ways > most:
        raise TooMany(f"there are more than {most:,} ways to follow (`most`): raise it or `least`, or sample")
    return listed


def sample(
    game: LoadedGame,
    start: State,
    stage: Stage,
    policy: Policy,
    *,
    samples: int,
    seed: int | str = 0,
    limits: Limits | None = None,
) -> Courses:
    """Play so many times from `start`; each end has the share of the games that came to it."""
    found = Courses()
    for k in range(samples):
        run = run_from(game, start, SeededDice(seed, "odds").fork(f"sample {k}"), policy, found.met, limits)
        noted: Any = NOTHING
        while True:
            stage.step(run)
            noted = stage.note(noted, run)
            run.log.clear()
            if not stage.going(run.state):
                break
        found.ends.append(Course(run.state, noted, Fraction(1, samples)))
    found.ways = samples
    return found


def run_from(
    game: LoadedGame,
    state: State,
    dice: Dice,
    policy: Policy,
    met: dict[str, None] | None = None,
    limits: Limits | None = None,
) -> Run:
    """A run that goes on from a copy of a state, every seat played by the policy."""
    player = policy(dice)
    seated = player if met is None else Noticing(player, met)
    seats = {entity.seat for entity in state.entities.values() if entity.seat is not None}
    return Run(game.ruleset, game.library, state.clone(), dice, dict.fromkeys(seats, seated), limits)


def _merge(into: dict[Hashable, Course], course: Course, found: Courses) -> None:
    key = _key(course.state, course.noted)
    known = into.get(key)
    if known is None:
        into[key] = course
    else:
        known.chance += course.chance
        found.merged += 1


def _key(state: State, noted: Any) -> Hashable:
    return state_key(state), noted


def state_key(state: State) -> Hashable:
    """What a state says, without the numbers that only tell turns and rules apart: states with equal keys go on alike."""
    turn = state.count(TURN)
    return (
        tuple(_entity_key(entity, turn) for entity in state.entities.values()),
        tuple(state.zones.items()),
        tuple((name, value) for name, value in state.counters.items() if name != TURN),
        state.step,
        tuple((w.key, w.owner, w.until, w.turn == turn, w.they, w.strength, w.definition) for w in state.waiting),
        state.next_id,
        state.result,
    )


def _entity_key(entity: Entity, turn: int) -> Hashable:
    return (
        entity.id,
        entity.kind,
        entity.definition,
        entity.label,
        entity.side,
        entity.home,
        entity.seat,
        tuple(entity.counters.items()),
        tuple(entity.limits.items()),
        entity.tags,
        entity.cards,
        tuple((c.name, c.strength, c.dice, c.cause, c.turn == turn, c.last, c.memory) for c in entity.conditions),
    )
