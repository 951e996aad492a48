"""What a chess position is worth: a sum of terms times weights, tapered from the opening to the ending.

Every term is counted for the mover, and for the other side from its own view of the board. Each has two
weights, one for the opening and one for the ending; how much of either counts is told by the pieces left.
`evaluate` adds terms times weights up, `features` writes the same terms down: both read them from
`terms`, which is told what to do with each.

Sources: the tapered evaluation goes back to Hans Berliner; mobility, shelter and attack on the king, pawn
structure and passed pawns are the common knowledge of chess programs. The weights are learned.
"""

from pathlib import Path

from numba import int64

from plyometric.files import read_json
from plyometric.games.chess.board import (
    NOT_A_FILE,
    NOT_H_FILE,
    diagonal_attacks,
    foe_pawn_attacks,
    king_attacks,
    kings,
    knight_attacks,
    own_pawn_attacks,
    straight_attacks,
    turned,
)
from plyometric.kernel import rule
from plyometric.kernel.bits import down, lowest, popcount, rows_turned, up, without_lowest

PIECES = ("pawn", "knight", "bishop", "rook", "queen", "king")
PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = range(6)
MOBILITY = (0, 9, 14, 15, 28)
"""How many squares each kind of piece can reach at most, and none."""

UNITS = 24
"""Steps in which an attack on the king is counted."""


def _names() -> list[str]:
    """Return the names of all terms, in order."""
    squares = [f"{'abcd'[i % 4]}{i // 4 + 1}" for i in range(32)]
    rows = [f"row {row}" for row in range(2, 8)]
    reach = [
        f"{piece} reaches {n}" for piece, most in zip(PIECES, MOBILITY, strict=False) for n in range(most)
    ]
    return [
        *PIECES[:5],
        *(f"{piece} on {square}" for piece in PIECES for square in squares),
        *reach,
        *(f"attack on king {n}" for n in range(UNITS)),
        *(f"passed pawn on {row}" for row in rows),
        *(f"passed pawn on {row}, path free" for row in rows),
        *(f"pawn beside pawn on {row}" for row in rows),
        *(f"pawn guarded on {row}" for row in rows),
        *(f"{n} rows from own king to passed pawn" for n in range(8)),
        *(f"{n} rows from other king to passed pawn" for n in range(8)),
        "bishop pair",
        "isolated pawn",
        "doubled pawn",
        "backward pawn",
        "rook on open file",
        "rook on half-open file",
        "knight on outpost",
        "bishop on outpost",
        "pawn before king",
        "pawn two before king",
        "open file at king",
        "half-open file at king",
        "pawn attacks minor",
        "pawn attacks major",
        "minor attacks major",
        "piece attacked and not guarded",
    ]


NAMES = _names()
SQUARES = NAMES.index("pawn on a1")
REACH = [0, *(NAMES.index(f"{piece} reaches 0") for piece in PIECES[1:5])]
REACH_KNIGHT, REACH_BISHOP, REACH_ROOK, REACH_QUEEN = REACH[1:]
ATTACK = NAMES.index("attack on king 0")
PASSED = NAMES.index("passed pawn on row 2") - 1
FREE = NAMES.index("passed pawn on row 2, path free") - 1
BESIDE = NAMES.index("pawn beside pawn on row 2") - 1
GUARDED = NAMES.index("pawn guarded on row 2") - 1
OWN_KING_NEAR = NAMES.index("0 rows from own king to passed pawn")
FOE_KING_NEAR = NAMES.index("0 rows from other king to passed pawn")
PAIR, ISOLATED, DOUBLED, BACKWARD, OPEN, HALF_OPEN = range(
    NAMES.index("bishop pair"), NAMES.index("bishop pair") + 6
)
KNIGHT_OUTPOST, BISHOP_OUTPOST, SHELTER, SECOND_SHELTER, KING_OPEN, KING_HALF_OPEN = range(
    HALF_OPEN + 1, HALF_OPEN + 7
)
PAWN_ON_MINOR, PAWN_ON_MAJOR, MINOR_ON_MAJOR, LOOSE = range(KING_HALF_OPEN + 1, KING_HALF_OPEN + 5)

PHASE = 24
"""How much all pieces are together: one for a minor piece, two for a rook, four for a queen."""

HOME = 0xFF << 8
OUTPOSTS = 0xFFFF_FF00_0000


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
def add_pawns(s, sign, tell, book, sums):
    """Tell the terms of the mover's pawns."""
    own, foe = s.own & s.pawns, s.foe & s.pawns
    files = filled_up(filled_down(own))
    front = down(filled_down(foe), 8)
    stopped = front | beside(front)
    guarded = own & own_pawn_attacks(own)
    near = own & beside(own)
    lonely = own & ~beside(files)
    late = own & ~filled_up(beside(own)) & ~lonely & down(foe_pawn_attacks(foe), 8)
    doubled = own & down(filled_down(own), 8)
    sums = tell(book, ISOLATED, sign * popcount(lonely), sums)
    sums = tell(book, DOUBLED, sign * popcount(doubled), sums)
    sums = tell(book, BACKWARD, sign * popcount(late), sums)
    passed = own & ~stopped & ~doubled
    own_king, foe_king = lowest(kings(s) & s.own), lowest(kings(s) & s.foe)
    left = own
    while left:
        square = lowest(left)
        here, row = left & -left, square >> 3
        sums = tell(book, on_square(PAWN, square), sign, sums)
        if here & guarded:
            sums = tell(book, GUARDED + row, sign, sums)
        if here & near:
            sums = tell(book, BESIDE + row, sign, sums)
        if here & passed:
            is_free = up(here, 8) & (s.own | s.foe) == 0
            sums = tell(book, PASSED + row, sign, sums)
            sums = tell(book, FREE + row, sign * is_free, sums)
            sums = tell(book, OWN_KING_NEAR + rows_apart(own_king, square + 8), sign, sums)
            sums = tell(book, FOE_KING_NEAR + rows_apart(foe_king, square + 8), sign, sums)
        left = without_lowest(left)
    return sums


@rule
def add_pieces(s, sign, tell, book, sums):
    """Tell the terms of the mover's pieces; return them with what minor pieces attack, and all of them."""
    occupied, own_pawns, foe_pawns = s.own | s.foe, s.own & s.pawns, s.foe & s.pawns
    area = ~(s.own & (s.pawns | kings(s)) | foe_pawn_attacks(foe_pawns))
    zone = king_attacks(kings(s) & s.foe)
    outposts = OUTPOSTS & own_pawn_attacks(own_pawns) & ~filled_down(foe_pawn_attacks(foe_pawns))
    units, minors, majors = int64(0), int64(0), int64(0)
    left = s.own & s.knights
    sums = tell(book, KNIGHT_OUTPOST, sign * popcount(left & outposts), sums)
    while left:
        square, attacked = lowest(left), knight_attacks(left & -left)
        sums = tell(book, on_square(KNIGHT, square), sign, sums)
        sums = tell(book, REACH_KNIGHT + popcount(attacked & area), sign, sums)
        units, minors = units + 2 * popcount(attacked & zone), minors | attacked
        left = without_lowest(left)
    left = s.own & s.diagonals & ~s.straights
    sums = tell(book, BISHOP_OUTPOST, sign * popcount(left & outposts), sums)
    while left:
        square = lowest(left)
        attacked = diagonal_attacks(square, occupied & ~(s.own & s.diagonals))
        sums = tell(book, on_square(BISHOP, square), sign, sums)
        sums = tell(book, REACH_BISHOP + popcount(attacked & area), sign, sums)
        units, minors = units + 2 * popcount(attacked & zone), minors | attacked
        left = without_lowest(left)
    left = s.own & s.straights & ~s.diagonals
    while left:
        square = lowest(left)
        attacked = straight_attacks(square, occupied & ~(s.own & s.straights))
        sums = tell(book, on_square(ROOK, square), sign, sums)
        sums = tell(book, REACH_ROOK + popcount(attacked & area), sign, sums)
        units, majors = units + 3 * popcount(attacked & zone), majors | attacked
        left = without_lowest(left)
    left = s.own & s.straights & s.diagonals
    while left:
        square = lowest(left)
        attacked = straight_attacks(square, occupied) | diagonal_attacks(square, occupied)
        sums = tell(book, on_square(QUEEN, square), sign, sums)
        sums = tell(book, REACH_QUEEN + popcount(attacked & area), sign, sums)
        units, majors = units + 5 * popcount(attacked & zone), majors | attacked
        left = without_lowest(left)
    sums = tell(book, ATTACK + min(units // 2, UNITS - 1), sign, sums)
    return sums, minors, minors | majors


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
def add_threats(s, sign, tell, book, sums, minors, attacked, guarded):
    """Tell what the mover threatens, given what its minor pieces and all its pieces attack."""
    by_pawns = own_pawn_attacks(s.own & s.pawns)
    minor, major = s.foe & (s.knights | s.diagonals & ~s.straights), s.foe & s.straights
    loose = s.foe & ~kings(s) & (attacked | by_pawns) & ~guarded
    sums = tell(book, PAWN_ON_MINOR, sign * popcount(minor & by_pawns), sums)
    sums = tell(book, PAWN_ON_MAJOR, sign * popcount(major & by_pawns), sums)
    sums = tell(book, MINOR_ON_MAJOR, sign * popcount(major & minors), sums)
    return tell(book, LOOSE, sign * popcount(loose), sums)


@rule
def add_material(s, sign, tell, book, sums):
    """Tell how many pieces the mover has of each kind."""
    bishops = popcount(s.own & s.diagonals & ~s.straights)
    sums = tell(book, PAWN, sign * popcount(s.own & s.pawns), sums)
    sums = tell(book, KNIGHT, sign * popcount(s.own & s.knights), sums)
    sums = tell(book, BISHOP, sign * bishops, sums)
    sums = tell(book, ROOK, sign * popcount(s.own & s.straights & ~s.diagonals), sums)
    sums = tell(book, QUEEN, sign * popcount(s.own & s.straights & s.diagonals), sums)
    return tell(book, PAIR, sign * (bishops >= 2), sums)


@rule
def all_guards(s, attacked):
    """Return all that the mover guards, given what its pieces attack."""
    return attacked | own_pawn_attacks(s.own & s.pawns) | king_attacks(kings(s) & s.own)


@rule
def terms(s, tell, book):
    """Tell every term of a position, the other side's as negative; return the sums for opening and ending."""
    o = turned(s)
    sums = add_material(o, -1, tell, book, add_material(s, 1, tell, book, (0.0, 0.0)))
    sums = add_pawns(o, -1, tell, book, add_pawns(s, 1, tell, book, sums))
    sums = add_rooks_and_king(o, -1, tell, book, add_rooks_and_king(s, 1, tell, book, sums))
    sums, minors, attacked = add_pieces(s, 1, tell, book, sums)
    sums, others, returned = add_pieces(o, -1, tell, book, sums)
    guarded, kept = rows_turned(all_guards(o, returned)), rows_turned(all_guards(s, attacked))
    sums = add_threats(s, 1, tell, book, sums, minors, attacked, guarded)
    return add_threats(o, -1, tell, book, sums, others, returned, kept)


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
    return int64(part * opening + (1.0 - part) * ending)


@rule
def features(s, out):
    """Write the terms as they count: those for the opening, those for the ending, in pairs."""
    out[:] = 0.0
    terms(s, note, out)
    part = opening_part(s)
    for i in range(0, len(out), 2):
        out[i] *= part
        out[i + 1] *= 1.0 - part


FEATURE_NAMES = tuple(f"{name} ({part})" for name in NAMES for part in ("opening", "ending"))

WEIGHTS = tuple(read_json(Path(__file__).with_name("learned.weights.json"))["weights"])
"""The weights by which chess is played; the file says how they were learned, from those of `material`."""
