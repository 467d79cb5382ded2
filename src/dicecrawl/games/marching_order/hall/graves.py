"""A pot that goes to whoever has six of a kind or a straight, or is the last one left. Ruling: MO-163 to MO-165.

Each player's dice are secret: they stand in counters that `secrets` hides from the others.
"""

from __future__ import annotations

from collections.abc import Iterable

from dicecrawl.core.context import Context
from dicecrawl.core.decisions import Decision, Option
from dicecrawl.core.events import CounterChanged
from dicecrawl.core.state import State, Step
from dicecrawl.games.marching_order.delves.loot import purse
from dicecrawl.games.marching_order.hall.cards import SIDES, Chart
from dicecrawl.games.marching_order.hall.table import at_table, close_table, player, shown, tell, throw, win
from dicecrawl.games.marching_order.words import HIDDEN_DIE

POT, GOAL, HOST = "graves pot", "graves goal", "graves host"
KIND, STRAIGHT = 1, 2
GOALS = {KIND: "all of a kind", STRAIGHT: "a straight"}


def hand(seat: int, face: int) -> str:
    """The counter of a player's dice that show a face."""
    return f"hand of seat {seat} {face}"


def wild(face: int) -> str:
    """The counter of the wild dice that show a face."""
    return f"graves wild {face}"


def within(seat: int) -> str:
    """The counter that says that a player is in the game."""
    return f"graves in of seat {seat}"


def faces_of(state: State, seat: int) -> list[int]:
    """A player's dice."""
    return [face for face in range(1, SIDES + 1) for _ in range(state.count(hand(seat, face)))]


def wild_dice(state: State) -> list[int]:
    """The dice in the centre."""
    return [face for face in range(1, SIDES + 1) for _ in range(state.count(wild(face)))]


def seats_in(state: State) -> list[int]:
    """Who is still in the game, by number."""
    return [seat for seat in range(state.count("players")) if state.count(within(seat))]


# -- setting up -----------------------------------------------------------------------------------------------


def invite(ctx: Context, step: Step) -> Step:
    """A player names a stake, the others join or do not; without another there is no game. Ruling: MO-163."""
    host = step.number
    ctx, card = at_table(ctx)
    least, most = card.fields["stakes"]
    stakes = tuple(
        Option("stake", number, f"{number} coins") for number in range(least, min(most, ctx.state.count(purse(host))) + 1)
    )
    stake = int(ctx.choose(Decision(host, "stake", stakes, 1, 1, None, ctx.cause))[0].value)
    joining = [host]
    for seat in range(ctx.state.count("players")):
        if seat != host and ctx.state.count(purse(seat)) >= stake:
            options = (Option("no", "stay out", "no"), Option("yes", "join", f"{stake} coins"))
            if ctx.choose(Decision(seat, "join", options, 1, 1, None, ctx.cause))[0].kind == "yes":
                joining.append(seat)
    if len(joining) < 2:
        tell(ctx, "nobody else wants to play")
        return close_table(ctx, host)
    _set(ctx, HOST, host)
    for seat in sorted(joining):
        ctx.emit(CounterChanged(None, purse(seat), -stake))
        _set(ctx, within(seat), 1)
    _set(ctx, POT, stake * len(joining))
    return Step("graves deal", number=host)


def deal(ctx: Context, step: Step) -> Step:
    """Everybody hides dice; the highest die begins, ties for the highest again; then the goal and the wild dice."""
    ctx, card = at_table(ctx)
    hidden, wilds = card.fields["hide"]
    for seat in seats_in(ctx.state):
        _roll_hand(ctx, seat, hidden)
    left = seats_in(ctx.state)
    while len(left) > 1:
        rolled = {seat: throw(ctx, seat, 1, "who begins")[0] for seat in left}
        left = [seat for seat in left if rolled[seat] == max(rolled.values())]
    face = throw(ctx, left[0], 1, "bullshit")[0]
    _set(ctx, GOAL, STRAIGHT if face % 2 else KIND)
    _roll_wild(ctx, left[0], wilds)
    tell(ctx, f"the pot holds {ctx.state.count(POT)} coins; the goal is {GOALS[ctx.state.count(GOAL)]}")
    return Step("graves turn", number=left[0])


# -- a turn ---------------------------------------------------------------------------------------------------


def turn(ctx: Context, step: Step) -> Step:
    """Ask, swap, roll anew or pass; then look at the goal, then at the chart. Ruling: MO-164, MO-165."""
    seat = step.number
    ctx, card = at_table(ctx)
    others = [other for other in seats_in(ctx.state) if other != seat]
    centre = wild_dice(ctx.state)
    holds = f"you hold {shown(faces_of(ctx.state, seat))}"  # told to nobody else: it is part of the question
    options = [Option("pass", "pass", holds), Option("ask", "ask for a number", "any player")]
    if centre:
        options.append(Option("swap", "take a wild die", shown(centre)))
    options.append(Option("anew", "roll all your dice anew", "all of them"))
    chosen = ctx.choose(Decision(seat, "graves", tuple(options), 1, 1, None, ctx.cause))[0]
    if chosen.kind == "ask":
        _ask(ctx, seat, others)
    elif chosen.kind == "swap":
        _swap(ctx, seat, centre)
    elif chosen.kind == "anew":
        _roll_hand(ctx, seat, len(faces_of(ctx.state, seat)))
    if _met(ctx.state, seat):
        tell(ctx, f"{_name(ctx, seat)} shows {shown(faces_of(ctx.state, seat))}: {GOALS[ctx.state.count(GOAL)]}")
        return _over(ctx, seat)
    face = throw(ctx, seat, 1, "bullshit")[0]
    _roll_wild(ctx, seat, len(centre))
    _chart(ctx, seat, others, card.fields["chart"][face])
    left = seats_in(ctx.state)
    if len(left) == 1:
        return _over(ctx, left[0])
    return Step("graves turn", number=next((other for other in left if other > seat), left[0]))


def _met(state: State, seat: int) -> bool:
    faces = faces_of(state, seat)
    if state.count(GOAL) == KIND:
        return len(set(faces)) == 1
    return len(set(faces)) == len(faces) == max(faces) - min(faces) + 1


def _ask(ctx: Context, seat: int, others: list[int]) -> None:
    """One player gives every die of a number and gets as many back; who has none may ask once in turn. Ruling: MO-164."""
    people = tuple(Option("player", _name(ctx, other), "in the game") for other in others)
    asked = others[people.index(ctx.choose(Decision(seat, "ask whom", people, 1, 1, None, ctx.cause))[0])]
    face = _number(ctx, seat, ())
    if _hand_over(ctx, asked, seat, face):
        return
    back = _number(ctx, asked, (Option("pass", "ask for nothing", "may"),))
    if back:
        _hand_over(ctx, seat, asked, back)


def _number(ctx: Context, seat: int, first: tuple[Option, ...]) -> int:
    holds = f"you hold {shown(faces_of(ctx.state, seat))}"
    numbers = tuple(Option("number", face, holds) for face in range(1, SIDES + 1))
    chosen = ctx.choose(Decision(seat, "ask for", (*first, *numbers), 1, 1, None, ctx.cause))[0]
    return int(chosen.value) if chosen.kind == "number" else 0


def _hand_over(ctx: Context, giver: int, taker: int, face: int) -> int:
    """Every die of a face changes hands, for as many of the taker's own; gives how many."""
    number = ctx.state.count(hand(giver, face))
    tell(ctx, f"{_name(ctx, taker)} asks {_name(ctx, giver)} for {face}: {number or 'none'}")
    if number:
        own = faces_of(ctx.state, taker)
        options = tuple(Option("die", value, "own") for value in own)
        given = ctx.choose(Decision(taker, "give back", options, number, number, None, ctx.cause))
        back = [int(option.value) for option in given]
        _change(ctx, giver, [face] * number, back)
        _change(ctx, taker, back, [face] * number)
    return number


def _swap(ctx: Context, seat: int, centre: list[int]) -> None:
    wilds = tuple(Option("die", face, "wild") for face in dict.fromkeys(centre))
    taken = int(ctx.choose(Decision(seat, "take", wilds, 1, 1, None, ctx.cause))[0].value)
    own = tuple(Option("die", face, "own") for face in dict.fromkeys(faces_of(ctx.state, seat)))
    given = int(ctx.choose(Decision(seat, "put down", own, 1, 1, None, ctx.cause))[0].value)
    _change(ctx, seat, [given], [taken])
    for face, by in ((taken, -1), (given, 1)):
        ctx.emit(CounterChanged(None, wild(face), by))
    tell(ctx, f"{_name(ctx, seat)} takes {taken} from the centre and puts down {given}")


def _chart(ctx: Context, seat: int, others: list[int], row: Chart) -> None:
    if row.result == "out":
        _leave(ctx, seat)
    elif row.result == "noose":
        if 1 in throw(ctx, seat, row.dice, "noose"):
            _leave(ctx, seat)
    elif row.result == "turn":
        _set(ctx, GOAL, STRAIGHT if ctx.state.count(GOAL) == KIND else KIND)
        tell(ctx, f"the goal is now {GOALS[ctx.state.count(GOAL)]}")
    else:
        people = tuple(Option("player", _name(ctx, other), "in the game") for other in others)
        other = others[people.index(ctx.choose(Decision(seat, "roll anew with", people, 1, 1, None, ctx.cause))[0])]
        for one in (seat, other):
            _roll_hand(ctx, one, len(faces_of(ctx.state, one)))


def _leave(ctx: Context, seat: int) -> None:
    tell(ctx, f"{_name(ctx, seat)} is out")
    _set(ctx, within(seat), 0)
    _change(ctx, seat, faces_of(ctx.state, seat), [])


def _over(ctx: Context, winner: int) -> Step:
    """The pot is won and everything is put away."""
    pot, host = ctx.state.count(POT), ctx.state.count(HOST)
    for seat in seats_in(ctx.state):
        _change(ctx, seat, faces_of(ctx.state, seat), [])
        _set(ctx, within(seat), 0)
    for face in range(1, SIDES + 1):
        _set(ctx, wild(face), 0)
    for counter in (POT, GOAL, HOST):
        _set(ctx, counter, 0)
    win(ctx, winner, pot)
    return close_table(ctx, host)


# -- dice on the table ----------------------------------------------------------------------------------------


def _name(ctx: Context, seat: int) -> str:
    return ctx.state[player(ctx.state, seat)].label


def _set(ctx: Context, counter: str, value: int) -> None:
    now = ctx.state.count(counter)
    if now != value:
        ctx.emit(CounterChanged(None, counter, value - now))


def _change(ctx: Context, seat: int, less: Iterable[int], more: Iterable[int]) -> None:
    for face in less:
        ctx.emit(CounterChanged(None, hand(seat, face), -1))
    for face in more:
        ctx.emit(CounterChanged(None, hand(seat, face), 1))


def _roll_hand(ctx: Context, seat: int, dice: int) -> None:
    faces = throw(ctx, seat, dice, HIDDEN_DIE)
    _change(ctx, seat, faces_of(ctx.state, seat), faces)


def _roll_wild(ctx: Context, seat: int, dice: int) -> None:
    faces = throw(ctx, seat, dice, "wild")
    for face in range(1, SIDES + 1):
        _set(ctx, wild(face), faces.count(face))


PHASES = {"graves": invite, "graves deal": deal, "graves turn": turn}
