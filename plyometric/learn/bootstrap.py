"""RootStrap and TreeStrap: weights learned by making a glance agree with a search, position by position.

Source: J. Veness, D. Silver, W. Uther and A. Blair, Bootstrapping from game tree search, 2009. RootStrap
moves what the position before a search is worth at a glance towards what the search found. TreeStrap does so
for every position within the tree, each by what was found behind it; where that is only a bound, a worth
that keeps within it is left alone. Unlike temporal differences, neither waits for what comes of a move.

Choices: games, steps and squashing are those of TDLeaf. The tree is read off the transposition table, from
the root on and nearest first, so many positions a search; one that is reached in two ways counts twice. A
forced win or loss is worth as much as the game.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from plyometric.arena.games import Limits, Observer, Watch, play_seats
from plyometric.errors import InputError
from plyometric.kernel import rule, state_in
from plyometric.learn.leaves import features_at
from plyometric.learn.tdleaf import Lesson, Practice, TDLeaf
from plyometric.search.full import Full
from plyometric.search.table import (
    AT_LEAST,
    AT_MOST,
    EXACT,
    NOTHING,
    age_in,
    bound_in,
    key_of,
    look_up,
    value_in,
)


class Grown(NamedTuple):
    """What is kept of the trees of a game: positions, and what was found behind each, or its bound."""

    places: np.ndarray
    values: np.ndarray
    bounds: np.ndarray
    moves: np.ndarray  # room for the moves of a position
    counts: np.ndarray  # how many positions there are so far, and how many a search may add


@rule
def note_tree(game, state, n, ply, move, seat, notes):
    """Note the position before a search, and those within its tree that the table knows, nearest first."""
    begin = notes.counts[0]
    if n == 1 or begin == len(notes.values):
        return
    add(state, seat.desk.value, EXACT, notes)
    last, i = min(begin + notes.counts[1], len(notes.values)), begin
    while i < notes.counts[0] and notes.counts[0] < last:
        add_children(game, state_in(state, notes.places[i]), last, seat, notes)
        i += 1


@rule
def add_children(game, state, last, seat, notes):
    """Add the positions after a move that this search has left in the table."""
    for j in range(game.moves(state, notes.moves)):
        child = game.play(state, notes.moves[j])
        known = look_up(seat.memory.inner.memory.table, key_of(game, child))
        if known != NOTHING and age_in(known) == seat.desk.age and notes.counts[0] < last:
            add(child, value_in(known), bound_in(known), notes)


@rule
def add(state, value, bound, notes):
    """Add a position, and what was found behind it."""
    place = notes.counts[0]
    for i, word in enumerate(state):
        notes.places[place, i] = word
    notes.values[place], notes.bounds[place] = value, bound
    notes.counts[0] += 1


GROWING = Observer(name="noting trees", note=note_tree)


def look_back(practice: Practice, index: int, start: Sequence[int], side: int) -> Lesson:
    """Play the game of that index; return how all positions of its trees pull the weights."""
    student, drill = practice.student, practice.drill
    first, second = (practice.seat(student, index) for _ in (0, 1))
    state = student.game.state_of(start)
    notes = blank_trees(drill.longest, drill.reach, len(state), student.game.width)
    limits = Limits(student.game.draws._replace(longest=drill.longest))
    played = play_seats(student.game, state, first, second, limits, Watch(GROWING, notes))
    room = notes.counts[0]
    places, values, bounds = notes.places[:room], notes.values[:room], notes.bounds[:room]
    features = features_at(student.game, places, np.ones(room, np.int64))
    gradient = pull_of(features, values, bounds, np.array(student.weights), drill.slope)
    return Lesson(gradient, np.asarray((features != 0).sum(axis=0)).ravel(), (1 + played.result) / 2)


def pull_of(
    features: Any, values: np.ndarray, bounds: np.ndarray, weights: np.ndarray, slope: float
) -> np.ndarray:
    """Return where what was found behind positions pulls the weights; bounds pull from one side only."""
    glances, found = np.tanh(slope * (features @ weights)), np.tanh(slope * values)
    errors = found - glances
    errors = np.where(bounds == AT_LEAST, errors.clip(min=0), errors)
    errors = np.where(bounds == AT_MOST, errors.clip(max=0), errors)
    return features.T @ (errors * (1 - glances**2))


def blank_trees(longest: int, reach: int, words: int, width: int) -> Grown:
    """Return notes with room for so many positions of each search."""
    values, bounds = np.zeros((2, longest * reach), np.int64)
    counts = np.array([0, reach], np.int64)
    places = np.zeros((longest * reach, words), np.int64)
    return Grown(places, values, bounds, np.zeros(width, np.int64), counts)


@dataclass(frozen=True)
class Bootstrap(TDLeaf):
    """Games of a student against itself; `reach` positions of each search teach: 1 is RootStrap."""

    reach: int = 1

    def __post_init__(self) -> None:
        super().__post_init__()
        kind = self.student.kind
        if not isinstance(kind, Full) or not kind.table:
            raise InputError(
                "bootstrapping reads the table of a full search: give neither breadth nor table=0."
            )

    @property
    def learns(self) -> Callable[..., Lesson]:
        """How a game is played and learned from."""
        return look_back
