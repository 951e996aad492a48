"""Patterns on the checkers board: how often a window of 3 x 3 squares shows given pieces.

A pattern is a row of six whole numbers: the conditions on the window's five dark squares as the mover
sees them, ahead left, ahead right, centre, back left, back right; then the area where the window lies.
A window is known by its centre, and all 18 are tested at once by shifting sets of pieces onto the
centres.
"""

from collections.abc import Iterator

from plyometric.games.checkers.board import BOARD, INDEX, PLACES
from plyometric.kernel import rule
from plyometric.kernel.bits import popcount

ANYTHING, FREE, OWN_PIECE, FOE_PIECE, OWN_MAN, OWN_KING, FOE_MAN, FOE_KING = range(8)
ANYWHERE, OWN_BASELINE, FOE_BASELINE, MIDDLE_COURT, LEFT_EDGE, RIGHT_EDGE = range(6)

WINDOWS = 18
CENTRES = [(row, column) for row, column in PLACES if 1 <= row <= 6 and 1 <= column <= 6]


def _set_of(places: Iterator[tuple[int, int]]) -> int:
    return sum(1 << INDEX[place] for place in places)


# The mover looks down the picture in games/checkers.py: its own baseline is above, its left is right.
AREAS = (
    _set_of(place for place in CENTRES),
    _set_of((row, column) for row, column in CENTRES if row == 1),
    _set_of((row, column) for row, column in CENTRES if row == 6),
    _set_of((row, column) for row, column in CENTRES if 2 <= row <= 5 and 2 <= column <= 5),
    _set_of((row, column) for row, column in CENTRES if column == 6),
    _set_of((row, column) for row, column in CENTRES if column == 1),
)
"""The centres of the windows in each area."""

EVEN_CENTRES = _set_of((row, column) for row, column in CENTRES if row % 2 == 0)
ODD_CENTRES = _set_of((row, column) for row, column in CENTRES if row % 2)

SQUARES = ((1, 1), (1, -1), (0, 0), (-1, 1), (-1, -1))
"""Where the five squares lie from the centre, as rows down and columns right in that picture."""

EVEN_STEPS = tuple(5 + INDEX[2 + down, 3 + right] - INDEX[2, 3] for down, right in SQUARES)
ODD_STEPS = tuple(5 + INDEX[3 + down, 2 + right] - INDEX[3, 2] for down, right in SQUARES)
"""How far a square's bit lies above its centre's, and 5 more so that none is negative."""


@rule
def pieces_of(state, condition):
    """Return the squares of the board that meet a condition."""
    if condition == FREE:
        return ~(state.own | state.foe) & BOARD
    if condition == OWN_PIECE:
        return state.own
    if condition == FOE_PIECE:
        return state.foe
    if condition == OWN_MAN:
        return state.own & ~state.kings
    if condition == OWN_KING:
        return state.own & state.kings
    if condition == FOE_MAN:
        return state.foe & ~state.kings
    if condition == FOE_KING:
        return state.foe & state.kings
    return BOARD


@rule
def centres_of(state, square, condition):
    """Return the centres of the windows in which a square, 0 to 4, meets a condition."""
    pieces = pieces_of(state, condition) << 5
    return (pieces >> EVEN_STEPS[square]) & EVEN_CENTRES | (pieces >> ODD_STEPS[square]) & ODD_CENTRES


@rule
def count_matches(state, pattern):
    """Return how many windows a pattern matches."""
    centres = AREAS[pattern[5]]
    for square in range(5):
        if pattern[square] != ANYTHING:
            centres &= centres_of(state, square, pattern[square])
    return popcount(centres)


EXAMPLES = (
    (ANYTHING, ANYTHING, ANYTHING, ANYTHING, ANYTHING, ANYWHERE),
    (FREE, ANYTHING, OWN_MAN, OWN_PIECE, ANYTHING, OWN_BASELINE),
    (FOE_PIECE, FREE, OWN_KING, ANYTHING, FOE_KING, MIDDLE_COURT),
)
"""Some patterns: every window, a man backed at home, a king between two foes."""
