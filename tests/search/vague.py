"""An opinion about connect four that knows little, for tests of what is searched by opinions."""

from itertools import pairwise

import numpy as np

from plyometric.games import load
from plyometric.search.opinions import Opinion, input_names

GAME = "examples/connect_four.py"
CONNECT_FOUR = load(GAME)


def opinion(seed=1, **changes):
    """Return an opinion that knows little: the mover is better off with stones near the centre."""
    dice = np.random.default_rng(seed)
    widths = (2, 4, 3, 5)
    layers = [
        [dice.normal(0, 0.3, (a, b)).tolist(), dice.uniform(0, 0.5, b).tolist()] for a, b in pairwise(widths)
    ]
    parts = {
        "game": CONNECT_FOUR.name,
        "evaluation": CONNECT_FOUR.evaluation_name,
        "inputs": input_names(CONNECT_FOUR),
        "spikes": [-100.0, -20.0, 0.0, 20.0, 100.0],
        "marginal": [0.2] * 5,
        "layers": layers,
        "effort": [0.5, 0.5, 0.5, 3.0],
        "learned": {},
    }
    return Opinion(**parts | changes)
