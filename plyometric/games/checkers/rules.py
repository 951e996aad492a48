"""The rules of checkers, and what its positions are worth by material."""

import numpy as np
from numba import int64

from plyometric.games.checkers.board import (
    BOARD,
    CROWN,
    State,
    ahead_a,
    ahead_b,
    back_a,
    back_b,
    captures,
    jumpers,
    move_of,
    steppers,
    turned,
)
from plyometric.kernel import rule
from plyometric.kernel.bits import popcount

WEIGHTS = (100.0, 130.0, 0.0)


def start() -> State:
    """Return the first position: Black to move."""
    return State(own=0x0000_0FFF, foe=0xFFF0_0000, kings=0, side=0)


@rule
def add_steps(movers, step, out, n):
    """Write down one step in one direction for every piece of a set."""
    while movers:
        piece = movers & -movers
        movers ^= piece
        out[n] = move_of(piece, step(piece), 0)
        n += 1
    return n


@rule
def moves(s, out):
    """Write all legal moves: captures if there are any, else single steps."""
    n = captures(s, out)
    if n:
        return n
    to_ahead_a, to_ahead_b, to_back_a, to_back_b = steppers(s)
    n = add_steps(to_ahead_a, ahead_a, out, n)
    n = add_steps(to_ahead_b, ahead_b, out, n)
    n = add_steps(to_back_a, back_a, out, n)
    return add_steps(to_back_b, back_b, out, n)


@rule
def play(s, move):
    """Return the position after a move, turned to the other side's view."""
    captured = move & BOARD
    origin = 1 << ((move >> 32) & 31)
    target = 1 << (move >> 37)
    own = s.own ^ origin | target
    kings = s.kings & ~captured
    if kings & origin:
        kings = kings ^ origin | target
    elif target & CROWN:
        kings |= target
    return State(turned(s.foe & ~captured), turned(own), turned(kings), 1 - s.side)


@rule
def move_classes(s, move, n):
    """Return the class of a move as a bit: 1 for a step, 2 for a capture, 4 for one that crowns a man."""
    origin, target = 1 << ((move >> 32) & 31), 1 << (move >> 37)
    if target & CROWN and not origin & s.kings:
        return 4
    return 2 if move & BOARD else 1


@rule
def may_decline(s):
    """Captures are compulsory: no forcing move may be declined."""
    return False


@rule
def must_capture(s):
    """Return whether the mover has a capture, which it must play: a glance tells nothing there."""
    return jumpers(s) != 0


@rule
def reversible(s, move):
    """Return whether the position could come back: only a king's step can be taken back."""
    return move & BOARD == 0 and s.kings >> ((move >> 32) & 31) & 1 == 1


@rule
def material(s):
    """Return by how many men and by how many kings the mover is ahead."""
    own_kings = popcount(s.own & s.kings)
    foe_kings = popcount(s.foe & s.kings)
    men = popcount(s.own) - own_kings - popcount(s.foe) + foe_kings
    return men, own_kings - foe_kings


@rule
def trade(s, balance):
    """Return how many pieces have left the board, in favour of whoever is ahead."""
    return np.sign(balance) * (24 - popcount(s.own | s.foe))


@rule
def evaluate(s, weights):
    """Return men and kings times their weights, and in favour of whoever is ahead, trades times theirs."""
    men, kings = material(s)
    balance = men * weights[0] + kings * weights[1]
    return int64(balance + trade(s, balance) * weights[2])


@rule
def features(s, out):
    """Write the terms of the evaluation; who is ahead is judged by the weights that it starts from."""
    men, kings = material(s)
    out[0], out[1], out[2] = men, kings, trade(s, men * WEIGHTS[0] + kings * WEIGHTS[1])
