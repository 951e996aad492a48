"""Pages about single studies: the basin of cooperation under sliders, and a learned tree to walk through."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from plyometric.arena.allocation import Plan, description_names
from plyometric.arena.players import Player
from plyometric.errors import InputError
from plyometric.games.dilemma import LETTERS, check_dilemma, read_actions
from plyometric.kernel import Game
from plyometric.kernel.referee import legal_moves
from plyometric.learn.satisficing import course_of
from plyometric.learn.satisficing_pairs import OUTCOMES, basin_map, centres
from plyometric.learn.strategies import explain
from plyometric.studies.satisficing.pictures import COLOURS
from plyometric.web.asking import number_in, text_in
from plyometric.web.why import walk

SIZE = 90
"""Rows and columns of the map."""

HIGHEST = 2.0
"""The highest first aspiration on the map."""

SLOWEST = 0.99
"""The greatest lambda on the page: towards 1 the end of a game takes ever longer to tell."""

TURNS = 40
"""How many turns are shown of one pair."""


def basin(body: dict[str, Any]) -> dict[str, Any]:
    """Return how the game ends for every pair of first aspirations, and the course of the pair chosen."""
    sigma, delta = number_in(body, "sigma", 0, 1), number_in(body, "delta", 0, 1)
    lam = number_in(body, "lambda", 0, SLOWEST)
    check_dilemma(sigma, delta)
    actions = read_actions(text_in(body, "actions", "CC", longest=20))
    axis = centres(0, HIGHEST, SIZE)
    outcomes = basin_map(sigma, delta, lam, actions, axis, axis)
    shares = np.bincount(outcomes.ravel(), minlength=len(OUTCOMES)) / outcomes.size
    pair = (number_in(body, "alpha", 0, HIGHEST), number_in(body, "beta", 0, HIGHEST))
    course = course_of(sigma, delta, lam, pair, actions, TURNS, "satisficer")
    return {
        "rows": ["".join(map(str, row)) for row in outcomes.tolist()],
        "outcomes": [
            {"name": name, "colour": colour, "share": round(float(share), 4)}
            for name, colour, share in zip(OUTCOMES, COLOURS, shares, strict=True)
        ],
        "ends": OUTCOMES[int(outcomes[tuple(_cell(x) for x in pair)])],
        "aspirations": np.round(course.aspirations, 4).tolist(),
        "actions": ["".join(LETTERS[a] for a in turn) for turn in course.actions.tolist()],
    }


def _cell(aspiration: float) -> int:
    return min(int(aspiration / HIGHEST * SIZE), SIZE - 1)


# A learned tree


class Node(NamedTuple):
    """A question or a leaf of a tree, as it is told, with what follows from either answer."""

    row: int
    asks: str  # nothing at a leaf
    threshold: str
    share: float
    children: list[tuple[str, "Node"]]


def tree_of(game: Game, plan: Plan) -> Node:
    """Return the first tree of a strategy."""
    names = description_names(game, len(plan.strategy.patterns), plan.strategy.probe)
    return _node(plan.strategy.forest, 0, names)


def _node(forest: np.ndarray, row: int, names: list[str]) -> Node:
    feature, threshold, third, fourth = forest[row]
    if feature < 0:
        return Node(row, "", "", float(threshold), [])
    below = [("no", _node(forest, int(third), names)), ("yes", _node(forest, int(fourth), names))]
    return Node(row, names[int(feature)], f"{threshold:g}", 0.0, below)


def path_of(player: Player, state: Any) -> dict[str, Any]:
    """Return the way of a position through a tree: its rows, its answers, its features and its score."""
    assert player.plan
    plan, n = player.plan, len(legal_moves(player.game, state))
    if n < 2:
        raise InputError("there is nothing to decide here: the game is over, or there is only one move.")
    names = description_names(player.game, len(plan.strategy.patterns), plan.strategy.probe)
    reason = explain(player.game, plan, state, n, plan.terms.d, plan.terms.m)
    seen = walk(player, state, names)
    x = [feature["value"] for feature in seen["features"]]
    return {
        "rows": list(_rows(plan.strategy.forest, x)),
        "path": reason.path,
        "score": round(reason.score, 5),
        "threshold": round(reason.threshold, 5),
        "is_deep": reason.is_deep,
        **seen,
    }


def _rows(forest: np.ndarray, x: list[float]) -> Iterator[int]:
    """Yield the rows that a walk through the first tree touches."""
    row = 0
    yield row
    while forest[row, 0] >= 0:
        feature, threshold, third, fourth = forest[row]
        row = int(third if x[int(feature)] <= threshold else fourth)
        yield row
