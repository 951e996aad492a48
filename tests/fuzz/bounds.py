"""Kernels under bounds checks: with the largest and deepest that is accepted, none reads or writes outside.

Every part runs in a process of its own, whose machine code is made with the checks in it.
"""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np

from plyometric.arena.allocation import (
    LEARNED,
    NO_PATTERNS,
    ORACLE_GAIN,
    Plan,
    Strategy,
    Terms,
    plain_strategy,
)
from plyometric.arena.exams import Exam, sit
from plyometric.arena.games import play_game
from plyometric.arena.players import Player
from plyometric.games import load
from plyometric.kernel.desk import DEEPEST
from plyometric.kernel.parts import HEAVIEST
from plyometric.kernel.referee import random_game
from plyometric.learn.allocation import label_batch
from plyometric.learn.allocation_games import play_batch
from plyometric.learn.comparison import choices_in, look_at
from plyometric.learn.tdleaf import Drill, Practice, practise
from plyometric.search.analysis import analyse
from plyometric.search.full import Full
from plyometric.search.minimax import Plain
from plyometric.search.perft import perft
from plyometric.search.selective import Selective

from . import Try

HERE = Path(__file__).parents[2]
FULL = Full(depth=DEEPEST, nodes=3000, table=0.01, singular=5)
SELECTIVE = Selective(depth=DEEPEST, nodes=3000, breadth=1000)
TERMS = Terms(k=1, n=1, d=2, m=5)


def heavy(game):
    """The largest weights that are accepted, of either sign."""
    return tuple(HEAVIEST * (-1.0) ** i for i in range(len(game.weights)))


def player(game, kind, weights=None, plan=None):
    return Player(game, kind.checked(game), weights or game.weights, "", plan)


def think(game):
    """Search with every kind, at the start and near the end of a game."""
    perft(game, 3)
    states, _ = random_game(game, 1, 1)
    for state in (states[0], states[len(states) // 2], states[-2]):
        for kind in (FULL, SELECTIVE, Plain(depth=2)):
            for weights in (game.weights, heavy(game)):
                analyse(game, kind, state, weights)


def narrow(game):
    """Search as deep as there is room: where one move is looked into, a line fills the desk."""
    states, _ = random_game(game, 1, 1)
    analyse(game, Selective(depth=DEEPEST, breadth=1), states[0])
    cheap = (0.1,) * len(game.class_names)
    analyse(game, Full(depth=DEEPEST, nodes=20_000, table=0.01, singular=1, costs=cheap), states[-4])


def contend(game):
    """Play with a strategy, from either side, and sit an exam."""
    patterns = np.array(game.insight.patterns, np.int64) if game.insight.patterns else NO_PATTERNS
    forest = np.array([[1, 0.5, 1, 2], [-1, 0, -1, 0], [-1, 1, -1, 1]])
    strategy = Strategy(LEARNED, forest, np.full((TERMS.d + 1, TERMS.m + 1), 0.5), patterns, 2)
    learned = player(
        game,
        Full(depth=1, table=0.01),
        plan=Plan(game.name, game.evaluation_name, TERMS, game.weights, strategy),
    )
    quick = player(game, Selective(depth=2, breadth=3), heavy(game))
    play_game(learned, quick, game.start())
    play_game(quick, learned, game.start())
    sit(quick, quick, Exam((game.start(),), 0, 5))


def learn(game):
    """Label positions, play with an oracle, practise, and compare the leaves of moves."""
    weights = list(heavy(game))
    label_batch(game.address, TERMS, weights, 2, 1, range(2))
    play_batch(game.address, plain_strategy(ORACLE_GAIN), TERMS, weights, weights, 1, range(2))
    student = player(game, Selective(depth=2, breadth=3), heavy(game))
    practise(Practice(student, None, Drill(0.5, 1, 0.7, 1e-6, 30)), 0, game.start(), 0)
    look_at(student, choices_in(student, student, game.start(), 10), 20)


def by_name(name):
    return load(str(HERE / "examples" / f"{name}.py") if name in ("connect_four", "othello") else name)


def threaten(game):
    """Look for wins by as many threats as there is room for."""
    analyse(game, Selective(depth=2, breadth=3, threats=62, nodes=3000))


GAMES = ("checkers", "fives(size=7)", "connect_four", "othello")
PARTS = [
    *((think, name) for name in GAMES),
    *((part, name) for part in (narrow, contend, learn) for name in GAMES[:3]),
    (threaten, "fives(size=7)"),
]
COUNT = len(PARTS)


def attack(count, folder):
    """Yield what became of each part."""
    for part, name in PARTS[:count]:
        done = checked(part.__name__, name, folder)
        yield Try(f"bounds, {part.__name__}", "" if done.returncode == 0 else done.stderr[-500:])


def checked(part, name, folder):
    """Run a part for a game in a process that checks all bounds."""
    paths = {"PYTHONPATH": f"{HERE}{os.pathsep}{HERE / 'tests'}", "PLYOMETRIC_CACHE": str(folder)}
    how = {"NUMBA_BOUNDSCHECK": "1", "NUMBA_OPT": "0"}
    command = [sys.executable, "-m", "fuzz.bounds", part, name]
    return subprocess.run(command, env=os.environ | paths | how, capture_output=True, text=True)


if __name__ == "__main__":
    globals()[sys.argv[1]](by_name(sys.argv[2]))
