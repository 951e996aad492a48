"""The endings of checkers, counted off: which number a position with few pieces has, and back.

Positions are seen by the side to move. A slice holds all positions with so many men and kings on either
side, together with those in which the sides have exchanged theirs, for these two lead to each other. Men
are counted off by the combinatorial number system: own ones among the 28 squares where they can stand, the
other side's among theirs; then kings among the squares that are left. Numbers whose men would share a
square are free.
"""

from collections.abc import Iterator
from math import comb

import numpy as np

from plyometric.games.checkers.board import BOARD, State
from plyometric.kernel import Endings, Slice, rule
from plyometric.kernel.bits import lowest, popcount

MOST = 6
"""The most pieces that endings have."""

CHOOSE = np.array([[comb(n, k) for k in range(MOST + 1)] for n in range(33)], np.int64)

Material = tuple[int, int, int, int]
"""Own men and kings, and the other side's."""


def _material(pieces: int) -> Iterator[Material]:
    """Yield all that so many pieces can be, those with fewer men first, for a man may become a king."""
    for men in range(pieces + 1):
        for own_men in range(men + 1):
            for own_kings in range(pieces - men + 1):
                yield own_men, own_kings, men - own_men, pieces - men - own_kings


def _slices() -> Iterator[tuple[Material, ...]]:
    """Yield the kinds of material of each slice."""
    for pieces in range(1, MOST + 1):
        for one in _material(pieces):
            other = (*one[2:], *one[:2])
            if one <= other:
                yield (one, other) if one < other else (one,)


def _size(material: Material) -> int:
    men, kings, foe_men, foe_kings = material
    free = 32 - men - foe_men
    return comb(28, men) * comb(28, foe_men) * comb(free, kings) * comb(free - kings, foe_kings)


def _name(material: Material) -> str:
    """Return the material as people write it: 2K against 1K 1M."""
    sides = (f"{kings}K {men}M" for men, kings in (material[:2], material[2:]))
    return " against ".join(sides)


SLICES = tuple(Slice(sum(kinds[0]), _name(kinds[0]), sum(map(_size, kinds))) for kinds in _slices())

KINDS = np.array([kind for kinds in _slices() for kind in kinds], np.int64)
BEGINS = np.cumsum([0] + [_size(tuple(kind)) for kind in KINDS.tolist()]).astype(np.int64)
"""All kinds of material in order, and the first number of each."""

PLACE = np.full((MOST + 1,) * 4, -1, np.int64)
PLACE[tuple(KINDS.T)] = np.arange(len(KINDS))


@rule
def number_of(s):
    """Return the number of a position with few pieces."""
    if popcount(s.own | s.foe) > MOST or s.own & s.foe:
        return -1
    own_kings, foe_kings = s.own & s.kings, s.foe & s.kings
    own_men, foe_men = s.own ^ own_kings, s.foe ^ foe_kings
    men, kings, others, royals = (
        popcount(own_men),
        popcount(own_kings),
        popcount(foe_men),
        popcount(foe_kings),
    )
    free = ~(own_men | foe_men) & BOARD
    left = 32 - men - others
    number = rank(own_men, BOARD) * CHOOSE[28, others] + rank(foe_men >> 4, BOARD)
    number = number * CHOOSE[left, kings] + rank(own_kings, free)
    number = number * CHOOSE[left - kings, royals] + rank(foe_kings, free & ~own_kings)
    return BEGINS[PLACE[men, kings, others, royals]] + number


@rule
def rank(pieces, free):
    """Return the place of a set among all of its size, its squares being counted among the free ones."""
    total, k = 0, 1
    while pieces:
        piece = pieces & -pieces
        pieces ^= piece
        total += CHOOSE[popcount(free & (piece - 1)), k]
        k += 1
    return total


@rule
def numbered(number):
    """Return the position of a number, Black to move."""
    kind = kind_of(number)
    men, kings, others, royals = KINDS[kind, 0], KINDS[kind, 1], KINDS[kind, 2], KINDS[kind, 3]
    left = 32 - men - others
    number, royal_rank = divmod(number - BEGINS[kind], CHOOSE[left - kings, royals])
    number, king_rank = divmod(number, CHOOSE[left, kings])
    man_rank, other_rank = divmod(number, CHOOSE[28, others])
    own_men = ranked(man_rank, men, BOARD)
    foe_men = ranked(other_rank, others, BOARD) << 4
    free = ~(own_men | foe_men) & BOARD
    own_kings = ranked(king_rank, kings, free)
    foe_kings = ranked(royal_rank, royals, free & ~own_kings)
    return State(own_men | own_kings, foe_men | foe_kings, own_kings | foe_kings, 0)


@rule
def kind_of(number):
    """Return the last kind of material that begins at a number or before it."""
    first, last = 0, len(KINDS) - 1
    while first < last:
        middle = (first + last + 1) // 2
        if BEGINS[middle] <= number:
            first = middle
        else:
            last = middle - 1
    return first


@rule
def ranked(place, k, free):
    """Return the set of k free squares at a place among all of its size."""
    pieces, square = 0, 32
    while k > 0:
        square -= 1
        if CHOOSE[square, k] <= place:
            place -= CHOOSE[square, k]
            pieces |= nth(free, square)
            k -= 1
    return pieces


@rule
def nth(squares, n):
    """Return the n-th square of a set, counted from 0."""
    for _ in range(n):
        squares &= squares - 1
    return 1 << lowest(squares)


ENDINGS = Endings(number_of=number_of, numbered=numbered, slices=SLICES)
