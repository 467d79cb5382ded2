"""Delves: their cards, the words that only their entries use, and playing them entry by entry."""
