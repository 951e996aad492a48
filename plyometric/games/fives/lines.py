"""Sets of cells on the board of five in a row, and the lines of stones that shifts find in them.

A row takes size + 1 bits, the last of which is a margin without stones, and a word takes as many whole
rows as fit. A line that left the board on one side would have to cross the margin before it came in on
the other, so plain shifts find all lines. A set is four words; on a board of 10 by 10 five rows share
one:

    b       from row 6 on                                  one step to the right is +1, up is +11,
    a       row 5   44 45 46 47 48 49 50 51 52 53 (54)     up and left +10, up and right +12
            ...
            row 1    0  1  2  3  4  5  6  7  8  9 (10)     c and d are needed from
                     a  b  c  d  e  f  g  h  i  j          11 and 13 rows on

A set of lines holds the first cell of each. A shift over more than three steps could pass a whole word,
so it is made in two.
"""

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

import numpy as np

from plyometric.kernel import rule
from plyometric.kernel.bits import lowest, popcount

ZEROES = 0x800_800_800_800_800
"""Added to five packed counts it leaves none of them negative."""


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
def meet(x, y):
    """Return whether two sets have a cell in common."""
    return holds_any(both(x, y))


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
def plus_4(x, y):
    """Return the sum of two rows of four counts."""
    return x[0] + y[0], x[1] + y[1], x[2] + y[2], x[3] + y[3]


@rule
def minus_4(x, y):
    """Return the difference of two rows of four counts."""
    return x[0] - y[0], x[1] - y[1], x[2] - y[2], x[3] - y[3]


@rule
def packed(x):
    """Return five counts in one word; the sum of two such words holds the sums of their counts."""
    return x[0] + (x[1] << 12) + (x[2] << 24) + (x[3] << 36) + (x[4] << 48)


@rule
def unpacked(word):
    """Return the five counts, each -2048 to 2047, that a word holds."""
    word += ZEROES
    return (
        (word & 4095) - 2048,
        (word >> 12 & 4095) - 2048,
        (word >> 24 & 4095) - 2048,
        (word >> 36 & 4095) - 2048,
        (word >> 48 & 4095) - 2048,
    )


def single_stones(size: int) -> np.ndarray:
    """Return for each cell the set that holds only it."""
    stride, rows, _, _ = layout(size)
    sets = np.zeros((size * size, 4), np.int64)
    for cell in range(size * size):
        row, column = divmod(cell, size)
        sets[cell, row // rows] = 1 << row % rows * stride + column
    return sets


@cache
def cell_rules(size: int) -> tuple[Callable, Callable]:
    """Return the rules `stone_at`, the set of one cell, and `write_cells`, which writes a set's numbers."""
    stride, rows, _, cells = layout(size)
    sets = single_stones(size)

    @rule
    def stone_at(cell):
        return both(cells, (int(sets[cell, 0]), int(sets[cell, 1]), int(sets[cell, 2]), int(sets[cell, 3])))

    @rule
    def write_cells(x, out):
        n = 0
        for word in range(4):
            left = x[word]
            while left:
                bit = lowest(left)
                left &= left - 1
                out[n] = (word * rows + bit // stride) * size + bit % stride
                n += 1
        return n

    return stone_at, write_cells


@cache
def shift_rules(size: int) -> tuple[Callable, Callable]:
    """Return the rules `ahead` and `behind`: the cells that have one of `x` n bits after or before them.

    The set of all cells is a constant here, so words that a small board leaves empty cost nothing, once
    the compiler knows that they are empty in `x` as well: hence `both(cells, x)` where sets come in.
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


# Fives


@cache
def five_rule(size: int) -> Callable:
    """Return the rule `has_five`: whether five or more of the stones stand in a row."""
    _, _, steps, cells = layout(size)
    ahead, _ = shift_rules(size)

    @rule
    def has_five(stones):
        stones = both(cells, stones)
        for step in steps:
            twos = both(stones, ahead(stones, step))
            fours = both(twos, ahead(twos, 2 * step))
            if holds_any(both(fours, ahead(fours, step))):
                return True
        return False

    return has_five


@cache
def gap_rule(size: int) -> Callable:
    """Return the rule `gaps`: the cells between four or more stones in a row, and those beside four.

    The first set has stones on both sides of each cell, the second has them on one.
    """
    ahead, behind = shift_rules(size)

    @rule
    def gaps(stones, step):
        twos = both(stones, ahead(stones, step))
        one_after, one_before = ahead(stones, step), behind(stones, step)
        two_after, two_before = ahead(twos, step), behind(twos, 2 * step)
        three_after = both(two_after, ahead(stones, 3 * step))
        three_before = both(two_before, behind(stones, 3 * step))
        uneven = either(both(one_before, three_after), both(three_before, one_after))
        between = either(uneven, both(two_before, two_after))
        four_after = both(two_after, ahead(two_after, 2 * step))
        four_before = both(two_before, behind(two_before, 2 * step))
        return between, either(four_after, four_before)

    return gaps


@cache
def winning_rule(size: int) -> Callable:
    """Return the rule `winning_cells`: the empty cells where a stone makes five or more in a row."""
    steps = layout(size).steps
    gaps = gap_rule(size)

    @rule
    def winning_cells(stones, empty):
        found = 0, 0, 0, 0
        for step in steps:
            between, beside = gaps(stones, step)
            found = either(found, either(between, beside))
        return both(empty, found)

    return winning_cells


# Solid lines


@cache
def three_rules(size: int) -> tuple[Callable, Callable]:
    """Return the rules `threes_in`, and `graded`: the five counts of one side in one direction.

    An end of a line has none, one or two free cells, more count as two; a three is graded by the sum over
    both its ends, from 4 (open) down to 2 (a quarter open), and a four by how many of its ends have any.
    """
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

    return threes_in, graded


def count_rule(size: int) -> Callable:
    """Return the rule `contents`, the paper's word for the five counts, the mover's less the opponent's."""
    _, _, steps, cells = layout(size)
    threes_in, graded = three_rules(size)

    @rule
    def contents(own, foe):
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


def touch_rules(size: int) -> tuple[Callable, Callable]:
    """Return the rules `extending` and `blocking`: where an own stone changes the counts of either side."""
    ahead, behind = shift_rules(size)
    threes_in, _ = three_rules(size)

    @rule
    def two_away(threes, step):
        last = behind(threes, 2 * step)
        return either(ahead(threes, 2 * step), behind(last, 2 * step))

    @rule
    def extending(own, empty, step):
        """Return the cells that make three or more in a row, or lie two cells from three."""
        twos = both(own, ahead(own, step))
        beside = either(ahead(twos, step), behind(twos, 2 * step))
        between = both(ahead(own, step), behind(own, step))
        threes = both(twos, ahead(twos, step))
        return both(empty, either(either(beside, between), two_away(threes, step)))

    @rule
    def blocking(foe, empty, step):
        """Return the cells that lie one or two cells from three."""
        threes = threes_in(foe, step)
        one_away = either(ahead(threes, step), behind(threes, 3 * step))
        return both(empty, either(one_away, two_away(threes, step)))

    return extending, blocking


def change_rules(size: int) -> tuple[Callable, Callable]:
    """Return the rules `survey`, and `change`: what one more own stone adds to the contents, packed.

    The survey takes notes on the four directions of the mover, then on those of the opponent: the cells
    where an own stone can change the counts, and the counts. It returns all counts and all such cells.
    """
    steps = layout(size).steps
    threes_in, graded = three_rules(size)
    extending, blocking = touch_rules(size)

    @rule
    def lines(stones, empty, step):
        threes = threes_in(stones, step)
        return packed(graded(stones, threes, empty, step)) if holds_any(threes) else 0

    @rule
    def survey(own, foe, empty, notes):
        total, anywhere = 0, (0, 0, 0, 0)
        for k in range(8):
            step = steps[k % 4]
            if k < 4:
                counts, touched = lines(own, empty, step), extending(own, empty, step)
            else:
                counts, touched = -lines(foe, empty, step), blocking(foe, empty, step)
            notes[k, 0], notes[k, 1], notes[k, 2], notes[k, 3] = touched
            notes[k, 4] = counts
            total += counts
            anywhere = either(anywhere, touched)
        return total, anywhere

    @rule
    def change(own, foe, empty, notes, stone):
        own, empty = either(own, stone), without(empty, stone)
        total = 0
        for k in range(8):
            if meet(stone, (notes[k, 0], notes[k, 1], notes[k, 2], notes[k, 3])):
                step = steps[k % 4]
                counts = lines(own, empty, step) if k < 4 else -lines(foe, empty, step)
                total += counts - notes[k, 4]
        return total

    return survey, change


# Split lines and open twos


def split_rule(size: int) -> Callable:
    """Return the rule `split_contents`: four more counts, the mover's less the opponent's.

    With s for a stone and _ for an empty cell:

        split_four     s_sss, ss_ss or sss_s: the empty cell makes five; each counts once in a direction
        split_three_1  _s_ss_ or _ss_s_
        split_three_2  s_ss or ss_s, empty beyond one end, the edge or a stone of the foe beyond the other
        two_1          __ss__
    """
    _, _, steps, cells = layout(size)
    ahead, behind = shift_rules(size)
    gaps = gap_rule(size)

    @rule
    def split_threes(stones, twos, empty, step):
        gap_then_two = both(ahead(empty, step), ahead(twos, 2 * step))
        gap_then_one = both(ahead(empty, 2 * step), ahead(stones, 3 * step))
        threes = either(both(stones, gap_then_two), both(twos, gap_then_one))
        after_1 = ahead(ahead(stones, step), 3 * step)
        return without(threes, either(behind(stones, step), after_1))

    @rule
    def split_lines(stones, twos, empty, step):
        between, _ = gaps(stones, step)
        threes = split_threes(stones, twos, empty, step)
        before, after = behind(empty, step), ahead(ahead(empty, step), 3 * step)
        open_threes = count(both(threes, both(before, after)))
        any_end = count(both(threes, either(before, after)))
        free_before = both(before, behind(empty, 2 * step))
        free_after = both(ahead(empty, 2 * step), ahead(empty, 3 * step))
        open_twos = both(twos, both(free_before, free_after))
        return count(both(empty, between)), open_threes, any_end - open_threes, count(open_twos)

    @rule
    def split_contents(own, foe):
        empty = without(cells, either(own, foe))
        total = 0, 0, 0, 0
        for step in steps:
            twos = both(own, ahead(own, step))
            if holds_any(twos):
                total = plus_4(total, split_lines(own, twos, empty, step))
            twos = both(foe, ahead(foe, step))
            if holds_any(twos):
                total = minus_4(total, split_lines(foe, twos, empty, step))
        return total

    return split_contents
