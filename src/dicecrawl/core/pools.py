"""Pools: dice rolled together, with keeping, rerolling, exploding and a bonus, and sums of pools.

A pool is a value; it says what is rolled and knows no text (`language.pools` reads one) and no chances
(`analysis.pool_odds` counts them). Rolling and counting follow one order, stated here and nowhere else:

1. All dice of the pool are rolled, left to right.
2. Rerolls, left to right. "Once": a die that shows one of the faces is rolled again and the second face stands,
   whatever it is. "Until gone": again and again until it shows another face.
3. Dice that explode, left to right, each to the end of its chain: a face that explodes brings one more die, and so on.
   A die that an explosion brings is a new die: it has its own reroll, and may explode. A die is worth its whole chain.
4. Keeping: the highest or lowest dice count. Keeping more dice than there are keeps them all.
5. A total that explodes: if what was kept adds up to one of the stated totals, the whole pool is rolled again and
   added, and so on.
6. The bonus, once.

No dice (0d6) is a pool worth 0 that draws nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from math import inf
from typing import Final, TypeAlias

from attrs import field, frozen

from dicecrawl.core.dice import Dice
from dicecrawl.errors import BudgetExceeded, DiceError


def _need_whole(what: str, number: object, *, least: float | None) -> None:
    low = -inf if least is None else least
    if isinstance(number, bool) or not isinstance(number, int) or number < low:
        bound = "" if least is None else f" of {least} or more"
        raise DiceError(f"{what} must be a whole number{bound}, not {number!r}.")


@frozen
class Limits:
    """How much may be asked of a pool, so that hostile text ends in a message and not in a hang. Settable by anyone."""

    dice: int = 1_000
    """Dice of a whole expression, before rerolls and explosions."""
    sides: int = 1_000
    """Sides of a die."""
    again: int = 1_000
    """Times one die is rerolled, or explodes, without an end."""
    text: int = 1_000
    """Characters of an expression."""
    digits: int = 6
    """Digits of one written number; at most 4,000, where Python itself stops reading."""
    nesting: int = 32
    """Brackets inside brackets; at most 100, to stay clear of Python's own limit."""

    def __attrs_post_init__(self) -> None:
        for name in ("dice", "sides", "again", "text", "digits", "nesting"):
            _need_whole(f"Limits.{name}", getattr(self, name), least=1)
        if self.digits > 4_000 or self.nesting > 100:
            raise DiceError("Limits.digits is at most 4,000 and Limits.nesting at most 100.")


LIMITS: Final = Limits()


class Which(Enum):
    """Which dice are kept."""

    HIGHEST = "highest"
    LOWEST = "lowest"


class When(Enum):
    """How long a die is rerolled."""

    ONCE = "once"
    UNTIL_GONE = "until gone"


class Of(Enum):
    """What explodes: each die by its face, or the pool by the total of the dice it keeps."""

    DIE = "die"
    TOTAL = "total"


def _faces(faces: Iterable[int]) -> tuple[int, ...]:
    listed = tuple(faces)
    for face in listed:
        _need_whole("A face", face, least=0)
    return tuple(sorted(set(listed)))


@frozen
class Keep:
    """Let only the `number` highest or lowest dice count; with no more dice than that, all of them."""

    which: Which
    number: int = 1

    def __attrs_post_init__(self) -> None:
        _need_whole("The number of dice to keep", self.number, least=1)

    def of(self, values: tuple[int, ...]) -> tuple[int, ...]:
        """The values that count, in the order they lie; among equals the earlier dice are kept."""
        if self.number >= len(values):
            return values
        sign = -1 if self.which is Which.HIGHEST else 1
        chosen = sorted(range(len(values)), key=lambda at: (sign * values[at], at))[: self.number]
        return tuple(values[at] for at in sorted(chosen))


@frozen
class Reroll:
    """Roll a die again when it shows one of `faces`."""

    faces: tuple[int, ...] = field(converter=_faces)
    when: When = When.ONCE


@frozen
class Explode:
    """Roll one more and add it when a die (or the total) shows one of `faces`; at most `times` in a row, None: no end.

    With `of=Of.TOTAL` this also says "the worse of two dice counts, for explosions as well" (MO-93): two dice, keep
    the lowest, exploding on a total of 6.
    """

    faces: tuple[int, ...] = field(converter=_faces)
    of: Of = Of.DIE
    times: int | None = None

    def __attrs_post_init__(self) -> None:
        if self.times is not None:
            _need_whole("The number of explosions in a row", self.times, least=1)


@frozen
class Rolled:
    """How a pool fell. `total` holds the bonus; everything else is faces.

    `naturals` are all faces in the order rolled, those rerolled away included; `chains` the faces that count of each
    die, its explosions after it; `kept` what each kept die is worth. A total that explodes adds dice to all three.
    """

    total: int
    kept: tuple[int, ...]
    chains: tuple[tuple[int, ...], ...]
    naturals: tuple[int, ...]


@frozen
class RolledSum:
    """How a sum of pools fell; `parts` are in the order of its terms, without their signs."""

    total: int
    parts: tuple[Rolled, ...]

    @property
    def naturals(self) -> tuple[int, ...]:
        """All faces in the order rolled."""
        return tuple(face for part in self.parts for face in part.naturals)


class _Sums:
    """Adding and subtracting, for pools and for sums of pools alike."""

    __slots__ = ()

    def __add__(self, other: AnyPool | int) -> AnyPool:
        return _joined(self, 1, other)

    def __radd__(self, other: int) -> AnyPool:
        return _joined(self, 1, other)

    def __sub__(self, other: AnyPool | int) -> AnyPool:
        return _joined(self, -1, other)

    def __rsub__(self, other: int) -> AnyPool:
        return _joined(-self, 1, other)

    def __neg__(self) -> AnyPool:
        return _joined(PoolSum(), -1, self)


@frozen
class Pool(_Sums):
    """`count` dice of `sides` sides, rolled as this module states.

    Raises DiceError for what no table could roll: fewer than 0 dice, fewer than 1 side, faces that are not on the
    die, and rerolls or explosions that can never end.
    """

    count: int
    sides: int
    keep: Keep | None = None
    reroll: Reroll | None = None
    explode: Explode | None = None
    bonus: int = 0

    def __attrs_post_init__(self) -> None:
        _need_whole("The number of dice", self.count, least=0)
        _need_whole("The number of sides", self.sides, least=1)
        _need_whole("A bonus", self.bonus, least=None)
        if self.reroll is not None:
            _need_on_die("rerolling", self.reroll.faces, self.sides)
            if not self._standing:
                raise DiceError(
                    f"Rerolling {_listed(self.reroll.faces)} until gone never ends: a d{self.sides} shows nothing "
                    f"else. Leave out a face, or reroll once."
                )
        if self.explode is not None:
            if self.explode.of is Of.DIE:
                _need_on_die("exploding on", self.explode.faces, self.sides)
            else:
                self._need_totals(self.explode.faces)
            if self.explode.times is None and self._explodes_always(self.explode):
                raise DiceError(
                    f"Exploding on {_listed(self.explode.faces)} never ends: {self.base} shows nothing else. "
                    f"Leave out a face, or say how often at most."
                )

    @property
    def plain(self) -> bool:
        """Whether the dice are simply rolled and added."""
        return self.keep is None and self.reroll is None and self.explode is None

    @property
    def standing_faces(self) -> tuple[int, ...]:
        """The faces a die may show once its rerolls are done."""
        if self.reroll is None or self.reroll.when is When.ONCE:
            return tuple(range(1, self.sides + 1))
        gone = set(self.reroll.faces)
        return tuple(face for face in range(1, self.sides + 1) if face not in gone)

    @property
    def base(self) -> str:
        """The dice alone, as in "4d6"."""
        return f"{self.count}d{self.sides}"

    def roll(self, dice: Dice, limits: Limits = LIMITS) -> Rolled:
        """Roll the pool. Raises DiceError before the first die when it is beyond `limits`, and BudgetExceeded when one
        die is rerolled or explodes more often than `limits.again`."""
        if self.count > limits.dice or self.sides > limits.sides:
            check(self, limits)
        if self.plain:
            sides = self.sides
            faces = tuple([dice.draw(sides) for _ in range(self.count)])
            return Rolled(sum(faces) + self.bonus, faces, tuple([(face,) for face in faces]), faces)
        kept, chains, naturals = self._throw(dice, limits)
        explode = self.explode
        if explode is not None and explode.of is Of.TOTAL:
            latest, again = sum(kept), 0
            while latest in explode.faces and again != explode.times:
                again = _once_more(again, limits, self, "exploded")
                more_kept, more_chains, more_naturals = self._throw(dice, limits)
                kept, chains, naturals = kept + more_kept, chains + more_chains, naturals + more_naturals
                latest = sum(more_kept)
        return Rolled(sum(kept) + self.bonus, kept, chains, naturals)

    def _throw(self, dice: Dice, limits: Limits) -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...], tuple[int, ...]]:
        """Steps 1 to 4: what is kept, the chains, and all faces."""
        naturals: list[int] = []
        first = [self._face(dice, naturals) for _ in range(self.count)]
        chains = [[self._settled(face, dice, naturals, limits)] for face in first]
        explode = self.explode
        if explode is not None and explode.of is Of.DIE:
            for chain in chains:
                again = 0
                while chain[-1] in explode.faces and again != explode.times:
                    again = _once_more(again, limits, self, "exploded")
                    chain.append(self._settled(self._face(dice, naturals), dice, naturals, limits))
        values = tuple(sum(chain) for chain in chains)
        kept = values if self.keep is None else self.keep.of(values)
        return kept, tuple(tuple(chain) for chain in chains), tuple(naturals)

    def _face(self, dice: Dice, naturals: list[int]) -> int:
        """One die. A source for odds may pick among the faces that can stand, since rerolling has no last leaf."""
        face = None
        if self.reroll is not None and self.reroll.when is When.UNTIL_GONE:
            standing = self.standing_faces
            picked = dice.pick(len(standing))
            face = None if picked is None else standing[picked]
        if face is None:
            face = dice.draw(self.sides)
        naturals.append(face)
        return face

    def _settled(self, face: int, dice: Dice, naturals: list[int], limits: Limits) -> int:
        """The face a die shows after its rerolls."""
        reroll, again = self.reroll, 0
        while reroll is not None and face in reroll.faces:
            again = _once_more(again, limits, self, "was rerolled")
            face = dice.draw(self.sides)
            naturals.append(face)
            if reroll.when is When.ONCE:
                break
        return face

    @property
    def _standing(self) -> int:
        """How many faces a die may show in the end; worked out without listing them, for a die may be hostile."""
        gone = self.reroll.faces if self.reroll is not None and self.reroll.when is When.UNTIL_GONE else ()
        return self.sides - len(gone)

    @property
    def _counted(self) -> int:
        return self.count if self.keep is None else min(self.count, self.keep.number)

    def _need_totals(self, totals: tuple[int, ...]) -> None:
        low, high = self._counted, self._counted * self.sides
        if not totals:
            raise DiceError("Say on which totals: exploding on nothing does nothing.")
        for total in (totals[0], totals[-1]):
            if not low <= total <= high:
                raise DiceError(
                    f"The dice kept of {self.base} add up to {low}..{high}, so exploding on a total of {total} cannot "
                    f"happen. Name totals of {low}..{high}."
                )

    def _explodes_always(self, explode: Explode) -> bool:
        stated = set(explode.faces)
        if self._counted == 0:
            return 0 in stated
        if self._standing > len(stated):
            return False
        standing = self.standing_faces
        if explode.of is Of.DIE:
            return stated.issuperset(standing)
        if len(standing) == 1:
            return standing[0] * self._counted in stated
        totals = {0}
        for _ in range(self._counted):
            totals = {total + face for total in totals for face in standing}
            # Each die widens the totals by one at least, so this ends as soon as they outnumber the stated ones.
            if len(totals) > len(stated):
                return False
        return totals <= stated

    def __str__(self) -> str:
        """The pool as text that reads back as an equal pool."""
        parts = []
        if self.reroll is not None:
            parts.append(f"rerolling {_listed(self.reroll.faces)} {self.reroll.when.value}")
        if self.explode is not None:
            what = "a total of " if self.explode.of is Of.TOTAL else ""
            times = "" if self.explode.times is None else f" at most {self.explode.times} times"
            parts.append(f"exploding on {what}{_listed(self.explode.faces)}{times}")
        if self.keep is not None:
            parts.append(f"keep {self.keep.which.value} {self.keep.number}")
        return " ".join([self.base, ", ".join(parts)]).strip() + _signed(self.bonus)


@frozen
class Term:
    """A pool with its sign, 1 or -1, in a sum."""

    sign: int
    pool: Pool

    def __attrs_post_init__(self) -> None:
        if self.sign not in (1, -1):
            raise DiceError(f"A term of a sum has the sign 1 or -1, not {self.sign}.")


@frozen
class PoolSum(_Sums):
    """Pools added and subtracted, and one whole number. The bonuses of its pools are moved into its own."""

    terms: tuple[Term, ...] = field(default=(), converter=tuple[Term, ...])
    bonus: int = 0

    def __attrs_post_init__(self) -> None:
        _need_whole("A bonus", self.bonus, least=None)
        moved = sum(term.sign * term.pool.bonus for term in self.terms)
        if any(term.pool.bonus for term in self.terms):
            object.__setattr__(self, "terms", tuple(Term(term.sign, without_bonus(term.pool)) for term in self.terms))
            object.__setattr__(self, "bonus", self.bonus + moved)

    @property
    def count(self) -> int:
        """The dice of all terms together."""
        return sum(term.pool.count for term in self.terms)

    def roll(self, dice: Dice, limits: Limits = LIMITS) -> RolledSum:
        """Roll the terms from left to right. Raises as `Pool.roll` does; the limit on dice counts them all."""
        check(self, limits)
        parts = tuple([term.pool.roll(dice, limits) for term in self.terms])
        signed = sum(term.sign * part.total for term, part in zip(self.terms, parts, strict=True))
        return RolledSum(signed + self.bonus, parts)

    def __str__(self) -> str:
        """The sum as text that reads back as an equal sum."""
        told = ""
        for term in self.terms:
            told += (" - " if told else "-") if term.sign < 0 else (" + " if told else "")
            told += str(term.pool)
        return told + _signed(self.bonus) if told else str(self.bonus)


AnyPool: TypeAlias = Pool | PoolSum


def terms_of(pool: AnyPool) -> tuple[Term, ...]:
    """The terms of any pool, without bonuses: add `pool.bonus` once."""
    return pool.terms if isinstance(pool, PoolSum) else (Term(1, without_bonus(pool)),)


def without_bonus(pool: Pool) -> Pool:
    """The same dice with nothing added."""
    return pool if not pool.bonus else Pool(pool.count, pool.sides, pool.keep, pool.reroll, pool.explode)


def check(pool: AnyPool, limits: Limits = LIMITS) -> None:
    """Raise DiceError when a pool asks for more dice, or more sides, than `limits` allow. Draws nothing."""
    if pool.count > limits.dice:
        raise DiceError(
            f"{pool.count:,} dice are asked for in all, and at most {limits.dice:,} are allowed (`Limits.dice`). "
            f"Ask for fewer, or allow more."
        )
    most = pool.sides if isinstance(pool, Pool) else max((term.pool.sides for term in pool.terms), default=1)
    if most > limits.sides:
        raise DiceError(
            f"A die of {most:,} sides is asked for, and at most {limits.sides:,} are allowed (`Limits.sides`). "
            f"Ask for fewer, or allow more."
        )


def _joined(left: object, sign: int, right: object) -> AnyPool:
    if not isinstance(left, (Pool, PoolSum)) or not isinstance(right, (Pool, PoolSum, int)):
        raise DiceError(f"Only pools and whole numbers can be added to a pool, not {right!r}.")
    terms, bonus = terms_of(left), left.bonus
    if isinstance(right, int):
        bonus += sign * right
    else:
        terms += tuple(Term(sign * term.sign, term.pool) for term in terms_of(right))
        bonus += sign * right.bonus
    if len(terms) == 1 and terms[0].sign > 0:
        only = terms[0].pool
        return Pool(only.count, only.sides, only.keep, only.reroll, only.explode, bonus)
    return PoolSum(terms, bonus)


def _once_more(again: int, limits: Limits, pool: Pool, what: str) -> int:
    if again >= limits.again:
        raise BudgetExceeded(
            f"A roll of {pool} {what} more than {limits.again:,} times in a row (`Limits.again`). "
            f"With fair dice that does not happen; look at the source of the dice."
        )
    return again + 1


def _need_on_die(doing: str, faces: tuple[int, ...], sides: int) -> None:
    if not faces:
        raise DiceError(f"Say on which faces: {doing} nothing does nothing.")
    for face in (faces[0], faces[-1]):
        if not 1 <= face <= sides:
            raise DiceError(f"A d{sides} has no face {face}, so {doing} {face} cannot happen. Name faces of 1..{sides}.")


def _listed(faces: tuple[int, ...]) -> str:
    """Faces in words: 1, "5 or 6", "1-4 or 6"."""
    runs: list[list[int]] = []
    for face in faces:
        if runs and face == runs[-1][1] + 1:
            runs[-1][1] = face
        else:
            runs.append([face, face])
    told = []
    for low, high in runs:
        if high - low < 2:
            told += [str(face) for face in range(low, high + 1)]
        else:
            told.append(f"{low}-{high}")
    return ", ".join(told[:-1]) + (" or " if len(told) > 1 else "") + told[-1] if told else "nothing"


def _signed(bonus: int) -> str:
    return "" if not bonus else f" + {bonus}" if bonus > 0 else f" - {-bonus}"
