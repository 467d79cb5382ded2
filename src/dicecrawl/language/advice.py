"""What to say about mistakes that people make again and again, found by examples of them.

A broken sentence is read up to the token at which it fails; the parser's state there, and that token, are where its
advice belongs. Every example is kept alive by a test: it must still fail, and still be given its own advice.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from attrs import frozen

from dicecrawl.language.automaton import Automaton
from dicecrawl.language.lexer import Token, tokenize
from dicecrawl.language.source import Source

Key = tuple[int, str, str]
"""A state, a terminal, and for words that the language does not know the word itself."""


@frozen(slots=True)
class Advice:
    """What is wrong, where the caret says so, and how to write it instead."""

    code: str
    message: str
    label: str
    help: str


ADVICE: Mapping[str, Advice] = {
    "new subject": Advice(
        "E030",
        "'and' cannot bring in a new subject",
        "a second subject begins here",
        "end the sentence before 'and' with a full stop and start a new one: each sentence has one subject",
    ),
    "nothing to beat": Advice(
        "E031",
        "the roll has nothing to beat",
        "a stat or a number is missing here",
        "write a stat, as in 'vs their Defense', or a target number, as in 'vs TN 3'",
    ),
    "relative clause": Advice(
        "E032",
        "a description such as 'that is ...' or 'who is ...' is not read here",
        "leave this word out",
        "say where right before or after the noun: 'an adjacent ally', 'an ally adjacent to you', 'a rogue 2 spaces away'",
    ),
    "strength": Advice(
        "E033",
        "the strength of a condition goes in square brackets",
        "put this in [ ]",
        "write the name, then [strength], then (rounds), as in 'Name [2] (3)'",
    ),
    "number after name": Advice(
        "E034",
        "a number cannot stand after a name like this",
        "put this in ( ), or before the name",
        "for how many rounds: 'Name (2)'; how much of something: '2 Name'",
    ),
    "for some rounds": Advice(
        "E034",
        "how long a condition lasts goes in parentheses",
        "write the number of rounds in ( )",
        "write 'Name (2)' for two rounds, 'Name (∞)' if it never ends",
    ),
    "possessive": Advice(
        "E036",
        "a name or noun with 's is not read here",
        "write 'their' or 'your'",
        "the stat of whoever is the target is 'their Defense', your own is 'your Defense'",
    ),
    "bonus gained": Advice(
        "E037",
        "what is gained or lost has no sign",
        "leave out the sign",
        "write the bare number, as in 'gain 2 Health' or 'lose 2 Health'; a lasting bonus is '+2 to Defense.'",
    ),
    "attack as verb": Advice(
        "E038",
        "'attack' is not a verb of this language",
        "say who is the target, and what is rolled",
        "write 'Target an adjacent rogue. Make a Physical Attack Roll vs their Defense.'",
    ),
    "roll without table": Advice(
        "E039",
        "a die rolled for its own sake needs a table",
        "':' and the rows of the table are missing here",
        "write 'Roll 1d6:' and under it, indented, rows such as '1-3: Gain 1 Health.'",
    ),
    "whose": Advice(
        "E042",
        "'your' and 'their' cannot stand before this word",
        "leave it out",
        "an 'ally' or 'enemy' is always seen from whoever acts: 'Target an ally', 'all enemies'",
    ),
    "faces in words": Advice(
        "E043",
        "faces of a die are written as a range",
        "write the faces as in '1-3'",
        "one face is '4', several are '1-3', two are '1 or 6', and '5+' is 5 and above",
    ),
    "cooldown in brackets": Advice(
        "E044",
        "a cooldown goes in square brackets",
        "write '[cooldown 3]'",
        "the brackets stand between the name and the colon: 'Action \"Name\" [cooldown 3]:'",
    ),
    "stat without colon": Advice(
        "E045",
        "the stats of a card are written without ':' or '='",
        "leave this out",
        "write them in one sentence: 'Stats Physical +2, Defense 1, Health 6.'",
    ),
    "negation": Advice(
        "E046",
        "'not' is not read here",
        "turn the sentence round",
        "test what is so and use 'otherwise': 'If you are adjacent to them, die; otherwise, move 1 space forward.'",
    ),
}

EXAMPLES: tuple[tuple[str, str], ...] = (
    ("You die and all enemies take 1 damage.", "new subject"),
    ("You gain 1 Health and they lose 1 Health.", "new subject"),
    ("Target all enemies and you gain 1 Health.", "new subject"),
    ("Make a Physical Attack Roll vs.", "nothing to beat"),
    ("Make a Physical Attack Roll vs their.", "nothing to beat"),
    ("Make a Physical Attack Roll vs, for half damage.", "nothing to beat"),
    ("Target a random ally who is adjacent to you.", "relative clause"),
    ("They gain Example -2 (2).", "strength"),
    ("They gain Example +X.", "strength"),
    ("They gain Example 1.", "number after name"),
    ("They lose Health 2.", "number after name"),
    ("They gain Example 1d6.", "number after name"),
    ("They gain Example for 2 rounds.", "for some rounds"),
    ("They gain Example (1) for 2 rounds.", "for some rounds"),
    ("Make a Physical Attack Roll vs each target's Defense.", "possessive"),
    ("Gain +2 Health.", "bonus gained"),
    ("They lose -2 Health.", "bonus gained"),
    ("Attack a random enemy.", "attack as verb"),
    ("You attack a random enemy.", "attack as verb"),
    ("Target a random enemy and attack them.", "attack as verb"),
    ("Roll 1d6.", "roll without table"),
    ("Target your ally.", "whose"),
    ("Target all your allies.", "whose"),
    ("Target their enemy.", "whose"),
    ("If they do not have Example, die.", "negation"),
    ("They do not gain Example.", "negation"),
)
"""Broken sentences, and what to say about each."""

CARD_EXAMPLES: tuple[tuple[str, str], ...] = (
    ("Action 1 to 3 {name}: Die.", "faces in words"),
    ("Action 1, 2 {name}: Die.", "faces in words"),
    ("Action 1 and 2 {name}: Die.", "faces in words"),
    ("Action {name} (cooldown 3): Die.", "cooldown in brackets"),
    ("Action {name} cooldown 3: Die.", "cooldown in brackets"),
    ("Stats: Physical +2, Defense 1.", "stat without colon"),
    ("Stats Physical: +2, Defense 1.", "stat without colon"),
)
"""Broken lines of a card, and what to say about each."""

VOCABULARY: Mapping[str, str] = {
    **dict.fromkeys(("foe", "opponent", "opponents", "foes"), "say 'enemy' or 'enemies'"),
    **dict.fromkeys(("friend", "friends", "teammate", "teammates"), "say 'ally' or 'allies'"),
    **dict.fromkeys(("everyone", "everybody"), "say 'all creatures', 'all allies' or 'all enemies'"),
    **dict.fromkeys(("someone", "somebody", "anyone"), "say whom: 'a random creature', 'any enemy'"),
    **dict.fromkeys(("he", "she"), "say 'they' for the target, 'you' for whoever acts"),
    **dict.fromkeys(("him", "her"), "say 'them' for the target"),
    **dict.fromkeys(("his", "hers"), "say 'their' for the target"),
    **dict.fromkeys(("i", "me", "we", "us"), "say 'you' for whoever acts"),
    **dict.fromkeys(("my", "our"), "say 'your' for whoever acts"),
    **dict.fromkeys(("can", "could"), "say 'may' for what is allowed"),
    **dict.fromkeys(("heal", "heals", "restore", "restores"), "say 'gain 3 Health'"),
    **dict.fromkeys(("hurt", "hurts", "wound", "wounds", "inflict", "inflicts"), "say 'they take 2 damage'"),
    **dict.fromkeys(("kill", "kills", "slay", "slays"), "say 'they die'"),
    **dict.fromkeys(("push", "pushes", "shove", "shoves"), "say 'they move 1 space backward'"),
    **dict.fromkeys(("pull", "pulls", "drag", "drags"), "say 'they move 1 space forward'"),
    **dict.fromkeys(("give", "gives", "grant", "grants", "apply", "applies"), "say who gains it: 'they gain Name (1)'"),
    **dict.fromkeys(("remove", "removes", "cure", "cures"), "say 'end' and the name of the condition"),
    **dict.fromkeys(("choose", "chooses", "select", "selects", "pick", "picks"), "say 'target any enemy'"),
    **dict.fromkeys(("within",), "say 'up to 2 spaces away'"),
    **dict.fromkeys(("next", "beside", "near", "nearby"), "say 'adjacent to you' or 'an adjacent enemy'"),
    **dict.fromkeys(("unless",), "say 'If ..., ...; otherwise, ...'"),
    **dict.fromkeys(("while", "as"), "say when it happens: 'When ..., ...', 'If ..., ...'"),
    **dict.fromkeys(("start", "beginning"), "say 'at upkeep' for the start of the turn"),
    **dict.fromkeys(("twice", "thrice"), "write the sentence as often as it happens"),
    **dict.fromkeys(("into", "onto", "upon"), "say 'to' or 'at'"),
    **dict.fromkeys(("hp", "hitpoints", "life"), "say 'Health'"),
}
"""Words that people use for words of the language, and what to say instead."""


WORD_ADVICE: Mapping[str, str] = {
    **dict.fromkeys(("that", "which", "whose"), "relative clause"),
    "not": "negation",
}
"""Words that are always meant in one way, wherever they stand."""


def word_advice(word: str) -> Advice | None:
    """The advice for a word that the language does not know, wherever it stands."""
    low = word.casefold()
    if low.endswith("'s"):
        return ADVICE["possessive"]
    if low in WORD_ADVICE:
        return ADVICE[WORD_ADVICE[low]]
    if low in VOCABULARY:
        message = f"'{word}' is not a word of this language"
        return Advice("E015", message, VOCABULARY[low], "")
    return None


class AdviceTable:
    """The examples of one grammar, compiled: where each fails is where its advice is given."""

    def __init__(self, automaton: Automaton, declaration: str) -> None:
        self.automaton = automaton
        self.found: dict[Key, str] = {}
        self.alive: dict[str, Key] = {}
        head = f"{declaration} Example:\n    Stats Physical +1.\n    Action:\n        "
        for example, advice in EXAMPLES:
            self._learn(example, (("start", head + example), ("sentences", example)), advice)
        for example, advice in CARD_EXAMPLES:
            line = example.format(name='"Example"')
            self._learn(example, (("start", f"{declaration} Example:\n    {line}"),), advice)

    def _learn(self, example: str, texts: Iterable[tuple[str, str]], advice: str) -> None:
        for start, text in texts:
            lexed = tokenize(Source.of(text), self.automaton.tables.words, cards=start == "start")
            states = [self.automaton.tables.starts[start][0]]
            for token in lexed.tokens:
                after = self.automaton.step(states, token.type)
                if after is None:
                    key = key_of(states, token)
                    self.found.setdefault(key, advice)
                    self.alive[example] = key
                    break
                states = after

    def at(self, states: list[int], token: Token) -> Advice | None:
        """The advice for a token that cannot come, if there is any."""
        advice = self.found.get(key_of(states, token))
        return ADVICE[advice] if advice is not None else None


def key_of(states: list[int], token: Token) -> Key:
    """Where a token fails."""
    return states[-1], token.type, str(token.value).casefold() if token.type == "WORD" else ""
