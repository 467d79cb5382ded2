"""Modifiers, replacements and triggers, each by itself: when they are asked, in which order, how often."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs
import pytest
from attrs import frozen

from dicecrawl.core.context import Context, Die
from dicecrawl.core.events import (
    Announced,
    ConditionEnded,
    ConditionGained,
    CounterChanged,
    DiceRolled,
    EntityAdded,
    EntityRemoved,
    RuleLifted,
    RuleSet,
)
from dicecrawl.core.questions import Allowed, Change, Distances, Gain, MustTarget, Question, RollBonus, StatOf
from dicecrawl.core.state import Condition, State, Waiting
from dicecrawl.errors import RulesError
from tests.core.toy import BOX, CHIPS, FULL, ROW, Alters, Follows, Rewrites, Stone, at, lose, mark, match, stone


def asked(*rules: Any, question: Question, also: tuple[Change, ...] = (), **words: Any) -> Any:
    """The answer to a question while the only stone has these rules."""
    found: list[Any] = []
    match(lambda ctx: found.append(ctx.value(question, *also)), cards=[stone("Flint", *rules)], **words).play()
    return found[0]


# -- modifiers ----------------------------------------------------------------------------------------------------------


BONUS = RollBonus(1, None, False, False, None)


def test_a_number_is_set_raised_multiplied_halved_and_lessened_in_the_order_of_the_game_not_of_the_cards() -> None:
    rules = [
        Alters(RollBonus, "less", 1),
        Alters(RollBonus, "halve"),
        Alters(RollBonus, "times", 3),
        Alters(RollBonus, "add", 4),
        Alters(RollBonus, "set", 5),
    ]
    assert asked(*rules, question=BONUS) == 13  # 5, then 9, then 27, half of it rounded up 14, less 1
    assert asked(*reversed(rules), question=BONUS) == 13
    assert asked(*rules, question=BONUS, arithmetic=("less", "halve", "times", "add", "set")) == 5


def test_the_game_says_how_a_half_is_rounded() -> None:
    halved = Alters(RollBonus, "halve")
    seven = Alters(RollBonus, "set", 7)
    assert asked(seven, halved, question=BONUS) == 4
    assert asked(seven, halved, question=BONUS, halve=lambda number: number // 2) == 3


def test_a_number_with_a_least_never_comes_out_below_it() -> None:
    assert asked(Alters(Gain, "less", 9), question=Gain(1, CHIPS, 2)) == 0
    assert asked(Alters(StatOf, "less", 9), question=StatOf(1, "Weight")) == -9  # a stat has no least


def test_where_nothing_can_be_counted_there_is_no_distance_rather_than_none_at_all() -> None:
    assert asked(question=Distances(1)) == {}


@pytest.mark.parametrize(
    ("ops", "answer"),
    [((), True), (("allow",), True), (("forbid",), False), (("allow", "forbid"), False), (("forbid", "allow"), False)],
)
def test_a_ban_beats_a_leave(ops: tuple[str, ...], answer: bool) -> None:
    rules = [Alters(Allowed, op) for op in ops]
    assert asked(*rules, question=Allowed("roll about", 1)) is answer


def test_a_leave_opens_what_was_closed_in_print() -> None:
    printed = {Allowed: lambda ctx, question: False}
    assert asked(question=Allowed("fly", 1), answers=printed) is False
    assert asked(Alters(Allowed, "allow"), question=Allowed("fly", 1), answers=printed) is True


@pytest.mark.parametrize(
    ("changes", "answer"),
    [
        ([("add", (3, 4)), ("remove", (1,))], (2, 3, 4)),
        ([("remove", (3,)), ("add", (3,))], (1, 2)),  # what is added may still be removed, whoever comes first
        ([("add", (2, 3))], (1, 2, 3)),  # nothing stands twice
        ([("add", (3,)), ("only", (3, 1))], (1, 3)),  # the old order stays
        ([("only", (1,)), ("remove", (1,))], ()),
    ],
)
def test_a_set_grows_first_and_is_narrowed_then(changes: list[tuple[str, Any]], answer: tuple[int, ...]) -> None:
    rules = [Alters(MustTarget, op, value) for op, value in changes]
    printed = {MustTarget: lambda ctx, question: (1, 2)}
    assert asked(*rules, question=MustTarget(1), answers=printed) == answer


def test_the_change_of_the_sentence_itself_counts_once_and_is_not_kept() -> None:
    def twice(ctx: Context) -> list[int]:
        return [ctx.value(BONUS, Change("add", 2)), ctx.value(BONUS)]

    found: list[list[int]] = []
    match(lambda ctx: found.append(twice(ctx)), cards=[stone("Flint", Alters(RollBonus, "add", 1))]).play()
    assert found == [[3, 1]]


def test_an_answer_is_worked_out_once_until_something_happens() -> None:
    looked: list[int] = []
    rule = Alters(RollBonus, "add", lambda ctx, question: looked.append(1) or len(looked))

    def act(ctx: Context) -> None:
        assert ctx.value(BONUS) == ctx.value(BONUS) == 1
        ctx.emit(Announced("a pause"))
        assert ctx.value(BONUS) == 2

    match(act, cards=[stone("Flint", rule)]).play()
    assert len(looked) == 2


def test_a_modifier_speaks_for_its_bearer() -> None:
    rule = Alters(StatOf, "add", lambda ctx, question: ctx.actor * 10)
    found: list[int] = []
    match(
        lambda ctx: found.append(ctx.value(StatOf(1, "Weight"))),
        cards=[stone("Flint", rule), stone("Slate", rule)],
        stones=["Flint", "Slate"],
    ).play()
    assert found == [30]


def test_a_condition_brings_its_rules_and_takes_them_away_again() -> None:
    heavy = mark("Heavy", Alters(StatOf, "add", lambda ctx, question: ctx.x))
    found: list[int] = []

    def act(ctx: Context) -> None:
        weigh = lambda: found.append(ctx.value(StatOf(1, "Weight")))  # noqa: E731
        weigh()
        ctx.emit(ConditionGained(1, Condition("Heavy", 4)))
        weigh()
        ctx.emit(ConditionEnded(1, ctx.state[1].conditions[0], "removed"))
        weigh()

    match(act, cards=[heavy]).play()
    assert found == [0, 4, 0]


# -- replacements -------------------------------------------------------------------------------------------------------


def harder(ctx: Context, event: CounterChanged) -> CounterChanged:
    return attrs.evolve(event, by=event.by - 1)


def test_a_replacement_is_offered_an_event_once_and_the_log_keeps_what_it_replaced() -> None:
    game = match(lose(1), cards=[stone("Flint", Rewrites(CounterChanged, harder, span=at(3)))]).play()
    (logged,) = [entry for entry in game.log if isinstance(entry.event, CounterChanged)]
    assert isinstance(logged.event, CounterChanged)
    assert logged.event.applied == -2
    assert logged.replaced == CounterChanged(1, CHIPS, -1)


def test_every_replacement_has_its_turn_in_the_order_of_their_owners() -> None:
    def told(letter: str) -> Callable[[Context, CounterChanged], CounterChanged]:
        return lambda ctx, event: attrs.evolve(event, counter=event.counter + letter)

    cards = [
        stone("Flint", Rewrites(CounterChanged, told("a")), Rewrites(CounterChanged, told("b"))),
        stone("Slate", Rewrites(CounterChanged, told("c"))),
    ]
    game = match(lambda ctx: ctx.emit(CounterChanged(1, "x", 1)), cards=cards, stones=["Flint", "Slate"]).play()
    assert [entry.event.counter for entry in game.log if isinstance(entry.event, CounterChanged)] == ["xabc"]


def test_a_replacement_is_never_offered_what_it_causes_itself() -> None:
    def doubled(ctx: Context, event: CounterChanged) -> CounterChanged:
        ctx.emit(CounterChanged(1, CHIPS, -1))
        return event

    game = match(lose(1, 2), cards=[stone("Flint", Rewrites(CounterChanged, doubled))]).play()
    assert [entry.event.by for entry in game.log if isinstance(entry.event, CounterChanged)] == [-1, -2]


def test_two_replacements_may_answer_what_the_other_causes() -> None:
    def echo(ctx: Context, event: CounterChanged) -> CounterChanged:
        ctx.emit(CounterChanged(ctx.actor, CHIPS, -1))
        return event

    cards = [stone("Flint", Rewrites(CounterChanged, echo)), stone("Slate", Rewrites(CounterChanged, echo))]
    game = match(lose(1, 2), cards=cards, stones=["Flint", "Slate"]).play()
    changed = [(e.event.who, e.event.by) for e in game.log if isinstance(e.event, CounterChanged)]
    # Flint's own -1 wakes Slate, whose -1 wakes nobody; then Slate has its own turn with the first event.
    assert changed == [(2, -1), (1, -1), (1, -1), (2, -1), (1, -2)]


def test_a_replacement_may_turn_an_event_into_one_of_another_kind_that_others_answer() -> None:
    def instead(ctx: Context, event: CounterChanged) -> Announced:
        return Announced("saved", 1)

    def louder(ctx: Context, event: Announced) -> Announced:
        return attrs.evolve(event, what=event.what.upper())

    cards = [stone("Flint", Rewrites(Announced, louder), Rewrites(CounterChanged, instead))]
    game = match(lose(1, FULL), cards=cards).play()
    assert [entry.event.what for entry in game.log if isinstance(entry.event, Announced)] == ["SAVED"]
    assert game.state[1].count(CHIPS) == FULL


def test_a_prevented_event_leaves_no_trace_and_wakes_nobody() -> None:
    heard: list[Any] = []
    got: list[Any] = []
    rules = (
        Rewrites(CounterChanged, lambda ctx, event: None),
        Follows(CounterChanged, lambda ctx, event: heard.append(event)),
    )
    game = match(lambda ctx: got.append(lose(1)(ctx)), cards=[stone("Flint", *rules)]).play()
    assert (got, heard) == ([None], [])
    assert not [entry for entry in game.log if isinstance(entry.event, CounterChanged)]


def test_a_rerolled_die_is_offered_again_as_a_new_face() -> None:
    def luck(ctx: Context, event: DiceRolled) -> DiceRolled:
        if event.face > 2:
            return event
        return attrs.evolve(event, face=ctx.roll(Die(event.sides), "reroll"))

    found: list[int] = []
    game = match(
        lambda ctx: found.append(ctx.roll(Die(6), "fate")),
        cards=[stone("Flint", Rewrites(DiceRolled, luck)), stone("Slate", Rewrites(DiceRolled, luck))],
        stones=["Flint", "Slate"],
        faces=[1, 2, 5],
    ).play()
    assert found == [5]
    rolled = [entry.event for entry in game.log if isinstance(entry.event, DiceRolled)]
    assert [(die.why, die.natural, die.face) for die in rolled] == [("reroll", 5, 5), ("reroll", 2, 5), ("fate", 1, 5)]


def test_a_die_may_not_be_prevented() -> None:
    game = match(
        lambda ctx: ctx.roll(Die(6), "fate"),
        cards=[stone("Flint", Rewrites(DiceRolled, lambda ctx, event: None))],
        faces=[3],
    )
    with pytest.raises(RulesError, match="prevented a die from falling"):
        game.play()


# -- triggers -----------------------------------------------------------------------------------------------------------


def test_triggers_follow_in_the_order_of_their_owners_with_themselves_as_performer() -> None:
    heard: list[tuple[int, int]] = []
    rule = Follows(CounterChanged, lambda ctx, event: heard.append((ctx.actor, event.applied)))
    match(lose(2), cards=[stone("Flint", rule), stone("Slate", rule)], stones=["Slate", "Flint"]).play()
    assert heard == [(1, -1), (2, -1)]


def test_whose_turn_it_is_decides_anew_in_each_step_who_is_asked_first() -> None:
    heard: list[int] = []
    rule = Follows(Announced, lambda ctx, event: heard.append(ctx.actor))

    def turned(state: State) -> tuple[int, ...]:
        return state.zone(ROW)[::-1] if state.count("active") else state.zone(ROW)

    match(
        lambda ctx: ctx.emit(Announced("one")),
        lambda ctx: ctx.emit(CounterChanged(None, "active", 1)),
        lambda ctx: ctx.emit(Announced("two")),
        cards=[stone("Flint", rule), stone("Slate", rule)],
        stones=["Flint", "Slate"],
        order=turned,
    ).play()
    assert heard == [1, 2, 2, 1]


def test_what_follows_comes_after_the_state_has_changed_and_losses_are_settled() -> None:
    seen: list[tuple[int, str | None]] = []
    rule = Follows(CounterChanged, lambda ctx, event: seen.append((ctx.state[1].count(CHIPS), ctx.state.where(1))))
    match(lose(1, FULL), cards=[stone("Flint", rule)]).play()
    assert seen == [(0, BOX)]


def test_one_that_dies_of_an_event_still_answers_it_and_one_that_enters_does_too() -> None:
    heard: list[str] = []
    last = Follows(EntityRemoved, lambda ctx, event: heard.append("dying"))
    first = Follows(EntityAdded, lambda ctx, event: heard.append("new"))

    def enter(ctx: Context) -> None:
        ctx.emit(EntityAdded(ctx.game.create(ctx.cards, "stone", "Slate", ROW, "Slate"), ROW))

    match(enter, lose(1, FULL), cards=[stone("Flint", last), stone("Slate", first)]).play()
    assert heard == ["new", "dying"]


def test_triggers_that_answer_a_blow_wait_until_it_is_done() -> None:
    heard: list[str] = []
    rules = (
        Follows(CounterChanged, lambda ctx, event: heard.append("at once")),
        Follows(CounterChanged, lambda ctx, event: heard.append(f"after the blow, {event.by}"), late=True),
    )

    def blow(ctx: Context) -> None:
        with ctx.blow():
            lose(1)(ctx)
            lose(1, 2)(ctx)
            heard.append("riders")
        heard.append("end")

    match(blow, cards=[stone("Flint", *rules)]).play()
    assert heard == ["at once", "at once", "riders", "after the blow, -1", "after the blow, -2", "end"]


def test_a_blow_inside_a_blow_answers_its_own_triggers_first() -> None:
    heard: list[str] = []
    rule = Follows(CounterChanged, lambda ctx, event: heard.append(f"after {event.by}"), late=True)

    def outer(ctx: Context) -> None:
        with ctx.blow():
            lose(1, 1)(ctx)
            with ctx.blow():
                lose(1, 2)(ctx)
            heard.append("between")

    match(outer, cards=[stone("Flint", rule)]).play()
    assert heard == ["after -2", "between", "after -1"]


def test_outside_a_blow_nothing_waits() -> None:
    heard: list[str] = []
    rule = Follows(CounterChanged, lambda ctx, event: heard.append("rule"), late=True)

    def act(ctx: Context) -> None:
        lose(1)(ctx)
        heard.append("next sentence")

    match(act, cards=[stone("Flint", rule)]).play()
    assert heard == ["rule", "next sentence"]


def test_a_rule_set_up_for_later_comes_last_remembers_whom_it_was_about_and_can_be_lifted() -> None:
    heard: list[tuple[str, tuple[int, ...]]] = []
    own = Follows(CounterChanged, lambda ctx, event: heard.append(("card", ctx.they)))
    later = Follows(CounterChanged, lambda ctx, event: heard.append(("later", ctx.they)))

    def set_up(ctx: Context) -> None:
        ctx.emit(RuleSet(Waiting("next", 1, "used", 0, (2,))))

    def lift(ctx: Context) -> None:
        ctx.emit(RuleLifted(ctx.state.waiting[0]))

    match(
        set_up,
        lose(1),
        lift,
        lose(1),
        cards=[stone("Flint", own)],
        stones=["Flint", "Slate"],
        waiting={"next": later},
    ).play()
    assert heard == [("card", ()), ("later", (2,)), ("card", ())]


def test_what_a_rule_does_names_its_card_and_line_as_cause() -> None:
    rule = Follows(CounterChanged, lambda ctx, event: ctx.emit(Announced("heard")), span=at(7))
    game = match(lose(1), cards=[stone("Flint", rule)]).play()
    (logged,) = [entry for entry in game.log if entry.event == Announced("heard")]
    assert (logged.cause.definition, logged.cause.span.line, logged.cause.owner) == ("Flint", 7, 1)


def test_the_same_condition_on_two_owners_or_twice_on_one_answers_each_for_itself() -> None:
    heard: list[tuple[int, int]] = []
    sore = mark("Sore", Follows(CounterChanged, lambda ctx, event: heard.append((ctx.actor, ctx.x))))

    def suffer(ctx: Context) -> None:
        for who, strength in ((1, 3), (2, 4), (1, 5)):
            ctx.emit(ConditionGained(who, Condition("Sore", strength)))

    match(suffer, lose(2), cards=[sore], stones=["Flint", Stone("Slate")]).play()
    assert heard == [(1, 3), (1, 5), (2, 4)]


def test_a_modifier_may_have_nothing_to_say() -> None:
    @frozen(slots=True)
    class Silent(Alters):
        def change(self, ctx: Context, question: Any) -> Change | None:
            return None

    assert asked(Silent(RollBonus, "set"), Alters(RollBonus, "add", 2), question=BONUS) == 2
