"""An experiment under way: what a study is given to work with and where it puts what it finds."""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from plyometric import __version__
from plyometric.arena.statistics import Estimate, wilson
from plyometric.arena.workers import Unit, each
from plyometric.files import write_json
from plyometric.runs import Run
from plyometric.studies.claims import Measured, results

Draw = Callable[[Any, dict[str, list]], None]
"""Draws columns of data on matplotlib axes."""


class Figure(NamedTuple):
    """A picture to be: its data by columns, and how to draw them."""

    name: str
    title: str
    caption: str
    columns: dict[str, list]
    draw: Draw


Progress = Callable[[str, Iterable[Any], int], Iterator[Any]]
"""Passes items on and shows how many of so many there are."""


class Experiment:
    """One run of a study: its scale, its seed, its workers, and the folder that it fills.

    `scale` is "quick", "paper" or "full"; a study picks its sizes by it: `x.size(quick=100, paper=10_000)`.
    """

    def __init__(
        self, study: ModuleType, scale: str, seed: int, executor: Executor, run: Run, progress: Progress
    ) -> None:
        self.study = study
        self.scale = scale
        self.seed = seed
        self.executor = executor
        self.run = run
        self.measured: dict[str, Measured] = {}
        self.notes: list[dict[str, str]] = []
        self.figures: list[Figure] = []
        self._progress = progress

    def size(self, quick: int, paper: int, full: int | None = None) -> int:
        """Return the size that fits the scale."""
        return {"quick": quick, "paper": paper, "full": paper if full is None else full}[self.scale]

    def each(self, label: str, function: Callable, units: list[Unit]) -> Iterator[Any]:
        """Yield `function(*arguments)` for every unit in order, on all workers, kept in the journal."""
        named = [(f"{label}: {key}", arguments) for key, arguments in units]
        return self._progress(label, each(self.executor, function, named, self.run), len(named))

    def files(self, label: str, function: Callable, units: list[Unit], write: Callable) -> list[Path]:
        """Return a file for every unit, written by `write(path, function(*arguments))` unless it is there."""
        paths = {key: self.path(f"{label}/{key}.parquet") for key, _ in units}
        names = {key: f"{label}: {key}" for key in paths}
        missing = [(key, arguments) for key, arguments in units if not self._is_kept(names[key], paths[key])]
        made = self._progress(label, each(self.executor, function, missing), len(missing))
        for (key, _), found in zip(missing, made, strict=True):
            write(paths[key], found)
            self.run.record(names[key], paths[key].name)
        return list(paths.values())

    def _is_kept(self, name: str, path: Path) -> bool:
        return name in self.run.done and path.exists()

    def path(self, name: str) -> Path:
        """Return a path in the run's folder."""
        return self.run.folder / name

    def measure(self, claim: str, value: float, low: float, high: float, n: int) -> None:
        """Put a measured value beside its claim."""
        self.measured[claim] = Measured(float(value), float(low), float(high), int(n))

    def measure_share(self, claim: str, hits: int, n: int, scale: float = 1.0) -> None:
        """Put a share of n trials beside its claim, with Wilson's interval; scale 100 for per cent."""
        self.measure_estimate(claim, wilson(hits / n, n), n, scale)

    def measure_estimate(self, claim: str, estimate: Estimate, n: int, scale: float = 1.0) -> None:
        """Put an estimate beside its claim."""
        self.measure(claim, estimate.value * scale, estimate.low * scale, estimate.high * scale, n)

    def note(self, title: str, text: str) -> None:
        """Keep a piece of text for the report, such as a learned tree."""
        self.notes.append({"title": title, "text": text})

    def figure(self, name: str, title: str, caption: str, columns: dict[str, list], draw: Draw) -> None:
        """Put a figure into the report."""
        self.figures.append(Figure(name, title, caption, columns, draw))

    def finish(self) -> dict[str, Any]:
        """Write results.json and what the report is made from; return the results."""
        name = self.study.__name__.rpartition(".")[2]
        found = results(name, self.seed, __version__, list(self.study.CLAIMS), self.measured)
        figures = [{"name": f.name, "title": f.title, "caption": f.caption} for f in self.figures]
        text = {"about": self.study.__doc__ or "", "notes": self.notes, "figures": figures}
        write_json(self.path("report.json"), {"scale": self.scale, **text})
        self.run.finish(found)
        return found
