"""Resource allocation: which of the next moves deserve a deeper search.

After S. Markovitch and Y. Sella, Learning of resource allocation strategies for game playing,
Computational Intelligence 12 (1996). A player may search deeper, to depth k + n in place of k, at only
d of its next m moves. Its strategy decides, before each move, whether this is one of them.

The paper's taxonomy of strategies, and where it stands in this code:

    static        decided before the game: NEVER, RANDOM, ALWAYS
    semi-dynamic  decided before each search, from the position: ORACLE_CHANGE and ORACLE_GAIN, which
                  cheat by trying both depths, and LEARNED
    dynamic       decided during a search: quiescence and singular extension, as search/alphabeta.py
                  offers them; this player has neither, as in the paper

Everything here is generic over games. A position is described to learners by its game's traits (or,
where it names none, by the number of moves, the evaluation and its features), then by patterns if
there are any, then by what a shallow search tells.
"""

from typing import Any, NamedTuple

import numpy as np
from numba import int64

from plyometric.errors import InputError
from plyometric.games import load_same
from plyometric.kernel import WIN, Game, kernel, rule
from plyometric.kernel.desk import TOLD, lent, new_desk, weights_of
from plyometric.kernel.rng import below, uniform
from plyometric.search.alphabeta import Settings, deepen, search_desk
from plyometric.search.forest import score
from plyometric.search.minimax import alphabeta, leaf_value, value_of_each
from plyometric.search.table import new_table

NEVER, RANDOM, ALWAYS, ORACLE_CHANGE, ORACLE_GAIN, LEARNED = range(6)
KINDS = ("never", "random", "always", "oracle (change)", "oracle (gain)", "learned")

DEEPEST = 100
"""The deepest search that a strategy may ask for."""

LEAST, MOST = 0.7, 2.0
"""How little and how much of its even share a position may get where nodes are banked."""

NODE_TABLE = 0.25
"""Megabytes of table for players that count nodes."""

NO_PATTERNS = np.zeros((0, 1), np.int64)

PROBED = 4
"""How many numbers describe one depth of a shallow search: ties, gap, swing, change."""


class Terms(NamedTuple):
    """The terms of an allocation: depth k or k + n, d deep searches in m moves, and how a game is judged.

    After m moves each, whoever is ahead by `margin` in the evaluation has won. `gain` is the utility
    above which the second oracle searches deeper.
    """

    k: int = 4
    n: int = 2
    d: int = 8
    m: int = 40
    margin: int = 400
    gain: int = 50

    def checked(self) -> "Terms":
        """Return the terms, or say what is wrong with them."""
        if self.k < 1 or self.n < 1 or self.k + self.n > DEEPEST:
            depths = f"k={self.k} and n={self.n}"
            raise InputError(f"{depths}: both must be 1 or more, and {DEEPEST} at most together.")
        if self.margin < 0 or self.gain < 0:
            raise InputError(f"margin={self.margin} and gain={self.gain} must be 0 or more.")
        if not 0 < self.d < self.m:
            raise InputError(
                f"of m moves fewer than m can be deep: d={self.d} of m={self.m} leaves no choice."
            )
        return self


class Strategy(NamedTuple):
    """A strategy as data for kernels: learning another one recompiles nothing.

    A learned strategy searches deeper if a forest's score of the position's description reaches
    thresholds[d, m], where d deep searches and m moves are left.
    """

    kind: int
    forest: np.ndarray
    thresholds: np.ndarray
    patterns: np.ndarray
    probe: int


class Plan(NamedTuple):
    """A learned strategy with all that it was learned for: the game, the terms and the weights."""

    game: str
    terms: Terms
    weights: tuple[float, ...]
    strategy: Strategy


def plain_strategy(kind: int) -> Strategy:
    """Return a strategy that has learned nothing."""
    return Strategy(kind, np.zeros((1, 4)), np.zeros((1, 1)), NO_PATTERNS, 0)


# Choosing a move


@kernel
def chosen_move(game, state, depth, desk, seed, stream, counter):
    """Return the best move at a depth; equals are drawn by lot, as the root's moves are shuffled."""
    n = game.moves(state, desk.moves[0])
    shuffle(desk.moves[0], n, seed, stream, counter)
    best = desk.moves[0, 0]
    alpha = int64(-WIN)
    for i in range(n):
        child = game.play(state, desk.moves[0, i])
        if depth == 1:
            value = -leaf_value(game, child, 1, desk)
        else:
            value = -alphabeta(game, child, depth - 1, int64(1), int64(-WIN), -alpha, desk)
        if value > alpha:
            alpha, best = value, desk.moves[0, i]
    return best


@rule
def any_best(game, state, values, desk, seed, stream, counter):
    """Return one of the moves whose value is best, by lot."""
    n = game.moves(state, desk.moves[0])
    best = values[:n].max()
    chosen, ties = 0, 0
    for i in range(n):
        if values[i] == best:
            ties += 1
            if below(ties, seed, stream, counter * 1000 + i) == 0:
                chosen = i
    return desk.moves[0, chosen]


@rule
def shuffle(moves, n, seed, stream, counter):
    """Shuffle the first n moves; a position has room for 1000 random numbers."""
    for i in range(n - 1, 0, -1):
        j = below(i + 1, seed, stream, counter * 1000 + i)
        moves[i], moves[j] = moves[j], moves[i]


# Class assignment


@rule
def changes_move(shallow, deep, n):
    """Equation 3: whether a shallow search may choose a move that the deep one would not."""
    best, best_deep = shallow[:n].max(), deep[:n].max()
    for i in range(n):
        if shallow[i] == best and deep[i] < best_deep:
            return True
    return False


@rule
def gain_of(shallow, deep, n):
    """Equation 4: what the deep search's choice is worth beyond the average shallow choice."""
    best = shallow[:n].max()
    total, ties = 0.0, 0
    for i in range(n):
        if shallow[i] == best:
            total += deep[i]
            ties += 1
    return deep[:n].max() - total / ties


# Describing a position


@rule
def describe(game, state, n, patterns, probe, desk, values, out):
    """Write the description of a position with n moves: traits, pattern counts, shallow search."""
    if game.has_traits:
        game.traits(state, out)
        column = game.trait_count
    else:
        out[0], out[1] = n, game.evaluate(state, desk.weights)
        game.features(state, out[2:])
        column = 2 + game.feature_count
    for i in range(patterns.shape[0]):
        out[column] = game.matches(state, patterns[i])
        column += 1
    if probe:
        describe_search(game, state, n, probe, desk, values, out[column:])


@rule
def describe_search(game, state, n, probe, desk, values, out):
    """Write, for each depth up to `probe`: equal best moves, lead of the best, swing, and change."""
    before, favourite = game.evaluate(state, desk.weights), 0
    for depth in range(1, probe + 1):
        value_of_each(game, state, int64(depth), desk, values)
        best = values[:n].max()
        ties, second = 0, int64(-WIN)
        for i in range(n):
            if values[i] == best:
                ties += 1
            elif values[i] > second:
                second = values[i]
        column = PROBED * (depth - 1)
        out[column] = ties
        out[column + 1] = min(best - second, 1000) if ties < n else 0
        out[column + 2] = max(-1000, min(1000, best - before))
        out[column + 3] = values[favourite] < best
        before, favourite = best, values[:n].argmax()


def description_names(game: Game, patterns: int = 0, probe: int = 0) -> list[str]:
    """Return what each number of a description is."""
    names = list(game.trait_names) or ["legal moves", "evaluation", *game.feature_names]
    names += [f"pattern {i + 1}" for i in range(patterns)]
    for depth in range(1, probe + 1):
        names += [f"{what} at depth {depth}" for what in ("best moves", "lead", "swing", "change")]
    return names


def description_length(game: Game, patterns: int = 0, probe: int = 0) -> int:
    """Return how many numbers describe a position."""
    return len(description_names(game, patterns, probe))


# Games


@rule
def wants_deep(game, state, n, strategy, d, m, terms, desk, shallow, deep, x):
    """Return whether a strategy searches deeper here, d deep searches and m moves being left."""
    if strategy.kind == NEVER or d == 0:
        return False
    if strategy.kind == ALWAYS or d >= m:
        return True
    if strategy.kind == LEARNED:
        describe(game, state, n, strategy.patterns, strategy.probe, desk, shallow, x)
        return score(strategy.forest, x) >= strategy.thresholds[d, m]
    value_of_each(game, state, int64(terms.k), desk, shallow)
    value_of_each(game, state, int64(terms.k + terms.n), desk, deep)
    if strategy.kind == ORACLE_CHANGE:
        return changes_move(shallow, deep, n)
    return gain_of(shallow, deep, n) > terms.gain


@kernel
def play_allocated(game, state, strategy, terms, is_first, judge, desk, x, seed, stream, spent):
    """Play a game of m moves each against a player that never searches deeper; return the result.

    A random strategy draws its d moves before the game, as it were: one that turns out to be forced is
    lost, as with drawing lots move by move.
    spent[i] counts the deep searches at the i-th move, spent[m] the nodes of the strategy's player.
    """
    shallow, deep = np.zeros(game.width, np.int64), np.zeros(game.width, np.int64)
    d = terms.m if strategy.kind == ALWAYS else terms.d
    for ply in range(2 * terms.m):
        n = game.moves(state, desk.moves[0])
        is_ours = (ply % 2 == 0) == is_first
        if n == 0:
            return game.result(state) if is_ours else -game.result(state)
        move, nodes, m = desk.moves[0, 0], desk.nodes, terms.m - ply // 2
        is_deep = False
        if is_ours and strategy.kind == RANDOM:
            is_deep = uniform(seed, -1 - stream, m) * m < d
        elif is_ours and n > 1:
            is_deep = wants_deep(game, state, n, strategy, d, m, terms, desk, shallow, deep, x)
        if n > 1:
            if is_ours and not is_deep and strategy.probe == terms.k and 0 < d < m:
                move = any_best(game, state, shallow, desk, seed, stream, ply)
            else:
                depth = terms.k + terms.n if is_deep else terms.k
                move = chosen_move(game, state, int64(depth), desk, seed, stream, ply)
            spent[ply // 2] += is_deep
        d -= is_deep
        spent[terms.m] += (desk.nodes - nodes) * is_ours
        if desk.stop == TOLD:
            return 0
        state = game.play(state, move)
    value = game.evaluate(state, judge)
    ahead = 1 if value >= terms.margin else -1 if value <= -terms.margin else 0
    return ahead if is_first else -ahead


def play_batch(
    origin: str,
    digest: str,
    strategy: Strategy,
    terms: Terms,
    weights: list[float],
    judge: list[float],
    seed: int,
    games: range,
) -> dict[str, Any]:
    """Play some games, the strategy's player moving first in every other one; return the counts."""
    game = load_same(origin, digest)
    spent = np.zeros(terms.m + 1, np.int64)
    x = np.zeros(description_length(game, len(strategy.patterns), strategy.probe))
    results = []
    with lent(new_desk(game, weights)) as desk:
        for index in games:
            results.append(
                play_allocated(
                    game,
                    game.start(),
                    strategy,
                    terms,
                    index % 2 == 0,
                    weights_of(game, judge),
                    desk,
                    x,
                    seed,
                    index,
                    spent,
                )
            )
    return {"results": [results.count(1), results.count(0), results.count(-1)], "spent": spent.tolist()}


# Nodes instead of depths


@kernel
def play_budgeted(
    game, state, strategy, mean_score, terms, nodes, is_first, judge, saver, steady, tables, x, seed, pair
):
    """Play a game in which both sides may spend `nodes` a choice; return the saver's result and both sums.

    The steady side spends `nodes` on every choice. The saver puts as many into its bank, and takes out
    as many times that as the position's score exceeds the mean, within LEAST and MOST, while the bank
    lasts. Games begin with six random plies, the same for both games of a pair.
    """
    values = np.zeros(game.width, np.int64)
    bank, budget, theirs = int64(0), int64(0), int64(0)
    state = wander(game, state, 6, saver, seed, pair)
    for ply in range(2 * terms.m):
        n = game.moves(state, saver.moves[0])
        is_ours = (ply % 2 == 0) == is_first
        if n == 0:
            return (game.result(state) if is_ours else -game.result(state)), budget - bank, theirs
        move = saver.moves[0, 0]
        if n > 1 and is_ours:
            saver.nodes = 0
            describe(game, state, n, strategy.patterns, strategy.probe, saver, values, x)
            worth = max(LEAST, min(MOST, score(strategy.forest, x) / mean_score))
            budget += nodes
            bank += nodes - saver.nodes
            saver.node_limit = max(1, min(int64(worth * nodes), bank))
            deepen(game, state, saver, tables[0])
            bank -= saver.nodes
            move = saver.kept[0]
        elif n > 1:
            steady.node_limit = nodes
            deepen(game, state, steady, tables[1])
            theirs += steady.nodes
            move = steady.kept[0]
        if saver.stop == TOLD or steady.stop == TOLD:
            break
        state = game.play(state, move)
    value = game.evaluate(state, judge)
    ahead = 1 if value >= terms.margin else -1 if value <= -terms.margin else 0
    return (ahead if is_first else -ahead), budget - bank, theirs


@rule
def wander(game, state, plies, desk, seed, stream):
    """Return the state after some random moves, or where the game would end before."""
    for ply in range(plies):
        n = game.moves(state, desk.moves[0])
        following = game.play(state, desk.moves[0, below(n, seed, stream, ply)])
        if game.moves(following, desk.moves[0]) == 0:
            return state
        state = following
    return state


def budgeted_batch(
    origin: str,
    digest: str,
    strategy: Strategy,
    mean_score: float,
    terms: Terms,
    nodes: int,
    weights: list[float],
    judge: list[float],
    seed: int,
    pairs: range,
) -> dict[str, Any]:
    """Play some pairs of games by nodes; return both results of each, and the nodes of both sides."""
    game = load_same(origin, digest)
    settings = Settings(table=NODE_TABLE, quiescence=False)
    saver, steady = (search_desk(game, settings, weights) for _ in range(2))
    x = np.zeros(description_length(game, len(strategy.patterns), strategy.probe))
    results, sums = [], np.zeros(2)
    with lent(saver), lent(steady):
        for pair in pairs:
            for is_first in (True, False):
                tables = (new_table(NODE_TABLE), new_table(NODE_TABLE))
                result, ours, theirs = play_budgeted(
                    game,
                    game.start(),
                    strategy,
                    mean_score,
                    terms,
                    nodes,
                    is_first,
                    weights_of(game, judge),
                    saver,
                    steady,
                    tables,
                    x,
                    seed,
                    pair,
                )
                results.append(result)
                sums += ours, theirs
    return {"results": np.reshape(results, (-1, 2)).tolist(), "nodes": sums.tolist()}
