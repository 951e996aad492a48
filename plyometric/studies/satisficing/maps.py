"""Maps of how the game ends: squares of outcomes, kept as rows of letters."""

from typing import Any

import numpy as np

from plyometric.studies.experiment import Experiment
from plyometric.studies.kit import batches

LETTERS = np.frombuffer(b"CD43-", np.uint8)
"""What stands for an outcome in the data of a map."""


def as_letters(outcomes: np.ndarray) -> list[str]:
    """Return rows of outcomes as rows of letters."""
    return [row.tobytes().decode() for row in LETTERS[outcomes]]


def as_outcomes(rows: list[str]) -> np.ndarray:
    """Return rows of letters as rows of outcomes."""
    letters = np.frombuffer("".join(rows).encode(), np.uint8).reshape(len(rows), -1)
    return np.argmax(letters[..., None] == LETTERS, axis=-1)


def square_map(x: Experiment, label: str, function: Any, *setting: Any) -> list[str]:
    """Return the rows of a square map, from a function that is told its size and which rows to fill."""
    size = x.size(200, 1000)
    return x.joined(label, function, batches(range(size), size // 20, *setting, size))
