"""A campaign played by stated dice and answers, for tests; a die too many or too few fails."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import dicecrawl as dc
from dicecrawl.core.decisions import Decision
from dicecrawl.core.state import Entity

HOLE = Path(__file__).parent / "hole.crawl"


class Campaign:
    """A match whose every answer is stated: `say(kind, value)` gives it, by the value or the label of an option.

    `pack` is a file of cards beside the shipped ones.
    """

    def __init__(self, dice: Sequence[int] | str = "", *, mode: str = "campaign", pack: Path = HOLE, **setup: Any) -> None:
        self.dice = dc.ScriptedDice([int(face) for face in dice])
        self.game = dc.load("marching_order", pack)
        self.match = self.game.new_match(mode=mode, dice=self.dice, **setup)
        self.match.advance()

    @property
    def asked(self) -> Decision:
        """The decision that waits."""
        decision = self.match.decision
        assert decision is not None, f"nothing is asked; the result is {self.match.result}"
        return decision

    def options(self, kind: str = "") -> list[str]:
        """The answers there are, or those of one kind of option."""
        return [self._label(option.kind, option.value) for option in self.asked.options if kind in ("", option.kind)]

    def why(self, value: str) -> str:
        """Why an answer is listed."""
        return self.asked.options[self.options().index(value)].why

    def _label(self, kind: str, value: int | str) -> str:
        return self.match.state[int(value)].label if kind == "entity" else str(value)

    def say(self, kind: str, *values: str) -> Campaign:
        """Answer the decision that waits, which must be of that kind."""
        assert self.asked.kind == kind, f"asked is {self.asked.kind}: {self.options()}"
        listed = self.options()
        missing = [value for value in values if value not in listed]
        assert not missing, f"{missing} is not among {listed}"
        refusal = self.match.answer(*(listed.index(value) for value in values))
        assert refusal is None, refusal
        return self

    def one(self, label: str) -> Entity:
        """Somebody by name."""
        return next(entity for entity in self.match.state.entities.values() if entity.label == label)

    def coins(self, seat: int = 0) -> int:
        """What a player has."""
        return self.match.state.count(f"Coins of seat {seat}")

    def things(self, label: str) -> list[str]:
        """What somebody carries."""
        state = self.match.state
        return [state[item].label for item in state.zone(f"items of {self.one(label).id}")]

    def found(self, *names: str, learning: str | None = None) -> Campaign:
        """Buy these Rogues in turn, each learning the first action that is offered; nobody is asked who is the only one."""
        for name in names:
            if self.asked.kind == "recruit":
                self.say("recruit", name)
            if self.asked.kind == "learn":
                self.say("learn", learning or self.options()[0])
            assert self.one(name)
        return self

    def into_the_hole(self) -> Campaign:
        """Leave town for the test's own delve, in the order in which the party stands."""
        while self.match.decision is not None and self.asked.kind == "town":
            self.say("town", "done")
        self.say("where to", "Test Hole")
        while self.asked.kind == "marching order":
            self.say("marching order", self.options()[0])
        return self

    def light(self) -> Campaign:
        """Mark whatever gives light, as long as that is asked."""
        while self.match.decision is not None and self.asked.kind == "torch":
            self.say("torch", self.options()[0])
        return self

    def done(self) -> None:
        """Every die must have been rolled."""
        assert not self.dice.left, f"dice left over: {self.dice.left}"
