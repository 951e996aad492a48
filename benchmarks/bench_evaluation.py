"""What an evaluation that knows much costs: nodes per second of the full search, beside material alone."""

import time
from functools import partial

from benchmarks.measure import Row, compare
from plyometric.games import load
from plyometric.search.analysis import analyse
from plyometric.search.full import Full

DEPTH = 15


def rows() -> list[Row]:
    """Measure nodes per second with the evaluations chinook and blended."""
    for name in ("chinook", "blended", "material"):
        nodes_per_second(name, 2)
    return [
        compare(
            f"checkers full search, {name} (material)",
            "nodes/s",
            partial(nodes_per_second, name),
            partial(nodes_per_second, "material"),
            "0.25 or more",
        )
        for name in ("chinook", "blended")
    ]


def nodes_per_second(evaluation: str, depth: int = DEPTH) -> float:
    """Return how fast the full search goes to a depth from the start, judged by an evaluation."""
    game = load("checkers").judged_by(evaluation)
    began = time.perf_counter()
    nodes = analyse(game, Full(depth)).nodes
    return nodes / (time.perf_counter() - began)
