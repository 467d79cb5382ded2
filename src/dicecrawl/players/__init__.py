"""Who answers decisions. A player is a function from a decision and a state to option indices; it sees no rules."""

from dicecrawl.players.greedy import GreedyPlayer
from dicecrawl.players.lookahead import LookAhead
from dicecrawl.players.pool import CautiousPlayer, DamagePlayer
from dicecrawl.players.random import RandomPlayer
from dicecrawl.players.registry import PLAYERS, PlayerFactory, player
from dicecrawl.players.scripted import ScriptedPlayer

__all__ = [
    "PLAYERS",
    "CautiousPlayer",
    "DamagePlayer",
    "GreedyPlayer",
    "LookAhead",
    "PlayerFactory",
    "RandomPlayer",
    "ScriptedPlayer",
    "player",
]
