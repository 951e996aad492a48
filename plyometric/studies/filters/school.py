"""The school of fives: its student, teacher and tester, and the positions in which they play.

All of them follow the paper on filters (see `__init__.py`). Positions go through a run's journal as rows
of numbers.
"""

import re
from collections.abc import Iterable

from plyometric.arena.games import play_game
from plyometric.arena.players import Player
from plyometric.games.fives import GAME
from plyometric.games.fives.lines import layout
from plyometric.games.fives.notation import state_of
from plyometric.games.fives.rules import State
from plyometric.kernel import Game, rng
from plyometric.search.analysis import analyse
from plyometric.search.full import Full
from plyometric.search.kinds import Kind
from plyometric.search.selective import Selective
from plyometric.search.table import SURE

STUDENT = Selective(depth=3, breadth=3)
TEACHER = Selective(depth=5, breadth=10)
FIRST = GAME.weights
"""The coefficients of the tester, with which the student begins."""

IN_EXAM, STONES, LONGEST, LEAST_MOVES = 5, 5, 40, 10
"""Positions of an exam, stones of each side in them, plies that a game may take, and moves that it must
take when the tester plays itself."""

IN_SCHOOL = GAME.draws._replace(longest=LONGEST)
"""When a game of the school is tied."""


def player(weights: Iterable[float] = FIRST, kind: Kind = STUDENT, game: Game = GAME) -> Player:
    """Return a player of fives."""
    return Player(game, kind.checked(game), tuple(weights), "")


def starting_position(seed: int, stream: int) -> State:
    """Return a position of five stones each in the central 6 by 6, x to move, that decides nothing yet."""
    tries = (scattered(seed, stream, attempt) for attempt in range(1000))
    return next(state for rows, state in tries if is_open(rows, state))


def scattered(seed: int, stream: int, attempt: int) -> tuple[list[str], State]:
    """Return five stones of each side on random cells."""
    cells = sorted(range(36), key=lambda cell: rng.word(seed, stream, 100 * attempt + cell))
    marks = dict.fromkeys(cells[:5], "x") | dict.fromkeys(cells[5:10], "o")
    middle = ["".join(marks.get(6 * row + column, ".") for column in range(6)) for row in range(6)]
    rows = [".........."] * 2 + [f"..{line}.." for line in middle] + [".........."] * 2
    return rows, state_of(10, rows, 0)


def is_open(rows: list[str], state: State) -> bool:
    """Return whether nobody has three in a row or a win in sight, and two equal testers play on a while."""
    board = "/".join(rows)
    threes = (rf"{mark}(.{{{step - 1}}}{mark}){{2}}" for mark in "xo" for step in layout(10).steps)
    if any(re.search(three, board) for three in threes):
        return False
    played = play_game(player(), player(), state, draws=IN_SCHOOL).moves
    if STONES + (len(played) + 1) // 2 < LEAST_MOVES:
        return False
    return abs(analyse(GAME, Full(3, table=0), state).value) < SURE


def make_positions(seed: int, streams: range) -> list[list[int]]:
    """Return starting positions as rows of numbers."""
    return [list(starting_position(seed, stream)) for stream in streams]


def states_of(rows: Iterable[Iterable[int]]) -> tuple[State, ...]:
    """Return the positions that rows of numbers stand for."""
    return tuple(State._make(row) for row in rows)
