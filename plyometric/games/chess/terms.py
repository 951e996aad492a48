"""The terms of the evaluation of chess: what each is called, and its place among all.

A term is told with how often it is there, for the mover less for the other side.
"""

PIECES = ("pawn", "knight", "bishop", "rook", "queen", "king")
PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = range(6)
MOBILITY = (0, 9, 14, 15, 28)
"""How many squares each kind of piece can reach at most, and none."""

UNITS = 40
"""Steps in which an attack on the king is counted."""

_SQUARES = [f"{'abcd'[i % 4]}{i // 4 + 1}" for i in range(32)]
_ROWS = [f"row {row}" for row in range(2, 8)]
_REACH = [f"{piece} reaches {n}" for piece, most in zip(PIECES, MOBILITY, strict=False) for n in range(most)]

NAMES = [
    *PIECES[:5],
    *(f"{piece} on {square}" for piece in PIECES for square in _SQUARES),
    *_REACH,
    *(f"attack on king {n}" for n in range(UNITS)),
    *(f"passed pawn on {row}" for row in _ROWS),
    *(f"passed pawn on {row}, next square free" for row in _ROWS),
    *(f"passed pawn on {row}, next square attacked" for row in _ROWS),
    *(f"passed pawn on {row}, path free and safe" for row in _ROWS),
    *(f"passed pawn guarded on {row}" for row in _ROWS),
    *(f"pawn beside pawn on {row}" for row in _ROWS),
    *(f"pawn guarded on {row}" for row in _ROWS),
    *(f"pawn on {row} against king" for row in _ROWS),
    *(f"{n} rows from own king to passed pawn" for n in range(8)),
    *(f"{n} rows from other king to passed pawn" for n in range(8)),
    *(f"knight with {n} pawns" for n in range(9)),
    *(f"rook with {n} pawns" for n in range(9)),
    "to move",
    "bishop pair",
    "isolated pawn",
    "doubled pawn",
    "backward pawn",
    "weak pawn on half-open file",
    "rook on open file",
    "rook on half-open file",
    "rook behind passed pawn",
    "rook behind other's passed pawn",
    "knight on outpost",
    "bishop on outpost",
    "minor behind pawn",
    "pawn on colour of bishop",
    "pawn before king",
    "pawn two before king",
    "open file at king",
    "half-open file at king",
    "room behind pawns",
    "pawn attacks minor",
    "pawn attacks major",
    "pawn could attack piece",
    "minor attacks minor",
    "minor attacks major",
    "rook attacks minor",
    "rook attacks queen",
    "king attacks loose piece",
    "piece attacked and not guarded",
    "safe check by knight",
    "safe check by bishop",
    "safe check by rook",
    "safe check by queen",
]

_place = NAMES.index

SQUARES = _place("pawn on a1")
REACH_KNIGHT, REACH_BISHOP, REACH_ROOK, REACH_QUEEN = (_place(f"{piece} reaches 0") for piece in PIECES[1:5])
ATTACK = _place("attack on king 0")

# Rows are counted from 0, and a pawn never stands on the first.
PASSED = _place("passed pawn on row 2") - 1
NEXT_FREE = _place("passed pawn on row 2, next square free") - 1
NEXT_ATTACKED = _place("passed pawn on row 2, next square attacked") - 1
PATH_SAFE = _place("passed pawn on row 2, path free and safe") - 1
PASSED_GUARDED = _place("passed pawn guarded on row 2") - 1
BESIDE = _place("pawn beside pawn on row 2") - 1
GUARDED = _place("pawn guarded on row 2") - 1
STORM = _place("pawn on row 2 against king") - 1
OWN_KING_NEAR = _place("0 rows from own king to passed pawn")
FOE_KING_NEAR = _place("0 rows from other king to passed pawn")
KNIGHT_PAWNS = _place("knight with 0 pawns")
ROOK_PAWNS = _place("rook with 0 pawns")
TO_MOVE = _place("to move")
PAIR = _place("bishop pair")
ISOLATED = _place("isolated pawn")
DOUBLED = _place("doubled pawn")
BACKWARD = _place("backward pawn")
WEAK = _place("weak pawn on half-open file")
OPEN = _place("rook on open file")
HALF_OPEN = _place("rook on half-open file")
BEHIND_OWN = _place("rook behind passed pawn")
BEHIND_FOE = _place("rook behind other's passed pawn")
KNIGHT_OUTPOST = _place("knight on outpost")
BISHOP_OUTPOST = _place("bishop on outpost")
BEHIND_PAWN = _place("minor behind pawn")
BISHOP_PAWNS = _place("pawn on colour of bishop")
SHELTER = _place("pawn before king")
SECOND_SHELTER = _place("pawn two before king")
KING_OPEN = _place("open file at king")
KING_HALF_OPEN = _place("half-open file at king")
ROOM = _place("room behind pawns")
PAWN_ON_MINOR = _place("pawn attacks minor")
PAWN_ON_MAJOR = _place("pawn attacks major")
PAWN_COULD = _place("pawn could attack piece")
MINOR_ON_MINOR = _place("minor attacks minor")
MINOR_ON_MAJOR = _place("minor attacks major")
ROOK_ON_MINOR = _place("rook attacks minor")
ROOK_ON_QUEEN = _place("rook attacks queen")
KING_ON_LOOSE = _place("king attacks loose piece")
LOOSE = _place("piece attacked and not guarded")
CHECK_KNIGHT = _place("safe check by knight")
CHECK_BISHOP = _place("safe check by bishop")
CHECK_ROOK = _place("safe check by rook")
CHECK_QUEEN = _place("safe check by queen")

FEATURE_NAMES = tuple(f"{name} ({part})" for name in NAMES for part in ("opening", "ending"))
"""Each term has two weights, one for the opening and one for the ending."""
