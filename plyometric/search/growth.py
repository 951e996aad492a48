"""A tree of opinions that grows leaf by leaf: flat arrays, a row a position, children side by side.

Whoever grows it picks a leaf and has it expanded: its children are judged, and all staircases on the way
to the root are backed up. A position that stood before on the way is a draw, and so is one after too many
quiet plies.
"""

from math import exp, floor, inf, sqrt
from typing import Any, NamedTuple

import numpy as np
from numba import int64

from plyometric.kernel import NO_MOVE, Game, kernel, rule, state_in
from plyometric.kernel.desk import PLIES
from plyometric.search.minimax import keep, moves_at, set_root
from plyometric.search.opinions import Outlook, judge
from plyometric.search.staircases import back_up, mean, put_spike
from plyometric.search.table import key_of

FASTEST, SLOWEST, NODES_A_TIME = 1.0, 2500.0, 8.0
"""The least and most units of time that a leaf may take, and how many nodes of a search are a unit."""


class Tree(NamedTuple):
    """The positions of a tree, the root first; a leaf has no children, and an exact one none to come."""

    states: np.ndarray
    keys: np.ndarray
    moves: np.ndarray  # by which each position came about
    returns: np.ndarray  # whether it could be taken back
    parents: np.ndarray
    plies: np.ndarray
    first: np.ndarray  # the first child
    children: np.ndarray  # how many there are
    exact: np.ndarray  # whether the game is over there
    chances: np.ndarray  # its staircase, as its mover sees it
    others: np.ndarray  # the chance that no sibling is worth more than each spike, as the parent sees it
    effort: np.ndarray  # units of time that it may take to explore
    time: np.ndarray  # the same after an adaptation
    likeness: np.ndarray  # to the root
    room: np.ndarray  # a staircase to work on
    root: np.ndarray  # the last hidden layer at the root


def new_tree(game: Game, positions: int, outlook: Outlook) -> Tree:
    """Return an empty tree with room for so many positions."""
    spikes, hidden = len(outlook.spikes), len(outlook.hidden2)
    whole = [np.zeros(positions, np.int64) for _ in range(8)]
    stairs = [np.zeros((positions, spikes)) for _ in range(2)]
    times = [np.zeros(positions) for _ in range(3)]
    states = np.zeros((positions, len(game.start())), np.int64)
    return Tree._make([states, *whole, *stairs, *times, np.zeros(spikes), np.zeros(hidden)])


TREE_FIELDS = tuple((name, ()) for name in ("size", "expansions", "expansion_limit", "quiet"))
"""What a desk holds for whoever grows a tree."""


def lay_out_tree(game: Game, desk: Any, expansions: int) -> None:
    """Put what limits the growth of a tree on the desk."""
    desk.expansion_limit = expansions
    desk.quiet = game.draws.quiet or 1 << 62


@rule
def plant(game, state, tree, outlook, desk):
    """Begin a tree with its root."""
    set_root(game, state, desk)
    desk.size = desk.expansions = 0
    add(game, state, NO_MOVE, -1, tree, desk)
    form_opinion(game, state, 0, tree, outlook, 0.0)
    for i in range(len(tree.root)):
        tree.root[i] = max(outlook.hidden2[i], 0.0)


@rule
def add(game, state, move, parent, tree, desk):
    """Write down a new position; return its row."""
    x = desk.size
    desk.size += 1
    for i, word in enumerate(state):
        tree.states[x, i] = word
    tree.keys[x], tree.moves[x], tree.parents[x] = key_of(game, state), move, parent
    tree.plies[x] = tree.plies[parent] + 1 if parent >= 0 else 0
    tree.returns[x] = tree.first[x] = tree.children[x] = tree.exact[x] = 0
    desk.deepest = max(desk.deepest, tree.plies[x])
    return x


@kernel
def form_opinion(game, state, x, tree, outlook, power):
    """Let the net judge a position; how far its effort counts is told by a power."""
    nodes = judge(game, state, outlook, tree.chances[x])
    units = min(max(exp(nodes) / NODES_A_TIME, FASTEST), SLOWEST)
    tree.effort[x] = tree.time[x] = units**power


@rule
def end(x, result, tree):
    """Note that the game is over at a position, with this result for its mover."""
    tree.exact[x] = 1
    last = tree.chances.shape[1] - 1
    put_spike(tree.chances[x], last // 2 * (1 + result))


@rule
def stood_before(x, tree, desk):
    """Return whether a position has stood on the way to it, in the tree or in the game before."""
    key, y = tree.keys[x], x
    while tree.returns[y]:
        y = tree.parents[y]
        if tree.keys[y] == key:
            return True
    if y == 0:
        for i in range(desk.past_length):
            if desk.past[i] == key:
                return True
    return False


@kernel
def expand(game, like, x, tree, outlook, power, desk):
    """Give a leaf its children, each with an opinion or a result, and back up to the root."""
    state = state_in(like, tree.states[x])
    row = min(tree.plies[x], 1)
    n = moves_at(game, state, row, desk)
    if n == 0:
        end(x, game.result(state), tree)
    tree.first[x], tree.children[x] = desk.size, n
    for i in range(n):
        move = desk.moves[row, i]
        child = game.play(state, move)
        y = add(game, child, move, x, tree, desk)
        tree.returns[y] = game.reversible(state, move)
        if game.over(child):
            end(y, game.result(child), tree)
        elif game.clock(child) >= desk.quiet or stood_before(y, tree, desk):
            end(y, 0, tree)
        else:
            form_opinion(game, child, y, tree, outlook, power)
            tree.likeness[y] = likeness(tree.root, outlook.hidden2)
    desk.nodes += n
    while x >= 0:
        renew(x, tree)
        x = tree.parents[x]


@rule
def renew(x, tree):
    """Back up the staircase of a position from its children, if it has any."""
    if tree.children[x]:
        back_up(tree.chances, tree.others, x, tree.first[x], tree.children[x], tree.room)


@rule
def likeness(one, other):
    """Return the cosine between two hidden layers, of which what is positive counts."""
    both, of_one, of_other = 0.0, 0.0, 0.0
    for i in range(len(one)):
        value = max(other[i], 0.0)
        both += one[i] * value
        of_one += one[i] * one[i]
        of_other += value * value
    return both / sqrt(of_one * of_other) if both > 0.0 else 0.0


@rule
def is_full(tree, desk, width):
    """Return whether another expansion might not fit into the tree."""
    return desk.size + width > len(tree.keys)


@rule
def is_spent(desk):
    """Return whether so many leaves were expanded as may be."""
    return 0 < desk.expansion_limit <= desk.expansions


@rule
def best_child(x, tree, spikes):
    """Return the child that is worth most to the mover of a position by its expected value."""
    best, least = tree.first[x], inf
    for y in range(tree.first[x], tree.first[x] + tree.children[x]):
        value = mean(tree.chances[y], spikes)
        if value < least:
            best, least = y, value
    return best


@rule
def rounded(value):
    """Return the nearest whole number."""
    return int64(floor(value + 0.5))


@rule
def keep_best(chosen, value, tree, spikes, desk):
    """Keep the line that begins with a child of the root and goes on with the best replies.

    Where the course of the search has no room left, its last step is written anew.
    """
    x, ply = chosen, 0
    while ply < PLIES - 2:
        desk.line[0, ply] = tree.moves[x]
        ply += 1
        if tree.children[x] == 0:
            break
        x = best_child(x, tree, spikes)
    desk.line[0, ply] = NO_MOVE
    desk.steps = min(desk.steps, PLIES - 2)
    keep(rounded(value), desk.deepest, desk)
