"""Beyond the paper: other steps, no squashing, bootstrapping, regression, databases, other evaluations.

All are judged in openings never learned from, against the hand-tuned weights. Whoever is best there may owe
it to luck, so it is judged once more in other openings.
"""

from collections.abc import Sequence
from functools import partial

import numpy as np

from plyometric.arena.statistics import sprt
from plyometric.kernel import rng
from plyometric.kernel.referee import ASKING
from plyometric.learn.learner import learned
from plyometric.learn.leaves import features_at
from plyometric.learn.regression import Examples, Regression, fitted
from plyometric.search.databases import FREE
from plyometric.search.databases.shelf import database
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
    "rootstrap": "RootStrap, self-play",
    "treestrap": "TreeStrap, self-play",
    "regression": "logistic regression, self-play",
    "database": "the same, its last phase fitted to solved endings",
}
OTHERS = {"blended": "phase into phase", "tables": "tables of what men do together"}
"""Other evaluations of the game, with the weights that come with it."""

ADAM = {**AS_IN_PAPER, "rate": 0.01, "adam": True, "average": True, "batch": 8}
ROUNDS, REACH = 4, 50
SLOPE, SPREAD, SOLVED = 0.01, 5.0, 3
"""What a hundredth of a man adds to the log-odds of winning a solved ending, how far its weights are expected
to move, and the stream of lots that draws such endings."""
TEST = (0, 10, 0.05, 0.05)
"""The sequential test of the best: elo0, elo1, alpha and beta."""


def go_beyond(lab: Lab) -> None:
    """Learn in other ways at the least depth, judge each, and the best again at equal nodes."""
    depth = lab.depths[0]
    ways = {
        "teacher": Way(depth, True, -1, AS_IN_PAPER),
        "adam": Way(depth, True, -1, ADAM),
        "adam, self-play": Way(depth, False, -1, ADAM),
        "unsquashed": Way(depth, True, -1, {**AS_IN_PAPER, "squash": False}),
        "rootstrap": Way(depth, False, -1, {**ADAM, "reach": 1}),
        "treestrap": Way(depth, False, -1, {**ADAM, "reach": REACH}),
    }
    states = lab.learn("learning in other ways", list(ways.values()))
    found = {name: state["learned"] for name, state in zip(ways, states, strict=True)}
    units = [("all rounds", (depth, list(lab.school)))]
    (found["regression"],) = lab.x.each("regression", by_regression, units)
    solved = [
        ("all positions", (found["regression"], max(lab.endings, 2), lab.x.size(2_000, 50_000), lab.x.seed))
    ]
    (found["database"],) = lab.x.each("solved endings", by_database, solved)
    for name, weights in found.items():
        tally = lab.match(f"beyond, {name}", weights, lab.held_out, depth=depth)
        lab.x.measure_score(f"beyond.{name}", tally, 100)
    best = max(found, key=lambda name: lab.x.measured[f"beyond.{name}"].ours)
    lab.x.note("The best of these", best)
    fresh = lab.drawn("fresh openings", range(lab.judging, 2 * lab.judging))
    judge_at_equal_nodes(lab, "best", found[best], "chinook", fresh)
    for name in OTHERS if lab.x.scale != "quick" else ():
        judge_at_equal_nodes(lab, name, GAME.judged_by(name).weights, name, fresh)
    draw_ways(lab)


def by_regression(depth: int, school: list) -> list[float]:
    """Return the weights that foretell best how games of the student against itself end."""
    terms = School(*school)
    starts = [GAME.state_of(terms.openings[i % len(terms.openings)]) for i in range(terms.games)]
    student = player(ZERO, terms.endings, {"depth": depth})
    return learned(Regression(student, starts, ROUNDS, terms.seed, noise=0.05, longest=LONGEST))


def by_database(weights: list[float], endings: int, positions: int, seed: int) -> list[float]:
    """Return weights fitted on to what solved endings are worth, quiet ones that are drawn by lot."""
    entries = database(GAME, endings)
    lots = [rng.below(len(entries), seed, SOLVED, index) for index in range(positions)]
    states = {lot: ASKING["numbered"](GAME, lot) for lot in lots if entries[lot] != FREE}
    kept = [lot for lot, state in states.items() if not ASKING["in_check"](GAME, state)]
    places = np.array([list(states[lot]) for lot in kept], np.int64)
    values = np.sign(entries[kept].astype(np.int64))
    leaves = features_at(GAME, places, np.ones(len(kept), np.int64))
    examples = Examples(leaves, values, (1 + values) / 2)
    return fitted(examples, np.array(weights), SLOPE, SPREAD)[0].tolist()


def judge_at_equal_nodes(
    lab: Lab, name: str, weights: Sequence[float], evaluation: str, openings: list[list[int]]
) -> None:
    """Play weights at equal nodes, where what an evaluation costs in speed is not counted."""
    label, nodes = f"{name}, equal nodes", lab.x.size(500, 10_000)
    tally = lab.match(label, weights, openings, evaluation, nodes=nodes)
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
