"""Text to pools: "4d6 keep highest 3", "d6 exploding on 5 or 6", "2d6 rerolling 1-2 until gone + 1d8 - 1".

What the words mean is stated in `core.pools`; how they read, in `grammar/pools.lark`. Size, digits and brackets are
bounded before anything is parsed or turned into a number, so that hostile text costs no more than its refusal.

Typographic signs and digits mean what they mean in content files (`language.source.plain`): decimal digits of any
script are 0 to 9, dashes and the minus sign are "-".
"""

from __future__ import annotations

import re
from difflib import get_close_matches
from functools import cache
from itertools import takewhile
from typing import TYPE_CHECKING, Any, Final, NoReturn

from dicecrawl.core.pools import LIMITS, AnyPool, Explode, Keep, Limits, Of, Pool, PoolSum, Reroll, When, Which
from dicecrawl.errors import DiceError
from dicecrawl.language.source import plain
from dicecrawl.resources import grammar_text

if TYPE_CHECKING:
    from lark import Lark, Token

_NOISE: Final = re.compile(r",(?=\s*[A-Za-z])|\bthe\b", re.IGNORECASE)
_AROUND: Final = 40  # characters shown on either side of a fault

# What each terminal is called in a message, the likeliest first.
_CALLED: Final = {
    "INT": "a number",
    "_D": "dice such as '2d6'",
    "_KEEP": "'keep'",
    "_REROLL": "'rerolling'",
    "_EXPLODE": "'exploding'",
    "HIGHEST": "'highest'",
    "LOWEST": "'lowest'",
    "ONCE": "'once'",
    "UNTIL_GONE": "'until gone'",
    "_ON": "'on'",
    "_OF": "'of'",
    "_TIMES": "'times'",
    "PLUS": "'+'",
    "MINUS": "'-'",
    "LPAR": "'('",
    "RPAR": "')'",
    "_OR": "'or'",
    "_OR_LESS": "'or less'",
    "_OR_MORE": "'or more'",
    "_AT_MOST": "'at most'",
    "_A_TOTAL_OF": "'a total of'",
    "_DROP": "'drop'",
    "$END": "the end",
}
_SHORTHAND: Final = {
    "k": "'keep highest'",
    "kh": "'keep highest'",
    "kl": "'keep lowest'",
    "dh": "'drop highest'",
    "dl": "'drop lowest'",
    "r": "'rerolling 1 until gone'",
    "ro": "'rerolling 1 once'",
    "!": "'exploding on 6'",
}


def read_pool(text: str, limits: Limits = LIMITS) -> AnyPool:
    """Read a pool, or a sum of pools and whole numbers.

    Raises DiceError for text that is no pool, for pools that cannot be rolled, and for what is beyond `limits`; its
    `position` counts characters from 0, and its message shows the place.
    """
    return _Reader(text, limits).read()


@cache
def _parser() -> Lark:
    from lark import Lark  # late: whoever only rolls never pays for it

    return Lark(grammar_text("pools.lark"), parser="lalr", propagate_positions=True, maybe_placeholders=True)


class _Reader:
    """One text being read: every fault knows its place in it."""

    def __init__(self, text: str, limits: Limits) -> None:
        if not isinstance(text, str):
            raise DiceError(f"A pool is read from text, such as '2d6 + 1', not from {text!r}.")
        self.text = text
        self.limits = limits
        self.dice = 0

    def read(self) -> AnyPool:
        from lark.exceptions import UnexpectedInput

        self._check_size()
        signs = plain(self.text)
        signs = _NOISE.sub(lambda noise: " " * len(noise[0]), " " + signs[1:] if signs.startswith("\ufeff") else signs)
        try:
            tree = _parser().parse(signs)
        except UnexpectedInput as unexpected:
            self._explain(unexpected)
        value = self._value(tree.children[0])
        return PoolSum((), value) if isinstance(value, int) else value

    # --- before parsing ---

    def _check_size(self) -> None:
        limits = self.limits
        if len(self.text) > limits.text:
            self._fail(
                f"This pool is {len(self.text):,} characters long; at most {limits.text:,} are read (`Limits.text`).",
                limits.text,
            )
        for number in re.finditer(r"\d+", self.text):
            if len(number[0]) > limits.digits:
                self._fail(
                    f"This number has {len(number[0]):,} digits; at most {limits.digits} are read (`Limits.digits`).",
                    number.start(),
                    len(number[0]),
                )
        depth = 0
        for at, sign in enumerate(self.text):
            depth += (sign == "(") - (sign == ")")
            if depth > limits.nesting:
                self._fail(f"Brackets stand more than {limits.nesting} deep here (`Limits.nesting`).", at)

    # --- what the parser made of it ---

    def _value(self, tree: Any) -> AnyPool | int:
        match tree.data:
            case "number":
                return int(tree.children[0])
            case "group":
                return self._value(tree.children[0])
            case "pool" | "best_of":
                return self._pool(tree)
            case _:
                return self._sum(tree)

    def _sum(self, tree: Any) -> AnyPool | int:
        total: AnyPool | int = 0
        sign = 1
        for part in tree.children:
            if part.data == "sign":
                sign = 1 if part.children[0] == "+" else -1
                continue
            value = self._value(part)
            if isinstance(total, int) and isinstance(value, int):
                total += sign * value
            else:
                total = total + value if sign > 0 else total - value
        return total

    def _pool(self, tree: Any) -> Pool:
        children = list(tree.children)
        keep: Keep | None = None
        if tree.data == "best_of":
            which, number = children.pop(0), children.pop(0)
            keep = self._keep(which, number)
        count, sides = self._dice(children.pop(0))
        for part in children:
            if part.data in ("keep", "keep_number", "drop"):
                if keep is not None:
                    self._refuse(part, "What to keep is said twice. Say it once.")
                keep = self._kept(part, count)
        counted = count if keep is None else min(count, keep.number)
        reroll: Reroll | None = None
        explode: Explode | None = None
        for part in children:
            match part.data:
                case "reroll":
                    if reroll is not None:
                        self._refuse(part, "Rerolling is said twice. Name all faces at once, as in 'rerolling 1 or 2 once'.")
                    when = When.ONCE if part.children[1].type == "ONCE" else When.UNTIL_GONE
                    reroll = Reroll(self._faces(part.children[0], 1, sides), when)
                case "explode" | "explode_total":
                    if explode is not None:
                        self._refuse(part, "Exploding is said twice. Say it once, of the dice or of their total.")
                    of = Of.DIE if part.data == "explode" else Of.TOTAL
                    low, high = (1, sides) if of is Of.DIE else (counted, counted * sides)
                    times = None if part.children[1] is None else int(part.children[1])
                    explode = self._built(part, Explode, self._faces(part.children[0], low, high), of, times)
        pool: Pool = self._built(tree, Pool, count, sides, keep, reroll, explode)
        return pool

    def _dice(self, tree: Any) -> tuple[int, int]:
        how_many, (sides_token,) = tree.children[0], tree.children[1].children
        count = 1 if how_many is None else self._value(how_many)
        place = tree if how_many is None else how_many
        if not isinstance(count, int):
            self._refuse(place, "How many dice are rolled must be a number, not dice.")
        if count < 0:
            self._refuse(place, f"A pool of {count} dice cannot be rolled: the number of dice must be 0 or more.")
        self.dice += count
        if self.dice > self.limits.dice:
            self._refuse(
                place,
                f"Up to here {self.dice:,} dice are asked for, and at most {self.limits.dice:,} are allowed in all "
                f"(`Limits.dice`).",
            )
        sides = int(sides_token)
        start = sides_token.start_pos
        if sides < 1:
            self._fail(f"A d{sides} cannot be rolled: a die needs at least 1 side.", start, len(sides_token))
        if sides > self.limits.sides:
            self._fail(
                f"A die of {sides:,} sides is asked for; at most {self.limits.sides:,} are allowed (`Limits.sides`).",
                start,
                len(sides_token),
            )
        return count, sides

    def _keep(self, which: Token, number: Token | None) -> Keep:
        side = Which.HIGHEST if which.type == "HIGHEST" else Which.LOWEST
        if number is None:
            return Keep(side)
        if int(number) == 0:
            self._fail("Keeping 0 dice leaves nothing: keep at least 1.", number.start_pos or 0, len(number))
        return Keep(side, int(number))

    def _kept(self, part: Any, count: int) -> Keep:
        first, second = part.children
        if part.data == "keep_number":
            return self._keep(second, first)
        if part.data == "keep":
            return self._keep(first, second)
        dropped = 1 if second is None else int(second)
        if dropped >= count:
            self._refuse(part, f"Dropping {dropped} of {count} dice leaves nothing to count. Drop fewer.")
        return Keep(Which.LOWEST if first.type == "HIGHEST" else Which.HIGHEST, count - dropped)

    def _faces(self, tree: Any, low: int, high: int) -> tuple[int, ...]:
        found: list[int] = []
        for part in tree.children:
            words = str(part.children[0])
            match part.data:
                case "one":
                    first = last = int(words)
                case "or_less":
                    first, last = low, int(words)
                case "or_more":
                    first, last = int(words), high
                case _:
                    first, last = map(int, words.split("-"))
                    if first > last:
                        self._refuse(part, f"Faces run upwards: {last}-{first}. To subtract, leave blanks around the '-'.")
            for face in (first, last):
                if not low <= face <= high:
                    self._refuse(part, f"{face} cannot come up here: name {low}..{high}.")
            found.extend(range(first, last + 1))
        return tuple(found)

    def _built(self, place: Any, build: Any, *parts: object) -> Any:
        """Build a value; what it refuses is said with its place."""
        try:
            return build(*parts)
        except DiceError as refused:
            self._refuse(place, refused.message)

    # --- faults ---

    def _explain(self, unexpected: Any) -> NoReturn:
        at = unexpected.pos_in_stream
        expected = getattr(unexpected, "accepts", None) or getattr(unexpected, "allowed", None) or unexpected.expected
        open_brackets = self.text[: at if at and at > 0 else None]
        closable = open_brackets.count("(") > open_brackets.count(")")
        wanted = [called for terminal, called in _CALLED.items() if terminal in expected and (closable or terminal != "RPAR")]
        listed = f"Expected {', '.join(wanted[:6])}{' and more' if len(wanted) > 6 else ''}."
        token = getattr(unexpected, "token", None)
        if at is None or at < 0 or (token is not None and token.type == "$END"):
            end = len(self.text.rstrip())
            self._fail(f"The pool ends too early. {listed}" if end else f"There is no pool here. {listed}", end)
        word = "".join(takewhile(str.isalpha, self.text[at:])) or self.text[at]
        near = get_close_matches(word.lower(), [called.strip("'") for called in wanted if called.startswith("'")], n=1)
        advice = f"'{near[0]}'" if near else _SHORTHAND.get(word.lower())
        meant = f" Did you mean {advice}?" if advice else ""
        told = f"'{word}'" if word.isprintable() else f"The character U+{ord(word[0]):04X}"
        self._fail(f"{told} cannot stand here.{meant} {listed}", at, len(word))

    def _refuse(self, place: Any, message: str) -> NoReturn:
        self._fail(message, place.meta.start_pos, place.meta.end_pos - place.meta.start_pos)

    def _fail(self, message: str, at: int, width: int = 1) -> NoReturn:
        """Raise with the stretch of text around `at`, and carets below it."""
        start = max(0, at - _AROUND)
        end = min(len(self.text), at + _AROUND)
        shown = "".join(sign if sign.isprintable() else " " for sign in self.text[start:end])
        before, after = "..." if start else "", "..." if end < len(self.text) else ""
        carets = "^" * max(1, min(width, end - at))
        raise DiceError(
            f"{message}\n  {before}{shown}{after}\n  {' ' * (len(before) + at - start)}{carets} (column {at + 1})", at
        )
