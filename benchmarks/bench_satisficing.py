"""Satisficing agents, beside the Axelrod library playing the same games on one core."""

import time
from collections.abc import Callable

import numpy as np

from benchmarks.measure import Row, compare
from plyometric.games.dilemma import matrix
from plyometric.learn.satisficing import duel, simulate

GAME = matrix(3, 0, 5, 1)
LAMBDA, ASPIRATION = 0.5, 4.5
TURNS = 20_000


def rows() -> list[Row]:
    """Measure turns per second, in a duel that is recorded and in matches between two agents."""
    duel(GAME, LAMBDA, ASPIRATION, 0, "tit-for-tat", 10), our_matches(1)
    wanted = "500 or more"
    return [
        compare("satisficing: against tit-for-tat", "turns/s", our_duels, _library("TitForTat"), wanted),
        compare("satisficing: against itself", "turns/s", our_matches, _library(None), wanted),
    ]


def our_duels(games: int = 200) -> float:
    """Return the turns per second of recorded games against tit-for-tat."""
    began = time.perf_counter()
    for _ in range(games):
        duel(GAME, LAMBDA, ASPIRATION, 0, "tit-for-tat", TURNS)
    return games * TURNS / (time.perf_counter() - began)


def our_matches(games: int = 400) -> float:
    """Return the turns per second of games between two agents."""
    began = time.perf_counter()
    simulate(GAME, LAMBDA, np.full((games, 2), ASPIRATION), np.zeros((games, 2)), TURNS)
    return games * TURNS / (time.perf_counter() - began)


def _library(opponent: str | None) -> Callable[[], float] | None:
    """Return what measures the library in a game of the same length, or None where it is missing."""
    try:
        import axelrod
    except ImportError:
        return None
    from plyometric.learn.axelrod_player import Satisficer

    def turns_per_second() -> float:
        one = Satisficer(ASPIRATION, LAMBDA)
        other = getattr(axelrod, opponent)() if opponent else Satisficer(ASPIRATION, LAMBDA)
        match = axelrod.Match((one, other), turns=TURNS, game=axelrod.Game(r=3, s=0, t=5, p=1))
        began = time.perf_counter()
        match.play()
        return TURNS / (time.perf_counter() - began)

    return turns_per_second
