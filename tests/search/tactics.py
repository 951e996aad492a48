"""How the positions of tests/data/tactics.txt were made.

Random games, one after the other, are gone through move by move until a position comes up in which the
side to move can force the end of the game by exactly one move, and in which that is hard enough to see:
a full-width search finds it at the wanted depth and at no smaller one, and plain alpha-beta takes a wanted
number of nodes for it. A game gives one position at most. From the project's folder,

    python tests/search/tactics.py > tests/data/tactics.txt

makes the file anew, word for word.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import count, islice
from pathlib import Path
from typing import Any, NamedTuple

from plyometric.games import load
from plyometric.kernel import Game
from plyometric.kernel.referee import legal_moves, play, random_game, read_move
from plyometric.search.analysis import analyse
from plyometric.search.full import Full
from plyometric.search.minimax import minimax
from plyometric.search.table import SURE

FILE = Path(__file__).parents[1] / "data" / "tactics.txt"
SEED = 3
PATIENCE = 100_000
"""Nodes after which a position is given up."""


class Kind(NamedTuple):
    """What is wanted: how many positions, from which plies of a random game, how deep and how hard."""

    game: str
    positions: int
    plies: slice
    depths: range
    nodes: range


KINDS = (
    Kind("checkers", 28, slice(-24, None), range(9, 20), range(800_000, 6_000_000)),
    Kind("fives", 12, slice(8, 30), range(5, 6), range(100_000, 4_500_000)),
)


class Tactic(NamedTuple):
    """A position, the one move that wins, and the depth at which a full-width search sees it."""

    game: Game
    state: Any
    move: int
    depth: int


def tactics(kind: Kind) -> Iterator[Tactic]:
    """Yield tactics without end, each from another random game."""
    game = load(kind.game)
    for index in count():
        states, _ = random_game(game, SEED, index)
        found = (tactic for state in states[kind.plies] if (tactic := tactic_in(game, state, kind)))
        yield from islice(found, 1)


def tactic_in(game: Game, state: Any, kind: Kind) -> Tactic | None:
    """Return the tactic in a position, if there is one of the wanted kind."""
    full_width = Full(kind.depths[-1], PATIENCE, quiescence=False, repetition=False)
    found = analyse(game, full_width, state)
    if found.value <= SURE or found.depth not in kind.depths:
        return None
    one_less = replace(full_width, depth=found.depth - 1, nodes=0)
    after = (analyse(game, one_less, play(game, state, move)) for move in legal_moves(game, state))
    is_only = sum(answer.value < -SURE for answer in after) == 1
    if not is_only or minimax(game, found.depth, state).nodes not in kind.nodes:
        return None
    return Tactic(game, state, found.line[0], found.depth)


def text_of(tactic: Tactic) -> str:
    """Return a tactic as a line of the file."""
    game, state, move, depth = tactic
    return f"{game.name} | {game.position_text(state)} | {game.move_text(state, move)} | {depth}"


def read_tactics() -> list[Tactic]:
    """Return all tactics of the file."""
    lines = [line for line in FILE.read_text().splitlines() if not line.startswith("#")]
    return [_read(*line.split(" | ")) for line in lines]


def _read(name: str, position: str, move: str, depth: str) -> Tactic:
    game = load(name)
    state = game.read_position(position)
    return Tactic(game, state, read_move(game, state, move), int(depth))


def main() -> None:
    """Print the file."""
    print("# game | position | the move that wins | depth; made by tests/search/tactics.py")
    for kind in KINDS:
        for tactic in islice(tactics(kind), kind.positions):
            print(text_of(tactic), flush=True)


if __name__ == "__main__":
    main()
