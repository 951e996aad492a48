"""Patterns of checkers pieces, found by search, whose counts describe a position to a learner.

After section 4.2 of S. Markovitch and Y. Sella, Learning of resource allocation strategies for game
playing (1996). A pattern is a window of 3 x 3 squares, five of them dark, with a condition on each dark
square and one on where the window lies. It is a row of six whole numbers: the conditions on the five
squares as the mover sees them, ahead left, ahead right, centre, back left, back right; then the area.
The paper's White is the mover here, whatever the colour. Its 18 windows are known by their centres.

    conditions                                  areas
      anything                                    anywhere
        free                                        own baseline
        own piece:  own man, own king               foe baseline
        foe piece:  foe man, foe king               middle court
                                                    left edge
                                                    right edge

A pattern's feature is the number of windows that it matches. The fewer bits it leaves open about the
class of a position, the better it is. The search expands the best pattern known, again and again, into
all that are one step more special. A pattern's five squares are tested in all windows at once, by
shifting each set of pieces onto the centres.
"""

import heapq
import math
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from plyometric.errors import InputError
from plyometric.games.checkers.board import BOARD, State
from plyometric.games.checkers.patterns import (
    ANYTHING,
    ANYWHERE,
    AREAS,
    FOE_BASELINE,
    FOE_KING,
    FOE_MAN,
    FOE_PIECE,
    FREE,
    LEFT_EDGE,
    MIDDLE_COURT,
    OWN_BASELINE,
    OWN_KING,
    OWN_MAN,
    OWN_PIECE,
    RIGHT_EDGE,
    WINDOWS,
    centres_of,
    count_matches,
)
from plyometric.kernel import kernel, rule
from plyometric.kernel.bits import popcount
from plyometric.learn.trees import contrasting_labels
from plyometric.search.forest import number_table

SIGNS = "?.+-oOxX"
"""How each condition is printed, in the order above."""

LEGEND = "? anything  . free  + own piece  - foe piece  o own man  O own king  x foe man  X foe king"
AREA_NAMES = ("anywhere", "own baseline", "foe baseline", "middle court", "left edge", "right edge")

SPECIAL_SQUARES = {
    ANYTHING: (FREE, OWN_PIECE, FOE_PIECE),
    OWN_PIECE: (OWN_MAN, OWN_KING),
    FOE_PIECE: (FOE_MAN, FOE_KING),
}
SPECIAL_AREAS = {ANYWHERE: (OWN_BASELINE, FOE_BASELINE, MIDDLE_COURT, LEFT_EDGE, RIGHT_EDGE)}
"""Each condition that is not the most special, with those one step more special."""

Pattern = tuple[int, ...]
MOST_GENERAL: Pattern = (ANYTHING, ANYTHING, ANYTHING, ANYTHING, ANYTHING, ANYWHERE)


@rule
def matches(state, patterns, out):
    """Write how many windows each pattern matches."""
    for i in range(len(patterns)):
        out[i] = count_matches(state, patterns[i])


@rule
def state_on(board):
    """Return the state that a row of words holds."""
    return State(board[0], board[1], board[2], board[3])


@kernel
def _match_each(boards, patterns, out):
    for i in range(len(boards)):
        matches(state_on(boards[i]), patterns, out[i])


def count_all(boards: Any, patterns: Any) -> np.ndarray:
    """Return how many windows of each board, a row, each pattern, a column, matches."""
    boards, patterns = checked_boards(boards), checked_patterns(patterns)
    out = np.zeros((len(boards), len(patterns)), np.int64)
    _match_each(boards, patterns, out)
    return out


# Rating patterns


@kernel
def _tabulate(boards, out):
    for i in range(len(boards)):
        state = state_on(boards[i])
        for square in range(5):
            for condition in range(8):
                out[square, condition, i] = centres_of(state, square, condition)


def centre_table(boards: Any) -> np.ndarray:
    """Return table[square, condition, board]: the centres of the windows where the square meets it."""
    boards = checked_boards(boards)
    table = np.zeros((5, len(SIGNS), len(boards)), np.int64)
    _tabulate(boards, table)
    return table


@rule
def uncertainty(positive, negative):
    """Equation 7: the bits that the class of one of these boards takes to tell."""
    n, bits = positive + negative, 0.0
    for part in (positive, negative):
        if part:
            bits -= part / n * math.log2(part / n)
    return bits


@kernel
def rate(table, labels, patterns, tally, out):
    """Equation 6: write how many bits of a board's class each pattern's count leaves open."""
    for i in range(len(patterns)):
        a, b, c, d, e, area = patterns[i]
        tally[:] = 0
        for board in range(len(labels)):
            ahead = table[0, a, board] & table[1, b, board]
            back = table[3, d, board] & table[4, e, board]
            tally[popcount(ahead & table[2, c, board] & back & AREAS[area]), labels[board]] += 1
        out[i] = 0.0
        for negative, positive in tally:
            out[i] += (positive + negative) / len(labels) * uncertainty(positive, negative)


def info(boards: Any, labels: Any, patterns: Any) -> np.ndarray:
    """Return Info(p) of each pattern over boards whose labels are 0 and 1: 0 bits are best, 1 is worst."""
    table = centre_table(boards)
    return _rated(table, contrasting_labels(labels, table.shape[2]), checked_patterns(patterns))


def _rated(table: np.ndarray, labels: np.ndarray, patterns: np.ndarray) -> np.ndarray:
    out = np.zeros(len(patterns))
    rate(table, labels, patterns, np.zeros((WINDOWS + 1, 2), np.int64), out)
    return out


# Searching for patterns


class Rated(NamedTuple):
    """Patterns with their Info, from the best to the worst."""

    patterns: np.ndarray
    info: np.ndarray


def specialised(pattern: Pattern) -> Iterator[Pattern]:
    """Yield the patterns that are more special by one step in one square or in the area."""
    for i, condition in enumerate(pattern):
        hierarchy = SPECIAL_AREAS if i == 5 else SPECIAL_SQUARES
        for special in hierarchy.get(condition, ()):
            yield (*pattern[:i], special, *pattern[i + 1 :])


def search_patterns(boards: Any, labels: Any, expansions: int = 1000) -> Rated:
    """Return all patterns that a best-first search from the most general one comes upon.

    Among equally good patterns the one found first is expanded first.
    """
    table = centre_table(boards)
    labels = contrasting_labels(labels, table.shape[2])
    found: dict[Pattern, float] = {}
    waiting: list[tuple[float, int, Pattern]] = []
    _open([MOST_GENERAL], table, labels, found, waiting)
    for _ in range(expansions):
        if waiting:
            _, _, best = heapq.heappop(waiting)
            _open([p for p in specialised(best) if p not in found], table, labels, found, waiting)
    return _in_order(found)


def _open(fresh: list[Pattern], table: np.ndarray, labels: np.ndarray, found: dict, waiting: list) -> None:
    """Rate patterns that were not seen before, and let them wait for their turn."""
    bits = _rated(table, labels, np.array(fresh, np.int64).reshape(-1, 6))
    for pattern, rating in zip(fresh, bits.tolist(), strict=True):
        heapq.heappush(waiting, (rating, len(found), pattern))
        found[pattern] = rating


def _in_order(found: dict[Pattern, float]) -> Rated:
    patterns, bits = np.array(list(found), np.int64), np.array(list(found.values()))
    order = np.argsort(bits, kind="stable")
    return Rated(patterns[order], bits[order])


def best_patterns(rated: Rated, boards: Any, count: int = 20, max_correlation: float = 0.9) -> np.ndarray:
    """Return the best patterns, none of which counts nearly the same as a better one.

    A pattern is passed over if it matches all boards equally often, or if the correlation of its count
    with that of one already chosen is beyond the limit on either side. Fewer may be left than asked for.
    """
    boards = checked_boards(boards)
    chosen: list[np.ndarray] = []
    directions = np.zeros((0, len(boards)))
    for pattern in rated.patterns:
        if len(chosen) == count:
            break
        direction = _direction(count_all(boards, [pattern])[:, 0])
        if direction.any() and (np.abs(directions @ direction) <= max_correlation).all():
            chosen.append(pattern)
            directions = np.vstack([directions, direction])
    return np.array(chosen, np.int64).reshape(-1, 6)


def _direction(counts: np.ndarray) -> np.ndarray:
    """Return counts less their mean at length 1, whose products are correlations; 0 if all are the same."""
    if counts.min() == counts.max():
        return np.zeros(len(counts))
    centred = counts - counts.mean()
    return centred / np.linalg.norm(centred)


# Text, JSON and checks


def export_text(patterns: Any) -> str:
    """Return patterns as little boards with the mover at the bottom, each with its area, and the legend."""
    pictures = [_picture(pattern) for pattern in checked_patterns(patterns)]
    return "\n\n".join([*pictures, LEGEND])


def _picture(pattern: np.ndarray) -> str:
    a, b, c, d, e = (SIGNS[condition] for condition in pattern[:5])
    return f"{a}   {b}\n  {c}    {AREA_NAMES[pattern[5]]}\n{d}   {e}"


def to_rows(patterns: np.ndarray) -> list[list[int]]:
    """Return patterns as lists, as JSON holds them."""
    return patterns.tolist()


def from_rows(rows: Any, place: str = "patterns") -> np.ndarray:
    """Return the patterns that lists from a file describe, or say what is wrong with them."""
    return checked_patterns(number_table(rows, 6, place), place)


def checked_patterns(patterns: Any, place: str = "patterns") -> np.ndarray:
    """Return patterns as rows of six whole numbers that kernels can take."""
    array = np.asarray(patterns)
    if array.ndim != 2 or array.shape[1] != 6 or array.dtype.kind not in "if":
        raise InputError(f"{place}: rows of six whole numbers are expected, not shape {array.shape}.")
    limits = [len(SIGNS)] * 5 + [len(AREAS)]
    is_wrong = (array != np.round(array)) | (array < 0) | (array >= limits)
    if is_wrong.any():
        row, column = np.argwhere(is_wrong)[0]
        raise InputError(
            f"{place}, row {row}: number {column + 1} must be whole and from 0 to {limits[column] - 1},"
            f" not {array[row, column]}."
        )
    return np.ascontiguousarray(array, np.int64)


def checked_boards(boards: Sequence[State] | np.ndarray) -> np.ndarray:
    """Return states of checkers as rows of words."""
    array = np.asarray(boards)
    if array.ndim != 2 or array.shape[1] != len(State._fields) or array.dtype.kind != "i" or not len(array):
        raise InputError(f"boards must be states of checkers, one a row, not shape {array.shape}.")
    own, foe, kings, _ = array.T
    is_wrong = (own & foe != 0) | (kings & ~(own | foe) != 0) | ((own | foe) & ~BOARD != 0)
    if is_wrong.any():
        raise InputError(f"board {int(is_wrong.argmax())} is no position of checkers.")
    return np.ascontiguousarray(array, np.int64)
