"""Delve laid out for a solver: every answer comes from running the phases and nodes that play the game.

A situation is built as a state, one phase or one ability is run on it with every choice tried, and what comes out is read
back as plain keys. Opponents that are alike are tried once, and points that are given one by one in one order only, since
neither changes what can be reached. Ruling: DV-21, DV-23, DV-36.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from attrs import define, field

from dicecrawl.core.context import Context
from dicecrawl.core.decisions import Option
from dicecrawl.core.definitions import Ability, Definition, Library
from dicecrawl.core.nodes import Effect, Node
from dicecrawl.core.patterns import Counts, all_counts, faces_of, without
from dicecrawl.core.questions import Knob
from dicecrawl.core.ruleset import Ruleset
from dicecrawl.core.solving import Fighter, Foes, Half, Leaf, Look, Party, Throw, Treasures, Tree, Use
from dicecrawl.core.state import Condition, Entity, State, Step, sealed
from dicecrawl.effects.change import DealDamage as CoreDealDamage
from dicecrawl.effects.flow import Block, Clause, IfThen, Nothing
from dicecrawl.effects.flow import Sequence as Joined
from dicecrawl.errors import SetupError
from dicecrawl.games.delve import phases
from dicecrawl.games.delve.effects import (
    AtRoundEnd,
    ChooseOne,
    DealSplit,
    Destroy,
    FewerDice,
    Heal,
    HealFully,
    ItBegins,
    ItIsFound,
    Named,
    Repeated,
    Resurrect,
    ThatRound,
    ThrowHits,
)
from dicecrawl.games.delve.exploring import Explorer, explored, fighter, grown, option_key
from dicecrawl.games.delve.patterns import DicePattern
from dicecrawl.games.delve.questions import DiceRolledBy, RoundsGiven, WeakestFirst
from dicecrawl.games.delve.rules import able, dice_shown, place_hit, show_dice, treasures_of
from dicecrawl.games.delve.setup import encounter_entity, opponents_of, stretch
from dicecrawl.games.delve.standing import RoundsGiven as RoundLimit
from dicecrawl.games.delve.words import (
    ADVENTURERS,
    BOXES,
    BURROWED,
    DEAD,
    DICE,
    ENCOUNTER,
    FACED,
    FEWER,
    LAST,
    OPPONENTS,
    POINTS,
    ROLLED_TIMES,
    ROLLS,
    ROUND,
    SHEET,
    SIDES_OF_DIE,
    THROWN,
    TO_PLACE,
    WAITING,
    against,
)

_ZONES = (ENCOUNTER, OPPONENTS, ADVENTURERS, SHEET, DEAD, WAITING, BURROWED)
_ON_FOES = (CoreDealDamage, DealSplit, Destroy, FewerDice)
_ON_PARTY = (Heal, HealFully, Resurrect)
_NEITHER = (Block, Clause, Joined, IfThen, ChooseOne, Repeated, Nothing)


@define(slots=True, eq=False)
class Model:
    """See `PoolModel`. Raises `SetupError` for words that cannot be laid out, and names them."""

    ruleset: Ruleset
    library: Library
    adventure: Definition
    stages: tuple[str, ...]
    people: tuple[str, ...]
    full: tuple[int, ...]
    conditions: tuple[str, ...]
    first: int = 0
    last: int = 0
    _kept: dict[Any, Any] = field(factory=dict, repr=False)
    _recipes: dict[Any, dict[Any, tuple[Any, ...]]] = field(factory=dict, repr=False)

    @property
    def title(self) -> str:
        """The adventure."""
        return self.adventure.name

    @property
    def alone(self) -> str | None:
        """The encounter that is all there is of it; None for the whole adventure."""
        whole = (self.first, self.last) == (0, len(self.stages) - 1)
        return None if whole else self.stages[self.first]

    # -- situations -----------------------------------------------------------------------------------------------

    def situation(
        self, stage: int, treasures: Treasures, foes: Foes, party: Party, step: Step | None = None, *, begun: bool = True
    ) -> State:
        """The state of a situation: the encounter, the party, its treasures, the opponents."""
        entities: dict[int, Entity] = {}
        zones: dict[str, tuple[int, ...]] = dict.fromkeys(_ZONES, ())

        def enter(entity: Entity, zone: str) -> int:
            number = len(entities) + 1
            entities[number] = Entity(
                number, entity.kind, entity.definition, entity.label, entity.side, entity.home, entity.seat,
                entity.counters, entity.limits, conditions=entity.conditions,
            )  # fmt: skip
            zones[zone] = (*zones.get(zone, ()), number)
            return number

        sheet = enter(Entity(0, "adventure", self.adventure.name, "", ADVENTURERS, ADVENTURERS, 0), SHEET)
        bearers: dict[str, int] = {}
        for at, name in enumerate(self.people):
            boxes, suffers = party[0][at], party[1][at]
            conditions = tuple(Condition(c, age=k - len(suffers)) for k, c in enumerate(suffers))
            person = Entity(0, "adventurer", name, name, ADVENTURERS, ADVENTURERS, 0, sealed({BOXES: boxes}),
                            sealed({BOXES: self.full[at]}), conditions=conditions)  # fmt: skip
            bearers[name] = enter(person, ADVENTURERS if boxes else DEAD)
        for name in treasures:
            required = self.library.get("treasure", name).fields.get("requires")
            bearer = sheet if required is None else bearers.get(required, 0)
            enter(Entity(0, "treasure", name, name, ADVENTURERS, ADVENTURERS, 0), treasures_of(bearer))
        if begun:
            enter(encounter_entity(self.library.get("encounter", self.stages[stage])), ENCOUNTER)
        for zone, group in ((OPPONENTS, foes.battle), (WAITING, foes.waiting), (BURROWED, foes.buried)):
            for name, boxes, points in group:
                (kind,) = opponents_of(self.library, [(1, name)])
                counters = {BOXES: boxes, POINTS: points} if points else {BOXES: boxes}
                enter(Entity(0, "opponent", name, name, OPPONENTS, OPPONENTS, None, sealed(counters), kind.limits), zone)
        counters = {FACED: stage, LAST: self.last, ROUND: foes.round}
        return State("delve", sealed(entities), sealed(zones), sealed(counters), step, next_id=len(entities) + 1)

    def read(self, state: State, stage: int) -> tuple[Foes, Party, Treasures]:
        """A state as keys."""

        def group(zone: str) -> tuple[Fighter, ...]:
            return tuple(sorted(fighter(state[who]) for who in state.zone(zone)))

        battle, waiting, buried = group(OPPONENTS), group(WAITING), group(BURROWED)
        people = [entity for entity in state.entities.values() if entity.kind == "adventurer"]
        boxes = tuple(entity.count(BOXES) for entity in people)
        suffers = tuple(tuple(sorted(c.name for c in entity.conditions)) for entity in people)
        found = sorted(entity.definition for entity in state.entities.values() if entity.kind == "treasure")
        number = min(state.count(ROUND), self.horizon(stage, tuple(found)))
        return Foes(battle, waiting, buried, number), (boxes, suffers), tuple(found)

    def horizon(self, stage: int, treasures: Treasures) -> int:
        """The round from which on no rule looks at its number any more; 0 where none ever does."""
        key = ("horizon", stage, treasures)
        if key not in self._kept:
            met = self._met(stage)
            cards = [self.library.get("encounter", self.stages[stage])]
            cards += [self.library.get("treasure", name) for name in treasures]
            cards += [self.library.get("opponent", name) for name in met]
            rounds = [0]
            for rule in (rule for card in cards for rule in card.rules):
                if isinstance(rule, AtRoundEnd) and isinstance(rule.when, ThatRound):
                    rounds.append(rule.when.number + 1)
                if isinstance(rule, RoundLimit) and (not isinstance(rule.whom, Named) or rule.whom.name.text in met):
                    rounds.append(rule.rounds)
            self._kept[key] = max(rounds)
        return int(self._kept[key])

    def _met(self, stage: int) -> set[str]:
        """The names of the opponents that can be in the battle: those of this encounter, and of earlier ones."""
        earlier = (self.library.get("encounter", name) for name in self.stages[: stage + 1])
        return {name for card in earlier for _, name in card.fields.get("fight", ())}

    def run(self, state: State, do: Callable[[Explorer], None]) -> Iterator[tuple[Explorer, State]]:
        """Everything that can come of a step from a state."""
        return explored(self.ruleset, self.library, state, do)

    # -- rules and dice -------------------------------------------------------------------------------------------

    def party_of(self, rules: Treasures, treasures: Treasures) -> Party:
        """Some party for which just these rules are in force: whoever need not be dead has all boxes."""
        for mask in range(1 << len(self.people)):
            boxes = tuple(0 if mask >> at & 1 else number for at, number in enumerate(self.full))
            if any(boxes) and self.rules(treasures, boxes) == rules:
                return boxes, ((),) * len(boxes)
        raise SetupError(f"no party has just {rules} of {treasures} in force")

    def rules(self, treasures: Treasures, boxes: tuple[int, ...]) -> Treasures:
        """See `PoolModel`. Ruling: DV-45."""
        living = {name for name, left in zip(self.people, boxes, strict=True) if left}
        found = []
        for name in treasures:
            card = self.library.get("treasure", name)
            lasting = any(not isinstance(getattr(rule, "event", None), ItIsFound) for rule in card.rules)
            if lasting and card.fields.get("requires", next(iter(living), None)) in living:
                found.append(name)
        return tuple(found)

    def dice(self, stage: int, treasures: Treasures, rules: Treasures) -> tuple[int, int]:
        """See `PoolModel`. Ruling: DV-15, DV-50, DV-57."""
        ctx = self._ctx(stage, treasures, rules, Foes())
        return max(0, int(ctx.value(Knob(DICE)))), int(ctx.value(Knob(ROLLS)))

    def _ctx(self, stage: int, treasures: Treasures, rules: Treasures, foes: Foes) -> Context:
        state = self.situation(stage, treasures, foes, self.party_of(rules, treasures))
        return Context(Explorer(self.ruleset, self.library, state, ()))

    def _standing(self, names: tuple[str, ...]) -> Foes:
        return Foes(tuple((name, self.library.get("opponent", name).stats[BOXES], 0) for name in names))

    def ways(
        self, stage: int, treasures: Treasures, rules: Treasures, names: tuple[str, ...]
    ) -> Mapping[tuple[int, str], Mapping[Counts, tuple[tuple[Counts, Use], ...]]]:
        """See `PoolModel`. Ruling: DV-20."""
        dice, _ = self.dice(stage, treasures, rules)
        ctx = self._ctx(stage, treasures, rules, self._standing(names))
        found: dict[tuple[int, str], dict[Counts, tuple[tuple[Counts, Use], ...]]] = {}
        for who in ctx.state.zone(ADVENTURERS):
            entity = ctx.state[who]
            place = self.people.index(entity.definition)
            for ability in self.library.get("adventurer", entity.definition).abilities:
                pattern = ability.trigger
                if not isinstance(pattern, DicePattern):
                    continue
                table: dict[Counts, tuple[tuple[Counts, Use], ...]] = {}
                for number in range(1, dice + 1):
                    for counts, _ in all_counts(number):
                        ways = tuple(self._taken(ctx, who, place, ability, pattern, counts))
                        if ways:
                            table[counts] = ways
                found[place, ability.name] = table
        return found

    def _taken(
        self, ctx: Context, who: int, place: int, ability: Ability, pattern: DicePattern, counts: Counts
    ) -> Iterator[tuple[Counts, Use]]:
        for way in pattern.ways(ctx, who, ability.name, counts):
            if not pattern.wants_spare:
                yield way, Use(place, ability.name, sum(way), 0)
                continue
            for face in dict.fromkeys(faces_of(without(counts, way))):
                taken = tuple(number + (at == face) for at, number in enumerate(way, 1))
                yield taken, Use(place, ability.name, sum(taken), face)

    # -- abilities ------------------------------------------------------------------------------------------------

    def _ability(self, use: Use) -> tuple[Definition, Ability, bool]:
        """The card and ability of a use, and whether it is something for the party."""
        key = ("ability", use.who, use.ability)
        if key not in self._kept:
            card = self.library.get("adventurer", self.people[use.who])
            ability = card.ability(use.ability)
            assert ability is not None
            on_foes = on_party = False
            for node in ability.block.walk():
                if isinstance(node, Effect):
                    on_foes |= isinstance(node, _ON_FOES)
                    on_party |= isinstance(node, _ON_PARTY)
                    if not isinstance(node, (*_ON_FOES, *_ON_PARTY, *_NEITHER)):
                        raise self._no_way(card, ability, node, "does something that a solver cannot lay out")
            if on_foes and on_party:
                raise self._no_way(card, ability, ability.block, "is for the party and against opponents at once")
            self._kept[key] = (card, ability, on_party)
        found: tuple[Definition, Ability, bool] = self._kept[key]
        return found

    def _no_way(self, card: Definition, ability: Ability, node: Node, why: str) -> SetupError:
        return SetupError(f"{card.name}'s {ability.name!r} {why} ({node.span}): play it, or simulate it")

    def _use(self, run: Explorer, use: Use) -> None:
        """Use an ability with some dice of the right number; which faces they show it does not see."""
        card, ability, _ = self._ability(use)
        ctx = Context(run)
        who = next(e.id for e in run.state.entities.values() if e.kind == "adventurer" and e.definition == card.name)
        taken = [0] * SIDES_OF_DIE
        taken[max(use.spare, 1) - 1] = use.dice
        show_dice(ctx, tuple(taken))
        phases.use(ctx, who, card, ability, tuple(taken), use.spare)

    def strike(self, stage: int, treasures: Treasures, rules: Treasures, foes: Foes, use: Use) -> frozenset[tuple[Foes, int]]:
        """See `PoolModel`. Ruling: DV-24, DV-25, DV-28 to DV-31, DV-34, DV-35."""
        if self._ability(use)[2]:
            return frozenset({(foes, 0)})
        state = self.situation(stage, treasures, foes, self.party_of(rules, treasures))
        found: dict[tuple[Foes, int], tuple[Any, ...]] = {}
        for run, after in self.run(state, lambda run: self._use(run, use)):
            found.setdefault((self.read(after, stage)[0], after.count(FEWER)), tuple(run.said))
        self._recipes[stage, rules, foes, use] = found
        return frozenset(found)

    def heal(self, use: Use, boxes: tuple[int, ...]) -> frozenset[tuple[int, ...]]:
        """See `PoolModel`. Ruling: DV-33."""
        if not self._ability(use)[2] or not boxes[use.who]:
            return frozenset({boxes})
        state = self.situation(0, (), Foes(), (boxes, ((),) * len(boxes)))
        found: dict[tuple[int, ...], tuple[Any, ...]] = {}
        for run, after in self.run(state, lambda run: self._use(run, use)):
            found.setdefault(self.read(after, 0)[1][0], tuple(run.said))
        self._recipes[boxes, use] = found
        return frozenset(found)

    def recipe(
        self, stage: int, treasures: Treasures, rules: Treasures, foes: Foes, boxes: tuple[int, ...], use: Use, wanted: Any
    ) -> tuple[Any, ...]:
        """See `PoolModel`."""
        key: Any = (boxes, use) if self._ability(use)[2] else (stage, rules, foes, use)
        if key not in self._recipes:
            self.heal(use, boxes) if self._ability(use)[2] else self.strike(stage, treasures, rules, foes, use)
        return self._recipes[key][wanted]

    def key(self, option: Option, state: State) -> Any:
        """See `PoolModel`."""
        return option_key(option, state)

    def look(self, state: State) -> Look:
        """See `PoolModel`."""
        stage = state.count(FACED)
        foes, party, treasures = self.read(state, stage)
        people = [entity for entity in state.entities.values() if entity.kind == "adventurer"]
        used = frozenset(
            (place, counter.removeprefix(phases.used("")))
            for place, entity in enumerate(people)
            for counter, value in entity.counters.items()
            if value and counter.startswith(phases.used(""))
        )
        card = self.library.get("encounter", self.stages[stage])
        return Look(
            stage, treasures, foes, party, dice_shown(state), state.count(ROLLED_TIMES), used, state.count(FEWER),
            sum(state.count(against(face)) for face in card.fields.get("hits", ())),
            state.count(TO_PLACE), state.count(THROWN),
        )  # fmt: skip

    # -- the opponents' half --------------------------------------------------------------------------------------

    def half(self, stage: int, treasures: Treasures, rules: Treasures, foes: Foes) -> Half:
        """See `PoolModel`. Ruling: DV-36, DV-37, DV-54, DV-56, DV-59."""
        party = self.party_of(rules, treasures)
        ctx = self._ctx(stage, treasures, rules, foes)
        here = ctx.state.zone(OPPONENTS)
        given = ctx.value(RoundsGiven())
        late = bool(here) and given is not None and foes.round >= given
        dice = sum(ctx.value(DiceRolledBy(who)) for who in here) if here else None
        state = self.situation(stage, treasures, foes, party, Step("round end"))
        leads = [self._led(after, stage) for _, after in self.run(state, self._on)]
        if len(leads) != 1:
            raise SetupError(f"{self.stages[stage]!r} ends its rounds with dice or choices: play it, or simulate it")
        return Half(dice, late, leads[0])

    def _on(self, run: Explorer) -> None:
        """Run phases until the next round, the next encounter or the end."""
        run.step()
        while run.state.step is not None and run.state.step.phase in ("encounter end", "end"):
            run.step()

    def _led(self, state: State, stage: int) -> Leaf:
        foes, party, treasures = self.read(state, stage)
        if state.step is None:
            return Leaf(str(state.result), foes, party, treasures)
        if state.step.phase == "encounter":
            return Leaf("next", Foes(buried=foes.buried), party, treasures)
        number = min(state.count(ROUND) + 1, self.horizon(stage, treasures))  # the round that comes
        return Leaf("fight", Foes(foes.battle, foes.waiting, foes.buried, number), party, treasures)

    def faces(self, stage: int) -> tuple[int, int, int, str]:
        """See `PoolModel`. Ruling: DV-41."""
        card = self.library.get("encounter", self.stages[stage])
        hits = card.fields.get("hits", ())
        given, what = card.fields.get("gives", ((), None))
        if set(hits) & set(given):
            raise SetupError(f"{card.name!r} hits and gives {what.name.text} with the same face: play it, or simulate it")
        return len(hits), len(given), SIDES_OF_DIE, "" if what is None else what.name.text

    def weakest(self, stage: int, treasures: Treasures, rules: Treasures, names: tuple[str, ...]) -> bool:
        """See `PoolModel`. Ruling: DV-57, DV-58."""
        return bool(self._ctx(stage, treasures, rules, self._standing(names)).value(WeakestFirst()))

    def hit(self, weakest: bool, boxes: tuple[int, ...]) -> frozenset[tuple[int, ...]]:
        """See `PoolModel`. Ruling: DV-38, DV-58."""
        state = self.situation(0, (), Foes(), (boxes, ((),) * len(boxes)))
        outcomes = self.run(state, lambda run: place_hit(Context(run), weakest))
        return frozenset(self.read(after, 0)[1][0] for _, after in outcomes)

    def able(self, party: Party) -> tuple[bool, ...]:
        """See `PoolModel`. Ruling: DV-22, DV-39, DV-42."""
        state = self.situation(0, (), Foes(), party)
        found = {state[who].definition for who in able(Context(Explorer(self.ruleset, self.library, state, ())))}
        return tuple(name in found for name in self.people)

    # -- how encounters begin -------------------------------------------------------------------------------------

    def _begins(self, stage: int) -> list[Effect]:
        """The effects of what an encounter says about its beginning, repeated ones as often as they happen."""
        found: list[Effect] = []

        def add(node: Node, times: int) -> None:
            if isinstance(node, Repeated):
                add(node.then, times * node.times)
            elif isinstance(node, Block | Clause | Joined):
                for _ in range(times):
                    for child in node.children():
                        add(child, 1)
            elif isinstance(node, Effect):
                found.extend([node] * times)

        for rule in self.library.get("encounter", self.stages[stage]).rules:
            if isinstance(getattr(rule, "event", None), ItBegins):
                add(rule.then, 1)  # type: ignore[attr-defined]
        return found

    def throws(self, stage: int) -> tuple[Throw, ...]:
        """See `PoolModel`. Ruling: DV-55."""
        effects = self._begins(stage)
        thrown = [e for e in effects if isinstance(e, ThrowHits)]
        if thrown and len(thrown) != len(effects):
            raise SetupError(f"{self.stages[stage]!r} begins with throws and something else: play it, or simulate it")
        sides = SIDES_OF_DIE
        return tuple(Throw(e.dice, len(set(e.faces.faces(sides))), sides) for e in thrown)

    def enter(self, stage: int, treasures: Treasures, buried: tuple[Fighter, ...], party: Party) -> Tree | Leaf:
        """See `PoolModel`. Ruling: DV-44, DV-51, DV-53, DV-56."""
        thrown = bool(self.throws(stage))
        step = Step("round end" if thrown else "encounter", number=stage)
        state = self.situation(stage, treasures, Foes(buried=buried), party, step, begun=thrown)
        outcomes = [(run.taken, self._led(after, stage)) for run, after in self.run(state, self._on)]
        return grown(outcomes, 0)


def model(ruleset: Ruleset, library: Library, adventure: str, encounter: str | None = None) -> Model:
    """An adventure laid out, or one of its encounters alone (DV-62). Raises `SetupError` or `UnknownName`."""
    card = library.get("adventure", adventure)
    stages = tuple(card.fields["encounters"])
    first, last = stretch(library, card, encounter, None)
    people = tuple(name for name, _ in card.fields["party"])
    full = tuple(boxes for _, boxes in card.fields["party"])
    given = {library.get("encounter", name).fields["gives"][1].name.text
             for name in stages[first : last + 1] if "gives" in library.get("encounter", name).fields}  # fmt: skip
    return Model(ruleset, library, card, stages, people, full, tuple(sorted(given)), first, last)
