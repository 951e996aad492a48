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

Beyond the paper, what was learned is also judged by a held-out exam of positions that no learning has
seen, where the paper's exam is both selector and yardstick. Other ways of learning are tried, each from
several pools of positions: the paper's rule with a sequential test in fresh games instead of the exam,
comparison training (coefficients under which the student chooses as the teacher does) and temporal
differences; each also with split patterns such as _s_ss_, where the tester gives them no weight; and a
teacher that sees wins by a row of fours. The best is chosen by positions of its own and judged by others.
Numbers of games, sessions and rounds were set after trials with other seeds.
"""

from collections.abc import Iterable
from itertools import combinations, pairwise
from typing import Any

import numpy as np

from plyometric.arena.exams import Exam, sit
from plyometric.arena.statistics import Estimate, Tally, mean_interval, score_interval, sprt
from plyometric.learn.filters import Circumstances, filters_named
from plyometric.learn.learner import steps
from plyometric.learn.teaching import Teaching, tests_in
from plyometric.studies.claims import Claim
from plyometric.studies.experiment import Experiment
from plyometric.studies.filters_beyond import VARIANTS, beat_tester, learn_variant
from plyometric.studies.fives_school import (
    IN_EXAM,
    PLIES,
    TEACHER,
    make_positions,
    player,
    states_of,
)

PAPERS_BEST = (560.0, 450.0, 300.0, 222.5, 122.5)
PAPERS_CURVES = {
    "no filters": {0: 50.0, 2: 66.25, 5: 55.0},
    "all filters": {0: 50.0, 5: 74.25},
}
"""What the paper tells of Figure 4 in words; it prints no other numbers."""

FILTERS = ("experience", "rules", "self-test")
SUBSETS = tuple(subset for n in range(4) for subset in combinations(FILTERS, n))
NONE, ALL = SUBSETS[0], SUBSETS[-1]
THRESHOLDS = (0, 50, 100, 200)
SETS, HELD_OUT, POOL, FRESH, BEST = (i << 20 for i in range(5))
"""Where the positions of the sets, of judgement, of other learning, of matches, and of the best begin."""

IN_VALIDATION = 100
"""Positions by which the best is chosen."""

TEST = (0, 20, 0.05, 0.05)
"""The sequential test of the best: elo0, elo1, alpha and beta."""


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
    Claim("luck.unfiltered", "Figure 4", "% of sets with 66.25 or more after session 2, no filters"),
    Claim("luck.filtered", "Figure 4", "% of sets with 74.25 or more after session 5, all filters"),
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
    *(
        Claim(f"beyond.{name}.{key}", judged, variant.what)
        for key, judged in (("held_out", "held-out exam"), ("match", "% against the tester"))
        for name, variant in VARIANTS.items()
    ),
    Claim("best.held_out", "held-out exam", "the best of these"),
    Claim("best.match", "% against the tester", "the best of these, until a sequential test ends"),
    Claim("best.llr", "sequential test", "log-likelihood ratio of 20 Elo against 0; 2.94 accepts"),
)


def run(x: Experiment) -> None:
    """Run the whole study."""
    Study(x).run()


# Units of work: plain numbers in, plain numbers out


def learn_set(names: list[str], positions: list, sessions: int, held_out: list) -> dict[str, Any]:
    """Learn with some filters from one set of positions, with an exam after every session."""
    starts = states_of(positions)
    exam = Exam(starts[:IN_EXAM])
    filters = filters_named(names, Circumstances(player(), player(), exam, lambda index: starts[index]))
    teaching = Teaching(player(), player(settings=TEACHER), starts[:sessions], PLIES, filters)
    states = list(steps(teaching))
    path = [state["weights"] for state in states]
    tests = tests_in(states[-1])
    return {
        "weights": path,
        "exams": [sit(player(weights), player(), exam).score for weights in path],
        "held_out": sit(player(path[-1]), player(), Exam(states_of(held_out))).score,
        "tests": tests["tests"],
        "games": sessions + tests["games"],
        **states[-1]["counts"],
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
        self.beyond()

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
        self.share("luck.unfiltered", [one["exams"][2] >= 66.25 for one in unfiltered])
        self.share("luck.filtered", [one["exams"][5] >= 74.25 for one in filtered])
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
            "What each subset of filters scores, by two exams",
            "Its own, by which self-tests select, and one that no learning has seen: means over all sets of"
            " positions after the last session, with their 95 % intervals.",
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

    # Beyond the paper

    def beyond(self) -> None:
        """Learn in other ways, judge each in positions that no learning has seen, and again the best."""
        runs, pool, pairs = self.x.size(2, 6), self.x.size(20, 400), self.x.size(20, 200)
        self.pool = self.positions("pool", POOL, runs * pool + IN_VALIDATION)
        self.fresh = self.positions("matches", FRESH, runs * pairs)
        tried = {name: self.try_variant(name, runs, pool, pairs) for name in VARIANTS}
        for name, found in tried.items():
            self.measure(f"beyond.{name}.held_out", [one["held_out"] for one in found])
            tally = Tally.of_pairs([pair for one in found for pair in one["match"]])
            self.x.measure_estimate(f"beyond.{name}.match", score_interval(tally), tally.games, 100)
        self.x.note("What was learned beyond the paper, its first run", "\n".join(self.weights(tried)))
        self.best(max(tried, key=lambda name: max(one["validation"] for one in tried[name])), tried)
        self.x.figure(
            "beyond",
            "Other ways to learn, judged by the held-out exam",
            "Means over runs with their 95 % intervals; the paper's learner with all filters for comparison.",
            self.ways(),
            draw_ways,
        )

    def try_variant(self, name: str, runs: int, pool: int, pairs: int) -> list[dict[str, Any]]:
        """Learn in one way several times, each time from positions of its own."""
        validation = self.pool[-IN_VALIDATION:]
        units = [
            (
                str(run),
                (
                    name,
                    self.pool[run * pool : (run + 1) * pool],
                    self.x.seed + run,
                    validation,
                    self.held_out,
                    self.fresh[run * pairs : (run + 1) * pairs],
                ),
            )
            for run in range(runs)
        ]
        return list(self.x.each(f"beyond, {name}", learn_variant, units))

    def best(self, name: str, tried: dict[str, list[dict[str, Any]]]) -> None:
        """Judge once more, in positions of their own, what did best in positions made for choosing."""
        weights = max(tried[name], key=lambda one: one["validation"])["weights"]
        judged = self.positions("the best", BEST, self.x.size(40, 400))
        (found,) = self.x.each("the best", beat_tester, [("", (name, weights, judged))])
        self.measure("best.held_out", [sum(pair) / 2 for pair in found["scores"]])
        tally = first_decision(found["results"])
        test = sprt(tally, *TEST)
        self.x.measure_estimate("best.match", score_interval(tally), tally.games, 100)
        self.x.measure("best.llr", test.llr, test.llr, test.llr, tally.games)
        verdict = (
            f"sequential test of {TEST[1]} against {TEST[0]} Elo: {test.verdict} after {tally.games} games"
        )
        self.x.note("The best", f"{VARIANTS[name].what}\n{as_text(weights)}\n{verdict}")

    def weights(self, tried: dict[str, list[dict[str, Any]]]) -> list[str]:
        """Return a line for each way of learning."""
        return [f"{name:26} {as_text(found[0]['weights'])}" for name, found in tried.items()]

    def ways(self) -> dict[str, list]:
        """Return the columns of the figure of all ways of learning."""
        rows = {"all filters": f"ablation.{named(ALL)}.held_out"}
        rows |= {name: f"beyond.{name}.held_out" for name in VARIANTS}
        found = [self.x.measured[claim] for claim in rows.values()]
        return {
            "way": list(rows),
            "held_out": [one.ours for one in found],
            "low": [one.low for one in found],
            "high": [one.high for one in found],
        }


def first_decision(results: list[list[int]]) -> Tally:
    """Return the tally of pairs at which a sequential test is decided, or of all pairs."""
    for n in range(1, len(results)):
        if sprt(Tally.of_pairs(results[:n]), *TEST).verdict != "running":
            return Tally.of_pairs(results[:n])
    return Tally.of_pairs(results)


def as_text(weights: Iterable[float]) -> str:
    """Return weights in a line."""
    return " ".join(f"{weight:8.1f}" for weight in weights)


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
    axes.legend(loc="upper right")


def draw_ways(axes: Any, columns: dict[str, list]) -> None:
    """Draw the held-out exam of every way of learning."""
    places = range(len(columns["way"]))[::-1]
    value, low, high = (np.array(columns[name]) for name in ("held_out", "low", "high"))
    shown = np.isfinite(low)
    errors = [np.where(shown, value - low, 0), np.where(shown, high - value, 0)]
    axes.errorbar(value, places, xerr=errors, fmt="o", capsize=3)
    axes.axvline(50, color="#9aa5b1", linewidth=1)
    axes.set_yticks(places, columns["way"])
    axes.set_xlabel("held-out exam; 50 is as good as the tester")
