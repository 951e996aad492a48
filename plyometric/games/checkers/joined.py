"""The evaluation `joined` of checkers: what `blended` says, and what the windows of `tables` add to it.

A sum of features sees what it was told to look at, and windows see whatever men do together in them; here
both are weighed together, so that windows need to know only what the features misjudge. Beside them, a king
has a weight on each square. The weights are fitted to games by `blended` against itself; the file says how.
"""

from pathlib import Path

from numba import int64

from plyometric.files import read_json
from plyometric.games.checkers import blended, tables
from plyometric.games.checkers.board import passed
from plyometric.games.checkers.tables import CELLS, WINDOWS, cell, men_of
from plyometric.kernel import Evaluation, rule
from plyometric.kernel.bits import lowest

KINGS = len(blended.NAMES)
TABLES = KINGS + 32
"""Where the weights of kings by their squares begin, behind those of `blended`, and those of windows."""

NAMES = (*blended.NAMES, *tables.NAMES[tables.KINGS :])
SPREADS = (75.0,) * KINGS + (15.0,) * 32 + (20.0,) * (CELLS * len(WINDOWS))
"""How far weights are expected to lie from where learning begins: a constellation tells little by itself."""

by_features, write_features = blended.evaluate, blended.features


@rule
def evaluate(s, weights):
    """Return what features say, and what kings and windows add."""
    other = passed(s)
    more = kings_worth(s, weights) - kings_worth(other, weights)
    mine, theirs = men_of(s), men_of(other)
    for window in range(len(WINDOWS)):
        table = TABLES + window * CELLS
        more += weights[table + cell(mine, window)] - weights[table + cell(theirs, window)]
    return by_features(s, weights) + int64(more)


@rule
def kings_worth(s, weights):
    """Return what the mover's kings are worth by their squares."""
    total, kings = 0.0, s.own & s.kings
    while kings:
        total += weights[KINGS + lowest(kings)]
        kings &= kings - 1
    return total


@rule
def features(s, out):
    """Write the features of `blended`, and count kings and constellations."""
    write_features(s, out)
    other = passed(s)
    for square in range(32):
        out[KINGS + square] = ((s.own & s.kings) >> square & 1) - ((other.own & other.kings) >> square & 1)
    mine, theirs = men_of(s), men_of(other)
    for window in range(len(WINDOWS)):
        table = TABLES + window * CELLS
        out[table + cell(mine, window)] += 1
        out[table + cell(theirs, window)] -= 1


JOINED = Evaluation(
    evaluate=evaluate,
    features=features,
    feature_names=NAMES,
    weights=tuple(read_json(Path(__file__).with_name("joined.weights.json"))["weights"]),
    spreads=SPREADS,
    settings={**blended.SETTINGS, "patience": 20},
    of_turn=blended.BLENDED.of_turn,
)
