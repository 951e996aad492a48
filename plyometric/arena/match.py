"""Matches: colour-swapped pairs of games between two entrants, players or programs outside.

A unit of work is a few pairs. Its openings follow from the seed and the pairs' indices, so a match
is the same on one thread, many threads or a cluster, and goes on after a kill where it stopped. Where
somebody plays by a clock, or is no player of ours, the openings still are the same, and the games may differ.
"""

from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from typing import Any, NamedTuple

from plyometric.arena.openings import Line, opening
from plyometric.arena.statistics import Tally, sprt
from plyometric.arena.tables import Conduct, Entrant, conduct_from_json, is_compiled, table_for
from plyometric.arena.workers import Unit, each
from plyometric.errors import InputError
from plyometric.runs import Run

PAIRS_IN_UNIT = 4


class Standing(NamedTuple):
    """How a match stands: entrant A's results, and how either side behaved."""

    tally: Tally = Tally()
    conduct: tuple[Conduct, Conduct] = (Conduct(), Conduct())

    def after(self, unit: dict[str, Any]) -> "Standing":
        """Return how it stands after a unit's pairs."""
        one, other = map(conduct_from_json, unit["conduct"])
        conduct = self.conduct[0] + one, self.conduct[1] + other
        return Standing(self.tally + Tally.of_pairs(unit["results"]), conduct)


def match(
    a: Entrant,
    b: Entrant,
    openings: list[Line],
    games: int,
    seed: int,
    executor: Executor,
    run: Run | None = None,
    test: tuple[float, float, float, float] | None = None,
    bar: int = 0,
) -> Iterator[Standing]:
    """Yield how the match stands, each time a unit's pairs are played.

    A sequential test (elo0, elo1, alpha, beta) ends the match as soon as it is decided. In the plain loop a
    game that both sides find won by a `bar` in several moves is broken off; 0 plays all to the end.
    """
    if a.game.rules_digest != b.game.rules_digest:
        raise InputError(f"{a.game.origin} and {b.game.origin} are different games: the players cannot meet.")
    check_games(games)
    standing = Standing()
    if test:
        sprt(standing.tally, *test)  # an impossible test is refused before any game is played
    for unit in each(executor, play_pairs, _units(a, b, openings, games // 2, seed, bar), run):
        standing = standing.after(unit)
        yield standing
        if test and sprt(standing.tally, *test).verdict != "running":
            return


def check_games(games: int) -> None:
    """Refuse a number of games that are no pairs, also before work that comes before a match."""
    if games < 2 or games % 2:
        raise InputError(f"a match is of pairs of games: {games} is not an even number of 2 or more.")


def _units(a: Entrant, b: Entrant, openings: list[Line], pairs: int, seed: int, bar: int) -> Iterator[Unit]:
    """Yield the units of a match; a pair in the plain loop takes long enough to be one."""
    size = PAIRS_IN_UNIT if is_compiled(a, b) else 1
    for first in range(0, pairs, size):
        indices = range(first, min(first + size, pairs))
        yield f"pairs {first} to {indices[-1]}", (a, b, openings, indices, seed, bar)


def play_pairs(
    a: Entrant, b: Entrant, openings: list[Line], indices: Sequence[int], seed: int, bar: int = 0
) -> dict[str, Any]:
    """Play some pairs; return both results of each for A, moving first, then second, and either's conduct."""
    with table_for(a, b, bar) as table:
        starts = [opening(a.game.usual, openings, index, seed) for index in indices]
        results = [(table.play(start, 0), table.play(start, 1)) for start in starts]
        return {"results": results, "conduct": [one.as_json() for one in table.conduct]}
