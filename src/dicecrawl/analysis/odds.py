"""Exact odds of a sentence or an ability: the ordinary engine under a die that shows every face in turn.

The arena is an open field with an actor and a target, range off, and nobody else. Choices on the way are made by a player
(by default one that takes every "may" and the stated target, and no rerolls); the report lists those that were met.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING

from attrs import field, frozen

from dicecrawl.analysis.distribution import Distribution
from dicecrawl.core.context import Context
from dicecrawl.core.decisions import Decision, Player
from dicecrawl.core.dice import Dice, enumerate_leaves
from dicecrawl.core.events import CheckMade, DamageDealt
from dicecrawl.core.nodes import Effect
from dicecrawl.core.run import Run
from dicecrawl.core.state import State

if TYPE_CHECKING:
    from dicecrawl.analysis.port import LoadedGame

MOST_LEAVES = 200_000


@frozen(slots=True)
class Ending:
    """How one way of falling dice came out. Losses are points of the life counter; `gained` are conditions on whom."""

    succeeded: bool | None
    damage: int
    target_lost: int
    actor_lost: int
    target_gone: bool
    gained: tuple[tuple[str, str], ...]


@frozen(slots=True)
class Odds:
    """What a sentence does, as exact fractions.

    `success` is the chance that its first roll succeeds (None: it makes none), `damage` the damage dealt to the target
    in all, `lost` what the target loses of its life counter, `down` the chance that the target is dead or gone, and
    `conditions` the chance of each condition by (whose, which). `choices` were met on the way. `missing` is the chance
    of ways left out, 0 when exact.
    """

    title: str
    actor: str
    target: str
    success: Fraction | None
    damage: Distribution[int]
    lost: Distribution[int]
    actor_lost: Distribution[int]
    down: Fraction
    conditions: Mapping[tuple[str, str], Fraction]
    choices: tuple[str, ...] = ()
    leaves: int = 0
    missing: Fraction = field(default=Fraction(0))

    def __str__(self) -> str:
        lines = [f"{self.actor} against {self.target}: {self.title}"]
        lines.extend(f"  {name:<28} {value}" for name, value in self._rows())
        return "\n".join(lines)

    def _rows(self) -> list[tuple[str, str]]:
        rows = []
        if self.success is not None:
            rows.append(("success", chance(self.success)))
        rows.append(("mean damage", f"{float(self.damage.mean):.3f}"))
        rows.extend((f"damage {value}", chance(p)) for value, p in self.damage.items())
        rows.append((f"{self.target} down", chance(self.down)))
        rows.extend((f"{who} {what}", chance(p)) for (who, what), p in self.conditions.items())
        if self.choices:
            rows.append(("choices met", "; ".join(self.choices)))
        rows.append(("answer", "exact" if not self.missing else f"exact within {float(self.missing):.2g}"))
        return rows

    def _repr_html_(self) -> str:
        rows = "".join(f"<tr><td>{escape(n)}</td><td>{escape(v)}</td></tr>" for n, v in self._rows())
        head = escape(f"{self.actor} against {self.target}: {self.title}")
        return f"<table><caption>{head}</caption>{rows}</table>"

    def _repr_markdown_(self) -> str:
        head = f"**{self.actor} against {self.target}**: {self.title}\n\n| what | chance |\n|---|---|\n"
        return head + "\n".join(f"| {n} | {v} |" for n, v in self._rows())

    def to_dict(self) -> dict[str, object]:
        """Plain numbers: fractions as text, so that nothing is lost."""
        return {
            "title": self.title,
            "actor": self.actor,
            "target": self.target,
            "success": None if self.success is None else str(self.success),
            "damage": {str(value): str(p) for value, p in self.damage.items()},
            "down": str(self.down),
            "conditions": {f"{who} {what}": str(p) for (who, what), p in self.conditions.items()},
            "choices": list(self.choices),
            "missing": str(self.missing),
        }


def chance(p: Fraction) -> str:
    """A chance as a fraction and in percent."""
    return f"{p} ({float(p) * 100:.2f} %)" if p.denominator > 1 else f"{p}"


class Willing:
    """Takes every "may" and reaction and the first of everything else, aims at the stated target, and notes what it met."""

    def __init__(self, target: int) -> None:
        self.target = target
        self.met: dict[str, None] = {}

    def __call__(self, decision: Decision, state: State) -> tuple[int, ...]:
        """An answer."""
        self.met.setdefault(decision.kind)
        preferred = [i for i, option in enumerate(decision.options) if option.kind == "entity" and option.value == self.target]
        rest = [i for i in range(len(decision.options)) if i not in preferred]
        return tuple(sorted((preferred + rest)[: max(1, decision.least)]))


def odds(
    game: LoadedGame,
    effect: Effect,
    actor: str,
    target: str,
    *,
    title: str = "",
    player: Callable[[int], Player] | None = None,
    health: int | None = None,
    most: int = MOST_LEAVES,
    least: Fraction = Fraction(0),
    mode: str = "action",
) -> Odds:
    """What `effect` does when `actor` performs it with `target` on the other side, exactly.

    `player` makes the player from the target's id; `health` is what the target has left (None: all); `most` bounds the
    ways of falling dice, `least` gives up ways rarer than that and says how much was left out.
    Raises `BudgetExceeded` past `most`, `UnknownName` for the names.
    """
    ruleset = game.ruleset
    if ruleset.arena is None:
        raise ValueError(f"{ruleset.title} has no arena for odds")
    start = ruleset.arena(game.library, actor, target, health=health)
    you, them = 1, 2
    answering = player(them) if player is not None else Willing(them)

    def run(dice: Dice) -> Ending:
        match = Run(ruleset, game.library, start.clone(), dice, {0: answering})
        ctx = Context(match, you, mode)
        effect.perform(ctx.because(effect.span, title))
        return _ending(match, start, you, them)

    endings: dict[Ending, Fraction] = {}
    leaves = enumerate_leaves(run, most=most, least=least)
    count = 0
    for weight, ending in leaves:
        endings[ending] = endings.get(ending, Fraction(0)) + weight
        count += 1
    return _report(title or "a sentence", start, endings, answering, count, leaves.missing)


def _ending(run: Run, start: State, you: int, them: int) -> Ending:
    life = run.ruleset.life
    checks = [logged.event for logged in run.log if isinstance(logged.event, CheckMade)]
    damage = sum(
        logged.event.amount for logged in run.log if isinstance(logged.event, DamageDealt) and logged.event.target == them
    )
    gained = tuple(
        sorted((run.state[who].label, condition.name) for who in (you, them) for condition in run.state[who].conditions)
    )
    present = run.present()
    return Ending(
        checks[0].success if checks else None,
        damage,
        start[them].count(life) - run.state[them].count(life),
        start[you].count(life) - run.state[you].count(life),
        them not in present,
        tuple(dict.fromkeys(gained)),
    )


def _report(
    title: str, start: State, endings: Mapping[Ending, Fraction], player: object, leaves: int, missing: Fraction
) -> Odds:
    rolled = [e for e in endings if e.succeeded is not None]
    success = sum((endings[e] for e in rolled if e.succeeded), Fraction(0)) if rolled else None
    conditions: dict[tuple[str, str], Fraction] = {}
    for ending, weight in endings.items():
        for pair in ending.gained:
            conditions[pair] = conditions.get(pair, Fraction(0)) + weight
    met = getattr(player, "met", {})
    return Odds(
        title,
        start[1].label,
        start[2].label,
        success,
        _spread(endings, lambda e: e.damage, missing),
        _spread(endings, lambda e: e.target_lost, missing),
        _spread(endings, lambda e: e.actor_lost, missing),
        sum((w for e, w in endings.items() if e.target_gone), Fraction(0)),
        dict(sorted(conditions.items())),
        tuple(met),
        leaves,
        missing,
    )


def _spread(endings: Mapping[Ending, Fraction], key: Callable[[Ending], int], missing: Fraction) -> Distribution[int]:
    weights: dict[int, Fraction] = {}
    for ending, weight in endings.items():
        weights[key(ending)] = weights.get(key(ending), Fraction(0)) + weight
    return Distribution.of(weights, missing=missing)
