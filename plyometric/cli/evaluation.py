"""The command that learns what positions are worth: learn evaluation."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple, TypeVar

from cyclopts import Parameter
from cyclopts.validators import Number

from plyometric import __version__
from plyometric.cli.display import Display
from plyometric.cli.learn import check_file, learn
from plyometric.cli.shared import Json, Seed, Where, load, open_run_if_wanted, show
from plyometric.errors import InputError

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from plyometric.arena.exams import Exam
    from plyometric.arena.players import Player
    from plyometric.arena.statistics import Estimate
    from plyometric.learn.comparison import Comparison
    from plyometric.learn.learner import Learner, LearnerState
    from plyometric.learn.regression import Regression
    from plyometric.learn.tdleaf import TDLeaf
    from plyometric.learn.teaching import Teaching
    from plyometric.runs import Run

T = TypeVar("T")

AT_A_GLANCE = 2
"""The depth at which the balance of an opening is judged: openings are many, and learning should be quick."""

EXAM, SESSIONS, HELD_OUT, FRESH = 0, 10_000, 20_000, 30_000
"""The first opening of the exam, of the sessions, of the final judgement, and of sequential tests."""

USUAL_SESSIONS = {"teacher": 20, "comparison": 150, "tdleaf": 1000, "regression": 1000}
"""How many games each method learns from, unless it is told."""

ROUNDS = 4
"""After how many parts of the games regression fits the weights."""

SHOWN = 24
"""How many weights are shown by name."""

STARTS = 200
"""From how many openings games against itself begin, in turn."""

Many = Annotated[int, Parameter(validator=Number(gte=1, lte=10_000))]


@learn.command
def evaluation(
    game: str,
    /,
    *,
    file: Annotated[Path | None, Parameter(name=["--file", "-o"])] = None,
    method: Literal["teacher", "comparison", "tdleaf", "regression"] = "teacher",
    teacher: str = "depth=5",
    student: str = "depth=3",
    filters: str = "",
    sessions: Many | None = None,
    exam: Many = 5,
    moves: Annotated[int, Parameter(validator=Number(gte=1, lte=200))] = 40,
    judge: Annotated[int, Parameter(validator=Number(gte=2, lte=10_000))] = 50,
    evaluation: str = "",
    weights: Path | None = None,
    seed: Seed = 1,
    where: Where | None = None,
    json: Json = False,
) -> None:
    """Learn the weights of a game's evaluation.

    With -o they are written to a file, which a player uses by its option weights:
    checkers:depth=6,weights=FILE. What was learned is judged by an exam against the weights from which
    learning began, in positions that no learning has seen. With --out a folder keeps every step, so that
    learning can be stopped at any moment and goes on with --resume.

    Filters stand where knowledge flows: experience=N (lessons whose positions differ in worth by N at
    least), focus=A/B (these features alone), rules (weights keep their sign and the game's order of
    features), self-test (a higher score in the exam), sequential-test (better in fresh games, by a
    sequential test), session-test (a session is kept if it scores higher in the exam), own-teacher (the
    teacher does not use what is learned).

    Parameters
    ----------
    game
        Name of a game, or path of a game file; it needs one weight for each of its features.
    file
        The file for the weights, written after every step.
    method
        teacher: what the teacher prefers gains weight, if filters let it. comparison: weights under which
        the student would choose as the teacher does. tdleaf: temporal differences of games against itself.
        regression: weights that foretell how games against itself end.
    teacher
        How the teacher searches, in a player's options, such as depth=5,breadth=10.
    student
        How the student searches.
    filters
        Names of filters, comma between; for the method teacher.
    sessions
        How many games to learn from: by default 20 with teacher, 150 with comparison, 1000 with the others.
    exam
        From how many positions the exam of the self-test is played, from either side.
    moves
        After how many moves of each side a game is tied.
    judge
        In how many other positions the outcome is judged.
    evaluation
        Which of the game's evaluations to learn; by default its usual one.
    weights
        File with the weights to begin from, or their name with the game; by default the game's own.
    seed
        All randomness follows from it.
    """
    from plyometric.arena.workers import workers
    from plyometric.learn.learner import steps

    check_file(file)
    if filters and method != "teacher":
        raise InputError(f"--filters are for the method teacher, not for {method}.")
    where = where or Where()
    sessions = sessions or USUAL_SESSIONS[method]
    settings: dict[str, Any] = {"method": method, "teacher": teacher, "student": student, "filters": filters}
    settings |= {"sessions": sessions, "exam": exam, "moves": moves, "judge": judge, "seed": seed}
    with Display() as display, workers(where.threads, where.cluster) as executor:
        school = open_school(game, evaluation, student, teacher, weights, seed, moves)
        way = display.wait_for("openings", METHODS[method], school, sessions, filters, exam)
        run = open_run_if_wanted("learn-evaluation", config_of(school, way, settings), where)
        keeper = Keeper(school, way, settings, file, run)
        with says_what_is_learned(keeper):
            states = beside(steps(way, executor, run))
            for state in display.track("learning", states, partial(how_far, way)):
                keeper.keep(state)
            judged = display.wait_for("judging", judgement, school, way.weights(state), judge, executor)
            facts = keeper.finish(state, judged)
    show(facts, account(facts, keeper.files()), json)


class School(NamedTuple):
    """A student and its teacher, the openings of their game, and after how many moves a game is tied."""

    student: "Player"
    teacher: "Player"
    lines: list[tuple[int, ...]]
    seed: int
    moves: int

    def opening(self, index: int) -> Any:
        """Return the position of that index."""
        from plyometric.arena.openings import opening

        return opening(self.student.game, self.lines, index, self.seed, AT_A_GLANCE)

    def fresh(self, index: int) -> Any:
        """Return a position that nothing else begins from."""
        return self.opening(FRESH + index)

    def openings(self, begin: int, positions: int) -> "Openings":
        """Return so many positions to begin at."""
        return Openings(self, range(begin, begin + positions))

    def exam(self, begin: int, positions: int) -> "Exam":
        """Return the exam of so many positions."""
        from plyometric.arena.exams import Exam

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
    game: str, evaluation: str, student: str, teacher: str, weights: Path | None, seed: int, moves: int
) -> School:
    """Read the players and make sure that the game's evaluation can be learned."""
    from plyometric.arena.openings import openings_of
    from plyometric.arena.players import Player, read_player
    from plyometric.arena.weights import read_weights
    from plyometric.learn.leaves import require_linear

    rules = load(game).judged_by(evaluation)
    require_linear(rules)
    first = read_weights(rules, weights and str(weights))
    judged = f"{game}:evaluation={rules.evaluation_name}"
    kinds = (read_player(f"{judged},{searching(options)}").kind for options in (student, teacher))
    one, other = (Player(rules, kind, first, rules.name) for kind in kinds)
    return School(one, other, openings_of(rules), seed, moves)


def searching(options: str) -> str:
    """Return the options of a student or teacher, which must be about its search alone."""
    for option in options.split(","):
        if option.partition("=")[0].strip() in ("weights", "evaluation", "strategy"):
            raise InputError(f"{option!r}: student and teacher differ in their search alone, as in depth=5.")
    return options


def judgement(school: School, weights: Sequence[float], positions: int, executor: "Executor") -> "Estimate":
    """Return the score against the first weights in an exam that no learning has seen."""
    from plyometric.arena.statistics import mean_interval
    from plyometric.learn.filters import sit_on

    learned = replace(school.student, weights=tuple(weights))
    sat = sit_on(executor, learned, school.student, school.exam(HELD_OUT, positions))
    return mean_interval([sum(pair) / 2 for pair in sat.scores])


# The methods


def by_teacher(school: School, sessions: int, filters: str, exam: int) -> "Teaching":
    """Learn from games against the teacher, with filters."""
    from plyometric.learn.filters import Circumstances, filters_named
    from plyometric.learn.teaching import Teaching

    student, teacher = school.student, school.teacher
    told = Circumstances(student, student, school.exam(EXAM, exam), school.fresh)
    chosen = filters_named([word.strip() for word in filters.split(",") if word.strip()], told)
    return Teaching(student, teacher, school.openings(SESSIONS, sessions), 2 * school.moves, chosen)


def by_comparison(school: School, sessions: int, filters: str, exam: int) -> "Comparison":
    """Learn the weights under which the student would choose the teacher's moves."""
    from plyometric.learn.comparison import Comparison

    starts = school.openings(SESSIONS, sessions)
    return Comparison(school.student, school.teacher, starts, 2 * school.moves)


def by_tdleaf(school: School, sessions: int, filters: str, exam: int) -> "TDLeaf":
    """Learn from games of the student against itself."""
    from plyometric.learn.tdleaf import TDLeaf

    starts = school.openings(SESSIONS, min(sessions, STARTS))
    return TDLeaf(school.student, starts, sessions, school.seed, longest=2 * school.moves)


def by_regression(school: School, sessions: int, filters: str, exam: int) -> "Regression":
    """Learn the weights that foretell how games of the student against itself end."""
    from plyometric.learn.regression import Regression

    rounds = min(ROUNDS, sessions)
    starts = school.openings(SESSIONS, sessions)
    return Regression(school.student, starts, rounds, school.seed, longest=2 * school.moves)


METHODS: dict[str, Callable[[School, int, str, int], Any]] = {
    "teacher": by_teacher,
    "comparison": by_comparison,
    "tdleaf": by_tdleaf,
    "regression": by_regression,
}


# What is kept


def config_of(school: School, way: "Learner", settings: dict[str, Any]) -> dict[str, Any]:
    """Return all that shapes what is learned."""
    from plyometric.kernel import sources

    players = {"student player": school.student.as_json(), "teacher player": school.teacher.as_json()}
    code = {"openings": school.lines, "sources": sources.digest(type(way).__module__)}
    return {**settings, **players, **code}


class Keeper:
    """Keeps what is learned: the weights in a file after every step, the curve and the rest in a run."""

    def __init__(
        self, school: School, way: "Learner", settings: dict[str, Any], file: Path | None, run: "Run | None"
    ) -> None:
        self.school = school
        self.way = way
        self.settings = settings
        self.file = file
        self.run = run
        self.curve: dict[str, dict[str, Any]] = dict(run.done) if run else {}

    def files(self) -> list[Path]:
        """Return the files that hold the weights."""
        return [path for path in (self.file, self.run and self.run.folder / "weights.json") if path]

    def keep(self, state: "LearnerState", **more: Any) -> None:
        """Write the weights of a state, and remember its point of the curve."""
        from plyometric.arena.weights import write_weights
        from plyometric.learn.learner import point

        student, (share, figures) = self.school.student, self.way.progress(state)
        self.curve[str(state["step"])] = point(self.way, state)
        how = {"by": "plyo learn evaluation", "version": __version__, **self.settings}
        how |= {"first": list(student.weights), "share done": share, **figures, **more}
        for path in self.files():
            write_weights(path, student.game, self.way.weights(state), how)

    def finish(self, state: "LearnerState", judged: "Estimate") -> dict[str, Any]:
        """Write all that came out, and return it."""
        from plyometric.report.figures import write_figures

        self.keep(state, **{"held-out exam": judged._asdict()})
        names, first = self.school.student.game.feature_names, self.school.student.weights
        facts: dict[str, Any] = {**self.way.progress(state).figures, "game": self.school.student.game.name}
        facts |= {key: self.settings[key] for key in ("method", "sessions", "seed")}
        facts["first"] = dict(zip(names, first, strict=True))
        facts["learned"] = dict(zip(names, self.way.weights(state), strict=True))
        facts |= {"held-out exam": judged._asdict(), "positions": self.settings["judge"]}
        if self.run:
            write_figures(self.run.folder / "figures", [self._figure()])
            self.run.finish(facts)
        return facts

    def _figure(self) -> Any:
        """Return the curve of learning: the weights after every step."""
        from plyometric.studies.experiment import Figure

        names = [f"weight {name}" for name in self.school.student.game.feature_names]
        points = sorted(self.curve.items(), key=lambda item: int(item[0]))
        columns: dict[str, list] = {"step": [int(step) for step, _ in points]}
        figures = [key for key in points[0][1] if key != "weights"]
        columns |= {key: [point[key] for _, point in points] for key in figures}
        columns |= {name: [point["weights"][i] for _, point in points] for i, name in enumerate(names)}
        return Figure("curve", "Weights as learning advances", "", columns, partial(draw_curve, names))


def draw_curve(names: list[str], axes: Any, columns: dict[str, list]) -> None:
    """Draw a line for each weight."""
    for name in names:
        axes.plot(columns["step"], columns[name], label=name.removeprefix("weight "))
    axes.set_xlabel("step")
    axes.set_ylabel("weight")
    if len(names) <= SHOWN:
        axes.legend()


def beside(items: Iterable[T]) -> Iterator[T]:
    """Yield items that are made beside the main thread, which thus hears Ctrl-C at once."""
    from plyometric.arena.workers import workers

    iterator: Iterator[Any] = iter(items)
    end: Any = object()
    with workers(threads=1) as hand:
        while (item := hand.submit(next, iterator, end).result()) is not end:
            yield item


@contextmanager
def says_what_is_learned(keeper: Keeper) -> Iterator[None]:
    """Add to whatever ends learning early where the weights lie that were learned so far."""
    try:
        yield
    except (KeyboardInterrupt, Exception) as error:
        for path in keeper.files()[:1]:
            if path.exists():
                error.add_note(f"the weights learned so far are in {path}")
        if keeper.run:
            error.add_note(
                f"finished steps are kept in {keeper.run.folder}, and the same command with --resume goes on"
            )
        raise


# What is told


def how_far(way: "Learner", state: "LearnerState") -> tuple[float, str]:
    """Return the share of learning that is done, and its figures in words."""
    share, figures = way.progress(state)
    known = (f"{name} {value:.4g}" for name, value in figures.items() if value is not None)
    return share, ", ".join(known)


def account(facts: dict[str, Any], files: list[Path]) -> str:
    """Return what was learned in a few lines."""
    first, learned = facts["first"], facts["learned"]
    shown = sorted(first, key=lambda name: -abs(learned[name] - first[name]))[:SHOWN]
    width = max(len(name) for name in shown)
    lines = [f"{'weight':{width}}      first    learned"]
    lines += [f"{name:{width}} {first[name]:10.5g} {learned[name]:10.5g}" for name in first if name in shown]
    if len(first) > SHOWN:
        lines.append(f"(of {len(first)} weights those {SHOWN} that have changed most)")
    score = facts["held-out exam"]
    lines += ["", *spent_in_words(facts)]
    lines.append(
        f"held-out exam {score['value']:.2f} (95 % interval {score['low']:.2f} to {score['high']:.2f};"
        f" 50 is as good as before), {2 * facts['positions']} games"
    )
    kept = [f"weights: {path}" for path in files] or ["to keep the weights, name a file with -o"]
    return "\n".join([*lines, *kept])


def spent_in_words(facts: dict[str, Any]) -> Iterator[str]:
    """Yield what learning took, as far as the method tells."""
    if "lessons" in facts:
        yield (
            f"{facts['sessions']} sessions, {facts['lessons']} lessons, {facts['admitted']} admitted,"
            f" {facts['proposed']} changes proposed, {facts['accepted']} accepted"
        )
        yield f"{facts['tests']} tests, {facts['games']} games in them"
    if "choices" in facts:
        before, after = facts["first agreement"], facts["agreement"]
        yield f"{facts['choices']} choices of the teacher; the student agreed with {before:.1%} of them,"
        yield f"and agrees with {after:.1%} now"
