"""Writes docs/cards: a page for each rogue, monster and condition of Marching Order, made from content, and one index.

    python docs/generate/cards.py            the pages, with the win rates that docs/generate/card_figures.json holds
    python docs/generate/cards.py --figures  first fights every duel again (a minute or two) and writes that file

Texts, tables and odds are found anew each time. Win rates take long, so they are kept: run it with --figures after a
change of cards, rules or the greedy player. A test compares every page with what this makes, and fights some duels again.
The same tree gives the same bytes everywhere.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from pathlib import Path

from attrs import frozen

import dicecrawl as dc
from dicecrawl.analysis.distribution import markdown, percent
from dicecrawl.analysis.intervals import Rate
from dicecrawl.analysis.odds import Odds, chance, odds
from dicecrawl.core.definitions import Ability, Definition
from dicecrawl.core.nodes import Node
from dicecrawl.effects.aims import Target
from dicecrawl.effects.cards import Ability as AbilityLine
from dicecrawl.effects.cards import Called, Form, GivenBy, Source, Stats, Tags
from dicecrawl.effects.change import ConditionRef, Lose
from dicecrawl.games.marching_order.effects import Price
from dicecrawl.language.printer import Printer

HERE = Path(__file__).resolve().parent
FIGURES = HERE / "card_figures.json"
CARDS = HERE.parent / "cards"
FOLDER = "marching_order"
MADE = "<!-- Made by docs/generate/cards.py from content/marching_order. -->\n\n"

KINDS = {"rogue": "rogues", "monster": "monsters", "condition": "conditions"}
TARGETS = {"rogue": "Skeleton Warrior", "monster": "Knight"}
"""Whom the odds of a kind of card are reckoned against."""

ALONE = {
    "rogue": "by the rogue alone against a Skeleton Warrior",
    "monster": "by a Knight alone against the monster",
}
"""The duels that the index shows."""

FIGHTS = 100
SEED = "cards"
LEAST = Fraction(1, 10**9)
"""Ways for dice to fall that are rarer than this are given up; only dice that explode without end come to that."""

HEADINGS = {
    "special": "Always",
    "action": "Actions",
    "reaction": "Reactions",
    "bullshit": "Bullshit",
    "quality": "Qualities",
    "flaw": "Flaws",
}
_FACTS = (Stats, Source, Tags, Called, Form, Price, GivenBy)  # lines that a page says in its own way
_HEAD = re.compile(r"(?: \[cooldown \d+\])?(?: (?P<when>[^:]+))?:", re.DOTALL)


@frozen
class Duel:
    """A battle that win rates are about, fought by greedy players with all actions and no traits."""

    rogues: tuple[str, ...]
    enemies: tuple[str, ...]

    def __str__(self) -> str:
        return f"{_line(self.rogues)} against {_line(self.enemies)}"


def _line(names: Sequence[str]) -> str:
    counted = {name: names.count(name) for name in names}
    return ", ".join(name if count == 1 else f"{count} {name}" for name, count in counted.items())


@cache
def game() -> dc.Game:
    """The game with its own content alone."""
    return dc.load("marching_order")


def duels(card: Definition) -> list[Duel]:
    """The duels of a card; who belongs to no player does not fight alone."""
    if card.kind == "monster":
        return [Duel(("Knight",), (card.name,)), Duel(("Knight", "Archer"), (card.name,) * 3)]
    alone = [] if card.fields.get("rolls for actions") else [Duel((card.name,), ("Skeleton Warrior",))]
    return [*alone, Duel(("Knight", card.name), ("Living Statue",))]


def every_duel() -> list[Duel]:
    """The duels of all cards, each once."""
    return list(dict.fromkeys(duel for kind in TARGETS for card in game().library.all(kind) for duel in duels(card)))


def fought(duel: Duel) -> list[int]:
    """How often it was won and lost."""
    found = game().simulate(duel.rogues, duel.enemies, runs=FIGHTS, seed=SEED)
    return [found.won.hits, found.lost.hits]


@cache
def figures() -> dict[str, list[int]]:
    """What is kept of every duel."""
    kept: dict[str, list[int]] = json.loads(FIGURES.read_text(encoding="utf-8"))["duels"]
    return kept


def slug(card: Definition) -> str:
    """The name of a card's page: that of its file."""
    return Path(card.span.file).stem


# -- pieces ------------------------------------------------------------------------------------------------------------


def link(card: Definition, above: str = "../") -> str:
    """A card's name as a link from the page of another."""
    return f"[{markdown(card.name)}]({above}{KINDS[card.kind]}/{slug(card)}.md)"


def english(node: Node) -> str:
    """A tree in full English, safe in a table."""
    return markdown(Printer.of(game().ruleset).english(node))


def items(card: Definition) -> list[Node]:
    """The lines of a card but those that say plain facts."""
    return [item for item in getattr(card.tree, "items", ()) if not isinstance(item, _FACTS)]


def lines(card: Definition) -> list[AbilityLine]:
    """The headed parts of a card as they are printed, in the order of its abilities."""
    return [item for item in items(card) if isinstance(item, AbilityLine)]


def told(ability: Ability, line: AbilityLine) -> str:
    """What an ability does, and when it can be used where the card says so."""
    printer = Printer.of(game().ruleset)
    head = printer.sentence(game().ruleset.unnest(line)).partition(f'"{ability.name}"')[2]
    found = _HEAD.match(head)
    when = found["when"] if found is not None else None
    return (f"*{markdown(when)}:* " if when else "") + english(ability.block)


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """A Markdown table with a line behind it."""
    return [f"| {' | '.join(cells)} |" for cells in (head, ["---"] * len(head), *rows)] + [""]


def faces(ability: Ability) -> str:
    """The faces that call for it."""
    return f"{ability.faces[0]}-{ability.faces[-1]}" if len(ability.faces) > 1 else str(ability.faces[0])


def stats(values: dict[str, int]) -> str:
    """A stat line; what has a sign on the card is shown with one."""
    plain = ("Defense", "Health")
    return ", ".join(f"{name} {value}" if name in plain else f"{name} {value:+}" for name, value in values.items())


def source(card: Definition) -> str:
    """The book and the section it comes from."""
    book, *rest = card.fields["source"]
    return ", ".join([f"*{book}*", *rest])


def abilities(card: Definition) -> Iterator[str]:
    """A table for each kind of ability."""
    pairs = list(zip(card.abilities, lines(card), strict=True))
    for kind, heading in HEADINGS.items():
        rows = [(ability, told(ability, line)) for ability, line in pairs if ability.kind == kind]
        if not rows:
            continue
        yield from (f"## {heading}", "")
        if all(ability.faces for ability, _ in rows):
            die = "It rolls a die each turn." if kind == "action" else f"Faces of the bullshit die{_unlisted(card, kind)}"
            yield from (die, "")
            yield from table(("Die", "Name", "Text"), [(faces(a), markdown(a.name), text) for a, text in rows])
        elif kind == "special":
            yield from table(("Name", "Text"), [(markdown(a.name), text) for a, text in rows])
        else:
            cooldowns = ["basic" if a.basic else "" if a.cooldown is None else str(a.cooldown) for a, _ in rows]
            shown = [(cooldown, markdown(a.name), text) for cooldown, (a, text) in zip(cooldowns, rows, strict=True)]
            yield from table(("Cooldown", "Name", "Text"), shown)


def _unlisted(card: Definition, kind: str) -> str:
    rest = set(range(1, 7)) - {face for ability in card.of_kind(kind) for face in ability.faces}
    if kind in ("quality", "flaw"):
        return ", for those that a member of a party has."
    return "; the others do nothing." if rest else "."


def reckoned(card: Definition) -> list[Odds]:
    """The odds of every ability that does something to the stated target."""
    target = TARGETS[card.kind]
    found = []
    for ability in card.abilities:
        mode = "action" if ability.kind == "action" else "trait"
        known = odds(game(), ability.block, card.name, target, title=ability.name, mode=mode, least=LEAST)
        suffers = known.damage.kept_mean or known.down or any(who == target for who, _ in known.conditions)
        aims = any(isinstance(node, Target) for node in ability.block.walk())
        if suffers or (known.success is not None and aims and not known.actor_lost.kept_mean):
            found.append(known)
    return found


def odds_table(card: Definition) -> Iterator[str]:
    """Exact odds of what it does to the stated target."""
    target = game().card(TARGETS[card.kind], "rogue" if card.kind == "monster" else "monster")
    found = reckoned(card)
    yield from ("## Odds", "")
    if not found:
        yield from (f"None of its abilities does anything to {link(target)}.", "")
        return
    yield (
        f"Against {link(target)} (Defense {target.stats['Defense']}, {target.stats['Health']} Health), who stands where each "
        "ability reaches; nobody else is there and nothing has happened before. Exact:"
    )
    yield ""
    rows = []
    for one in found:
        gained = [
            f"{_condition(what)} {_chance(p, one.missing)}" for (who, what), p in one.conditions.items() if who == target.name
        ]
        first = "" if one.success is None else _chance(one.success, one.missing)
        mean = f"{float(one.damage.kept_mean):.3f}"
        rows.append((markdown(one.title), first, mean, _chance(one.down, one.missing), ", ".join(gained)))
    yield from table(("Ability", "First roll succeeds", "Mean damage", "Down", "Conditions"), rows)
    within = [f"{markdown(one.title)} {float(one.missing):.2g}" for one in found if one.missing]
    if within:
        yield from (
            f"Dice that explode without end are followed to one in a thousand million; left out: {', '.join(within)}.",
            "",
        )


def _chance(p: Fraction, missing: Fraction = Fraction(0)) -> str:
    if p in (0, 1):
        return f"{100 * p} %"
    return percent(p) if missing else chance(p)


def _condition(name: str) -> str:
    return link(game().card(name, "condition"))


def won(duel: Duel) -> str:
    """The share of fights won, with its bounds."""
    rate = Rate(figures()[str(duel)][0], FIGHTS)
    bounds = rate.interval
    return f"{percent(rate.value)} ({100 * bounds.low:.1f} to {100 * bounds.high:.1f})"


def duel_table(card: Definition) -> Iterator[str]:
    """Win rates of the rogues' side."""
    yield from ("## Duels", "")
    yield (
        f"{FIGHTS} battles each, seed `{SEED}`, greedy players, all actions, no traits and items: how many the rogues won, "
        "with bounds that hold 95 %."
    )
    yield ""
    rows = []
    for duel in duels(card):
        victories, defeats = figures()[str(duel)]
        rows.append((str(duel), won(duel), str(defeats), str(FIGHTS - victories - defeats)))
    yield from table(("Duel", "Won", "Lost", "Undecided"), rows)


def givers(name: str) -> list[str]:
    """Where a condition is given: cards as links, with the ability that does it."""
    found: dict[str, None] = {}
    for kind in game().library.kinds():
        for card in game().library.all(kind):
            by = link(card) if kind in KINDS else f"{markdown(card.name)} ({card.kind})"
            for item in items(card):
                if name in _given(item):
                    ability = item.ability_name() if isinstance(item, AbilityLine) else None
                    found[by if ability is None else f"{by}: {markdown(ability.text)}"] = None
    return list(found)


@cache
def _given(node: Node) -> frozenset[str]:
    """The conditions that a tree gives; what it takes away is not among them."""
    if isinstance(node, Lose):
        return frozenset()
    own = {node.name.text} if isinstance(node, ConditionRef) else set()
    return frozenset(own.union(*(_given(child) for child in node.children())))


# -- pages -------------------------------------------------------------------------------------------------------------


def creature_page(card: Definition) -> str:
    """The page of a rogue or a monster."""
    parts = [f"# {card.name}", "", f"{card.kind.capitalize()}. {source(card)}.", ""]
    if card.stats:
        parts += [f"**{stats(dict(card.stats))}**", ""]
    facts = [f"Tagged {tag}." for tag in card.tags]
    facts += [f"Called {card.fields['called']}."] if "called" in card.fields else []
    facts += [f"Price {card.fields['price']} Coins."] if "price" in card.fields else []
    facts += [f"Form {form}: {stats(values)}." for form, values in card.fields.get("forms", {}).items()]
    facts += [english(item) for item in items(card) if not isinstance(item, AbilityLine)]
    parts += [f"- {fact}" for fact in facts] + [""] * bool(facts)
    parts += [*abilities(card), *odds_table(card), *duel_table(card)]
    return _joined(parts)


def condition_page(card: Definition) -> str:
    """The page of a condition."""
    name = f"{card.name} [X]" if card.strength else card.name
    parts = [f"# {name}", "", f"Condition, {', '.join(card.tags)}. {source(card)}.", ""]
    parts += [f"- {english(rule)}" for rule in items(card)] + ["", "## Who gives it", ""]
    if "given by" in card.fields:
        parts.append(f"- {card.fields['given by']}")
    parts += [f"- {giver}" for giver in givers(card.name)]
    return _joined(parts)


def index() -> str:
    """The page that leads to all others."""
    parts = ["# The cards of Marching Order", ""]
    parts += ["Each card has a page: its text as the language prints it, exact odds, and win rates with their bounds.", ""]
    parts += ["The cards of [Delve](delve.md) have one page together.", ""]
    for kind, won_what in ALONE.items():
        cards = game().library.all(kind)
        names = list(dict.fromkeys(name for card in cards for name in card.stats))
        parts += [
            f"## {KINDS[kind].capitalize()}",
            "",
            f"Won: {won_what}, of {FIGHTS} battles, with bounds that hold 95 %.",
            "",
        ]
        rows = []
        for card in cards:
            alone = [duel for duel in duels(card) if len(duel.rogues) == 1]
            shown = [str(card.stats.get(name, "")) for name in names]
            rows.append((link(card, f"{FOLDER}/"), *shown, won(alone[0]) if alone else ""))
        parts += table(("Name", *names, "Won"), rows)
    parts += ["## Conditions", ""]
    rows = [
        (link(card, f"{FOLDER}/"), "X" if card.strength else "", ", ".join(card.tags))
        for card in game().library.all("condition")
    ]
    parts += table(("Name", "Strength", "Tags"), rows)
    return _joined(parts)


def pages() -> dict[str, str]:
    """Every page by its path below docs/cards."""
    made = {"index.md": index()}
    for kind, folder in KINDS.items():
        for card in game().library.all(kind):
            text = condition_page(card) if kind == "condition" else creature_page(card)
            made[f"{FOLDER}/{folder}/{slug(card)}.md"] = text
    return made


def _joined(parts: Sequence[str]) -> str:
    return MADE + "\n".join(parts).rstrip() + "\n"


def refresh() -> None:
    """Fight every duel and keep what came of it."""
    kept = {"fights": FIGHTS, "seed": SEED, "duels": {str(duel): fought(duel) for duel in every_duel()}}
    text = re.sub(r"\[\s+(\d+),\s+(\d+)\s+\]", r"[\1, \2]", json.dumps(kept, indent=1))
    FIGURES.write_text(text + "\n", encoding="utf-8", newline="\n")


def main(words: Sequence[str]) -> int:
    """Write the pages, and remove those of cards that are gone."""
    if "--figures" in words:
        refresh()
    made = {CARDS / name: text for name, text in pages().items()}
    for path, text in made.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
    for path in set((CARDS / FOLDER).rglob("*.md")) - set(made):
        path.unlink()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
