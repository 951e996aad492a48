"""Time managers: when a search that deepens ply by ply has looked deep enough, where a clock runs.

Whoever keeps the clock allots nodes to a search (`desk.allotted`) and says how many it may visit at most.
After every finished depth the manager decides whether it was the last: it was, once the search has visited

    fraction * allotted * (expected regret / usual regret) ** exponent

nodes. The regret of stopping is foreseen by a forest from the signs of the search so far. So it is all data:

    even      is never satisfied: all that is allotted is spent, and the depth under way is cut short
    finish    exponent 0: depths are finished, and what that saves or costs is left to later moves
    stable    a forest written by hand: a best move that stays, and takes most of the nodes, needs less
    learned   boosted trees, learned from the game's own searches (`plyo learn clock`)

After common practice in chess programs (R. Hyatt, Using time wisely, ICCA Journal 7, 1984; the stability of
the best move and its share of the nodes in today's open programs), and the square root of a learned regret.
"""

from dataclasses import asdict, dataclass, field
from math import log2
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from plyometric.errors import InputError, brief
from plyometric.files import read_document, write_document
from plyometric.games.shipped import file_named, shipped
from plyometric.kernel import Game, rule
from plyometric.search.forest import from_rows, score

FORMAT = "plyometric time manager 1"

SIGNS = (
    "ply of the game",
    "depth",
    "legal moves",
    "share of the nodes that the best move took",
    "depths since the best move changed",
    "changes of the best move",
    "swing of the value",
    "lead",
    "nodes spent, doublings of those allotted",
    "growth of the tree",
)
"""What a manager sees of a search after a finished depth; values are in the spread of the game's values."""

LEAST, MOST = 0.4, 2.5
"""By how much less or more than usual a search is granted, however small or great its regret."""

STEEPEST, WIDEST = 3.0, 16.0
"""Swings and leads, and the growth of a tree, beyond which no difference is seen."""


class Timing(NamedTuple):
    """A manager as kernels know it, with a row to write signs on."""

    terms: np.ndarray  # fraction, exponent, usual regret, and the spread of values
    forest: np.ndarray
    signs: np.ndarray


Rows = tuple[tuple[float, ...], ...]


@dataclass(frozen=True)
class Manager:
    """A time manager as data: the terms of its rule, and the forest that foresees regret."""

    name: str
    fraction: float
    exponent: float = 0.0
    usual: float = 1.0
    spread: float = 100.0
    forest: Rows = ((-1.0, 1.0, -1.0, 0.0),)
    game: str = ""
    evaluation: str = ""
    learned: dict[str, Any] = field(default_factory=dict, compare=False)

    @property
    def is_even(self) -> bool:
        """Whether it spends all that it is given, move by move."""
        return self.fraction == 0

    def for_kernels(self) -> Timing:
        """Return the manager as arrays."""
        terms = np.array([self.fraction, self.exponent, self.usual, self.spread])
        return Timing(terms, np.array(self.forest), np.zeros(len(SIGNS)))


# In kernels


@rule
def is_enough(desk, manager):
    """Return whether the depth just finished is the last, by the time manager."""
    fraction = manager.terms[0]
    if desk.allotted == 0 or fraction == 0.0 or desk.nodes < LEAST * fraction * desk.allotted:
        return False
    return desk.nodes >= fraction * desk.allotted * stretch(desk, manager)


@rule
def stretch(desk, manager):
    """Return how many times the usual time a search deserves, by the regret of stopping it now."""
    exponent = manager.terms[1]
    if exponent == 0.0:
        return 1.0
    facts = desk.turn, desk.root_length, desk.allotted
    look(desk.course, desk.efforts, desk.steps - 1, facts, manager)
    return stretched(score(manager.forest, manager.signs), exponent, manager.terms[2])


@rule
def stretched(regret, exponent, usual):
    """Return how many times the usual time a regret deserves."""
    return min(max((max(regret, 0.0) / usual) ** exponent, LEAST), MOST)


@rule
def look(course, efforts, last, facts, manager):
    """Write down the signs of a search as they stood after the depth at the row `last` of its course.

    The facts are the ply of the game, the number of legal moves, and the nodes allotted.
    """
    out, spread = manager.signs, manager.terms[3]
    before = max(last - 1, 0)
    since, changes = standing_of(course, last)
    nodes = course[last, 3] - (course[before, 3] if last else 0)
    nodes_before = course[before, 3] - (course[before - 1, 3] if before else 0)
    out[0], out[1], out[2] = facts[0], course[last, 0], facts[1]
    out[3] = efforts[last] / max(nodes, 1)
    out[4], out[5] = since, changes
    out[6] = bounded((course[last, 2] - course[before, 2]) / spread)
    out[7] = bounded(course[last, 2] / spread)
    out[8] = log2(max(course[last, 3], 1) / max(facts[2], 1))
    out[9] = min(nodes / max(nodes_before, 1), WIDEST)


@rule
def standing_of(course, last):
    """Return how many depths ago the best move changed last, and how often it did."""
    since, changes = last, 0
    for i in range(1, last + 1):
        if course[i, 1] != course[i - 1, 1]:
            since, changes = last - i, changes + 1
    return since, changes


@rule
def bounded(value):
    """Return a value of which no more is seen than that it is steep."""
    return min(max(value, -STEEPEST), STEEPEST)


# By name, and as files


def steps(feature: int, leaves: tuple[float, ...], bounds: tuple[float, ...], tree: int, first: int) -> list:
    """Return a tree that asks about one sign, from the lowest bound on, to stand from a row on.

    It comes to the first leaf up to the first bound, and so on; `tree` leads to the next tree, -1 for none.
    """
    rows: list[tuple[float, ...]] = []
    for i, bound in enumerate(bounds):
        row = first + 2 * i
        rows += [(feature, bound, row + 1, row + 2), (-1, leaves[i], tree, -1)]
    return [*rows, (-1, leaves[-1], tree, -1)]


def numbered(rows: list) -> Rows:
    """Return the rows of a forest, its leaves numbered."""
    numbers = iter(range(len(rows)))
    return tuple(tuple(float(x) for x in (row if row[0] >= 0 else (*row[:3], next(numbers)))) for row in rows)


_SHARES = steps(3, (0.75, 0.6, 0.45, 0.3), (0.3, 0.5, 0.75), 7, 0)
_STAYS = steps(4, (0.65, 0.55, 0.45, 0.35), (0, 1, 3), -1, 7)

EVEN = Manager("even", 0.0)
FINISH = Manager("finish", 0.6)
STABLE = Manager("stable", 0.6, exponent=1.0, forest=numbered(_SHARES + _STAYS))
BUILT_IN = {one.name: one for one in (EVEN, FINISH, STABLE)}


def manager_of(source: Any) -> Manager:
    """Return the manager that a player has: one that is built in, by its name, or one that was read."""
    return source if isinstance(source, Manager) else BUILT_IN[source]


def checked_clock(game: Game, source: Any) -> Any:
    """Return the name of a manager that is built in, or the manager in the file that a text names.

    What comes with a game goes before what is built in.
    """
    if isinstance(source, Manager):
        return _fitting(source, game, "")
    text = str(source)
    is_built_in = text in BUILT_IN and text not in shipped(game, "clock")
    return text if is_built_in else read_manager(game, text)


def write_manager(path: Path, manager: Manager) -> None:
    """Write a manager to a file."""
    write_document(path, FORMAT, {**asdict(manager), "signs": SIGNS})


def read_manager(game: Game, text: str) -> Manager:
    """Read a manager by the path of its file or by its name with the game, or say why it cannot be used."""
    path = _file(game, text)
    facts = read_document(path, FORMAT)
    try:
        if facts["signs"] != list(SIGNS):
            raise InputError(f"{path} goes by other signs than this version sees: learn it anew.")
        known = {name: facts[name] for name in Manager.__dataclass_fields__}
        return _fitting(manager_from_json(known, f"{path}: "), game, f"{path}: ")
    except (KeyError, TypeError) as error:
        raise InputError(f"{path} is not a whole time manager: {error!r}.") from None


def _file(game: Game, text: str) -> Path:
    try:
        return file_named(game, text, "clock")
    except InputError as error:
        raise InputError(f"clock is {', '.join(BUILT_IN)}, or a file. {error}") from None


def manager_from_json(facts: dict[str, Any], place: str = "") -> Manager:
    """Return the manager that plain data describe, or say what is wrong with them."""
    forest = from_rows([list(row) for row in facts["forest"]], len(SIGNS), f"{place}forest")
    ranges = {"fraction": (0, 10), "exponent": (0, 10), "usual": (1e-9, 1e9), "spread": (1e-9, 1e9)}
    for name, (low, high) in ranges.items():
        if type(facts[name]) not in (int, float) or not low <= facts[name] <= high:
            raise InputError(f"{place}{name} is a number from {low:g} to {high:g}, not {brief(facts[name])}.")
    return Manager(**{**facts, "forest": tuple(map(tuple, forest.tolist()))})


def _fitting(manager: Manager, game: Game, place: str) -> Manager:
    """Return a manager that is for a game, or for any."""
    for key, wanted in (("game", game.name), ("evaluation", game.evaluation_name)):
        if getattr(manager, key) not in ("", wanted):
            found = brief(getattr(manager, key))
            raise InputError(f"{place}it is a time manager for the {key} {found}, not for {wanted!r}.")
    return manager
