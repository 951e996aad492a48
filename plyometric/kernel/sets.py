"""Sets of points on boards that need several words: a set is a tuple of words.

A row takes size + 1 bits, the last of which is a margin that stays empty, and a word takes as many whole
rows as fit into 62 bits. A point is known by its number, row times stride and column, so that the point
beside it is one more or less, and the one above or below it a stride more or less:

    9 x 9: stride 10, six rows in a word      19 x 19: stride 20, three rows in a word, seven words

The functions on sets are the same in rules, in kernels and in plain Python.
"""

from collections.abc import Callable
from operator import and_, or_
from typing import Any, NamedTuple

import numpy as np
from numba import int64, types
from numba.core import cgutils
from numba.extending import intrinsic, overload

from plyometric.kernel.bits import lowest, popcount
from plyometric.kernel.compiling import rule
from plyometric.kernel.states import state_in

Points = tuple[int, ...]

USED = 62
"""Bits of a word that may be used, so that nothing that is moved meets the sign."""

KEPT = (1 << USED) - 1


class Grid(NamedTuple):
    """How the points of a square board lie in words."""

    size: int
    stride: int  # from a point to the one above it
    rows: int  # whole rows in a word
    cells: Points  # all points, without the margin
    single: np.ndarray  # for each point the set that holds it alone, as a row of words

    @property
    def words(self) -> int:
        """How many words a set takes."""
        return len(self.cells)

    @property
    def points(self) -> list[int]:
        """The numbers of all points, row by row."""
        return [row * self.stride + column for row in range(self.size) for column in range(self.size)]


def grid(size: int) -> Grid:
    """Return how a board of size by size points lies in words."""
    stride = size + 1
    rows = USED // stride
    single = np.zeros((size * stride, -(-size // rows)), np.int64)
    for row in range(size):
        for column in range(size):
            single[row * stride + column, row // rows] = 1 << row % rows * stride + column
    return Grid(size, stride, rows, tuple(single.sum(axis=0).tolist()), single)


# Word by word


def either(a: Points, b: Points) -> Points:
    """Return what is in one set or the other."""
    return tuple(map(or_, a, b))


def both(a: Points, b: Points) -> Points:
    """Return what is in both sets."""
    return tuple(map(and_, a, b))


def without(a: Points, b: Points) -> Points:
    """Return what is in the first set and not in the second."""
    return tuple(x & ~y for x, y in zip(a, b, strict=True))


def raised(a: Points, n: int) -> Points:
    """Return a set with every word's bits moved n places up; what leaves a word is lost."""
    return tuple(x << n & KEPT for x in a)


def lowered(a: Points, n: int) -> Points:
    """Return a set with every word's bits moved n places down; what leaves a word is lost."""
    return tuple(x >> n for x in a)


def _wordwise(emit: Callable) -> Callable:
    """Return the machine code for sets of what is machine code for words; a number goes to every word."""

    @intrinsic
    def on_sets(context: Any, a: Any, b: Any) -> tuple:
        def build(target: Any, builder: Any, signature: Any, given: Any) -> Any:
            words = cgutils.unpack_tuple(builder, given[0])
            is_set = isinstance(b, types.BaseTuple)
            others = cgutils.unpack_tuple(builder, given[1]) if is_set else [given[1]] * len(words)
            pairs = zip(words, others, strict=True)
            return target.make_tuple(builder, a, [emit(builder, *pair) for pair in pairs])

        return a(a, b if isinstance(b, types.BaseTuple) else int64), build

    return on_sets


_or = _wordwise(lambda builder, x, y: builder.or_(x, y))
_and = _wordwise(lambda builder, x, y: builder.and_(x, y))
_and_not = _wordwise(lambda builder, x, y: builder.and_(x, builder.not_(y)))
_up = _wordwise(lambda builder, x, n: builder.and_(builder.shl(x, n), x.type(KEPT)))
_down = _wordwise(lambda builder, x, n: builder.lshr(x, n))


@overload(either)
def _either(a, b):  # type: ignore[no-untyped-def]  # Numba wants bare names here and below
    return lambda a, b: _or(a, b)


@overload(both)
def _both(a, b):  # type: ignore[no-untyped-def]
    return lambda a, b: _and(a, b)


@overload(without)
def _without(a, b):  # type: ignore[no-untyped-def]
    return lambda a, b: _and_not(a, b)


@overload(raised)
def _raised(a, n):  # type: ignore[no-untyped-def]
    return lambda a, n: _up(a, n)


@overload(lowered)
def _lowered(a, n):  # type: ignore[no-untyped-def]
    return lambda a, n: _down(a, n)


# Whole sets


@rule
def holds_any(a):
    """Return whether there is anything in a set."""
    found = 0
    for word in a:
        found |= word
    return found != 0


@rule
def count(a):
    """Return how many points a set has."""
    n = 0
    for word in a:
        n += popcount(word)
    return n


def first_rule(board: Grid) -> Callable:
    """Return the rule that tells the first point of a set that has one."""
    in_word = board.stride * board.rows

    @rule
    def first(a):
        """Return the number of the lowest point."""
        start = 0
        for word in a:
            if word:
                return start + lowest(word)
            start += in_word
        return start

    return first


def step_rules(board: Grid) -> tuple[Callable, Callable, Callable]:
    """Return the rules that move a set by a step: to both sides, up, and down; some may be margin then."""
    stride, top = board.stride, board.stride * (board.rows - 1)

    @rule
    def beside(a):
        """Return the points to the left and to the right."""
        return either(raised(a, 1), lowered(a, 1))

    @rule
    def above(a):
        """Return the points one row up; a row that leaves its word enters the next."""
        return either(raised(a, stride), lowered((0, *a[:-1]), top))

    @rule
    def below(a):
        """Return the points one row down."""
        return either(lowered(a, stride), raised((*a[1:], 0), top))

    return beside, above, below


def neighbours_rule(board: Grid) -> Callable:
    """Return the rule that tells what is next to a set."""
    cells = board.cells
    beside, above, below = step_rules(board)

    @rule
    def neighbours(a):
        """Return the points beside, above and below those of a set; some may be in it."""
        return both(either(beside(a), either(above(a), below(a))), cells)

    return neighbours


def around_rule(board: Grid) -> Callable:
    """Return the rule that tells what touches a set, at corners too."""
    cells = board.cells
    beside, above, below = step_rules(board)

    @rule
    def around(a):
        """Return the points that touch those of a set in any of eight directions, and the set itself."""
        row = either(a, beside(a))
        return both(either(row, either(above(row), below(row))), cells)

    return around


def single_rule(board: Grid) -> Callable:
    """Return the rule that tells the set of one point."""
    cells, table = board.cells, board.single

    @rule
    def single(point):
        """Return the set that holds one point."""
        return state_in(cells, table[point])

    return single
