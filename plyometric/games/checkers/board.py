"""The board of checkers: its squares as bits, and the steps and jumps that lead between them.

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

from plyometric.kernel import rule
from plyometric.kernel.bits import lowest

BOARD = 0xFFFF_FFFF
CROWN = 0xF000_0000
EVEN_INNER, ODD_INNER = 0x0707_0707, 0xE0E0_E0E0

WIDTH = 64
"""Room for the moves of any position: twelve pieces have at most 48 steps, and no position has more than
34 captures (counted exhaustively over the four classes of squares between which jumps lead)."""


class State(NamedTuple):
    """A position seen by the side to move."""

    own: int
    foe: int
    kings: int
    side: int  # 0 when Black is to move, 1 when White is


@rule
def ahead_a(x):
    """Return where a step of +4 leads."""
    return (x << 4) & BOARD


@rule
def ahead_b(x):
    """Return where the other step ahead leads, +5 or +3."""
    return ((x & EVEN_INNER) << 5) | ((x & ODD_INNER) << 3)


@rule
def back_a(x):
    """Return where a step of -4 leads."""
    return x >> 4


@rule
def back_b(x):
    """Return where the other step back leads, -5 or -3."""
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
def passed(s):
    """Return the same board with the other side to move."""
    return State(turned(s.foe), turned(s.own), turned(s.kings), 1 - s.side)


@rule
def swapped(s):
    """Return the same position with the colours exchanged."""
    return State(s.own, s.foe, s.kings, 1 - s.side)


@rule
def vacant(s):
    """Return the empty squares."""
    return ~(s.own | s.foe) & BOARD


@rule
def steppers(s):
    """Return the mover's pieces that can step ahead_a, ahead_b, back_a and back_b."""
    empty = vacant(s)
    kings = s.own & s.kings
    return s.own & back_a(empty), s.own & back_b(empty), kings & ahead_a(empty), kings & ahead_b(empty)


@rule
def jumpers(s):
    """Return the mover's pieces that can capture."""
    empty = vacant(s)
    men_too = back_a(s.foe & back_b(empty)) | back_b(s.foe & back_a(empty))
    kings_only = ahead_a(s.foe & ahead_b(empty)) | ahead_b(s.foe & ahead_a(empty))
    return s.own & (men_too | s.kings & kings_only)


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
def captures(s, out):
    """Write all capture chains."""
    empty = vacant(s)
    kings = s.own & s.kings
    able = jumpers(s)
    n = int64(0)
    while able:
        piece = able & -able
        able ^= piece
        n = add_jumps(piece, piece, piece & kings != 0, s.foe, empty | piece, int64(0), out, n)
    return n


PLACES = [(i // 4, 2 * (i % 4) + 1 - i // 4 % 2) for i in range(32)]
"""Row and column of every bit in the picture of the board."""

INDEX = {place: i for i, place in enumerate(PLACES)}
