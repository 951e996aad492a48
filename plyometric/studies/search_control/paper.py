"""The paper's experiment: Algorithm 1 on four classes of moves, from 1.0 each."""

from plyometric.arena.statistics import Estimate
from plyometric.learn.tuning.bench import Bench
from plyometric.studies.kit import draw_curves
from plyometric.studies.search_control.lab import PLY, Ground, Lab, Tuned, held_out, in_plies, per_cent

REPORTED = {"check": 0.10, "only reply": 0.77, "push to the seventh": 0.96, "recapture": 0.89}
"""The weights to which the paper's four classes converge."""

HANDS = 0.25
"""What Crafty's author had set by hand: three quarters of a ply for each class (R. Hyatt, 1998)."""

BASELINES = {"hand": "Crafty's hand values, 0.25 each", "paper": "the paper's learned weights"}


def rerun_paper(lab: Lab, ground: Ground, budget: int) -> Tuned:
    """Tune by Algorithm 1, and put the figures beside the paper's."""
    tuned = lab.tune("gradient", ground, "gradient", budget)
    measure_nodes_and_solved(lab, tuned)
    measure_weights(lab, ground, tuned)
    draw_both_graphs(lab, ground, tuned)
    return tuned


def measure_nodes_and_solved(lab: Lab, tuned: Tuned) -> None:
    """Measure what Algorithm 1 does on the positions that it is tuned on, as in the paper, and on others."""
    train, others = tuned.outcome.train, tuned.held_out
    n = train.positions
    lab.x.measure_exactly("nodes.start", 100, n)
    lab.x.measure_estimate("nodes.end", per_cent(train.change), n)
    lab.x.measure_share("solved.start", train.solved[0], n, 100)
    lab.x.measure_share("solved.end", train.solved[1], n, 100)
    lab.x.changes["solved.end"] = Estimate(*(100 * part for part in train.more_solved))
    lab.x.measure_estimate("held_out.nodes", per_cent(others.change), others.positions)
    lab.x.measure_share("held_out.solved.start", others.solved[0], others.positions, 100)
    lab.x.measure_share("held_out.solved.end", others.solved[1], others.positions, 100)


def measure_weights(lab: Lab, ground: Ground, tuned: Tuned) -> None:
    """Measure where the weights have gone."""
    last = in_plies(tuned.rounds[-1].setting)
    lab.x.measure_exactly("weight.start", 1.0, len(ground.places.train))
    for name, weight in zip(ground.classes, last, strict=True):
        lab.x.measure_exactly(f"weight.{name}", weight, len(ground.places.train))


def draw_both_graphs(lab: Lab, ground: Ground, tuned: Tuned) -> None:
    """Draw the two graphs of Figure 1."""
    rounds, n = tuned.rounds, len(ground.places.train)
    numbers = [one.number for one in rounds]
    progress: dict[str, list] = {
        "iteration": numbers,
        "nodes, % of the first": [100 * one.nodes / rounds[0].nodes for one in rounds],
        "solved, %": [100 * one.solved / n for one in rounds],
    }
    weights = zip(*(in_plies(one.setting) for one in rounds), strict=True)
    turned = {"iteration": numbers} | dict(zip(ground.classes, map(list, weights), strict=True))
    told = "Algorithm 1 on the positions of training, as in Figure 1 of the paper."
    lab.x.figure("progress", "Nodes and positions solved", told, progress, _per_cent)
    lab.x.figure("weights", "What moves of each class cost", told, turned, _plies)


def _per_cent(axes: object, columns: dict[str, list]) -> None:
    draw_curves(axes, columns, xlabel="iteration", ylabel="%")


def _plies(axes: object, columns: dict[str, list]) -> None:
    draw_curves(axes, columns, xlabel="iteration", ylabel="plies")


def try_baselines(lab: Lab, ground: Ground) -> None:
    """Measure weights that others have set, on the positions held out."""
    bench, names = lab.bench("baselines", ground), ground.classes
    weights = {"hand": [HANDS] * len(names), "paper": [REPORTED[name] for name in names]}
    for name, costs in weights.items():
        measure_baseline(lab, ground, bench, name, costs)


def measure_baseline(lab: Lab, ground: Ground, bench: Bench, name: str, costs: list[float]) -> None:
    """Measure some weights against the start."""
    found = held_out(bench, ground, ground.space.snapped([PLY * cost for cost in costs]))
    lab.x.measure_estimate(f"baseline.{name}.nodes", per_cent(found.change), found.positions)
    lab.x.measure_share(f"baseline.{name}.solved", found.solved[1], found.positions, 100)
