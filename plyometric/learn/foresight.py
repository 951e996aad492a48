"""Examples for opinions: positions of any game, and what a deeper search says of each.

A position is drawn by the game, or is its start. From there a game goes on for some plies, every other move
by lot and the others by a small search. Then some of the moves, chosen by lot, are played, and the positions
behind them searched: what is found is the value, and the nodes after which it changed no more by as much as
a unit. Positions of one game are a family: they are learned from together, or held out together.
"""

from collections.abc import Iterable, Iterator
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from plyometric.arena.workers import Unit, each
from plyometric.errors import InputError
from plyometric.games import load_same
from plyometric.kernel import Game, kernel, rule
from plyometric.kernel.desk import TOLD, lent
from plyometric.kernel.rng import below
from plyometric.runs import Run
from plyometric.search.full import Full
from plyometric.search.kinds import Seat

IN_UNIT = 100
"""Families that are made together."""

GUIDE_NODES = 300
LOTS_A_PLY = 8


@dataclass(frozen=True)
class Inquiry:
    """How positions are found and searched.

    A search of so many nodes tells what a position is worth; a change by a `unit` or more is a change of
    mind. A game goes on for up to so many plies, and so many of the positions behind it are kept.
    """

    nodes: int = 4000
    plies: int = 12
    children: int = 3
    unit: int = 100

    def checked(self) -> "Inquiry":
        """Return the settings, or say what is wrong with them."""
        for name, least in (("nodes", 1), ("plies", 0), ("children", 1), ("unit", 1)):
            if getattr(self, name) < least:
                raise InputError(f"{name} must be {least} or more, not {getattr(self, name)}.")
        return self


class Examples(NamedTuple):
    """Positions as arrays: the family of each, its worth, the nodes until that was settled, its words."""

    family: np.ndarray
    value: np.ndarray
    settled: np.ndarray
    state: np.ndarray

    def taken(self, rows: np.ndarray) -> "Examples":
        """Return some of the examples."""
        return Examples(*(column[rows] for column in self))


class Pen(NamedTuple):
    """Where examples of one family are written, and what they are found by."""

    rows: np.ndarray
    lots: np.ndarray  # seed and index of the family
    limits: np.ndarray  # plies, children and unit


@kernel
def make_family(game, state, guide, teacher, pen):
    """Play on from a state, then write down what a search says of some positions behind it."""
    seed, index, moves = pen.lots[0], pen.lots[1], guide.desk.moves[1]
    for ply in range(below(pen.limits[0] + 1, seed, index, 0)):
        n = game.moves(state, moves)
        if n == 0 or guide.desk.stop == TOLD:
            return 0
        state = game.play(state, next_move(game, state, moves, n, guide, seed, index, LOTS_A_PLY * (ply + 1)))
    n, count = game.moves(state, moves), 0
    teacher.method.begin(teacher)
    for i in range(min(n, pen.limits[1])):
        j = i + below(n - i, seed, index, i + 1)
        moves[i], moves[j] = moves[j], moves[i]
        child = game.play(state, moves[i])
        if not game.over(child) and game.moves(child, guide.desk.moves[2]):
            teacher.method.decide(game, child, teacher.desk, teacher.memory)
            write_down(child, teacher.desk, pen.rows[count], pen.limits)
            count += 1
    return count


@rule
def next_move(game, state, moves, n, guide, seed, index, counter):
    """Return a move by lot, or the best that a small search finds."""
    if below(2, seed, index, counter):
        return moves[below(n, seed, index, counter + 1)]
    guide.method.begin(guide)
    guide.method.decide(game, state, guide.desk, guide.memory)
    return guide.desk.kept[0]


@rule
def write_down(state, desk, row, limits):
    """Write down what a search has found, when it had settled, and the words of the position."""
    step = desk.steps - 1
    while step > 0 and abs(desk.course[step - 1, 2] - desk.value) < limits[2]:
        step -= 1
    row[0], row[1] = desk.value, desk.course[step, 3]
    for i, word in enumerate(state):
        row[2 + i] = word


def make_examples(
    address: tuple[str, str, str], weights: list[float], inquiry: dict[str, int], seed: int, families: range
) -> list[list[int]]:
    """Return the examples of some families, a list each: family, value, settled, and the words."""
    game, terms = load_same(*address), Inquiry(**inquiry)
    guide, teacher = (_seat(game, weights, nodes) for nodes in (GUIDE_NODES, terms.nodes))
    limits = np.array([terms.plies, terms.children, terms.unit])
    rows = np.zeros((terms.children, 2 + len(game.start())), np.int64)
    found = []
    for index in families:
        state = game.drawn(seed, index) if game.drawn else game.start()
        with lent(teacher.desk), lent(guide.desk):
            n = make_family(game, state, guide, teacher, Pen(rows, np.array([seed, index]), limits))
        found += [[index, *row] for row in rows[:n].tolist()]
    return found


def _seat(game: Game, weights: Any, nodes: int) -> Seat:
    """Return the seat of a full search of so many nodes, as it suits the game."""
    return replace(Full(**{**game.settings, "table": 0.5}), nodes=nodes).seat(game, weights)  # type: ignore[arg-type]


def units_of(game: Game, weights: Any, inquiry: Inquiry, seed: int, families: int) -> list[Unit]:
    """Return the units in which the examples of so many families are made."""
    fixed = (game.address, list(weights), vars(inquiry.checked()), seed)
    parts = (range(i, min(i + IN_UNIT, families)) for i in range(0, families, IN_UNIT))
    return [(f"{part.start:07} to {part[-1]}", (*fixed, part)) for part in parts]


def each_part(executor: Executor, units: list[Unit], run: Run | None = None) -> Iterator[list[list[int]]]:
    """Yield the examples of each unit."""
    return each(executor, make_examples, units, run)


def as_arrays(rows: Iterable[list[int]]) -> Examples:
    """Return examples as arrays."""
    table = np.array(list(rows), np.int64)
    if table.ndim != 2:
        raise InputError("no position could be searched in the games played: there is nothing to learn.")
    return Examples(table[:, 0], table[:, 1], table[:, 2], np.ascontiguousarray(table[:, 3:]))
