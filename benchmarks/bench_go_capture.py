"""The capture game of Go: moves played per second."""

import time
from functools import partial

import numpy as np

from benchmarks.measure import Row, compare
from plyometric.games import load
from plyometric.kernel import kernel, state_in
from plyometric.kernel.referee import random_game

TIMES = 20_000


@kernel
def play_each(game, like, states, moves, times):
    """Play a move from each position, many times over; return something that depends on all."""
    mixed = 0
    for _ in range(times):
        for i in range(len(moves)):
            after = game.play(state_in(like, states[i]), moves[i])
            mixed ^= after.ko ^ after.attack_a ^ after.defence_a
    return mixed


def rows() -> list[Row]:
    """Measure plays per second on a small board and on the largest."""
    return [
        compare(f"go_capture: plays, {size} x {size}", "plays/s", partial(plays, size), None, wanted)
        for size, wanted in ((9, "2 M or more"), (19, ""))
    ]


def plays(size: int) -> float:
    """Return the plays per second along a random game."""
    game = load(f"go_capture(size={size})")
    states, moves = random_game(game, 1, 1, 30)
    words, chosen = np.array(states[: len(moves)], np.int64), np.array(moves, np.int64)
    play_each(game, game.start(), words, chosen, 1)
    began = time.perf_counter()
    play_each(game, game.start(), words, chosen, TIMES)
    return TIMES * len(moves) / (time.perf_counter() - began)
