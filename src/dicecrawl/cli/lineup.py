"""Line-ups as one writes them on the command line: names front to back, parted by commas, with what each one brings.

    3 A, B Q1 F2, "C, the Great" with D and E, F Health 4

A number in front means so many of it; `Q1` and `F2` (or `quality 1`, `flaw 2`) are traits, `with` says what it carries,
and a counter with a number what it has left. A name that holds a comma or such a word stands in quotes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from dicecrawl.core.staging import Cast
from dicecrawl.errors import SetupError
from dicecrawl.game import Game

MOST = 40
"""Creatures of one side: a larger number is taken for a slip."""

_PARTED = re.compile(r'[,;](?=(?:[^"]*"[^"]*")*[^"]*$)')
_TIMES = re.compile(r"(?P<n>\d+) *[x×]? +(?P<rest>.+)", re.IGNORECASE)
_QUOTED = re.compile(r'"(?P<name>[^"]*)"\s*(?P<rest>.*)')
_WITH = re.compile(r"\s+with\s+(?P<items>.+)$", re.IGNORECASE)
_LAST = re.compile(r"^(?P<rest>.*?)\s+(?P<word>[^\W\d]+)\s*(?P<number>\d+)$")


def lineup(game: Game, text: str, zone_number: int) -> list[Any]:
    """The specs of one side, front to back; `zone_number` counts the game's line-ups from 0.

    Raises `SetupError` for an empty line-up or numbers that cannot be, `UnknownName` for names.
    """
    specs: list[Any] = []
    for part in _PARTED.split(text.replace("“", '"').replace("”", '"')):
        if part.strip():
            specs.extend(_several(game, part.strip(), zone_number))
    if not specs:
        raise SetupError("a line-up needs at least one name: write them front to back, parted by commas")
    if len(specs) > MOST:
        raise SetupError(f"a line-up of {len(specs)} is too long: at most {MOST}")
    return specs


def _several(game: Game, text: str, zone_number: int) -> list[Any]:
    times = _TIMES.fullmatch(text)
    if times is None or _known(game, text):
        return [_one(game, text, zone_number)]
    count = int(times["n"]) if len(times["n"]) < 4 else MOST + 1
    if not 1 <= count <= MOST:
        raise SetupError(f"{text!r}: so many of one creature cannot be; 1 to {MOST} can")
    return [_one(game, times["rest"], zone_number)] * count


def _one(game: Game, text: str, zone_number: int) -> Any:
    name, rest = text, ""
    quoted = _QUOTED.fullmatch(text)
    if quoted is not None:
        name, rest = quoted["name"], f" {quoted['rest']}"
    elif not _known(game, text):
        name, rest = "", f" {text}"
    carries: tuple[str, ...] = ()
    with_items = _WITH.search(rest)
    if with_items is not None:
        carries = tuple(item.strip() for item in re.split(r"\s+and\s+|\+", with_items["items"]) if item.strip())
        rest = rest[: with_items.start()]
    traits: list[tuple[str, int]] = []
    counters: dict[str, int] = {}
    kinds = _trait_kinds(game)
    while (last := _LAST.match(rest)) is not None and not (not name and _known(game, rest)):
        word, number = last["word"].casefold(), int(last["number"])
        counter = next((c for c in game.ruleset.counters if c.casefold() == word), None)
        if word in kinds:
            traits.insert(0, (kinds[word], number))
        elif counter is not None:
            counters[counter] = number
        else:
            break
        rest = last["rest"]
    name = name or rest.strip()
    if quoted is not None and rest.strip():
        raise SetupError(f"{text!r}: what stands behind the name, {rest.strip()!r}, is no trait, counter or 'with'")
    plain = not (carries or traits or counters)
    staging = game.ruleset.staging
    if plain or staging is None:
        return name
    zone = list(staging.lines.values())[zone_number]
    return staging.cast(Cast(name, counters=counters, traits=tuple(traits), carries=carries), zone)


def _known(game: Game, name: str) -> bool:
    return game.library.kind_of(name.strip(), game.library.kinds()) is not None


def _trait_kinds(game: Game) -> Mapping[str, str]:
    """The sorts of ability that are numbered and learned, by name and by first letter."""
    library = game.library
    found = dict.fromkeys(
        ability.kind
        for kind in library.kinds()
        for card in library.all(kind)
        for ability in card.abilities
        if ability.faces and ability.kind not in ("action", "bullshit")
    )
    return {form: kind for kind in found for form in (kind, kind[0])}
