"""Allocation strategies as files: JSON that anybody can read, and that can do no harm when read."""

import json
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from plyometric.arena.allocation import (
    LEARNED,
    NO_PATTERNS,
    Strategy,
    Terms,
    describe,
    description_length,
    description_names,
)
from plyometric.desk import new_desk
from plyometric.errors import InputError
from plyometric.kernel import Game, kernel
from plyometric.learn.patterns import from_rows as from_pattern_rows
from plyometric.learn.trees import from_rows, number_table, to_rows
from plyometric.runs import read_json, write_text
from plyometric.search.forest import score

FORMAT = "plyometric allocation strategy 1"
PROBES = 4
"""The deepest shallow search that a strategy may ask for."""


class Plan(NamedTuple):
    """A learned strategy with all that it was learned for: the game, the terms and the weights."""

    game: str
    terms: Terms
    weights: tuple[float, ...]
    strategy: Strategy


def write_plan(path: Path, plan: Plan) -> None:
    """Write a learned strategy to a file."""
    learned = plan.strategy
    facts = {
        "format": FORMAT,
        "game": plan.game,
        "terms": plan.terms._asdict(),
        "weights": plan.weights,
        "forest": to_rows(learned.forest),
        "thresholds": learned.thresholds.tolist(),
        "patterns": learned.patterns.tolist(),
        "probe": learned.probe,
    }
    write_text(path, json.dumps(facts) + "\n")


def read_plan(path: Path, game: Game) -> Plan:
    """Read a learned strategy for a game, or say why it cannot be used."""
    facts = read_json(path)
    found = facts.get("format") if isinstance(facts, dict) else None
    if found != FORMAT:
        raise InputError(f"{path} is of format {found!r}: {FORMAT!r} is accepted.")
    if facts.get("game") != game.name:
        raise InputError(f"{path} is a strategy for {facts.get('game')!r}, not for {game.name}.")
    try:
        return _plan(path, facts, game)
    except (KeyError, TypeError, ValueError) as error:
        raise InputError(f"{path} is not a whole strategy: {error!r}.") from None


def _plan(path: Path, facts: dict[str, Any], game: Game) -> Plan:
    terms = Terms(**{key: int(value) for key, value in facts["terms"].items()}).checked()
    probe = int(facts["probe"])
    if not 0 <= probe <= PROBES:
        raise InputError(f"{path}: probe is a depth from 0 to {PROBES}, not {probe}.")
    patterns = from_pattern_rows(facts["patterns"], f"{path}: patterns") if facts["patterns"] else NO_PATTERNS
    length = description_length(game, len(patterns), probe)
    forest = from_rows(facts["forest"], length, f"{path}: forest")
    thresholds = number_table(facts["thresholds"], terms.m + 1, f"{path}: thresholds")
    if len(thresholds) != terms.d + 1:
        raise InputError(f"{path}: thresholds for 0 to {terms.d} deep searches are expected.")
    strategy = Strategy(LEARNED, forest, thresholds, patterns, probe)
    return Plan(game.name, terms, tuple(map(float, facts["weights"])), strategy)


@kernel
def _description(game, state, n, patterns, probe, desk, values, out):
    describe(game, state, n, patterns, probe, desk, values, out)
    return 0


@kernel
def _score(forest, x):
    return score(forest, x)


def description(game: Game, state: Any, moves: int, strategy: Strategy, weights: Any) -> np.ndarray:
    """Return the numbers by which a strategy sees a position that has so many moves."""
    x = np.zeros(description_length(game, len(strategy.patterns), strategy.probe))
    values = np.zeros(game.width, np.int64)
    desk = new_desk(game, weights)
    _description(game, state, moves, strategy.patterns, strategy.probe, desk, values, x)
    return x


class Reason(NamedTuple):
    """Why a position would or would not be searched deeper."""

    is_deep: bool
    score: float
    threshold: float
    path: list[str]


def explain(game: Game, plan: Plan, state: Any, moves: int, d: int, m: int) -> Reason:
    """Return what a strategy decides for a position with d deep searches and m moves left, and why."""
    strategy = plan.strategy
    x = description(game, state, moves, strategy, plan.weights)
    found, threshold = _score(strategy.forest, x), strategy.thresholds[d, m]
    names = description_names(game, len(strategy.patterns), strategy.probe)
    return Reason(
        d > 0 and (found >= threshold or d >= m), found, threshold, list(_path(strategy.forest, x, names))
    )


def _path(forest: np.ndarray, x: np.ndarray, names: list[str]) -> Any:
    """Yield the questions that the first tree with any asks on the way to its leaf, with the answers."""
    row = 0
    while forest[row, 0] < 0 and forest[row, 2] > 0:
        row = int(forest[row, 2])
    while forest[row, 0] >= 0:
        feature, threshold = int(forest[row, 0]), forest[row, 1]
        is_left = x[feature] <= threshold
        yield f"{names[feature]} is {x[feature]:g}, {'at most' if is_left else 'more than'} {threshold:g}"
        row = int(forest[row, 2] if is_left else forest[row, 3])
