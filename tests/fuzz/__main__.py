"""Run all attacks, or those named, and print how often each was tried and failed.

Each has a process of its own, which it may bring down; two run at a time.
"""

import subprocess
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from importlib import import_module
from pathlib import Path


def main(words):
    counts = [word for word in words if word.isdigit()]
    files = sorted(Path(__file__).parent.glob("*.py"))
    modules = [path.stem for path in files if "\ndef attack(" in path.read_text()]
    names = [word for word in words if word not in counts] or modules
    if not set(names) <= set(modules):
        sys.exit(f"there are the attacks {', '.join(modules)}, each of which may be given with how often.")
    if len(names) == 1:
        sys.exit(is_broken_by(*names, *map(int, counts)))
    with ThreadPoolExecutor(2) as pool:
        sys.exit(any(list(pool.map(partial(fails_apart, counts), names))))


def fails_apart(counts, name):
    """Let another process make an attack, and return whether it found or made a fault."""
    began = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-m", "fuzz", name, *counts], capture_output=True, text=True, check=False
    )
    took = f"{name:14} all of it took {time.monotonic() - began:.0f} s"
    print(f"{done.stdout}{took}, and ended with exit code {done.returncode}", flush=True)
    print(done.stderr, end="", file=sys.stderr, flush=True)
    return done.returncode != 0


def is_broken_by(name, *counts):
    """Make an attack, print what was tried and what failed, and return whether anything did."""
    module = import_module(f"fuzz.{name}")
    tried, failed, faults = Counter(), Counter(), []
    with tempfile.TemporaryDirectory() as folder:
        for kind, fault in module.attack(*(counts or [module.COUNT]), Path(folder)):
            tried[kind] += 1
            failed[kind] += bool(fault)
            faults += [f"{name}, {kind}: {fault}"] if fault else []
    for kind in [*tried, "in all"]:
        n, bad = (tried[kind], failed[kind]) if kind in tried else (tried.total(), failed.total())
        print(f"{name:14} {kind:44} {n:7} tried {bad:5} failed", flush=True)
    print("".join(f"{fault}\n" for fault in faults[:50]), end="", file=sys.stderr)
    return bool(faults)


if __name__ == "__main__":
    main(sys.argv[1:])
