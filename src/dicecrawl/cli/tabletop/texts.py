"""What cards and abilities say, in the words of the language, for those who have not read the book."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dicecrawl.authoring.explain import explain, find
from dicecrawl.cli.tabletop.drawing import TOGETHER
from dicecrawl.core.decisions import Decision, Option
from dicecrawl.core.definitions import Ability, Definition
from dicecrawl.core.state import State
from dicecrawl.errors import ContentError, UnknownName
from dicecrawl.language.printer import Printer

if TYPE_CHECKING:
    from dicecrawl.game import Game

_HIDDEN = ("Price", "Slots", "Source", "Text")  # lines of a card that a menu has told already


class Texts:
    """The texts of a game's cards."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._printer = Printer.of(game.ruleset)

    def ability(self, ability: Ability) -> str:
        """What an ability does, in one line."""
        waits = f" Then it rests for {ability.cooldown} turns." if ability.cooldown else ""
        return " ".join(self._printer.english(ability.block).split()) + waits

    def about(self, decision: Decision, option: Option, state: State) -> str:
        """What a player should know of an answer before giving it; "" for those that speak for themselves."""
        library, value = self.game.library, str(option.value)
        if option.kind == "recruit":
            return ", ".join(f"{name}{TOGETHER}{number}" for name, number in library.get("rogue", value).stats.items())
        if option.kind == "delve":
            return str(library.get("delve", value).fields.get("text", ""))
        if option.kind == "action" and decision.actor is not None:
            entity = state[decision.actor]
            found = library.get(entity.kind, entity.definition).ability(value)
            return self.ability(found) if found is not None else ""
        if option.kind in ("common", "item"):
            owned = ((card, ability) for card in library.all(option.kind) for ability in card.of_kind("action"))
            return next((self.ability(ability) for card, ability in owned if value in (ability.name, card.name)), "")
        return ""

    def goods(self, option: Option) -> str:
        """What something for sale in town does."""
        kind = {"buy": "item", "service": "service"}.get(option.kind)
        if kind is None:
            return ""
        name = str(option.value).partition(": ")[0]
        lines = [line.strip() for line in explain(self.game, name).english.splitlines()[1:]]
        return " ".join(line for line in lines if line and not line.startswith(_HIDDEN))

    def look(self, name: str) -> list[str]:
        """A card or an ability by name, or why there is nothing to be seen."""
        try:
            found = find(self.game, name)
            card = found[0] if isinstance(found, tuple) else found
            if isinstance(card, Definition) and self._closed(card):
                return ["That is there to be played, not to be read beforehand."]
            if not isinstance(found, tuple | Definition):
                return [f"There is no card called '{name}'."]
            told = explain(self.game, name)
        except (UnknownName, ContentError) as unknown:
            return [f"{str(unknown).splitlines()[0]}"]
        lines = [line for line in told.english.splitlines() if not line.strip().startswith("Source ")]
        return [told.title, *lines, *(f"  {word}: {meaning}" for word, meaning in told.words)]

    def _closed(self, card: Definition) -> bool:
        showing = self.game.ruleset.showing
        return showing is not None and card.kind in showing.closed
