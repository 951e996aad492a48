"""UCT: playouts where they tell most. A tree grows by a leaf a playout, and each goes where moves did best.

Source: Kocsis and Szepesvari, Bandit based Monte-Carlo planning (2006), with UCB1 at every node. Choices
where it is silent: moves not tried yet come first, in the order of generation; the move made is the one
visited most; a node's moves are added when it is passed a second time; a full tree goes on without growing.

    checkers:uct=1000
"""

from dataclasses import dataclass
from math import inf, log, sqrt
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numba import int64

from plyometric.kernel import NO_MOVE, Draws, Game, kernel, rule
from plyometric.kernel.desk import GOES_ON, PLIES, SPENT
from plyometric.search.kinds import Method, check_spans, tunable
from plyometric.search.minimax import clear, is_ended, is_found, keep, set_root
from plyometric.search.playouts import SCALE, Random, over_at_once, play_on
from plyometric.search.table import key_of

CHILDREN, MOST_ROOM = 48, 1 << 21
"""Children that a leaf may have on the whole, and nodes in a tree at most."""

UNSEEN, ENDED = 0, -1
"""In place of a first child: a node's moves are not written down yet; there are none."""


class Nodes(NamedTuple):
    """A tree, a row a node, the root first and children side by side; points are those of who moved there."""

    moves: np.ndarray
    first: np.ndarray
    children: np.ndarray
    visits: np.ndarray
    points: np.ndarray
    path: np.ndarray  # the nodes of the playout under way
    draws: Draws
    exploration: float


@rule
def add_children(n, x, moves, tree, desk):
    """Write down the n moves of a node, if there is room."""
    if desk.size + n > len(tree.moves):
        return
    tree.first[x], tree.children[x] = desk.size, n
    for i in range(n):
        y = desk.size + i
        tree.moves[y], tree.first[y] = moves[i], UNSEEN
        tree.visits[y] = tree.points[y] = 0
    desk.size += n


@rule
def most_promising(x, tree):
    """Return the child with the highest upper bound, one not tried yet before all others."""
    chosen, best = tree.first[x], -inf
    spread = log(tree.visits[x] + 1.0)
    for y in range(tree.first[x], tree.first[x] + tree.children[x]):
        if tree.visits[y] == 0:
            return y
        bound = tree.points[y] / tree.visits[y] + tree.exploration * sqrt(spread / tree.visits[y])
        if bound > best:
            chosen, best = y, bound
    return chosen


@rule
def most_visited(x, tree):
    """Return the child visited most."""
    chosen = tree.first[x]
    for y in range(tree.first[x], tree.first[x] + tree.children[x]):
        if tree.visits[y] > tree.visits[chosen]:
            chosen = y
    return chosen


@rule
def visit(game, state, index, tree, desk):
    """Go down the tree, play on by lot, and count the result all the way up."""
    x, ply = int64(0), 0
    tree.path[0] = 0
    while tree.first[x] > UNSEEN and ply < PLIES - 2:
        x = most_promising(x, tree)
        ply += 1
        tree.path[ply] = x
        state = game.play(state, tree.moves[x])
        if tree.first[x] == UNSEEN and tree.visits[x] > 0:
            n = game.moves(state, desk.moves[1])
            if n > 0:
                add_children(n, x, desk.moves[1], tree, desk)
            else:
                tree.first[x] = ENDED
    result, plies = play_on(game, state, ply, tree.draws, desk.lots, index, desk.moves[1])
    desk.nodes += plies
    desk.deepest = max(desk.deepest, ply)
    while ply >= 0:
        result = -result
        tree.visits[tree.path[ply]] += 1
        tree.points[tree.path[ply]] += result
        ply -= 1


@rule
def keep_favourites(tree, depth, desk):
    """Keep the line of the moves visited most, and return what its first is worth."""
    x, ply = most_visited(int64(0), tree), 0
    value = tree.points[x] * SCALE // max(1, tree.visits[x])
    while True:
        desk.line[0, ply] = tree.moves[x]
        ply += 1
        if tree.first[x] <= UNSEEN or ply > PLIES - 3:
            break
        x = most_visited(x, tree)
        if tree.visits[x] == 0:
            break
    desk.line[0, ply] = NO_MOVE
    keep(value, depth, desk)
    return value


@kernel
def decide(game, state, desk, tree):
    """Play out again and again, keep the line visited most, and return its value."""
    clear(desk)
    set_root(game, state, desk)
    if desk.root_length == 0:
        return over_at_once(game, state, desk)
    tree.first[0], tree.visits[0], tree.points[0] = UNSEEN, 0, 0
    desk.size, desk.lots = 1, key_of(game, state) + desk.seed
    add_children(desk.root_length, int64(0), desk.moves[0], tree, desk)
    index, value = 0, int64(0)
    while True:
        visit(game, state, index, tree, desk)
        index += 1
        is_last = index >= desk.playout_limit or is_ended(desk)
        if is_last or index & (index - 1) == 0:
            value = keep_favourites(tree, desk.steps + 1, desk)
        if is_last or is_found(desk):
            break
    if desk.stop == SPENT:
        desk.stop = GOES_ON
    return value


@dataclass(frozen=True)
class UCT(Random):
    """Random playouts in a growing tree, each where moves did best or were hardly tried."""

    name: ClassVar[str] = "uct"
    method: ClassVar[Method] = Method(name="uct", decide=decide)
    marks: ClassVar[tuple[str, ...]] = ("uct",)

    uct: int = 0
    exploration: float = tunable(1.0, 0, 10, step=0.01)

    def checked(self, game: Game) -> "UCT":
        """Return the settings, or say what is wrong with them."""
        check_spans(self)
        return super().checked(game)

    def desk_fields(self, game: Game) -> Any:
        """Return room for the seed of a position, and for how far the tree has grown."""
        return *super().desk_fields(game), ("size", ()), ("lots", ())

    def memory(self, game: Game) -> Nodes:
        """Return an empty tree."""
        wanted = (self.count or MOST_ROOM) * min(game.width, CHILDREN)
        whole = np.zeros((5, min(wanted, MOST_ROOM) + 2 * game.width), np.int64)
        path = np.zeros(PLIES, np.int64)
        return Nodes._make([*whole, path, game.draws, self.exploration])


KIND = UCT
