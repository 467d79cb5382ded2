"""What a sentence of a scenario can say once the line-up stands: what happens, what is answered, what must be so.

A step begins with `Turn: X.`, `Next turn: X.`, `X acts.`, `X's flaw 6.` or, where no step is open, with `X uses ...`.
Choices and dice follow, then checks; a check closes the step to further choices.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from dicecrawl.authoring import scenario_checks as checks
from dicecrawl.authoring.scenario_claims import CLAIMS, carries, carries_not, claim, read_option
from dicecrawl.authoring.scenario_script import ALL, NOTHING, Choice, Head, StatedDie
from dicecrawl.authoring.scenario_tokens import Phrase, Unreadable, nearest
from dicecrawl.language.source import same_name

if TYPE_CHECKING:
    from dicecrawl.authoring.scenario_read import OpenStep, Reader

HEADINGS = ("Turn", "Next turn", "Dice", "Then", "Next", "Acted", "Rulings")


def read_step_sentence(reader: Reader, heading: str | None, phrase: Phrase) -> None:
    """Read one sentence that is not about the line-up."""
    then = phrase.words("then")
    if then:
        heading = reader.heading(phrase)
    try:
        _read(reader, heading, phrase)
    except Unreadable as unreadable:
        unreadable.check = then
        raise


def _read(reader: Reader, heading: str | None, phrase: Phrase) -> None:
    name = same_name(heading) if heading is not None else ""
    if name in _HEADED:
        phrase.at += len(name.split()) + 1
        _HEADED[name](reader, phrase)
    elif name.endswith(" stand") and name.removesuffix(" stand") in _zones(reader):
        phrase.at += 3
        _stand(reader, phrase, _zones(reader)[name.removesuffix(" stand")])
    elif heading is not None and len(heading.split()) == 1:
        staging = reader.staging
        known = (*HEADINGS, *staging.lines, *staging.numbers, *staging.words, *staging.cards)
        span = phrase.here
        raise phrase.unreadable(f"'{heading}:' is no heading", nearest(heading, known), code="S108", span=span)
    elif (begins := phrase.any_of(*reader.staging.begins)) is not None:
        reader.open(Head("begin", None, phrase.span, phase=reader.staging.begins[begins]))
    elif phrase.words("the", "battle"):
        _battle(reader, phrase)
    elif phrase.words("the", "player"):
        _the_player(reader, phrase)
    elif phrase.any_of("nothing happened", "nothing happens"):
        claim(reader, phrase, checks.NothingHappened(span=phrase.span))
    elif phrase.words("player"):
        _player(reader, phrase)
    else:
        _about(reader, phrase)
    phrase.end()


def _zones(reader: Reader) -> dict[str, str]:
    return {same_name(word): zone for word, zone in reader.staging.lines.items()}


def _open(reader: Reader) -> OpenStep | None:
    """The step that still takes choices and dice."""
    return reader.steps[-1] if reader.steps and not reader.steps[-1].checks else None


# -- headings ----------------------------------------------------------------------------------------------------------


def _turn(kind: str) -> Callable[[Reader, Phrase], None]:
    def read(reader: Reader, phrase: Phrase) -> None:
        _demand_turns(reader, phrase)
        who = reader.names.creature(phrase)
        reader.open(Head(kind, who, phrase.span))

    return read


def _demand_turns(reader: Reader, phrase: Phrase) -> None:
    if reader.staging.turns is None:
        told = f"nobody takes turns in {reader.ruleset.title}"
        raise phrase.unreadable(told, f"write for example: {reader.example}", span=phrase.span)


def _dice(reader: Reader, phrase: Phrase) -> None:
    step = reader.under_way(phrase, "these dice belong")
    if phrase.words("none"):
        return
    while True:
        start = phrase.at
        face = phrase.number("the face of a die")
        if face < 1:
            phrase.at -= 1
            raise phrase.unreadable(f"no die shows {face}", "faces are 1 and above")
        words: list[str] = []
        bracket = phrase.sign("(")
        while (token := phrase.peek()) is not None and token.kind == "word":
            words.append(token.text)
            phrase.at += 1
        if bracket:
            phrase.expect(")")
        step.dice.append(StatedDie(face, " ".join(words), phrase.since(start)))
        if not phrase.sign(","):
            return


def _next(reader: Reader, phrase: Phrase) -> None:
    _demand_turns(reader, phrase)
    who = None if phrase.words("nobody") else reader.names.creature(phrase)
    claim(reader, phrase, checks.Next(who, span=phrase.span))


def _stand(reader: Reader, phrase: Phrase, zone: str) -> None:
    labels = [] if phrase.words("nobody") else reader.list_of(phrase, reader.names.creature)
    claim(reader, phrase, checks.Standing(zone, tuple(labels), span=phrase.span))


_HEADED: dict[str, Callable[[Reader, Phrase], None]] = {
    "turn": _turn("turn"),
    "next turn": _turn("next turn"),
    "dice": _dice,
    "die": _dice,
    "next": _next,
}


# -- the battle and its players ----------------------------------------------------------------------------------------


def _battle(reader: Reader, phrase: Phrase) -> None:
    if phrase.words("goes", "on"):
        claim(reader, phrase, checks.Battle(None, span=phrase.span))
        return
    if not phrase.words("is"):
        begins = " or ".join(f"'{begin}'" for begin in reader.staging.begins)
        raise phrase.unreadable("the battle does what?", f"expected {begins}, 'the battle goes on' or 'is won'")
    no = phrase.words("not")
    result = phrase.any_of("won", "lost", "undecided", "over")
    if result is None:
        raise phrase.unreadable("how is the battle?", "expected 'won', 'lost', 'undecided' or 'over'")
    if result == "over":
        claim(reader, phrase, checks.Battle(None, not no, span=phrase.span))
    else:
        claim(reader, phrase, checks.Battle(result, no, span=phrase.span))


def _the_player(reader: Reader, phrase: Phrase) -> None:
    """What the player answers on behalf of nobody in particular, and what the players have together."""
    for verb, read in _PLAYER_VERBS:
        if phrase.words(*verb.split()):
            read(reader, phrase, None)
            return
    token = phrase.peek()
    known = [verb for verb, _ in _PLAYER_VERBS]
    if token is None:
        raise phrase.unreadable("the player does what?", f"expected {', '.join(known)}")
    raise phrase.unreadable(f"'{token.text}' is nothing a player does", nearest(token.text, known), code="S112")


def _player(reader: Reader, phrase: Phrase) -> None:
    player = phrase.number("which player, counted from 1")
    phrase.expect("has")
    number = phrase.number("how much")
    name = reader.names.one(phrase, "something a player owns", reader.ruleset.purses)
    claim(reader, phrase, checks.Purse(player, name, number, span=phrase.span))


# -- somebody --------------------------------------------------------------------------------------------------------------


def _about(reader: Reader, phrase: Phrase) -> None:
    who = reader.names.creature(phrase)
    if phrase.own():
        _ability(reader, phrase, who)
        return
    for verb, read in _VERBS:
        if phrase.words(*verb.split()):
            read(reader, phrase, who)
            return
    token = phrase.peek()
    if token is None:
        raise phrase.unreadable(f"{who} does what?", "a verb is missing")
    known = [verb for verb, _ in _VERBS]
    raise phrase.unreadable(f"'{token.text}' is no verb of scenarios", nearest(token.text, known), _VERB_NOTE, code="S112")


def _ability(reader: Reader, phrase: Phrase, who: str) -> None:
    from dicecrawl.authoring.scenario_read import numbered

    _demand_turns(reader, phrase)
    card = reader.names.card_of(who)
    for kind in sorted({ability.kind for ability in card.abilities}):
        if phrase.words(kind):
            number = phrase.number(f"which {kind}")
            for ability in card.of_kind(kind):
                if number in ability.faces:
                    reader.open(Head("ability", who, phrase.span, ability))
                    return
            phrase.at -= 1
            raise phrase.unreadable(f"{card.name} has no {kind} {number}", numbered(card, kind), code="S203")
    name = reader.names.ability(phrase, who)
    for ability in reader.names.abilities(who):
        if ability.name == name:
            reader.open(Head("ability", who, phrase.span, ability))
            return


def _acts(reader: Reader, phrase: Phrase, who: str) -> None:
    _demand_turns(reader, phrase)
    reader.open(Head("act", who, phrase.span))


def _choose(reader: Reader, phrase: Phrase, who: str | None, verb: str, *picks: str) -> None:
    step = reader.under_way(phrase, "this choice belongs")
    step.choices.append(Choice(who, verb, picks, phrase.span))


def _uses(reader: Reader, phrase: Phrase, who: str) -> None:
    cards = [card for kind in reader.library.kinds() for card in reader.library.all(kind) if kind != "condition"]
    name = reader.names.ability(phrase, who, *(card.name for card in cards))
    if _open(reader) is None and reader.staging.turns is not None:
        reader.open(Head("act", who, phrase.span))
    _choose(reader, phrase, who, "uses", name)


def _uses_nothing(reader: Reader, phrase: Phrase, who: None) -> None:
    phrase.expect("nothing")
    phrase.words("more")
    _choose(reader, phrase, who, "uses", NOTHING)


def _keeps(reader: Reader, phrase: Phrase, who: None) -> None:
    """Keep some of the dice on the table, all of them, or nothing."""
    if phrase.words("nothing"):
        picks: list[str] = []
    elif phrase.words("all"):
        picks = [ALL]
    else:
        picks = reader.list_of(phrase, lambda p: str(p.number("the face of a die")))
    _choose(reader, phrase, who, "keeps", *picks)


def _ends(reader: Reader, phrase: Phrase, who: str) -> None:
    condition = reader.names.one(phrase, "a condition", reader.names.of("condition"))
    bearer = reader.names.creature(phrase) if phrase.words("on") else who
    if _open(reader) is None:
        reader.open(Head("act", who, phrase.span))
    _choose(reader, phrase, who, "ends", f"{condition} on {bearer}")


def _targets(reader: Reader, phrase: Phrase, who: str | None) -> None:
    """Whom somebody aims at; "then" parts the answers to questions that are asked one after another."""
    while True:
        _choose(reader, phrase, who, "targets", *reader.list_of(phrase, reader.names.creature))
        if not phrase.words("then"):
            return


def _also_targets(reader: Reader, phrase: Phrase, who: str) -> None:
    nobody = phrase.words("nobody") and (phrase.words("else") or True)
    picks = [] if nobody else reader.list_of(phrase, reader.names.creature)
    _choose(reader, phrase, who, "also targets", *picks)


def _may(reader: Reader, phrase: Phrase, who: str) -> None:
    _choose(reader, phrase, who, "may", _yes_or_no(phrase))


def _reacts(reader: Reader, phrase: Phrase, who: str) -> None:
    if phrase.words("with"):
        reader.names.ability(phrase, who)
        answer = "yes"
    else:
        answer = _yes_or_no(phrase)
    _choose(reader, phrase, who, "reacts", answer)


def _yes_or_no(phrase: Phrase) -> str:
    if not phrase.sign(":"):
        return "no" if phrase.words("not") else "yes"
    answer = phrase.any_of("yes", "no")
    if answer is None:
        raise phrase.unreadable("yes or no?", "expected 'yes' or 'no'")
    return answer


def _chooses(reader: Reader, phrase: Phrase, who: str | None) -> None:
    picks = reader.list_of(phrase, read_option)
    _choose(reader, phrase, who, "chooses", *picks)


_VERBS: tuple[tuple[str, Callable[[Reader, Phrase, str], None]], ...] = (
    ("acts", _acts),
    ("rolls its table", _acts),
    ("uses", _uses),
    ("ends", _ends),
    ("also targets", _also_targets),
    ("targets", _targets),
    ("may", _may),
    ("does not react", lambda reader, phrase, who: _choose(reader, phrase, who, "reacts", "no")),
    ("reacts", _reacts),
    ("chooses", _chooses),
    *CLAIMS,
)
_PLAYER_VERBS: tuple[tuple[str, Callable[[Reader, Phrase, None], None]], ...] = (
    ("keeps", _keeps),
    ("uses", _uses_nothing),
    ("targets", _targets),
    ("chooses", _chooses),
    ("carries", carries),
    ("does not carry", carries_not),
)
_VERB_NOTE = (
    "what happens: acts, rolls its table, uses; answers: targets, also targets, may, reacts, chooses, ends; "
    "checks: is, has, carries, took, gained, lost, rolled, succeeded, failed, used, attacked, did not, could"
)
