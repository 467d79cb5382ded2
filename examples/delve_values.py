"""Solves both adventures of Delve and writes what docs/guides/delve.md shows: tables, and a picture.

Run it with the extra `solve` installed: python examples/delve_values.py [PICTURE.svg]. It takes a few minutes.
"""

from __future__ import annotations

import sys
from pathlib import Path

import dicecrawl as dc
from dicecrawl.analysis.solve import Solution, solve

ADVENTURES = ("The Starting Adventure", "Sands of Time")
COLOURS = ("#1b6ca8", "#c0392b", "#27864a", "#8e44ad", "#d68910", "#117a65", "#7b241c", "#34495e")
WIDTH, HEIGHT, LEFT, TOP, GAP = 380, 240, 46, 30, 190


def by_health(solution: Solution, stage: int) -> list[float]:
    """The chance before an encounter with so many boxes left in all, spread in the best way; nothing found yet counts."""
    people = solution.layout.people("")
    found = [0.0] * (sum(solution.layout.model.full) + 1)
    for (here, _, buried), (v, _) in solution.entries.items():
        if here == stage and not buried:
            for at, boxes in enumerate(people.boxes):
                found[sum(boxes)] = max(found[sum(boxes)], float(v[at]))
    return found


def panel(solution: Solution, left: int) -> list[str]:
    """One adventure as lines over the boxes that the party has left."""
    model = solution.layout.model
    most = sum(model.full)

    def x(boxes: int) -> float:
        return left + LEFT + boxes / most * WIDTH

    def y(chance: float) -> float:
        return TOP + (1 - chance) * HEIGHT

    parts = [f'<text x="{left + LEFT}" y="18" font-weight="bold">{model.title}</text>']
    for tenth in range(0, 11, 2):
        height = y(tenth / 10)
        parts.append(f'<path d="M{x(0):.0f} {height:.1f}H{x(most):.0f}" stroke="#ddd"/>')
        parts.append(f'<text x="{left + LEFT - 6}" y="{height + 4:.1f}" text-anchor="end">{tenth / 10:.1f}</text>')
    below = f'y="{TOP + HEIGHT + 16}" text-anchor="middle"'
    parts.extend(f'<text x="{x(boxes):.1f}" {below}>{boxes}</text>' for boxes in range(0, most + 1, 2))
    for stage, name in enumerate(model.stages):
        points = " ".join(f"{x(boxes):.1f},{y(chance):.1f}" for boxes, chance in enumerate(by_health(solution, stage)))
        colour = COLOURS[stage % len(COLOURS)]
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>')
        row = TOP + 12 + 16 * stage
        parts.append(f'<text x="{left + LEFT + WIDTH + 12}" y="{row}" fill="{colour}">{name}</text>')
    parts.append(f'<text x="{x(most / 2):.0f}" y="{TOP + HEIGHT + 34}" text-anchor="middle">boxes the party has left</text>')
    return parts


def picture(solutions: list[Solution]) -> str:
    """Both adventures side by side, as SVG."""
    step = LEFT + WIDTH + GAP
    parts = [part for at, solution in enumerate(solutions) for part in panel(solution, at * step)]
    size = f'width="{step * len(solutions)}" height="{TOP + HEIGHT + 44}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" font-size="12" fill="#222">'
    return "\n".join([head, '<rect width="100%" height="100%" fill="white"/>', *parts, "</svg>"]) + "\n"


def main() -> None:
    """Print the tables, and draw the picture where a file is named."""
    game = dc.load("delve")
    solutions = []
    for adventure in ADVENTURES:
        solution = solve(game, adventure)
        solutions.append(solution)
        chance, rounds = solution.start
        print(f"{adventure}: {chance:.10f} ({rounds:.3f} rounds, proven within {solution.bound:.0e})")
        for stage, treasures, buried in sorted(solution.entries):
            if not buried:
                v, n = solution.entering(stage, treasures, buried, solution.layout.model.full)
                name = " with ".join([solution.layout.model.stages[stage], *treasures])
                print(f"  before {name:<40} {v:.10f}  {n:7.3f}")
        for name in solution.layout.model.stages:
            alone = solve(game, adventure, encounter=name)
            print(f"  alone  {name:<40} {alone.start[0]:.10f}  {alone.start[1]:7.3f}")
    if len(sys.argv) > 1:
        Path(sys.argv[1]).write_text(picture(solutions), encoding="utf-8")


if __name__ == "__main__":
    main()
