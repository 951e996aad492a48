"""Run all attacks, or those named, and print how often each was tried and failed."""

import sys
import tempfile
import time
from collections import Counter
from importlib import import_module
from pathlib import Path


def main(words):
    counts = {word for word in words if word.isdigit()}
    named = [word for word in words if word not in counts]
    files = sorted(Path(__file__).parent.glob("*.py"))
    modules = [path.stem for path in files if "\ndef attack(" in path.read_text()]
    rows, faults = [], []
    for name in named or modules:
        module = import_module(f"fuzz.{name}")
        tried, failed, began = Counter(), Counter(), time.monotonic()
        with tempfile.TemporaryDirectory() as folder:
            for kind, fault in module.attack(int(next(iter(counts), module.COUNT)), Path(folder)):
                tried[kind] += 1
                failed[kind] += bool(fault)
                faults += [f"{name}, {kind}: {fault}"] if fault else []
        rows += [(name, kind, tried[kind], failed[kind]) for kind in tried]
        seconds = time.monotonic() - began
        rows.append((name, f"all, in {seconds:.0f} s", tried.total(), failed.total()))
    for name, kind, n, bad in rows:
        print(f"{name:14} {kind:44} {n:7} tried {bad:5} failed", flush=True)
    print("\n".join(faults[:50]), file=sys.stderr)
    sys.exit(bool(faults))


if __name__ == "__main__":
    main(sys.argv[1:])
