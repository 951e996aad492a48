"""Random playouts cut into units: the same on one thread, many threads or a cluster."""

from collections.abc import Iterator
from concurrent.futures import Executor
from typing import Any

import numpy as np

from plyometric.arena.workers import Unit, each
from plyometric.games import load_same
from plyometric.kernel import Game
from plyometric.kernel.referee import legal_moves
from plyometric.runs import Run
from plyometric.search.playouts import Playouts, playouts

IN_UNIT = 5000
"""How many playouts a unit of work holds."""


def split_playouts(
    game: Game, count: int, state: Any, seed: int, executor: Executor, run: Run | None = None
) -> Iterator[Playouts]:
    """Yield the playouts of one unit after the other; their sum is playouts(game, count, state, seed)."""
    moves = tuple(legal_moves(game, state))
    for rows in each(executor, _played, _units(game, count, state, seed), run):
        yield Playouts(moves, np.array(rows, np.int64))


def _units(game: Game, count: int, state: Any, seed: int) -> Iterator[Unit]:
    for first in range(0, count, IN_UNIT):
        here = min(IN_UNIT, count - first)
        yield f"playouts from {first}", (game.address, here, tuple(state), seed, first)


def _played(
    address: tuple[str, str, str], count: int, words: tuple[int, ...], seed: int, first: int
) -> list[list[int]]:
    game = load_same(*address)
    return playouts(game, count, game.state_of(words), seed, first).tallies.tolist()
