"""Winning by threats: moves that would win next time, each of which leaves one reply at most.

A search of threats alone is narrow, so it sees wins far behind the horizon of a search of all moves.
It goes back to threat-space search (Allis, van den Herik and Huntjens, Go-Moku solved by new search
techniques, 1993); here every threat is of the sharpest kind, one that must be answered at once, and
the answers are played out one by one, so that a win found is a win. The answer is to make the threatened
move oneself, so the game's moves must be placements.
"""

from numba import int64

from plyometric.kernel import NO_MOVE, WIN, kernel, rule
from plyometric.search.minimax import keep, keep_line


@kernel
def win_by_threats(game, state, threats, ply, desk):
    """Return in how many plies the mover wins with so many threats at most, or 0; the line is on the desk."""
    desk.nodes += 1
    desk.line[ply + 1, 0] = NO_MOVE
    if game.wins(state, desk.moves[ply]) > 0:
        keep_line(ply, desk.moves[ply, 0], desk)
        return 1
    n = game.moves(state, desk.moves[ply]) if threats > 0 and not is_spent(desk) else 0
    for i in range(n):
        move = desk.moves[ply, i]
        child = game.play(state, move)
        answers = game.wins(game.passed(child), desk.moves[ply + 1])
        if answers == 0:
            continue
        reply = desk.moves[ply + 1, 0]
        if game.wins(child, desk.moves[ply + 1]) > 0:
            continue
        left = threats - 1 if answers == 1 else int64(0)
        plies = win_by_threats(game, game.play(child, reply), left, ply + 2, desk)
        if plies > 0:
            keep_line(ply + 1, reply, desk)
            keep_line(ply, move, desk)
            return plies + 2
    return 0


@rule
def is_spent(desk):
    """Return whether the limit is reached: a search of one ply follows, so this one may end at once."""
    return desk.stop != 0 or (desk.node_limit > 0 and desk.nodes > desk.node_limit)


@rule
def win_from_root(game, state, desk):
    """Return the value of a win by threats, its line kept, or 0 where there is none."""
    plies = win_by_threats(game, state, int64(desk.threats), int64(0), desk)
    if plies == 0 or desk.stop:
        return 0
    keep(WIN - plies, plies, desk)
    return WIN - plies
