"""Everything a scenario can say after "Then": how things stand now, and what happened in the step."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from dicecrawl.authoring.scenario_script import ENDLESS, Check, Given
from dicecrawl.core.events import (
    ActionStarted,
    CheckMade,
    ConditionEnded,
    ConditionGained,
    CounterChanged,
    DamageDealt,
    Targeted,
)
from dicecrawl.effects.amounts import measure
from dicecrawl.effects.change import counted, holder
from dicecrawl.effects.cooldowns import cooldown_of, is_cooldown

if TYPE_CHECKING:
    from dicecrawl.authoring.scenario_after import After
    from dicecrawl.core.state import Condition


def shown(condition: Condition) -> str:
    """A condition as cards write it: Protected [2] (3)."""
    level = f" [{condition.strength}]" if condition.strength is not None else ""
    return f"{condition.name}{level} ({'∞' if condition.dice is None else condition.dice})"


def _as_meant(condition: Condition, given: Given, after: After) -> bool:
    if condition.name != given.name:
        return False
    if given.strength is not None and condition.strength != given.strength:
        return False
    if given.dice is not None and (condition.dice is None) != (given.dice == ENDLESS):
        return False
    if given.dice and condition.dice != given.dice:
        return False
    return given.cause is None or (condition.cause is not None and after.label(condition.cause) == given.cause)


@frozen(slots=True)
class Fate(Check):
    """Somebody is dead, alive, hidden, in the battle, gone; has left, has escaped, is replaced."""

    who: str
    fate: str
    no: bool = False

    def wrong(self, after: After) -> str | None:
        found = after.fate(after.who(self.who))
        holds = {
            "alive": found in ("in the battle", "hidden"),
            "in the battle": found in ("in the battle", "hidden"),
            "gone": found not in ("in the battle", "hidden"),
        }.get(self.fate, found == self.fate)
        return None if holds != self.no else after.standing(after.who(self.who))


@frozen(slots=True)
class Number(Check):
    """Somebody has so much of a counter or stat; what belongs to a player is looked up in the player's purse."""

    who: str
    name: str
    number: int

    def wrong(self, after: After) -> str | None:
        who = after.who(self.who)
        if self.name in after.ruleset.counters:
            found = counted(after.ctx, who, self.name)
        else:
            found = measure(after.ctx, who, self.name)
        return None if found == self.number else f"it is {found}"


@frozen(slots=True)
class Purse(Check):
    """A player, counted from 1, has so much of something."""

    player: int
    name: str
    number: int

    def wrong(self, after: After) -> str | None:
        found = after.state.count(f"{self.name} of seat {self.player - 1}")
        return None if found == self.number else f"it is {found}"


@frozen(slots=True)
class Has(Check):
    """Somebody has a condition, or has it not."""

    who: str
    given: Given
    no: bool = False

    def wrong(self, after: After) -> str | None:
        who = after.who(self.who)
        here = after.state[who].conditions
        if any(_as_meant(c, self.given, after) for c in here) != self.no:
            return None
        return f"it has {', '.join(map(shown, here)) or 'no conditions'}"


@frozen(slots=True)
class HasNoConditions(Check):
    """Somebody has no condition at all."""

    who: str

    def wrong(self, after: After) -> str | None:
        here = after.state[after.who(self.who)].conditions
        return f"it has {', '.join(map(shown, here))}" if here else None


@frozen(slots=True)
class CooldownDie(Check):
    """The cooldown die of an ability shows so many pips; 0: it has none. Without an ability: no die at all."""

    who: str
    ability: str | None
    pips: int

    def wrong(self, after: After) -> str | None:
        who = after.state[after.who(self.who)]
        if self.ability is not None:
            found = who.count(cooldown_of(self.ability))
            return None if found == self.pips else f"its die shows {found}" if found else "it has no die"
        dice = [f"{name} {pips}" for name, pips in who.counters.items() if is_cooldown(name) and pips]
        return f"it has {', '.join(dice)}" if dice else None


@frozen(slots=True)
class Carries(Check):
    """Somebody carries an item, or does not; no item: anything; nobody in particular: anybody."""

    who: str | None
    item: str | None
    no: bool = False

    def wrong(self, after: After) -> str | None:
        bearers = after.ruleset.order(after.state) if self.who is None else (after.who(self.who),)
        items = [after.state[i].definition for who in bearers for i in after.ruleset.carried(after.state, who)]
        found = bool(items) if self.item is None else self.item in items
        return None if found != self.no else f"{'it carries' if self.who else 'they carry'} {', '.join(items) or 'nothing'}"


@frozen(slots=True)
class Damage(Check):
    """Somebody took damage of that amount in one blow; 0: none at all."""

    who: str
    amount: int
    dealer: str | None = None

    def wrong(self, after: After) -> str | None:
        who = after.who(self.who)
        hits = [e for e in after.events(DamageDealt) if e.target == who and e.amount > 0]
        if self.dealer is not None:
            dealer = after.who(self.dealer)
            meant = [e for e in hits if e.dealer == dealer]
        else:
            meant = hits
        if (not hits) if self.amount == 0 else any(e.amount == self.amount for e in meant):
            return None
        told = [f"{e.amount}{f' from {after.label(e.dealer)}' if e.dealer is not None else ''}" for e in hits]
        return f"it took {', '.join(told) or 'no damage'}"


@frozen(slots=True)
class Changed(Check):
    """Somebody gained or lost so much of a counter in one go; damage is not a loss."""

    who: str
    by: int
    name: str

    def wrong(self, after: After) -> str | None:
        where, counter = holder(after.ctx, after.who(self.who), self.name)
        found = [e.applied for e in after.events(CounterChanged) if e.who == where and e.counter == counter]
        if self.by in found:
            return None
        return f"its {self.name} changed by {', '.join(f'{n:+}' for n in found)}" if found else "it did not change"


@frozen(slots=True)
class ConditionChanged(Check):
    """Somebody gained or lost a condition in this step, whatever became of it."""

    who: str
    given: Given
    gained: bool

    def wrong(self, after: After) -> str | None:
        who = after.who(self.who)
        events = after.events(ConditionGained) if self.gained else after.events(ConditionEnded)
        found = [event.condition for event in events if event.who == who]
        if any(_as_meant(c, self.given, after) for c in found):
            return None
        return f"it {'gained' if self.gained else 'lost'} {', '.join(map(shown, found)) or 'none'}"


@frozen(slots=True)
class Rolled(Check):
    """Somebody's roll came to a total against a number."""

    who: str
    total: int
    number: int

    def wrong(self, after: After) -> str | None:
        who = after.who(self.who)
        rolls = [(e.total, e.number) for e in after.events(CheckMade) if e.roller == who]
        if (self.total, self.number) in rolls:
            return None
        return f"it rolled {', '.join(f'{total} vs {number}' for total, number in rolls) or 'nothing'}"


@frozen(slots=True)
class Succeeded(Check):
    """Somebody's only roll, or the last of several, succeeded or failed."""

    who: str
    success: bool

    def wrong(self, after: After) -> str | None:
        who = after.who(self.who)
        rolls = [e for e in after.events(CheckMade) if e.roller == who]
        if rolls and rolls[-1].success == self.success:
            return None
        return f"it rolled {rolls[-1].total} vs {rolls[-1].number}" if rolls else "it made no roll"


@frozen(slots=True)
class Used(Check):
    """Somebody carried out an ability in this step, or did not; None: any."""

    who: str
    ability: str | None
    no: bool = False

    def wrong(self, after: After) -> str | None:
        who = after.who(self.who)
        found = [e.ability for e in after.events(ActionStarted) if e.who == who]
        done = bool(found) if self.ability is None else self.ability in found
        return None if done != self.no else f"it used {', '.join(found) or 'nothing'}"


@frozen(slots=True)
class Attacked(Check):
    """Somebody attacked somebody, so often if it says so; as it came out after every redirection."""

    who: str
    whom: str
    times: int | None
    no: bool = False

    def wrong(self, after: After) -> str | None:
        who, whom = after.who(self.who), after.who(self.whom)
        attacks = [e.target for e in after.events(CheckMade) if e.roller == who and e.attack and e.target is not None]
        count = attacks.count(whom)
        holds = count > 0 if self.times is None else count == self.times
        if holds != self.no:
            return None
        return f"it attacked {', '.join(after.label(t) for t in attacks) or 'nobody'}"


@frozen(slots=True)
class Could(Check):
    """The game offered somebody an option in this step, or never did."""

    who: str
    verb: str  # "use", "target", "choose"
    what: str
    no: bool = False

    def wrong(self, after: After) -> str | None:
        who = after.who(self.who)
        offered = after.offered(who, self.verb)
        if self.verb == "target":
            aimed = [e.target for e in after.originally(Targeted) if e.actor == who]
            offered += tuple(after.label(t) for t in aimed)
        if (self.what in offered) != self.no:
            return None
        return f"it could {self.verb} {', '.join(dict.fromkeys(offered)) or 'nothing'}"


@frozen(slots=True)
class Away(Check):
    """Two creatures are so many spaces apart."""

    who: str
    other: str
    spaces: int

    def wrong(self, after: After) -> str | None:
        found = after.ctx.distance(after.who(self.who), after.who(self.other))
        if found == self.spaces:
            return None
        return "there is no way to count between them" if found is None else f"it is {found} away"


@frozen(slots=True)
class Standing(Check):
    """A line stands like this, front to back."""

    zone: str
    labels: tuple[str, ...]

    def wrong(self, after: After) -> str | None:
        wanted = tuple(after.who(name) for name in self.labels)
        found = after.state.zone(self.zone)
        return None if found == wanted else f"they stand: {', '.join(map(after.label, found)) or 'nobody'}"


@frozen(slots=True)
class Next(Check):
    """Who has the next turn; None: nobody, the battle is over."""

    who: str | None

    def wrong(self, after: After) -> str | None:
        who, result = after.following
        wanted = None if self.who is None else after.who(self.who)
        if who == wanted:
            return None
        return f"next is {after.label(who)}" if who is not None else f"nobody is next, the battle is {result or 'over'}"


@frozen(slots=True)
class Battle(Check):
    """The battle is over with that result, or goes on (None)."""

    result: str | None
    no: bool = False

    def wrong(self, after: After) -> str | None:
        _, found = after.following
        if (found == self.result) != self.no:
            return None
        return f"it is {found}" if found else "it goes on"


@frozen(slots=True)
class NothingHappened(Check):
    """No line, counter, condition or waiting rule is other than before the step."""

    def wrong(self, after: After) -> str | None:
        changes = after.changes()
        return "; ".join(changes) if changes else None
