"""What could come next, in the author's words: rules by what they mean, terminals by their canonical spelling."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from dicecrawl.language.automaton import NOT_WRITTEN, Automaton

MOST = 6
"""How many phrases a list of expectations holds."""

# Rules of the grammar that an author knows as one thing, the larger before the smaller; the examples name no card.
CONCEPTS = {
    "row": "a row such as '1-3:'",
    "item": "a line of the card, such as 'Tags ...', an ability or a sentence",
    "sentence": "a sentence such as 'You lose 1 Health.'",
    "clause": "what somebody does, such as 'they lose 1 Health' or 'move 1 space forward'",
    "_verbs": "a verb such as 'make', 'gain' or 'move'",
    "verb": "a verb such as 'make', 'gain' or 'move'",
    "link": "a target such as 'a random ally'",
    "subject": "a target such as 'a random ally'",
    "selection": "a target such as 'a random ally'",
    "who": "a creature such as 'you', 'they' or 'a random ally'",
    "sel": "a target such as 'a random ally'",
    "against": "a stat such as 'their Defense', or 'TN 3'",
    "gainable": "a condition such as 'Name (1)', or an amount such as '2 Health'",
    "condition_ref": "a condition such as 'Name (1)'",
    "amount": "an amount such as '2', '1d6' or 'half a roll'",
    "test": "a test such as 'you are adjacent to them'",
    "event": "an event such as 'an enemy dies'",
    "faces": "die faces such as '1-3'",
    "place": "a place such as 'the front' or 'the back'",
    "spot": "a place such as 'the front' or 'the back'",
    "where": "a position such as 'adjacent to you' or '3-4 spaces away'",
    "direction": "a direction such as 'forward'",
    "roll_mod": "'for half damage' or 'exploding on 6'",
    "level": "a strength such as '[2]'",
    "duration": "a duration such as '(1)'",
    "cooldown": "'[cooldown 3]'",
    "occasion": "an occasion such as 'when an enemy dies'",
    "period": "a time such as 'the end of combat'",
    "cooldowns": "'all your cooldown dice' or 'one of your cooldown dice'",
    "reference": "'you' or 'them'",
    "possessor": "'your' or 'their'",
    "name": 'a Capitalised name, or one in "quotes"',
}
_PLAIN = {
    "NAME": 'a Capitalised name, or one in "quotes"',
    "STRING": 'a text in "quotes"',
    "INT": "a number",
    "ORD": "a rank such as '2nd'",
    "SIGNED": "a bonus such as '+2'",
    "DICE": "dice such as '1d6'",
    "RANGE": "a range such as '3-4'",
    "ATLEAST": "faces such as '4+'",
    "_INF": "'∞'",
    "X": "'X'",
    "_DOT": "a full stop",
    "_COMMA": "','",
    "_COLON": "':'",
    "_SEMI": "';'",
    "_LPAR": "'('",
    "_RPAR": "')'",
    "_LSQB": "'['",
    "_RSQB": "']'",
    "_INDENT": "an indented block",
    "_DEDENT": "the end of the block",
    "$END": "the end of the text",
}
_FIRST = ("_DOT", "_COMMA", "_COLON", "_SEMI", "_LPAR", "_RPAR", "_LSQB", "_RSQB")


class Phrases:
    """Spells terminals and expectations of one grammar."""

    def __init__(self, automaton: Automaton) -> None:
        self.automaton = automaton
        self.words = automaton.tables.words
        nouns = [self.words.lemma[form] for form, terminal in self.words.forms.items() if terminal == "NOUN"]
        self.nouns = tuple(dict.fromkeys(nouns))

    def terminal(self, type_: str) -> str:
        """A terminal as an author writes it."""
        if type_ in _PLAIN:
            return _PLAIN[type_]
        if type_ == "NOUN":
            return "a noun such as " + alternatives([f"'{noun}'" for noun in self.nouns[:3]])
        return f"'{self.words.canonical[type_]}'"

    def concepts(self, states: Sequence[int], types: Iterable[str]) -> list[str]:
        """A phrase for each idea among terminals that can come next, without doubles."""
        plain: list[str] = []
        ideas: dict[str, None] = {}
        words: list[str] = []
        for type_ in sorted(set(types) - {"ERROR"}):
            rules = self.automaton.starts_with(self.automaton.shifts_at(states, type_), type_)
            idea = next((phrase for rule, phrase in CONCEPTS.items() if rule in rules), None)
            if idea is not None:
                ideas[idea] = None
            elif type_ in _FIRST:
                plain.append(type_)
            elif type_ not in NOT_WRITTEN:
                words.append(self.terminal(type_))
        ordered = sorted(ideas, key=list(CONCEPTS.values()).index)
        found = [self.terminal(t) for t in sorted(plain, key=_FIRST.index)] + ordered + sorted(words)
        return list(dict.fromkeys(found))

    def expected(self, states: Sequence[int], types: Iterable[str]) -> str:
        """Terminals that can come next as one phrase, at most `MOST` ideas."""
        found = self.concepts(states, types)
        if len(found) > MOST:
            found = [*found[: MOST - 1], "another word that fits"]
        return alternatives(found) if found else "nothing more"


def alternatives(phrases: Sequence[str]) -> str:
    """a; a or b; a, b or c"""
    if len(phrases) < 2:
        return "".join(phrases)
    return f"{', '.join(phrases[:-1])} or {phrases[-1]}"
