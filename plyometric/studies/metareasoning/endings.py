"""Beyond the paper: endings with one winning move, by every method with the same knowledge."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

from plyometric.arena.statistics import ratio_interval, wilson
from plyometric.search.bestfirst import BestFirst
from plyometric.search.foreseen import Foreseen
from plyometric.search.minimax import minimax
from plyometric.search.opinionated import Opinionated
from plyometric.search.opinions import Opinion
from plyometric.studies.kit import batches, draw_curves, draw_intervals, with_intervals
from plyometric.studies.metareasoning.lab import Lab, Nets, Watched, game, problems, watch
from plyometric.studies.metareasoning.paper import COSTS, LONGEST, policy

LIMITS = (50, 100, 200, 1000)
EQUAL = 100
"""Expansions with which methods are compared."""

SEEKERS = ("qss", "trqss")
"""The policies that are held against rivals."""

FASTER = 1.5
"""In the time of one position that a policy judges, sweeps included, a rival may judge so many."""

DEEPEST_PLAIN = 20
"""Plies to which alpha-beta without a net looks at most."""

IN_UNIT = 5
"""Endings that are searched together."""

HELD_OUT = "held-out"


class Way(NamedTuple):
    """A method: its name for people, and its search by a pair of nets."""

    name: str
    kind: Callable[[Nets], Opinionated]


def by_policy(name: str, cost: float = 0.0) -> Way:
    """Return a policy as a way."""
    return Way(NAMES.get(name, name.upper()), partial(policy, name, cost=cost))


def best_first(name: str, order: str, **terms: Any) -> Way:
    """Return a best-first rival as a way."""
    settings = {"best_first": order, "expansions": LONGEST, **terms}
    return Way(name, lambda nets: BestFirst(opinion=nets.planner, **settings))


def alphabeta(name: str, order: str) -> Way:
    """Return alpha-beta by the mean of the opinion as a way."""
    return Way(name, lambda nets: Foreseen(alphabeta=order, opinion=nets.planner, expansions=LONGEST))


NAMES = {"glance": "TRQSS at a glance"}
STOPS = {name: by_policy(name, cost) for name, cost in COSTS.items()}
"""The policies until nothing is worth its time; "glance" is what ATRQSS would be if it could not adapt."""

RELEVANT = {"qss": by_policy("qss"), "trqss": by_policy("trqss"), "atrqss": STOPS["atrqss"]}
"""The policies if time costs nothing; but for ATRQSS, which then has no reason to adapt."""

RIVALS = {
    "sorted": alphabeta("alpha-beta, sorted", "sorted"),
    "unsorted": alphabeta("alpha-beta, unsorted", "unsorted"),
    "minimax": best_first("best-first minimax", "minimax"),
    "proof": best_first("proof-number search", "proof", won=0.85),
    "uct": best_first("UCT", "uct", exploration=0.25),
}
WAYS = RELEVANT | RIVALS

PLAIN = {"advance": "alpha-beta by material, as in the paper", "race": "alpha-beta by races"}
"""Alpha-beta without a net, moves as they come, by each evaluation of the game."""


def solve_some(way: str, nets: list[dict[str, Any]], indices: range) -> list[Watched]:
    """Search some of the endings that are held out to the limit."""
    return watch_each(WAYS[way].kind(nets_of(nets)), indices)


def solve_until_stop(way: str, nets: list[dict[str, Any]], indices: range) -> list[Watched]:
    """Search some of the endings that are held out until a policy stops."""
    return watch_each(STOPS[way].kind(nets_of(nets)), indices)


def solve_in_time(way: str, nets: list[dict[str, Any]], most: list[int], indices: range) -> list[Watched]:
    """Search some of the endings that are held out for as many judged positions as each is given."""
    kind = WAYS[way].kind(nets_of(nets))
    return [watch_one(replace(kind, nodes=most[i], expansions=0), i) for i in indices]


def solve_plainly(evaluation: str, most: int, indices: range) -> list[int]:
    """Return after how many expansions alpha-beta without a net settles on each answer.

    It looks one ply deeper again and again until it has expanded so many; where it has not settled by then,
    these count.
    """
    rules, found = game().judged_by(evaluation), []
    for one in (problems(HELD_OUT)[i] for i in indices):
        spent, settled = 0, None
        for depth in range(1, DEEPEST_PLAIN + 1):
            tried = minimax(rules, depth, one.state)
            spent += tried.nodes - tried.leaves
            settled = None if tried.move != one.answers[0] else spent if settled is None else settled
            if spent >= most:
                break
        found.append(spent if settled is None else settled)
    return found


def solve_soon(way: str, nets: list[dict[str, Any]], indices: range) -> list[Watched]:
    """Search some of the endings that are held out for the expansions with which methods are compared."""
    return watch_each(replace(WAYS[way].kind(nets_of(nets)), expansions=EQUAL), indices)


def nets_of(facts: list[dict[str, Any]]) -> Nets:
    """Return a pair of nets from plain data."""
    return Nets(*(Opinion(**net) for net in facts))


def watch_each(kind: Opinionated, indices: range) -> list[Watched]:
    """Watch a search of some endings."""
    return [watch_one(kind, i) for i in indices]


def watch_one(kind: Opinionated, index: int) -> Watched:
    """Watch a search of one ending that is held out."""
    one = problems(HELD_OUT)[index]
    return watch(kind, one.state, one.answers[0])


# Measuring


def try_endings(lab: Lab, most: int, plainly: int) -> None:
    """Let every method search endings that are held out, and compare them one by one.

    Alpha-beta without a net may expand so many positions `plainly`.
    """
    indices = range(min(most, len(problems(HELD_OUT))))
    found = {key: runs_of(lab, way.name, solve_some, indices, key) for key, way in WAYS.items()}
    for key, runs in found.items():
        measure_within(lab, key, runs)
    compare(lab, found)
    compare_costs(lab, found, plainly)
    compare_in_time(lab, indices)
    watch_stops(lab, indices)
    draw_shares(lab, found)


def runs_of(
    lab: Lab, label: str, solve: Callable[..., list[Watched]], indices: range, way: str, *terms: Any
) -> list[Watched]:
    """Return how a method fares on every ending, by the first pair of nets."""
    nets = [net.as_json() for net in lab.nets[0]]
    return [Watched(*row) for row in lab.x.joined(label, solve, batches(indices, IN_UNIT, way, nets, *terms))]


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


def compare(lab: Lab, found: dict[str, list[Watched]]) -> None:
    """Measure by how many endings in a hundred QSS and TRQSS solve more than each rival, in pairs."""
    solved = {key: [is_solved(one, EQUAL) for one in runs] for key, runs in found.items()}
    for name in SEEKERS:
        for key in RIVALS:
            measure_more(lab, f"more.{name}.{key}", solved[name], solved[key])


def measure_more(lab: Lab, claim: str, ours: list[bool], theirs: list[bool]) -> None:
    """Measure by how many endings in a hundred one method solves more than another, in pairs."""
    pairs = zip(ours, theirs, strict=True)
    lab.x.measure_mean(claim, [100.0 * (a - b) for a, b in pairs])


def compare_costs(lab: Lab, found: dict[str, list[Watched]], most: int) -> None:
    """Measure what share of alpha-beta's expansions QSS and TRQSS need, with the same net and with none."""
    n = len(found["qss"])
    costs = {key: [float(cost_of(one)) for one in found[key]] for key in (*SEEKERS, "sorted", "unsorted")}
    for key, name in PLAIN.items():
        units = batches(range(n), IN_UNIT, key, most)
        costs[key] = [float(one) for one in lab.x.joined(name, solve_plainly, units)]
        lab.x.measure_mean(f"endings.{key}.cost", costs[key])
    for name in SEEKERS:
        for key in (*PLAIN, "sorted", "unsorted"):
            lab.x.measure_estimate(f"share.{name}.{key}", ratio_interval(costs[name], costs[key]), n, 100)


def compare_in_time(lab: Lab, indices: range) -> None:
    """Measure who solves more in the time that QSS, and TRQSS, need for a hundred expansions."""
    for name in SEEKERS:
        label = f"{name.upper()}, {EQUAL} expansions"
        ours = runs_of(lab, label, solve_soon, indices, name)
        for key, way in RIVALS.items():
            most = [round(FASTER * one.judged) for one in ours]
            label = f"{way.name}, in the time of {name.upper()}"
            theirs = runs_of(lab, label, solve_in_time, indices, key, most)
            right = ([one.is_right for one in runs] for runs in (ours, theirs))
            measure_more(lab, f"time.{name}.{key}", *right)


def watch_stops(lab: Lab, indices: range) -> None:
    """Measure where policies stop and after how long, whether adaptation was used, and whether it paid."""
    found = {}
    for name, way in STOPS.items():
        found[name] = runs = runs_of(lab, f"{way.name}, until it stops", solve_until_stop, indices, name)
        lab.x.measure_share(f"stops.{name}.right", sum(one.is_right for one in runs), len(runs), 100)
        lab.x.measure_mean(f"stops.{name}.time", [float(one.time) for one in runs])
    pairs = list(zip(found["glance"], found["atrqss"], strict=True))
    lab.x.measure_share("stops.adapted", sum(new.is_adapted for _, new in pairs), len(pairs), 100)
    saved = [float(old.time - new.time) for old, new in pairs if new.is_adapted]
    lab.x.measure_mean("stops.saved", saved or [0.0])


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
