"""The paper's figure: exam scores as learning advances, with no filters and with all of them."""

from functools import partial
from itertools import pairwise

from plyometric.arena.exams import Exam, sit
from plyometric.arena.statistics import mean_interval
from plyometric.studies.filters.lab import ALL, NONE, Lab
from plyometric.studies.filters.school import player, states_of
from plyometric.studies.kit import draw_curves, with_intervals

PAPERS_BEST = (560.0, 450.0, 300.0, 222.5, 122.5)
PAPERS_CURVES = {
    "no filters": {0: 50.0, 2: 66.25, 5: 55.0},
    "all filters": {0: 50.0, 5: 74.25},
}
"""What the paper tells of Figure 4 in words; it prints no other numbers."""


def rerun_paper(lab: Lab) -> None:
    """Measure both curves of Figure 4, what the paper says of them, and how far luck may have made them."""
    measure_curves(lab)
    measure_gains(lab)
    lab.x.figure(
        "figure4",
        "Figure 4: exam scores as learning advances",
        "Means over all sets of positions, with the 95 % interval of the mean; crosses are the paper's.",
        curves(lab),
        partial(draw_curves, is_even=True, xlabel="session", ylabel="exam"),
    )
    best = sit(player(PAPERS_BEST), player(), Exam(states_of(lab.held_out)))
    lab.x.measure_mean("papers_best", [sum(pair) / 2 for pair in best.scores])


def measure_curves(lab: Lab) -> None:
    """Measure the points of the curves that the paper tells, and what it says of their course."""
    unfiltered, filtered = lab.learned[NONE], lab.learned[ALL]
    start, second, fifth = ([one["exams"][session] for one in unfiltered] for session in (0, 2, 5))
    lab.x.measure_mean("figure4.unfiltered.0", start)
    lab.x.measure_mean("figure4.unfiltered.2", second, start)
    lab.x.measure_mean("figure4.unfiltered.5", fifth, second)
    lab.x.measure_mean("figure4.filtered.5", [one["exams"][5] for one in filtered], fifth)
    lab.x.measure_mean("figure4.idle", [float(idle_sessions(one["weights"][:6])) for one in filtered])
    shares = {
        "curves.never_fall": [one["exams"] == sorted(one["exams"]) for one in filtered],
        "curves.fall": [one["exams"][-1] < max(one["exams"]) for one in unfiltered],
        "luck.unfiltered": [one["exams"][2] >= 66.25 for one in unfiltered],
        "luck.filtered": [one["exams"][5] >= 74.25 for one in filtered],
    }
    for claim, hits in shares.items():
        lab.x.measure_share(claim, sum(hits), len(hits), scale=100)


def measure_gains(lab: Lab) -> None:
    """Measure what filters add, set by set, and by how much an exam flatters what it has selected."""
    filtered = lab.learned[ALL]
    pairs = list(zip(filtered, lab.learned[NONE], strict=True))
    lab.x.measure_mean("gain.exam", [a["exams"][-1] - b["exams"][-1] for a, b in pairs])
    lab.x.measure_mean("gain.held_out", [a["held_out"] - b["held_out"] for a, b in pairs])
    lab.x.measure_mean("flattery", [one["exams"][-1] - one["held_out"] for one in filtered])


def curves(lab: Lab) -> dict[str, list]:
    """Return the columns of Figure 4."""
    columns: dict[str, list] = {"session": list(range(lab.sessions + 1))}
    for name, subset in (("no filters", NONE), ("all filters", ALL)):
        exams = zip(*(one["exams"] for one in lab.learned[subset]), strict=True)
        paper = [PAPERS_CURVES[name].get(session) for session in columns["session"]]
        columns |= with_intervals(name, map(mean_interval, exams), paper)
    return columns


def idle_sessions(path: list[list[float]]) -> int:
    """Return in how many sessions nothing was learned."""
    return sum(before == after for before, after in pairwise(path))
