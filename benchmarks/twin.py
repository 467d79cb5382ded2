"""The fixed battle once more, written by hand for these eight creatures alone: what plain Python costs.

It knows no cards, no events, no questions and no log. A test sets it against the engine: on the same faces both come to
the same end after the same number of dice.
"""

from __future__ import annotations

from collections.abc import Callable

from benchmarks.fixed import REACH, Outcome

STATS = {
    "Barbarian": (3, 1, 16, 4),
    "Knight": (1, 5, 12, 4),
    "Sellsword": (1, 4, 10, 0),
    "Archer": (1, 3, 10, 0),
    "Goblin Smasher": (1, 2, 5, 1),
    "Goblin Wallboy": (-1, 4, 5, 4),
    "Goblin Slinger": (0, 2, 3, 1),
    "Goblin Sneak Thief": (1, 2, 5, 2),
}
"""Physical, Defense, Health, Resolve."""

PARTY = tuple(REACH)
GOBLINS = tuple(name for name in STATS if name not in REACH)


class Creature:
    """One of the eight. `conditions` are name -> [dice, off]; a condition whose die is off ends with this turn."""

    __slots__ = ("acted", "conditions", "defense", "health", "most", "name", "physical", "place", "resolve", "rogue")

    def __init__(self, name: str) -> None:
        self.name = name
        self.physical, self.defense, self.health, self.resolve = STATS[name]
        self.most = self.health
        self.rogue = name in REACH
        self.acted = 0
        self.place = 0
        self.conditions: dict[str, list[int]] = {}

    def gain(self, condition: str, dice: int) -> None:
        """The same condition again adds its dice."""
        has = self.conditions.get(condition)
        if has is None:
            self.conditions[condition] = [dice, 0]
        else:
            has[0] += dice
            has[1] = 0


class Battle:
    """One battle; `draw` rolls a die."""

    def __init__(self, draw: Callable[[int], int]) -> None:
        self.draw = draw
        self.dice = 0
        self.rogues = [Creature(name) for name in PARTY]
        self.enemies = [Creature(name) for name in GOBLINS]
        self.aside: list[Creature] = []  # hidden
        self.round = 0

    def roll(self) -> int:
        self.dice += 1
        return self.draw(6)

    def one_of(self, found: list[Creature]) -> Creature | None:
        """By the book's table of dice."""
        n = len(found)
        if n < 2:
            return found[0] if found else None
        if n < 4:
            return found[(self.roll() - 1) * n // 6]
        while True:
            face = self.roll()
            if face <= n:
                return found[face - 1]

    def result(self) -> str | None:
        if not self.rogues:
            return "lost"
        return None if self.enemies or self.aside else "won"

    # -- play ----------------------------------------------------------------------------------------------------------

    def play(self) -> Outcome:
        rogues_first = True
        while True:
            ours, theirs = self.roll(), self.roll()
            if ours != theirs:
                rogues_first = ours > theirs
                break
        result = None
        while result is None and self.round < 200:
            self.round += 1
            for rogues in (rogues_first, not rogues_first):
                while result is None and (who := self.next(rogues)) is not None:
                    self.turn(who)
                    result = self.result()
        lines = (tuple((c.name, c.health) for c in line) for line in (self.rogues, self.enemies))
        first, second = lines
        return result or "undecided", self.round, first, second, self.dice

    def next(self, rogues: bool) -> Creature | None:
        for who in self.rogues if rogues else self.enemies + self.aside:
            if who.acted < self.round:
                return who
        return None

    def here(self, who: Creature) -> bool:
        return who in self.rogues if who.rogue else who in self.enemies or who in self.aside

    def turn(self, who: Creature) -> None:
        who.acted = self.round
        stunned = "Stunned" in who.conditions
        for condition in who.conditions.values():
            condition[0] = max(0, condition[0] - 1)
            condition[1] = condition[0] == 0
        if not stunned:
            self.act(who)
            if self.here(who) and self.result() is None:
                self.bullshit(who)
        if self.here(who):
            for name in [name for name, condition in who.conditions.items() if condition[1]]:
                self.end(who, name)

    def end(self, who: Creature, condition: str) -> None:
        del who.conditions[condition]
        if condition == "Hidden" and who in self.aside:
            self.aside.remove(who)
            self.enemies.insert(who.place, who)

    # -- actions -------------------------------------------------------------------------------------------------------

    def act(self, who: Creature) -> None:
        if who.rogue:
            self.rogue_acts(who)
        else:
            ACTIONS[who.name](self, who, self.roll())

    def rogue_acts(self, who: Creature) -> None:
        place = self.rogues.index(who)
        low, high = REACH[who.name]
        for index in range(len(self.enemies)):
            if low <= place + index + 1 <= high:
                self.attack(who, self.turned_aside(index))
                return
        if place:
            self.swap(self.rogues, place, place - 1)

    def turned_aside(self, index: int) -> Creature:
        """The Wallboy takes what is meant for those behind him, unless he has lost his shield."""
        for other in self.enemies[:index]:
            if other.name == "Goblin Wallboy" and "Shieldless" not in other.conditions:
                return other
        return self.enemies[index]

    def attack(self, who: Creature, target: Creature, stat: bool = True, half: bool = False) -> None:
        number = target.defense
        if "Protected" in target.conditions:
            number += 2
        if "Shieldless" in target.conditions:
            number -= 3
        damage = self.roll() + (who.physical if stat else 0) - number
        if damage < 1:
            return
        if "Hidden" in who.conditions:
            damage *= 3
        if half:
            damage = -(-damage // 2)
        target.health -= damage
        if target.health <= 0:
            (self.rogues if target.rogue else self.enemies).remove(target)

    @staticmethod
    def swap(line: list[Creature], one: int, other: int) -> None:
        line[one], line[other] = line[other], line[one]

    def neighbours(self, line: list[Creature], who: Creature) -> list[Creature]:
        place = line.index(who)
        return line[max(0, place - 1) : place] + line[place + 1 : place + 2]

    # -- the second die ------------------------------------------------------------------------------------------------

    def bullshit(self, who: Creature) -> None:
        face = self.roll()
        if not who.rogue:
            BULLSHIT[who.name](self, who, face)
        elif face == 1:
            QUALITIES[who.name](self, who)
            if self.here(who) and self.result() is None:
                FLAWS[who.name](self, who)

    def protect(self, who: Creature) -> None:
        who.gain("Protected", 2)

    def stun(self, who: Creature) -> None:
        who.gain("Stunned", 1)

    def hit_an_ally(self, who: Creature) -> None:
        ally = self.one_of([other for other in self.rogues if other is not who])
        if ally is not None:
            self.attack(who, ally)

    def push_about(self, who: Creature) -> None:
        ally = self.one_of(self.neighbours(self.rogues, who))
        if ally is not None and self.roll() + who.resolve >= ally.resolve:
            beside = self.neighbours(self.rogues, ally)[0]
            self.swap(self.rogues, self.rogues.index(ally), self.rogues.index(beside))

    def smasher(self, who: Creature, face: int) -> None:
        place = self.enemies.index(who)
        if place:
            self.swap(self.enemies, place, place - 1)
        elif face <= 4:
            self.attack(who, self.rogues[0])
        elif len(self.rogues) > 1:
            self.swap(self.rogues, 0, 1)

    def smasher_bullshit(self, who: Creature, face: int) -> None:
        if face == 1:
            ally = self.one_of(self.neighbours(self.enemies, who))
            if ally is not None:
                self.attack(who, ally)
        elif face == 6:
            self.act(who)

    def wallboy(self, who: Creature, face: int) -> None:
        if face > 4:
            who.gain("Protected", 2)
            return
        target = self.one_of(self.rogues)
        if target is not None:
            self.attack(who, target)

    def wallboy_bullshit(self, who: Creature, face: int) -> None:
        if face == 1:
            who.gain("Shieldless", 2)
        elif face == 6:
            for target in list(self.rogues):
                self.attack(who, target, stat=False, half=True)

    def slinger(self, who: Creature, face: int) -> None:
        if face > 4:
            self.retreat(who)
            return
        target = self.one_of(self.rogues[1:-1] or self.rogues)
        if target is not None:
            self.attack(who, target)

    def slinger_bullshit(self, who: Creature, face: int) -> None:
        if face == 1:
            self.retreat(who)
        elif face == 6:
            place = self.enemies.index(who)
            self.act(self.enemies[place - 1] if place else who)

    def retreat(self, who: Creature) -> None:
        place = self.enemies.index(who)
        if place == len(self.enemies) - 1:
            self.enemies.remove(who)
        else:
            self.swap(self.enemies, place, place + 1)

    def thief(self, who: Creature, face: int) -> None:
        if face <= 2:
            if "Visible" not in who.conditions:
                if "Hidden" not in who.conditions:
                    who.place = self.enemies.index(who)
                    self.enemies.remove(who)
                    self.aside.append(who)
                who.gain("Hidden", 2)
        elif face <= 4:
            if self.one_of(self.rogues) is not None:
                self.roll()  # the coins that nobody has
        elif self.rogues:
            self.attack(who, self.rogues[-1])

    def thief_bullshit(self, who: Creature, face: int) -> None:
        if face == 1:
            who.gain("Visible", 2)
            if "Hidden" in who.conditions:
                self.end(who, "Hidden")
        elif face == 6:
            who.health = min(who.most, who.health + 2)


ACTIONS = dict(zip(GOBLINS, (Battle.smasher, Battle.wallboy, Battle.slinger, Battle.thief), strict=True))
BULLSHIT = dict(
    zip(
        GOBLINS,
        (Battle.smasher_bullshit, Battle.wallboy_bullshit, Battle.slinger_bullshit, Battle.thief_bullshit),
        strict=True,
    )
)
QUALITIES = dict(zip(PARTY, (Battle.protect, Battle.protect, Battle.rogue_acts, Battle.rogue_acts), strict=True))
FLAWS = dict(zip(PARTY, (Battle.push_about, Battle.stun, Battle.hit_an_ally, Battle.hit_an_ally), strict=True))


def play(draw: Callable[[int], int]) -> Outcome:
    """One battle with these dice."""
    return Battle(draw).play()
