"""How chess is drawn: in a terminal, and as a picture with pieces of our own making."""

import numpy as np

from plyometric.games import drawing
from plyometric.games.chess.board import State, in_check
from plyometric.games.chess.fen import COLOURS, FILES, pieces, square_at, turn_of
from plyometric.games.chess.rules import WIDTH, moves, over
from plyometric.games.chess.san import ends
from plyometric.games.drawing import Piece, Shape
from plyometric.kernel import kernel

SIGNS = dict(zip("KQRBNPkqrbnp.", "♔♕♖♗♘♙♚♛♜♝♞♟·", strict=True))
"""What a terminal shows for a piece, and for an empty square."""

SHAPES = {
    "K": Shape(
        "M28 5h4v4h4v4h-4v6h-4v-6h-4v-4h4zM30 20c3-5 17-6 17 4 0 6-5 10-7 15q-1 4 4 6l1 1v6h-30v-6l1-1"
        "q5-2 4-6c-2-5-7-9-7-15 0-10 14-9 17-4z",
        "M20 39q10-4 20 0M30 21v14M17 46h26",
    ),
    "Q": Shape(
        "M12 19l7 15 3-19 6 18 2-21 2 21 6-18 3 19 7-15-4 22q-1 3 0 4l1 1v6h-30v-6l1-1q1-1 0-4z"
        "M12 14a3 3 0 1 1-.01 0zM22 10a3 3 0 1 1-.01 0zM30 7a3 3 0 1 1-.01 0z"
        "M38 10a3 3 0 1 1-.01 0zM48 14a3 3 0 1 1-.01 0z",
        "M16 41q14-4 28 0M17 46h26",
    ),
    "R": Shape(
        "M17 12h6v4h4v-4h6v4h4v-4h6v9l-4 4v16l4 4h2v7h-30v-7h2l4-4v-16l-4-4z",
        "M21 25h18M21 41h18M17 45.5h26",
    ),
    "B": Shape(
        "M30 7a3 3 0 0 1 1.8 5.4c5 3.6 8.2 9 8.2 14 0 4-2 6.6-4 8.6h2v4h-3q1 4 9 6l1 1v6h-30v-6l1-1q8-2 9-6"
        "h-3v-4h2c-2-2-4-4.6-4-8.6 0-5 3.2-10.4 8.2-14a3 3 0 0 1 1.8-5.4z",
        "M34 17l-6 9M24 35h12M17 46h26",
    ),
    "N": Shape(
        "M17 52v-5l3-2c1-6 9-9 9-15-3 3-7 3-9 5l-4 3q-4 0-5-4c3-4 5-8 7-12 1-3 3-5 5-6v-6l5 4 3-4q2 3 2 5"
        "c9 3 12 12 12 22v8l2 2v5z",
        "M19 46h27M22 23l2-1.5M14 35l2-1",
    ),
    "P": Shape(
        "M30 12a7.5 7.5 0 0 1 5 13.1q-1 .9 1 1.9l2 1v3h-4q0 9 8 14l2 2v5h-28v-5l2-2q8-5 8-14h-4v-3l2-1"
        "q2-1 1-1.9a7.5 7.5 0 0 1 5-13.1z",
        "M18 46h24",
    ),
}


@kernel
def _standing(s, room):
    """Return whether nobody can ever mate, whether the mover can move, and whether it is in check."""
    return over(s), moves(s, room) > 0, in_check(s)


def standing(state: State) -> tuple[str, bool]:
    """Return in a few words how the game stands, and whether the mover is in check."""
    colour = COLOURS[turn_of(state)]
    is_over, can_move, is_in_check = _standing(state, np.zeros(WIDTH, np.int64))
    if is_over:
        return "drawn: nobody can mate", is_in_check
    if not can_move:
        return f"{colour} is {'mated' if is_in_check else 'stalemated'}", is_in_check
    return f"{colour} to move{', in check' if is_in_check else ''}", is_in_check


def draw(state: State) -> str:
    """Return the board as text with coordinates, as White sees it, and how the game stands."""
    board = pieces(state)
    rows = (
        f"{row + 1} {' '.join(SIGNS[board.get(8 * row + column, '.')] for column in range(8))}"
        for row in reversed(range(8))
    )
    return "\n".join([*rows, f"  {' '.join(FILES)}", standing(state)[0]])


def places(state: State, move: int) -> list[drawing.Place]:
    """Return where a move begins and ends."""
    squares = (square_at(state, index) for index in ends(move))
    return [(7 - square // 8, square % 8) for square in squares]


def svg(state: State) -> str:
    """Return the board as a picture, as White sees it, with a king in check highlighted."""
    board = {(7 - square // 8, square % 8): letter for square, letter in pieces(state).items()}
    (stands, is_in_check), king = standing(state), "Kk"[turn_of(state)]
    return drawing.svg(
        f"Chess, {stands}",
        columns=8,
        rows=8,
        pieces={place: _figure(letter) for place, letter in board.items()},
        labels={(8, i): file for i, file in enumerate(FILES)} | {(i, -1): str(8 - i) for i in range(8)},
        highlights=[place for place, letter in board.items() if letter == king and is_in_check],
    )


def _figure(letter: str) -> Piece:
    return Piece(letter.isupper(), shape=SHAPES[letter.upper()])
