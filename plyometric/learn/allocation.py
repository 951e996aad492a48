"""Learning an allocation strategy: examples that a player makes itself, and thresholds to spend by.

After S. Markovitch and Y. Sella, Learning of resource allocation strategies for game playing,
Computational Intelligence 12 (1996). The strategies themselves are in arena/allocation.py.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numba import int64

from plyometric.arena.allocation import (
    Terms,
    changes_move,
    chosen_move,
    describe,
    description_length,
    gain_of,
)
from plyometric.desk import TOLD, lent, new_desk
from plyometric.games import load_same
from plyometric.kernel import kernel
from plyometric.learn.examples import Examples
from plyometric.learn.trees import LeafTable, context_thresholds
from plyometric.search.minimax import value_of_each


def class_of(shallow: dict[Any, int], deep: dict[Any, int]) -> tuple[bool, float]:
    """Return a position's class by equations 3 and 4, from the values of its moves at both depths.

    With one best move at either depth these are equations 1 and 2.
    """
    values = np.array(list(shallow.values())), np.array([deep[move] for move in shallow])
    return bool(changes_move(*values, len(shallow))), float(gain_of(*values, len(shallow)))


@kernel
def label_game(game, state, patterns, probe, terms, desk, seed, stream, x, y, states):
    """Play k against k; describe and classify every position with a choice; return how many."""
    shallow, deep = np.zeros(game.width, np.int64), np.zeros(game.width, np.int64)
    row = 0
    for ply in range(2 * terms.m):
        n = game.moves(state, desk.moves[0])
        if n == 0 or desk.stop == TOLD:
            break
        move = desk.moves[0, 0]
        if n > 1:
            describe(game, state, n, patterns, probe, desk, shallow, x[row])
            value_of_each(game, state, int64(terms.k), desk, shallow)
            value_of_each(game, state, int64(terms.k + terms.n), desk, deep)
            y[row, 0] = changes_move(shallow, deep, n)
            y[row, 1] = gain_of(shallow, deep, n)
            y[row, 2] = ply // 2
            for i, word in enumerate(state):
                states[row, i] = word
            row += 1
            move = chosen_move(game, state, int64(terms.k), desk, seed, stream, ply)
        state = game.play(state, move)
    return row


def label_batch(
    origin: str,
    digest: str,
    terms: Terms,
    weights: list[float],
    patterns: np.ndarray,
    probe: int,
    seed: int,
    games: range,
) -> Examples:
    """Return the labelled examples of some games."""
    game = load_same(origin, digest)
    x = np.zeros((2 * terms.m, description_length(game, len(patterns), probe)))
    y, states = np.zeros((2 * terms.m, 3)), np.zeros((2 * terms.m, len(game.start())), np.int64)
    parts = []
    with lent(new_desk(game, weights)) as desk:
        for index in games:
            n = label_game(game, game.start(), patterns, probe, terms, desk, seed, index, x, y, states)
            found = (x[:n], states[:n], y[:n, 0] > 0, y[:n, 1], y[:n, 2].astype(int), np.full(n, index))
            parts.append([column.copy() for column in found])
    return Examples(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))


def quantile_thresholds(scores: np.ndarray, terms: Terms) -> np.ndarray:
    """Return thresholds[d, m] that a share d/m of all positions reaches."""
    return _by_budget(terms, lambda d, m: np.quantile(scores, 1 - d / m))


def context_table(leaves: LeafTable, terms: Terms) -> np.ndarray:
    """Return the thresholds of the paper's context-sensitive classifier, equation 5 for each d/m."""
    return _by_budget(terms, lambda d, m: float(context_thresholds(leaves.share, leaves.weight, d / m)))


def fixed_threshold(value: float, terms: Terms) -> np.ndarray:
    """Return thresholds[d, m] that are the same whatever is left."""
    return _by_budget(terms, lambda d, m: value)


def _by_budget(terms: Terms, threshold: Callable[[int, int], float]) -> np.ndarray:
    table = np.zeros((terms.d + 1, terms.m + 1))
    for d in range(1, terms.d + 1):
        for m in range(d, terms.m + 1):
            table[d, m] = threshold(d, m)
    return table


def stopping_thresholds(scores: np.ndarray, moves: np.ndarray, games: int, terms: Terms) -> np.ndarray:
    """Return the thresholds of an optimal spender, by dynamic programming over what is left.

    With d deep searches and m moves left, a position whose predicted gain is u should be searched
    deeper if u plus the worth of (d - 1, m - 1) exceeds the worth of (d, m - 1). How gains are
    spread, and how often there is a choice at all, is taken from the examples move by move.
    """
    worth = np.zeros((terms.d + 1, terms.m + 1))
    table = np.zeros((terms.d + 1, terms.m + 1))
    for m in range(1, terms.m + 1):
        offered = scores[moves == terms.m - m]
        share = len(offered) / (2 * games)
        for d in range(1, terms.d + 1):
            keep, spend = worth[d, m - 1], worth[d - 1, m - 1]
            table[d, m] = keep - spend
            taken = np.maximum(offered + spend, keep).mean() if len(offered) else keep
            worth[d, m] = share * taken + (1 - share) * keep
    return table
