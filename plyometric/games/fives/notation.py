"""How fives is written and drawn.

A move is a letter and a number, a1 at the bottom left; a position is typed row by row from the top,
numbers for empty cells, then the side to move: `5/2x2/1o3/5/5 x`.
"""

import re

from plyometric.errors import InputError
from plyometric.games import drawing
from plyometric.games.fives.lines import layout
from plyometric.games.fives.rules import SIDES, State
from plyometric.games.rows import notation_for, read_rows, rows_text
from plyometric.kernel import Notation


def move_text(size: int, state: State, move: int) -> str:
    """Return a cell as letter and number: a1 is at the bottom left."""
    row, column = divmod(move, size)
    return f"{chr(ord('a') + column)}{row + 1}"


def rows_of(size: int, state: State) -> list[str]:
    """Return the rows from the top, each a string of x, o and dots."""
    stride, rows, _, _ = layout(size)
    own, foe = SIDES[state.side], SIDES[1 - state.side]

    def symbol(row: int, column: int) -> str:
        word, bit = row // rows, row % rows * stride + column
        return own if state[word] >> bit & 1 else foe if state[4 + word] >> bit & 1 else "."

    return ["".join(symbol(row, column) for column in range(size)) for row in reversed(range(size))]


def state_of(size: int, rows: list[str], side: int) -> State:
    """Return the position that rows of x, o and dots show, the top row first."""
    stride, in_word, _, _ = layout(size)
    words = {symbol: [0, 0, 0, 0] for symbol in "xo."}
    for row, line in enumerate(reversed(rows)):
        for column, symbol in enumerate(line):
            words[symbol][row // in_word] |= 1 << row % in_word * stride + column
    return State._make([*words[SIDES[side]], *words[SIDES[1 - side]], side])


def shows_five(rows: list[str], symbol: str) -> bool:
    """Return whether five of a symbol stand in a row: the slash between rows is the margin here."""
    board = "/".join(rows)
    lines = (f"{symbol}(.{{{step - 1}}}{symbol}){{4}}" for step in layout(len(rows)).steps)
    return any(re.search(line, board) for line in lines)


def position_text(size: int, state: State) -> str:
    """Return the rows from the top, numbers for empty cells, then the side to move: `5/2x2/1o3/5/5 x`."""
    return f"{rows_text(rows_of(size, state))} {SIDES[state.side]}"


def read_position(size: int, text: str) -> State:
    """Return the position that a text in the form of `position_text` describes."""
    board, _, side = text.strip().partition(" ")
    side = side.strip()
    if side not in tuple(SIDES):
        raise InputError(f"position {text!r}: the rows must be followed by the side to move, x or o.")
    rows = read_rows(size, board, text)
    if shows_five(rows, side):
        raise InputError(f"position {text!r}: {side} has won already, so {side} cannot be to move.")
    return state_of(size, rows, SIDES.index(side))


def status(rows: list[str], side: int) -> str:
    """Return in a few words how the game stands."""
    if shows_five(rows, SIDES[1 - side]):
        return f"{SIDES[1 - side]} has won"
    return f"{SIDES[side]} to move" if "." in "".join(rows) else "drawn"


def letters(size: int) -> list[str]:
    """Return the names of the columns."""
    return [chr(ord("a") + column) for column in range(size)]


def draw(size: int, state: State) -> str:
    """Return the board as text with coordinates, and how the game stands."""
    rows = rows_of(size, state)
    lines = [f"{size - i:2} {' '.join(row)}" for i, row in enumerate(rows)]
    return "\n".join([*lines, f"   {' '.join(letters(size))}", status(rows, state.side)])


def svg(size: int, state: State) -> str:
    """Return the board as a picture: x plays the dark stones, o the light ones."""
    rows = rows_of(size, state)
    pieces = {
        (row, column): drawing.Piece(is_light=symbol == "o")
        for row, line in enumerate(rows)
        for column, symbol in enumerate(line)
        if symbol != "."
    }
    labels = {(size, column): letter for column, letter in enumerate(letters(size))}
    labels |= {(row, -1): str(size - row) for row in range(size)}
    return drawing.svg(status(rows, state.side), size, size, pieces, labels, crossings=True)


def places(size: int, state: State, move: int) -> list[drawing.Place]:
    """Return where a move puts its stone."""
    row, column = divmod(move, size)
    return [(size - 1 - row, column)]


def notation(size: int) -> Notation:
    """Return the notation for a board of that size."""
    return notation_for(size, move_text, position_text, read_position, draw, svg, places)
