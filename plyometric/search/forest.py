"""Trees and forests as one flat array, which kernels walk: learning another recompiles nothing.

A forest is a float64 array with four numbers a row, and a walk begins at row 0:

    a question   feature, threshold, row to go to if x[feature] <= threshold, row if it is greater
    a leaf       -1, value, first row of the next tree or -1, number of the leaf
"""

import sys
from collections.abc import Iterator
from typing import Any

import numpy as np
from numba import int64

from plyometric.errors import InputError
from plyometric.kernel import rule

WIDTH = 4
"""Numbers in a row."""


@rule
def leaf_below(forest, x, row):
    """Return the row of the leaf to which questions lead from a row on."""
    while forest[row, 0] >= 0:
        if x[int64(forest[row, 0])] <= forest[row, 1]:
            row = int64(forest[row, 2])
        else:
            row = int64(forest[row, 3])
    return row


@rule
def score(forest, x):
    """Return the sum of the leaves that an example comes to in all trees."""
    total, row = 0.0, int64(0)
    while row >= 0:
        row = leaf_below(forest, x, row)
        total += forest[row, 1]
        row = int64(forest[row, 2])
    return total


# As files


def to_rows(forest: np.ndarray) -> list[list[float]]:
    """Return a forest as lists, as JSON holds it."""
    return forest.tolist()


def from_rows(rows: Any, features: int, place: str = "forest") -> np.ndarray:
    """Return the forest that lists from a file describe; what comes back cannot harm a kernel."""
    forest = number_table(rows, WIDTH, place)
    for what, is_wrong in _faults(forest, features):
        if is_wrong.any():
            raise InputError(f"{place}, row {int(is_wrong.argmax())}: {what}.")
    return forest


def number_table(rows: Any, width: int, place: str) -> np.ndarray:
    """Return lists from a file as an array of finite numbers, one row each."""
    if not isinstance(rows, list) or not rows:
        raise InputError(f"{place}: a list of rows is expected, at least one.")
    for i, row in enumerate(rows):
        if not isinstance(row, list) or len(row) != width or not all(map(_is_finite, row)):
            raise InputError(f"{place}, row {i}: {width} finite numbers are expected.")
    return np.array(rows, np.float64)


def _is_finite(number: Any) -> bool:
    """Return whether this is a number within the range of a float64; JSON allows others."""
    return type(number) in (int, float) and abs(number) <= sys.float_info.max


def _faults(forest: np.ndarray, features: int) -> Iterator[tuple[str, np.ndarray]]:
    """Yield what may be wrong with a forest and in which rows it is; each check trusts those before it."""
    n = len(forest)
    row = np.arange(n)
    feature, _, third, fourth = forest.T
    is_leaf = feature < 0
    yield (
        f"the feature must be a whole number from 0 to {features - 1}, or -1 at a leaf",
        (feature != np.round(feature)) | (feature < -1) | (feature >= features),
    )
    goes_on = is_leaf & (third != -1)
    yield (
        f"it must lead to later rows, up to {n - 1}",
        (~is_leaf | goes_on) & ~_is_between(third, row + 1, n) | ~is_leaf & ~_is_between(fourth, row + 1, n),
    )
    roots = roots_of(forest)
    tree = np.searchsorted(roots, row, side="right")
    following = np.append(roots, -1)[tree]
    yield (
        "a leaf must lead to the tree that follows, or to -1 in the last tree",
        is_leaf & (third != following),
    )
    end = np.append(roots, n)[tree]
    yield "a question must lead to rows of its own tree", ~is_leaf & ((third >= end) | (fourth >= end))
    asked = forest[~is_leaf, 2:].astype(np.int64).ravel()
    led_to = np.bincount(asked, minlength=n) + np.isin(row, roots)
    yield "exactly one row must lead here", led_to != 1
    yield "leaves must be numbered 0, 1, 2 and so on", is_leaf & (fourth != np.cumsum(is_leaf) - 1)


def _is_between(number: np.ndarray, low: np.ndarray, end: int) -> np.ndarray:
    return (number == np.round(number)) & (number >= low) & (number < end)


def roots_of(forest: np.ndarray) -> np.ndarray:
    """Return the first row of every tree."""
    following = forest[forest[:, 0] < 0, 2]
    return np.unique([0, *following[following > 0].astype(np.int64)])
