"""Boards as people type them: row by row from the top, x and o for stones, numbers for empty cells."""

import re

from plyometric.errors import InputError

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


def _read_row(size: int, number: int, text: str) -> str:
    row = ""
    for part in re.findall(r"[0-9]+|.", text):
        if not re.fullmatch(r"x|o|[0-9]{1,2}", part):
            raise InputError(f"row {number} {text!r}: {part!r} is not x, o or a number of empty cells.")
        row += part if part in STONES else "." * int(part)
    if len(row) != size:
        raise InputError(f"row {number} {text!r} has {len(row)} cells: {size} are expected.")
    return row
