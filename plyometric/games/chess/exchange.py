"""What captures win in chess, at once and when all of them on one square are played out."""

from numba import int64

from plyometric.games.chess.board import (
    SIXTH_ROW,
    diagonal_attacks,
    foe_pawn_attacks,
    in_check,
    king_attacks,
    kings,
    knight_attacks,
    own_pawn_attacks,
    straight_attacks,
)
from plyometric.games.chess.rules import QUEEN, origin_of, promotion_of, target_of
from plyometric.kernel import rule
from plyometric.kernel.bits import signed

PAWN_VALUE, MINOR_VALUE, ROOK_VALUE, QUEEN_VALUE, KING_VALUE = 100, 300, 500, 900, 10_000


@rule
def value_on(s, there):
    """Return what the piece on a square is worth, 0 for none."""
    if there & s.pawns:
        return PAWN_VALUE
    if there & s.straights:
        return QUEEN_VALUE if there & s.diagonals else ROOK_VALUE
    if there & (s.knights | s.diagonals):
        return MINOR_VALUE
    return KING_VALUE if there & (s.own | s.foe) else 0


@rule
def gain(s, move):
    """Return what a move captures, and what a pawn gains by becoming a queen; in passing a pawn."""
    here, there = signed(1 << origin_of(move)), signed(1 << target_of(move))
    won = value_on(s, there)
    if here & s.pawns:
        if there & s.rights & SIXTH_ROW:
            won = PAWN_VALUE
        elif promotion_of(move) == QUEEN:
            won += QUEEN_VALUE - PAWN_VALUE
    return won


@rule
def all_attackers(s, square, occupied):
    """Return the pieces of both sides that attack a square."""
    here = signed(1 << square)
    on_lines = straight_attacks(square, occupied) & s.straights
    on_diagonals = diagonal_attacks(square, occupied) & s.diagonals
    pawns = (foe_pawn_attacks(here) & s.own | own_pawn_attacks(here) & s.foe) & s.pawns
    return on_lines | on_diagonals | knight_attacks(here) & s.knights | king_attacks(here) & kings(s) | pawns


@rule
def cheapest(s, pieces):
    """Return the least valuable of some pieces, as a bit, and what it is worth."""
    some = pieces & s.pawns
    if some:
        return some & -some, int64(PAWN_VALUE)
    some = pieces & (s.knights | s.diagonals & ~s.straights)
    if some:
        return some & -some, int64(MINOR_VALUE)
    some = pieces & s.straights & ~s.diagonals
    if some:
        return some & -some, int64(ROOK_VALUE)
    some = pieces & s.straights
    if some:
        return some & -some, int64(QUEEN_VALUE)
    return pieces & -pieces, int64(KING_VALUE)


@rule
def loses(s, move):
    """Return whether a move loses more than it wins when both sides go on capturing there, cheapest first.

    Pins are not seen. A side stops where going on would lose.
    """
    target, here = target_of(move), signed(1 << origin_of(move))
    balance = value_on(s, here) - gain(s, move)
    if balance <= 0:
        return False
    occupied = (s.own | s.foe) & ~here | signed(1 << target)
    side, other, is_lost = s.foe, s.own, False
    while True:
        takers = all_attackers(s, target, occupied) & occupied & side
        if not takers:
            return is_lost
        taker, value = cheapest(s, takers)
        if value == KING_VALUE and all_attackers(s, target, occupied) & occupied & other:
            return is_lost
        is_lost = not is_lost
        balance = value - balance
        if balance < (0 if is_lost else 1):
            return is_lost
        occupied ^= taker
        side, other = other, side


@rule
def may_pass(s):
    """Return whether to pass would hardly be better than to move: with pieces, and not in check."""
    return s.own & (s.knights | s.diagonals | s.straights) != 0 and not in_check(s)


@rule
def may_decline(s):
    """Return whether the mover may leave its captures unplayed: in check it may not."""
    return not in_check(s)
