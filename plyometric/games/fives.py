"""Five in a row on a square board, 10 by 10 unless told otherwise.

Source: Hasson, Markovitch and Sella, Using filters to improve the efficiency of game-playing learning
procedures. Choices where it is silent: more than five in a row win as well; the first stone goes to the
middle, on a board of even size to the middle cell nearest a1; a line is open only over the empty cells
that touch it, so that a stone beyond a gap, even an own one, blocks it like the edge of the board.

A row takes size + 1 bits, the last of which is a margin without stones, and a word takes as many whole
rows as fit. A line that left the board on one side would have to cross the margin before it came in on
the other, so plain shifts find all lines. On a board of 10 by 10 five rows share a word:

    own_b   from row 6 on                                  one step to the right is +1, up is +11,
    own_a   row 5   44 45 46 47 48 49 50 51 52 53 (54)     up and left +10, up and right +12
            ...
            row 1    0  1  2  3  4  5  6  7  8  9 (10)     own_c and own_d are needed from
                     a  b  c  d  e  f  g  h  i  j          11 and 13 rows on
"""

import re
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import numpy as np
from numba import int64

from plyometric import drawing
from plyometric.bits import lowest, popcount
from plyometric.errors import InputError
from plyometric.kernel import Game, rule

SIZES = range(5, 16)
SIDES = "xo"

UNIT = 100
"""Evaluations are in hundredths of the paper's unit, so that learned coefficients such as 222.5 keep
their worth; no board comes near the value of a won game."""


class State(NamedTuple):
    """A position seen by the side to move."""

    own_a: int
    own_b: int
    own_c: int
    own_d: int
    foe_a: int
    foe_b: int
    foe_c: int
    foe_d: int
    side: int  # 0 when x is to move, 1 when o is


class Layout(NamedTuple):
    """How the cells of a board lie in words."""

    stride: int  # bits from a cell to the one above it
    rows: int  # whole rows in a word
    steps: tuple[int, ...]  # bits from a cell to the next in each direction of a line
    cells: tuple[int, ...]  # the cells of all four words, without the margin


def layout(size: int) -> Layout:
    """Return how a board lies in four words, whose bit 63 is at most a margin."""
    stride = size + 1
    rows = 64 // stride
    full = sum(((1 << size) - 1) << row * stride for row in range(rows))
    words = (full & (1 << max(0, size - rows * word) * stride) - 1 for word in range(4))
    return Layout(stride, rows, (1, stride - 1, stride, stride + 1), tuple(words))


def start() -> State:
    """Return the first position: an empty board, x to move."""
    return State(0, 0, 0, 0, 0, 0, 0, 0, side=0)


@rule
def position(own, foe, side):
    """Return a state from two sets of stones; a set of cells is four words."""
    return State(own[0], own[1], own[2], own[3], foe[0], foe[1], foe[2], foe[3], side)


@rule
def own_of(s):
    """Return the stones of the side to move."""
    return s.own_a, s.own_b, s.own_c, s.own_d


@rule
def foe_of(s):
    """Return the stones of the side that moved last."""
    return s.foe_a, s.foe_b, s.foe_c, s.foe_d


@rule
def passed(s):
    """Return the same board with the other side to move."""
    return position(foe_of(s), own_of(s), 1 - s.side)


@rule
def swapped(s):
    """Return the same position with the colours exchanged."""
    return position(own_of(s), foe_of(s), 1 - s.side)


@rule
def both(x, y):
    """Return the cells in both sets."""
    return x[0] & y[0], x[1] & y[1], x[2] & y[2], x[3] & y[3]


@rule
def either(x, y):
    """Return the cells in either set."""
    return x[0] | y[0], x[1] | y[1], x[2] | y[2], x[3] | y[3]


@rule
def without(x, y):
    """Return the cells of one set that are not in the other."""
    return x[0] & ~y[0], x[1] & ~y[1], x[2] & ~y[2], x[3] & ~y[3]


@rule
def holds_any(x):
    """Return whether a set holds any cell."""
    return (x[0] | x[1] | x[2] | x[3]) != 0


@rule
def count(x):
    """Return how many cells a set holds."""
    return popcount(x[0]) + popcount(x[1]) + popcount(x[2]) + popcount(x[3])


@rule
def plus(x, y):
    """Return the sum of two rows of five counts."""
    return x[0] + y[0], x[1] + y[1], x[2] + y[2], x[3] + y[3], x[4] + y[4]


@rule
def minus(x, y):
    """Return the difference of two rows of five counts."""
    return x[0] - y[0], x[1] - y[1], x[2] - y[2], x[3] - y[3], x[4] - y[4]


@rule
def box_side(x):
    """Return the bits from one below the lowest of a set to one above its highest."""
    x |= x << 1 | x >> 1
    up_to_highest = x
    for n in (1, 2, 4, 8):
        up_to_highest |= up_to_highest >> n
    return up_to_highest & (x | -x)


def shift_rules(size: int) -> tuple[Callable, Callable]:
    """Return the rules `ahead` and `behind`: the cells that have one of `x` n bits after or before them.

    The set of all cells is a constant here, so words that a small board leaves empty cost nothing.
    """
    stride, rows, _, cells = layout(size)
    length = rows * stride

    @rule
    def ahead(x, n):
        m = length - n
        return both(cells, (x[0] >> n | x[1] << m, x[1] >> n | x[2] << m, x[2] >> n | x[3] << m, x[3] >> n))

    @rule
    def behind(x, n):
        m = length - n
        return both(cells, (x[0] << n, x[1] << n | x[0] >> m, x[2] << n | x[1] >> m, x[3] << n | x[2] >> m))

    return ahead, behind


def five_rule(size: int) -> Callable:
    """Return the rule `has_five`: whether five or more of the stones stand in a row."""
    steps = layout(size).steps
    ahead, _ = shift_rules(size)

    @rule
    def has_five(stones):
        for step in steps:
            twos = both(stones, ahead(stones, step))
            fours = both(twos, ahead(twos, 2 * step))
            if holds_any(both(fours, ahead(fours, step))):
                return True
        return False

    return has_five


def count_rule(size: int) -> Callable:
    """Return the rule `contents`, the paper's word for the five counts, the mover's less the opponent's.

    A set of lines holds the first cell of each. An end of a line has none, one or two free cells, more
    count as two; a three is graded by the sum over both its ends, from 4 (open) down to 2 (a quarter
    open), and a four by how many of its ends have any.
    """
    _, _, steps, cells = layout(size)
    ahead, behind = shift_rules(size)

    @rule
    def threes_in(stones, step):
        twos = both(stones, ahead(stones, step))
        return both(twos, ahead(twos, step))

    @rule
    def graded(stones, threes, empty, step):
        fours = both(threes, ahead(threes, step))
        whole = without(threes, behind(stones, step))
        three = without(whole, fours)
        before_1 = behind(empty, step)
        before_2 = both(before_1, behind(empty, 2 * step))
        after_1 = ahead(empty, 3 * step)
        after_2 = ahead(both(empty, ahead(empty, step)), 3 * step)
        free_4 = count(both(three, both(before_2, after_2)))
        free_3 = count(both(three, either(both(before_1, after_2), both(before_2, after_1))))
        free_2 = count(both(three, either(both(before_1, after_1), either(before_2, after_2))))

        four = without(both(whole, fours), ahead(fours, step))
        after_four = ahead(both(threes, after_1), step)
        both_ends = count(both(four, both(before_1, after_four)))
        any_end = count(both(four, either(before_1, after_four)))
        return both_ends, any_end - both_ends, free_4, free_3 - free_4, free_2 - free_3

    @rule
    def contents(s):
        own, foe = own_of(s), foe_of(s)
        empty = without(cells, either(own, foe))
        total = 0, 0, 0, 0, 0
        for step in steps:
            threes = threes_in(own, step)
            if holds_any(threes):
                total = plus(total, graded(own, threes, empty, step))
            threes = threes_in(foe, step)
            if holds_any(threes):
                total = minus(total, graded(foe, threes, empty, step))
        return total

    return contents


def move_rules(size: int, has_five: Callable) -> tuple[Callable, Callable]:
    """Return the rules `moves` and `play`; a move is the cell's number: a1 is 0, b1 is 1, and so on."""
    stride, rows_in_word, _, _ = layout(size)
    full = (1 << size) - 1
    middle = (size - 1) // 2

    @rule
    def row_of(x, row):
        return x[row // rows_in_word] >> row % rows_in_word * stride & full

    @rule
    def interest_zone(stones):
        rows, columns = 0, 0
        for row in range(size):
            line = row_of(stones, row)
            columns |= line
            rows |= int64(line != 0) << row
        if rows == 0:
            return 1 << middle, 1 << middle
        return box_side(rows) & full, box_side(columns) & full

    @rule
    def moves(s, out):
        """Write the empty cells of the interest zone: the box around all stones and one cell more."""
        if has_five(foe_of(s)):
            return 0
        stones = either(own_of(s), foe_of(s))
        rows, columns = interest_zone(stones)
        n = 0
        while rows:
            row = lowest(rows)
            rows &= rows - 1
            free = columns & ~row_of(stones, row)
            while free:
                out[n] = row * size + lowest(free)
                free &= free - 1
                n += 1
        return n

    @rule
    def play(s, move):
        """Return the position after a stone was put, seen by the other side."""
        row, column = move // size, move % size
        word, stone = row // rows_in_word, 1 << row % rows_in_word * stride + column
        a, b, c, d = own_of(s)
        own = (
            a | stone if word == 0 else a,
            b | stone if word == 1 else b,
            c | stone if word == 2 else c,
            d | stone if word == 3 else d,
        )
        return position(foe_of(s), own, 1 - s.side)

    return moves, play


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
    board = re.sub(r"\.+", lambda run: str(len(run[0])), "/".join(rows_of(size, state)))
    return f"{board} {SIDES[state.side]}"


def read_position(size: int, text: str) -> State:
    """Return the position that a text in the form of `position_text` describes."""
    board, _, side = text.strip().partition(" ")
    side = side.strip()
    if side not in tuple(SIDES):
        raise InputError(f"position {text!r}: the rows must be followed by the side to move, x or o.")
    lines = board.split("/")
    if len(lines) != size:
        raise InputError(f"position {text!r} has {len(lines)} rows: {size} are expected, with / between.")
    rows = [read_row(size, size - i, line) for i, line in enumerate(lines)]
    if shows_five(rows, side):
        raise InputError(f"position {text!r}: {side} has won already, so {side} cannot be to move.")
    return state_of(size, rows, SIDES.index(side))


def read_row(size: int, number: int, text: str) -> str:
    """Return a row of x, o and dots from one in which numbers stand for empty cells."""
    row = ""
    for part in re.findall(r"[0-9]+|.", text):
        if not re.fullmatch(r"x|o|[0-9]{1,2}", part):
            raise InputError(f"row {number} {text!r}: {part!r} is not x, o or a number of empty cells.")
        row += part if part in SIDES else "." * int(part)
    if len(row) != size:
        raise InputError(f"row {number} {text!r} has {len(row)} cells: {size} are expected.")
    return row


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


def fives(size: int = 10) -> Game:
    """Return five in a row on a board of size by size cells."""
    if size not in SIZES:
        raise InputError(f"fives(size={size}): the size of the board is {SIZES[0]} to {SIZES[-1]}.")
    contents, has_five = count_rule(size), five_rule(size)
    moves, play = move_rules(size, has_five)

    @rule
    def over(s):
        """Only the side that moved last can have made five."""
        return has_five(foe_of(s))

    @rule
    def result(s):
        """Five in a row have lost the game for the side to move; a full board is a draw."""
        return -1 if has_five(foe_of(s)) else 0

    @rule
    def evaluate(s, weights):
        """Return the counts times the weights, in hundredths of the paper's unit."""
        four_1, four_2, three_1, three_2, three_3 = contents(s)
        fours = four_1 * weights[0] + four_2 * weights[1]
        threes = three_1 * weights[2] + three_2 * weights[3] + three_3 * weights[4]
        return int64(np.rint(UNIT * (fours + threes)))

    @rule
    def features(s, out):
        """Write the five counts, the mover's less the opponent's."""
        out[0], out[1], out[2], out[3], out[4] = contents(s)

    return Game(
        name="fives" if size == 10 else f"fives(size={size})",
        start=start,
        moves=moves,
        play=play,
        result=result,
        over=over,
        evaluate=evaluate,
        features=features,
        passed=passed,
        swapped=swapped,
        weights=(500.0, 400.0, 300.0, 200.0, 100.0),
        feature_names=("four_1", "four_2", "three_1", "three_2", "three_3"),
        width=size * size,
        move_text=partial(move_text, size),
        position_text=partial(position_text, size),
        read_position=partial(read_position, size),
        draw=partial(draw, size),
        svg=partial(svg, size),
    )


GAME = fives()
