"""Perft cut into units: the smallest job that shows how work is spread over threads and machines."""

from collections.abc import Iterator
from concurrent.futures import Executor
from typing import Any

from plyometric.arena.workers import Unit, each
from plyometric.games import load_same
from plyometric.kernel import Game
from plyometric.runs import Run
from plyometric.search.perft import perft, positions_after

PLIES_ABOVE = 2
"""Each unit counts below one position this many plies from the root."""


def split_perft(
    game: Game, depth: int, state: Any, executor: Executor, run: Run | None = None
) -> Iterator[int]:
    """Yield the leaves below each unit's position; their sum is perft(game, depth, state)."""
    if depth <= PLIES_ABOVE + 1:
        yield perft(game, depth, state)
    else:
        yield from each(executor, _count, _units(game, depth, state), run)


def _units(game: Game, depth: int, state: Any) -> Iterator[Unit]:
    for i, position in enumerate(positions_after(game, state, PLIES_ABOVE)):
        yield f"depth {depth}, position {i}", (game.address, tuple(position), depth - PLIES_ABOVE)


def _count(address: tuple[str, str, str], words: tuple[int, ...], depth: int) -> int:
    game = load_same(*address)
    return perft(game, depth, game.state_of(words))
