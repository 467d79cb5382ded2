"""Tokens: what each sign and word becomes, that offsets count the author's characters, and that nothing is lost."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from dicecrawl.language.lexer import Lexed, tokenize
from dicecrawl.language.source import Source, same_name
from tests.language.bad_files import parser

WORDS = parser().tables.words
ODD = st.text(st.sampled_from("aX \t\n:;.,()[]\"'\\#-+d12∞“’\u00a0\u200b\ufeff\ufffd\x07²٣é🐀龍_%"), max_size=60)


def lexed(text: str) -> Lexed:
    return tokenize(Source.of(text), WORDS)


def types(text: str) -> list[str]:
    """The terminals of a text without its $END."""
    return [token.type for token in lexed(text).tokens[:-1]]


def values(text: str) -> list[tuple[str, str | int]]:
    """Terminals and values of a text without its $END."""
    return [(token.type, token.value) for token in lexed(text).tokens[:-1]]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("d6", ("DICE", "d6")),
        ("2D6", ("DICE", "2d6")),
        ("12", ("INT", "12")),
        ("twelve", ("INT", "12")),
        ("2nd", ("ORD", "2")),
        ("3 - 4", ("RANGE", "3-4")),
        ("3–4", ("RANGE", "3-4")),
        ("5+", ("ATLEAST", "5+")),
        ("−2", ("SIGNED", "-2")),
        ("+ 2", ("SIGNED", "+2")),
        ("+X", ("SIGNED", "+X")),
        ("X", ("X", "X")),
        ("∞", ("_INF", "∞")),
        ("Giant Rat", ("NAME", "Giant Rat")),
        ("Giant  Rat", ("NAME", "Giant Rat")),
        ('"On Fire"', ("STRING", "On Fire")),
        ("“On Fire”", ("STRING", "On Fire")),
        (r'"say \"hi\" \\ \n"', ("STRING", r'say "hi" \ \n')),
        ("GAINS", ("_GAIN", "gain")),
        ("receives", ("_GAIN", "gain")),
        ("rogues", ("NOUN", "rogue")),
        ("Switch\n   places", ("_SWITCH_PLACES", "switch places")),
        ("frobs", ("WORD", "frobs")),
        ("foo_bar", ("BAD_CHAR", "foo_bar")),
        ("rogue2", ("BAD_CHAR", "rogue2")),
        ("d²", ("BAD_CHAR", "d²")),
        ("Ⅳ", ("BAD_CHAR", "Ⅳ")),
    ],
)
def test_one_token(text: str, expected: tuple[str, str]) -> None:
    assert values(text) == [expected]


@pytest.mark.parametrize(("text", "digits"), [("２", "2"), ("٣", "3"), ("४५", "45")])
def test_decimal_digits_of_any_script_mean_0_to_9(text: str, digits: str) -> None:
    assert values(text) == [("INT", digits)]
    assert values(f"d{text}") == [("DICE", f"d{digits}")]


def test_signs_in_brackets_are_decoration() -> None:
    assert values("Protected [+2]")[2] == values("Protected [2]")[2] == ("INT", "2")
    assert values("Protected [-X]")[2] == ("X", "X")


def test_articles_comments_and_decorative_commas_are_noise_and_kept_aside() -> None:
    found = lexed("the rogue, and an ally # all of them")
    assert [token.type for token in found.tokens] == ["NOUN", "_AND", "NOUN", "$END"]
    assert sorted(found.noise) == [(0, 3), (9, 10), (15, 17), (23, 36)]


def test_the_condition_before_a_name_is_noise_only_with_its_colon() -> None:
    assert types("gain the condition: Stunned (1)") == types("gain Stunned (1)")
    assert "_COLON" in types("When you gain this condition: Die.")


def test_a_block_is_indented_or_on_the_line_of_its_heading() -> None:
    one_line = types('Action "A": Die. Die.\nAction "B": Die.')
    indented = types('Action "A":\n    Die.\n    Die.\nAction "B":\n    Die.')
    assert one_line == indented
    assert one_line.count("_INDENT") == one_line.count("_DEDENT") == 2


def test_a_deeper_line_without_colon_goes_on_with_its_sentence() -> None:
    assert types("Target a\n        rogue.") == types("Target a rogue.")


def test_without_cards_no_word_begins_a_declaration() -> None:
    source = Source.of("rogue")
    assert tokenize(source, WORDS).tokens[0].type == "_D_ROGUE"
    assert tokenize(source, WORDS, cards=False).tokens[0].type == "NOUN"


def test_signs_that_print_nothing_are_faults_and_do_not_part_a_word() -> None:
    found = lexed("ran\u200bdom\x07 rog\u00adue")
    assert [token.value for token in found.tokens[:-1]] == ["random", "rogue"]
    assert found.faults == [(3, 4), (7, 8), (12, 13)]


def test_a_joiner_is_part_of_a_quoted_name() -> None:
    found = lexed('"👩\u200d🚒"')
    assert found.faults == []
    assert found.tokens[0].value == "👩\u200d🚒"


def test_names_keep_their_spelling_and_meet_composed_plain_and_case_blind() -> None:
    curly, straight = lexed("Grum’shar").tokens[0].value, lexed("grum'shar").tokens[0].value
    assert (curly, straight) == ("Grum’shar", "grum'shar")
    assert same_name(str(curly)) == same_name(str(straight))
    nfc, nfd = (lexed(unicodedata.normalize(form, "Protégé")).tokens[0].value for form in ("NFC", "NFD"))
    assert nfc == nfd == "Protégé"
    for one, other in (("Straße", "STRASSE"), ("ﬁend", "FIEND"), ("Potion ２", "potion 2")):
        assert same_name(one) == same_name(other)
    assert same_name("İ") != same_name("ı")


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ('Action "Poke: Die.', "Poke"),
        ('Action "Poke [cooldown 2]: Die.', "Poke"),
        ('gain "On Fire (3).', "On Fire"),
        ('Summon a "Giant Rat.', "Giant Rat"),
        ('Summon a "Giant Rat', "Giant Rat"),
    ],
)
def test_a_quote_that_is_never_closed_ends_where_it_was_probably_meant_to(text: str, meant: str) -> None:
    broken = [token for token in lexed(text).tokens if token.type == "BAD_STRING"]
    assert [token.value for token in broken] == [meant]


def test_columns_count_a_tab_as_the_blanks_that_it_stands_for() -> None:
    tabs, blanks = lexed("A\n\tDie.\tDie."), lexed("A\n    Die.    Die.")
    assert [(t.line, t.column) for t in tabs.tokens] == [(t.line, t.column) for t in blanks.tokens]


@example(text='000"\t.')
@given(st.one_of(st.text(max_size=80), ODD))
def test_it_never_raises_and_every_sign_is_in_a_token_noise_or_a_fault(text: str) -> None:
    source = Source.of(text)
    found = tokenize(source, WORDS)
    assert len(source.text) == len(source.raw)
    covered = [False] * len(source.text)
    for start, end in (*((t.start, t.end) for t in found.tokens), *found.noise, *found.faults):
        covered[start:end] = [True] * (end - start)
    assert all(covered[i] or char in " \t\n" for i, char in enumerate(source.text))
    depth = 0
    for token in found.tokens:
        depth += {"_INDENT": 1, "_DEDENT": -1}.get(token.type, 0)
        assert depth >= 0
        assert (token.line, token.column) == source.place(token.start)
    assert depth == 0


@given(st.one_of(st.text(max_size=80), ODD))
def test_offsets_stand_in_the_authors_own_characters(text: str) -> None:
    source = Source.of(text)
    for token in tokenize(source, WORDS).tokens:
        if token.type == "WORD":
            written = unicodedata.normalize("NFC", source.raw[token.start : token.end])
            assert same_name(str(token.value)) in same_name(written) or any(not c.isprintable() for c in written)
