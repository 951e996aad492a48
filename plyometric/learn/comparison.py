"""Comparison training: the weights under which a small search chooses the moves of a large one.

Sources: G. Tesauro, Connectionist learning of expert preferences by comparison training, 1989; K. Hoki
and T. Kaneko, Large-scale optimization for evaluation functions with minimax search, 2014, who compare
the leaves of principal lines. Behind every candidate move the student searches on; the features of the
leaf that it comes to are what speaks for the move. A softmax over the candidates gives the teacher's
move a likelihood, which the weights are fitted to; then the student searches again, with the new weights.

Choices: candidates are the best rated moves and the teacher's; a move after which the student sees
itself lost is no candidate, and an example where it sees a win, or only losses, is skipped; a pull
towards the starting weights keeps those in place that no example speaks of. A selective search finds a
move only if it rates it well at a glance, so with one the leaf at once behind a move counts as much as
the leaf that the search comes to. A likelihood is not yet a choice: of all rounds the weights are kept
that make the student choose most often as the teacher, and they are refined one by one to that end.
"""

from collections.abc import Sequence
from functools import partial
from operator import eq
from typing import Any, NamedTuple

import numpy as np

from plyometric.arena.games import QUIET, choose, play_out
from plyometric.errors import InputError
from plyometric.kernel import NO_MOVE, Game, kernel
from plyometric.kernel.desk import lent
from plyometric.kernel.referee import play
from plyometric.learn.leaves import note_leaf, place_for, rescaled, starting_weights
from plyometric.search.alphabeta import Settings, decide, kinds_of, search_desk
from plyometric.search.minimax import leaf_value
from plyometric.search.selective import move_in, rank, take_best
from plyometric.search.table import new_table

Choice = tuple[Any, int]
"""A position and the move that the teacher chose there."""


class Look(NamedTuple):
    """What speaks for the candidates of every example, the teacher's move first.

    The features of a leaf are seen by the mover; candidates that do not count are lost or not there.
    """

    leaves: np.ndarray
    counts: np.ndarray


@kernel
def compare(game, state, wanted, desk, table, full, narrow, moves, leaves, ends):
    """Write the leaf behind every candidate, seen by the mover, the wanted move first; return how many."""
    n = game.moves(state, desk.moves[0])
    rank(game, state, n, 0, desk)
    moves[0], candidates = wanted, 1
    for _ in range(min(n, len(moves))):
        move = move_in(take_best(n, 0, desk), 0, desk)
        if candidates < len(moves) and move != wanted:
            moves[candidates] = move
            candidates += 1
    for i in range(candidates):
        child = game.play(state, moves[i])
        if desk.plies > 0:
            value = decide(game, child, desk, table, full, narrow)
        else:
            value = leaf_value(game, child, 0, desk)
            desk.kept[0] = NO_MOVE
        ends[i] = -note_leaf(game, child, value, desk, leaves[i])
        leaves[i] *= -1
    return candidates


def teachers_choices(
    game: Game,
    teacher: Settings,
    student: Settings,
    weights: Sequence[float],
    starts: Sequence[Any],
    plies: int,
) -> list[Choice]:
    """Return the teacher's moves, with their positions, in a game against the student from each start.

    The student moves first, both have the same weights, and a game ends after so many plies.
    """
    if plies < 1:
        raise InputError(f"plies must be 1 or more, not {plies}.")
    choices: list[Choice] = []
    pupil, master = (place_for(game, settings, weights) for settings in (student, teacher))
    record = np.zeros(plies, np.int64)
    with lent(pupil.desk), lent(master.desk):
        for state in starts:
            _, length = play_out(game, state, pupil, master, None, None, record, plies, QUIET)
            for ply, move in enumerate(record[:length].tolist()):
                if ply % 2 == 1:
                    choices.append((state, move))
                state = play(game, state, move)
    return choices


def learn_from_choices(
    game: Game,
    choices: Sequence[Choice],
    student: Settings,
    weights: Sequence[float],
    *,
    rounds: int = 6,
    candidates: int = 10,
    pull: float = 0.01,
    refinements: int = 6,
) -> list[float]:
    """Return the weights under which the student makes the teacher's choices most often.

    They have the total size of the starting weights, for a search depends on their ratios alone.
    """
    from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

    first = starting_weights(game, weights)
    _check(game, choices, first, rounds, candidates)
    unit, path = np.abs(first).mean(), [first]
    with threadpool_limits(1):
        for _ in range(rounds):
            looks = [_look(game, choices, look, path[-1], candidates) for look in _looks(student)]
            fitted = _fitted(looks, path[-1] / unit, first / unit, pull)
            path.append(rescaled(fitted, first))
    best = max(path, key=partial(agreement, game, choices, student))
    return rescaled(_refined(game, choices, student, best, unit / 3, refinements), first).tolist()


def agreement(game: Game, choices: Sequence[Choice], student: Settings, weights: Any) -> float:
    """Return the share of the choices that the student would make with these weights."""
    states, moves = zip(*choices, strict=True)
    made = choose(game, states, place_for(game, student, weights), weights)
    return sum(map(eq, made, moves)) / len(choices)


def _looks(student: Settings) -> list[Settings]:
    """Return the searches by which a student picks a move: its own, and a glance if only the best go on."""
    return [student, student._replace(depth=1)] if student.breadth and student.depth > 1 else [student]


def _look(
    game: Game, choices: Sequence[Choice], look: Settings, weights: np.ndarray, candidates: int
) -> Look:
    """Search behind every candidate of every choice, and keep the examples that tell moves apart."""
    settings = look.checked(game)
    desk, table = search_desk(game, settings, weights), new_table(settings.table)
    kinds = kinds_of(settings)
    desk.plies -= 1
    desk.threats = 0
    moves, ends = np.zeros(candidates, np.int64), np.zeros(candidates, np.int64)
    leaves = np.zeros((len(choices), candidates, len(weights)))
    counts = np.zeros(leaves.shape[:2], bool)
    with lent(desk):
        for i, (state, move) in enumerate(choices):
            n = compare(game, state, move, desk, table, *kinds, moves, leaves[i], ends)
            counts[i, :n] = (ends[:n] == 0) & ~(ends[:n] > 0).any()
    tells = counts[:, 0] & (counts.sum(axis=1) > 1)
    return Look(leaves[tells], counts[tells])


def _fitted(looks: list[Look], start: np.ndarray, first: np.ndarray, pull: float) -> np.ndarray:
    """Return the weights that make the teacher's moves most likely, for a price on leaving the first ones."""
    from scipy.optimize import minimize  # type: ignore[import-untyped]

    def loss(weights: np.ndarray) -> tuple[float, np.ndarray]:
        surprises, slopes = zip(*(surprise(look, weights) for look in looks), strict=True)
        away = weights - first
        return sum(surprises) / len(looks) + pull * (away @ away) / 2, sum(slopes) / len(looks) + pull * away

    return minimize(loss, start, jac=True, method="L-BFGS-B").x


def surprise(look: Look, weights: np.ndarray) -> tuple[float, np.ndarray]:
    """Return how surprising the teacher's moves are, their mean negative log-likelihood, and its slope."""
    if not len(look.leaves):
        return 0.0, np.zeros_like(weights)
    merits = np.where(look.counts, look.leaves @ weights, -np.inf)
    merits -= merits.max(axis=1, keepdims=True)
    shares = np.exp(merits)
    total = shares.sum(axis=1, keepdims=True)
    loss = np.log(total[:, 0]) - merits[:, 0]
    shares /= total
    shares[:, 0] -= 1
    return float(loss.mean()), np.einsum("ec,ecf->f", shares, look.leaves) / len(look.leaves)


def _refined(
    game: Game, choices: Sequence[Choice], student: Settings, weights: np.ndarray, step: float, times: int
) -> np.ndarray:
    """Return weights changed one by one for as long as that makes more choices agree.

    A weight that neither more nor less of makes better is tried with half the step next time.
    """
    best, steps = agreement(game, choices, student, weights), np.full(len(weights), step)
    for _ in range(times):
        for change in np.eye(len(weights)):
            tried = (weights + change * steps, weights - change * steps)
            scores = [agreement(game, choices, student, each) for each in tried]
            if max(scores) > best:
                weights, best = tried[int(np.argmax(scores))], max(scores)
            else:
                steps = np.where(change, steps / 2, steps)
    return weights


def _check(game: Game, choices: Sequence[Choice], first: np.ndarray, rounds: int, candidates: int) -> None:
    if not len(choices):
        raise InputError("comparison training needs at least one choice of the teacher.")
    if rounds < 0 or candidates < 2:
        raise InputError(f"rounds must be 0 or more and candidates 2 or more, not {rounds} and {candidates}.")
    if not first.any():
        raise InputError(f"{game.name}: comparison training cannot start from weights that are all 0.")
