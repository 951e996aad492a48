"""The third of the paper's modules: the adapter, which fits the evaluator to one position by planning.

An operator is a move and the reply to it. The move does what the rules say; the reply is uncertain, and comes
with a chance that was learned: how often a reply of its kind is the best, where there is one. AdaptVF walks
from the position by such operators, again and again, and wherever it stands it moves the value of the place
towards that of the best operator there, the change spread over all conjunctions that hold. The fourth module,
the tree searcher, is `search/relevance.py`; for it the adapted evaluator is a planner.

Choices where the paper is silent: 50 walks of up to 12 steps; a rate of 0.2; one step in ten by lot; to stop
is worth what the place is.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from plyometric.games.chess.rules import origin_of, target_of
from plyometric.kernel import Game, plain
from plyometric.kernel.referee import ASKING, legal_moves, play
from plyometric.search.analysis import Handle
from plyometric.search.full import Full
from plyometric.studies.metareasoning.evaluator import MOST, Evaluator, detect

WALKS, STEPS, RATE, BY_LOT = 50, 12, 0.2, 0.1
JUDGES = 300
"""Nodes of the search that tells the best reply."""

Frequencies = dict[str, float]


# Operators


def kind_of(state: Any, move: int, last: int) -> str:
    """Return of what kind a reply is, given the square that the last move went to, as the replier sees it."""
    origin, target = plain(origin_of)(move), plain(target_of)(move)
    if state.foe >> target & 1:
        return "takes what has moved" if target == last else "takes"
    return "steps with a pawn" if state.pawns >> origin & 1 else "moves a piece"


def kinds_at(game: Game, state: Any, last: int) -> dict[str, list[int]]:
    """Return the replies to a move, sorted by their kinds."""
    found: dict[str, list[int]] = {}
    for move in legal_moves(game, state):
        found.setdefault(kind_of(state, move, last), []).append(move)
    return found


def seen_from_the_other_side(square: int) -> int:
    """Return a square as the other side sees it."""
    return square ^ 56


def reply_frequencies(game: Game, count: int, seed: int) -> Frequencies:
    """Return how often a reply of each kind is the best where there is one, in endings drawn by lot."""
    there, best = Counter[str](), Counter[str]()
    dice = np.random.default_rng(seed)
    for index in range(count):
        state = game.drawn(seed, index)
        moves = legal_moves(game, state)
        if not moves:
            continue
        move = moves[dice.integers(len(moves))]
        last, after = seen_from_the_other_side(plain(target_of)(move)), play(game, state, move)
        kinds = kinds_at(game, after, last)
        if len(kinds) > 1:
            answer = Handle(game, Full(nodes=JUDGES), after).run().line[0]
            there.update(list(kinds))
            best[kind_of(after, answer, last)] += 1
    return {kind: best[kind] / n for kind, n in sorted(there.items())}


def outcomes(game: Game, state: Any, move: int, often: Frequencies) -> Iterator[tuple[float, Any]]:
    """Yield what a move may lead to after the reply, each with its chance."""
    after = play(game, state, move)
    kinds = kinds_at(game, after, seen_from_the_other_side(plain(target_of)(move)))
    total = sum(often.get(kind, 0.0) for kind in kinds)
    for kind, replies in kinds.items():
        share = often.get(kind, 0.0) / total if total else 1 / len(kinds)
        for reply in replies:
            yield share / len(replies), play(game, after, reply)


# AdaptVF


class Place(NamedTuple):
    """A position on a walk: what holds there, and where each operator may lead.

    `chances` has a row for each operator and a column for each outcome; `holds` tells what holds there;
    `fixed` is what an operator is worth by which the game ends.
    """

    here: np.ndarray
    chances: np.ndarray
    holds: np.ndarray
    fixed: np.ndarray
    states: list[Any]

    def worth(self, weights: np.ndarray) -> np.ndarray:
        """Return the expected value of each operator."""
        return self.chances @ (self.holds @ weights) + self.fixed


def place_at(game: Game, state: Any, often: Frequencies) -> Place:
    """Return what there is to know of a position."""
    moves = legal_moves(game, state)
    after = [list(outcomes(game, state, move, often)) for move in moves]
    states = [outcome for branch in after for _, outcome in branch]
    chances, fixed, column = np.zeros((len(moves), len(states))), np.zeros(len(moves)), 0
    for i, (move, branch) in enumerate(zip(moves, after, strict=True)):
        chances[i, column : column + len(branch)] = [chance for chance, _ in branch]
        column += len(branch)
        if not branch:
            fixed[i] = -MOST * ASKING["result"](game, play(game, state, move))
    holds = detect(game, np.array([tuple(one) for one in (state, *states)], np.int64))
    return Place(holds[0], chances, holds[1:], fixed, states)


def adapt_value(game: Game, evaluator: Evaluator, state: Any, often: Frequencies, seed: int) -> Evaluator:
    """Return an evaluator whose value is adapted to a position: AdaptVF."""
    weights, dice = evaluator.value.copy(), np.random.default_rng(seed)
    places: dict[tuple[int, ...], Place] = {}
    for _ in range(WALKS):
        walker = state
        for _ in range(STEPS):
            key = tuple(walker)
            if key not in places:
                places[key] = place_at(game, walker, often)
            place = places[key]
            if not len(place.chances):
                break
            learn_state(place, weights)
            operator = next_operator(place, weights, dice)
            if operator is None or not place.chances[operator].any():
                break
            walker = place.states[dice.choice(len(place.states), p=place.chances[operator])]
    return replace(evaluator, value=weights)


def learn_state(place: Place, weights: np.ndarray) -> None:
    """Move the value of a place towards that of its best operator, by all conjunctions that hold there."""
    step = RATE * (place.worth(weights).max() - place.here @ weights)
    weights += step * place.here / place.here.sum()


def next_operator(place: Place, weights: np.ndarray, dice: np.random.Generator) -> int | None:
    """Return the best operator, None if it is best to stop; now and then one by lot."""
    if dice.random() < BY_LOT:
        return int(dice.integers(len(place.chances)))
    worth = place.worth(weights)
    return int(worth.argmax()) if worth.max() > place.here @ weights else None
