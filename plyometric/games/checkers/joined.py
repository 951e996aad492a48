"""The evaluation `joined` of checkers: what `blended` says, and what the windows of `tables` add to it.

A sum of features sees what it was told to look at, and windows see whatever men do together in them; here
both are weighed together, so that windows need to know only what the features misjudge. Beside them, a king
has a weight on each square. The weights are fitted to games by `blended` against itself; the file says how.
"""

from pathlib import Path

from numba import int64

from plyometric.files import read_json
from plyometric.games.checkers import blended, tables
from plyometric.games.checkers.tables import CELLS, SQUARES, WINDOWS, count_placed, with_placed
from plyometric.kernel import Evaluation, rule

KINGS = len(blended.NAMES)
TABLES = KINGS + SQUARES
"""Where the weights of kings by their squares begin, behind those of `blended`, and those of windows."""

NAMES = (*blended.NAMES, *tables.NAMES[tables.KINGS :])
SPREADS = (75.0,) * KINGS + (15.0,) * SQUARES + (20.0,) * (CELLS * len(WINDOWS))
"""How far weights are expected to lie from where learning begins: a constellation tells little by itself."""

by_features, write_features = blended.evaluate, blended.features


@rule
def evaluate(s, weights):
    """Return what features say, and what kings and windows add."""
    return by_features(s, weights) + int64(with_placed(0.0, s, weights, KINGS))


@rule
def features(s, out):
    """Write the features of `blended`, and count kings and constellations."""
    write_features(s, out)
    count_placed(s, out, KINGS)


JOINED = Evaluation(
    evaluate=evaluate,
    features=features,
    feature_names=NAMES,
    weights=tuple(read_json(Path(__file__).with_name("joined.weights.json"))["weights"]),
    spreads=SPREADS,
    settings={**blended.SETTINGS, "patience": 20},
    of_turn=blended.BLENDED.of_turn,
)
