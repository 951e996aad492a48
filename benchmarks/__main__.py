"""Run every benchmark in this folder, print a table and write latest.json."""

import importlib
import json
import pkgutil
import platform
import sys
import time
from pathlib import Path

from rich.console import Console
from rich.table import Table

import benchmarks
from benchmarks.measure import Row


def main() -> None:
    """Measure, show and keep."""
    modules = sorted(module.name for module in pkgutil.iter_modules(benchmarks.__path__))
    rows = [row for name in modules if name.startswith("bench_") for row in _rows(name)]
    Console(width=None if sys.stdout.isatty() else 120).print(_table(rows))
    facts = {"when": time.strftime("%Y-%m-%d"), "machine": platform.processor() or platform.machine()}
    text = json.dumps({**facts, "rows": [row._asdict() for row in rows]}, indent=1)
    Path(__file__).with_name("latest.json").write_text(text + "\n")


def _rows(name: str) -> list[Row]:
    return importlib.import_module(f"benchmarks.{name}").rows()


def _table(rows: list[Row]) -> Table:
    table = Table("what", "ours", "yardstick", "unit", "ratio", "wanted")
    for row in rows:
        ratio = "–" if row.ratio is None else f"{row.ratio:.2f}"
        yardstick = "–" if row.yardstick is None else _short(row.yardstick)
        table.add_row(row.what, _short(row.ours), yardstick, row.unit, ratio, row.wanted)
    return table


def _short(number: float) -> str:
    """Return a number with three digits, in millions where it is large."""
    return (
        f"{number / 1e6:.3g} M" if number >= 1e6 else f"{number:,.3g}" if number < 1000 else f"{number:,.0f}"
    )


if __name__ == "__main__":
    main()
