"""Hack-and-slash: sixes are set aside, ones bring in other dice, and a one among those ends it. Ruling: MO-159, MO-160."""

from __future__ import annotations

from dicecrawl.core.context import Context
from dicecrawl.core.decisions import Decision, Option
from dicecrawl.core.state import Step
from dicecrawl.games.marching_order.hall.cards import Hacking
from dicecrawl.games.marching_order.hall.table import at_table, close_table, shown, tell, throw, win


def hack(ctx: Context, step: Step) -> Step:
    """A whole game of one player, whose price is paid."""
    seat = step.number
    ctx, card = at_table(ctx)
    rules: Hacking = card.fields["hacking"]
    hacking, slashing, aside = rules.hack, 0, 0
    while True:
        faces = throw(ctx, seat, hacking, "hack")
        others = throw(ctx, seat, slashing, "slash")
        aside += faces.count(6)
        hacking -= faces.count(6)
        worth = aside * rules.pays
        tell(ctx, f"hack {shown(faces)}; slash {shown(others)}; {aside} set aside, worth {worth} coins")
        if 1 in others:
            win(ctx, seat, 0)
            return close_table(ctx, seat)
        slashing = min(rules.slash, slashing + faces.count(1))
        if not hacking or not _again(ctx, seat, worth, hacking, slashing):
            win(ctx, seat, worth)
            return close_table(ctx, seat)


def _again(ctx: Context, seat: int, worth: int, hacking: int, slashing: int) -> bool:
    options = (
        Option("stop", "cash out", f"{worth} coins"),
        Option("roll", "roll again", f"{hacking} hack and {slashing} slash dice"),
    )
    return ctx.choose(Decision(seat, "hack", options, 1, 1, None, ctx.cause))[0].kind == "roll"
