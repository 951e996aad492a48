"""The rules of pawn endings: those of chess, where a pawn becomes a queen or nothing.

Moves are written in the order of the board: pieces from a1 to h8 whoever is to move, each by direction and
distance, a pawn's step before its leap and both before its captures. Searches that try moves as they come
are so the same as in the paper, whose figures depend on it.
"""

from plyometric.errors import InputError, brief
from plyometric.games.chess import fen, san
from plyometric.games.chess import rules as chess
from plyometric.games.chess.board import EVERYWHERE, State
from plyometric.kernel import plain, rule

MOVE_BITS = 16
WIDTH = 256
"""Room for the moves of any position, other promotions included, as in chess."""

PAPERS_ENDING = "7k/ppp5/8/PPP5/8/8/8/7K w - - 0 1"


def start() -> State:
    """Return the ending of the paper on metareasoning: White to move and win."""
    return fen.read_position(PAPERS_ENDING)


def read_position(text: str) -> State:
    """Return the position that a FEN describes, if it is a pawn ending."""
    state = fen.read_position(text)
    if state.knights or state.diagonals != state.straights:
        raise InputError(f"position {brief(text, 100)}: a pawn ending has kings, pawns and queens only.")
    return state


def read_move(state: State, text: str) -> int:
    """Return the move that a text names."""
    move = san.read_move(state, text)
    if not plain(is_plain)(move):
        raise InputError(f"move {brief(text)}: a pawn becomes a queen.")
    return move


@rule
def sign(number):
    """Return 1, 0 or -1."""
    return int(number > 0) - int(number < 0)


@rule
def place_in_order(s, move):
    """Return where a move stands in the order of the board."""
    turn = 56 * (s.ply & 1)
    origin, target = chess.origin_of(move) ^ turn, chess.target_of(move) ^ turn
    rows, columns = (target >> 3) - (origin >> 3), (target & 7) - (origin & 7)
    if s.pawns >> chess.origin_of(move) & 1:
        place = abs(rows) - 1 if columns == 0 else 2 + (columns > 0)
    else:
        place = (3 * sign(rows) + sign(columns) + 4) * 8 + max(abs(rows), abs(columns))
    return origin << 7 | place


@rule
def is_plain(move):
    """Return whether a move makes no piece but a queen of a pawn."""
    return chess.promotion_of(move) in (0, chess.QUEEN)


@rule
def without_other_pieces(out, n):
    """Leave of n moves those that make no other piece than a queen; return how many."""
    left = 0
    for i in range(n):
        if is_plain(out[i]):
            out[left] = out[i]
            left += 1
    return left


@rule
def moves(s, out):
    """Write the legal moves in the order of the board."""
    n = without_other_pieces(out, chess.moves(s, out))
    for i in range(n):
        ranked = place_in_order(s, out[i]) << MOVE_BITS | out[i]
        j = i
        while j > 0 and out[j - 1] > ranked:
            out[j] = out[j - 1]
            j -= 1
        out[j] = ranked
    for i in range(n):
        out[i] &= (1 << MOVE_BITS) - 1
    return n


@rule
def forcing(s, out):
    """Write the captures and promotions."""
    return without_other_pieces(out, chess.forcing(s, out))


@rule
def pawn_moves(s, out):
    """Write the moves of pawns, and all captures."""
    if chess.over(s):
        return 0
    return without_other_pieces(out, chess.moves_to(s, s.foe, EVERYWHERE, out))
