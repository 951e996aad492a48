"""The theory of cycles: which can go on for ever, tested by watching."""

import numpy as np

from plyometric.games.dilemma import dilemma
from plyometric.learn.satisficing_pairs import (
    AS_PRINTED,
    OTHER,
    centres,
    draw,
    outcomes_by_watching,
    outcomes_of,
    violations,
    watch_pairs,
)
from plyometric.studies.experiment import Experiment
from plyometric.studies.kit import batches
from plyometric.studies.satisficing.maps import as_letters, square_map
from plyometric.studies.satisficing.paper import BATCH
from plyometric.studies.satisficing.pictures import draw_theory

SLOW_BATCH = 5_000
SLOW = 0.95


def theory_rows(sigma: float, seed: int, size: int, rows: range) -> list[str]:
    """Return rows of a map over delta and lambda, each outcome that of one trial with a random start."""
    deltas, lams = centres(0, sigma, size)[rows.start : rows.stop], centres(0, 1, size)
    points = len(rows) * size
    trials = draw(AS_PRINTED, seed, rows.start * size, points)._replace(
        lam=np.tile(lams, len(rows)), delta=np.repeat(deltas, size), sigma=np.full(points, sigma)
    )
    return as_letters(outcomes_of(trials).reshape(len(rows), size))


def watched(seed: int, runs: range) -> list[int]:
    """Count violations of the theory, and trials whose watched outcome is not the one it tells."""
    trials = draw(AS_PRINTED, seed, runs.start, len(runs))
    seen = outcomes_by_watching(trials)
    return [violations(trials, seen), int((seen != outcomes_of(trials)).sum())]


def longer_periods(seed: int, runs: range) -> list[int]:
    """Return the periods of the cycles that belong to neither family, in slow learning."""
    trials = draw(AS_PRINTED._replace(lam=(SLOW, SLOW)), seed, runs.start, len(runs))
    rest = trials.where(outcomes_of(trials) == OTHER)
    games = dilemma(rest.sigma, rest.delta)
    return watch_pairs(games, SLOW, rest.aspirations, rest.actions, window=4000)[1].tolist()


def examine_cycles(x: Experiment) -> None:
    """Watch trials for cycles that cannot be, and look where other cycles begin."""
    runs = x.size(50_000, 1_000_000, 10_000_000)
    wrong, otherwise = x.total("watched", watched, batches(range(runs), BATCH, x.seed))
    x.measure_share("theory.violations", int(wrong), runs, runs)
    x.measure_share("theory.disagreements", int(otherwise), runs, runs)
    slow = x.size(5_000, 100_000)
    periods = x.joined("longer cycles", longer_periods, batches(range(slow), SLOW_BATCH, x.seed))
    x.measure_share("theory.longer", len(periods), slow, 100)
    x.note(
        "Where the two families of cycles end",
        "Up to a lambda of about 0.9, and so in all of Table 1, no cycle was seen but DD-CD-DD-DC and"
        "\nCC-CD-DD. Above it, rounds of CC-CD-DD mix with rounds of DC-DD into longer ones: where lambda"
        f"\nis {SLOW}, {len(periods):,} of {slow:,} trials end in such a cycle, with {len(set(periods))}"
        f" periods from {min(periods)} to {max(periods)}.\nAll have sigma < (delta + lambda) /"
        " (1 + lambda), so the sixth condition excludes them too.",
    )
    rows = square_map(x, "theory", theory_rows, 0.55, x.seed)
    x.figure(
        "theory",
        "Which cycles exist, for sigma = 0.55",
        "Each point is one trial with a random start. Lines are the derived bounds: DD-CD-DD-DC exists"
        " between the solid ones, CC-CD-DD between the dashed ones. In the data a letter is a lambda.",
        {"delta": centres(0, 0.55, len(rows)).tolist(), "outcomes": rows},
        draw_theory,
    )
