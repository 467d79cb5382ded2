"""What is asked, in words a new player understands, and what each answer is called."""

from __future__ import annotations

from dicecrawl.authoring.passages import condition_text
from dicecrawl.core.decisions import Decision, Option
from dicecrawl.core.events import DiceRolled
from dicecrawl.core.ruleset import Ruleset
from dicecrawl.core.state import Entity, State

_ASKED = {
    "recruit": "Whom do you hire?",
    "learn": "Which action does {who} know?",
    "town": "What do you do in town?",
    "party": "Who goes on the delve? Choose {most}.",
    "where to": "Where do you go?",
    "marching order": "Who walks {place}?",
    "explore": "What does the party do?",
    "who": "Who does it: {why}?",
    "torch": "Which one gives the light?",
    "loot": "Who wants this: {why}?",
    "make room": "What makes room? ({who} has no place left)",
    "drop": "What does {who} drop?",
    "flaw": "Which flaw is {who} rid of?",
    "action": "What does {who} do?",
    "item": "Which item does {who} use?",
    "target": "Whom does {who} choose?",
    "extra target": "Whom else does {who} choose? (nobody: press Enter)",
    "may": "Does {who} do it?",
    "reaction": "Does {who} react?",
    "condition": "Which condition ends?",
    "cooldown": "Which cooldown die?",
    "direction": "Which way?",
    "place": "Where in the line?",
    "number": "How many spaces?",
    "stat": "Which stat does {who} use?",
    "form": "Which form does {who} take?",
    "luck reroll": "{why}. Roll it again for a point of Luck? (no: press Enter)",
}
SPENT = {"luck reroll": "Luck", "loot": "Luck"}
"""Questions in which a counter is what matters of a creature: it is spent, or added to a roll."""
DECLINED = {"luck reroll": "1"}
"""Questions that are asked so often that Enter alone stands for this answer."""
WITHIN = (
    "target", "extra target", "may", "reaction", "condition", "cooldown", "direction", "place", "number", "stat", "form",
    "drop", "luck reroll", "item", "make room",
)  # fmt: skip
"""Questions in the middle of what somebody does; most of them are asked by a sentence of a card."""
_NAMED = {"leave": "leave ", "back": "back to "}  # what an answer of a kind begins with
_PLACES = {"place 1": "in front", "place 2": "second", "place 3": "third", "place 4": "fourth", "place 5": "fifth"}


def question(decision: Decision, state: State) -> str:
    """The question in English."""
    who = state[decision.actor].label if decision.actor is not None else "the party"
    why = next((option.why for option in decision.options if option.why), "")
    if isinstance(decision.event, DiceRolled) and decision.event.who in state.entities:
        why = f"{state[decision.event.who or 0].label}: {why}"
    told = _ASKED.get(decision.kind, f"{decision.kind.capitalize()}?")
    text = told.format(who=who, most=decision.most, why=why, place=_PLACES.get(why, "next"))
    return text[:1].upper() + text[1:]


def name_of(option: Option, state: State, ruleset: Ruleset) -> str:
    """What an answer is called."""
    if option.kind != "entity":
        return f"{_NAMED.get(option.kind, '')}{option.value}"
    entity = state[int(option.value)]
    holder = next((state[who].label for who in state.entities if entity.id in state.zone(ruleset.pack(who))), None)
    return f"{entity.label} of {holder}" if holder is not None else entity.label


def condition_of(option: Option, state: State, ruleset: Ruleset, counter: str) -> str:
    """What is left of the creature or the light that an answer names; with a counter, of that one only."""
    if option.kind != "entity":
        return ""
    entity = state[int(option.value)]
    if counter:
        return f"{counter} {entity.count(counter)}"
    return ", ".join([*_numbers(entity, ruleset.life), *(condition_text(condition) for condition in entity.conditions)])


def _numbers(entity: Entity, life: str) -> list[str]:
    if life in entity.counters:
        return [f"{life} {entity.count(life)}"]
    return [f"{value} {name}" for name, value in entity.counters.items() if value]
