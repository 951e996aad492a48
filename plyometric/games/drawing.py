"""Boards as pictures: self-contained SVG that looks the same in a report, on a page and in a file.

A place is (row, column), counted from the top left corner. Games on squares get a chequered board,
games on crossings a grid of lines.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from html import escape
from typing import NamedTuple

CELL, MARGIN, CAPTION = 60, 30, 30
LIGHT, DARK, WOOD, FRAME, INK = "#f3ead7", "#7d9a82", "#e9c98f", "#3f3a34", "#453f38"
HIGHLIGHT = "rgba(240, 190, 60, .6)"
PIECES = (("#322c28", "#6b6159", "#f3ead7"), ("#fbf7ee", "#cfc3ae", INK))
"""The colours of dark and of light pieces: fill, rim, mark."""

OUTLINE = "#241f1b"
"""The line around a piece that has a shape of its own."""

CROWN = "\N{BLACK CHESS QUEEN}"
"""The one mark that is drawn and not written, since few fonts have it."""

Place = tuple[int, int]


class Shape(NamedTuple):
    """The figure of a piece as SVG paths in a square of CELL by CELL: what is filled, and lines on it."""

    outline: str
    details: str


class Piece(NamedTuple):
    """A piece, dark or light: round with a mark on it if need be, or of a shape of its own."""

    is_light: bool
    mark: str = ""
    shape: Shape | None = None


def svg(
    title: str,
    columns: int,
    rows: int,
    pieces: Mapping[Place, Piece],
    labels: Mapping[Place, str] | None = None,
    highlights: Collection[Place] = (),
    crossings: bool = False,
) -> str:
    """Return a board; a label on it stands in the place's corner, one off it (row -1) in the margin."""
    width, height = columns * CELL + 2 * MARGIN, rows * CELL + 2 * MARGIN + CAPTION
    parts = [
        f"<svg xmlns='http://www.w3.org/2000/svg' role='img' aria-label='{escape(title)}' width='{width}' "
        f"height='{height}' data-board='{columns} {rows}' viewBox='0 0 {width} {height}' "
        "font-family='Georgia, DejaVu Serif, serif'>",
        f"<title>{escape(title)}</title>",
        _box(-5, -5, columns * CELL + 10, rows * CELL + 10, FRAME),
        *(_lines(columns, rows) if crossings else _squares(columns, rows)),
        *(_box(column * CELL, row * CELL, CELL, CELL, HIGHLIGHT) for row, column in highlights),
        *(_label(place, text, columns, rows) for place, text in (labels or {}).items()),
        *(_figure(place, piece) if piece.shape else _disc(place, piece) for place, piece in pieces.items()),
        _text(width / 2, height - CAPTION / 2, 17, INK, title),
        "</svg>",
    ]
    return "\n".join(parts)


def board_of(picture: str) -> tuple[int, int] | None:
    """Return how many columns and rows a picture has, if it was drawn here."""
    found = re.match(r"<svg [^>]* data-board='(\d+) (\d+)'", picture)
    return (int(found[1]), int(found[2])) if found else None


def _box(x: float, y: float, width: float, height: float, fill: str) -> str:
    return f"<rect x='{MARGIN + x}' y='{MARGIN + y}' width='{width}' height='{height}' fill='{fill}'/>"


def _text(x: float, y: float, size: float, fill: str, text: str) -> str:
    where = f"x='{x:g}' y='{y:g}' font-size='{size}' fill='{fill}' text-anchor='middle'"
    return f"<text {where} dy='.35em'>{escape(text)}</text>"


def _centre(row: int, column: int) -> tuple[float, float]:
    return MARGIN + (column + 0.5) * CELL, MARGIN + (row + 0.5) * CELL


def _squares(columns: int, rows: int) -> Iterator[str]:
    for row in range(rows):
        for column in range(columns):
            yield _box(column * CELL, row * CELL, CELL, CELL, DARK if (row + column) % 2 else LIGHT)


def _lines(columns: int, rows: int) -> Iterator[str]:
    yield _box(0, 0, columns * CELL, rows * CELL, WOOD)
    (left, top), (right, bottom) = _centre(0, 0), _centre(rows - 1, columns - 1)
    across = "".join(f"M{left} {_centre(row, 0)[1]}H{right}" for row in range(rows))
    down = "".join(f"M{_centre(0, column)[0]} {top}V{bottom}" for column in range(columns))
    yield f"<path d='{across}{down}' stroke='{INK}' stroke-width='1.2' stroke-linecap='square'/>"


def _label(place: Place, text: str, columns: int, rows: int) -> str:
    x, y = _centre(*place)
    if 0 <= place[0] < rows and 0 <= place[1] < columns:
        return _text(x - 0.37 * CELL, y - 0.38 * CELL, 10.5, INK, text)
    x = min(max(x, MARGIN / 2 - 3), columns * CELL + MARGIN * 3 / 2 + 3)
    y = min(max(y, MARGIN / 2 - 3), rows * CELL + MARGIN * 3 / 2 + 3)
    return _text(x, y, 12, INK, text)


def _figure(place: Place, piece: Piece) -> str:
    (fill, _, ink), (x, y) = PIECES[piece.is_light], _centre(*place)
    outline, details = piece.shape or Shape("", "")
    return (
        f"<g transform='translate({x - CELL / 2:g} {y - CELL / 2:g})' stroke-linejoin='round'>"
        f"<path d='{outline}' fill='{fill}' stroke='{OUTLINE}' stroke-width='2'/>"
        f"<path d='{details}' fill='none' stroke='{ink}' stroke-width='1.7' stroke-linecap='round'/></g>"
    )


def _disc(place: Place, piece: Piece) -> str:
    (x, y), (fill, rim, ink) = _centre(*place), PIECES[piece.is_light]
    disc = (
        f"<circle cx='{x}' cy='{y + 2}' r='23' fill='rgba(0, 0, 0, .3)'/>"
        f"<circle cx='{x}' cy='{y}' r='22' fill='{fill}' stroke='{rim}' stroke-width='2'/>"
        f"<circle cx='{x}' cy='{y}' r='17' fill='none' stroke='{rim}' stroke-width='1.5'/>"
    )
    if piece.mark == CROWN:
        return disc + f"<path d='M{x - 12} {y - 6}l6 6 6-10 6 10 6-6-2 14h-20z' fill='{ink}'/>"
    return disc + _text(x, y, 24, ink, piece.mark) if piece.mark else disc
