"""What may come of a situation, shown: chances for everybody in it, each with how far it can be trusted."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from html import escape
from typing import Any

from attrs import frozen

from dicecrawl.analysis.courses import Course, Courses
from dicecrawl.analysis.distribution import markdown
from dicecrawl.analysis.figures import Certainty, Figure, Spread, chance
from dicecrawl.core.ruleset import Ruleset
from dicecrawl.core.state import Entity, State


@frozen(slots=True)
class Noted:
    """What one creature's doing came to on the way: whether its first roll succeeded, damage dealt by target, and the names
    of what it carried out."""

    succeeded: bool | None = None
    damage: tuple[tuple[int, int], ...] = ()
    carried_out: tuple[str, ...] = ()


@frozen(slots=True)
class CreatureOutlook:
    """What may become of one creature.

    `lost` are points of life it is short of what it began with (below 0: gained), `damage` the points dealt to it, `down`
    that it is dead, `away` that it left alive, `conditions` that it has each of them in the end.
    """

    name: str
    side: str
    lost: Spread[int]
    damage: Spread[int] | None
    down: Figure
    away: Figure
    conditions: Mapping[str, Figure]

    @property
    def untouched(self) -> bool:
        """Whether nothing can come of it for this creature."""
        return tuple(self.lost.weights) == (0,) and not (self.down.value or self.away.value or self.conditions)

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return {
            "name": self.name,
            "side": self.side,
            "lost": self.lost.to_dict(),
            "damage": None if self.damage is None else self.damage.to_dict(),
            "down": self.down.to_dict(),
            "away": self.away.to_dict(),
            "conditions": {name: figure.to_dict() for name, figure in self.conditions.items()},
        }


@frozen(slots=True)
class Outlook:
    """What may come of one ability, one turn or a battle of some rounds.

    `success` is the chance that the first roll succeeds (None: no roll was met), `carried_out` that an ability was,
    `joined` that a newcomer stands there in the end, `results` how a battle ends. `choices` are the kinds of decision met;
    `ways` were followed, or played when it is estimated.
    """

    title: str
    success: Figure | None
    creatures: tuple[CreatureOutlook, ...]
    carried_out: Mapping[str, Figure]
    joined: Mapping[str, Figure]
    results: Mapping[str, Figure]
    rounds: Spread[int] | None
    choices: tuple[str, ...]
    ways: int
    certainty: Certainty

    @property
    def answer(self) -> str:
        """How far all this can be trusted: "exact", "exact within ..." or "estimated ± ..."."""
        return str(self.certainty)

    def creature(self, name: str) -> CreatureOutlook:
        """The creature of that name. Raises KeyError with those there are."""
        for creature in self.creatures:
            if creature.name.casefold() == name.casefold():
                return creature
        raise KeyError(f"nobody is called {name!r}; there are {', '.join(c.name for c in self.creatures)}")

    def to_rows(self) -> list[dict[str, Any]]:
        """One row a figure, for a data frame of any library: who, what, value, low, high, answer."""
        rows = []
        for who, what, figure, _ in self._figures():
            high = None if figure.high is None else float(figure.high)
            told = {"who": who, "what": what, "value": float(figure.value), "low": float(figure.low), "high": high}
            rows.append({**told, "answer": self.answer})
        return rows

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON: exact chances also as fractions in text."""
        return {
            "title": self.title,
            "answer": self.answer,
            "missing": str(self.certainty.missing),
            "samples": self.certainty.samples,
            "success": None if self.success is None else self.success.to_dict(),
            "carried_out": {name: figure.to_dict() for name, figure in self.carried_out.items()},
            "creatures": [creature.to_dict() for creature in self.creatures],
            "joined": {name: figure.to_dict() for name, figure in self.joined.items()},
            "results": {name: figure.to_dict() for name, figure in self.results.items()},
            "rounds": None if self.rounds is None else self.rounds.to_dict(),
            "choices": list(self.choices),
            "ways": self.ways,
        }

    def text(self, *, ascii: bool = False) -> str:
        """A report for a terminal; with `ascii` it holds no other character."""
        shown = self._shown()
        broad = max((len(what) for _, what, _ in shown), default=0)
        lines = [self.title]
        last = ""
        for who, what, figure in shown:
            if who and who != last:
                lines.append(f"  {who}")
            last = who
            lines.append(f"{'    ' if who else '  '}{what:<{broad}}  {figure}")
        lines.extend(f"  {note}" for note in self._notes())
        told = "\n".join(lines)
        return told.replace("±", "+-").encode("ascii", "replace").decode() if ascii else told

    def __str__(self) -> str:
        return self.text()

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{escape(who)}</td><td>{escape(what)}</td><td>{escape(figure)}</td></tr>"
            for who, what, figure in self._shown()
        )
        notes = "<br>".join(escape(note) for note in self._notes())
        return f"<table><caption>{escape(self.title)}</caption><tbody>{rows}</tbody></table><p>{notes}</p>"

    def _repr_markdown_(self) -> str:
        rows = [f"| {markdown(who)} | {markdown(what)} | {markdown(figure)} |" for who, what, figure in self._shown()]
        head = [f"**{markdown(self.title)}**", "", "| who | what | chance |", "| --- | --- | ---: |"]
        return "\n".join([*head, *rows, "", *(markdown(note) for note in self._notes())])

    def _notes(self) -> list[str]:
        untouched = [creature.name for creature in self.creatures if creature.untouched]
        notes = [f"nothing happens to {', '.join(untouched)}"] if untouched else []
        if self.choices:
            notes.append(f"choices met: {', '.join(self.choices)}")
        return [*notes, f"{self.answer}; {self.ways:,} {'games' if self.certainty.samples else 'ways'}"]

    def _shown(self) -> list[tuple[str, str, str]]:
        return [(who, what, figure.told(share=share)) for who, what, figure, share in self._figures()]

    def _figures(self) -> list[tuple[str, str, Figure, bool]]:
        """Who, what, the figure, and whether it is a chance."""
        rows: list[tuple[str, str, Figure, bool]] = []
        if self.success is not None:
            rows.append(("", "the first roll succeeds", self.success, True))
        rows.extend(("", name, figure, True) for name, figure in self.carried_out.items())
        rows.extend(("", result, figure, True) for result, figure in self.results.items())
        if self.rounds is not None:
            rows.append(("", "rounds", self.rounds.mean, False))
        for creature in self.creatures:
            if creature.untouched:
                continue
            if creature.damage is not None and tuple(creature.damage.weights) != (0,):
                rows.append((creature.name, "mean damage", creature.damage.mean, False))
            if tuple(creature.lost.weights) != (0,):
                rows.append((creature.name, "mean loss", creature.lost.mean, False))
                rows.extend((creature.name, _loss(points), figure, True) for points, figure in creature.lost.items())
            for what, figure in (("down", creature.down), ("away", creature.away)):
                if figure.value:
                    rows.append((creature.name, what, figure, True))
            rows.extend((creature.name, name, figure, True) for name, figure in creature.conditions.items())
        rows.extend((name, "has joined", figure, True) for name, figure in self.joined.items())
        return rows


def _loss(points: int) -> str:
    return f"gains {-points}" if points < 0 else f"loses {points}"


# -- from the ends of all ways -----------------------------------------------------------------------------------------


def outlook(
    title: str, ruleset: Ruleset, start: State, found: Courses, certainty: Certainty, *, battle: bool = False
) -> Outlook:
    """The report of what was found from `start`; with `battle` it tells how that ended, too."""
    ends, life = found.ends, ruleset.life
    known = [entity for entity in start.entities.values() if life in entity.counters]
    noted = [(end, end.noted) for end in ends if isinstance(end.noted, Noted)]
    rolled = [(end, one) for end, one in noted if one.succeeded is not None]
    names = dict.fromkeys(name for _, one in noted for name in one.carried_out)

    def share(fits: Callable[[Course], bool]) -> Figure:
        return chance(sum((end.chance for end in ends if fits(end)), Fraction(0)), certainty)

    joined = dict.fromkeys(
        entity.label
        for end in ends
        for entity in end.state.entities.values()
        if entity.id not in start.entities and life in entity.counters
    )
    return Outlook(
        title,
        chance(sum((end.chance for end, one in rolled if one.succeeded), Fraction(0)), certainty) if rolled else None,
        tuple(_creature(entity, ruleset, ends, certainty, bool(noted)) for entity in known),
        {name: share(_carried_out(name)) for name in names},
        {name: share(_standing(ruleset, name)) for name in sorted(joined)},
        {result: share(_resulting(result)) for result in _results(ends)} if battle else {},
        _spread(ends, lambda end: end.state.count("round"), certainty, least=0) if battle else None,
        tuple(found.met),
        found.ways,
        certainty,
    )


def _results(ends: Sequence[Course]) -> list[str]:
    found = {end.state.result for end in ends if end.state.result is not None}
    return sorted(found, key=lambda result: (result == "undecided", result != "won"))


def _carried_out(name: str) -> Callable[[Course], bool]:
    return lambda end: name in end.noted.carried_out


def _standing(ruleset: Ruleset, label: str) -> Callable[[Course], bool]:
    return lambda end: any(end.state[who].label == label for who in ruleset.order(end.state))


def _resulting(result: str) -> Callable[[Course], bool]:
    return lambda end: end.state.result == result


def _having(who: int, condition: str) -> Callable[[Course], bool]:
    return lambda end: end.state[who].condition(condition) is not None


def _creature(entity: Entity, ruleset: Ruleset, ends: Sequence[Course], certainty: Certainty, noted: bool) -> CreatureOutlook:
    who, life, had = entity.id, ruleset.life, entity.count(ruleset.life)
    here = {id(end): who in tuple(ruleset.order(end.state)) for end in ends}

    def share(fits: Callable[[Course], bool]) -> Figure:
        return chance(sum((end.chance for end in ends if fits(end)), Fraction(0)), certainty)

    began = {condition.name for condition in entity.conditions}
    names = sorted({c.name for end in ends for c in end.state[who].conditions} | began)
    conditions = {name: share(_having(who, name)) for name in names}
    return CreatureOutlook(
        entity.label,
        entity.home,
        _spread(
            ends,
            lambda end: had - end.state[who].count(life),
            certainty,
            least=min(0, had - entity.limits.get(life, had)),
            most=had,
        ),
        _spread(ends, lambda end: dict(end.noted.damage).get(who, 0), certainty, least=0) if noted else None,
        share(lambda end: not here[id(end)] and end.state[who].count(life) <= 0),
        share(lambda end: not here[id(end)] and end.state[who].count(life) > 0),
        {name: figure for name, figure in conditions.items() if name not in began or figure.value != 1},
    )


def _spread(
    ends: Sequence[Course],
    value: Callable[[Course], int],
    certainty: Certainty,
    *,
    least: int | None = None,
    most: int | None = None,
) -> Spread[int]:
    weights: dict[int, Fraction] = {}
    for end in ends:
        weights[value(end)] = weights.get(value(end), Fraction(0)) + end.chance
    return Spread(dict(sorted(weights.items())), certainty, least=least, most=most)
