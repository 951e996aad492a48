"""Matches: colour-swapped pairs of games between two players.

A unit of work is a few pairs. Its openings follow from the seed and the pairs' indices, so a match
is the same on one thread, many threads or a cluster, and goes on after a kill where it stopped.
"""

from collections.abc import Iterator
from concurrent.futures import Executor
from typing import Any

from plyometric.arena.games import play_game, seat
from plyometric.arena.openings import Line, opening
from plyometric.arena.players import Player, player_from_json
from plyometric.arena.statistics import Tally, sprt
from plyometric.arena.workers import Unit, each
from plyometric.errors import InputError
from plyometric.runs import Run

PAIRS_IN_UNIT = 4


def match(
    a: Player,
    b: Player,
    openings: list[Line],
    games: int,
    seed: int,
    executor: Executor,
    run: Run | None = None,
    test: tuple[float, float, float, float] | None = None,
) -> Iterator[Tally]:
    """Yield the tally of player A's results so far, each time a unit's pairs are played.

    A sequential test (elo0, elo1, alpha, beta) ends the match as soon as it is decided.
    """
    if a.game.rules_digest != b.game.rules_digest:
        raise InputError(f"{a.game.origin} and {b.game.origin} are different games: the players cannot meet.")
    if games < 2 or games % 2:
        raise InputError(f"a match is of pairs of games: {games} is not an even number of 2 or more.")
    tally = Tally()
    if test:
        sprt(tally, *test)  # an impossible test is refused before any game is played
    for results in each(executor, play_pairs, _units(a, b, openings, games // 2, seed), run):
        tally += Tally.of_pairs(results)
        yield tally
        if test and sprt(tally, *test).verdict != "running":
            return


def _units(a: Player, b: Player, openings: list[Line], pairs: int, seed: int) -> Iterator[Unit]:
    for first in range(0, pairs, PAIRS_IN_UNIT):
        indices = list(range(first, min(first + PAIRS_IN_UNIT, pairs)))
        yield f"pairs from {first}", (a.as_json(), b.as_json(), openings, indices, seed)


def play_pairs(
    a: dict[str, Any], b: dict[str, Any], openings: list[Line], indices: list[int], seed: int
) -> list[tuple[int, int]]:
    """Play some pairs and return both results of each, for player A: moving first, then second."""
    one, other = player_from_json(a), player_from_json(b)
    ours, theirs = seat(one), seat(other)
    results = []
    for index in indices:
        start = opening(one.game.usual, openings, index, seed)
        going_first = play_game(one, other, start, (ours, theirs)).result
        going_second = -play_game(other, one, start, (theirs, ours)).result
        results.append((going_first, going_second))
    return results
