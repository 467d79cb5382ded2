"""Going on with a saved game, and playing a recorded one again.

The state in a save is not believed: the game is set up anew and replayed with its faces and answers, and has to come to
the state that the save names. So a save outlives changes of how states are kept, and one that does not fit is noticed.
Only when the cards have changed, and the caller wants to go on all the same, does it go on from the state of its last
finished step.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
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
    from dicecrawl.core.state import State
    from dicecrawl.game import Game


def resume(
    save: str | os.PathLike[str],
    game: Game | None = None,
    players: Mapping[int, Player] | Player | None = None,
    *,
    other_cards: bool = False,
) -> Match:
    """Go on with a saved game: the text of `Match.save`, or the file it is in.

    The match waits where it waited, with its dice where they stood. `game` is needed for a game with packs of one's own
    (`load(game, *packs)`); `players` answer from here on. The file is only read. With `other_cards` a save that was made
    with other cards goes on from its last finished step, if everything it names is still there.
    Raises `SaveError` when the save is damaged, belongs to another game, version or content, or does not replay to the
    state it was saved in.
    """
    saved = Saved.from_json(_text(save))
    record = saved.transcript
    game = _game_of(record, game)
    if record.content != game.library.digest:
        if other_cards:
            return _from_last_step(saved, game, players)
        raise SaveError(
            f"this save was made with other cards of {game.ruleset.title} (content {record.content[:12] or 'unknown'}, "
            f"here {game.library.digest[:12]}): load the packs it was played with and pass game=load({record.game!r}, "
            f"...), or go on from its last finished step with today's cards: resume(..., other_cards=True)"
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


def _from_last_step(saved: Saved, game: Game, players: Mapping[int, Player] | Player | None) -> Match:
    if saved.step is None:
        raise SaveError("this save keeps no finished step to go on from: load the packs that it was played with")
    state = state_from_dict(saved.step)
    missing = sorted(set(_missing(state, game)))
    if missing:
        raise SaveError(f"this save cannot go on with today's cards: they have no {', no '.join(missing)}")
    match = Match(game.ruleset, game.library, state, saved.dice.restored(), _answering(state, players),
                  limits=saved.transcript.limits)  # fmt: skip
    match.fall_again([*saved.since, *saved.again])
    match.advance()
    return match


def _missing(state: State, game: Game) -> Iterator[str]:
    """What a state names that the cards of a game do not have."""
    kinds = game.ruleset.kinds
    for entity in state.entities.values():
        if entity.definition and entity.kind in kinds and not _has(game, entity.kind, entity.definition):
            yield f"{entity.kind} called {entity.definition!r}"
        for condition in entity.conditions:
            if not _has(game, "condition", condition.name):
                yield f"condition called {condition.name!r}"
    for waiting in state.waiting:
        if game.library.rule(waiting.key) is None:
            yield f"sentence of {waiting.definition!r} that was waiting"


def _has(game: Game, kind: str, name: str) -> bool:
    return any(card.name == name for card in game.library.all(kind))


def _answering(state: State, players: Mapping[int, Player] | Player | None) -> Mapping[int, Player]:
    if players is None or isinstance(players, Mapping):
        return players or {}
    return dict.fromkeys(sorted({e.seat for e in state.entities.values() if e.seat is not None}), players)


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
        return Match(game.ruleset, game.library, state, dice, _answering(state, players), limits=record.limits)
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
