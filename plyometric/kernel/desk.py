"""The desk: the working memory of one kernel, lent to it for one call.

A desk is a NumPy record, so a kernel gets it as a single pointer however deep it recurses. Python
watches a running kernel through `nodes`, and ends it through `stop`.
"""

from collections.abc import Container, Iterator
from contextlib import contextmanager
from functools import cache
from threading import Thread, current_thread
from typing import Any

import numpy as np

from plyometric.errors import InputError, Stopped
from plyometric.kernel import Game

PLIES = 128
"""How deep a kernel may go."""

HISTORY = 4096

GOES_ON, SPENT, TOLD = 0, 1, 2
"""Why a kernel should end: its limit is spent, or somebody told it to."""

_lent: dict[int, tuple[Any, Thread]] = {}


@cache
def _layout(width: int, weights: int, classes: int) -> np.dtype:
    at_each_ply = {
        "moves": width,  # the moves of the node
        "ratings": width,  # in which order to try them
        "line": PLIES,  # the best line from here, closed by NO_MOVE
        "killers": 2,  # moves that cut off siblings
    }
    words = (
        "key",  # of the position at each ply
        "anchor",  # the first ply whose position could stand there again
        "kept",  # the best line of the last search that was finished
        "past",  # keys of the positions in the game before the root that could recur
    )
    once = ("nodes", "stop", "node_limit", "depth", "plies", "age", "past_length")
    budget = ("deep_left", "moves_left")  # of a player that allocates its searches
    switches = ("uses_table", "uses_order", "uses_null_window", "uses_quiescence", "uses_repetition")
    singular = ("uses_singular", "singular_margin")
    narrow = ("breadth", "threats")  # how many moves of a node are searched, how many threats in a row
    return np.dtype(
        [(name, np.int64, (PLIES, size)) for name, size in at_each_ply.items()]
        + [(name, np.int64, (PLIES,)) for name in words]
        + [("history", np.int64, (HISTORY,)), ("costs", np.int64, (classes,))]
        + [("weights", np.float64, (max(weights, 1),))]
        + [(name, np.int64) for name in once + budget + switches + singular + narrow]
    )


def new_desk(game: Game, weights: Any = None) -> Any:
    """Return a desk for a game, with the game's own weights if none are given."""
    layout = _layout(game.width, len(game.weights), len(game.class_names))
    desk = np.zeros(1, layout).view(np.recarray)[0]
    desk.weights[: len(game.weights)] = weights_of(game, weights)
    return desk


@contextmanager
def lent(desk: Any) -> Iterator[Any]:
    """Lend a desk to a kernel; raise `Stopped` if it was told to stop meanwhile."""
    _lent[id(desk)] = desk, current_thread()
    try:
        yield desk
    finally:
        del _lent[id(desk)]
    if desk.stop == TOLD:
        raise Stopped


def nodes_so_far() -> int:
    """Return how many nodes all running kernels have visited."""
    return sum(int(desk.nodes) for desk, _ in list(_lent.values()))


def stop_all() -> None:
    """Tell every running kernel to stop; each does so at its next node."""
    for desk, _ in list(_lent.values()):
        desk.stop = TOLD


def stop_lent_by(threads: Container[Thread]) -> None:
    """Tell the kernels to stop that some threads run, and no others."""
    for desk, thread in list(_lent.values()):
        if thread in threads:
            desk.stop = TOLD


def checked_depth(depth: int, least: int = 1) -> int:
    """Return a depth that a desk has room for, or say which it has."""
    if not least <= depth < PLIES - 1:
        raise InputError(f"depth must be from {least} to {PLIES - 2} plies, not {depth}.")
    return depth


def weights_of(game: Game, weights: Any = None) -> np.ndarray:
    """Return weights as an array, the game's own if none are given."""
    array = np.array(game.weights if weights is None else weights, np.float64)
    if array.shape != (len(game.weights),) or not np.isfinite(array).all():
        given = array.ravel().tolist()
        raise InputError(f"{game.name} takes {len(game.weights)} finite weights, not {given}.")
    return array
