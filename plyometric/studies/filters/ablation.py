"""What the paper calls its most important next step: what each filter is worth, alone and with others."""

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

from plyometric.studies.filters.lab import ALL, SUBSETS, Lab, named
from plyometric.studies.kit import draw_intervals, with_intervals

THRESHOLDS = (0, 50, 100, 200)

ABLATION = {
    "exam": "its own exam",
    "held_out": "held-out exam",
    "tests": "self-tests",
    "games": "games played to learn",
}


def compare_subsets(lab: Lab) -> None:
    """Measure every subset of filters: what it scores where, and what it costs."""
    for subset, learners in lab.learned.items():
        keys = [key for key in ABLATION if key != "tests" or "self-test" in subset]
        judge(lab, f"ablation.{named(subset)}", learners, keys)
    lab.x.figure(
        "ablation",
        "What each subset of filters scores, by two exams",
        "Its own, by which self-tests select, and one that no learning has seen: means over all sets of"
        " positions after the last session, with their 95 % intervals.",
        exams(lab),
        partial(draw_intervals, xlabel="score; 50 is as good as the tester", even=50),
    )
    lab.x.note("What passes which place, a learner on average", "\n".join(passages(lab)))


def try_thresholds(lab: Lab) -> None:
    """Measure all filters with other thresholds of surprise."""
    for threshold in THRESHOLDS:
        learners = lab.learn(f"threshold {threshold}", [f"experience={threshold}", *ALL[1:]])
        judge(lab, f"threshold.{threshold}", learners, ("exam", "held_out", "tests"))


def judge(lab: Lab, claim: str, learners: list[dict[str, Any]], keys: Iterable[str]) -> None:
    """Measure what learners came to."""
    for key in keys:
        values = [one["exams"][-1] if key == "exam" else float(one[key]) for one in learners]
        lab.x.measure_mean(f"{claim}.{key}", values)


def exams(lab: Lab) -> dict[str, list]:
    """Return the columns of the figure: both exams of every subset."""
    columns: dict[str, list] = {"filters": [named(subset) for subset in SUBSETS]}
    for key in ("exam", "held_out"):
        found = [lab.x.measured[f"ablation.{name}.{key}"] for name in columns["filters"]]
        columns |= with_intervals(ABLATION[key], found)
    return columns


def passages(lab: Lab) -> Iterator[str]:
    """Yield a line for each subset: how many lessons there were, and what became of them."""
    keys = ("lessons", "admitted", "proposed", "accepted")
    yield f"{'filters':28}" + "".join(f"{key:>10}" for key in keys)
    for subset, learners in lab.learned.items():
        means = (sum(one[key] for one in learners) / len(learners) for key in keys)
        yield f"{named(subset):28}" + "".join(f"{mean:10.2f}" for mean in means)
