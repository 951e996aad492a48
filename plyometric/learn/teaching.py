"""Learning an evaluation from a teacher, with filters on the way of knowledge.

Source: R. A. Hasson, S. Markovitch and Y. Sella, Using filters to improve the efficiency of
game-playing learning procedures.

The teacher is a player with a deeper or wider search. Whenever it is to move, the student foretells
the move. Where the teacher moves otherwise, the features that its position has more of, seen by the
teacher, gain weight. Both play with what has been learned so far; a change takes effect at once. So a
session, one game against the teacher, is played move by move in one place; what is spread over an
executor are the games of tests.
"""

from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from copy import deepcopy
from dataclasses import dataclass, fields
from itertools import chain
from typing import Any

import numpy as np

from plyometric.arena.games import choose, seat
from plyometric.arena.players import Player
from plyometric.arena.sitting import Sitting, play_on
from plyometric.kernel import NO_MOVE, Draws, Game
from plyometric.kernel.referee import features, is_over, play
from plyometric.learn.filters import NO_FILTERS, Filters, Lesson, Now, Role, Weights
from plyometric.learn.learner import LearnerState, Progress
from plyometric.search.kinds import Seat

GAIN = 0.1
"""The learning rule's step: a tenth of what the features that the teacher gave up were worth."""

GROWN = 100_000.0
"""The rule makes weights grow without end: once one of them is larger than this, all are halved.

A search depends on their ratios alone. The paper's sessions never come near."""

COUNTS = ("lessons", "admitted", "proposed", "accepted")


def reinforced(weights: Weights, difference: np.ndarray) -> Weights:
    """Return the weights after the paper's rule: what the teacher preferred grows by what it gave up."""
    given_up = sum(abs(d * k) for d, k in zip(difference, weights, strict=True) if d < 0)
    gained = sum(d for d in difference if d > 0)
    gain = GAIN * given_up / gained if gained else 0.0
    return tuple(float(k + gain) if d > 0 else float(k) for d, k in zip(difference, weights, strict=True))


def tamed(weights: Weights) -> Weights:
    """Return weights in the same ratios, none of them larger than GROWN."""
    while max(map(abs, weights)) > GROWN:
        weights = tuple(weight / 2 for weight in weights)
    return weights


@dataclass(frozen=True)
class Teaching:
    """Sessions with a teacher, one from each start, that end after so many plies.

    Learning begins with the student's weights.
    """

    student: Player
    teacher: Player
    starts: Sequence[Any]
    plies: int
    filters: Filters = NO_FILTERS

    def begin(self) -> LearnerState:
        """Return the state before the first session, in which no filter remembers anything."""
        filters = {place.name: getattr(self.filters, place.name) for place in fields(Filters)}
        memory: LearnerState = {place: [{} for _ in there] for place, there in filters.items()}
        counts = dict.fromkeys(COUNTS, 0)
        return {"step": 0, "weights": list(self.student.weights), "counts": counts, "memory": memory}

    def step(self, state: LearnerState, executor: Executor) -> LearnerState:
        """Return the state after one session more."""
        session = Session(self, state, executor)
        session.play(self.starts[state["step"]])
        return session.state | {"step": state["step"] + 1}

    def is_done(self, state: LearnerState) -> bool:
        """Return whether there was a session from every start."""
        return state["step"] == len(self.starts)

    def weights(self, state: LearnerState) -> list[float]:
        """Return the weights that all filters let pass."""
        return state["weights"]

    def progress(self, state: LearnerState) -> Progress:
        """Return the share of sessions, what passed which place, and what tests took."""
        share = state["step"] / len(self.starts) if self.starts else 1.0
        return Progress(share, {**state["counts"], **tests_in(state)})


def tests_in(state: LearnerState) -> dict[str, int]:
    """Return how many tests the filters have made, and how many games they played in them."""
    memories = list(chain.from_iterable(state["memory"].values()))
    return {key: sum(memory.get(key, 0) for memory in memories) for key in ("tests", "games")}


class Session:
    """A game against the teacher under way, and what is learned in it, on a state of its own."""

    def __init__(self, method: Teaching, state: LearnerState, executor: Executor) -> None:
        self.method = method
        self.state = deepcopy(state)
        self.executor = executor

    @property
    def weights(self) -> Weights:
        """The weights learned so far."""
        return tuple(self.state["weights"])

    def play(self, start: Any) -> None:
        """Play the game and learn from it; the student moves first."""
        before = self.weights
        for lesson in self._lessons(start):
            self.learn(lesson)
        for one, now in self._at("retention"):
            self.state["weights"] = list(one.retained(before, now))

    def learn(self, lesson: Lesson) -> None:
        """Let one lesson flow through filters and learning rule into the weights."""
        counts = self.state["counts"]
        counts["lessons"] += 1
        if not all(one.admits(lesson, now) for one, now in self._at("experience")):
            return
        counts["admitted"] += 1
        difference = lesson.difference
        for one, now in self._at("attention"):
            difference = one.attended(difference, now)
        proposed = reinforced(self.weights, difference)
        if proposed == self.weights:
            return
        counts["proposed"] += 1
        proposed = tamed(proposed)
        if all(one.accepts(proposed, now) for one, now in self._at("acquisition")):
            counts["accepted"] += 1
            self.state["weights"] = list(proposed)

    def move(self, place: Seat, role: Role, state: Any) -> int:
        """Return the move of a player in its role, who uses what filters let it use."""
        weights = self.weights
        for one, now in self._at("utilisation"):
            weights = one.used(weights, role, now)
        return choose(self.method.student.game, [state], place, weights)[0]

    def _at(self, place: str) -> Iterator[tuple[Any, Now]]:
        """Yield the filters of a place, each with what it may make use of now."""
        filters, memories = getattr(self.method.filters, place), self.state["memory"][place]
        for one, memory in zip(filters, memories, strict=True):
            yield one, Now(self.weights, memory, self.executor)

    def _lessons(self, start: Any) -> Iterator[Lesson]:
        game = self.method.student.game
        sitting = Sitting(game, start, Draws(repetitions=0, quiet=0, longest=self.method.plies))
        student = Student(self, seat(self.method.student))
        teacher = Teacher(self, seat(self.method.teacher), student)
        for ply, move in enumerate(play_on(sitting, student, teacher)):
            if ply % 2 and move != teacher.foretold:
                yield lesson_of(game, sitting.states[-2], move, teacher.foretold)


class Student:
    """The student at the board."""

    def __init__(self, session: Session, place: Seat) -> None:
        self.session, self.place = session, place

    def answer(self, sitting: Sitting) -> int:
        """Return the move that the student makes, or would make in the teacher's place."""
        return self.session.move(self.place, "student", sitting.state)


class Teacher:
    """The teacher at the board; before each of its moves the student foretells it."""

    def __init__(self, session: Session, place: Seat, student: Student) -> None:
        self.session, self.place, self.student = session, place, student
        self.foretold = NO_MOVE

    def answer(self, sitting: Sitting) -> int:
        """Let the student foretell the move, then make it."""
        self.foretold = self.student.answer(sitting)
        return self.session.move(self.place, "teacher", sitting.state)


def lesson_of(game: Game, state: Any, actual: int, expected: int) -> Lesson:
    """Return what there is to learn where the teacher moved otherwise than expected."""
    after, instead = play(game, state, actual), play(game, state, expected)
    decides = is_over(game, after) or is_over(game, instead)
    return Lesson(-features(game, after), -features(game, instead), decides)
