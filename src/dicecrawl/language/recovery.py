"""From a token that cannot come to a message an author can act on, and to a place from which reading goes on.

In this order: the nearest form among the words that can stand here (or before, where a capitalised slip was taken for a
name); names without capital or quotes; an unfinished sentence; headings without colon, lines outside their card; advice
from examples; a small repair with which the text reads on; else the rest of the sentence is given up, but not the block
under its heading. One slip gives one report and hides nothing else.
"""

from __future__ import annotations

from dicecrawl.language.headings import empty_block, headless, nameless_heading, outside, unfinished
from dicecrawl.language.mending import advised, impossible, repaired
from dicecrawl.language.scene import Edit, Found, Scene
from dicecrawl.language.slips import bad_sign_found, broken_quote, misspelt, roughly_misspelt, unmarked_name

LOOKS = (
    broken_quote,
    bad_sign_found,
    misspelt,
    headless,
    outside,
    unfinished,
    unmarked_name,
    empty_block,
    advised,
    roughly_misspelt,
    nameless_heading,
    repaired,
)
"""The looks that are taken at a fault, in order; the first that recognises it speaks."""


def diagnose(scene: Scene, index: int) -> Found:
    """The problem at a token that cannot come, and how reading goes on: None to give up the sentence."""
    if scene.tokens[0].type == "$END":
        return scene.at(0, "E017", "there is no sentence here", "write one, such as 'You lose 1 Health.'"), None
    for look in LOOKS:
        found = look(scene, index)
        if found is not None:
            return found
    return impossible(scene, index), None


def quiet(scene: Scene, index: int) -> Edit | None:
    """How reading goes on after a fault that needs no report of its own."""
    if scene.tokens[index].type in ("BAD_CHAR", "BAD_STRING"):
        return Edit(index, index + 1)
    return None
