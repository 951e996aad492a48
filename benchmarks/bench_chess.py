"""Chess on one core: perft beside the same algorithm in C++, Stockfish's own and python-chess; the search."""

import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import chess

from benchmarks.measure import Row, answers, build, compare
from plyometric.games import load
from plyometric.search.analysis import analyse
from plyometric.search.full import Full
from plyometric.search.perft import perft

DEPTH, SLOW_DEPTH = 6, 4
NODES = 500_000
MIDDLEGAMES = (
    "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9",
    "r2q1rk1/1b2bppp/p1n1pn2/1p6/3P4/1BN2N2/PP2QPPP/R1BR2K1 w - - 0 13",
    "2rq1rk1/pb1n1ppN/4p3/1pb5/3P1Pn1/P1N5/1PQ1B1PP/R1B2RK1 b - - 0 16",
)
STOCKFISH = shutil.which("stockfish") or shutil.which("/usr/games/stockfish")


def rows() -> list[Row]:
    """Measure leaves of perft and nodes of the usual search, per second."""
    game = load("chess")
    program = build("chess")
    perft(game, 3)

    def ours() -> float:
        began = time.perf_counter()
        return perft(game, DEPTH) / (time.perf_counter() - began)

    return [
        compare("chess perft", "leaves/s", ours, program and in_cpp(program), "0.7 or more"),
        compare("chess perft (Stockfish)", "leaves/s", ours, stockfish(), "0.3 or more"),
        compare("chess perft (python-chess)", "leaves/s", ours, python_chess, "100 or more"),
        compare("chess search, middlegames", "nodes/s", searching, None, "1.5 million or more"),
    ]


def searching() -> float:
    """Return the nodes per second of the search that chess is played by, after a first that compiles."""
    game = load("chess")
    kind = Full(**game.settings)
    analyse(game, replace(kind, depth=1))
    began = time.perf_counter()
    states = [game.read_position(fen) for fen in MIDDLEGAMES]
    nodes = sum(analyse(game, replace(kind, nodes=NODES), state).nodes for state in states)
    return nodes / (time.perf_counter() - began)


def in_cpp(program: Path) -> Callable[[], float]:
    """Return what measures the yardstick in C++."""

    def measure() -> float:
        leaves, seconds = answers(program, "perft", str(DEPTH))
        return leaves / seconds

    return measure


def stockfish() -> Callable[[], float] | None:
    """Return what measures Stockfish, or None and a word where it is missing."""
    if STOCKFISH is None:
        print("stockfish is not installed: its perft is left out", file=sys.stderr)
        return None
    return stockfish_perft


def stockfish_perft() -> float:
    """Return Stockfish's leaves per second, from when it is ready."""
    talk = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True, "bufsize": 1}
    with subprocess.Popen([STOCKFISH or ""], **talk) as engine:  # type: ignore[call-overload]
        said_after(engine, "isready", "readyok")
        began = time.perf_counter()
        leaves = int(said_after(engine, f"go perft {DEPTH}", "Nodes searched").split()[-1])
        seconds = time.perf_counter() - began
        engine.stdin.write("quit\n")
    return leaves / seconds


def said_after(engine: subprocess.Popen, command: str, words: str) -> str:
    """Return the line with certain words that an engine says after a command."""
    assert engine.stdin and engine.stdout
    engine.stdin.write(f"{command}\n")
    return next(line for line in engine.stdout if line.startswith(words))


def python_chess() -> float:
    """Return python-chess's leaves per second, counted by their parents as ours are."""
    began = time.perf_counter()
    return count_leaves(chess.Board(), SLOW_DEPTH) / (time.perf_counter() - began)


def count_leaves(board: chess.Board, depth: int) -> int:
    """Return the number of move sequences of a length."""
    if depth == 1:
        return board.legal_moves.count()
    leaves = 0
    for move in board.legal_moves:
        board.push(move)
        leaves += count_leaves(board, depth - 1)
        board.pop()
    return leaves
