"""What a story of a delve says, and what it passes over: where play only notes for itself how things stand."""

from __future__ import annotations

QUIET = ("visit: ", "used ", "noted ", "finished", "forgotten", "left the delve", "waits", "waited", "left behind", "services")
HEADLINES = {
    "delve began": "== {word} ==",
    "entry": "-- {word} --",
    "battle over": "The battle is {word}.",
    "delve over": "The delve is over: {word}.",
}
