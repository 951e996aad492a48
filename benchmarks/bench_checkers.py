"""Checkers perft and plain alpha-beta, beside the same algorithms in C++, on one core."""

import time

from benchmarks.measure import Row, answers, build, compare
from plyometric.games import load
from plyometric.search.minimax import minimax
from plyometric.search.perft import perft

PERFT_DEPTH = 11
SEARCH_DEPTH = 16


def rows() -> list[Row]:
    """Measure leaves and nodes per second."""
    game = load("checkers")
    program = build("checkers")
    perft(game, 2), minimax(game, 2)

    def our_perft() -> float:
        began = time.perf_counter()
        return perft(game, PERFT_DEPTH) / (time.perf_counter() - began)

    def our_search() -> float:
        began = time.perf_counter()
        return minimax(game, SEARCH_DEPTH).nodes / (time.perf_counter() - began)

    def their_perft() -> float:
        leaves, seconds = answers(program, "perft", str(PERFT_DEPTH))
        return leaves / seconds

    def their_search() -> float:
        nodes, _, seconds = answers(program, "alphabeta", str(SEARCH_DEPTH))
        return nodes / seconds

    return [
        compare("checkers perft", "leaves/s", our_perft, program and their_perft, "0.7 or more"),
        compare("checkers alpha-beta", "nodes/s", our_search, program and their_search, "0.7 or more"),
    ]
