"""How the capture game is written and drawn.

A move is a point as Go players name it, a letter without I and a number, A1 at the bottom left, or `pass`.
A position is typed row by row from the top, x for black and o for white, numbers for empty points; then
come a stone of the string that is attacked, who attacks, who is to move, and the point of a ko or a dash:

    5/1x3/1ox2/5/5 B3 x x -
"""

from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

import numpy as np

from plyometric.errors import InputError
from plyometric.games import drawing
from plyometric.games.go_capture.board import board
from plyometric.games.go_capture.rules import ATTACKER, DEFENDER, NO_KO, SAFE, WORDS, State
from plyometric.games.points import PASS, board_text, labels, place_of, point_text, read_point
from plyometric.games.rows import STONES, notation_for, points_in, read_rows, rows_text, rows_with
from plyometric.kernel import Notation

NAMES = ("black", "white")
MARK = "\N{MULTIPLICATION SIGN}"


class View(NamedTuple):
    """A position as people see it: the colour of the stone on each point that has one, and the rest."""

    stones: Mapping[int, int]
    target: int
    attacker: int  # 0 for black, 1 for white, as everywhere here
    mover: int
    ko: int = NO_KO


# Points


def move_text(size: int, state: State, move: int) -> str:
    """Return a move as a point, or `pass`."""
    return point_text(size, move)


def near(size: int, point: int) -> Iterator[int]:
    """Yield the neighbours of a point."""
    row, column = divmod(point, size + 1)
    yield from (point + step for step, there in ((1, column < size - 1), (-1, column > 0)) if there)
    yield from (point + step for step, there in ((size + 1, row < size - 1), (-size - 1, row > 0)) if there)


def liberties_of(size: int, stones: Mapping[int, int], point: int) -> set[int]:
    """Return the liberties of the string on a point."""
    return string_on(size, stones, point)[1]


def string_on(size: int, stones: Mapping[int, int], point: int) -> tuple[set[int], set[int]]:
    """Return the stones of the string on a point, and its liberties."""
    string, waiting, liberties = {point}, [point], set[int]()
    while waiting:
        for other in near(size, waiting.pop()):
            if other not in stones:
                liberties.add(other)
            elif stones[other] == stones[point] and other not in string:
                string.add(other)
                waiting.append(other)
    return string, liberties


def enclosed(size: int, stones: Mapping[int, int]) -> int | None:
    """Return a point of a string that has no liberty, if there is one."""
    waiting = set(stones)
    while waiting:
        point = min(waiting)
        string, liberties = string_on(size, stones, point)
        if not liberties:
            return point
        waiting -= string
    return None


# Positions


def state_of(size: int, view: View) -> State:
    """Return the state of a position as people see it."""
    single = board(size).grid.single

    def words(side: int) -> list[int]:
        points = [point for point, colour in view.stones.items() if colour == side]
        return [*single[points].sum(axis=0).tolist(), *[0] * (WORDS - single.shape[1])]

    turn = ATTACKER if view.mover == view.attacker else DEFENDER
    sides = (*words(view.attacker), *words(1 - view.attacker))
    return State._make((*sides, view.ko, view.target, turn, view.attacker))


def view_of(size: int, state: State) -> View:
    """Return a position as people see it."""
    grid = board(size).grid
    stones = dict[int, int]()
    for words, side in ((state[:WORDS], state.colour), (state[WORDS:], 1 - state.colour)):
        held = (grid.single & words[: grid.words]).sum(axis=1)
        stones |= dict.fromkeys(np.flatnonzero(held).tolist(), side)
    mover = state.colour if state.turn == ATTACKER else 1 - state.colour
    return View(stones, state.target, state.colour, mover, state.ko)


def start(size: int) -> State:
    """Return the first position: white attacks a black stone in the middle, and has a ladder."""
    middle = size // 2 * (size + 2)
    white = (middle - size - 1, middle - 1, middle + size)
    return state_of(size, View({middle: 0, **dict.fromkeys(white, 1)}, middle, 1, 1))


def checked(size: int, view: View) -> State:
    """Return the state of a position, or say why there is no such position."""
    there, own = view.stones.get(view.target), 1 - view.attacker
    if there != own and (there is not None or view.mover == view.attacker):
        about = f"{NAMES[view.attacker]} attacks {point_text(size, view.target)}"
        raise InputError(f"{about}, where there is no {NAMES[own]} stone.")
    point = enclosed(size, view.stones)
    if point is not None:
        raise InputError(f"the string at {point_text(size, point)} has no liberty: that is no position.")
    if view.ko in view.stones:
        raise InputError(f"there is no ko at {point_text(size, view.ko)}, where a stone stands.")
    return state_of(size, view)


def rows_of(size: int, state: State) -> list[str]:
    """Return the rows from the top, each a string of x, o and dots."""
    stones = view_of(size, state).stones
    return rows_with(size, {point: STONES[colour] for point, colour in stones.items()})


def position_text(size: int, state: State) -> str:
    """Return the rows, the stone that is attacked, who attacks, who is to move, and the ko."""
    view = view_of(size, state)
    ko = "-" if view.ko == NO_KO else point_text(size, view.ko)
    sides = f"{STONES[view.attacker]} {STONES[view.mover]}"
    return f"{rows_text(rows_of(size, state))} {point_text(size, view.target)} {sides} {ko}"


def read_position(size: int, text: str) -> State:
    """Return the position that a text in the form of `position_text` describes."""
    words = text.split()
    if len(words) != 5 or words[2] not in tuple(STONES) or words[3] not in tuple(STONES):
        raise InputError(
            f"position {text!r:.200}: the rows must be followed by the attacked stone, who attacks and who is"
            " to move (x or o), and the point of a ko or a dash, such as `B3 x x -`."
        )
    found = points_in(read_rows(size, words[0], text))
    stones = {point: STONES.index(symbol) for point, symbol in found.items()}
    ko = NO_KO if words[4] == "-" else read_point(size, words[4])
    attacker, mover = map(STONES.index, words[2:4])
    return checked(size, View(stones, read_point(size, words[1]), attacker, mover, ko))


# Pictures


def status(size: int, state: State) -> str:
    """Return in a few words how the game stands."""
    view = view_of(size, state)
    about = f"{NAMES[view.attacker]} attacks {point_text(size, view.target)}"
    if view.target not in view.stones:
        return f"{about}: caught"
    if len(liberties_of(size, view.stones, view.target)) >= SAFE:
        return f"{about}: safe"
    return f"{about}, {NAMES[view.mover]} to move"


def draw(size: int, state: State) -> str:
    """Return the board as text with coordinates, the attacked stone in capitals, and how the game stands."""
    rows = [[*row] for row in rows_of(size, state)]
    row, column = divmod(state.target, size + 1)
    rows[size - 1 - row][column] = rows[size - 1 - row][column].upper()
    return f"{board_text(size, [''.join(line) for line in rows])}\n{status(size, state)}"


def svg(size: int, state: State, answers: Collection[int] = (), title: str = "") -> str:
    """Return the board as a picture: the attacked stone has a cross, answers are highlighted."""
    stones = view_of(size, state).stones
    pieces = {
        place_of(size, point): drawing.Piece(is_light=colour == 1, mark=MARK * (point == state.target))
        for point, colour in stones.items()
    }
    lit = [place_of(size, point) for point in answers if point_text(size, point) != PASS]
    return drawing.svg(
        title or status(size, state), size, size, pieces, labels(size), highlights=lit, crossings=True
    )


def places(size: int, state: State, move: int) -> list[drawing.Place]:
    """Return where a move puts its stone; a pass puts none."""
    return [] if point_text(size, move) == PASS else [place_of(size, move)]


def notation(size: int) -> Notation:
    """Return the notation for a board of that size."""
    return notation_for(size, move_text, position_text, read_position, draw, svg, places, protocol="gtp")
