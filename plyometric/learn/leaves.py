"""What learners of evaluations share: the leaf that speaks for a position, and weights in proportion.

A search's value is its leaf's evaluation, so it is the leaf's features that answer for the position.
"""

from collections.abc import Sequence

import numpy as np

from plyometric.errors import InputError
from plyometric.kernel import NO_MOVE, Game, rule
from plyometric.kernel.desk import weights_of
from plyometric.kernel.parts import HEAVIEST
from plyometric.search.minimax import worth
from plyometric.search.table import SURE


@rule
def note_leaf(game, state, value, desk, features):
    """Write the features of the kept line's leaf, seen by the side to move; return 1 or -1 for a sure end.

    Where the value is not the leaf's evaluation, at the end of a game or at a repetition, they are all 0.
    """
    sign, i = 1, 0
    while desk.kept[i] != NO_MOVE:
        state, sign, i = game.play(state, desk.kept[i]), -sign, i + 1
    features[:] = 0
    if sign * worth(game, state, desk) == value:
        game.features(state, features)
        features *= sign
    return (value > SURE) - (value < -SURE)


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
