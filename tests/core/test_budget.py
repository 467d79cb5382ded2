"""No content can hang a game: each limit names itself, the chain of causes and the line, and the stack never runs out."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import pytest

from dicecrawl.core.budget import Limits
from dicecrawl.core.context import Context, Die
from dicecrawl.core.events import Announced, CounterChanged, EntityAdded, RuleSet
from dicecrawl.core.state import Step, Waiting
from dicecrawl.errors import BudgetExceeded, RulesError
from tests.core.toy import CHIPS, ROW, Act, Follows, ask, at, lose, match, stone


def for_ever(act: Act) -> Act:
    def repeated(ctx: Context) -> None:
        while True:
            act(ctx)

    return repeated


def enter(ctx: Context) -> None:
    ctx.emit(EntityAdded(ctx.game.create(ctx.cards, "stone", "Flint", ROW, "another"), ROW))


def deeper(ctx: Context) -> None:
    deeper(ctx.because(at(9), "Echo"))


@pytest.mark.parametrize(
    ("act", "limits", "told"),
    [
        (for_ever(lambda ctx: ctx.emit(Announced("x"))), Limits(events=50), "made more than 50 things happen"),
        (for_ever(lambda ctx: ctx.roll(Die(6), "x")), Limits(draws=40), "rolled more than 40 dice"),
        (for_ever(lambda ctx: ctx.roll(Die(1), "x")), Limits(draws=40), "rolled more than 40 dice"),
        (for_ever(ask("may", "yes", "no")), Limits(decisions=30), "asked for more than 30 decisions"),
        (for_ever(enter), Limits(entities=20), "the game holds more than 20 entities, those gone included"),
        (deeper, Limits(depth=10), "had sentences cause each other more than 10 deep"),
    ],
    ids=["events", "draws", "dull dice", "decisions", "entities", "depth"],
)
def test_a_limit_passed_is_named_with_the_line_and_how_to_mend_it(act: Act, limits: Limits, told: str) -> None:
    game = match(act, faces=[3] * 100, players={0: lambda decision, state: (0,)}, limits=limits)
    with pytest.raises(BudgetExceeded) as caught:
        game.play()
    message = str(caught.value)
    assert told in message
    assert "at toy.crawl:1:1" in message or "Echo at toy.crawl:9:1" in message
    assert "Give the last sentence an end" in message


@pytest.mark.parametrize("name", ["events", "draws", "decisions", "entities", "depth", "steps"])
def test_every_limit_can_be_raised_by_the_name_in_its_message(name: str) -> None:
    raisers: dict[str, Callable[[], Any]] = {
        "events": lambda: match(for_ever(lose(1)), limits=Limits(events=3)),
        "draws": lambda: match(for_ever(lambda ctx: ctx.roll(Die(1), "x")), limits=Limits(draws=3)),
        "decisions": lambda: match(
            for_ever(ask("may", "yes", "no")), limits=Limits(decisions=3), players={0: lambda decision, state: (0,)}
        ),
        "entities": lambda: match(for_ever(enter), limits=Limits(entities=3)),
        "depth": lambda: match(deeper, limits=Limits(depth=3)),
        "steps": lambda: match(*[lose(1)] * 9, limits=Limits(steps=3)),
    }
    with pytest.raises(BudgetExceeded, match=rf"raise Limits\({name}=\.\.\.\)"):
        raisers[name]().play()


def test_the_chain_of_causes_is_told_from_the_outside_in() -> None:
    echo = Follows(CounterChanged, lambda ctx, event: ctx.emit(CounterChanged(2, CHIPS, -1)), span=at(4))
    back = Follows(CounterChanged, lambda ctx, event: ctx.emit(CounterChanged(1, CHIPS, -1)), span=at(5))
    game = match(
        lose(1), cards=[stone("Flint", echo), stone("Slate", back)], stones=["Flint", "Slate"], limits=Limits(depth=4)
    )
    with pytest.raises(BudgetExceeded, match=r"the test at toy\.crawl:1:1 -> Flint at toy\.crawl:4:1"):
        game.play()


def test_a_cause_repeated_is_told_once() -> None:
    with pytest.raises(BudgetExceeded, match=r"deep: Echo at toy\.crawl:9:1\. Give"):
        match(deeper, limits=Limits(depth=20)).play()


def test_events_dice_and_decisions_are_counted_anew_in_each_step() -> None:
    def some(ctx: Context) -> None:
        for _ in range(3):
            ctx.roll(Die(6), "x")
            ask("may", "yes", "no")(ctx)

    game = match(
        *[some] * 5,
        faces=[1] * 15,
        players={0: lambda decision, state: (0,)},
        limits=Limits(events=8, draws=3, decisions=3),
    )
    assert game.play().over


def test_steps_are_counted_over_the_whole_game_and_the_last_sentence_is_named() -> None:
    def again(ctx: Context, step: Step) -> Step:
        if step.number < 5:
            ctx.because(at(6), "Echo").emit(Announced("x"))
        return Step("act", None, step.number + 1)

    game = match(phases={"act": again}, limits=Limits(steps=100))
    with pytest.raises(BudgetExceeded, match=r"the game took more than 100 steps: Echo at toy\.crawl:6:1\."):
        game.play()


def test_a_rule_that_answers_itself_is_cut_off() -> None:
    echo = Follows(CounterChanged, lambda ctx, event: ctx.emit(CounterChanged(1, "dust", 1)), span=at(3))
    with pytest.raises(BudgetExceeded, match=r"Flint at toy\.crawl:3:1"):
        match(lose(1), cards=[stone("Flint", echo)]).play()


def test_a_rule_that_sets_itself_up_again_and_again_is_cut_off() -> None:
    def again(ctx: Context, event: RuleSet) -> None:
        ctx.emit(RuleSet(Waiting("again", 1, "used", 0)))

    game = match(
        lambda ctx: ctx.emit(RuleSet(Waiting("again", 1, "used", 0))), waiting={"again": Follows(RuleSet, again, span=at(2))}
    )
    with pytest.raises(BudgetExceeded, match=r"toy\.crawl:2:1"):
        game.play()


def test_a_caller_with_little_stack_left_gets_the_same_error_and_no_recursion_error() -> None:
    def low(frames: int) -> None:
        if frames:
            low(frames - 1)
        else:
            match(deeper).play()

    depth = 0
    frame = sys._getframe()
    while frame.f_back is not None:
        frame, depth = frame.f_back, depth + 1
    with pytest.raises(BudgetExceeded, match=r"Echo at toy\.crawl:9:1"):
        low(sys.getrecursionlimit() - depth - 60)


def test_a_game_stopped_halfway_does_not_go_on_from_there() -> None:
    game = match(lose(1), for_ever(lose(1)), limits=Limits(events=10))
    with pytest.raises(BudgetExceeded):
        game.play()
    with pytest.raises(RulesError, match="in the middle of a step"):
        game.advance()
