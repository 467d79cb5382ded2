"""A player for whole delves: it looks into everything once, goes home when it is hurt, else where it has been least.

In battle it leaves the answers to another player. It sees options and the state, never rules and never the map: entries
are known by their letters and by how often the party has been there.
"""

from __future__ import annotations

from attrs import field, frozen

from dicecrawl.core.decisions import Decision, Player
from dicecrawl.core.state import State
from dicecrawl.players.greedy import GreedyPlayer

HEALTH = "Health"


@frozen(slots=True)
class Delver:
    """Explores with a few plain rules. `hurt` is the share of the party's Health below which it leaves when it may, once it
    has looked into what is at hand: what it came for may be there.

    In town it takes what is free, has the wounded healed, buys light for everybody and then what `shopping` names, in
    that order, one of each for a Rogue; it keeps the rest of its coins and
    does not gamble.
    """

    fighter: Player = field(factory=GreedyPlayer)
    hurt: float = 0.4
    shopping: tuple[str, ...] = ()

    def __call__(self, decision: Decision, state: State) -> tuple[int, ...]:
        """Its answer: explored, ordered or shared out by itself, everything else by its fighter."""
        if decision.kind == "explore":
            return (self._explore(decision, state),)
        if decision.kind in ("marching order", "who"):
            return (self._healthiest(decision, state),)
        if decision.kind in ("torch", "join"):
            return (0,)
        if decision.kind == "recruit":
            return (_recruit(decision, state),)
        if decision.kind == "town":
            return (self._town(decision, state),)
        if decision.kind == "where to":
            return (_first(decision, "open"),)
        if decision.kind == "party":
            return tuple(range(decision.least))
        if decision.kind == "loot":
            return (min(1, len(decision.options) - 1),)
        return tuple(self.fighter(decision, state))

    def _explore(self, decision: Decision, state: State) -> int:
        ranked = sorted(range(len(decision.options)), key=lambda i: (-self._worth(decision, i, state), i))
        return ranked[0]

    def _worth(self, decision: Decision, index: int, state: State) -> float:
        option = decision.options[index]
        health, whole = _health(state), _health(state, whole=True)
        if option.kind == "leave":
            return 40.0 if health < self.hurt * whole else -50.0
        if option.kind == "use":
            return 80.0 if _weakest(state) <= 0.5 and option.why == "item" else -100.0
        if option.kind == "feature":
            return 50.0 if option.why == "here" else -90.0
        return -_been(state, str(option.why if option.kind == "passage" else option.value))

    def _town(self, decision: Decision, state: State) -> int:
        seat = decision.seat
        mine = [entity for entity in state.entities.values() if entity.kind == "rogue" and entity.seat == seat]
        carried = {entity.label: _things(state, entity.id) for entity in mine}
        hurt = {entity.label for entity in mine if entity.count(HEALTH) < entity.limits.get(HEALTH, 0)}
        dead = {entity.label for entity in mine if entity.count(HEALTH) <= 0}
        best, chosen = 0.0, len(decision.options) - 1
        for index, option in enumerate(decision.options):
            what, _, label = str(option.value).partition(": ")
            worth = 0.0
            if option.kind == "upkeep":
                worth = 9.0
            elif option.kind == "recruit" and len(mine) - len(dead) < _needed(state):
                worth = 8.0 + _cost(option.why) / 1000
            elif option.kind == "service" and option.why == "0 coins":
                worth = 7.0
            elif option.kind == "service" and label in hurt and label not in dead and _cost(option.why) <= 15:
                worth = 6.0 + _cost(option.why) / 1000
            elif option.kind == "buy" and what not in carried.get(label, ()):
                if option.why.endswith("gives light"):
                    worth = 5.0
                elif what in self.shopping:
                    worth = 4.0 - self.shopping.index(what) / 100
            if worth > best:
                best, chosen = worth, index
        return chosen

    def _healthiest(self, decision: Decision, state: State) -> int:
        strong = [state[int(option.value)].count(HEALTH) for option in decision.options]
        return strong.index(max(strong))


def _health(state: State, whole: bool = False) -> int:
    here = [state[who] for who in state.zone("rogues")]
    return sum(entity.limits.get(HEALTH, 0) if whole else entity.count(HEALTH) for entity in here)


def _weakest(state: State) -> float:
    here = [state[who] for who in state.zone("rogues")]
    return min((entity.count(HEALTH) / max(1, entity.limits.get(HEALTH, 1)) for entity in here), default=1.0)


def _needed(state: State) -> int:
    return {1: 4, 2: 2}.get(state.count("players"), 1)


def _things(state: State, who: int) -> set[str]:
    return {state[item].label for item in state.zone(f"items of {who}")}


def _cost(why: str) -> int:
    return int(why.split()[0])


def _recruit(decision: Decision, state: State) -> int:
    """The dearest one that leaves as much for each of the others, and some coins for light; else the cheapest."""
    mine = sum(entity.kind == "rogue" and entity.seat == decision.seat for entity in state.entities.values())
    left = max(1, _needed(state) - mine)
    share = state.count(f"Coins of seat {decision.seat}") / left - 25
    costs = [_cost(option.why) for option in decision.options]
    affordable = [cost for cost in costs if cost <= share]
    return costs.index(max(affordable) if affordable else min(costs))


def _first(decision: Decision, why: str) -> int:
    return next((index for index, option in enumerate(decision.options) if option.why == why), 0)


def _been(state: State, letter: str) -> float:
    here = state.zone("entered")
    return float(state[here[0]].count(f"visit: been {letter}")) if here else 0.0
