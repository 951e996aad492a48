"""English draughts (checkers).

Sources: the rules of the American Checker Federation; perft counts by Aart Bik.
Choices where they are silent: two capture chains that leave the same board are one move. Draw rules
(repetition, forty moves without progress) belong to whoever plays the game, not to the rules.

The 32 dark squares are numbered from the mover's own back row, so the board turns after every move.
For Black bit 0 is square 1, for White bit 0 is square 32:

    White's side                 a step ahead is +4, and +5 from an
      .  0  .  1  .  2  .  3     even row or +3 from an odd one
      4  .  5  .  6  .  7  .
      .  8  .  9  . 10  . 11     the mover goes down this picture
     12  . 13  . 14  . 15  .
      .  ...
"""

from typing import NamedTuple

from numba import int64

from plyometric.bits import lowest, popcount
from plyometric.kernel import Game, rule

BOARD = 0xFFFF_FFFF
CROWN = 0xF000_0000
EVEN_INNER, ODD_INNER = 0x0707_0707, 0xE0E0_E0E0


class State(NamedTuple):
    """A position seen by the side to move."""

    own: int
    foe: int
    kings: int
    side: int  # 0 when Black is to move, 1 when White is


def start() -> State:
    """Return the first position: Black to move."""
    return State(own=0x0000_0FFF, foe=0xFFF0_0000, kings=0, side=0)


@rule
def ahead_a(x):
    return (x << 4) & BOARD


@rule
def ahead_b(x):
    return ((x & EVEN_INNER) << 5) | ((x & ODD_INNER) << 3)


@rule
def back_a(x):
    return x >> 4


@rule
def back_b(x):
    return ((x & ODD_INNER) >> 5) | ((x & EVEN_INNER) >> 3)


@rule
def turned(x):
    """Return the set seen from the other side of the board: all 32 bits reversed."""
    x = ((x >> 1) & 0x5555_5555) | ((x & 0x5555_5555) << 1)
    x = ((x >> 2) & 0x3333_3333) | ((x & 0x3333_3333) << 2)
    x = ((x >> 4) & 0x0F0F_0F0F) | ((x & 0x0F0F_0F0F) << 4)
    x = ((x >> 8) & 0x00FF_00FF) | ((x & 0x00FF_00FF) << 8)
    return (x >> 16) | ((x & 0xFFFF) << 16)


@rule
def move_of(origin, target, captured):
    """Return a move as one word: captured squares, then origin and target index."""
    return captured | (lowest(origin) << 32) | (lowest(target) << 37)


@rule
def add_jumps(origin, at, is_king, foe, empty, captured, out, n):
    """Extend a chain from square `at` by every jump; write it down where it cannot go on."""
    live = foe & ~captured
    goes_on = False
    over = ahead_a(at) & live
    land = ahead_b(over) & empty
    if land:
        goes_on = True
        n = add_jumps(origin, land, is_king, foe, empty, captured | over, out, n)
    over = ahead_b(at) & live
    land = ahead_a(over) & empty
    if land:
        goes_on = True
        n = add_jumps(origin, land, is_king, foe, empty, captured | over, out, n)
    if is_king:
        over = back_a(at) & live
        land = back_b(over) & empty
        if land:
            goes_on = True
            n = add_jumps(origin, land, is_king, foe, empty, captured | over, out, n)
        over = back_b(at) & live
        land = back_a(over) & empty
        if land:
            goes_on = True
            n = add_jumps(origin, land, is_king, foe, empty, captured | over, out, n)
    if captured and not goes_on:
        n = add_once(move_of(origin, at, captured), is_king, out, n)
    return n


@rule
def add_once(move, is_king, out, n):
    """Write a chain down unless a king has already made it the other way round."""
    if is_king:
        for i in range(n):
            if out[i] == move:
                return n
    out[n] = move
    return n + 1


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
    empty = ~(s.own | s.foe) & BOARD
    kings = s.own & s.kings
    n = 0
    jumpers = s.own & (back_a(s.foe & back_b(empty)) | back_b(s.foe & back_a(empty)))
    jumpers |= kings & (ahead_a(s.foe & ahead_b(empty)) | ahead_b(s.foe & ahead_a(empty)))
    if jumpers:
        while jumpers:
            piece = jumpers & -jumpers
            jumpers ^= piece
            n = add_jumps(piece, piece, piece & kings != 0, s.foe, empty | piece, int64(0), out, int64(n))
        return n
    n = add_steps(s.own & back_a(empty), ahead_a, out, n)
    n = add_steps(s.own & back_b(empty), ahead_b, out, n)
    n = add_steps(kings & ahead_a(empty), back_a, out, n)
    return add_steps(kings & ahead_b(empty), back_b, out, n)


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
def evaluate(s, weights):
    """Return the material balance: men times weights[0] plus kings times weights[1]."""
    own_kings = popcount(s.own & s.kings)
    foe_kings = popcount(s.foe & s.kings)
    men = popcount(s.own) - own_kings - popcount(s.foe) + foe_kings
    return int64(men * weights[0] + (own_kings - foe_kings) * weights[1])


GAME = Game(name="checkers", start=start, moves=moves, play=play, evaluate=evaluate, weights=(100.0, 130.0))
