"""What one can type besides an answer: help, a look at things, the map, odds, the log, undo, save, stop."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from dicecrawl.cli.ask import Stopped
from dicecrawl.cli.tabletop import drawing
from dicecrawl.cli.tabletop.records import save
from dicecrawl.errors import SaveError

if TYPE_CHECKING:
    from dicecrawl.cli.tabletop.play import Tabletop
    from dicecrawl.core.decisions import Decision

GREETING = "Answer with a number or a name. ? tells what else can be typed; q stops."
HELP = """\
Answer with the number or the name of an answer; the first letters of a name
are enough. Where several are wanted, part them by commas. Besides:
  l          look: the question again, with the text of every answer
  l NAME     look at a creature, a card, an action or a condition
  p          the whole party, with what everybody can do and carries
  m          the map so far
  o          odds of each attack that is offered now
  u          take the last answer back; the same dice will fall again
  log        the story so far
  save FILE  write the game into a file; --resume FILE goes on from there
  q          stop"""


def command(at: Tabletop, decision: Decision, text: str) -> str:
    """Do what was typed, if it is a command: "done", "again" when the question has changed, "" if it is none.

    Raises `Stopped`.
    """
    word, _, rest = text.partition(" ")
    word, rest = word.casefold(), rest.strip()
    if word == "save":
        _save(at, rest)
    elif word in ("l", "look"):
        _look(at, decision, rest)
    elif rest:
        return ""
    elif word in ("q", "quit"):
        raise Stopped
    elif word in ("u", "undo"):
        return _undo(at)
    elif word in ("?", "h", "help"):
        at.say(HELP)
    elif word in ("p", "party"):
        at.say(*at.party(at.width))
    elif word in ("m", "map"):
        at.say(*at.map(at.width))
    elif word in ("o", "odds"):
        _odds(at, decision)
    elif word == "log":
        _log(at)
    else:
        return ""
    return "done"


def _save(at: Tabletop, place: str) -> None:
    if not place:
        at.say("Say into which file: save FILE")
        return
    try:
        save(at.match, place)
    except SaveError as wrong:
        at.screen.show(f"Not saved: {wrong}")
    else:
        at.screen.show(f"saved to {place}")


def _look(at: Tabletop, decision: Decision, name: str) -> None:
    at.say(*(at.look(name, at.width) if name else at.menu_lines(decision, at.menu(decision), every=True)))


def _odds(at: Tabletop, decision: Decision) -> None:
    for line in at.odds(decision):
        at.say(*drawing.folded(line.lstrip(), at.width, " " * (len(line) - len(line.lstrip())), "        "))


def _log(at: Tabletop) -> None:
    pages = at.logbook.pages(at.seat)
    if at.screen.interactive:
        click.echo_via_pager("\n".join(line for told in pages for line in drawing.unindented(told, at.width)))
    else:
        at.say(*(pages or ["Nothing has happened yet."]))


def _undo(at: Tabletop) -> str:
    told = at.undo()
    at.say(told or "There is no answer to take back.")
    return "again" if told else "done"
