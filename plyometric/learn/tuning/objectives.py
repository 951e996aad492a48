"""Objectives: what a setting costs, from what became of each position.

    nodes   all nodes, as in the paper: a position that is not solved counts as many as were allowed
    log     the geometric mean of nodes: a tenth saved counts alike on easy and on hard positions
    par2    nodes, where a position that is not solved counts twice as many as were allowed
    solved  how many positions are not solved

`par2` is how solvers of hard problems are compared (penalised average runtime).
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from plyometric.engines.seeking import Effort
from plyometric.errors import InputError


@dataclass(frozen=True)
class Objective:
    """What one position counts, given the nodes that are allowed, and what the mean of all comes to."""

    name: str
    value: Callable[[Effort, int], float]
    of_mean: Callable[[float], float] = float

    def values(self, efforts: Sequence[Effort], nodes: int) -> np.ndarray:
        """Return what every position counts."""
        return np.array([self.value(one, nodes) for one in efforts])

    def cost(self, efforts: Sequence[Effort], nodes: int) -> float:
        """Return what a setting costs for each position."""
        return self.of_mean(float(self.values(efforts, nodes).mean()))


OBJECTIVES = {
    one.name: one
    for one in (
        Objective("nodes", lambda effort, nodes: float(effort.nodes)),
        Objective("log", lambda effort, nodes: math.log(effort.nodes), math.exp),
        Objective("par2", lambda effort, nodes: float(effort.nodes if effort.solved else 2 * nodes)),
        Objective("solved", lambda effort, nodes: float(not effort.solved)),
    )
}


def objective_named(name: str) -> Objective:
    """Return the objective of that name."""
    if name not in OBJECTIVES:
        raise InputError(f"there is no objective {name!r:.60}: there are {', '.join(OBJECTIVES)}.")
    return OBJECTIVES[name]
