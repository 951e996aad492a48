"""Allocation in checkers on one core: games, labelled positions, and what a strategy's own decision costs."""

import time
from collections.abc import Callable

import numpy as np
from numba import int64

from benchmarks.measure import Row, compare
from plyometric.arena.allocation import (
    NEVER,
    Strategy,
    Terms,
    describe,
    new_room,
    plain_strategy,
)
from plyometric.games import load
from plyometric.kernel import Game, kernel
from plyometric.kernel.desk import new_desk
from plyometric.learn.allocation import boosted_strategy, label_batch, tree_strategy
from plyometric.learn.allocation_games import chosen_move, play_batch
from plyometric.learn.examples import Examples
from plyometric.learn.patterns import state_on
from plyometric.search.forest import score

TERMS, PROBE = Terms(k=4, n=2, d=8, m=40), 0
WEIGHTS, JUDGE = [100.0, 300.0, 3.0], [100.0, 300.0, 0.0]
GAMES, LABELLED, LEARNED_FROM = 200, 10, 100
NANO = 1e9
LONG_ENOUGH = 0.2
"""Seconds of work that are timed together."""


@kernel
def decide_each(game, boards, strategy, desk, room):
    """Describe and score every position; return the sum, so that nothing can be left out."""
    total = 0.0
    for i in range(len(boards)):
        describe(game, state_on(boards[i]), int64(2), strategy, desk, room)
        total += score(strategy.forest, room.description)
    return total


@kernel
def search_each(game, boards, depth, desk):
    """Choose a move in every position by a search; return the sum, so that nothing can be left out."""
    total = 0
    for i in range(len(boards)):
        total += chosen_move(game, state_on(boards[i]), depth, desk, 1, i, 0)
    return total


def rows() -> list[Row]:
    """Measure what a row of the study, its examples and its strategies cost."""
    game = load("checkers")
    examples = labelled(game, LEARNED_FROM)
    boards = examples.state
    searching = time_of_each(boards, search_each, game, boards, TERMS.k, new_desk(game, WEIGHTS))
    tree = deciding(game, boards, tree_strategy(examples, TERMS))
    few, many = (deciding(game, boards, boosted_strategy(examples, TERMS, trees=n)) for n in (20, 200))
    return [
        compare("allocation: games of a row (never)", "games/s", lambda: speed_of_games(game), None, ""),
        compare("allocation: labelled positions", "positions/s", lambda: speed_of_labels(game), None, ""),
        compare("allocation: a tree decides (search to 4)", "ns", tree, searching, "0.10 or less"),
        compare("allocation: 20 trees decide (search to 4)", "ns", few, searching, ""),
        compare("allocation: 200 trees decide (search to 4)", "ns", many, searching, ""),
    ]


def labelled(game: Game, games: int) -> Examples:
    """Return the labelled positions of some games."""
    return label_batch(game.address, TERMS, WEIGHTS, PROBE, seed=1, games=range(games))


def speed_of_games(game: Game) -> float:
    """Return the games per second in which nobody looks deeper."""
    play_batch(game.address, plain_strategy(NEVER), TERMS, WEIGHTS, JUDGE, 1, range(1))
    began = time.perf_counter()
    play_batch(game.address, plain_strategy(NEVER), TERMS, WEIGHTS, JUDGE, 1, range(GAMES))
    return GAMES / (time.perf_counter() - began)


def speed_of_labels(game: Game) -> float:
    """Return the positions that are labelled in a second."""
    began = time.perf_counter()
    return len(labelled(game, LABELLED).gain) / (time.perf_counter() - began)


def deciding(game: Game, boards: np.ndarray, strategy: Strategy) -> Callable[[], float]:
    """Return a function that measures the nanoseconds of a strategy's decision."""
    desk, room = new_desk(game, WEIGHTS), new_room(game, strategy)
    return time_of_each(boards, decide_each, game, boards, strategy, desk, room)


def time_of_each(boards: np.ndarray, work: Callable, *arguments: object) -> Callable[[], float]:
    """Return a function that measures the nanoseconds of a kernel for each position; compile it first."""
    work(*arguments)

    def nanoseconds() -> float:
        began, passes = time.perf_counter(), 0
        while time.perf_counter() - began < LONG_ENOUGH:
            work(*arguments)
            passes += 1
        return NANO * (time.perf_counter() - began) / (passes * len(boards))

    return nanoseconds
