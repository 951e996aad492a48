"""Learning fives from a teacher, and keeping harmful knowledge out.

Paper: R. A. Hasson, S. Markovitch and Y. Sella, Using filters to improve the efficiency of game-playing
learning procedures.

A student of fives searches to depth 3, three moves wide, and learns five coefficients from a teacher
that searches to depth 5, ten wide. Knowledge may be harmful: so filters stand before the learning rule
(only surprises are lessons), behind it (coefficients must make sense), and before the knowledge base
(they must raise the score of an exam of ten games against a tester whose coefficients are fixed).

Choices where the paper is silent:
- Positions are drawn: five stones each in the central 6 by 6, nobody has three in a row or a win within
  depth 3, and the tester against itself takes ten moves or more. Where the paper has one set of five
  positions, there are many here; figures are means over the sets, with the interval of the mean.
- Of moves rated alike the one nearer to the centre goes first. Overlines win.
- Three with one free cell on each side, and with two on one side alone, are both quarter open.
- A lesson in which a five is made has no coefficient for it; the other counts are used as they are.
- Rules: all coefficients positive, k1 >= k2, k3 >= k4 >= k5, k1 >= k3, k2 >= k5. The paper tells one.
- A surprise is a difference of at least 100, a quarter open three; other thresholds are tried as well.
- Session i plays position i of the set, the student first; from the sixth on, positions of their own.

Beyond the paper, what was learned is also judged by an exam of positions that no learning has seen,
where the paper's exam is both selector and yardstick.
"""

import re
from collections.abc import Iterable
from itertools import combinations, pairwise
from typing import Any

import numpy as np

from plyometric import rng
from plyometric.arena.exams import Exam, sit
from plyometric.arena.games import play_game
from plyometric.arena.players import Player
from plyometric.arena.statistics import Estimate, mean_interval
from plyometric.games.fives import GAME, State, layout, state_of
from plyometric.learn.filters import Circumstances, Learner, SelfTest, filters_named
from plyometric.search.alphabeta import Settings, analyse
from plyometric.search.table import SURE
from plyometric.studies.claims import Claim
from plyometric.studies.experiment import Experiment

STUDENT = Settings(depth=3, breadth=3)
TEACHER = Settings(depth=5, breadth=10)
FIRST = GAME.weights
PAPERS_BEST = (560.0, 450.0, 300.0, 222.5, 122.5)
IN_SET, PLIES, LEAST_MOVES = 5, 40, 10
"""Positions in an exam, plies that a game may take, and moves that testers must take among themselves."""

PAPERS_CURVES = {
    "no filters": {0: 50.0, 2: 66.25, 5: 55.0},
    "all filters": {0: 50.0, 5: 74.25},
}
"""What the paper tells of Figure 4 in words; it prints no other numbers."""

FILTERS = ("experience", "rules", "self-test")
SUBSETS = tuple(subset for n in range(4) for subset in combinations(FILTERS, n))
NONE, ALL = SUBSETS[0], SUBSETS[-1]
THRESHOLDS = (0, 50, 100, 200)
SETS, HELD_OUT, POOL, FRESH = 0, 1 << 20, 2 << 20, 3 << 20
"""Where the positions of the sets, of the judgement, of further learning and of matches begin."""


def named(subset: Iterable[str]) -> str:
    """Return a subset of filters as a name."""
    return "+".join(subset) or "none"


ABLATION = {
    "exam": "its own exam",
    "held_out": "held-out exam",
    "tests": "self-tests",
    "games": "games played to learn",
}

CLAIMS = (
    Claim("figure4.unfiltered.0", "Figure 4", "exam 0", 50.0),
    Claim("figure4.unfiltered.2", "Figure 4", "no filters, session 2", 66.25, 0.0, "figure4.unfiltered.0"),
    Claim("figure4.unfiltered.5", "Figure 4", "no filters, session 5", 55.0, 0.0, "figure4.unfiltered.2"),
    Claim("figure4.filtered.5", "Figure 4", "all filters, session 5", 74.25, 0.05, "figure4.unfiltered.5"),
    Claim("figure4.idle", "Section 4", "all filters, sessions of 5 without a change", 2.0),
    Claim("curves.never_fall", "Section 5", "all filters, % of curves that never fall", 100.0),
    Claim("curves.fall", "", "no filters, % of curves that end below their top"),
    Claim("gain.exam", "", "points that filters add, own exam"),
    Claim("gain.held_out", "", "points that filters add, held-out exam"),
    Claim("flattery", "", "points by which the exam flatters itself, all filters"),
    Claim("papers_best", "Section 4", "the paper's best coefficients, held-out exam"),
    *(
        Claim(f"ablation.{named(subset)}.{key}", named(subset), what)
        for subset in SUBSETS
        for key, what in ABLATION.items()
    ),
    *(
        Claim(f"threshold.{threshold}.{key}", f"threshold {threshold}", ABLATION[key])
        for threshold in THRESHOLDS
        for key in ("exam", "held_out", "tests")
    ),
)


def run(x: Experiment) -> None:
    """Run the whole study."""
    Study(x).run()


# Players and positions


def player(weights: Iterable[float] = FIRST, settings: Settings = STUDENT, game: Any = GAME) -> Player:
    """Return a player of fives."""
    return Player(game, settings.checked(game), tuple(weights), "")


def starting_position(seed: int, stream: int) -> State:
    """Return a position of five stones each in the central 6 by 6, x to move, that decides nothing yet."""
    tries = (scattered(seed, stream, attempt) for attempt in range(1000))
    return next(state for rows, state in tries if is_open(rows, state))


def scattered(seed: int, stream: int, attempt: int) -> tuple[list[str], State]:
    """Return five stones of each side on random cells."""
    cells = sorted(range(36), key=lambda cell: rng.word(seed, stream, 100 * attempt + cell))
    marks = dict.fromkeys(cells[:5], "x") | dict.fromkeys(cells[5:10], "o")
    middle = ["".join(marks.get(6 * row + column, ".") for column in range(6)) for row in range(6)]
    rows = [".........."] * 2 + [f"..{line}.." for line in middle] + [".........."] * 2
    return rows, state_of(10, rows, 0)


def is_open(rows: list[str], state: State) -> bool:
    """Return whether nobody has three in a row or a win in sight, and two equal testers play on a while."""
    board = "/".join(rows)
    threes = (rf"{mark}(.{{{step - 1}}}{mark}){{2}}" for mark in "xo" for step in layout(10).steps)
    if any(re.search(three, board) for three in threes):
        return False
    played = play_game(player(), player(), state, None, PLIES).moves
    if IN_SET + (len(played) + 1) // 2 < LEAST_MOVES:
        return False
    return abs(analyse(GAME, Settings(3, table=0), state).value) < SURE


# Units of work: plain numbers in, plain numbers out


def make_positions(seed: int, streams: list[int]) -> list[list[int]]:
    """Return starting positions as rows of numbers."""
    return [list(starting_position(seed, stream)) for stream in streams]


def states_of(rows: Iterable[Iterable[int]]) -> tuple[State, ...]:
    """Return the positions that rows of numbers stand for."""
    return tuple(State._make(row) for row in rows)


def learn_set(names: list[str], positions: list, sessions: int, held_out: list) -> dict[str, Any]:
    """Learn with some filters from one set of positions, with an exam after every session."""
    starts = states_of(positions)
    exam = Exam(starts[:IN_SET])
    filters = filters_named(names, Circumstances(player(), player(), exam, lambda index: starts[index]))
    learner = Learner(player(), player(settings=TEACHER), filters, FIRST)
    path = [FIRST]
    for start in starts[:sessions]:
        learner.session(start, PLIES)
        path.append(learner.weights)
    tests = [one for one in filters.acquisition if isinstance(one, SelfTest)]
    return {
        "weights": [list(weights) for weights in path],
        "exams": [sit(player(weights), player(), exam).score for weights in path],
        "held_out": sit(player(path[-1]), player(), Exam(states_of(held_out))).score,
        "tests": sum(test.tests for test in tests),
        "games": sessions + sum(test.games for test in tests),
        **learner.counts,
    }


class Study:
    """The experiment under way: positions, learners, and what they came to."""

    def __init__(self, x: Experiment) -> None:
        self.x = x
        self.sessions = x.size(5, 5, 20)
        self.learned: dict[tuple[str, ...], list[dict[str, Any]]] = {}

    def run(self) -> None:
        """Make positions, learn with every subset of filters, and put the figures beside the paper's."""
        self.sets = self.positions("sets", SETS, self.x.size(8, 100) * self.sessions)
        self.held_out = self.positions("held-out", HELD_OUT, self.x.size(40, 200))
        for subset in SUBSETS:
            self.learned[subset] = self.learn(named(subset), list(subset))
        self.figure_4()
        self.ablation()
        self.thresholds()

    def positions(self, label: str, first: int, n: int) -> list[list[int]]:
        """Return n starting positions."""
        starts = range(first, first + n, 25)
        units = [(str(i), (self.x.seed, list(range(i, min(i + 25, first + n))))) for i in starts]
        return [row for part in self.x.each(f"positions, {label}", make_positions, units) for row in part]

    def learn(self, label: str, names: list[str]) -> list[dict[str, Any]]:
        """Learn with some filters from every set."""
        n = self.sessions
        sets = [self.sets[i : i + n] for i in range(0, len(self.sets), n)]
        units = [(f"{i:03}", (names, positions, n, self.held_out)) for i, positions in enumerate(sets)]
        return list(self.x.each(label, learn_set, units))

    def measure(self, claim: str, values: list[float]) -> Estimate:
        """Put a mean over sets beside its claim."""
        found = mean_interval(values)
        self.x.measure_estimate(claim, found, len(values))
        return found

    # The paper's figure

    def figure_4(self) -> None:
        """Measure both curves, and what the paper says of them."""
        unfiltered, filtered = self.learned[NONE], self.learned[ALL]
        for session in (0, 2, 5):
            self.measure(f"figure4.unfiltered.{session}", [one["exams"][session] for one in unfiltered])
        self.measure("figure4.filtered.5", [one["exams"][5] for one in filtered])
        self.measure("figure4.idle", [float(idle_sessions(one["weights"][:6])) for one in filtered])
        self.share("curves.never_fall", [one["exams"] == sorted(one["exams"]) for one in filtered])
        self.share("curves.fall", [one["exams"][-1] < max(one["exams"]) for one in unfiltered])
        pairs = list(zip(filtered, unfiltered, strict=True))
        self.measure("gain.exam", [a["exams"][-1] - b["exams"][-1] for a, b in pairs])
        self.measure("gain.held_out", [a["held_out"] - b["held_out"] for a, b in pairs])
        self.measure("flattery", [one["exams"][-1] - one["held_out"] for one in filtered])
        self.x.figure(
            "figure4",
            "Figure 4: exam scores as learning advances",
            "Means over all sets of positions, with the 95 % interval of the mean; crosses are the paper's.",
            self.curves(),
            draw_curves,
        )
        best = sit(player(PAPERS_BEST), player(), Exam(states_of(self.held_out)))
        self.measure("papers_best", [sum(pair) / 2 for pair in best.scores])

    def share(self, claim: str, hits: list[bool]) -> None:
        """Put a percentage of the sets beside its claim."""
        self.x.measure_share(claim, sum(hits), len(hits), scale=100)

    def curves(self) -> dict[str, list]:
        """Return the columns of Figure 4."""
        columns: dict[str, list] = {"session": list(range(self.sessions + 1))}
        for name, subset in (("no filters", NONE), ("all filters", ALL)):
            exams = zip(*(one["exams"] for one in self.learned[subset]), strict=True)
            found = [mean_interval(scores) for scores in exams]
            columns[name] = [one.value for one in found]
            columns[f"{name}, low"] = [one.low for one in found]
            columns[f"{name}, high"] = [one.high for one in found]
            columns[f"{name}, paper"] = [PAPERS_CURVES[name].get(i) for i in columns["session"]]
        return columns

    # What the paper calls its most important next step

    def ablation(self) -> None:
        """Measure every subset of filters: what it scores where, and what it costs."""
        for subset, learners in self.learned.items():
            keys = [key for key in ABLATION if key != "tests" or "self-test" in subset]
            self.judge(f"ablation.{named(subset)}", learners, keys)
        self.x.figure(
            "ablation",
            "What each subset of filters scores, by its own exam and by an exam that it has not seen",
            "Means over all sets of positions after the last session, with their 95 % intervals.",
            self.exams(),
            draw_exams,
        )
        self.x.note("What passes which place, a learner on average", "\n".join(self.passages()))

    def judge(self, claim: str, learners: list[dict[str, Any]], keys: Iterable[str]) -> None:
        """Measure what learners came to."""
        for key in keys:
            values = [one["exams"][-1] if key == "exam" else float(one[key]) for one in learners]
            self.measure(f"{claim}.{key}", values)

    def exams(self) -> dict[str, list]:
        """Return the columns of the figure of the ablation."""
        columns: dict[str, list] = {"filters": [named(subset) for subset in SUBSETS]}
        for key in ("exam", "held_out"):
            found = [self.x.measured[f"ablation.{name}.{key}"] for name in columns["filters"]]
            columns[key] = [one.ours for one in found]
            columns[f"{key}, low"] = [one.low for one in found]
            columns[f"{key}, high"] = [one.high for one in found]
        return columns

    def passages(self) -> list[str]:
        """Return a line for each subset: how many lessons there were, and what became of them."""
        keys = ("lessons", "admitted", "proposed", "accepted")
        lines = [f"{'filters':28}" + "".join(f"{key:>10}" for key in keys)]
        for subset, learners in self.learned.items():
            means = (sum(one[key] for one in learners) / len(learners) for key in keys)
            lines.append(f"{named(subset):28}" + "".join(f"{mean:10.2f}" for mean in means))
        return lines

    def thresholds(self) -> None:
        """Measure all filters with other thresholds of surprise."""
        for threshold in THRESHOLDS:
            names = [f"experience={threshold}", *ALL[1:]]
            learners = self.learn(f"threshold {threshold}", names)
            self.judge(f"threshold.{threshold}", learners, ("exam", "held_out", "tests"))


def idle_sessions(path: list[list[float]]) -> int:
    """Return in how many sessions nothing was learned."""
    return sum(before == after for before, after in pairwise(path))


# Pictures


def draw_curves(axes: Any, columns: dict[str, list]) -> None:
    """Draw both curves with their intervals, and the points that the paper tells."""
    for name in PAPERS_CURVES:
        (line,) = axes.plot(columns["session"], columns[name], marker="o", label=name)
        band = columns[f"{name}, low"], columns[f"{name}, high"]
        axes.fill_between(columns["session"], *band, alpha=0.2, color=line.get_color(), linewidth=0)
        known = PAPERS_CURVES[name]
        axes.plot(list(known), list(known.values()), "x", color=line.get_color(), label=f"{name}, paper")
    axes.set_xlabel("session")
    axes.set_ylabel("exam")
    axes.set_xticks(columns["session"])
    axes.legend()


def draw_exams(axes: Any, columns: dict[str, list]) -> None:
    """Draw both exams of every subset."""
    places = range(len(columns["filters"]))[::-1]
    for key, label, shift in (("exam", "its own exam", 0.1), ("held_out", "held-out exam", -0.1)):
        value, low, high = (np.array(columns[name]) for name in (key, f"{key}, low", f"{key}, high"))
        where = [place + shift for place in places]
        axes.errorbar(value, where, xerr=[value - low, high - value], fmt="o", capsize=3, label=label)
    axes.axvline(50, color="#9aa5b1", linewidth=1)
    axes.set_yticks(places, columns["filters"])
    axes.set_xlabel("score; 50 is as good as the tester")
    axes.legend(loc="lower right")
