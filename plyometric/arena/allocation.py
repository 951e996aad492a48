"""Resource allocation: which of the next moves deserve a deeper search.

After S. Markovitch and Y. Sella, Learning of resource allocation strategies for game playing,
Computational Intelligence 12 (1996). A player may search deeper, to depth k + n in place of k, at only
d of its next m moves. Its strategy decides, before each move, whether this is one of them.

The paper's taxonomy of strategies, and where it stands in this code:

    static        decided before the game: NEVER, RANDOM, ALWAYS
    semi-dynamic  decided before each search, from the position: ORACLE_CHANGE and ORACLE_GAIN, which
                  cheat by trying both depths, and LEARNED
    dynamic       decided during a search: quiescence and singular extension, as search/alphabeta.py
                  offers them; the paper's player has neither

Everything here is generic over games. A position is described to learners by its game's traits (or,
where it names none, by the number of moves, the evaluation and its features), then by patterns if
there are any, then by what a shallow search tells. The paper's own games are in learn/allocation_games.py.
"""

from typing import NamedTuple

import numpy as np
from numba import int64

from plyometric.errors import InputError
from plyometric.games.notebook import html_table
from plyometric.kernel import WIN, Game, rule
from plyometric.kernel.desk import PLIES
from plyometric.search.forest import score
from plyometric.search.kinds import Method, Seat
from plyometric.search.minimax import value_of_each, worth

NEVER, RANDOM, ALWAYS, ORACLE_CHANGE, ORACLE_GAIN, LEARNED = range(6)
DEEPEST = 100
"""The deepest search that a strategy may ask for."""

NO_PATTERNS = np.zeros((0, 1), np.int64)

PROBED = 4
"""How many numbers describe one depth of a shallow search: ties, gap, swing, change."""


class Terms(NamedTuple):
    """The terms of an allocation: depth k or k + n, d deep searches in m moves, and how a game is judged.

    After m moves each, whoever is ahead by `margin` in the evaluation has won. `gain` is the utility
    above which the second oracle searches deeper.
    """

    k: int = 4
    n: int = 2
    d: int = 8
    m: int = 40
    margin: int = 400
    gain: int = 50

    def checked(self) -> "Terms":
        """Return the terms, or say what is wrong with them."""
        if self.k < 1 or self.n < 1 or self.k + self.n > DEEPEST:
            depths = f"k={self.k} and n={self.n}"
            raise InputError(f"{depths}: both must be 1 or more, and {DEEPEST} at most together.")
        if self.margin < 0 or self.gain < 0:
            raise InputError(f"margin={self.margin} and gain={self.gain} must be 0 or more.")
        if not 0 < self.d < self.m:
            raise InputError(
                f"of m moves fewer than m can be deep: d={self.d} of m={self.m} leaves no choice."
            )
        return self


class Strategy(NamedTuple):
    """A strategy as data for kernels: learning another one recompiles nothing.

    A learned strategy searches deeper if a forest's score of the position's description reaches
    thresholds[d, m], where d deep searches and m moves are left.
    """

    kind: int
    forest: np.ndarray
    thresholds: np.ndarray
    patterns: np.ndarray
    probe: int


class Plan(NamedTuple):
    """A learned strategy with all that it was learned for: game, evaluation, terms and weights."""

    game: str
    evaluation: str
    terms: Terms
    weights: tuple[float, ...]
    strategy: Strategy

    def _repr_html_(self) -> str:
        k, n, d, m = (getattr(self.terms, key) for key in "kndm")
        is_leaf = self.strategy.forest[:, 0] < 0
        rows = (("looks ahead", f"{k} plies, or {k + n}"), ("looks deeper", f"at {d} of {m} moves"))
        asked = ("asks", f"{int((~is_leaf).sum())} questions, which have {int(is_leaf.sum())} answers")
        return html_table(("a strategy for", self.game), (*rows, asked))


def plain_strategy(kind: int) -> Strategy:
    """Return a strategy that has learned nothing."""
    return Strategy(kind, np.zeros((1, 4)), np.zeros((1, 1)), NO_PATTERNS, 0)


# Class assignment


@rule
def changes_move(shallow, deep, n):
    """Equation 3: whether a shallow search may choose a move that the deep one would not."""
    best, best_deep = shallow[:n].max(), deep[:n].max()
    for i in range(n):
        if shallow[i] == best and deep[i] < best_deep:
            return True
    return False


@rule
def gain_of(shallow, deep, n):
    """Equation 4: what the deep search's choice is worth beyond the average shallow choice."""
    best = shallow[:n].max()
    total, ties = 0.0, 0
    for i in range(n):
        if shallow[i] == best:
            total += deep[i]
            ties += 1
    return deep[:n].max() - total / ties


# Describing a position


class Room(NamedTuple):
    """Where a position is looked at: the values of its moves at two depths, and its description."""

    shallow: np.ndarray
    deep: np.ndarray
    description: np.ndarray


def new_room(game: Game, strategy: Strategy) -> Room:
    """Return room for looking at positions as a strategy does."""
    shallow, deep = np.zeros((2, game.width), np.int64)
    return Room(shallow, deep, np.zeros(description_length(game, len(strategy.patterns), strategy.probe)))


@rule
def describe(game, state, n, strategy, desk, room):
    """Describe a position with n moves as a strategy sees it: traits, pattern counts, shallow search."""
    out = room.description
    if game.has_traits:
        game.traits(state, out)
        column = game.trait_count
    else:
        out[0], out[1] = n, worth(game, state, desk)
        game.features(state, out[2:])
        column = 2 + game.feature_count
    for i in range(strategy.patterns.shape[0]):
        out[column] = game.matches(state, strategy.patterns[i])
        column += 1
    if strategy.probe:
        describe_search(game, state, n, strategy.probe, desk, room.shallow, out[column:])


@rule
def describe_search(game, state, n, probe, desk, values, out):
    """Write, for each depth up to `probe`: equal best moves, lead of the best, swing, and change."""
    before, favourite = worth(game, state, desk), 0
    for depth in range(1, probe + 1):
        value_of_each(game, state, int64(depth), desk, values)
        best = values[:n].max()
        ties, second = 0, int64(-WIN)
        for i in range(n):
            if values[i] == best:
                ties += 1
            elif values[i] > second:
                second = values[i]
        column = PROBED * (depth - 1)
        out[column] = ties
        out[column + 1] = min(best - second, 1000) if ties < n else 0
        out[column + 2] = max(-1000, min(1000, best - before))
        out[column + 3] = values[favourite] < best
        before, favourite = best, values[:n].argmax()


def description_names(game: Game, patterns: int = 0, probe: int = 0) -> list[str]:
    """Return what each number of a description is."""
    names = list(game.trait_names) or ["legal moves", "evaluation", *game.feature_names]
    names += [f"pattern {i + 1}" for i in range(patterns)]
    for depth in range(1, probe + 1):
        names += [f"{what} at depth {depth}" for what in ("best moves", "lead", "swing", "change")]
    return names


def description_length(game: Game, patterns: int = 0, probe: int = 0) -> int:
    """Return how many numbers describe a position."""
    return len(description_names(game, patterns, probe))


# Deciding


@rule
def wants_deep(game, state, n, left, own, desk):
    """Return whether a strategy searches deeper here, `left` being the deep searches and moves that are left.

    `own` holds its strategy, terms and room.
    """
    d, m = left
    strategy, room = own.strategy, own.room
    if strategy.kind == NEVER or d == 0:
        return False
    if strategy.kind == ALWAYS or d >= m:
        return True
    if strategy.kind == LEARNED:
        describe(game, state, n, strategy, desk, room)
        return score(strategy.forest, room.description) >= strategy.thresholds[d, m]
    value_of_each(game, state, int64(own.terms.k), desk, room.shallow)
    value_of_each(game, state, int64(own.terms.k + own.terms.n), desk, room.deep)
    if strategy.kind == ORACLE_CHANGE:
        return changes_move(room.shallow, room.deep, n)
    return gain_of(room.shallow, room.deep, n) > own.terms.gain


# Players with a strategy


class Allocating(NamedTuple):
    """What a player with a strategy works with: the seat that searches, and what is left to spend."""

    inner: Seat
    depth: int
    strategy: Strategy
    terms: Terms
    room: Room
    left: np.ndarray  # deep searches and moves, renewed every m moves


@rule
def begin_allocating(seat):
    """Begin a game with nothing spent."""
    seat.memory.left[:] = 0
    seat.memory.inner.method.begin(seat.memory.inner)


@rule
def turn_with_strategy(game, state, n, ply, seat):
    """Search to the depth that the strategy allots to this move."""
    own = seat.memory
    seat.desk.plies = min(own.depth + allotted(game, state, n, seat), PLIES - 1)
    return own.inner.method.turn(game, state, n, ply, own.inner)


@rule
def allotted(game, state, n, seat):
    """Return by how many plies a strategy deepens this search; its budget is renewed every m moves."""
    own = seat.memory
    if own.left[1] == 0:
        own.left[0], own.left[1] = own.terms.d, own.terms.m
    left = own.left[0], own.left[1]
    is_deep = n > 1 and wants_deep(game, state, n, left, own, seat.desk)
    own.left[0] -= is_deep
    own.left[1] -= 1
    return own.terms.n if is_deep else 0


ALLOCATING = Method(name="allocating", begin=begin_allocating, turn=turn_with_strategy)


def allocating(place: Seat, plan: Plan) -> Seat:
    """Return a seat that searches as another does, as deep as a plan allots."""
    room, left = new_room(place.game, plan.strategy), np.zeros(2, np.int64)
    memory = Allocating(place, int(place.desk.plies), plan.strategy, plan.terms, room, left)
    return Seat(ALLOCATING, place.game, place.desk, memory)
