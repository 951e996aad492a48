"""The desk: the working memory of one kernel, lent to it for one call.

A desk is a NumPy record, so a kernel gets it as a single pointer however deep it recurses. Python
watches a running kernel through `nodes`, and ends it through `stop`. A kind of search adds fields of its
own to those that all desks have.
"""

from collections.abc import Container, Iterator
from contextlib import contextmanager
from functools import cache
from threading import Thread, current_thread
from typing import Any

import numpy as np
from numba.extending import typeof_impl
from numba.np.numpy_support import from_dtype

from plyometric.errors import InputError, Stopped, brief
from plyometric.kernel.game import Game
from plyometric.kernel.parts import HEAVIEST

PLIES = 128
"""How deep a kernel may go, extensions and quiescence included."""

DEEPEST = PLIES - 2
"""The greatest depth that a search may be asked for."""

GOES_ON, SPENT, TOLD = 0, 1, 2
"""Why a kernel should end: its limit is spent, or somebody told it to."""

Fields = tuple[tuple[str, tuple[int, ...]], ...]
"""Names and shapes of whole numbers that a desk holds beside the usual ones."""

_lent: dict[int, tuple[Any, Thread]] = {}


@cache
def _layout(width: int, weights: int, fields: Fields) -> np.dtype:
    usual: Fields = (
        ("moves", (PLIES, width)),  # the moves of the node at each ply
        ("ratings", (PLIES, width)),  # in which order to try them
        ("line", (PLIES, PLIES)),  # the best line from each ply on, closed by NO_MOVE
        ("key", (PLIES,)),  # of the position at each ply
        ("anchor", (PLIES,)),  # the first ply whose position could stand there again
        ("kept", (PLIES,)),  # the best line of the last search that was finished
        ("past", (PLIES,)),  # keys of the positions in the game before the root that could recur
        ("only", (width,)),  # the moves of the root that may be looked at, where not all may
        ("course", (PLIES, 4)),  # depth, best move, value and nodes so far of each search that was finished
        ("efforts", (PLIES,)),  # nodes that each finished search gave to its best move
        ("sought", (width,)),  # the search ends as soon as one of these moves is found best
    )
    once = ("nodes", "leaves", "stop", "node_limit", "plies", "depth", "deepest", "value", "past_length")
    of_root = ("only_length", "only_mark", "root_length", "sought_length", "steps")
    of_clock = ("allotted", "turn", "begun", "effort")  # nodes that a clock grants; the game's ply; the root
    of_games = ("searches", "spent", "reached")  # how many there were in all games; their nodes; their depths
    numbers = (*usual, *((name, ()) for name in (*once, *of_root, *of_clock, *of_games)), *fields)
    return np.dtype(
        [(name, np.int64, shape) for name, shape in numbers] + [("weights", np.float64, (weights,))]
    )


def new_desk(game: Game, weights: Any = None, fields: Fields = ()) -> Any:
    """Return a desk for a game, with its own weights if none are given, and fields beside the usual."""
    layout = _layout(game.width, max(len(game.weights), 1), fields)
    desk = np.zeros(1, layout).view(np.recarray)[0]
    desk.weights[: len(game.weights)] = weights_of(game, weights)
    return desk


@typeof_impl.register(np.record)
def _type_of_desk(desk: Any, context: Any) -> Any:
    return _type_of_layout(desk.dtype)


@cache
def _type_of_layout(layout: np.dtype) -> Any:
    """Return the Numba type of a layout, which takes long to make and is asked for at every call."""
    return from_dtype(layout)


@contextmanager
def lent(desk: Any) -> Iterator[Any]:
    """Lend a desk to one kernel at a time; raise `Stopped` if it was told to stop meanwhile."""
    entry = desk, current_thread()
    if _lent.setdefault(id(desk), entry) is not entry:
        raise RuntimeError("a desk was lent twice at once: every thread needs one of its own.")
    try:
        yield desk
    finally:
        del _lent[id(desk)]
    if desk.stop == TOLD:
        raise Stopped


def nodes_so_far() -> int:
    """Return how many nodes all running kernels have visited."""
    return sum(int(desk.nodes) for desk, _ in list(_lent.values()))


def stop_lent_by(threads: Container[Thread]) -> None:
    """Tell the kernels that some threads run, and no others, to stop at their next node."""
    for desk, thread in list(_lent.values()):
        if thread in threads:
            desk.stop = TOLD


def checked_depth(depth: int, least: int = 1) -> int:
    """Return a depth that a desk has room for, or say which it has."""
    if not least <= depth <= DEEPEST:
        raise InputError(f"depth must be from {least} to {DEEPEST} plies, not {depth}.")
    return depth


def weights_of(game: Game, weights: Any = None) -> np.ndarray:
    """Return weights as an array, the game's own if none are given, or say which are accepted."""
    if weights is None or weights is game.weights:
        return _own_weights(game).copy()
    return _checked_weights(game, weights.tolist() if isinstance(weights, np.ndarray) else weights)


def _checked_weights(game: Game, listed: Any) -> np.ndarray:
    is_as_long = isinstance(listed, list | tuple) and len(listed) == len(game.weights)
    if not is_as_long or not _are_weights(listed):
        accepted = f"{len(game.weights)} weights, numbers from -{HEAVIEST} to {HEAVIEST}"
        raise InputError(f"{game.name} takes {accepted}, not {brief(listed)}.")
    return np.array(listed, np.float64)


@cache
def _own_weights(game: Game) -> np.ndarray:
    """Return a game's own weights, which every desk asks for."""
    return _checked_weights(game, game.weights)


def _are_weights(listed: Any) -> bool:
    """Return whether all are weights; of thousands of plain numbers that is seen at once."""
    if set(map(type, listed)) <= {float}:
        return bool((np.abs(listed) <= HEAVIEST).all())
    return all(map(_is_weight, listed))


def _is_weight(weight: Any) -> bool:
    """Return whether this is a number that no evaluation can turn into one beyond 64 bits."""
    is_number = isinstance(weight, int | float | np.number) and not isinstance(weight, bool)
    return is_number and -HEAVIEST <= weight <= HEAVIEST
