"""Racing: many settings at once, and who is clearly behind is measured no further.

All run over the same positions in rounds. After each, those that are behind the leader on the positions
of both, by a paired test, drop out; what they would have cost is estimated from the difference so far. So
searches that could not change who wins are not made. Source of the idea: O. Maron and A. Moore, Hoeffding
races, NIPS 6 (1994).
"""

import math
from collections.abc import Iterator, Sequence

from plyometric.arena.statistics import mean_interval
from plyometric.learn.tuning.bench import Bench
from plyometric.learn.tuning.parameters import Setting

FIRST_ROUND = 16
"""Positions of the first round; each round after it doubles what was measured."""

CONFIDENCE = 0.95


def race(bench: Bench, settings: Sequence[Setting], places: Sequence[int]) -> list[float]:
    """Return what each setting costs; those that dropped out are estimated, and cost more than the leader."""
    running = list(dict.fromkeys(settings))
    reached = dict.fromkeys(running, 0)
    for some in rounds_over(places):
        bench.measure(running, some)
        reached |= dict.fromkeys(running, len(some))
        leader = min(running, key=lambda setting: bench.cost(setting, some))
        running = [one for one in running if not _is_behind(bench, one, leader, some)]
    return [_expected(bench, setting, leader, places, reached[setting]) for setting in settings]


def rounds_over(places: Sequence[int]) -> Iterator[Sequence[int]]:
    """Yield the positions of each round: a few, then twice as many, at last all."""
    end = 0
    while end < len(places):
        end = min(max(2 * end, FIRST_ROUND), len(places))
        yield places[:end]


def _is_behind(bench: Bench, setting: Setting, leader: Setting, places: Sequence[int]) -> bool:
    if setting == leader:
        return False
    return mean_interval(difference(bench, setting, leader, places), CONFIDENCE).low > 0


def difference(bench: Bench, setting: Setting, other: Setting, places: Sequence[int]) -> list[float]:
    """Return by how much a setting costs more than another, on each of some positions."""
    one, another = (
        bench.objective.values(bench.efforts(which, places), bench.nodes) for which in (setting, other)
    )
    return (one - another).tolist()


def _expected(bench: Bench, setting: Setting, leader: Setting, places: Sequence[int], reached: int) -> float:
    """Return what a setting costs, or would: what the leader does, and what the setting was behind.

    It may have been behind another leader than that of the end; but it is out, so it costs more in any case.
    """
    if reached == len(places):
        return bench.cost(setting, places)
    behind = difference(bench, setting, leader, places[:reached])
    mean = bench.objective.values(bench.efforts(leader, places), bench.nodes).mean()
    foreseen = bench.objective.of_mean(float(mean + sum(behind) / len(behind)))
    return max(foreseen, math.nextafter(bench.cost(leader, places), math.inf))
