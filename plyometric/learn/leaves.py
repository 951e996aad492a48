"""What learners of evaluations share: the leaf that speaks for a position, and weights in proportion.

A search's value is its leaf's evaluation, so it is the leaf's features that answer for the position.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from plyometric.errors import InputError
from plyometric.kernel import NO_MOVE, Game, kernel, rule, state_in
from plyometric.kernel.desk import weights_of
from plyometric.kernel.parts import HEAVIEST
from plyometric.search.minimax import worth
from plyometric.search.table import SURE

MOST_AT_ONCE = 1000
"""Of how many features a position is taken to have at most; the others are 0 there."""


@rule
def leaf_of(game, state, value, desk):
    """Return the kept line's leaf, and 1 if the same side is to move there, -1 if the other one is.

    Where the value is not the leaf's evaluation, at the end of a game or at a repetition, it is 0.
    """
    sign, i = 1, 0
    while desk.kept[i] != NO_MOVE:
        state, sign, i = game.play(state, desk.kept[i]), -sign, i + 1
    return state, sign if sign * worth(game, state, desk) == value else 0


@rule
def note_leaf(game, state, value, desk, features):
    """Write the features of the kept line's leaf, seen by the side to move; return 1 or -1 for a sure end."""
    leaf, sign = leaf_of(game, state, value, desk)
    features[:] = 0
    if sign:
        game.features(leaf, features)
        features *= sign
    return sure_end(value)


@rule
def sure_end(value):
    """Return 1 for a value that is a forced win, -1 for a forced loss."""
    return (value > SURE) - (value < -SURE)


class Rows(NamedTuple):
    """Room for sparse rows: one whole row, then which features are not 0, how much they are, and the ends."""

    row: np.ndarray
    at: np.ndarray
    amounts: np.ndarray
    ends: np.ndarray


def features_at(game: Game, places: np.ndarray, signs: np.ndarray) -> Any:
    """Return a sparse row of features for each position, which are rows of words, times its sign."""
    from scipy.sparse import csr_matrix  # type: ignore[import-untyped]

    room = len(signs) * min(game.feature_count, MOST_AT_ONCE)
    at, amounts, ends = (
        np.zeros(room, np.int32),
        np.zeros(room, np.float32),
        np.zeros(len(signs) + 1, np.int64),
    )
    gather(game, game.start(), places, signs, Rows(np.zeros(game.feature_count), at, amounts, ends))
    filled = ends[-1]
    return csr_matrix((amounts[:filled], at[:filled], ends), shape=(len(signs), game.feature_count))


@kernel
def gather(game, like, places, signs, rows):
    """Write which features of each position are not 0 and how much they are, and where its row ends."""
    n = 0
    for i in range(len(signs)):
        if signs[i]:
            game.features(state_in(like, places[i]), rows.row)
            for j in range(len(rows.row)):
                if rows.row[j] != 0 and n < len(rows.at):
                    rows.at[n], rows.amounts[n] = j, signs[i] * rows.row[j]
                    n += 1
        rows.ends[i + 1] = n


def require_linear(game: Game) -> None:
    """Refuse a game whose evaluation has no weight for each feature."""
    if not game.weights or len(game.weights) != game.feature_count:
        raise InputError(
            f"{game.name} has {game.feature_count} features and {len(game.weights)} weights:"
            " to learn an evaluation takes one weight for each feature, and at least one."
        )


def starting_weights(game: Game, weights: Sequence[float]) -> np.ndarray:
    """Return the weights to learn from, or say why they cannot be learned from."""
    require_linear(game)
    return weights_of(game, weights)


def rescaled(weights: np.ndarray, first: np.ndarray) -> np.ndarray:
    """Return weights of the total size that others have: a search depends on their ratios alone."""
    total = np.abs(weights).sum()
    return cut(weights * (np.abs(first).sum() / total) if total and first.any() else weights)


def cut(weights: np.ndarray) -> np.ndarray:
    """Return weights of which none is larger than a game accepts."""
    return np.clip(weights, -HEAVIEST, HEAVIEST)


def change_of(weights: Sequence[float], first: np.ndarray) -> float:
    """Return how far weights have come from the first ones, as a share of their total size."""
    total = np.abs(first).sum()
    return float(np.abs(rescaled(np.array(weights), first) - first).sum() / total) if total else 1.0
