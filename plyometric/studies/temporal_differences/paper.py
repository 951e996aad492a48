"""The paper's experiments: baselines, teacher learning, self-play, and what the weights look like."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

import numpy as np

from plyometric.arena.weights import read_weights
from plyometric.games.checkers.chinook import FEATURES, HAND_TUNED, MAN
from plyometric.studies.kit import draw_curves, with_intervals
from plyometric.studies.temporal_differences.lab import AS_IN_PAPER, GAME, HAND, ONES, SETS, ZERO, Lab, Way

RARE = {"free king": 177, "king center": 16, "loose checker": 184}
"""How often features came up in phase 1, in 8,533 games of the paper."""

PUBLISHED = read_weights(GAME, "chinook-learned")


def rerun_paper(lab: Lab) -> None:
    """Measure the baselines, both figures, self-play, and what the paper says of the weights."""
    play_baselines(lab)
    taught = learn_from_teacher(lab)
    learn_by_self_play(lab)
    look_at_weights(lab, taught[lab.depths[-1], "white"])


def play_baselines(lab: Lab) -> None:
    """Play weights that know nothing, and the paper's own, against the hand-tuned ones."""
    for name, weights in {"zero": ZERO, "ones": ONES, "published": PUBLISHED}.items():
        tally = lab.match(f"baseline, {name}", weights, lab.openings, depth=lab.depths[-1])
        lab.x.measure_score(f"baseline.{name}", tally, 100)


def learn_from_teacher(lab: Lab) -> dict[tuple[int, str], dict[str, Any]]:
    """Learn both sets of weights at every depth, and play them at all depths and from held-out openings."""
    kinds = [(depth, name) for depth in lab.depths for name in SETS]
    ways = [Way(depth, True, SETS[name], AS_IN_PAPER) for depth, name in kinds]
    taught = dict(zip(kinds, lab.learn("learning from a teacher", ways), strict=True))
    for (depth, name), state in taught.items():
        for played in lab.played:
            label = f"learned at {depth}, {name}, played at {played}"
            tally = lab.match(label, state["learned"], lab.openings, depth=played)
            lab.x.measure_score(f"figure1.{depth}.{name}.{played}", tally, 100)
        tally = lab.match(
            f"learned at {depth}, {name}, held out", state["learned"], lab.held_out, depth=depth
        )
        lab.x.measure_score(f"figure2.{depth}.{name}", tally, 100)
        draw_depths(lab, depth)
    return taught


def draw_depths(lab: Lab, depth: int) -> None:
    """Draw the figure of weights learned at a depth, once both sets have been measured."""
    claims = {name: [f"figure1.{depth}.{name}.{played}" for played in lab.played] for name in SETS}
    if all(claim in lab.x.measured for row in claims.values() for claim in row):
        columns: dict[str, list] = {"search depth": list(lab.played)}
        for name, row in claims.items():
            columns |= with_intervals(name, [lab.x.measured[claim] for claim in row])
        lab.x.figure(
            f"figure1-{depth}",
            f"Figure 1: weights learned at {depth} ply against the hand-tuned ones",
            "Share of points in matches from both sides of all training openings, with 95 % intervals.",
            columns,
            partial(draw_curves, xlabel="search depth", ylabel="% of points"),
        )


def learn_by_self_play(lab: Lab) -> None:
    """Learn at the greatest depth without a teacher."""
    depth = lab.depths[-1]
    (state,) = lab.learn("learning by self-play", [Way(depth, False, -1, AS_IN_PAPER)])
    for name, rows in (("training", lab.openings), ("held_out", lab.held_out)):
        tally = lab.match(f"self-play, {name}", state["learned"], rows, depth=depth)
        lab.x.measure_score(f"selfplay.{name}", tally, 100)


def look_at_weights(lab: Lab, state: dict[str, Any]) -> None:
    """Count how often rare features came up, compare signs, and show all weights beside the paper's."""
    games, names = lab.school.games, list(HAND_TUNED)
    for name in RARE:
        times = state["updates"][names.index(name)]
        spread = 1.96 * np.sqrt(max(times, 1)) / games
        lab.x.measure(f"rare.{name}", times / games, times / games - spread, times / games + spread, games)
    for who, weights in (("ours", state["learned"]), ("paper", PUBLISHED)):
        same, compared = same_signs(weights)
        lab.x.measure_share(f"signs.{who}", same, compared, 100)
    lab.x.note(
        "Table 1: hand-tuned, the paper's learned and our learned weights, phases 1 to 4",
        "\n".join(rows_of(state["learned"])),
    )


def same_signs(weights: Sequence[float]) -> tuple[int, int]:
    """Return how many weights have the sign of the hand-tuned ones, among those that are not 0."""
    hand, ours = np.array(HAND[:MAN]), np.array(weights[:MAN])
    return int((np.sign(hand) == np.sign(ours))[hand != 0].sum()), int((hand != 0).sum())


def rows_of(weights: Sequence[float]) -> Iterator[str]:
    """Yield a line for each feature: its weights by hand, in the paper, and ours."""
    for i, name in enumerate(HAND_TUNED):
        sets = [[all_of[phase * FEATURES + i] for phase in range(4)] for all_of in (HAND, PUBLISHED, weights)]
        cells = " ".join("".join(f"{weight:8.2f}" for weight in one) + "  " for one in sets)
        yield f"{name:20}{cells}".rstrip()
