"""TDLeaf(lambda): weights learned from play, by making a search's value agree with what comes of it.

Source: J. Baxter, A. Tridgell and L. Weaver, TDLeaf(lambda): combining temporal difference learning with
game-tree search, 1999. A position's value is read at the leaf of its principal line, so it is the leaf's
features that answer for it. The values of a side's successive turns should be equal, and the last one
equal to the game's result: every difference moves the weights behind the values before it.
Choices: a value w . f is squashed to tanh(steepness * w . f / unit), the unit being the mean size of the
starting weights, and steps are Adam's (Kingma and Ba 2015) in the same unit, so weights of any size are
learned alike; the weights are averaged over the second half of the steps; a random move cuts the
differences, since what comes of it says nothing about what stood before; a position with a single move
is left out; a game cut off for its length has no result.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from plyometric.arena.games import LONGEST, QUIET, Seat, forget, remember, stood_twice
from plyometric.errors import InputError
from plyometric.kernel import Game, kernel
from plyometric.kernel.desk import TOLD, lent
from plyometric.kernel.rng import words
from plyometric.learn.leaves import note_leaf, place_for, rescaled, starting_weights
from plyometric.search.alphabeta import Settings, decide
from plyometric.search.table import key_of

CHOSEN, DRAWN, FORCED = 0, 1, 2
"""How a move came about: by search, by lot, or as the only one."""


class Notes(NamedTuple):
    """What is kept of a game, a row for every ply, all of it seen by the side to move."""

    leaves: np.ndarray  # the features of the principal line's leaf
    ends: np.ndarray  # 1 or -1 where the search saw the game won or lost
    moves: np.ndarray
    kinds: np.ndarray  # CHOSEN, DRAWN or FORCED


@kernel
def play_noting(game, state, first, second, noise, seed, index, notes):
    """Play a game, keeping notes; return the first mover's result and the length.

    A game as long as the notes have room for is cut off.
    """
    forget(first)
    forget(second)
    longest = len(notes.moves)
    for ply in range(longest):
        n = game.moves(state, first.desk.moves[0])
        if n == 0:
            result = game.result(state)
            return (result if ply % 2 == 0 else -result), ply
        if first.desk.past_length >= QUIET or stood_twice(key_of(state), first.desk):
            return 0, ply
        if ply % 2 == 0:
            take_turn(game, state, n, ply, first, noise, seed, index, notes)
        else:
            take_turn(game, state, n, ply, second, noise, seed, index, notes)
        if first.desk.stop == TOLD or second.desk.stop == TOLD:
            return 0, ply
        move = notes.moves[ply]
        remember(game, state, move, first.desk)
        remember(game, state, move, second.desk)
        state = game.play(state, move)
    return 0, longest


@kernel
def take_turn(game, state, n, ply, seat, noise, seed, index, notes):
    """Note a move, and the leaf of the search even where a move drawn by lot takes its place."""
    desk = seat.desk
    if n > 1:
        value = decide(game, state, desk, seat.table, seat.full, seat.narrow)
        notes.ends[ply] = note_leaf(game, state, value, desk, notes.leaves[ply])
        notes.moves[ply], notes.kinds[ply] = desk.kept[0], CHOSEN
    chance, lot, _, _ = words(seed, index, ply)
    if n == 1 or chance < noise * 4294967296.0:
        game.moves(state, desk.moves[0])
        notes.moves[ply], notes.kinds[ply] = desk.moves[0, lot * n >> 32], FORCED if n == 1 else DRAWN


class Course(NamedTuple):
    """What stays the same from game to game while a student practises."""

    game: Game
    starts: Sequence[Any]
    seats: tuple[Seat, Seat]  # the student, then its opponent or itself again
    is_alone: bool  # whether it plays against itself, and so learns from both sides
    noise: float
    seed: int
    lam: float
    slope: float  # a value is the tanh of slope times weights times features
    notes: Notes


class Turns(NamedTuple):
    """The turns of one side at which it had a choice."""

    leaves: np.ndarray
    ends: np.ndarray
    goes_on: np.ndarray  # False where a random move stands between a turn and what follows it
    result: float  # of the game; NaN if it was cut off


class Momentum(NamedTuple):
    """What Adam remembers: running means of the gradient and of its square, and the number of steps."""

    mean: Any = 0.0
    square: Any = 0.0
    steps: int = 0


def tdleaf(
    game: Game,
    student: Settings,
    weights: Sequence[float],
    starts: Sequence[Any],
    games: int,
    seed: int,
    *,
    lam: float = 0.7,
    rate: float = 0.01,
    noise: float = 0.1,
    batch: int = 10,
    longest: int = LONGEST,
    opponent: Sequence[float] | None = None,
    held: Sequence[int] = (),
    unit: float = 0.0,
    steepness: float = 0.25,
) -> list[float]:
    """Return the weights after so many games against itself, or against an opponent's weights.

    Games begin at the starts in turn, against an opponent with either side first. `held` names the places
    of weights that stay as they are; without any, the weights are brought back to their first total, for a
    search depends on their ratios alone. `unit` is the size of a usual weight: the mean size of the
    starting weights unless it is given.
    """
    from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

    first = starting_weights(game, weights)
    _check(game, first, starts, games, batch, longest, unit)
    unit = unit or float(np.abs(first).mean())
    is_free = ~np.isin(np.arange(len(first)), held)
    other = first if opponent is None else opponent
    seats = place_for(game, student, first), place_for(game, student, other)
    learners = seats if opponent is None else seats[:1]
    notes = blank_notes(longest, len(first))
    course = Course(game, starts, seats, opponent is None, noise, seed, lam, steepness / unit, notes)
    path, momentum = [first], Momentum()
    with threadpool_limits(1), lent(seats[0].desk), lent(seats[1].desk):
        for begin in range(0, games, batch):
            played = range(begin, min(begin + batch, games))
            gradient = sum(practise(course, index, path[-1]) for index in played)
            momentum, step = adam(momentum, gradient)
            path.append(path[-1] + rate * unit * is_free * step)
            for learner in learners:
                learner.desk.weights[:] = path[-1]
    learned = np.mean(path[len(path) // 2 :], axis=0)
    return (learned if len(held) else rescaled(learned, first)).tolist()


def practise(course: Course, index: int, weights: np.ndarray) -> np.ndarray:
    """Play the game of that index, the student first if it is even, and return where it pulls the weights."""
    game, side = course.game, index % 2
    start = course.starts[(index if course.is_alone else index // 2) % len(course.starts)]
    seats = course.seats[side], course.seats[1 - side]
    result, plies = play_noting(game, start, *seats, course.noise, course.seed, index, course.notes)
    sides = (0, 1) if course.is_alone else (side,)
    turns = [turns_of(course.notes, plies, result, each) for each in sides]
    return np.sum([gradient_of(each, weights, course.slope, course.lam) for each in turns], axis=0)


def turns_of(notes: Notes, plies: int, result: int, side: int) -> Turns:
    """Return the turns of who moved first (side 0) or second (1) in a game of so many plies."""
    own = np.arange(side, plies, 2)
    own = own[notes.kinds[own] != FORCED]
    drawn_before = np.append(0, np.cumsum(notes.kinds[:plies] == DRAWN))
    goes_on = np.diff(drawn_before[np.append(own, plies)]) == 0
    outcome = np.nan if plies == len(notes.moves) else result * (1 - 2 * side)
    return Turns(notes.leaves[own], notes.ends[own], goes_on, outcome)


def gradient_of(turns: Turns, weights: np.ndarray, slope: float, lam: float) -> np.ndarray:
    """Return where the differences between successive values pull the weights, up to a constant factor."""
    squashed = np.tanh(slope * (turns.leaves @ weights))
    values = turns.ends + squashed
    last = values[-1:] if np.isnan(turns.result) else turns.result
    differences = np.diff(np.append(values, last))
    gradient, ahead = np.zeros(len(weights)), 0.0
    for t in reversed(range(len(values))):
        ahead = turns.goes_on[t] * (differences[t] + lam * ahead)
        gradient += ahead * (1 - squashed[t] ** 2) * turns.leaves[t]
    return gradient


def adam(momentum: Momentum, gradient: Any) -> tuple[Momentum, np.ndarray]:
    """Return what Adam remembers after a gradient, and its step uphill, of about 1 in every weight."""
    steps = momentum.steps + 1
    mean = 0.9 * momentum.mean + 0.1 * gradient
    square = 0.999 * momentum.square + 0.001 * gradient**2
    size = np.sqrt(square / (1 - 0.999**steps))
    return Momentum(mean, square, steps), mean / (1 - 0.9**steps) / (size + 1e-8)


def blank_notes(longest: int, features: int) -> Notes:
    """Return notes with room for so many plies."""
    ends, moves, kinds = np.zeros((3, longest), np.int64)
    return Notes(np.zeros((longest, features)), ends, moves, kinds)


def _check(
    game: Game, first: np.ndarray, starts: Sequence[Any], games: int, batch: int, longest: int, unit: float
) -> None:
    if not len(starts):
        raise InputError("tdleaf needs at least one state in `starts` for its games to begin at.")
    if games < 0 or batch < 1 or longest < 1:
        raise InputError(
            f"games must be 0 or more, batch and longest 1 or more, not {games}, {batch} and {longest}."
        )
    if not unit > 0 and not first.any():
        raise InputError(f"{game.name}: to start from weights that are all 0, tdleaf must be given a unit.")
