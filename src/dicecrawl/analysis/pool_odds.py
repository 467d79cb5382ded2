"""Exact chances of a pool, by counting instead of rolling: order statistics for keeping, powers for many dice.

The order of rerolls, explosions and keeping is that of `core.pools`; tests set the two against each other face by face.
All arithmetic is on whole-number weights. An explosion without an end is followed `depth` dice deep and the chance of
going further is told as `missing`; mean and variance are still exact wherever a closed form gives them.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Final

from attrs import frozen

from dicecrawl.analysis.distribution import Distribution
from dicecrawl.core.pools import LIMITS, AnyPool, Explode, Keep, Limits, Of, Pool, When, Which, check, terms_of
from dicecrawl.errors import BudgetExceeded, DiceError

DEPTH: Final = 20  # dice that one explosion is followed; for a d6 exploding on 6 that leaves out 6**-21
WORK: Final = 3_000_000  # about two seconds of counting


def distribution(pool: AnyPool, *, depth: int = DEPTH, limits: Limits = LIMITS, most: int = WORK) -> Distribution[int]:
    """Count out the total of a pool exactly.

    `depth` is how many dice an explosion without a stated end is followed; what lies beyond is `missing`. Raises
    DiceError when the pool is beyond `limits`, and BudgetExceeded, before counting, when it would take more than about
    `most` steps.
    """
    check(pool, limits)
    if depth < 1:
        raise DiceError(f"`depth` must be 1 or more, not {depth}.")
    budget = _Budget(most)
    total = _Weights({0: 1}, 1)
    for (sign, dice), times in _alike(pool).items():
        one = _pool_weights(dice, depth, budget)
        total = _both(total, _power(one, times, budget), sign, budget)
    moments = _moments(pool, depth, budget) if total.missing else None
    return Distribution(
        tuple(value + pool.bonus for value in total.table),
        tuple(total.table.values()),
        total.total,
        known_mean=moments.mean if moments else None,
        known_variance=moments.variance if moments else None,
    )


def exact_mean(pool: AnyPool, *, limits: Limits = LIMITS, most: int = WORK) -> Fraction:
    """The exact mean of a pool, explosions followed to no end. Raises DiceError where no closed form is known: keeping
    some of several dice that explode without end."""
    check(pool, limits)
    moments = _moments(pool, None, _Budget(most))
    if moments is None:
        raise DiceError(
            f"No closed form gives the mean of {pool}, since it keeps some of its exploding dice. Read "
            f"distribution(...).kept_mean, or state how often the dice explode at most."
        )
    return moments.mean


@frozen
class _Moments:
    mean: Fraction
    variance: Fraction


@frozen
class _Weights:
    """Totals with their weights out of `total`; what they leave of it is missing."""

    table: dict[int, int]
    total: int

    @property
    def missing(self) -> int:
        return self.total - sum(self.table.values())


def _alike(pool: AnyPool) -> Counter[tuple[int, Pool]]:
    """How often each pool occurs in a sum; dice that all count are taken one by one, so 2d6 + 3d6 is five times 1d6."""
    found: Counter[tuple[int, Pool]] = Counter()
    for term in terms_of(pool):
        dice = term.pool
        if _all_count(dice) and (dice.explode is None or dice.explode.of is Of.DIE):
            found[term.sign, Pool(1, dice.sides, None, dice.reroll, dice.explode)] += dice.count
        else:
            found[term.sign, dice] += 1
    return found


def _all_count(pool: Pool) -> bool:
    return pool.keep is None or pool.keep.number >= pool.count


class _Budget:
    """Counts the steps of a calculation before they are made."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.spent = 0

    def spend(self, steps: int) -> None:
        self.spent += steps
        if self.spent > self.most:
            raise BudgetExceeded(
                f"Counting this pool exactly takes more than {self.most:,} steps (`most`). Raise `most`, "
                f"ask about fewer dice, or sample."
            )


# --- one die, and many ---


def _die(pool: Pool) -> _Weights:
    """One die with its reroll, before it explodes."""
    sides = pool.sides
    if pool.reroll is None or pool.reroll.when is When.UNTIL_GONE:
        standing = pool.standing_faces
        return _Weights(dict.fromkeys(standing, 1), len(standing))
    again = set(pool.reroll.faces)
    # A face stands at once (unless it is rerolled), or comes up after one of the rerolled faces.
    table = {face: (0 if face in again else sides) + len(again) for face in range(1, sides + 1)}
    return _Weights(table, sides * sides)


def _chain(one: _Weights, explode: Explode, depth: int, budget: _Budget) -> _Weights:
    """Roll, and roll again and add as long as the latest roll explodes; followed `depth` rolls beyond the first."""
    ends = explode.times if explode.times is not None and explode.times <= depth else None
    last = depth if ends is None else ends
    stated = set(explode.faces)
    exploding = {value: weight for value, weight in one.table.items() if value in stated}
    still = {value: weight for value, weight in one.table.items() if value not in stated}
    # The k-th step adds the chains that stop after k explosions; `open_` are those that go on.
    open_ = {0: 1}
    stopped: dict[int, int] = {}
    for step in range(last + 1):
        budget.spend(len(open_) * len(one.table) + len(stopped))
        stopping = one.table if step == ends else still
        stopped = {value: weight * one.total for value, weight in stopped.items()} if step else {}
        _convolve_into(stopped, open_, stopping)
        if step < last:
            further: dict[int, int] = {}
            _convolve_into(further, open_, exploding)
            open_ = further
    return _Weights(stopped, one.total ** (last + 1))


def _pool_weights(pool: Pool, depth: int, budget: _Budget) -> _Weights:
    """The total of one pool without its bonus."""
    explode = pool.explode
    die = _die(pool)
    if explode is not None and explode.of is Of.DIE:
        die = _chain(die, explode, depth, budget)
    if pool.keep is None or _all_count(pool):
        kept = _power(die, pool.count, budget)
    else:
        kept = _keep(die, pool.count, pool.keep, budget)
    if explode is not None and explode.of is Of.TOTAL:
        kept = _chain(kept, explode, depth, budget)
    return kept


def _keep(die: _Weights, count: int, keep: Keep, budget: _Budget) -> _Weights:
    """The sum of the `keep.number` best of `count` dice, worked through value by value from the best downwards.

    Of the dice not yet placed some show exactly the value at hand and the rest something worse; once enough are placed,
    the rest no longer matters and is counted as a lump.
    """
    number = keep.number
    values = sorted(die.table, reverse=keep.which is Which.HIGHEST)
    worse = sum(die.table.values())
    placed: list[dict[int, int]] = [{0: 1}] + [{} for _ in range(number - 1)]  # by dice placed so far
    done: dict[int, int] = {}
    for value in values:
        weight = die.table[value]
        worse -= weight
        budget.spend(sum(len(sums) + 1 for sums in placed if sums) * (count + 1) * _digits(die.total, count))
        following: list[dict[int, int]] = [{} for _ in range(number)]
        weights = [weight**k for k in range(count + 1)]
        rest = [worse**k for k in range(count + 1)]
        for before, sums in enumerate(placed):
            if not sums:
                continue
            left, choices = count - before, 1
            for showing in range(left + 1):
                ways = choices * weights[showing]
                choices = choices * (left - showing) // (showing + 1)
                if before + showing < number:
                    target, counted = following[before + showing], showing
                else:
                    target, counted, ways = done, number - before, ways * rest[left - showing]
                for total, many in sums.items():
                    reached = total + value * counted
                    target[reached] = target.get(reached, 0) + many * ways
        placed = following
    return _Weights({total: many for total, many in sorted(done.items()) if many}, die.total**count)


def _power(one: _Weights, times: int, budget: _Budget) -> _Weights:
    """The sum of `times` independent rolls.

    The weights of the sum are the coefficients of a power of a polynomial, which follow from one another: with
    Q = P**n, Q' * P = n * P' * Q. That takes one pass over the result for each value of the die.
    """
    if times == 0:
        return _Weights({0: 1}, 1)
    if times == 1 or not one.table:
        return _Weights(one.table, one.total**times)
    low = min(one.table)
    first = one.table[low]
    terms = [(value - low, weight) for value, weight in sorted(one.table.items()) if value != low]
    length = times * (max(one.table) - low) + 1
    budget.spend(length * (len(terms) + 1) * _digits(one.total, times))
    result = [first**times]
    for k in range(1, length):
        reached = sum((times * step - k + step) * weight * result[k - step] for step, weight in terms if step <= k)
        result.append(reached // (k * first))
    return _Weights({at + low * times: weight for at, weight in enumerate(result) if weight}, one.total**times)


def _both(left: _Weights, right: _Weights, sign: int, budget: _Budget) -> _Weights:
    budget.spend(len(left.table) * len(right.table))
    table: dict[int, int] = {}
    _convolve_into(table, left.table, {sign * value: weight for value, weight in right.table.items()})
    return _Weights(table, left.total * right.total)


def _convolve_into(target: dict[int, int], left: dict[int, int], right: dict[int, int]) -> None:
    for ours, weight in left.items():
        for theirs, their_weight in right.items():
            target[ours + theirs] = target.get(ours + theirs, 0) + weight * their_weight


def _digits(total: int, times: int) -> int:
    """Steps that one operation on weights of this size counts for: long numbers take longer."""
    return 1 + times * total.bit_length() // 2_000


# --- closed forms ---


def _moments(pool: AnyPool, depth: int | None, budget: _Budget) -> _Moments | None:
    """Mean and variance with explosions followed to no end; None where no closed form is known.

    Where only counting helps, explosions that may be longer than `depth` dice are not counted out.
    """
    mean, variance = Fraction(pool.bonus), Fraction(0)
    for term in terms_of(pool):
        part = _pool_moments(term.pool, depth, budget)
        if part is None:
            return None
        mean += term.sign * part.mean
        variance += part.variance
    return _Moments(mean, variance)


def _pool_moments(pool: Pool, depth: int | None, budget: _Budget) -> _Moments | None:
    explode = pool.explode
    if explode is None or explode.of is Of.TOTAL:
        bare = Pool(pool.count, pool.sides, pool.keep, pool.reroll)
        return _chain_moments(_pool_weights(bare, DEPTH, budget), explode)
    die = _chain_moments(_die(pool), explode)
    if _all_count(pool):
        return _Moments(die.mean * pool.count, die.variance * pool.count)
    if explode.times is None or (depth is not None and explode.times > depth):
        return None
    return _chain_moments(_pool_weights(pool, explode.times, budget), None)


def _chain_moments(one: _Weights, explode: Explode | None) -> _Moments:
    """Mean and variance of a roll F that is repeated and added as long as it explodes.

    Without an end the total X is F, plus another X when F explodes; so E[X] = E[F] / (1 - p), and
    E[X**2] = (E[F**2] + 2 E[F; F explodes] E[X]) / (1 - p). With an end the same sums are made step by step.
    """
    stated = set(explode.faces) if explode is not None else set()
    pairs = list(one.table.items())
    first = Fraction(sum(value * weight for value, weight in pairs), one.total)
    second = Fraction(sum(value * value * weight for value, weight in pairs), one.total)
    again = Fraction(sum(weight for value, weight in pairs if value in stated), one.total)
    before = Fraction(sum(value * weight for value, weight in pairs if value in stated), one.total)
    if explode is None or explode.times is None:
        mean = first / (1 - again)
        square = (second + 2 * before * mean) / (1 - again)
    else:
        mean, square = first, second
        for _ in range(explode.times):
            mean, square = first + again * mean, second + 2 * before * mean + again * square
    return _Moments(mean, square - mean**2)
