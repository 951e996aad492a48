"""What a chess position is worth: a sum of terms times weights, tapered from the opening to the ending.

Every term is counted for the mover, and for the other side from its own view of the board. Each has two
weights, one for the opening and one for the ending; how much of either counts is told by the pieces left,
and all of it counts for less where a game is mostly drawn whoever has more. `evaluate` adds terms times
weights up, `features` writes the same terms down: both read them from `terms`, which is told what to do
with each.

Sources: the tapered evaluation goes back to Hans Berliner; mobility, shelter and attack on the king, pawn
structure, passed pawns and threats are the common knowledge of chess programs. The weights are learned.
"""

from pathlib import Path

from numba import int64

from plyometric.files import read_json
from plyometric.games.chess.attacks import Reach, add_attack, add_threats, without_king
from plyometric.games.chess.board import (
    LIGHT_SQUARES,
    diagonal_attacks,
    foe_pawn_attacks,
    king_attacks,
    kings,
    knight_attacks,
    own_pawn_attacks,
    straight_attacks,
    turned,
)
from plyometric.games.chess.exchange import MINOR_VALUE, PAWN_VALUE, QUEEN_VALUE, ROOK_VALUE
from plyometric.games.chess.pawns import (
    add_passed,
    add_pawns,
    beside,
    filled_down,
    filled_up,
    on_square,
    room,
)
from plyometric.games.chess.terms import (
    BEHIND_PAWN,
    BISHOP,
    BISHOP_OUTPOST,
    BISHOP_PAWNS,
    FEATURE_NAMES,
    HALF_OPEN,
    KING,
    KING_HALF_OPEN,
    KING_OPEN,
    KNIGHT,
    KNIGHT_OUTPOST,
    KNIGHT_PAWNS,
    OPEN,
    PAIR,
    PAWN,
    QUEEN,
    REACH_BISHOP,
    REACH_KNIGHT,
    REACH_QUEEN,
    REACH_ROOK,
    ROOK,
    ROOK_PAWNS,
    ROOM,
    SECOND_SHELTER,
    SHELTER,
    TO_MOVE,
)
from plyometric.kernel import rule
from plyometric.kernel.bits import down, lowest, popcount, rows_turned, up, without_lowest

__all__ = ["FEATURE_NAMES", "WEIGHTS", "evaluate", "features"]

NOTHING = (0.0, 0.0)

PHASE = 24
"""How much all pieces are together: one for a minor piece, two for a rook, four for a queen."""

OUTPOSTS = 0xFFFF_FF00_0000

HARDLY_WON, OFTEN_DRAWN = 0.2, 0.6
"""How much a lead counts that has no pawn and is too small to mate, and one with bishops of unlike colour."""


@rule
def weigh(book, term, n, sums):
    """Add a term that is there n times to the sums for opening and ending."""
    return sums[0] + n * book[2 * term], sums[1] + n * book[2 * term + 1]


@rule
def note(book, term, n, sums):
    """Write down that a term is there n times."""
    book[2 * term] += n
    book[2 * term + 1] += n
    return sums


@rule
def add_pieces(s, sign, tell, book, sums):
    """Tell the terms of the mover's pieces; return them with what the pieces attack."""
    occupied = s.own | s.foe
    area = ~(s.own & (s.pawns | kings(s)) | foe_pawn_attacks(s.foe & s.pawns))
    zone = king_attacks(kings(s) & s.foe)
    by_knights, by_bishops, by_rooks, by_queens = int64(0), int64(0), int64(0), int64(0)
    pressure = int64(0)
    left = s.own & s.knights
    while left:
        square, attacked = lowest(left), knight_attacks(left & -left)
        sums = tell(book, on_square(KNIGHT, square), sign, sums)
        sums = tell(book, REACH_KNIGHT + popcount(attacked & area), sign, sums)
        pressure, by_knights = pressure + 2 * popcount(attacked & zone), by_knights | attacked
        left = without_lowest(left)
    left = s.own & s.diagonals & ~s.straights
    while left:
        square = lowest(left)
        attacked = diagonal_attacks(square, occupied & ~(s.own & s.diagonals))
        sums = tell(book, on_square(BISHOP, square), sign, sums)
        sums = tell(book, REACH_BISHOP + popcount(attacked & area), sign, sums)
        pressure, by_bishops = pressure + 2 * popcount(attacked & zone), by_bishops | attacked
        left = without_lowest(left)
    left = s.own & s.straights & ~s.diagonals
    while left:
        square = lowest(left)
        attacked = straight_attacks(square, occupied & ~(s.own & s.straights))
        sums = tell(book, on_square(ROOK, square), sign, sums)
        sums = tell(book, REACH_ROOK + popcount(attacked & area), sign, sums)
        pressure, by_rooks = pressure + 3 * popcount(attacked & zone), by_rooks | attacked
        left = without_lowest(left)
    left = s.own & s.straights & s.diagonals
    while left:
        square = lowest(left)
        attacked = straight_attacks(square, occupied) | diagonal_attacks(square, occupied)
        sums = tell(book, on_square(QUEEN, square), sign, sums)
        sums = tell(book, REACH_QUEEN + popcount(attacked & area), sign, sums)
        pressure, by_queens = pressure + 5 * popcount(attacked & zone), by_queens | attacked
        left = without_lowest(left)
    return sums, Reach(by_knights, by_bishops, by_rooks, by_queens, pressure)


@rule
def add_minors(s, sign, tell, book, sums):
    """Tell where the mover's knights and bishops stand beside its pawns."""
    pawns, bishops = s.own & s.pawns, s.own & s.diagonals & ~s.straights
    outposts = OUTPOSTS & own_pawn_attacks(pawns) & ~filled_down(foe_pawn_attacks(s.foe & s.pawns))
    light = popcount(bishops & LIGHT_SQUARES) * popcount(pawns & LIGHT_SQUARES)
    dark = popcount(bishops & ~LIGHT_SQUARES) * popcount(pawns & ~LIGHT_SQUARES)
    sums = tell(book, KNIGHT_OUTPOST, sign * popcount(s.own & s.knights & outposts), sums)
    sums = tell(book, BISHOP_OUTPOST, sign * popcount(bishops & outposts), sums)
    sums = tell(book, BISHOP_PAWNS, sign * (light + dark), sums)
    return tell(book, BEHIND_PAWN, sign * popcount((bishops | s.own & s.knights) & down(pawns, 8)), sums)


@rule
def add_rooks_and_king(s, sign, tell, book, sums):
    """Tell the terms of the mover's rooks on open files, and of its king behind its pawns."""
    own, foe = s.own & s.pawns, s.foe & s.pawns
    own_files, foe_files = filled_up(filled_down(own)), filled_up(filled_down(foe))
    rooks, king = s.own & s.straights & ~s.diagonals, kings(s) & s.own
    sums = tell(book, OPEN, sign * popcount(rooks & ~own_files & ~foe_files), sums)
    sums = tell(book, HALF_OPEN, sign * popcount(rooks & ~own_files & foe_files), sums)
    wide = king | beside(king)
    sums = tell(book, SHELTER, sign * popcount(up(wide, 8) & own), sums)
    sums = tell(book, SECOND_SHELTER, sign * popcount(up(wide, 16) & own), sums)
    sums = tell(book, KING_OPEN, sign * popcount(wide & ~own_files & ~foe_files), sums)
    sums = tell(book, KING_HALF_OPEN, sign * popcount(wide & ~own_files & foe_files), sums)
    return tell(book, on_square(KING, lowest(king)), sign, sums)


@rule
def add_material(s, sign, tell, book, sums):
    """Tell how many pieces the mover has of each kind, and with how many pawns."""
    pawns, knights = popcount(s.own & s.pawns), popcount(s.own & s.knights)
    bishops, rooks = (
        popcount(s.own & s.diagonals & ~s.straights),
        popcount(s.own & s.straights & ~s.diagonals),
    )
    sums = tell(book, PAWN, sign * pawns, sums)
    sums = tell(book, KNIGHT, sign * knights, sums)
    sums = tell(book, BISHOP, sign * bishops, sums)
    sums = tell(book, ROOK, sign * rooks, sums)
    sums = tell(book, QUEEN, sign * popcount(s.own & s.straights & s.diagonals), sums)
    sums = tell(book, KNIGHT_PAWNS + min(pawns, 8), sign * knights, sums)
    sums = tell(book, ROOK_PAWNS + min(pawns, 8), sign * rooks, sums)
    sums = tell(book, ROOM, sign * room(s), sums)
    return tell(book, PAIR, sign * (bishops >= 2), sums)


@rule
def plus(one, other):
    """Return two sums for opening and ending added up."""
    return one[0] + other[0], one[1] + other[1]


@rule
def of_side(s, sign, tell, book):
    """Tell what can be told of the mover alone; return it with what its pieces attack."""
    pieces, reach = add_pieces(s, sign, tell, book, NOTHING)
    pawns = add_pawns(s, sign, tell, book, NOTHING)
    rest = add_minors(s, sign, tell, book, add_rooks_and_king(s, sign, tell, book, NOTHING))
    return plus(plus(pieces, pawns), add_material(s, sign, tell, book, rest)), reach


@rule
def of_meeting(s, sign, tell, book, reach, kept):
    """Tell what the mover does to the other side, given what that guards without its king."""
    guarded = kept | king_attacks(kings(s) & s.foe)
    passed = add_passed(s, sign, tell, book, NOTHING, guarded)
    threats = add_threats(s, sign, tell, book, NOTHING, reach, guarded)
    return plus(passed, add_attack(s, sign, tell, book, threats, reach, kept))


@rule
def terms(s, tell, book):
    """Tell every term of a position, the other side's as negative; return the sums for opening and ending.

    Each part begins its own sums: a single long one would make every addition wait for the one before.
    """
    o = turned(s)
    own, mine = of_side(s, 1, tell, book)
    foe, theirs = of_side(o, -1, tell, book)
    attack = of_meeting(s, 1, tell, book, mine, rows_turned(without_king(o, theirs)))
    defence = of_meeting(o, -1, tell, book, theirs, rows_turned(without_king(s, mine)))
    return plus(plus(tell(book, TO_MOVE, 1, own), foe), plus(attack, defence))


@rule
def material(s, side):
    """Return what the pieces of a side are worth at a glance."""
    minors = popcount(side & (s.knights | s.diagonals & ~s.straights))
    rooks, queens = popcount(side & s.straights & ~s.diagonals), popcount(side & s.straights & s.diagonals)
    return (
        MINOR_VALUE * minors
        + ROOK_VALUE * rooks
        + QUEEN_VALUE * queens
        + PAWN_VALUE * popcount(side & s.pawns)
    )


@rule
def share_that_counts(s):
    """Return how much of its worth a position keeps: little where whoever has more can hardly win."""
    lead = material(s, s.own) - material(s, s.foe)
    ahead = s.own if lead > 0 else s.foe
    if ahead & s.pawns == 0 and abs(lead) <= MINOR_VALUE:
        return HARDLY_WON
    light = s.diagonals & LIGHT_SQUARES
    is_unlike = popcount(s.diagonals & s.own) == 1 == popcount(s.diagonals & s.foe) and popcount(light) == 1
    return OFTEN_DRAWN if is_unlike and s.knights | s.straights == 0 else 1.0


@rule
def opening_part(s):
    """Return how much of the opening is left, from 1 to 0."""
    minors = popcount(s.knights | s.diagonals & ~s.straights)
    majors = popcount(s.straights & ~s.diagonals), popcount(s.straights & s.diagonals)
    return min(PHASE, minors + 2 * majors[0] + 4 * majors[1]) / PHASE


@rule
def evaluate(s, weights):
    """Return what a position is worth to the mover, in hundredths of a pawn."""
    opening, ending = terms(s, weigh, weights)
    part = opening_part(s)
    return int64(share_that_counts(s) * (part * opening + (1.0 - part) * ending))


@rule
def features(s, out):
    """Write the terms as they count: those for the opening, those for the ending, in pairs."""
    out[:] = 0.0
    terms(s, note, out)
    part, share = opening_part(s), share_that_counts(s)
    for i in range(0, len(out), 2):
        out[i] *= share * part
        out[i + 1] *= share * (1.0 - part)


WEIGHTS = tuple(read_json(Path(__file__).with_name("learned.weights.json"))["weights"])
"""The weights by which chess is played; the file says how they were learned, from those of `material`."""
