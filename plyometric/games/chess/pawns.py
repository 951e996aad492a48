"""What the pawns of a chess position are worth: their shape, and those that no other pawn can stop."""

from plyometric.games.chess.board import (
    NOT_A_FILE,
    NOT_H_FILE,
    foe_pawn_attacks,
    kings,
    own_pawn_attacks,
)
from plyometric.games.chess.terms import (
    BACKWARD,
    BEHIND_FOE,
    BEHIND_OWN,
    BESIDE,
    DOUBLED,
    FOE_KING_NEAR,
    GUARDED,
    ISOLATED,
    NEXT_ATTACKED,
    NEXT_FREE,
    OWN_KING_NEAR,
    PASSED,
    PASSED_GUARDED,
    PATH_SAFE,
    PAWN,
    SQUARES,
    STORM,
    WEAK,
)
from plyometric.kernel import rule
from plyometric.kernel.bits import down, lowest, popcount, up, without_lowest

MIDDLE = 0x3C3C_3C00
"""The four middle files from the mover's second row to its fourth."""


@rule
def on_square(piece, square):
    """Return the term for a piece on a square; left and right are alike."""
    column = square & 7
    return SQUARES + 32 * piece + 4 * (square >> 3) + (column ^ (7 & -(column >> 2)))


@rule
def filled_up(squares):
    """Return some squares and all above them."""
    squares |= up(squares, 8)
    squares |= up(squares, 16)
    return squares | up(squares, 32)


@rule
def filled_down(squares):
    """Return some squares and all below them."""
    squares |= down(squares, 8)
    squares |= down(squares, 16)
    return squares | down(squares, 32)


@rule
def beside(squares):
    """Return the squares to the left and to the right of some."""
    return up(squares, 1) & NOT_A_FILE | down(squares, 1) & NOT_H_FILE


@rule
def rows_apart(one, other):
    """Return how many moves of a king lie between two squares."""
    return max(abs((one >> 3) - (other >> 3)), abs((one & 7) - (other & 7)))


@rule
def passed_pawns(s):
    """Return the mover's pawns that no pawn can stop, the foremost of each file."""
    own, foe = s.own & s.pawns, s.foe & s.pawns
    front = down(filled_down(foe), 8)
    return own & ~(front | beside(front) | down(filled_down(own), 8))


@rule
def stands_in(squares, square):
    """Return 1 where a square is among some, 0 where it is not: to count is quicker here than to ask."""
    return down(squares, square) & 1


@rule
def add_pawns(s, sign, tell, book, sums):
    """Tell the terms of the mover's pawns."""
    own, foe = s.own & s.pawns, s.foe & s.pawns
    guarded, near = own & own_pawn_attacks(own), own & beside(own)
    lonely = own & ~beside(filled_up(filled_down(own)))
    late = own & ~filled_up(beside(own)) & ~lonely & down(foe_pawn_attacks(foe), 8)
    sums = tell(book, ISOLATED, sign * popcount(lonely), sums)
    sums = tell(book, DOUBLED, sign * popcount(own & down(filled_down(own), 8)), sums)
    sums = tell(book, BACKWARD, sign * popcount(late), sums)
    sums = tell(book, WEAK, sign * popcount((lonely | late) & ~filled_down(foe)), sums)
    foe_king = kings(s) & s.foe
    storming = own & filled_down(foe_king | beside(foe_king))
    left = own
    while left:
        square = lowest(left)
        row = square >> 3
        sums = tell(book, on_square(PAWN, square), sign, sums)
        sums = tell(book, GUARDED + row, sign * stands_in(guarded, square), sums)
        sums = tell(book, BESIDE + row, sign * stands_in(near, square), sums)
        sums = tell(book, STORM + row, sign * stands_in(storming, square), sums)
        left = without_lowest(left)
    return sums


@rule
def add_passed(s, sign, tell, book, sums, attacked):
    """Tell the terms of the mover's passed pawns, given what the other side attacks."""
    own_king, foe_king = lowest(kings(s) & s.own), lowest(kings(s) & s.foe)
    passed, rooks = passed_pawns(s), s.straights & ~s.diagonals
    guarded, occupied = own_pawn_attacks(s.own & s.pawns), s.own | s.foe
    behind = down(filled_down(passed), 8)
    sums = tell(book, BEHIND_OWN, sign * popcount(behind & rooks & s.own), sums)
    sums = tell(book, BEHIND_FOE, -sign * popcount(behind & rooks & s.foe), sums)
    left = passed
    while left:
        square, here = lowest(left), left & -left
        row, step = square >> 3, up(here, 8)
        way = filled_up(step)
        sums = tell(book, PASSED + row, sign, sums)
        sums = tell(book, NEXT_FREE + row, sign * (step & occupied == 0), sums)
        sums = tell(book, NEXT_ATTACKED + row, sign * (step & attacked != 0), sums)
        sums = tell(book, PATH_SAFE + row, sign * (way & (occupied | attacked) == 0), sums)
        sums = tell(book, PASSED_GUARDED + row, sign * (here & guarded != 0), sums)
        sums = tell(book, OWN_KING_NEAR + rows_apart(own_king, square + 8), sign, sums)
        sums = tell(book, FOE_KING_NEAR + rows_apart(foe_king, square + 8), sign, sums)
        left = without_lowest(left)
    return sums


@rule
def room(s):
    """Return how many squares in the middle are the mover's own, and safe from pawns."""
    return popcount(MIDDLE & ~(s.own & s.pawns | foe_pawn_attacks(s.foe & s.pawns)))
