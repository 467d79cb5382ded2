"""The command line, and the player at a terminal. It stands on everything, and nothing stands on it; needs the cli extra."""

from dicecrawl.cli.app import main

__all__ = ["main"]
