"""How near two spellings are, counting a sign too many, too few or wrong, or two that changed places, as one step."""

from __future__ import annotations


def steps_apart(a: str, b: str, most: int) -> int | None:
    """The number of steps between two spellings, or None when it is more than `most`."""
    if a == b:
        return 0
    if abs(len(a) - len(b)) > most:
        return None
    before: list[int] = []
    row = list(range(len(b) + 1))
    for i, left in enumerate(a, 1):
        older, before, row = before, row, [i] + [0] * len(b)
        for j, right in enumerate(b, 1):
            cost = before[j - 1] + (left != right)
            cost = min(cost, before[j] + 1, row[j - 1] + 1)
            if i > 1 and j > 1 and left == b[j - 2] and a[i - 2] == right:
                cost = min(cost, older[j - 2] + 1)
            row[j] = cost
        if min(row) > most:
            return None
    return row[-1] if row[-1] <= most else None


def tolerance(word: str) -> int:
    """How many steps a misspelt word of this length may be away from the one that was meant."""
    return 1 if len(word) <= 4 else 2 if len(word) <= 8 else 3
