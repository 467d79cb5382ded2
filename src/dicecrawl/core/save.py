"""What is kept of a game: a snapshot of its state, its transcript, and the save from which it goes on.

All three are plain JSON data. A save and a transcript carry their format, a version and a checksum over the whole, so
that a cut, edited or foreign file is told apart and never half believed; unknown keys are refused. Nothing here is
bound to a Python version or to a generator of dice: a transcript keeps every face and every answer.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from types import UnionType
from typing import TYPE_CHECKING, Any, Final, TypeVar, get_args, get_origin

import attrs
from attrs import field, frozen

from dicecrawl.core.budget import Limits
from dicecrawl.core.dice import Dice, ScriptedDice, SeededDice
from dicecrawl.core.state import State, sealed
from dicecrawl.errors import DicecrawlError, SaveError

if TYPE_CHECKING:
    from cattrs import Converter

T = TypeVar("T")

SAVE: Final = "dicecrawl save"
TRANSCRIPT: Final = "dicecrawl transcript"
VERSION: Final = 1  # of both formats

MIGRATIONS: dict[tuple[str, int], Callable[[dict[str, Any]], dict[str, Any]]] = {}
"""How a file of an older version becomes one of the next: (format, old version) -> new content without its header."""

_HEADER: Final = ("format", "version", "checksum")
_STATED: Final = "stated faces"  # the algorithm tag of scripted dice
_CALLED: Final = {int: "a whole number", str: "text", bool: "true or false"}
_SPEC: Final = "spec"  # the key that names the type of a spec


@frozen(slots=True)
class Transcript:
    """Everything that a game depended on: how it was set up, every face, every answer. It outlives any generator.

    `setup` is plain data, with each spec as its fields and the name of its type. A game that was not set up by its
    ruleset has the state it started from in `start` instead. `ruleset` and `content` tell which rules and cards it was
    played with.
    """

    game: str
    setup: Mapping[str, Any]
    faces: tuple[int, ...]
    answers: tuple[tuple[int, ...], ...]
    limits: Limits = field(factory=Limits)
    start: Mapping[str, Any] | None = None
    ruleset: str = ""
    content: str = ""

    def to_json(self) -> str:
        """As text that `from_json` and `dicecrawl.replay` read."""
        return _sealed_text(TRANSCRIPT, plain(self))

    @classmethod
    def from_json(cls, text: str) -> Transcript:
        """From the text of a transcript, or of a save, which holds one. Raises `SaveError`."""
        document = read(text)
        if document["format"] == SAVE:
            return _structured(document["body"], Saved, "the save").transcript
        return _structured(document["body"], cls, "the transcript")


@frozen(slots=True)
class StoredDice:
    """Where dice stand. `key` is in hexadecimal, since not every reader of JSON keeps 64 bits of a number."""

    algorithm: str
    key: str = ""
    position: int = 0
    left: tuple[int, ...] = ()

    @classmethod
    def of(cls, dice: Dice) -> StoredDice:
        """Dice as they are kept. Raises `SaveError` for a source that cannot be taken up again."""
        if isinstance(dice, SeededDice):
            return cls(dice.algorithm, f"{dice.key:016x}", dice.position)
        if isinstance(dice, ScriptedDice):
            return cls(_STATED, left=dice.left)
        raise SaveError(
            f"dice of the type {type(dice).__name__} cannot be taken up again from a save: play with SeededDice (a seed) "
            f"or ScriptedDice, or keep the transcript instead"
        )

    def restored(self) -> Dice:
        """The dice again. Raises `SaveError` when another generator made them."""
        try:
            if self.algorithm == _STATED:
                return ScriptedDice(self.left)
            return SeededDice.resume(int(self.key, 16), self.position, self.algorithm)
        except (DicecrawlError, ValueError) as wrong:
            raise SaveError(f"the dice of this save cannot be taken up again: {wrong}") from wrong


@frozen(slots=True)
class Saved:
    """A game to go on with: its transcript, its dice, faces that fall again after an undo, and what it must come to.

    `log` is the number of events so far and `state` the digest of the state. `step` is the whole state when the last step
    was finished, and `since` the dice that have fallen since then, each with its sides: from there it goes on when the
    cards have changed.
    """

    transcript: Transcript
    dice: StoredDice
    log: int
    state: str
    again: tuple[tuple[int, int], ...] = ()
    step: Mapping[str, Any] | None = None
    since: tuple[tuple[int, int], ...] = ()

    def to_json(self) -> str:
        """As text that `from_json` and `dicecrawl.resume` read."""
        return _sealed_text(SAVE, plain(self))

    @classmethod
    def from_json(cls, text: str) -> Saved:
        """From the text of a save. Raises `SaveError`."""
        document = read(text)
        if document["format"] != SAVE:
            raise SaveError("this is a transcript, not a save: play it with dicecrawl.replay")
        return _structured(document["body"], cls, "the save")


# -- snapshots --------------------------------------------------------------------------------------------------------------


def state_to_dict(state: State) -> dict[str, Any]:
    """A state as plain JSON data, entities in their order. Two states are equal when these are."""
    shells = attrs.evolve(state, entities=sealed({}))
    return {**plain(shells), "entities": [plain(entity) for entity in state.entities.values()]}


def state_from_dict(data: Mapping[str, Any]) -> State:
    """The state again. Raises `SaveError` for unknown keys, wrong types and ids that stand twice."""
    listed = data.get("entities", [])
    if not isinstance(listed, list) or not all(isinstance(entity, dict) for entity in listed):
        raise SaveError("the state cannot be read: its entities must be a list of objects")
    ids = [entity.get("id") for entity in listed]
    if len(set(map(repr, ids))) != len(ids):
        raise SaveError("the state cannot be read: two of its entities have the same id")
    return _structured({**data, "entities": dict(zip(ids, listed, strict=True))}, State, "the state")


def same_state(one: State, other: State) -> bool:
    """Whether two states say the same, to the last counter and its place in the order."""
    return state_digest(one) == state_digest(other)


def state_digest(state: State) -> str:
    """A short name for a state: equal states have equal ones, on every machine and Python version."""
    return digest_of(json.dumps(state_to_dict(state), separators=(",", ":")))


def digest_of(text: str) -> str:
    """SHA-256 of a text, in hexadecimal."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


# -- setups -----------------------------------------------------------------------------------------------------------------


def plain_setup(setup: Mapping[str, Any], specs: Sequence[type]) -> dict[str, Any]:
    """A setup as plain data; a spec becomes its fields under the name of its type. Raises `SaveError` for anything else."""
    return {key: _plain_spec(value, specs, key) for key, value in setup.items()}


def _plain_spec(value: Any, specs: Sequence[type], where: str) -> Any:
    if isinstance(value, list | tuple):
        return [_plain_spec(one, specs, where) for one in value]
    if attrs.has(type(value)):
        if type(value) not in specs:
            raise SaveError(f"{where}: {type(value).__name__} is no spec of this game, so it cannot be kept")
        return {_SPEC: type(value).__name__, **plain(value)}
    return plain(value)


def setup_from_plain(setup: Mapping[str, Any], specs: Sequence[type]) -> dict[str, Any]:
    """The setup again, with its specs. Raises `SaveError` for unknown specs, unknown keys and wrong types."""
    known = {spec.__name__: spec for spec in specs}
    return {key: _spec_again(value, known, key) for key, value in setup.items()}


def _spec_again(value: Any, known: Mapping[str, type], where: str) -> Any:
    if isinstance(value, list):
        return [_spec_again(one, known, where) for one in value]
    if not isinstance(value, dict):
        return value
    spec = known.get(str(value.get(_SPEC)))
    if spec is None:
        names = ", ".join(known) or "none"
        raise SaveError(f"{where}: the game knows no spec {value.get(_SPEC)!r}; it knows {names}")
    return _structured({k: v for k, v in value.items() if k != _SPEC}, spec, where)


# -- text -------------------------------------------------------------------------------------------------------------------


def plain(value: Any) -> Any:
    """Frozen classes, tuples and mappings as JSON data. Raises `SaveError` for what JSON cannot keep exactly."""
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, list | tuple):
        return [plain(one) for one in value]
    if isinstance(value, Mapping) and all(isinstance(key, str) for key in value):
        return {key: plain(one) for key, one in value.items()}
    if attrs.has(type(value)):
        return {f.name: plain(getattr(value, f.name)) for f in attrs.fields(type(value))}
    raise SaveError(f"{value!r} cannot be kept in a save: use numbers, text, lists and the specs of the game")


def _checksum(format_: str, version: int, body: Mapping[str, Any]) -> str:
    return digest_of(json.dumps([format_, version, body], sort_keys=True, separators=(",", ":")))


def _sealed_text(format_: str, body: dict[str, Any]) -> str:
    document = {"format": format_, "version": VERSION, **body, "checksum": _checksum(format_, VERSION, body)}
    return json.dumps(document, separators=(",", ":")) + "\n"


def read(text: str) -> dict[str, Any]:
    """The checked `format` and `body` of a save or transcript, brought up to this version. Raises `SaveError`."""
    document = _json(text)
    format_, version = document.get("format"), document.get("version")
    if format_ not in (SAVE, TRANSCRIPT):
        raise SaveError(f"this is no dicecrawl save: its format is {format_!r}, not {SAVE!r}")
    if isinstance(version, bool) or not isinstance(version, int):
        raise SaveError(f"this save has no version number but {version!r}, so it cannot be read")
    if version > VERSION:
        raise SaveError(
            f"this save has format version {version}, this dicecrawl reads up to {VERSION}: install a newer dicecrawl"
        )
    body = {key: value for key, value in document.items() if key not in _HEADER}
    if document.get("checksum") != _checksum(format_, version, body):
        raise SaveError(
            "this save was changed after it was written (its checksum does not fit): use an untouched copy. "
            "To play a changed setup, start a new battle instead"
        )
    while version < VERSION:
        migrate = MIGRATIONS.get((format_, version))
        if migrate is None:
            raise SaveError(
                f"this save has format version {version}, which this dicecrawl (version {VERSION}) no longer reads: "
                f"open and save it with the release that wrote it or the next one"
            )
        body, version = migrate(body), version + 1
    return {"format": format_, "body": body}


def _json(text: str) -> dict[str, Any]:
    body = text.removeprefix("\ufeff").strip()
    try:
        document = json.loads(body, object_pairs_hook=_without_doubles, parse_constant=_no_constant)
    except json.JSONDecodeError as wrong:
        if body.startswith("{") and (wrong.pos >= len(body) or not body.endswith("}")):
            raise SaveError(
                f"this save is cut short: it ends after {len(body):,} characters in the middle of its data. "
                f"Copy or download it again"
            ) from wrong
        raise SaveError(f"this is no save: it is not JSON (line {wrong.lineno}, column {wrong.colno})") from wrong
    except (ValueError, RecursionError) as wrong:
        raise SaveError(f"this is no save: {wrong}") from wrong
    if not isinstance(document, dict):
        raise SaveError("this is no save: a save is a JSON object")
    return document


def _without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key stands twice in one object")
    return found


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is no number of JSON")


def write_text(path: str | os.PathLike[str], text: str) -> None:
    """Write a file whole or not at all: an existing one stays as it was until the new one is complete.

    Raises `SaveError` when it cannot be written.
    """
    target = Path(path)
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        with part.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        part.replace(target)
    except OSError as wrong:
        part.unlink(missing_ok=True)
        raise SaveError(f"{target} cannot be written: {wrong.strerror or wrong}") from wrong


# -- plain data to classes --------------------------------------------------------------------------------------------------


def _structured(data: Any, cls: type[T], where: str) -> T:
    from cattrs import transform_error
    from cattrs.v import format_exception

    def worded(wrong: BaseException, kind: type | None) -> str:
        return str(wrong) if isinstance(wrong, TypeError | ValueError) else format_exception(wrong, kind)

    try:
        return _converter().structure(data, cls)
    except DicecrawlError:
        raise
    except Exception as wrong:  # cattrs gathers what the classes raise, of any type
        told = "; ".join(transform_error(wrong, where, worded)[:5])
        raise SaveError(f"{where} cannot be read: {told}") from wrong


@lru_cache(maxsize=1)
def _converter() -> Converter:
    """Strict where cattrs is lenient: no number from text, no list from a word, no key that is not known."""
    from cattrs import Converter

    converter = Converter(forbid_extra_keys=True)

    def exactly(value: Any, kind: Any) -> Any:
        if type(value) is not kind:
            raise TypeError(f"{value!r} is not {_CALLED[kind]}")
        return value

    def many(value: Any, kind: Any) -> Any:
        if not isinstance(value, list):
            raise TypeError(f"{value!r} is not a list")
        args = get_args(kind)
        if _origin(kind) is not tuple or args[-1] is Ellipsis:
            return tuple(converter.structure(one, args[0]) for one in value)
        if len(value) != len(args):
            raise ValueError(f"{value!r} has {len(value)} entries, not {len(args)}")
        return tuple(converter.structure(one, part) for one, part in zip(value, args, strict=True))

    def table(value: Any, kind: Any) -> Any:
        if not isinstance(value, dict):
            raise TypeError(f"{value!r} is not an object")
        key, entry = get_args(kind)
        return sealed({converter.structure(k, key): converter.structure(v, entry) for k, v in value.items()})

    def optional(value: Any, kind: Any) -> Any:
        (inner,) = (arg for arg in get_args(kind) if arg is not type(None))
        return None if value is None else converter.structure(value, inner)

    for basic in (int, str, bool):
        converter.register_structure_hook(basic, exactly)
    converter.register_structure_hook_func(lambda kind: _origin(kind) in (tuple, Sequence), many)
    converter.register_structure_hook_func(lambda kind: _origin(kind) is Mapping, table)
    converter.register_structure_hook_func(lambda kind: _origin(kind) is UnionType, optional)
    return converter


def _origin(kind: Any) -> Any:
    return get_origin(kind)
