"""Delvers' dice: a pyramid is taken down by dice that match what lies uncovered. Ruling: MO-161, MO-162."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dicecrawl.core.context import Context
from dicecrawl.core.decisions import Decision, Option
from dicecrawl.core.state import Step
from dicecrawl.games.marching_order.hall.cards import SIDES, Storey
from dicecrawl.games.marching_order.hall.table import at_table, close_table, shown, tell, throw, win

Pyramid = list[list[int]]
"""Faces of each floor from the ground up, left to right; 0 where a die was taken."""


def delve(ctx: Context, step: Step) -> Step:
    """A whole game of one player, whose price is paid."""
    seat = step.number
    ctx, card = at_table(ctx)
    floors: tuple[Storey, ...] = card.fields["floors"]
    pyramid = [throw(ctx, seat, floor.dice, "delve die") for floor in floors]
    dice, coins = int(card.fields["delve with"]), 0
    while dice and any(map(any, pyramid)):
        faces = throw(ctx, seat, dice, "rogue die")
        tell(ctx, f"{drawn(pyramid)}; thrown {shown(faces)}; {coins} coins so far")
        taken: list[tuple[int, int]] = []
        for face in range(1, SIDES + 1):
            taken.extend(_matched(ctx, seat, floors, pyramid, face, faces.count(face)))
        for floor, at in taken:
            pyramid[floor][at] = 0
            coins += floors[floor].pays
        dice -= len(taken) or 1
    win(ctx, seat, coins)
    return close_table(ctx, seat)


def uncovered(pyramid: Sequence[Sequence[int]]) -> Iterator[tuple[int, int]]:
    """The floor and place of every die with nothing upon it: die i lies under dice i-1 and i of the floor above."""
    for floor, row in enumerate(pyramid):
        above = pyramid[floor + 1] if floor + 1 < len(pyramid) else ()
        for at, face in enumerate(row):
            if face and not any(above[i] for i in (at - 1, at) if 0 <= i < len(above)):
                yield floor, at


def drawn(pyramid: Sequence[Sequence[int]]) -> str:
    """The pyramid from the top down, a dot for each die that is gone."""
    return " / ".join(" ".join(str(face) if face else "." for face in row) for row in reversed(pyramid))


def _matched(
    ctx: Context, seat: int, floors: Sequence[Storey], pyramid: Pyramid, face: int, thrown: int
) -> list[tuple[int, int]]:
    """The dice of a face that are taken; the player chooses where fewer can be taken than lie open."""
    there = [(floor, at) for floor, at in uncovered(pyramid) if pyramid[floor][at] == face]
    if thrown >= len(there) or not thrown:
        return there if thrown else []
    options = tuple(
        Option("die", f"floor {floor + 1}, die {at + 1}: {face}", f"{floors[floor].pays} coins") for floor, at in there
    )
    chosen = ctx.choose(Decision(seat, "delve die", options, thrown, thrown, None, ctx.cause))
    return [place for place, option in zip(there, options, strict=True) if option in chosen]
