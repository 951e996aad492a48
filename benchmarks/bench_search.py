"""The full search and whole matches on checkers, beside the nodes per second of plain alpha-beta in C++.

Different algorithms, so the ratios say nothing by themselves: they keep one machine's figures comparable
with another's.
"""

import time
from functools import cache

from benchmarks.measure import Row, answers, build, compare
from plyometric.arena.games import play_game, seat
from plyometric.arena.openings import after, openings_of
from plyometric.arena.players import read_player
from plyometric.games import load
from plyometric.search.analysis import analyse
from plyometric.search.full import Full

DEPTH = 21
YARDSTICK_DEPTH = 16
MILLION = 1_000_000


def rows() -> list[Row]:
    """Measure nodes per second, the way to depth 21, and games per second at depth 4."""
    game = load("checkers")
    program = build("checkers")
    analyse(game, Full(2))

    def nodes_per_second() -> float:
        nodes, _, seconds = answers(program, "alphabeta", str(YARDSTICK_DEPTH)) if program else (0, 0, 1)
        return nodes / seconds

    def seconds_for_100_million() -> float:
        return 100 * MILLION / nodes_per_second()

    def million_nodes_per_second() -> float:
        return nodes_per_second() / MILLION

    def full_search() -> float:
        nodes, seconds = to_depth(DEPTH - 2)
        return nodes / seconds

    return [
        compare("checkers full search", "nodes/s", full_search, program and nodes_per_second, "–"),
        compare(
            f"checkers to depth {DEPTH}, 64 MB",
            "s (100 M nodes)",
            lambda: to_depth(DEPTH)[1],
            program and seconds_for_100_million,
            "60 s or less",
        ),
        compare(
            "checkers games at depth 4",
            "games/s (M nodes/s)",
            games_per_second,
            program and million_nodes_per_second,
            "–",
        ),
    ]


def to_depth(depth: int) -> tuple[int, float]:
    """Return the nodes and the seconds that the full search takes from the start to a depth."""
    began = time.perf_counter()
    found = analyse(load("checkers"), Full(depth, table=64))
    return found.nodes, time.perf_counter() - began


def games_per_second() -> float:
    """Return how many games of depth 4 against itself one core plays in a second, from all openings."""
    game, player, seats = _pair()
    states = [after(game, line) for line in openings_of(game)]
    began = time.perf_counter()
    for state in states:
        play_game(player, player, state, seats)
    return len(states) / (time.perf_counter() - began)


@cache
def _pair() -> tuple:
    player = read_player("checkers:evaluation=material,depth=4")
    play_game(player, player, player.game.start())
    return player.game, player, (seat(player), seat(player))
