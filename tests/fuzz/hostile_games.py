"""Check every hostile game by `plyo check`: each must end with a sentence, in time, and with its exit code.

python tests/fuzz/hostile_games.py [NAME ...]
"""

import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "contract"))
from hostile import HOSTILE, Hostile

LONGEST = 300
"""Seconds within which every check must have ended."""


def fault_of(game: Hostile, folder: Path) -> str:
    """Return what is wrong with the way in which a game was refused, or nothing."""
    path = folder / f"{game.name.replace(' ', '_').replace(chr(39), '')}.py"
    path.write_text(game.source)
    command = [sys.executable, "-m", "plyometric", "check", str(path)]
    try:
        run = subprocess.run(command, capture_output=True, text=True, timeout=LONGEST, check=False)
    except subprocess.TimeoutExpired:
        return f"hangs for over {LONGEST} seconds"
    said = run.stdout + run.stderr
    missing = [word for word in game.words if word not in said]
    if "Traceback" in said or run.returncode != game.code or missing:
        return f"exit code {run.returncode}, not {game.code}; missing {missing}; it says:\n{said[-1500:]}"
    return ""


def main(names: list[str]) -> int:
    """Check the games of these names, or all, and return how many were not refused as they should be."""
    chosen = [game for game in HOSTILE if not names or game.name in names]
    began, wrong = time.monotonic(), 0
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(2) as pool:
        faults = pool.map(lambda game: fault_of(game, Path(folder)), chosen)
        for game, fault in zip(chosen, faults, strict=True):
            wrong += bool(fault)
            print(f"{game.name}: {fault or 'refused'}", flush=True)
    print(f"{len(chosen)} hostile games, {wrong} wrong, {time.monotonic() - began:.0f} s")
    return wrong


if __name__ == "__main__":
    sys.exit(min(main(sys.argv[1:]), 1))
