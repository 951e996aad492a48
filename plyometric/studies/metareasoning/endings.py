"""Beyond the paper: endings with one winning move, by every method with the same knowledge."""

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from plyometric.arena.statistics import Estimate, mean_interval, wilson
from plyometric.search.bestfirst import BestFirst
from plyometric.search.foreseen import Foreseen
from plyometric.search.opinionated import Opinionated
from plyometric.search.opinions import Opinion
from plyometric.studies.kit import batches, draw_curves, draw_intervals, with_intervals
from plyometric.studies.metareasoning.lab import Lab, Nets, Watched, problems, watch
from plyometric.studies.metareasoning.paper import COSTS, LONGEST, policy

LIMITS = (50, 100, 200, 1000)
EQUAL = 100
"""Expansions with which methods are compared."""

IN_UNIT = 5
"""Endings that are searched together."""

HELD_OUT = "held-out"


class Way(NamedTuple):
    """A method: its name for people, and its search by a pair of nets."""

    name: str
    kind: Callable[[Nets], Opinionated]


def by_policy(name: str, cost: float = 0.0) -> Way:
    """Return a policy as a way."""
    return Way(name.upper(), partial(policy, name, cost=cost))


def best_first(name: str, order: str, **terms: Any) -> Way:
    """Return a best-first rival as a way."""
    settings = {"best_first": order, "expansions": LONGEST, **terms}
    return Way(name, lambda nets: BestFirst(opinion=nets.planner, **settings))


def alphabeta(name: str, order: str) -> Way:
    """Return alpha-beta by the mean of the opinion as a way."""
    return Way(name, lambda nets: Foreseen(alphabeta=order, opinion=nets.planner, expansions=LONGEST))


STOPS = {name: by_policy(name, cost) for name, cost in COSTS.items()}
RELEVANT = {"qss": by_policy("qss"), "trqss": by_policy("trqss"), "atrqss": STOPS["atrqss"]}
"""The policies if time costs nothing; but for ATRQSS, which then has no reason to adapt."""

RIVALS = {
    "sorted": alphabeta("alpha-beta, sorted", "sorted"),
    "unsorted": alphabeta("alpha-beta, unsorted", "unsorted"),
    "minimax": best_first("best-first minimax", "minimax"),
    "proof": best_first("proof-number search", "proof", won=0.7),
    "uct": best_first("UCT", "uct", exploration=0.5),
}
WAYS = RELEVANT | RIVALS


def solve_some(way: str, stops: bool, nets: list[dict[str, Any]], indices: range) -> list[Watched]:
    """Search some of the endings that are held out, to the limit or until a policy stops."""
    kind = (STOPS if stops else WAYS)[way].kind(Nets(*(Opinion(**net) for net in nets)))
    return [watch(kind, one.state, one.answers[0]) for one in (problems(HELD_OUT)[i] for i in indices)]


# Measuring


def try_endings(lab: Lab, most: int) -> None:
    """Let every method search the endings that are held out, and compare them one by one."""
    indices = range(min(most, len(problems(HELD_OUT))))
    found = {key: runs_of(lab, key, False, indices) for key in WAYS}
    for key, runs in found.items():
        measure_within(lab, key, runs)
    for name in STOPS:
        measure_stops(lab, name, runs_of(lab, name, True, indices))
    compare(lab, found)
    draw_shares(lab, found)


def runs_of(lab: Lab, way: str, stops: bool, indices: range) -> list[Watched]:
    """Return how a method fares on every ending, by the first pair of nets."""
    nets = [net.as_json() for net in lab.nets[0]]
    label = f"{WAYS[way].name}{', until it stops' * stops}"
    units = batches(indices, IN_UNIT, way, stops, nets)
    return [Watched(*row) for row in lab.x.joined(label, solve_some, units)]


def is_solved(run: Watched, limit: float) -> bool:
    """Return whether a search had settled on the answer within a limit."""
    return run.settled is not None and run.settled <= limit


def measure_within(lab: Lab, key: str, runs: list[Watched]) -> None:
    """Measure how many endings a method solves within each number of expansions."""
    for limit in LIMITS:
        lab.x.measure_share(
            f"endings.{key}.{limit}", sum(is_solved(one, limit) for one in runs), len(runs), 100
        )
    lab.x.measure_mean(f"endings.{key}.cost", [float(cost_of(one)) for one in runs])


def cost_of(run: Watched) -> int:
    """Return the time until a search settled on the answer, or all that it may take if it did not."""
    return LONGEST if run.settled is None else run.settled


def measure_stops(lab: Lab, name: str, runs: list[Watched]) -> None:
    """Measure where a policy stops, after how long, and whether adaptation was used."""
    lab.x.measure_share(f"stops.{name}.right", sum(one.is_right for one in runs), len(runs), 100)
    lab.x.measure_mean(f"stops.{name}.time", [float(one.time) for one in runs])
    if name == "atrqss":
        lab.x.measure_share("stops.adapted", sum(one.is_adapted for one in runs), len(runs), 100)


def compare(lab: Lab, found: dict[str, list[Watched]]) -> None:
    """Measure by how many endings in a hundred QSS and TRQSS solve more than each rival, in pairs."""
    for name in ("qss", "trqss"):
        for key in RIVALS:
            lab.x.measure_estimate(
                f"more.{name}.{key}", more_solved(found[name], found[key]), len(found[key])
            )


def more_solved(ours: list[Watched], theirs: list[Watched], limit: int = EQUAL) -> Estimate:
    """Return how many endings more in a hundred one method solves than another, within a limit."""
    pairs = zip(ours, theirs, strict=True)
    return mean_interval([100.0 * (is_solved(a, limit) - is_solved(b, limit)) for a, b in pairs])


def draw_shares(lab: Lab, found: dict[str, list[Watched]]) -> None:
    """Draw what each method solves within 100 expansions, and how that grows."""
    n = len(found["qss"])
    shares = [wilson(sum(is_solved(one, EQUAL) for one in runs) / n, n) for runs in found.values()]
    scaled = [(100 * one.value, 100 * one.low, 100 * one.high) for one in shares]
    names = [way.name for way in WAYS.values()]
    told = "Endings held out that are solved, in per cent of all"
    lab.x.figure(
        "within",
        f"Solved within {EQUAL} expansions",
        f"{told}, with 95 % intervals.",
        {"method": names, **with_intervals("% solved", scaled)},
        partial(draw_intervals, xlabel="% solved"),
    )
    curves: dict[str, list] = {"expansions": list(LIMITS)}
    for name, runs in zip(names, found.values(), strict=True):
        curves[name] = [100 * sum(is_solved(one, limit) for one in runs) / n for limit in LIMITS]
    draw = partial(draw_curves, is_even=True, xlabel="expansions", ylabel="% solved")
    lab.x.figure("growth", "Solved within more expansions", f"{told}.", curves, draw)
