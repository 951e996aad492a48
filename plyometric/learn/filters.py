"""Filters that keep harmful knowledge out of what is learned from a teacher.

Sources: R. A. Hasson, S. Markovitch and Y. Sella, Using filters to improve the efficiency of
game-playing learning procedures; the places for filters are those of S. Markovitch and P. D. Scott,
Information filters and their implementation in the SYLLOG system (1989).

Learning is a flow of information, and a filter may stand at five places of it:

    experience -> [experience] -> [attention] -> learning rule -> [acquisition] -> knowledge -> player
                  which lessons   what of them                    which changes    |      [utilisation]
                                                                                   |      what of it who uses
                                                                               [retention]
                                                                               what is kept after a session

A filter itself never changes. What it remembers is part of the learner's state, so that learning can be
stopped and resumed: a dict of plain data, empty at first, which it is handed whenever it is asked.
"""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any, Literal, NamedTuple, Protocol

import numpy as np

from plyometric.arena.exams import Exam, Sat, sit
from plyometric.arena.players import Player
from plyometric.arena.statistics import Tally, elo, sprt
from plyometric.arena.workers import each
from plyometric.errors import InputError
from plyometric.kernel import Game

Weights = tuple[float, ...]
Role = Literal["student", "teacher"]

PAIRS_IN_TEST = 2
"""Positions of an exam that are played together, from either side."""


class Lesson(NamedTuple):
    """The teacher moved otherwise than the student expected: what came of it, and what would have."""

    actual: np.ndarray
    expected: np.ndarray
    decides: bool  # whether either move ends the game

    @property
    def difference(self) -> np.ndarray:
        """How much more of each feature the teacher's position has, seen by the teacher."""
        return self.actual - self.expected


class Now(NamedTuple):
    """What a filter may make use of: the present weights, its own memory, and where games can be played."""

    weights: Weights
    memory: dict[str, Any]
    executor: Executor


# The five places


class ExperienceFilter(Protocol):
    """Selects the lessons from which anything is learned."""

    def admits(self, lesson: Lesson, now: Now) -> bool:
        """Return whether a lesson goes on to the learning rule."""


class AttentionFilter(Protocol):
    """Selects what of a lesson is looked at."""

    def attended(self, difference: np.ndarray, now: Now) -> np.ndarray:
        """Return the difference with zeros where nobody looks."""


class AcquisitionFilter(Protocol):
    """Selects the changes that become knowledge."""

    def accepts(self, proposed: Weights, now: Now) -> bool:
        """Return whether the proposed weights replace the present ones."""


class RetentionFilter(Protocol):
    """Selects what is kept of a session's knowledge."""

    def retained(self, before: Weights, now: Now) -> Weights:
        """Return the weights with which learning goes on after a session that began with others."""


class UtilisationFilter(Protocol):
    """Selects what of the knowledge a player makes use of."""

    def used(self, weights: Weights, role: Role, now: Now) -> Weights:
        """Return the weights with which the player in that role plays."""


@dataclass(frozen=True)
class Filters:
    """The filters of a learner, by their places; each sees what those before it let pass."""

    experience: tuple[ExperienceFilter, ...] = ()
    attention: tuple[AttentionFilter, ...] = ()
    acquisition: tuple[AcquisitionFilter, ...] = ()
    retention: tuple[RetentionFilter, ...] = ()
    utilisation: tuple[UtilisationFilter, ...] = ()


NO_FILTERS = Filters()

# Filters for the places


@dataclass(frozen=True)
class Surprise:
    """Admits a lesson if the teacher's position is worth more or less than the expected one by enough."""

    threshold: float

    def admits(self, lesson: Lesson, now: Now) -> bool:
        """A lesson in which a game is decided is always a surprise."""
        return lesson.decides or abs(float(np.dot(lesson.difference, now.weights))) >= self.threshold


@dataclass(frozen=True)
class Focus:
    """Attends to some features alone."""

    features: tuple[int, ...]

    def attended(self, difference: np.ndarray, now: Now) -> np.ndarray:
        """Return the difference in those features."""
        return np.array([d if i in self.features else 0.0 for i, d in enumerate(difference)])


@dataclass(frozen=True)
class Rules:
    """Accepts weights that make sense: of the sign that the game's own have, and in its order of features."""

    game: Game

    def accepts(self, proposed: Weights, now: Now) -> bool:
        """Blame a proposal for no weight that it leaves as it is."""
        rows = zip(proposed, now.weights, self.game.weights, strict=True)
        keeps_sign = all(new * own > 0 or new == now for new, now, own in rows if own)
        worth = dict(zip(self.game.feature_names, proposed, strict=True))
        return keeps_sign and all(worth[more] >= worth[less] for more, less in self.game.dominance)


@dataclass(frozen=True)
class SelfTest:
    """Accepts weights that score higher in an exam than any accepted before."""

    student: Player
    tester: Player
    exam: Exam

    def accepts(self, proposed: Weights, now: Now) -> bool:
        """Sit the exam, and remember the score if it is the highest."""
        sat = sit_on(now.executor, replace(self.student, weights=proposed), self.tester, self.exam)
        highest = now.memory.get("highest", 50.0)
        count_test(now.memory, sat.games)
        now.memory["highest"] = max(highest, sat.score)
        return sat.score > highest

    def retained(self, before: Weights, now: Now) -> Weights:
        """Keep what was learned in a session only if it scores higher than ever: one test a session."""
        return now.weights if now.weights == before or self.accepts(now.weights, now) else before


@dataclass(frozen=True)
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

    def accepts(self, proposed: Weights, now: Now) -> bool:
        """Play until it is clear which weights are better."""
        first, tally, verdict = now.memory.get("games", 0) // 2, Tally(), "running"
        for tally, verdict in self.course(proposed, now.weights, first, now.executor):  # noqa: B007
            pass
        count_test(now.memory, tally.games)
        return verdict == "H1"

    def course(
        self, proposed: Weights, present: Weights, first: int, executor: Executor
    ) -> Iterator[tuple[Tally, str]]:
        """Yield how the proposed weights stand, and the verdict, each time some more pairs are played."""
        new, old = (replace(self.student, weights=weights) for weights in (proposed, present))
        verdict, results = "running", list[tuple[int, int]]()
        while verdict == "running" and len(results) < self.most:
            exam = self._pairs_from(first + len(results))
            if not exam.starts:
                return
            results += sit_on(executor, new, old, exam).results
            tally = Tally.of_pairs(results)
            verdict = sprt(tally, 0, elo(self.better)).verdict
            yield tally, verdict

    def _pairs_from(self, first: int) -> Exam:
        """Return the next few openings, each played from either side; there may be no more of them."""
        starts = map(self.openings, range(first, first + self.at_once))
        return Exam(tuple(start for start in starts if start is not None), 0, self.plies // 2)


def count_test(memory: dict[str, Any], games: int) -> None:
    """Remember that one more test was made, in so many games."""
    memory["tests"] = memory.get("tests", 0) + 1
    memory["games"] = memory.get("games", 0) + games


def sit_on(executor: Executor, student: Player, tester: Player, exam: Exam) -> Sat:
    """Let a student sit an exam, a few positions of it at a time wherever an executor works."""
    rows = [tuple(start) for start in exam.checked().starts]
    parts = [
        exam._replace(starts=tuple(rows[i : i + PAIRS_IN_TEST])) for i in range(0, len(rows), PAIRS_IN_TEST)
    ]
    units = [(str(i), (student, tester, part)) for i, part in enumerate(parts)]
    scores, results = zip(*each(executor, sit_part, units), strict=True)
    return Sat([*chain(*scores)], [*chain(*results)])


def sit_part(student: Player, tester: Player, exam: Exam) -> Sat:
    """Sit an exam whose positions are rows of numbers, as they travel to a worker."""
    return sit(student, tester, exam._replace(starts=tuple(map(student.game.state_of, exam.starts))))


@dataclass(frozen=True)
class OwnTeacher:
    """Lets the teacher go on with the weights that it had at first."""

    weights: Weights

    def used(self, weights: Weights, role: Role, now: Now) -> Weights:
        """Return what was learned to the student alone."""
        return self.weights if role == "teacher" else weights


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
