"""The lab of the study of filters: its positions, and what was learned from them with which filters."""

from collections.abc import Iterable
from itertools import combinations
from typing import Any

from plyometric.arena.exams import Exam, sit
from plyometric.learn.filters import Circumstances, filters_named
from plyometric.learn.learner import steps
from plyometric.learn.teaching import Teaching, tests_in
from plyometric.studies.experiment import Experiment
from plyometric.studies.filters.school import (
    IN_EXAM,
    LONGEST,
    TEACHER,
    make_positions,
    player,
    states_of,
)
from plyometric.studies.kit import batches, cut, one_each

FILTERS = ("experience", "rules", "self-test")
SUBSETS = tuple(subset for n in range(4) for subset in combinations(FILTERS, n))
NONE, ALL = SUBSETS[0], SUBSETS[-1]

SETS, HELD_OUT, POOL, FRESH, BEST = (i << 20 for i in range(5))
"""Where the positions of the sets, of judgement, of other learning, of matches, and of the best begin."""

IN_BATCH = 25
"""Positions that are made together."""


def named(subset: Iterable[str]) -> str:
    """Return a subset of filters as a name."""
    return "+".join(subset) or "none"


def learn_set(positions: list, names: list[str], held_out: list) -> dict[str, Any]:
    """Learn with some filters, a session from each of a set of positions, with an exam after every one."""
    starts = states_of(positions)
    exam = Exam(starts[:IN_EXAM])
    filters = filters_named(names, Circumstances(player(), player(), exam, lambda index: starts[index]))
    teaching = Teaching(player(), player(kind=TEACHER), starts, LONGEST, filters)
    states = list(steps(teaching))
    path = [state["weights"] for state in states]
    tests = tests_in(states[-1])
    return {
        "weights": path,
        "exams": [sit(player(weights), player(), exam).score for weights in path],
        "held_out": sit(player(path[-1]), player(), Exam(states_of(held_out))).score,
        "tests": tests["tests"],
        "games": len(starts) + tests["games"],
        **states[-1]["counts"],
    }


class Lab:
    """Sets of positions to learn from, positions to judge by, and what each subset of filters came to."""

    def __init__(self, x: Experiment) -> None:
        self.x = x
        self.sessions = x.size(5, 5, 20)
        self.sets = cut(self.positions("sets", SETS, x.size(8, 100) * self.sessions), self.sessions)
        self.held_out = self.positions("held-out", HELD_OUT, x.size(40, 200))
        self.learned = {subset: self.learn(named(subset), list(subset)) for subset in SUBSETS}

    def positions(self, label: str, first: int, n: int) -> list[list[int]]:
        """Return n starting positions."""
        units = batches(range(first, first + n), IN_BATCH, self.x.seed)
        return self.x.joined(f"positions, {label}", make_positions, units)

    def learn(self, label: str, names: list[str]) -> list[dict[str, Any]]:
        """Learn with some filters from every set."""
        units = one_each(((positions,) for positions in self.sets), names, self.held_out)
        return list(self.x.each(label, learn_set, units))
