"""Odds of real situations: one ability, one whole turn, or a battle of some rounds, between any two line-ups.

Every answer says what it is: exact; exact within the chance of the ways too rare to follow; or, where there are more ways
than may be followed, estimated from games played, with an interval. Players answer as stated and reroll nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import attrs
from attrs import field, frozen

from dicecrawl.analysis.courses import Courses, Policy, Stage, TooMany, one_step, policy_of, sample, unfold
from dicecrawl.analysis.figures import Certainty
from dicecrawl.analysis.lineups import staging_of, turns_of
from dicecrawl.analysis.odds import Willing
from dicecrawl.analysis.outlook import Noted, Outlook, outlook
from dicecrawl.core.budget import Limits
from dicecrawl.core.context import Context
from dicecrawl.core.decisions import Player
from dicecrawl.core.definitions import Ability
from dicecrawl.core.dice import RecordedDice
from dicecrawl.core.events import ActionStarted, CheckMade, DamageDealt, StepEnded
from dicecrawl.core.run import Run
from dicecrawl.errors import SetupError, UnknownName
from dicecrawl.language.source import same_name

if TYPE_CHECKING:
    from dicecrawl.analysis.port import LoadedGame
    from dicecrawl.core.state import State

LEAST = Fraction(1, 10**9)
"""Ways rarer than this are given up, unless something else is said."""


@frozen(slots=True)
class Search:
    """How far to look: up to `most` ways, none rarer than `least`; past that `samples` games are played from `seed`.

    With `least` 0 nothing is given up, with `samples` 0 there is no estimate but `TooMany`.
    """

    most: int = 20_000
    least: Fraction = field(default=LEAST, converter=Fraction)
    samples: int = 1_000
    seed: int | str = 0


def ability_odds(
    game: LoadedGame,
    ability: str | Ability,
    actor: str,
    rogues: Iterable[Any],
    enemies: Iterable[Any],
    *,
    target: str | None = None,
    players: str | Player | None = None,
    search: Search | None = None,
    **setup: Any,
) -> Outlook:
    """What comes of one ability of `actor`, a creature of either line-up, as they stand at the start of a battle.

    `ability` is the name of one on the actor's card, or a free sentence. `target` is whom choices go to where they can;
    else they go to whoever comes first, and every "may" is taken, unless `players` says otherwise ("greedy", "random": all
    answers equally likely, or a function). `setup` is that of a battle. Raises `UnknownName`, `SetupError`.
    """
    start, who = _entered(game, actor, rogues, enemies, setup)
    meant = ability if isinstance(ability, Ability) else _ability(game, start, who, ability)
    willing = Willing(0 if target is None else find(start, target))
    return ability_odds_from(game, start, who, meant, players=willing if players is None else players, search=search)


def ability_odds_from(
    game: LoadedGame,
    state: State,
    who: int,
    ability: Ability,
    *,
    players: str | Player = "greedy",
    search: Search | None = None,
) -> Outlook:
    """What comes of an ability that the creature `who` carries out now, in any state of a match; nothing is changed in it."""
    turns = turns_of(game)

    def step(run: Run) -> None:
        run.budget.refill()
        turns.perform(Context(run, who), who, ability)

    stage = Stage(step, lambda state: False, lambda noted, run: _note(noted, run, who))
    title = f"{state[who].label}: {ability.name}"
    found = _answer(game, state, stage, policy_of(players), search, None, title)
    return attrs.evolve(found, carried_out={n: f for n, f in found.carried_out.items() if n != ability.name})


def turn_odds(
    game: LoadedGame,
    actor: str,
    rogues: Iterable[Any],
    enemies: Iterable[Any],
    *,
    players: str | Player = "greedy",
    search: Search | None = None,
    **setup: Any,
) -> Outlook:
    """What comes of one whole turn of `actor`: its conditions, its action by its table or its player, its traits."""
    start, who = _entered(game, actor, rogues, enemies, setup)
    staging, turns = staging_of(game), turns_of(game)
    start = _prepared(game, start, lambda ctx: turns.turn(ctx, who))
    stage = Stage(
        one_step,
        lambda state: state.step is not None and state.step.phase not in staging.pauses,
        lambda noted, run: _note(noted, run, who),
    )
    return _answer(game, start, stage, policy_of(players), search, None, f"a turn of {start[who].label}")


def duel_odds(
    game: LoadedGame,
    rogues: Iterable[Any],
    enemies: Iterable[Any],
    *,
    rounds: int,
    opens: str | None = None,
    players: str | Player = "greedy",
    search: Search | None = None,
    **setup: Any,
) -> Outlook:
    """How a battle stands after so many rounds, or how it ended before.

    `opens` is the heading of the line-up that opens every round; without it that is decided as the game does.
    """
    if rounds < 1:
        raise SetupError(f"a battle is followed for 1 round or more, not {rounds}")
    staging, turns = staging_of(game), turns_of(game)
    start = game.battle(list(rogues), list(enemies), **setup).state
    if opens is not None:
        zone = next((z for heading, z in staging.lines.items() if same_name(heading) == same_name(opens)), None)
        if zone is None:
            raise SetupError(f"no line-up is called {opens!r}; there are {', '.join(staging.lines)}")
        first = start.zone(zone)[0]
        start = _prepared(game, start, lambda ctx: turns.enter(ctx, first))
        start = _prepared(game, start, turns.between)
    stage = Stage(one_step, lambda state: state.step is not None)
    limits = Limits(rounds=rounds)
    title = f"{'1 round' if rounds == 1 else f'{rounds} rounds'} of {_line(start, staging.lines.values())}"
    return _answer(game, start, stage, policy_of(players), search, limits, title, battle=True)


# -- pieces ------------------------------------------------------------------------------------------------------------


def _answer(
    game: LoadedGame,
    start: State,
    stage: Stage,
    policy: Policy,
    search: Search | None,
    limits: Limits | None,
    title: str,
    *,
    battle: bool = False,
) -> Outlook:
    how = search or Search()
    try:
        found: Courses = unfold(game, start, stage, policy, most=how.most, least=how.least, limits=limits)
        certainty = Certainty(found.missing)
    except TooMany:
        if not how.samples:
            raise
        found = sample(game, start, stage, policy, samples=how.samples, seed=how.seed, limits=limits)
        certainty = Certainty(samples=how.samples)
    return outlook(title, game.ruleset, start, found, certainty, battle=battle)


def _entered(
    game: LoadedGame, actor: str, rogues: Iterable[Any], enemies: Iterable[Any], setup: dict[str, Any]
) -> tuple[State, int]:
    start = game.battle(list(rogues), list(enemies), **setup).state
    who = find(start, actor)
    turns = turns_of(game)
    return _prepared(game, start, lambda ctx: turns.enter(ctx, who)), who


def _prepared(game: LoadedGame, state: State, ready: Any) -> State:
    """The state once the game has made it ready; what it gives is the step that comes next, if it is one."""
    run = Run(game.ruleset, game.library, state.clone(), RecordedDice(()))
    ctx = Context(run)
    following = ready(ctx)
    if following is not None:
        run.emit(ctx, StepEnded("setup", None, following))
    return run.state


def find(state: State, name: str) -> int:
    """The creature that is called so, by its label or, where only one has it, by its card. Raises `UnknownName`."""
    wanted = same_name(name)
    creatures = [entity for entity in state.entities.values() if entity.counters]
    for found in (
        [entity.id for entity in creatures if same_name(entity.label) == wanted],
        [entity.id for entity in creatures if same_name(entity.definition) == wanted],
    ):
        if len(found) == 1:
            return found[0]
    raise UnknownName(f"nobody in these line-ups is called {name!r}; there are {', '.join(e.label for e in creatures)}")


def _ability(game: LoadedGame, state: State, who: int, name: str) -> Ability:
    card = game.library.get(state[who].kind, state[who].definition)
    for ability in card.abilities:
        if same_name(ability.name) == same_name(name):
            return ability
    if not name.strip().endswith("."):
        known = ", ".join(repr(ability.name) for ability in card.abilities if ability.name)
        raise UnknownName(f"{card.name} has no ability called {name!r}; it has {known} (a sentence ends with a full stop)")
    return Ability("action", name, game.effect(name).tree)


def _note(noted: Any, run: Run, who: int) -> Noted:
    before: Noted = noted if isinstance(noted, Noted) else Noted()
    events = [logged.event for logged in run.log]
    checks = [event for event in events if isinstance(event, CheckMade) and event.roller == who]
    damage = dict(before.damage)
    for event in events:
        if isinstance(event, DamageDealt):
            damage[event.target] = damage.get(event.target, 0) + event.amount
    started = [event.ability for event in events if isinstance(event, ActionStarted) and event.who == who]
    first = checks[0].success if checks else None
    return Noted(
        first if before.succeeded is None else before.succeeded,
        tuple(sorted(damage.items())),
        tuple(dict.fromkeys((*before.carried_out, *started))),
    )


def _line(state: State, zones: Iterable[str]) -> str:
    return " against ".join(", ".join(state[who].label for who in state.zone(zone)) for zone in zones)
