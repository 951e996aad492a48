"""Learning an allocation strategy: examples that a player makes itself, and thresholds to spend by.

After S. Markovitch and Y. Sella, Learning of resource allocation strategies for game playing,
Computational Intelligence 12 (1996). The strategies themselves are in arena/allocation.py.
"""

from collections.abc import Callable, Generator
from concurrent.futures import Executor
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numba import int64

from plyometric.arena.allocation import (
    LEARNED,
    NEVER,
    NO_PATTERNS,
    Room,
    Strategy,
    Terms,
    changes_move,
    describe,
    description_names,
    gain_of,
    new_room,
    plain_strategy,
)
from plyometric.arena.games import Limits, Observer, Watch, play_series
from plyometric.arena.workers import each
from plyometric.errors import InputError
from plyometric.games import load_same
from plyometric.kernel import WIN, Draws, Game, kernel, rule
from plyometric.kernel.referee import evaluate
from plyometric.learn.allocation_games import Address, Lots, drawing_seat
from plyometric.learn.examples import Examples, cut_by_game, read_examples, write_examples
from plyometric.learn.one_thread import on_one_thread
from plyometric.learn.trees import LeafTable, context_thresholds, enrich, forest_of, grow_tree, scores
from plyometric.runs import Run
from plyometric.search.minimax import value_of_best, value_of_chosen

BATCH = 20
"""Games whose examples are labelled, and kept, together."""

JUDGED = 1000
"""Final positions that are looked at to find a game's margin."""

DECIDED = WIN // 250
"""Gains from here on are won or lost games, shared by as many equal moves as there may be, not leads."""


@kernel
def _class_of(shallow, deep, n):
    return changes_move(shallow, deep, n), gain_of(shallow, deep, n)


def class_of(shallow: dict[Any, int], deep: dict[Any, int]) -> tuple[bool, float]:
    """Return a position's class by equations 3 and 4, from the values of its moves at both depths.

    With one best move at either depth these are equations 1 and 2.
    """
    values = np.array(list(shallow.values()), np.int64), np.array([deep[move] for move in shallow], np.int64)
    is_positive, gain = _class_of(*values, len(shallow))
    return bool(is_positive), float(gain)


class Labels(NamedTuple):
    """What is noted of games: a row for each position with a choice, of which game, how many there are."""

    strategy: Strategy
    terms: Terms
    room: Room
    game: np.ndarray
    rows: np.ndarray
    x: np.ndarray
    y: np.ndarray
    states: np.ndarray


@rule
def note_label(game, state, n, ply, move, seat, notes):
    """Describe and classify a position with a choice.

    The class takes the exact values of the best moves and, at the greater depth, of those that the smaller
    one may choose. The others are only shown to be worse, which takes a small part of the time.
    """
    if n == 1:
        return
    row, room, desk = notes.rows[0], notes.room, seat.desk
    describe(game, state, n, notes.strategy, desk, room)
    notes.x[row] = room.description
    shallow = room.shallow[:n]
    value_of_best(game, state, int64(notes.terms.k), desk, shallow)
    value_of_chosen(game, state, int64(notes.terms.k + notes.terms.n), desk, shallow, room.deep)
    notes.y[row, 0] = changes_move(room.shallow, room.deep, n)
    notes.y[row, 1] = gain_of(room.shallow, room.deep, n)
    notes.y[row, 2], notes.y[row, 3] = ply // 2, notes.game[0]
    for i, word in enumerate(state):
        notes.states[row, i] = word
    notes.rows[0] += 1


LABELLING = Observer(name="labelling", note=note_label)


def label_batch(
    address: Address, terms: Terms, weights: list[float], probe: int, seed: int, games: range
) -> Examples:
    """Return the labelled examples of some games of k against k."""
    game, lots = load_same(*address), Lots(seed, np.zeros(1, np.int64))
    notes = _blank_labels(game, terms, probe, len(games), lots.stream)
    first, second = (drawing_seat(game, terms.k, weights, lots) for _ in range(2))
    limits = Limits(Draws(0, 0, 2 * terms.m))
    play_series(game.start(), (first, second), limits, lots.stream, games, Watch(LABELLING, notes))
    x, y, states = (table[: notes.rows[0]] for table in (notes.x, notes.y, notes.states))
    return Examples(x, states, y[:, 0] > 0, y[:, 1], y[:, 2].astype(int), y[:, 3].astype(int))


def _blank_labels(game: Game, terms: Terms, probe: int, games: int, index: np.ndarray) -> Labels:
    """Return room for the labels of some games."""
    sight = plain_strategy(NEVER)._replace(probe=probe)
    room, most = new_room(game, sight), 2 * terms.m * games
    x, y = np.zeros((most, len(room.description))), np.zeros((most, 4))
    states = np.zeros((most, len(game.start())), np.int64)
    rows = np.zeros(1, np.int64)
    return Labels(sight, terms, room, game=index, rows=rows, x=x, y=y, states=states)


def labelled_parts(
    game: Game,
    terms: Terms,
    weights: list[float],
    probe: int,
    seed: int,
    executor: Executor,
    run: Run | None = None,
    batch: int = BATCH,
) -> Generator[Examples, None, None]:
    """Yield the examples of one batch of games after another, without end.

    A run keeps them as Parquet files, each as soon as it is made, and spares those that it has kept before.
    """
    fixed = (game.address, terms, weights, probe, seed)
    units = ((f"{i:06}", (*fixed, range(i * batch, (i + 1) * batch))) for i in count())
    if run is None:
        yield from each(executor, label_batch, units)
        return
    names, fields = description_names(game, 0, probe), game.start()._fields

    def keep(key: str, part: Examples) -> Any:
        write_examples(_kept(run, key), part, names, fields)
        return run.record(key, key)

    for key in each(executor, label_batch, units, run, keep):
        yield from read_examples([_kept(run, key)])


def _kept(run: Run, batch: str) -> Path:
    return run.folder / f"{batch}.parquet"


# Strategies for any game


def fitted_terms(game: Game, terms: Terms, weights: list[float], examples: Examples) -> Terms:
    """Return the terms with a margin and a gain in the units of the game's evaluation.

    The margin is the median lead at the last move of self-play, so that of the games that come so far
    about half are ties, as in the paper. The gain is half of what a deeper search typically gains where
    it gains anything short of a won game.
    """
    final = examples.state[examples.move == terms.m - 1][:JUDGED].tolist()
    leads = [abs(evaluate(game, game.state_of(words), weights)) for words in final]
    gains = _leads_gained(examples)
    typical = [int(np.median(values)) if len(values) else 0 for values in (leads, gains / 2)]
    return terms._replace(margin=max(1, typical[0]), gain=max(1, typical[1]))


def _leads_gained(examples: Examples) -> np.ndarray:
    return examples.gain[(examples.gain > 0) & (examples.gain < DECIDED)]


def tree_strategy(examples: Examples, terms: Terms, probe: int = 0) -> Strategy:
    """Return the paper's context-sensitive classifier: a tree grown on half of the games.

    The other half counts anew which share of the positions at each leaf gains by a deeper search.
    """
    _check_contrast(examples)
    grown, fresh = cut_by_game(examples, [len(examples.gain) // 2, len(examples.gain)])
    forest, leaves = enrich(grow_tree(grown.description, grown.positive), fresh.description, fresh.positive)
    return Strategy(LEARNED, forest, context_table(leaves, terms), NO_PATTERNS, probe)


def boosted_strategy(examples: Examples, terms: Terms, probe: int = 0, trees: int = 20) -> Strategy:
    """Return boosted trees that predict the utility of equation 4, spent by optimal stopping.

    A gain counts at most as much as the 90 % quantile of leads gained, for a few won games would
    outweigh all else. The trees are few and small, for a walk through hundreds takes longer than a search
    to depth 4 of checkers. One thread learns, since sums by several differ in their last bits.
    """
    from sklearn.ensemble import HistGradientBoostingRegressor

    _check_contrast(examples)
    leads = _leads_gained(examples)
    cap = np.quantile(leads, 0.9) if len(leads) else 1.0
    model = HistGradientBoostingRegressor(
        max_iter=trees, max_leaf_nodes=15, learning_rate=0.3, early_stopping=False, random_state=0
    )
    with on_one_thread():
        forest = forest_of(model.fit(examples.description, np.clip(examples.gain, 0, cap)))
    predicted = scores(forest, examples.description)
    games = len(np.unique(examples.game))
    return Strategy(
        LEARNED, forest, stopping_thresholds(predicted, examples.move, games, terms), NO_PATTERNS, probe
    )


GROW = {"tree": tree_strategy, "boosted": boosted_strategy}
"""The methods by which a strategy is learned, by name."""


def _check_contrast(examples: Examples) -> None:
    if examples.positive.min() == examples.positive.max():
        what = "every" if examples.positive[0] else "no"
        raise InputError(
            f"a deeper search may choose better in {what} one of {len(examples.gain)} positions, so there is"
            " nothing to learn: try other depths, or more examples."
        )


# Thresholds


def quantile_thresholds(scores: np.ndarray, terms: Terms, offered: float = 1.0) -> np.ndarray:
    """Return thresholds[d, m] such that the positions that reach them are about d in m moves.

    `offered` is the share of moves at which there is a choice at all.
    """
    return _by_budget(terms, lambda d, m: np.quantile(scores, max(0.0, 1 - d / (offered * m))))


def context_table(leaves: LeafTable, terms: Terms, offered: float = 1.0) -> np.ndarray:
    """Return the thresholds of the paper's context-sensitive classifier, equation 5 for each d and m."""
    return _by_budget(
        terms, lambda d, m: float(context_thresholds(leaves.share, leaves.weight, d / (offered * m)))
    )


def fixed_threshold(value: float, terms: Terms) -> np.ndarray:
    """Return thresholds[d, m] that are the same whatever is left."""
    return _by_budget(terms, lambda d, m: value)


def _by_budget(terms: Terms, threshold: Callable[[int, int], float]) -> np.ndarray:
    table = np.zeros((terms.d + 1, terms.m + 1))
    for d in range(1, terms.d + 1):
        for m in range(d, terms.m + 1):
            table[d, m] = threshold(d, m)
    return table


def stopping_thresholds(scores: np.ndarray, moves: np.ndarray, games: int, terms: Terms) -> np.ndarray:
    """Return the thresholds of an optimal spender, by dynamic programming over what is left.

    With d deep searches and m moves left, a position whose predicted gain is u should be searched
    deeper if u plus the worth of (d - 1, m - 1) exceeds the worth of (d, m - 1). How gains are
    spread, and how often there is a choice at all, is taken from the examples move by move.
    """
    worth = np.zeros((terms.d + 1, terms.m + 1))
    table = np.zeros((terms.d + 1, terms.m + 1))
    for m in range(1, terms.m + 1):
        offered = scores[moves == terms.m - m]
        share = len(offered) / (2 * games)
        for d in range(1, terms.d + 1):
            keep, spend = worth[d, m - 1], worth[d - 1, m - 1]
            table[d, m] = keep - spend
            taken = np.maximum(offered + spend, keep).mean() if len(offered) else keep
            worth[d, m] = share * taken + (1 - share) * keep
    return table
