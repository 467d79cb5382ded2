"""A loaded game as users hold it: its cards, single sentences, battles and odds. Analysis is opened late."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

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
from dicecrawl.language.library import Library, Loaded, parser_for, reopen_library
from dicecrawl.language.problems import Problem
from dicecrawl.language.source import Source
from dicecrawl.match import Match
from dicecrawl.plugins import ruleset_of
from dicecrawl.resources import content_root

if TYPE_CHECKING:
    from dicecrawl.analysis.compare import Comparison
    from dicecrawl.analysis.contrast import Contrast
    from dicecrawl.analysis.odds import Odds
    from dicecrawl.analysis.outlook import Outlook
    from dicecrawl.analysis.result import BattleResult
    from dicecrawl.analysis.runs import Runs
    from dicecrawl.analysis.simulate import Progress, Simulation
    from dicecrawl.analysis.situations import Search
    from dicecrawl.analysis.sweep import Sweep
    from dicecrawl.core.pools import Limits as PoolLimits
    from dicecrawl.core.pools import Pool, PoolSum
    from dicecrawl.players import PlayerFactory


def load(game: str = "marching_order", *packs: str | Path) -> Game:
    """A game with its own content and any further packs (folders of `.crawl` files, or single ones).

    Raises `UnknownName` for a game that is not installed, `SetupError` for two packs of one name or a pack for another game
    and `ContentError` with every problem found in the content.
    """
    return Game(ruleset_of(game), loaded(game, tuple(str(p) for p in packs)).demand())


def loaded(game: str, packs: Sequence[str] = ()) -> Loaded:
    """The cards of a game and some packs, with every problem instead of an exception."""
    ruleset = ruleset_of(game)
    files = read_files(gather(content_root(game), game, [Path(pack) for pack in packs]).items())
    found = reopen_library(ruleset, files.sources)
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
        texts = tuple((name, source.raw) for name, source in sorted(self.library.sources.items()))
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

    def with_texts(self, texts: Mapping[str, str]) -> Game:
        """The same game with other texts in place of some of its files, by name. Raises `ContentError` with every problem."""
        told = tuple((name, texts.get(name, source.raw)) for name, source in sorted(self.library.sources.items()))
        return _read_again(self.ruleset.name, told)

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
        self,
        *,
        ability: str,
        actor: str,
        rogues: Iterable[Any],
        enemies: Iterable[Any],
        target: str | None = None,
        players: str | Player | None = None,
        search: Search | None = None,
        etn: int = 4,
        seats: int = 1,
        coins: int = 0,
        rerolls: str | Sequence[str] = "never",
    ) -> Outlook:
        """What may come of one ability of `actor` (by its name, or a free sentence) as a battle begins.

        `target` is whom choices go to where they can; else they go to whoever comes first, and every "may" is taken, unless
        `players` says otherwise ("greedy", "random": all answers equally likely, or a function). `search` says how far to
        look before an estimate is given instead. The rest sets the battle up, as in `battle`.
        Raises `UnknownName`, `SetupError`.
        """
        from dicecrawl.analysis.situations import ability_odds

        return ability_odds(
            self, ability, actor, rogues, enemies, target=target, players=players, search=search,
            etn=etn, seats=seats, coins=coins, rerolls=rerolls,
        )  # fmt: skip

    def turn_odds(
        self,
        *,
        actor: str,
        rogues: Iterable[Any],
        enemies: Iterable[Any],
        players: str | Player = "greedy",
        search: Search | None = None,
        etn: int = 4,
        seats: int = 1,
        coins: int = 0,
        rerolls: str | Sequence[str] = "never",
    ) -> Outlook:
        """What may come of one whole turn of `actor`: its conditions, its action by its table or its player, its traits.

        The options are those of `odds`. Raises `UnknownName`, `SetupError`.
        """
        from dicecrawl.analysis.situations import turn_odds

        return turn_odds(
            self, actor, rogues, enemies, players=players, search=search,
            etn=etn, seats=seats, coins=coins, rerolls=rerolls,
        )  # fmt: skip

    def duel_odds(
        self,
        rogues: Iterable[Any],
        enemies: Iterable[Any],
        *,
        rounds: int,
        opens: str | None = None,
        players: str | Player = "greedy",
        search: Search | None = None,
        etn: int = 4,
        seats: int = 1,
        coins: int = 0,
        rerolls: str | Sequence[str] = "never",
    ) -> Outlook:
        """How a battle stands after so many rounds, or how it ended before.

        `opens` is the heading of the line-up that opens every round ("Rogues"); without it that is decided as the game does.
        The other options are those of `odds`. Raises `SetupError`.
        """
        from dicecrawl.analysis.situations import duel_odds

        return duel_odds(
            self, rogues, enemies, rounds=rounds, opens=opens, players=players, search=search,
            etn=etn, seats=seats, coins=coins, rerolls=rerolls,
        )  # fmt: skip

    def simulate(
        self,
        rogues: Iterable[Any],
        enemies: Iterable[Any],
        *,
        runs: int = 1000,
        seed: int | str = 0,
        players: str | PlayerFactory = "greedy",
        workers: int = 1,
        etn: int = 4,
        seats: int = 1,
        coins: int = 0,
        limits: Limits | None = None,
        level: float = 0.95,
        progress: Progress | None = None,
    ) -> Simulation:
        """Play `runs` battles of one setup: win rates with intervals, rounds, survivors, what each creature did.

        `players` is a name ("greedy", "random", "module:name") or a factory that makes a player from a text, one a seat and
        game; `workers` above 1 plays in that many processes, which changes no digit; `level` is that of the intervals;
        `progress` is called with the battles played and wanted. The rest sets the battle up, as in `battle`.
        Raises `SetupError` for impossible setups and `DicecrawlError` where a factory cannot be sent to the workers.
        """
        from dicecrawl.analysis.simulate import simulate

        return simulate(
            self, rogues, enemies, runs=runs, seed=seed, players=players, workers=workers,
            etn=etn, seats=seats, coins=coins, limits=limits, level=level, progress=progress,
        )  # fmt: skip

    def runs(
        self,
        *,
        mode: str | None = None,
        runs: int = 1000,
        seed: int | str = 0,
        players: str | PlayerFactory = "greedy",
        workers: int = 1,
        limits: Limits | None = None,
        level: float = 0.95,
        progress: Callable[[int, int], None] | None = None,
        **setup: Any,
    ) -> Runs:
        """Many matches set up by `new_match`: adventures, delves, campaigns; see `dicecrawl.analysis.runs.play_runs`."""
        from dicecrawl.analysis.runs import play_runs

        return play_runs(
            self, mode=mode, runs=runs, seed=seed, players=players, workers=workers,
            limits=limits, level=level, progress=progress, **setup,
        )  # fmt: skip

    def compare(
        self,
        a: Iterable[Any],
        b: Iterable[Any],
        enemies: Iterable[Any],
        *,
        runs: int = 1000,
        seed: int | str = 0,
        players: str | PlayerFactory | tuple[str | PlayerFactory, str | PlayerFactory] = "greedy",
        names: tuple[str, str] | None = None,
        workers: int = 1,
        etn: int = 4,
        seats: int = 1,
        coins: int = 0,
        limits: Limits | None = None,
        level: float = 0.95,
        progress: Progress | None = None,
    ) -> Comparison:
        """Play `runs` battles with each of two parties against the same enemies and the same dice, and compare.

        `players` play for both, or a pair plays for one each; `names` are what the report calls the two. The other options
        are those of `simulate`. Raises `SetupError` for impossible setups.
        """
        from dicecrawl.analysis.compare import compare

        return compare(
            self, a, b, enemies, runs=runs, seed=seed, players=players, names=names, workers=workers,
            etn=etn, seats=seats, coins=coins, limits=limits, level=level, progress=progress,
        )  # fmt: skip

    def contrast(
        self,
        a: Mapping[str, Any],
        b: Mapping[str, Any],
        *,
        cards_of_b: Game | None = None,
        names: tuple[str, str] = ("a", "b"),
        mode: str | None = None,
        runs: int = 1000,
        seed: int | str = 0,
        players: str | PlayerFactory = "greedy",
        workers: int = 1,
        limits: Limits | None = None,
        level: float = 0.95,
        progress: Callable[[int, int], None] | None = None,
        **setup: Any,
    ) -> Contrast:
        """Two setups of any mode, or two versions of the cards, on the same dice; see `dicecrawl.analysis.contrast`."""
        from dicecrawl.analysis.contrast import contrast

        return contrast(
            self, a, b, cards_of_b=cards_of_b, names=names, mode=mode, runs=runs, seed=seed, players=players,
            workers=workers, limits=limits, level=level, progress=progress, **setup,
        )  # fmt: skip

    def sweep(
        self,
        vary: str,
        over: Sequence[int],
        *,
        mode: str | None = None,
        runs: int = 1000,
        seed: int | str = 0,
        players: str | PlayerFactory = "greedy",
        workers: int = 1,
        limits: Limits | None = None,
        level: float = 0.95,
        progress: Callable[[int, int], None] | None = None,
        **setup: Any,
    ) -> Sweep:
        """One number of the setup ("coins") or of a card ("Giant Rat.Health") over a range; see `dicecrawl.analysis.sweep`."""
        from dicecrawl.analysis.sweep import sweep

        return sweep(
            self, vary, over, mode=mode, runs=runs, seed=seed, players=players,
            workers=workers, limits=limits, level=level, progress=progress, **setup,
        )  # fmt: skip

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

    def odds(
        self,
        actor: str,
        target: str,
        *,
        title: str = "",
        player: Callable[[int], Player] | None = None,
        health: int | None = None,
        most: int = 200_000,
        least: Fraction = Fraction(0),
        mode: str = "action",
    ) -> Odds:
        """What it does when `actor` performs it with `target` on the other side, exactly.

        `title` heads the report (else the sentence in full does); `player` makes the player from the target's id (else
        every "may" is taken and choices go to the target); `health` is what the target has left (None: all); `most` bounds
        the ways for dice to fall, and ways rarer than `least` are given up and their chance told; `mode` is "action", or
        "trait" for what is no action of its own. Raises `BudgetExceeded` past `most`, `UnknownName` for the names.
        """
        from dicecrawl.analysis.odds import odds

        return odds(
            self.game, self.tree, actor, target, title=title or self.english, player=player, health=health,
            most=most, least=least, mode=mode,
        )  # fmt: skip


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
            problems.extend(p for p in check_tree(ruleset, tree, game.library.find) if p.severity == "error")
            if not problems:
                return Sentence(game, text, tree)
    from dicecrawl.language.render import render_all

    raise ContentError(problems, render_all(problems, {"text": source}))


def _read_again(game: str, texts: Sequence[tuple[str, str]]) -> Game:
    ruleset = ruleset_of(game)
    sources = [Source.of(raw, name) for name, raw in texts]
    return Game(ruleset, reopen_library(ruleset, sources).demand())


def _near(name: str, known: Iterable[str]) -> str:
    from difflib import get_close_matches

    near = get_close_matches(name, list(known), 1, 0.6)
    return f"; did you mean {near[0]!r}?" if near else ""
