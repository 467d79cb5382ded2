"""What each event writes, that nothing else writes, and that a state is plain, frozen and copied whole."""

from __future__ import annotations

import ast
from typing import Any

import attrs
import pytest

from dicecrawl.core import events
from dicecrawl.core.events import (
    EVENTS,
    Announced,
    ConditionEnded,
    ConditionGained,
    ConditionTicked,
    CounterChanged,
    DamageDealt,
    EntityAdded,
    EntityMoved,
    EntityRemoved,
    Event,
    RuleLifted,
    RuleSet,
    StatChanged,
    StepEnded,
    TagChanged,
    ZoneArranged,
    event_fields,
)
from dicecrawl.core.save import same_state, state_to_dict
from dicecrawl.core.state import Condition, Entity, State, Step, Waiting, sealed
from tests.architecture.source import PACKAGE, python_files
from tests.core.toy import BOX, CHIPS, FULL, ROW, Cards, Follows, lay, mark, match, stone


def row(*names: str) -> State:
    return lay(Cards({("stone", name): stone(name) for name in names}), names)


def happen(state: State, *done: Event) -> list[Event]:
    return [event.apply(state) for event in done]


# -- counters -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("start", "event", "end", "applied"),
    [
        (FULL, CounterChanged(1, CHIPS, -2), 4, -2),
        (FULL, CounterChanged(1, CHIPS, -9), 0, -6),  # stops at 0
        (FULL, CounterChanged(1, CHIPS, -9, floor=-2), -2, -8),
        (FULL, CounterChanged(1, CHIPS, -9, floor=None), -3, -9),
        (4, CounterChanged(1, CHIPS, 1), 5, 1),
        (4, CounterChanged(1, CHIPS, 9), FULL, 2),  # and at the limit
        (4, CounterChanged(1, CHIPS, 9, over=True), 13, 9),
        (8, CounterChanged(1, CHIPS, 1), 8, 0),  # what is above its limit already stays
        (8, CounterChanged(1, CHIPS, -1), 7, -1),
        (FULL, CounterChanged(1, "dust", 3), FULL, 3),  # a counter nobody knew yet has no limit
    ],
)
def test_a_counter_stops_where_it_must_and_the_event_says_by_how_much_it_changed(
    start: int, event: CounterChanged, end: int, applied: int
) -> None:
    state = row("Flint")
    happen(state, CounterChanged(1, CHIPS, start - FULL, over=True))
    (done,) = happen(state, event)
    assert state[1].count(CHIPS) == end
    assert done == attrs.evolve(event, applied=applied)


def test_a_counter_of_the_game_has_a_floor_and_no_limit() -> None:
    state = row("Flint")
    done = happen(state, CounterChanged(None, "round", 3), CounterChanged(None, "round", -5))
    assert state.count("round") == 0
    assert [event.applied for event in done if isinstance(event, CounterChanged)] == [3, -3]


def test_damage_takes_boxes_down_to_none_and_none_of_it_takes_nothing() -> None:
    state = row("Flint")
    happen(state, DamageDealt(None, 1, 9, 0, CHIPS))
    assert state[1].count(CHIPS) == FULL
    happen(state, DamageDealt(None, 1, 9, 9, CHIPS))
    assert state[1].count(CHIPS) == 0


def test_a_changed_stat_is_kept_apart_from_counters_and_may_be_negative() -> None:
    state = row("Flint")
    happen(state, StatChanged(1, "Weight", -2), StatChanged(1, "Weight", -1))
    assert state[1].count("stat Weight") == -3
    assert state[1].count("Weight") == 0


# -- conditions -----------------------------------------------------------------------------------------------------------


def test_conditions_are_numbered_as_they_come_and_kept_oldest_first() -> None:
    state = row("Flint", "Slate")
    done = happen(
        state,
        ConditionGained(1, Condition("Sore", 1)),
        ConditionGained(2, Condition("Sore", 1)),
        ConditionGained(1, Condition("Wet")),
    )
    assert [event.condition.age for event in done if isinstance(event, ConditionGained)] == [1, 2, 3]
    assert not any(event.renewed for event in done if isinstance(event, ConditionGained))
    renewed = attrs.evolve(state[1].conditions[0], strength=5)
    (again,) = happen(state, ConditionGained(1, renewed))
    assert isinstance(again, ConditionGained)
    assert again.renewed
    assert [(c.name, c.strength, c.age) for c in state[1].conditions] == [("Sore", 5, 1), ("Wet", None, 3)]


def test_ticking_and_ending_touch_the_one_condition_that_is_meant() -> None:
    state = row("Flint")
    happen(state, ConditionGained(1, Condition("Sore", 1, 2)), ConditionGained(1, Condition("Sore", 9, 2)))
    first, second = state[1].conditions
    happen(state, ConditionTicked(1, attrs.evolve(second, dice=1)))
    assert [(c.strength, c.dice) for c in state[1].conditions] == [(1, 2), (9, 1)]
    happen(state, ConditionEnded(1, first, "time"))
    assert [c.strength for c in state[1].conditions] == [9]
    assert state[1].condition("Sore") == state[1].conditions[0]
    assert state[1].condition("Wet") is None


# -- entities and zones -----------------------------------------------------------------------------------------------------


def newcomer(name: str = "Slate") -> Entity:
    return Entity(0, "stone", name, name, ROW, ROW)


def test_a_newcomer_gets_the_next_id_and_a_shell_of_its_own() -> None:
    state = row("Flint")
    mine = newcomer()
    (done,) = happen(state, EntityAdded(mine, ROW, 0))
    assert isinstance(done, EntityAdded)
    assert (done.entity.id, state.zone(ROW), state.next_id) == (2, (2, 1), 3)
    happen(state, CounterChanged(2, CHIPS, 3))
    assert (mine.count(CHIPS), done.entity.count(CHIPS), state[2].count(CHIPS)) == (0, 0, 3)


@pytest.mark.parametrize(
    ("index", "order"), [(0, (3, 1, 2)), (1, (1, 3, 2)), (None, (1, 2, 3)), (99, (1, 2, 3)), (-9, (3, 1, 2))]
)
def test_a_move_puts_an_entity_at_a_place_and_leaves_no_gap(index: int | None, order: tuple[int, ...]) -> None:
    state = row("Flint", "Slate", "Chalk")
    happen(state, EntityMoved(3, ROW, index, "moved"))
    assert state.zone(ROW) == order


def test_an_entity_is_in_one_zone_at_a_time() -> None:
    state = row("Flint", "Slate")
    happen(state, EntityMoved(1, "hidden", None, "hides", side="dust"))
    assert (state.zone(ROW), state.zone("hidden"), state.where(1), state[1].side, state[1].home) == (
        (2,), (1,), "hidden", "dust", ROW,
    )  # fmt: skip
    happen(state, EntityRemoved(1, "left", BOX))
    assert (state.where(1), state.zone("hidden")) == (BOX, ())
    assert state.where(99) is None


def test_death_takes_conditions_and_rules_set_up_for_later_with_it_and_leaving_does_not() -> None:
    for reason, kept in (("died", 0), ("left", 1)):
        state = row("Flint", "Slate")
        happen(
            state,
            ConditionGained(1, Condition("Sore")),
            RuleSet(Waiting("a", 1, "used", 0)),
            RuleSet(Waiting("b", 2, "used", 0)),
            EntityRemoved(1, reason, BOX),
        )
        assert len(state[1].conditions) == kept
        assert [waiting.key for waiting in state.waiting] == ["a", "b"][1 - kept :]


def test_rules_set_up_for_later_are_numbered_and_lifted_one_by_one() -> None:
    state = row("Flint")
    happen(state, RuleSet(Waiting("a", 1, "used", 0)), RuleSet(Waiting("a", 1, "used", 0)))
    first, second = state.waiting
    assert first.serial != second.serial
    happen(state, RuleLifted(first))
    assert state.waiting == (second,)


def test_tags_cards_order_step_and_result() -> None:
    state = row("Flint", "Slate")
    happen(
        state,
        TagChanged(1, "tags", "flat", True),
        TagChanged(1, "tags", "flat", True),
        TagChanged(1, "cards", "Skip", True),
        TagChanged(1, "cards", "Skip", False),
        ZoneArranged(ROW, (2, 1), "reversed"),
        StepEnded("act", None, Step("rest", 2, 1)),
        Announced("result", word="won"),
        Announced("applause", word="loud"),
    )
    assert (state[1].tags, state[1].cards, state.zone(ROW)) == (("flat",), (), (2, 1))
    assert (state.step, state.result) == (Step("rest", 2, 1), "won")


def test_the_events_of_a_log_lead_from_the_start_to_the_end() -> None:
    def act(ctx: Any) -> None:
        ctx.emit(EntityAdded(newcomer("Flint"), ROW, 0))
        ctx.emit(ConditionGained(2, Condition("Sore", 1, 3)))
        ctx.emit(RuleSet(Waiting("later", 1, "used", 0)))
        ctx.emit(CounterChanged(2, CHIPS, -FULL - 3))
        ctx.emit(ConditionGained(1, Condition("Sore", 1, 3)))
        ctx.emit(RuleLifted(ctx.state.waiting[0]))

    game = match(act, act, cards=[mark("Sore")], waiting={"later": Follows(Announced, lambda ctx, event: None)})
    past = game.state.clone()
    game.play()
    for logged in game.log:
        logged.event.apply(past)
    same_but_version = {**state_to_dict(past), "version": game.state.version}
    assert same_but_version == state_to_dict(game.state)


# -- frozen ---------------------------------------------------------------------------------------------------------------


def frozen_things() -> list[Any]:
    state = row("Flint")
    happen(state, ConditionGained(1, Condition("Sore")), RuleSet(Waiting("a", 1, "used", 0)))
    return [state, state[1], state[1].conditions[0], state.waiting[0], state.step, Announced("x")]


@pytest.mark.parametrize("thing", frozen_things(), ids=lambda thing: type(thing).__name__)
def test_nothing_in_a_state_can_be_written(thing: Any) -> None:
    for field in attrs.fields(type(thing)):
        with pytest.raises(attrs.exceptions.FrozenInstanceError):
            setattr(thing, field.name, None)
        with pytest.raises(attrs.exceptions.FrozenInstanceError):
            delattr(thing, field.name)
    with pytest.raises(AttributeError):
        thing.invented = 1


@pytest.mark.parametrize("mapping", ["entities", "zones", "counters"])
def test_the_mappings_of_a_state_are_read_only(mapping: str) -> None:
    with pytest.raises(TypeError):
        getattr(row("Flint"), mapping)["x"] = 1


def test_the_mappings_of_an_entity_are_read_only() -> None:
    entity = row("Flint")[1]
    for mapping in (entity.counters, entity.limits):
        with pytest.raises(TypeError):
            mapping[CHIPS] = 1  # type: ignore[index]


def test_a_sealed_copy_does_not_follow_the_original() -> None:
    original = {"a": 1}
    copy = sealed(original)
    original["a"] = 2
    assert copy["a"] == 1


def test_a_clone_played_on_shares_nothing() -> None:
    state = row("Flint", "Slate")
    before = state_to_dict(state)
    copy = state.clone()
    assert same_state(copy, state)
    happen(
        copy,
        CounterChanged(1, CHIPS, -1),
        ConditionGained(2, Condition("Sore")),
        EntityMoved(2, ROW, 0, "moved"),
        EntityAdded(newcomer(), BOX),
        CounterChanged(None, "round", 1),
        TagChanged(1, "tags", "flat", True),
    )
    assert state_to_dict(state) == before
    assert not same_state(copy, state)


def test_every_event_is_listed_and_tells_its_fields() -> None:
    assert len(EVENTS) == len(Event.__subclasses__()) > 15
    assert event_fields(CounterChanged(1, CHIPS, -1)) == {
        "who": 1, "counter": CHIPS, "by": -1, "applied": 0, "floor": 0, "over": False,
    }  # fmt: skip


# -- the one writer ---------------------------------------------------------------------------------------------------------


def writers(source: str) -> list[int]:
    """Lines that could write into a frozen thing: `write` taken from the state, `object.__setattr__` but on oneself."""
    tree = ast.parse(source)
    found, own = [], set()
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(attr="__setattr__") as called, args=[ast.Name(id="self"), *_]):
                own.add(called)
    for node in ast.walk(tree):
        match node:
            case ast.ImportFrom(module=str(module), names=names) if module.endswith("state"):
                found += [node.lineno for name in names if name.name in ("write", "*")]
            case ast.Attribute(value=ast.Name(id="object"), attr="__setattr__") if node not in own:
                found.append(node.lineno)
            case ast.Attribute(value=ast.Name(id="state"), attr="write"):
                found.append(node.lineno)
    return found


def test_only_events_write_into_a_state() -> None:
    found = {file.relative_to(PACKAGE).as_posix(): writers(file.read_text(encoding="utf-8")) for file in python_files(PACKAGE)}
    writing = {file: lines for file, lines in found.items() if lines}
    # state.py makes the tool; context.py copies its own scope, which is no part of a state.
    assert set(writing) <= {"core/events.py", "core/state.py", "core/context.py"}
    assert "core/events.py" in writing
    assert events.write is object.__setattr__


def test_a_class_may_finish_building_itself() -> None:
    assert writers("object.__setattr__(self, 'terms', ())") == []


@pytest.mark.parametrize(
    "line",
    [
        "from dicecrawl.core.state import write",
        "from dicecrawl.core.state import Entity, write as w",
        "from .state import *",
        "object.__setattr__(entity, 'side', 'x')",
        "state.write(entity, 'side', 'x')",
    ],
)
def test_a_second_writer_would_be_found(line: str) -> None:
    assert writers(line) == [1]
