"""One game in progress: ask, answer, undo, save, replay.

A match runs until a seat without a player has to decide, and then holds that decision. Answering runs on. Underneath, the
step under way is run again from its checkpoint with the recorded faces and answers, so rules stay plain functions; an
observer sees each event once. Seats with a player answer at once and cost nothing.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from dicecrawl.core.budget import Limits
from dicecrawl.core.decisions import Decision, Player, Refusal
from dicecrawl.core.dice import Dice
from dicecrawl.core.events import Answered, Logged
from dicecrawl.core.run import Run, Suspended
from dicecrawl.core.save import Saved, StoredDice, Transcript, plain_setup, state_digest, state_to_dict, write_text
from dicecrawl.core.state import State
from dicecrawl.errors import RulesError
from dicecrawl.players.port import Searching

if TYPE_CHECKING:
    from dicecrawl.core.definitions import Library
    from dicecrawl.core.ruleset import Ruleset

__all__ = ["Match", "Observer", "Transcript"]

Observer = Callable[[Logged], None]
"""Hears of each event once, in order, when its step is done or waits; events taken back by `undo` are not called back."""


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
        self._run = Run(ruleset, library, state, dice, limits=limits)
        self._told = 0
        self._mark: tuple[State, int, int, int] | None = None
        self._may_wait = self._seat(players or {})
        self._broken = False  # whether an error stopped a step halfway

    # -- what one can see -------------------------------------------------------------------------------------

    @property
    def state(self) -> State:
        """The state now, read only."""
        return self._run.state

    @property
    def start(self) -> State:
        """The state before the first event; a copy."""
        return self._start.clone()

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
        """Setup, faces and answers so far; what `dicecrawl.replay` plays again."""
        run = self._run
        return Transcript(
            run.ruleset.name,
            plain_setup(self.setup, run.ruleset.specs),
            tuple(run.faces),
            tuple(run.answers),
            run.budget.limits,
            None if self.setup else state_to_dict(self._start),
            run.ruleset.version,
            run.library.digest,
        )

    def save(self) -> str:
        """Text from which `dicecrawl.resume` goes on at this very decision, in another process or on another day.

        Players are not kept: name them again. Raises `SaveError` for dice that cannot be taken up again.
        """
        run = self._run
        dice = StoredDice.of(run.dice)
        state, _, faced, _ = self._mark or (run.state, 0, len(run.faces), 0)
        since = tuple(zip(run.faces[faced:], run.sides[faced:], strict=True))
        return Saved(
            self.transcript, dice, len(run.log), state_digest(run.state), tuple(run.again), state_to_dict(state), since
        ).to_json()  # fmt: skip

    def save_to(self, path: str | os.PathLike[str]) -> None:
        """Write the save into a file, whole or not at all. Raises `SaveError` when that cannot be done."""
        write_text(path, self.save())

    # -- playing ----------------------------------------------------------------------------------------------

    def advance(self, steps: int | None = None) -> Decision | None:
        """Play until a seat without a player must decide, or the end; gives that decision.

        With `steps` it stops after so many steps of play at the latest.
        Raises `RulesError` when an earlier error has stopped the game in the middle of a step.
        """
        run = self._run
        if self._broken:
            raise RulesError("an error stopped this game in the middle of a step: undo() an answer or resume a save")
        if self.decision is not None:
            if self.decision.seat not in run.players:
                return self.decision
            self._rerun(())
        while run.state.step is not None and steps != 0:
            steps = None if steps is None else steps - 1
            if self._mark is None and self._may_wait:
                self._mark = (run.state.clone(), len(run.log), len(run.faces), len(run.answers))
            try:
                run.step()
            except Suspended as waiting:
                if self._mark is None:  # a seat that had nothing to decide at the start: again, with checkpoints
                    again = run.again
                    self.retrace(run.faces, run.answers)
                    run.again = again
                    return self.decision
                self.decision = waiting.decision
                self._tell()
                return self.decision
            except BaseException:
                self._broken = True
                raise
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
        self._rerun([tuple(picks)])
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
        del run.log[logged:], run.faces[faced:], run.sides[faced:], run.answers[answered:]
        run.forget()
        self.decision = None

    def _tell(self) -> None:
        log = self._run.log
        if self.observers:
            for logged in log[self._told :]:
                for observer in self.observers:
                    observer(logged)
        self._told = max(self._told, len(log))

    # -- copies and the past -------------------------------------------------------------------------------------------

    def clone(self, dice: Dice, players: Mapping[int, Player] | None = None) -> Match:
        """A copy to play on without touching this one: it shares no state, dice, players or observers.

        A decision that waits here waits there too. Raises `RulesError` after an error in the middle of a step.
        """
        run = self._run
        if self._broken:
            raise RulesError("an error stopped this game in the middle of a step, so there is nothing to copy")
        state, logged, faced, answered = self._mark or (run.state, len(run.log), len(run.faces), len(run.answers))
        new = Match(run.ruleset, run.library, state, dice, limits=run.budget.limits, setup=self.setup)
        copy = new._run
        copy.state = state.clone()
        copy.log, copy.answers = run.log[:logged], run.answers[:answered]
        copy.faces, copy.sides = run.faces[:faced], run.sides[:faced]
        copy.recorded_faces, copy.recorded_answers = run.faces[faced:], run.answers[answered:]
        new._start, new._told = self._start, logged
        if self.decision is not None:
            new.advance()
        new._may_wait = new._seat(players or {})
        return new

    def undo(self) -> bool:
        """Take back the last answer of a seat without a player, and wait for it anew. False when there is none.

        Dice that had fallen fall again the same, as long as dice of the same kind are rolled; players are asked anew.
        """
        run = self._run
        asked = [e.seat for e in (logged.event for logged in run.log) if isinstance(e, Answered) and e.seat is not None]
        given = [number for number, seat in enumerate(asked) if seat not in run.players]
        if not given:
            return False
        sides, again = run.sides, run.again
        left, _ = self.retrace(run.faces, run.answers[: given[-1]])
        self.fall_again([*zip(left, sides[len(sides) - len(left) :], strict=True), *again])
        self._told = len(run.log)
        return True

    def fall_again(self, dice: Sequence[tuple[int, int]]) -> None:
        """Let these faces fall next, each given with its number of sides, as long as dice with those are rolled."""
        self._run.again = list(dice)

    def retrace(self, faces: Sequence[int], answers: Sequence[tuple[int, ...]]) -> tuple[list[int], int]:
        """Play again from the start with these faces and answers, asking no player, as far as they lead.

        Gives the faces, and the number of answers, that were not called for. Raises `ScriptError` when they do not fit.
        """
        run = self._run
        run.state = self._start.clone()
        run.recorded_faces, run.recorded_answers = list(faces), list(answers)
        run.log, run.faces, run.sides, run.answers, run.again = [], [], [], [], []
        run.budget.steps = 0
        run.forget()
        self.decision, self._mark, self._broken = None, None, False
        players, run.players = run.players, {}
        self._may_wait = True
        try:
            self.advance()
        finally:
            run.players = players
        left = run.recorded_faces, len(run.recorded_answers)
        run.recorded_faces, run.recorded_answers = [], []
        self._may_wait = self.decision is not None or self._seat(players)
        return left

    def _seat(self, players: Mapping[int, Player]) -> bool:
        """Let players take their seats; gives whether checkpoints are needed: for seats without one, and for copies."""
        self._run.players = dict(players)
        seated: list[object] = list(players.values())
        searching = [player for player in seated if isinstance(player, Searching)]
        for player in searching:
            player.join(self.clone)
        return bool(searching) or self._seats() - players.keys() != set()

    def _seats(self) -> set[int]:
        return {entity.seat for entity in self._start.entities.values() if entity.seat is not None}
