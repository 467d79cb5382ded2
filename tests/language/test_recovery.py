"""Faults: what an author is told, that one slip gives one report on its line, and that it hides nothing else."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from attrs import frozen

from dicecrawl.language.advice import ADVICE, CARD_EXAMPLES, EXAMPLES, VOCABULARY, WORD_ADVICE
from dicecrawl.language.lexer import Token, tokenize
from dicecrawl.language.parse import Parsed
from dicecrawl.language.phrases import CONCEPTS, MOST, alternatives
from dicecrawl.language.render import render_all
from dicecrawl.language.source import Source
from dicecrawl.language.spelling import steps_apart, tolerance
from tests.language.bad_files import FILES, messages, parser

CARDS = (Path(__file__).parent / "good" / "cards.crawl").read_text(encoding="utf-8")
TOKENS = [t for t in tokenize(Source.of(CARDS), parser().tables.words).tokens if t.end > t.start]
WORDS = [t for t in TOKENS if t.type != "STRING" and CARDS[t.start].isalpha() and t.end - t.start > 1]
IMP = 'monster "Test Imp":\n    Action 1-6 "Poke":\n        '


def parse(text: str) -> Parsed:
    return parser().parse(Source.of(text, "text"))


# ---- messages as text -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_each_broken_text_is_told_as_written(path: Path) -> None:
    assert messages(path) == path.with_suffix(".txt").read_text(encoding="utf-8")


def test_there_are_broken_texts_of_every_sort() -> None:
    assert len(FILES) >= 60


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_message_says_where_and_what_to_do_in_the_words_of_the_author(path: Path) -> None:
    text = messages(path)
    assert f"{path.name}:" in text
    assert "__ANON" not in text
    for block in text.split("\n\n")[:-1]:
        assert "^" in block
        carets = next(line for line in block.splitlines() if "^" in line and line.lstrip().startswith("|"))
        assert carets.rstrip().rstrip("^") != carets.rstrip() or "help:" in block or carets.split("^")[-1].strip()


# ---- one slip, one report ---------------------------------------------------------------------------------------------


@frozen
class Slip:
    """A stretch of the cards that is written otherwise."""

    start: int
    end: int
    text: str

    @property
    def line(self) -> int:
        """The line on which it stands."""
        return CARDS.count("\n", 0, self.start) + 1

    def made(self, text: str = CARDS) -> str:
        """The text with this slip in it."""
        return text[: self.start] + self.text + text[self.end :]


def slips(order: random.Random) -> Iterator[Slip]:
    """Slips of all sorts, without end: letters lost, doubled, swapped or wrong; words, signs and quotes lost."""
    while True:
        kind = order.choice(("lost", "swapped", "doubled", "wrong", "word", "word", ".", ":", ",()[];", '"'))
        if kind in ("lost", "swapped", "doubled", "wrong"):
            token = order.choice(WORDS)
            at = order.randrange(token.start, token.end - 1)
            if kind == "lost":
                yield Slip(at, at + 1, "")
            elif kind == "doubled":
                yield Slip(at, at, CARDS[at])
            elif kind == "swapped" and CARDS[at] != CARDS[at + 1]:
                yield Slip(at, at + 2, CARDS[at + 1] + CARDS[at])
            elif (letter := order.choice("abcdefghijklmnopqrstuvwxyz")) != CARDS[at].lower():
                yield Slip(at, at + 1, letter)
        elif kind == '"':
            token = order.choice([t for t in TOKENS if t.type == "STRING"])
            at = order.choice((token.start, token.end - 1))
            yield Slip(at, at + 1, "")
        else:
            signs = [t for t in TOKENS if _is_one_of(t, kind)]
            token = order.choice(signs)
            yield Slip(token.start, token.end, "")


def _is_one_of(token: Token, kind: str) -> bool:
    return token.type != "STRING" if kind == "word" else CARDS[token.start : token.end] in tuple(kind)


def test_one_slip_gives_one_report_on_its_line() -> None:
    source = slips(random.Random(2024))
    counts: list[int] = []
    near = 0
    for _ in range(400):
        slip = next(source)
        found = parse(slip.made()).problems
        counts.append(len(found))
        near += bool(found) and slip.line - 1 <= found[0].span.line <= slip.line
    faulty = [count for count in counts if count]
    assert len(faulty) > 250  # the others mean something else, such as another name, or nothing
    assert sum(faulty) / len(faulty) <= 1.05
    assert sum(counts) / len(counts) <= 1.3
    assert near / len(faulty) >= 0.98


def test_a_slip_hides_no_other() -> None:
    source = slips(random.Random(7))
    alone: list[tuple[Slip, int]] = []
    while len(alone) < 60:
        slip = next(source)
        found = parse(slip.made()).problems
        if len(found) == 1:
            alone.append((slip, found[0].span.line))
    order = random.Random(8)
    pairs = 0
    while pairs < 120:
        (first, first_line), (second, second_line) = sorted(order.sample(alone, 2), key=lambda pair: pair[0].start)
        if "." not in CARDS[first.end : second.start]:
            continue  # in one sentence, the second may follow from the first
        pairs += 1
        found = parse(first.made(second.made())).problems
        assert {first_line, second_line} <= {p.span.line for p in found}, render_all(found, {})
        assert len(found) == 2, render_all(found, {})


def test_many_slips_are_all_told_at_once() -> None:
    cards = "\n".join(f'monster "M{i}":\n    Action 1-6 "A": Target a randm rogue. They dye.\n' for i in range(20))
    assert [p.code for p in parse(cards).problems] == ["E010"] * 40


# ---- particular promises ----------------------------------------------------------------------------------------------


def only(text: str) -> str:
    """What is said beside the caret of the only fault of a text."""
    (problem,) = parse(IMP + text).problems
    return problem.label


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("Targt one enemy. Die.", "did you mean 'Target'?"),
        ("Target a rogue. Thay may muve to the back.", "did you mean 'move'?"),
        ("Target an adjacent rogue, or els die.", "did you mean 'else'?"),
        ("Switch plces with a random ally.", "did you mean 'places'?"),
        ("If you fail, die; othrwise, die.", "did you mean 'otherwise'?"),
        ("Tar get a rogue. Die.", "did you mean 'Target'?"),
        ("Target [x] rogues.", ""),
        ("You gain Bleed [x] (2).", "did you mean 'X'?"),
        ("Make a physicl Attack Roll vs Defense.", "did you mean 'Physical'?"),
        ("Make a physical Attack Roll vs Defense.", "write 'Physical'"),
        ("You gain on fire (2).", 'write "on fire" in quotes'),
        ("You gain 龍 (2).", 'write "龍" in quotes'),
    ],
)
def test_what_was_probably_meant(text: str, label: str) -> None:
    if label:
        assert only(text) == label
    else:
        assert "did you mean" not in only(text)


def test_a_mended_text_has_the_meaning_of_the_right_one() -> None:
    right = IMP + "Target a random rogue. They lose 1 Health."
    for wrong in ("Targt a random rogue. They lose 1 Health.", "Target a random rogue\n        They lose 1 Health."):
        found = parse(IMP + wrong)
        assert len(found.problems) == 1
        assert found.declarations == parse(right).declarations


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_fix_that_is_offered_mends_its_fault(path: Path) -> None:
    source = Source.of(path.read_text(encoding="utf-8"), path.name)
    problems = parser().parse(source).problems
    for problem in problems:
        if problem.fix is not None:
            text = source.text[: problem.span.start] + problem.fix + source.text[problem.span.end :]
            after = parser().parse(Source.of(text, path.name)).problems
            assert (problem.code, problem.message) not in {
                (p.code, p.message) for p in after if p.span.line == problem.span.line
            }
            assert len(after) <= len(problems)


def test_a_block_is_read_under_a_broken_heading_of_any_sort() -> None:
    for heading in ("If you frob yourself:", "When frobs frob:", "At upkep frob:", "Otherwise frob:", "Roll 1d6 frob:"):
        inside = "1-6: Dye." if "Roll" in heading else "Dye."
        found = parse(IMP + f"{heading}\n            {inside}\n        Dye.").problems
        assert [p.span.line for p in found] == [3, 4, 5], heading


# ---- advice, phrases, spelling --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("example", "advice"), [*EXAMPLES, *CARD_EXAMPLES])
def test_every_example_still_fails_and_gets_its_own_advice(example: str, advice: str) -> None:
    if "{name}" in example or example.startswith("Stats"):
        found = parse("condition Example:\n    {}\n".format(example.format(name='"Example"'))).problems
    else:
        found = parser().parse_sentences(Source.of(example)).problems
        assert parse(IMP + example).problems[0].code == found[0].code
    assert found[0].code == ADVICE[advice].code
    assert found[0].message == ADVICE[advice].message


def test_every_advice_has_an_example() -> None:
    assert {advice for _, advice in (*EXAMPLES, *CARD_EXAMPLES)} | set(WORD_ADVICE.values()) == set(ADVICE)


def test_a_word_that_has_advice_is_no_word_of_the_language() -> None:
    words = parser().tables.words
    assert not {*words.forms, *words.noise, *words.numbers} & {*VOCABULARY, *WORD_ADVICE}


def test_expectations_are_phrases_and_at_most_six() -> None:
    phrases, automaton = parser().guide.phrases, parser().automaton
    for start, _ in parser().tables.starts.values():
        states = [[start]]
        for token in parse(CARDS).lexed.tokens:
            after = automaton.step(states[-1], token.type)
            if after is None:
                break
            states.append(after)
        for stack in states[:: max(1, len(states) // 150)]:
            accepted = automaton.accepts(stack)
            told = phrases.expected(stack, accepted)
            assert told.count(", ") <= MOST + sum(phrase.count(", ") for phrase in CONCEPTS.values() if phrase in told)
            assert not any(part.strip("'\"").startswith("_") for part in told.split())


def test_alternatives_read_as_a_list() -> None:
    assert [alternatives(list("abc")[:n]) for n in range(4)] == ["", "a", "a or b", "a, b or c"]


@pytest.mark.parametrize(
    ("a", "b", "steps"),
    [
        ("gain", "gain", 0),
        ("gian", "gain", 1),
        ("gan", "gain", 1),
        ("gaain", "gain", 1),
        ("gaim", "gain", 1),
        ("gnia", "gain", 2),
    ],
)
def test_steps_between_spellings(a: str, b: str, steps: int) -> None:
    assert steps_apart(a, b, 3) == steps_apart(b, a, 3) == steps
    assert steps_apart(a, b, steps - 1) is None or steps == 0


def test_longer_words_may_be_further_away() -> None:
    assert [tolerance("x" * n) for n in (1, 4, 5, 8, 9)] == [1, 1, 2, 2, 3]
