"""A table to play Delve at in tests: dice and answers are stated, and every one of them must be used."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import dicecrawl as dc
from dicecrawl.core.decisions import Decision
from dicecrawl.core.questions import Question
from dicecrawl.core.run import Run
from dicecrawl.game import Game, load
from dicecrawl.games.delve import Adventurer, Opponent
from dicecrawl.match import Match
from dicecrawl.players.scripted import label

GAME = load("delve")
START, SANDS = "The Starting Adventure", "Sands of Time"


class NoMoreDice(BaseException):
    """A die was wanted and none was stated: the situation of the test ends here."""


class StatedDice:
    """Dice that show the stated faces and then end the test."""

    def __init__(self, faces: Sequence[int]) -> None:
        self.left = list(faces)

    def draw(self, sides: int) -> int:
        if not self.left:
            raise NoMoreDice
        return self.left.pop(0)

    def pick(self, n: int) -> int | None:
        return None


class Table:
    """A situation and what came of it.

    `dice` are faces, one digit each, in the order in which they fall; whatever is no digit only parts them. `answers` are
    given in order: "keep 6 1 2 2", "stop" (keep all), or what an option is called; "done", that no more is done with the
    dice, needs not be asked for where they allow nothing more.
    """

    def __init__(self, dice: str, answers: Sequence[str], *, game: Game = GAME, adventure: str = START, **setup: Any) -> None:
        self.dice = StatedDice([int(sign) for sign in dice if sign.isdigit()])
        self.match: Match = game.new_match(adventure=adventure, dice=self.dice, **setup)
        self.asked: list[Decision] = []
        left = list(answers)
        try:
            decision = self.match.advance()
            while decision is not None:
                self.asked.append(decision)
                while left[:1] == ["done"] and "done" not in self.options:
                    left.pop(0)
                if not left:
                    break
                refusal = self.match.answer(*self._picks(left.pop(0), decision))
                assert refusal is None, refusal
                decision = self.match.decision
        except NoMoreDice:
            pass
        assert self.dice.left == [], f"dice that were never rolled: {self.dice.left}"
        left = [answer for answer in left if answer != "done"]
        assert left == [], f"answers that were never asked for: {left}; the last question was {self.options}"

    def _picks(self, answer: str, decision: Decision) -> list[int]:
        labels = [label(option.kind, option.value, self.match.state) for option in decision.options]
        if answer == "stop" or answer.split()[0] == "keep":
            assert decision.kind == "keep", f"{answer!r} is no answer to {decision.kind}: {labels}"
            if answer == "stop":
                return list(range(len(labels)))
            picks: list[int] = []
            for face in answer.split()[1:]:
                picks.append(next(i for i, shown in enumerate(labels) if shown == face and i not in picks))
            return picks
        assert answer in labels, f"{answer!r} is no answer to {decision.kind}: {labels}"
        return [labels.index(answer)]

    @property
    def options(self) -> list[str]:
        """What the last question offered."""
        if not self.asked:
            return []
        return [label(option.kind, option.value, self.match.state) for option in self.asked[-1].options]

    @property
    def kind(self) -> str:
        """What the game asks now."""
        assert self.match.decision is not None
        return self.match.decision.kind

    @property
    def result(self) -> str | None:
        """How the game ended."""
        return self.match.result

    def asked_for(self, kind: str) -> list[list[str]]:
        """The options of every question of a kind, as they are called now."""
        state = self.match.state
        return [[label(o.kind, o.value, state) for o in d.options] for d in self.asked if d.kind == kind]

    def boxes(self, name: str) -> int:
        """The boxes somebody has left."""
        fighting = (e for e in self.match.state.entities.values() if e.kind in ("adventurer", "opponent"))
        return next(e for e in fighting if e.label == name).count("Boxes")

    @property
    def party(self) -> dict[str, int]:
        """The boxes of everyone of the party, dead or alive."""
        return {e.label: e.count("Boxes") for e in self.match.state.entities.values() if e.kind == "adventurer"}

    def there(self, zone: str) -> list[str]:
        """Who is in a zone."""
        return [self.match.state[who].label for who in self.match.state.zone(zone)]

    @property
    def opponents(self) -> dict[str, int]:
        """The boxes of the opponents in the battle."""
        return {
            self.match.state[who].label: self.match.state[who].count("Boxes") for who in self.match.state.zone("opponents")
        }

    def thrown(self, why: str) -> int:
        """How many dice have fallen for this."""
        return sum(getattr(logged.event, "why", "") == why for logged in self.match.log)

    def value(self, question: Question) -> Any:
        """The answer of the rules to a question, as things stand now."""
        from dicecrawl.core.context import Context

        run = Run(self.match.ruleset, self.match.library, self.match.state, dc.ScriptedDice(()))
        return run.value(Context(run), question)


def alone(name: str, boxes: int | None = None, number: int = 1, where: str = "battle") -> list[Opponent]:
    """So many opponents of a name."""
    return [Opponent(name, boxes, where) for _ in range(number)]


def hurt(**boxes: int) -> list[Adventurer]:
    """The party of the sheet, some with fewer boxes: `hurt(Fighter=2, Wizard=0)`."""
    return [Adventurer(name, boxes.get(name)) for name in ("Fighter", "Rogue", "Cleric", "Wizard")]
