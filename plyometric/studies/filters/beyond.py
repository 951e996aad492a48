"""Beyond the paper on filters: other tests, other learners, more patterns, a teacher that sees threats.

All begin with the tester's coefficients, 0 for patterns that it does not know. What they learn is judged
against the tester in positions that no learning has seen.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Literal, NamedTuple

from plyometric.arena.exams import Exam, sit
from plyometric.arena.players import Player
from plyometric.arena.statistics import Tally, sprt
from plyometric.games.fives import GAME
from plyometric.kernel import Game
from plyometric.learn.comparison import Comparison
from plyometric.learn.filters import Filters, Rules, SequentialTest
from plyometric.learn.learner import learned
from plyometric.learn.tdleaf import TDLeaf
from plyometric.learn.teaching import Teaching
from plyometric.search.kinds import Kind
from plyometric.studies.filters.lab import ALL, BEST, FRESH, POOL, Lab, named
from plyometric.studies.filters.school import FIRST, LONGEST, STUDENT, TEACHER, player, states_of
from plyometric.studies.kit import cut, draw_intervals, one_each, with_intervals

WITH_SPLIT = GAME.judged_by("split")
SEES_THREATS = replace(TEACHER, threats=5)

SESSIONS, GAMES_WITH_TEACHER = 40, 200
PRACTICE = 12
"""How often temporal differences go through all positions."""

IN_VALIDATION = 100
"""Positions by which the best is chosen."""

TEST = (0, 20, 0.05, 0.05)
"""The sequential test of the best: elo0, elo1, alpha and beta."""


class Variant(NamedTuple):
    """A way to learn: by which method, with which patterns, from which teacher."""

    what: str
    method: Literal["sequential", "comparison", "tdleaf"]
    game: Game = GAME
    teacher: Kind = TEACHER


VARIANTS = {
    "sequential": Variant("sequential test", "sequential"),
    "sequential, threats": Variant("sequential test, teacher sees threats", "sequential", GAME, SEES_THREATS),
    "sequential, split": Variant("sequential test, split patterns", "sequential", WITH_SPLIT),
    "tdleaf": Variant("temporal differences", "tdleaf"),
    "tdleaf, split": Variant("temporal differences, split patterns", "tdleaf", WITH_SPLIT),
    "comparison": Variant("comparison", "comparison"),
    "comparison, threats": Variant("comparison, teacher sees threats", "comparison", GAME, SEES_THREATS),
    "comparison, split": Variant("comparison, split patterns", "comparison", WITH_SPLIT),
    "comparison, split, threats": Variant("comparison, both", "comparison", WITH_SPLIT, SEES_THREATS),
}


def first_weights(game: Game) -> tuple[float, ...]:
    """Return the tester's coefficients, and nothing for patterns that it does not know."""
    return FIRST + (0.0,) * (len(game.weights) - len(FIRST))


def learn_variant(
    pool: list, seed: int, fresh: list, name: str, validation: list, held_out: list
) -> dict[str, Any]:
    """Learn in one way from a pool of positions, and judge what was learned in others."""
    variant = VARIANTS[name]
    weights = METHODS[variant.method](variant, states_of(pool), seed)
    return {
        "weights": list(weights),
        "validation": beat_tester(name, weights, validation)["score"],
        "held_out": beat_tester(name, weights, held_out)["score"],
        "match": beat_tester(name, weights, fresh)["results"],
    }


def beat_tester(name: str, weights: Sequence[float], positions: list) -> dict[str, Any]:
    """Let learned weights play the tester from either side of every position."""
    game = VARIANTS[name].game
    tester = player(first_weights(game), game=game)
    sat = sit(player(weights, game=game), tester, Exam(states_of(positions)))
    return {"score": sat.score, **sat._asdict()}


def by_sequential_test(variant: Variant, pool: Sequence[Any], seed: int) -> Sequence[float]:
    """Learn by the paper's rule, every change tested in games from positions not used before."""
    student, teacher = players_of(variant)
    test = SequentialTest(student, lambda index: pool[-1 - index % len(pool)], LONGEST)
    filters = Filters(acquisition=(Rules(variant.game), test))
    return learned(Teaching(student, teacher, pool[:SESSIONS], LONGEST, filters))


def by_comparison(variant: Variant, pool: Sequence[Any], seed: int) -> Sequence[float]:
    """Learn the coefficients under which the student would choose as the teacher does."""
    return learned(Comparison(*players_of(variant), pool[:GAMES_WITH_TEACHER], LONGEST))


def by_tdleaf(variant: Variant, pool: Sequence[Any], seed: int) -> Sequence[float]:
    """Learn from games of the student against itself."""
    student, _ = players_of(variant)
    return learned(TDLeaf(student, pool, PRACTICE * len(pool), seed, longest=LONGEST))


def players_of(variant: Variant) -> tuple[Player, Player]:
    """Return the student and the teacher of a way to learn."""
    first = first_weights(variant.game)
    return player(first, STUDENT, variant.game), player(first, variant.teacher, variant.game)


METHODS = {"sequential": by_sequential_test, "comparison": by_comparison, "tdleaf": by_tdleaf}


# The steps of the study


def go_beyond(lab: Lab) -> None:
    """Learn in other ways, judge each in positions that no learning has seen, and again the best."""
    tried = try_variants(lab)
    for name, found in tried.items():
        lab.x.measure_mean(f"beyond.{name}.held_out", [one["held_out"] for one in found])
        pairs = [pair for one in found for pair in one["match"]]
        lab.x.measure_score(f"beyond.{name}.match", Tally.of_pairs(pairs), 100)
    lines = (f"{name:26} {as_text(found[0]['weights'])}" for name, found in tried.items())
    lab.x.note("What was learned beyond the paper, its first run", "\n".join(lines))
    judge_best(lab, tried)
    lab.x.figure(
        "beyond",
        "Other ways to learn, judged by the held-out exam",
        "Means over runs with their 95 % intervals; the paper's learner with all filters for comparison.",
        ways(lab),
        partial(draw_intervals, xlabel="held-out exam; 50 is as good as the tester", even=50),
    )


def try_variants(lab: Lab) -> dict[str, list[dict[str, Any]]]:
    """Learn in every way several times, each time from positions of its own."""
    runs, pool, pairs = lab.x.size(2, 6), lab.x.size(20, 400), lab.x.size(20, 200)
    made = lab.positions("pool", POOL, runs * pool + IN_VALIDATION)
    pools, validation = cut(made[:-IN_VALIDATION], pool), made[-IN_VALIDATION:]
    fresh = cut(lab.positions("matches", FRESH, runs * pairs), pairs)
    own = [(pools[run], lab.x.seed + run, fresh[run]) for run in range(runs)]
    units = {name: one_each(own, name, validation, lab.held_out) for name in VARIANTS}
    return {name: list(lab.x.each(f"beyond, {name}", learn_variant, units[name])) for name in VARIANTS}


def judge_best(lab: Lab, tried: dict[str, list[dict[str, Any]]]) -> None:
    """Judge once more, in positions of their own, what did best in positions made for choosing."""
    found = {name: max(runs, key=lambda one: one["validation"]) for name, runs in tried.items()}
    name = max(found, key=lambda way: found[way]["validation"])
    weights = found[name]["weights"]
    judged = lab.positions("the best", BEST, lab.x.size(40, 400))
    (played,) = lab.x.each("the best", beat_tester, [("", (name, weights, judged))])
    lab.x.measure_mean("best.held_out", [sum(pair) / 2 for pair in played["scores"]])
    tally = first_decision(played["results"])
    test = sprt(tally, *TEST)
    lab.x.measure_score("best.match", tally, 100)
    lab.x.measure_exactly("best.llr", test.llr, tally.games)
    verdict = f"sequential test of {TEST[1]} against {TEST[0]} Elo: {test.verdict} after {tally.games} games"
    lab.x.note("The best", f"{VARIANTS[name].what}\n{as_text(weights)}\n{verdict}")


def first_decision(results: list[list[int]]) -> Tally:
    """Return the tally of pairs at which a sequential test is decided, or of all pairs."""
    for n in range(1, len(results)):
        if sprt(Tally.of_pairs(results[:n]), *TEST).verdict != "running":
            return Tally.of_pairs(results[:n])
    return Tally.of_pairs(results)


def ways(lab: Lab) -> dict[str, list]:
    """Return the columns of the figure of all ways of learning."""
    rows = {"all filters": f"ablation.{named(ALL)}.held_out"}
    rows |= {name: f"beyond.{name}.held_out" for name in VARIANTS}
    found = [lab.x.measured[claim] for claim in rows.values()]
    return {"way": list(rows), **with_intervals("held-out exam", found)}


def as_text(weights: Iterable[float]) -> str:
    """Return weights in a line."""
    return " ".join(f"{weight:8.1f}" for weight in weights)
