"""What only one seat may see, where a game keeps anything from anybody."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from dicecrawl.core.save import same_state
from dicecrawl.core.state import State
from dicecrawl.match import Match


def seen_by(match: Match, seat: int | None) -> State:
    """The state as a seat may see it."""
    view = match.ruleset.view
    return match.state if view is None or seat is None else view(match.state, seat)


def seats_of(state: State) -> tuple[int, ...]:
    """Every player, by number."""
    return tuple(sorted({entity.seat for entity in state.entities.values() if entity.seat is not None}))


def secret(match: Match) -> bool:
    """Whether something is kept from somebody now."""
    return any(not _same(match.state, seen_by(match, seat)) for seat in seats_of(match.state))


def private(match: Match, seat: int) -> bool:
    """Whether this seat sees anything now that another one may not."""
    view, mine = match.ruleset.view, seen_by(match, seat)
    return view is not None and any(not _same(mine, view(mine, other)) for other in seats_of(match.state) if other != seat)


def _same(one: State, other: State) -> bool:
    return one is other or same_state(one, other)


def kept(match: Match, seat: int) -> list[str]:
    """What this seat sees and somebody else does not, in words."""
    mine = seen_by(match, seat)
    told: dict[str, None] = {}
    for other in seats_of(match.state):
        if other != seat:
            told.update(dict.fromkeys(_more(mine, seen_by(match, other), match.state)))
    return list(told)


def _more(mine: State, theirs: State, truth: State) -> Iterator[str]:
    yield from _differing("", mine.counters, theirs.counters, truth.counters)
    for who, entity in mine.entities.items():
        other = theirs.entities.get(who)
        if other is None:
            yield entity.label
        else:
            yield from _differing(f"{entity.label}: ", entity.counters, other.counters, truth[who].counters)
    for zone, there in mine.zones.items():
        for who in there:
            if who in theirs.entities and who not in theirs.zone(zone) and who in truth.zone(zone):
                yield f"{zone}: {mine[who].label}"


def _differing(whose: str, mine: Mapping[str, int], theirs: Mapping[str, int], truth: Mapping[str, int]) -> Iterator[str]:
    for name, value in mine.items():
        if theirs.get(name) != value == truth.get(name):
            yield f"{whose}{name} {value}"
