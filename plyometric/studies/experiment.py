"""An experiment under way: what a study is given to work with and where it puts what it finds."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from plyometric import __version__
from plyometric.arena.statistics import Estimate, Tally, mean_interval, score_interval, wilson
from plyometric.arena.workers import Unit, each
from plyometric.files import write_json
from plyometric.runs import Run
from plyometric.studies import name_of
from plyometric.studies.claims import Evidence, Measured, results

Draw = Callable[[Any, dict[str, list]], None]
"""Draws columns of data on matplotlib axes."""


class Figure(NamedTuple):
    """A picture to be: its data by columns, and how to draw them."""

    name: str
    title: str
    caption: str
    columns: dict[str, list]
    draw: Draw


Track = Callable[[str, Iterable[Any], int], Iterator[Any]]
"""Passes items on and shows how many of so many there are."""


class Experiment:
    """One run of a study: its scale, its seed, its workers, and the folder that it fills.

    `scale` is "quick", "paper" or "full"; a study picks its sizes by it: `x.size(quick=100, paper=10_000)`.
    """

    def __init__(
        self, study: ModuleType, scale: str, seed: int, executor: Executor, run: Run, progress: Track
    ) -> None:
        self.study = study
        self.scale = scale
        self.seed = seed
        self.executor = executor
        self.run = run
        self.measured: dict[str, Measured] = {}
        self.changes: dict[str, Estimate] = {}
        self.notes: list[dict[str, str]] = []
        self.figures: list[Figure] = []
        self._progress = progress

    def size(self, quick: int, paper: int, full: int | None = None) -> int:
        """Return the size that fits the scale."""
        return {"quick": quick, "paper": paper, "full": paper if full is None else full}[self.scale]

    def each(self, label: str, function: Callable, units: list[Unit]) -> Iterator[Any]:
        """Yield `function(*arguments)` for every unit in order, on all workers, kept in the journal."""
        named = [(f"{label}: {key}", arguments) for key, arguments in units]
        self.run.expect(label, len(named))
        return self._progress(label, each(self.executor, function, named, self.run), len(named))

    def total(self, label: str, function: Callable, units: list[Unit]) -> np.ndarray:
        """Return the sum of what a function counts over all units."""
        return np.sum(list(self.each(label, function, units)), axis=0)

    def rows(self, label: str, function: Callable, units: list[Unit]) -> np.ndarray:
        """Return what a function counts, a row for every unit."""
        return np.array(list(self.each(label, function, units)), np.float64)

    def joined(self, label: str, function: Callable, units: list[Unit]) -> list[Any]:
        """Return all that the lists of all units hold."""
        return [item for part in self.each(label, function, units) for item in part]

    def files(self, label: str, function: Callable, units: list[Unit], write: Callable) -> list[Path]:
        """Return a file for every unit, written by `write(path, function(*arguments))` unless it is there."""
        named = {f"{label}: {key}": self.path(f"{label}/{key}.parquet") for key, _ in units}
        self.run.expect(label, len(named))
        is_kept = [name in self.run.done and path.exists() for name, path in named.items()]
        missing = [
            (name, arguments)
            for name, (_, arguments), is_there in zip(named, units, is_kept, strict=True)
            if not is_there
        ]

        def keep(name: str, found: Any) -> Any:
            write(named[name], found)
            return self.run.record(name, named[name].name)

        deque(
            self._progress(label, each(self.executor, function, missing, keep=keep), len(missing)), maxlen=0
        )
        return list(named.values())

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

    def measure_exactly(self, claim: str, value: float, n: int) -> None:
        """Put beside its claim what is no sample, and so has no interval."""
        self.measure(claim, value, value, value, n)

    def measure_mean(self, claim: str, values: Sequence[float], against: Sequence[float] = ()) -> None:
        """Put a mean beside its claim, with Student's interval.

        Values of what the claim is set against, if they belong to these one by one, tell the change
        more surely than two means can.
        """
        self.measure_estimate(claim, mean_interval(values), len(values))
        if against:
            self.changes[claim] = mean_interval([a - b for a, b in zip(values, against, strict=True)])

    def measure_score(self, claim: str, tally: Tally, scale: float = 1.0) -> None:
        """Put the score of a match beside its claim; scale 100 for per cent."""
        self.measure_estimate(claim, score_interval(tally), tally.games, scale)

    def note(self, title: str, text: str) -> None:
        """Keep a piece of text for the report, such as a learned tree."""
        self.notes.append({"title": title, "text": text})

    def figure(self, name: str, title: str, caption: str, columns: dict[str, list], draw: Draw) -> None:
        """Put a figure into the report."""
        self.figures.append(Figure(name, title, caption, columns, draw))

    def finish(self) -> dict[str, Any]:
        """Write results.json and what the report is made from; return the results."""
        claims = {claim.id: claim for claim in self.study.CLAIMS}
        evidence = Evidence(claims, self.measured, self.changes)
        found = results(name_of(self.study), self.seed, __version__, evidence)
        figures = [{"name": f.name, "title": f.title, "caption": f.caption} for f in self.figures]
        about = {"story": self.study.STORY._asdict(), "about": self.study.__doc__ or ""}
        parts = {"notes": self.notes, "figures": figures}
        write_json(self.path("report.json"), {"scale": self.scale, **about, **parts})
        self.run.finish(found)
        return found
