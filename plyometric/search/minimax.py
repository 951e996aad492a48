"""Fixed-depth minimax with alpha-beta cut-offs, and the exact value of every root move.

This is the plain search that the studies' players use and that every enhancement is held against.
"""

from dataclasses import dataclass, replace
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numba import int64

from plyometric.errors import InputError
from plyometric.kernel import NO_MOVE, WIN, Game, kernel, rule
from plyometric.kernel.desk import SPENT, checked_depth, lent, new_desk
from plyometric.kernel.parts import undecided
from plyometric.kernel.referee import legal_moves
from plyometric.search.kinds import Kind, Method


class Found(NamedTuple):
    """What a search found: the value for the side to move, the best line, nodes, and leaves among them."""

    value: int
    line: tuple[int, ...]
    nodes: int
    leaves: int = 0

    @property
    def move(self) -> int | None:
        """The best move, or None where the game is over."""
        return self.line[0] if self.line else None


@kernel
def alphabeta(game, state, depth, ply, alpha, beta, desk):
    """Return the minimax value within (alpha, beta) at `depth` >= 1; parents judge their leaves."""
    desk.nodes += 1
    desk.line[ply, 0] = NO_MOVE
    if desk.stop:
        return 0
    n = moves_at(game, state, ply, desk)
    if n == 0:
        return game.result(state) * (WIN - ply)
    best = -WIN
    for i in range(n):
        child = game.play(state, desk.moves[ply, i])
        if depth == 1:
            value = -leaf_value(game, child, ply + 1, desk)
        else:
            value = -alphabeta(game, child, depth - 1, ply + 1, -beta, -alpha, desk)
        if value > best:
            best = value
            if value > alpha:
                alpha = value
                keep_line(ply, desk.moves[ply, i], desk)
                if value >= beta:
                    break
    if depth == 1:
        desk.leaves += i + 1
    return best


@rule
def set_root(game, state, desk):
    """Write down the moves of the root that may be looked at.

    Done before a search: inside it even a test that is always false would cost 6% of the speed.
    """
    n, left = game.moves(state, desk.moves[0]), 0
    for i in range(n):
        if desk.only_length == 0 or is_among(desk.moves[0, i], desk.only, desk.only_length):
            desk.moves[0, left] = desk.moves[0, i]
            left += 1
    desk.root_length = left


@rule
def moves_at(game, state, ply, desk):
    """Write down the moves of a node, but those of the root, which stand there; return how many."""
    return game.moves(state, desk.moves[ply]) if ply else desk.root_length


@rule
def is_among(move, moves, n):
    """Return whether a move is one of n."""
    for i in range(n):
        if moves[i] == move:
            return True
    return False


@rule
def leaf_value(game, state, ply, desk):
    """Return what a position at the horizon is worth: its result if that shows, else its evaluation."""
    desk.nodes += 1
    desk.line[ply, 0] = NO_MOVE
    if game.over(state):
        return game.result(state) * (WIN - ply)
    return worth(game, state, desk)


@rule
def worth(game, state, desk):
    """Return what a position is worth by its evaluation, which never passes for a decided game."""
    return undecided(game.evaluate(state, desk.weights))


@rule
def keep_line(ply, move, desk):
    """Note the best line from here: this move, then the line that was found behind it."""
    desk.line[ply, 0] = move
    i = 0
    while desk.line[ply + 1, i] != NO_MOVE:
        desk.line[ply, i + 1] = desk.line[ply + 1, i]
        i += 1
    desk.line[ply, i + 1] = NO_MOVE


@rule
def clear(desk):
    """Make the desk ready for a new search."""
    desk.nodes = 0
    desk.depth = desk.deepest = 0
    desk.value = 0
    desk.steps = 0
    desk.effort = 0
    desk.kept[0] = NO_MOVE


@rule
def keep(value, depth, desk):
    """Keep what a finished search to a depth found, and note it in the course of all."""
    keep_best(value, desk)
    desk.depth = depth
    step = desk.course[desk.steps]
    step[0], step[1], step[2], step[3] = depth, desk.kept[0], value, desk.nodes
    desk.efforts[desk.steps] = desk.effort
    desk.steps += 1


@rule
def keep_best(value, desk):
    """Keep the best line of the root, and its value.

    Copied word by word: to assign one array to another, Numba compiles the text of an error about their
    shapes, which takes two seconds.
    """
    for i in range(len(desk.kept)):
        desk.kept[i] = desk.line[0, i]
    desk.value = value


@rule
def is_found(desk):
    """Return whether the move kept is one of those sought."""
    return is_among(desk.kept[0], desk.sought, desk.sought_length)


@rule
def is_ended(desk):
    """Return whether the search must end; one ply is always looked at, so that there is a move."""
    if desk.node_limit and desk.nodes > desk.node_limit and desk.depth and not desk.stop:
        desk.stop = SPENT
    return desk.stop != 0


@kernel
def decide(game, state, desk, memory):
    """Search once to the full depth, keep the line, and return the value."""
    clear(desk)
    set_root(game, state, desk)
    value = alphabeta(game, state, int64(desk.plies), int64(0), int64(-WIN), int64(WIN), desk)
    if not desk.stop:
        keep(value, desk.plies, desk)
    return value


@kernel
def value_of_each(game, state, depth, desk, values):
    """Fill `values` with the exact value of every move at the root, none cut off by another."""
    n = game.moves(state, desk.moves[0])
    for i in range(n):
        values[i] = value_behind(game, state, desk.moves[0, i], depth, int64(-WIN), desk)


@kernel
def value_of_best(game, state, depth, desk, values):
    """Fill `values` as `value_of_each` does for the best moves; the others are only told to be worse."""
    n, best = game.moves(state, desk.moves[0]), int64(-WIN)
    for i in range(n):
        values[i] = value_behind(game, state, desk.moves[0, i], depth, max(best - 1, int64(-WIN)), desk)
        best = max(best, values[i])


@kernel
def value_of_chosen(game, state, depth, desk, before, values):
    """Fill `values` as `value_of_best` does, and exactly for those moves too that were best before."""
    n, best, chosen = game.moves(state, desk.moves[0]), int64(-WIN), before.max()
    for i in range(n):
        if before[i] == chosen:
            values[i] = value_behind(game, state, desk.moves[0, i], depth, int64(-WIN), desk)
            best = max(best, values[i])
    for i in range(n):
        if before[i] != chosen:
            values[i] = value_behind(game, state, desk.moves[0, i], depth, max(best - 1, int64(-WIN)), desk)
            best = max(best, values[i])


@rule
def value_behind(game, state, move, depth, alpha, desk):
    """Return the value of a move, exact above alpha; below it is at least as much as the move is worth."""
    child = game.play(state, move)
    if depth == 1:
        return -leaf_value(game, child, 1, desk)
    return -alphabeta(game, child, depth - 1, int64(1), int64(-WIN), -alpha, desk)


def minimax(game: Game, depth: int, state: Any = None, weights: Any = None) -> Found:
    """Search a state (by default, the start) to a fixed depth of at least 1."""
    state = game.start() if state is None else state
    with lent(new_desk(game, weights)) as desk:
        desk.plies = checked_depth(depth)
        value = decide(game, state, desk, None)
    return Found(int(value), line_on(desk.line[0]), int(desk.nodes), int(desk.leaves))


def root_values(game: Game, depth: int, state: Any = None, weights: Any = None) -> dict[int, int]:
    """Return the exact minimax value of every legal move, in the order of generation."""
    state = game.start() if state is None else state
    moves = legal_moves(game, state)
    values = np.zeros(len(moves), np.int64)
    with lent(new_desk(game, weights)) as desk:
        value_of_each(game, state, checked_depth(depth), desk, values)
    return dict(zip(moves, values.tolist(), strict=True))


def line_on(row: np.ndarray) -> tuple[int, ...]:
    """Return the line that stands on a row of a desk."""
    line = row.tolist()
    return tuple(line[: line.index(NO_MOVE)])


@dataclass(frozen=True)
class Plain(Kind):
    """Minimax to a fixed depth with alpha-beta cut-offs and nothing more."""

    name: ClassVar[str] = "plain"
    method: ClassVar[Method] = Method(name="plain", decide=decide)
    marks: ClassVar[tuple[str, ...]] = ("plain",)

    plain: bool = True

    @property
    def ends_early(self) -> bool:
        """It looks at one depth only, so that a search cut short has nothing."""
        return False

    def checked(self, game: Game) -> "Plain":
        """Return the settings, or say what is wrong with them."""
        if not self.plain:
            raise InputError("plain is on, or left out.")
        return replace(self, depth=checked_depth(self.depth))


KIND = Plain
