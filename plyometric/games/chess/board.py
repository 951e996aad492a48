"""The board of chess: its squares as bits, what stands on them, and what each piece attacks.

The board is seen by the side to move and turns after every move, so pawns always go up: bit 0 is the
corner on the mover's left, bit 7 the one on its right, bit 63 the far corner on the right. For White bit
0 is a1, for Black it is a8. Sliding pieces look along lines by the difference of the nearest obstructions.
"""

from typing import NamedTuple

import numpy as np

from plyometric.kernel import rule
from plyometric.kernel.bits import down, lowest, rows_turned, seen_between, signed, up, without_lowest

EVERYWHERE = -1
NOT_A_FILE = signed(0xFEFE_FEFE_FEFE_FEFE)
NOT_H_FILE = signed(0x7F7F_7F7F_7F7F_7F7F)
NOT_AB_FILES = signed(0xFCFC_FCFC_FCFC_FCFC)
NOT_GH_FILES = signed(0x3F3F_3F3F_3F3F_3F3F)
FIRST_ROW = 0xFF
THIRD_ROW = 0xFF << 16
FOURTH_ROW = 0xFF << 24
FIFTH_ROW = 0xFF << 32
SIXTH_ROW = 0xFF << 40
LAST_ROW = signed(0xFF << 56)
CORNERS = signed(1 | 1 << 7 | 1 << 56 | 1 << 63)
LIGHT_SQUARES = signed(0x55AA_55AA_55AA_55AA)


class State(NamedTuple):
    """A position seen by the side to move.

    Queens stand among both the diagonals and the straights, kings among none of the four sets.
    """

    own: int
    foe: int
    pawns: int
    knights: int
    diagonals: int  # bishops and queens
    straights: int  # rooks and queens
    rights: int  # the rooks that may still castle, and where a pawn can be captured in passing
    taken: int  # the square on which the last move captured
    clock: int  # plies since the last capture or move of a pawn
    ply: int  # plies since the first move of the game; odd when Black is to move


def _line(square: int, right: int, ahead: int) -> int:
    """Return the squares on the way from a square in one direction to the edge."""
    column, row = square % 8 + right, square // 8 + ahead
    squares = 0
    while 0 <= column < 8 and 0 <= row < 8:
        squares |= 1 << 8 * row + column
        column, row = column + right, row + ahead
    return signed(squares)


def _lines(*directions: tuple[int, int]) -> np.ndarray:
    """Return for every square the lines in some directions, a column each."""
    return np.array([[_line(square, *way) for way in directions] for square in range(64)], np.int64)


STRAIGHT_LINES = _lines((0, -1), (0, 1), (-1, 0), (1, 0))
DIAGONAL_LINES = _lines((-1, -1), (1, 1), (1, -1), (-1, 1))
"""Both halves of either line through a square, the one with the lower bits first."""


@rule
def seen_along(lines, square, occupied):
    """Return what is seen from a square along both of its lines in a table."""
    one = seen_between(lines[square, 0], lines[square, 1], occupied)
    return one | seen_between(lines[square, 2], lines[square, 3], occupied)


@rule
def straight_attacks(square, occupied):
    """Return what a rook attacks."""
    return seen_along(STRAIGHT_LINES, square, occupied)


@rule
def diagonal_attacks(square, occupied):
    """Return what a bishop attacks."""
    return seen_along(DIAGONAL_LINES, square, occupied)


@rule
def knight_attacks(knights):
    """Return what a set of knights attacks."""
    by_one = up(knights, 1) & NOT_A_FILE | down(knights, 1) & NOT_H_FILE
    by_two = up(knights, 2) & NOT_AB_FILES | down(knights, 2) & NOT_GH_FILES
    return up(by_one, 16) | down(by_one, 16) | up(by_two, 8) | down(by_two, 8)


@rule
def king_attacks(king):
    """Return what a king attacks."""
    row = king | up(king, 1) & NOT_A_FILE | down(king, 1) & NOT_H_FILE
    return (row | up(row, 8) | down(row, 8)) & ~king


@rule
def own_pawn_attacks(pawns):
    """Return what the mover's pawns attack."""
    return up(pawns & NOT_A_FILE, 7) | up(pawns & NOT_H_FILE, 9)


@rule
def foe_pawn_attacks(pawns):
    """Return what the other side's pawns attack."""
    return down(pawns & NOT_A_FILE, 9) | down(pawns & NOT_H_FILE, 7)


@rule
def kings(s):
    """Return both kings."""
    return (s.own | s.foe) & ~(s.pawns | s.knights | s.diagonals | s.straights)


@rule
def attackers(s, square, occupied):
    """Return the other side's pieces that attack a square, with these squares occupied."""
    here = signed(1 << square)
    on_lines = straight_attacks(square, occupied) & s.straights
    on_diagonals = diagonal_attacks(square, occupied) & s.diagonals
    jumping = knight_attacks(here) & s.knights | own_pawn_attacks(here) & s.pawns
    return s.foe & (on_lines | on_diagonals | jumping | king_attacks(here) & kings(s))


@rule
def checkers(s):
    """Return the other side's pieces that give check."""
    return attackers(s, lowest(kings(s) & s.own), s.own | s.foe)


@rule
def in_check(s):
    """Return whether the mover's king is attacked."""
    return checkers(s) != 0


@rule
def danger(s, king):
    """Return what the other side attacks, looking through the king, which cannot hide behind itself."""
    occupied = (s.own | s.foe) & ~king
    seen = foe_pawn_attacks(s.foe & s.pawns) | knight_attacks(s.foe & s.knights)
    seen |= king_attacks(s.foe & kings(s))
    sliders = s.foe & s.straights
    while sliders:
        seen |= straight_attacks(lowest(sliders), occupied)
        sliders = without_lowest(sliders)
    sliders = s.foe & s.diagonals
    while sliders:
        seen |= diagonal_attacks(lowest(sliders), occupied)
        sliders = without_lowest(sliders)
    return seen


@rule
def turned(s):
    """Return the board as the other side sees it; clock and ply stay as they are."""
    return State(
        rows_turned(s.foe),
        rows_turned(s.own),
        rows_turned(s.pawns),
        rows_turned(s.knights),
        rows_turned(s.diagonals),
        rows_turned(s.straights),
        rows_turned(s.rights),
        rows_turned(s.taken),
        s.clock,
        s.ply,
    )
