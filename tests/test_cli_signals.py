"""Being told to stop, at the worst moments."""

import os
import signal
import subprocess
import sys
import time
import weakref

import pytest

from plyometric import games
from plyometric.cli.signals import hear_signals
from plyometric.errors import PACKAGE, InputError, Interrupted

WHILE_CODE_IS_READ = """
engine = cpu_target.target_context.codegen()._engine._ee
given = engine._object_cache_getbuffer

def told(module):
    os.kill(os.getpid(), signal.SIGINT)
    return given(module)

engine._object_cache_getbuffer = told
"""

WHILE_A_STATE_IS_RETURNED = """
class Told(dict):
    def __getitem__(self, key):
        os.kill(os.getpid(), signal.SIGINT)
        return super().__getitem__(key)

serialize._unpickled_memo = Told(serialize._unpickled_memo)
"""

TOLD_TO_STOP = """
import os, signal
from numba.core import serialize
from numba.core.registry import cpu_target
from plyometric.cli import main

main(["perft", "checkers", "{depth}"])
{moment}
main(["perft", "checkers", "15"])
"""


@pytest.fixture
def ctrl_c():
    """Ctrl-C as the command line hears it."""
    hear_signals()
    return "import os, signal, time\nos.kill(os.getpid(), signal.SIGINT)\ntime.sleep(9)\n"


@pytest.mark.parametrize(("moment", "depth"), [(WHILE_CODE_IS_READ, 2), (WHILE_A_STATE_IS_RETURNED, 5)])
def test_ctrl_c_in_the_midst_of_numbas_work_is_heard_afterwards(moment, depth):
    words = [sys.executable, "-c", TOLD_TO_STOP.format(moment=moment, depth=depth)]
    done = subprocess.run(words, capture_output=True, text=True, cwd=PACKAGE.parent, timeout=100)
    assert done.returncode == 130, done.stderr
    assert done.stderr.splitlines()[-1] == "plyo: stopped; what is printed above was finished."
    assert "Exception ignored" not in done.stderr


def test_ctrl_c_while_a_weak_reference_is_cleared_is_heard_afterwards():
    """Python passes over whatever is raised there."""
    hear_signals()
    thing = {1}
    weakref.finalize(thing, os.kill, os.getpid(), signal.SIGINT)
    with pytest.raises(Interrupted):
        del thing
        time.sleep(9)


def test_ctrl_c_while_a_game_file_is_loaded_is_no_fault_of_the_file(tmp_path, ctrl_c):
    (tmp_path / "slow.py").write_text(ctrl_c)
    with pytest.raises(Interrupted):
        games.load(str(tmp_path / "slow.py"))


def test_a_game_file_that_raises_what_ctrl_c_does_is_bad_input(tmp_path, ctrl_c):
    (tmp_path / "rude.py").write_text("raise KeyboardInterrupt(2)\n")
    with pytest.raises(InputError, match=r"rude\.py line 1: KeyboardInterrupt: 2\."):
        games.load(str(tmp_path / "rude.py"))
