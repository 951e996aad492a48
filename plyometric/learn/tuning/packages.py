"""Ways to look for a better setting that packages know: CMA-ES by `cma`, TPE by `optuna`.

Sources: N. Hansen, The CMA evolution strategy: a tutorial (2016); J. Bergstra and others, Algorithms for
hyper-parameter optimization, NIPS 24 (2011). Both work on shares of the ranges, from 0 to 1.
"""

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np

from plyometric.errors import InputError
from plyometric.learn.tuning.parameters import Parameter, Point, Space

POPULATION, SPREAD = 8, 0.25
"""Points of a generation of CMA-ES, and how far they lie apart at first, as a share of the ranges."""

AT_ONCE, FIRST = 4, 8
"""Trials of TPE that are asked for together, and how many are drawn before it has learned."""


class Cma:
    """CMA-ES: a cloud of points that learns its shape."""

    races: ClassVar[bool] = True
    stands: ClassVar[bool] = False

    def __init__(self, space: Space, seed: int = 0) -> None:
        cma = _package("cma")
        self.space = space
        # Its usual numbers come from one generator for the whole process, which other threads use as well.
        draw = np.random.RandomState(seed & 0xFFFF_FFFF).randn
        settings = {"bounds": [0, 1], "popsize": POPULATION, "seed": np.nan, "randn": draw, "verbose": -9}
        self._cloud = cma.CMAEvolutionStrategy(list(space.shares(space.start)), SPREAD, settings)
        self._asked: list[Any] = []

    def ask(self) -> list[Point]:
        """Return a generation."""
        self._asked = self._cloud.ask()
        return [self.space.at(shares) for shares in self._asked]

    def tell(self, points: Sequence[Point], costs: Sequence[float]) -> None:
        """Move the cloud towards those that cost less."""
        self._cloud.tell(self._asked, list(costs))


class Tpe:
    """Optuna's TPE: where good trials lie more densely than others."""

    races: ClassVar[bool] = True
    stands: ClassVar[bool] = False

    def __init__(self, space: Space, seed: int = 0) -> None:
        optuna = _package("optuna")
        optuna.logging.set_verbosity(optuna.logging.ERROR)
        how = {"seed": seed & 0xFFFF_FFFF, "n_startup_trials": FIRST, "multivariate": True}
        self.space = space
        self._ranges = {one.name: _range(optuna.distributions, one) for one in space.parameters}
        self._study = optuna.create_study(sampler=optuna.samplers.TPESampler(**how))
        self._study.enqueue_trial(dict(zip(self._ranges, space.start, strict=True)))
        self._trials: list[Any] = []

    def ask(self) -> list[Point]:
        """Return some trials; the very first is where tuning begins."""
        self._trials = [self._study.ask(self._ranges) for _ in range(AT_ONCE)]
        return [tuple(float(trial.params[name]) for name in self._ranges) for trial in self._trials]

    def tell(self, points: Sequence[Point], costs: Sequence[float]) -> None:
        """Note what the trials cost."""
        for trial, cost in zip(self._trials, costs, strict=True):
            self._study.tell(trial, cost)


def _range(distributions: Any, one: Parameter) -> Any:
    """Return the range of a parameter as Optuna knows it, cut to whole steps."""
    if one.choices:
        return distributions.CategoricalDistribution(tuple(float(i) for i in range(len(one.choices))))
    steps = int((one.most - one.least) / one.step + 1e-9)
    return distributions.FloatDistribution(one.least, one.least + steps * one.step, step=one.step)


def _package(name: str) -> Any:
    """Return a package that only tuning needs."""
    from importlib import import_module

    try:
        return import_module(name)
    except ImportError:
        raise InputError(f"this method needs the package {name}: pip install 'plyometric[tune]'.") from None
