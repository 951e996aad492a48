"""Measuring two things side by side: they alternate, and each is judged by the median of five."""

import shutil
import statistics
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

ROUNDS = 5
YARDSTICKS = Path(__file__).parent / "yardstick"
BUILD = Path(__file__).parent / "build"


class Row(NamedTuple):
    """One line of the table: our figure, the yardstick's, and ours divided by it."""

    what: str
    ours: float
    yardstick: float | None
    unit: str
    ratio: float | None
    wanted: str


def compare(
    what: str, unit: str, ours: Callable[[], float], yardstick: Callable[[], float] | None, wanted: str
) -> Row:
    """Return the row for two measurements, each a function that gives one speed."""
    pairs = [(ours(), yardstick() if yardstick else None) for _ in range(ROUNDS)]
    mine = statistics.median(pair[0] for pair in pairs)
    if yardstick is None:
        return Row(what, mine, None, unit, None, wanted)
    other = statistics.median(pair[1] for pair in pairs if pair[1] is not None)
    return Row(what, mine, other, unit, round(mine / other, 3), wanted)


def build(name: str) -> Path | None:
    """Compile yardstick/NAME.cpp, or return None where there is no g++."""
    if not shutil.which("g++"):
        return None
    BUILD.mkdir(exist_ok=True)
    program = BUILD / name
    flags = ["-O3", "-march=native", "-std=c++17"]
    subprocess.run(["g++", *flags, str(YARDSTICKS / f"{name}.cpp"), "-o", str(program)], check=True)
    return program


def answers(program: Path, *words: str) -> list[float]:
    """Run a yardstick and return the numbers that it prints."""
    done = subprocess.run([str(program), *words], check=True, capture_output=True, text=True)
    return [float(word) for word in done.stdout.split()]
