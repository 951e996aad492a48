"""Learning an evaluation from a teacher, and filters that keep harmful knowledge out.

Sources: R. A. Hasson, S. Markovitch and Y. Sella, Using filters to improve the efficiency of
game-playing learning procedures; the places for filters are those of S. Markovitch and P. D. Scott,
Information filters and their implementation in the SYLLOG system (1989).

Learning is a flow of information, and a filter may stand at five places of it:

    experience -> [experience] -> [attention] -> learning rule -> [acquisition] -> knowledge -> player
                  which lessons   what of them                    which changes    |      [utilisation]
                                                                                   |      what of it who uses
                                                                               [retention]
                                                                               what is kept after a session

The teacher is a player with a deeper or wider search. Whenever it is to move, the student foretells
the move. Where the teacher moves otherwise, the features that its position has more of, seen by the
teacher, gain weight. Both play with what has been learned so far; a change takes effect at once.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, NamedTuple, Protocol

import numpy as np

from plyometric.arena.exams import Exam, sit
from plyometric.arena.games import Seat, choose, seat
from plyometric.arena.players import Player
from plyometric.arena.statistics import Tally, elo, sprt
from plyometric.errors import InputError
from plyometric.kernel import Game
from plyometric.kernel.referee import features, is_over, legal_moves, play

Weights = tuple[float, ...]
Role = Literal["student", "teacher"]

GAIN = 0.1
"""The learning rule's step: a tenth of what the features that the teacher gave up were worth."""


class Lesson(NamedTuple):
    """The teacher moved otherwise than the student expected: what came of it, and what would have."""

    actual: np.ndarray
    expected: np.ndarray
    decides: bool  # whether either move ends the game

    @property
    def difference(self) -> np.ndarray:
        """How much more of each feature the teacher's position has, seen by the teacher."""
        return self.actual - self.expected


def reinforced(weights: Weights, difference: np.ndarray) -> Weights:
    """Return the weights after the paper's rule: what the teacher preferred grows by what it gave up."""
    given_up = sum(abs(d * k) for d, k in zip(difference, weights, strict=True) if d < 0)
    gained = sum(d for d in difference if d > 0)
    gain = GAIN * given_up / gained if gained else 0.0
    return tuple(float(k + gain) if d > 0 else float(k) for d, k in zip(difference, weights, strict=True))


# The five places


class ExperienceFilter(Protocol):
    """Selects the lessons from which anything is learned."""

    def admits(self, lesson: Lesson, weights: Weights) -> bool:
        """Return whether a lesson goes on to the learning rule."""


class AttentionFilter(Protocol):
    """Selects what of a lesson is looked at."""

    def attended(self, difference: np.ndarray) -> np.ndarray:
        """Return the difference with zeros where nobody looks."""


class AcquisitionFilter(Protocol):
    """Selects the changes that become knowledge."""

    def accepts(self, proposed: Weights, weights: Weights) -> bool:
        """Return whether the proposed weights replace the present ones."""


class RetentionFilter(Protocol):
    """Selects what is kept of a session's knowledge."""

    def retained(self, after: Weights, before: Weights) -> Weights:
        """Return the weights with which learning goes on after a session."""


class UtilisationFilter(Protocol):
    """Selects what of the knowledge a player makes use of."""

    def used(self, weights: Weights, role: Role) -> Weights:
        """Return the weights with which the player in that role plays."""


@dataclass(frozen=True)
class Filters:
    """The filters of a learner, by their places; each sees what those before it let pass."""

    experience: tuple[ExperienceFilter, ...] = ()
    attention: tuple[AttentionFilter, ...] = ()
    acquisition: tuple[AcquisitionFilter, ...] = ()
    retention: tuple[RetentionFilter, ...] = ()
    utilisation: tuple[UtilisationFilter, ...] = ()


# Filters for the places


@dataclass(frozen=True)
class Surprise:
    """Admits a lesson if the teacher's position is worth more or less than the expected one by enough."""

    threshold: float

    def admits(self, lesson: Lesson, weights: Weights) -> bool:
        """A lesson in which a game is decided is always a surprise."""
        return lesson.decides or abs(float(np.dot(lesson.difference, weights))) >= self.threshold


@dataclass(frozen=True)
class Focus:
    """Attends to some features alone."""

    features: tuple[int, ...]

    def attended(self, difference: np.ndarray) -> np.ndarray:
        """Return the difference in those features."""
        return np.array([d if i in self.features else 0.0 for i, d in enumerate(difference)])


@dataclass(frozen=True)
class Rules:
    """Accepts weights that make sense: of the sign that the game's own have, and in its order of features."""

    game: Game

    def accepts(self, proposed: Weights, weights: Weights) -> bool:
        """Blame a proposal for no weight that it leaves as it is."""
        rows = zip(proposed, weights, self.game.weights, strict=True)
        keeps_sign = all(new * own > 0 or new == now for new, now, own in rows if own)
        worth = dict(zip(self.game.feature_names, proposed, strict=True))
        return keeps_sign and all(worth[more] >= worth[less] for more, less in self.game.dominance)


@dataclass
class SelfTest:
    """Accepts weights that score higher in an exam than any accepted before."""

    student: Player
    tester: Player
    exam: Exam
    last: float = 50.0
    tests: int = 0
    games: int = 0

    def accepts(self, proposed: Weights, weights: Weights) -> bool:
        """Sit the exam, and remember the score if it is the highest."""
        score = self._score(proposed)
        is_better = score > self.last
        self.last = max(self.last, score)
        return is_better

    def retained(self, after: Weights, before: Weights) -> Weights:
        """Keep what was learned in a session only if it scores higher than ever: one test a session."""
        return after if after == before or self.accepts(after, before) else before

    def _score(self, weights: Weights) -> float:
        sat = sit(replace(self.student, weights=weights), self.tester, self.exam)
        self.tests += 1
        self.games += sat.games
        return sat.score


@dataclass
class SequentialTest:
    """Accepts weights that beat the present ones, in pairs of games from positions never used before.

    The games go on until a sequential test is decided: half the points, or the score `better`? Whoever
    is not shown to be better after `most` pairs is not accepted.
    """

    student: Player
    openings: Callable[[int], Any]
    plies: int
    better: float = 0.55
    most: int = 400
    at_once: int = 10
    tests: int = 0
    games: int = 0

    def accepts(self, proposed: Weights, weights: Weights) -> bool:
        """Play until it is clear which weights are better."""
        new, old = replace(self.student, weights=proposed), replace(self.student, weights=weights)
        self.tests += 1
        verdict, results = "running", list[tuple[int, int]]()
        while verdict == "running" and len(results) < self.most:
            results += self._pairs(new, old)
            verdict = sprt(Tally.of_pairs(results), 0, elo(self.better)).verdict
        return verdict == "H1"

    def _pairs(self, new: Player, old: Player) -> list[tuple[int, int]]:
        """Play a few pairs of games from the next openings."""
        first = self.games // 2
        self.games += 2 * self.at_once
        starts = tuple(map(self.openings, range(first, first + self.at_once)))
        return sit(new, old, Exam(starts, 0, self.plies // 2)).results


@dataclass(frozen=True)
class OwnTeacher:
    """Lets the teacher go on with the weights that it had at first."""

    weights: Weights

    def used(self, weights: Weights, role: Role) -> Weights:
        """Return what was learned to the student alone."""
        return self.weights if role == "teacher" else weights


# The learner


@dataclass
class Learner:
    """A student, its teacher, what has been learned, and how much of it passed which place."""

    student: Player
    teacher: Player
    filters: Filters
    weights: Weights
    counts: dict[str, int] = field(
        default_factory=lambda: {"lessons": 0, "admitted": 0, "proposed": 0, "accepted": 0}
    )

    def session(self, start: Any, plies: int) -> None:
        """Play a game against the teacher and learn from it; the student moves first."""
        before = self.weights
        for lesson in self._lessons(start, plies):
            self.learn(lesson)
        for keeper in self.filters.retention:
            self.weights = keeper.retained(self.weights, before)

    def learn(self, lesson: Lesson) -> None:
        """Let one lesson flow through filters and learning rule into the weights."""
        self.counts["lessons"] += 1
        if not all(one.admits(lesson, self.weights) for one in self.filters.experience):
            return
        self.counts["admitted"] += 1
        difference = lesson.difference
        for one in self.filters.attention:
            difference = one.attended(difference)
        proposed = reinforced(self.weights, difference)
        if proposed == self.weights:
            return
        self.counts["proposed"] += 1
        if all(one.accepts(proposed, self.weights) for one in self.filters.acquisition):
            self.counts["accepted"] += 1
            self.weights = proposed

    def _lessons(self, start: Any, plies: int) -> Iterator[Lesson]:
        game, state = self.student.game, start
        seats = seat(self.student), seat(self.teacher)
        for ply in range(plies):
            if not legal_moves(game, state):
                return
            move = self._move(seats[0], "student", state)
            if ply % 2:
                expected, move = move, self._move(seats[1], "teacher", state)
                if move != expected:
                    yield lesson_of(game, state, move, expected)
            state = play(game, state, move)

    def _move(self, place: Seat, role: Role, state: Any) -> int:
        weights = self.weights
        for one in self.filters.utilisation:
            weights = one.used(weights, role)
        return choose(self.student.game, [state], place, weights)[0]


def lesson_of(game: Game, state: Any, actual: int, expected: int) -> Lesson:
    """Return what there is to learn where the teacher moved otherwise than expected."""
    after, instead = play(game, state, actual), play(game, state, expected)
    decides = is_over(game, after) or is_over(game, instead)
    return Lesson(-features(game, after), -features(game, instead), decides)


# Filters by name


class Circumstances(NamedTuple):
    """What a filter may need to know of the learning that it is part of."""

    student: Player
    tester: Player
    exam: Exam
    openings: Callable[[int], Any]


def filters_named(words: Sequence[str], circumstances: Circumstances) -> Filters:
    """Return the filters that words such as `rules` or `experience=50` name, the cheap ones first."""
    wanted = dict(_name_and_value(word) for word in words)
    made: dict[str, list[Any]] = {}
    for name, (place, make) in NAMED.items():
        if name in wanted:
            made.setdefault(place, []).append(make(circumstances, wanted[name]))
    return Filters(**{place: tuple(filters) for place, filters in made.items()})


def _name_and_value(word: str) -> tuple[str, str]:
    name, _, value = word.partition("=")
    if name not in NAMED:
        raise InputError(f"there is no filter {name!r}: there are {', '.join(NAMED)}.")
    if value and name not in TAKE_A_VALUE:
        raise InputError(f"filter {word!r}: {name} takes no value; {' and '.join(TAKE_A_VALUE)} do.")
    return name, value


def _surprise(of: Circumstances, value: str) -> Surprise:
    try:
        threshold = float(value or min(abs(own) for own in of.student.game.weights if own))
    except ValueError:
        raise InputError(f"filter 'experience={value}': a number is expected.") from None
    if not threshold >= 0:
        raise InputError(f"filter 'experience={value}': a number of 0 or more is expected.")
    return Surprise(threshold)


def _focus(of: Circumstances, value: str) -> Focus:
    names, chosen = of.student.game.feature_names, value.split("/")
    if not set(chosen) <= set(names):
        raise InputError(f"filter 'focus={value}': some of the features {', '.join(names)}, / between.")
    return Focus(tuple(i for i, name in enumerate(names) if name in chosen))


def _self_test(of: Circumstances, value: str) -> SelfTest:
    return SelfTest(of.student, of.tester, of.exam)


def _sequential_test(of: Circumstances, value: str) -> SequentialTest:
    return SequentialTest(of.student, of.openings, of.exam.plies)


NAMED: dict[str, tuple[str, Callable[[Circumstances, str], Any]]] = {
    "experience": ("experience", _surprise),
    "focus": ("attention", _focus),
    "rules": ("acquisition", lambda of, value: Rules(of.student.game)),
    "self-test": ("acquisition", _self_test),
    "sequential-test": ("acquisition", _sequential_test),
    "session-test": ("retention", _self_test),
    "own-teacher": ("utilisation", lambda of, value: OwnTeacher(of.student.weights)),
}
"""The filters that a user may name, each with its place: cheap ones stand before dear ones."""

TAKE_A_VALUE = ("experience", "focus")
