"""Planning in a space of features: the detector, evaluator and adapter of the paper on metareasoning.

A *detector* tells which of many binary features a position has: which piece stands on which square. An
*evaluator* adds up weights of conjunctions of features; it tells the value of a position, how far above and
below that a deeper search may end, and how long one may take. An *adapter* knows operators, each a move and
the reply to it, as conditional frequencies: in a state with these features, how often does each feature
change. By trials in that space it adapts the values to a position.

Choices where the paper is silent: an operator is what one kind of piece does by one step; its precondition
is where that piece stood; a feature's chance to change depends on the operator alone. The value of a state
moves towards that of the best operator's outcome by a rate, shared among the conjunctions that hold.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from plyometric.errors import InputError
from plyometric.kernel import Game
from plyometric.kernel.referee import ASKING
from plyometric.search.opinions import SQUARES

Features = frozenset[int]
"""The features that a state has, by number: piece kind times 64 plus square."""


# Detector


def detect(game: Game, state: Any) -> Features:
    """Return the features of a position, as its mover sees it."""
    sets = np.zeros(game.piece_count, np.int64)
    ASKING["board"](game, state, sets)
    return frozenset(
        SQUARES * kind + square
        for kind, word in enumerate(sets.tolist())
        for square in range(64)
        if word >> square & 1
    )


def feature_name(game: Game, feature: int) -> str:
    """Return what a feature says."""
    kind, square = divmod(feature, SQUARES)
    return f"{game.piece_names[kind]} on {square}"


def likeness(one: Features, other: Features) -> float:
    """Return how like two states are: 1 for the same, less by each feature that only one of them has."""
    return 1 / (1 + len(one ^ other))


# Evaluator


class Conjunction(NamedTuple):
    """Features that must be there, and features that must not."""

    present: Features
    absent: Features = frozenset()

    def holds(self, state: Features) -> bool:
        """Return whether it holds in a state."""
        return self.present <= state and not self.absent & state


class Judged(NamedTuple):
    """What an evaluator says of a state: its value, bounds, and the time to explore it."""

    value: float
    low: float
    high: float
    time: float


@dataclass(frozen=True)
class Evaluator:
    """Weighted sums over a basis of conjunctions: of value, reach upwards and downwards, and time."""

    basis: tuple[Conjunction, ...]
    values: tuple[float, ...]
    upwards: tuple[float, ...]
    downwards: tuple[float, ...]
    times: tuple[float, ...]

    def holding(self, state: Features) -> list[int]:
        """Return the places of the conjunctions that hold in a state."""
        return [i for i, one in enumerate(self.basis) if one.holds(state)]

    def value(self, state: Features) -> float:
        """Return the value of a state."""
        return sum(self.values[i] for i in self.holding(state))

    def judge(self, state: Features) -> Judged:
        """Return all that is said of a state; the time is one unit at least."""
        found = self.holding(state)
        value, up, down, time = (
            sum(weights[i] for i in found)
            for weights in (self.values, self.upwards, self.downwards, self.times)
        )
        return Judged(value, value - max(down, 0.0), value + max(up, 0.0), max(time, 1.0))

    def moved(self, state: Features, change: float) -> "Evaluator":
        """Return the evaluator by which a state is worth so much more, shared among what holds in it."""
        found = self.holding(state)
        values = list(self.values)
        for i in found:
            values[i] += change / len(found)
        return Evaluator(self.basis, tuple(values), self.upwards, self.downwards, self.times)


def triple_spike(judged: Judged, trust: float) -> list[tuple[float, float]]:
    """Return a staircase of three spikes, each a chance and a value, whose mean is the value: equation 14.

    `trust` is the chance of the middle one. Where the bounds meet there is but one spike.
    """
    if not 0 <= trust <= 1:
        raise InputError(f"the trust in an evaluator must be from 0 to 1, not {trust}.")
    width = judged.high - judged.low
    if width <= 0:
        return [(1.0, judged.value)]
    low, high = (
        (1 - trust) * reach / width for reach in (judged.high - judged.value, judged.value - judged.low)
    )
    return [(low, judged.low), (trust, judged.value), (high, judged.high)]


# Adapter


class Operator(NamedTuple):
    """A move and the reply to it: its precondition, and the chance of each feature to appear or to go."""

    name: str
    precondition: Conjunction
    appears: dict[int, float]
    goes: dict[int, float]
    seen: int

    def expected(self, state: Features, evaluator: Evaluator, dice: np.random.Generator, tries: int) -> float:
        """Return what the outcome is worth, on the mean of so many tries."""
        return float(np.mean([evaluator.value(self.apply(state, dice)) for _ in range(tries)]))

    def apply(self, state: Features, dice: np.random.Generator) -> Features:
        """Return a state that may come about."""
        gone = {
            feature for feature, chance in self.goes.items() if feature in state and dice.random() < chance
        }
        new = {feature for feature, chance in self.appears.items() if dice.random() < chance}
        return state - gone | new


class Transition(NamedTuple):
    """What was seen: an operator's name, its precondition, and the features before and after the reply."""

    name: str
    precondition: Conjunction
    before: Features
    after: Features


def learn_operators(seen: Iterable[Transition]) -> list[Operator]:
    """Return operators whose effects are the frequencies seen, each feature by itself."""
    kinds: dict[tuple[str, Conjunction], list[Transition]] = {}
    for one in seen:
        kinds.setdefault((one.name, one.precondition), []).append(one)
    return [_operator(name, condition, cases) for (name, condition), cases in kinds.items()]


def _operator(name: str, condition: Conjunction, cases: Sequence[Transition]) -> Operator:
    """Return an operator from all cases of it; a feature goes as often as it did where it was there."""
    appeared = [feature for one in cases for feature in one.after - one.before]
    there = [feature for one in cases for feature in one.before]
    gone = [feature for one in cases for feature in one.before - one.after]
    appears = {feature: appeared.count(feature) / len(cases) for feature in set(appeared)}
    goes = {feature: gone.count(feature) / there.count(feature) for feature in set(gone)}
    return Operator(name, condition, appears, goes, len(cases))


@dataclass(frozen=True)
class Adapter:
    """How values are adapted to a state: by how many trials of how many steps, at which rate.

    In a trial the best operator is applied, or any one in a share of all cases that are `curious`. To stop is
    worth what the state is.
    """

    operators: Sequence[Operator]
    trials: int = 50
    steps: int = 12
    rate: float = 0.2
    curious: float = 0.1
    tries: int = 4
    seed: int = 1

    def adapted(self, evaluator: Evaluator, start: Features) -> Evaluator:
        """Return the evaluator adapted to a state: the paper's AdaptVF."""
        dice = np.random.default_rng(self.seed)
        for _ in range(self.trials):
            state = start
            for _ in range(self.steps):
                outcomes = self._outcomes(state, evaluator, dice)
                evaluator = self._learned(evaluator, state, [worth for worth, _ in outcomes])
                chosen = self._chosen(outcomes, evaluator.value(state), dice)
                if chosen is None:
                    break
                state = chosen.apply(state, dice)
        return evaluator

    def _outcomes(
        self, state: Features, evaluator: Evaluator, dice: np.random.Generator
    ) -> list[tuple[float, Operator]]:
        """Return the operators that can be applied, each with what its outcome is worth."""
        able = [one for one in self.operators if one.precondition.holds(state)]
        return [(one.expected(state, evaluator, dice, self.tries), one) for one in able]

    def _learned(self, evaluator: Evaluator, state: Features, worths: list[float]) -> Evaluator:
        """Move the value of a state towards that of the best outcome: the paper's LearnState."""
        value = evaluator.value(state)
        return evaluator.moved(state, self.rate * (max([value, *worths]) - value))

    def _chosen(
        self, outcomes: list[tuple[float, Operator]], value: float, dice: np.random.Generator
    ) -> Operator | None:
        """Return the operator to apply, or None to stop: the paper's ChooseNextOp."""
        if not outcomes:
            return None
        if dice.random() < self.curious:
            return outcomes[dice.integers(len(outcomes))][1]
        worth, best = max(outcomes, key=lambda one: one[0])
        return best if worth > value else None
