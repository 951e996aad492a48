"""The bench: settings measured on positions, none twice, and every node counted."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from plyometric.engines.seeking import Effort
from plyometric.errors import InputError
from plyometric.learn.tuning.objectives import Objective
from plyometric.learn.tuning.parameters import Setting

MOST_FAULTS = 20
"""After so many faults of the program the work ends."""


class Job(NamedTuple):
    """A setting to be measured on some positions, named by their places."""

    setting: Setting
    places: tuple[int, ...]


Measure = Callable[[list[Job]], Iterator[list[Effort]]]
"""Does jobs, anywhere and in any order; yields what each came to in the order of the jobs."""


class Bench:
    """What is known of settings: an effort for each position on which one was measured.

    `nodes` are allowed for each search, and `spent` are those of all searches so far. `in_job` positions are
    searched in one go.
    """

    def __init__(self, measure: Measure, nodes: int, objective: Objective, in_job: int = 1) -> None:
        self.nodes, self.objective = nodes, objective
        self.spent = 0
        self.faults: Counter[Setting] = Counter()
        self.first_fault = ""
        self._measure, self._in_job = measure, in_job
        self._known: dict[tuple[Setting, int], Effort] = {}

    def measure(self, settings: Iterable[Setting], places: Sequence[int]) -> None:
        """Measure settings on positions, but for what is known."""
        jobs = [job for setting in dict.fromkeys(settings) for job in self._jobs(setting, places)]
        for job, efforts in zip(jobs, self._measure(jobs), strict=True):
            for place, effort in zip(job.places, efforts, strict=True):
                self._note(job.setting, place, effort)

    def efforts(self, setting: Setting, places: Sequence[int]) -> list[Effort]:
        """Return what became of positions under a setting that was measured on them."""
        return [self._known[setting, place] for place in places]

    def cost(self, setting: Setting, places: Sequence[int]) -> float:
        """Return what a setting costs that was measured on these positions."""
        return self.objective.cost(self.efforts(setting, places), self.nodes)

    def solved(self, setting: Setting, places: Sequence[int]) -> int:
        """Return how many of some positions were solved."""
        return sum(effort.solved for effort in self.efforts(setting, places))

    def total(self, setting: Setting, places: Sequence[int]) -> int:
        """Return the nodes of some positions together."""
        return sum(effort.nodes for effort in self.efforts(setting, places))

    def knows(self, setting: Setting, places: Sequence[int]) -> bool:
        """Return whether a setting was measured on all of some positions."""
        return all((setting, place) in self._known for place in places)

    def _jobs(self, setting: Setting, places: Sequence[int]) -> Iterator[Job]:
        missing = [place for place in places if (setting, place) not in self._known]
        for first in range(0, len(missing), self._in_job):
            yield Job(setting, tuple(missing[first : first + self._in_job]))

    def _note(self, setting: Setting, place: int, effort: Effort) -> None:
        self._known[setting, place] = effort
        self.spent += effort.nodes
        if effort.fault:
            self.faults[setting] += 1
            self.first_fault = self.first_fault or effort.fault
            if self.faults.total() >= MOST_FAULTS:
                raise InputError(f"the program has failed {MOST_FAULTS} times; at first: {self.first_fault}")
