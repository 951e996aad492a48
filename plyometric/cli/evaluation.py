"""The command that learns what positions are worth: learn evaluation."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar

from cyclopts import Parameter
from cyclopts.validators import Number

from plyometric import __version__
from plyometric.cli.display import Display
from plyometric.cli.learn import check_file, learn
from plyometric.cli.learned import SHOWN, account, how_far, how_sure
from plyometric.cli.shared import Json, Seed, Where, load, open_run_if_wanted, show
from plyometric.errors import InputError

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from plyometric.learn.acceptance import Judged
    from plyometric.learn.learner import Learner, LearnerState
    from plyometric.learn.school import School
    from plyometric.runs import Run

T = TypeVar("T")

Method = Literal["trials", "comparison", "teacher", "tdleaf", "rootstrap", "treestrap", "regression", "texel"]
Many = Annotated[int, Parameter(validator=Number(gte=1, lte=10_000))]
Sessions = Annotated[int, Parameter(validator=Number(gte=1, lte=1_000_000))]


@learn.command
def evaluation(
    game: str,
    /,
    *,
    file: Annotated[Path | None, Parameter(name=["--file", "-o"])] = None,
    method: Method | None = None,
    teacher: str = "depth=5",
    student: str = "depth=3",
    filters: str = "",
    sessions: Sessions | None = None,
    exam: Many = 5,
    moves: Annotated[int, Parameter(validator=Number(gte=1, lte=200))] = 40,
    judge: Annotated[int, Parameter(validator=Number(gte=2, lte=100_000))] = 1000,
    keep: Literal["better", "any"] = "better",
    evaluation: str = "",
    weights: Path | None = None,
    openings: Path | None = None,
    seed: Seed = 1,
    where: Where | None = None,
    json: Json = False,
) -> None:
    """Learn the weights of a game's evaluation.

    With -o they are written to a file, which a player uses by its option weights:
    checkers:depth=6,weights=FILE. What was learned is judged by games against the weights from which
    learning began, in positions that no learning has seen, and kept only if a sequential test shows that it
    is better; otherwise the old weights stay. With --out a folder keeps every step, so that learning can be
    stopped at any moment and goes on with --resume.

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
        trials, the usual one for 12 weights or fewer: change one weight, keep what wins games.
        comparison, the usual one for more: weights under which the student would choose as the teacher does.
        teacher: what the teacher prefers gains weight, if filters let it.
        tdleaf: temporal differences of games against itself.
        rootstrap, treestrap: what a search finds, at its root or all over its tree, in such games.
        regression: weights that foretell how games against itself end.
        texel: weights that foretell how games of the teacher against itself go on and end.
    teacher
        How the teacher searches, in a player's options, such as depth=5,breadth=10; with texel it may have
        another evaluation, evaluation=blended.
    student
        How the student searches.
    filters
        Names of filters, comma between; for the method teacher.
    sessions
        How many games to learn from: by default 20 with teacher, 150 with comparison, 1000 with the others;
        with trials how many of them, by default 5 for each weight.
    exam
        From how many positions the exam of the self-test is played, from either side.
    moves
        After how many moves of each side a game is tied.
    judge
        From how many other positions, at most, the outcome is judged, either side first in one game.
    keep
        better: the new weights are kept if they are shown to be better. any: whatever they are.
    evaluation
        Which of the game's evaluations to learn; by default its usual one.
    weights
        File with the weights to begin from, or their name with the game; by default the game's own.
    openings
        File with a line of moves for each opening, as `plyo games convert` makes it from records; by default
        the game's own.
    seed
        All randomness follows from it.
    """
    from plyometric.arena.workers import workers
    from plyometric.learn.learner import steps
    from plyometric.learn.school import METHODS, open_school, usual_method, usual_sessions

    check_wishes(file, filters, method)
    where = where or Where()
    settings: dict[str, Any] = {"teacher": teacher, "student": student, "filters": filters, "exam": exam}
    settings |= {"moves": moves, "judge": judge, "keep": keep, "seed": seed}
    with Display() as display, workers(where.threads, where.cluster) as executor:
        rules = load(game).judged_by(evaluation)
        first = weights and str(weights)
        school = open_school(rules, student, teacher, first, seed, moves=moves, openings=openings)
        chosen = method or ("teacher" if filters else usual_method(school))
        sessions = sessions or usual_sessions(school, chosen)
        settings |= {"method": chosen, "sessions": sessions}
        way = display.wait_for("openings", METHODS[chosen], school, sessions, filters, exam)
        run = open_run_if_wanted("learn-evaluation", config_of(school, way, settings), where)
        keeper = Keeper(school, way, settings, file, run)
        with says_what_is_learned(keeper):
            for state in display.track("learning", beside(steps(way, executor, run)), partial(how_far, way)):
                keeper.keep(state)
            judged = judged_by_games(display, school, way.weights(state), judge, executor)
        facts = keeper.finish(state, judged)
    show(facts, account(facts, keeper.files()), json)


def judged_by_games(
    display: Display, school: "School", weights: Sequence[float], most: int, executor: "Executor"
) -> "Judged":
    """Return how the learned weights did against the first ones, in so many pairs of games at most."""
    from plyometric.learn.school import judgement

    course = beside(judgement(school, weights, most, executor))
    *_, last = display.track("judging", course, partial(how_sure, most))
    return last


def check_wishes(file: Path | None, filters: str, method: str | None) -> None:
    """Refuse a file that could not be written, and filters where no method takes them."""
    check_file(file)
    if filters and method not in (None, "teacher"):
        raise InputError(f"--filters are for the method teacher, not for {method}.")


# What is kept


def config_of(school: "School", way: "Learner", settings: dict[str, Any]) -> dict[str, Any]:
    """Return all that shapes what is learned."""
    from plyometric.kernel import sources

    players = {"student player": school.student.as_json(), "teacher player": school.teacher.as_json()}
    code = {"openings": school.lines, "sources": sources.digest(type(way).__module__)}
    return {**settings, **players, **code}


class Keeper:
    """Keeps what is learned: the weights in a file after every step, the curve and the rest in a run."""

    def __init__(
        self, school: "School", way: "Learner", settings: dict[str, Any], file: Path | None, run: "Run | None"
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

    def keep(self, state: "LearnerState", weights: Sequence[float] | None = None, **more: Any) -> None:
        """Write the weights of a state, or others in their place, and remember its point of the curve."""
        from plyometric.arena.weights import LISTED, write_weights
        from plyometric.learn.learner import point

        student, (share, figures) = self.school.student, self.way.progress(state)
        self.curve[str(state["step"])] = point(self.way, state)
        how = {"by": "plyo learn evaluation", "version": __version__, **self.settings}
        how |= {"first": list(student.weights)} if len(student.weights) <= LISTED else {}
        how |= {"share done": share, **figures, **more}
        for path in self.files():
            write_weights(path, student.game, weights or self.way.weights(state), how)

    def finish(self, state: "LearnerState", judged: "Judged") -> dict[str, Any]:
        """Write all that came out, the first weights where nothing better did, and return it."""
        from plyometric.report.figures import write_figures

        names, first = self.school.student.game.feature_names, list(self.school.student.weights)
        proposed = self.way.weights(state)
        learned = proposed if judged.is_better or self.settings["keep"] == "any" else first
        facts: dict[str, Any] = {**self.way.progress(state).figures, "game": self.school.student.game.name}
        facts |= {key: self.settings[key] for key in ("method", "sessions", "seed")}
        for key, weights in (("first", first), ("candidate", proposed), ("learned", learned)):
            facts[key] = dict(zip(names, weights, strict=True))
        facts["judged"] = judged.as_json()
        refused = {} if learned is proposed else {"candidate": facts["candidate"]}
        self.keep(state, learned, judged=facts["judged"], **refused)
        if self.run:
            write_figures(self.run.folder / "figures", [self._figure()])
            self.run.finish(facts)
        return facts

    def _figure(self) -> Any:
        """Return the curve of learning: the weights after every step."""
        from plyometric.arena.weights import LISTED
        from plyometric.studies.experiment import Figure

        names = [f"weight {name}" for name in self.school.student.game.feature_names[:LISTED]]
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
