"""Selective search: at every node only the most promising moves are looked into.

Source: Hasson, Markovitch and Sella, Using filters to improve the efficiency of game-playing learning
procedures: all moves of a node are rated by the worth of the position behind them, and as many as the
branching factor says are searched. Choices where it is silent: of moves rated alike the one with the
higher prior goes first, then the one generated first; a won game ends a line; at the last ply the best
rating is the value. Nothing depends on the colours, so two equal players are equal from either side.
"""

from numba import int64

from plyometric.kernel import NO_MOVE, WIN, kernel, rule
from plyometric.search.minimax import keep_line

INDEX_BITS, PRIOR_BITS = 10, 11
LAST_INDEX = (1 << INDEX_BITS) - 1


@kernel
def select(game, state, depth, ply, alpha, beta, desk):
    """Return the value of the best of the most promising lines at `depth` >= 1, within (alpha, beta)."""
    desk.line[ply, 0] = NO_MOVE
    if desk.stop:
        return 0
    n = game.moves(state, desk.moves[ply])
    if n == 0:
        return game.result(state) * (WIN - ply)
    desk.nodes += n
    rank(game, state, n, ply, desk)
    best = -WIN
    for _ in range(min(n, desk.breadth) if depth > 1 else 1):
        taken = take_best(n, ply, desk)
        move, rating = move_in(taken, ply, desk), rating_in(taken)
        if abs(rating) == WIN:
            value = rating - (ply + 1) if rating > 0 else rating + ply + 1
        elif depth == 1:
            value = rating
        else:
            value = -select(game, game.play(state, move), depth - 1, ply + 1, -beta, -alpha, desk)
        if depth == 1 or abs(rating) == WIN:
            desk.line[ply + 1, 0] = NO_MOVE
        if value > best:
            best = value
            if value > alpha:
                alpha = value
                keep_line(ply, move, desk)
                if value >= beta or rating == WIN:
                    break
    return best


@rule
def rank(game, state, n, ply, desk):
    """Rate the moves of a node; a rank is made of rating, prior and index, the lower first among equals."""
    ranks = desk.ratings[ply]
    game.rate(state, desk.moves[ply], n, desk.weights, ranks)
    for i in range(n):
        prior = game.prior(state, desk.moves[ply, i])
        ranks[i] = (ranks[i] << PRIOR_BITS | prior) << INDEX_BITS | LAST_INDEX - i


@rule
def move_in(rank, ply, desk):
    """Return the move that a rank belongs to."""
    return desk.moves[ply, LAST_INDEX - (rank & LAST_INDEX)]


@rule
def rating_in(rank):
    """Return the rating that a rank is made of."""
    return rank >> INDEX_BITS + PRIOR_BITS


@rule
def take_best(n, ply, desk):
    """Return the highest rank that is left, and take it from the others."""
    ranks = desk.ratings[ply]
    taken = ranks[0]
    for i in range(1, n):
        taken = max(taken, ranks[i])
    ranks[LAST_INDEX - (taken & LAST_INDEX)] = -(1 << 62)
    return taken


@rule
def select_from_root(game, state, desk):
    """Search once to the full depth, keep the line, and return the value."""
    value = select(game, state, int64(desk.plies), int64(0), int64(-WIN), int64(WIN), desk)
    if not desk.stop:
        desk.depth = desk.plies
        desk.kept[:] = desk.line[0]
    return value
