"""Values that machine code holds: when one of them changes, no process runs what was compiled before."""

import json
import os
import subprocess
import sys

import pytest

GAME = '''
import enum, json
import numpy as np
from numba import njit
from numba.extending import overload, register_jitable
from pathlib import Path
from typing import NamedTuple
import taken_from
from plyometric.kernel import Game, rule

N = json.loads(Path(__file__).with_name("data.json").read_text())

class State(NamedTuple):
    left: int

class Pair(NamedTuple):
    one: int
    other: int

class Shade(enum.IntEnum):
    DARK = N

class Shape(enum.Enum):
    ROUND = N
    FLAT = 1000

class Whole(int):
    """A kind of int of its own."""

def far(n):
    """A long array that differs in the middle alone, where its text is elided."""
    numbers = np.zeros(5000, np.int64)
    numbers[2500] = n
    return numbers

def closed_over(n):
    def inner():
        @rule
        def innermost():
            return n
        return innermost
    innermost = inner()
    @rule
    def outer():
        return innermost()
    return outer

def by_module(module):
    @rule
    def by():
        return module.K
    return by

SCALAR, NARROW, COMPLEX = np.int64(N), np.float32(N), complex(0, N)
MEMBER, FLAT, BYTES, TEXT = Shade.DARK, N, bytes([N]), "x" * N
NONE = None if N == 7 else 3
NESTED, PAIR, TABLE, OWN = (1, (2, far(N))), Pair(1, N), far(N), Whole(N)
RECORDS = np.array([(N, 2.0)], dtype=[("a", np.int64), ("b", np.float64)])
COLUMN = np.array([[0, N], [1, 2]], order="F")
in_closures = closed_over(N)
in_module = by_module(taken_from)
exec(f"@rule\\ndef made():\\n    return {N}")
exec(compile(f"@rule\\ndef disguised():\\n    return {N}", __file__, "exec"))

@rule
def by_default(a, n=N):
    return a * n

def stands_for(): ...

@overload(stands_for)
def _stands_for():
    n = N
    return lambda: n

@register_jitable
def registered():
    return N

@njit
def deep_helper():
    return FLAT

@rule
def from_inside():
    def inner():
        return FLAT
    return inner()

@rule
def none(value):
    return 7 if value is None else 8

@rule
def moves(s, out):
    out[0] = SCALAR
    out[1] = int(NARROW)
    out[2] = int(COMPLEX.imag)
    out[3] = MEMBER.value
    out[4] = Shape.ROUND.value
    out[5] = BYTES[0]
    out[6] = len(TEXT)
    out[7] = none(NONE)
    out[8] = NESTED[1][1][2500]
    out[9] = PAIR.other
    out[10] = TABLE[2500]
    out[11] = OWN
    out[12] = RECORDS[0].a
    out[13] = COLUMN[0, 1]
    out[14] = in_closures()
    out[15] = taken_from.K
    out[16] = taken_from.deeper.K
    out[17] = in_module()
    out[18] = made()
    out[19] = disguised()
    out[20] = by_default(1)
    out[21] = stands_for()
    out[22] = registered()
    out[23] = deep_helper()
    out[24] = from_inside()
    return 25

@rule
def play(s, move):
    return s

GAME = Game(name="held", start=lambda: State(9), moves=moves, play=play)
'''

TAKEN = """
import json
from pathlib import Path
K = json.loads(Path(__file__).with_name("data.json").read_text())
"""

BY_UFUNC = """
import json
from pathlib import Path
from typing import NamedTuple
from numba import vectorize
from plyometric.kernel import Game, rule

N = json.loads(Path(__file__).with_name("data.json").read_text())

class State(NamedTuple):
    left: int

@vectorize
def plus(a):
    return a + N

@rule
def moves(s, out):
    out[0] = plus(s.left)
    return 1

GAME = Game(name="untold", start=lambda: State(0), moves=moves, play=moves)
"""

KERNEL = """
import json
from pathlib import Path
from plyometric.kernel import kernel

N = json.loads(Path(__file__).with_name("data.json").read_text())

@kernel
def total(a):
    return a + N
"""

ASK = """
import json, sys
sys.path.append(sys.argv[1])
from plyometric.kernel import cache
from plyometric.games import load
from plyometric.kernel.referee import legal_moves
import total_kernel

told, compiled = {}, []
cache.watchers.append(lambda kernel, begins: compiled.append(kernel) if begins else None)
for name in ("held", "untold"):
    game = load(f"{sys.argv[1]}/{name}.py")
    told[name] = legal_moves(game, game.start())
print(json.dumps({**told, "total": total_kernel.total(0), "compiled": compiled}))
"""


@pytest.fixture(scope="module")
def told(tmp_path_factory):
    """What three processes say of the same files, the data behind them changed before the last."""
    folder = tmp_path_factory.mktemp("frozen")
    (folder / "held.py").write_text(GAME)
    (folder / "taken_from.py").write_text(f"import deeper\n{TAKEN}")
    (folder / "deeper.py").write_text(TAKEN)
    (folder / "untold.py").write_text(BY_UFUNC)
    (folder / "total_kernel.py").write_text(KERNEL)

    def ask(number):
        (folder / "data.json").write_text(str(number))
        environment = os.environ | {"PLYOMETRIC_CACHE": str(folder / "cache")}
        command = [sys.executable, "-c", ASK, str(folder)]
        run = subprocess.run(command, env=environment, capture_output=True, text=True)
        assert run.returncode == 0, run.stderr[-2000:]
        return json.loads(run.stdout) | {"said": run.stderr}

    return [ask(7), ask(7), ask(8)]


@pytest.mark.parametrize(("process", "number"), [(0, 7), (1, 7), (2, 8)])
def test_every_kind_of_value_is_what_it_is_now(told, process, number):
    assert told[process]["held"] == [number] * 25
    assert told[process]["untold"] == [number]
    assert told[process]["total"] == number


def test_only_what_holds_another_value_is_compiled_again(told):
    everything = ["moves", "moves", "total"]
    assert [one["compiled"] for one in told] == [everything, ["moves"], everything]


def test_a_game_that_cannot_be_kept_says_why(told):
    for one in told:
        (line,) = one["said"].splitlines()
        assert "untold.py line 17: every process compiles this anew" in line and "DUFunc" in line
