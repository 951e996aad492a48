"""What the pieces of a chess position attack: the other king, and whatever stands loose."""

from typing import NamedTuple

from plyometric.games.chess.board import (
    diagonal_attacks,
    foe_pawn_attacks,
    king_attacks,
    kings,
    knight_attacks,
    own_pawn_attacks,
    straight_attacks,
)
from plyometric.games.chess.terms import (
    ATTACK,
    CHECK_BISHOP,
    CHECK_KNIGHT,
    CHECK_QUEEN,
    CHECK_ROOK,
    KING_ON_LOOSE,
    LOOSE,
    MINOR_ON_MAJOR,
    MINOR_ON_MINOR,
    PAWN_COULD,
    PAWN_ON_MAJOR,
    PAWN_ON_MINOR,
    ROOK_ON_MINOR,
    ROOK_ON_QUEEN,
    UNITS,
)
from plyometric.kernel import rule
from plyometric.kernel.bits import lowest, popcount, up


class Reach(NamedTuple):
    """What the pieces of a side attack, and how heavily they press on the squares around the other king."""

    knights: int
    bishops: int
    rooks: int
    queens: int
    pressure: int


@rule
def by_pieces(reach):
    """Return all that the pieces of a side attack, king and pawns aside."""
    return reach.knights | reach.bishops | reach.rooks | reach.queens


@rule
def without_king(s, reach):
    """Return all that the mover attacks or guards with anything but its king."""
    return by_pieces(reach) | own_pawn_attacks(s.own & s.pawns)


@rule
def add_attack(s, sign, tell, book, sums, reach, kept):
    """Tell how the other king is attacked, given what its side guards without it."""
    king, occupied = kings(s) & s.foe, s.own | s.foe
    safe = ~(kept | king_attacks(king) | s.own)
    straight = straight_attacks(lowest(king), occupied) & safe
    slanted = diagonal_attacks(lowest(king), occupied) & safe
    knights = popcount(knight_attacks(king) & safe & reach.knights)
    bishops, rooks = popcount(slanted & reach.bishops), popcount(straight & reach.rooks)
    queens = popcount((slanted | straight) & reach.queens)
    sums = tell(book, CHECK_KNIGHT, sign * (knights > 0), sums)
    sums = tell(book, CHECK_BISHOP, sign * (bishops > 0), sums)
    sums = tell(book, CHECK_ROOK, sign * (rooks > 0), sums)
    sums = tell(book, CHECK_QUEEN, sign * (queens > 0), sums)
    weak = popcount(king_attacks(king) & by_pieces(reach) & ~kept)
    checks = (knights > 0) + (bishops > 0) + (rooks > 0) + (queens > 0)
    units = (reach.pressure + 2 * weak + 4 * checks) // 2
    return tell(book, ATTACK + min(units, UNITS - 1), sign, sums)


@rule
def add_threats(s, sign, tell, book, sums, reach, guarded):
    """Tell what the mover threatens, given what the other side guards."""
    pawns = s.own & s.pawns
    by_pawns, by_minors = own_pawn_attacks(pawns), reach.knights | reach.bishops
    minor, major = s.foe & (s.knights | s.diagonals & ~s.straights), s.foe & s.straights
    loose = s.foe & ~kings(s) & ~guarded
    sums = tell(book, PAWN_ON_MINOR, sign * popcount(minor & by_pawns), sums)
    sums = tell(book, PAWN_ON_MAJOR, sign * popcount(major & by_pawns), sums)
    sums = tell(book, PAWN_COULD, sign * popcount(pushes(s) & (minor | major) & ~by_pawns), sums)
    sums = tell(book, MINOR_ON_MINOR, sign * popcount(minor & by_minors), sums)
    sums = tell(book, MINOR_ON_MAJOR, sign * popcount(major & by_minors), sums)
    sums = tell(book, ROOK_ON_MINOR, sign * popcount(minor & reach.rooks), sums)
    sums = tell(book, ROOK_ON_QUEEN, sign * popcount(major & s.diagonals & reach.rooks), sums)
    sums = tell(book, KING_ON_LOOSE, sign * popcount(loose & king_attacks(kings(s) & s.own)), sums)
    return tell(book, LOOSE, sign * popcount(loose & (by_pieces(reach) | by_pawns)), sums)


@rule
def pushes(s):
    """Return what the mover's pawns would attack after a step to a square that no pawn attacks."""
    steps = up(s.own & s.pawns, 8) & ~(s.own | s.foe | foe_pawn_attacks(s.foe & s.pawns))
    return own_pawn_attacks(steps)
