"""What is told of an evaluation that is learned: how far it is, and what came of it."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from plyometric.learn.acceptance import Judged
    from plyometric.learn.learner import Learner, LearnerState

SHOWN = 24
"""How many weights are shown by name."""


def how_far(way: "Learner", state: "LearnerState") -> tuple[float, str]:
    """Return the share of learning that is done, and its figures in words."""
    share, figures = way.progress(state)
    known = (f"{name} {value:.4g}" for name, value in figures.items() if value is not None)
    return share, ", ".join(known)


def how_sure(most: int, judged: "Judged") -> tuple[float, str]:
    """Return the share of the judgement that is done, and how it stands."""
    return judged.tally.pairs / most, f"{judged.tally.games} games, {judged.tally.score:.1%}"


def account(facts: dict[str, Any], files: list[Path]) -> str:
    """Return what was learned in a few lines."""
    first, proposed = facts["first"], facts["candidate"]
    shown = sorted(first, key=lambda name: -abs(proposed[name] - first[name]))[:SHOWN]
    width = max(6, *map(len, shown))
    lines = [f"{'weight':{width}}      first    learned"]
    lines += [f"{name:{width}} {first[name]:10.5g} {proposed[name]:10.5g}" for name in first if name in shown]
    if len(first) > SHOWN:
        lines.append(f"(of {len(first)} weights those {SHOWN} that have changed most)")
    lines += ["", *spent_in_words(facts), *judged_in_words(facts)]
    kept = [f"weights: {path}" for path in files] or ["to keep the weights, name a file with -o"]
    return "\n".join([*lines, *kept])


def judged_in_words(facts: dict[str, Any]) -> Iterator[str]:
    """Yield how the learned weights did against the first, and whether they are kept."""
    one = facts["judged"]
    if one["games"]:
        gain = "" if one["elo"] is None else f", {one['elo']:+.0f} Elo"
        yield (
            f"against the first weights {one['value']:.1%} of the points (95 % interval {one['low']:.1%} to"
            f" {one['high']:.1%}{gain}) in {one['games']} games,"
        )
        unseen = f"{one['games'] // 2} positions that learning has not seen"
        yield f"two from each of {unseen}; 50 % is as good as before"
    if one["is better"]:
        yield "shown to be better by a sequential test: the learned weights are kept"
    elif facts["learned"] == facts["first"]:
        yield "not shown to be better by a sequential test: the first weights stay"
    else:
        yield "not shown to be better by a sequential test, and kept all the same, as --keep any wants it"


def spent_in_words(facts: dict[str, Any]) -> Iterator[str]:
    """Yield what learning took, as far as the method tells."""
    if "lessons" in facts:
        yield (
            f"{facts['sessions']} sessions, {facts['lessons']} lessons, {facts['admitted']} admitted,"
            f" {facts['proposed']} changes proposed, {facts['accepted']} accepted"
        )
        yield f"{facts['tests']} tests, {facts['games']} games in them"
    if "trials" in facts:
        yield f"{facts['trials']} trials, {facts['accepted']} changes kept, {facts['games']} games"
    if "choices" in facts:
        before, after = facts["first agreement"], facts["agreement"]
        yield f"{facts['choices']} choices of the teacher; the student agreed with {before:.1%} of them,"
        yield f"and agrees with {after:.1%} now"
