"""What the definitions of proof search come to when all legal moves are tried: slow, and plainly right."""

import numpy as np
from numba import int64

from plyometric.games.go_capture.board import board
from plyometric.games.go_capture.rules import WORDS
from plyometric.kernel import fragment, kernel, rng, state_in
from plyometric.search.minimax import is_among
from plyometric.search.proof import forced, reaches

SEARCHED = 2000
"""Positions in which threats are looked for that were not found, which takes longest."""


@kernel
def wins_within(game, state, order, ply, desk, spare):
    """Return whether the attacker, to move, captures in so many moves; he needs one for each liberty."""
    game.features(state, spare)
    if -spare[0] > order:
        return False
    for i in range(game.moves(state, desk.moves[ply])):
        child = game.play(state, desk.moves[ply, i])
        if game.goal.reached(child):
            return True
        if order > 1 and loses_within(game, child, order - 1, ply + 1, desk, spare):
            return True
    return False


@fragment
def loses_within(game, state, order, ply, desk, spare):
    loses = wins_within(game, game.passed(state), order, ply + 1, desk, spare)
    n = game.moves(state, desk.moves[ply]) if loses else 0
    i = 0
    while loses and i < n:
        child = game.play(state, desk.moves[ply, i])
        loses = wins_within(game, child, order, ply + 1, desk, spare)
        i += 1
    return loses


@kernel
def random_boards(game, start, seed, plies, desk, out):
    """Write positions after random games of some plies, each a row of words."""
    for row in range(len(out)):
        state = start
        n = plies + rng.below(plies, seed, row, 1 << 20)
        for ply in range(n):
            found = game.moves(state, desk.moves[0])
            if found:
                state = game.play(state, desk.moves[0, rng.below(found, seed, row, ply)])
        for i in range(len(state)):
            out[row, i] = state[i]


def positions(game, size, seed, count, plies, desk):
    """Return random positions, each about a stone of the defender drawn among all."""
    rows = np.zeros((count, len(game.start())), np.int64)
    random_boards(game, game.start(), seed, plies, desk, rows)
    single = board(size).grid.single
    held = (rows[:, None, WORDS : WORDS + single.shape[1]] & single).any(axis=2)
    drawn = np.random.default_rng(seed).random(held.shape) * held
    rows[:, -3] = drawn.argmax(axis=1)
    rows[:, -4] = -1
    return rows[held.any(axis=1)]


@kernel
def compare(game, like, rows, order, desk, spare, counts):
    """Count threats found, wrong and not found; then the moves that stop one, and those not forced."""
    for row in range(len(rows)):
        there = state_in(like, rows[row])
        attack, defence = (there, game.passed(there)) if there.turn == 0 else (game.passed(there), there)
        desk.plays = desk.stop = 0
        found = reaches(game, attack, order, int64(0), int64(0), desk)[0]
        truly = (found or row < SEARCHED) and wins_within(game, attack, order, int64(0), desk, spare)
        counts[0] += found
        counts[1] += found and not truly
        counts[2] += truly and not found
        if found:
            n = forced(game, defence, order, int64(0), desk)[1]
            for i in range(game.moves(defence, desk.moves[1]) - 1):
                move = desk.moves[1, i]
                if not wins_within(game, game.play(defence, move), order, int64(2), desk, spare):
                    counts[3] += 1
                    counts[4] += not is_among(move, desk.moves[0], n)
