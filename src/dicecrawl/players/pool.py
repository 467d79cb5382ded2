"""Players for games in which a pool of dice is rolled, kept and used: one wants damage, one wants everybody to live.

They see options and the state, never rules: each die tells in its `why` which abilities it serves and what for, each
ability what it is for. Both are plain; they look no throw ahead.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from dicecrawl.core.decisions import Decision, Option
from dicecrawl.core.state import State

_SET = 3  # dice alike, or in a row, that are worth keeping although they serve nothing yet
_FEW = 3  # opponents against whom one blow is better than one for each


class DamagePlayer:
    """Keeps what serves damage, uses the strongest ability for it, and aims at whoever is nearly out."""

    wants: tuple[str, ...] = ("damage", "defence", "healing")  # first what it wants most

    def __call__(self, decision: Decision, state: State) -> tuple[int, ...]:
        """The best option; of dice to keep, all good ones."""
        if decision.kind == "keep":
            return self._keep(decision.options, state)
        ranked = sorted(range(len(decision.options)), key=lambda i: (-self._worth(decision, i, state), i))
        return tuple(sorted(ranked[: max(decision.least, 1)]))

    def _keep(self, options: Sequence[Option], state: State) -> tuple[int, ...]:
        """The dice that serve what is wanted; if none does, those that are nearly a set."""
        for purpose in self._wants(state):
            serving = tuple(i for i, option in enumerate(options) if purpose in option.why)
            if serving:
                return serving
        faces = Counter(option.value for option in options)
        face, number = max(faces.items(), key=lambda item: (item[1], item[0]), default=("", 0))
        return tuple(i for i, option in enumerate(options) if option.value == face) if number >= _SET else ()

    def _wants(self, state: State) -> tuple[str, ...]:
        return self.wants

    def _worth(self, decision: Decision, index: int, state: State) -> int:
        option = decision.options[index]
        if option.kind == "done":
            return 0
        if option.kind == "ability":
            wants = self._wants(state)
            serves = [len(wants) - at for at, purpose in enumerate(wants) if purpose in option.why]
            return 100 * max(serves, default=0) + index  # later on the sheet: stronger
        if decision.kind == "choice":
            few = len(state.zone("opponents")) <= _FEW
            return index if few else -index
        if option.kind == "entity":
            return self._whom(decision, int(option.value), state)
        return index  # more dice, a higher face

    def _whom(self, decision: Decision, who: int, state: State) -> int:
        boxes = state[who].count("Boxes")
        return 1000 + boxes if decision.kind == "wound" else 1000 - boxes


class CautiousPlayer(DamagePlayer):
    """As the other, but whenever boxes of the party are marked it heals and hinders first, and it looks for straights."""

    hurt: int = 4  # marked boxes of the party from which on healing comes first

    def _wants(self, state: State) -> tuple[str, ...]:
        return ("healing", "defence", "damage") if self._wounds(state) >= self.hurt else self.wants

    def _wounds(self, state: State) -> int:
        party = (state[who] for who in state.zone("adventurers"))
        return sum(entity.limits.get("Boxes", 0) - entity.count("Boxes") for entity in party)

    def _keep(self, options: Sequence[Option], state: State) -> tuple[int, ...]:
        if self._wounds(state) >= self.hurt and not any("healing" in option.why for option in options):
            run = _longest_run(sorted({int(option.value) for option in options}))
            if len(run) >= _SET:
                return tuple(next(i for i, option in enumerate(options) if option.value == face) for face in run)
        return super()._keep(options, state)


def _longest_run(faces: Sequence[int]) -> list[int]:
    """The longest run of neighbouring faces, the lowest of several."""
    best: list[int] = []
    run: list[int] = []
    for face in faces:
        run = [*run, face] if run and face == run[-1] + 1 else [face]
        if len(run) > len(best):
            best = run
    return best
