"""Players of the house over the same random line-ups, with the same dice: who wins how often.

    python examples/players_compared.py                      greedy and random over 1,000 line-ups
    python examples/players_compared.py 100 greedy lookahead  two players over the first 100 of them

Line-up k of the seed below depends on k and on the cards there are: up to five creatures a side with traits and things.
"""

import sys

import dicecrawl as dc
from dicecrawl.analysis.intervals import Rate, paired_difference
from dicecrawl.analysis.lineups import random_lineups
from dicecrawl.players import player

SEED = "greedy against random"


def main(count: int, *names: str) -> None:
    game = dc.load("marching_order")
    results: dict[str, list[str | None]] = {name: [] for name in names}
    for k in range(count):
        lines = random_lineups(game, SEED, k)
        for name in names:
            hand = player(name)(f"{SEED}, {k}")
            match = game.battle(lines.rogues, lines.enemies, seed=k, players=hand, **lines.setup)
            results[name].append(match.play().result)
    for name in names:
        won, undecided = (Rate(results[name].count(word), count) for word in ("won", "undecided"))
        print(f"{name:<10} won {won.hits:>4} of {count:,}: {won.interval}; undecided {undecided.hits}")
    one, *others = ([int(result == "won") for result in results[name]] for name in names)
    for name, other in zip(names[1:], others, strict=True):
        print(f"{names[0]} over {name}: {paired_difference(one, other)}")


if __name__ == "__main__":
    count, *chosen = sys.argv[1:] or ["1000"]
    main(int(count), *(chosen or ["greedy", "random"]))
