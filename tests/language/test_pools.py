"""Pools as text: what reads, what it means, and what a writer is told when it does not."""

from __future__ import annotations

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from time import perf_counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lark import Lark
from lark.exceptions import GrammarError
from lark.lexer import Lexer

from dicecrawl.core.pools import AnyPool, Explode, Keep, Limits, Of, Pool, PoolSum, Reroll, Term, When, Which
from dicecrawl.errors import DiceError
from dicecrawl.language.pools import read_pool
from dicecrawl.resources import grammar_text

GONE = When.UNTIL_GONE
BEST3 = Keep(Which.HIGHEST, 3)

READS: dict[str, AnyPool] = {
    "2d6": Pool(2, 6),
    "d6": Pool(1, 6),
    " 2 D 6 ": Pool(2, 6),
    "0d6": Pool(0, 6),
    "7": PoolSum((), 7),
    "2d6+3": Pool(2, 6, bonus=3),
    "3 + 2d6": Pool(2, 6, bonus=3),
    "2d6-1": Pool(2, 6, bonus=-1),
    "2d6 − 1": Pool(2, 6, bonus=-1),
    "2d6 – 1": Pool(2, 6, bonus=-1),
    "2d6\u00a0+\t1": Pool(2, 6, bonus=1),
    "\ufeff2d6": Pool(2, 6),
    "２d６": Pool(2, 6),
    "٣d6": Pool(3, 6),
    "+2d6": Pool(2, 6),
    "-1d6": PoolSum((Term(-1, Pool(1, 6)),)),
    "10 - d6": PoolSum((Term(-1, Pool(1, 6)),), 10),
    "500d6 + 500d6": PoolSum((Term(1, Pool(500, 6)), Term(1, Pool(500, 6)))),
    "2d6 - (1d4 - 2)": PoolSum((Term(1, Pool(2, 6)), Term(-1, Pool(1, 4))), 2),
    "(2+1)d6": Pool(3, 6),
    "((2d6))": Pool(2, 6),
    "4d6 keep highest 3": Pool(4, 6, BEST3),
    "4d6 keep 3 highest": Pool(4, 6, BEST3),
    "4d6 Keeping the BEST 3": Pool(4, 6, BEST3),
    "best 3 of 4d6": Pool(4, 6, BEST3),
    "4d6 drop lowest": Pool(4, 6, BEST3),
    "best of 9d20": Pool(9, 20, Keep(Which.HIGHEST)),
    "2d6 keep lowest": Pool(2, 6, Keep(Which.LOWEST)),
    "worst of 2d6": Pool(2, 6, Keep(Which.LOWEST)),
    "4d6 drop highest 2": Pool(4, 6, Keep(Which.LOWEST, 2)),
    "2d6 keep highest 3": Pool(2, 6, BEST3),
    "4d6 rerolling 1 once": Pool(4, 6, reroll=Reroll((1,))),
    "4d6 reroll 1s once": Pool(4, 6, reroll=Reroll((1,))),
    "2d6 reroll 1-2 until": Pool(2, 6, reroll=Reroll((1, 2), GONE)),
    "2d6 rerolling 1 or 2 until gone": Pool(2, 6, reroll=Reroll((1, 2), GONE)),
    "d6 reroll 2 or less once": Pool(1, 6, reroll=Reroll((1, 2))),
    "d6 reroll 6 or less once": Pool(1, 6, reroll=Reroll(range(1, 7))),
    "d6 exploding on 6": Pool(1, 6, explode=Explode((6,))),
    "d6, exploding on 5 or 6": Pool(1, 6, explode=Explode((5, 6))),
    "d6 explodes on 5 or more": Pool(1, 6, explode=Explode((5, 6))),
    "d6 exploding on 1, 3-4 or 6": Pool(1, 6, explode=Explode((1, 3, 4, 6))),
    "d6 exploding on 6 at most 2 times": Pool(1, 6, explode=Explode((6,), times=2)),
    "d6 exploding on 5-6": Pool(1, 6, explode=Explode((5, 6))),
    "d6 exploding on 6 - 1": Pool(1, 6, explode=Explode((6,)), bonus=-1),
    "2d6 exploding on a total of 12": Pool(2, 6, explode=Explode((12,), Of.TOTAL)),
    "2d6 keep lowest, exploding on a total of 5 or more": Pool(2, 6, Keep(Which.LOWEST), explode=Explode((5, 6), Of.TOTAL)),
    "4d6 rerolling 1 once, exploding on 6, keep highest 3 + 2": Pool(4, 6, BEST3, Reroll((1,)), Explode((6,)), 2),
    "4d6 keep highest 3, exploding on 6, rerolling 1 once": Pool(4, 6, BEST3, Reroll((1,)), Explode((6,))),
}


@pytest.mark.parametrize("text", READS)
def test_text_reads_as_a_pool(text: str):
    assert read_pool(text) == READS[text]


@pytest.mark.parametrize("text", READS)
def test_what_is_printed_reads_back(text: str):
    assert read_pool(str(READS[text])) == READS[text]


def test_the_printed_form_is_the_longhand():
    told = str(read_pool("best 3 of 4D6,rerolling 2-1s once".replace("2-1s", "1s") + "-2"))
    assert told == "4d6 rerolling 1 once, keep highest 3 - 2"
    assert str(read_pool("d6 exploding on 3,1,2,6 at most 1 time")) == "1d6 exploding on 1-3 or 6 at most 1 times"
    assert str(read_pool("-d6+2d8-3")) == "-1d6 + 2d8 - 3"


# --- faults, with their place ---

REFUSED = {
    "": (0, "There is no pool here"),
    "   ": (0, "There is no pool here"),
    "d0": (1, "A d0 cannot be rolled: a die needs at least 1 side"),
    "4d0": (2, "A d0 cannot be rolled"),
    "0d0": (2, "A d0 cannot be rolled"),
    "(0 - 5)d10": (0, "A pool of -5 dice cannot be rolled"),
    "2d6 + (1-3)d4": (6, "A pool of -2 dice cannot be rolled"),
    "(1d4)d6": (0, "must be a number, not dice"),
    "d6 rerolling 6 or less until gone": (0, "Rerolling 1-6 until gone never ends"),
    "2d6 + d6 exploding on 1-6": (6, "Exploding on 1-6 never ends"),
    "d6 rerolling 1-5 until gone, exploding on 6": (0, "Exploding on 6 never ends"),
    "d6 exploding on 7": (16, "7 cannot come up here: name 1..6"),
    "2d6 exploding on a total of 13": (28, "13 cannot come up here: name 2..12"),
    "d6 exploding on 0": (16, "0 cannot come up here"),
    "d6 exploding on 6-1": (16, "To subtract, leave blanks"),
    "d6 exploding on 6 at most 0 times": (3, "1 or more, not 0"),
    "4d6 keep highest 0": (17, "keep at least 1"),
    "4d6 drop lowest 4": (4, "leaves nothing to count"),
    "4d6 keep highest 3 keep lowest 1": (19, "What to keep is said twice"),
    "d6 rerolling 1 once, rerolling 2 once": (21, "Rerolling is said twice"),
    "d6 exploding on 1, exploding on 2": (19, "Exploding is said twice"),
    "4d6 kep highest 3": (4, "Did you mean 'keep'?"),
    "4d6 keep higest 3": (9, "Did you mean 'highest'?"),
    "4d6 keep 3": (10, "The pool ends too early. Expected 'highest', 'lowest'."),
    "4d6kh3": (3, "Did you mean 'keep highest'?"),
    "d6!": (2, "Did you mean 'exploding on 6'?"),
    "d6 rerolling 1": (14, "Expected 'once', 'until gone'."),
    "2d6 +": (5, "ends too early"),
    "2d6)": (3, "')' cannot stand here. Expected the end."),
    "(2d6": (4, "Expected ')'"),
    "2d6 * 3": (4, "'*' cannot stand here"),
    "2d6 2d6": (4, "'2' cannot stand here"),
    "2d6\x00": (3, "U+0000"),
    "2d6\ufeff": (3, "U+FEFF"),
    "d²": (1, "'²' cannot stand here"),
    "½d6": (0, "'½' cannot stand here"),
    "2.5d6": (1, "'.' cannot stand here"),
}


@pytest.mark.parametrize("text", REFUSED)
def test_a_fault_is_told_with_its_place(text: str):
    place, told = REFUSED[text]
    with pytest.raises(DiceError) as caught:
        read_pool(text)
    assert told in caught.value.message
    assert caught.value.position == place
    assert f"(column {place + 1})" in caught.value.message


def test_the_caret_stands_below_the_fault():
    with pytest.raises(DiceError) as caught:
        read_pool("4d6 kep highest 3")
    assert str(caught.value) == (
        "'kep' cannot stand here. Did you mean 'keep'? Expected 'keep', 'rerolling', 'exploding', '+', '-', 'drop'.\n"
        "  4d6 kep highest 3\n"
        "      ^^^ (column 5)"
    )


def test_only_the_neighbourhood_of_a_fault_is_shown():
    with pytest.raises(DiceError) as caught:
        read_pool("1 + " * 50 + "x" + " + 1" * 50)
    _, shown, caret = str(caught.value).splitlines()
    assert shown.startswith("  ...")
    assert shown.endswith("...")
    assert shown[caret.index("^")] == "x"


def test_a_pool_is_read_from_text():
    with pytest.raises(DiceError, match="read from text"):
        read_pool(6)  # type: ignore[arg-type]


# --- hostile text ---

HOSTILE = {
    "99999d99999": (0, "Limits.dice", "99,999"),
    "100000000d20": (0, "Limits.digits", "9 digits"),
    "500d6 + 500d6 + 500d6": (16, "Limits.dice", "1,500"),
    "2d99999": (2, "Limits.sides", "99,999"),
    "٣" * 900 + "d6": (0, "Limits.digits", "900 digits"),
    "9" * 900 + "d6": (0, "Limits.digits", "900 digits"),
    "1" * 5_000 + "d6": (1_000, "Limits.text", "5,002"),
    "(" * 1_000 + "d6" + ")" * 1_000: (1_000, "Limits.text", "2,002"),
    "(" * 450 + "d6" + ")" * 450: (32, "Limits.nesting", "32"),
    "d6 exploding on 1-999999": (16, "1..6", "999999"),
}


@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: text[:24])
def test_hostile_text_is_refused_at_once(text: str):
    place, *told = HOSTILE[text]
    read_pool("d6")  # build the tables first
    start = perf_counter()
    with pytest.raises(DiceError) as caught:
        read_pool(text)
    assert perf_counter() - start < 0.05
    assert caught.value.position == place
    assert all(words in caught.value.message for words in told)


def test_limits_can_be_set():
    generous = Limits(dice=2_000, sides=100_000, digits=4_000, text=100_000, nesting=100)
    assert read_pool("500d6 + 500d6 + 500d6", generous).count == 1_500
    assert read_pool("d99999", generous) == Pool(1, 99_999)
    assert read_pool("(" * 100 + "d6" + ")" * 100, generous) == Pool(1, 6)
    with pytest.raises(DiceError, match=r"1[,1]*1 dice are asked for"):
        read_pool("1" * 4_000 + "d6", generous)
    with pytest.raises(DiceError, match=r"Limits\.nesting"):
        read_pool("(" * 1_000 + "d6" + ")" * 1_000, generous)
    with pytest.raises(DiceError, match=r"at most 2 are allowed"):
        read_pool("3d6", Limits(dice=2))


def test_long_sums_are_no_deep_nesting():
    assert read_pool("+".join(["1"] * 500)) == PoolSum((), 500)
    assert read_pool("+".join(["d6"] * 300)).count == 300


@given(st.text(alphabet="0123456789d()+- ,keprolinghstx", max_size=60) | st.text(max_size=30))
def test_any_text_reads_or_is_refused_with_a_place(text: str):
    refused = None
    try:
        pool = read_pool(text)
    except DiceError as error:
        refused = error
    if refused is None:
        assert read_pool(str(pool)) == pool
    else:
        assert refused.position is not None
        assert 0 <= refused.position <= len(text)
        assert re.search(r"\^+ \(column \d+\)$", refused.message)


FACES = st.sets(st.integers(1, 8), min_size=1, max_size=5)
POOLS = st.builds(
    Pool,
    st.integers(1, 9),
    st.integers(9, 20),
    st.none() | st.builds(Keep, st.sampled_from(Which), st.integers(1, 12)),
    st.none() | st.builds(Reroll, FACES, st.sampled_from(When)),
    st.none()
    | st.builds(Explode, FACES, times=st.none() | st.integers(1, 9))
    | st.builds(Explode, st.just((9,)), st.just(Of.TOTAL), st.none() | st.integers(1, 9)),
    st.integers(-50, 50),
)


@given(st.lists(st.tuples(st.booleans(), POOLS), min_size=1, max_size=4))
def test_every_pool_prints_as_text_that_reads_back_equal(parts: list[tuple[bool, Pool]]):
    total: AnyPool = PoolSum()
    for plus, pool in parts:
        total = total + pool if plus else total - pool
    assert read_pool(str(total)) == total


def test_one_text_read_by_eight_threads_reads_the_same():
    texts = list(READS) * 4
    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(read_pool, texts)) == [READS[text] for text in texts]


class NoLexer(Lexer):
    """Stands in for the real lexer while only the tables are built."""

    def __init__(self, lexer_conf: Any) -> None:
        del lexer_conf

    def lex(self, *_: Any) -> Iterator[Any]:
        return iter(())


def test_the_grammar_has_no_conflict():
    Lark(grammar_text("pools.lark"), parser="lalr", lexer=NoLexer, strict=True)
    # The yardstick itself: strict mode refuses both sorts of conflict.
    for conflicting in ('start: a | b\na: "x"\nb: "x"', 'start: e\ne: "x" | e "+" e'):
        with pytest.raises(GrammarError, match=r"collision|conflict"):
            Lark(conflicting, parser="lalr", lexer=NoLexer, strict=True)
