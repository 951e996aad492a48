"""The planner: an ending as if the kings stood still, where a move of a king is to pass.

Most moves of an ending are steps of kings, and most of what decides it are moves of pawns. So a look three
plies ahead that leaves the kings out sees breakthroughs which cost a search of all moves nine.

What is recursive here are kernels, so that they are compiled once for all the kernels that ask for traits.
"""

import numpy as np
from numba import int64

from plyometric.games.chess.board import in_check
from plyometric.games.chess.rules import over, passed, play
from plyometric.games.pawn_endings.race import advance, evaluate
from plyometric.games.pawn_endings.rules import forcing, pawn_moves
from plyometric.kernel import kernel, rule

DEEPEST, QUIET_PLIES = 3, 9
ROWS, WIDTH = DEEPEST + QUIET_PLIES + 1, 256
HIGHEST = 30_000


@rule
def new_room():
    """Return room for the moves of each ply."""
    return np.empty((ROWS, WIDTH), np.int64)


@rule
def at_a_glance(s, sees_races):
    """Return the evaluation with races or without."""
    if over(s):
        return int64(0)
    return int64(evaluate(s, 0)) if sees_races else int64(advance(s, 0))


@kernel
def quiet_value(s, alpha, beta, sees_races, ply, room):
    """Return what an ending is worth after captures and promotions, which nobody must play."""
    best = at_a_glance(s, sees_races)
    if best >= beta or ply >= ROWS:
        return best
    alpha = max(alpha, best)
    for i in range(forcing(s, room[ply])):
        value = -quiet_value(play(s, room[ply, i]), -beta, -alpha, sees_races, ply + 1, room)
        best = max(best, value)
        alpha = max(alpha, value)
        if alpha >= beta:
            break
    return best


@kernel
def planned(s, depth, alpha, beta, ply, room):
    """Return what an ending is worth by moves of pawns, captures and passes alone."""
    if depth == 0 or over(s):
        return quiet_value(s, alpha, beta, True, ply, room)
    if in_check(s):
        best = quiet_value(s, alpha, beta, True, ply, room)
    else:
        best = -planned(passed(s), depth - 1, -beta, -alpha, ply + 1, room)
    alpha = max(alpha, best)
    for i in range(pawn_moves(s, room[ply])):
        if alpha >= beta:
            break
        best = max(best, -planned(play(s, room[ply, i]), depth - 1, -beta, -alpha, ply + 1, room))
        alpha = max(alpha, best)
    return best


@rule
def quieted(s, sees_races, room):
    """Return what an ending is worth after captures and promotions."""
    return quiet_value(s, int64(-HIGHEST), int64(HIGHEST), sees_races, int64(0), room)


@rule
def plan(s, depth, room):
    """Return what an ending is worth by plans of so many plies."""
    return planned(s, int64(depth), int64(-HIGHEST), int64(HIGHEST), int64(0), room)
