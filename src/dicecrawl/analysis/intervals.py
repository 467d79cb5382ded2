"""What a sample says, with how far it can be trusted: a rate, a mean, and the difference of two of either.

Samples are kept as sums of whole numbers (or fractions), so the same games give the same digits however they were split
among workers. Intervals are two-sided: `level` is the share of samples whose interval holds the truth.
"""

from __future__ import annotations

import html
from abc import ABC, abstractmethod
from collections.abc import Iterable
from fractions import Fraction
from math import exp, floor, lgamma, log, log1p, log10, sqrt
from statistics import NormalDist
from typing import Any, Final

from attrs import field, frozen

from dicecrawl.errors import DicecrawlError

LEVEL: Final = 0.95
_MOST_DIGITS: Final = 6
_MANY: Final = 100_000  # degrees of freedom from which Student's quantile is the normal one to 5 digits


def _level(level: float) -> float:
    if not 0 < level < 1:
        raise DicecrawlError(f"The level of an interval lies between 0 and 1, such as 0.95, not {level!r}.")
    return float(level)


@frozen
class Interval:
    """An estimate with the bounds it lies between, at `level`."""

    estimate: float
    low: float
    high: float
    level: float = field(default=LEVEL, converter=_level)

    def holds(self, value: float) -> bool:
        """Whether a value lies within the bounds; a difference that holds 0 may be chance."""
        return self.low <= value <= self.high

    @property
    def digits(self) -> int:
        """Digits after the point worth showing: the first that the bounds move, and never fewer than two."""
        half = (self.high - self.low) / 2
        return max(2, min(_MOST_DIGITS, -floor(log10(half)))) if half > 0 else 2

    def __str__(self) -> str:
        """For reading: "0.62 (0.59 to 0.65, 95 %)"."""
        estimate, low, high = (_fixed(figure, self.digits) for figure in (self.estimate, self.low, self.high))
        return f"{estimate} ({low} to {high}, {100 * self.level:g} %)"

    def _repr_html_(self) -> str:
        return html.escape(str(self))

    def _repr_markdown_(self) -> str:
        estimate, bounds = str(self).split(" ", 1)
        return f"**{estimate}** {bounds}"

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return {"estimate": self.estimate, "low": self.low, "high": self.high, "level": self.level}


class _Shown(ABC):
    """A sample is shown as its interval."""

    __slots__ = ()

    @property
    @abstractmethod
    def interval(self) -> Interval:
        """The estimate with its bounds."""

    def __str__(self) -> str:
        return str(self.interval)

    def _repr_html_(self) -> str:
        return self.interval._repr_html_()

    def _repr_markdown_(self) -> str:
        return self.interval._repr_markdown_()


@frozen
class Rate(_Shown):
    """How often something happened: `hits` of `trials`. Its interval is Wilson's (1927), which stays within 0..1 and is
    honest for few trials and for rates near 0 or 1. Raises DicecrawlError for counts that cannot be."""

    hits: int
    trials: int
    level: float = field(default=LEVEL, converter=_level)

    def __attrs_post_init__(self) -> None:
        if self.trials < 1 or not 0 <= self.hits <= self.trials:
            raise DicecrawlError(f"A rate needs at least 1 trial and 0..{self.trials} hits, not {self.hits}.")

    @property
    def value(self) -> Fraction:
        """The share of hits, exactly."""
        return Fraction(self.hits, self.trials)

    @property
    def interval(self) -> Interval:
        """The rate with its Wilson bounds."""
        n, p, z = self.trials, self.hits / self.trials, _z(self.level)
        middle = p + z * z / (2 * n)
        reach = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n))
        scale = 1 + z * z / n
        low = 0.0 if self.hits == 0 else (middle - reach) / scale
        high = 1.0 if self.hits == n else (middle + reach) / scale
        return Interval(p, low, high, self.level)

    def merged(self, other: Rate) -> Rate:
        """Both samples together."""
        return Rate(self.hits + other.hits, self.trials + other.trials, self.level)

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return {"hits": self.hits, "trials": self.trials, **self.interval.to_dict()}


@frozen
class Mean(_Shown):
    """The mean of `count` values, kept as their sum and the sum of their squares. Its interval is Student's.

    Raises DicecrawlError without values; one value has a mean but no interval.
    """

    count: int
    total: Fraction = field(converter=Fraction)
    squares: Fraction = field(converter=Fraction)
    level: float = field(default=LEVEL, converter=_level)

    def __attrs_post_init__(self) -> None:
        if self.count < 1:
            raise DicecrawlError("A mean needs at least 1 value.")
        if self.squares * self.count < self.total**2:
            raise DicecrawlError(f"No {self.count} values have the sum {self.total} and the squares {self.squares}.")

    @classmethod
    def of(cls, values: Iterable[int | Fraction | float], level: float = LEVEL) -> Mean:
        """Sum up values."""
        exact = [Fraction(value) for value in values]
        squares = sum((value * value for value in exact), Fraction(0))
        return cls(len(exact), sum(exact, Fraction(0)), squares, level)

    @property
    def value(self) -> Fraction:
        """The mean, exactly."""
        return self.total / self.count

    @property
    def variance(self) -> Fraction:
        """The variance that the sample suggests (divided by count - 1). Raises DicecrawlError for a single value."""
        if self.count < 2:
            raise DicecrawlError("One value says nothing about how values vary: take at least 2.")
        return (self.squares - self.total**2 / self.count) / (self.count - 1)

    @property
    def sd(self) -> float:
        """The standard deviation that the sample suggests."""
        return sqrt(self.variance)

    @property
    def interval(self) -> Interval:
        """The mean with its bounds. Raises DicecrawlError for a single value."""
        mean = float(self.value)
        reach = _t(self.level, self.count - 1) * sqrt(self.variance / self.count) if self.variance else 0.0
        return Interval(mean, mean - reach, mean + reach, self.level)

    def merged(self, other: Mean) -> Mean:
        """Both samples together."""
        return Mean(self.count + other.count, self.total + other.total, self.squares + other.squares, self.level)

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return {"count": self.count, **self.interval.to_dict()}


def rate_difference(left: Rate, right: Rate) -> Interval:
    """How much higher the left rate is, of two separate samples: Newcombe's interval (1998, method 10)."""
    ours, theirs = left.interval, Rate(right.hits, right.trials, left.level).interval
    apart = ours.estimate - theirs.estimate
    below = sqrt((ours.estimate - ours.low) ** 2 + (theirs.high - theirs.estimate) ** 2)
    above = sqrt((ours.high - ours.estimate) ** 2 + (theirs.estimate - theirs.low) ** 2)
    return Interval(apart, apart - below, apart + above, left.level)


def mean_difference(left: Mean, right: Mean) -> Interval:
    """How much higher the left mean is, of two separate samples that may vary differently: Welch's interval (1947)."""
    apart = float(left.value - right.value)
    ours, theirs = left.variance / left.count, right.variance / right.count
    if not ours + theirs:
        return Interval(apart, apart, apart, left.level)
    freedom = (ours + theirs) ** 2 / (ours**2 / (left.count - 1) + theirs**2 / (right.count - 1))
    reach = _t(left.level, float(freedom)) * sqrt(ours + theirs)
    return Interval(apart, apart - reach, apart + reach, left.level)


def paired_difference(
    left: Iterable[int | Fraction | float], right: Iterable[int | Fraction | float], level: float = LEVEL
) -> Interval:
    """How much higher the left values are on average when value k of both comes from the same game, dice or seed.

    Raises DicecrawlError when one side has more values.
    """
    ours, theirs = list(left), list(right)
    if len(ours) != len(theirs):
        raise DicecrawlError(f"Pairs need as many values on both sides, not {len(ours)} and {len(theirs)}.")
    return Mean.of((Fraction(a) - Fraction(b) for a, b in zip(ours, theirs, strict=True)), level).interval


def _z(level: float) -> float:
    return NormalDist().inv_cdf((1 + level) / 2)


def _t(level: float, freedom: float) -> float:
    """Student's two-sided quantile for any number of degrees of freedom."""
    if freedom > _MANY:
        return _z(level)
    # With y = t**2 / (freedom + t**2) the chance of staying within t is I_y(1/2, freedom/2): look for that y.
    low, high = 0.0, 1.0
    for _ in range(200):
        y = (low + high) / 2
        if _beta(y, 0.5, freedom / 2) < level:
            low = y
        else:
            high = y
    return sqrt(freedom * low / (1 - low))


def _beta(x: float, a: float, b: float) -> float:
    """The regularised incomplete beta function I_x(a, b), by its continued fraction (DLMF 8.17.22)."""
    if x <= 0 or x >= 1:
        return min(1.0, max(0.0, x))
    if x > (a + 1) / (a + b + 2):
        return 1 - _beta(1 - x, b, a)
    fraction, upper, lower = 1.0, 1.0, 0.0
    for step in range(1, 500):
        m = step // 2
        if step % 2:
            d = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        else:
            d = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        lower = 1 / (1 + d * lower)
        upper = 1 + d / upper
        fraction *= upper * lower
        if abs(upper * lower - 1) < 1e-15:
            break
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x))
    return front / (a * fraction)


def _fixed(figure: float, digits: int) -> str:
    told = f"{figure:.{digits}f}"
    return told[1:] if told.startswith("-") and not told.strip("-0.") else told
