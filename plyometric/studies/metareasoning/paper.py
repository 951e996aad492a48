"""The paper's ending: leaves of alpha-beta, and the time units of QSS, TRQSS and ATRQSS, for several nets."""

from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from plyometric.arena.statistics import mean_interval
from plyometric.kernel.referee import read_move
from plyometric.learn.foresight import Examples
from plyometric.search.minimax import minimax
from plyometric.search.opinions import Opinion
from plyometric.search.relevance import POLICIES, Relevance
from plyometric.studies.kit import draw_intervals, one_each, with_intervals
from plyometric.studies.metareasoning.adapter import adapt_value, reply_frequencies
from plyometric.studies.metareasoning.evaluator import fitted
from plyometric.studies.metareasoning.lab import Lab, Nets, Watched, game, watch

ANSWER, DEEPEST = "b6", 9
REPORTED = {"qss": 89, "trqss": 66, "atrqss": 61}
"""Time units of Table 3; those of ATRQSS are 51 expansions and an adaptation."""

COSTS, CONTAMINATION = {"qss": 0.1, "trqss": 0.02, "atrqss": 0.02, "glance": 0.02}, 0.01
"""What a unit of time costs, in hundredths of a pawn, and how much of the marginal is mixed into opinions.

QSS sets what all leaves together may gain against it, the others what one leaf may. All were chosen by nets
of other seeds: with ten times the cost policies at times stop before they have seen the breakthrough; with
half the contamination some settle late.
"""

FITTED, REPLIES = 20_000, 2_000
"""Positions to which the paper's evaluator is fitted, and those in which the best reply is looked for."""

LONGEST, SOON = 1000, 150
"""Expansions after which a search is given up, and until which it should have ended."""


def policy(name: str, nets: Nets, cost: float, expansions: int = LONGEST) -> Relevance:
    """Return the search of a policy: ATRQSS begins at a glance, and may adapt to the planner.

    "glance" is TRQSS that begins as ATRQSS does, and cannot adapt.
    """
    rule, first = (name, nets.planner) if name in ("qss", "trqss") else ("trqss", nets.glance)
    kind = Relevance(
        policy=rule, opinion=first, cost=cost, expansions=expansions, contamination=CONTAMINATION
    )
    return replace(kind, policy=name, planner=nets.planner) if name == "atrqss" else kind


def watch_policies(planner: dict[str, Any], glance: dict[str, Any]) -> dict[str, Watched]:
    """Return how each policy fares on the paper's ending until it stops."""
    nets, start = Nets(Opinion(**planner), Opinion(**glance)), game().start()
    answer = read_move(game(), start, ANSWER)
    return {name: watch(policy(name, nets, COSTS[name]), start, answer) for name in POLICIES}


def watch_modules(seed: int, examples: Examples) -> dict[str, Watched]:
    """Return how each policy fares there with the paper's own evaluator and adapter."""
    rules, start = game(), game().start()
    evaluator = fitted(rules, examples.taken(np.arange(min(len(examples.value), FITTED))))
    adapted = adapt_value(rules, evaluator, start, reply_frequencies(rules, REPLIES, seed), seed)
    first = evaluator.as_opinion(rules)
    nets = {"atrqss": Nets(adapted.as_opinion(rules), first)}
    answer = read_move(rules, start, ANSWER)
    kinds = {name: policy(name, nets.get(name, Nets(first, first)), COSTS[name]) for name in POLICIES}
    return {name: watch(kind, start, answer) for name, kind in kinds.items()}


def rerun_paper(lab: Lab) -> None:
    """Count alpha-beta's leaves, and measure the policies with every pair of nets."""
    count_leaves(lab)
    settings = [tuple(net.as_json() for net in pair) for pair in lab.nets]
    found = list(lab.x.each("paper's ending", watch_policies, one_each(settings)))
    runs = {name: [Watched(*one[name]) for one in found] for name in POLICIES}
    before: list[float] = []
    for name in POLICIES:
        times = [float(one.time) for one in runs[name]]
        lab.x.measure_mean(f"table3.{name}", times, before)
        measure_answers(lab, name, runs[name])
        before = times
    lab.x.measure_share("adapted", sum(one.is_adapted for one in runs["atrqss"]), len(found), 100)
    tell_runs(lab, runs)
    [by_modules] = lab.x.each("the paper's evaluator", watch_modules, one_each([(lab.x.seed, lab.examples)]))
    for name in POLICIES:
        run = Watched(*by_modules[name])
        lab.x.measure_exactly(f"modules.{name}", run.time, 1)
        lab.x.measure_exactly(f"modules.{name}.right", 100 * run.is_right, 1)


def count_leaves(lab: Lab) -> None:
    """Count the leaves of alpha-beta at the first depth that finds the answer."""
    judged = game().judged_by("advance")
    answer = read_move(judged, judged.start(), ANSWER)
    searches = (minimax(judged, depth) for depth in range(1, DEEPEST + 1))
    depth, found = next((i, one) for i, one in enumerate(searches, 1) if one.move == answer or i == DEEPEST)
    lab.x.measure_exactly("negamax.leaves", found.leaves, 1)
    lab.x.measure_exactly("negamax.depth", depth if found.move == answer else float("inf"), 1)


def measure_answers(lab: Lab, name: str, runs: list[Watched]) -> None:
    """Measure how many nets let a policy stop with the answer, how many soon, and when it settled there."""
    right = [one for one in runs if one.is_right]
    soon = sum(one.expansions <= SOON for one in right)
    lab.x.measure_share(f"{name}.right", len(right), len(runs), 100)
    lab.x.measure_share(f"{name}.soon", soon, len(runs), 100)
    lab.x.measure_mean(f"{name}.settled", [float(one.settled or 0) for one in right] or [float(LONGEST)])


def tell_runs(lab: Lab, runs: dict[str, list[Watched]]) -> None:
    """Note when every net settled and stopped, and draw the mean beside the paper's figures."""
    heads = " ".join(f"{name:>18}" for name in runs)
    rows = (
        f"{i:4} {' '.join(f'{_words(one[i]):>18}' for one in runs.values())}" for i in range(len(lab.nets))
    )
    lab.x.note(
        "The paper's ending, each pair of nets: settled / stopped", "\n".join([f"     {heads}", *rows])
    )
    means = [mean_interval([float(one.time) for one in there]) for there in runs.values()]
    columns = {"policy": [name.upper() for name in runs]}
    lab.x.figure(
        "table3",
        "The paper's ending",
        "Time units until a policy stops, with 95 % intervals over nets; crosses are the paper's.",
        columns | with_intervals("time units", means, REPORTED.values()),
        partial(draw_intervals, xlabel="time units"),
    )


def _words(run: Watched) -> str:
    """Return when a search settled and stopped, or that it stopped elsewhere."""
    adapted = ", adapted" * run.is_adapted
    return f"{run.settled}/{run.time}{adapted}" if run.is_right else f"wrong/{run.time}{adapted}"
