"""Random line-ups, stated by a seed: line-up k depends on (seed, k) and on the cards there are, and on nothing else.

They stand on what a game offers to those who set up situations, so they know none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import attrs
from attrs import field, frozen

from dicecrawl.core.definitions import Definition
from dicecrawl.core.dice import SeededDice
from dicecrawl.core.staging import Cast, Staging, Turns
from dicecrawl.errors import SetupError

if TYPE_CHECKING:
    from dicecrawl.analysis.port import LoadedGame

PURSE = 60
"""The most that a random purse holds."""


@frozen(slots=True)
class LineUps:
    """Both sides of a battle, front to back, as a battle takes them, and what else it is set up with."""

    rogues: tuple[Any, ...]
    enemies: tuple[Any, ...]
    setup: Mapping[str, int] = field(factory=dict)
    casts: tuple[tuple[Cast, ...], ...] = ()  # the same in words

    def __str__(self) -> str:
        return " against ".join(", ".join(told(cast) for cast in side) for side in self.casts)


def told(cast: Cast) -> str:
    """A creature of a line-up in words: "Name quality 1 flaw 2 with Thing"."""
    traits = "".join(f" {kind} {number}" for kind, number in cast.traits)
    items = f" with {' and '.join(cast.carries)}" if cast.carries else ""
    return f"{cast.card}{traits}{items}"


def random_lineups(
    game: LoadedGame, seed: int | str, k: int, *, most: int = 5, fewest: int = 1, extras: bool = True
) -> LineUps:
    """Line-up number `k` of `seed`: `fewest` to `most` creatures a side, any card as often as it comes.

    With `extras` they bring what their cards allow: traits, up to two things and a purse. Raises `SetupError` for a game
    that does not say how situations are set up.
    """
    if not 1 <= fewest <= most:
        raise SetupError(f"a line-up has at least 1 creature and at most what is stated, not {fewest} to {most}")
    staging = staging_of(game)
    dice = SeededDice(seed, "line-ups").fork(f"line-up {k}")
    sides, casts = [], []
    for zone in staging.lines.values():
        cards = game.library.all(staging.kinds[zone])
        count = fewest + dice.draw(most - fewest + 1) - 1
        line = [_cast(game, staging, zone, cards[dice.draw(len(cards)) - 1], dice, extras) for _ in range(count)]
        casts.append(tuple(line))
        sides.append(tuple(staging.cast(cast, zone) for cast in line))
    coins = 10 * (dice.draw(PURSE // 10 + 1) - 1) if extras else 0
    return LineUps(sides[0], sides[1], {"coins": coins} if coins else {}, tuple(casts))


def staging_of(game: LoadedGame) -> Staging:
    """How the game sets situations up; raises `SetupError` when it does not say."""
    staging = game.ruleset.staging
    if staging is None or len(staging.lines) != 2 or not set(staging.lines.values()) <= set(staging.kinds):
        raise SetupError(f"{game.ruleset.title} does not say how to set up two line-ups, so nothing can be put there")
    return staging


def turns_of(game: LoadedGame) -> Turns:
    """How the game puts single turns on the table; raises `SetupError` when it does not say."""
    turns = staging_of(game).turns
    if turns is None:
        raise SetupError(f"nobody takes turns in {game.ruleset.title}")
    return turns


def trait_kinds(card: Definition) -> Mapping[str, tuple[int, ...]]:
    """The traits a creature of that card may be given: kind and numbers."""
    found: dict[str, list[int]] = {}
    for ability in card.abilities:
        if ability.faces and ability.kind != "action":
            found.setdefault(ability.kind, []).extend(ability.faces)
    return {kind: tuple(sorted(set(numbers))) for kind, numbers in found.items()}


def _cast(game: LoadedGame, staging: Staging, zone: str, card: Definition, dice: SeededDice, extras: bool) -> Cast:
    bare = Cast(card.name)
    if not extras:
        return bare
    traits = tuple(
        (kind, number)
        for kind, numbers in trait_kinds(card).items()
        for number in sorted(_some(numbers, 1 + dice.draw(2), dice))
    )
    things = [thing.name for thing in game.library.all(staging.belongings)] if staging.belongings else []
    carries = tuple(_some(things, dice.draw(3) - 1, dice))
    for cast in (attrs.evolve(bare, traits=traits, carries=carries), attrs.evolve(bare, traits=traits)):
        if _allowed(staging, cast, zone):
            return cast
    return bare


def _allowed(staging: Staging, cast: Cast, zone: str) -> bool:
    """Whether a creature of that line can have these things."""
    try:
        staging.cast(cast, zone)
    except SetupError:
        return False
    return True


def _some(things: Sequence[Any], count: int, dice: SeededDice) -> list[Any]:
    """So many of them at random, none twice."""
    left = list(things)
    return [left.pop(dice.draw(len(left)) - 1) for _ in range(min(count, len(left)))]
