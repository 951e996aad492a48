"""Learning opinions: how a deeper search would change its mind about a position.

What searches say of many positions is cut into bins, and a small net learns the chance of each bin. A spike
is the mean of a bin, made symmetric. The bins lie at edges given in the unit of the evaluation, or where
they hold about as many positions each. Every tenth family is held out, and tells how far the chances can be
trusted: the log-loss beside that of always telling how positions are at large, and for each chance that was
told how often it came true.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from plyometric import __version__
from plyometric.errors import InputError
from plyometric.kernel import Game, kernel, state_in
from plyometric.kernel.parts import SURE
from plyometric.learn.foresight import Examples
from plyometric.learn.one_thread import on_one_thread
from plyometric.search.opinions import SQUARES, Opinion, input_names, look

HELD_OUT = 10
"""One of so many families is held out."""

BEYOND, USUAL = 1.5, 0.95
"""A decided game is worth so many times what all but a few undecided positions are worth."""

QUANTILES = (0.25, 0.5, 0.75)
DIGITS = 5
"""How many digits of a weight matter."""

NEVER = -30.0
"""The bias of a bin that no position has fallen into."""

RELIABILITY = (0.0, 0.001, 0.01, 0.1, 0.3, 0.7, 0.9, 0.99, 0.999, 1.0)
"""Where the chances are cut by which reliability is told."""


@dataclass(frozen=True)
class Lesson:
    """How a net is trained: where the bins lie, the widths of its layers, and the rates of learning.

    A value beyond `most`, such as a decided game, counts as that; by default it lies somewhat beyond what
    undecided positions are worth. `rates` are pairs of a rate and a number of rounds through all examples.
    `without` names inputs that the net shall not see.
    """

    edges: tuple[float, ...] = ()
    most: float = 0.0
    hidden: tuple[int, int] = (48, 32)
    rates: tuple[tuple[float, int], ...] = ((0.003, 4), (0.001, 3), (0.0003, 2))
    without: tuple[str, ...] = ()

    def checked(self, game: Game) -> "Lesson":
        """Return the lesson, or say what is wrong with it."""
        if self.most < 0 or (self.most and self.edges and self.most <= self.edges[-1]):
            raise InputError(f"what a decided game is worth must lie beyond all edges, not at {self.most}.")
        if any(edge <= 0 for edge in self.edges) or list(self.edges) != sorted(set(self.edges)):
            raise InputError(f"edges must be positive and rising, not {'/'.join(map(str, self.edges))}.")
        unknown = set(self.without) - set(input_names(game))
        if unknown:
            raise InputError(f"{game.name} tells nothing of {min(unknown)!r}, which is to be left out.")
        if not set(input_names(game)) - set(self.without):
            raise InputError(f"{game.name} tells learners nothing: give it features, traits or a board.")
        return self


class Calibration(NamedTuple):
    """How far an opinion can be trusted, by examples that were held out.

    `reliability` are rows of chances told: from, to, how many, their mean, and how often they came true.
    """

    examples: int
    held_out: int
    loss: float
    marginal_loss: float
    error: float
    effort: float
    reliability: list[tuple[float, float, int, float, float]]


# What a net sees


@kernel
def look_at_each(game, like, states, told, sets):
    """Write what a net sees of every state."""
    for i in range(len(states)):
        look(game, state_in(like, states[i]), told[i], sets[i])


def inputs_of(game: Game, states: np.ndarray) -> np.ndarray:
    """Return what a net sees of states, a row each: numbers, then a bit for each square of each piece."""
    told = np.zeros((len(states), game.feature_count + game.trait_count))
    sets = np.zeros((len(states), game.piece_count), np.int64)
    look_at_each(game, game.start(), states, told, sets)
    bits = np.unpackbits(
        sets.astype("<i8").view(np.uint8).reshape(len(states), -1), axis=1, bitorder="little"
    )
    return np.hstack([told, bits]).astype(np.float32)


# Bins and spikes


class Bins(NamedTuple):
    """The bins of values: where they are cut, and the spike of each."""

    cuts: np.ndarray
    spikes: np.ndarray

    def of(self, values: np.ndarray) -> np.ndarray:
        """Return the bin of each value, whichever side it is good for."""
        positive = self.cuts[len(self.cuts) // 2 :]
        return len(positive) + np.sign(values).astype(int) * bin_of_size(np.abs(values), positive)


def bin_of_size(sizes: np.ndarray, cuts: np.ndarray) -> np.ndarray:
    """Return how many cuts sizes have reached: one at a cut belongs to what lies beyond."""
    return np.searchsorted(cuts, sizes, side="right")


def within_reason(values: np.ndarray, most: float) -> np.ndarray:
    """Return values cut off at the most that a position shall be worth."""
    sizes = np.abs(values[np.abs(values) < SURE])
    most = most or (BEYOND * np.quantile(sizes, USUAL) if sizes.any() else 1.0)
    return np.clip(values, -most, most)


def bins_for(values: np.ndarray, edges: Sequence[float]) -> Bins:
    """Return the bins that edges make, or that hold about as many values each."""
    sizes = np.abs(values)
    positive = np.array(edges or np.unique(np.quantile(sizes[sizes > 0], QUANTILES)) if sizes.any() else ())
    if not len(positive):
        raise InputError("all positions are worth the same: there is nothing to learn.")
    cuts = np.concatenate([-positive[::-1], positive])
    outer = [sizes[bin_of_size(sizes, positive) == i + 1] for i in range(len(positive))]
    ends = [*positive[1:], positive[-1] * 2]
    means = [
        part.mean() if len(part) else (low + high) / 2
        for part, low, high in zip(outer, positive, ends, strict=True)
    ]
    return Bins(cuts, np.concatenate([-np.array(means)[::-1], [0.0], means]))


# Training


def learn_opinion(
    game: Game,
    examples: Examples,
    lesson: Lesson,
    seed: int,
    how: dict[str, Any] | None = None,
    inputs: np.ndarray | None = None,
) -> tuple[Opinion, Calibration]:
    """Return an opinion learned from examples, and how far it can be trusted.

    Who learns from the same examples more than once may give what a net sees of them.
    """
    lesson = lesson.checked(game)
    examples = examples._replace(value=within_reason(examples.value, lesson.most))
    bins = bins_for(examples.value, lesson.edges)
    kinds = bins.of(examples.value)
    inputs = inputs_of(game, examples.state) if inputs is None else inputs
    held = examples.family % HELD_OUT == 0
    if not held.any() or held.all():
        raise InputError(f"{len(held)} positions of too few games are not enough to learn from.")
    net = _trained(game, inputs[~held], kinds[~held], lesson, seed)
    layers = _layers(net, len(bins.spikes))
    efforts = np.log(np.maximum(examples.settled, 1))
    effort = _effort(_hidden(layers, inputs[~held]), efforts[~held])
    share = np.bincount(kinds[~held], minlength=len(bins.spikes)) / (~held).sum()
    told = _Told(
        _chances(layers, inputs[held]), kinds[held], _hidden(layers, inputs[held]) @ effort[:-1] + effort[-1]
    )
    calibration = _calibration(told, bins.spikes, share, examples.taken(held), int((~held).sum()))
    learned = {"by": "plyo learn opinion", "version": __version__, "seed": seed, **(how or {})}
    learned |= {"examples": calibration.examples, "log-loss": round(calibration.loss, 4)}
    opinion = Opinion(
        game=game.name,
        evaluation=game.evaluation_name,
        inputs=input_names(game),
        spikes=np.round(bins.spikes, 3).tolist(),
        marginal=share.tolist(),
        layers=[[_short(weights), _short(bias)] for weights, bias in layers],
        effort=_short(effort),
        learned=learned,
    )
    return opinion, calibration


def _trained(game: Game, inputs: np.ndarray, kinds: np.ndarray, lesson: Lesson, seed: int) -> Any:
    """Return a net trained at one rate after another; what it sees is standardised, and so told."""
    from sklearn.neural_network import MLPClassifier

    centre, scale = _standard(game, inputs, lesson.without)
    seen = np.flatnonzero(scale)
    shown = (inputs[:, seen] - centre[seen]) * scale[seen]
    net = MLPClassifier(
        lesson.hidden, alpha=1e-4, batch_size=min(512, len(shown)), random_state=seed, tol=0.0
    )
    net.set_params(warm_start=True, n_iter_no_change=1000)
    with on_one_thread():
        for rate, rounds in lesson.rates:
            net.set_params(learning_rate_init=rate, max_iter=rounds).fit(shown, kinds)
    weights = np.zeros((len(scale), lesson.hidden[0]), np.float32)
    weights[seen] = net.coefs_[0] * scale[seen, None]
    net.intercepts_[0] = net.intercepts_[0] - centre @ weights
    net.coefs_[0] = weights
    return net


def _standard(game: Game, inputs: np.ndarray, without: Sequence[str]) -> tuple[np.ndarray, np.ndarray]:
    """Return what to take from each input, and what to multiply it by: 0 for one that is left out."""
    dense = game.feature_count + game.trait_count
    centre, scale = np.zeros(inputs.shape[1], np.float32), np.ones(inputs.shape[1], np.float32)
    centre[:dense] = inputs[:, :dense].mean(axis=0)
    scale[:dense] = 1 / (inputs[:, :dense].std(axis=0) + 1e-3)
    for i, name in enumerate(input_names(game)):
        if name in without:
            place = i if i < dense else dense + SQUARES * (i - dense)
            scale[place : place + (1 if i < dense else SQUARES)] = 0
    return centre, scale


Layers = list[tuple[np.ndarray, np.ndarray]]


def _layers(net: Any, spikes: int) -> Layers:
    """Return the layers of a net, in double precision, with an answer for every spike."""
    layers = [
        (weights.astype(float), bias.astype(float))
        for weights, bias in zip(net.coefs_, net.intercepts_, strict=True)
    ]
    weights, bias = layers[-1]
    if len(bias) == 1:
        weights, bias = np.hstack([0 * weights, weights]), np.array([0.0, bias[0]])
    whole, answers = np.zeros((len(weights), spikes)), np.full(spikes, NEVER)
    whole[:, net.classes_], answers[net.classes_] = weights, bias
    return [*layers[:-1], (whole, answers)]


def _hidden(layers: Layers, inputs: np.ndarray) -> np.ndarray:
    """Return the last hidden layer for every input."""
    values = inputs
    for weights, bias in layers[:-1]:
        values = np.maximum(values @ weights + bias, 0)
    return values


def _chances(layers: Layers, inputs: np.ndarray) -> np.ndarray:
    """Return the chances that a net tells for every input."""
    weights, bias = layers[-1]
    answers = _hidden(layers, inputs) @ weights + bias
    odds = np.exp(answers - answers.max(axis=1, keepdims=True))
    return odds / odds.sum(axis=1, keepdims=True)


def _effort(hidden: np.ndarray, efforts: np.ndarray) -> np.ndarray:
    """Return weights by which the hidden layer tells the logarithm of the nodes to settle, and a bias."""
    from sklearn.linear_model import Ridge

    line = Ridge().fit(hidden, efforts)
    return np.append(line.coef_, line.intercept_)


def _short(numbers: np.ndarray) -> list:
    """Return numbers as a list, rounded to the digits that matter."""
    size = np.power(10.0, DIGITS - 1 - np.floor(np.log10(np.maximum(np.abs(numbers), 1e-9))))
    return (np.round(numbers * size) / size).tolist()


# Calibration


class _Told(NamedTuple):
    """What a net has told of examples that were held out, and the bins into which they fell."""

    chances: np.ndarray
    kinds: np.ndarray
    efforts: np.ndarray


def _calibration(
    told: _Told, spikes: np.ndarray, share: np.ndarray, held: Examples, examples: int
) -> Calibration:
    """Return how what was told compares with what came true."""
    n = len(told.kinds)
    hit = told.chances[np.arange(n), told.kinds]
    real = np.log(np.maximum(held.settled, 1))
    return Calibration(
        examples=examples,
        held_out=n,
        loss=float(-np.log(np.maximum(hit, 1e-12)).mean()),
        marginal_loss=float(-np.log(np.maximum(share[told.kinds], 1e-12)).mean()),
        error=float(np.sqrt(np.mean((told.chances @ spikes - held.value) ** 2))),
        effort=float(1 - np.mean((told.efforts - real) ** 2) / max(real.var(), 1e-12)),
        reliability=_reliability(told),
    )


def _reliability(told: _Told) -> list[tuple[float, float, int, float, float]]:
    """Return for chances of about the same size how often they came true."""
    came_true = np.eye(told.chances.shape[1], dtype=bool)[told.kinds]
    rows = []
    for low, high in pairwise(RELIABILITY):
        among = (told.chances >= low) & ((told.chances < high) | (high == 1.0))
        if among.any():
            rows.append(
                (
                    low,
                    high,
                    int(among.sum()),
                    float(told.chances[among].mean()),
                    float(came_true[among].mean()),
                )
            )
    return rows
