"""What is asked, in words a new player understands, and what each answer is called."""

from __future__ import annotations

from collections.abc import Sequence

from dicecrawl.authoring.passages import condition_text
from dicecrawl.core.decisions import Decision, Option
from dicecrawl.core.events import ActionStarted, DiceRolled, Logged
from dicecrawl.core.ruleset import Ruleset
from dicecrawl.core.showing import Table
from dicecrawl.core.state import State

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
    "hack": "Cash out, or roll again?",
    "delve die": "Which of these dice do you take? Choose {most}.",
    "stake": "How many coins does each player put in?",
    "join": "Do you join the game?",
    "graves": "What do you do? ({why})",
    "ask whom": "Whom do you ask for dice?",
    "ask for": "Which number do you ask for? ({why})",
    "give back": "Which of your dice do you give back? Choose {most}.",
    "take": "Which wild die do you take?",
    "put down": "Which of your dice do you put down for it?",
    "roll anew with": "Who rolls anew with you?",
    "luck reroll": "{why}. Roll it again for a point of Luck? (no: press Enter)",
}
SPENT = {"luck reroll": "Luck", "loot": "Luck"}
"""Questions in which a counter is what matters of a creature: it is spent, or added to a roll."""
DECLINED = {"luck reroll": "1"}
"""Questions that are asked so often that Enter alone stands for this answer."""
WITHIN = (
    "target", "extra target", "may", "reaction", "condition", "cooldown", "direction", "place", "number", "stat", "form",
    "drop", "loot", "luck reroll", "item", "make room",
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


def condition_of(decision: Decision, option: Option, state: State, table: Table, life: str) -> str:
    """What is left of the creature or the thing that an answer names, or the counter that matters here."""
    if option.kind != "entity":
        return ""
    entity = state[int(option.value)]
    carried = {one.who: one.left for sheet in (*table.party, *table.lost) for one in sheet.carries}
    if entity.id in carried:
        return carried[entity.id]
    counter = SPENT.get(decision.kind, life)
    numbers = [f"{counter} {entity.count(counter)}"] if counter in entity.counters else []
    conditions = [] if counter != life else [condition_text(condition) for condition in entity.conditions]
    return ", ".join([*numbers, *conditions])


def begun(decision: Decision, log: Sequence[Logged]) -> str:
    """What the one who is asked about is doing, as a beginning of a line."""
    for logged in reversed(log):
        if isinstance(logged.event, ActionStarted):
            event = logged.event
            return f"{event.ability.partition(': ')[2] or event.ability}: " if event.who == decision.actor else ""
    return ""
