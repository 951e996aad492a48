"""A school in which an evaluation is learned: a student, its teacher, their openings, and the methods.

`learn_evaluation` does all of it in one call: learn, judge in fresh games, keep what is shown to be better.
"""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

from plyometric.arena.exams import Exam
from plyometric.arena.openings import opening, openings_of
from plyometric.arena.players import Player, read_player
from plyometric.arena.weights import read_weights
from plyometric.arena.workers import workers
from plyometric.errors import InputError
from plyometric.games.notebook import game_of, html_table
from plyometric.kernel import Game
from plyometric.learn.acceptance import Judged, judged
from plyometric.learn.bootstrap import Bootstrap
from plyometric.learn.comparison import Comparison
from plyometric.learn.filters import Circumstances, filters_named
from plyometric.learn.learner import learned
from plyometric.learn.leaves import require_linear
from plyometric.learn.regression import Regression
from plyometric.learn.tdleaf import TDLeaf
from plyometric.learn.teaching import Teaching
from plyometric.learn.trials import Trials
from plyometric.search.kinds import Kind

AT_A_GLANCE = 2
"""The depth at which the balance of an opening is judged: openings are many, and learning should be quick."""

EXAM, SESSIONS, FRESH, HELD_OUT, MORE_SESSIONS = 0, 10_000, 30_000, 1_000_000, 3_000_000
"""The first opening of the exam, of the sessions, of sequential tests, and of the final judgement; and of
sessions that are too many for their place."""

USUAL_SESSIONS = {"teacher": 20, "comparison": 150}
MANY = 1000
"""How many games these methods learn from, and all others but trials, unless they are told."""

EACH, FEW = 5, 12
"""How many trials each weight is worth, and up to how many weights they are the usual method."""

ROUNDS = 4
"""After how many parts of the games regression fits the weights."""

JUDGING = {"weights", "evaluation"}
"""The options that say how a player judges."""

AHEAD = 0.93
"""How much less, ply by ply, what comes later in a teacher's game counts for a position."""

FROM_NOTHING = 0.05
"""The rate of learning where all weights are 0 at first."""

REACH = 100
"""How many positions of each search treestrap learns from."""

STARTS = 200
"""From how many openings games against itself begin, in turn."""


class School(NamedTuple):
    """A student and its teacher, the openings of their game, and after how many moves a game is tied."""

    student: Player
    teacher: Player
    lines: list[tuple[int, ...]]
    seed: int
    moves: int

    def opening(self, index: int) -> Any:
        """Return the position of that index."""
        return opening(self.student.game, self.lines, index, self.seed, AT_A_GLANCE)

    def fresh(self, index: int) -> Any:
        """Return a position that nothing else begins from."""
        return self.opening(FRESH + index)

    def sessions(self, games: int) -> "Openings":
        """Return a position to begin each game of learning at, none of which judges what was learned."""
        return self.openings(SESSIONS if games <= FRESH - SESSIONS else MORE_SESSIONS, games)

    def openings(self, begin: int, positions: int) -> "Openings":
        """Return so many positions to begin at."""
        return Openings(self, range(begin, begin + positions))

    def exam(self, begin: int, positions: int) -> Exam:
        """Return the exam of so many positions."""
        return Exam(tuple(self.openings(begin, positions)), 0, self.moves)


@dataclass(frozen=True)
class Openings(Sequence):
    """Positions of a school that are found when they are asked for, since most of them wait for long."""

    school: School
    places: range

    def __len__(self) -> int:
        return len(self.places)

    def __getitem__(self, index: Any) -> Any:
        found = self.places[index]
        return self.school.opening(found) if isinstance(found, int) else Openings(self.school, found)


def open_school(
    game: Game,
    student: str = "depth=3",
    teacher: str = "depth=5",
    weights: Any = None,
    seed: int = 1,
    moves: int = 40,
    openings: Path | None = None,
) -> School:
    """Return the players of a game whose evaluation can be learned, by the options of their searches."""
    require_linear(game)
    one = Player(game, kind_of(game, student), read_weights(game, weights), game.name)
    return School(one, teacher_of(one, teacher), openings_of(game, openings), seed, moves)


def teacher_of(student: Player, options: str) -> Player:
    """Return the teacher, who judges as the student does unless its options say otherwise."""
    if JUDGING & names_in(options):
        return read_player(f"{student.game.origin}:{options}")
    return replace(student, kind=kind_of(student.game, options))


def kind_of(game: Game, options: str) -> Kind:
    """Return how a student or teacher searches, by options that are about its search alone."""
    return read_player(f"{game.origin}:evaluation={game.evaluation_name},{searching(options)}").kind


def searching(options: str) -> str:
    """Return the options of a student or teacher, which must be about its search alone."""
    for option in options.split(","):
        if names_in(option) & {*JUDGING, "strategy"}:
            raise InputError(f"{option!r}: student and teacher differ in their search alone, as in depth=5.")
    return options


def names_in(options: str) -> set[str]:
    """Return what a player's options name."""
    return {option.partition("=")[0].strip() for option in options.split(",")}


def judgement(school: School, weights: Sequence[float], most: int, executor: Executor) -> Iterator[Judged]:
    """Yield how the weights stand against the first ones, in positions that no learning has seen."""

    def unseen(index: int) -> Any:
        return school.opening(HELD_OUT + index)

    return judged(school.student, weights, unseen, 2 * school.moves, most, executor)


# The methods


def like_minded(school: School) -> Player:
    """Return the teacher, who must judge as the student does."""
    if school.teacher.game is not school.student.game:
        raise InputError("the teacher may judge otherwise than the student with the method texel alone.")
    return school.teacher


def by_teacher(school: School, sessions: int, filters: str, exam: int) -> Teaching:
    """Learn from games against the teacher, with filters."""
    student, teacher = school.student, like_minded(school)
    told = Circumstances(student, student, school.exam(EXAM, exam), school.fresh)
    chosen = filters_named([word.strip() for word in filters.split(",") if word.strip()], told)
    return Teaching(student, teacher, school.sessions(sessions), 2 * school.moves, chosen)


def usual_method(school: School) -> str:
    """Return the method that suits a game, by how many weights it has."""
    return "trials" if len(school.student.weights) <= FEW else "comparison"


def usual_sessions(school: School, method: str) -> int:
    """Return from how many games, or by how many trials, a method learns unless it is told."""
    return EACH * len(school.student.weights) if method == "trials" else USUAL_SESSIONS.get(method, MANY)


def by_trials(school: School, sessions: int, filters: str, exam: int) -> Trials:
    """Learn by changing one weight after the other."""
    return Trials(school.student, school.fresh, sessions, 2 * school.moves)


def by_comparison(school: School, sessions: int, filters: str, exam: int) -> Comparison:
    """Learn the weights under which the student would choose the teacher's moves."""
    starts = school.sessions(sessions)
    return Comparison(school.student, like_minded(school), starts, 2 * school.moves)


def by_tdleaf(school: School, sessions: int, filters: str, exam: int) -> TDLeaf:
    """Learn from games of the student against itself."""
    return TDLeaf(*stepping_in(school, sessions), **stepping_so(school))


def by_rootstrap(school: School, sessions: int, filters: str, exam: int, reach: int = 1) -> TDLeaf:
    """Learn from what searches find in games of the student against itself."""
    return Bootstrap(*stepping_in(school, sessions), reach=reach, **stepping_so(school))


def by_treestrap(school: School, sessions: int, filters: str, exam: int) -> TDLeaf:
    """Learn from what is found all over the trees of searches."""
    return by_rootstrap(school, sessions, filters, exam, REACH)


def stepping_in(school: School, sessions: int) -> tuple[Player, Openings, int, int]:
    """Return what all methods share that learn step by step from games against itself."""
    return school.student, school.sessions(min(sessions, STARTS)), sessions, school.seed


def stepping_so(school: School) -> dict[str, Any]:
    """Return the settings of these methods: from nothing steps are long, in usual weights."""
    weights, own = school.student.weights, school.student.game.weights
    settings: dict[str, Any] = {"longest": 2 * school.moves}
    if not any(weights):
        settings |= {"rate": FROM_NOTHING, "unit": sum(map(abs, own)) / len(own)}
    return settings


def by_texel(school: School, sessions: int, filters: str, exam: int) -> Regression:
    """Learn the weights that foretell how games of the teacher against itself go on and end."""
    starts, longest = school.sessions(sessions), 2 * school.moves
    return Regression(school.student, starts, 1, school.seed, AHEAD, longest=longest, author=school.teacher)


def by_regression(school: School, sessions: int, filters: str, exam: int) -> Regression:
    """Learn the weights that foretell how games of the student against itself end."""
    rounds = min(ROUNDS, sessions)
    starts = school.sessions(sessions)
    return Regression(school.student, starts, rounds, school.seed, longest=2 * school.moves)


METHODS: dict[str, Callable[[School, int, str, int], Any]] = {
    "trials": by_trials,
    "teacher": by_teacher,
    "comparison": by_comparison,
    "tdleaf": by_tdleaf,
    "rootstrap": by_rootstrap,
    "treestrap": by_treestrap,
    "regression": by_regression,
    "texel": by_texel,
}


# All in one call


class Lessons(NamedTuple):
    """What was learned: the weights kept, those proposed and the first, by feature, and the proof."""

    weights: dict[str, float]
    proposed: dict[str, float]
    first: dict[str, float]
    judged: Judged

    @property
    def is_better(self) -> bool:
        """Whether the proposed weights were shown to be better, and so are kept."""
        return self.judged.is_better

    def _repr_html_(self) -> str:
        names = self.first
        rows = [(name, self.first[name], self.proposed[name], self.weights[name]) for name in names]
        cells = ((name, *(f"{value:.5g}" for value in values)) for name, *values in rows)
        return html_table(("weight", "first", "learned", "kept"), cells)


def learn_evaluation(
    game: Game | str,
    method: str = "",
    *,
    student: str = "depth=3",
    teacher: str = "depth=5",
    sessions: int = 0,
    judge: int = 1000,
    seed: int = 1,
    threads: int = 0,
) -> Lessons:
    """Learn the weights of a game's evaluation; what is not shown to be better leaves the first ones.

    The methods and their settings are those of `plyo learn evaluation`.
    """
    school = open_school(game_of(game), student, teacher, seed=seed)
    method = method or usual_method(school)
    if method not in METHODS:
        raise InputError(f"there is no method {method!r:.80}: there are {', '.join(METHODS)}.")
    learner = METHODS[method](school, sessions or usual_sessions(school, method), "", 0)
    names, first = school.student.game.feature_names, school.student.weights
    with workers(threads) as executor:
        proposed = learned(learner, executor)
        *_, last = judgement(school, proposed, judge, executor)
    kept = proposed if last.is_better else first
    by_name = [dict(zip(names, weights, strict=True)) for weights in (kept, proposed, first)]
    return Lessons(by_name[0], by_name[1], by_name[2], last)
