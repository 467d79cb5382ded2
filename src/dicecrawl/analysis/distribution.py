"""What can come out, and how likely each outcome is, exactly.

Chances are whole-number weights over one total, so nothing is ever rounded until it is shown. What a search cut off is
kept as `missing` and told wherever the distribution is shown: exact, or exact within so much, never mixed silently.
"""

from __future__ import annotations

import html
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from fractions import Fraction
from math import gcd, lcm, sqrt
from numbers import Rational
from operator import add
from typing import Any, Final, Generic, TypeVar

from attrs import field, frozen

from dicecrawl.errors import DiceError

V = TypeVar("V", bound=Hashable)
W = TypeVar("W", bound=Hashable)

_LONGEST_FRACTION: Final = 1_000_000  # larger denominators are shown as a share only
_ROWS: Final = 40
_BAR: Final = 24


def _whole(weights: Iterable[int]) -> tuple[int, ...]:
    return tuple(weights)


@frozen
class Distribution(Generic[V]):
    """Outcomes with exact chances. Numbers stand in rising order, other outcomes in the order given.

    `weights[i] / total` is the chance of `values[i]`; what the weights leave of the total is `missing`. Mean and
    variance may be known exactly (from a closed form) although some outcomes are cut off: then they are given along.
    Two distributions are equal when their outcomes and chances are. Raises DiceError for weights that are no
    distribution.
    """

    values: tuple[V, ...] = field(converter=tuple)
    weights: tuple[int, ...] = field(converter=_whole)
    total: int
    known_mean: Fraction | None = field(default=None, kw_only=True)
    known_variance: Fraction | None = field(default=None, kw_only=True)

    def __attrs_post_init__(self) -> None:
        pairs = list(zip(self.values, self.weights, strict=False))
        if len(self.values) != len(self.weights) or len(set(self.values)) != len(self.values):
            raise DiceError("A distribution needs one weight for each outcome, and each outcome once.")
        if self.total < 1 or any(weight < 0 for weight in self.weights) or sum(self.weights) > self.total:
            raise DiceError(f"The weights of a distribution must be 0 or more and sum to at most {self.total}.")
        pairs = [pair for pair in pairs if pair[1]]
        if all(isinstance(value, Rational) for value, _ in pairs):
            pairs.sort(key=lambda pair: pair[0])  # type: ignore[arg-type,return-value]  # all are numbers
        common = gcd(self.total, *(weight for _, weight in pairs))
        object.__setattr__(self, "values", tuple(value for value, _ in pairs))
        object.__setattr__(self, "weights", tuple(weight // common for _, weight in pairs))
        object.__setattr__(self, "total", self.total // common)

    @classmethod
    def of(cls, chances: Mapping[V, Fraction | int], *, missing: Fraction | int = 0) -> Distribution[V]:
        """Build one from chances that, with `missing`, sum to exactly 1. Raises DiceError when they do not."""
        shares = {value: Fraction(chance) for value, chance in chances.items()}
        total = lcm(Fraction(missing).denominator, *(share.denominator for share in shares.values()))
        weights = [share.numerator * (total // share.denominator) for share in shares.values()]
        if sum(weights) + missing * total != total:
            raise DiceError(f"The chances sum to {sum(shares.values()) + missing}, not to 1.")
        return cls(tuple(shares), tuple(weights), total)

    @classmethod
    def of_leaves(cls, leaves: Iterable[tuple[Fraction, V]], *, missing: Fraction | int = 0) -> Distribution[V]:
        """Add up leaves of equal result, as `enumerate_leaves` gives them."""
        chances: dict[V, Fraction] = {}
        for weight, value in leaves:
            chances[value] = chances.get(value, Fraction(0)) + weight
        return cls.of(chances, missing=missing)

    @classmethod
    def certain(cls, value: V) -> Distribution[V]:
        """The distribution of what is bound to happen."""
        return cls((value,), (1,), 1)

    # --- chances ---

    @property
    def missing(self) -> Fraction:
        """The chance of all that was cut off; 0 when nothing was."""
        return Fraction(self.total - sum(self.weights), self.total)

    @property
    def certainty(self) -> str:
        """How far the chances can be trusted: "exact", or "exact within" the chance that was cut off."""
        return "exact" if not self.missing else f"exact within {_small(self.missing)}"

    @property
    def chances(self) -> dict[V, Fraction]:
        """Every outcome with its chance, in order."""
        return dict(self.items())

    def items(self) -> Iterator[tuple[V, Fraction]]:
        """Outcomes and chances, one by one, in order."""
        return ((value, Fraction(weight, self.total)) for value, weight in zip(self.values, self.weights, strict=True))

    def __len__(self) -> int:
        return len(self.values)

    def __iter__(self) -> Iterator[V]:
        return iter(self.values)

    def chance(self, value: V) -> Fraction:
        """The chance of one outcome. What was cut off counts nowhere: the truth is at most `missing` higher."""
        return Fraction(self.weights[self.values.index(value)], self.total) if value in self.values else Fraction(0)

    def where(self, test: Callable[[V], bool]) -> Fraction:
        """The chance of all outcomes that pass the test; the truth is at most `missing` higher."""
        hits = sum(weight for value, weight in zip(self.values, self.weights, strict=True) if test(value))
        return Fraction(hits, self.total)

    def at_least(self, bound: Any) -> Fraction:
        """The chance of `bound` or more; the truth is at most `missing` higher."""
        return self.where(lambda value: _number(value) >= bound)

    def at_most(self, bound: Any) -> Fraction:
        """The chance of `bound` or less; the truth is at most `missing` higher."""
        return self.where(lambda value: _number(value) <= bound)

    # --- figures ---

    @property
    def mean(self) -> Fraction:
        """The exact mean. Raises DiceError when outcomes were cut off and no closed form gave it."""
        if self.known_mean is not None:
            return self.known_mean
        if self.missing:
            raise DiceError(
                f"The mean is not known exactly: a chance of {_small(self.missing)} was cut off. Cut later, or read "
                f"`kept_mean`, the mean of what is left."
            )
        return self.kept_mean

    @property
    def kept_mean(self) -> Fraction:
        """The mean of the outcomes that are listed, as if nothing else could happen."""
        listed = sum(self.weights)
        if not listed:
            raise DiceError("A distribution without outcomes has no mean.")
        return sum((w * _number(v) for v, w in zip(self.values, self.weights, strict=True)), Fraction(0)) / listed

    @property
    def variance(self) -> Fraction:
        """The exact variance (of the whole population). Raises DiceError as `mean` does."""
        if self.known_variance is not None:
            return self.known_variance
        mean = self.mean
        if self.missing:
            raise DiceError(f"The variance is not known exactly: a chance of {_small(self.missing)} was cut off.")
        squares = sum((w * _number(v) ** 2 for v, w in zip(self.values, self.weights, strict=True)), Fraction(0))
        return squares / self.total - mean**2

    @property
    def sd(self) -> float:
        """The standard deviation, the root of the variance."""
        return sqrt(self.variance)

    def quantile(self, share: Fraction | float) -> V:
        """The lowest outcome that is not exceeded with at least this chance (0..1): 0.5 gives the median.

        Raises DiceError when what was cut off could change the answer.
        """
        wanted = Fraction(share)
        if not 0 <= wanted <= 1:
            raise DiceError(f"A quantile is asked for a share of 0..1, not {share}.")
        low, high = self._first(wanted - self.missing), self._first(wanted)
        if low is None or low != high:
            raise DiceError(
                f"The quantile of {float(wanted):.4g} is not known: a chance of {_small(self.missing)} was cut off. "
                f"Cut later, or ask for another share."
            )
        return self.values[low]

    def _first(self, share: Fraction) -> int | None:
        """The place of the first outcome at which the chances add up to `share`."""
        reached = 0
        for at, (value, weight) in enumerate(zip(self.values, self.weights, strict=True)):
            _number(value)
            reached += weight
            if reached >= share * self.total:
                return at
        return None

    # --- new distributions ---

    def map(self, change: Callable[[V], W]) -> Distribution[W]:
        """What `change` makes of the outcomes; outcomes that become equal are added up."""
        merged: dict[W, int] = {}
        for value, weight in zip(self.values, self.weights, strict=True):
            new = change(value)
            merged[new] = merged.get(new, 0) + weight
        return Distribution(tuple(merged), tuple(merged.values()), self.total)

    def convolve(self, other: Distribution[Any], combine: Callable[[Any, Any], Any] = add) -> Distribution[Any]:
        """The two together, rolled independently; their outcomes are added, or combined as stated."""
        merged: dict[Any, int] = {}
        for ours, weight in zip(self.values, self.weights, strict=True):
            for theirs, their_weight in zip(other.values, other.weights, strict=True):
                both = combine(ours, theirs)
                merged[both] = merged.get(both, 0) + weight * their_weight
        known = {}
        if combine is add and (self.missing or other.missing):
            known = _sum_of_known(self, other)
        return Distribution(tuple(merged), tuple(merged.values()), self.total * other.total, **known)

    # --- showing ---

    def text(self, *, ascii: bool = False, rows: int = _ROWS) -> str:
        """A table with bars, for a terminal; with `ascii` it holds no other character."""
        block = "#" if ascii else "█"
        first, last = self._window(rows)
        shown = [(_plain(value, ascii), chance) for value, chance in self._shown(first, last)]
        broad = max((len(name) for name, _ in shown), default=0)
        exact = max((len(_fraction(chance)) for _, chance in shown), default=0)
        most = max((chance for _, chance in shown), default=Fraction(1))
        lines = []
        for name, chance in shown:
            bar = block * round(chance / most * _BAR)
            lines.append(f"{name:>{broad}}  {percent(chance):>8}  {_fraction(chance):>{exact}}  {bar}".rstrip())
        for place, cut in (("before", slice(0, first)), ("after", slice(last, None))):
            if self.weights[cut]:
                rest = percent(Fraction(sum(self.weights[cut]), self.total))
                lines.append(f"({len(self.weights[cut])} more outcomes {place} these: {rest})")
        return "\n".join([*lines, self.summary()])

    def summary(self) -> str:
        """One line: mean and standard deviation where outcomes are numbers, and how exact all this is."""
        figures = ", ".join(f"{name} {_decimal(figure)}" for name, figure in self._figures())
        return f"{figures}; {self.certainty}" if figures else self.certainty

    def __str__(self) -> str:
        return self.text()

    def _repr_html_(self) -> str:
        first, last = self._window(_ROWS)
        rows = "".join(
            f"<tr><td>{html.escape(_plain(value))}</td><td>{html.escape(percent(chance))}</td>"
            f"<td>{_fraction(chance)}</td></tr>"
            for value, chance in self._shown(first, last)
        )
        more = len(self) - (last - first)
        caption = self.summary() + (f"; {more} rarer outcomes are not shown" if more else "")
        head = "<tr><th>outcome</th><th>chance</th><th>exactly</th></tr>"
        return f"<table><caption>{html.escape(caption)}</caption><thead>{head}</thead><tbody>{rows}</tbody></table>"

    def _repr_markdown_(self) -> str:
        first, last = self._window(_ROWS)
        rows = [
            f"| {markdown(_plain(value))} | {markdown(percent(chance))} | {_fraction(chance)} |"
            for value, chance in self._shown(first, last)
        ]
        more = len(self) - (last - first)
        caption = self.summary() + (f"; {more} rarer outcomes are not shown" if more else "")
        return "\n".join(["| outcome | chance | exactly |", "| ---: | ---: | ---: |", *rows, "", caption])

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON: chances as exact fractions in text, and as shares."""
        return {
            "certainty": self.certainty,
            "missing": str(self.missing),
            "outcomes": [
                {"value": _data(value), "chance": str(chance), "share": float(chance)} for value, chance in self.items()
            ],
            **{name: float(figure) for name, figure in self._figures()},
        }

    def _figures(self) -> list[tuple[str, Fraction | float]]:
        if not self.values or not all(isinstance(value, Rational) for value in self.values):
            return []
        if self.missing and self.known_mean is None:
            return [("mean of what is left", self.kept_mean)]
        figures: list[tuple[str, Fraction | float]] = [("mean", self.mean)]
        if not self.missing or self.known_variance is not None:
            figures.append(("sd", self.sd))
        return figures

    def _shown(self, first: int, last: int) -> list[tuple[V, Fraction]]:
        pairs = zip(self.values[first:last], self.weights[first:last], strict=True)
        return [(value, Fraction(weight, self.total)) for value, weight in pairs]

    def _window(self, rows: int) -> tuple[int, int]:
        """The stretch of outcomes to show: from the likeliest outwards, always to the likelier side."""
        if len(self) <= rows:
            return 0, len(self)
        first = self.weights.index(max(self.weights))
        last = first + 1
        while last - first < rows:
            before = self.weights[first - 1] if first else -1
            after = self.weights[last] if last < len(self) else -1
            if before > after:
                first -= 1
            else:
                last += 1
        return first, last


def percent(chance: Fraction | float) -> str:
    """A chance for reading: "16.67 %". What is not quite 0 or 1 never looks as if it were."""
    if 0 < chance < Fraction(1, 10_000):
        return "<0.01 %"
    if Fraction(9_999, 10_000) < chance < 1:
        return ">99.99 %"
    return f"{float(chance) * 100:.2f} %"


def markdown(text: str) -> str:
    """Text that Markdown and HTML show as it is."""
    marked = "".join("\\" + sign if sign in r"\`*_{}[]#|~" else sign for sign in text)
    return html.escape(marked, quote=False)


def _sum_of_known(left: Distribution[Any], right: Distribution[Any]) -> dict[str, Fraction]:
    known = {}
    if all(part.known_mean is not None or not part.missing for part in (left, right)):
        known["known_mean"] = left.mean + right.mean
        if all(part.known_variance is not None or not part.missing for part in (left, right)):
            known["known_variance"] = left.variance + right.variance
    return known


def _number(value: object) -> Any:
    if not isinstance(value, Rational):
        raise DiceError(f"The outcome {value!r} is no number; map the outcomes to numbers first.")
    return value


def _plain(value: object, ascii: bool = False) -> str:
    told = "".join(sign if sign.isprintable() else "?" for sign in str(value))
    return told.encode("ascii", "replace").decode() if ascii else told


def _fraction(chance: Fraction) -> str:
    return str(chance) if chance.denominator <= _LONGEST_FRACTION else ""


def _small(chance: Fraction) -> str:
    return f"{max(float(chance), 1e-300):.2g}"


def _decimal(number: Fraction | float) -> str:
    return f"{float(number):.4f}".rstrip("0").rstrip(".")


def _data(value: object) -> object:
    return value if isinstance(value, (bool, int, str)) else str(value)
