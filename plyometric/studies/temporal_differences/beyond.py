"""Beyond the paper: other steps, no squashing, regression, and features that flow from phase to phase.

All are judged in openings never learned from, against the hand-tuned weights.
"""

from collections.abc import Sequence
from functools import partial

from plyometric.arena.statistics import sprt
from plyometric.learn.learner import learned
from plyometric.learn.regression import Regression
from plyometric.studies.kit import draw_intervals, with_intervals
from plyometric.studies.temporal_differences.lab import (
    AS_IN_PAPER,
    GAME,
    LONGEST,
    ZERO,
    Lab,
    School,
    Way,
    player,
)

WAYS = {
    "teacher": "temporal differences as in the paper, both sides, teacher",
    "adam": "Adam's steps, teacher",
    "adam, self-play": "Adam's steps, self-play",
    "unsquashed": "values not squashed, teacher",
    "regression": "logistic regression, self-play",
}

ADAM = {**AS_IN_PAPER, "adam": True, "average": True, "batch": 8}
ROUNDS = 4
TEST = (0, 10, 0.05, 0.05)
"""The sequential test of the best: elo0, elo1, alpha and beta."""


def go_beyond(lab: Lab) -> None:
    """Learn in other ways at the least depth, judge each, and the best again at equal nodes."""
    depth = lab.depths[0]
    ways = {
        "teacher": Way(depth, True, -1, AS_IN_PAPER),
        "adam": Way(depth, True, -1, ADAM),
        "adam, self-play": Way(depth, False, -1, ADAM),
        "unsquashed": Way(depth, True, -1, {**AS_IN_PAPER, "squash": False, "rate": 0.0005}),
    }
    states = lab.learn("learning in other ways", list(ways.values()))
    found = {name: state["learned"] for name, state in zip(ways, states, strict=True)}
    units = [("all rounds", (depth, list(lab.school)))]
    (found["regression"],) = lab.x.each("regression", by_regression, units)
    for name, weights in found.items():
        tally = lab.match(f"beyond, {name}", weights, lab.held_out, depth=depth)
        lab.x.measure_score(f"beyond.{name}", tally, 100)
    best = max(found, key=lambda name: lab.x.measured[f"beyond.{name}"].ours)
    lab.x.note("The best of these", best)
    judge_at_equal_nodes(lab, "best", found[best], "chinook")
    if lab.x.scale != "quick":
        judge_at_equal_nodes(lab, "blended", GAME.judged_by("blended").weights, "blended")
    draw_ways(lab)


def by_regression(depth: int, school: list) -> list[float]:
    """Return the weights that foretell best how games of the student against itself end."""
    terms = School(*school)
    starts = [GAME.state_of(terms.openings[i % len(terms.openings)]) for i in range(terms.games)]
    student = player(ZERO, terms.endings, {"depth": depth})
    return learned(Regression(student, starts, ROUNDS, terms.seed, noise=0.05, longest=LONGEST))


def judge_at_equal_nodes(lab: Lab, name: str, weights: Sequence[float], evaluation: str) -> None:
    """Play weights at equal nodes, where what an evaluation costs in speed is not counted."""
    label, nodes = f"{name}, equal nodes", lab.x.size(500, 10_000)
    tally = lab.match(label, weights, lab.held_out, evaluation, nodes=nodes)
    lab.x.measure_score(f"{name}.nodes", tally, 100)
    lab.x.measure_exactly(f"{name}.llr", sprt(tally, *TEST).llr, tally.games)


def draw_ways(lab: Lab) -> None:
    """Draw what all ways to learn score."""
    scores = [lab.x.measured[f"beyond.{name}"] for name in WAYS]
    lab.x.figure(
        "beyond",
        "Other ways to learn, against the hand-tuned weights",
        "Share of points from held-out openings at equal depth, with 95 % intervals.",
        {"way": list(WAYS), **with_intervals("score", scores)},
        partial(draw_intervals, xlabel="% of points; 50 is as good as the hand-tuned", even=50),
    )
