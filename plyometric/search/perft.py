"""Perft: how many move sequences of a length there are. The first test of every set of rules."""

from collections.abc import Iterator
from typing import Any

from plyometric.kernel import Game, kernel
from plyometric.kernel.desk import checked_depth, lent, new_desk
from plyometric.kernel.referee import legal_moves, play


@kernel
def count_leaves(game, state, depth, desk):
    """Count the sequences of `depth` >= 2 moves; parents count their leaves, which saves a call each."""
    n = game.moves(state, desk.moves[depth])
    desk.nodes += n
    if desk.stop:
        return 0
    leaves = 0
    for i in range(n):
        child = game.play(state, desk.moves[depth, i])
        if depth == 2:
            leaves += game.moves(child, desk.moves[1])
        else:
            leaves += count_leaves(game, child, depth - 1, desk)
    return leaves


def perft(game: Game, depth: int, state: Any = None) -> int:
    """Return the number of move sequences of length `depth` from a state (by default, the start)."""
    state = game.start() if state is None else state
    if checked_depth(depth, 0) < 2:
        return len(legal_moves(game, state)) if depth else 1
    with lent(new_desk(game)) as desk:
        return count_leaves(game, state, depth, desk)


def positions_after(game: Game, state: Any, plies: int) -> Iterator[Any]:
    """Yield the state at the end of every move sequence of a length, in order."""
    if plies == 0:
        yield state
    else:
        for move in legal_moves(game, state):
            yield from positions_after(game, play(game, state, move), plies - 1)
