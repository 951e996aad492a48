"""Plyometric trains the thinking of game programs.

    import plyometric as plyo

    plyo.search("checkers", depth=9)
    plyo.match("checkers:depth=5", "checkers:depth=4", games=200)
    plyo.playouts("mygame.py", 10_000)
    plyo.learn_evaluation("mygame.py")

Names are imported when first used, so that `import plyometric` costs nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from plyometric.arena.meeting import match as match
    from plyometric.errors import InputError as InputError
    from plyometric.games import load as load
    from plyometric.games.notebook import board as board
    from plyometric.kernel import Draws as Draws
    from plyometric.kernel import Endings as Endings
    from plyometric.kernel import Evaluation as Evaluation
    from plyometric.kernel import Game as Game
    from plyometric.kernel import Hints as Hints
    from plyometric.kernel import Insight as Insight
    from plyometric.kernel import Notation as Notation
    from plyometric.kernel import Records as Records
    from plyometric.kernel import Slice as Slice
    from plyometric.kernel import rule as rule
    from plyometric.kernel.bits import bit as bit
    from plyometric.kernel.bits import down as down
    from plyometric.kernel.bits import lowest as lowest
    from plyometric.kernel.bits import popcount as popcount
    from plyometric.kernel.bits import signed as signed
    from plyometric.kernel.bits import up as up
    from plyometric.kernel.bits import without_lowest as without_lowest
    from plyometric.kernel.referee import legal_moves as legal_moves
    from plyometric.kernel.referee import play as play
    from plyometric.kernel.referee import read_move as read_move
    from plyometric.learn.school import learn_evaluation as learn_evaluation
    from plyometric.search.minimax import minimax as minimax
    from plyometric.search.minimax import root_values as root_values
    from plyometric.search.perft import perft as perft
    from plyometric.search.playouts import playouts as playouts
    from plyometric.testing import check_game as check_game

__version__ = "0.1.0"

_HOMES = {
    "arena.meeting": ["match"],
    "errors": ["InputError"],
    "games": ["load"],
    "games.notebook": ["board"],
    "kernel": [
        "Draws",
        "Endings",
        "Evaluation",
        "Game",
        "Hints",
        "Insight",
        "Notation",
        "Records",
        "Slice",
        "rule",
    ],
    "kernel.bits": ["bit", "down", "lowest", "popcount", "signed", "up", "without_lowest"],
    "kernel.referee": ["legal_moves", "play", "read_move"],
    "learn.school": ["learn_evaluation"],
    "search.minimax": ["minimax", "root_values"],
    "search.perft": ["perft"],
    "search.playouts": ["playouts"],
    "testing": ["check_game"],
}


def __dir__() -> list[str]:
    return sorted(["__version__", "search", *(name for names in _HOMES.values() for name in names)])


def __getattr__(name: str) -> Any:
    if name == "search":
        return import_module("plyometric.search")
    for home, names in _HOMES.items():
        if name in names:
            value = globals()[name] = getattr(import_module(f"plyometric.{home}"), name)
            return value
    raise AttributeError(f"module 'plyometric' has no attribute {name!r}")
