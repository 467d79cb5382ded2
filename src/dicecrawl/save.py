"""Going on with a saved game, and playing a recorded one again.

A save holds no state to be believed: the game is set up anew and replayed with its faces and answers, and has to come to
the state that the save names. So a save outlives changes of how states are kept, and one that does not fit is noticed.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dicecrawl.core.dice import RecordedDice
from dicecrawl.core.save import Saved, Transcript, setup_from_plain, state_digest, state_from_dict
from dicecrawl.errors import SaveError, ScriptError, SetupError, UnknownName
from dicecrawl.game import load
from dicecrawl.match import Match

if TYPE_CHECKING:
    from dicecrawl.core.decisions import Player
    from dicecrawl.core.dice import Dice
    from dicecrawl.game import Game


def resume(
    save: str | os.PathLike[str], game: Game | None = None, players: Mapping[int, Player] | Player | None = None
) -> Match:
    """Go on with a saved game: the text of `Match.save`, or the file it is in.

    The match waits where it waited, with its dice where they stood. `game` is needed for a game with packs of one's own
    (`load(game, *packs)`); `players` answer from here on. The file is only read. Raises `SaveError` when the save is
    damaged, belongs to another game, version or content, or does not replay to the state it was saved in.
    """
    saved = Saved.from_json(_text(save))
    record = saved.transcript
    game = _game_of(record, game)
    if record.content != game.library.digest:
        raise SaveError(
            f"this save was made with other cards of {game.ruleset.title} (content {record.content[:12] or 'unknown'}, "
            f"here {game.library.digest[:12]}): load the packs it was played with and pass game=load({record.game!r}, "
            f"...), or play its dice and answers with today's cards by dicecrawl.replay"
        )
    match = _set_up(record, game, saved.dice.restored(), players)
    if saved.log:
        try:
            faces, answers = match.retrace(record.faces, record.answers)
        except ScriptError as wrong:
            raise SaveError(f"{_astray(record, game)}: {wrong}") from wrong
        if faces or answers:
            raise SaveError(f"{_astray(record, game)}: {len(faces)} faces and {answers} answers were never called for")
    if len(match.log) != saved.log or state_digest(match.state) != saved.state:
        raise SaveError(f"{_astray(record, game)}: it comes to another state after {len(match.log)} events")
    match.fall_again(saved.again)
    return match


def replay(source: Transcript | str | os.PathLike[str], game: Game | None = None) -> Match:
    """Play a recorded game again, with its own dice and answers, to the end of the record.

    `source` is a `Transcript`, its text, the text of a save, or a file with either. Raises `SaveError` when it cannot be
    read and `ScriptError` when a face or answer is missing, left over or impossible.
    """
    record = source if isinstance(source, Transcript) else Transcript.from_json(_text(source))
    game = _game_of(record, game)
    dice = RecordedDice(record.faces)
    match = _set_up(record, game, dice, None)
    _, answers = match.retrace((), record.answers)
    if dice.left or answers:
        raise ScriptError(
            f"{_astray(record, game)}: {dice.left} of its {len(record.faces)} faces and {answers} of its "
            f"{len(record.answers)} answers were never called for"
        )
    return match


def _astray(record: Transcript, game: Game) -> str:
    told = f"this record does not replay with {game.ruleset.title} {game.ruleset.version}"
    if record.ruleset and record.ruleset != game.ruleset.version:
        told += f" (it was made with {record.ruleset}: use that release)"
    elif record.content and record.content != game.library.digest:
        told += " and these cards (it was made with others: load the same packs)"
    return told


def _game_of(record: Transcript, game: Game | None) -> Game:
    if game is None:
        try:
            return load(record.game)
        except UnknownName as wrong:
            raise SaveError(f"this is a record of a game that is not here: {wrong}") from wrong
    if game.ruleset.name != record.game:
        raise SaveError(
            f"this is a record of the game {record.game!r}, but game= is {game.ruleset.name!r}: pass the game it belongs "
            f"to, or leave game= out"
        )
    return game


def _set_up(record: Transcript, game: Game, dice: Dice, players: Mapping[int, Player] | Player | None) -> Match:
    if record.start is not None:
        state = state_from_dict(record.start)
        seats = sorted({entity.seat for entity in state.entities.values() if entity.seat is not None})
        answering = players if isinstance(players, Mapping) else dict.fromkeys(seats if players else (), players)
        return Match(game.ruleset, game.library, state, dice, answering, limits=record.limits)  # type: ignore[arg-type]
    setup: dict[str, Any] = setup_from_plain(record.setup, game.ruleset.specs)
    mode = setup.get("mode")
    try:
        words = game.setup_words(mode)
    except SetupError as wrong:
        raise SaveError(f"the setup cannot be read: {wrong}") from wrong
    unknown = [key for key in setup if key not in ("mode", *words)]
    if unknown:
        known = ", ".join(words)
        raise SaveError(f"the setup cannot be read: it has {', '.join(unknown)}, but a setup has {known}")
    try:
        return game.new_match(**setup, dice=dice, players=players, limits=record.limits)
    except (TypeError, SetupError, UnknownName) as wrong:
        raise SaveError(f"the setup cannot be read: {wrong}") from wrong


def _text(source: str | os.PathLike[str]) -> str:
    if isinstance(source, str) and source.lstrip("\ufeff \t\r\n").startswith("{"):
        return source
    try:
        path = Path(source)
        if isinstance(source, str) and not path.is_file():
            raise SaveError(f"{_short(source)} is neither a save (a JSON object) nor a file that holds one")
        return path.read_text(encoding="utf-8")
    except OSError as wrong:
        raise SaveError(f"{_short(source)} cannot be read: {wrong.strerror or wrong}") from wrong
    except ValueError as wrong:  # bytes that are no text, or a text that cannot be a path
        raise SaveError(f"{_short(source)} is no save: {wrong}") from wrong


def _short(source: str | os.PathLike[str]) -> str:
    told = str(source)
    return repr(told if len(told) <= 80 else told[:77] + "...")
