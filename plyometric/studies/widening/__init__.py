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

Other games: the paper tells of Phutball that strategy 3 is more than twice as fast as strategy 1. Here 40
problems of Phutball, and 40 of fives, are proven positions of random games; fives is ours. The paper reads
ladders at the horizon for Go alone, so in Phutball, where threats of one move have no end, none is read.

Beyond the paper: depth-first proof-number search on the same sets, OR3 as a last step, and GNU Go, where it
is installed, asked the same questions as our reader. Their time depends on the machine, and is told in a
note.
"""

from functools import partial

from plyometric.arena.statistics import wilson
from plyometric.search.widening import STRATEGIES
from plyometric.studies.claims import Claim, Story
from plyometric.studies.experiment import Experiment
from plyometric.studies.kit import draw_intervals, with_intervals
from plyometric.studies.widening.beyond import BEYOND_GO, GO, meet_gnugo, try_other_games
from plyometric.studies.widening.lab import ALL, BEYOND, Row, measure, rows_of
from plyometric.studies.widening.tables import ENHANCED, TABLES

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
    found="""Of the hardest problems, in the least time, strategy 3, whose sets of defending moves widen,
solved {table5.3.solved} per cent; strategy 1, with wide sets from the start, {table5.1.solved}; brute force
{table5.9.solved}. What strategy 3 played cost {table5.3.cost} of what strategy 1 did on the same
problems.""",
    why="""The paper's problems stand in books under copyright. Ours are other ones, and time is counted in
moves played; so figures can be like the paper's at most in their direction.""",
    minutes=10,
)


def _claims_of(table: str, number: int) -> list[Claim]:
    """Return the claims of one row of a table."""
    time, nodes, least, solved = TABLES[table].rows[number - 1]
    first, name, key = TABLES[table].rows[0][0], STRATEGIES[number].name, f"{table}.{number}"
    where = f"Table {table[5:]}"
    against, stake = ("", 0.0) if number == 1 else (f"{table}.1", None)
    cost = round(time / first, 3)
    return [
        Claim(f"{key}.solved", where, f"{name}, % solved", solved, 0.005, against and f"{against}.solved"),
        Claim(f"{key}.cost", where, f"{name}, cost", cost, 0.005, against and f"{against}.cost", stake),
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
    *BEYOND_GO,
)


def run(x: Experiment) -> None:
    """Solve all problems with every strategy and both budgets, and put the tables beside the paper's."""
    for table, there in TABLES.items():
        found = {key: rows_of(x, GO, there.problems, there.budget, key) for key in ALL}
        for key in ALL:
            measure(x, f"{table}.{key}" if key.isdigit() else f"beyond.{table}.{key}", found[key], found["1"])
        enhanced = rows_of(x, GO, there.problems, there.budget, "3", is_enhanced=True)
        measure(x, f"table6.{table}", enhanced, found["3"])
        draw(x, table, found)
    try_other_games(x)
    meet_gnugo(x)


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
