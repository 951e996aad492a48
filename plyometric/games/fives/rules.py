"""The rules of fives: stones on cells, where they may go, and which moves win."""

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

import numpy as np
from numba import int64

from plyometric.games.fives.lines import (
    cell_rules,
    either,
    holds_any,
    layout,
    winning_rule,
    without,
)
from plyometric.kernel import MOST_PROMISING, rule
from plyometric.kernel.bits import lowest

SIDES = "xo"


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


def start() -> State:
    """Return the first position: an empty board, x to move."""
    return State._make([0] * len(State._fields))


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
def box_side(x):
    """Return the bits from one below the lowest of a set to one above its highest."""
    x |= x << 1 | x >> 1
    up_to_highest = x
    for n in (1, 2, 4, 8):
        up_to_highest |= up_to_highest >> n
    return up_to_highest & (x | -x)


@cache
def box_rules(size: int) -> tuple[Callable, Callable]:
    """Return the rules `row_of`, and `interest_zone`: the box around all stones and one cell more."""
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

    return row_of, interest_zone


def move_rules(size: int, has_five: Callable) -> tuple[Callable, Callable]:
    """Return the rules `moves` and `play`; a move is the cell's number: a1 is 0, b1 is 1, and so on."""
    stone_at, _ = cell_rules(size)
    row_of, interest_zone = box_rules(size)

    @rule
    def moves(s, out):
        """Write the empty cells of the interest zone."""
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
        return position(foe_of(s), either(own_of(s), stone_at(move)), 1 - s.side)

    return moves, play


def choice_rules(size: int, has_five: Callable) -> tuple[Callable, Callable]:
    """Return the rules `prior` and `wins`."""
    cells = layout(size).cells
    winning_cells = winning_rule(size)
    _, write_cells = cell_rules(size)
    off = np.arange(size) * 2 - (size - 1)
    priors = (MOST_PROMISING - (off * off)[:, None] - off * off).ravel()

    @rule
    def prior(s, move):
        """Prefer the centre: the distance to it, squared, is counted in halves of a cell."""
        return int(priors[move])

    @rule
    def wins(s, out):
        """Write the cells that make five: each touches a stone, so the interest zone holds them all."""
        own, foe = own_of(s), foe_of(s)
        found = winning_cells(own, without(cells, either(own, foe)))
        if not holds_any(found) or has_five(foe):
            return 0
        return write_cells(found, out)

    return prior, wins


def end_rules(has_five: Callable) -> tuple[Callable, Callable]:
    """Return the rules `over` and `result`."""

    @rule
    def over(s):
        """Only the side that moved last can have made five."""
        return has_five(foe_of(s))

    @rule
    def result(s):
        """Five in a row have lost the game for the side to move; a full board is a draw."""
        return -1 if has_five(foe_of(s)) else 0

    return over, result
