"""The command that learns what positions are worth: learn evaluation."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple

from cyclopts import Parameter
from cyclopts.validators import Number

from plyometric.cli.display import Display
from plyometric.cli.learn import learn
from plyometric.cli.shared import Json, Seed, load, show
from plyometric.errors import InputError
from plyometric.runs import write_json

if TYPE_CHECKING:
    from plyometric.arena.exams import Exam
    from plyometric.arena.players import Player
    from plyometric.arena.statistics import Estimate
    from plyometric.learn.filters import Filters

GLANCE = 2
"""The depth at which the balance of an opening is judged: openings are many, and learning should be quick."""

EXAM, SESSIONS, HELD_OUT, FRESH = 0, 10_000, 20_000, 30_000
"""The first opening of the exam, of the sessions, of the final judgement, and of sequential tests."""

USUAL = {"teacher": 20, "comparison": 150, "tdleaf": 1000}
"""How many games each method learns from, unless it is told."""

STARTS = 200
"""From how many openings games against itself begin, in turn."""

Many = Annotated[int, Parameter(validator=Number(gte=1, lte=10_000))]


@learn.command
def evaluation(
    game: str,
    /,
    *,
    out: Annotated[Path | None, Parameter(name=["--out", "-o"])] = None,
    method: Literal["teacher", "comparison", "tdleaf"] = "teacher",
    teacher: str = "depth=5",
    student: str = "depth=3",
    filters: str = "",
    sessions: Many | None = None,
    exam: Many = 5,
    moves: Annotated[int, Parameter(validator=Number(gte=1, lte=200))] = 40,
    judge: Many = 50,
    weights: Path | None = None,
    seed: Seed = 1,
    json: Json = False,
) -> None:
    """Learn the weights of a game's evaluation.

    With --out they are written as a JSON list, which a player uses by its option weights:
    checkers:depth=6,weights=FILE. What was learned is judged by an exam against the weights from which
    learning began, in positions that no learning has seen.

    Filters stand where knowledge flows: experience=N (lessons whose positions differ in worth by N at
    least), focus=A/B (these features alone), rules (weights keep their sign and the game's order of
    features), self-test (a higher score in the exam), sequential-test (better in fresh games, by a
    sequential test), session-test (a session is kept if it scores higher in the exam), own-teacher (the
    teacher does not use what is learned).

    Parameters
    ----------
    game
        Name of a game, or path of a game file; it needs one weight for each of its features.
    out
        The file to write, after every session of the method teacher.
    method
        teacher: what the teacher prefers gains weight, if filters let it. comparison: weights under which
        the student would choose as the teacher does. tdleaf: temporal differences of games against itself.
    teacher
        How the teacher searches, in a player's options, such as depth=5,breadth=10.
    student
        How the student searches.
    filters
        Names of filters, comma between; for the method teacher.
    sessions
        How many games to learn from: by default 20 with teacher, 150 with comparison, 1000 with tdleaf.
    exam
        From how many positions the exam of the self-test is played, from either side.
    moves
        After how many moves of each side a game is tied.
    judge
        In how many other positions the outcome is judged.
    weights
        JSON file with the weights to begin from; by default the game's own.
    seed
        All randomness follows from it.
    """
    from plyometric.learn.filters import Circumstances, filters_named

    if out and (out.is_dir() or not out.parent.is_dir()):
        raise InputError(f"--out {out}: a file is expected, in a folder that exists.")
    if filters and method != "teacher":
        raise InputError(f"--filters are for the method teacher, not for {method}.")
    with Display() as display, says_what_is_learned(out):
        course = open_course(game, student, teacher, weights, seed, moves)
        first = course.student.weights
        test = display.wait_for("openings", course.exam, EXAM, exam)
        told = Circumstances(course.student, course.student, test, course.fresh)
        chosen = filters_named([word.strip() for word in filters.split(",") if word.strip()], told)
        sessions = sessions or USUAL[method]
        learned, facts = METHODS[method](display, course, chosen, sessions, out)
        keep(out, learned)
        judged = display.wait_for("judging", judgement, course, learned, judge)
    names = course.student.game.feature_names
    facts |= {"game": course.student.game.name, "method": method, "sessions": sessions, "seed": seed}
    facts["first"] = dict(zip(names, first, strict=True))
    facts["learned"] = dict(zip(names, learned, strict=True))
    facts |= {"held-out exam": judged._asdict(), "positions": judge}
    show(facts, account(facts, out), json)


class Course(NamedTuple):
    """A student and its teacher, the openings of their game, and after how many moves a game is tied."""

    student: "Player"
    teacher: "Player"
    lines: list[tuple[int, ...]]
    seed: int
    moves: int

    def opening(self, index: int) -> Any:
        """Return the position of that index."""
        from plyometric.arena.openings import opening

        return opening(self.student.game, self.lines, index, self.seed, GLANCE)

    def fresh(self, index: int) -> Any:
        """Return a position that nothing else begins from."""
        return self.opening(FRESH + index)

    def exam(self, begin: int, positions: int) -> "Exam":
        """Return the exam of so many positions."""
        from plyometric.arena.exams import Exam

        return Exam(tuple(map(self.opening, range(begin, begin + positions))), 0, self.moves)


def open_course(game: str, student: str, teacher: str, weights: Path | None, seed: int, moves: int) -> Course:
    """Read the players and make sure that the game's evaluation can be learned."""
    from plyometric.arena.openings import openings_of
    from plyometric.arena.players import read_player, read_weights
    from plyometric.learn.leaves import require_linear

    rules = load(game)
    require_linear(rules)
    first = read_weights(rules, weights and str(weights))
    one, other = (replace(read_player(f"{game}:{options}"), weights=first) for options in (student, teacher))
    return Course(one, other, openings_of(rules), seed, moves)


def keep(out: Path | None, weights: Sequence[float]) -> None:
    """Write the weights if a file was named for them."""
    if out:
        write_json(out, list(weights))


@contextmanager
def says_what_is_learned(out: Path | None) -> Iterator[None]:
    """Add to an interruption where the weights lie that were learned so far."""
    try:
        yield
    except KeyboardInterrupt:
        kept = f"the weights learned so far are in {out}" if out and out.exists() else ""
        raise KeyboardInterrupt(kept) from None


def judgement(course: Course, learned: tuple[float, ...], positions: int) -> "Estimate":
    """Return the score against the first weights in an exam that no learning has seen."""
    from plyometric.arena.exams import sit
    from plyometric.arena.statistics import mean_interval

    sat = sit(replace(course.student, weights=learned), course.student, course.exam(HELD_OUT, positions))
    return mean_interval([sum(pair) / 2 for pair in sat.scores])


# The methods


def by_teacher(
    display: Display, course: Course, filters: "Filters", sessions: int, out: Path | None
) -> tuple[tuple[float, ...], dict[str, Any]]:
    """Learn from games against the teacher; the weights are written after each."""
    from plyometric.arena.workers import each, workers
    from plyometric.learn.filters import Learner, SelfTest, SequentialTest

    learner = Learner(course.student, course.teacher, filters, course.student.weights)

    def session(index: int) -> tuple[int, tuple[float, ...]]:
        learner.session(course.opening(SESSIONS + index), 2 * course.moves)
        return index + 1, learner.weights

    units = [(str(i), (i,)) for i in range(sessions)]
    with workers(threads=1) as executor:
        done = each(executor, session, units)
        for _, weights in display.track("learning", done, lambda step: (step[0] / sessions, "")):
            keep(out, weights)
    tried = [
        one
        for one in (*filters.acquisition, *filters.retention)
        if isinstance(one, SelfTest | SequentialTest)
    ]
    tests = {"tests": sum(one.tests for one in tried), "games": sum(one.games for one in tried)}
    return learner.weights, learner.counts | tests


def by_comparison(
    display: Display, course: Course, filters: "Filters", sessions: int, out: Path | None
) -> tuple[tuple[float, ...], dict[str, Any]]:
    """Learn the weights under which the student would choose the teacher's moves."""
    from plyometric.learn.comparison import agreement, learn_from_choices, teachers_choices

    student, teacher = course.student, course.teacher
    starts = display.wait_for("openings", lambda: [course.opening(SESSIONS + i) for i in range(sessions)])
    choices = display.wait_for(
        "playing",
        teachers_choices,
        student.game,
        teacher.settings,
        student.settings,
        student.weights,
        starts,
        2 * course.moves,
    )
    learned = display.wait_for(
        "learning", learn_from_choices, student.game, choices, student.settings, student.weights
    )
    agreed = [
        agreement(student.game, choices, student.settings, weights) for weights in (student.weights, learned)
    ]
    return tuple(learned), {"choices": len(choices), "agreement": agreed}


def by_tdleaf(
    display: Display, course: Course, filters: "Filters", sessions: int, out: Path | None
) -> tuple[tuple[float, ...], dict[str, Any]]:
    """Learn from games against itself."""
    from plyometric.learn.tdleaf import tdleaf

    student, places = course.student, range(SESSIONS, SESSIONS + min(sessions, STARTS))
    starts = display.wait_for("openings", lambda: [course.opening(i) for i in places])
    told = (student.game, student.settings, student.weights, starts, sessions, course.seed)
    learned = display.wait_for("learning", tdleaf, *told, longest=2 * course.moves)
    return tuple(learned), {}


METHODS = {"teacher": by_teacher, "comparison": by_comparison, "tdleaf": by_tdleaf}


# What is told


def account(facts: dict[str, Any], out: Path | None) -> str:
    """Return what was learned in a few lines."""
    width = max(len(name) for name in facts["first"])
    lines = [f"{'weight':{width}}      first    learned"]
    for name, first in facts["first"].items():
        lines.append(f"{name:{width}} {first:10.5g} {facts['learned'][name]:10.5g}")
    score = facts["held-out exam"]
    lines += ["", *spent_in_words(facts)]
    lines.append(
        f"held-out exam {score['value']:.2f} (95 % interval {score['low']:.2f} to {score['high']:.2f};"
        f" 50 is as good as before), {2 * facts['positions']} games"
    )
    return "\n".join([*lines, f"weights: {out}" if out else "to keep the weights, name a file with --out"])


def spent_in_words(facts: dict[str, Any]) -> Iterator[str]:
    """Yield what learning took, as far as the method tells."""
    if "lessons" in facts:
        yield (
            f"{facts['sessions']} sessions, {facts['lessons']} lessons, {facts['admitted']} admitted,"
            f" {facts['proposed']} changes proposed, {facts['accepted']} accepted"
        )
        yield f"{facts['tests']} tests, {facts['games']} games in them"
    if "choices" in facts:
        before, after = facts["agreement"]
        yield f"{facts['choices']} choices of the teacher; the student agreed with {before:.1%} of them,"
        yield f"and agrees with {after:.1%} now"
