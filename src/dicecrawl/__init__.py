"""dicecrawl plays dice-driven dungeon crawlers from rules written in plain, checked English.

    import dicecrawl as dc
    game = dc.load("marching_order")
    game.effect("Make a Physical Attack Roll vs Defense; gain Stunned(1)").odds(actor="Barbarian", target="Giant Rat")

Nothing is defined here: this is the front door. Each name is fetched from its room when it is first asked for, so that
`import dicecrawl` itself costs next to nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dicecrawl.core.budget import Limits
    from dicecrawl.core.decisions import Decision, Option, Player, Refusal
    from dicecrawl.core.dice import EnumeratingDice, RecordedDice, ScriptedDice, SeededDice
    from dicecrawl.errors import (
        BudgetExceeded,
        ContentError,
        DicecrawlError,
        DiceError,
        MissingExtra,
        PlayerError,
        PluginError,
        PrintError,
        ResourceMissing,
        RulesError,
        SaveError,
        ScriptError,
        SetupError,
        UnknownName,
    )
    from dicecrawl.game import Game, load, pool
    from dicecrawl.match import Match, Transcript
    from dicecrawl.players import CautiousPlayer, DamagePlayer, GreedyPlayer, LookAhead, RandomPlayer, ScriptedPlayer
    from dicecrawl.plugins import games as installed_games
    from dicecrawl.save import replay, resume

__version__ = "0.1.0"

_HOMES = {
    "Limits": ("dicecrawl.core.budget", "Limits"),
    "Decision": ("dicecrawl.core.decisions", "Decision"),
    "Option": ("dicecrawl.core.decisions", "Option"),
    "Player": ("dicecrawl.core.decisions", "Player"),
    "Refusal": ("dicecrawl.core.decisions", "Refusal"),
    "EnumeratingDice": ("dicecrawl.core.dice", "EnumeratingDice"),
    "RecordedDice": ("dicecrawl.core.dice", "RecordedDice"),
    "ScriptedDice": ("dicecrawl.core.dice", "ScriptedDice"),
    "SeededDice": ("dicecrawl.core.dice", "SeededDice"),
    "BudgetExceeded": ("dicecrawl.errors", "BudgetExceeded"),
    "ContentError": ("dicecrawl.errors", "ContentError"),
    "DiceError": ("dicecrawl.errors", "DiceError"),
    "DicecrawlError": ("dicecrawl.errors", "DicecrawlError"),
    "MissingExtra": ("dicecrawl.errors", "MissingExtra"),
    "PlayerError": ("dicecrawl.errors", "PlayerError"),
    "PluginError": ("dicecrawl.errors", "PluginError"),
    "PrintError": ("dicecrawl.errors", "PrintError"),
    "ResourceMissing": ("dicecrawl.errors", "ResourceMissing"),
    "RulesError": ("dicecrawl.errors", "RulesError"),
    "SaveError": ("dicecrawl.errors", "SaveError"),
    "ScriptError": ("dicecrawl.errors", "ScriptError"),
    "SetupError": ("dicecrawl.errors", "SetupError"),
    "UnknownName": ("dicecrawl.errors", "UnknownName"),
    "Game": ("dicecrawl.game", "Game"),
    "load": ("dicecrawl.game", "load"),
    "pool": ("dicecrawl.game", "pool"),
    "Match": ("dicecrawl.match", "Match"),
    "Transcript": ("dicecrawl.match", "Transcript"),
    "CautiousPlayer": ("dicecrawl.players", "CautiousPlayer"),
    "DamagePlayer": ("dicecrawl.players", "DamagePlayer"),
    "GreedyPlayer": ("dicecrawl.players", "GreedyPlayer"),
    "LookAhead": ("dicecrawl.players", "LookAhead"),
    "RandomPlayer": ("dicecrawl.players", "RandomPlayer"),
    "ScriptedPlayer": ("dicecrawl.players", "ScriptedPlayer"),
    "installed_games": ("dicecrawl.plugins", "games"),
    "replay": ("dicecrawl.save", "replay"),
    "resume": ("dicecrawl.save", "resume"),
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'dicecrawl' has no attribute {name!r}")
    room, called = _HOMES[name]
    value = globals()[name] = getattr(import_module(room), called)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES})


__all__ = [
    "BudgetExceeded",
    "CautiousPlayer",
    "ContentError",
    "DamagePlayer",
    "Decision",
    "DiceError",
    "DicecrawlError",
    "EnumeratingDice",
    "Game",
    "GreedyPlayer",
    "Limits",
    "LookAhead",
    "Match",
    "MissingExtra",
    "Option",
    "Player",
    "PlayerError",
    "PluginError",
    "PrintError",
    "RandomPlayer",
    "RecordedDice",
    "Refusal",
    "ResourceMissing",
    "RulesError",
    "SaveError",
    "ScriptError",
    "ScriptedDice",
    "ScriptedPlayer",
    "SeededDice",
    "SetupError",
    "Transcript",
    "UnknownName",
    "installed_games",
    "load",
    "pool",
    "replay",
    "resume",
]
