"""The lab of the study of metareasoning: what nets learn from, the nets, and how a search is watched."""

from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from plyometric.arena.mining import HALVES
from plyometric.games import load_installed
from plyometric.games.pawn_endings import PIECES, columns_turned
from plyometric.games.pawn_endings.rules import PAPERS_ENDING
from plyometric.games.pawn_endings.traits import PLANS
from plyometric.games.shipped import file_named
from plyometric.games.suites import Problem, read_suite
from plyometric.kernel import Game, plain
from plyometric.kernel.bits import rows_turned
from plyometric.learn.foresight import Examples, Inquiry, as_arrays, make_examples, units_of
from plyometric.learn.opinions import Lesson, inputs_of, learn_opinion
from plyometric.search.analysis import Handle
from plyometric.search.opinionated import Opinionated
from plyometric.search.opinions import Opinion, write_opinion
from plyometric.search.relevance import ADAPTATION
from plyometric.studies.experiment import Experiment
from plyometric.studies.kit import one_each

EDGES, MOST = (40.0, 150.0, 400.0), 900.0
"""Where values are cut into bins, and what a decided game is worth, in hundredths of a pawn."""

INQUIRY = Inquiry(nodes=1500)
"""How positions are searched: many a little teach more than few for long."""

LESSONS = {
    "planner": Lesson(EDGES, MOST, without=PIECES),
    "glance": Lesson(EDGES, MOST, without=(*PIECES, *PLANS)),
}
"""What a net sees: all traits, or all but what plans by pawns alone say.

Nets that also see on which square each piece stands foresee less well, with 175,000 positions as with 30,000.
"""

HOW = {"by": "plyo study metareasoning", "nodes": INQUIRY.nodes}
"""What the file of an opinion says of how it was learned."""

SUITE = "wins"
"""The suite of endings that comes with the game."""

STRUCTURES = (PAPERS_ENDING, "7k/ppp5/1P6/P1P5/8/8/8/7K b - - 0 1")
"""The paper's ending and the position after its first move, whose pawns no net is to know."""


class Nets(NamedTuple):
    """Two nets of one training: one that knows plans by pawns alone, and one that does not."""

    planner: Opinion
    glance: Opinion


@dataclass(frozen=True)
class Lab:
    """The workshop of one run of the study: the experiment, what was learned from, and the nets."""

    x: Experiment
    examples: Examples
    nets: list[Nets]


def game() -> Game:
    """Return the game of pawn endings."""
    return load_installed("pawn_endings")


@cache
def problems(part: str) -> tuple[Problem, ...]:
    """Return the endings of one half of the suite."""
    return read_suite(file_named(game(), SUITE, "suite"), game()).of_set(part).problems


# Nets


def open_lab(x: Experiment, families: int, nets: int) -> Lab:
    """Search positions of so many families, and train so many pairs of nets."""
    units = units_of(game(), (), INQUIRY, x.seed, families)
    examples = unseen(as_arrays(x.joined("positions", make_examples, units)))
    trained = list(x.each("nets", train, one_each([(x.seed + i,) for i in range(nets)], examples)))
    tell_calibration(x, trained)
    pairs = [Nets(*(Opinion(**one[name]["opinion"]) for name in LESSONS)) for one in trained]
    for name, opinion in zip(LESSONS, pairs[0], strict=True):
        write_opinion(x.path(f"{name}.opinion.json"), opinion)
    return Lab(x, examples, pairs)


def train(seed: int, examples: Examples) -> dict[str, dict[str, Any]]:
    """Return the opinion of each lesson learned from examples, and how far it can be trusted."""
    inputs, found = inputs_of(game(), examples.state), {}
    for name, lesson in LESSONS.items():
        opinion, told = learn_opinion(game(), examples, lesson, seed, HOW, inputs)
        found[name] = {"opinion": opinion.as_json(), "calibration": told._asdict()}
    return found


def tell_calibration(x: Experiment, trained: list[dict[str, dict[str, Any]]]) -> None:
    """Measure how much better nets foresee positions held out than their marginal does."""
    for name in LESSONS:
        x.measure_mean(f"nets.{name}", [one[name]["calibration"]["loss"] for one in trained])
    x.measure_mean("nets.marginal", [one["planner"]["calibration"]["marginal_loss"] for one in trained])


def unseen(examples: Examples) -> Examples:
    """Return examples of games without the pawns of the paper's ending, and without endings of the suite."""
    tested = {tuple(one.state[:3]) for part in HALVES for one in problems(part)}
    is_known = [is_structure(row) or tuple(row) in tested for row in examples.state[:, :3].tolist()]
    return examples.taken(~np.isin(examples.family, examples.family[np.array(is_known)]))


def is_structure(row: list[int]) -> bool:
    """Return whether pieces of the mover, of the other side, and pawns show a structure to be hidden."""
    own, foe, pawns = row
    return (own & pawns, foe & pawns) in structures()


@cache
def structures() -> set[tuple[int, int]]:
    """Return the pawns of the mover and of the other side that nets are not to know, however turned."""
    found = set()
    for text in STRUCTURES:
        state = game().read_position(text)
        own, foe = state.own & state.pawns, state.foe & state.pawns
        for mine, theirs in ((own, foe), (turned(columns_turned, own), turned(columns_turned, foe))):
            found |= {(mine, theirs), (turned(rows_turned, theirs), turned(rows_turned, mine))}
    return found


def turned(turn: Any, word: int) -> int:
    """Return a board turned by a rule of the game."""
    return int(plain(turn)(word))


# Watching a search


class Watched(NamedTuple):
    """How a search went: whether it ended with the answer, and after how much time, in expansions.

    `settled` counts the expansions after which the answer was best to the end, None where it was not; an
    adaptation counts as ten in `time`, all that was spent until the end. `judged` counts the positions that
    the opinion was asked about.
    """

    is_right: bool
    expansions: int
    time: int
    settled: int | None
    is_adapted: bool
    judged: int


def watch(kind: Opinionated, state: Any, answer: int) -> Watched:
    """Let a search go to its end, and tell when it settled on the answer."""
    handle = Handle(game(), kind, state)
    handle.run()
    desk, memory = handle.seat.desk, handle.seat.memory
    n, adapted = int(desk.expansions), int(getattr(desk, "adapted", 0))
    favourites = getattr(memory, "tree", memory).favourites[: n + 1]
    wrong = np.flatnonzero(favourites != answer)
    since = int(wrong[-1]) + 1 if len(wrong) else 0
    settled = time_after(since, adapted) if since <= n else None
    return Watched(since <= n, n, time_after(n, adapted), settled, adapted > 0, int(desk.nodes))


def time_after(expansions: int, adapted: int) -> int:
    """Return the time of so many expansions, and of an adaptation if it was made one number before."""
    return expansions + int(ADAPTATION) * (0 < adapted <= expansions + 1)
