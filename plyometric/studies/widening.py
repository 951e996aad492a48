"""Proving captures in Go with few moves first, and with more where that fails.

Paper: T. Cazenave, Iterative widening, IJCAI 2001.

Whether a string can be captured is proven by a search that tries small sets of moves: two of the attacker's
(OR1 within OR2), two of the defender's (AND1 within AND2). The paper tries nine orders in which the sets may
widen on the problems of three books, and finds that most of them solve more problems in less time than the
widest sets alone.

Choices where the paper is silent, or its problems are not to be had:
- The books are under copyright. Three sets of 150 problems stand for them: strings on random boards of 9 by
  9 that are proven to be caught, by how many plays the proof takes: at most 300 (easy), 2,000 (middle),
  40,000 (hard). Proof numbers on a wider set of moves (OR3) found the proofs. So figures can be like the
  paper's at most in their direction.
- Time is counted in plays, those inside threats and ladders included: 44,000 stand for a second, since the
  paper's brute force plays about as many. So results are the same on every machine.
- The forced moves come from the zone of a proof, which was tested to be complete, where the paper's lists
  of moves are not printed.
- A step may use its equal share of the plays that are left. Simple ko only: what hangs on a longer cycle is
  not solved.
- As in the paper a problem is solved when the attack is proven, and only then the defender is asked as well;
  both searches are counted.

Beyond the paper: depth-first proof-number search on the same sets, and OR3 as a last step.
"""

from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple

from plyometric.arena.statistics import mean_interval, ratio_interval, wilson
from plyometric.games import load_installed
from plyometric.games.go_capture import sgf
from plyometric.kernel import Game
from plyometric.kernel.referee import ASKING
from plyometric.search.widening import BEST_FIRST, STRATEGIES, Solver, Step, Strategy, Terms
from plyometric.studies.claims import Claim, Story
from plyometric.studies.experiment import Experiment
from plyometric.studies.kit import batches, draw_intervals, with_intervals

SETS = ("easy", "middle", "hard")
BUDGETS = {"1 s": 44_000, "0.1 s": 4_400}

OVER = Strategy("OR2-3AND1-2", (Step(2, 1), Step(2, 2), Step(3, 2)))
BEYOND = {"dfpn": BEST_FIRST, "or3": OVER}
ALL = {**{str(number): strategy for number, strategy in STRATEGIES.items()}, **BEYOND}


class Table(NamedTuple):
    """One of the paper's tables: for each strategy time, nodes, least nodes and % solved."""

    problems: str
    budget: str
    rows: tuple[tuple[float, int, int, float], ...]


TABLES = {
    "table1": Table(
        "easy",
        "1 s",
        (
            (0.63, 4404, 4017, 99.12),
            (0.54, 2123, 1857, 99.12),
            (0.45, 4268, 3844, 99.12),
            (0.65, 2484, 2299, 99.12),
            (0.70, 2494, 2279, 99.12),
            (0.48, 2036, 1848, 99.12),
            (0.80, 2430, 2257, 99.12),
            (0.79, 2582, 2404, 99.12),
            (26.40, 890256, 761161, 78.07),
        ),
    ),
    "table2": Table(
        "middle",
        "1 s",
        (
            (11.39, 50968, 41751, 88.19),
            (9.68, 36619, 29909, 89.58),
            (7.44, 49304, 41479, 89.58),
            (10.25, 38476, 32132, 88.89),
            (8.52, 45365, 37788, 89.58),
            (7.84, 32102, 26588, 89.58),
            (9.19, 46859, 38785, 88.89),
            (10.40, 46540, 38244, 88.19),
            (102.09, 4533217, 4275396, 30.56),
        ),
    ),
    "table3": Table(
        "hard",
        "1 s",
        (
            (11.86, 52173, 42140, 80.00),
            (8.73, 32837, 27412, 84.00),
            (6.38, 37953, 32335, 84.00),
            (9.11, 33860, 28402, 84.00),
            (6.79, 34706, 29401, 84.00),
            (7.38, 30783, 24931, 84.00),
            (7.39, 34140, 30159, 84.00),
            (8.28, 37723, 33325, 84.00),
            (53.28, 2259720, 2140103, 29.33),
        ),
    ),
    "table4": Table(
        "middle",
        "0.1 s",
        (
            (4.40, 22782, 20634, 75.00),
            (3.63, 13297, 11745, 83.33),
            (2.92, 25107, 22355, 85.42),
            (3.75, 12834, 11834, 84.03),
            (3.41, 16183, 14681, 85.42),
            (3.02, 13234, 11770, 84.03),
            (3.40, 15988, 14467, 86.81),
            (3.58, 14190, 12973, 85.42),
            (11.20, 488576, 465145, 25.00),
        ),
    ),
    "table5": Table(
        "hard",
        "0.1 s",
        (
            (3.00, 13005, 11474, 65.33),
            (2.78, 10776, 10050, 69.33),
            (2.04, 18817, 17207, 78.67),
            (2.78, 11681, 10862, 69.33),
            (2.39, 14023, 12909, 77.33),
            (2.39, 9626, 8858, 73.33),
            (2.55, 13280, 12328, 74.67),
            (2.99, 13439, 12730, 69.33),
            (5.87, 313009, 292004, 24.00),
        ),
    ),
}

ENHANCED = {"table1": (0.30, 99.12), "table2": (7.48, 88.89), "table3": (5.10, 84.00)}
ENHANCED |= {"table4": (2.41, 86.81), "table5": (1.74, 80.00)}
"""Table 6: time and solved of strategy 3 with the enhanced table, beside the table that has it plain."""

STORY = Story(
    question="How many of the hard problems are solved in little time if the defender's moves widen?",
    headline="table5.3.solved",
    plain="""A string of stones in Go is captured when its last empty neighbour, its last liberty, is taken.
The search proves that an attacker can do so whatever the defender tries. Where the attacker moves it tries a
set of moves, OR1 (the liberties) or OR2 (their neighbours as well); where the defender moves it tries those
that stop a threat: AND1 looks two of the attacker's moves ahead, AND2 three. A strategy says with which sets
the search begins and how they widen when it fails; number 1 has the widest sets from the start, number 3
begins with AND1, number 9 is brute force. "Cost" is what a strategy plays, as a share of what number 1 plays
on the same problems; "least" is the share of the nodes that perfect move ordering would need. An enhanced
table remembers between steps what was proven. The headline is set against 65 % for strategy 1 in the
paper.""",
)


def _claims_of(table: str, number: int) -> list[Claim]:
    """Return the claims of one row of a table."""
    time, nodes, least, solved = TABLES[table].rows[number - 1]
    first, name, key = TABLES[table].rows[0][0], STRATEGIES[number].name, f"{table}.{number}"
    where = f"Table {table[5:]}"
    against = {"solved": f"{table}.1.solved", "cost": f"{table}.1.cost"} if number > 1 else {}
    return [
        Claim(f"{key}.solved", where, f"{name}, % solved", solved, 0.005, against.get("solved", "")),
        Claim(f"{key}.cost", where, f"{name}, cost", round(time / first, 3), 0.005, against.get("cost", "")),
        Claim(f"{key}.least", where, f"{name}, least nodes", round(least / nodes, 3), 0.0005, stake=0.2),
    ]


def _claims_of_enhanced(table: str) -> list[Claim]:
    """Return the claims of one row of Table 6."""
    (time, solved), plain = ENHANCED[table], TABLES[table].rows[2][0]
    about = f"{TABLES[table].problems}, {TABLES[table].budget}"
    return [
        Claim(f"table6.{table}.solved", "Table 6", f"{about}: % solved", solved, 0.005, f"{table}.3.solved"),
        Claim(
            f"table6.{table}.cost", "Table 6", f"{about}: cost beside plain", round(time / plain, 3), 0.005
        ),
    ]


CLAIMS = (
    *(claim for table in TABLES for number in STRATEGIES for claim in _claims_of(table, number)),
    *(claim for table in TABLES for claim in _claims_of_enhanced(table)),
    *(
        Claim(f"beyond.{table}.{key}.{what}", f"{at.problems}, {at.budget}", f"{strategy.name}, {words}")
        for table, at in TABLES.items()
        for key, strategy in BEYOND.items()
        for what, words in (("solved", "% solved"), ("cost", "cost"))
    ),
)

Row = tuple[bool, int, int, int]
"""What became of one problem: whether it was solved, and the plays, nodes and least nodes it took."""

IN_UNIT = 10
"""Problems that are solved together."""


@cache
def problems(name: str) -> list[sgf.Task]:
    """Return the problems of a set that comes with the game."""
    return sgf.read_tasks(Path(sgf.__file__).parent / f"{name}.problems.sgf")


def solve_some(name: str, strategy: str, plays: int, is_enhanced: bool, indices: range) -> list[Row]:
    """Solve some problems of a set."""
    game = load_installed("go_capture")
    solver = Solver(game, Terms(ALL[strategy], plays, is_enhanced, megabytes=1))
    return [solved(solver, game, problems(name)[index].state) for index in indices]


def solved(solver: Solver, game: Game, state: Any) -> Row:
    """Attack, and if that works let the defender move first."""
    attack = solver.attack(state)
    if not attack.is_won:
        return False, attack.plays, attack.nodes, attack.least_nodes
    defence = solver.defend(ASKING["passed"](game, state))
    spent = (a + b for a, b in zip(attack[-3:], defence[-3:], strict=True))
    plays, nodes, least = spent
    return True, plays, nodes, least


def run(x: Experiment) -> None:
    """Solve all problems with every strategy and both budgets, and put the tables beside the paper's."""
    for table, there in TABLES.items():
        found = {key: rows_of(x, there, key) for key in ALL}
        for key in ALL:
            measure(x, f"{table}.{key}" if key.isdigit() else f"beyond.{table}.{key}", found[key], found["1"])
        enhanced = rows_of(x, there, "3", is_enhanced=True)
        measure(x, f"table6.{table}", enhanced, found["3"])
        draw(x, table, found)


def rows_of(x: Experiment, table: Table, strategy: str, is_enhanced: bool = False) -> list[Row]:
    """Return what became of every problem of a table under one strategy."""
    label = f"{table.problems}, {table.budget}, {ALL[strategy].name}{', enhanced' * is_enhanced}"
    settings = (table.problems, strategy, BUDGETS[table.budget], is_enhanced)
    units = batches(range(x.size(10, len(problems(table.problems)))), IN_UNIT, *settings)
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


def draw(x: Experiment, table: str, found: dict[str, list[Row]]) -> None:
    """Draw what each strategy solves in one table."""
    there = TABLES[table]
    shares = [wilson(sum(row[0] for row in rows) / len(rows), len(rows)) for rows in found.values()]
    paper = [*(row[3] for row in there.rows), *(None for _ in BEYOND)]
    scaled = [(100 * one.value, 100 * one.low, 100 * one.high) for one in shares]
    x.figure(
        table,
        f"Table {table[5:]}: {there.problems} problems, {there.budget}",
        "Problems solved by each strategy, with 95 % intervals; crosses are the paper's, for its problems.",
        {"strategy": [one.name for one in ALL.values()], **with_intervals("% solved", scaled, paper)},
        partial(draw_intervals, xlabel="% solved"),
    )
