"""RELIEF: which features tell two classes apart.

After K. Kira and L. Rendell, A practical approach to feature selection (1992): a feature is relevant
if it differs more between an example and its nearest miss (the nearest example of the other class)
than between the example and its nearest hit (of its own class).

Choices where the paper is silent: examples that are equally near (to a billionth) share the place of
the nearest, so that the order of the examples does not matter. A feature is kept if its weight is at
least the 95 % quantile of the weights that runs with shuffled labels give. Those are not centred on 0
where one class is rarer: misses are then farther away than hits for most examples, whatever the feature.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.feature_selection import SelectorMixin
from sklearn.utils.validation import check_is_fitted, validate_data

from plyometric.errors import InputError
from plyometric.kernel import kernel, rule
from plyometric.kernel.rng import below
from plyometric.learn.trees import checked_examples, contrasting_labels

TIE = 1e-9
SAMPLING, SHUFFLING = 0, 1
"""Streams of random numbers: one for the sample, then one for each shuffled run."""


@rule
def measure(columns, i, out):
    """Write how far every example is from example i, which itself is out of reach."""
    out[:] = 0.0
    for feature in range(columns.shape[0]):
        here = columns[feature, i]
        for j in range(columns.shape[1]):
            out[j] += abs(columns[feature, j] - here)
    out[i] = np.inf


@rule
def nearest(distances, labels, label):
    """Return how near the nearest example of a class is."""
    reach = np.inf
    for j in range(len(distances)):
        if distances[j] < reach and labels[j] == label:
            reach = distances[j]
    return reach


@rule
def mean_gaps(columns, i, distances, reach, labels, label, out):
    """Write by how much each feature differs from example i at the examples of a class within reach."""
    out[:] = 0.0
    n = 0
    for j in range(len(distances)):
        if distances[j] <= reach and labels[j] == label:
            n += 1
            for feature in range(len(out)):
                out[feature] += abs(columns[feature, j] - columns[feature, i])
    out /= n


@rule
def add_margins(columns, i, distances, labels, gaps, weights):
    """Add to each feature's weight how much more it differs at the nearest miss than at the nearest hit."""
    hit = nearest(distances, labels, labels[i])
    miss = nearest(distances, labels, 1 - labels[i])
    if np.isinf(hit):
        return
    mean_gaps(columns, i, distances, hit + TIE, labels, labels[i], gaps[0])
    mean_gaps(columns, i, distances, miss + TIE, labels, 1 - labels[i], gaps[1])
    weights += gaps[1] - gaps[0]


@kernel
def weigh(columns, labellings, sample, distances, gaps, weights):
    """Fill weights[run, feature] for several labellings of the same examples, measuring only once."""
    for i in sample:
        measure(columns, i, distances)
        for run in range(len(labellings)):
            add_margins(columns, i, distances, labellings[run], gaps, weights[run])
    weights /= len(sample)


@kernel
def shuffle(items, seed, stream):
    """Shuffle in place."""
    for i in range(len(items) - 1, 0, -1):
        j = below(i + 1, seed, stream, i)
        items[i], items[j] = items[j], items[i]


class Relief(SelectorMixin, BaseEstimator):
    """Selects the features whose RELIEF weight no shuffled labels would give.

    n_samples   how many examples are compared with all others; None for every one
    shuffles    how many runs with shuffled labels set the threshold
    quantile    of the weights of shuffled runs, from which on a feature is kept
    fallback    how many of the best features are kept if none reaches the threshold
    seed        of the sample and the shuffles

    weights_, threshold_ and is_constant_ are learned; a constant feature is never kept.
    """

    def __init__(
        self,
        n_samples: int | None = None,
        shuffles: int = 5,
        quantile: float = 0.95,
        fallback: int = 17,
        seed: int = 0,
    ) -> None:
        self.n_samples = n_samples
        self.shuffles = shuffles
        self.quantile = quantile
        self.fallback = fallback
        self.seed = seed

    def fit(self, X: Any, y: Any) -> "Relief":  # noqa: N803
        """Weigh the features of examples with labels 0 and 1."""
        self._check_settings()
        examples = checked_examples(X)
        labels = contrasting_labels(y, len(examples))
        validate_data(self, X, skip_check_array=True)
        columns, self.is_constant_ = _scaled(examples)
        weights = np.zeros((1 + self.shuffles, columns.shape[0]))
        buffers = np.empty(columns.shape[1]), np.empty((2, columns.shape[0]))
        weigh(columns, self._labellings(labels), self._sample(len(labels)), *buffers, weights)
        self.weights_ = weights[0]
        self.threshold_ = float(np.quantile(weights[1:, ~self.is_constant_], self.quantile))
        return self

    def _check_settings(self) -> None:
        if self.shuffles < 1 or self.fallback < 1 or (self.n_samples is not None and self.n_samples < 1):
            raise InputError("shuffles, fallback and n_samples must be 1 or more.")
        if not 0 <= self.quantile <= 1:
            raise InputError(f"quantile must be from 0 to 1, not {self.quantile}.")

    def _labellings(self, labels: np.ndarray) -> np.ndarray:
        """Return the labels as they are, then shuffled once for each shuffled run."""
        labellings = np.tile(labels.astype(np.int8), (1 + self.shuffles, 1))
        for run in range(self.shuffles):
            shuffle(labellings[1 + run], self.seed, SHUFFLING + run)
        return labellings

    def _sample(self, n: int) -> np.ndarray:
        sample = np.arange(n)
        if self.n_samples is not None and self.n_samples < n:
            shuffle(sample, self.seed, SAMPLING)
        return sample[: self.n_samples]

    def _get_support_mask(self) -> np.ndarray:
        check_is_fitted(self, "weights_")
        passes = (self.weights_ >= self.threshold_) & ~self.is_constant_
        return passes if passes.any() else self._best()

    def _best(self) -> np.ndarray:
        rating = np.where(self.is_constant_, -np.inf, self.weights_)
        best = np.argsort(-rating, kind="stable")[: self.fallback]
        return np.isin(np.arange(len(rating)), best) & ~self.is_constant_


def _scaled(examples: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the features as rows, each from 0 to 1, and which of them are constant."""
    columns = np.ascontiguousarray(examples.T)
    low, high = columns.min(axis=1), columns.max(axis=1)
    is_constant = low == high
    if is_constant.all():
        raise InputError("every feature is constant: none can tell the classes apart.")
    span = np.where(is_constant, 1.0, high - low)
    return (columns - low[:, None]) / span[:, None], is_constant


def export_text(relief: Relief, names: Sequence[str]) -> str:
    """Return the features from the most to the least relevant, each with its weight and its fate."""
    kept = relief.get_support()
    width = max(map(len, [*names, "threshold"]))
    order = np.argsort(-relief.weights_, kind="stable")
    lines = [
        f"{names[i]:{width}} {relief.weights_[i]:9.5f}  {'kept' if kept[i] else 'dropped'}" for i in order
    ]
    return "\n".join([*lines, f"{'threshold':{width}} {relief.threshold_:9.5f}"])
