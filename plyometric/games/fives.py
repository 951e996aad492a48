"""Five in a row on a square board: the game of `fives` in Hasson, Markovitch and Sella's study.

Source: Using filters to improve the efficiency of game-playing learning procedures (Technion).
Choices where it is silent: more than five in a row win too; the first stone goes to the middle of the
board (on boards of even size, the middle cell nearest a1); a run counts as open only over empty cells
that touch it, so an own stone behind a gap blocks it as the board's edge does.

A row takes size + 1 bits, the last of them a margin where no stone ever stands, and each of four words
holds as many whole rows as fit. No line leaves one edge and enters at the other, since it would have
to cross the margin. On the board of 10 by 10, five rows of eleven bits fill a word:

    own_a   row 5   44 45 46 47 48 49 50 51 52 53 (54)      a step right is +1, up is +11,
            ...                                             up to the right +12, up to the left +10
            row 1    0  1  2  3  4  5  6  7  8  9 (10)
                     a  b  c  d  e  f  g  h  i  j  margin   own_b begins with row 6
"""

import re
from typing import NamedTuple

import numpy as np
from numba import int64

from plyometric.bits import lowest, popcount
from plyometric.errors import InputError
from plyometric.kernel import Game, rule

SMALLEST, LARGEST = 5, 15
SIDES = "xo"
UNIT = 10
"""Evaluations are in tenths of the paper's unit: its learned coefficients (222.5) stay exact, and
two hundred open fours are still worth less than a won game."""


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


class Board(NamedTuple):
    """The geometry of one size of board: a constant to the machine code."""

    size: int
    stride: int  # from a cell to the one above it
    rows: int  # in a word
    length: int  # of a word
    cells_a: int
    cells_b: int
    cells_c: int
    cells_d: int


def board_of(size: int) -> Board:
    """Return the geometry of a board."""
    stride = size + 1
    rows = 64 // stride
    words = [0, 0, 0, 0]
    for row in range(size):
        words[row // rows] |= ((1 << size) - 1) << row % rows * stride
    return Board(size, stride, rows, rows * stride, *words)


# Sets of cells are four words: both, without, either, ahead and behind work on all of them at once.


@rule
def both(x, y):
    return x[0] & y[0], x[1] & y[1], x[2] & y[2], x[3] & y[3]


@rule
def either(x, y):
    return x[0] | y[0], x[1] | y[1], x[2] | y[2], x[3] | y[3]


@rule
def without(x, y):
    return x[0] & ~y[0], x[1] & ~y[1], x[2] & ~y[2], x[3] & ~y[3]


@rule
def holds_any(x):
    return (x[0] | x[1] | x[2] | x[3]) != 0


@rule
def count(x):
    return popcount(x[0]) + popcount(x[1]) + popcount(x[2]) + popcount(x[3])


@rule
def ahead(board, x, n):
    """Return the cells that have a cell of `x` n bits further on, and noise off the board."""
    m = board.length - n
    return x[0] >> n | x[1] << m, x[1] >> n | x[2] << m, x[2] >> n | x[3] << m, x[3] >> n


@rule
def behind(board, x, n):
    """Return the cells that have a cell of `x` n bits before them, and noise off the board."""
    m = board.length - n
    return x[0] << n, x[1] << n | x[0] >> m, x[2] << n | x[1] >> m, x[3] << n | x[2] >> m


@rule
def cells_of(board):
    return board.cells_a, board.cells_b, board.cells_c, board.cells_d


@rule
def own_of(board, s):
    return both(cells_of(board), (s.own_a, s.own_b, s.own_c, s.own_d))


@rule
def foe_of(board, s):
    return both(cells_of(board), (s.foe_a, s.foe_b, s.foe_c, s.foe_d))


@rule
def steps(board):
    return 1, board.stride - 1, board.stride, board.stride + 1


@rule
def has_five(board, stones):
    """Return whether five or more stand in a row."""
    for step in steps(board):
        pairs = both(stones, ahead(board, stones, step))
        fours = both(pairs, ahead(board, pairs, 2 * step))
        if holds_any(both(fours, ahead(board, fours, step))):
            return True
    return False


@rule
def row_of(board, x, row):
    """Return one row of a set, column a in bit 0."""
    return x[row // board.rows] >> row % board.rows * board.stride & ((1 << board.size) - 1)


@rule
def grown_span(x):
    """Return all bits from one below the lowest to one above the highest bit of a set of rows or columns."""
    x |= x << 1 | x >> 1
    up_to_highest = x
    for n in (1, 2, 4, 8):
        up_to_highest |= up_to_highest >> n
    return up_to_highest & (x | -x)


@rule
def moves_on(board, s, out):
    foe = foe_of(board, s)
    if has_five(board, foe):
        return 0
    stones = either(own_of(board, s), foe)
    rows, columns = 0, 0
    for row in range(board.size):
        line = row_of(board, stones, row)
        columns |= line
        rows |= (line != 0) << row
    if not rows:
        out[0] = (board.size - 1) // 2 * (board.size + 1)
        return 1
    rows = grown_span(rows) & ((1 << board.size) - 1)
    columns = grown_span(columns) & ((1 << board.size) - 1)
    n = 0
    while rows:
        row = lowest(rows)
        rows &= rows - 1
        free = columns & ~row_of(board, stones, row)
        while free:
            out[n] = row * board.size + lowest(free)
            free &= free - 1
            n += 1
    return n


@rule
def played(board, s, move):
    row, column = move // board.size, move % board.size
    word, stone = row // board.rows, 1 << row % board.rows * board.stride + column
    return State(
        s.foe_a,
        s.foe_b,
        s.foe_c,
        s.foe_d,
        s.own_a | (stone if word == 0 else 0),
        s.own_b | (stone if word == 1 else 0),
        s.own_c | (stone if word == 2 else 0),
        s.own_d | (stone if word == 3 else 0),
        1 - s.side,
    )


@rule
def shapes(board, stones, empty, step):
    pairs = both(stones, ahead(board, stones, step))
    threes = both(pairs, ahead(board, pairs, step))
    if not holds_any(threes):
        return 0, 0, 0, 0, 0
    fours = both(threes, ahead(board, threes, step))
    first = without(threes, behind(board, stones, step))
    three = without(first, fours)
    before_1 = behind(board, empty, step)
    before_2 = both(before_1, behind(board, empty, 2 * step))
    after_1 = ahead(board, empty, 3 * step)
    after_2 = ahead(board, both(empty, ahead(board, empty, step)), 3 * step)
    all_4 = count(both(three, both(before_2, after_2)))
    any_3 = count(both(three, either(both(before_2, after_1), both(before_1, after_2))))
    any_2 = count(both(three, either(both(before_1, after_1), either(before_2, after_2))))
    four_1, four_2 = 0, 0
    if holds_any(fours):
        four = without(both(first, fours), ahead(board, fours, step))
        after = ahead(board, both(threes, after_1), step)
        four_1 = count(both(four, both(before_1, after)))
        four_2 = count(both(four, either(before_1, after))) - four_1
    return four_1, four_2, all_4, any_3 - all_4, any_2 - any_3


@rule
def contents(board, s):
    own, foe = own_of(board, s), foe_of(board, s)
    empty = without(cells_of(board), either(own, foe))
    a, b, c, d, e = 0, 0, 0, 0, 0
    for step in steps(board):
        x = shapes(board, own, empty, step)
        y = shapes(board, foe, empty, step)
        a += x[0] - y[0]
        b += x[1] - y[1]
        c += x[2] - y[2]
        d += x[3] - y[3]
        e += x[4] - y[4]
    return a, b, c, d, e


@rule
def worth(board, s, weights):
    a, b, c, d, e = contents(board, s)
    return int64(
        np.rint(UNIT * (a * weights[0] + b * weights[1] + c * weights[2] + d * weights[3] + e * weights[4]))
    )


def fives(size=10):
    board = board_of(size)

    @rule
    def moves(s, out):
        return moves_on(board, s, out)

    @rule
    def play(s, move):
        return played(board, s, move)

    @rule
    def over(s):
        return has_five(board, foe_of(board, s))

    @rule
    def result(s):
        return -1 if has_five(board, foe_of(board, s)) else 0

    @rule
    def evaluate(s, weights):
        return worth(board, s, weights)

    @rule
    def features(s, out):
        out[:] = contents(board, s)

    return Game(
        name="fives" if size == 10 else f"fives(size={size})",
        start=lambda: State(0, 0, 0, 0, 0, 0, 0, 0, 0),
        moves=moves,
        play=play,
        over=over,
        result=result,
        evaluate=evaluate,
        features=features,
        weights=(500.0, 400.0, 300.0, 200.0, 100.0),
        feature_names=("four_1", "four_2", "three_1", "three_2", "three_3"),
        width=size * size,
    )


GAME = fives()
