"""Games that would hang, crash or starve whoever asks them, each with words that their sentence must hold.

All are changes to one sound game, in which each side takes one to three of seven sticks.
"""

from typing import NamedTuple

SOUND = """
import os, signal, sys, time
from typing import NamedTuple

import numpy as np

from plyometric import Evaluation, Game, Hints, Insight, Notation, rule

TABLE = np.arange(8)


class State(NamedTuple):
    left: int
    side: int


def start():
    return State(7, 0)


@rule
def deep(n, s):
    return n + s.left if n < 0 else deep(n + 1, s) * 3 + deep(n + 2, s)


@rule
def moves(s, out):
    n = min(3, s.left)
    for i in range(n):
        out[i] = i + 1
    return n


@rule
def play(s, move):
    return State(s.left - move, 1 - s.side)


@rule
def other_side(s):
    return State(s.left, 1 - s.side)


# more
GAME = Game(name="sticks", start=start, moves=moves, play=play, width=3)
"""

GAME = "GAME = Game("
END = "start=start, moves=moves, play=play, width=3)"


class Hostile(NamedTuple):
    """A game that may do anything, and what must be said of it, with exit code 1 or 2."""

    name: str
    source: str
    words: tuple[str, ...]
    code: int = 1


def changed(name: str, old: str, new: str, *words: str, code: int = 1) -> Hostile:
    """Return the sound game with one thing changed."""
    assert SOUND.count(old) == 1, (name, old)
    return Hostile(name, SOUND.replace(old, new), words, code)


def given(name: str, rule: str, body: str, gives: str, *words: str) -> Hostile:
    """Return the sound game with one more rule, of which it makes use in one of its parts."""
    source = SOUND.replace("# more\n", f"@rule\ndef {rule}:\n    {body}\n\n\n")
    return Hostile(name, source.replace("width=3)", f"width=3, {gives})"), words)


def spoken(name: str, word: str, body: str, *words: str) -> Hostile:
    """Return the sound game with a notation of its own."""
    source = SOUND.replace("# more\n", f"def {word}(*things):\n    {body}\n\n\n")
    gives = f"width=3, notation=Notation({word}={word}))"
    return Hostile(name, source.replace("width=3)", gives), words)


def imported(name: str, line: str, *words: str) -> Hostile:
    """Return the sound game with a line that runs when it is loaded."""
    return changed(name, "TABLE =", f"{line}\nTABLE =", *words, code=2)


NO_MEMORY = "not enough memory"
FOREVER, CRASH = "gives no answer within 10 seconds", "ends its process by SIG"
BEYOND = "out of bounds"
RETURN_N, RETURN_STATE = "    return n\n", "return State(s.left - move, 1 - s.side)"
FIRST = "return State(7, 0)"
WRITE = "out[i] = i + 1"
JUDGED, LOOKED = "evaluation=Evaluation(evaluate=judge)", 'feature_names=("a",)'

CHEAP = [
    changed("narrow", "width=3", "width=2", "moves (", BEYOND, "out has room for 2", "position '7 0'"),
    changed("far", WRITE, "out[i + 10_000_000] = i", "moves (", BEYOND, "position '7 0'"),
    changed("table", "State(s.left - move,", "State(TABLE[s.left * 1000 + move],", "play (", BEYOND, "'7 0'"),
    changed("zero at the start", FIRST, "return State(7 // 0, 0)", "start (", "ZeroDivisionError"),
    changed("leaves", FIRST, "sys.exit(3)", "start (", "raises SystemExit"),
    changed("ends at once", FIRST, "os._exit(3)", "start (", "ends its process with exit code 3"),
    changed("killed", FIRST, "os.kill(os.getpid(), 11)", "start (", CRASH),
    imported("exits", "sys.exit(0)", "SystemExit"),
]
"""Those that are found out as soon as they are asked."""

DEAR = [
    changed("far back", WRITE, "out[i - 10_000_000] = i", "moves (", BEYOND),
    changed("too many", RETURN_N, "    return 1 << 40\n", "moves writes more than width=3"),
    changed("fewer than none", RETURN_N, "    return -5\n", "moves writes more than width=3"),
    changed(
        "loop in moves", RETURN_N, "    while s.left > 0:\n        n ^= 1\n" + RETURN_N, "moves (", FOREVER
    ),
    changed(
        "loop in play",
        "    " + RETURN_STATE,
        "    x = 1\n    while x > 0:\n        x = x * 5 & 1023 | 1\n    " + RETURN_STATE,
        "play (",
        FOREVER,
    ),
    changed(
        "late loop",
        RETURN_N,
        "    while s.left == 1:\n        n ^= 3\n" + RETURN_N,
        "moves (",
        FOREVER,
        "in State(1, ",
    ),
    changed("recursion in play", RETURN_STATE, "return State(deep(s.side, s), 0)", "play (", "State(7, 0)"),
    changed("zero in play", RETURN_STATE, "return State(s.left - move, 1 // (s.left - 7))", "play (", "Zero"),
    changed(
        "huge room",
        RETURN_N,
        "    n += np.zeros(1 << 50)[n] > 0\n" + RETURN_N,
        "moves (",
        NO_MEMORY,
    ),
    changed(
        "takes all memory",
        RETURN_N,
        "    kept = [np.ones(1 << 20)]\n    while n < 4:\n"
        "        kept.append(np.ones(1 << 20))\n    n = len(kept)\n" + RETURN_N,
        "moves (",
    ),
    changed("huge tuple", RETURN_STATE, f"return ({'s.left, ' * 3000})", "play"),
    changed("other state", RETURN_STATE, "return (s.left, s.side)", "play must return a State"),
    changed("text for a state", RETURN_STATE, "return 'x' * (s.left << 20)", "play must return a State"),
    changed("backwards", RETURN_STATE, "return State(s.left + move, 1 - s.side)", "none of 20 random games"),
    changed("start never returns", FIRST, "while True: pass", "start (", FOREVER),
    changed("start sleeps", FIRST, "time.sleep(1e6)", "start (", FOREVER),
    changed("start calls itself", FIRST, "return start()", "start (", "RecursionError"),
    changed(
        "start takes all memory",
        FIRST,
        "return State(*[[0] * (1 << 40)] * 2)",
        "start (",
        NO_MEMORY,
    ),
    changed("start returns nothing", FIRST, "return None", "start must return a NamedTuple"),
    changed("start returns much", FIRST, "return list(range(10**6))", "start must return a NamedTuple"),
    changed("start is great", FIRST, "return State(1 << 70, 0)", "kinds: "),
    changed("start interrupts", FIRST, "raise KeyboardInterrupt", "start (", "raises KeyboardInterrupt"),
    changed("start aborts", FIRST, "os.abort()", "start (", "SIGABRT"),
    given(
        "wide features",
        "f(s, out)",
        "out[5000000] = 1",
        f"evaluation=Evaluation(features=f, {LOOKED})",
        "features (",
    ),
    given(
        "features in a loop",
        "f(s, out)",
        "while s.left > 0: out[0] += 1",
        f"evaluation=Evaluation(features=f, {LOOKED})",
        "features (",
        FOREVER,
    ),
    given(
        "no numbers",
        "f(s, out)",
        "out[0] = np.nan",
        f"evaluation=Evaluation(features=f, {LOOKED})",
        "features",
    ),
    given(
        "wide traits",
        "t(s, out)",
        "out[1] = 1",
        'insight=Insight(traits=t, trait_names=("a",))',
        "traits (",
        BEYOND,
    ),
    given(
        "wide forcing",
        "f(s, out)",
        "out[99999999] = 1; return 1",
        "hints=Hints(forcing=f)",
        "forcing (",
        BEYOND,
    ),
    given(
        "many forcing",
        "f(s, out)",
        "return 1 << 30",
        "hints=Hints(forcing=f)",
        "forcing writes more than width",
    ),
    given("wide wins", "w(s, out)", "out[-77777777] = 1; return 1", "hints=Hints(wins=w)", "wins (", BEYOND),
    given(
        "wide rate",
        "r(s, moves, n, weights, out)",
        "out[n + 9] = 1",
        "evaluation=Evaluation(rate=r)",
        "rate (",
        BEYOND,
    ),
    given(
        "prior in a loop",
        "p(s, m)",
        "while m > 0: m ^= 8\n    return m",
        "hints=Hints(prior=p)",
        "prior (",
        FOREVER,
    ),
    given(
        "class crashes",
        "c(s, m, n)",
        "return deep(m, s)",
        'hints=Hints(move_classes=c, class_names=("a", "b"))',
        "move_classes (",
    ),
    given(
        "weights far out",
        "judge(s, weights)",
        "return int(weights[1 << 40])",
        JUDGED,
        "evaluate (",
        BEYOND,
        "weights has room for 0",
    ),
    given("worth calls itself", "judge(s, weights)", "return deep(s.left, s)", JUDGED, "evaluate ("),
    given(
        "worth in a loop",
        "judge(s, weights)",
        "x = 1\n    while x: x = x * 3 & 255\n    return x",
        JUDGED,
        "evaluate (",
        FOREVER,
    ),
    given(
        "worth divides", "judge(s, weights)", "return 5 // s.left", JUDGED, "evaluate (", "ZeroDivisionError"
    ),
    given("worth is endless", "judge(s, weights)", "return 1 << 62", JUDGED, "it looks like a win"),
    given(
        "over in a loop",
        "o(s)",
        "while s.left > 0: s = State(7, 1)\n    return True",
        "over=o",
        "over (",
        FOREVER,
    ),
    given("result at the end", "r(s)", "return TABLE[s.left + 900000]", "result=r", "result (", BEYOND),
    given(
        "identity far out",
        "i(s)",
        "return (TABLE[s.left + 900000], s.side)",
        "identity=i",
        "identity (",
        BEYOND,
    ),
    given(
        "matches far out",
        "m(s, pattern)",
        "return pattern[9999999]",
        "insight=Insight(matches=m, patterns=((1, 2),))",
        "matches (",
        BEYOND,
    ),
    given("swapped crashes", "w(s)", "return State(deep(s.left, s), 0)", "swapped=w", "swapped ("),
    given(
        "passed far out", "w(s)", "return State(TABLE[99999999 + s.left], 0)", "passed=w", "passed (", BEYOND
    ),
    spoken("draw raises", "draw", "raise ValueError('no board')", "no board"),
    spoken("draw hangs", "draw", "while True: pass", FOREVER),
    spoken("draw returns a number", "draw", "return 5", "must return text"),
    spoken("text hangs", "move_text", "while True: pass", FOREVER),
    spoken("text raises", "move_text", "return {}[things]", "KeyError"),
    spoken("text is a number", "move_text", "return things[1]", "must return text"),
    spoken("text cannot be hashed", "move_text", "return [1]", "must return text"),
    spoken("text exits", "move_text", "sys.exit(0)", "raises SystemExit"),
    spoken("text crashes", "move_text", "os.kill(os.getpid(), 11)", CRASH),
    spoken("text takes all memory", "move_text", "return 'x' * (1 << 45)", NO_MEMORY),
    spoken("position hangs", "position_text", "while True: pass", FOREVER),
    spoken("position is nothing", "position_text", "return None", "must return text"),
    spoken("position is long", "position_text", "return 'x' * 50_000_000", "2 whole numbers are expected"),
    spoken("reads nothing", "read_position", "return None", "reads as None"),
    spoken("reading crashes", "read_position", "os.abort()", "SIGABRT"),
    spoken("reading a move hangs", "read_move", "time.sleep(1e5)", FOREVER),
    spoken("picture is no text", "svg", "return 5", "must return text"),
    imported("loads for ever", "while True: pass", "loading it gives no answer within 60 seconds"),
    imported("aborts", "os.abort()", "loading it ends its process by SIGABRT"),
    imported("vanishes", "os._exit(0)", "loading it ends its process with exit code 0"),
    imported("interrupts", "raise KeyboardInterrupt", "KeyboardInterrupt"),
    imported("all memory", "x = bytearray(1 << 45)", "MemoryError"),
    imported("fails", "1 / 0", "line ", "ZeroDivisionError"),
    changed("no game", GAME, "other = Game(", "defines no game", code=2),
    changed("endless source", "# more\n", "(" * 500 + "1" + ")" * 500, "too many nested parentheses", code=2),
    changed("cannot be compiled", RETURN_STATE, "return eval('s')", "play", "eval"),
    changed("kills its parent's group", FIRST, "os.killpg(0, 9)", "start (", "SIGKILL"),
]
"""Those for which compiling, waiting or a longer search is needed."""

HOSTILE = CHEAP + DEAR
