"""The kit that all studies work with: work cut into units, columns of data, intervals and curves.

A unit carries its settings, its seed and the indices that it covers, so that it does not matter where or
when it is done; its key in the journal is its first index, or its place among the settings. The columns
of a figure begin with what its rows are called or where they stand; then come series, each of which may
have columns of its own for the ends of its intervals and for the paper's figures: "Q", "Q, low",
"Q, high" and "Q, paper".
"""

from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

import numpy as np

from plyometric.arena.workers import Unit

T = TypeVar("T", bound=Sequence)

PAPERS = "#a23b52"
"""The colour of a paper's figures."""

FAINT = "#9aa5b1"

MARKS = ("o-", "s--", "^:")
"""How curves are drawn, first in all colours so, then so."""


def cut(items: T, size: int) -> list[T]:
    """Cut a sequence into parts of so many items; the last may be shorter."""
    return [items[i : i + size] for i in range(0, len(items), size)]  # type: ignore[misc]


def batches(indices: range, size: int, *setting: Any) -> list[Unit]:
    """Return units of `(*setting, some of the indices)`, each keyed by its first index."""
    return [(f"{part.start:07}", (*setting, part)) for part in cut(indices, size)]


def one_each(settings: Iterable[tuple], *shared: Any) -> list[Unit]:
    """Return units of `(*setting, *shared)`, one for each setting, keyed by its place."""
    return [(f"{place:03}", (*setting, *shared)) for place, setting in enumerate(settings)]


def with_intervals(
    name: str, found: Iterable[Sequence[float]], paper: Iterable[float | None] = ()
) -> dict[str, list]:
    """Return the columns of a series whose items begin with a value and the ends of its interval."""
    value, low, high = (list(column) for column in zip(*(one[:3] for one in found), strict=True))
    columns = {name: value, f"{name}, low": low, f"{name}, high": high}
    reported = list(paper)
    return {**columns, f"{name}, paper": reported} if reported else columns


def series(columns: dict[str, list]) -> list[str]:
    """Return the names of the series among some columns."""
    return [name for name in list(columns)[1:] if not name.endswith((", low", ", high", ", paper"))]


def draw_intervals(axes: Any, columns: dict[str, list], xlabel: str, even: float | None = None) -> None:
    """Draw a dot with its interval for each row of every series, and a cross for the paper's figure."""
    rows, names = next(iter(columns.values())), series(columns)
    for i, name in enumerate(names):
        places = np.arange(len(rows))[::-1] + 0.2 * ((len(names) - 1) / 2 - i)
        axes.errorbar(columns[name], places, xerr=_errors(columns, name), fmt="o", capsize=3, label=name)
        if paper := columns.get(f"{name}, paper"):
            axes.errorbar(np.array(paper, float), places, fmt="x", color=PAPERS, label=f"{name}, paper")
    if even is not None:
        axes.axvline(even, color=FAINT, linewidth=1)
    axes.set_yticks(range(len(rows))[::-1], rows)
    axes.set_xlabel(xlabel)
    axes.legend(loc="best")


def _errors(columns: dict[str, list], name: str) -> np.ndarray:
    """Return how far an interval reaches to either side; an endless one is not drawn."""
    value, low, high = (np.array(columns[key]) for key in (name, f"{name}, low", f"{name}, high"))
    reach = np.stack([value - low, high - value])
    return np.where(np.isfinite(reach), reach, 0)


def _mark(i: int) -> str:
    """Return how the i-th curve is drawn, so that no two look alike when colours come again."""
    from matplotlib import rcParams

    return MARKS[i // len(rcParams["axes.prop_cycle"]) % len(MARKS)]


def draw_curves(axes: Any, columns: dict[str, list], is_even: bool = False, **labels: Any) -> None:
    """Draw a curve for every series over the first column, whose values may stand evenly spaced."""
    across = next(iter(columns.values()))
    places = range(len(across)) if is_even else across
    for i, name in enumerate(series(columns)):
        (line,) = axes.plot(places, columns[name], _mark(i), markersize=3.5, label=name)
        look = {"color": line.get_color()}
        if f"{name}, low" in columns:
            ends = columns[f"{name}, low"], columns[f"{name}, high"]
            axes.fill_between(places, *ends, alpha=0.2, linewidth=0, **look)
        if paper := columns.get(f"{name}, paper"):
            axes.plot(places, np.array(paper, float), "x", label=f"{name}, paper", **look)
    if is_even:
        axes.set_xticks(places, [f"{value:g}" for value in across])
    axes.set(**labels)
    axes.legend()
