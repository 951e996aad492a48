"""Figures: SVG pictures drawn by matplotlib, each with the data behind it as CSV."""

import csv
import io
from pathlib import Path
from typing import Any

from plyometric.files import write_text
from plyometric.studies.experiment import Figure

INK, GRID = "#1f2933", "#e4e7eb"
COLOURS = ["#2f6f8f", "#d97706", "#5b8c5a", "#a23b52", "#6b5b95", "#8a8d91"]

STYLE: dict[Any, Any] = {
    "axes.axisbelow": True,
    "axes.edgecolor": "#9aa5b1",
    "axes.grid": True,
    "axes.labelcolor": INK,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "figure.constrained_layout.use": True,
    "figure.figsize": (7.2, 4.2),
    "font.family": "sans-serif",
    "font.size": 10,
    "grid.color": GRID,
    "legend.frameon": False,
    "svg.fonttype": "path",
    "svg.hashsalt": "plyometric",
    "text.color": INK,
    "xtick.color": INK,
    "ytick.color": INK,
}


def write_figures(folder: Path, figures: list[Figure]) -> None:
    """Write NAME.svg and NAME.csv for every figure; the same data always gives the same files."""
    folder.mkdir(parents=True, exist_ok=True)
    for figure in figures:
        write_text(folder / f"{figure.name}.csv", as_csv(figure.columns))
        write_text(folder / f"{figure.name}.svg", as_svg(figure))


def as_csv(columns: dict[str, list]) -> str:
    """Return columns as CSV text."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(zip(*columns.values(), strict=True))
    return text.getvalue()


def as_svg(figure: Figure) -> str:
    """Return a figure as SVG text."""
    import matplotlib
    from cycler import cycler
    from matplotlib.figure import Figure as Canvas

    with matplotlib.rc_context({**STYLE, "axes.prop_cycle": cycler(color=COLOURS)}):
        canvas = Canvas()
        axes = canvas.subplots()
        canvas.suptitle(figure.title, x=0.01, horizontalalignment="left")
        figure.draw(axes, figure.columns)
        text = io.StringIO()
        canvas.savefig(text, format="svg", metadata={"Date": None})
    return text.getvalue()
