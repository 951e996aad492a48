"""How Phutball is written and drawn.

A man is put on a point as Go players name it; a chain is where the ball lies and lands in turn, with a plus
where it leaves the board: `E5-E7-G9+`. A position is typed row by row from the top, x for men, o for the
ball, numbers for empty points; then comes the goal line to which the side to move plays:

    5/5/2ox1/5/5 top
"""

from collections.abc import Iterator
from itertools import count, takewhile

import numpy as np

from plyometric.errors import InputError
from plyometric.games import drawing
from plyometric.games.phutball.rules import JUMP, RIGHT, UP, WORDS, State
from plyometric.games.points import board_text, labels, place_of, point_text, read_point
from plyometric.games.rows import notation_for, points_in, read_rows, rows_text, rows_with
from plyometric.kernel import Notation
from plyometric.kernel.sets import grid

SIDES = ("top", "bottom")
MAN, BALL = "xo"


def men_on(size: int, state: State) -> set[int]:
    """Return the points that have men."""
    there = grid(size)
    return set(np.flatnonzero((there.single & state[: there.words]).any(axis=1)).tolist())


def move_text(size: int, state: State, move: int) -> str:
    """Return the point of a man, or those of a chain."""
    if move < JUMP:
        return point_text(size, move)
    return "-".join((point_text(size, state.ball), *landings(size, state, f"{move - JUMP:o}"[1:])))


def landings(size: int, state: State, ways: str) -> Iterator[str]:
    """Yield where the ball lands after each jump of a chain."""
    men, ball = men_on(size, state), state.ball
    for way in map(int, ways):
        step = UP[way] * (size + 1) + RIGHT[way]
        jumped = list(takewhile(men.__contains__, count(ball + step, step)))
        men -= {*jumped}
        is_out = not 0 <= jumped[-1] + step < size * (size + 1)
        ball = jumped[-1] + step * (not is_out)
        yield point_text(size, ball) + "+" * is_out


def rows_of(size: int, state: State) -> list[str]:
    """Return the rows from the top, each a string of x, o and dots."""
    return rows_with(size, dict.fromkeys(men_on(size, state), MAN) | {state.ball: BALL})


def position_text(size: int, state: State) -> str:
    """Return the rows, and the goal line to which the side to move plays."""
    return f"{rows_text(rows_of(size, state))} {SIDES[state.side]}"


def read_position(size: int, text: str) -> State:
    """Return the position that a text in the form of `position_text` describes."""
    board, _, side = text.strip().partition(" ")
    if side.strip() not in SIDES:
        raise InputError(f"position {text!r:.200}: the rows must be followed by `top` or `bottom`.")
    found = points_in(read_rows(size, board, text))
    balls = [point for point, symbol in found.items() if symbol == BALL]
    if len(balls) != 1:
        raise InputError(f"position {text!r:.200} has {len(balls)} balls (o): one is expected.")
    men = [point for point, symbol in found.items() if symbol == MAN]
    words = grid(size).single[men].sum(axis=0).tolist()
    return State._make([*words, *[0] * (WORDS - len(words)), balls[0], SIDES.index(side.strip())])


def status(size: int, state: State) -> str:
    """Return in a few words how the game stands."""
    row = state.ball // (size + 1)
    if row in (0, size - 1):
        return f"{SIDES[row == 0]} has won"
    return f"{SIDES[state.side]} to move"


def draw(size: int, state: State) -> str:
    """Return the board as text with coordinates, and how the game stands."""
    return f"{board_text(size, rows_of(size, state))}\n{status(size, state)}"


def svg(size: int, state: State) -> str:
    """Return the board as a picture: the ball is dark, the men are light."""
    pieces = {place_of(size, point): drawing.Piece(is_light=True) for point in men_on(size, state)}
    pieces[place_of(size, state.ball)] = drawing.Piece(is_light=False)
    return drawing.svg(status(size, state), size, size, pieces, labels(size), crossings=True)


def places(size: int, state: State, move: int) -> list[drawing.Place]:
    """Return where a man is put, or where the ball lies and lands in turn."""
    points = move_text(size, state, move).rstrip("+").split("-")
    return [place_of(size, read_point(size, point)) for point in points]


def notation(size: int) -> Notation:
    """Return the notation for a board of that size."""
    return notation_for(size, move_text, position_text, read_position, draw, svg, places)
