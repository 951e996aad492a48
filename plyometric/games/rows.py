"""Boards as people type them: row by row from the top, x and o for stones, numbers for empty cells."""

import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from plyometric.errors import InputError
from plyometric.kernel import Notation

STONES = "xo"


def rows_text(rows: list[str]) -> str:
    """Return rows of x, o and dots as one word: `5/2x2/1o3/5/5`."""
    return re.sub(r"\.+", lambda run: str(len(run[0])), "/".join(rows))


def read_rows(size: int, board: str, text: str) -> list[str]:
    """Return rows of x, o and dots, the top one first, from the board in a position's text."""
    lines = board.split("/")
    if len(lines) != size:
        raise InputError(f"position {text!r} has {len(lines)} rows: {size} are expected, with / between.")
    return [_read_row(size, size - i, line) for i, line in enumerate(lines)]


def rows_with(size: int, symbols: Mapping[int, str]) -> list[str]:
    """Return rows from the top with symbols on points, known by row times size + 1 and column."""
    rows = (range(row * (size + 1), row * (size + 1) + size) for row in reversed(range(size)))
    return ["".join(symbols.get(point, ".") for point in row) for row in rows]


def points_in(rows: list[str]) -> dict[int, str]:
    """Return the symbols that rows show, the top one first, by the numbers of their points."""
    return {
        row * (len(rows) + 1) + column: symbol
        for row, line in enumerate(reversed(rows))
        for column, symbol in enumerate(line)
        if symbol != "."
    }


def notation_for(size: int, *functions: Callable, **others: Any) -> Notation:
    """Return a notation for boards of a size, of functions named like its fields that take the size first."""
    given: dict[str, Any] = {function.__name__: partial(function, size) for function in functions}
    return Notation(**given, **others)


def _read_row(size: int, number: int, text: str) -> str:
    row = ""
    for part in re.findall(r"[0-9]+|.", text):
        if not re.fullmatch(r"x|o|[0-9]{1,2}", part):
            raise InputError(f"row {number} {text!r}: {part!r} is not x, o or a number of empty cells.")
        row += part if part in STONES else "." * int(part)
    if len(row) != size:
        raise InputError(f"row {number} {text!r} has {len(row)} cells: {size} are expected.")
    return row
