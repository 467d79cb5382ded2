"""Figures that say how far they can be trusted: exact, exact within a bound, or estimated with an interval.

A figure keeps its bounds beside it, so that no exact one is ever mistaken for a guess.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from fractions import Fraction
from math import sqrt
from statistics import NormalDist
from typing import Any, Generic, TypeVar

from attrs import field, frozen

from dicecrawl.analysis.distribution import Distribution, percent
from dicecrawl.analysis.intervals import LEVEL, Mean, Rate
from dicecrawl.errors import DicecrawlError

V = TypeVar("V", bound=Hashable)

_LONGEST = 1_000_000  # larger denominators are shown as a share only


@frozen(slots=True)
class Certainty:
    """How an answer was found: `missing` is the chance given up, `samples` the games it was estimated from (0: none)."""

    missing: Fraction = Fraction(0)
    samples: int = 0
    level: float = LEVEL

    @property
    def exact(self) -> bool:
        """Whether nothing was given up and nothing estimated."""
        return not self.missing and not self.samples

    @property
    def error(self) -> float:
        """How far a chance of this answer may be off: 0, the chance given up, or half the widest interval."""
        if not self.samples:
            return float(self.missing)
        z = NormalDist().inv_cdf((1 + self.level) / 2)
        return z / (2 * sqrt(self.samples + z * z))

    def __str__(self) -> str:
        if self.samples:
            return f"estimated ± {100 * self.error:.2g} % ({100 * self.level:g} %, {self.samples:,} samples)"
        return "exact" if self.exact else f"exact within {max(self.error, 1e-300):.2g}"


@frozen(slots=True)
class Figure:
    """A number with the bounds it lies between; all three are the same when it is exact."""

    value: Fraction
    low: Fraction
    high: Fraction | None  # None: no bound is known
    certainty: Certainty

    @property
    def exact(self) -> bool:
        """Whether it is the very number."""
        return self.certainty.exact

    def __float__(self) -> float:
        return float(self.value)

    def told(self, *, share: bool) -> str:
        """For reading: a chance in percent (`share`) or a number."""
        if self.exact:
            fraction = f" ({self.value})" if 1 < self.value.denominator <= _LONGEST else ""
            return f"{_shown(self.value, share)}{fraction if share else ''}"
        if self.high is None:
            return f"at least {_shown(self.low, share)}"
        if not self.certainty.samples:
            low, high = _shown(self.low, share), _shown(self.high, share)
            return low if low == high else f"{low} to {high}"
        return f"{_shown(self.value, share)} ({_shown(self.low, share)} to {_shown(self.high, share)})"

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON: an exact number also as a fraction in text."""
        plain: dict[str, Any] = {"value": float(self.value)}
        if self.exact:
            return {**plain, "exactly": str(self.value)}
        return {**plain, "low": float(self.low), "high": None if self.high is None else float(self.high)}


def chance(weight: Fraction, certainty: Certainty) -> Figure:
    """The chance of something that made up `weight` of what was found."""
    if certainty.samples:
        bounds = Rate(round(weight * certainty.samples), certainty.samples, certainty.level).interval
        return Figure(weight, Fraction(bounds.low), Fraction(bounds.high), certainty)
    return Figure(weight, weight, weight + certainty.missing, certainty)


@frozen(slots=True)
class Spread(Generic[V]):
    """What can come out, in rising order, each with its chance; `least` and `most` bound what was given up."""

    weights: Mapping[V, Fraction]
    certainty: Certainty
    least: int | None = field(default=None, kw_only=True)
    most: int | None = field(default=None, kw_only=True)

    def items(self) -> Iterator[tuple[V, Figure]]:
        """Every outcome with its chance."""
        return ((value, chance(weight, self.certainty)) for value, weight in self.weights.items())

    def chance(self, value: V) -> Figure:
        """The chance of one outcome."""
        return chance(self.weights.get(value, Fraction(0)), self.certainty)

    def at_least(self, value: Any) -> Figure:
        """The chance of that much or more."""
        return chance(sum((w for v, w in self.weights.items() if v >= value), Fraction(0)), self.certainty)

    @property
    def mean(self) -> Figure:
        """The mean of outcomes that are numbers."""
        weights: Mapping[Any, Fraction] = self.weights
        total = sum((value * weight for value, weight in weights.items()), Fraction(0))
        missing, samples = self.certainty.missing, self.certainty.samples
        if samples > 1:
            squares = sum((value * value * weight for value, weight in weights.items()), Fraction(0))
            bounds = Mean(samples, total * samples, squares * samples, self.certainty.level).interval
            return Figure(total, Fraction(bounds.low), Fraction(bounds.high), self.certainty)
        low = total + missing * (self.least or 0)
        high = total + missing * self.most if self.most is not None else None
        return Figure(total, low, high if missing else total, self.certainty)

    @property
    def distribution(self) -> Distribution[V]:
        """As a distribution. Raises `DicecrawlError` when it is only estimated."""
        if self.certainty.samples:
            raise DicecrawlError("this was estimated from samples and is no exact distribution: read its figures instead")
        return Distribution.of(self.weights, missing=self.certainty.missing)

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return {"mean": self.mean.to_dict(), "chances": {str(value): f.to_dict() for value, f in self.items()}}


def _shown(number: Fraction, share: bool) -> str:
    return percent(max(Fraction(0), min(Fraction(1), number))) if share else f"{float(number):.3f}"
