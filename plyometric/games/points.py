"""Points of a Go board, as players name them: a letter without I and a number, A1 at the bottom left.

A point is known by its number, row times size + 1 and column, as in `plyometric.kernel.sets`.
"""

from plyometric.errors import InputError

LETTERS = "ABCDEFGHJKLMNOPQRST"
PASS = "pass"


def point_text(size: int, point: int) -> str:
    """Return the name of a point; what lies beyond the board is a pass."""
    row, column = divmod(point, size + 1)
    return f"{LETTERS[column]}{row + 1}" if row < size else PASS


def read_point(size: int, text: str) -> int:
    """Return the point that a text names."""
    letter, number = text.strip().upper()[:1], text.strip()[1:]
    is_number = number.isascii() and number.isdigit() and len(number) < 3 and 1 <= int(number) <= size
    if not is_number or letter not in LETTERS[:size]:
        raise InputError(f"{text!r:.60} is not a point: they are A1 to {LETTERS[size - 1]}{size}, without I.")
    return (int(number) - 1) * (size + 1) + LETTERS.index(letter)


def place_of(size: int, point: int) -> tuple[int, int]:
    """Return the row and column of a point, counted from the top left corner."""
    return size - 1 - point // (size + 1), point % (size + 1)


def labels(size: int) -> dict[tuple[int, int], str]:
    """Return what stands in the margins of a picture: letters below, numbers at the left."""
    below = {(size, column): letter for column, letter in enumerate(LETTERS[:size])}
    return below | {(row, -1): str(size - row) for row in range(size)}


def board_text(size: int, rows: list[str]) -> str:
    """Return rows, the top one first, with coordinates."""
    lines = [f"{size - i:2} {' '.join(line)}" for i, line in enumerate(rows)]
    return "\n".join([*lines, f"   {' '.join(LETTERS[:size])}"])
