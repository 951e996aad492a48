"""What positions are worth, kept: a search that deepens judges many of them again and again.

A place holds one key and one worth; the newest stays. A worth is the same whether it was kept or not, so only
the time of a search depends on it.
"""

import numpy as np

from plyometric.kernel import NO_MOVE, rule
from plyometric.search.minimax import leaf_value, worth
from plyometric.search.table import key_of

PLACE = 16
"""Bytes of a key and a worth."""


def new_worths(megabytes: float) -> np.ndarray | None:
    """Return room for worths of at most that size, None for 0."""
    places = int(megabytes * (1 << 20) / PLACE)
    return np.zeros((1 << (places.bit_length() - 1), 2), np.int64) if places else None


@rule
def forget_worths(worths):
    """Forget all worths: they may come from other weights."""
    if worths is not None:
        worths[:] = 0


@rule
def worth_of(game, state, key, desk, worths):
    """Return what the position of a key is worth by its evaluation, asked once as long as it is kept.

    Where nothing is kept, no machine code is made for it.
    """
    if worths is None:
        return worth(game, state, desk)
    place = worths[key & (worths.shape[0] - 1)]
    if place[0] != key:
        place[1] = worth(game, state, desk)
        place[0] = key
    return place[1]


@rule
def horizon_worth(game, state, ply, desk, worths):
    """Return what a position at the horizon is worth: its result if that shows, else its evaluation."""
    if worths is None or game.over(state):
        return leaf_value(game, state, ply, desk)
    desk.nodes += 1
    desk.line[ply, 0] = NO_MOVE
    return worth_of(game, state, key_of(game, state), desk, worths)
