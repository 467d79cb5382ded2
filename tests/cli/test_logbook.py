"""The story of each seat: what the toy game hides from one is not told to it before it lies open."""

from __future__ import annotations

from typing import Any

from dicecrawl.cli.tabletop.logbook import Logbook
from dicecrawl.cli.tabletop.secrets import kept, private
from dicecrawl.core.context import Context, Die
from dicecrawl.core.events import Announced, CounterChanged, DiceRolled, EntityMoved, Event
from dicecrawl.core.showing import Showing, Table
from dicecrawl.core.state import State, sealed, write
from dicecrawl.match import Match
from tests.core.toy import BOX, Stone, ask, match

CUP = "under the cup"
OPEN = "open"
FLINT, PYRITE = 1, 2  # the stones of seats 0 and 1


def view(state: State, seat: int) -> State:
    """What others have under their cups is not seen before it is open."""
    seen = state.clone()
    for entity in seen.entities.values():
        if entity.seat != seat and not state.count(OPEN) and CUP in entity.counters:
            write(entity, "counters", sealed({k: v for k, v in entity.counters.items() if k != CUP}))
    return seen


def hides(state: State, event: Event, seat: int) -> bool:
    """The dice, and what they came to, are their owner's."""
    secret = isinstance(event, DiceRolled) or (isinstance(event, CounterChanged) and event.counter == CUP)
    who = event.who if isinstance(event, DiceRolled | CounterChanged) else None
    return secret and who is not None and state[who].seat != seat and not state.count(OPEN)


def shake(who: int) -> Any:
    def act(ctx: Context) -> None:
        face = ctx.within(actor=who, subject=who).roll(Die(6), "cup")
        ctx.emit(CounterChanged(who, CUP, face))

    return act


def bid(ctx: Context) -> None:
    ctx.emit(Announced("bid", FLINT, 3, "fours"))
    ask("doubt", "yes", "no", seat=1)(ctx)


def uncover(ctx: Context) -> None:
    ctx.emit(CounterChanged(None, OPEN, 1))
    ask("on", "yes", "no", seat=0)(ctx)


def cups(**showing: Any) -> Match:
    shown = Showing(lambda ctx, log: Table((), ()), lambda library, state, event: f"A bid of {event.word}.", **showing)
    acts = (shake(FLINT), shake(PYRITE), bid, uncover)
    stones = (Stone("Flint", seat=0), Stone("Pyrite", seat=1))
    return match(*acts, stones=stones, faces=[4, 6], view=view, showing=shown)


def told(book: Logbook, seat: int) -> str:
    return "\n".join(book.tell(seat, whole=True))


def test_each_seat_is_told_its_own_dice_and_both_are_told_what_is_said_aloud() -> None:
    game = cups(hides=hides)
    book = Logbook(game, 80, detail="full", ascii=True)
    game.advance()
    first, second = told(book, 0), told(book, 1)
    assert "0 -> 4" in first
    assert "6" not in first
    assert "0 -> 6" in second
    assert "4" not in second
    for text in (first, second):
        assert "A bid of fours." in text


def test_one_telling_serves_all_who_look_unless_one_looks_alone() -> None:
    def speak(ctx: Context) -> None:
        ctx.emit(Announced("bid", FLINT, 3, "fours"))
        ask("doubt", "yes", "no", seat=1)(ctx)

    stones = (Stone("Flint", seat=0), Stone("Pyrite", seat=1))
    for alone in (True, False):
        game = match(speak, stones=stones, view=view)
        book = Logbook(game, 80, detail="full", ascii=True)
        game.advance()
        assert book.tell(0, whole=True, alone=alone) != []
        assert (book.tell(1, whole=True) != []) is alone
        assert book.pages(0) == book.pages(1)


def test_what_was_hidden_is_told_once_it_is_open_and_only_once() -> None:
    game = cups(hides=hides)
    book = Logbook(game, 80, detail="full", ascii=True)
    game.advance()
    before = told(book, 0)
    assert game.answer(0) is None
    after = told(book, 0)
    assert "What was hidden until now:" in after
    assert "0 -> 6" in after
    assert "0 -> 4" not in after
    assert told(book, 0) == ""
    assert "\n".join(book.pages(0)) == f"{before}\n{after}"


def test_taking_back_what_opened_it_hides_it_again() -> None:
    game = cups(hides=hides)
    book = Logbook(game, 80, detail="full", ascii=True)
    game.advance()
    game.answer(0)
    assert "0 -> 6" in told(book, 0)
    assert game.undo()
    book.begin()
    assert "0 -> 4" in "\n".join(book.pages(0))
    assert "6" not in "\n".join(book.pages(0))


def test_a_game_that_does_not_say_in_which_events_tells_nothing_while_anything_is_secret() -> None:
    game = cups()
    book = Logbook(game, 80, detail="full", ascii=True)
    game.advance()
    assert told(book, 0) == told(book, 1) == ""
    game.answer(0)
    text = told(book, 0)
    assert text.index("0 -> 4") < text.index("0 -> 6") < text.index("A bid of fours.")
    assert "What was hidden" not in text


def test_who_sees_something_alone_is_known_and_told_in_words() -> None:
    game = cups(hides=hides)
    game.advance()
    assert (kept(game, 0), kept(game, 1)) == ([f"Flint 1: {CUP} 4"], [f"Pyrite 2: {CUP} 6"])
    assert private(game, 0)
    assert private(game, 1)
    game.answer(0)
    assert (private(game, 0), kept(game, 0)) == (False, [])


def test_a_place_that_only_one_seat_sees_is_kept_too() -> None:
    def place(state: State, seat: int) -> State:
        seen = state.clone()
        if seat != 0:
            write(seen, "zones", sealed({name: () if name == BOX else ids for name, ids in seen.zones.items()}))
        return seen

    def hide(ctx: Context) -> None:
        ctx.emit(EntityMoved(PYRITE, BOX, None, "hidden"))
        ask("on", "yes", "no")(ctx)

    game = match(hide, stones=(Stone("Flint", seat=0), Stone("Pyrite", seat=1)), view=place)
    game.advance()
    assert (kept(game, 0), kept(game, 1)) == ([f"{BOX}: Pyrite 2"], [])
    assert (private(game, 0), private(game, 1)) == (True, False)
