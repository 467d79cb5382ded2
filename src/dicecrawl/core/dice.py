"""The dice port and its sources: seeded, scripted, recorded, enumerating.

Rules code never makes a random number; it asks a `Dice` to `draw` a face, or to `pick` among equal candidates. Which
source stands behind the port decides whether a game is played, replayed, tested or counted out exactly.

One rule holds for every source: a one-sided die draws nothing. It shows 1, spends no face, moves no position and leaves
no trace in a record, for nobody at a table rolls a die that cannot turn out otherwise (MO-10 says the same of choices).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from typing import Final, Protocol, TypeVar

from attrs import frozen

from dicecrawl.errors import BudgetExceeded, DiceError, ScriptError

T = TypeVar("T")

ALGORITHM: Final = "splitmix64-counter/fnv1a/1"
MOST_SIDES: Final = 1 << 32  # beyond this many sides the stated bound on unevenness would no longer be negligible

_MASK: Final = (1 << 64) - 1
_GAMMA: Final = 0x9E3779B97F4A7C15
_FNV_BASIS: Final = 0xCBF29CE484222325
_FNV_PRIME: Final = 0x100000001B3
_ROOT_STREAM: Final = "dice"


class Dice(Protocol):
    """Where faces come from. Everything random in a game goes through these two methods."""

    def draw(self, sides: int, /) -> int:
        """Roll one die and give its face, 1..sides. Raises DiceError when `sides` is below 1."""
        ...

    def pick(self, n: int, /) -> int | None:
        """Choose one of `n` equal candidates, 0..n-1, or give None: "use the game's own table of dice" (MO-8).

        Sources for play give None, so that a person with real dice can follow; sources for odds choose, in n leaves
        of 1/n each. Raises DiceError when `n` is below 1.
        """
        ...


def mix(z: int) -> int:
    """Scramble 64 bits: the finaliser of SplitMix64 (Steele, Lea, Flood, 2014), a one-to-one map of 0..2**64-1."""
    z &= _MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    return z ^ (z >> 31)


def label_key(label: str) -> int:
    """Turn a text into 64 bits: FNV-1a over its UTF-8 bytes, so it never depends on PYTHONHASHSEED."""
    key = _FNV_BASIS
    for byte in label.encode("utf-8", "surrogatepass"):
        key = ((key ^ byte) * _FNV_PRIME) & _MASK
    return key


class SeededDice:
    """Dice that follow from a seed, the same on every machine and Python version.

    Die number k (from 0) of the stream with key K is `z = mix(K + (k + 1) * 0x9E3779B97F4A7C15)`, all in 64 bits, and
    its face is `(z * sides >> 64) + 1`. Bound: of the 2**64 values of z two faces of one die get numbers that differ
    by at most one, so their chances differ by at most 2**-64; for a d6 it would take about 10**38 rolls to notice.

    A child stream has the key `mix(K ^ mix(FNV-1a(label)))`: it depends on names only, never on how many dice were
    drawn, so a new draw in one place moves nothing elsewhere. The state is two integers, `key` and `position`; whoever
    stores them stores `algorithm` too. Streams are slices of one cycle of 2**64: that two of them meet within a game
    is possible in principle and, at a million dice each, less likely than one in 10**12.
    """

    __slots__ = ("_key", "_position")

    algorithm: Final = ALGORITHM

    def __init__(self, seed: int | str, stream: str = _ROOT_STREAM) -> None:
        """Open the stream `stream` of `seed`. The stream "dice" is the root: its key is the seed itself.

        An integer seed of 0..2**64-1 is the key as it stands; any other integer counts as the text of its digits, and
        a text is hashed (FNV-1a). So `SeededDice(7)` and `SeededDice("7")` are different games.
        """
        if isinstance(seed, bool) or not isinstance(seed, (int, str)):
            raise DiceError(f"A seed is a whole number or a text, not {seed!r}.")
        if isinstance(seed, int) and 0 <= seed <= _MASK:
            key = seed
        else:
            key = mix(label_key(str(seed)))
        self._key = key if stream == _ROOT_STREAM else _child_key(key, stream)
        self._position = 0

    @classmethod
    def for_game(cls, seed: int | str, k: int) -> SeededDice:
        """The dice of game number `k` (from 0) of a batch: they depend on (seed, k) only, not on who plays it when."""
        if k < 0:
            raise DiceError(f"Games of a batch are numbered from 0, so there is no game {k}.")
        return cls(seed).fork(f"game {k}")

    @classmethod
    def resume(cls, key: int, position: int, algorithm: str = ALGORITHM) -> SeededDice:
        """Take up a stored stream again. Raises DiceError when it was made by another generator."""
        if algorithm != ALGORITHM:
            raise DiceError(
                f"These dice were stored by generator {algorithm!r}, this version plays {ALGORITHM!r}. "
                f"Replay the recorded faces instead."
            )
        if not (0 <= key <= _MASK and position >= 0):
            raise DiceError(f"A stored stream has a key of 0..2**64-1 and a position of 0 or more, not {key}, {position}.")
        dice = cls.__new__(cls)
        dice._key = key
        dice._position = position
        return dice

    @property
    def key(self) -> int:
        """The 64 bits that name this stream."""
        return self._key

    @property
    def position(self) -> int:
        """How many dice this stream has drawn."""
        return self._position

    def draw(self, sides: int, /) -> int:
        """Roll one die. Raises DiceError for fewer than 1 or more than 2**32 sides."""
        if not 1 < sides <= MOST_SIDES:
            return _dull_die(sides)
        # `mix` is written out here: a call would cost a third of the whole draw.
        self._position = position = self._position + 1
        z = (self._key + position * _GAMMA) & _MASK
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        return ((z ^ (z >> 31)) * sides >> 64) + 1

    def pick(self, n: int, /) -> int | None:
        """Leave the choice to the game's own table of dice: always None."""
        _need_candidates(n)
        return None

    def fork(self, label: str) -> SeededDice:
        """Open the child stream `label`, at its start. Forking draws nothing and may be repeated."""
        return SeededDice.resume(_child_key(self._key, label), 0)

    def clone(self) -> SeededDice:
        """Copy the stream where it stands; the two go on alike and independently."""
        return SeededDice.resume(self._key, self._position)

    def __repr__(self) -> str:
        return f"SeededDice.resume(key={self._key:#x}, position={self._position})"


@frozen
class Drawn:
    """One die that a script or a search has shown: its face, its sides, and what it was for, if anyone said so."""

    face: int
    sides: int
    why: str | None = None


class ScriptedDice:
    """Dice that show the stated faces, in order: the dice of tests, scenarios and worked examples.

    Raises ScriptError when a face cannot stand on the die that is wanted, when a die is wanted and no face is left,
    and, at `finish()`, when faces are left over.
    """

    __slots__ = ("_drawn", "_faces", "_why")

    def __init__(self, faces: Iterable[int]) -> None:
        self._faces = _faces_of(faces)
        self._drawn: list[Drawn] = []
        self._why: str | None = None

    @property
    def drawn(self) -> tuple[Drawn, ...]:
        """What has been rolled so far, oldest first."""
        return tuple(self._drawn)

    @property
    def left(self) -> tuple[int, ...]:
        """The faces nobody has asked for yet."""
        return self._faces[len(self._drawn) :]

    def about(self, why: str | None) -> None:
        """Say what the next dice are for, in a few words. It only shows in messages and in `drawn`."""
        self._why = why

    def draw(self, sides: int, /) -> int:
        """Show the next stated face."""
        if sides <= 1:
            return _dull_die(sides)
        number = len(self._drawn)
        wanted = f"a d{sides}" + (f" for {self._why}" if self._why else "")
        if number == len(self._faces):
            raise ScriptError(
                f"The scripted dice are used up: die {number + 1}, {wanted}, is wanted but only {_count(number)} "
                f"{'was' if number == 1 else 'were'} stated. {self._story()} "
                f"Add a face, or see why one more die is rolled."
            )
        face = self._faces[number]
        if face > sides:
            raise ScriptError(
                f"The scripted face {face} (die {number + 1}) cannot stand on {wanted}. {self._story()} "
                f"Give a face of 1..{sides}, or see which roll comes at this point."
            )
        self._drawn.append(Drawn(face, sides, self._why))
        return face

    def pick(self, n: int, /) -> int | None:
        """Leave the choice to the game's own table of dice: always None."""
        _need_candidates(n)
        return None

    def finish(self) -> None:
        """Declare the story over. Raises ScriptError when stated faces were never rolled."""
        if self.left:
            listed = ", ".join(map(str, self.left))
            raise ScriptError(
                f"{_count(len(self.left))} of the script never came up: {listed}. {self._story()} "
                f"Remove what is too much, or see which roll is missing."
            )

    def _story(self) -> str:
        if not self._drawn:
            return "Nothing was rolled before."
        told = ", ".join(
            f"{shown.face} on d{shown.sides}" + (f" ({shown.why})" if shown.why else "") for shown in self._drawn[-12:]
        )
        return f"Rolled before: {'..., ' if len(self._drawn) > 12 else ''}{told}."


class RecordedDice:
    """Dice that repeat recorded faces and then go on with another source, if there is one.

    Raises ScriptError when the record does not fit the dice that are asked for: a face too high for the die, or no
    face left and nothing to go on with.
    """

    __slots__ = ("_faces", "_position", "_then")

    def __init__(self, faces: Iterable[int], then: Dice | None = None) -> None:
        self._faces = _faces_of(faces)
        self._position = 0
        self._then = then

    @property
    def position(self) -> int:
        """How many recorded faces have been repeated."""
        return self._position

    @property
    def left(self) -> int:
        """How many recorded faces are still to come."""
        return len(self._faces) - self._position

    def draw(self, sides: int, /) -> int:
        """Repeat the next recorded face, or draw from the source that follows."""
        if sides <= 1:
            return _dull_die(sides)
        position = self._position
        if position < len(self._faces):
            face = self._faces[position]
            if face > sides:
                raise ScriptError(
                    f"Recorded face {face} (die {position + 1}) cannot stand on a d{sides}: the record belongs to "
                    f"other rules, content or answers than those now played."
                )
            self._position = position + 1
            return face
        if self._then is None:
            raise ScriptError(
                f"The record ends after {_count(position)}, but a d{sides} is wanted: it belongs to other rules, "
                f"content or answers, or it was cut short. Give `then=` to go on with fresh dice."
            )
        return self._then.draw(sides)

    def pick(self, n: int, /) -> int | None:
        """Leave the choice to the game's table while the record lasts, and to the source that follows after it."""
        if self._then is not None and self._position == len(self._faces):
            return self._then.pick(n)
        _need_candidates(n)
        return None


class Recorder:
    """Any source, with a record: `faces` holds every face drawn so far, ready for `RecordedDice`.

    What a source for odds picks by itself is no die and is not recorded.
    """

    __slots__ = ("_source", "faces")

    def __init__(self, source: Dice) -> None:
        self._source = source
        self.faces: list[int] = []

    def draw(self, sides: int, /) -> int:
        """Draw from the source and write the face down."""
        face = self._source.draw(sides)
        if sides != 1:
            self.faces.append(face)
        return face

    def pick(self, n: int, /) -> int | None:
        """Pass the question on to the source."""
        return self._source.pick(n)


class EnumeratingDice:
    """The odometer die of `enumerate_leaves`: it follows its tape and shows face 1 beyond it.

    `drawn` tells the path to the present leaf, so a report can say which faces led there; a pick counts as a die with
    as many sides as there were candidates.
    """

    __slots__ = ("_at", "_deepest", "_least", "_tape", "_weighed")

    def __init__(self, *, deepest: int, least: Fraction) -> None:
        self._tape: list[list[int]] = []  # [face, sides]
        self._at = 0
        self._deepest = deepest
        self._least = least
        self._weighed = 1  # the product of the sides so far: the path's weight is one over it

    @property
    def drawn(self) -> tuple[Drawn, ...]:
        """The dice of the present path so far."""
        return tuple(Drawn(face, sides) for face, sides in self._tape[: self._at])

    def draw(self, sides: int, /) -> int:
        """Show the face that this leaf stands for."""
        if sides <= 1:
            return _dull_die(sides)
        at = self._at
        if at == len(self._tape):
            if at == self._deepest:
                raise BudgetExceeded(
                    f"One course of play rolled more than {self._deepest:,} dice (`deepest`), so its outcomes cannot "
                    f"be listed. Does it roll again for ever? Raise `deepest`, set `least` to cut rare courses, or "
                    f"sample."
                )
            if self._least * self._weighed * sides > 1:
                raise _CutShort
            self._tape.append([1, sides])
        face, known = self._tape[at]
        if known != sides:
            raise DiceError(
                f"Die {at + 1} was a d{known} and is a d{sides} after the same faces: what is listed must depend on "
                f"its dice alone. Start each run from the same state."
            )
        self._at = at + 1
        self._weighed *= sides
        return face

    def pick(self, n: int, /) -> int | None:
        """Choose each of `n` candidates in turn, in n leaves of 1/n each."""
        _need_candidates(n)
        return self.draw(n) - 1

    def _rewind(self) -> None:
        self._at = 0
        self._weighed = 1

    def _covered(self) -> Fraction:
        """The chance of all leaves before the one the tape now stands for."""
        covered, weighed = Fraction(0), 1
        for face, sides in self._tape:
            weighed *= sides
            covered += Fraction(face - 1, weighed)
        return covered

    def _advance(self) -> bool:
        """Turn to the next leaf; False when all have been seen."""
        if self._at < len(self._tape):
            raise DiceError(
                f"A run rolled {_count(self._at)} where the same faces led to {len(self._tape)} before: what is listed "
                f"must depend on its dice alone. Start each run from the same state."
            )
        while self._tape and self._tape[-1][0] == self._tape[-1][1]:
            self._tape.pop()
        if not self._tape:
            return False
        self._tape[-1][0] += 1
        return True


class Leaves(Iterator[tuple[Fraction, T]]):
    """The leaves of `enumerate_leaves` as they are found: `missing` is the chance cut off, `seen` counts ways."""

    def __init__(self, run: Callable[[Dice], T], most: int, deepest: int, least: Fraction) -> None:
        self.missing = Fraction(0)
        self.seen = 0
        self._run = run
        self._most = most
        self._dice = EnumeratingDice(deepest=deepest, least=least)
        self._more = True

    def __iter__(self) -> Leaves[T]:
        return self

    def __next__(self) -> tuple[Fraction, T]:
        while self._more:
            if self.seen == self._most:
                raise BudgetExceeded(
                    f"There are more than {self._most:,} ways for the dice to fall (`most`); those seen make up "
                    f"{float(self._dice._covered()):.3g} of the chance. Raise `most`, set `least` to cut rare courses, "
                    f"or sample."
                )
            self.seen += 1
            self._dice._rewind()
            try:
                result = self._run(self._dice)
            except _CutShort:
                self._count_in(cut=True)
            else:
                return self._count_in(cut=False), result
        raise StopIteration

    def _count_in(self, *, cut: bool) -> Fraction:
        weight = Fraction(1, self._dice._weighed)
        if cut:
            self.missing += weight
        self._more = self._dice._advance()
        return weight


def enumerate_leaves(run: Callable[[Dice], T], *, most: int, deepest: int = 1_000, least: Fraction = Fraction(0)) -> Leaves[T]:
    """Play `run` once for every way its dice can fall and give each result with its exact chance.

    `run` must start from the same state each time and depend on its dice alone. It meets face 1 first, then the last
    face moves on, like the wheels of an odometer. `most` bounds the ways tried, `deepest` the dice of one way; both
    raise BudgetExceeded, which names the bound. With `least` above 0 a way is given up before the die whose faces
    would each be rarer than that, and its chance is added to `missing`; the weights given and `missing` then sum to 1.
    Raises DiceError when `run` turns out not to be repeatable.
    """
    if most < 1 or deepest < 1:
        raise DiceError(f"`most` and `deepest` must be 1 or more, not {most} and {deepest}.")
    return Leaves(run, most, deepest, least)


class _CutShort(BaseException):
    """The way has become rarer than `least`. A signal, no error: rules code must not catch it, and it never escapes."""


def _child_key(key: int, label: str) -> int:
    return mix(key ^ mix(label_key(label)))


def _dull_die(sides: int) -> int:
    if sides == 1:
        return 1
    if sides < 1:
        raise DiceError(f"A die needs at least 1 side, so a d{sides} cannot be rolled.")
    raise DiceError(f"A die of {sides:,} sides is too large: the most is {MOST_SIDES:,}.")


def _need_candidates(n: int) -> None:
    if n < 1:
        raise DiceError(f"There is nothing to pick from: {n} candidates. Ask only when there is at least one.")


def _faces_of(faces: Iterable[int]) -> tuple[int, ...]:
    listed = tuple(faces)
    for number, face in enumerate(listed, 1):
        if isinstance(face, bool) or not isinstance(face, int) or face < 1:
            raise ScriptError(f"Face {number} of the script is {face!r}; a face is a whole number of 1 or more.")
    return listed


def _count(dice: int) -> str:
    return "1 die" if dice == 1 else f"{dice:,} dice"
