"""The lab of the study of widening: its problems, and what it takes to solve them."""

from functools import cache
from typing import Any

from plyometric.arena.statistics import mean_interval, ratio_interval
from plyometric.games import load_installed
from plyometric.games.go_capture.sgf import read_tasks
from plyometric.games.shipped import shipped
from plyometric.games.suites import read_suite
from plyometric.kernel import Game
from plyometric.kernel.referee import ASKING
from plyometric.search.widening import BEST_FIRST, STRATEGIES, Solver, Step, Strategy, Terms
from plyometric.studies.experiment import Experiment
from plyometric.studies.kit import batches

SETS = ("easy", "middle", "hard")
BUDGETS = {"1 s": 44_000, "0.1 s": 4_400}

OVER = Strategy("OR2-3AND1-2", (Step(2, 1), Step(2, 2), Step(3, 2)))
BEYOND = {"dfpn": BEST_FIRST, "or3": OVER}
ALL = {**{str(number): strategy for number, strategy in STRATEGIES.items()}, **BEYOND}

Row = tuple[bool, int, int, int]
"""What became of one problem: whether it was solved, and the plays, nodes and least nodes it took."""

IN_UNIT = 10
"""Problems that are solved together."""


@cache
def problems(game: str, name: str) -> list[Any]:
    """Return the problems of a set that comes with a game, each with its state."""
    rules = load_installed(game)
    path = shipped(rules, "problems")[name]
    return read_tasks(path) if path.suffix == ".sgf" else list(read_suite(path, rules).problems)


def solve_some(
    name: str, group: str, strategy: str, plays: int, is_enhanced: bool, indices: range
) -> list[Row]:
    """Solve some problems of a game's set."""
    game = load_installed(name)
    solver = Solver(game, Terms(ALL[strategy], plays, is_enhanced, megabytes=1))
    return [solved(solver, game, problems(name, group)[index].state) for index in indices]


def solved(solver: Solver, game: Game, state: Any) -> Row:
    """Attack, and if that works let the defender move first."""
    attack = solver.attack(state)
    if not attack.is_won:
        return False, attack.plays, attack.nodes, attack.least_nodes
    defence = solver.defend(ASKING["passed"](game, state))
    spent = (a + b for a, b in zip(attack[-3:], defence[-3:], strict=True))
    plays, nodes, least = spent
    return True, plays, nodes, least


def rows_of(
    x: Experiment, game: str, group: str, budget: str, strategy: str, is_enhanced: bool = False
) -> list[Row]:
    """Return what became of every problem of a set under one strategy."""
    label = f"{game}, {group}, {budget}, {ALL[strategy].name}{', enhanced' * is_enhanced}"
    settings = (game, group, strategy, BUDGETS[budget], is_enhanced)
    units = batches(range(x.size(10, len(problems(game, group)))), IN_UNIT, *settings)
    return x.joined(label, solve_some, units)


def measure(x: Experiment, key: str, rows: list[Row], first: list[Row]) -> None:
    """Put a row's figures beside its claims; costs are set against those of another row."""
    more = [100.0 * (ours[0] - theirs[0]) for ours, theirs in zip(rows, first, strict=True)]
    x.measure_share(f"{key}.solved", sum(row[0] for row in rows), len(rows), scale=100)
    x.changes[f"{key}.solved"] = mean_interval(more)
    _, plays, nodes, least = zip(*rows, strict=True)
    x.measure_estimate(f"{key}.cost", ratio_interval(plays, [row[1] for row in first]), len(rows))
    if key.startswith("table") and not key.startswith("table6"):
        x.measure_estimate(f"{key}.least", ratio_interval(least, nodes), len(rows))
