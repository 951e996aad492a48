"""The experiments of the paper: its worked example, Table 2, Figures 4 to 8 and its conclusions."""

from collections.abc import Sequence
from functools import partial

import numpy as np

from plyometric.arena.statistics import wilson
from plyometric.arena.workers import Unit
from plyometric.games.dilemma import MATRICES, C, D
from plyometric.learn.satisficing import duel
from plyometric.learn.satisficing_pairs import (
    AS_PRINTED,
    COOPERATION,
    FITTED,
    OTHER,
    OUTCOMES,
    Ranges,
    basin_map,
    centres,
    draw,
    meets_conclusions,
    meets_sixth_condition,
    outcomes_of,
    tally,
)
from plyometric.studies.experiment import Experiment
from plyometric.studies.kit import batches, draw_curves, one_each
from plyometric.studies.satisficing.maps import as_letters, as_outcomes, square_map
from plyometric.studies.satisficing.pictures import contours, draw_areas, draw_maps, draw_outcomes

BATCH = 25_000
"""Trials that are counted together."""

READINGS = {"": AS_PRINTED, "fitted.": FITTED}
STARTS = ("random", "CC", "DD", "mixed")

FIGURE_4 = {
    "a": (0.8, 0.7, 0.9, (D, D)),
    "b": (0.8, 0.5, 0.5, (C, C)),
    "c": (0.6, 0.5, 0.8, (D, C)),
}
"""Sigma, delta, lambda and the first actions of each map."""

UPDATE_RATES = (*(round(0.05 * i, 2) for i in range(20)), 0.97, 0.99, 1.0)


# Units of work: each counts something over some runs, for any thread or machine


def map_rows(name: str, size: int, rows: range) -> list[str]:
    """Return rows of a map of Figure 4, a letter for each outcome."""
    axis = centres(0, 2, size)
    return as_letters(basin_map(*FIGURE_4[name], axis[rows.start : rows.stop], axis))


def outcomes(ranges: Ranges, start: str, seed: int, runs: range) -> list[int]:
    """Count how trials end."""
    return tally(ranges, start, seed, runs.start, len(runs))


def at_rates(ranges: Ranges, seed: int, runs: range) -> list[Unit]:
    """Return the units of Figure 8, one for each weight of the past."""
    return one_each([(ranges._replace(lam=(lam, lam)), "random") for lam in UPDATE_RATES], seed, runs)


def cooperations(row: Sequence[Ranges | None], seed: int, runs: range) -> list[int | None]:
    """Count the trials that end in cooperation, for a row of settings."""
    return [ranges and outcomes(ranges, "random", seed, runs)[COOPERATION] for ranges in row]


def concluded(seed: int, runs: range) -> list[int]:
    """Count the trials that meet the paper's conditions, and a sixth; each time, how many cooperate."""
    trials = draw(AS_PRINTED._replace(lam=(0.8, 1.0)), seed, runs.start, len(runs), "same")
    trials = trials.where(meets_conclusions(trials))
    cooperates, sixth = outcomes_of(trials) == COOPERATION, meets_sixth_condition(trials)
    return [len(sixth), int(cooperates.sum()), int(sixth.sum()), int((cooperates & sixth).sum())]


# The steps of the study


def work_the_example(x: Experiment) -> None:
    """Play Figure 2 against tit-for-tat."""
    course = duel(MATRICES["prisoner's dilemma"], 0.5, 4.0, C, "tit-for-tat", 4)
    for turn, aspiration in enumerate(course.aspirations[:, 0]):
        x.measure_exactly(f"figure2.{turn}", aspiration, 1)


def map_outcomes(x: Experiment) -> None:
    """Draw Figure 4: how the game ends, for each pair of first aspirations."""
    maps = {f"4{name}": square_map(x, f"figure 4{name}", map_rows, name) for name in FIGURE_4}
    for name, rows in maps.items():
        cooperates = 100 * float((as_outcomes(rows) == COOPERATION).mean())
        x.measure_exactly(f"figure4.{name[1]}", cooperates, len(rows) ** 2)
    x.figure(
        "figure4",
        "Figure 4: how the game ends, by the agents' first aspirations",
        "4a: both defect at first, sigma 0.8, delta 0.7, lambda 0.9. 4b: both cooperate, 0.8, 0.5, 0.5."
        " 4c: one defects, 0.6, 0.5, 0.8. In the data a row is an aspiration of A, a letter one of B.",
        {"alpha": centres(0, 2, len(maps["4a"])).tolist(), **maps},
        draw_maps,
    )


def fill_table_2(x: Experiment) -> None:
    """Count Table 2 and Figure 5 by both readings of Table 1."""
    runs = x.size(20_000, 200_000, 1_000_000)
    counts = {
        f"{reading}{start}": x.total(
            f"table 2 {reading}{start}", outcomes, batches(range(runs), BATCH, ranges, start, x.seed)
        )
        for reading, ranges in READINGS.items()
        for start in STARTS
    }
    for cell, found in counts.items():
        x.measure_share(f"table2.{cell}", int(found[COOPERATION]), runs, 100)
    cc, dd = (wilson(counts[start][COOPERATION] / runs, runs) for start in ("CC", "DD"))
    points, error = 100 * (cc.value - dd.value), 100 * np.hypot(cc.error, dd.error)
    x.measure("table2.same", points, points - error, points + error, runs)
    for outcome, name in enumerate([*map(str, range(OTHER)), "other"]):
        x.measure_share(f"figure5.{name}", int(counts["random"][outcome]), runs, 100)
    x.figure(
        "figure5",
        "Figure 5: how trials end",
        "Parameters by Table 1, as printed and as fitted to Table 2.",
        {
            "outcome": list(OUTCOMES),
            "as printed": (100 * counts["random"] / runs).tolist(),
            "fitted": (100 * counts["fitted.random"] / runs).tolist(),
        },
        draw_outcomes,
    )


def map_cooperation(x: Experiment) -> tuple[str, str]:
    """Draw Figures 6 and 7: how often trials end in cooperation; return what they tell in words."""
    levels = np.linspace(0.5, 2, x.size(11, 31)).tolist()
    at_levels = [[AS_PRINTED._replace(alpha=(a, a), beta=(b, b)) for b in levels] for a in levels]
    high = cooperation_at(x, "figure 6", at_levels)
    title = "Figure 6: cooperation by first aspirations"
    contours(x, "figure6", title, ("alpha", levels), ("beta", levels), high.T)
    deltas, sigmas = axis(x, 0.1, 0.98), axis(x, 0.52, 1.0)
    at_payoffs = [
        [AS_PRINTED._replace(sigma=(s, s), delta=(d, d)) if d < s else None for d in deltas] for s in sigmas
    ]
    paid = cooperation_at(x, "figure 7", at_payoffs)
    contours(x, "figure7", "Figure 7: cooperation by payoffs", ("delta", deltas), ("sigma", sigmas), paid)
    return (
        f"High aspirations help: {high[0, 0]:.0f} % where both are 0.5, {high[-1, -1]:.0f} % where 2.",
        f"A small delta and a large sigma help: {np.nanmin(paid):.0f} to {np.nanmax(paid):.0f} %.",
    )


def cooperation_at(x: Experiment, label: str, table: Sequence[Sequence[Ranges | None]]) -> np.ndarray:
    """Return the per cent of trials that end in cooperation, for a table of settings."""
    runs = x.size(200, 1000)
    units = one_each(((row,) for row in table), x.seed, range(runs))
    return x.rows(label, cooperations, units) * 100 / runs


def axis(x: Experiment, low: float, high: float) -> list[float]:
    """Return the payoffs at which Figure 7 is measured."""
    step = x.size(8, 2) / 100
    return np.round(np.arange(low, high + step / 2, step), 2).tolist()


def vary_lambda(x: Experiment) -> str:
    """Draw Figure 8, and all that trials end in, by the weight of the past; return it in words."""
    runs = x.size(1_000, 20_000)
    found = {
        reading: 100 * x.rows(f"figure 8 {reading}", outcomes, at_rates(ranges, x.seed, range(runs))) / runs
        for reading, ranges in READINGS.items()
    }
    printed, fitted = (counts[:, COOPERATION] for counts in found.values())
    x.measure_share("figure8.still", round(printed[-1] * runs / 100), runs, 100)
    x.figure(
        "figure8",
        "Figure 8: cooperation by the weight of the past",
        "Per cent of trials, the rest by Table 1. At lambda = 1 aspirations stand still.",
        {"lambda": list(UPDATE_RATES), "as printed": printed.tolist(), "fitted": fitted.tolist()},
        partial(draw_curves, xlabel="λ", ylabel="% cooperation", ylim=(0, 102)),
    )
    ends = dict(zip(OUTCOMES, found[""][:-1].T.tolist(), strict=True))
    x.figure(
        "endings",
        "How trials end, by the weight of the past",
        "Per cent of trials by Table 1 as printed. Longer cycles come up where agents learn very slowly.",
        {"lambda": list(UPDATE_RATES[:-1]), **ends},
        draw_areas,
    )
    top = int(np.argmax(printed))
    return (
        f"To learn slowly helps: {printed[0]:.0f} % where lambda is 0, {printed[top]:.0f} % where it is"
        f" {UPDATE_RATES[top]:g}, and {printed[-1]:.1f} % where it is 1 and nothing is learnt."
    )


def examine_conclusions(x: Experiment) -> None:
    """Test the conditions under which the paper saw nothing but cooperation, and a sixth."""
    units = batches(range(x.size(100_000, 2_000_000, 10_000_000)), BATCH, x.seed)
    all_five, of_them, all_six, of_those = map(int, x.total("conclusions", concluded, units))
    x.measure_share("conclusions.all", of_them, all_five, 100)
    x.measure_share("conclusions.sixth", of_those, all_six, 100)
    x.note(
        "The sixth condition",
        f"The paper's five conditions leave room for an endless CC-CD-DD: {all_five - of_them:,} of"
        f" {all_five:,} trials do not end in cooperation.\nWhere also sigma >= (delta + lambda) /"
        f" (1 + lambda), {all_six - of_those:,} of {all_six:,} do not. The paper's 5,000 trials would"
        f"\nhold about {5000 * (1 - of_them / all_five):.0f} failures if they were drawn by Table 1.",
    )
