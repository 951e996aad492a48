"""Allocation strategies as files: JSON that anybody can read, and that can do no harm when read."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from plyometric.arena.allocation import (
    DEEPEST,
    LEARNED,
    NO_PATTERNS,
    Plan,
    Strategy,
    Terms,
    describe,
    description_names,
    new_room,
)
from plyometric.errors import InputError, brief
from plyometric.files import read_document, write_document
from plyometric.games.shipped import file_named
from plyometric.kernel import WIN, Game, kernel
from plyometric.kernel.desk import new_desk, weights_of
from plyometric.learn.patterns import from_rows as from_pattern_rows
from plyometric.search.forest import from_rows, number_table, score, to_rows

FORMAT = "plyometric allocation strategy 1"
PROBES = 4
"""The deepest shallow search that a strategy may ask for."""

SHOWN = 8
"""How many traits are named where a forest of many trees is explained."""


def write_plan(path: Path, plan: Plan, game: Game, learned: dict[str, Any]) -> None:
    """Write a strategy for a game to a file, and how it was learned."""
    strategy = plan.strategy
    parts = {
        "game": plan.game,
        "evaluation": plan.evaluation,
        "learned": learned,
        "terms": plan.terms._asdict(),
        "weights": plan.weights,
        "description": description_names(game, len(strategy.patterns), strategy.probe),
        "forest": to_rows(strategy.forest),
        "thresholds": strategy.thresholds.tolist(),
        "patterns": strategy.patterns.tolist(),
        "probe": strategy.probe,
    }
    write_document(path, FORMAT, parts)


def game_of(path: Path) -> str:
    """Return the name of the game that a file holds a strategy for."""
    return str(read_document(path, FORMAT).get("game"))


def read_plan(path: Path, game: Game) -> Plan:
    """Read a strategy by its path or by its name with the game, or say why it cannot be used."""
    path = file_named(game, str(path), "strategy")
    facts = read_document(path, FORMAT)
    if facts.get("game") != game.name:
        raise InputError(f"{path} is a strategy for {facts.get('game')!r}, not for {game.name}.")
    if facts.get("evaluation") != game.evaluation_name:
        found = str(facts.get("evaluation"))[:60]
        raise InputError(
            f"{path} is for the evaluation {found!r} of {game.name}, not for {game.evaluation_name}."
        )
    try:
        return _plan(path, facts, game)
    except (KeyError, TypeError, ValueError) as error:
        raise InputError(f"{path} is not a whole strategy: {error!r}.") from None


def _plan(path: Path, facts: dict[str, Any], game: Game) -> Plan:
    terms = _terms(path, facts["terms"])
    probe = _whole(facts["probe"], f"{path}: probe", 0, PROBES)
    patterns = from_pattern_rows(facts["patterns"], f"{path}: patterns") if facts["patterns"] else NO_PATTERNS
    names = description_names(game, len(patterns), probe)
    if facts["description"] != names:
        raise InputError(
            f"{path} describes positions otherwise than this version of {game.name} does: learn it anew."
        )
    forest = from_rows(facts["forest"], len(names), f"{path}: forest")
    thresholds = number_table(facts["thresholds"], terms.m + 1, f"{path}: thresholds")
    if len(thresholds) != terms.d + 1:
        raise InputError(f"{path}: thresholds for 0 to {terms.d} deep searches are expected.")
    strategy = Strategy(LEARNED, forest, thresholds, patterns, probe)
    weights = _weights(path, facts["weights"], game)
    return Plan(game.name, game.evaluation_name, terms, weights, strategy)


def _terms(path: Path, facts: dict[str, Any]) -> Terms:
    most = {"k": DEEPEST, "n": DEEPEST}
    numbers = {key: _whole(facts[key], f"{path}: {key}", 0, most.get(key, WIN)) for key in Terms._fields}
    terms = Terms(**numbers).checked()
    _whole(terms.k + terms.n, f"{path}: k + n", 2, DEEPEST)
    return terms


def _whole(number: Any, place: str, low: int, high: int) -> int:
    if type(number) is not int or not low <= number <= high:
        raise InputError(f"{place} is a whole number from {low} to {high}, not {brief(number)}.")
    return number


def _weights(path: Path, listed: Any, game: Game) -> tuple[float, ...]:
    try:
        return tuple(weights_of(game, listed or []).tolist())
    except InputError as error:
        raise InputError(f"{path}: {error}") from None


@kernel
def _description(game, state, n, strategy, desk, room):
    describe(game, state, n, strategy, desk, room)
    return 0


@kernel
def _score(forest, x):
    return score(forest, x)


def description(game: Game, state: Any, moves: int, strategy: Strategy, weights: Any) -> np.ndarray:
    """Return the numbers by which a strategy sees a position that has so many moves."""
    room = new_room(game, strategy)
    _description(game, state, moves, strategy, new_desk(game, weights), room)
    return room.description


class Reason(NamedTuple):
    """Why a position would or would not be searched deeper.

    The path names every question of a single tree with its answer. Of a forest it names the traits that
    are asked about most on the way through its trees.
    """

    is_deep: bool
    score: float
    threshold: float
    trees: int
    path: list[str]


def explain(game: Game, plan: Plan, state: Any, moves: int, d: int, m: int) -> Reason:
    """Return what a strategy decides for a position with d deep searches and m moves left, and why."""
    terms, strategy = plan.terms, plan.strategy
    _whole(m, "the number of moves left", 1, terms.m)
    _whole(d, "the number of deep searches left", 0, terms.d)
    x = description(game, state, moves, strategy, plan.weights)
    found, threshold = float(_score(strategy.forest, x)), float(strategy.thresholds[d, m])
    names = description_names(game, len(strategy.patterns), strategy.probe)
    trees = _questions(strategy.forest, x)
    path = _answers(trees[0], x, names) if len(trees) == 1 else _most_asked(trees, x, names)
    return Reason(d > 0 and (d >= m or found >= threshold), found, threshold, len(trees), path)


def _questions(forest: np.ndarray, x: np.ndarray) -> list[list[tuple[int, float]]]:
    """Return, for every tree that asks anything, the features and thresholds on the way to its leaf."""
    trees: list[list[tuple[int, float]]] = [[]]
    row = 0
    while row >= 0:
        feature, threshold, third, fourth = forest[row]
        if feature >= 0:
            trees[-1].append((int(feature), float(threshold)))
            row = int(third if x[int(feature)] <= threshold else fourth)
        else:
            row = int(third)
            trees += [[]] if trees[-1] and row >= 0 else []
    return trees


def _answers(questions: list[tuple[int, float]], x: np.ndarray, names: list[str]) -> list[str]:
    return [
        f"{names[feature]} is {x[feature]:g}, "
        f"{'at most' if x[feature] <= threshold else 'more than'} {threshold:g}"
        for feature, threshold in questions
    ]


def _most_asked(trees: list[list[tuple[int, float]]], x: np.ndarray, names: list[str]) -> list[str]:
    times = Counter(feature for questions in trees for feature, _ in questions)
    return [f"{names[i]} is {x[i]:g}, asked about {n} times" for i, n in times.most_common(SHOWN)]


def asked_about(forest: np.ndarray, names: list[str]) -> Iterator[tuple[str, float]]:
    """Yield the features that a forest asks about, from the most to the least, each with its share.

    A question counts half as much as the one before it, as if both answers were equally likely.
    """
    weight, times = np.zeros(len(forest)), Counter[int]()
    weight[0] = 1.0
    for row, (feature, _, third, fourth) in enumerate(forest):
        if feature >= 0:
            times[int(feature)] += weight[row]
            weight[int(third)] += weight[row] / 2
            weight[int(fourth)] += weight[row] / 2
        elif third > 0:
            weight[int(third)] += weight[row]
    for feature, amount in times.most_common():
        yield names[feature], float(amount / sum(times.values()))
