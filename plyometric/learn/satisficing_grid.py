"""Satisficing in sequential decisions: finding a way on a grid.

Each cell has an action and an aspiration of its own, and treats what a walk from it was worth as its
payoff. The paper that the agents come from names sequential decisions as further work; how to pay a
cell is a choice of ours.
"""

from typing import NamedTuple

import numpy as np

from plyometric.errors import InputError
from plyometric.kernel import kernel, rule
from plyometric.kernel.rng import below, words
from plyometric.learn.satisficing import FIRST_TURN, adapted, another, finite, lambdas


class Grid(NamedTuple):
    """A small grid with a rim of wall around it; its cells are counted row by row."""

    is_wall: np.ndarray
    starts: np.ndarray  # the free cells except for the goal
    goal: int
    width: int


def read_grid(picture: str) -> Grid:
    """Return the grid that a picture shows: # for walls, G for the goal, dots for free cells."""
    rows = picture.split()
    if set(picture) - set("#.G \n") or picture.count("G") != 1 or len({len(row) for row in rows}) != 1:
        raise InputError("a grid is drawn with # and . in rows of one length, and has one goal G.")
    width = len(rows[0]) + 2
    cells = np.array(list("#" * width + "".join(f"#{row}#" for row in rows) + "#" * width))
    return Grid(cells == "#", np.flatnonzero(cells == "."), int(np.flatnonzero(cells == "G")[0]), width)


@rule
def neighbour(grid, cell, action):
    """Return the cell above, to the right, below or to the left, or the same one if a wall is there."""
    beside = cell + (-grid.width, 1, grid.width, -1)[action]
    return cell if grid.is_wall[beside] else beside


@rule
def walk(grid, cell, actions, path, is_on_path):
    """Follow the cells' actions to the goal or into a circle; return the steps and whether it arrived."""
    is_on_path[:] = False
    steps = 0
    while cell != grid.goal and not is_on_path[cell]:
        path[steps], is_on_path[cell] = cell, True
        cell, steps = neighbour(grid, cell, actions[cell]), steps + 1
    return steps, cell == grid.goal


@kernel
def learn_ways(grid, lam, aspiration, discount, walks, lots, lengths):
    """Let every run learn from walks that begin anywhere; write how long its ways are in the end.

    A cell is paid what the goal is worth from there: the discount, once for each step, or nothing if
    the walk ran in a circle. `lots` are the seed and the index of the first run.
    """
    seed, first = lots
    cells = len(grid.is_wall)
    path, is_on_path = np.empty(cells, np.int64), np.empty(cells, np.bool_)
    for i in range(len(lengths)):
        actions, aspirations = np.zeros(cells, np.int64), np.full(cells, aspiration)
        for n in range(walks):
            place = FIRST_TURN + n * (cells + 1)
            start = grid.starts[below(len(grid.starts), seed, first + i, place + cells)]
            steps, arrived = walk(grid, start, actions, path, is_on_path)
            payoff = 1.0 if arrived else 0.0
            for step in range(steps - 1, -1, -1):
                cell, payoff = path[step], payoff * discount
                if payoff < aspirations[cell]:
                    word = words(seed, first + i, place + cell)[0]
                    actions[cell] = another(actions[cell], 4, word)
                aspirations[cell] = adapted(aspirations[cell], payoff, lam)
        for j, start in enumerate(grid.starts):
            steps, arrived = walk(grid, start, actions, path, is_on_path)
            lengths[i, j] = steps if arrived else 0


def way_lengths(
    grid: Grid,
    lam: float,
    aspiration: float,
    discount: float,
    walks: int,
    runs: int,
    seed: int = 1,
    first: int = 0,
) -> np.ndarray:
    """Return how long the learnt ways to the goal are, a row for each run, 0 for those in circles."""
    if not 0 < discount <= 1:
        raise InputError(f"discount = {discount}: it is more than 0 and at most 1.")
    aspiration, lam = float(finite("aspiration", aspiration)), float(lambdas(lam))
    lengths = np.empty((runs, len(grid.starts)), np.int64)
    learn_ways(grid, lam, aspiration, float(discount), walks, (seed, first), lengths)
    return lengths


def shortest_ways(grid: Grid) -> np.ndarray:
    """Return how long the shortest way to the goal is from each start, 0 where there is none."""
    distance, reached = {grid.goal: 0}, [grid.goal]
    for cell in reached:
        for beside in (cell - grid.width, cell + 1, cell + grid.width, cell - 1):
            if not grid.is_wall[beside] and beside not in distance:
                distance[beside] = distance[cell] + 1
                reached.append(beside)
    return np.array([distance.get(start, 0) for start in grid.starts.tolist()])
