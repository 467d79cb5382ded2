"""How sentences hang together: blocks, clauses, "if", tables, "may"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

import attrs
from attrs import field

from dicecrawl.core.context import Die
from dicecrawl.core.decisions import Decision, Option
from dicecrawl.core.events import Targeted
from dicecrawl.core.nodes import BOUND, CardLookup, Effect, Fault, Node, Selector, Test, node

if TYPE_CHECKING:
    from dicecrawl.core.context import Context

NOBODY = 0  # the subject of what no creature does
MAY = (Option("yes", "yes", "may"), Option("no", "no", "may"))


@node
class Block(Effect):
    """Sentences in order; it ends early when its performer is gone or a fallback was taken. Ruling: MO-2, MO-34."""

    sentences: tuple[Node, ...]

    def perform(self, ctx: Context) -> None:
        for sentence in self.sentences:
            if ctx.flow.stopped or ctx.gone():
                return
            if isinstance(sentence, Effect):
                sentence.perform(ctx.because(sentence.span))

    def possible(self, ctx: Context) -> bool:
        """Whether its first sentence is, and after a cost the one that follows it. Ruling: MO-42."""
        for sentence in self.sentences:
            if isinstance(sentence, Effect) and not sentence.possible(ctx):
                return False
            if not isinstance(sentence, Clause) or not sentence.is_cost():
                return True
        return True


@node
class Sequence(Effect):
    """Clauses joined by semicolons: like sentences, but after an attack roll they are its riders."""

    clauses: tuple[Effect, ...]

    def perform(self, ctx: Context) -> None:
        for clause in self.clauses:
            if not ctx.flow.stopped and not ctx.gone():
                clause.perform(ctx)


@node
class Tail(Node):
    """Something after "and" whose verb was said before."""


@node
class Limit(Node):
    """A word at the end of a clause that changes how it is done."""


@node
class Instead(Limit):
    """It happens in place of what would have happened."""

    alters: ClassVar[bool] = True


@node
class IgnoringRange(Limit):
    """Range and position do not matter."""


@node
class Cost(Effect):
    """Something given up for what follows: nobody need give it up for nothing."""


@node
class Clause(Effect):
    """A subject and what it does. Unstated, the subject is the one whose card speaks. Ruling: MO-3 for "may"."""

    subject: Selector | None
    may: str | None
    verbs: tuple[Effect | Tail, ...]
    limits: tuple[Limit, ...] = ()
    purpose: str = field(default="neutral", kw_only=True, metadata=BOUND)

    def perform(self, ctx: Context) -> None:
        ctx = ctx.within(subject=ctx.actor, purpose=self.purpose)
        if self.subject is None:
            self._act(ctx, ctx.actor)
        else:
            named = self.subject.pick(ctx)
            pronoun = bool(self.subject.refers)
            for who in named:
                if ctx.flow.stopped or ctx.gone():
                    return
                if who == NOBODY or ctx.present(who):
                    self._act(ctx if pronoun or who == ctx.actor else ctx.within(they=(who,)), who)
        declined = self.may is not None and not ctx.flow.did
        if ctx.offered is not None and not declined and any(isinstance(limit, Instead) for limit in self.limits):
            ctx.offered.event = None

    def _act(self, ctx: Context, who: int) -> None:
        if ctx.subject != who:
            ctx = ctx.within(subject=who)
        if self.may is not None:
            ctx.flow.did = self._can(ctx) and _agreed(ctx, who)
            if not ctx.flow.did:
                return
        for verb in self.verbs:
            if ctx.flow.stopped or ctx.gone():
                return
            if isinstance(verb, Effect):
                verb.perform(ctx)

    def possible(self, ctx: Context) -> bool:
        """Whether it could be done; what one merely may do stops nobody (MO-130)."""
        return self.may is not None or self._can(ctx)

    def _can(self, ctx: Context) -> bool:
        verb = self.verbs[0]
        if ctx.purpose != self.purpose:
            ctx = ctx.within(purpose=self.purpose)
        return not isinstance(verb, Effect) or verb.possible(ctx)

    def is_cost(self) -> bool:
        """Whether it does nothing but give something up."""
        return all(isinstance(verb, Cost) for verb in self.verbs)


def _agreed(ctx: Context, who: int) -> bool:
    """Whether it is done: its own player says so, or else the player of whoever's card it is. Ruling: MO-3, MO-50."""
    seat = ctx.seat_of(who)
    decision = Decision(ctx.seat_of(ctx.actor) if seat is None else seat, "may", MAY, 1, 1, who, ctx.cause)
    return ctx.choose(decision)[0].value == "yes"


@node
class Afterwards(Effect):
    """Done once the action is over, and no longer part of it. Ruling: MO-118."""

    then: Effect

    def perform(self, ctx: Context) -> None:
        if ctx.present(ctx.actor):
            self.then.perform(ctx.within(mode="rule", performer=None))


@node
class Halt(Effect):
    """Stop acting: what is under way ends, and so does the turn's action phase. Ruling: MO-102."""

    alters: ClassVar[bool] = True

    def perform(self, ctx: Context) -> None:
        event = ctx.offered.event if ctx.offered is not None else None
        if ctx.offered is not None and isinstance(event, Targeted):
            ctx.offered.event = attrs.evolve(event, halts=True)


@node
class IfThen(Effect):
    """Something done only if a test holds, and perhaps something else if not."""

    test: Test
    then: Effect
    otherwise: Effect | None = None

    def perform(self, ctx: Context) -> None:
        if self.test.holds(ctx):
            self.then.perform(ctx)
        elif self.otherwise is not None:
            self.otherwise.perform(ctx)

    def possible(self, ctx: Context) -> bool:
        return True


@node
class Otherwise(Effect):
    """What is done if the "if" just before did not hold. Binding joins the two, in `IfThen`."""

    then: Effect

    def faults(self, card: CardLookup) -> Iterator[Fault]:
        yield Fault("E121", "there is no 'if' just before this 'otherwise'", "", (
            "put it right after the sentence that begins with 'If ...'; after an 'If ...:' with a block, on a line of its own",
        ))  # fmt: skip


@node
class OneFace(Node):
    """A single face."""

    face: int

    def faces(self, sides: int) -> tuple[int, ...]:
        """The faces meant, of a die or sum with so many."""
        return (self.face,)


@node
class FaceRange(Node):
    """Faces from one to another, both included."""

    span_text: str

    def faces(self, sides: int) -> tuple[int, ...]:
        """The faces meant; reversed bounds give none, which the checks report."""
        low, _, high = self.span_text.partition("-")
        return tuple(range(int(low), int(high) + 1)) if int(high) - int(low) <= 1000 else ()


@node
class FacesFrom(Node):
    """A face and all above it."""

    low: str

    def faces(self, sides: int) -> tuple[int, ...]:
        """The faces meant."""
        return tuple(range(int(self.low.rstrip("+")), sides + 1))


@node
class TwoFaces(Node):
    """One face or another."""

    first: int
    second: int

    def faces(self, sides: int) -> tuple[int, ...]:
        """The faces meant."""
        return (self.first, self.second)


Faces = OneFace | FaceRange | FacesFrom | TwoFaces


@node
class Row(Node):
    """A row of a table."""

    faces: OneFace | FaceRange | FacesFrom | TwoFaces
    block: Effect


@node
class RollTable(Effect):
    """Dice, and what each result does. The dice take no modifiers. Ruling: MO-22."""

    dice: str
    rows: tuple[Row, ...]

    def parts(self) -> tuple[int, int]:
        """How many dice, of how many sides."""
        count, _, sides = self.dice.lower().partition("d")
        return int(count or 1), int(sides)

    def faults(self, card: CardLookup) -> Iterator[Fault]:
        count, sides = self.parts()
        yield from table_faults(self.dice, count, count * sides, tuple((row.faces, row.faces) for row in self.rows))

    def perform(self, ctx: Context) -> None:
        count, sides = self.parts()
        total = sum(ctx.roll(Die(sides), "table") for _ in range(count))
        for row in self.rows:
            if total in row.faces.faces(count * sides):
                row.block.perform(ctx)
                return


def table_faults(dice: str, low: int, high: int, rows: tuple[tuple[Faces, Node], ...]) -> Iterator[Fault]:
    """Faces that no row has, or two, or that the dice cannot show. `rows` are faces and where they stand."""
    seen: dict[int, Node] = {}
    backwards = False
    for faces, where in rows:
        meant = faces.faces(high)
        if not meant:
            backwards = True
            yield Fault("E143", "these faces run backwards", "write the lower one first", at=where.span)
        for face in meant:
            if not low <= face <= high:
                yield Fault("E142", f"{dice} cannot come to {face}", f"it comes to {low} to {high}", at=where.span)
                break
        for face in meant:
            if face in seen and seen[face] is not where:
                yield Fault("E141", f"a roll of {face} has two rows", "the second row", at=where.span,
                            also=seen[face].span, also_label="the first row")  # fmt: skip
                break
        for face in meant:
            seen.setdefault(face, where)
    missing = [str(face) for face in range(low, min(high, low + 999) + 1) if face not in seen]
    if missing and rows and not backwards:
        few = ", ".join(missing[:12]) + (", ..." if len(missing) > 12 else "")
        yield Fault("E140", f"this table has no row for {few}", f"{dice} comes to {low} to {high}",
                    ("add a row for it, if only 'Nothing happens.'",))  # fmt: skip


@node
class Nothing(Effect):
    """Nothing happens."""

    def perform(self, ctx: Context) -> None:
        """Nothing at all."""


@node
class Error(Node):
    """A sentence that could not be read; binding drops it, since its mistake has been reported."""

    text: str = ""
