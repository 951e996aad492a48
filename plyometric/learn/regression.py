"""Regression: the weights under which a position's worth foretells how its game goes on and ends.

Sources: M. Buro, Statistical feature combination for the evaluation of game positions, 1995; P. Österlund's
tuning of Texel, 2014, who fits the leaves of searches to the results of games. The student plays against
itself; a position's worth w . f, read at the leaf of its principal line, is squashed to the share of
the points that is to be expected. Weights are fitted by maximum likelihood, and the student plays on with
them, round after round.

Choices: what a position is fitted to is not the result alone, of which there is one a game, but a mean of
all values that the search gives later in the game and of the result, later ones counting less and less, as
in TD(lambda). The slope of squashing is fitted with the first weights; later, as more is known and values
say more, the slope grows and the weights keep their unit: their part along the first ones stays as large as
these. Weights are taken to lie around those of the round before, each within its spread, so that what is
hardly ever seen stays in place; positions of one game are alike, so that several count as one. Rounds grow,
since early ones are played by whoever knows little. Moves drawn by lot end what can be said about the
positions before them.
"""

from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from plyometric.arena.players import Player
from plyometric.arena.workers import Unit, each
from plyometric.errors import InputError
from plyometric.learn.learner import LearnerState, Progress
from plyometric.learn.leaves import change_of, cut, starting_weights
from plyometric.learn.one_thread import on_one_thread
from plyometric.learn.tdleaf import DRAWN, FORCED, Drill, Practice, Told, watched

ALIKE = 5
"""How many positions of a game count as one."""
SLOPES = (1e-6, 1e3)
"""Between which slopes the one is looked for that suits the starting weights, per usual weight."""


class Examples(NamedTuple):
    """Positions as the features of their leaves, what the search found, and the share of points that came."""

    leaves: Any
    values: np.ndarray
    shares: np.ndarray


@dataclass(frozen=True)
class Regression:
    """Rounds of games of a student against itself, one from each start; after each all weights are fitted.

    Where there is an author, the games are its own, and the student's weights come to tell what its do.
    """

    student: Player
    starts: Sequence[Any]
    rounds: int
    seed: int
    lam: float = 0.97
    noise: float = 0.0
    spread: float = 1.5
    longest: int = 300
    author: Player | None = None

    def __post_init__(self) -> None:
        if not 1 <= self.rounds <= len(self.starts):
            raise InputError(
                f"regression takes a start or more for each of its rounds, {self.rounds} of them."
            )
        if not self.first.any():
            name = self.student.game.name
            raise InputError(f"{name}: regression cannot start from weights that are all 0.")

    @property
    def first(self) -> np.ndarray:
        """The weights with which learning begins."""
        return starting_weights(self.student.game, self.student.weights)

    @property
    def size(self) -> float:
        """The size of the starting weights: the root of their mean square."""
        return float(np.sqrt((self.first**2).mean()))

    @property
    def spreads(self) -> np.ndarray:
        """How far each weight is expected to move in a round: as the game says, or as far as all others."""
        told = self.student.game.spreads
        return np.array(told) if told else np.full(len(self.first), self.spread * self.size)

    def begin(self) -> LearnerState:
        """Return the state before the first round."""
        return {"step": 0, "weights": self.first.tolist(), "slope": 0.0, "positions": 0, "loss": None}

    def step(self, state: LearnerState, executor: Executor) -> LearnerState:
        """Play the games of a round, and fit the weights to them."""
        weights, slope = np.array(state["weights"]), state["slope"]
        with on_one_thread():
            games = list(each(executor, watched, self._units(state)))
            slope = slope or fitted_slope(examples_in(games, 0.0, 1.0), self.size)
            examples = examples_in(games, slope, self.lam)
            found, loss = fitted(examples, weights, slope, self.spreads)
        unit = 1.0 if self.author else self._unit_of(found)
        known = {"weights": cut(found / unit).tolist(), "slope": slope * unit, "loss": loss}
        return {"step": state["step"] + 1, "positions": state["positions"] + len(examples.shares), **known}

    def is_done(self, state: LearnerState) -> bool:
        """Return whether all rounds were played."""
        return state["step"] == self.rounds

    def weights(self, state: LearnerState) -> list[float]:
        """Return the weights of the last fit."""
        return list(state["weights"])

    def progress(self, state: LearnerState) -> Progress:
        """Return the share of rounds, the positions so far, and how surprising the last ones were."""
        figures = {"positions": state["positions"], "loss": state["loss"]}
        return Progress(
            state["step"] / self.rounds, figures | {"change": change_of(state["weights"], self.first)}
        )

    def _unit_of(self, weights: np.ndarray) -> float:
        """Return by how much weights have grown along the first ones; if they have turned, they stay."""
        grown = float(weights @ self.first / (self.first @ self.first))
        return grown if grown > 0 else 1.0

    def _games_of(self, step: int) -> range:
        """Return which games belong to a round: one at least, and more from round to round."""
        share = len(self.starts) / (self.rounds * (self.rounds + 1))
        return range(*(max(n, round(share * n * (n + 1))) for n in (step, step + 1)))

    def _units(self, state: LearnerState) -> Iterator[Unit]:
        student = replace(self.student, weights=tuple(state["weights"]))
        drill = Drill(self.noise, self.seed, self.lam, 0.0, self.longest)
        practice = Practice(self.author or student, None, drill, student)
        for index in self._games_of(state["step"]):
            yield str(index), (practice, index, tuple(self.starts[index]))


def examples_in(told: Sequence[Told], slope: float, lam: float) -> Examples:
    """Return the positions of all games that tell something."""
    from scipy.sparse import vstack  # type: ignore[import-untyped]

    shares = [shares_after(slope * one.values, one.ends, one.kinds, one.result, lam) for one in told]
    leaves, share = vstack([one.leaves for one in told], "csr"), np.concatenate(shares)
    tells = ~np.isnan(share) & (leaves.getnnz(axis=1) > 0)
    values = np.concatenate([one.values for one in told])
    return Examples(leaves[tells], values[tells], share[tells])


def shares_after(
    worths: np.ndarray, ends: np.ndarray, kinds: np.ndarray, result: float, lam: float
) -> np.ndarray:
    """Return the share of points that came of every ply, for its mover; NaN where nothing can be said."""
    values = np.where(ends == 0, 1 / (1 + np.exp(-np.clip(worths, -30, 30))), (1 + ends) / 2)
    shares, ahead = np.full(len(values), np.nan), (1 + result) / 2
    for ply in reversed(range(len(values))):
        own = ahead if ply % 2 == 0 else 1 - ahead
        if kinds[ply] == DRAWN:
            own = values[ply]
        elif kinds[ply] != FORCED:
            shares[ply] = own
            own = lam * own + (1 - lam) * values[ply]
        ahead = own if ply % 2 == 0 else 1 - own
    return shares


def surprise(worths: np.ndarray, shares: np.ndarray) -> tuple[float, np.ndarray]:
    """Return how surprising shares are, as mean cross-entropy, and its slope for every worth."""
    loss = np.logaddexp(0, worths) - shares * worths
    return float(loss.mean()), (1 / (1 + np.exp(-np.clip(worths, -30, 30))) - shares) / len(shares)


def fitted_slope(examples: Examples, size: float) -> float:
    """Return the slope with which the search's values foretell the shares best."""
    from scipy.optimize import minimize_scalar  # type: ignore[import-untyped]

    worths = examples.values / size
    low, high = np.log(SLOPES)
    found = minimize_scalar(
        lambda x: surprise(np.exp(x) * worths, examples.shares)[0], bounds=(low, high), method="bounded"
    )
    return float(np.exp(found.x) / size)


def fitted(examples: Examples, before: np.ndarray, slope: float, spread: Any) -> tuple[np.ndarray, float]:
    """Return the most likely weights around those before, within a spread, and the surprise left."""
    from scipy.optimize import minimize

    leaves, shares = examples.leaves.astype(np.float64), examples.shares
    price = ALIKE / len(shares)

    def loss(changes: np.ndarray) -> tuple[float, np.ndarray]:
        surprised, rises = surprise(slope * (leaves @ (before + spread * changes)), shares)
        uphill = slope * spread * (leaves.T @ rises)
        return surprised + price * (changes @ changes) / 2, uphill + price * changes

    found = minimize(loss, np.zeros(len(before)), jac=True, method="L-BFGS-B", options={"maxiter": 300})
    weights = before + spread * found.x
    return weights, surprise(slope * (leaves @ weights), shares)[0]
