"""dicecrawl plays dice-driven dungeon crawlers from rules written in plain, checked English.

    import dicecrawl as dc
    game = dc.load("marching_order")
    game.effect("Make a Physical Attack Roll vs Defense; gain Stunned(1)").odds(actor="Barbarian", target="Giant Rat")

Nothing is defined here: this is the front door.
"""

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
from dicecrawl.players import GreedyPlayer, RandomPlayer, ScriptedPlayer
from dicecrawl.plugins import games as installed_games
from dicecrawl.save import replay, resume

__version__ = "0.1.0"

__all__ = [
    "BudgetExceeded",
    "ContentError",
    "Decision",
    "DiceError",
    "DicecrawlError",
    "EnumeratingDice",
    "Game",
    "GreedyPlayer",
    "Limits",
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
