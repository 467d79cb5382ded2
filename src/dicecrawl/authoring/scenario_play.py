"""Playing a scenario: the line-up is set up, each step is carried out with its stated dice and answers, then checked.

The first step that is not as stated ends the scenario, since what follows builds on it. What went wrong is told as
problems with their places; nothing an author can write makes it raise.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

import attrs
from attrs import field, frozen

from dicecrawl.authoring.scenario_after import After, Asked, creatures, fate, find, has_words, option_label
from dicecrawl.authoring.scenario_script import ALL, NOTHING, Choice, Given, Head, Script, StatedDie, Step
from dicecrawl.core.context import Context, Die, OneOf
from dicecrawl.core.decisions import Decision
from dicecrawl.core.definitions import Library
from dicecrawl.core.dice import ScriptedDice
from dicecrawl.core.events import ActionStarted, CheckMade, DiceRolled, Logged, StepEnded, Targeted
from dicecrawl.core.nodes import Name, Span
from dicecrawl.core.ruleset import Ruleset
from dicecrawl.core.run import Run
from dicecrawl.core.staging import Turns
from dicecrawl.core.state import State
from dicecrawl.effects.amounts import Number
from dicecrawl.effects.change import ConditionRef, Duration, Endless, Level
from dicecrawl.errors import DicecrawlError, RulesError, ScriptError
from dicecrawl.language.problems import Problem
from dicecrawl.language.source import same_name


class Unmet(DicecrawlError):
    """A step that did not come out as stated; it never leaves the player of scenarios."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


@frozen(slots=True)
class Fallen:
    """A die of a step: its face (None: wanted and not stated) and what it was for."""

    face: int | None
    sides: int
    who: str
    why: str
    at: int  # how many events were logged before it fell

    def __str__(self) -> str:
        return f"{self.why}{f' of {self.who}' if self.who else ''}"


class Table(Run):
    """A run that remembers what each die was wanted for and what was asked of whom."""

    def __init__(self, ruleset: Ruleset, library: Library, state: State) -> None:
        super().__init__(ruleset, library, state, ScriptedDice(()))
        self.stated: tuple[int, ...] = ()
        self.fallen: list[Fallen] = []
        self.asked: list[Asked] = []
        self.choices: list[Choice] = []
        self._many: str | None = None  # what several dice of a random choice are for

    def roll(self, ctx: Context, pool: Die | OneOf, why: str) -> int:
        """See `Run.roll`."""
        if isinstance(pool, OneOf):
            outer, self._many = self._many, self._many or _random(why)
            try:
                return super().roll(ctx, pool, why)
            finally:
                self._many = outer
        number = len(self.fallen)
        who = self.state.entities.get(ctx.subject)
        told = Fallen(None, pool.sides, who.label if who is not None else "", self._many or why, len(self.log))
        if pool.sides > 1:
            self.fallen.append(told)
            if number < len(self.stated):
                face = self.stated[number]
                self.fallen[number] = Fallen(face, told.sides, told.who, told.why, told.at)
        return super().roll(ctx, pool, why)

    def state_dice(self, faces: Sequence[int]) -> None:
        """These faces fall next."""
        self.stated = tuple(faces)
        self.fallen = []
        self.dice = ScriptedDice(self.stated)

    def answer(self, decision: Decision, state: State) -> tuple[int, ...]:
        """The player of every seat: the first choice left that fits the decision."""
        labels = tuple(option_label(option, state) for option in decision.options)
        self.asked.append(Asked(decision, labels))
        choice = self._chosen(decision, state)
        if choice is not None:
            self.choices.remove(choice)
            return self._picks(choice, decision, labels, state)
        known = creatures(state, self.ruleset)
        theirs = (e for e in state.entities.values() if e.seat == decision.seat and e.id in self.present())
        speakers = [e.label for e in theirs if e.label in known]
        asker = state[decision.actor].label if decision.actor is not None and state[decision.actor].label in speakers else ""
        asker = asker or next(iter(speakers), f"player {(decision.seat or 0) + 1}")
        raise ScriptError(
            f"{asker} has to choose and nothing is stated ({decision.kind})\n{_hint(decision, asker, labels, self._answers())}"
        )

    def _answers(self) -> Mapping[str, tuple[str, ...]]:
        return self.ruleset.staging.answers if self.ruleset.staging is not None else {}

    def _chosen(self, decision: Decision, state: State) -> Choice | None:
        """The first choice left that answers a decision: of whom it is about, or of anybody of the player who is asked
        about somebody else's creature."""
        owner = decision.source.owner if decision.source is not None else None
        fits = (c for c in self.choices if _fits(c.verb, decision, self._answers()))
        fitting = [(None if c.who is None else find(state, self.ruleset, c.who), c) for c in fits]
        for who, choice in fitting:
            if who is not None and who in (decision.actor, owner):
                return choice
        if decision.actor is None or state[decision.actor].seat != decision.seat:
            for who, choice in fitting:
                if who is None or state[who].seat == decision.seat:
                    return choice
        return next((choice for who, choice in fitting if who is None), None)

    def _picks(self, choice: Choice, decision: Decision, labels: tuple[str, ...], state: State) -> tuple[int, ...]:
        """The options that are meant; of several that are called alike each is taken once."""
        if choice.picks == (ALL,) and decision.most == len(labels):
            return tuple(range(len(labels)))
        taken: list[int] = []
        for pick in choice.picks:
            left = {index: label for index, label in enumerate(labels) if index not in taken}
            taken.append(self._pick(choice, pick, decision, left, state))
        return tuple(taken)

    def _pick(self, choice: Choice, pick: str, decision: Decision, labels: Mapping[int, str], state: State) -> int:
        meant = [pick, f"{pick}: {choice.who}"]  # what several can do is offered with the name of each
        if choice.verb.endswith("targets") and creatures(state, self.ruleset):
            meant.append(state[find(state, self.ruleset, pick)].label)
        wanted = [same_name(text) for text in meant]
        for index, label in labels.items():
            if same_name(label) in wanted or (pick == NOTHING and decision.options[index].kind == "done"):
                return index
        raise Unmet(
            Problem("S304", f"'{pick}' is not among what {choice.speaker} can choose now", choice.span, "not offered",
                    (f"it can choose: {', '.join(labels.values())}",))
        )  # fmt: skip


def _random(why: str) -> str:
    return f"random {why}" if why != "random" else why


def _fits(verb: str, decision: Decision, answers: Mapping[str, tuple[str, ...]]) -> bool:
    """Whether the words of a choice answer such a decision."""
    if verb in answers:
        return decision.kind in answers[verb]
    kinds = {option.kind for option in decision.options}
    creature = "entity" in kinds and kinds <= {"entity", "done"}
    if verb in ("targets", "also targets"):
        return creature and (decision.least == 0) == (verb == "also targets")
    return not any(decision.kind in kinds for kinds in answers.values())


def _written(label: str) -> str:
    """A label as an author can write it."""
    words = label.split()
    plain = all(word.isalnum() for word in words) and (len(words) == 1 or label == label.lower())
    return label if plain else f'"{label}"'


def _hint(decision: Decision, asker: str, labels: tuple[str, ...], answers: Mapping[str, tuple[str, ...]]) -> str:
    name, first = _written(asker), _written(labels[0])
    verb = next((verb for verb, kinds in answers.items() if decision.kind in kinds), "")
    examples = {
        "uses": f"{name} uses {first}.",
        "may": f"{name} may: yes.",
        "reacts": f"{name} reacts: yes.",
        "keeps": f"The player keeps {', '.join(labels[:2])}.",
    }
    example = examples.get(verb)
    if example is None:
        targets = "targets" if decision.least else "also targets"
        entity = decision.options[0].kind == "entity"
        example = f"{name} {targets} {first}." if entity else f"{name} chooses {first}."
    return f"options: {', '.join(labels)}; write for example: {example}"


@frozen(slots=True)
class Outcome:
    """How a scenario came out. `dice` tells each die of the step that failed, `log` is everything that happened."""

    script: Script
    problems: tuple[Problem, ...]
    dice: tuple[str, ...] = ()
    failed: Span | None = None
    log: tuple[Logged, ...] = field(default=(), repr=False)
    state: State | None = field(default=None, repr=False)


def play(script: Script, ruleset: Ruleset, library: Library, state: State) -> Outcome:
    """Play a scenario from the state its line-up was set up with; the state itself stays as it is."""
    table = Table(ruleset, library, state.clone())
    for seat in {entity.seat for entity in state.entities.values() if entity.seat is not None}:
        table.players[seat] = table.answer
    player = Player(table, script)
    for step in (None, *script.steps):
        try:
            problems = player.start() if step is None else player.step(step)
        except Unmet as unmet:
            problems = [unmet.problem]
        if problems:
            head = step.head.span if step is not None else script.span
            return Outcome(script, tuple(problems), player.told(step), head, tuple(table.log), table.state)
    return Outcome(script, (), log=tuple(table.log), state=table.state)


class Player:
    """Carries out the steps of one scenario on one table."""

    def __init__(self, table: Table, script: Script) -> None:
        staging = table.ruleset.staging
        if staging is None:
            raise RulesError(f"{table.ruleset.title} does not say how a single situation is put on the table")
        self.table, self.script, self.staging = table, script, staging
        self.began = 0  # events logged before the step under way

    @property
    def ctx(self) -> Context:
        """The table with the eyes of nobody."""
        return Context(self.table)

    @property
    def _turns(self) -> Turns:
        if self.staging.turns is None:
            raise RulesError(f"nobody takes turns in {self.table.ruleset.title}")
        return self.staging.turns

    # -- the start -----------------------------------------------------------------------------------------------

    def start(self) -> list[Problem]:
        """Give the conditions of the line-up and mark those who have acted."""
        table = self.table
        problems: list[Problem] = []
        for zone, entrants in self.script.lines.items():
            if not any(entrant.conditions for entrant in entrants):
                continue
            for who, entrant in zip(table.state.zone(zone), entrants, strict=True):
                for given in entrant.conditions:
                    with self._at(given.span):
                        table.budget.refill()
                        self._give(who, given)
                    if table.state[who].condition(self._real(given.name)) is None:
                        label = table.state[who].label
                        problems.append(Problem("S305", f"{label} cannot have {given.name}", given.span, "a rule forbids it"))
        for name in self.script.acted:
            self._turns.acted(self.ctx, find(table.state, table.ruleset, name))
        return problems

    def _real(self, name: str) -> str:
        means = self.table.library.get("condition", name).fields.get("means")
        return str(means.name.text) if means is not None else name

    def _give(self, who: int, given: Given) -> None:
        cause = who if given.cause is None else find(self.table.state, self.table.ruleset, given.cause)
        level = Level(Number(given.strength)) if given.strength is not None else None
        lasts = Duration(Number(given.dice)) if given.dice else Endless()
        ctx = self.ctx.within(actor=cause, subject=who)
        ConditionRef(Name(given.name), level, lasts).gain(ctx, who)

    @contextmanager
    def _at(self, span: Span) -> Iterator[None]:
        """Turn what the library raises into a problem at this place."""
        try:
            yield
        except Unmet:
            raise
        except DicecrawlError as error:
            raise Unmet(self._trouble(error, span, ())) from error

    def _trouble(self, error: DicecrawlError, span: Span, dice: Sequence[StatedDie]) -> Problem:
        """What the library raised, in the words of scenarios: a die too few or impossible, a choice not stated."""
        message, _, note = str(error).partition("\n")
        notes = (note,) if note else ()
        fallen = self.table.fallen[-1] if self.table.fallen else None
        if fallen is None or not isinstance(error, ScriptError) or note:
            return Problem("S303" if isinstance(error, ScriptError) else "S308", message, span, "", notes)
        number = len(self.table.fallen)
        if fallen.face is None:
            last = dice[-1].span if dice else None
            where = span if last is None else attrs.evolve(last, start=last.end, column=last.column + last.end - last.start)
            stated = "none is stated" if not dice else f"only {number - 1} stated"
            return Problem("S302", f"a die is missing: {fallen}", where, f"die {number}; {stated}")
        return Problem("S302", f"no d{fallen.sides} shows {fallen.face}", dice[number - 1].span, f"it is for: {fallen}")

    # -- a step --------------------------------------------------------------------------------------------------

    def step(self, step: Step) -> list[Problem]:
        """Carry out a step and give everything that is not as stated."""
        table = self.table
        before = table.state.clone()
        self.began = len(table.log)
        table.state_dice([die.face for die in step.dice])
        table.choices, table.asked = list(step.choices), []
        try:
            self._carry_out(step.head)
            following = self._following()
            if self.staging.turns is not None and step.head.kind != "nothing":
                while following[0] is None and table.state.step is not None:
                    table.step()
        except Unmet:
            raise
        except DicecrawlError as error:
            raise Unmet(self._trouble(error, step.head.span, step.dice)) from error
        problems = [*self._wrong_dice(step), *self._left_over(step)]
        log = tuple(table.log[self.began :])
        after = After(table.ruleset, table.library, self.ctx, before, log, tuple(table.log), tuple(table.asked), following)
        for check in step.checks:
            try:
                wrong = check.wrong(after)
            except DicecrawlError as error:
                wrong = str(error)
            if wrong is not None:
                problems.append(Problem("S301", "this is not so", check.span, f"in fact {wrong}"))
        return problems

    def _carry_out(self, head: Head) -> None:
        table = self.table
        if head.kind == "nothing":
            return
        if table.state.step is None:
            raise Unmet(Problem("S306", "the battle is over, nothing more can happen", head.span, "remove this step"))
        if head.kind == "begin":
            while head.phase and table.state.step is not None and table.state.step.phase != head.phase:
                table.step()
            self._run_on()
            return
        assert head.who is not None
        who = find(table.state, table.ruleset, head.who)
        if who not in table.ruleset.order(table.state):
            found = fate(table.state, table.ruleset, tuple(table.log), who)
            raise Unmet(Problem("S306", f"{table.state[who].label} can do nothing", head.span, f"{found} already"))
        table.budget.refill()
        if head.kind in ("turn", "next turn"):
            if head.kind == "next turn":
                self._must_be_next(who, head)
            first = self._turns.turn(self.ctx, who)
            table.emit(self.ctx, StepEnded("scenario", who, first))
            self._run_on()
            return
        turns = self._turns
        turns.enter(self.ctx, who)
        scope = Context(table, who)
        if head.ability is not None:
            turns.perform(scope, who, head.ability)
        else:
            turns.act(scope, who)
        table.emit(self.ctx, StepEnded("scenario", who, turns.between(self.ctx)))

    def _run_on(self) -> None:
        """Run phases until play looks for the next creature, or the battle is over."""
        table = self.table
        table.step()
        while table.state.step is not None and table.state.step.phase not in self.staging.pauses:
            table.step()

    def _must_be_next(self, who: int, head: Head) -> None:
        found, _ = self._following()
        if found != who:
            label = f"it is {self.table.state[found].label}'s turn" if found is not None else "the battle has not begun"
            note = () if found is not None else (f"write Turn: {_written(str(head.who))}. or, before it, The battle begins.",)
            raise Unmet(Problem("S307", f"the next turn is not {head.who}'s", head.span, label, note))

    def _following(self) -> tuple[int | None, str | None]:
        """Who has the next turn, and the result if nobody has."""
        table = self.table
        if table.state.step is None or self.staging.turns is None:
            return None, table.state.result
        look = Run(table.ruleset, table.library, table.state.clone(), ScriptedDice(()))
        begun = table.state.step.phase in self.staging.pauses
        while look.state.step is not None and look.state.step.who is None and begun:
            look.step()
        return (look.state.step.who if look.state.step is not None else None), look.state.result

    # -- dice and choices -------------------------------------------------------------------------------------------

    def _wrong_dice(self, step: Step) -> Iterator[Problem]:
        rolled = self.table.fallen
        for stated, fallen in zip(step.dice, rolled, strict=False):
            if stated.why and not has_words(fallen.why, stated.why):
                yield Problem("S302", f"this die is not for '{stated.why}'", stated.span, f"it was {fallen}")
        left = step.dice[len(rolled) :]
        if left:
            what = "this die was never rolled" if len(left) == 1 else f"these {len(left)} dice were never rolled"
            first, last = left[0].span, left[-1].span
            span = Span(first.file, first.start, last.end if last.line == first.line else first.end, first.line, first.column)
            yield Problem("S302", what, span, f"all that were rolled: {len(rolled)}" if rolled else "none was rolled")

    def _left_over(self, step: Step) -> Iterator[Problem]:
        table = self.table
        log = table.log[self.began :]
        for choice in table.choices:
            who = None if choice.who is None else find(table.state, table.ruleset, choice.who)
            if choice.verb == "targets":
                aimed = [o for e in log if isinstance(o := e.replaced or e.event, Targeted) and o.actor == who]
                if all(any(t.target == find(table.state, table.ruleset, p) for t in aimed) for p in choice.picks):
                    continue
            if choice.verb == "uses" and any(
                isinstance(e.event, ActionStarted) and e.event.who == who and e.event.ability in choice.picks for e in log
            ):
                continue
            asked = [a for a in table.asked if who is None or a.decision.actor == who]
            told = "; ".join(f"{a.decision.kind}: {', '.join(a.labels)}" for a in asked)
            notes = (f"it was asked {told}",) if told else (f"{choice.speaker} was asked nothing in this step",)
            yield Problem("S304", f"the game never asked {choice.speaker} for this", choice.span, "not needed here", notes)

    def told(self, step: Step | None) -> tuple[str, ...]:
        """Each die of the step, what it was for and what came of it."""
        table, lines = self.table, []
        if step is None or not table.fallen:
            return ()
        results = _results(table.log[self.began :])
        for number, fallen in enumerate(table.fallen):
            face = "?" if fallen.face is None else str(fallen.face)
            result = results[number] if number < len(results) else ""
            lines.append(f"{face:>3}  {fallen}{f': {result}' if result else ''}")
            if fallen.face is None:
                lines[-1] += "   <- not stated"
        lines.extend(f"{die.face:>3}  never rolled" for die in step.dice[len(table.fallen) :])
        return tuple(lines)


def _results(log: Sequence[Logged]) -> list[str]:
    """What came of each die that fell, in order: its roll, if it was the last die of one."""
    found: list[str] = []
    for logged in log:
        event = logged.event
        if isinstance(event, DiceRolled):
            found.append("")
        elif isinstance(event, CheckMade) and found:
            verdict = "" if event.number is None else f" against {event.number}, a {'success' if event.success else 'failure'}"
            found[-1] = f"{event.total}{verdict}"
    return found
