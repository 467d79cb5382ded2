"""A log as a story in English, in which every number says where it came from.

This is the edge at which facts become prose: events know nothing of it, and nothing reads it back. A story follows the
log with a state of its own, so it can be told while a game goes on or afterwards, and it changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from dicecrawl.authoring.passages import Clause, Passage, condition_text, line_up, listed, sides_of, tag_text
from dicecrawl.authoring.plaintext import to_ascii
from dicecrawl.authoring.reasons import Reasons
from dicecrawl.core.definitions import Library
from dicecrawl.core.events import (
    ActionStarted,
    Announced,
    CheckBegan,
    CheckMade,
    ConditionEnded,
    ConditionGained,
    ConditionTicked,
    CounterChanged,
    DamageDealt,
    DiceRolled,
    EntityAdded,
    EntityMoved,
    EntityRemoved,
    Event,
    Logged,
    StatChanged,
    StepEnded,
    TagChanged,
    Targeted,
    ZoneArranged,
)
from dicecrawl.core.nodes import Span
from dicecrawl.core.questions import Allowed
from dicecrawl.core.ruleset import Ruleset
from dicecrawl.core.state import Condition, State, Step
from dicecrawl.match import Match

_WHY = {"bullshit": "bullshit die", "table": "table die"}
_ROLLS = ("attack", "check")
_QUIET = ("round", "first", "active", "turn", "turn of", "acted")  # counters by which play knows where it stands
_COOLDOWN = "cooldown "
_USED = ("action", "common", "item", "offer", "ability", "special")  # what somebody uses; other things happen
_ARRANGED = {"chosen": "line up"}
_REMOVED = {"escaped": "escapes", "left": "leaves the battle", "replaced": "gives up its place"}


def tell(match: Match, *, detail: str = "full", verbose: bool = False, ascii: bool = False) -> list[str]:
    """The whole story of a match so far, line by line."""
    story = Story(match.ruleset, match.library, match.start, detail=detail, verbose=verbose, ascii=ascii)
    lines = [line for logged in match.log for line in story.hear(logged)]
    return [*lines, *story.finish()]


class Story:
    """Tells a log event by event. `hear` gives the lines that are finished, `finish` what is left."""

    def __init__(
        self,
        ruleset: Ruleset,
        library: Library,
        start: State,
        *,
        detail: str = "full",
        verbose: bool = False,
        ascii: bool = False,
    ) -> None:
        self.detail = detail
        self.verbose = verbose
        self.ascii = ascii
        self._ruleset = ruleset
        self._reasons = Reasons(ruleset, library, start)
        self._library = library
        self._passage: Passage | None = None
        self._lines: list[str] = []
        self._dice: list[DiceRolled] = []  # dice not yet told
        self._bonus = 0
        self._turn: int | None = None
        self._moved = False  # whether something was told in this step
        self._ticks: list[str] = []
        self._cooldowns: list[str] = []
        self._told_end = False  # whether the last headline told how something ended

    @property
    def state(self) -> State:
        """The state after what was heard so far."""
        return self._reasons.state

    def hear(self, logged: Logged) -> list[str]:
        """Take in one event; gives the lines that are complete now."""
        event = logged.event
        before = self._before(logged)
        teller = _TELLERS.get(type(event))
        if isinstance(event, StepEnded):
            self._step_ended(event)
        self._reasons.follow(event)
        if isinstance(event, StepEnded) and event.following is not None:
            self._step_begins(event.following)
        if teller is not None:
            teller(self, event, logged, before)
        return self._taken()

    def follow(self, logged: Logged) -> None:
        """Take in an event of which nothing is to be told."""
        self._reasons.follow(logged.event)

    def finish(self) -> list[str]:
        """The lines of what is not complete yet."""
        self._close()
        return self._taken()

    def _taken(self) -> list[str]:
        lines, self._lines = self._lines, []
        return [to_ascii(line) for line in lines] if self.ascii else lines

    # -- lines and passages ----------------------------------------------------------------------------------------------

    def _say(self, text: str, span: Span | None = None, indent: int = 1) -> None:
        cause = f"  <{span}>" if self.verbose and span is not None and span.line else ""
        self._lines.append(f"{'  ' * indent}{text}{cause}")

    def _name(self, who: int | None) -> str:
        return self.state[who].label if who is not None and who in self.state.entities else "somebody"

    def _open(self, logged: Logged, head: str = "", who: int | None = None, kind: str = "") -> Passage:
        self._close()
        cause = logged.cause
        notes = self._notes()
        self._passage = Passage(head, who, cause.definition, cause.owner, cause.span, kind, notes=notes)
        self._moved = True
        return self._passage

    def _here(self, logged: Logged) -> Passage:
        """The passage that an event belongs to: a rule that speaks up in between begins one of its own."""
        passage, cause = self._passage, logged.cause
        if passage is not None and (passage.definition, passage.owner) == (cause.definition, cause.owner):
            return passage
        head = ""
        if cause.definition and self._is_condition(cause.definition):
            head = cause.definition
        elif cause.definition:
            ability = self._reasons.ability_at(cause.span)
            head = ability.name if ability is not None and ability.kind == "special" else ""
        return self._open(logged, head)

    def _is_condition(self, name: str) -> bool:
        return any(card.name == name for card in self._library.all("condition"))

    def _add(self, logged: Logged, who: int | None, text: str, event: Event | None = None) -> Clause:
        passage = self._here(logged)
        clause = Clause(who, text, logged.cause.span, event, notes=self._notes() if passage.clauses else [])
        passage.clauses.append(clause)
        return clause

    def _notes(self) -> list[str]:
        """Dice that no sum tells: a random choice, an amount."""
        told: dict[str, list[str]] = {}
        for die in self._dice:
            told.setdefault(die.why, []).append(_face(die))
        self._dice = []
        if self.detail == "brief":
            told.pop("random", None)
        return [f"{_WHY.get(why, why)} {', '.join(faces)}" for why, faces in told.items()]

    def _close(self) -> None:
        passage, self._passage = self._passage, None
        if passage is not None:
            for text, span, indent in passage.lines(self._name, split=self.verbose):
                self._say(text, span, indent)

    # -- steps -----------------------------------------------------------------------------------------------------------

    def _step_begins(self, step: Step) -> None:
        self._close()
        self._moved = False
        if step.who is not None and step.who != self._turn:
            self._turn = step.who
            if self.detail == "full":
                self._lines.append("")
                self._say(f"{self._name(step.who)}'s turn", indent=0)
        elif step.who is None:
            self._turn = None

    def _step_ended(self, event: StepEnded) -> None:
        if self._passage is not None:
            self._passage.notes.extend(self._notes())
        self._close()
        who, following = event.who, event.following
        if event.phase == "initiative":
            self._initiative()
        counted = dict.fromkeys([*self._ticks, *(f"cooldown {told}" for told in self._cooldowns)])
        if counted:
            self._say(f"Counting down: {', '.join(counted)}.")
            self._ticks, self._cooldowns = [], []
        if who is not None and not self._dice and self.state.step is not None:
            self._stood_still(event.phase, who, following.phase if following is not None else "")
        self._bullshit_alone()

    def _stood_still(self, phase: str, who: int, following: str) -> None:
        if phase == "conditions" and following == "turn end":
            why = self._reasons.forbidden_by(Allowed("turn", who))
            if why:
                self._say(f"{self._name(who)} loses this turn ({listed(why)}).")
        elif phase == "action" and not self._moved:
            why = self._reasons.forbidden_by(Allowed("act", who))
            if why:
                self._say(f"{self._name(who)} cannot act ({listed(why)}).")

    def _initiative(self) -> None:
        sides = sides_of(self.state)
        faces = [_face(die) for die in self._dice]
        self._dice = []
        throws = [
            ", ".join(f"{side} {face}" for side, face in zip(sides, faces[at:], strict=False))
            for at in range(0, len(faces), len(sides))
        ]
        first = sides[self.state.count("first")]
        self._say(f"Initiative: {'; again: '.join(throws)}. The {first} go first.", indent=0)

    def _bullshit_alone(self) -> None:
        """A die of a step by which nothing came about."""
        told = "; ".join(self._notes())
        if told and self.detail == "full":
            self._say(f"{told[:1].upper()}{told[1:]}: nothing.")

    # -- actions ---------------------------------------------------------------------------------------------------------

    def _action(self, event: ActionStarted, logged: Logged, before: Any) -> None:
        name, who, ability = self._name(event.who), event.who, event.ability
        if event.kind == "trait":
            head = f'{name}: {self._slot(who, ability)} "{ability}"'
        elif event.kind == "reaction":
            head = f"{name} reacts with {ability}"
        elif event.kind == "imposed":
            head = f"{ability} takes {name}'s action"
        elif event.kind == "end":
            head = f"{name} spends its action to end {ability}"
        elif event.kind in _USED:
            head = f"{name} uses {ability}"
        else:
            head = f"{self._ruleset.headlines.get(event.kind, ability.partition(': ')[2] or ability)} ({name})"
        passage = self._open(logged, head, None if event.kind == "trait" else who, event.kind)
        if self.detail == "brief":
            passage.notes = [note for note in passage.notes if not note.startswith("action table")]

    def _slot(self, who: int, ability: str) -> str:
        entity = self.state[who]
        card = self._library.get(entity.kind, entity.definition)
        found = card.ability(ability)
        if found is None:
            return "trait"
        faces = "-".join(dict.fromkeys((str(found.faces[0]), str(found.faces[-1])))) if found.faces else ""
        return f"{found.kind.capitalize()} {faces}".rstrip()

    def _targeted(self, event: Targeted, logged: Logged, before: Any) -> None:
        passage = self._here(logged)
        told = self._name(event.target)
        replaced = logged.replaced
        if isinstance(replaced, Targeted) and replaced.target != event.target:
            by = before or "a rule"
            told += f" (turned aside from {self._name(replaced.target)} by {by})"
        elif event.target == event.actor:
            told = "itself"
        if event.index == 0 and passage.clauses and passage.aimed == (event.target,):
            passage.clauses[-1].notes.extend(self._notes())
        elif event.index == 0 and passage.clauses:
            passage.clauses.append(Clause(event.actor, f"aims at {told}", logged.cause.span, event, notes=self._notes()))
            passage.aimed = (event.target,)
        elif passage.clauses and isinstance(passage.clauses[-1].event, Targeted):
            passage.clauses[-1].text += f" and {told}"
            passage.aimed = (*passage.aimed, event.target)
        else:
            passage.targets.append(told)
            passage.aimed = (*passage.aimed, event.target)
            passage.notes.extend(self._notes())

    # -- rolls and damage ------------------------------------------------------------------------------------------------

    def _die(self, event: DiceRolled, logged: Logged, before: Any) -> None:
        self._dice.append(event)

    def _check_began(self, event: CheckBegan, logged: Logged, before: Any) -> None:
        self._bonus = event.bonus
        self._here(logged).notes.extend(self._notes())

    def _check(self, event: CheckMade, logged: Logged, before: Any) -> None:
        thrown = [d for d in self._dice if d.why in _ROLLS]
        self._dice = [d for d in self._dice if d.why not in _ROLLS]
        passage = self._here(logged)
        faces = [(die.face, die.natural) for die in thrown]
        again = isinstance(logged.replaced, CheckMade)
        while again and len(faces) > 1 and sum(face for face, _ in faces) > event.thrown:
            del faces[0]  # dice of the throw that was taken back
        summed = self._reasons.roll(event, faces, self._bonus, event.action)
        if again:
            summed += " (thrown again)"
        if event.number is None:
            self._add(logged, event.roller, f"rolls {summed}", event)
            return
        against = self._reasons.number(event, logged.cause.span)
        if event.target is not None and (len(passage.aimed) != 1 or event.target not in passage.aimed):
            against = f"{self._name(event.target)}'s {against}"
        self._bonus = 0
        if event.attack:
            verdict = "misses" if not event.success else "hits" if event.margin else "a tie, hits for 0"
        else:
            verdict = "succeeds" if event.success else "fails"
        self._add(logged, event.roller, f"rolls {summed} vs {against}, {verdict}", event)

    def _damage(self, event: DamageDealt, logged: Logged, before: tuple[int, str]) -> None:
        passage = self._here(logged)
        health, amount = before
        last = passage.clauses[-1] if passage.clauses else None
        check = last.event if last is not None else None
        if (
            last is not None
            and isinstance(check, CheckMade)
            and event.attack
            and (check.roller, check.target, check.margin) == (event.dealer, event.target, event.base)
        ):
            last.text = f"{last.text.removesuffix(', hits')}, {amount} damage"
            last.event = event
        else:
            last = self._add(logged, event.target, f"takes {amount} damage", event)
        last.notes.extend(self._notes())
        last.health = (event.target, health, self.state[event.target].count(event.counter))

    # -- what creatures have ---------------------------------------------------------------------------------------------

    def _quiet(self, word: str) -> bool:
        return bool(self._ruleset.quiet) and word.startswith(self._ruleset.quiet)

    def _counter(self, event: CounterChanged, logged: Logged, before: int) -> None:
        if event.counter == "round" and event.who is None and self.state.count("round"):
            self._close()
            self._lines.append("")
            life = self._ruleset.life
            self._say(f"Round {self.state.count('round')}: {line_up(self.state, life)}", indent=0)
            return
        if event.counter in _QUIET or not event.applied or self._quiet(event.counter):
            if event.by and event.counter == self._ruleset.life:
                self._add(logged, event.who, f"has {before} {event.counter} already")
            return
        after = before + event.applied
        if event.who is None:
            self._purse(event, logged, before, after)
        elif event.counter.startswith(_COOLDOWN):
            self._cooldown(event, logged, before, after)
        else:
            verb = "gains" if event.applied > 0 else "loses"
            if event.counter == self._ruleset.life and event.applied > 0:
                verb = "regains"
            wanted = f" of {abs(event.by)}" if event.applied != event.by else ""
            text = f"{verb} {abs(event.applied)}{wanted} {event.counter}"
            clause = self._add(logged, event.who, text, event)
            clause.health = (event.who, before, after)
            clause.notes.extend(self._notes())

    def _purse(self, event: CounterChanged, logged: Logged, before: int, after: int) -> None:
        for purse in self._ruleset.purses:
            name, _, seat = event.counter.partition(" of seat ")
            if name == purse and seat.isdigit():
                verb = "gains" if event.applied > 0 else "pays"
                told = f"player {int(seat) + 1} {verb} {abs(event.applied)} {purse} ({before} -> {after})"
                self._add(logged, None, told, event).notes.extend(self._notes())

    def _cooldown(self, event: CounterChanged, logged: Logged, before: int, after: int) -> None:
        ability = event.counter.removeprefix(_COOLDOWN)
        passage = self._passage
        if self.detail == "brief":
            return
        if passage is not None and not passage.clauses and event.applied > 0 and ability in passage.head:
            passage.notes.append(f"cooldown {after}")
        elif logged.cause.definition:
            self._add(logged, event.who, f"has {ability} at cooldown {after or 'ready'} (it was {before})", event)
        else:
            self._cooldowns.append(f"{ability} {after or 'ready'}")

    def _ticked(self, event: ConditionTicked, logged: Logged, before: Condition | None) -> None:
        now = event.condition
        if self.detail == "brief" or before is None or (before.dice, before.last) == (now.dice, now.last):
            return
        self._ticks.append(f"{now.name} {'last turn' if now.last else now.dice}")

    def _gained(self, event: ConditionGained, logged: Logged, before: Any) -> None:
        verb = "now has" if event.renewed else "gains"
        clause = self._add(logged, event.who, f"{verb} {condition_text(event.condition)}", event)
        clause.notes.extend(self._notes())

    def _ended(self, event: ConditionEnded, logged: Logged, before: Any) -> None:
        if event.reason not in ("death", "battle"):
            verb = "is over" if event.reason == "time" else "ends"
            self._add(logged, None, f"{event.condition.name} on {self._name(event.who)} {verb}", event)

    def _stat(self, event: StatChanged, logged: Logged, before: Any) -> None:
        self._add(logged, event.who, f"{'gains' if event.by > 0 else 'loses'} {abs(event.by)} {event.stat}", event)

    def _tag(self, event: TagChanged, logged: Logged, before: Any) -> None:
        self._add(logged, event.who, tag_text(event, self._library, self.state[event.who]), event)

    # -- coming, going, moving -------------------------------------------------------------------------------------------

    def _added(self, event: EntityAdded, logged: Logged, before: Any) -> None:
        bearer = next((who for who in self.state.entities if self._ruleset.pack(who) == event.zone), None)
        if bearer is not None:
            self._add(logged, bearer, f"gets: {event.entity.label}", event)
        elif not self._quiet(event.zone):
            stands = f": {line_up(self.state)}" if event.zone in sides_of(self.state) else ""
            self._add(logged, event.entity.id, f"joins{stands}", event)

    def _moved_to(self, event: EntityMoved, logged: Logged, before: Any) -> None:
        if self._quiet(event.reason):
            return
        verb = {"moved": "moves", "joined": "changes sides", "returned": "is back", "stepped out": "steps aside"}
        self._add(logged, event.who, f"{verb.get(event.reason, event.reason)}: {line_up(self.state)}", event)

    def _arranged(self, event: ZoneArranged, logged: Logged, before: Any) -> None:
        if event.reason == "switched" and len(event.movers) == 2:
            one, other = event.movers
            text = f"{self._name(one)} and {self._name(other)} change places: {line_up(self.state)}"
        elif event.reason == "reversed":
            text = f"the line of the {event.zone} turns round: {line_up(self.state)}"
        else:
            text = f"the {event.zone} {_ARRANGED.get(event.reason, f'are {event.reason}')}: {line_up(self.state)}"
        self._add(logged, None, text, event)

    def _removed(self, event: EntityRemoved, logged: Logged, before: Any) -> None:
        if event.reason == "used" or self._quiet(event.reason):
            return
        if event.reason == "died":
            last = self._passage.clauses[-1] if self._passage is not None and self._passage.clauses else None
            if last is not None and last.health is not None and last.health[0] == event.who:
                last.died = True
                return
        self._add(logged, event.who, _REMOVED.get(event.reason, "dies" if event.reason == "died" else event.reason), event)

    def _announced(self, event: Announced, logged: Logged, before: Any) -> None:
        self._close()
        headline = self._ruleset.headlines.get(event.what)
        if headline is not None:
            self._told_end = event.what.endswith(" over")
            self._lines.append("")
            self._say(headline.format(word=event.word, number=event.number), indent=0)
            return
        if event.what == "result" and self._told_end:  # its headline has said it
            return
        if event.what != "result":
            self._say(" ".join(str(part) for part in (event.what, event.word, event.number) if part not in (None, "")))
            return
        rounds = self.state.count("round")
        after = f"after {rounds} round{'s' if rounds != 1 else ''}"
        self._lines.append("")
        self._say(f"The battle is {event.word} {after}: {line_up(self.state, self._ruleset.life)}", indent=0)

    # -- what an event is about to change --------------------------------------------------------------------------------

    def _before(self, logged: Logged) -> Any:
        """What has to be known from before the event."""
        state, event = self.state, logged.event
        if isinstance(event, DamageDealt):
            amount = self._reasons.damage(event, logged.cause.span, [die.face for die in self._dice])
            return state[event.target].count(event.counter), amount
        if isinstance(event, CounterChanged):
            return state.count(event.counter) if event.who is None else state[event.who].count(event.counter)
        if isinstance(event, ConditionTicked):
            return next((c for c in state[event.who].conditions if c.age == event.condition.age), None)
        if isinstance(event, Targeted) and isinstance(logged.replaced, Targeted):
            return self._reasons.turned_by(logged.replaced, event)
        return None


def _face(die: DiceRolled) -> str:
    return str(die.face) if die.face == die.natural else f"{die.face} (rerolled from {die.natural})"


_TELLERS: Mapping[type[Event], Callable[[Story, Any, Logged, Any], None]] = {
    ActionStarted: Story._action,
    Announced: Story._announced,
    CheckBegan: Story._check_began,
    CheckMade: Story._check,
    ConditionEnded: Story._ended,
    ConditionGained: Story._gained,
    ConditionTicked: Story._ticked,
    CounterChanged: Story._counter,
    DamageDealt: Story._damage,
    DiceRolled: Story._die,
    EntityAdded: Story._added,
    EntityMoved: Story._moved_to,
    EntityRemoved: Story._removed,
    StatChanged: Story._stat,
    TagChanged: Story._tag,
    Targeted: Story._targeted,
    ZoneArranged: Story._arranged,
}
