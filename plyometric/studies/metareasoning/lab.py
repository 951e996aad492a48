"""The lab of the study of metareasoning: what nets learn from, the nets, and how a search is watched."""

from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from plyometric.arena.mining import HALVES
from plyometric.games import load_installed
from plyometric.games.pawn_endings import columns_turned
from plyometric.games.pawn_endings.rules import PAPERS_ENDING
from plyometric.games.pawn_endings.traits import PLANS
from plyometric.games.shipped import file_named
from plyometric.games.suites import Problem, read_suite
from plyometric.kernel import Game, plain
from plyometric.kernel.bits import rows_turned
from plyometric.learn.foresight import Examples, Inquiry, as_arrays, make_examples, units_of
from plyometric.learn.opinions import Lesson, learn_opinion
from plyometric.search.analysis import Handle
from plyometric.search.opinionated import Opinionated
from plyometric.search.opinions import Opinion
from plyometric.search.relevance import ADAPTATION
from plyometric.studies.experiment import Experiment
from plyometric.studies.kit import one_each

EDGES, MOST = (40.0, 150.0, 400.0), 900.0
"""Where values are cut into bins, and what a decided game is worth, in hundredths of a pawn."""

INQUIRY = Inquiry(nodes=4000)
LESSONS = {"planner": Lesson(EDGES, MOST), "glance": Lesson(EDGES, MOST, without=PLANS)}
"""What a net sees: all traits, or all but what plans by pawns alone say."""

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
    """The workshop of one run of the study: the experiment, and the nets that were trained for it."""

    x: Experiment
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
    settings = [(name, x.seed + i) for i in range(nets) for name in LESSONS]
    trained = list(x.each("nets", train, one_each(settings, examples)))
    tell_calibration(x, trained)
    opinions = [Opinion(**one["opinion"]) for one in trained]
    return Lab(x, [Nets(*pair) for pair in zip(opinions[::2], opinions[1::2], strict=True)])


def train(lesson: str, seed: int, examples: Examples) -> dict[str, Any]:
    """Return an opinion learned from examples, and how far it can be trusted."""
    opinion, told = learn_opinion(game(), examples, LESSONS[lesson], seed)
    return {"opinion": opinion.as_json(), "calibration": told._asdict()}


def tell_calibration(x: Experiment, trained: list[dict[str, Any]]) -> None:
    """Measure how much better nets foresee positions held out than their marginal does."""
    for i, name in enumerate(LESSONS):
        told = [one["calibration"] for one in trained[i :: len(LESSONS)]]
        x.measure_mean(f"nets.{name}", [one["loss"] for one in told])
    x.measure_mean("nets.marginal", [one["marginal_loss"] for one in told])


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
    adaptation counts as ten in `time`, all that was spent until the end.
    """

    is_right: bool
    expansions: int
    time: int
    settled: int | None
    is_adapted: bool


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
    return Watched(since <= n, n, time_after(n, adapted), settled, adapted > 0)


def time_after(expansions: int, adapted: int) -> int:
    """Return the time of so many expansions, and of an adaptation if it was made one number before."""
    return expansions + int(ADAPTATION) * (0 < adapted <= expansions + 1)
