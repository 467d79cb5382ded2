"""Work cut into pieces, done here or in other processes: results come in the order of the pieces, so no digit changes."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from dicecrawl.errors import DicecrawlError

if TYPE_CHECKING:
    from dicecrawl.analysis.port import LoadedGame

P = TypeVar("P")
R = TypeVar("R")

_CHUNKS = 16  # how many pieces a worker's share is cut into, so that progress shows and nobody waits for a slow piece
_LARGEST = 100  # games in a piece at most: so long does it take to stop at the worst


def ranges(n: int, workers: int) -> list[range]:
    """The numbers 0..n-1 in pieces, for so many workers."""
    size = max(1, min(_LARGEST, n // (workers * _CHUNKS)))
    return [range(start, min(start + size, n)) for start in range(0, n, size)]


def each(game: LoadedGame, task: Callable[[LoadedGame, P], R], pieces: Sequence[P], workers: int) -> Iterator[R]:
    """What `task` makes of each piece, in order. With `workers` above 1 the task and the game are sent to processes.

    Raises `DicecrawlError` for a task that cannot be sent and for workers that ended.
    """
    workers = min(workers, len(pieces))
    pool = _pool(game, task, workers) if workers > 1 else None
    if pool is None:
        yield from (task(game, piece) for piece in pieces)
        return
    from concurrent.futures.process import BrokenProcessPool

    with pool:
        try:
            yield from pool.map(_do, pieces)
        except (KeyboardInterrupt, GeneratorExit):
            pool.shutdown(wait=False, cancel_futures=True)
            raise
        except BrokenProcessPool as broken:
            raise DicecrawlError(
                "the workers could not start or were ended. A program that simulates with workers= has to do so under "
                'if __name__ == "__main__":, and its player factory has to stand in a module; workers=1 needs neither.'
            ) from broken


def _pool(game: LoadedGame, task: Any, workers: int) -> Any:
    """A pool of processes, or None (with one warning) where there are none to be had, as in a browser."""
    import pickle

    try:
        sent = pickle.dumps((game, task))
    except (pickle.PicklingError, AttributeError, TypeError) as fault:
        raise DicecrawlError(
            f"the setup cannot be sent to other processes ({fault}): name a player factory that stands at the top of a "
            f"module, or use workers=1."
        ) from fault
    try:
        from concurrent.futures import ProcessPoolExecutor
        from multiprocessing import get_context

        # Started afresh everywhere: a forked copy of a program with threads may hang.
        return ProcessPoolExecutor(workers, get_context("spawn"), _take_up, (sent,))
    except (ImportError, NotImplementedError, OSError) as fault:
        warnings.warn(
            f"no other processes can be started here ({fault}): playing on in this one", RuntimeWarning, stacklevel=5
        )
        return None


_mine: tuple[Any, Callable[[Any, Any], Any]] | None = None  # the game and the task of this worker process


def _take_up(sent: bytes) -> None:
    """Begin as a worker: read the same content and keep the task. Ctrl-C is for the program that asked."""
    import pickle
    import signal

    global _mine
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _mine = pickle.loads(sent)


def _do(piece: Any) -> Any:
    assert _mine is not None
    game, task = _mine
    return task(game, piece)
