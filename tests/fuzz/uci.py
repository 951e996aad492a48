"""Engines: whatever a GUI says, each line is answered in words or by a legal move, and soon."""

import io
import random
import re
import time

from plyometric.arena.players import unlimited_player
from plyometric.cli.engine import LONGEST_LINE, lines_of
from plyometric.engines.serving import Engine
from plyometric.kernel.referee import legal_moves

from . import Try
from .nonsense import WORDS, as_bytes, spoiled

COUNT = 10_000
PATIENCE = 5
"""Seconds within which a line is answered."""

PLAYERS = {"chess": {"table": "1"}, "checkers": {"table": "1"}, "fives": {"breadth": "4"}}
SHARED = [
    "uci",
    "isready",
    "debug on",
    "register name nobody code 1",
    "ucinewgame",
    "stop",
    "ponderhit",
    "position startpos",
    "setoption name Hash value 2",
    "setoption name Clear Hash",
    "setoption name Move Overhead value 20",
    "setoption name Null Window value false",
    "setoption name Breadth value 3",
    "go depth 2",
    "go nodes 500",
    "go movetime 5",
    "go wtime 100 btime 100 winc 1 binc 1 movestogo 3",
    "go infinite",
    "go ponder wtime 50 btime 50",
    "go mate 2",
    "setboard startpos",
    "setparam 1 0.5 1 1",
    "quit",
]
GAMES = {
    "chess": [
        "position startpos moves e2e4 e7e5 g1f3",
        "position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1 moves e1g1",
        "setboard 8/8/8/8/8/4k3/4p3/4K3 w - - 99 120",
        "go depth 1 searchmoves e2e4 d2d4",
        "gountil e2e4",
    ],
    "checkers": [
        "position startpos moves 11-15 22-18 15x22",
        "position fen B:W18,26,K32:B1,15 moves 15x31",
        "go searchmoves 11-15 9-14 depth 1",
        "gountil 11-15",
    ],
    "fives": ["position startpos moves e5 e6", "go searchmoves e5 depth 1", "gountil e5"],
}
ANSWER = re.compile(r"(id|option|info|bestmove|nodes|uciok|readyok)( [^\n]*)?")


def attack(count, folder):
    """Yield what became of each line."""
    dice = random.Random(f"uci {count}")
    tables = [Table(name) for name in PLAYERS]
    for i in range(count):
        table = tables[i % len(tables)]
        yield Try(table.name, table.fault_after(bad_line(dice, SHARED + 2 * GAMES[table.name])))


def bad_line(dice, good):
    """Return the bytes of a line: good, spoiled, of nonsense, or without end."""
    line = dice.choice(good)
    kind = dice.random()
    if kind < 0.1:
        return as_bytes(f"{line}\n")
    if kind < 0.8:
        return as_bytes(f"{spoiled(dice, line)}\n")
    if kind < 0.9:
        return dice.randbytes(dice.choice((1, 10, 100))) + b"\n"
    if kind < 0.99:
        return as_bytes(" ".join([line, *dice.choices(WORDS, k=4)]) + "\n")
    return as_bytes(line) + dice.choice((b"x", b" 9", b"\x00", b" e2e4", b" ")) * (1 << 20) + b"\n"


class Table:
    """An engine under attack, and what it says."""

    def __init__(self, name):
        self.name, self.said = name, []
        self.engine = Engine(unlimited_player(name, PLAYERS[name], {}), self.said.append)
        self.engine.hear("isready")

    def fault_after(self, data):
        """Return what is wrong with how the engine takes a line, nothing if it takes it well."""
        began, before = time.monotonic(), len(self.said)
        try:
            for line in lines_of(io.BytesIO(data)):
                if line is None or not self.engine.hear(line):
                    continue
            self.engine.leave()
        except BaseException as error:
            return f"{data[:300]!r}: {type(error).__name__}: {error}"
        took = time.monotonic() - began
        said, self.said[:] = self.said[before:], []
        wrong = [line for line in said if not ANSWER.fullmatch(line)] or list(self.illegal(said))
        if wrong or took > PATIENCE:
            return f"{data[:300]!r}: {took:.1f} s, said {wrong[:3]}"
        return ""

    def illegal(self, said):
        """Yield the answers that are no legal moves."""
        game, state = self.engine.game, self.engine.sitting.state
        legal = {game.engine_move_text(state, move) for move in legal_moves(game, state)} or {"(none)"}
        for line in said:
            if line.startswith("bestmove") and line.split()[1] not in legal:
                yield line


def longest_line():
    """Return the longest line that is listened to, one of many moves."""
    moves = " ".join(["g1f3", "g8f6", "f3g1", "f6g8"] * LONGEST_LINE)
    return f"position startpos moves {moves}"[: LONGEST_LINE - 2].rpartition(" ")[0]
