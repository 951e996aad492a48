"""The commands that keep runs, small, and how they are run and judged."""

import os
import subprocess
import sys
from pathlib import Path

TEACHING = (
    "learn evaluation fives --student depth=1,breadth=3 --teacher depth=2,breadth=3 --moves 8 --judge 3"
)
LEARNED = "-o learned.json"

KEEPING = {
    "perft": "perft checkers 8",
    "playouts": "playouts checkers 300000",
    "match": "match checkers:depth=4 checkers:depth=3 --games 300",
    "suite make": "suite make checkers --count 12 --player nodes=30 --shallow 100 --deep 5000",
    "suite run": "suite run tactics --player checkers:nodes=20000",
    "openings": "openings checkers --plies 6 --depth 7 --count 100",
    "learn evaluation, teacher": f"{TEACHING} {LEARNED} --sessions 30 --exam 3 --filters self-test",
    "learn evaluation, comparison": f"{TEACHING} {LEARNED} --method comparison --sessions 30",
    "learn evaluation, trials": f"{TEACHING} {LEARNED} --method trials --sessions 8",
    "learn evaluation, tdleaf": f"{TEACHING} {LEARNED} --method tdleaf --sessions 200",
    "learn allocation": "learn allocation checkers --k 3 --n 1 --examples 6000 -o learned.json",
    "study satisficing": "study satisficing --quick",
}
"""Commands to which `--out run` is added."""

PLYO = [sys.executable, "-m", "plyometric"]
LONGEST = 300
"""Seconds after which a command counts as hanging."""


def surroundings():
    """Return the environment of a command as users have it."""
    shown = {key: value for key, value in os.environ.items() if key != "PLYO_TRACEBACK"}
    return shown | {"PYTHONPATH": str(Path(__file__).parents[2]), "COLUMNS": "120"}


def begin(words, folder, **settings):
    """Start a command in a folder."""
    pipes = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | settings
    return subprocess.Popen([*PLYO, *words], cwd=folder, env=surroundings(), text=True, **pipes)


def plyo(words, folder, **settings):
    """Run a command in a folder to its end, and return its exit code and what it said on standard error."""
    answer = settings.pop("input", None)
    if answer is not None:
        settings["stdin"] = subprocess.PIPE
    running = begin(words, folder, **settings)
    _, said = running.communicate(answer, timeout=LONGEST)
    return running.returncode, said


def outcome(folder):
    """Return what a run came to, as far as it must be the same every time."""
    names = ("run/results.json", "run/weights.json", "run/report.json", "learned.json")
    return {name: (folder / name).read_bytes() for name in names if (folder / name).exists()}


def fault_in(code, said, accepted=(2,)):
    """Return what is wrong with how a command ended, if it should have ended with one sentence."""
    lines = [line for line in said.splitlines() if not line.startswith("compiling ")]
    if code not in accepted:
        return f"exit code {code}, said {said[-300:]!r}"
    return "" if len(lines) == 1 and lines[0].startswith("plyo: ") else f"said {said[-300:]!r}"
