"""The tuner: a budget of nodes spent by a method, and what came of it on positions held out.

Whatever a method believes, only settings count that were measured as a whole on all positions of training:
two changes that help alone may do harm together. The best of them is then set against the start on positions
that no step has seen.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from typing import NamedTuple

from plyometric.arena.statistics import Estimate, mean_interval
from plyometric.errors import InputError
from plyometric.kernel import rng
from plyometric.learn.tuning.bench import Bench
from plyometric.learn.tuning.methods import Method
from plyometric.learn.tuning.objectives import Objective
from plyometric.learn.tuning.parameters import Point, Setting, Space
from plyometric.learn.tuning.racing import race

TRAIN, HELD_OUT = "train", "held-out"

MAY_FAIL = 0.05
"""The part of the positions on which a program may fail as it is: they are left out."""

IDLE = 5
"""So many rounds in which nothing new was measured end the work."""

STILL_FALLING = 0.01
"""The part of the cost that the last third of the budget must have saved for more to be advised."""


class Split(NamedTuple):
    """The places of the positions to learn from, in the order of races, and of those held out."""

    train: tuple[int, ...]
    held_out: tuple[int, ...]


class Round(NamedTuple):
    """How things stand after a round: nodes spent, the setting shown, what it costs, and the best so far."""

    number: int
    spent: int
    setting: Setting
    nodes: int
    solved: int
    best: Setting
    cost: float


class Comparison(NamedTuple):
    """Two settings on the same positions; `change` is that of the cost, as a part of what it was."""

    positions: int
    solved: tuple[int, int]
    nodes: tuple[int, int]
    change: Estimate
    more_solved: Estimate


class Outcome(NamedTuple):
    """What tuning came to."""

    best: Setting
    train: Comparison
    held_out: Comparison
    is_accepted: bool
    advice: str


def split(parts: Sequence[str], seed: int) -> Split:
    """Return which positions to learn from, by the sets that they belong to, or half of them by lot."""
    order = sorted(range(len(parts)), key=lambda place: (rng.word(seed, 0, place), place))
    if TRAIN in parts and HELD_OUT in parts:
        named = (tuple(place for place in order if parts[place] == part) for part in (TRAIN, HELD_OUT))
        return Split(*named)
    half = (len(parts) + 1) // 2
    if len(parts) < 4:
        raise InputError(f"{len(parts)} positions are too few to tune on some and to judge by others.")
    return Split(tuple(order[:half]), tuple(order[half:]))


@dataclass
class Tuner:
    """A method at work on a bench, within a budget of nodes; the last round may pass it."""

    space: Space
    method: Method
    bench: Bench
    places: Split
    budget: int

    def __post_init__(self) -> None:
        self.best = self.space.start
        self.left_out: dict[int, str] = {}
        self._progress: list[tuple[int, float]] = []

    def rounds(self) -> Iterator[Round]:
        """Yield how things stand after every round."""
        self.begin()
        idle, before = 0, self.bench.spent
        for number in count(1):
            points = self.method.ask()
            if not points:
                return
            settings = self._measured(points)
            yield self._round(number, settings[0] if self.method.stands else self.best)
            idle = idle + 1 if self.bench.spent == before else 0
            before = self.bench.spent
            if self.bench.spent >= self.budget or idle == IDLE:
                break
        self._measure_last_step()

    def outcome(self) -> Outcome:
        """Set the best against the start on positions held out, and say what to think of it."""
        pair = (self.space.start, self.best)
        self.places = self.places._replace(held_out=self._measurable(self.places.held_out))
        self.bench.measure(pair, self.places.held_out)
        train, held_out = (compared(self.bench, *pair, places) for places in self.places)
        is_sure = held_out.change.high < 0 and not self.bench.faults[self.best]
        return Outcome(self.best, train, held_out, is_sure, self._advice(held_out, is_sure))

    def begin(self) -> None:
        """Measure the start, and leave out the positions on which that fails."""
        self.places = self.places._replace(train=self._measurable(self.places.train))

    def _measurable(self, places: tuple[int, ...]) -> tuple[int, ...]:
        """Return the positions on which the start can be measured, which must be nearly all of them."""
        start = self.space.start
        self.bench.measure([start], places)
        faults = [effort.fault for effort in self.bench.efforts(start, places)]
        failed = {place: fault for place, fault in zip(places, faults, strict=True) if fault}
        if len(failed) > MAY_FAIL * len(places):
            raise InputError(f"it fails as it is, before anything was tuned: {self.bench.first_fault}")
        self.left_out |= failed
        return tuple(place for place in places if place not in failed)

    def _measured(self, points: Sequence[Point]) -> list[Setting]:
        """Measure points, tell what they cost, and return them as settings."""
        settings = [self.space.snapped(point) for point in points]
        train = self.places.train
        if self.method.races:
            costs = race(self.bench, [self.best, *settings], train)[1:]
        else:
            self.bench.measure(settings, train)
            costs = [self.bench.cost(setting, train) for setting in settings]
        self._keep_best(settings)
        self.method.tell(points, costs)
        return settings

    def _keep_best(self, settings: Sequence[Setting]) -> None:
        """Keep the cheapest setting of those that were measured on all positions and never failed."""
        train = self.places.train
        whole = [one for one in settings if self.bench.knows(one, train) and not self.bench.faults[one]]
        self.best = min([self.best, *whole], key=lambda one: self.bench.cost(one, train))
        self._progress.append((self.bench.spent, self.bench.cost(self.best, train)))

    def _measure_last_step(self) -> None:
        """Measure where a method has gone last: only what was measured can be taken."""
        if self.method.stands and (points := self.method.ask()):
            last = self.space.snapped(points[0])
            self.bench.measure([last], self.places.train)
            self._keep_best([last])

    def _round(self, number: int, shown: Setting) -> Round:
        train, bench = self.places.train, self.bench
        totals = bench.total(shown, train), bench.solved(shown, train)
        return Round(number, bench.spent, shown, *totals, self.best, bench.cost(self.best, train))

    def _advice(self, held_out: Comparison, is_sure: bool) -> str:
        """Return in a sentence or two what to do next."""
        if self.best == self.space.start:
            return "Keep what you have: nothing better was found. Other parameters may do more."
        if held_out.change.high >= 0:
            return (
                "Keep what you have: what was gained in training is not sure on positions held out. More"
                " positions tell more than a larger budget."
            )
        if not is_sure:
            return f"Keep what you have: what was found fails on positions held out: {self.bench.first_fault}"
        if self._is_still_falling():
            return "Take it, and go on: the cost was still falling, a larger budget is worth it."
        return "Take it, and stop here: the last third of the budget brought hardly anything."

    def _is_still_falling(self) -> bool:
        last = self._progress[-1]
        before = next((cost for spent, cost in reversed(self._progress) if spent <= last[0] * 2 / 3), None)
        return before is None or (before - last[1]) / before > STILL_FALLING


def compared(
    bench: Bench, one: Setting, other: Setting, places: Sequence[int], objective: Objective | None = None
) -> Comparison:
    """Return what changes from one setting to another, both measured on these positions."""
    objective = objective or bench.objective
    efforts = [bench.efforts(setting, places) for setting in (one, other)]
    values = [objective.values(there, bench.nodes) for there in efforts]
    was = float(values[0].mean())
    before = objective.of_mean(was) or 1.0
    differences = mean_interval((values[1] - values[0]).tolist())
    change = Estimate(*((objective.of_mean(was + by) - before) / before for by in differences))
    more = mean_interval([b.solved - a.solved for a, b in zip(*efforts, strict=True)])
    solved, nodes = ([count(there) for there in efforts] for count in (_solved, _nodes))
    return Comparison(len(places), (solved[0], solved[1]), (nodes[0], nodes[1]), change, more)


def _solved(efforts: Sequence) -> int:
    return sum(effort.solved for effort in efforts)


def _nodes(efforts: Sequence) -> int:
    return sum(effort.nodes for effort in efforts)
