"""The pictures of this study that are neither intervals nor curves: maps, contours, bars and areas."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from plyometric.learn.satisficing_pairs import OTHER, OUTCOMES, THREE_CYCLE
from plyometric.studies.experiment import Experiment
from plyometric.studies.satisficing.maps import as_outcomes

COLOURS = ("#8fc1b5", "#22313f", "#e0953c", "#a23b52", "#b9bcc0")
"""Of the outcomes."""

LABELS = {
    "alpha": "first aspiration of A, α₀",
    "beta": "first aspiration of B, β₀",
    "delta": "mutual defection pays δ",
    "sigma": "mutual cooperation pays σ",
    "lambda A": "λ of A",
    "lambda B": "λ of B",
}


def contours(x: Experiment, name: str, title: str, across: tuple, up: tuple, found: np.ndarray) -> None:
    """Put a contour plot of cooperation into the report; a row of what was found goes across."""
    columns_of, rows_of = np.meshgrid(across[1], up[1])
    per_cent = [None if np.isnan(value) else value for value in np.ravel(found).tolist()]
    columns = {
        across[0]: np.ravel(columns_of).tolist(),
        up[0]: np.ravel(rows_of).tolist(),
        "cooperation": per_cent,
    }
    caption = "Per cent of trials that end in mutual cooperation; the rest by Table 1, as printed."
    x.figure(name, title, caption, columns, draw_contours)


def show_outcomes(axes: Any, rows: list[str], extent: tuple[float, ...]) -> None:
    """Show a map in the colours of the outcomes."""
    from matplotlib.colors import ListedColormap

    picture = as_outcomes(rows)
    colours = ListedColormap(COLOURS)
    axes.imshow(
        picture,
        colours,
        vmin=0,
        vmax=OTHER,
        origin="lower",
        extent=extent,
        aspect="auto",
        interpolation="none",
    )
    axes.grid(visible=False)


def name_outcomes(axes: Any, outcomes: Sequence[int], **where: Any) -> None:
    """Add the legend of the outcomes."""
    from matplotlib.patches import Patch

    names = (*OUTCOMES[:OTHER], "longer cycles")
    patches = [Patch(color=COLOURS[i], label=names[i]) for i in outcomes]
    axes.legend(handles=patches, **where)


def draw_maps(axes: Any, columns: dict[str, list]) -> None:
    """Draw the three maps of Figure 4 side by side."""
    axes.figure.set_size_inches(10.4, 4.4)
    axes.set_axis_off()
    for i, name in enumerate(("4a", "4b", "4c")):
        panel = axes.inset_axes((0.34 * i, 0, 0.32, 1))
        show_outcomes(panel, columns[name], (0, 2, 0, 2))
        panel.set_title(name, fontsize=10)
        panel.set_xlabel(LABELS["beta"])
        panel.set_ylabel(LABELS["alpha"] if i == 0 else "")
        panel.set(xticks=(0.5, 1, 1.5), yticks=(0, 0.5, 1, 1.5, 2) if i == 0 else ())
    places = {"loc": "upper center", "bbox_to_anchor": (0.5, -0.14), "ncols": 4}
    name_outcomes(axes, range(THREE_CYCLE), **places)


def draw_theory(axes: Any, columns: dict[str, list]) -> None:
    """Draw the map over delta and lambda, with the derived bounds of both cycles."""
    axes.figure.set_size_inches(7.2, 5.4)
    show_outcomes(axes, columns["outcomes"], (0, 1, 0, 0.55))
    lam = np.linspace(0, 1, 200)
    for bound in (lam**2 / (1 + lam**2), 1 / (1 + lam**2)):
        axes.plot(lam, bound, color="black", linewidth=1.2)
    for bound in (0.55 * (1 + lam) - lam, lam * 0.55 / (1 + lam)):
        axes.plot(lam, bound, "--", color="black", linewidth=1.2)
    axes.set(xlim=(0, 1), ylim=(0, 0.55), xlabel="λ", ylabel=LABELS["delta"])
    name_outcomes(axes, range(OTHER + 1), loc="upper left", bbox_to_anchor=(1.01, 1))


def draw_outcomes(axes: Any, columns: dict[str, list]) -> None:
    """Draw a bar for every outcome, by both readings."""
    places = np.arange(len(OUTCOMES))[::-1]
    for shift, name in ((0.2, "as printed"), (-0.2, "fitted")):
        bars = axes.barh(places + shift, columns[name], height=0.38, label=name)
        axes.bar_label(bars, fmt="%.1f", padding=3)
    axes.set_yticks(places, columns["outcome"])
    axes.set(xlabel="% of trials", xlim=(0, 100))
    axes.grid(axis="y", visible=False)
    axes.legend(loc="lower right")


def draw_contours(axes: Any, columns: dict[str, list]) -> None:
    """Draw cooperation over a plane; light is much, as in the paper."""
    across, up, _ = columns
    shape = (len(set(columns[up])), len(set(columns[across])))
    x, y, found = (np.array(column, float).reshape(shape) for column in columns.values())
    axes.figure.set_size_inches(6.4, 5.0)
    filled = axes.contourf(x, y, found, levels=range(0, 101, 5), cmap="YlGnBu_r")
    lines = axes.contour(x, y, found, levels=range(10, 100, 10), colors="#1f2933", linewidths=0.6)
    axes.clabel(lines, fontsize=8)
    axes.set(xlabel=LABELS[across], ylabel=LABELS[up])
    axes.grid(visible=False)
    axes.figure.colorbar(filled, ax=axes, label="% cooperation")


def draw_areas(axes: Any, columns: dict[str, list]) -> None:
    """Draw the outcomes stacked over lambda."""
    lams, *shares = columns.values()
    axes.stackplot(lams, shares, colors=COLOURS)
    axes.set(xlabel="λ", ylabel="% of trials", xlim=(0, lams[-1]), ylim=(0, 100))
    name_outcomes(axes, range(OTHER, -1, -1), loc="center left", bbox_to_anchor=(1.01, 0.5))


def draw_games(axes: Any, columns: dict[str, list]) -> None:
    """Draw a bar for every game, cut by how its runs end."""
    (_, games), *parts = columns.items()
    places, left = np.arange(len(games))[::-1], np.zeros(len(games))
    for (name, shares), colour in zip(parts, (*COLOURS[:2], COLOURS[4], COLOURS[2]), strict=True):
        axes.barh(places, shares, left=left, height=0.6, color=colour, label=name)
        left += shares
    axes.set_yticks(places, games)
    axes.set(xlabel="% of runs", xlim=(0, 100))
    axes.grid(axis="y", visible=False)
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.14), ncols=4)


def draw_strategies(axes: Any, columns: dict[str, list], sigma: float, delta: float) -> None:
    """Draw what the agent and each of its rivals earn."""
    places = np.arange(len(columns["strategy"]))[::-1]
    axes.hlines(places, columns["satisficer"], columns["rival"], color="#9aa5b1", linewidth=2)
    axes.plot(columns["satisficer"], places, "o", markersize=10, label="satisficer")
    axes.plot(columns["rival"], places, "D", markersize=4.5, label="the strategy")
    for text, value in (("δ", delta), ("σ", sigma)):
        axes.axvline(value, color="#9aa5b1", linestyle=":")
        axes.text(value + 0.01, len(places) - 0.5, text)
    axes.set_yticks(places, columns["strategy"])
    axes.set(xlabel="payoff a turn", xlim=(0, 1.03), ylim=(-0.6, len(places) - 0.1))
    axes.legend(loc="lower right")
