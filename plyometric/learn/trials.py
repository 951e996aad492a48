"""Learning by trials: change one weight, and keep the change if it wins games.

The simplest way that does no harm, and a good one where weights are few. A weight grows by a factor or
shrinks by it; the changed player meets the present one in fresh games until a sequential test is decided.
A change that is better is kept, and tried again in the same direction; where neither direction helps, the
next changes of that weight are smaller. A weight of 0 takes on a part of what the others weigh.
"""

from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Any

import numpy as np

from plyometric.arena.players import Player
from plyometric.errors import InputError
from plyometric.learn.acceptance import distinct
from plyometric.learn.filters import Now, SequentialTest
from plyometric.learn.learner import LearnerState, Progress
from plyometric.learn.leaves import cut, starting_weights

LARGEST = 2.0
"""The factor of the first changes of a weight."""

PART = 0.25
"""What a weight of 0 takes on at first, in parts of the mean weight."""


@dataclass(frozen=True)
class Trials:
    """So many trials of one weight each, in turn; `openings` tells where the games begin, by index."""

    student: Player
    openings: Callable[[int], Any]
    trials: int
    plies: int
    better: float = 0.53
    pairs: int = 300

    def __post_init__(self) -> None:
        if self.trials < 1 or self.pairs < 1 or self.plies < 1:
            raise InputError("trials, their pairs of games and the plies of these are 1 or more.")

    def begin(self) -> LearnerState:
        """Return the state before the first trial."""
        first = starting_weights(self.student.game, self.student.weights).tolist()
        n = len(first)
        turns = {"factors": [LARGEST] * n, "ways": [1] * n, "failed": [0] * n}
        return {"step": 0, "weights": first, **turns, "accepted": 0, "test": {}}

    def step(self, state: LearnerState, executor: Executor) -> LearnerState:
        """Try one weight."""
        place = state["step"] % len(state["weights"])
        proposed, memory = self.proposed(state, place), dict(state["test"])
        now = Now(tuple(state["weights"]), memory, executor)
        is_better = proposed != now.weights and self._test().accepts(proposed, now)
        weights = list(proposed) if is_better else state["weights"]
        news = {"step": state["step"] + 1, "weights": weights, "test": memory}
        return state | news | _turned(state, place, is_better)

    def proposed(self, state: LearnerState, place: int) -> tuple[float, ...]:
        """Return the weights with one of them changed."""
        weights = np.array(state["weights"])
        if weights[place]:
            weights[place] *= state["factors"][place] ** state["ways"][place]
        else:
            weights[place] = state["ways"][place] * PART * (np.abs(weights).mean() or 1.0)
        return tuple(cut(weights).tolist())

    def is_done(self, state: LearnerState) -> bool:
        """Return whether all trials are made."""
        return state["step"] == self.trials

    def weights(self, state: LearnerState) -> list[float]:
        """Return the weights that won so far."""
        return state["weights"]

    def progress(self, state: LearnerState) -> Progress:
        """Return the share of the trials, how many changes were kept, and the games of all."""
        figures = {"trials": state["step"], "accepted": state["accepted"]}
        return Progress(state["step"] / self.trials, {**figures, "games": state["test"].get("games", 0)})

    def _test(self) -> SequentialTest:
        fresh = distinct(self.student.game, self.openings)
        return SequentialTest(self.student, fresh, self.plies, self.better, self.pairs, min(10, self.pairs))


def _turned(state: LearnerState, place: int, is_better: bool) -> LearnerState:
    """Return where the next trial of a weight goes: on, the other way, or less far."""
    factors, ways, failed = (list(state[key]) for key in ("factors", "ways", "failed"))
    if is_better:
        failed[place] = 0
    else:
        failed[place] += 1
        ways[place] = -ways[place]
        if failed[place] == 2:
            factors[place], failed[place] = float(np.sqrt(factors[place])), 0
    accepted = state["accepted"] + is_better
    return {"factors": factors, "ways": ways, "failed": failed, "accepted": accepted}
