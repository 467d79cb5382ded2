"""The player at a terminal: a question, its numbered answers, and plain prompts that work on any screen."""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches

import click

from dicecrawl.authoring.passages import condition_text, line_up
from dicecrawl.cli.screen import Screen
from dicecrawl.core.decisions import Decision, Option
from dicecrawl.core.state import State
from dicecrawl.match import Match

_ASKED = {
    "action": "What does {who} do?",
    "target": "Whom does {who} choose?",
    "extra target": "Whom else does {who} choose? (nobody: press Enter)",
    "may": "Does {who} do it?",
    "reaction": "Does {who} react?",
    "condition": "Which condition ends?",
    "cooldown": "Which cooldown die?",
    "direction": "Which way?",
    "place": "Where in the line?",
}
_HELP = "Type a number or a name; u takes the last answer back, q stops, ? shows this."


class Stopped(Exception):
    """The player wants to stop here."""


def play_asking(match: Match, screen: Screen, forget: Callable[[], None]) -> None:
    """Play a match to its end, asking for every decision of a seat without a player.

    `forget` is called after an answer was taken back. Raises `Stopped` when the player stops or the input ends.
    """
    screen.say(_HELP)
    decision = match.advance()
    while decision is not None:
        screen.say()
        _show(decision, match, screen)
        _answer_one(decision, match, screen, forget)
        decision = match.decision


def _show(decision: Decision, match: Match, screen: Screen) -> None:
    state = match.state
    screen.say(line_up(state, match.ruleset.life))
    who = state[decision.actor].label if decision.actor is not None else f"player {(decision.seat or 0) + 1}"
    asking = sentence(decision, match)
    if asking:
        screen.say(f'"{asking}"')
    screen.say(_ASKED.get(decision.kind, "{who}: " + decision.kind + "?").format(who=who))
    for number, option in enumerate(decision.options, 1):
        screen.say(f"  {number}  {told(option, state, match.ruleset.life)}")


def _answer_one(decision: Decision, match: Match, screen: Screen, forget: Callable[[], None]) -> None:
    """Ask until an answer is accepted or taken back."""
    while True:
        text = _typed(decision)
        if text in ("?", "h", "help"):
            screen.say(_HELP)
            continue
        if text in ("q", "quit"):
            raise Stopped
        if text in ("u", "undo"):
            if match.undo():
                forget()
                return
            screen.say("There is no answer to take back.")
            continue
        picks = read_answer(text, decision, match.state)
        if isinstance(picks, str):
            screen.say(picks)
            continue
        refusal = match.answer(*picks)
        if refusal is None:
            return
        screen.say(f"{refusal.reason}.")


def _typed(decision: Decision) -> str:
    several = f" ({decision.least} to {decision.most}, parted by commas)" if decision.most > 1 else ""
    try:
        answer = click.prompt(f"1-{len(decision.options)}{several}", default="", show_default=False, prompt_suffix=" > ")
    except click.Abort as ended:
        if isinstance(ended.__context__, EOFError):
            raise Stopped from ended
        raise
    return str(answer).strip().casefold()


def read_answer(text: str, decision: Decision, state: State) -> tuple[int, ...] | str:
    """The picks that a typed answer stands for, or what to say about it."""
    names = [_name(option, state).casefold() for option in decision.options]
    picks: list[int] = []
    for part in filter(None, (part.strip().casefold() for part in text.split(","))):
        if part.isdecimal() and 1 <= int(part) <= len(names):
            picks.append(int(part) - 1)
            continue
        fits = [i for i, name in enumerate(names) if name == part] or [
            i for i, name in enumerate(names) if name.startswith(part)
        ]
        if len(fits) != 1:
            near = get_close_matches(part, names, 1, 0.5)
            if len(fits) > 1:
                return f"'{part}' fits several: type a number."
            advice = f" Did you mean '{_name(decision.options[names.index(near[0])], state)}'?" if near else ""
            return f"'{part}' is none of them.{advice}"
        picks.append(fits[0])
    if not picks and decision.least > 0:
        return "Type the number of an answer."
    return tuple(picks)


def told(option: Option, state: State, life: str) -> str:
    """An option for reading: a creature with what it has left, anything else with why it is offered."""
    if option.kind != "entity":
        return f"{option.value}" + (f" ({option.why})" if option.why and option.kind != "yes" else "")
    entity = state[int(option.value)]
    conditions = "".join(f", {condition_text(condition)}" for condition in entity.conditions)
    return f"{entity.label} ({life} {entity.count(life)}{conditions})"


def _name(option: Option, state: State) -> str:
    return state[int(option.value)].label if option.kind == "entity" else str(option.value)


def sentence(decision: Decision, match: Match) -> str:
    """The sentence that asks, as its card has it."""
    span = decision.source.span if decision.source is not None else None
    parsed = getattr(match.library, "parsed", {}).get(span.file) if span is not None else None
    return "" if parsed is None or span is None else " ".join(parsed.source.text[span.start : span.end].split())
