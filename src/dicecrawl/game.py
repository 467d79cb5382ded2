"""A loaded game as users hold it: its cards, single sentences, battles and odds. Analysis is opened late."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

import attrs
from attrs import define, field

from dicecrawl.core.budget import Limits
from dicecrawl.core.decisions import Player
from dicecrawl.core.definitions import Definition
from dicecrawl.core.dice import Dice, SeededDice
from dicecrawl.core.nodes import Effect
from dicecrawl.core.ruleset import Ruleset
from dicecrawl.core.state import State
from dicecrawl.errors import ContentError, SetupError, UnknownName
from dicecrawl.language.bind import bind_names
from dicecrawl.language.checks import check_tree
from dicecrawl.language.files import gather, read_files
from dicecrawl.language.library import Library, Loaded, load_library, parser_for
from dicecrawl.language.problems import Problem
from dicecrawl.language.source import Source
from dicecrawl.match import Match
from dicecrawl.plugins import ruleset_of
from dicecrawl.resources import content_root

if TYPE_CHECKING:
    from dicecrawl.analysis.compare import Comparison
    from dicecrawl.analysis.odds import Odds
    from dicecrawl.analysis.options import Asking, Comparing, LookingAtAbility, LookingAtDuel, LookingAtTurn, Simulating
    from dicecrawl.analysis.outlook import Outlook
    from dicecrawl.analysis.result import BattleResult
    from dicecrawl.analysis.simulate import Simulation
    from dicecrawl.core.pools import Limits as PoolLimits
    from dicecrawl.core.pools import Pool, PoolSum


def load(game: str = "marching_order", *packs: str | Path) -> Game:
    """A game with its own content and any further packs (folders of `.crawl` files, or single ones).

    Raises `UnknownName` for a game that is not installed and `ContentError` with every problem found in the content.
    """
    return Game(ruleset_of(game), loaded(game, tuple(str(p) for p in packs)).demand())


def loaded(game: str, packs: Sequence[str] = ()) -> Loaded:
    """The cards of a game and some packs, with every problem instead of an exception."""
    ruleset = ruleset_of(game)
    files = read_files(gather(content_root(game), game, [Path(pack) for pack in packs]).items())
    found = load_library(ruleset, files.sources, parser_for(ruleset))
    return attrs.evolve(found, problems=(*files.problems, *found.problems))


def pool(text: str, limits: PoolLimits | None = None) -> Pool | PoolSum:
    """A pool of dice from text, such as "4d6 keep highest 3". Raises `DiceError` with the place of the mistake."""
    from dicecrawl.core.pools import LIMITS
    from dicecrawl.language.pools import read_pool

    return read_pool(text, limits or LIMITS)


@define(slots=True, eq=False)
class Game:
    """A game ready to be played, asked and simulated."""

    ruleset: Ruleset
    library: Library
    _effects: dict[str, Sentence] = field(factory=dict, repr=False)

    def __repr__(self) -> str:
        told = []
        for kind in self.library.kinds():
            number = len(self.library.all(kind))
            told.append(f"{number} {kind if number == 1 else self.ruleset.kinds.get(kind, kind)}")
        return f"<{self.ruleset.title}: {', '.join(told)}>"

    def __reduce__(self) -> tuple[Any, ...]:
        """A copy in another process is read anew from the same texts: a ruleset is code, and code is not sent."""
        texts = tuple((name, parsed.source.raw) for name, parsed in sorted(self.library.parsed.items()))
        return _read_again, (self.ruleset.name, texts)

    def card(self, name: str, kind: str | None = None) -> Definition:
        """A card by name, of a kind or of whichever kind has one. Raises `UnknownName` with the nearest name."""
        if kind is not None:
            return self.library.get(kind, name)
        found = self.library.kind_of(name, self.library.kinds())
        if found is None:
            every = [card.name for k in self.library.kinds() for card in self.library.all(k)]
            raise UnknownName(f"there is no card called {name!r}{_near(name, every)}")
        return self.library.get(found, name)

    def effect(self, text: str) -> Sentence:
        """A free sentence, or several, as a performed tree. Raises `ContentError` with every problem found."""
        known = self._effects.get(text)
        if known is None:
            known = self._effects[text] = _sentence(self, text)
        return known

    def battle(
        self,
        rogues: Iterable[Any],
        enemies: Iterable[Any],
        *,
        seed: int | str = 0,
        dice: Dice | None = None,
        players: Mapping[int, Player] | Player | None = None,
        seats: int = 1,
        etn: int = 4,
        coins: int = 0,
        rerolls: str | Sequence[str] = "never",
        limits: Limits | None = None,
    ) -> Match:
        """A battle of a game that knows lines of rogues and enemies, set up and not yet begun.

        `rogues` and `enemies` are names or specs of the game, front to back; `seats` is the number of players, `etn` the
        number to escape, `players` who answers for each seat (a single player answers for all; none: `answer` does),
        `rerolls` for which dice players are asked about Luck: "never", "mine" or "all", or one of them for each seat.
        Raises `SetupError` or `UnknownName`.
        """
        party, foes = list(rogues), list(enemies)
        wishes: dict[str, Any] = {}
        if rerolls != "never":
            wishes["rerolls"] = rerolls if isinstance(rerolls, str) else list(rerolls)
        return self.new_match(
            seed=seed, dice=dice, players=players, limits=limits,
            rogues=party, enemies=foes, etn=etn, seats=seats, coins=coins, **wishes,
        )  # fmt: skip

    def new_match(
        self,
        *,
        mode: str | None = None,
        seed: int | str = 0,
        dice: Dice | None = None,
        players: Mapping[int, Player] | Player | None = None,
        limits: Limits | None = None,
        **setup: Any,
    ) -> Match:
        """A match of this game, set up in its own terms and not yet begun: `setup` is what its `Ruleset.setup` takes.

        A game may have further `modes`, each with a setup of its own. `players` is who answers for each seat (a single
        player answers for all; none: `answer` does). Raises `SetupError`, `UnknownName`, or `SetupError` for words that
        this setup does not know.
        """
        begin = self._begin(mode)
        self._demand_setup(mode, setup)
        state = begin(self.library, **setup)
        if players is None:
            answering: Mapping[int, Player] = {}
        elif isinstance(players, Mapping):
            answering = players
        else:
            seated = {entity.seat for entity in state.entities.values() if entity.seat is not None}
            answering = dict.fromkeys(sorted({*seated, *range(setup.get("seats", 1))}), players)
        kept = setup if mode is None else {"mode": mode, **setup}
        return Match(self.ruleset, self.library, state, dice or SeededDice(seed), answering, setup=kept, limits=limits)

    def setup_words(self, mode: str | None = None) -> tuple[str, ...]:
        """What a match of this game is set up with, by keyword; the first ones have no value of their own."""
        return tuple(inspect.signature(self._begin(mode)).parameters)[1:]

    def _begin(self, mode: str | None) -> Callable[..., State]:
        if mode is None:
            return self.ruleset.setup
        if mode not in self.ruleset.modes:
            known = ", ".join(self.ruleset.modes) or "none"
            raise SetupError(f"{self.ruleset.title} has no mode {mode!r}; its modes are: {known}")
        return self.ruleset.modes[mode]

    def _demand_setup(self, mode: str | None, setup: Mapping[str, Any]) -> None:
        known = inspect.signature(self._begin(mode)).parameters
        words = self.setup_words(mode)
        for name in setup:
            if name not in words:
                raise SetupError(f"{self.ruleset.title} is not set up with {name!r}; it takes {', '.join(words)}")
        missing = [name for name in words if known[name].default is inspect.Parameter.empty and name not in setup]
        if missing:
            raise SetupError(f"{self.ruleset.title} needs {' and '.join(missing)} to be set up; it takes {', '.join(words)}")

    def odds(
        self, *, ability: str, actor: str, rogues: Iterable[Any], enemies: Iterable[Any], **options: Unpack[LookingAtAbility]
    ) -> Outlook:
        """What may come of one ability (or free sentence) in a battle; see `dicecrawl.analysis.situations.ability_odds`."""
        from dicecrawl.analysis.situations import ability_odds

        return ability_odds(self, ability, actor, rogues, enemies, **options)

    def turn_odds(
        self, *, actor: str, rogues: Iterable[Any], enemies: Iterable[Any], **options: Unpack[LookingAtTurn]
    ) -> Outlook:
        """What may come of a whole turn of a creature; see `dicecrawl.analysis.situations.turn_odds`."""
        from dicecrawl.analysis.situations import turn_odds

        return turn_odds(self, actor, rogues, enemies, **options)

    def duel_odds(
        self, rogues: Iterable[Any], enemies: Iterable[Any], *, rounds: int, **options: Unpack[LookingAtDuel]
    ) -> Outlook:
        """How a battle may stand after so many rounds; see `dicecrawl.analysis.situations.duel_odds`."""
        from dicecrawl.analysis.situations import duel_odds

        return duel_odds(self, rogues, enemies, rounds=rounds, **options)

    def simulate(self, rogues: Iterable[Any], enemies: Iterable[Any], **options: Unpack[Simulating]) -> Simulation:
        """Many battles and how they went; see `dicecrawl.analysis.simulate.simulate`."""
        from dicecrawl.analysis.simulate import simulate

        return simulate(self, list(rogues), list(enemies), **options)

    def compare(self, a: Iterable[Any], b: Iterable[Any], enemies: Iterable[Any], **options: Unpack[Comparing]) -> Comparison:
        """Two parties in the same battles; see `dicecrawl.analysis.compare.compare`."""
        from dicecrawl.analysis.compare import compare

        return compare(self, list(a), list(b), list(enemies), **options)

    def summary(self, match: Match) -> BattleResult:
        """How a match went: who stands, who fell by whose sentence; see `dicecrawl.analysis.result`."""
        from dicecrawl.analysis.result import battle_result

        return battle_result(match)


@define(slots=True, eq=False)
class Sentence:
    """One or more free sentences, read and bound."""

    game: Game
    text: str
    tree: Effect

    def __repr__(self) -> str:
        return f"<effect: {self.english}>"

    @property
    def english(self) -> str:
        """The full, canonical form in the language: what was left out is said."""
        from dicecrawl.language.printer import Printer

        return Printer.of(self.game.ruleset).english(self.tree)

    def odds(self, actor: str, target: str, **options: Unpack[Asking]) -> Odds:
        """What it does, exactly; see `dicecrawl.analysis.odds.odds`."""
        from dicecrawl.analysis.odds import odds

        options.setdefault("title", self.text)
        return odds(self.game, self.tree, actor, target, **options)


def _sentence(game: Game, text: str) -> Sentence:
    ruleset = game.ruleset
    source = Source.of(text, "text")
    parsed = parser_for(ruleset).parse_sentences(source)
    problems: list[Problem] = list(parsed.problems)
    if not problems:
        names = game.library.names.within(ability=[])
        bound = [bind_names(sentence, names, problems) for sentence in parsed.declarations]
        if not problems:
            tree = ruleset.nest(ruleset.block(tuple(bound)), game.library.get)
            problems.extend(p for p in check_tree(ruleset, tree, _lookup(game.library)) if p.severity == "error")
            if not problems:
                return Sentence(game, text, tree)
    from dicecrawl.language.render import render_all

    raise ContentError(problems, render_all(problems, {"text": source}))


def _lookup(library: Library) -> Any:
    return lambda kind, name: library.cards.get(kind, {}).get(name)


def _read_again(game: str, texts: Sequence[tuple[str, str]]) -> Game:
    ruleset = ruleset_of(game)
    sources = [Source.of(raw, name) for name, raw in texts]
    return Game(ruleset, load_library(ruleset, sources, parser_for(ruleset)).demand())


def _near(name: str, known: Iterable[str]) -> str:
    from difflib import get_close_matches

    near = get_close_matches(name, list(known), 1, 0.6)
    return f"; did you mean {near[0]!r}?" if near else ""
