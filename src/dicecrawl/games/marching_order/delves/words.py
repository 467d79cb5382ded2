"""What a story of a delve says, and what it passes over: where play only notes for itself how things stand."""

from __future__ import annotations

QUIET = (
    "entered", "visit: ", "used ", "noted ", "finished", "forgotten",
    "left the delve", "waits", "waited", "left behind", "services",
)  # fmt: skip
HEADLINES = {
    "right away": "Right away",
    "after battle": "After the battle",
    "delve began": "== {word} ==",
    "entry": "-- {word} --",
    "battle over": "The battle is {word}.",
    "campaign over": "The campaign is over: {word}.",
    "delve over": "The delve is over: {word}.",
}
