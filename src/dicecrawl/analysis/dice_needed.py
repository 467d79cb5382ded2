"""How likely an ability can be used that needs a pattern of dice: after each roll, kept in the best way for it, exactly."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from html import escape
from typing import Any, Protocol, runtime_checkable

from attrs import frozen

from dicecrawl.analysis.distribution import markdown, percent
from dicecrawl.analysis.keeping import keeping
from dicecrawl.analysis.port import LoadedGame
from dicecrawl.core.context import Context
from dicecrawl.core.definitions import Ability, Definition
from dicecrawl.core.dice import ScriptedDice
from dicecrawl.core.patterns import Counts
from dicecrawl.core.run import Run
from dicecrawl.errors import SetupError


@runtime_checkable
class NeedsDice(Protocol):
    """What an ability is used with."""

    @property
    def wants_spare(self) -> bool:
        """Whether it takes one more die, of any face."""
        ...

    def ways(self, ctx: Context, who: int, ability: str, counts: Counts) -> tuple[Counts, ...]:
        """Every choice of dice with which `who` may use the ability."""
        ...


@frozen(slots=True)
class Needed:
    """One ability with the chance that it can be used after 1, 2, ... rolls."""

    card: str
    ability: str
    chances: tuple[Fraction, ...]


@frozen(slots=True)
class DiceOdds:
    """Chances of abilities by the number of rolls. Each is that of keeping dice for this ability alone."""

    title: str
    dice: int
    abilities: tuple[Needed, ...]

    def text(self, *, ascii: bool = False) -> str:
        """A table for a terminal."""
        names = [needed.ability for needed in self.abilities]
        broad = max(len(name) for name in ("rolls", *names))
        rolls = range(1, len(self.abilities[0].chances) + 1)
        lines = [f"{self.title}: the chance that {self.dice} dice allow it, kept in the best way for it"]
        lines.append(f"  {'rolls':<{broad}}" + "".join(f"{number:>10}" for number in rolls))
        lines.extend(f"  {n.ability:<{broad}}" + "".join(f"{percent(c):>10}" for c in n.chances) for n in self.abilities)
        told = "\n".join(lines)
        return told.encode("ascii", "replace").decode() if ascii else told

    def __str__(self) -> str:
        return self.text()

    def _repr_markdown_(self) -> str:
        rolls = range(1, len(self.abilities[0].chances) + 1)
        rows = [f"| {markdown(n.ability)} | {' | '.join(percent(c) for c in n.chances)} |" for n in self.abilities]
        head = f"| rolls | {' | '.join(map(str, rolls))} |"
        return "\n".join([markdown(self.title), "", head, "|---" * (len(rolls) + 1) + "|", *rows])

    def _repr_html_(self) -> str:
        rolls = "".join(f"<th>{number}</th>" for number in range(1, len(self.abilities[0].chances) + 1))
        rows = "".join(
            f"<tr><th>{escape(n.ability)}</th>{''.join(f'<td>{percent(c)}</td>' for c in n.chances)}</tr>"
            for n in self.abilities
        )
        return f"<table><caption>{escape(self.title)}</caption><tr><th>rolls</th>{rolls}</tr>{rows}</table>"

    def to_dict(self) -> dict[str, Any]:
        """Plain data; chances are exact fractions."""
        return {
            "title": self.title,
            "dice": self.dice,
            "abilities": [
                {"card": n.card, "ability": n.ability, "chances": [str(chance) for chance in n.chances]}
                for n in self.abilities
            ],
        }


def needs_dice(card: Definition, abilities: Iterable[Ability] | None = None) -> list[Ability]:
    """Those of a card's abilities (of these, if some are named) that need a pattern of dice."""
    return [a for a in (card.abilities if abilities is None else abilities) if isinstance(a.trigger, NeedsDice)]


def dice_odds(
    game: LoadedGame, card: Definition, abilities: Iterable[Ability] | None = None, *, dice: int = 6, rolls: int = 3
) -> DiceOdds:
    """The chance of each ability of a card after 1 to `rolls` rolls of `dice` d6, nobody else being there.

    Raises `SetupError` for a card without such an ability, `DiceError` for fewer than one die or roll, and
    `BudgetExceeded` for too many dice.
    """
    found = needs_dice(card, abilities)
    if not found or game.ruleset.arena is None:
        raise SetupError(f"nothing that {card.name} can do needs a pattern of dice")
    state = game.ruleset.arena(game.library, card.name)
    who = game.ruleset.board(state)[0]
    ctx = Context(Run(game.ruleset, game.library, state, ScriptedDice(())), who)
    needed: list[Needed] = []
    for ability in found:
        pattern = ability.trigger
        assert isinstance(pattern, NeedsDice)

        def allows(counts: Counts, pattern: NeedsDice = pattern, name: str = ability.name) -> bool:
            left = sum(counts) - int(pattern.wants_spare)
            return any(sum(way) <= left for way in pattern.ways(ctx, who, name, counts))

        best = [keeping(allows, dice=dice, rolls=number).value for number in range(1, rolls + 1)]
        needed.append(Needed(card.name, ability.name, tuple(best)))
    return DiceOdds(card.name if abilities is None else f"{card.name}: {found[0].name}", dice, tuple(needed))
