"""An adventure with dice to keep, played at a terminal, with a sheet, undo, saves and hints."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from dicecrawl.cli.screen import Screen
from dicecrawl.cli.sheet import Telling, sheet, told_keep
from dicecrawl.core.decisions import Decision

if TYPE_CHECKING:
    from collections.abc import Callable

    from dicecrawl.game import Game
    from dicecrawl.match import Match

_ASKED = {
    "keep": "Which dice do you keep? (all: stop, none: roll all)",
    "ability": "Which ability?",
    "dice": "With which dice?",
    "other die": "Which is the other die?",
    "point": "Who takes this point?",
    "wound": "Who takes this hit?",
    "heal": "Who gets a box back?",
    "condition": "Who gets it?",
    "target": "Whom do you choose?",
    "choice": "Which of them?",
}
_HELP = "Type a number, a name, or the dice to keep (6 6 1). h: hint, u: take the last answer back, q: stop, ?: this."
_HINTS = 6


def play_adventure(game: Game, match: Match, *, table: str | None, save: str | None) -> None:
    """Play an adventure at the terminal. `table` is a file of exact chances for hints, `save` where the game is written to."""
    _Table(game, match, Screen(), table).play(save)


class _Table:
    """One game at the terminal."""

    def __init__(self, game: Game, match: Match, screen: Screen, table: str | None) -> None:
        self.game, self.match, self.screen = game, match, screen
        self.hints = _hints(game, table)
        self.telling = self._begin()

    def _begin(self) -> Telling:
        telling = Telling(self.match.start, self.match.ruleset.life)
        for logged in self.match.log:
            telling.hear(logged)
        telling.finish()
        return telling

    def play(self, save: str | None) -> None:
        """Play until the end, or until the player stops."""
        self.match.observers.append(lambda logged: self._say(self.telling.hear(logged)))
        self.screen.say(_HELP)
        try:
            decision = self.match.advance()
            while decision is not None:
                self._say(self.telling.finish())
                self._show(decision)
                if not self._answer(decision):
                    self.screen.say("Stopped.")
                    break
                decision = self.match.decision
        finally:
            self._say(self.telling.finish())
            if save is not None:
                self.match.save_to(save)
                self.screen.show(f"saved to {save}")

    def _say(self, lines: list[str]) -> None:
        for line in lines:
            self.screen.say(line)

    def _show(self, decision: Decision) -> None:
        self.screen.say()
        self._say(sheet(self.match.state, self.match.ruleset.life))
        self.screen.say(_ASKED.get(decision.kind, f"{decision.kind}?"))
        if decision.kind != "keep":
            for number, label in enumerate(self._labels(decision), 1):
                why = decision.options[number - 1].why
                self.screen.say(f"  {number}  {label}{f' ({why})' if why and decision.kind == 'ability' else ''}")

    def _labels(self, decision: Decision) -> list[str]:
        state = self.match.state
        return [state[int(o.value)].label if o.kind == "entity" else str(o.value) for o in decision.options]

    def _answer(self, decision: Decision) -> bool:
        """Ask until an answer is accepted; False: the player stops."""
        while True:
            try:
                text = str(click.prompt("", default="", show_default=False, prompt_suffix="> ")).strip().casefold()
            except click.Abort as ended:
                if isinstance(ended.__context__, EOFError):
                    return False
                raise
            if text in ("q", "quit"):
                return False
            if text in ("?", "help"):
                self.screen.say(_HELP)
            elif text in ("h", "hint"):
                self._say(self.hints(decision, self.match))
            elif text in ("u", "undo"):
                if self.match.undo():
                    self.telling = self._begin()
                    self.screen.say("Taken back.")
                    return True
                self.screen.say("There is no answer to take back.")
            else:
                picks = read(text, decision, self._labels(decision))
                if isinstance(picks, str):
                    self.screen.say(picks)
                elif self.match.answer(*picks) is None:
                    return True


def read(text: str, decision: Decision, labels: list[str]) -> tuple[int, ...] | str:
    """The picks that a typed answer stands for, or what to say about it."""
    if decision.kind == "keep":
        if text in ("all", "stop", "none", ""):
            return tuple(range(len(labels))) if text in ("all", "stop") else () if text == "none" else "Type the dice to keep."
        picks: list[int] = []
        for face in text.replace(",", " ").removeprefix("keep ").split():
            at = next((i for i, label in enumerate(labels) if label == face and i not in picks), None)
            if at is None:
                return f"There is no {face} left to keep."
            picks.append(at)
        return tuple(picks)
    names = [label.casefold() for label in labels]
    numbers = range(len(names))
    if text.isdecimal() and 1 <= int(text) <= len(names) and text not in names:
        return (int(text) - 1,)
    fits = [i for i in numbers if names[i] == text] or [i for i in numbers if text and names[i].startswith(text)]
    if len(fits) == 1:
        return (fits[0],)
    return "That fits several: type a number." if fits else "Type the number of an answer."


# -- hints --------------------------------------------------------------------------------------------------------


def _hints(game: Game, table: str | None) -> Callable[[Decision, Match], list[str]]:
    if table is None:
        return looking_ahead
    from dicecrawl.analysis.solve_play import Adviser
    from dicecrawl.analysis.solve_table import load

    adviser = Adviser(load(table, game))

    def exactly(decision: Decision, match: Match) -> list[str]:
        from dicecrawl.errors import PlayerError

        try:
            advice = adviser.advise(decision, match.state)
        except PlayerError as unknown:
            return [f"No hint: {unknown}."]
        return [
            f"  {one.chance:.6f}  {one.rounds:7.3f} rounds  {_told(decision, one.picks, match)}" for one in advice[:_HINTS]
        ]

    return exactly


def looking_ahead(decision: Decision, match: Match, *, games: int = 24) -> list[str]:
    """The chance of each sensible answer, estimated by games that a cautious player plays on from here."""
    from dicecrawl.core.dice import SeededDice
    from dicecrawl.players import CautiousPlayer

    found = []
    for picks in _sensible(decision):
        won = 0
        for k in range(games):
            ahead = match.clone(SeededDice.for_game("hint", k))
            ahead.answer(*picks)
            won += ahead.clone(SeededDice.for_game("hint", k + games), {0: CautiousPlayer()}).play().result == "won"
        found.append((won, picks))
    found.sort(key=lambda one: -one[0])
    lines = [f"  about {won / games:.2f}  {_told(decision, picks, match)}" for won, picks in found[:_HINTS]]
    return [f"Estimated by {games} games each (dicecrawl solve --save makes a table that knows):", *lines]


def _sensible(decision: Decision) -> list[tuple[int, ...]]:
    """The answers worth looking at: of dice to keep those that serve something, sets, and all or nothing."""
    if decision.kind != "keep":
        return [(at,) for at in range(len(decision.options))]
    faces = [option.value for option in decision.options]
    found: dict[tuple[int | str, ...], tuple[int, ...]] = {}
    everything = tuple(range(len(faces)))
    served = sorted({part.strip() for option in decision.options for part in option.why.split(",") if part.strip()})
    groups = [tuple(i for i in everything if use in decision.options[i].why) for use in served]
    groups += [tuple(i for i in everything if faces[i] == face) for face in dict.fromkeys(faces)]
    for group in (everything, (), *groups):
        found.setdefault(tuple(faces[i] for i in group), group)
    return list(found.values())


def _told(decision: Decision, picks: tuple[int, ...], match: Match) -> str:
    if decision.kind == "keep":
        return told_keep([int(decision.options[at].value) for at in picks], len(decision.options))
    option = decision.options[picks[0]]
    return match.state[int(option.value)].label if option.kind == "entity" else str(option.value)
