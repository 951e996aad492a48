"""Labelled examples on disk: Parquet files, a row an example, with the game that it came from."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from plyometric.errors import InputError
from plyometric.files import write_bytes


class Examples(NamedTuple):
    """Examples as arrays: what the learner sees, the states, and what was found out.

    `positive` is the class by equation 3, `gain` the utility by equation 4, `move` how many moves the
    side had made before, `game` the index of the game.
    """

    description: np.ndarray
    state: np.ndarray
    positive: np.ndarray
    gain: np.ndarray
    move: np.ndarray
    game: np.ndarray

    def joined(self, other: "Examples") -> "Examples":
        """Return these examples and others after them."""
        return Examples(*(np.concatenate(columns) for columns in zip(self, other, strict=True)))

    def taken(self, rows: slice) -> "Examples":
        """Return some of the examples."""
        return Examples(*(column[rows] for column in self))


def write_examples(path: Path, examples: Examples, names: list[str], fields: tuple[str, ...]) -> None:
    """Write examples to a Parquet file, all at once."""
    columns = {f"x: {name}": examples.description[:, i] for i, name in enumerate(names)}
    columns |= {f"state: {name}": examples.state[:, i] for i, name in enumerate(fields)}
    columns |= {name: getattr(examples, name) for name in ("positive", "gain", "move", "game")}
    path.parent.mkdir(parents=True, exist_ok=True)
    file = pa.BufferOutputStream()
    pq.write_table(pa.table(columns), file)
    write_bytes(path, file.getvalue().to_pybytes())


def read_examples(paths: Iterable[Path]) -> Iterator[Examples]:
    """Yield the examples of each file."""
    for path in paths:
        try:
            table = pq.read_table(path)
            yield _examples(table)
        except (OSError, pa.ArrowException, KeyError, ValueError) as error:
            reason = " ".join(str(error).split()).rstrip(".") or "it is empty"
            raise InputError(f"{path} is not a whole file of examples: {reason}.") from None


def all_examples(paths: Iterable[Path]) -> Examples:
    """Return the examples of all files together."""
    parts = list(read_examples(paths))
    return Examples(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))


def cut_by_game(examples: Examples, sizes: Sequence[int]) -> tuple[Examples, ...]:
    """Return sets of about these sizes, in order; no two of them share a game."""
    end = len(examples.game)
    begins = np.append(np.flatnonzero(np.diff(examples.game, prepend=-1)), end)
    wanted = np.cumsum(sizes)[:-1].clip(max=end)
    cuts = [0, *begins[np.searchsorted(begins, wanted)].tolist(), end]
    return tuple(examples.taken(slice(a, b)) for a, b in pairwise(cuts))


def _examples(table: pa.Table) -> Examples:
    def stacked(prefix: str) -> np.ndarray:
        return np.column_stack(
            [table[name].to_numpy() for name in table.column_names if name.startswith(prefix)]
        )

    plain = [table[name].to_numpy() for name in ("positive", "gain", "move", "game")]
    return Examples(stacked("x: "), stacked("state: "), *plain)
