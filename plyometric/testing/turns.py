"""Whose turn it is: whether every move hands it to the other side, as far as the states show.

A search takes it for granted that the sides move in turn. A game may name its `mover`; where it does not,
its words may tell: those of the two sides change places at every move, or one word says whose turn it is.
"""

from itertools import combinations, pairwise, product
from typing import Any, NamedTuple

import numpy as np

from plyometric.kernel import Game
from plyometric.testing.asking import Fault, Sample, Skip, at, whole, worth_of

CURE = (
    "the sides move in turn, so where one moves again let play turn the state all the same, and give the"
    " other side a pass as its only move"
)

MOSTLY = 0.75
"""The share of moves, at least, at which a word changes that says whose turn it is."""

SURPLUS = 0.25
"""How much oftener two words change places than stay, per move, if they belong to the two sides."""

BY_CHANCE = 0.01
"""The share of moves that may look by chance as if the same side was to move again."""

OF_WORDS = 1 / 3
"""Which share of the words that could tell, at least, must speak against a change of sides."""


class Steps(NamedTuple):
    """The moves of random games: the states before each, the moves, and the words before and after."""

    states: list[Any]
    moves: list[int]
    before: np.ndarray
    after: np.ndarray


def turns(game: Game, sample: Sample) -> None:
    """Every move hands the turn to the other side."""
    steps = steps_of(sample)
    if not steps.moves:
        raise Skip("nobody has a move.")
    if game.mover is not None:
        _check_mover(game, steps)
    elif pairs := sides_in(steps):
        _refuse(game, steps, stays(steps, pairs), round(BY_CHANCE * len(steps.moves)) + 1)
    elif (turned := _turned_by_a_word(steps)) is not None:
        _refuse(game, steps, ~turned)
    else:
        _check_ever_turned(game, sample, steps)
        raise Skip("the states do not show whose turn it is; a game may name its `mover`.")


def steps_of(sample: Sample) -> Steps:
    """Return all moves of the random games."""
    each = [pair for states, _ in sample.games for pair in pairwise(states)]
    before, after = (np.array([pair[i] for pair in each], np.int64) for i in (0, 1))
    moves = [move for _, chosen in sample.games for move in chosen]
    return Steps([pair[0] for pair in each], moves, before, after)


def _refuse(game: Game, steps: Steps, same: np.ndarray, pardoned: int = 0) -> None:
    """Say where the same side is to move again, if that is seen more often than is pardoned."""
    found = np.flatnonzero(same)
    if len(found) > pardoned:
        raise Fault(_same_again(game, steps.states[found[0]], steps.moves[found[0]]))


def _same_again(game: Game, state: Any, move: int) -> str:
    where = f"after move {move}{at(game, state)}"
    return f"play does not turn the sides: {where} the same side is to move again; {CURE}."


def _check_mover(game: Game, steps: Steps) -> None:
    """Hold a game to what it says itself about whose turn it is."""
    for state, move, words in zip(steps.states, steps.moves, steps.after.tolist(), strict=True):
        now, then = whole(game, "mover", state), whole(game, "mover", game.state_of(words))
        if {now, then} - {0, 1}:
            raise Fault(f"mover must return 0 or 1, not {now} and then {then}{at(game, state)}.")
        if now == then:
            raise Fault(_same_again(game, state, move))


# What words tell


def sides_in(steps: Steps) -> list[tuple[int, int]]:
    """Return the pairs of words that change places at most moves: those of the two sides."""
    found = {pair: _surplus(steps, *pair) for pair in combinations(range(steps.before.shape[1]), 2)}
    pairs: list[tuple[int, int]] = []
    for i, j in sorted(found, key=lambda pair: -found[pair]):
        if found[i, j] > SURPLUS and not {i, j} & {word for pair in pairs for word in pair}:
            pairs.append((i, j))
    return pairs


def _surplus(steps: Steps, i: int, j: int) -> float:
    """Return how much oftener two words that differ change places than stay, per move."""
    stay, cross, tell = _kept_and_crossed(steps, i, j)
    return float((cross - stay)[tell].mean()) if tell.any() else 0.0


def _kept_and_crossed(steps: Steps, i: int, j: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return how many of two words stay, how many cross, and where they differ, so that this tells."""
    before, after = steps.before, steps.after
    stay = (after[:, i] == before[:, i]).astype(int) + (after[:, j] == before[:, j])
    cross = (after[:, j] == before[:, i]).astype(int) + (after[:, i] == before[:, j])
    return stay, cross, before[:, i] != before[:, j]


def stays(steps: Steps, pairs: list[tuple[int, int]]) -> np.ndarray:
    """Return at which moves the words of the sides stay where they were."""
    told = [_kept_and_crossed(steps, *pair) for pair in pairs]
    surplus = sum(np.where(tell, stay - cross, 0) for stay, cross, tell in told)
    telling = sum(2 * tell.astype(int) for _, _, tell in told)
    return ((telling > 0) & (surplus >= np.maximum(1, OF_WORDS * telling))) | _sets_stay(steps, pairs)


def _sets_stay(steps: Steps, pairs: list[tuple[int, int]]) -> np.ndarray:
    """Return at which moves sets of squares stay with their side, though both have changed.

    A square that is shared across was taken by a capture.
    """
    before, after = steps.before.view(np.uint64), steps.after.view(np.uint64)
    apart = [(i, j) for i, j in pairs if not (before[:, i] & before[:, j]).any()]
    shared = np.zeros((2, len(before)), int)
    for (i, j), crossing in product(apart, (0, 1)):
        there = (j, i) if crossing else (i, j)
        shared[crossing] += np.bitwise_count(after[:, (i, j)] & before[:, there]).sum(axis=1, dtype=int)
    return (shared[0] > 1) & (shared[1] <= 1)


def _turned_by_a_word(steps: Steps) -> np.ndarray | None:
    """Return at which moves the word changes that says whose turn it is, if there is one."""
    for i in range(steps.before.shape[1]):
        seen = np.unique([steps.before[:, i], steps.after[:, i]])
        changes = steps.before[:, i] != steps.after[:, i]
        if len(seen) == 2 and changes.mean() >= MOSTLY:
            return changes
    return None


def _check_ever_turned(game: Game, sample: Sample, steps: Steps) -> None:
    """Refuse a game whose view of the board never changes, neither by its evaluation nor by its words."""
    worth = [[worth_of(game, state) for state in states] for states, _ in sample.games]
    signs = np.array([np.sign(pair) for line in worth for pair in pairwise(line) if all(pair)]).reshape(-1, 2)
    if (signs[:, 0] != signs[:, 1]).any():
        return
    why = "whoever is to move is ahead where the one before was" if len(np.unique(signs)) == 2 else ""
    for i in np.flatnonzero((steps.before == steps.after).all(axis=0)):
        why = f"in {len(sample.games)} random games {type(steps.states[0])._fields[i]} never changes"
    if why:
        raise Fault(f"play never turns the sides: {why}. It returns the state as the other side sees it.")
