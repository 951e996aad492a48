"""Suites made bad: no line of them stops the others, and what is taken is a position with legal answers."""

import random
import time

from plyometric.errors import InputError
from plyometric.games import load
from plyometric.games.suites import problem_line, read_suite
from plyometric.kernel.referee import legal_moves

from . import Try
from .nonsense import as_bytes, spoiled

COUNT = 10_000
PATIENCE = 5
"""Seconds within which anything is read or skipped."""

SOUND = {
    "chess": '6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#; id "sound";',
    "checkers": "B:W21:B1,K2 bm 1-5; id sound;",
}
LINES = {
    "chess": [
        '2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - bm Qg6; id "a"; c0 "x; y";',
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 40; bm 0-0 O-O-O, Rxa8+; acd 12; ce +35; dm 3;",
        '4k3/8/8/8/1pP5/8/8/4K3 b - c3 hmvc 0; am Kd8 b3; set "held-out"; id "b',
    ],
    "checkers": [
        'B:W18,26,32:B1,15 bm 15x31; id "a"; set "train"; c0 "x; y";',
        "B : W21 : B1 , K2; am 1-5, 2-6 ; id 7; pv 1-6 21-17;",
        "W:W32,K30:B1-3,K4 bm 32-28 30x; bm 30-26;",
    ],
}
RECORDS = {
    "chess": '[Event "a"]\n[FEN "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"]\n\n1. Ra8# {mate} 1-0\n\n',
    "checkers": '[Event "a"]\n[FEN "B:W18,26,32:B1,15"]\n1. 15x31 (1. 1-6) 32-28 *\n\n',
}


def attack(count, folder):
    """Yield what became of each spoiled line or record, between two that are sound."""
    dice = random.Random(f"suites {count}")
    games = {name: load(name) for name in LINES}
    for i in range(count):
        name = dice.choice(list(games))
        if i % 4:
            text = spoiled(dice, dice.choice(LINES[name]))
            whole = f"{SOUND[name]}\n{text}\n{SOUND[name]}\n"
            path = folder / "some.epd"
        else:
            text = spoiled(dice, RECORDS[name])
            whole = f"{RECORDS[name]}{text}\n\n{RECORDS[name]}"
            path = folder / "some.pdn"
        path.write_bytes(as_bytes(whole))
        yield Try(f"{name}, {path.suffix}", fault_of(path, games[name], text))


def fault_of(path, game, text):
    began = time.monotonic()
    try:
        suite = read_suite(path, game)
    except InputError as error:
        return "" if "is not a text file" in str(error) else f"{str(error)[:200]!r} for {text!r:.300}"
    except Exception as error:
        return f"{type(error).__name__}: {str(error)[:200]} for {text!r:.300}"
    if (took := time.monotonic() - began) > PATIENCE:
        return f"{took:.1f} s for {text!r:.300}"
    if suite.problems[0].answers != suite.problems[-1].answers or len(suite.problems) < 2:
        return f"a sound neighbour was lost for {text!r:.300}"
    wrong = [problem for problem in suite.problems if not is_sound(game, problem, path)]
    return f"{wrong[0]} was taken for {text!r:.300}" if wrong else ""


def is_sound(game, problem, path):
    """Return whether all answers are legal moves, and the problem reads back as it is written."""
    if not problem.answers or not set(problem.answers) <= set(legal_moves(game, problem.state)):
        return False
    path.with_name("again.epd").write_text(problem_line(game, problem), errors="replace")
    (again,) = read_suite(path.with_name("again.epd"), game).problems
    return (again.answers, again.name, again.part) == problem[1:]
