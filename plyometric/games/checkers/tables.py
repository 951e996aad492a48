"""The evaluation `tables` of checkers: what men do together in small parts of the board, looked up.

Sources: M. Buro, From simple features to sophisticated evaluation functions, 1999, whose pattern tables F.
Letouzey's Scan brought to draughts. The men in a window of eight squares, own, foreign or none on each, are
one of 6,561 constellations; each has a weight of its own, so that whatever men do together can be learned,
and is looked up rather than worked out. Seven windows are laid on the board as the mover sees it, and again
as the other side does:

    back     the two rows nearest to home
    home     two squares of each of the first four rows, in three places
    middle   the same of the third to the sixth row

Beside them stand features that windows cannot see: material, kings, and how safely pieces can step, with
weights for four phases that are mixed as in the evaluation `blended`. All weights are fitted to games of that
evaluation against itself; the file says how.
"""

from pathlib import Path

import numpy as np
from numba import int64

from plyometric.files import read_json
from plyometric.games.checkers.blended import CENTRES, FIRST, SETTINGS, SHARE, chase, the_move
from plyometric.games.checkers.board import passed, steppers
from plyometric.games.checkers.chinook import EDGE, free_kings
from plyometric.games.checkers.mobility import risky
from plyometric.games.checkers.rules import WEIGHTS, material, trade
from plyometric.kernel import Evaluation, rule
from plyometric.kernel.bits import lowest, popcount

SEEN = (
    "value of move",
    "man",
    "king",
    "trade",
    "chase",
    "the move",
    "king edge",
    "free king",
    "safe step",
    "unsafe piece",
    "stuck piece",
    "trapped king",
)
WINDOWS = ("back", "home 1", "home 2", "home 3", "middle 1", "middle 2", "middle 3")
SHIFTS = (0, 0, 1, 2, 8, 9, 10)
"""How far a word is moved for the two lowest bits of each row to stand in a window; the two whole rows of the
first window stand where they are."""

PHASES, FEATURES = len(CENTRES), len(SEEN)
CELLS = 3**8
SQUARES = 32
KINGS = PHASES * FEATURES
TABLES = KINGS + SQUARES
"""Where the weights of kings by their squares begin, and those of windows."""

EIGHT = 0xFF
COLUMNS, PAIRS = 0x3333_0000_3333, 0x0F0F_0000_0F0F
TERNARY = np.array([sum(3**i for i in range(8) if bits >> i & 1) for bits in range(256)], np.int64)
"""The bits of a number as the digits of one to the base of three."""

NAMES = (
    *(f"{name} {phase}" for phase in range(1, PHASES + 1) for name in SEEN),
    *(f"king on {square}" for square in range(1, 33)),
    *(f"{window} {cell}" for window in WINDOWS for cell in range(CELLS)),
)

SPREADS = (40.0,) * KINGS + (15.0,) * SQUARES + (8.0,) * (CELLS * len(WINDOWS))
"""How far weights are expected to lie from where learning begins: a constellation tells little by itself."""


@rule
def seen(s):
    """Return the features that windows do not see, as differences between the mover and the other side."""
    other = passed(s)
    men, kings = material(s)
    ahead = men * WEIGHTS[0] + kings * WEIGHTS[1]
    mine, theirs = stepping(s), stepping(other)
    edge = popcount(s.own & s.kings & EDGE) - popcount(s.foe & s.kings & EDGE)
    runaways = free_kings(s, s.own & ~s.kings) - free_kings(other, other.own & ~other.kings)
    return (
        int64(1),
        int64(men),
        int64(kings),
        int64(trade(s, ahead)),
        int64(chase(s, ahead)),
        the_move(s),
        int64(edge),
        int64(runaways),
        mine[0] - theirs[0],
        theirs[1] - mine[1],
        theirs[2] - mine[2],
        theirs[3] - mine[3],
    )


@rule
def stepping(s):
    """Return the steps that nothing answers; the pieces that have none such, or no step; such kings."""
    to_ahead_a, to_ahead_b, to_back_a, to_back_b = steppers(s)
    risky_ahead_a, risky_ahead_b, risky_back_a, risky_back_b = risky(s)
    safe_a, safe_b = to_ahead_a & ~risky_ahead_a, to_ahead_b & ~risky_ahead_b
    safe_c, safe_d = to_back_a & ~risky_back_a, to_back_b & ~risky_back_b
    steps = popcount(safe_a) + popcount(safe_b) + popcount(safe_c) + popcount(safe_d)
    movers, safe = to_ahead_a | to_ahead_b | to_back_a | to_back_b, safe_a | safe_b | safe_c | safe_d
    kings = s.own & s.kings & ~safe
    return steps, popcount(movers & ~safe), popcount(s.own & ~movers), popcount(kings)


@rule
def men_of(s):
    """Return both sides' men in one word, the mover's in its lower half."""
    men = ~s.kings
    return (s.own & men) | (s.foe & men) << 32


@rule
def cell(men, window):
    """Return the constellation in a window: 0 to 6,560."""
    if window == 0:
        return digits(men)
    two_in_a_row = men >> SHIFTS[window] & COLUMNS
    two_rows = (two_in_a_row | two_in_a_row >> 2) & PAIRS
    return digits(two_rows | two_rows >> 4)


@rule
def digits(men):
    """Return the lowest eight squares of both sides as one number: 0 for none, 1 for own, 2 for foreign."""
    return TERNARY[men & EIGHT] + 2 * TERNARY[men >> 32 & EIGHT]


@rule
def evaluate(s, weights):
    """Return the features times their weights, those of two phases mixed, and what kings and windows add."""
    pieces = popcount(s.own | s.foe)
    begin, share = FIRST[pieces] * FEATURES, SHARE[pieces]
    found = seen(s)
    early = late = 0.0
    for i in range(FEATURES):
        early += found[i] * weights[begin + i]
        late += found[i] * weights[begin + FEATURES + i]
    return int64(with_placed(early + share * (late - early), s, weights, KINGS))


@rule
def with_placed(total, s, weights, first):
    """Add what kings on their squares and constellations are worth, by the weights from the first on."""
    other = passed(s)
    total += kings_worth(s, weights, first) - kings_worth(other, weights, first)
    mine, theirs = men_of(s), men_of(other)
    for window in range(len(WINDOWS)):
        table = first + SQUARES + window * CELLS
        total += weights[table + cell(mine, window)] - weights[table + cell(theirs, window)]
    return total


@rule
def kings_worth(s, weights, first):
    """Return what the mover's kings are worth by their squares."""
    total, kings = 0.0, s.own & s.kings
    while kings:
        total += weights[first + lowest(kings)]
        kings &= kings - 1
    return total


@rule
def features(s, out):
    """Write the features into the two phases that are mixed, and count kings and constellations."""
    pieces = popcount(s.own | s.foe)
    begin, share = FIRST[pieces] * FEATURES, SHARE[pieces]
    found = seen(s)
    out[:] = 0
    for i in range(FEATURES):
        out[begin + i], out[begin + FEATURES + i] = (1 - share) * found[i], share * found[i]
    count_placed(s, out, KINGS)


@rule
def count_placed(s, out, first):
    """Count kings on their squares and constellations, from the first place on."""
    other = passed(s)
    for square in range(SQUARES):
        out[first + square] = ((s.own & s.kings) >> square & 1) - ((other.own & other.kings) >> square & 1)
    mine, theirs = men_of(s), men_of(other)
    for window in range(len(WINDOWS)):
        table = first + SQUARES + window * CELLS
        out[table + cell(mine, window)] += 1
        out[table + cell(theirs, window)] -= 1


TABLES_OF_MEN = Evaluation(
    evaluate=evaluate,
    features=features,
    feature_names=NAMES,
    weights=tuple(read_json(Path(__file__).with_name("tables.weights.json"))["weights"]),
    spreads=SPREADS,
    settings=SETTINGS,
    of_turn=tuple(
        f"{name} {phase}" for phase in range(1, PHASES + 1) for name in ("value of move", "the move")
    ),
)
