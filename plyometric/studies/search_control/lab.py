"""The lab of the study of search control: its grounds, and tuning on them."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from plyometric.arena.statistics import Estimate
from plyometric.engines.candidates import Candidate, our_candidate
from plyometric.engines.questions import asked_about
from plyometric.engines.seeking import Question
from plyometric.games.shipped import file_named
from plyometric.games.suites import Problem, read_suite
from plyometric.learn.tuning.asking import asking
from plyometric.learn.tuning.bench import Bench
from plyometric.learn.tuning.methods import method_named
from plyometric.learn.tuning.objectives import OBJECTIVES
from plyometric.learn.tuning.parameters import Parameter, Setting, Space
from plyometric.learn.tuning.tuner import Comparison, Outcome, Round, Split, Tuner, compared, split
from plyometric.studies.experiment import Experiment

PLY = 100
"""Costs of moves are told in hundredths of a ply."""

IN_JOB = 4
"""Positions that are searched in one go."""

SUITE = "tactics"
"""The suite that comes with most games."""


@dataclass(frozen=True)
class Ground:
    """What is tuned, the costs of some classes of moves, on which problems, and the nodes of a search."""

    who: Candidate
    classes: tuple[str, ...]
    space: Space
    problems: tuple[Problem, ...]
    places: Split
    nodes: int

    @property
    def questions(self) -> list[Question]:
        """The problems as the program is asked about them."""
        return [asked_about(self.who.game, one, self.who.way).question for one in self.problems]


class Tuned(NamedTuple):
    """What a method came to, and its nodes on positions held out, at the end and half-way."""

    rounds: list[Round]
    outcome: Outcome
    held_out: Comparison
    half_way: Comparison


def costs_of(classes: Sequence[str]) -> Space:
    """Return what classes of moves cost as parameters, from 1 ply, within the range of the paper."""
    names = (f"Cost of {name}" for name in classes)
    return Space(tuple(Parameter(name, PLY, 0.1 * PLY, 2 * PLY, 1, 10 * PLY) for name in names))


def ground_of(
    x: Experiment, player: str, most: int, nodes: int, classes: int | None = None, suite: str = SUITE
) -> Ground:
    """Return a player's first classes of moves, to be tuned on so many positions of each half of a suite."""
    who = our_candidate(player)
    problems = read_suite(file_named(who.game, suite, "suite"), who.game).problems
    train, held_out = split([one.part for one in problems], x.seed)
    names = who.game.class_names[:classes]
    return Ground(who, names, costs_of(names), problems, Split(train[:most], held_out[:most]), nodes)


class Lab:
    """The workshop of one run of the study."""

    def __init__(self, x: Experiment) -> None:
        self.x = x

    def bench(self, label: str, ground: Ground, objective: str = "nodes") -> Bench:
        """Return a bench for a ground, whose searches are kept under a label."""
        each = partial(self.x.each, label)
        measure = asking(ground.who.facts, ground.space, ground.questions, ground.nodes, each)
        return Bench(measure, ground.nodes, OBJECTIVES[objective], IN_JOB)

    def tune(self, label: str, ground: Ground, method: str, budget: int, objective: str = "nodes") -> Tuned:
        """Let a method spend a budget of nodes."""
        bench = self.bench(label, ground, objective)
        way = method_named(method, ground.space, self.x.seed)
        tuner = Tuner(ground.space, way, bench, ground.places, budget)
        rounds = list(tuner.rounds())
        outcome = tuner.outcome()
        both = outcome.best, half_way(rounds, budget, ground.space.start)
        return Tuned(rounds, outcome, *(held_out(bench, ground, best) for best in both))


def held_out(bench: Bench, ground: Ground, setting: Setting) -> Comparison:
    """Return what a setting changes in nodes, on positions held out."""
    start, places = ground.space.start, ground.places.held_out
    bench.measure([start, setting], places)
    return compared(bench, start, setting, places, OBJECTIVES["nodes"])


def half_way(rounds: Sequence[Round], budget: int, start: Setting) -> Setting:
    """Return the best setting that was known when half of the budget was spent."""
    within = [one.best for one in rounds if one.spent <= budget / 2]
    return within[-1] if within else start


def in_plies(setting: Setting) -> list[float]:
    """Return what classes of moves cost, in plies."""
    return [value / PLY for value in setting]


def per_cent(change: Estimate) -> Estimate:
    """Return a relative change as per cent of what was there before."""
    return Estimate(*(100 * (1 + part) for part in change))
