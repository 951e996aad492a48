"""Discovery: which of many changes pay, each tried alone, with a guard against what chance alone finds.

All changes run over the same positions in rounds, and one that is not ahead of the start after a round is
measured no further. Of those that come to the end a paired test says how likely chance would do as well;
they are kept by the rule of Benjamini and Hochberg, under which at most a tenth of what is kept is expected
to be there by chance. Those that dropped out count among the tried. What is kept is then put together,
the best first, each only where the whole gets better by it.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from plyometric.arena.statistics import chance_of_less
from plyometric.learn.tuning.bench import Bench
from plyometric.learn.tuning.parameters import Setting
from plyometric.learn.tuning.racing import difference, rounds_over

FALSE_FINDS = 0.1
"""The part of what is kept that may be there by chance."""


class Trial(NamedTuple):
    """A change that was tried: the setting, on how many positions, and how likely chance does as well."""

    setting: Setting
    positions: int
    chance: float
    is_kept: bool = False


def tried(bench: Bench, start: Setting, changes: Sequence[Setting], places: Sequence[int]) -> list[Trial]:
    """Return what became of each change of the start, in their order."""
    running, reached = list(changes), dict.fromkeys(changes, 0)
    for some in rounds_over(places):
        bench.measure([start, *running], some)
        reached |= dict.fromkeys(running, len(some))
        running = [one for one in running if sum(difference(bench, one, start, some)) < 0]
    ends = {one: chance_of_less(difference(bench, one, start, places)) for one in running}
    chances = [ends.get(one, 1.0) for one in changes]
    bar = highest_kept(chances)
    return [
        Trial(one, reached[one], chance, chance <= bar) for one, chance in zip(changes, chances, strict=True)
    ]


def highest_kept(chances: Iterable[float]) -> float:
    """Return the highest of some chances that is kept, negative for none.

    Source: Y. Benjamini and Y. Hochberg, Controlling the false discovery rate, 1995.
    """
    ranked = sorted(chances)
    allowed = [one for i, one in enumerate(ranked, 1) if one <= FALSE_FINDS * i / len(ranked)]
    return max(allowed, default=-1.0)


def put_together(bench: Bench, start: Setting, kept: Sequence[Setting], places: Sequence[int]) -> Setting:
    """Return the start with the changes that make the whole better, the best of them first."""
    best = start
    for setting in sorted(kept, key=lambda one: bench.cost(one, places)):
        both = tuple(new if new != old else now for old, new, now in zip(start, setting, best, strict=True))
        bench.measure([both], places)
        if bench.cost(both, places) < bench.cost(best, places):
            best = both
    return best
