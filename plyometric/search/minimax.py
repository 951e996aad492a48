"""Fixed-depth minimax with alpha-beta cut-offs, and the exact value of every root move.

This is the plain search that the studies' players use and that every enhancement is held against.
Its working memory is one array, the desk, with a row for each ply: first the moves there, then from
column `game.width` the best line found from there, closed by NO_MOVE.
"""

from typing import Any, NamedTuple

import numpy as np
from numba import int64

from plyometric.control import control
from plyometric.kernel import NO_MOVE, WIN, Game, kernel, rule
from plyometric.referee import legal_moves, weights_of


class Found(NamedTuple):
    """What a search found: the value for the side to move, the best line, the nodes visited."""

    value: int
    line: tuple[int, ...]
    nodes: int

    @property
    def move(self) -> int | None:
        """The best move, or None where the game is over."""
        return self.line[0] if self.line else None


@kernel
def alphabeta(game, state, depth, ply, alpha, beta, weights, desk, control):
    """Return the minimax value within (alpha, beta) at `depth` >= 1; parents judge their leaves."""
    control[0] += 1
    desk[ply, game.width] = NO_MOVE
    if control[1]:
        return 0
    n = game.moves(state, desk[ply])
    if n == 0:
        return game.result(state) * (WIN - ply)
    best = -WIN
    for i in range(n):
        child = game.play(state, desk[ply, i])
        if depth == 1:
            value = -leaf_value(game, child, ply + 1, weights, desk, control)
        else:
            value = -alphabeta(game, child, depth - 1, ply + 1, -beta, -alpha, weights, desk, control)
        if value > best:
            best = value
            if value > alpha:
                alpha = value
                keep_line(game, ply, desk[ply, i], desk)
                if value >= beta:
                    break
    return best


@rule
def leaf_value(game, state, ply, weights, desk, control):
    """Return what a position at the horizon is worth: its result if that shows, else its evaluation."""
    control[0] += 1
    desk[ply, game.width] = NO_MOVE
    if game.over(state):
        return game.result(state) * (WIN - ply)
    return game.evaluate(state, weights)


@rule
def keep_line(game, ply, move, desk):
    """Note the best line from here: this move, then the line that was found behind it."""
    column = game.width
    desk[ply, column] = move
    while desk[ply + 1, column] != NO_MOVE:
        desk[ply, column + 1] = desk[ply + 1, column]
        column += 1
    desk[ply, column + 1] = NO_MOVE


@kernel
def value_of_each(game, state, depth, weights, desk, control, values):
    """Fill `values` with the exact value of every move at the root, none cut off by another."""
    n = game.moves(state, desk[0])
    for i in range(n):
        child = game.play(state, desk[0, i])
        if depth == 1:
            values[i] = -leaf_value(game, child, 1, weights, desk, control)
        else:
            values[i] = -alphabeta(
                game, child, depth - 1, int64(1), int64(-WIN), int64(WIN), weights, desk, control
            )


def new_desk(game: Game, depth: int) -> np.ndarray:
    """Return working memory for a search of that depth."""
    return np.full((depth + 2, game.width + depth + 2), NO_MOVE, np.int64)


def minimax(game: Game, depth: int, state: Any = None, weights: Any = None) -> Found:
    """Search a state (by default, the start) to a fixed depth of at least 1."""
    desk = new_desk(game, depth)
    with control() as watch:
        value = alphabeta(
            game, _state(game, state), depth, 0, -WIN, WIN, weights_of(game, weights), desk, watch
        )
    return Found(int(value), line_on(desk, game), int(watch[0]))


def root_values(game: Game, depth: int, state: Any = None, weights: Any = None) -> dict[int, int]:
    """Return the exact minimax value of every legal move, in the order of generation."""
    moves = legal_moves(game, _state(game, state))
    values = np.zeros(len(moves), np.int64)
    with control() as watch:
        value_of_each(
            game,
            _state(game, state),
            depth,
            weights_of(game, weights),
            new_desk(game, depth),
            watch,
            values,
        )
    return dict(zip(moves, values.tolist(), strict=True))


def line_on(desk: np.ndarray, game: Game) -> tuple[int, ...]:
    """Return the best line from the root that a search left on its desk."""
    line = desk[0, game.width :].tolist()
    return tuple(line[: line.index(NO_MOVE)])


def _state(game: Game, state: Any) -> Any:
    return game.start() if state is None else state
