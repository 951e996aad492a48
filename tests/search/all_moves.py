"""What the definitions of proof search come to when all legal moves are tried: slow, and plainly right."""

import numpy as np
from numba import int64

from plyometric.arena.goals import drawn_position
from plyometric.kernel import NO_MOVE, fragment, kernel, rng, state_in
from plyometric.kernel.desk import new_desk
from plyometric.search.minimax import is_among
from plyometric.search.proof import FIELDS, forced, reaches


@kernel
def wins_within(game, state, order, ply, desk):
    """Return whether the attacker, to move, reaches the goal in so many moves.

    Where a game says that there is nothing to try, as for a string with too many liberties, nothing is.
    """
    goal = game.goal
    if goal.strike(state, desk.moves[ply]) != NO_MOVE:
        return True
    if order == 1 or not goal.tries(state, order, desk.moves[ply]):
        return False
    for i in range(game.moves(state, desk.moves[ply])):
        if loses_within(game, game.play(state, desk.moves[ply, i]), order - 1, ply + 1, desk):
            return True
    return False


@fragment
def loses_within(game, state, order, ply, desk):
    loses = wins_within(game, game.passed(state), order, ply + 1, desk)
    n = game.moves(state, desk.moves[ply]) if loses else 0
    i = 0
    while loses and i < n:
        child = game.play(state, desk.moves[ply, i])
        loses = not game.goal.missed(child, True) and wins_within(game, child, order, ply + 1, desk)
        i += 1
    return loses


def positions(game, seed, count, plies):
    """Return a desk, and random positions with the attacker to move, each a row of words."""
    desk = new_desk(game, fields=FIELDS)
    desk.play_limit = 1 << 60
    lengths = [plies + rng.below(plies, seed, index, 1 << 20) for index in range(count)]
    states = (
        drawn_position(game, game.start(), seed, index, length, desk) for index, length in enumerate(lengths)
    )
    return desk, np.array([tuple(state) for state in states], np.int64)


@kernel
def compare(game, like, rows, order, searched, desk, counts):
    """Count threats found, wrong and not found; then the moves that stop one, and those not forced.

    Threats that were not found, which takes longest, are looked for in the first positions only.
    """
    for row in range(len(rows)):
        attack = state_in(like, rows[row])
        defence = game.passed(attack)
        if game.goal.reached(attack, True) or game.goal.missed(attack, True):
            continue
        desk.plays = desk.stop = 0
        found = reaches(game, attack, order, int64(0), int64(0), desk)[0]
        truly = (found or row < searched) and wins_within(game, attack, order, int64(0), desk)
        counts[0] += found
        counts[1] += found and not truly
        counts[2] += truly and not found
        if found:
            n = forced(game, defence, order, int64(0), desk)[1]
            for i in range(game.moves(defence, desk.moves[1])):
                move = desk.moves[1, i]
                child = game.play(defence, move)
                if game.goal.missed(child, True) or not wins_within(game, child, order, int64(2), desk):
                    counts[3] += 1
                    counts[4] += not is_among(move, desk.moves[0], n)
