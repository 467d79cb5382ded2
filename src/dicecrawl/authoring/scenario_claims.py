"""What a sentence of a scenario can claim about somebody after a step: is, has, carries, took, gained, rolled, could..."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from dicecrawl.authoring import scenario_checks as checks
from dicecrawl.authoring.scenario_script import Check, Head
from dicecrawl.authoring.scenario_tokens import Phrase, nearest

if TYPE_CHECKING:
    from dicecrawl.authoring.scenario_read import Reader

FATES = ("dead", "alive", "hidden", "gone", "in the battle", "replaced")


def claim(reader: Reader, phrase: Phrase, check: Check) -> None:
    """Add a check to the step that it follows."""
    if not reader.steps:
        reader.open(Head("nothing", None, phrase.span))
    reader.steps[-1].checks.append(check)


def read_option(phrase: Phrase) -> str:
    """Read what an option is called."""
    words: list[str] = []
    while (token := phrase.peek()) is not None and token.kind in ("word", "text", "number") and token.text != "and":
        words.append(token.text)
        phrase.at += 1
    if not words:
        raise phrase.unreadable("chooses what?", "expected one of the options")
    return " ".join(words)


def _is(reader: Reader, phrase: Phrase, who: str) -> None:
    no = phrase.words("not")
    fates = (*FATES, *reader.staging.fates)
    fate = phrase.any_of(*fates)
    if fate is not None:
        claim(reader, phrase, checks.Fate(who, fate, no, span=phrase.span))
        return
    if not phrase.number_next():
        token = phrase.peek()
        shown = token.text if token is not None else ""
        raise phrase.unreadable(f"{who} is what?", nearest(shown, fates) or "expected 'dead', 'alive' or the like")
    spaces = phrase.number("how many spaces")
    phrase.any_of("spaces", "space")
    phrase.words("away")
    phrase.expect("from")
    claim(reader, phrase, checks.Away(who, reader.names.creature(phrase), spaces, span=phrase.span))


def _has(reader: Reader, phrase: Phrase, who: str) -> None:
    fate = phrase.any_of("left", "escaped")
    if fate is not None:
        claim(reader, phrase, checks.Fate(who, fate, span=phrase.span))
        return
    while True:
        start = 0 if phrase.at < 4 else phrase.at
        check = _had(reader, phrase, who, start)
        claim(reader, phrase, check)
        comma = phrase.sign(",")
        if not (phrase.words("and") or comma):
            return


def _had(reader: Reader, phrase: Phrase, who: str, start: int) -> Check:
    if phrase.any_of("no conditions", "no condition"):
        return checks.HasNoConditions(who, span=phrase.since(start))
    if phrase.words("no", "cooldowns"):
        return checks.CooldownDie(who, None, 0, span=phrase.since(start))
    if phrase.words("no", "cooldown"):
        return checks.CooldownDie(who, reader.names.ability(phrase, who), 0, span=phrase.since(start))
    if phrase.words("cooldown"):
        name = reader.names.ability(phrase, who)
        return checks.CooldownDie(who, name, phrase.number("the pips of its die"), span=phrase.since(start))
    if phrase.number_next():
        number = phrase.number("how much")
        known = (*reader.ruleset.counters, *reader.ruleset.stats, *reader.ruleset.own_numbers)
        name = reader.names.one(phrase, "a counter or stat", known)
        return checks.Number(who, name, number, span=phrase.since(start))
    no = phrase.words("no")
    return checks.Has(who, reader.names.condition(phrase), no, span=phrase.since(start))


def carries(reader: Reader, phrase: Phrase, who: str | None) -> None:
    """Read what somebody carries, or of nobody in particular, what anybody does."""
    claim(reader, phrase, _carried(reader, phrase, who, False))


def carries_not(reader: Reader, phrase: Phrase, who: str | None) -> None:
    """The contrary of `carries`."""
    claim(reader, phrase, _carried(reader, phrase, who, True))


def _carried(reader: Reader, phrase: Phrase, who: str | None, no: bool) -> Check:
    if phrase.words("nothing"):
        return checks.Carries(who, None, not no, span=phrase.span)
    names = [c.name for kind in reader.library.kinds() for c in reader.library.all(kind) if kind != "condition"]
    return checks.Carries(who, reader.names.one(phrase, "an item", names), no, span=phrase.span)


def _took(reader: Reader, phrase: Phrase, who: str) -> None:
    amount = 0 if phrase.words("no") else phrase.number("how much damage")
    phrase.expect("damage")
    dealer = reader.names.creature(phrase) if phrase.words("from") else None
    claim(reader, phrase, checks.Damage(who, amount, dealer, span=phrase.span))


def _changed(sign: int) -> Callable[[Reader, Phrase, str], None]:
    def read(reader: Reader, phrase: Phrase, who: str) -> None:
        if phrase.number_next():
            by = sign * phrase.number("how much")
            name = reader.names.one(phrase, "a counter", reader.ruleset.counters)
            claim(reader, phrase, checks.Changed(who, by, name, span=phrase.span))
        else:
            given = reader.names.condition(phrase)
            claim(reader, phrase, checks.ConditionChanged(who, given, sign > 0, span=phrase.span))

    return read


def _rolled(reader: Reader, phrase: Phrase, who: str) -> None:
    total = phrase.number("what the roll came to")
    if not phrase.any_of("vs", "against"):
        raise phrase.unreadable("against what?", "expected 'vs'")
    number = phrase.number("the number to reach")
    claim(reader, phrase, checks.Rolled(who, total, number, span=phrase.span))


def _succeeded(success: bool) -> Callable[[Reader, Phrase, str], None]:
    def read(reader: Reader, phrase: Phrase, who: str) -> None:
        claim(reader, phrase, checks.Succeeded(who, success, span=phrase.span))

    return read


def _used(reader: Reader, phrase: Phrase, who: str) -> None:
    claim(reader, phrase, checks.Used(who, reader.names.ability(phrase, who, *extras(reader)), span=phrase.span))


def _used_not(reader: Reader, phrase: Phrase, who: str) -> None:
    name = reader.names.ability(phrase, who, *extras(reader))
    claim(reader, phrase, checks.Used(who, name, True, span=phrase.span))


def _did_nothing(reader: Reader, phrase: Phrase, who: str) -> None:
    claim(reader, phrase, checks.Used(who, None, True, span=phrase.span))


def extras(reader: Reader) -> list[str]:
    """The names of all cards: an item or an offer is used by its name."""
    return [c.name for kind in reader.library.kinds() for c in reader.library.all(kind)]


def _attacked(no: bool) -> Callable[[Reader, Phrase, str], None]:
    def read(reader: Reader, phrase: Phrase, who: str) -> None:
        whom = reader.names.creature(phrase)
        times: int | None = None
        if phrase.number_next():
            times = phrase.number("how often")
            phrase.expect("times")
        elif (word := phrase.any_of("once", "twice")) is not None:
            times = 1 if word == "once" else 2
        claim(reader, phrase, checks.Attacked(who, whom, times, no, span=phrase.span))

    return read


def _could(reader: Reader, phrase: Phrase, who: str) -> None:
    no = phrase.words("not")
    verb = phrase.any_of("use", "end", "target", "choose")
    if verb is None:
        raise phrase.unreadable("could what?", "expected 'use', 'end', 'target' or 'choose'")
    if verb == "use":
        what = reader.names.ability(phrase, who, *extras(reader))
    elif verb == "target":
        what = reader.names.creature(phrase)
    elif verb == "end":
        condition = reader.names.one(phrase, "a condition", reader.names.of("condition"))
        verb, what = "use", f"{condition} on {reader.names.creature(phrase) if phrase.words('on') else who}"
    else:
        what = read_option(phrase)
    claim(reader, phrase, checks.Could(who, verb, what, no, span=phrase.span))


CLAIMS: tuple[tuple[str, Callable[[Reader, Phrase, str], None]], ...] = (
    ("is", _is),
    ("has", _has),
    ("carries", carries),
    ("does not carry", carries_not),
    ("took", _took),
    ("gained", _changed(1)),
    ("lost", _changed(-1)),
    ("rolled", _rolled),
    ("succeeded", _succeeded(True)),
    ("failed", _succeeded(False)),
    ("used", _used),
    ("did not use", _used_not),
    ("did nothing", _did_nothing),
    ("did not act", _did_nothing),
    ("attacked", _attacked(False)),
    ("did not attack", _attacked(True)),
    ("could", _could),
)
