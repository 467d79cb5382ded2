"""What games of one player are worth, exactly: coins to be expected under the best play, by backward induction.

Luck is not spent. Rulings: MO-159 to MO-162.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations, product
from math import comb

from dicecrawl.core.definitions import Definition
from dicecrawl.core.ruleset import Worth
from dicecrawl.games.marching_order.hall.cards import SIDES, Hacking, Storey
from dicecrawl.games.marching_order.hall.pyramid import uncovered


def worth(card: Definition) -> Worth | None:
    """The worth of a game of one player; None for other cards."""
    price = int(card.fields.get("price", 0))
    if "hacking" in card.fields:
        rules: Hacking = card.fields["hacking"]
        pays = Hack(rules).rolled(rules.hack, 0)
        return Worth(card.name, pays, price, "stopping as soon as another roll would bring less in the mean")
    if "floors" in card.fields:
        pays = Delving(card.fields["floors"]).worth(int(card.fields["delve with"]))
        return Worth(card.name, pays, price, "choosing the best of equal dice without a look at what lies beneath")
    return None


class Hack:
    """Hack-and-slash under the best stopping: a state is how many hack and slash dice are to be rolled."""

    def __init__(self, rules: Hacking) -> None:
        self.rules = rules
        self.rolled = lru_cache(maxsize=None)(self._rolled)

    def cash(self, hack: int) -> int:
        """What is set aside."""
        return (self.rules.hack - hack) * self.rules.pays

    def rolls_again(self, hack: int, slash: int) -> bool:
        """Whether another roll brings more in the mean than to cash out."""
        return bool(hack) and self.rolled(hack, slash) > self.cash(hack)

    def _rolled(self, hack: int, slash: int) -> Fraction:
        """What a roll of these dice brings in the mean, the best stopping afterwards."""
        safe = Fraction(SIDES - 1, SIDES) ** slash
        stays, rest = Fraction(0), Fraction(0)
        for sixes in range(hack + 1):
            for ones in range(hack - sixes + 1):
                others = hack - sixes - ones
                ways = comb(hack, sixes) * comb(hack - sixes, ones) * (SIDES - 2) ** others
                chance = safe * Fraction(ways, SIDES**hack)
                after = (hack - sixes, min(self.rules.slash, slash + ones))
                if after == (hack, slash):
                    stays += chance
                elif not after[0]:
                    rest += chance * self.cash(0)
                else:
                    rest += chance * max(Fraction(self.cash(after[0])), self.rolled(*after))
        going_on = rest / (1 - stays)  # if the same dice lie there again, they are rolled again
        return going_on if going_on > self.cash(hack) else rest + stays * self.cash(hack)


Open = tuple[tuple[int, int, int], ...]
"""Floor, place and label of every die that lies open; dice of one face have one label, given in the order of places."""


class Delving:
    """Delvers' dice: faces count only as far as dice are alike, and a covered die shows any face until it lies open."""

    def __init__(self, floors: Sequence[Storey]) -> None:
        self.floors = tuple(floors)
        self.after = lru_cache(maxsize=None)(self._after)

    def worth(self, dice: int) -> Fraction:
        """What a whole game brings in the mean with so many dice to throw."""
        return self._shown((), tuple((1,) * floor.dice for floor in self.floors), dice)

    def _shown(self, known: Open, there: tuple[tuple[int, ...], ...], dice: int) -> Fraction:
        """The mean over the faces of dice that lie open now and were covered before."""
        seen = {(floor, at) for floor, at, _ in known}
        new = next((place for place in uncovered(there) if place not in seen), None)
        if new is None:
            return self.after(_relabelled(known), there, dice)
        labels = sorted({label for *_, label in known})
        total = sum((self._shown((*known, (*new, label)), there, dice) for label in labels), Fraction(0))
        fresh = self._shown((*known, (*new, len(labels))), there, dice) * (SIDES - len(labels)) if len(labels) < SIDES else 0
        return (total + fresh) / SIDES

    def _after(self, known: Open, there: tuple[tuple[int, ...], ...], dice: int) -> Fraction:
        """What throwing these dice brings in the mean."""
        if not dice or not known:
            return Fraction(0)
        labels = sorted({label for *_, label in known})
        total = Fraction(0)
        for counts, ways in _throws(dice, len(labels)):
            alike = [[(floor, at) for floor, at, label in known if label == one] for one in labels]
            takes = [min(count, len(dice_of)) for count, dice_of in zip(counts, alike, strict=True)]
            if not any(takes):
                value = self.after(known, there, dice - 1)
            else:
                choices = product(*(combinations(places, take) for places, take in zip(alike, takes, strict=True)))
                value = max(self._taken(known, there, dice, [p for part in choice for p in part]) for choice in choices)
            total += ways * value
        return Fraction(total, SIDES**dice)

    def _taken(self, known: Open, there: tuple[tuple[int, ...], ...], dice: int, places: list[tuple[int, int]]) -> Fraction:
        left = tuple(die for die in known if die[:2] not in places)
        rows = tuple(
            tuple(0 if (floor, at) in places else one for at, one in enumerate(row)) for floor, row in enumerate(there)
        )
        won = sum(self.floors[floor].pays for floor, _ in places)
        return won + self._shown(_relabelled(left), rows, dice - len(places))


def _relabelled(known: Open) -> Open:
    """The same dice with labels in the order of their places."""
    names: dict[int, int] = {}
    return tuple((floor, at, names.setdefault(label, len(names))) for floor, at, label in sorted(known))


@cache
def _throws(dice: int, labels: int) -> tuple[tuple[tuple[int, ...], int], ...]:
    """How many dice show each of some faces, with the number of ways in which they do; the rest shows any other face."""
    return tuple(_spread(dice, labels, SIDES - labels))


def _spread(dice: int, labels: int, others: int) -> Iterator[tuple[tuple[int, ...], int]]:
    if not labels:
        yield (), others**dice
        return
    for count in range(dice + 1):
        for rest, ways in _spread(dice - count, labels - 1, others):
            yield (count, *rest), comb(dice, count) * ways
