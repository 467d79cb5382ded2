"""One game in progress: ask, answer, undo, save, replay.

A match runs until a seat without a player has to decide, and then holds that decision. Answering runs on. Underneath, the
step under way is run again from its checkpoint with the recorded faces and answers, so rules stay plain functions; an
observer sees each event once. Seats with a player answer at once and cost nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from attrs import frozen

from dicecrawl.core.budget import Limits
from dicecrawl.core.decisions import Decision, Player, Refusal
from dicecrawl.core.dice import Dice
from dicecrawl.core.events import Logged
from dicecrawl.core.run import Run, Suspended
from dicecrawl.core.state import State
from dicecrawl.errors import RulesError

if TYPE_CHECKING:
    from dicecrawl.core.definitions import Library
    from dicecrawl.core.ruleset import Ruleset

Observer = Callable[[Logged], None]


@frozen(slots=True)
class Transcript:
    """Everything that a game depended on: how it was set up, every face, every answer. It outlives any generator."""

    game: str
    setup: Mapping[str, Any]
    faces: tuple[int, ...]
    answers: tuple[tuple[int, ...], ...]


class Match:
    """A game in progress. `decision` is what it waits for, None when it is over or every seat has a player."""

    def __init__(
        self,
        ruleset: Ruleset,
        library: Library,
        state: State,
        dice: Dice,
        players: Mapping[int, Player] | None = None,
        *,
        setup: Mapping[str, Any] | None = None,
        limits: Limits | None = None,
        observers: Sequence[Observer] = (),
    ) -> None:
        self.setup = dict(setup or {})
        self.observers = list(observers)
        self.decision: Decision | None = None
        self._start = state.clone()
        self._run = Run(ruleset, library, state, dice, players, limits)
        self._told = 0
        self._mark: tuple[State, int, int, int] | None = None
        self._may_wait = {e.seat for e in state.entities.values() if e.seat is not None} - self._run.players.keys() != set()

    # -- what one can see -------------------------------------------------------------------------------------

    @property
    def state(self) -> State:
        """The state now, read only."""
        return self._run.state

    @property
    def log(self) -> tuple[Logged, ...]:
        """Every event so far, with its cause."""
        return tuple(self._run.log)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._run.state.step is None

    @property
    def result(self) -> str | None:
        """How it ended, None while it goes on."""
        return self._run.state.result

    @property
    def ruleset(self) -> Ruleset:
        """The game being played."""
        return self._run.ruleset

    @property
    def library(self) -> Library:
        """The cards it is played with."""
        return self._run.library

    @property
    def transcript(self) -> Transcript:
        """Setup, faces and answers so far."""
        return Transcript(self._run.ruleset.name, self.setup, tuple(self._run.faces), tuple(self._run.answers))

    # -- playing ----------------------------------------------------------------------------------------------

    def advance(self) -> Decision | None:
        """Play until a seat without a player must decide, or the end; gives that decision."""
        if self.decision is not None:
            return self.decision
        run = self._run
        while run.state.step is not None:
            if self._mark is None and self._may_wait:
                self._mark = (run.state.clone(), len(run.log), len(run.faces), len(run.answers))
            try:
                run.step()
            except Suspended as waiting:
                self.decision = waiting.decision
                self._tell()
                return self.decision
            self._mark = None
            self._tell()
        return None

    def play(self) -> Match:
        """Play to the end with the players there are; raises `RulesError` when a seat has none."""
        if self.advance() is not None:
            assert self.decision is not None
            raise RulesError(f"seat {self.decision.seat} has no player: give one in players=, or use answer()")
        return self

    def answer(self, *picks: int) -> Refusal | None:
        """Answer the waiting decision by option indices. An illegal answer is refused and changes nothing at all."""
        decision = self.decision
        if decision is None:
            return Refusal("nothing-asked", "the game is not waiting for an answer")
        refusal = decision.refuse(picks)
        if refusal is not None:
            return refusal
        self._rerun(answers=[tuple(picks)])
        self.advance()
        return None

    def _rerun(self, answers: Sequence[tuple[int, ...]]) -> None:
        """Go back to the checkpoint of this step, to run it again with what was recorded and these answers."""
        assert self._mark is not None
        run = self._run
        state, logged, faced, answered = self._mark
        run.recorded_faces = run.faces[faced:]
        run.recorded_answers = [*run.answers[answered:], *answers]
        run.state = state.clone()
        del run.log[logged:], run.faces[faced:], run.answers[answered:]
        run.forget()
        self.decision = None

    def _tell(self) -> None:
        log = self._run.log
        for logged in log[self._told :]:
            for observer in self.observers:
                observer(logged)
        self._told = max(self._told, len(log))

    def clone(self, dice: Dice, players: Mapping[int, Player] | None = None) -> Match:
        """A copy to play on without touching this one: it draws from its own dice and shares nothing.

        A decision that waits here waits there too.
        """
        run = self._run
        state, logged, faced, answered = self._mark or (run.state, len(run.log), len(run.faces), len(run.answers))
        new = Match(run.ruleset, run.library, state.clone(), dice, run.players if players is None else players)
        new.setup = dict(self.setup)
        new._start = self._start
        new._run.budget.limits = run.budget.limits
        new._run.log = run.log[:logged]
        new._run.faces = run.faces[:faced]
        new._run.answers = run.answers[:answered]
        new._run.recorded_faces = run.faces[faced:]
        new._run.recorded_answers = run.answers[answered:]
        new._told = logged
        if self.decision is not None:
            new.advance()
        return new

    def undo(self) -> bool:
        """Take back the last answer of a seat. Faces that had fallen fall again. False when there is none to take back."""
        run = self._run
        if not run.answers:
            return False
        faces, answers = list(run.faces), list(run.answers[:-1])
        run.state = self._start.clone()
        run.log, run.faces, run.answers = [], [], []
        run.recorded_faces, run.recorded_answers = faces, answers
        run.forget()
        self.decision, self._mark = None, None
        players, run.players = run.players, {}
        self._may_wait = True
        try:
            self.advance()
        finally:
            run.players = players
        self._told = min(self._told, len(run.log))
        return True
