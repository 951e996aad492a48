"""TDLeaf(lambda): weights learned from play, by making a search's value agree with what comes of it.

Source: J. Baxter, A. Tridgell and L. Weaver, TDLeaf(lambda): combining temporal difference learning with
game-tree search, 1999. A position's value is read at the leaf of its principal line, so it is the leaf's
features that answer for it. The values of a side's successive turns should be equal, and the last one
equal to the game's result: every difference moves the weights behind the values before it.
Choices: a value w . f is squashed to tanh(steepness * w . f / unit), the unit being the mean size of the
starting weights, and steps are Adam's (Kingma and Ba 2015) in the same unit, so weights of any size are
learned alike; the weights are averaged over the second half of the steps; a random move cuts the
differences, since what comes of it says nothing about what stood before; a position with a single move
is left out; a game cut off for its length has no result. Plain steps, rate times the gradient, and values
that are not squashed are there for those who want what was published first.
"""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from plyometric.arena.games import Limits, Observer, Watch, play_seats, seat
from plyometric.arena.players import Player
from plyometric.arena.workers import Unit, each
from plyometric.errors import InputError
from plyometric.kernel import rule
from plyometric.kernel.rng import words
from plyometric.learn.learner import LearnerState, Progress
from plyometric.learn.leaves import (
    change_of,
    cut,
    features_at,
    leaf_of,
    rescaled,
    starting_weights,
    sure_end,
)
from plyometric.learn.one_thread import on_one_thread
from plyometric.search.kinds import Method, Seat

CHOSEN, DRAWN, FORCED = 0, 1, 2
"""How a move came about: by search, by lot, or as the only one."""

ARRAYS = ("weights", "mean", "square", "total", "updates")
"""What a learner's state holds of every weight: itself, what Adam remembers, the sum to be averaged, and how
many positions had a say in it."""

OUTRIGHT = 3.0
"""What a won game is worth in units where values are not squashed."""


class Notes(NamedTuple):
    """What is kept of a game, a row for every ply, all of it seen by the side to move."""

    places: np.ndarray  # the words of the principal line's leaf
    signs: np.ndarray  # 1 or -1 as its mover or the other side is to move there, 0 where it says nothing
    values: np.ndarray  # what the search found, 0 where it saw the end
    ends: np.ndarray  # 1 or -1 where the search saw the game won or lost
    kinds: np.ndarray  # CHOSEN, DRAWN or FORCED


class Told(NamedTuple):
    """What a game tells, a row for every ply; and its result."""

    leaves: Any  # the features of the principal line's leaf
    values: np.ndarray
    ends: np.ndarray
    kinds: np.ndarray
    result: float
    is_whole: bool = True  # not cut off for its length


class Practising(NamedTuple):
    """What a student works with while it practises: the seat that searches, and how often lots decide."""

    inner: Seat
    noise: float
    seed: int
    game_index: int
    is_drawn: np.ndarray  # whether its last move was drawn by lot


@rule
def begin_practising(seat):
    """Begin a game as the seat does that searches."""
    seat.memory.inner.method.begin(seat.memory.inner)


@rule
def turn_practising(game, state, n, ply, seat):
    """Search, and let a move drawn by lot take the place of the best one now and then."""
    own, desk = seat.memory, seat.desk
    best = own.inner.method.turn(game, state, n, ply, own.inner)
    chance, lot, _, _ = words(own.seed, own.game_index, ply)
    own.is_drawn[0] = n > 1 and chance < own.noise * 4294967296.0
    if not own.is_drawn[0]:
        return best
    game.moves(state, desk.moves[0])
    return desk.moves[0, lot * n >> 32]


@rule
def note_turn(game, state, n, ply, move, seat, notes):
    """Note the leaf of a search, and how the move came about."""
    notes.kinds[ply] = FORCED if n == 1 else DRAWN if seat.memory.is_drawn[0] else CHOSEN
    if n > 1:
        leaf, notes.signs[ply] = leaf_of(game, state, seat.desk.value, seat.desk)
        notes.ends[ply] = sure_end(seat.desk.value)
        notes.values[ply] = 0 if notes.ends[ply] else seat.desk.value
        for i, word in enumerate(leaf):
            notes.places[ply, i] = word


PRACTISING = Method(name="practising", begin=begin_practising, turn=turn_practising)
NOTING = Observer(name="noting leaves", note=note_turn)


class Turns(NamedTuple):
    """The turns of one side at which it had a choice."""

    leaves: np.ndarray
    ends: np.ndarray
    goes_on: np.ndarray  # False where a random move stands between a turn and what follows it
    result: float  # of the game; NaN if it was cut off


class Momentum(NamedTuple):
    """What Adam remembers: running means of the gradient and of its square, and the number of steps."""

    mean: np.ndarray
    square: np.ndarray
    steps: int

    @classmethod
    def none(cls, weights: int) -> "Momentum":
        """Return what Adam remembers before its first step."""
        return cls(np.zeros(weights), np.zeros(weights), 0)


@dataclass(frozen=True)
class TDLeaf:
    """So many games of a student against itself, or against an opponent's weights, a batch of them a step.

    Learning begins with the student's weights. Games begin at the starts in turn, against an opponent with
    either side first. `held` names the places of weights that stay as they are; without any, the weights
    are brought back to their first total, for a search depends on their ratios alone; where that is 0, to
    that of usual weights. `unit` is the size of such a weight, the mean size of the starting ones unless it
    is given. `turns` says whether the student moves first (0) or second (1), game by game in turn.
    """

    student: Player
    starts: Sequence[Any]
    games: int
    seed: int
    lam: float = 0.7
    rate: float = 0.01
    noise: float = 0.1
    batch: int = 10
    longest: int = 400
    opponent: tuple[float, ...] | None = None
    held: tuple[int, ...] = ()
    unit: float = 0.0
    steepness: float = 0.25
    turns: tuple[int, ...] = (0, 1)
    adam: bool = True
    squash: bool = True
    average: bool = True
    reach: int = 0

    def __post_init__(self) -> None:
        if not len(self.starts):
            raise InputError("tdleaf needs at least one state in `starts` for its games to begin at.")
        if self.games < 0 or self.batch < 1 or self.longest < 1:
            numbers = f"{self.games}, {self.batch} and {self.longest}"
            raise InputError(f"games must be 0 or more, batch and longest 1 or more, not {numbers}.")
        if not self.unit > 0 and not self.first.any():
            name = self.student.game.name
            raise InputError(f"{name}: to start from weights that are all 0, tdleaf must be given a unit.")

    @property
    def first(self) -> np.ndarray:
        """The weights with which learning begins."""
        return starting_weights(self.student.game, self.student.weights)

    @property
    def learns(self) -> Callable[..., "Lesson"]:
        """How a game is played and learned from."""
        return practise

    @property
    def size(self) -> float:
        """The size of a usual weight."""
        return self.unit or float(np.abs(self.first).mean())

    @property
    def steps(self) -> int:
        """How many steps there are."""
        return -(-self.games // self.batch)

    @property
    def half(self) -> int:
        """The step from which on the weights are averaged."""
        return (self.steps + 1) // 2

    def begin(self) -> LearnerState:
        """Return the state before the first game."""
        nothing = np.zeros(len(self.first))
        return self._state(self.first, Momentum.none(len(self.first)), nothing, Lesson(nothing, nothing, 0.0))

    def step(self, state: LearnerState, executor: Executor) -> LearnerState:
        """Play a batch of games, and go one step up the sum of their gradients."""
        with on_one_thread():
            lessons = list(each(executor, self.learns, self._units(state)))
        lesson = Lesson(*(sum(parts) for parts in zip(*lessons, strict=True)))
        weights, mean, square, total, updates = (np.array(state[key]) for key in ARRAYS)
        momentum, step = adam(Momentum(mean, square, state["step"]), lesson.gradient)
        if not self.adam:
            step = (self.steepness if self.squash else 1.0) * lesson.gradient
        is_free = ~np.isin(np.arange(len(weights)), self.held)
        weights = cut(weights + self.rate * self.size * is_free * step)
        return self._state(weights, momentum, total, lesson._replace(updates=updates + lesson.updates))

    def is_done(self, state: LearnerState) -> bool:
        """Return whether all games have been played."""
        return state["step"] == self.steps

    def weights(self, state: LearnerState) -> list[float]:
        """Return the mean over the second half of the steps, or in the first half the newest weights."""
        averaged = state["step"] - self.half + 1 if self.average else 0
        found = np.array(state["total"]) / averaged if averaged > 0 else np.array(state["weights"])
        usual = self.first if self.first.any() else np.full(len(found), self.size)
        return (found if self.held else rescaled(found, usual)).tolist()

    def progress(self, state: LearnerState) -> Progress:
        """Return the share of games, and how far the weights have come."""
        games = min(self.games, state["step"] * self.batch)
        share = state["step"] / self.steps if self.steps else 1.0
        return Progress(share, {"games": games, "change": change_of(state["weights"], self.first)})

    def _state(
        self, weights: np.ndarray, momentum: "Momentum", total: np.ndarray, lesson: "Lesson"
    ) -> LearnerState:
        if momentum.steps >= self.half:
            total = total + weights
        kept = (weights, momentum.mean, momentum.square, total, lesson.updates)
        arrays = {key: array.tolist() for key, array in zip(ARRAYS, kept, strict=True)}
        return {"step": momentum.steps, "points": float(lesson.points), **arrays}

    def _units(self, state: LearnerState) -> Iterator[Unit]:
        student = replace(self.student, weights=tuple(state["weights"]))
        opponent = replace(student, weights=self.opponent) if self.opponent else None
        slope = (self.steepness if self.squash else 1.0) / self.size
        reward = 1.0 if self.squash else OUTRIGHT
        drill = Drill(self.noise, self.seed, self.lam, slope, self.longest, reward, self.reach)
        begin = state["step"] * self.batch
        for index in range(begin, min(begin + self.batch, self.games)):
            start = self.starts[(index // len(self.turns) if opponent else index) % len(self.starts)]
            turn = self.turns[index % len(self.turns)]
            yield str(index), (Practice(student, opponent, drill), index, tuple(start), turn)


class Lesson(NamedTuple):
    """What games tell: where they pull the weights, how many positions did, and the student's points."""

    gradient: Any
    updates: Any
    points: float


class Drill(NamedTuple):
    """How a student practises, and how it learns from that."""

    noise: float
    seed: int
    lam: float
    slope: float  # a value is the tanh of slope times weights times features, or that itself
    longest: int
    reward: float = 1.0  # what a won game is worth: more than 1 where values are not squashed
    reach: int = 0  # how many positions of each search are looked at, where not its leaf alone is


class Practice(NamedTuple):
    """What the games of one step share; a student without an opponent learns from both sides.

    The features of leaves are those by which it judges, unless somebody else is to learn from its games.
    """

    student: Player
    opponent: Player | None
    drill: Drill
    learner: Player | None = None

    def seat(self, player: Player, index: int) -> Seat:
        """Return the seat of a player that practises in the game of that index."""
        inner = seat(player)
        own = Practising(inner, self.drill.noise, self.drill.seed, index, np.zeros(1, np.int64))
        return Seat(PRACTISING, inner.game, inner.desk, own)


def practise(practice: Practice, index: int, start: Sequence[int], side: int) -> Lesson:
    """Play the game of that index, the student moving first (side 0) or second; return what it tells."""
    told = watched(practice, index, start, side)
    told = told._replace(leaves=told.leaves.toarray())
    turns = [turns_of(told, one) for one in ((side,) if practice.opponent else (0, 1))]
    weights = np.array(practice.student.weights)
    gradient = np.sum([gradient_of(one, weights, practice.drill) for one in turns], axis=0)
    updates = np.sum([(one.leaves != 0).sum(axis=0) for one in turns], axis=0)
    return Lesson(gradient, updates, (1 + told.result * (1 - 2 * side)) / 2)


def watched(practice: Practice, index: int, start: Sequence[int], side: int = 0) -> Told:
    """Play the game of that index, the student moving first (side 0) or second, and note it."""
    student, longest = practice.student, practice.drill.longest
    players = (student, practice.opponent or student)
    first, second = (practice.seat(players[(side + turn) % 2], index) for turn in (0, 1))
    state = student.game.state_of(start)
    notes = blank_notes(longest, len(state))
    limits = Limits(student.game.draws._replace(longest=longest))
    played = play_seats(student.game, state, first, second, limits, Watch(NOTING, notes))
    places, signs, values, ends, kinds = (part[: len(played.moves)] for part in notes)
    leaves = features_at((practice.learner or student).game, places, signs)
    return Told(leaves, values, ends, kinds, played.result, len(played.moves) < longest)


def turns_of(told: Told, side: int) -> Turns:
    """Return the turns of who moved first (side 0) or second (1) in a game."""
    plies = len(told.kinds)
    own = np.arange(side, plies, 2)
    own = own[told.kinds[own] != FORCED]
    drawn_before = np.append(0, np.cumsum(told.kinds == DRAWN))
    goes_on = np.diff(drawn_before[np.append(own, plies)]) == 0
    outcome = told.result * (1 - 2 * side) if told.is_whole else np.nan
    return Turns(told.leaves[own], told.ends[own], goes_on, outcome)


def gradient_of(turns: Turns, weights: np.ndarray, drill: Drill) -> np.ndarray:
    """Return where the differences between successive values pull the weights, up to a constant factor."""
    worths, is_squashed = drill.slope * (turns.leaves @ weights), drill.reward == 1.0
    squashed = np.tanh(worths) if is_squashed else worths.clip(-drill.reward, drill.reward)
    slopes = 1 - squashed**2 if is_squashed else np.ones(len(worths))
    values = drill.reward * turns.ends + squashed
    last = values[-1:] if np.isnan(turns.result) else drill.reward * turns.result
    differences = np.diff(np.append(values, last))
    gradient, ahead = np.zeros(len(weights)), 0.0
    for t in reversed(range(len(values))):
        ahead = turns.goes_on[t] * (differences[t] + drill.lam * ahead)
        gradient += ahead * slopes[t] * turns.leaves[t]
    return gradient


def adam(momentum: Momentum, gradient: Any) -> tuple[Momentum, np.ndarray]:
    """Return what Adam remembers after a gradient, and its step uphill, of about 1 in every weight."""
    steps = momentum.steps + 1
    mean = 0.9 * momentum.mean + 0.1 * gradient
    square = 0.999 * momentum.square + 0.001 * gradient**2
    size = np.sqrt(square / (1 - 0.999**steps))
    return Momentum(mean, square, steps), mean / (1 - 0.9**steps) / (size + 1e-8)


def blank_notes(longest: int, words: int) -> Notes:
    """Return notes with room for so many plies of a game whose states have so many words."""
    return Notes(np.zeros((longest, words), np.int64), *np.zeros((4, longest), np.int64))
